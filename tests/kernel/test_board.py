"""Boards of a few tiles, joined by hand."""

from dataclasses import replace

import pytest

from bastide.errors import BastideError
from bastide.kernel.board import Board
from bastide.kernel.catalogue import Catalogue, period
from bastide.kernel.features import Column, Merge
from bastide.kernel.geometry import PORT_NAMES, cell_at
from bastide.kernel.tile import INNER, Block, Segment, Tile
from bastide.kernel.twin import disagreements
from bastide.tiles import load

BASE = load("base")
TILE = {tile.letter: tile for tile in BASE.tiles if tile.letter}
COLUMNS = (Column("pennant", Merge.ADD, ("city",)), Column("mark", Merge.OR))


def ports(names: str) -> tuple[int, ...]:
    return tuple(PORT_NAMES.index(name) for name in names.split())


def sides(letters: str) -> tuple[int, ...]:
    return ports(" ".join(f"{side}l {side}m {side}r" for side in letters))


SHARED_CITY = Tile(
    "shared-city",
    ("city", "city", "field", "city"),
    (
        Segment("city", (*ports("Nl"), *sides("W"))),
        Segment("city", (*ports("Nm Nr"), *sides("E"))),
        Segment("field", sides("S"), touches=(0, 1)),
    ),
)
"""Two cities run out to the north side: the seam lies left of the middle."""

SHARED_FIELD = Tile(
    "shared-field",
    ("city", "field", "field", "field"),
    (
        Segment("city", sides("N")),
        Segment("field", (*sides("W"), *ports("Sr")), touches=(0,)),
        Segment("field", (*sides("E"), *ports("Sl")), touches=(0,)),
        Segment("wall", ports("Sm")),
    ),
)
"""A city wedge reaches the middle of the south side and parts the two fields there."""


def make(*extra: Tile) -> Board:
    return Board(Catalogue([*BASE.tiles, *extra], COLUMNS))


def lay(board: Board, tile: Tile | str, x: int, y: int, rotation: int = 0) -> int:
    kind = TILE[tile] if isinstance(tile, str) else tile
    number = board.place(board.catalogue.number[kind.id], rotation, cell_at(x, y))
    assert disagreements(board) == []
    return number


def feature(board: Board, number: int, local: int) -> int:
    return board.features.root[board.first[number] + local]


def kinds_of(board: Board, kind: str) -> set[int]:
    wanted = board.catalogue.kind_number[kind]
    return {root for root in board.features.root if board.features.kind[root] == wanted}


def test_two_caps_make_a_complete_city() -> None:
    board = make()
    a, b = lay(board, "E", 0, 0), lay(board, "E", 0, -1, 2)
    city = feature(board, a, 0)
    assert city == feature(board, b, 0)
    assert board.features.open[city] == 0
    assert board.features.size(city) == 2


def test_a_loop_through_one_tile_counts_the_tile_once() -> None:
    board = make()
    lay(board, "N", 0, -1, 3), lay(board, "N", -1, -1, 2), lay(board, "N", -1, 0, 1)
    last = lay(board, "I", 0, 0)
    city = feature(board, last, 0)
    assert city == feature(board, last, 1)
    assert (board.features.open[city], board.features.size(city), board.features.length[city]) == (0, 4, 5)


def test_columns_add_up_and_unite() -> None:
    marked = Tile(
        "marked",
        TILE["G"].edges,
        tuple(Segment(s.kind, s.ports, s.touches, (("mark", 4),)) for s in TILE["G"].segments),
    )
    board = make(marked)
    lay(board, "F", 0, 0), lay(board, "F", 1, 0)
    last = lay(board, marked, 2, 0)
    assert board["pennant"][feature(board, last, 0)] == 2
    assert board["mark"][feature(board, last, 0)] == 4


