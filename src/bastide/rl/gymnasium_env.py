"""The Gymnasium environment: the learner has one seat, bots have the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from numbers import Real
from random import Random
from typing import Final, Literal, Unpack, cast, get_args

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from bastide.bots import BOTS, Bot, Budget, determinize
from bastide.bots.search import Master, Plan
from bastide.errors import BadRules, BastideError
from bastide.rl.actions import Mask
from bastide.rl.encoding import as_int, as_positive_int, check_choice, check_options, make_encoding
from bastide.rl.episode import DEFAULT_PENALTY, Episode, EpisodeMixin, damaged_record
from bastide.rl.options import EnvOptions, env_options
from bastide.rl.rendering import MODES, Mode
from bastide.rules.model import OVER, Json, Seat

Illegal = Literal["lose", "raise"]
ILLEGAL: Final[tuple[Illegal, ...]] = get_args(Illegal)
ROLLOUTS: Final = 24
"""The default number of rollouts of bots that search: not a time, so that a seed reproduces a game."""
SEEDS: Final = 1 << 62
OPTIONS: Final = (
    "rules",
    "players",
    "opponents",
    "window",
    "representation",
    "reward",
    "beyond",
    "illegal",
    "penalty",
    "rollouts",
)
"""The options of an environment that its records store."""
JSON_KEYS: Final = {"representation": "look", "rollouts": "trials"}
"""The keys of options in records, where they differ."""


class BastideEnv(EpisodeMixin, gymnasium.Env[dict[str, object], np.int64]):
    """A game with any rules in which the learner has one seat and bots have the others.

    ``opponents`` is a level for all other seats, or one for each, clockwise. Without a ``seat``, the learner's seat is
    drawn in every episode. An illegal action loses the game at a ``penalty``, or raises an error with
    ``illegal="raise"``; see `action_masks`. Other options are those of `rl.options.EnvOptions`. All randomness,
    including that of bots, comes from one generator.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        rules: str = "second",
        players: int = 2,
        opponents: str | Sequence[str] = "random",
        seat: Seat | None = None,
        illegal: Illegal = "lose",
        penalty: float = DEFAULT_PENALTY,
        rollouts: int = ROLLOUTS,
        **options: Unpack[EnvOptions],
    ) -> None:
        chosen = env_options(options)
        check_choice("illegal", illegal, ILLEGAL)
        self.encoding: Final = make_encoding(rules, players, chosen["window"], chosen["representation"])
        self.opponents: Final = _levels(opponents, players - 1)
        self._requested_seat: Final = _seat(seat, players)
        self._reward: Final = chosen["reward"]
        self._beyond: Final = chosen["beyond"]
        self._illegal: Final = illegal
        self._budget: Final = Budget(simulations=as_positive_int("rollouts", rollouts))
        self._penalty: Final = _number("penalty", penalty)
        self.render_mode = self._mode = chosen["render_mode"]
        self.observation_space = cast("spaces.Space[dict[str, object]]", self.encoding.observation_space())
        self.action_space = self.encoding.action_space()
        self.seat: Seat = seat or 0
        """The seat of the learner in this episode."""
        self._pending_reward = 0.0
        """The reward for everything before the learner's first action, paid with that."""
        self._forfeited = False
        self._bots: dict[Seat, Bot] = {}
        """The bots of this episode."""
        self._bot_generator: Final = Random()
        """The generator of all bots, seeded from the environment's own before every choice."""

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[dict[str, object], dict[str, object]]:
        """Start a new episode and advance to the learner's first choice. The only option is ``seat``, for this episode.

        If bots leave a small window before that, the episode is over at once: see ``info["left_window"]``.
        """
        check_options(options, ("seat",))
        asked = _seat((options or {}).get("seat", self._requested_seat), self.encoding.players)
        super().reset(seed=None if seed is None else as_int("seed", seed))
        drawn = int(self.np_random.integers(self.encoding.players))
        self.seat = drawn if asked is None else asked
        self._episode = Episode(self.encoding, self.np_random, self._reward, self._beyond)
        self._forfeited = False
        self._bots = {}
        self._pending_reward = self._play_opponents()
        self._show_to_human()
        return self._observation(), self._info()

    def step(self, action: int | np.int64) -> tuple[dict[str, object], float, bool, bool, dict[str, object]]:
        """Apply an action and advance to the learner's next choice."""
        if self._forfeited or self.episode.actor == OVER:
            raise BastideError("rl_over")
        number = as_int("action", action)
        if self._illegal == "lose" and number not in self.episode.legal:
            self._forfeited = True
            self._show_to_human()
            return self._observation(), self._penalty, True, False, self._info()
        reward = self.episode.play(number)[self.seat] + self._pending_reward + self._play_opponents()
        self._pending_reward = 0.0
        self._show_to_human()
        left = self.has_left_window
        return self._observation(), reward, self.episode.actor == OVER and not left, left, self._info()

    def _play_opponents(self) -> float:
        """Let bots act until the learner is to act or the game is over; return the learner's reward for that."""
        episode, reward = self.episode, 0.0
        while episode.actor not in (OVER, self.seat):
            self._bot_generator.seed(int(self.np_random.integers(SEEDS)))
            state = determinize(episode.state, episode.actor, self._bot_generator)
            action = self._bot(episode.actor).choose(state, self._budget)
            reward += episode.play(self.encoding.actions.index(episode.state, action))[self.seat]
        return reward

    def _bot(self, seat: Seat) -> Bot:
        """Return the bot of a seat in this episode."""
        if seat not in self._bots:
            level = self.opponents[(seat - self.seat) % self.encoding.players - 1]
            self._bots[seat] = BOTS[level](self.encoding.rules, self._bot_generator)
        return self._bots[seat]

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
        return np.zeros(self.encoding.actions.size, np.int8) if self._forfeited else self.episode.mask(self.seat)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the action mask, under the name that maskable PPO expects."""
        return self._mask().astype(np.bool_)

    def to_json(self) -> dict[str, object]:
        """Return the environment in the middle of an episode as plain data."""
        return {
            **self.episode.to_json(),
            "window": self.encoding.window.side,
            "look": self.encoding.representation,
            "opponents": list(self.opponents),
            "asked_seat": self._requested_seat,
            "illegal": self._illegal,
            "penalty": self._penalty,
            "trials": self._budget.simulations,
            "seat": self.seat,
            "lost": self._forfeited,
            "owed": self._pending_reward,
            "plans": {str(seat): asdict(bot.plan) for seat, bot in self._bots.items() if isinstance(bot, Master)},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object], render_mode: Mode | None = None) -> BastideEnv:
        """Return the environment of a `to_json` record. Raises BadRecord if it is damaged."""
        try:
            made = {name: data[JSON_KEYS.get(name, name)] for name in OPTIONS} | {"seat": data["asked_seat"]}
            new = cls(**made, render_mode=render_mode)  # type: ignore[arg-type]
            new._episode = Episode.from_json(new.encoding, cast(Mapping[str, Json], data))
            new.np_random = new._episode.generator
            new.seat, new._forfeited = _seat(data["seat"], new.encoding.players) or 0, bool(data["lost"])
            new._pending_reward = _number("owed", data["owed"])
            new._restore_plans(cast(Mapping[str, Mapping[str, object]], data.get("plans", {})))
        except (BastideError, KeyError, TypeError, ValueError, AttributeError) as error:
            raise damaged_record(error) from error
        return new

    def _restore_plans(self, plans: Mapping[str, Mapping[str, object]]) -> None:
        for seat, plan in plans.items():
            bot = self._bot(int(seat))
            if isinstance(bot, Master):
                bot.plan = Plan.from_json(plan)


def _seat(seat: object, players: int) -> Seat | None:
    """Return a requested seat, if any. Raises BastideError if it does not exist."""
    if seat is None:
        return None
    found = as_int("seat", seat)
    if isinstance(seat, bool) or not 0 <= found < players:
        raise BastideError("no_such_seat", seat=seat, last=players - 1)
    return found


def _number(name: str, number: object) -> float:
    """Return an option as a float. Raises BastideError if it is not a number."""
    if isinstance(number, Real):
        return float(number)
    raise BastideError("rl_number", name=name, number=repr(number))


def _levels(opponents: str | Sequence[str], count: int) -> tuple[str, ...]:
    """Return the level of every other seat, clockwise from the learner's left."""
    levels = tuple(opponents) if isinstance(opponents, list | tuple) else (str(opponents),) * count
    if len(levels) != count:
        raise BadRules("rl_opponents", count=count, found=len(levels))
    for level in levels:
        if level not in BOTS:
            raise BastideError("unknown_level", level=level, known=", ".join(BOTS))
    return levels
