"""The borders of painted tiles show their edge type and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from io import BytesIO
from typing import Final, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from resvg_py import svg_to_bytes

from bastide.draw import palette as ink
from bastide.draw.svg import document
from bastide.draw.symbols.registry import definitions
from bastide.draw.tile import COPIES, tile_shapes
from bastide.kernel.tile import INNER
from bastide.tiles import available, load

pytestmark = pytest.mark.slow

SETS: Final = [load(name) for name in available()]
CELLS: Final = [cell for found in SETS if found.block for _, _, cell in found.block.parts]
TILES: Final = (*(tile for found in SETS for tile in found.tiles), *CELLS)
KINDS: Final = ("city", "field", "mountain", "prairie", "rail", "river", "road")
PIXELS: Final = 100
COLUMNS: Final = 30
GAP: Final = 5
INNER_PART: Final = slice(12, 88)
"""Distance from the corners within which walls may show."""
NEAR: Final = 26
"""Maximum difference of a colour channel between pixels that look alike."""
FLAT: Final = 8
"""Maximum difference of a colour channel between pixels of bare ground."""

MEANT: Final[Mapping[tuple[str, int], range]] = {
    ("HS-CFFF-deep-vineyard", 2): range(45, 55),
    ("HS-CDFC-vineyard", 0): range(45, 55),
}
"""Exceptions, by tile and unrotated side: the tip of a city, a wall between two."""

Pixels = NDArray[np.int16]


class Border(NamedTuple):
    """The outermost pixels of one side of a rotated tile, clockwise."""

    tile: str
    home: int
    """The side of the unrotated tile."""
    turns: int
    pixels: Pixels

    @property
    def where(self) -> str:
        """Return a label of the border."""
        return f"{self.tile} turned {self.turns}, side {'NESW'[(self.home + self.turns) % 4]}"


@cache
def borders() -> dict[str, list[Border]]:
    """Return the borders of all tiles in all rotations, by edge type. Every rotation shows another copy."""
    lying = [(tile, turns) for tile in TILES for turns in range(4)]
    pictures = [tile_shapes(tile, turns, turns % COPIES) for tile, turns in lying]
    step = PIXELS + GAP
    placed = "".join(
        f'<svg x="{i % COLUMNS * step}" y="{i // COLUMNS * step}" width="{PIXELS}" height="{PIXELS}" '
        f'viewBox="0 0 100 100">{shapes}</svg>'
        for i, shapes in enumerate(pictures)
    )
    width, height = COLUMNS * step, -(-len(pictures) // COLUMNS) * step
    svg = document(f"<defs>{definitions(pictures)}</defs>{placed}", 0, 0, width, height)
    page = Image.open(BytesIO(bytes(svg_to_bytes(svg_string=svg, width=width)))).convert("RGB")
    whole: Pixels = np.asarray(page).astype(np.int16)
    found: dict[str, list[Border]] = {}
    for i, (tile, turns) in enumerate(lying):
        x, y = i % COLUMNS * step, i // COLUMNS * step
        shot = whole[y : y + PIXELS, x : x + PIXELS]
        sides = (shot[0], shot[:, -1], shot[-1, ::-1], shot[::-1, 0])
        for home, kind in enumerate(tile.edges):
            if kind != INNER:
                found.setdefault(kind, []).append(Border(tile.id, home, turns, sides[(home + turns) % 4]))
    return found


def usual(kind: str) -> Pixels:
    """Return the most common border of an edge type, pixel by pixel."""
    found: Pixels = np.median(np.stack([border.pixels for border in borders()[kind]]), axis=0).astype(np.int16)
    return found


def colour(name: str) -> Pixels:
    return np.array([int(name[i : i + 2], 16) for i in (1, 3, 5)], dtype=np.int16)


def differences(pixels: Pixels, other: Pixels) -> list[int]:
    """Return, pixel by pixel, the largest difference in red, green or blue."""
    return [int(value) for value in np.abs(pixels - other).max(axis=-1)]


def offenders(kind: str, wanted: Pixels, places: range) -> list[str]:
    """Return the borders that differ from the expected one: where, and by how much."""
    found = []
    for border in borders()[kind]:
        off = differences(border.pixels, wanted)
        meant = MEANT.get((border.tile, border.home), range(0))
        bad = [p for p in places if off[p] > NEAR and p not in meant]
        if bad:
            found.append(f"{border.where}: {len(bad)} from {bad[0]} to {bad[-1]}, by {max(off[p] for p in bad)}")
    return found


INSIDE: Final = range(INNER_PART.start, INNER_PART.stop)
MIDDLE: Final = range(47, 53)


def test_every_kind_of_border_is_seen_in_all_turns() -> None:
    assert set(borders()) == set(KINDS)
    for found in borders().values():
        assert {border.turns for border in found} == {0, 1, 2, 3}


@pytest.mark.parametrize("kind", KINDS)
def test_all_borders_of_a_kind_look_alike(kind: str) -> None:
    assert not (found := offenders(kind, usual(kind), INSIDE)), "\n".join(found)


@pytest.mark.parametrize(
    ("kind", "ground"), [("field", ink.GRASS), ("prairie", ink.PRAIRIE), ("mountain", ink.SCREE), ("city", ink.GROUND)]
)
def test_the_most_common_border_is_the_bare_ground_of_its_kind(kind: str, ground: str) -> None:
    assert differences(usual(kind)[INNER_PART], colour(ground)) == [0] * len(INSIDE)


@pytest.mark.parametrize(("kind", "ground"), [("road", ink.GRASS), ("river", ink.GRASS), ("rail", ink.PRAIRIE)])
def test_beside_a_path_lies_open_land(kind: str, ground: str) -> None:
    assert not (found := offenders(kind, colour(ground), range(12, 39))), "\n".join(found)
    assert not (found := offenders(kind, colour(ground), range(61, 88))), "\n".join(found)


@pytest.mark.parametrize(("kind", "surface"), [("road", ink.CREAM), ("river", ink.DEEP)])
def test_a_path_leaves_in_the_middle_of_its_side(kind: str, surface: str) -> None:
    assert not (found := offenders(kind, colour(surface), MIDDLE)), "\n".join(found)


@pytest.mark.parametrize(("kind", "rim", "left", "right"), [("road", ink.RIM, 45, 54), ("river", ink.SHORE, 41, 58)])
def test_a_path_has_a_rim_on_both_sides(kind: str, rim: str, left: int, right: int) -> None:
    for place in (left, right):
        assert offenders(kind, colour(rim), range(place, place + 1)) == []


@pytest.mark.parametrize(("kind", "land"), [("city", ink.GRASS), ("mountain", ink.PRAIRIE)])
def test_no_open_land_shows_on_the_side_of_a_city_or_mountain(kind: str, land: str) -> None:
    for border in borders()[kind]:
        off = differences(border.pixels, colour(land))
        assert min(off[INNER_PART]) > FLAT, border.where


@pytest.mark.parametrize("kind", ["field", "road", "river"])
def test_at_corners_walls_show_for_no_more_than_seven_units(kind: str) -> None:
    assert not (found := offenders(kind, usual(kind), range(7, 12))), "\n".join(found)
    assert not (found := offenders(kind, usual(kind), range(88, 93))), "\n".join(found)


def test_rails_leave_in_the_middle_of_their_side() -> None:
    steel = colour(ink.STEEL)
    for border in borders()["rail"]:
        off = differences(border.pixels, steel)
        assert min(off[46:49]) <= 60, border.where
        assert min(off[51:54]) <= 60, border.where
