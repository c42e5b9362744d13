"""Encodings: the action space and the observation space of a game, and the conversion of states into them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import index
from typing import Final, Literal, get_args

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from bastide.errors import BastideError
from bastide.games import GameRules, parse_rules, presets
from bastide.play.masking import mask
from bastide.rl.actions import ActionEncoder, Mask
from bastide.rl.graph import GraphEncoder
from bastide.rl.planes import INT8_MAX, PlaneEncoder
from bastide.rl.scalars import BOUND, ScalarEncoder
from bastide.rl.window import Window, default_side, safe_side
from bastide.rules.engine import LEAST_PLAYERS, check_players, start
from bastide.rules.model import Seat
from bastide.rules.state import State

Representation = Literal["planes", "graph"]
REPRESENTATIONS: Final[tuple[Representation, ...]] = get_args(Representation)
SAFE: Final = "safe"
"""The window that no game can leave."""
Array = npt.NDArray[np.float32] | npt.NDArray[np.int16] | npt.NDArray[np.int8]
Observation = dict[str, Array]


class Encoding:
    """The encoding for a ruleset, a number of seats, a window and a representation of the board."""

    def __init__(self, rules: GameRules, players: int, window: int, representation: Representation) -> None:
        check_players(rules, players, LEAST_PLAYERS)
        check_choice("representation", representation, REPRESENTATIONS)
        self.rules: Final = rules
        self.players: Final = players
        self.window: Final = Window(window)
        self.representation: Final = representation
        self.actions: Final = ActionEncoder(rules, players, self.window)
        self.table: Final = ScalarEncoder(rules, players)
        self.planes: Final = PlaneEncoder(rules, players, self.window)
        self.graph: Final = GraphEncoder(rules, players, self.window)
        for cell in start(rules, players).board.cell:
            self.window.index(cell)
        self.agents: Final = tuple(f"player_{seat}" for seat in range(players))

    def __reduce__(self) -> tuple[object, tuple[str, int, int, Representation]]:
        """Pickle the encoding as its parameters."""
        return make_encoding, (str(self.rules.choice), self.players, self.window.side, self.representation)

    def __deepcopy__(self, memo: object) -> Encoding:
        """Return the encoding itself, which is immutable."""
        return self

    def observation_space(self) -> spaces.Dict[object]:
        """Return the observation space."""
        table = spaces.Box(-BOUND, BOUND, (self.table.size,), np.float32)
        if self.representation == "planes":
            return spaces.Dict({"board": spaces.Box(0, INT8_MAX, self.planes.shape, np.int8), "table": table})
        shape = (self.graph.nodes, len(self.graph.names))
        return spaces.Dict(
            {
                "links": spaces.Box(-1, self.graph.nodes, (self.graph.links, 2), np.int16),
                "nodes": spaces.Box(-BOUND, BOUND, shape, np.float32),
                "table": table,
            }
        )

    def action_space(self) -> spaces.Discrete:
        """Return the action space."""
        return spaces.Discrete(self.actions.size)

    def mask_space(self) -> spaces.Box:
        """Return the space of action masks."""
        return spaces.Box(0, 1, (self.actions.size,), np.int8)

    def observe(self, state: State, seat: Seat | None) -> Observation:
        """Return the observation of a seat, or of a spectator. Raises BeyondWindow."""
        state = mask(state, seat)
        table = self.table.row(state, seat)
        if self.representation == "planes":
            return {"board": self.planes.planes(state, seat), "table": table}
        nodes, links = self.graph.graph(state, seat)
        return {"links": links, "nodes": nodes, "table": table}

    def mask(self, state: State, seat: Seat) -> Mask:
        """Return the action mask of a seat, all 0 if another seat is to act. Raises BeyondWindow."""
        return self.actions.mask(mask(state, seat))


def check_choice(name: str, value: str, choices: Sequence[str]) -> None:
    """Raise BastideError unless the value of an option is one of its choices."""
    if value not in choices:
        raise BastideError("rl_word", name=name, word=value, known=", ".join(choices))


def as_int(name: str, number: object) -> int:
    """Return the value of an option as an int. Raises BastideError if it is not an integer."""
    try:
        return index(number)  # type: ignore[arg-type]
    except TypeError as error:
        raise BastideError("rl_whole", name=name, number=repr(number)) from error


def as_positive_int(name: str, number: object) -> int:
    """Return the value of an option as an int. Raises BastideError if it is not a positive integer."""
    value = as_int(name, number)
    if value < 1:
        raise BastideError("rl_least", name=name, number=value)
    return value


def check_options(options: Mapping[str, object] | None, known: Sequence[str]) -> None:
    """Raise BastideError if an option is unknown."""
    for name in options or ():
        check_choice("options", name, known)


def make_encoding(
    rules: str = "second", players: int = 2, window: int | str | None = None, representation: Representation = "planes"
) -> Encoding:
    """Return the encoding for rules given as one line of text (see `bastide games`).

    The window is given by its side in cells. Games rarely leave the default window and never leave the window "safe".
    """
    if not isinstance(rules, str):
        check_choice("rules", repr(rules), list(presets()))
    check_choice("representation", representation, REPRESENTATIONS)
    if isinstance(window, str) and window != SAFE:
        raise BastideError("rl_window", side=window)
    side = window if window is None or isinstance(window, str) else as_int("window", window)
    return _cached_encoding(rules, as_int("players", players), side, representation)


@lru_cache(maxsize=64)
def _cached_encoding(rules: str, players: int, window: int | str | None, representation: Representation) -> Encoding:
    ruleset = parse_rules(rules)
    side = default_side(ruleset) if window is None else safe_side(ruleset) if isinstance(window, str) else window
    return Encoding(ruleset, players, side, representation)
