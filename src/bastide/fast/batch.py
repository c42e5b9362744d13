"""The batch simulator: many games of the same rules, simulated together."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from typing import Final

import numpy as np
import numpy.typing as npt

from bastide.errors import BastideError
from bastide.fast import entry_points
from bastide.fast.conversion import from_state, to_state
from bastide.fast.layout import DRAW, GAME_DTYPE, MOST_ACTIONS, OVER
from bastide.fast.rule_tables import Array, tables_of
from bastide.rules import engine, model
from bastide.rules.model import Action
from bastide.rules.ruleset import Ruleset
from bastide.rules.state import State

Flags = npt.NDArray[np.bool_]
Scores = npt.NDArray[np.int32]
Actions = npt.NDArray[np.int64]
NO_ACTION: Final = -1
CHUNK: Final = 64
"""The number of games that a thread takes at a time."""


class Batch:
    """Games with the same rules and number of players, each in a phase of its own. Actions are the engine's.

    Results depend on the seed only, not on the number of threads.

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

    @classmethod
    def from_engine(cls, states: Sequence[State], seed: int = 0) -> Batch:
        """Return a batch of games that continue states; all states must have the same rules."""
        batch = cls(states[0].rules, len(states), states[0].players, seed)
        for number, state in enumerate(states):
            batch.put(number, state)
        return batch

    def reset(self, seed: int = 0) -> None:
        """Reset all games."""
        entry_points.reset(self._start, self.games, _bits(seed), 0)

    def copy(self) -> Batch:
        """Return an independent copy, including the generators."""
        new = copy(self)
        new.games = self.games.copy()
        return new

    def __len__(self) -> int:
        return len(self.games)

    def _only(self, number: int) -> Array:
        """Return a game as an array of one record. The number is checked, since compiled functions do not."""
        at = range(len(self))[number]
        return self.games[at : at + 1]

    # One game

    def actor(self, number: int) -> int:
        """Return the seat to act, or CHANCE for a draw, or OVER."""
        game = self.games[number]
        if game["phase"] == OVER:
            return model.OVER
        return model.CHANCE if game["phase"] == DRAW else int(game["seat"])

    def legal(self, number: int) -> list[Action]:
        """Return the legal actions of a game; none when it is over."""
        actions, counts = _legal(self.tables, self._only(number))
        found: list[Action] = actions[0, : counts[0]].tolist()
        return found

    def apply(self, number: int, action: Action) -> None:
        """Apply an action and advance to the next decision. Raises IllegalAction, leaving the game unchanged."""
        game = self._only(number)
        actions = np.array([_action(action)], dtype=np.int64)
        if actions[0] == NO_ACTION or entry_points.find_illegal(self.tables, game, actions) >= 0:
            raise engine.illegal(self.to_engine(number), action)
        entry_points.play(self.tables, game, actions)

    def to_engine(self, number: int) -> State:
        """Return a game as a state of the engine."""
        return to_state(self.rules, self._only(number))

    def put(self, number: int, state: State) -> None:
        """Copy a state of the engine into a game, leaving its generator as it is."""
        if state.rules is not self.rules or state.players != self.players:
            raise BastideError("fast_other_game")
        from_state(state, self._only(number))

    def copy_game(self, number: int, into: int) -> None:
        """Copy a game into another, including its generator."""
        if self._only(number).ctypes.data != self._only(into).ctypes.data:
            entry_points.copy_one(self._only(number), self._only(into))

    def playouts(self, number: int, times: int, seed: int = 0, threads: int | None = None) -> Scores:
        """Play random playouts of a game and return their scores, a row each. The game stays as it is."""
        start = self._only(number)
        scores = np.zeros((times, self.players), dtype=np.int32)

        def play(first: int, last: int) -> None:
            entry_points.playouts(self.tables, start, np.zeros(1, GAME_DTYPE), _bits(seed), first, scores[first:last])

        _in_chunks(play, times, threads)
        return scores

    # All games

    @property
    def scores(self) -> Scores:
        """The scores of all games, a row each: a view that later actions change."""
        scores: Scores = self.games["score"][:, : self.players]
        return scores

    @property
    def over(self) -> Flags:
        """Whether each game is over."""
        over: Flags = self.games["phase"] == OVER
        return over

    def legal_all(self) -> tuple[Actions, Actions]:
        """Return the legal actions of all games, a row each, and the number of actions in each row."""
        return _legal(self.tables, self.games)

    def random_actions(self) -> Actions:
        """Return a random action for every game: draws by their probabilities, choices uniformly.

        Games that are over have -1.
        """
        actions = np.empty(len(self), dtype=np.int64)
        entry_points.choose(self.tables, self.games, actions)
        return actions

    def apply_all(self, actions: Sequence[Action] | Actions) -> None:
        """Apply an action in every game, none where it is -1. Raises IllegalAction, leaving all games unchanged."""
        taken = np.ascontiguousarray(actions, dtype=np.int64)
        if taken.shape != (len(self),):
            raise BastideError("fast_actions", count=len(self))
        wrong = entry_points.find_illegal(self.tables, self.games, taken)
        if wrong >= 0:
            raise engine.illegal(self.to_engine(wrong), int(taken[wrong]))
        entry_points.play(self.tables, self.games, taken)

    def play_out(self, threads: int | None = None) -> Scores:
        """Play all games at random to their ends and return the scores, a row each."""

        def play(first: int, last: int) -> None:
            entry_points.play_to_end(self.tables, self.games[first:last])

        _in_chunks(play, len(self), threads)
        return self.scores.copy()


def _bits(seed: int) -> int:
    """Return a seed truncated to the range of compiled functions."""
    return int(seed) & (1 << 63) - 1


def _action(action: Action) -> int:
    """Return an action, or NO_ACTION if it is out of the range of compiled functions."""
    return action if 0 <= action < 1 << 62 else NO_ACTION


def _legal(tables: Array, games: Array) -> tuple[Actions, Actions]:
    actions = np.full((len(games), MOST_ACTIONS), NO_ACTION, dtype=np.int64)
    counts = np.empty(len(games), dtype=np.int64)
    entry_points.legal(tables, games, actions, counts)
    return actions, counts


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _in_chunks(work: Callable[[int, int], None], count: int, threads: int | None) -> None:
    """Process a range of numbers in chunks on a pool of threads, by default one per core."""
    if threads == 1:
        work(0, count)
        return
    chunks = [(first, min(first + CHUNK, count)) for first in range(0, count, CHUNK)]
    with ThreadPoolExecutor(max_workers=threads or cores()) as pool:
        list(pool.map(lambda chunk: work(*chunk), chunks))
