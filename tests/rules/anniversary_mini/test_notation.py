"""Arrows in the notation of actions, positions and games."""

from __future__ import annotations

import json
import pickle

import pytest

from bastide import action_text, parse_action, parse_game
from bastide.play.position import parse_position, position_text
from bastide.play.view import view
from bastide.rules import engine
from bastide.rules.actions import from_json, to_json
from bastide.rules.state import State
from tests.boards import RED, choices, draw, play, refusal
from tests.rules.anniversary_mini.arrows import AGAIN, MEADOW, PAIR, REMOTE, RULES, SET_OFF, TILES, arrows, turns

FACING = f"{AGAIN}(0,0)/{turns(AGAIN, 1)}, E(9,0) +red:city, E(9,9)"
BETWEEN = f"{REMOTE}(1,0)/{turns(REMOTE, 3)}"


def moments() -> list[State]:
    """Return moments at which an arrow is to be chosen, and at which each of the symbols works."""
    found = [play(arrows(FACING), BETWEEN)]
    found += [play(arrows(f"E(9,0) +red:city, E(9,9), {MEADOW}"), tile) for tile in SET_OFF.values()]
    found.append(play(arrows(MEADOW), f"{SET_OFF['again']} -"))
    return found


@pytest.mark.parametrize("moment", range(5))
def test_every_action_is_read_back(moment: int) -> None:
    """ANNIV-ARROW-4, ANNIV-PAIR-1, ANNIV-REMOTE-1: as a token and as plain data."""
    state = moments()[moment]
    for action in engine.options(state):
        assert parse_action(state, action_text(state, action)) == action
        data = json.loads(json.dumps(to_json(state.rules, action)))
        assert from_json(state.rules, data) == action


@pytest.mark.parametrize("moment", range(5))
def test_every_moment_is_read_back(moment: int) -> None:
    """ANNIV-ARROW-9, ANNIV-AGAIN-1: what works now and what has been earned are part of a position."""
    state = moments()[moment]
    again = parse_position(position_text(state))
    assert (again.key(), again.legal) == (state.key(), state.legal)
    assert pickle.loads(pickle.dumps(state)).key() == state.key()


def test_an_arrow_is_chosen_by_the_cell_of_its_tile() -> None:
    state = play(arrows(FACING), BETWEEN)
    assert choices(state) == {"activate:(0,0)", "activate:(1,0)"}
    assert to_json(state.rules, parse_action(state, "activate:(0,0)")) == {"do": "activate", "cell": [0, 0]}
    assert refusal(state, "activate:(9,0)") == "not_an_option"
    quiet = play(arrows(MEADOW), SET_OFF["pair"])
    assert refusal(quiet, "activate:(51,50)") == "wrong_moment"


@pytest.mark.parametrize("turn", range(4))
def test_all_rotations_of_a_symmetric_tile_are_told_apart(turn: int) -> None:
    """ANNIV-ARROW-1: its arrow makes them different."""
    state = draw(arrows("B(0,0)"), PAIR)
    token = f"(1,0)/{turn}" if turn else "(1,0)"
    action = parse_action(state, token)
    assert action_text(state, action) == token
    assert to_json(state.rules, action) == {"do": "place", "rotation": turn, "cell": [1, 0]}
    engine.apply(state, action)
    again = parse_position(position_text(state))
    assert [again.board.rotation(number) for number in range(2)] == [0, turn]
    assert again.legal == state.legal


def test_a_view_shows_what_works() -> None:
    columns = view(play(arrows(f"E(9,9), {MEADOW}"), SET_OFF["remote"]), RED)["columns"]
    assert isinstance(columns, dict)
    assert columns["arrow.active"] == [2]


@pytest.mark.parametrize("tile", TILES)
def test_a_tile_and_its_cell_are_written_together(tile: str) -> None:
    """As docs/notation.md says of every tile."""
    city = "C" if "city" in TILES[tile].edges else "X" if "road" in TILES[tile].edges else "B"
    first = next(iter(sorted(choices(draw(arrows(f"{city}(0,0)"), tile)))))
    game = parse_game(f"rules {RULES}\nseats Red, Blue\nposition {city}(0,0)\n1. {tile}{first}")
    assert game.state.board.tile(1).id == tile
