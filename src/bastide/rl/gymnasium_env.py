"""The game as a Gymnasium environment: one seat learns, bots have the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Real
from typing import Final, Literal, cast, get_args

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from bastide.bots import LEVELS, Budget, make_bot
from bastide.errors import BadRules, BastideError
from bastide.play.view import view
from bastide.rl.actions import Mask
from bastide.rl.encoding import Look, at_least_one, check_options, check_word, make_encoding, whole
from bastide.rl.episode import BEYOND, LOST, Beyond, Episode, OneGame, damaged
from bastide.rl.rendering import MODES, Mode, check_mode
from bastide.rl.rewards import REWARDS, Reward
from bastide.rules.actions import to_json
from bastide.rules.model import OVER, Json, Seat

Illegal = Literal["lose", "raise"]
ILLEGAL: Final[tuple[Illegal, ...]] = get_args(Illegal)
TRIALS: Final = 24
"""How much bots that search try out for a choice: a number, not a time, so that the same seed gives the same game."""
SEEDS: Final = 1 << 62
WISHES: Final = (
    "rules",
    "players",
    "opponents",
    "window",
    "look",
    "reward",
    "beyond",
    "illegal",
    "penalty",
    "trials",
)
"""What an environment is made from and writes down as it was asked for."""


class BastideEnv(OneGame, gymnasium.Env[dict[str, object], np.int64]):
    """A game by any rules in which one seat chooses and bots of some levels play the others.

    ``opponents`` is a level for all other seats, or one for each, clockwise. Without a ``seat`` the learner gets any
    seat, every game anew. An action that cannot be chosen loses the game at a ``penalty``, or raises an error with
    ``illegal="raise"``; `action_masks` tells beforehand. All that is left to chance, bots included, follows from one
    generator.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        rules: str = "second",
        players: int = 2,
        opponents: str | Sequence[str] = "random",
        seat: Seat | None = None,
        window: int | str | None = None,
        look: Look = "planes",
        reward: Reward = "win",
        beyond: Beyond = "raise",
        illegal: Illegal = "lose",
        penalty: float = LOST,
        trials: int = TRIALS,
        render_mode: Mode | None = None,
    ) -> None:
        check_mode(render_mode)
        for name, word, known in (
            ("reward", reward, REWARDS),
            ("beyond", beyond, BEYOND),
            ("illegal", illegal, ILLEGAL),
        ):
            check_word(name, word, known)
        self.encoding: Final = make_encoding(rules, players, window, look)
        self.opponents: Final = _levels(opponents, players - 1)
        self._asked_seat: Final = _seat(seat, players)
        self._reward: Final = reward
        self._beyond: Final = beyond
        self._illegal: Final = illegal
        self._budget: Final = Budget(simulations=at_least_one("trials", trials))
        self._penalty: Final = _number("penalty", penalty)
        self.render_mode = self._mode = render_mode
        self.observation_space = cast("spaces.Space[dict[str, object]]", self.encoding.observation_space())
        self.action_space = self.encoding.action_space()
        self.seat: Seat = seat or 0
        """Where the learner sits in this game."""
        self._owed = 0.0
        """What it is given for all that happened before its first choice, together with that."""
        self._lost = False

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[dict[str, object], dict[str, object]]:
        """Begin a new game and go on to the learner's first choice. The only option is ``seat``, for this game.

        If bots have left a small window by then, the game is over before the learner begins: ``info["left_window"]``.
        """
        check_options(options, ("seat",))
        asked = _seat((options or {}).get("seat", self._asked_seat), self.encoding.players)
        super().reset(seed=None if seed is None else whole("seed", seed))
        drawn = int(self.np_random.integers(self.encoding.players))
        self.seat = drawn if asked is None else asked
        self._episode = Episode(self.encoding, self.np_random, self._reward, self._beyond)
        self._lost = False
        self._owed = self._let_others_play()
        self._show()
        return self._observation(), self._info()

    def step(self, action: int | np.int64) -> tuple[dict[str, object], float, bool, bool, dict[str, object]]:
        """Do something and go on to the learner's next choice: observation, reward, over, cut short, info."""
        if self._lost or self.episode.actor == OVER:
            raise BastideError("rl_over")
        number = whole("action", action)
        if self._illegal == "lose" and number not in self.episode.legal:
            self._lost = True
            self._show()
            return self._observation(), self._penalty, True, False, self._info()
        reward = self.episode.play(number)[self.seat] + self._owed + self._let_others_play()
        self._owed = 0.0
        self._show()
        left = self.has_left_window
        return self._observation(), reward, self.episode.actor == OVER and not left, left, self._info()

    def _let_others_play(self) -> float:
        """Let bots choose until the learner has a choice or the game is over; return what that was worth to it."""
        episode, rules, reward = self.episode, self.encoding.rules, 0.0
        while episode.actor not in (OVER, self.seat):
            level = self.opponents[(episode.actor - self.seat) % self.encoding.players - 1]
            bot = make_bot(level, rules, int(self.np_random.integers(SEEDS)))
            options = [to_json(rules, action) for action in episode.legal.values()]
            chosen = bot.choose(view(episode.state, episode.actor), options, self._budget)
            reward += episode.play(list(episode.legal)[chosen])[self.seat]
        return reward

    def _observation(self) -> dict[str, object]:
        return cast(dict[str, object], self.episode.observe(self.seat))

    def _info(self) -> dict[str, object]:
        return {
            "action_mask": self._mask(),
            "scores": list(self.episode.state.score),
            "seat": self.seat,
            "left_window": self.has_left_window,
        }

    def _mask(self) -> Mask:
        return np.zeros(self.encoding.actions.size, np.int8) if self._lost else self.episode.mask(self.seat)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions can be chosen now, as maskable PPO asks for it."""
        return self._mask().astype(np.bool_)

    def to_json(self) -> dict[str, object]:
        """Return the environment in the middle of a game as plain data."""
        return {
            **self.episode.to_json(),
            "window": self.encoding.window.side,
            "look": self.encoding.look,
            "opponents": list(self.opponents),
            "asked_seat": self._asked_seat,
            "illegal": self._illegal,
            "penalty": self._penalty,
            "trials": self._budget.simulations,
            "seat": self.seat,
            "lost": self._lost,
            "owed": self._owed,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object], render_mode: Mode | None = None) -> BastideEnv:
        """Return the environment that was written down. Raises BadRecord if it cannot be."""
        try:
            made = {name: data[name] for name in WISHES} | {"seat": data["asked_seat"]}
            new = cls(**made, render_mode=render_mode)  # type: ignore[arg-type]
            new._episode = Episode.from_json(new.encoding, cast(Mapping[str, Json], data))
            new.np_random = new._episode.generator
            new.seat, new._lost = _seat(data["seat"], new.encoding.players) or 0, bool(data["lost"])
            new._owed = _number("owed", data["owed"])
        except (BastideError, KeyError, TypeError, ValueError, AttributeError) as error:
            raise damaged(error) from error
        return new


def _seat(seat: object, players: int) -> Seat | None:
    """Return a seat that was asked for, if any. Raises BastideError if there is none such."""
    if seat is None:
        return None
    found = whole("seat", seat)
    if isinstance(seat, bool) or not 0 <= found < players:
        raise BastideError("no_such_seat", seat=seat, last=players - 1)
    return found


def _number(name: str, number: object) -> float:
    """Return a number that was asked for. Raises BastideError if it is something else."""
    if isinstance(number, Real):
        return float(number)
    raise BastideError("rl_number", name=name, number=repr(number))


def _levels(opponents: str | Sequence[str], count: int) -> tuple[str, ...]:
    """Return the level of every other seat, clockwise from the learner's left."""
    levels = tuple(opponents) if isinstance(opponents, list | tuple) else (str(opponents),) * count
    if len(levels) != count:
        raise BadRules("rl_opponents", count=count, found=len(levels))
    for level in levels:
        if level not in LEVELS:
            raise BastideError("unknown_level", level=level, known=", ".join(LEVELS))
    return levels
