"""The game as one of OpenSpiel's own: importing this module registers it under the name ``bastide``.

    import pyspiel
    import bastide.rl.openspiel
    game = pyspiel.load_game("bastide", {"rules": "second hand_size=3", "players": 3})

It needs the extra ``bastide[spiel]``; without it, importing this module raises BastideError. The parameters are
``rules``, ``players``, ``window`` (0 for the usual one, -1 for one that no game leaves) and ``reward``. In the text of
a game, as OpenSpiel writes and reads it, equals signs and commas separate the parameters, so there the rules are
written with colons and plus signs:
``bastide(rules=second expansions:river+abbot)``. Both ways are understood.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

import numpy as np

from bastide.errors import BastideError
from bastide.games import GAMES
from bastide.rl.encoding import SAFE
from bastide.rl.rewards import Reward
from bastide.rl.spiel import SpielGame, SpielState
from bastide.rules.engine import LEAST_PLAYERS
from bastide.rules.model import Seat

try:
    import pyspiel
except ImportError as reason:
    raise BastideError("extra_missing_spiel", extra="bastide[spiel]") from reason

NAME: Final = "bastide"
USUAL: Final[Mapping[str, int | str]] = {"rules": "second", "players": 2, "window": 0, "reward": "win"}
"""The parameters of the game, and what they are unless they are given."""
MOST_PLAYERS: Final = max(int(preset["max_players"]) for game in GAMES.values() for preset in game.presets.values())


def game_type(game: SpielGame | None = None) -> object:
    """Return what a game is, as OpenSpiel asks for it; without one, what all games have in common."""
    kinds = pyspiel.GameType
    open_to_all, adds_up = game is not None and game.perfect_information(), game is not None and game.zero_sum()
    gains = game is None or game.reward == "score"
    return kinds(
        short_name=NAME,
        long_name="Bastide",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=getattr(kinds.Information, f"{'PERFECT' if open_to_all else 'IMPERFECT'}_INFORMATION"),
        utility=kinds.Utility.ZERO_SUM if adds_up else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.REWARDS if gains else kinds.RewardModel.TERMINAL,
        min_num_players=LEAST_PLAYERS,
        max_num_players=MOST_PLAYERS if game is None else int(game.encoding.rules.options["max_players"]),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=USUAL,
    )


def game_info(game: SpielGame) -> object:
    """Return the numbers of a game, as OpenSpiel asks for them."""
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_distinct_actions(),
        max_chance_outcomes=game.max_chance_outcomes(),
        num_players=game.num_players(),
        min_utility=game.min_utility(),
        max_utility=game.max_utility(),
        utility_sum=game.utility_sum(),
        max_game_length=game.max_game_length(),
    )


class BastideGame(pyspiel.Game):  # type: ignore[misc]
    """A `SpielGame` for OpenSpiel."""

    def __init__(self, params: Mapping[str, int | str] | None = None) -> None:
        given = {**USUAL, **(params or {})}
        rules = str(given["rules"]).replace(":", "=").replace("+", ",")
        window = {0: None, -1: SAFE}.get(int(given["window"]), int(given["window"]))
        self.inner: Final = SpielGame(rules, int(given["players"]), window, cast(Reward, given["reward"]))
        written = str(self.inner.encoding.rules.choice).replace("=", ":").replace(",", "+")
        super().__init__(game_type(self.inner), game_info(self.inner), {**given, "rules": written})

    def new_initial_state(self) -> BastideState:
        """Return the state at the start of a game."""
        return BastideState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return a number of chance nodes that no game has more of."""
        return self.inner.max_chance_nodes_in_history()

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, object] | None = None
    ) -> BastideObserver | None:
        """Return who observes states; None for observations that are split into public and private parts."""
        wanted = pyspiel.IIGObservationType(perfect_recall=False) if iig_obs_type is None else iig_obs_type
        if not wanted.public_info or wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return BastideObserver(self.inner, wanted.perfect_recall)


class BastideState(pyspiel.State):  # type: ignore[misc]
    """A `SpielState` for OpenSpiel, which keeps the history and makes copies itself."""

    def __init__(self, game: BastideGame) -> None:
        super().__init__(game)
        self.inner: SpielState = game.inner.new_initial_state()

    def current_player(self) -> int:
        """Return the seat that chooses now, or who stands for chance or the end."""
        return self.inner.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.inner.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what can be drawn and how likely it is."""
        return self.inner.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.inner.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.inner.action_to_string(player, action)

    def is_terminal(self) -> bool:
        """Say whether the game is over."""
        return self.inner.is_terminal()

    def rewards(self) -> list[float]:
        """Return what every seat was given since the last choice."""
        return self.inner.rewards()

    def returns(self) -> list[float]:
        """Return what every seat was given so far in all."""
        return self.inner.returns()

    def __str__(self) -> str:
        return str(self.inner)


class BastideObserver:
    """What a seat sees now, as text and numbers; or, with perfect recall, all that it has seen so far, as text."""

    def __init__(self, game: SpielGame, recall: bool) -> None:
        self._game = game
        self._recall = recall
        planes, table = game.encoding.planes.shape, game.encoding.table.size
        self.tensor = None if recall else np.zeros(game.observation_tensor_shape(), np.float32)
        """All the numbers in one row."""
        self.dict = {}
        """The same numbers, by what they are."""
        if self.tensor is not None:
            self.dict = {"board": self.tensor[:-table].reshape(planes), "table": self.tensor[-table:]}

    def set_from(self, state: BastideState, player: Seat) -> None:
        """Take the numbers from a state as a seat sees it."""
        if self.tensor is not None:
            self.tensor[:] = state.inner.observation_tensor(player)

    def string_from(self, state: BastideState, player: Seat) -> str:
        """Return the text of a state as a seat sees it."""
        if self._recall:
            return state.inner.information_state_string(player)
        return state.inner.observation_string(player)


pyspiel.register_game(game_type(), BastideGame)
