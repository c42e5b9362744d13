"""The table under a board: linen, the edge of the cards, and their shadow."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from bastide.draw import palette as ink
from bastide.draw.svg import PREFIX, faded, num, path, rect

LINEN: Final = f"{PREFIX}linen"
CARDS: Final = f"{PREFIX}cards"
THREADS: Final = 8
"""Width of the pattern of the linen in pixels."""
EDGE: Final = 2.4
"""Width of the line around the cards in pixels; its inner half is hidden."""
SHADOW: Final = ((3.6, 4.8), (2.4, 3.2), (1.2, 1.6))
"""Offsets of the layers of the shadow in pixels."""


def linen(pixels: float) -> str:
    """Return the pattern of the linen, in the units of tiles of a width in pixels. Its threads do not scale."""
    k = 100 / pixels
    weft = "".join(f"M{_units(x * k)} {_units(y * k)}h{_units(4 * k)}" for x, y in ((0, 1), (4, 5)))
    warp = "".join(f"M{_units(x * k)} {_units(y * k)}v{_units(4 * k)}" for x, y in ((2, 3), (6, -1), (6, 7)))
    side = THREADS * k
    cloth = rect(0, 0, side + 1, side + 1, ink.CLOTH)
    weave = path(weft, "none", ink.CLOTH_LIT, k) + path(warp, "none", ink.CLOTH_DARK, k)
    size = f'patternUnits="userSpaceOnUse" width="{_units(side)}" height="{_units(side)}"'
    return f'<pattern id="{LINEN}" {size}>{cloth}{weave}</pattern>'


def _units(length: float) -> str:
    return f"{length:.7g}"


def cards(cells: Iterable[tuple[int, int]]) -> str:
    """Return the outline of all cells as a definition. Neighbours in a row are one rectangle."""
    d = ""
    for row, line in groupby(sorted((y, x) for x, y in cells), key=lambda cell: cell[0]):
        for _, run in groupby(enumerate(x for _, x in line), key=lambda item: item[1] - item[0]):
            columns = [x for _, x in run]
            wide = 100 * len(columns)
            d += f"M{100 * columns[0]} {100 * row}h{wide}v100h-{wide}Z"
    return f'<path id="{CARDS}" d="{d}"/>'


def card_edge(pixels: float) -> str:
    """Return what lies under the tiles: the shadow of all of them, and the pale edge of the cards."""
    k = 100 / pixels
    use = f'<use href="#{CARDS}"'
    shadow = [faded(f'{use} x="{num(x * k)}" y="{num(y * k)}" fill="{ink.SHADE}"/>', 0.13) for x, y in SHADOW]
    return "".join(shadow) + f'{use} fill="{ink.CARD}" stroke="{ink.CARD}" stroke-width="{num(EDGE * k)}"/>'
