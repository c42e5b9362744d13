"""The districts of the City of Carcassonne: one building each, with its foot on the origin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bastide.draw.palette import (
    BRICK,
    DOOR,
    FIRE,
    GLASS,
    GOLD,
    INK,
    LEAF,
    OAK,
    PLASTER,
    PLASTER_DARK,
    SIGNAL,
    SLATE,
    SLATE_DARK,
    SMOKE,
    STEEL,
    STONE,
    STONE_DARK,
    STONE_FRONT,
    WALNUT,
    WOVEN,
)
from bastide.draw.svg import disc, moved, path, polygon, rect, shadow, xy
from bastide.draw.symbols.buildings import block, doorway, round_window, spire, teeth, windows


def castle() -> str:
    """Return the castle: a keep with a red flag behind two round towers."""
    return (
        shadow(0, 0, 18, 4)
        + path("M0-32V-41", stroke=INK, width=0.9)
        + path("M.4-41L9-38.6L.4-36Z", SIGNAL, INK, 0.5)
        + block(0, -31, 17.2, 20, STONE)
        + teeth((-7.2, -2.4, 2.4, 7.2), -33.4, 3)
        + rect(-5, -26, 1.8, 4.4, INK)
        + rect(3.2, -26, 1.8, 4.4, INK)
        + rect(-13, -16, 26, 16, STONE_FRONT, INK, 0.7)
        + teeth((-8, -3.9, 0, 3.9, 8), -18, 2.6)
        + doorway(0, 4.4, 7.4)
        + path("M-1.6 0V-11M1.6 0V-11M-4-3.4H4M-4-7H4", stroke=STONE_FRONT, width=0.7)
        + moved(_round_tower(), -15, 0)
        + moved(_round_tower(), 15, 0)
    )


def _round_tower() -> str:
    top = rect(-5.3, -24, 10.6, 3, STONE, INK, 0.6) + teeth((-4, 0, 4), -26.4, 2.6)
    return block(0, -22, 9.2, 22) + top + rect(-1, -15, 2, 5, INK)


def market() -> str:
    """Return the market: a hall with a clock, and two stalls with striped awnings."""
    lit, dark = BRICK[3]
    return (
        shadow(0, 0, 18, 3.6)
        + rect(-15, -26, 30, 20, PLASTER, INK, 0.7)
        + polygon([(-18, -24), (-13, -33), (13, -33), (18, -24)], lit, INK, 0.7)
        + path("M-14-31H14M-15.4-28.6H15.4M-16.6-26.2H16.6", stroke=dark, width=0.7)
        + polygon([(-5.4, -24), (-5.4, -32), (0, -39.6), (5.4, -32), (5.4, -24)], PLASTER, INK, 0.7)
        + path("M-6.6-30.8L0-39.8L6.6-30.8", stroke=dark, width=1.6)
        + disc(0, -29.2, 2.8, GLASS, INK, 0.6)
        + path("M0-31V-29.2H1.5", stroke=PLASTER, width=0.7)
        + moved(_stall(SIGNAL, (GOLD, LEAF, GOLD)), -10, 0)
        + moved(_stall(WOVEN, (SIGNAL, GOLD, SIGNAL)), 10, 0)
    )


def _stall(stripe: str, wares: tuple[str, ...]) -> str:
    """Return a stall, 19 wide: a striped awning over a table with wares."""
    strips = [
        f"M{xy((x * 3.2 - 1.6, -18))}h3.2L{xy((x * 3.8 + 1.9, -9.4))}a1.9 2 0 0 1-3.8 0Z" for x in (-2, 0, 2, -1, 1)
    ]
    return (
        rect(-8, -9.4, 16, 6, DOOR)
        + path("M-8.4 0V-10M8.4 0V-10", stroke=OAK, width=1.2)
        + "".join(disc(x, -5.2, 2.1, tint, INK, 0.4) for x, tint in zip((-4.6, 0, 4.6), wares, strict=True))
        + rect(-8.8, -4.6, 17.6, 4.6, WALNUT, INK, 0.6)
        + path("".join(strips[3:]), PLASTER, INK, 0.5)
        + path("".join(strips[:3]), stripe, INK, 0.5)
    )


def smithy() -> str:
    """Return the smithy: a forge in a dark house with a smoking chimney, and an anvil in front."""
    puffs = ((14.6, -32.6, 2.6), (11.6, -36, 3.4), (7.4, -38.2, 2.8))
    horn = "Q-4.4-9.6-3.4-9.2Q-4.6-6.6-9.4-6.4V-3.6L-6.4-2.6V0"
    return (
        shadow(0, 0, 18, 3.6)
        + "".join(disc(x, y, r, SMOKE, STONE_DARK, 0.6) for x, y, r in puffs)
        + rect(9.6, -29, 8, 20, STONE_DARK, INK, 0.7)
        + rect(8.6, -30.4, 10, 2.8, STONE_FRONT, INK, 0.6)
        + rect(-17.6, -15, 35.2, 15, STONE_FRONT, INK, 0.7)
        + polygon([(-20, -13), (-14, -26), (12, -26), (20, -13)], SLATE_DARK, INK, 0.7)
        + path("M-15-22.6H13.6M-16.8-19.2H15.4M-18.4-16H17.6", stroke=SLATE, width=0.7)
        + doorway(7, 8, 6.4)
        + path("M7-.6C-.6-1 1.4-7.2 4.2-9.4C4.6-7.6 5.6-7.4 6.2-8.2C6.2-10.4 7.6-12 9-12.6C8.8-10 15.8-1 7-.6Z", FIRE)
        + path("M7-.6C3.4-.8 4.4-3.8 6.8-6.4C9.6-3.8 10.4-.8 7-.6Z", GOLD)
        + path(f"M-20-12.4H-7.2V-10.6{horn}H-17.6V-2.6L-14.6-3.6V-6.4Q-19-7-20-12.4Z", STEEL, PLASTER, 1.4)
        + path("M-19-11.4H-8", stroke=SMOKE, width=1)
    )


def minster() -> str:
    """Return the cathedral: one spire with a large golden cross between two aisles."""
    lit, dark = BRICK[0]
    cross = "M0-33.4V-41M-3-38.2H3"
    return (
        shadow(0, 0, 18, 3.6)
        + rect(-19, -12, 13, 12, PLASTER, INK, 0.7)
        + rect(6, -12, 13, 12, PLASTER_DARK, INK, 0.7)
        + polygon([(-6, -21), (-6, -12), (-20.4, -10), (-17, -15)], lit, INK, 0.7)
        + polygon([(6, -21), (6, -12), (20.4, -10), (17, -15)], dark, INK, 0.7)
        + windows((-16.6, -11.6, 9, 14), -2.6, 2.6, 3.6)
        + block(0, -23, 14, 23)
        + spire(0, -23, 8.2, 12)
        + round_window(0, -16, 4.4)
        + doorway(0, 3, 5)
        + path(cross, stroke=INK, width=2.8)
        + path(cross, stroke=GOLD, width=1.8)
    )


SYMBOLS: Final[Mapping[str, Callable[[], str]]] = {
    "district-1": castle,
    "district-2": market,
    "district-3": smithy,
    "district-4": minster,
}
"""Named by the number of the district."""
