"""Where the source of a river lies against the board of the wheel."""

from __future__ import annotations

import pytest

from bastide import Game, Seeded
from bastide.errors import BadRules
from bastide.expansions.wheel_of_fortune import SOURCE, SOURCES
from bastide.games import parse_rules
from bastide.kernel.geometry import STEPS, Cell, cell_at, xy
from bastide.play.position import parse_position, position_text
from bastide.play.record import from_record, to_record
from bastide.rules.engine import start
from bastide.rules.state import State
from bastide.tiles import load
from tests.boards import placements

WOF = "bigbox2014 expansions=wheel_of_fortune,"
BOARD = 16
NAMES = {"n": 0, "e": 1, "s": 2, "w": 3}


def source_at(river: str, spot: str) -> State:
    return start(parse_rules(f"{WOF}{river} source={spot}"), 2)


def beside_board() -> dict[str, tuple[Cell, int, str]]:
    """Return all cells along the sides of the board: where each is, its side of the board, and what that side shows."""
    state = start(parse_rules(WOF.removesuffix(",")), 2)
    found = {}
    for name, side in NAMES.items():
        for number in range(4):
            x, y = ((number, 0), (3, number), (number, 3), (0, number))[side]
            edge = state.board.tile(state.board.tile_at[cell_at(x, y)]).edges[side]
            found[f"{name}{number + 1}"] = cell_at(x, y) + STEPS[side], side, edge
    return found


def faced(state: State) -> set[Cell]:
    """Return the cells that the water of the source runs to, beyond the source and the board."""
    board, found = state.board, set[Cell]()
    for number in range(BOARD, len(board.cell)):
        edges = board.tile(number).edges
        found |= {
            board.cell[number] + STEPS[(side + board.rotation(number)) % 4]
            for side in range(4)
            if edges[side] == "river"
        }
    return found - board.tile_at.keys()


@pytest.mark.parametrize("river", ["river", "river_2"])
def test_RIV_WHEEL_2_the_source_may_lie_at_every_field_of_the_board(river: str) -> None:
    """RIV-WHEEL-1, RIV2-INT-7: field meets field, and the water flows away from the board."""
    fields = {spot for spot, (_, _, edge) in beside_board().items() if edge == "field"}
    assert fields == set(SOURCES)
    for spot in fields:
        cell, side, _ = beside_board()[spot]
        state = source_at(river, spot)
        assert state.board.cell[BOARD:] == [cell]
        assert faced(state) == {cell + STEPS[side]}
        edges = state.board.tile(BOARD).edges
        assert edges[(side + 2 - state.board.rotation(BOARD)) % 4] == "field"
        ahead = xy(cell + STEPS[side])
        first = "R1-FWFW-sheep" if river == "river" else "R2-WWFW-fork"
        assert {token.partition("/")[0] for token in placements(state, first)} == {f"({ahead[0]},{ahead[1]})"}


def test_RIV_WHEEL_2_by_default_the_source_flows_east_from_the_second_row() -> None:
    assert parse_rules(f"{WOF}river").options["source"] == "e2"
    assert xy(source_at("river", "e2").board.cell[-1]) == (4, 1)
    assert source_at("river", "e2").board.laid == start(parse_rules(f"{WOF}river"), 2).board.laid


def test_RIV20_INT_4_the_double_source_has_one_spot() -> None:
    """One half touches the board at a field, and in front of each end a lake would fit: so both arms can be ended."""
    along = beside_board()
    at = {cell: edge for cell, _, edge in along.values()}
    found = set()
    for spot, (cell, side, edge) in along.items():
        for direction in ((side + 1) % 4, (side + 3) % 4):
            other = cell + STEPS[direction]
            ends = [cell - STEPS[direction], other + STEPS[direction]]
            if edge == "field" and other not in at and all(at.get(end, "field") == "field" for end in ends):
                found.add(spot)
    assert found == {"s4"}
    assert SOURCE.possible(["wheel_of_fortune", "river_20"]) == ("s4",)
    state = start(parse_rules("anniversary expansions=river_20,wheel_of_fortune"), 2)
    assert state.rules.options["source"] == "s4"
    assert [xy(cell) for cell in state.board.cell[BOARD:]] == [(3, 4), (4, 4)]
    assert {xy(cell) for cell in faced(state)} == {(2, 4), (5, 4)}


@pytest.mark.parametrize(
    ("rules", "message", "words"),
    [
        (f"{WOF}river source=n1", "option_value", "choose among e2, n2"),
        (f"{WOF}river_2 source=s2", "option_value", "choose among e2, n2"),
        (f"{WOF}river_20 source=e2", "option_value", "choose among s4"),
        (f"{WOF}cult source=e2", "option_idle", "river, river_2, river_20"),
        ("bigbox2014 expansions=river source=e2", "option_absent", "wheel_of_fortune"),
    ],
)
def test_RIV_WHEEL_2_other_spots_are_refused_with_those_that_are_possible(rules: str, message: str, words: str) -> None:
    with pytest.raises(BadRules, match=words) as refused:
        parse_rules(rules)
    assert refused.value.message == message


def test_RIV_WHEEL_2_the_spot_is_part_of_the_rules_of_positions_and_records() -> None:
    rules = parse_rules(f"{WOF}river source=w3")
    assert parse_rules(str(rules.choice)) is rules
    state = start(rules, 2)
    assert "source=w3" in position_text(state)
    assert parse_position(position_text(state)).key() == state.key()
    game = Game(rules, seats=["Red", "Blue"], dealer=Seeded(3))
    game.play(game.options()[0])
    again = from_record(to_record(game))
    assert again.rules is rules
    assert again.state.key() == game.state.key()


def test_the_tile_file_names_every_spot_that_can_be_chosen() -> None:
    beside = load("wheel_of_fortune").beside
    assert beside[""].keys() == set(SOURCES)
    assert [tuple(spots) for other, spots in SOURCE.beside if other == "river_20"] == [tuple(beside["river_20"])]
    assert SOURCE.default == SOURCES[0]
