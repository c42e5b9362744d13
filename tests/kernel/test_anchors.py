"""Where pieces stand on a tile (CAT-PHYS-2), on every tile there is and however it is turned."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.kernel.anchors import anchor, centre
from bastide.kernel.board import Board
from bastide.kernel.catalogue import Catalogue
from bastide.kernel.geometry import PORT_NAMES, Point, cell_at, turned
from bastide.kernel.tile import Segment, Tile
from bastide.tiles import available, load

BASE = load("base")
TILE = {tile.letter: tile for tile in BASE.tiles if tile.letter}
SIDES = {"N": (500, 0), "E": (1000, 500), "S": (500, 1000), "W": (0, 500)}
HALVES = {
    "Nl": (250, 0),
    "Nr": (750, 0),
    "El": (1000, 250),
    "Er": (1000, 750),
    "Sl": (750, 1000),
    "Sr": (250, 1000),
    "Wl": (0, 750),
    "Wr": (0, 250),
}


def every_tile() -> list[Tile]:
    """Return the tiles of all sets, with the cells of boards."""
    found = []
    for name in available():
        tile_set = load(name)
        block = tile_set.block
        found += [*tile_set.tiles, *(tile for _, _, tile in (block.parts if block else ()))]
    return found


STOOD_ON = ("city", "road", "field", "monastery", "garden", "shrine", "crown")
SEGMENTS = [(tile.id, segment) for tile in every_tile() for segment in tile.segments if segment.kind in STOOD_ON]


def expected(kind: str, ports: list[str]) -> Point:
    """Return where a piece stands by the rule's own formula: six tenths of the way to the middle of what is reached."""
    if kind == "field":
        reached = [HALVES[port] for port in ports if port in HALVES]
    else:
        reached = [SIDES[side] for side in sorted({port[0] for port in ports})]
    if not reached:
        return 500, 500
    count = len(reached)
    moved = []
    for axis in (0, 1):
        value = Fraction(6 * sum(point[axis] - 500 for point in reached), 10 * count)
        whole, rest = divmod(abs(value), 1)
        size = int(whole) + (rest >= Fraction(1, 2))
        moved.append(500 + (size if value >= 0 else -size))
    return moved[0], moved[1]


@pytest.mark.parametrize("rotation", range(4))
def test_CAT_PHYS_2_the_formula_on_every_tile_and_in_every_rotation(rotation: int) -> None:
    checked = 0
    for tile, segment in SEGMENTS:
        if segment.anchor is None:
            ports = [PORT_NAMES[turned(port, rotation)] for port in segment.ports]
            assert anchor(segment, rotation) == expected(segment.kind, ports), (tile, segment.kind)
            checked += 1
    assert checked > 500


@pytest.mark.parametrize(
    ("letter", "number", "at"),
    [
        ("B", 0, (500, 500)),
        ("B", 1, (500, 500)),
        ("C", 0, (500, 500)),
        ("D", 0, (500, 200)),
        ("D", 1, (500, 500)),
        ("D", 2, (500, 350)),
        ("E", 0, (500, 200)),
        ("E", 1, (500, 600)),
        ("G", 0, (500, 500)),
        ("G", 1, (500, 200)),
        ("H", 1, (500, 800)),
        ("N", 0, (350, 350)),
        ("R", 0, (500, 400)),
        ("V", 0, (350, 650)),
        ("W", 0, (800, 500)),
        ("X", 0, (500, 200)),
        ("X", 4, (275, 275)),
    ],
)
def test_CAT_PHYS_2_some_places_of_the_base_game(letter: str, number: int, at: Point) -> None:
    assert anchor(TILE[letter].segments[number], 0) == at


@pytest.mark.parametrize(("rotation", "at"), [(0, (500, 200)), (1, (800, 500)), (2, (500, 800)), (3, (200, 500))])
def test_CAT_PHYS_2_places_turn_clockwise_with_the_tile(rotation: int, at: Point) -> None:
    assert anchor(TILE["E"].segments[0], rotation) == at


def test_CAT_PHYS_2_an_enclosed_field_is_stood_on_in_the_middle() -> None:
    assert anchor(Segment("field"), 0) == (500, 500)
    for kind in ("monastery", "garden", "shrine"):
        assert anchor(Segment(kind, surrounded=True), 3) == (500, 500)


@given(st.integers(0, 999), st.integers(0, 999), st.integers(0, 3))
def test_CAT_PHYS_2_a_place_of_its_own_turns_with_the_tile(x: int, y: int, rotation: int) -> None:
    segment = Segment("city", (0, 1, 2), anchor=(x, y))
    places = [(x, y), (1000 - y, x), (1000 - x, 1000 - y), (y, 1000 - x)]
    assert anchor(segment, rotation) == places[rotation]


def test_CAT_PHYS_2_every_place_is_on_its_tile() -> None:
    for tile, segment in SEGMENTS:
        for rotation in range(4):
            x, y = anchor(segment, rotation)
            assert 0 <= x <= 1000, tile
            assert 0 <= y <= 1000, tile


@pytest.mark.parametrize(
    ("rank", "beside"),
    [
        (0, (0, 0)),
        (1, (140, 0)),
        (2, (-140, 0)),
        (3, (0, 140)),
        (4, (0, -140)),
        (5, (0, 0)),
        (6, (140, 0)),
        (9, (0, -140)),
    ],
)
@pytest.mark.parametrize("rotation", range(4))
def test_CAT_PHYS_2_later_pieces_stand_beside_the_first(rank: int, beside: Point, rotation: int) -> None:
    """How far is not turned with the tile."""
    board = Board(Catalogue(BASE.tiles, ()))
    number = board.place(board.catalogue.number[TILE["E"].id], rotation, cell_at(-3, 7))
    x, y = anchor(TILE["E"].segments[0], rotation)
    at = centre(board, board.first[number], rank)
    assert at == (-3000 + x + beside[0], 7000 + y + beside[1])


def test_CAT_PHYS_1_places_on_the_whole_plane() -> None:
    board = Board(Catalogue(BASE.tiles, ()))
    for letter, x, y in (("B", 0, 0), ("E", 1, 0), ("B", -1, -1)):
        board.place(board.catalogue.number[TILE[letter].id], 0, cell_at(x, y))
    assert [centre(board, segment) for segment in range(6)] == [
        (500, 500),
        (500, 500),
        (1500, 200),
        (1500, 600),
        (-500, -500),
        (-500, -500),
    ]
