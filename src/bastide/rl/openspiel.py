"""The OpenSpiel game: importing this module registers it with OpenSpiel as ``bastide``.

    import pyspiel
    import bastide.rl.openspiel
    game = pyspiel.load_game("bastide", {"rules": "second hand_size=3", "players": 3})

It needs the extra ``bastide[spiel]``; without it, importing this module raises BastideError. The parameters are
``rules``, ``players``, ``window`` (0 for the default, -1 for one that no game leaves) and ``reward``. OpenSpiel's game
strings separate parameters by equals signs and commas, so there rules are escaped with colons and plus signs:
``bastide(rules=second expansions:river+abbot)``. Both forms are accepted.
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
DEFAULTS: Final[Mapping[str, int | str]] = {"rules": "second", "players": 2, "window": 0, "reward": "win"}
"""The parameters of the game and their defaults."""
MAX_PLAYERS: Final = max(int(preset["max_players"]) for game in GAMES.values() for preset in game.presets.values())


def game_type(game: SpielGame | None = None) -> object:
    """Return the GameType of a game, or the most general one."""
    kinds = pyspiel.GameType
    perfect, zero_sum = game is not None and game.perfect_information(), game is not None and game.zero_sum()
    intermediate = game is None or game.reward == "score"
    return kinds(
        short_name=NAME,
        long_name="Bastide",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=getattr(kinds.Information, f"{'PERFECT' if perfect else 'IMPERFECT'}_INFORMATION"),
        utility=kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.REWARDS if intermediate else kinds.RewardModel.TERMINAL,
        min_num_players=LEAST_PLAYERS,
        max_num_players=MAX_PLAYERS if game is None else int(game.encoding.rules.options["max_players"]),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


def game_info(game: SpielGame) -> object:
    """Return the GameInfo of a game."""
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
        chosen = {**DEFAULTS, **(params or {})}
        rules = str(chosen["rules"]).replace(":", "=").replace("+", ",")
        window = {0: None, -1: SAFE}.get(int(chosen["window"]), int(chosen["window"]))
        self.inner: Final = SpielGame(rules, int(chosen["players"]), window, cast(Reward, chosen["reward"]))
        escaped = str(self.inner.encoding.rules.choice).replace("=", ":").replace(",", "+")
        super().__init__(game_type(self.inner), game_info(self.inner), {**chosen, "rules": escaped})

    def new_initial_state(self) -> BastideState:
        """Return the initial state."""
        return BastideState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound on the number of chance nodes of a game."""
        return self.inner.max_chance_nodes_in_history()

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, object] | None = None
    ) -> BastideObserver | None:
        """Return an observer, or None for observations that are split into public and private parts."""
        requested = pyspiel.IIGObservationType(perfect_recall=False) if iig_obs_type is None else iig_obs_type
        if not requested.public_info or requested.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return BastideObserver(self.inner, requested.perfect_recall)


class BastideState(pyspiel.State):  # type: ignore[misc]
    """A `SpielState` for OpenSpiel, which itself records the history and clones states."""

    def __init__(self, game: BastideGame) -> None:
        super().__init__(game)
        self.inner: SpielState = game.inner.new_initial_state()

    def current_player(self) -> int:
        """Return the seat to act, or OpenSpiel's number for chance or a terminal state."""
        return self.inner.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.inner.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the chance outcomes and their probabilities."""
        return self.inner.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.inner.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.inner.action_to_string(player, action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.inner.is_terminal()

    def rewards(self) -> list[float]:
        """Return the rewards of all seats for the last choice and the draws after it."""
        return self.inner.rewards()

    def returns(self) -> list[float]:
        """Return the returns of all seats so far."""
        return self.inner.returns()

    def __str__(self) -> str:
        return str(self.inner)


class BastideObserver:
    """Observes states as a tensor and as text or, with perfect recall, information states as text."""

    def __init__(self, game: SpielGame, recall: bool) -> None:
        self._game = game
        self._recall = recall
        planes, table = game.encoding.planes.shape, game.encoding.table.size
        self.tensor = None if recall else np.zeros(game.observation_tensor_shape(), np.float32)
        """The flat tensor."""
        self.dict = {}
        """Views of the parts of the tensor, by name."""
        if self.tensor is not None:
            self.dict = {"board": self.tensor[:-table].reshape(planes), "table": self.tensor[-table:]}

    def set_from(self, state: BastideState, player: Seat) -> None:
        """Set the tensor to the observation of a seat."""
        if self.tensor is not None:
            self.tensor[:] = state.inner.observation_tensor(player)

    def string_from(self, state: BastideState, player: Seat) -> str:
        """Return the observation of a seat as text."""
        if self._recall:
            return state.inner.information_state_string(player)
        return state.inner.observation_string(player)


pyspiel.register_game(game_type(), BastideGame)
