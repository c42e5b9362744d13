"""Copied, pickled and serialized environments continue exactly like the original."""

from __future__ import annotations

import json
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from copy import deepcopy

import numpy as np
import pytest

from bastide.errors import BadRecord
from bastide.rl import BastideEnv, BeyondWindow, bastide_v0
from bastide.rl.bastide_v0 import BastideAEC
from bastide.rl.episode import GENERATORS
from bastide.rules.model import OVER
from tests.rl.test_actions import RULE_SETS

COPIES: dict[str, Callable[[BastideAEC], BastideAEC]] = {
    "deepcopy": deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "json": lambda env: BastideAEC.from_json(json.loads(json.dumps(env.to_json()))),
}
GYMNASIUM_COPIES: dict[str, Callable[[BastideEnv], BastideEnv]] = {
    "deepcopy": deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "json": lambda env: BastideEnv.from_json(json.loads(json.dumps(env.to_json()))),
}


def play(env: BastideAEC, steps: int, seed: int) -> Sequence[object]:
    """Play at random for some steps, over several episodes if necessary; return everything observable."""
    generator, history = np.random.default_rng(seed), []
    for _ in range(steps):
        if not env.agents:
            env.reset()
        agent = env.agent_selection
        over = env.terminations[agent] or env.truncations[agent]
        history.append((agent, env.digest(), env.generator, dict(env.rewards), env.last(observe=False)))
        env.step(None if over else int(generator.choice(list(env.episode.legal))))
    return history


@pytest.mark.parametrize("method", COPIES)
@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_copy_continues_like_the_original(rules: str, method: str) -> None:
    env = bastide_v0.raw_env(rules, reward="score")
    env.reset(seed=8)
    play(env, 37, 1)
    copy = COPIES[method](env)
    assert play(copy, 30, 2) == play(env, 30, 2)
    assert play(copy, 5, 3) != play(env, 5, 4)


@pytest.mark.parametrize("method", COPIES)
def test_a_copy_continues_into_the_next_episode(method: str) -> None:
    env = bastide_v0.raw_env("first")
    env.reset(seed=8)
    play(env, 100, 1)
    copy = COPIES[method](env)
    assert play(copy, 150, 2) == play(env, 150, 2)


@pytest.mark.parametrize("method", COPIES)
def test_a_finished_episode_can_be_copied(method: str) -> None:
    env = bastide_v0.raw_env("first")
    env.reset(seed=8)
    while not any(env.terminations.values()):
        play(env, 1, 1)
    env.step(None)
    copy = COPIES[method](env)
    assert (copy.agents, copy.agent_selection) == (env.agents, env.agent_selection)
    assert play(copy, 3, 2) == play(env, 3, 2)


@pytest.mark.parametrize("method", GYMNASIUM_COPIES)
@pytest.mark.parametrize("opponents", ["random", "greedy", "strong"])
def test_bots_in_a_copy_act_like_those_in_the_original(opponents: str, method: str) -> None:
    env = BastideEnv("second", opponents=opponents, rollouts=6)
    env.reset(seed=2)
    play_gymnasium(env, 5, 1)
    copy = GYMNASIUM_COPIES[method](env)
    assert play_gymnasium(copy, 6, 2) == play_gymnasium(env, 6, 2)


def play_gymnasium(env: BastideEnv, steps: int, seed: int) -> Sequence[object]:
    """Play at random for some steps; return everything observable."""
    generator, history = np.random.default_rng(seed), []
    for _ in range(steps):
        chosen = int(generator.choice(np.flatnonzero(env.action_masks())))
        history.append((env.step(chosen)[1:4], env.digest(), env.generator))
    return history


def test_a_record_can_be_restored_twice() -> None:
    env = bastide_v0.raw_env("first")
    env.reset(seed=8)
    data = env.to_json()
    first = play(BastideAEC.from_json(data), 200, 1)
    assert play(BastideAEC.from_json(data), 200, 1) == first


def test_a_game_lost_by_an_illegal_action_is_lost_in_copies() -> None:
    env = bastide_v0.env()
    env.reset(seed=1)
    own = env.unwrapped
    assert isinstance(own, BastideAEC)
    env.step(np.int64(min(set(range(99)) - set(own.episode.legal))))
    copy = BastideAEC.from_json(own.to_json())
    assert copy.terminations == env.terminations == {"player_0": True, "player_1": True}
    gym_env = BastideEnv()
    gym_env.reset(seed=1)
    gym_env.step(int(np.flatnonzero(~gym_env.action_masks())[0]))
    assert not BastideEnv.from_json(gym_env.to_json()).action_masks().any()


def play_until_truncated(env: BastideAEC) -> None:
    while not any(env.truncations.values()):
        play(env, 1, 1)


