"""The PettingZoo environment (AEC, agents act in turn): `bastide_v0.env("second", players=2)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar, Unpack, cast

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from bastide.errors import BastideError
from bastide.rl.encoding import SAFE, as_int, check_choice, make_encoding
from bastide.rl.episode import DEFAULT_PENALTY, Episode, EpisodeMixin, damaged_record
from bastide.rl.options import EnvOptions, env_options
from bastide.rl.rendering import MODES, Mode
from bastide.rules.model import OVER, Json

__all__ = ["SAFE", "BastideAEC", "env", "raw_env"]

NAME: Final = "bastide_v0"
Agent = str
AgentObservation = dict[str, object]
Value = TypeVar("Value")


class BastideAEC(EpisodeMixin, AECEnv[Agent, AgentObservation, np.int64]):
    """A game with any rules and one agent per seat: ``player_0``, ``player_1`` and so on.

    An observation is a dict of ``observation`` and ``action_mask``, which is all 0 while another agent is to act. All
    draws come from one generator, which `reset` seeds and whose state is `generator`.
    """

    def __init__(
        self,
        rules: str = "second",
        players: int = 2,
        **options: Unpack[EnvOptions],
    ) -> None:
        chosen = env_options(options)
        self.metadata = {"name": NAME, "render_modes": list(MODES), "is_parallelizable": False, "render_fps": 2}
        self.encoding: Final = make_encoding(rules, players, chosen["window"], chosen["representation"])
        self.render_mode = self._mode = chosen["render_mode"]
        self.possible_agents: list[Agent] = list(self.encoding.agents)
        self.agents: list[Agent] = []
        parts = {"action_mask": self.encoding.mask_space(), "observation": self.encoding.observation_space()}
        self._observation_spaces: Final = {
            agent: cast("spaces.Space[AgentObservation]", spaces.Dict(parts)) for agent in self.possible_agents
        }
        self._action_spaces: Final = {agent: self.encoding.action_space() for agent in self.possible_agents}
        self._reward: Final = chosen["reward"]
        self._beyond: Final = chosen["beyond"]
        size = sum(int(np.prod(space.shape or ())) for space in self.encoding.observation_space().values())
        self.state_space: Final = spaces.Box(-1000.0, 32767.0, (size,), np.float32)

    def observation_space(self, agent: Agent) -> spaces.Space[AgentObservation]:
        """Return the observation space of an agent."""
        return self._observation_spaces[self._checked_agent(agent)]

    def action_space(self, agent: Agent) -> spaces.Discrete:
        """Return the action space of an agent."""
        return self._action_spaces[self._checked_agent(agent)]

    def _checked_agent(self, agent: Agent) -> Agent:
        """Return an agent. Raises BastideError if it does not exist."""
        check_choice("agent", agent, self.possible_agents)
        return agent

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Start a new episode. Without a seed, the generator continues. Options are ignored."""
        if seed is not None:
            self.np_random, _ = seeding.np_random(as_int("seed", seed))
        self._episode = Episode(self.encoding, self.np_random, self._reward, self._beyond)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._update_infos()
        self._select_agent()
        self._show_to_human()

    def _select_agent(self) -> None:
        """Select the agent to act, or terminate or truncate the episode."""
        actor = self.episode.actor
        if actor != OVER:
            self.agent_selection = self.possible_agents[actor]
            return
        self._update_infos()
        left = self.has_left_window
        self.terminations = dict.fromkeys(self.agents, not left)
        self.truncations = dict.fromkeys(self.agents, left)
        self.agent_selection = self.agents[0]

    def _update_infos(self) -> None:
        """Set the infos of all agents."""
        self.infos = {agent: {"left_window": self.has_left_window} for agent in self.agents}

    def step(self, action: int | np.int64 | None) -> None:
        """Apply an action of the selected agent. If it is illegal, raises BastideError and changes nothing."""
        episode = self.episode
        if not self.agents:
            raise BastideError("rl_over")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # type: ignore[arg-type]
            return
        if action is None:
            raise BastideError("rl_no_action", index="None", last=self.encoding.actions.size - 1)
        rewards = episode.play(as_int("action", action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self._accumulate_rewards()
        self._select_agent()
        self._show_to_human()

    def observe(self, agent: Agent) -> AgentObservation:
        """Return the observation and the action mask of an agent."""
        seat = self.possible_agents.index(self._checked_agent(agent))
        return {"action_mask": self.episode.mask(seat), "observation": self.episode.observe(seat)}

    def state(self) -> npt.NDArray[np.float32]:
        """Return the observation of a spectator, who sees no secrets, as one flat array."""
        parts = self.episode.observe(None)
        return np.concatenate([parts[name].astype(np.float32).ravel() for name in sorted(parts)])

    def close(self) -> None:
        """Do nothing: no resources are held."""

    def to_json(self) -> dict[str, object]:
        """Return the environment in the middle of an episode as plain data."""
        return {
            **self.episode.to_json(),
            "window": self.encoding.window.side,
            "look": self.encoding.representation,
            "agents": list(self.agents),
            "rewards": dict(self.rewards),
            "cumulative": dict(self._cumulative_rewards),
            "terminations": dict(self.terminations),
            "truncations": dict(self.truncations),
            "selected": self.agent_selection,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object], render_mode: Mode | None = None) -> BastideAEC:
        """Restore an environment from a `to_json` record. Raises BadRecord if it is damaged."""
        try:
            options = {name: data[name] for name in ("rules", "players", "window", "reward", "beyond")}
            new = cls(**options, representation=data["look"], render_mode=render_mode)  # type: ignore[arg-type]
            new.reset()
            new._episode = Episode.from_json(new.encoding, cast(Mapping[str, Json], data))
            new.np_random = new._episode.generator
            new.agents = [agent for agent in new.possible_agents if agent in cast(list[str], data["agents"])]
            new._update_infos()
            new.rewards = _per_agent(new.agents, data["rewards"], _as_float)
            new._cumulative_rewards = _per_agent(new.agents, data["cumulative"], _as_float)
            new.terminations = _per_agent(new.agents, data["terminations"], bool)
            new.truncations = _per_agent(new.agents, data["truncations"], bool)
            new.agent_selection = new.possible_agents[new.possible_agents.index(str(data["selected"]))]
        except (BastideError, KeyError, TypeError, ValueError, AttributeError) as error:
            raise damaged_record(error) from error
        return new

    def __str__(self) -> str:
        return NAME


def _as_float(value: object) -> float:
    """Return a number of a record. Raises ValueError if it is not a number."""
    return float(str(value))


def _per_agent(agents: Sequence[Agent], data: object, convert: Callable[[object], Value]) -> dict[Agent, Value]:
    """Return the values of a record, one per agent."""
    values = cast(Mapping[str, object], data)
    return {agent: convert(values[agent]) for agent in agents}


raw_env: Final = BastideAEC
"""The environment without wrappers: an illegal action raises an error that explains why."""


def env(
    rules: str = "second",
    players: int = 2,
    penalty: float = DEFAULT_PENALTY,
    **options: Unpack[EnvOptions],
) -> wrappers.BaseWrapper[Agent, AgentObservation, np.int64]:
    """Return the environment with PettingZoo's standard wrappers: an illegal action ends the game with a penalty.

    Attributes beyond PettingZoo's API, such as `generator`, `digest` and `to_json`, are those of ``env.unwrapped``.
    """
    raw = BastideAEC(rules, players, **options)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=penalty))
    )
