"""The common options of the environments and their defaults."""

from __future__ import annotations

from typing import Final, TypedDict

from bastide.rl.encoding import Representation, check_choice, check_options
from bastide.rl.episode import BEYOND, Beyond
from bastide.rl.rendering import Mode, check_mode
from bastide.rl.rewards import REWARDS, Reward


class EpisodeOptions(TypedDict, total=False):
    """The options of all environments."""

    window: int | str | None
    """The side of the window in cells, or "safe" for one that no game can leave."""
    reward: Reward
    beyond: Beyond
    """Whether leaving the window raises an error or truncates the episode."""


class EnvOptions(EpisodeOptions, total=False):
    """The options of environments of a single game."""

    representation: Representation
    render_mode: Mode | None


EPISODE_DEFAULTS: Final[EpisodeOptions] = {"window": None, "reward": "win", "beyond": "raise"}
ENV_DEFAULTS: Final[EnvOptions] = {**EPISODE_DEFAULTS, "representation": "planes", "render_mode": None}


def episode_options(options: EpisodeOptions) -> EpisodeOptions:
    """Return options completed by their defaults. Raises BastideError if one is unknown or invalid."""
    check_options(options, tuple(EPISODE_DEFAULTS))
    chosen: EpisodeOptions = {**EPISODE_DEFAULTS, **options}
    check_choice("reward", chosen["reward"], REWARDS)
    check_choice("beyond", chosen["beyond"], BEYOND)
    return chosen


def env_options(options: EnvOptions) -> EnvOptions:
    """Return options completed by their defaults. Raises BastideError if one is unknown or invalid."""
    check_options(options, tuple(ENV_DEFAULTS))
    chosen: EnvOptions = {**ENV_DEFAULTS, **options}
    check_mode(chosen["render_mode"])
    check_choice("reward", chosen["reward"], REWARDS)
    check_choice("beyond", chosen["beyond"], BEYOND)
    return chosen
