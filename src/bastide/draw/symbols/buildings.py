"""Buildings, with the middle of their foot on the origin, lit from the north-west."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from bastide.draw.palette import (
    BRICK,
    CREAM,
    DEEP,
    DOOR,
    DUSK,
    DUSK_DARK,
    DUSK_LIT,
    EARTH,
    FIRE,
    GLASS,
    GOLD,
    GRASS,
    GROUND,
    INK,
    OAK,
    PIG,
    PIG_DARK,
    PLASTER,
    PLASTER_DARK,
    SHADE,
    SIGNAL,
    SLATE,
    SLATE_DARK,
    STONE,
    STONE_FRONT,
    STONE_LIT,
    STONE_MID,
    STRAW,
    STRAW_DARK,
    TRUNK,
    WALNUT,
)
from bastide.draw.svg import Point, disc, ellipse, faded, moved, num, path, polygon, polyline, rect, shadow, xy


def cottage(roof: int, flip: bool = False, w: float = 12.0) -> str:
    """Return a cottage with its gable to the front and its roof to the right or, flipped, to the left."""
    k = -1 if flip else 1
    left, mid, right, eaves, ridge = -w / 2 * k, -w * 0.06 * k, w / 2 * k, -w * 0.36, -w * 0.78
    peak: Point = (-w * 0.28 * k, ridge)
    end: Point = (w * 0.44 * k, ridge)
    lit, dark = reversed(BRICK[roof]) if flip else BRICK[roof]
    gable = [(left, 0.0), (left, eaves), peak, (mid, eaves), (mid, 0.0)]
    slope = [peak, end, (right + 0.5 * k, eaves + 0.4), (mid, eaves + 0.4)]
    verge = polyline([(left, eaves + 0.6), (peak[0], ridge + 1), (mid, eaves + 0.4)])
    outline = [(left, 0.0), (left, eaves), peak, end, (right + 0.3 * k, eaves + 0.4), (right, 0.0)]
    return (
        shadow(0, 0, w * 0.54, w * 0.16)
        + rect(min(mid, right), eaves, abs(right - mid), -eaves, PLASTER_DARK)
        + polygon(gable, PLASTER)
        + polygon(slope, lit)
        + f'<path d="{verge}" fill="none" stroke="{dark}" stroke-width="1.2"/>'
        + rect(peak[0] - w * 0.055, eaves * 0.55, w * 0.11, -eaves * 0.55, DOOR)
        + polygon(outline, "none", INK, 0.5)
    )


def tower(w: float = 6.4, h: float = 10.0) -> str:
    """Return a round tower with a conical slate roof."""
    slit = rect(-w * 0.1, -h * 0.66, w * 0.2, h * 0.26, INK)
    return block(0, -h, w, h) + slit + spire(0, -h, w * 0.66, w * 1.25)


def block(x: float, top: float, w: float, h: float, lit: str = STONE_LIT, dark: str = STONE_MID) -> str:
    """Return a block of masonry centred on x, with its east side shaded."""
    line = rect(x - w / 2, top, w, h, "none", INK, 0.7)
    return rect(x - w / 2, top, w, h, lit) + rect(x + w * 0.14, top, w * 0.36, h, dark) + line


def spire(x: float, foot: float, half: float, h: float) -> str:
    """Return a pointed slate roof centred on x."""
    cone = polygon([(x - half, foot), (x, foot - h), (x + half, foot)], SLATE, INK, 0.7)
    return cone + polygon([(x + half * 0.1, foot - 0.3), (x, foot - h + 1), (x + half * 0.88, foot - 0.3)], SLATE_DARK)


def doorway(x: float, half: float, h: float, tint: str = OAK) -> str:
    """Return an arched doorway; ``h`` is its height below the arch."""
    r = num(half)
    return path(f"M{xy((x - half, 0))}V{num(-h)}A{r} {num(half * 1.1)} 0 0 1 {xy((x + half, -h))}V0Z", tint, INK, 0.6)


def teeth(at: tuple[float, ...], y: float, size: float) -> str:
    """Return merlons centred on some points along a wall."""
    s = num(size)
    return path("".join(f"M{xy((x - size / 2, y))}h{s}v{s}h-{s}Z" for x in at), STONE_LIT, INK, 0.5)


def gate() -> str:
    """Return a gatehouse from the front. Its wall is 4.6 above the foot."""
    return (
        shadow(0, 0, 9, 2.6)
        + rect(-4.6, -9.6, 9.2, 9.6, STONE, INK, 0.6)
        + teeth((-3, 0, 3), -11.2, 2)
        + doorway(0, 2.5, 4.4)
        + path("M-2.1 0L-1.2-3.4H1.2L2.1 0Z", CREAM)
        + moved(tower(4.8, 10.4), -6.2, 0.4)
        + moved(tower(4.8, 10.4), 6.2, 0.4)
    )


def gate_side() -> str:
    """Return a gatehouse from the side: the road passes from west to east, 6 above the foot."""
    frame = "M3.6-.8L7-1.6V-9.4Q6.8-13 3.6-13.6H-3.6Q-6.8-13-7-9.4V-1.6L-3.6-.8Z"
    return (
        shadow(0.6, -0.4, 7, 2.2)
        + moved(tower(5.2, 9), 0, -10.6)
        + path(frame, STONE, INK, 0.6)
        + path("M4-2L5.8-2.4V-9Q5.6-11 4-11.6ZM-4-2L-5.8-2.4V-9Q-5.6-11-4-11.6Z", OAK)
        + rect(-4.2, -14.6, 8.4, 14, STONE_MID, INK, 0.6)
        + rect(-4.2, -15.4, 8.4, 8, STONE, INK, 0.6)
        + teeth((-3.8, 3.8), -16, 1.8)
        + teeth((-3.8, 3.8), -13, 1.8)
        + moved(tower(5.2, 8.4), 0, 0.4)
    )


def gate_back() -> str:
    """Return a gatehouse from inside the city. It is lower, and the road shows through the arch."""
    return (
        shadow(0, 0, 8.6, 2)
        + rect(-5, -7.4, 10, 7.4, STONE_MID, INK, 0.7)
        + teeth((-3.4, 0, 3.4), -9, 2.2)
        + doorway(0, 3.4, 2.8, GRASS)
        + path("M-3 0V-1.6L-1.6-4.6H1.6L3-1.6V0Z", CREAM)
        + path("M-4-.2V-4.6M4-.2V-4.6", stroke=OAK, width=1.2)
        + moved(_back_tower(), -7, 0.2)
        + moved(_back_tower(), 7, 0.2)
    )


def _back_tower() -> str:
    body = block(0, -6.6, 4.8, 6.6, STONE, STONE_FRONT) + doorway(0, 0.9, 2.4)
    return (
        body
        + path("M-3.4-6.4Q0-5 3.4-6.4L0-13.4Z", SLATE, INK, 0.6)
        + path("M.4-6L0-12.6L2.9-6.5Q1.6-6 .4-6Z", SLATE_DARK)
    )


def market_cross() -> str:
    """Return the stone cross of a village, on two steps."""
    cross = "M-2.8-8H2.8M0-11.4V-3"
    return (
        shadow(0, 0, 4, 1.5)
        + polygon([(-3.8, 0), (-3.2, -1.5), (3.2, -1.5), (3.8, 0)], STONE_MID, INK, 0.5)
        + polygon([(-2.6, -1.4), (-2, -2.8), (2, -2.8), (2.6, -1.4)], STONE, INK, 0.5)
        + path(cross, stroke=INK, width=2.6)
        + path(cross, stroke=STONE_LIT, width=1.6)
    )


def church() -> str:
    """Return the church of a monastery: nave, bell tower and a slate spire."""
    lit, dark = BRICK[0]
    outline = [(-12, 0), (-12, -9), (-7.6, -15), (9.4, -15), (12.8, -7.6), (12, -7.6), (12, 0)]
    return (
        shadow(1, 0, 12, 3.2)
        + _bell_tower()
        + polygon([(-5, 0), (-5, -8), (12, -8), (12, 0)], PLASTER_DARK)
        + polygon([(-7.6, -15), (9.4, -15), (12.8, -7.6), (-2.6, -8.6)], lit)
        + path("M-6.4-13.4H10M-4.7-11.4H10.9M-3-9.6H11.8", stroke=dark, width=0.6)
        + polygon([(-12, 0), (-12, -9), (-7.6, -15), (-3, -9), (-3, 0)], PLASTER)
        + path("M-12.8-8.4L-7.6-15L-2.6-8.6", stroke=dark, width=1.2)
        + doorway(-7.5, 1.7, 3.6)
        + disc(-7.5, -9.4, 1.3, GLASS, INK, 0.4)
        + windows((-0.2, 3.6, 7.4), -2, 1.8, 2.6)
        + polygon(outline, "none", INK, 0.6)
    )


def _bell_tower() -> str:
    louvre = path("M3.8-17.6V-20.2A1.1 1.2 0 0 1 6-20.2V-17.6Z", INK)
    cross = path("M4.9-33V-37.4M3.3-35.8H6.5", stroke=GOLD, width=1)
    return block(4.9, -24, 7, 10.2, PLASTER, PLASTER_DARK) + louvre + spire(4.9, -24, 4.6, 9.4) + cross


def windows(at: tuple[float, ...], foot: float, w: float, h: float) -> str:
    """Return arched windows in a row."""
    return "".join(
        path(f"M{xy((x, foot))}v{-h}a{w / 2:.1f} {w / 2 + 0.2:.1f} 0 0 1 {w} 0v{h}Z", GLASS, INK, 0.4) for x in at
    )


def shrine() -> str:
    """Return a cult place: standing stones, a fire below the great slab, and a moon above it."""
    ring = ((-10.4, -2.4, 2.3, 7.4), (10.4, -2.4, 2.3, 7), (-7.6, -5.8, 2, 7.4), (7.6, -5.8, 2, 7.8))
    menhirs = "".join(
        path(
            f"M{xy((x - r, y))}L{xy((x - r * 0.7, y - h))}L{xy((x + r * 0.5, y - h - 1))}L{xy((x + r, y))}Z",
            DUSK,
            INK,
            0.6,
        )
        + path(f"M{xy((x - r * 0.7, y - 0.6))}L{xy((x - r * 0.5, y - h + 0.6))}", stroke=DUSK_LIT, width=1)
        for x, y, r, h in sorted(ring, key=lambda stone: stone[1])
    )
    return (
        faded(ellipse(0.6, -3.2, 13.4, 4.4, DUSK_DARK), 0.55)
        + menhirs
        + path("M-4.4-.6V-9H4.4V-.6Z", DUSK_DARK)
        + path("M-6.6 0L-6-9.6H-2.8L-2.6 0ZM2.6 0L2.8-9.6H6L6.6 0Z", DUSK, INK, 0.6)
        + path("M-5.6-.8L-5.2-9M3.6-.8V-9", stroke=DUSK_LIT, width=1.1)
        + path("M-8.6-9.4L-7.4-12.8L7.6-13.2L8.8-10L6-8.8H-6.6Z", DUSK_LIT, INK, 0.7)
        + path("M-8-9.8L-6.4-9.2H6L8.4-10.2Z", DUSK)
        + path("M0-.4C-4.2-.6-2.8-4 .2-8.6C2.8-4 4.2-.6 0-.4Z", FIRE)
        + path("M0-.6C-1.6-.8-1.2-2.6 0-4.4C1.2-2.6 1.6-.8 0-.6Z", GOLD)
        + path("M1.6-24.4A5.4 5.4 0 1 0 5.4-16.4A4.7 4.7 0 1 1 1.6-24.4Z", GOLD, DUSK_DARK, 0.8)
    )


def cathedral() -> str:
    """Return the cathedral of a city: two towers and a round window."""
    return (
        shadow(0, 0, 19, 4.4)
        + polygon([(-9, -25), (0, -37), (9, -25)], BRICK[0][0], INK, 0.7)
        + rect(-9, -26, 18, 26, PLASTER, INK, 0.7)
        + polygon([(-9.6, -25.6), (0, -35), (9.6, -25.6)], STONE_LIT, INK, 0.6)
        + round_window(0, -18, 4.9)
        + doorway(0, 4, 6.6)
        + path("M0 0V-10.6", stroke=GOLD, width=0.7)
        + moved(_minster_tower(), -13, 0)
        + moved(_minster_tower(), 13, 0)
    )


def _minster_tower() -> str:
    return (
        block(0, -31, 10, 31)
        + windows((-1.3,), -8, 2.6, 4.4)
        + windows((-1.3,), -20, 2.6, 4.4)
        + path("M-5-15.6H5", stroke=INK, width=0.5)
        + spire(0, -31, 6, 15)
        + path("M0-46V-49.6M-1.4-48.2H1.4", stroke=GOLD, width=1)
    )


def round_window(x: float, y: float, r: float) -> str:
    """Return a rose window."""
    d, k = r * 0.86, r * 0.61
    rays = f"M0-{d:.1f}V{d:.1f}M-{d:.1f} 0H{d:.1f}M-{k:.1f}-{k:.1f}L{k:.1f} {k:.1f}M{k:.1f}-{k:.1f}L-{k:.1f} {k:.1f}"
    return moved(
        disc(0, 0, r, GLASS, INK, 0.6) + path(rays, stroke=PLASTER, width=0.6) + disc(0, 0, r * 0.28, GOLD), x, y
    )


def inn() -> str:
    """Return an inn: thatched and half-timbered, left of the origin, with a round red sign on a pole."""
    timber = "M-7.1-.3V-5M-4.2-.3V-5M1-.3V-5M3.9-.3V-5M-7.1-.3L-4.2-5M3.9-.3L1-5"
    thatch = "M-9-4.6C-7.2-7-7-10.6-5.6-11.4H2.4C3.8-10.6 4-7 5.8-4.6Z"
    return (
        shadow(-1, 0, 8.6, 2.6)
        + rect(-7.4, -5.2, 11.6, 5.2, PLASTER, INK, 0.5)
        + path(timber, stroke=TRUNK, width=0.7)
        + rect(-2.7, -3.6, 2.2, 3.6, OAK, INK, 0.4)
        + path(thatch, STRAW, INK, 0.6)
        + path("M-8.4-5.2H5.2M-7.7-7.4H4.5", stroke=STRAW_DARK, width=0.8)
        + path("M7.2 0V-11.4", stroke=INK, width=1)
        + disc(7.2, -12, 3.7, SIGNAL, INK, 0.7)
        + disc(7.2, -12, 1.6, GOLD)
    )


def boat() -> str:
    """Return a boat under sail."""
    return (
        faded(ellipse(0.8, -0.4, 6.4, 1.4, SHADE), 0.2)
        + path("M.1-3V-12.4", stroke=INK, width=0.8)
        + path("M.8-11.8Q5.6-8.6 5-3.6H.8Z", PLASTER, INK, 0.5)
        + path("M-.6-10.4Q-3.6-7.4-3.4-3.8H-.6Z", PLASTER_DARK, INK, 0.5)
        + path("M-5.6-2.8H5.8Q3.6.4 0 .2Q-4 .2-5.6-2.8Z", WALNUT, INK, 0.6)
    )


def pigsty() -> str:
    """Return a pen with one large pig at a trough."""
    stakes = "".join(f"M{xy((x, -13.6 + abs(x) * 0.12))}v-4" for x in (-10, -5, 0, 5, 10))
    posts = "".join(f"M{xy((x, 0))}v-4.6" for x in (-11, -5.5, 0, 5.5, 11))
    return (
        shadow(0.6, -1, 12, 2.6)
        + path("M-11.6-1V-13.4Q0-16.4 11.6-13.4V-1Z", EARTH, INK, 0.5)
        + path(f"{stakes}M-11.4-14.8Q0-17.4 11.4-14.8", stroke=TRUNK, width=1.2)
        + _pig()
        + path(f"{posts}M-11.6-2.8H11.6", stroke=INK, width=2)
        + path(f"{posts}M-11.6-2.8H11.6", stroke=PLASTER_DARK, width=1.1)
    )


def _pig() -> str:
    body = (
        "M-7-3V-7Q-7.4-13 0-13.2H3Q4-15.2 5.8-15L6-12.4Q8-11.4 8.2-9.6H9.6V-6.6H8Q7-4.6 5-4.2V-2H2.6V-4H-3.4V-2H-6.4Z"
    )
    return (
        path(body, PIG, INK, 1)
        + path("M-6.4-2H-3.4V-4H2.6V-2H5V-4.2L6-5.4Q0-3.8-6.4-6.6Z", PIG_DARK)
        + path("M-7.2-9.6Q-9.4-9.4-9-11.2T-7.6-11.4", stroke=PIG_DARK, width=0.9)
        + disc(6, -10, 0.7, INK)
        + path("M3.2-12.6L5.6-14.6L5.4-11.8Z", PIG_DARK)
    )


def viaduct_arch(beyond: str = GROUND) -> str:
    """Return an arch of a viaduct, with the middle of its top on the origin, and what passes below."""
    arch = path("M-3.3 7V4.8A3.3 3.2 0 0 1 3.3 4.8V7Z", beyond, INK, 0.9)
    return rect(-5, 0, 10, 7, STONE_FRONT, INK, 0.5) + arch + rect(-5, 0, 10, 1.3, STONE_LIT, INK, 0.4)


SYMBOLS: Final[Mapping[str, Callable[[], str]]] = {
    **{f"cottage-{i}": partial(cottage, i, i % 2 == 1) for i in range(4)},
    "tower": tower,
    "gate": gate,
    "gate-side": gate_side,
    "gate-back": gate_back,
    "market-cross": market_cross,
    "church": church,
    "shrine": shrine,
    "cathedral": cathedral,
    "inn": inn,
    "boat": boat,
    "pigsty": pigsty,
    "viaduct-arch": viaduct_arch,
    "viaduct-arch-water": partial(viaduct_arch, DEEP),
}