def test_a_monastery_counts_the_tiles_around_it_from_both_sides() -> None:
    board = make()
    lay(board, "U", -1, -1)
    monastery = feature(board, lay(board, "B", 0, 0), 0)
    assert (board.features.open[monastery], board.features.size(monastery)) == (7, 2)
    lay(board, "B", 1, 0)
    assert (board.features.open[monastery], board.features.size(monastery)) == (6, 3)
    assert board.surrounded == (monastery,)


def test_wanted_edges_gather_from_all_neighbours() -> None:
    board = make()
    lay(board, "E", 0, 0, 1), lay(board, "B", 0, 1), lay(board, "B", 1, 1)
    number = board.catalogue.number
    assert board.fits(number[TILE["E"].id], cell_at(1, 0)) == (3,)
    assert board.fits(number[TILE["U"].id], cell_at(1, 0)) == ()
    assert board.fits(number[TILE["B"].id], cell_at(5, 5)) == ()
    assert board.clashes(number[TILE["U"].id], 0, cell_at(1, 0)) == [(3, "road", "city")]


@pytest.mark.parametrize(
    ("letter", "turns"), [("B", 1), ("C", 1), ("X", 1), ("U", 2), ("F", 2), ("H", 2), ("A", 4), ("D", 4), ("I", 4)]
)
def test_tiles_that_look_the_same_turned_are_offered_once(letter: str, turns: int) -> None:
    assert period(TILE[letter]) == turns


def test_marks_break_the_symmetry_of_a_tile() -> None:
    one_inn = Tile("inn", TILE["X"].edges, (Segment("road", ports("Nm"), marks=(("inn", 1),)), *TILE["X"].segments[1:]))
    assert period(one_inn) == 4


@pytest.mark.parametrize(("letter", "turns"), [("B", 1), ("X", 1), ("U", 2), ("F", 2), ("D", 4)])
def test_where_pieces_stand_is_no_reason_to_offer_a_rotation(letter: str, turns: int) -> None:
    tile = TILE[letter]
    for places in ((None,), ((500, 500),), ((100, 200), (300, 700), (900, 50))):
        segments = [replace(s, anchor=places[i % len(places)]) for i, s in enumerate(tile.segments)]
        assert period(replace(tile, segments=tuple(segments))) == turns


def test_a_tile_that_points_somewhere_looks_different_in_every_rotation() -> None:
    assert period(replace(TILE["B"], marks=(("arrow", 1),))) == 4


@pytest.mark.parametrize("name", ["count", "river_20", "wheel_of_fortune"])
def test_a_cell_of_a_block_means_something_else_in_every_rotation(name: str) -> None:
    block = load(name).block
    assert block is not None
    assert {period(tile) for _, _, tile in block.parts} == {4}
    plain = Tile("hub", (INNER,) * 4, ())
    assert period(plain) == 4
    assert period(replace(plain, edges=("field",) * 4)) == 1


def test_a_plain_side_joins_both_cities_of_a_shared_side() -> None:
    board = make(SHARED_CITY)
    a = lay(board, SHARED_CITY, 0, 0)
    assert feature(board, a, 0) != feature(board, a, 1)
    lay(board, "E", 0, -1, 2)
    city = feature(board, a, 0)
    assert city == feature(board, a, 1)
    assert (board.features.open[city], board.features.size(city)) == (2, 2)


def test_two_shared_sides_join_all_four_cities() -> None:
    board = make(SHARED_CITY)
    a, b = lay(board, SHARED_CITY, 0, 0), lay(board, SHARED_CITY, 0, -1, 2)
    cities = {feature(board, n, i) for n in (a, b) for i in (0, 1)}
    assert len(cities) == 1
    assert board.features.open[cities.pop()] == 4


