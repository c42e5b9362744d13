"""Where pieces stand on a tile (CAT-PHYS-2), on every tile there is and however it is turned."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.kernel.anchors import anchor, centre
from bastide.kernel.board import Board
from bastide.kernel.catalogue import Catalogue
from bastide.kernel.geometry import PORT_NAMES, Point, cell_at, turned
from bastide.kernel.tile import Block, Segment, Tile
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


STOOD_ON = (
    *("city", "road", "field", "monastery", "garden", "shrine", "crown", "district"),
    *("rail", "mountain", "town", "prairie"),
)
SEGMENTS = [(tile.id, segment) for tile in every_tile() for segment in tile.segments if segment.kind in STOOD_ON]


def bare(segment: Segment) -> Segment:
    """Return a segment as if its tile file did not say where pieces stand."""
    return replace(segment, anchor=None)


def turned_point(point: Point, rotation: int) -> Point:
    """Return a point of a tile, or of a cell far from it, after so many quarter turns about the middle of the tile."""
    x, y = point
    return [(x, y), (1000 - y, x), (1000 - x, 1000 - y), (y, 1000 - x)][rotation]


def expected(kind: str, ports: list[str]) -> Point:
    """Return where a piece stands by the rule's own formula: six tenths of the way to the middle of what is reached."""
    if kind in ("field", "prairie"):
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
    for tile, segment in SEGMENTS:
        ports = [PORT_NAMES[turned(port, rotation)] for port in segment.ports]
        assert anchor(bare(segment), rotation) == expected(segment.kind, ports), (tile, segment.kind)
    assert len(SEGMENTS) > 1000


@pytest.mark.parametrize("rotation", range(4))
def test_CAT_PHYS_2_a_place_in_the_tile_file_is_used_as_it_is_and_turns_with_the_tile(rotation: int) -> None:
    other_than_the_formula = 0
    for tile, segment in SEGMENTS:
        assert segment.anchor is not None, f"{tile}: where does a piece stand on its {segment.kind}?"
        assert anchor(segment, rotation) == turned_point(segment.anchor, rotation), (tile, segment.kind)
        other_than_the_formula += anchor(segment, rotation) != anchor(bare(segment), rotation)
    assert other_than_the_formula > 900


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
def test_CAT_PHYS_2_some_places_of_the_base_game_by_the_formula(letter: str, number: int, at: Point) -> None:
    """Where a piece would stand if the tile file did not say it."""
    assert anchor(bare(TILE[letter].segments[number]), 0) == at


@pytest.mark.parametrize(("rotation", "at"), [(0, (500, 200)), (1, (800, 500)), (2, (500, 800)), (3, (200, 500))])
def test_CAT_PHYS_2_places_turn_clockwise_with_the_tile(rotation: int, at: Point) -> None:
    cap = TILE["E"].segments[0]
    assert anchor(bare(cap), rotation) == at
    x, y = anchor(cap, rotation)
    assert abs(x - at[0]) < 200 > abs(y - at[1]), "on the same side of the tile as by the formula"


def test_CAT_PHYS_2_an_enclosed_field_is_stood_on_in_the_middle() -> None:
    assert anchor(Segment("field"), 0) == (500, 500)
    for kind in ("monastery", "garden", "shrine"):
        assert anchor(Segment(kind, surrounded=True), 3) == (500, 500)


@given(st.integers(0, 999), st.integers(0, 999), st.integers(0, 3))
def test_CAT_PHYS_2_a_place_of_its_own_turns_with_the_tile(x: int, y: int, rotation: int) -> None:
    assert anchor(Segment("city", (0, 1, 2), anchor=(x, y)), rotation) == turned_point((x, y), rotation)


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
    monastery, meadow = (anchor(segment, 0) for segment in TILE["B"].segments)
    city, field = (anchor(segment, 0) for segment in TILE["E"].segments)
    assert monastery == (500, 500)
    assert [centre(board, segment) for segment in range(6)] == [
        (500, 500),
        meadow,
        (1000 + city[0], city[1]),
        (1000 + field[0], field[1]),
        (-500, -500),
        (meadow[0] - 1000, meadow[1] - 1000),
    ]


def blocks() -> dict[str, Block]:
    """Return the boards of several cells, by the names of their sets."""
    found = {name: load(name).block for name in available()}
    return {name: block for name, block in found.items() if block is not None}


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("name", blocks())
def test_CAT_PHYS_2_pieces_on_a_board_of_several_cells_keep_their_places_when_it_is_turned(
    name: str, turns: int
) -> None:
    """The block is turned as a whole about the middle of its own first cell, and all that stands on it with it."""
    block = blocks()[name]
    straight, board = (Board(Catalogue([tile for _, _, tile in block.parts], ())) for _ in range(2))
    straight.lay_block(block, cell_at(0, 0))
    board.lay_block(block, cell_at(-5, 3), turns)
    assert len(board.laid) == len(block.parts) > 1
    for segment in range(len(board.features.root)):
        x, y = turned_point(centre(straight, segment), turns)
        assert centre(board, segment) == (x - 5000, y + 3000), board.tile(board.tile_of(segment)).id
