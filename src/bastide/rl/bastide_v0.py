"""The game as a PettingZoo environment, in which agents act in turn (AEC): `bastide_v0.env("second", players=2)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar, cast

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from bastide.errors import BastideError
from bastide.rl.encoding import SAFE, Look, check_word, make_encoding, whole
from bastide.rl.episode import BEYOND, LOST, Beyond, Episode, OneGame, damaged
from bastide.rl.rendering import MODES, Mode, check_mode
from bastide.rl.rewards import REWARDS, Reward
from bastide.rules.model import OVER, Json

__all__ = ["SAFE", "BastideAEC", "env", "raw_env"]

NAME: Final = "bastide_v0"
Agent = str
Seen = dict[str, object]
Told = TypeVar("Told")


class BastideAEC(OneGame, AECEnv[Agent, Seen, np.int64]):
    """A game by any rules, for as many agents as have seats: ``player_0``, ``player_1`` and so on.

    An observation is a dict: ``observation`` is what the agent sees, ``action_mask`` what it can choose, nothing while
    others choose. All draws are made by one generator, which a seed sets and which `generator` gets and sets.
    """

    def __init__(
        self,
        rules: str = "second",
        players: int = 2,
        window: int | str | None = None,
        look: Look = "planes",
        reward: Reward = "win",
        beyond: Beyond = "raise",
        render_mode: Mode | None = None,
    ) -> None:
        check_mode(render_mode)
        check_word("reward", reward, REWARDS)
        check_word("beyond", beyond, BEYOND)
        self.metadata = {"name": NAME, "render_modes": list(MODES), "is_parallelizable": False, "render_fps": 2}
        self.encoding: Final = make_encoding(rules, players, window, look)
        self.render_mode = self._mode = render_mode
        self.possible_agents: list[Agent] = list(self.encoding.agents)
        self.agents: list[Agent] = []
        seen = {"action_mask": self.encoding.mask_space(), "observation": self.encoding.observation_space()}
        self._sees: Final = {agent: cast("spaces.Space[Seen]", spaces.Dict(seen)) for agent in self.possible_agents}
        self._does: Final = {agent: self.encoding.action_space() for agent in self.possible_agents}
        self._reward: Final = reward
        self._beyond: Final = beyond
        size = sum(int(np.prod(space.shape or ())) for space in self.encoding.observation_space().values())
        self.state_space: Final = spaces.Box(-1000.0, 32767.0, (size,), np.float32)

    def observation_space(self, agent: Agent) -> spaces.Space[Seen]:
        """Return the space of an agent's observations."""
        return self._sees[self._known(agent)]

    def action_space(self, agent: Agent) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self._does[self._known(agent)]

    def _known(self, agent: Agent) -> Agent:
        """Return an agent that was asked for. Raises BastideError if there is none of that name."""
        check_word("agent", agent, self.possible_agents)
        return agent

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Begin a new game. With a seed its draws follow from that, else the generator goes on; options are ignored."""
        if seed is not None:
            self.np_random, _ = seeding.np_random(whole("seed", seed))
        self._episode = Episode(self.encoding, self.np_random, self._reward, self._beyond)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._tell()
        self._select()
        self._show()

    def _select(self) -> None:
        """See whose choice it is, and whether the game is over."""
        actor = self.episode.actor
        if actor != OVER:
            self.agent_selection = self.possible_agents[actor]
            return
        self._tell()
        left = self.has_left_window
        self.terminations = dict.fromkeys(self.agents, not left)
        self.truncations = dict.fromkeys(self.agents, left)
        self.agent_selection = self.agents[0]

    def _tell(self) -> None:
        """Tell all agents whether the game has left the window."""
        self.infos = {agent: {"left_window": self.has_left_window} for agent in self.agents}

    def step(self, action: int | np.int64 | None) -> None:
        """Let the agent whose turn it is do something. Raises BastideError, changing nothing, if it cannot."""
        episode = self.episode
        if not self.agents:
            raise BastideError("rl_over")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # type: ignore[arg-type]
            return
        if action is None:
            raise BastideError("rl_no_action", index="None", last=self.encoding.actions.size - 1)
        given = episode.play(whole("action", action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, given, strict=True))
        self._accumulate_rewards()
        self._select()
        self._show()

    def observe(self, agent: Agent) -> Seen:
        """Return what an agent sees, and what it can choose."""
        seat = self.possible_agents.index(self._known(agent))
        return {"action_mask": self.episode.mask(seat), "observation": self.episode.observe(seat)}

    def state(self) -> npt.NDArray[np.float32]:
        """Return what a spectator sees, as one row: the whole table, but nothing secret."""
        parts = self.episode.observe(None)
        return np.concatenate([parts[name].astype(np.float32).ravel() for name in sorted(parts)])

    def close(self) -> None:
        """Nothing is open, so there is nothing to do."""

    def to_json(self) -> dict[str, object]:
        """Return the environment in the middle of a game as plain data."""
        return {
            **self.episode.to_json(),
            "window": self.encoding.window.side,
            "look": self.encoding.look,
            "agents": list(self.agents),
            "rewards": dict(self.rewards),
            "cumulative": dict(self._cumulative_rewards),
            "terminations": dict(self.terminations),
            "truncations": dict(self.truncations),
            "selected": self.agent_selection,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object], render_mode: Mode | None = None) -> BastideAEC:
        """Return the environment that was written down. Raises BadRecord if it cannot be."""
        try:
            names = ("rules", "players", "window", "look", "reward", "beyond")
            new = cls(**{name: data[name] for name in names}, render_mode=render_mode)  # type: ignore[arg-type]
            new.reset()
            new._episode = Episode.from_json(new.encoding, cast(Mapping[str, Json], data))
            new.np_random = new._episode.generator
            new.agents = [agent for agent in new.possible_agents if agent in cast(list[str], data["agents"])]
            new._tell()
            new.rewards = _per_agent(new.agents, data["rewards"], number)
            new._cumulative_rewards = _per_agent(new.agents, data["cumulative"], number)
            new.terminations = _per_agent(new.agents, data["terminations"], bool)
            new.truncations = _per_agent(new.agents, data["truncations"], bool)
            new.agent_selection = new.possible_agents[new.possible_agents.index(str(data["selected"]))]
        except (BastideError, KeyError, TypeError, ValueError, AttributeError) as error:
            raise damaged(error) from error
        return new

    def __str__(self) -> str:
        return NAME


def number(value: object) -> float:
    """Return a number that was written down. Raises ValueError if it is none."""
    return float(str(value))


def _per_agent(agents: Sequence[Agent], data: object, kind: Callable[[object], Told]) -> dict[Agent, Told]:
    """Return what was written down for every agent."""
    told = cast(Mapping[str, object], data)
    return {agent: kind(told[agent]) for agent in agents}


raw_env: Final = BastideAEC
"""The environment itself: an action that cannot be chosen raises an error that says why."""


def env(
    rules: str = "second",
    players: int = 2,
    window: int | str | None = None,
    look: Look = "planes",
    reward: Reward = "win",
    beyond: Beyond = "raise",
    render_mode: Mode | None = None,
    penalty: float = LOST,
) -> wrappers.BaseWrapper[Agent, Seen, np.int64]:
    """Return the environment as PettingZoo's games come: who chooses what cannot be chosen has lost, at a penalty.

    What PettingZoo does not know of, such as `generator`, `digest` and `to_json`, is found at ``env.unwrapped``.
    """
    raw = BastideAEC(rules, players, window, look, reward, beyond, render_mode)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=penalty))
    )