def test_a_plain_side_joins_both_fields_of_a_shared_side_and_a_second_one_keeps_them_apart() -> None:
    board = make(SHARED_FIELD)
    a = lay(board, SHARED_FIELD, 0, 0)
    lay(board, "E", 0, 1, 2)
    assert feature(board, a, 1) == feature(board, a, 2)

    board = make(SHARED_FIELD)
    a, b = lay(board, SHARED_FIELD, 0, 0), lay(board, SHARED_FIELD, 0, 1, 2)
    assert feature(board, a, 0) != feature(board, b, 0)
    assert feature(board, a, 1) == feature(board, b, 2) != feature(board, a, 2) == feature(board, b, 1)


def source() -> Block:
    """A river source of two cells, its banks running through the inner side."""
    west = Tile(
        "source-west",
        ("field", INNER, "field", "river"),
        (
            Segment("river", ports("Wm Em")),
            Segment("field", (*sides("N"), *ports("Wr El"))),
            Segment("field", (*sides("S"), *ports("Wl Er"))),
        ),
    )
    east = Tile(
        "source-east",
        ("field", "river", "field", INNER),
        (
            Segment("river", ports("Wm Em")),
            Segment("field", (*sides("N"), *ports("Wr El"))),
            Segment("field", (*sides("S"), *ports("Wl Er"))),
        ),
    )
    return Block(((0, 0, west), (1, 0, east)))


def test_a_block_is_laid_as_several_cells_with_features_running_through() -> None:
    block = source()
    board = make(*(tile for _, _, tile in block.parts))
    board.lay_block(block, cell_at(3, 4))
    assert disagreements(board) == []
    assert len(board.laid) == 2
    (river,) = kinds_of(board, "river")
    assert (board.features.open[river], board.features.size(river)) == (2, 2)
    assert len(kinds_of(board, "field")) == 2
    monastery = feature(board, lay(board, "B", 3, 5), 0)
    assert board.features.size(monastery) == 3


def test_a_block_whose_inner_sides_carry_nothing_closes_them_all_the_same() -> None:
    inner = Tile("wheel-corner", ("city", INNER, INNER, "city"), (Segment("city", (*sides("N"), *sides("W"))),))
    other = Tile("wheel-side", ("field", INNER, INNER, INNER), (Segment("field", sides("N")),))
    block = Block(((0, 0, inner), (1, 0, other)))
    board = make(inner, other)
    board.lay_block(block, cell_at(0, 0))
    lay(board, "E", 0, -1, 2)
    lay(board, "E", -1, 0, 1)
    assert board.features.open[feature(board, 0, 0)] == 0
    assert not any(board.fits(tile, cell_at(0, 1)) for tile in range(len(BASE.tiles)))


def test_a_block_on_a_taken_cell_is_refused_and_changes_nothing() -> None:
    block = source()
    board = make(*(tile for _, _, tile in block.parts))
    lay(board, "B", 1, 0)
    with pytest.raises(BastideError, match="already"):
        board.lay_block(block, cell_at(0, 0))
    assert len(board.laid) == 1


def test_a_copy_goes_its_own_way() -> None:
    board = make()
    lay(board, "B", 0, 0)
    copy = board.copy()
    lay(copy, "E", 0, -1, 0)
    assert len(board.laid) == 1
    assert board.features.size(0) == 1
    assert cell_at(0, -1) in board.wanted
    assert disagreements(board) == []


def test_a_catalogue_refuses_a_tile_listed_twice_and_too_many_edge_types() -> None:
    with pytest.raises(BastideError, match="listed twice"):
        Catalogue([TILE["B"], TILE["B"]])
    many = [Tile(f"t{i}", (f"edge{i}",) * 4, ()) for i in range(8)]
    with pytest.raises(BastideError, match="at most 7"):
        Catalogue(many)


def test_the_twin_sees_a_feature_that_the_engine_got_wrong() -> None:
    board = make()
    lay(board, "U", 0, 0)
    board.features.open[board.features.root[0]] += 1
    assert disagreements(board)
    board.features.open[board.features.root[0]] -= 1
    board.features.tiles[board.features.root[0]] |= 2
    assert disagreements(board)
