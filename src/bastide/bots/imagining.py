"""From what a seat sees to a whole state: what is hidden is imagined, each time anew.

Bots are given views and nothing else. To try things out they need a state, and this makes one that looks exactly like
the view; hands of others are drawn from the tiles nobody has seen, other secrets are as they were at the start.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random

from bastide.bots.interface import Budget
from bastide.errors import BastideError
from bastide.games import GameRules
from bastide.kernel.geometry import cell_at
from bastide.rules.actions import to_json
from bastide.rules.engine import settle
from bastide.rules.model import NOBODY, Action, Json
from bastide.rules.pieces import put
from bastide.rules.scoring import completed_by_last_tile
from bastide.rules.state import HAND_SLOTS, NO_TILE, State
from bastide.wire.views import View

Rows = Sequence[Mapping[str, Json]]


class Imagining(ABC):
    """A bot that looks at a state it imagines, and picks one of its options."""

    def __init__(self, rules: GameRules, generator: Random) -> None:
        self.rules = rules
        self.generator = generator

    def choose(self, view: View, options: Rows, budget: Budget) -> int:
        """Return the number of one of the options. Raises BastideError if they are not those of the view."""
        if len(options) == 1:
            return 0
        began = time.perf_counter()
        state = imagine(self.rules, view, self.generator)
        picked = to_json(self.rules, self.pick(state, budget, began))
        if picked not in options:
            raise BastideError("bot_options")
        return list(options).index(picked)

    @abstractmethod
    def pick(self, state: State, budget: Budget, began: float) -> Action:
        """Return one of the options of a state, of which there are several; thinking began at a time."""


def imagine(rules: GameRules, view: View, generator: Random) -> State:
    """Return a state of which a seat would see just this view."""
    state = State(rules, len(view["scores"]))
    state.score = list(view["scores"])
    state.seat, state.turn, state.part = view["on_turn"], view["turn"], view["part"]
    state.tile = _number(state, view["tile"])
    _lay(state, view)
    _set_pieces(state, view)
    _fill_hands(state, view, generator)
    _fill_columns(state, view)
    state.completed = completed_by_last_tile(state)
    state.pc = rules.at.get(view["step"], len(rules.program))
    settle(state, arrived=False)
    return state


def _number(state: State, tile: str | None) -> int:
    return NO_TILE if tile is None else state.rules.catalogue.number[tile]


def _lay(state: State, view: View) -> None:
    for laid in view["board"]:
        x, y = laid["cell"]
        state.board.place(_number(state, laid["tile"]), laid["rotation"], cell_at(x, y))


def _set_pieces(state: State, view: View) -> None:
    board, rules = state.board, state.rules
    for piece in view["pieces"]:
        x, y = piece["cell"]
        segment = board.segment(cell_at(x, y), piece["segment"])
        seat = NOBODY if piece["seat"] is None else piece["seat"]
        put(state, seat, rules.piece_number[piece["piece"]], segment, piece["guest"])
    state.supply = [supply[piece.name] for supply in view["supply"] for piece in rules.pieces]


def _fill_hands(state: State, view: View, generator: Random) -> None:
    """Own tiles are known; those of others, and the bag, are made of what nobody has seen."""
    state.bag = [view["unseen"].get(tile.id, 0) for tile in state.rules.catalogue.tiles]
    own = view["hand"]
    for seat, size in enumerate(view["hand_sizes"]):
        if own is not None and seat == view["seat"]:
            hand = [_number(state, tile) for tile in own]
        else:
            hand = [_take(state, generator) for _ in range(size)] + [NO_TILE] * (HAND_SLOTS - size)
        state.hand[seat * HAND_SLOTS : (seat + 1) * HAND_SLOTS] = hand
    state.left = view["left"]
    state.buried = sum(state.bag) - state.left


def _take(state: State, generator: Random) -> int:
    """Take a tile that somebody may hold out of the bag: one of the last stage, since the others are never held."""
    tiles = state.rules.stages[-1]
    tile = generator.choices(tiles, [state.bag[tile] for tile in tiles])[0]
    state.bag[tile] -= 1
    return tile


def _fill_columns(state: State, view: View) -> None:
    for column in state.rules.columns:
        size = len(column.initial)
        state.ext[column.name] = [
            column.initial[place % size] if number is None else number
            for place, number in enumerate(view["columns"][column.name])
        ]
