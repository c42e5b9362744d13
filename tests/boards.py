"""Text boards for tests: positions as in docs/notation.md, with colours for seats."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bastide.errors import IllegalAction
from bastide.games import GameRules, make_rules, parse_rules
from bastide.kernel.geometry import cell_at
from bastide.play.notation import action_text, parse_action
from bastide.play.position import parse_position
from bastide.rules import engine
from bastide.rules.model import KIND_MASK
from bastide.rules.pieces import in_supply
from bastide.rules.state import State

COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "pink")
RED, BLUE, GREEN, YELLOW, BLACK = range(5)


def board(text: str, rules: str | GameRules | None = None, players: int = 5) -> State:
    """Return the state of a text board, on which colours stand for seats: ``E(0,0) FCFF +red:city ; to blue``."""
    for seat, colour in enumerate(COLOURS, start=1):
        text = re.sub(rf"\+{colour}:", f"+{seat}:", text)
        text = re.sub(rf"\bto {colour}\b", f"to {seat}", text)
    if "players" not in text:
        text += f" ; players {players}"
    return parse_position(text, parse_rules(rules) if isinstance(rules, str) else rules)


def play(state: State, line: str) -> State:
    """Play tokens in a state, in place: ``A(1,0)/FFFR +field`` places the drawn tile and a follower.

    A tile written before its cell is put into the drawer's hand, whatever the bag would have given.
    """
    for word in line.split():
        glued = re.fullmatch(r"([A-Za-z0-9][\w-]*)(\(.*)", word)
        if glued:
            draw(state, glued[1])
        engine.apply(state, parse_action(state, glued[2] if glued else word))
    return state


def draw(state: State, tile: str) -> State:
    """Draw a tile, in place; if the bag has none left, one is added, as worked examples may use more than the box."""
    from bastide.play.notation import find_tile

    number = find_tile(state.rules, tile)
    if not state.bag[number]:
        state.bag[number] += 1
        state.left += 1
        engine.settle(state, arrived=False)
    engine.apply(state, state.rules.pack("draw", number))
    return state


def choices(state: State) -> set[str]:
    """Return the tokens of all legal actions."""
    return {action_text(state, action) for action in engine.options(state)}


def placements(state: State, tile: str) -> set[str]:
    """Return the cells and rotations where a tile could be laid now, as tokens."""
    new = state.copy()
    return choices(draw(new, tile))


def refusal(state: State, line: str) -> str:
    """Return why tokens may not be played, as the id of the message; empty if they may. The state is not changed."""
    try:
        play(state.copy(), line)
    except IllegalAction as error:
        return error.message
    return ""


def finish(state: State) -> list[int]:
    """End the game at once and return what every seat gains in the final scoring."""
    new = state.copy()
    before = list(new.score)
    new.pc = new.rules.final_start
    engine.settle(new, arrived=True)
    return [after - then for after, then in zip(new.score, before, strict=True)]


def followers(state: State) -> list[int]:
    """Return every seat's followers in supply."""
    return [in_supply(state, seat, state.rules.piece_number["follower"]) for seat in range(state.players)]


def each(default: int = 0, **others: int) -> list[int]:
    """Return a number for each of five seats, the same for all but the colours named: ``each(7, red=6)``."""
    assert others.keys() <= set(COLOURS[:5])
    return [others.get(colour, default) for colour in COLOURS[:5]]


def legal_kinds(state: State) -> set[str]:
    """Return the names of the kinds of action that are options now."""
    return {state.rules.kinds[action & KIND_MASK].name for action in state.legal}


def feature_at(state: State, x: int, y: int, spot: str) -> int:
    """Return the feature of a segment, named as in the notation."""
    from bastide.play.notation import read_spot

    number = state.board.tile_at[cell_at(x, y)]
    local = read_spot(state.board.tile(number), state.board.rotation(number), spot)
    return state.board.features.root[state.board.first[number] + local]


def scores(state: State, *seats: int) -> list[int]:
    """Return the points of some seats."""
    return [state.score[seat] for seat in seats]


EDITIONS: Sequence[str] = ("first", "second", "bigbox2014", "anniversary")


def rules(text: str = "bigbox2014") -> GameRules:
    """Return rules from their line of text."""
    return parse_rules(text) if text else make_rules()
