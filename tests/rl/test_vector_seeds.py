"""The vector environment: seeds, threads and copies. A game depends only on its own seed and actions."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from copy import deepcopy

import numpy as np
import pytest

from bastide.errors import BadRecord, BastideError
from bastide.rl.vector_env import BastideVectorEnv, Opponent
from tests.rl.test_vector import check_observation, history
from tests.rulesets import RULE_SETS


@pytest.mark.parametrize("opponents", ["self", "random"])
def test_a_game_depends_only_on_its_own_seed(opponents: Opponent) -> None:
    alone, many, other = (BastideVectorEnv(count, opponents=opponents, threads=1) for count in (1, 5, 3))
    alone.reset(seed=[77])
    many.reset(seed=[5, 77, 6, 7, 8])
    other.reset(seed=[77, 77, 1])
    expected = history(alone, 150)
    assert history(many, 150, game=1) == expected
    assert history(other, 150, game=0) == expected
    many.reset(seed=[5, 77, 6, 7, 8])
    assert history(many, 20, game=0) != expected[:20]


@pytest.mark.parametrize("opponents", ["self", "greedy"])
def test_the_number_of_threads_does_not_matter(opponents: Opponent) -> None:
    envs = [BastideVectorEnv(7, opponents=opponents, threads=threads) for threads in (1, 3)]
    for game in (0, 3, 6):
        for env in envs:
            env.reset(seed=9)
        one, several = (history(env, 40, game) for env in envs)
        assert one == several
    for env in envs:
        env.close()


def test_a_single_seed_determines_the_seeds_of_all_games() -> None:
    small, large = BastideVectorEnv(3), BastideVectorEnv(6)
    small.reset(seed=3)
    large.reset(seed=3)
    first = history(small, 30, game=2)
    assert first == history(large, 30, game=2)
    small.reset(seed=3)
    assert first == history(small, 30, game=2)
    small.reset(seed=3)
    assert first != history(small, 30, game=1)
    small.reset(seed=4)
    assert first != history(small, 30, game=2)


def test_without_a_seed_generators_continue() -> None:
    env, again = BastideVectorEnv(2), BastideVectorEnv(2)
    for each in (env, again):
        each.reset(seed=3)
        each.reset()
    assert history(env, 20) == history(again, 20)
    again.reset(seed=3)
    env.reset(seed=[None, 5])
    assert history(env, 20) != history(again, 20)
    fresh = [BastideVectorEnv(1) for _ in range(2)]
    for each in fresh:
        each.reset()
    assert history(fresh[0], 20) != history(fresh[1], 20)


def test_selected_games_can_be_reset() -> None:
    env = BastideVectorEnv(4)
    with pytest.raises(BastideError, match="reset"):
        env.reset(options={"reset_mask": np.array([True, False, False, False])})
    env.reset(seed=1)
    history(env, 9)
    tiles = [len(env.to_engine(number).board.cell) for number in range(4)]
    observations, infos = env.reset(options={"reset_mask": np.array([False, True, False, True])})
    assert [len(env.to_engine(number).board.cell) for number in range(4)] == [tiles[0], 1, tiles[2], 1]
    for number in range(4):
        check_observation(env, number, observations, infos, over=False)


COPIES: dict[str, Callable[[BastideVectorEnv], BastideVectorEnv]] = {
    "deepcopy": deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "JSON": lambda env: BastideVectorEnv.from_json(json.loads(json.dumps(env.to_json()))),
}


@pytest.mark.parametrize("method", COPIES)
@pytest.mark.parametrize("opponents", ["self", "random"])
@pytest.mark.parametrize("name", ["catapult", "gold_rush", "hand"])
def test_with_all_rules_a_copy_continues_like_the_original(method: str, opponents: Opponent, name: str) -> None:
    env = BastideVectorEnv(2, RULE_SETS[name], 3, opponents=opponents)
    env.reset(seed=4)
    history(env, 40)
    copy = COPIES[method](env)
    assert history(copy, 60, 1) == history(env, 60, 1)
    assert [copy.digest(number) for number in range(2)] == [env.digest(number) for number in range(2)]


@pytest.mark.parametrize("method", COPIES)
@pytest.mark.parametrize("opponents", ["self", "random", "greedy"])
def test_a_copy_continues_like_the_original(method: str, opponents: Opponent) -> None:
    env = BastideVectorEnv(3, opponents=opponents, threads=2)
    env.reset(seed=5)
    history(env, 31)
    copy = COPIES[method](env)
    copied, original = history(copy, 40 if opponents == "greedy" else 130, 1), history(env, 5, 1)
    assert copied[:5] == original
    assert copied[5:] == history(env, len(copied) - 5, 1)
    copy.reset()
    env.reset()
    assert history(copy, 9) == history(env, 9)


def test_an_environment_can_be_serialized_before_its_first_reset() -> None:
    env = BastideVectorEnv(np.int64(2), players=np.int64(3), reward="margin", copy=np.True_)  # type: ignore[arg-type]
    copy = BastideVectorEnv.from_json(env.to_json())
    with pytest.raises(BastideError, match="reset"):
        copy.step(np.zeros(2, np.int64))
    env.reset()
    copy.reset()
    assert history(copy, 20) == history(env, 20)


def test_damaged_records_are_refused() -> None:
    env = BastideVectorEnv(2)
    env.reset(seed=1)
    good = env.to_json()
    arrays = dict(good["arrays"])  # type: ignore[call-overload]
    damaged: list[dict[str, object]] = [
        {**good, "options": {**env._options, "rules": "first"}},
        {**good, "arrays": arrays | {"_games": arrays["_envs"]}},
        {**good, "arrays": arrays | {"_games": arrays["_games"][:40]}},
        {**good, "begun": False},
        {name: value for name, value in good.items() if name != "generator"},
        {name: value for name, value in good.items() if name != "seal"},
        {},
    ]
    for record in damaged:
        with pytest.raises(BadRecord):
            BastideVectorEnv.from_json(record)
    BastideVectorEnv.from_json(good)


@pytest.mark.parametrize("seed", ["ab", [1.5, 2.5], [-1, 2], 7.5, ["1", "2"], [1], object(), {}])
def test_invalid_seeds_are_refused(seed: object) -> None:
    env = BastideVectorEnv(2)
    env.reset(seed=1)
    before = env.generators
    with pytest.raises(BastideError, match="“seed” must have one value"):
        env.reset(seed=seed)  # type: ignore[arg-type]
    assert np.array_equal(env.generators, before)
    env.reset(seed=np.array([1, 2]))  # type: ignore[arg-type]
    env.reset(seed=(np.int64(3), None))  # type: ignore[arg-type]


def test_large_arrays_are_copied_only_on_request() -> None:
    for copy in (False, True):
        env = BastideVectorEnv(2, copy=copy)
        env.reset(seed=1)
        observations, rewards, terminations, _, infos = env.step(env.sample_actions())
        large = [observations["board"], observations["table"], infos["action_mask"]]
        small = [rewards, terminations, infos["seat"], infos["rewards"]]
        before = [part.copy() for part in large]
        observations, rewards, terminations, _, infos = env.step(env.sample_actions())
        new_large = [observations["board"], observations["table"], infos["action_mask"]]
        for part, old, new in zip(large, before, new_large, strict=True):
            assert np.shares_memory(part, new) is not copy
            assert np.array_equal(part, old) is copy
        new_small = [rewards, terminations, infos["seat"], infos["rewards"]]
        for part, new in zip(small, new_small, strict=True):
            assert not np.shares_memory(part, new)
