"""Batches: many games with the same rules, simulated together."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from typing import Final

import numpy as np
import numpy.typing as npt

from bastide.errors import BastideError
from bastide.fast import entry_points
from bastide.fast.conversion import from_state, to_state
from bastide.fast.expansions.catapult import GIVEN
from bastide.fast.layout import GAME_DTYPE, MAX_ACTIONS, OVER
from bastide.fast.rule_tables import Array, tables_of
from bastide.fast.steps import FAIR_SCATTER
from bastide.rules import engine, model
from bastide.rules.model import Action
from bastide.rules.ruleset import Ruleset
from bastide.rules.state import State

Flags = npt.NDArray[np.bool_]
Scores = npt.NDArray[np.int32]
Actions = npt.NDArray[np.int64]
NO_ACTION: Final = -1
INT64_MAX: Final = (1 << 63) - 1
CHUNK: Final = 64
"""The number of games or playouts per task of the thread pool."""


class Batch:
    """Independent games with the same rules and number of players. Actions are those of the engine.

    Results depend only on the seed, not on the number of threads.

    >>> from bastide import make_rules
    >>> batch = Batch(make_rules("first"), games=100, players=2, seed=1)
    >>> batch.play_out().shape
    (100, 2)
    """

    def __init__(self, rules: Ruleset, games: int, players: int = 2, seed: int = 0) -> None:
        self.rules: Final = rules
        self.players: Final = players
        self.tables: Final = tables_of(rules)
        """The tables of the rules: one record, see `layout.RuleTables`."""
        self.games = np.zeros(games, GAME_DTYPE)
        """One record per game, see `layout.GameRecord`."""
        self._start: Final = np.zeros(1, GAME_DTYPE)
        from_state(engine.start(rules, players), self._start)
        self.reset(seed)

    def __getstate__(self) -> dict[str, object]:
        """Return what is copied or pickled: all but the tables, which hold an address of this process."""
        return {name: value for name, value in vars(self).items() if name != "tables"}

    def __setstate__(self, state: Mapping[str, object]) -> None:
        vars(self).update(state)
        vars(self)["tables"] = tables_of(self.rules)

    @classmethod
    def from_engine(cls, states: Sequence[State], seed: int = 0) -> Batch:
        """Return a batch of games that continue states of the engine, all with the same rules and number of players."""
        batch = cls(states[0].rules, len(states), states[0].players, seed)
        for number, state in enumerate(states):
            batch.put(number, state)
        return batch

    def reset(self, seed: int = 0) -> None:
        """Reset and seed all games."""
        entry_points.reset(self._start, self.games, _truncated(seed))

    def copy(self) -> Batch:
        """Return an independent copy, including the states of the generators."""
        new = copy(self)
        new.games = self.games.copy()
        return new

    def __len__(self) -> int:
        return len(self.games)

    def _one(self, number: int) -> Array:
        """Return a view of one game as an array. Raises IndexError, since compiled functions do not check bounds."""
        at = range(len(self))[number]
        return self.games[at : at + 1]

    def actor(self, number: int) -> int:
        """Return the seat to act, or CHANCE for a draw, or OVER."""
        game = self.games[number]
        if game["phase"] == OVER:
            return model.OVER
        if self.tables["is_draw"][0, game["phase"]]:
            return model.CHANCE
        return int(game["seat"] if self.tables["plain"][0] else game["asked"])

    def legal(self, number: int) -> list[Action]:
        """Return the legal actions of a game, none if it is over."""
        if self.games[number]["phase"] == FAIR_SCATTER:
            return self.to_engine(number).legal
        actions, counts = _list_actions(self.tables, self._one(number))
        legal: list[Action] = actions[0, : counts[0]].tolist()
        return legal

    def apply(self, number: int, action: Action) -> None:
        """Apply an action and advance to the next decision. Raises IllegalAction and then changes nothing."""
        if self.games[number]["phase"] == FAIR_SCATTER:
            self._throw(number, action)
            return
        game = self._one(number)
        actions = np.array([_action(action)], dtype=np.int64)
        if actions[0] == NO_ACTION or entry_points.find_illegal(self.tables, game, actions) >= 0:
            raise engine.illegal(self.to_engine(number), action)
        entry_points.apply_actions(self.tables, game, actions)

    def _throw(self, number: int, action: Action) -> None:
        """Apply an action with the numbers of a throw, which do not fit an int64."""
        state = self.to_engine(number)
        if not engine.is_legal(state, action):
            raise engine.illegal(state, action)
        kind, game = self.rules.kind_of(action), self._one(number)
        game["scatter"][0] = kind.unpack(action)
        actions = np.array([self.rules.code[kind.name] | GIVEN], dtype=np.int64)
        entry_points.apply_actions(self.tables, game, actions)

    def to_engine(self, number: int) -> State:
        """Return a game as a state of the engine."""
        return to_state(self.rules, self._one(number))

    def put(self, number: int, state: State) -> None:
        """Replace a game by a state of the engine, keeping its generator."""
        if state.rules is not self.rules or state.players != self.players:
            raise BastideError("fast_other_game")
        from_state(state, self._one(number))

    def copy_game(self, number: int, into: int) -> None:
        """Copy a game into another, including the state of its generator."""
        if self._one(number).ctypes.data != self._one(into).ctypes.data:
            entry_points.copy_one(self._one(number), self._one(into))

    def playouts(self, number: int, times: int, seed: int = 0, threads: int | None = None) -> Scores:
        """Play random playouts of a game, which is not changed, and return their scores, a row per playout."""
        start = self._one(number)
        scores = np.zeros((times, self.players), dtype=np.int32)

        def play(first: int, last: int) -> None:
            entry_points.playouts(
                self.tables, start, np.zeros(1, GAME_DTYPE), _truncated(seed), first, scores[first:last]
            )

        _in_chunks(play, times, threads)
        return scores

    @property
    def scores(self) -> Scores:
        """The scores of all games, a row per game: a view, which later actions change."""
        scores: Scores = self.games["score"][:, : self.players]
        return scores

    @property
    def over(self) -> Flags:
        """Whether each game is over."""
        over: Flags = self.games["phase"] == OVER
        return over

    def legal_all(self) -> tuple[Actions, Actions]:
        """Return the legal actions of all games, a row per game padded with -1, and their numbers."""
        return _list_actions(self.tables, self.games)

    def random_actions(self) -> Actions:
        """Return a random action for every game, -1 for games that are over.

        Draws are sampled by their probabilities, other actions uniformly. For a throw it is the bare action, for which
        `apply_all` draws the numbers.
        """
        actions = np.empty(len(self), dtype=np.int64)
        entry_points.sample_actions(self.tables, self.games, actions)
        return actions

    def apply_all(self, actions: Sequence[Action] | Actions) -> None:
        """Apply an action in every game; -1 means no action. Raises IllegalAction and then changes nothing."""
        row = np.ascontiguousarray(actions, dtype=np.int64)
        if row.shape != (len(self),):
            raise BastideError("fast_actions", count=len(self))
        illegal = entry_points.find_illegal(self.tables, self.games, row)
        if illegal >= 0:
            raise engine.illegal(self.to_engine(illegal), int(row[illegal]))
        entry_points.apply_actions(self.tables, self.games, row)

    def play_out(self, threads: int | None = None) -> Scores:
        """Play all games at random to their ends and return the scores, a row per game."""

        def play(first: int, last: int) -> None:
            entry_points.play_to_end(self.tables, self.games[first:last])

        _in_chunks(play, len(self), threads)
        return self.scores.copy()


def _truncated(seed: int) -> int:
    """Return a seed truncated to a non-negative int64."""
    return int(seed) & INT64_MAX


def _action(action: Action) -> int:
    """Return an action, or NO_ACTION if it does not fit an int64."""
    return action if 0 <= action <= INT64_MAX else NO_ACTION


def _list_actions(tables: Array, games: Array) -> tuple[Actions, Actions]:
    actions = np.full((len(games), MAX_ACTIONS), NO_ACTION, dtype=np.int64)
    counts = np.empty(len(games), dtype=np.int64)
    entry_points.list_actions(tables, games, actions, counts)
    return actions, counts


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _in_chunks(work: Callable[[int, int], None], count: int, threads: int | None) -> None:
    """Process a range of numbers in chunks on a thread pool, by default with one thread per core."""
    if threads == 1:
        work(0, count)
        return
    chunks = [(first, min(first + CHUNK, count)) for first in range(0, count, CHUNK)]
    with ThreadPoolExecutor(max_workers=threads or cores()) as pool:
        list(pool.map(lambda chunk: work(*chunk), chunks))
