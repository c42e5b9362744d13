"""Plants, and the stones of a spring, with the foot on the origin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from bastide.draw.palette import (
    CYPRESS,
    CYPRESS_LIT,
    FLOWERS,
    INK,
    LEAF,
    LEAF_DARK,
    LEAF_LIT,
    OAK,
    RIPPLE,
    STONE_LIT,
    STONE_MID,
    TRUNK,
    TUFT,
)
from bastide.draw.svg import Point, disc, ellipse, faded, fine, moved, num, path, shadow, use, xy

CROWNS: Final = (3.9, 4.6, 5.4)
"""Radii of the crowns of trees."""
BUSHES: Final = (2.0, 2.6)
"""Radii of bushes."""
SPRING: Final[tuple[tuple[float, float, float], ...]] = (
    (-4.4, -6.6, 2.6),
    (-7.6, -3.8, 3.4),
    (7.4, -5, 3.1),
    (4.2, -7.4, 2),
    (-7.8, 5, 2.7),
    (7, 5.4, 2.2),
)
"""The stones around a spring, back to front: x, y and radius."""


def tree(r: float, lobes: bool = False) -> str:
    """Return a round tree with a crown of some radius."""
    top = -r * 1.15
    crown = ellipse(0, top, r, r * 1.02, LEAF, LEAF_DARK, 0.5)
    if lobes:
        side, low = r * 0.42, top + r * 0.4
        crown = (
            ellipse(-side, low, r * 0.6, r * 0.56, LEAF, LEAF_DARK, 0.5)
            + ellipse(side, low, r * 0.6, r * 0.56, LEAF, LEAF_DARK, 0.5)
            + ellipse(0, top - r * 0.12, r * 0.84, r * 0.84, LEAF, LEAF_DARK, 0.5)
            + ellipse(0, low - r * 0.06, r * 0.86, r * 0.44, LEAF)
        )
    dark = f"M{xy((r * 0.86, top - r * 0.2))}A{num(r)} {num(r)} 0 0 1 {xy((-r * 0.3, top + r * 0.9))}"
    dark += f"A{num(r * 1.15)} {num(r * 1.15)} 0 0 0 {xy((r * 0.86, top - r * 0.2))}Z"
    lit = ellipse(-r * 0.28, top - r * 0.3, r * 0.5, r * 0.48, LEAF_LIT)
    trunk = path(f"M0 0V{num(-r)}", stroke=TRUNK, width=r * 0.3)
    return shadow(0, 0, r * 0.95) + trunk + crown + faded(path(dark, LEAF_DARK), 0.45) + lit


def copse(number: int) -> str:
    """Return two or three trees that grow together."""
    trees = (
        ((-4.2, -1.4, 0), (3.8, -2.2, 1), (0, 1.6, 2)),
        ((-3.6, 0, 2), (4.4, 0.8, 0)),
        ((2.4, -1.6, 1), (-3.4, 0.6, 2)),
    )
    return "".join(use(f"tree-{size}", x, y, 1.12) for x, y, size in trees[number])


def cypress() -> str:
    """Return a cypress, 8.8 high, too slender for small tiles."""
    flame = "M0-8.8C2.8-4.8 2.8-1.3 0-.8C-2.8-1.3-2.8-4.8 0-8.8Z"
    lit = "M0-7.8C-.3-4.4-.3-2.6-.9-2.1C-2.6-3.4-1.7-4.7 0-7.8Z"
    return fine(
        shadow(0, 0, 2.2)
        + path("M0 0V-2", stroke=TRUNK, width=0.9)
        + path(flame, CYPRESS, LEAF_DARK, 0.4)
        + path(lit, CYPRESS_LIT)
    )


def bush(r: float) -> str:
    """Return a bush of some radius."""
    leaves = ellipse(0, -r * 0.55, r * 1.15, r * 0.8, LEAF, LEAF_DARK, 0.4)
    return shadow(0, 0, r * 1.1) + leaves + ellipse(-r * 0.35, -r * 0.8, r * 0.5, r * 0.35, LEAF_LIT)


def tuft() -> str:
    """Return three blades of grass."""
    return fine(path("M-1.3-1.5L-.3 0M0-2.2V0M1.4-1.6L.3 0", stroke=TUFT, width=0.6))


def flowers(tint: str) -> str:
    """Return three flowers of one colour."""
    heads: tuple[Point, ...] = ((-1.6, -2), (1.6, -1.8), (0, -2.9))
    stems = path("M-1.4-1.6L-.3 0M0-2.4V0M1.4-1.5L.3 0", stroke=TUFT, width=0.6)
    return fine(stems + "".join(disc(x, y, 0.8, tint) for x, y in heads))


def reed() -> str:
    """Return a clump of reeds with brown heads, for the shore of a lake."""
    blades = "M-2.6 0Q-3-3.6-4.6-6M-1.6 0Q-1.8-4.4-2.2-7.6M0 0Q.2-3.6-.2-6.6M1.2 0Q1.4-5 1.8-9M2.2 0Q2.8-3.6 4.8-5.6"
    heads = "M-2.3-6.2V-8.4M1.8-7.6V-10.2"
    leaves = path(blades, stroke=CYPRESS_LIT, width=0.9)
    return faded(ellipse(0.4, 0.1, 4, 1, CYPRESS), 0.3) + leaves + path(heads, stroke=OAK, width=1.5)


def ducks() -> str:
    """Return two ducks on the water, centred on the origin."""
    duck = path("M-2-.2Q-1.4-1.2.2-1Q.4-2.2 1.4-2.2Q2.2-2 1.9-1.2Q2 .8 0 .8Q-1.4.8-2-.2Z", STONE_LIT, INK, 0.3)
    return path("M-5 2.4h4M.6 0h4.4", stroke=RIPPLE, width=0.6) + moved(duck, -2.4, 1.6) + moved(duck, 2.6, -0.8)


def rocks() -> str:
    """Return the stones around a spring, open to all four sides."""
    return "".join(map(_stone, *zip(*SPRING, strict=True)))


def _stone(x: float, y: float, r: float) -> str:
    body = ellipse(x, y, r, r * 0.8, STONE_MID, INK, 0.5)
    return shadow(x, y + r * 0.6, r) + body + ellipse(x - r * 0.25, y - r * 0.25, r * 0.55, r * 0.36, STONE_LIT)


SYMBOLS: Final[Mapping[str, Callable[[], str]]] = {
    **{f"tree-{i}": partial(tree, r, lobes=i == 2) for i, r in enumerate(CROWNS)},
    **{f"copse-{i}": partial(copse, i) for i in range(3)},
    "cypress": cypress,
    **{f"bush-{i}": partial(bush, r) for i, r in enumerate(BUSHES)},
    "tuft": tuft,
    **{f"flowers-{i}": partial(flowers, tint) for i, tint in enumerate(FLOWERS)},
    "reed": reed,
    "ducks": ducks,
    "rocks": rocks,
}