@pytest.mark.parametrize("method", COPIES)
def test_a_truncated_episode_can_be_copied(method: str) -> None:
    env = bastide_v0.raw_env(window=7, beyond="truncate")
    env.reset(seed=1)
    with pytest.warns(RuntimeWarning, match="outside the window"):
        play_until_truncated(env)
    copy = COPIES[method](env)
    assert copy.truncations == env.truncations
    assert copy.episode.actor == OVER


@pytest.mark.parametrize("method", COPIES)
def test_an_episode_that_has_left_its_window_can_be_copied(method: str) -> None:
    env = bastide_v0.raw_env(window=7)
    env.reset(seed=1)
    with pytest.raises(BeyondWindow):
        play(env, 200, 1)
    copy = COPIES[method](env)
    with pytest.raises(BeyondWindow):
        copy.step(0)
    assert copy.digest() == env.digest()


@pytest.mark.parametrize("kind", GENERATORS)
@pytest.mark.parametrize("method", COPIES)
def test_the_generator_can_be_replaced_during_an_episode(method: str, kind: str) -> None:
    env = bastide_v0.raw_env("first")
    env.reset(seed=1)
    play(env, 9, 1)
    env.np_random = np.random.Generator(GENERATORS[kind](5))
    copy = COPIES[method](env)
    env.reset()
    copy.reset()
    assert play(copy, 20, 2) == play(env, 20, 2)
    gym_env = BastideEnv("first", opponents="greedy")
    gym_env.reset(seed=1)
    gym_env.np_random = np.random.default_rng(5)
    twin = GYMNASIUM_COPIES[method](gym_env)
    for _ in range(9):
        action = int(np.flatnonzero(gym_env.action_masks())[0])
        assert gym_env.step(action)[1:4] == twin.step(action)[1:4]
        assert gym_env.digest() == twin.digest()
    assert gym_env.np_random_seed == -1


def test_damaged_records_are_refused() -> None:
    env = bastide_v0.raw_env("first")
    env.reset(seed=1)
    data = env.to_json()
    changes: tuple[dict[str, object], ...] = (
        {"format": 2},
        {"log": [5]},
        {"generator": {}},
        {"generator": {"bit_generator": "MT19937", "state": {"key": [1], "pos": 1}}},
        {"paid": [1]},
        {"rules": 5},
        {"window": 8},
        {"selected": "nobody"},
        {"cumulative": {}},
        {"rewards": {"player_0": "much"}},
    )
    damaged: list[dict[str, object]] = [{"rules": "first"}, *({**data, **change} for change in changes)]
    for record in damaged:
        with pytest.raises(BadRecord):
            BastideAEC.from_json(record)
    gym_env = BastideEnv()
    gym_env.reset(seed=1)
    for change in ({"seat": 9}, {"trials": "x"}, {"opponents": "nobody"}, {"lost": None, "log": "abc"}):
        with pytest.raises(BadRecord):
            BastideEnv.from_json({**gym_env.to_json(), **change})


def test_nested_errors_are_translated() -> None:
    env = bastide_v0.raw_env("first")
    env.reset(seed=1)
    with pytest.raises(BadRecord) as refused:
        BastideAEC.from_json({**env.to_json(), "log": [5]})
    assert "n'est pas" in refused.value.text("fr")
    assert "is not" in refused.value.text("en")


def test_the_digest_is_the_same_in_every_process() -> None:
    code = (
        "from bastide.rl import bastide_v0\n"
        "env = bastide_v0.raw_env('second')\n"
        "env.reset(seed=3)\n"
        "for _ in range(20): env.step(min(env.episode.legal))\n"
        "print(env.digest())"
    )
    digests = {
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
        for _ in range(2)
    }
    env = bastide_v0.raw_env("second")
    env.reset(seed=3)
    for _ in range(20):
        env.step(min(env.episode.legal))
    assert digests == {env.digest() + "\n"}


def test_different_states_have_different_digests() -> None:
    env = bastide_v0.raw_env("second")
    env.reset(seed=3)
    digests = [entry[1] for entry in play(env, 60, 1) if isinstance(entry, tuple)]
    assert len(set(digests)) == len(digests)


def test_the_state_of_the_generator_can_be_restored() -> None:
    env = bastide_v0.raw_env("second")
    env.reset(seed=3)
    saved = env.generator
    env.reset()
    first = env.digest()
    env.generator = saved
    env.reset()
    assert env.digest() == first


def test_global_generators_are_not_used() -> None:
    random.seed(1)
    np.random.seed(1)
    before = random.getstate(), np.random.get_state()[1].tolist()  # type: ignore[index]
    env = BastideEnv("second", opponents="greedy")
    env.reset(seed=1)
    play_gymnasium(env, 10, 1)
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before  # type: ignore[index]
