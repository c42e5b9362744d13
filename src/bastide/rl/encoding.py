"""How a game is told to learners: the numbers of actions, the arrays of observations, and the spaces they lie in."""

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
from bastide.play.view import seen
from bastide.rl.actions import ActionCode, Mask
from bastide.rl.graph import GraphCode
from bastide.rl.planes import LARGEST, PlaneCode
from bastide.rl.scalars import HIGHEST, TableCode
from bastide.rl.window import Window, safe_side, usual_side
from bastide.rules.engine import check_players, start
from bastide.rules.model import Seat
from bastide.rules.state import State

Look = Literal["planes", "graph"]
LOOKS: Final[tuple[Look, ...]] = get_args(Look)
SAFE: Final = "safe"
"""As a window: one that no game can leave."""
Array = npt.NDArray[np.float32] | npt.NDArray[np.int16] | npt.NDArray[np.int8]
Observation = dict[str, Array]


class Encoding:
    """The code between a game and a learner, for some rules, so many seats, a window and a way to look at the board."""

    def __init__(self, rules: GameRules, players: int, window: int, look: Look) -> None:
        check_players(rules, players)
        check_word("look", look, LOOKS)
        self.rules: Final = rules
        self.players: Final = players
        self.window: Final = Window(window)
        self.look: Final = look
        self.actions: Final = ActionCode(rules, players, self.window)
        self.table: Final = TableCode(rules, players)
        self.planes: Final = PlaneCode(rules, players, self.window)
        self.graph: Final = GraphCode(rules, players, self.window)
        for cell in start(rules, players).board.cell:
            self.window.index(cell)
        self.agents: Final = tuple(f"player_{seat}" for seat in range(players))

    def __reduce__(self) -> tuple[object, tuple[str, int, int, Look]]:
        """An encoding is written down as what it was made from."""
        return make_encoding, (str(self.rules.choice), self.players, self.window.side, self.look)

    def __deepcopy__(self, memo: object) -> Encoding:
        """Nothing in it ever changes, so copies of an environment share it."""
        return self

    def observation_space(self) -> spaces.Dict[object]:
        """Return the space of observations."""
        table = spaces.Box(-HIGHEST, HIGHEST, (self.table.size,), np.float32)
        if self.look == "planes":
            return spaces.Dict({"board": spaces.Box(0, LARGEST, self.planes.shape, np.int8), "table": table})
        shape = (self.graph.nodes, len(self.graph.names))
        return spaces.Dict(
            {
                "links": spaces.Box(-1, self.graph.nodes, (self.graph.links, 2), np.int16),
                "nodes": spaces.Box(-HIGHEST, HIGHEST, shape, np.float32),
                "table": table,
            }
        )

    def action_space(self) -> spaces.Discrete:
        """Return the space of actions."""
        return spaces.Discrete(self.actions.size)

    def mask_space(self) -> spaces.Box:
        """Return the space of masks."""
        return spaces.Box(0, 1, (self.actions.size,), np.int8)

    def observe(self, state: State, seat: Seat | None) -> Observation:
        """Return what a seat, or a spectator, sees of a game. Raises BeyondWindow."""
        state = seen(state, seat)
        table = self.table.row(state, seat)
        if self.look == "planes":
            return {"board": self.planes.planes(state, seat), "table": table}
        nodes, links = self.graph.graph(state, seat)
        return {"links": links, "nodes": nodes, "table": table}

    def mask(self, state: State, seat: Seat) -> Mask:
        """Return which actions a seat can choose now: none, if others choose. Raises BeyondWindow."""
        return self.actions.mask(seen(state, seat))


def check_word(name: str, word: str, known: Sequence[str]) -> None:
    """Raise BastideError unless a word is one of those known."""
    if word not in known:
        raise BastideError("rl_word", name=name, word=word, known=", ".join(known))


def whole(name: str, number: object) -> int:
    """Return a whole number that was asked for. Raises BastideError if it is something else."""
    try:
        return index(number)  # type: ignore[arg-type]
    except TypeError as reason:
        raise BastideError("rl_whole", name=name, number=repr(number)) from reason


def at_least_one(name: str, number: object) -> int:
    """Return a whole number above 0 that was asked for. Raises BastideError if it is something else."""
    found = whole(name, number)
    if found < 1:
        raise BastideError("rl_least", name=name, number=found)
    return found


def check_options(options: Mapping[str, object] | None, known: Sequence[str]) -> None:
    """Raise BastideError if an option is given that nobody knows."""
    for name in options or ():
        check_word("options", name, known)


def make_encoding(
    rules: str = "second", players: int = 2, window: int | str | None = None, look: Look = "planes"
) -> Encoding:
    """Return the encoding for rules that are written in one line, as `bastide games` explains.

    The window is as many cells a side as are named; if none are, as many that games hardly ever leave it, and with
    "safe" as many that none ever can.
    """
    if not isinstance(rules, str):
        check_word("rules", repr(rules), list(presets()))
    check_word("look", look, LOOKS)
    if isinstance(window, str) and window != SAFE:
        raise BastideError("rl_window", side=window)
    side = window if window is None or isinstance(window, str) else whole("window", window)
    return _made(rules, whole("players", players), side, look)


@lru_cache(maxsize=64)
def _made(rules: str, players: int, window: int | str | None, look: Look) -> Encoding:
    made = parse_rules(rules)
    side = usual_side(made) if window is None else safe_side(made) if isinstance(window, str) else window
    return Encoding(made, players, side, look)
