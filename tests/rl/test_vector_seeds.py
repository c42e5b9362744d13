"""Many games at once: seeds, threads and copies. A game depends on its own seed and actions, and on nothing else."""

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


@pytest.mark.parametrize("opponents", ["self", "random"])
def test_a_game_depends_on_its_own_seed_only(opponents: Opponent) -> None:
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


def test_one_seed_makes_one_for_each_game() -> None:
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


def test_without_a_seed_generators_go_on() -> None:
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


def test_some_games_can_be_begun_anew() -> None:
    env = BastideVectorEnv(4)
    with pytest.raises(BastideError, match="reset"):
        env.reset(options={"reset_mask": np.array([True, False, False, False])})
    env.reset(seed=1)
    history(env, 9)
    tiles = [len(env.to_engine(number).board.cell) for number in range(4)]
    seen, facts = env.reset(options={"reset_mask": np.array([False, True, False, True])})
    assert [len(env.to_engine(number).board.cell) for number in range(4)] == [tiles[0], 1, tiles[2], 1]
    for number in range(4):
        check_observation(env, number, seen, facts, over=False)


COPIES: dict[str, Callable[[BastideVectorEnv], BastideVectorEnv]] = {
    "deepcopy": deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "JSON": lambda env: BastideVectorEnv.from_json(json.loads(json.dumps(env.to_json()))),
}


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("opponents", ["self", "random", "greedy"])
def test_a_copy_goes_on_as_the_original(way: str, opponents: Opponent) -> None:
    env = BastideVectorEnv(3, opponents=opponents, threads=2)
    env.reset(seed=5)
    history(env, 31)
    copy = COPIES[way](env)
    there, here = history(copy, 40 if opponents == "greedy" else 130, 1), history(env, 5, 1)
    assert there[:5] == here
    assert there[5:] == history(env, len(there) - 5, 1)
    copy.reset()
    env.reset()
    assert history(copy, 9) == history(env, 9)


def test_games_are_written_down_before_they_begin_too() -> None:
    env = BastideVectorEnv(np.int64(2), players=np.int64(3), reward="margin", copy=np.True_)  # type: ignore[arg-type]
    copy = BastideVectorEnv.from_json(env.to_json())
    with pytest.raises(BastideError, match="reset"):
        copy.step(np.zeros(2, np.int64))
    env.reset()
    copy.reset()
    assert history(copy, 20) == history(env, 20)


def test_games_that_were_not_written_by_this_version_are_refused() -> None:
    env = BastideVectorEnv(2)
    env.reset(seed=1)
    good = env.to_json()
    arrays = dict(good["arrays"])  # type: ignore[call-overload]
    wrongs: list[dict[str, object]] = [
        {**good, "options": {**env._options, "rules": "first"}},
        {**good, "arrays": arrays | {"_games": arrays["_envs"]}},
        {**good, "arrays": arrays | {"_games": arrays["_games"][:40]}},
        {**good, "begun": False},
        {name: told for name, told in good.items() if name != "generator"},
        {name: told for name, told in good.items() if name != "seal"},
        {},
    ]
    for wrong in wrongs:
        with pytest.raises(BadRecord):
            BastideVectorEnv.from_json(wrong)
    BastideVectorEnv.from_json(good)


@pytest.mark.parametrize("seed", ["ab", [1.5, 2.5], [-1, 2], 7.5, ["1", "2"], [1], object(), {}])
def test_seeds_are_whole_numbers(seed: object) -> None:
    env = BastideVectorEnv(2)
    env.reset(seed=1)
    before = env.generators
    with pytest.raises(BastideError, match="“seed” must be a row"):
        env.reset(seed=seed)  # type: ignore[arg-type]
    assert np.array_equal(env.generators, before)
    env.reset(seed=np.array([1, 2]))  # type: ignore[arg-type]
    env.reset(seed=(np.int64(3), None))  # type: ignore[arg-type]


def test_what_is_given_is_a_copy_only_if_asked_for() -> None:
    for copy in (False, True):
        env = BastideVectorEnv(2, copy=copy)
        env.reset(seed=1)
        seen, paid, terminations, _, facts = env.step(env.sample_actions())
        large = [seen["board"], seen["table"], facts["action_mask"]]
        small = [paid, terminations, facts["seat"], facts["rewards"]]
        before = [part.copy() for part in large]
        later, paid_later, ended, _, told = env.step(env.sample_actions())
        for part, old, new in zip(large, before, [later["board"], later["table"], told["action_mask"]], strict=True):
            assert np.shares_memory(part, new) is not copy
            assert np.array_equal(part, old) is copy
        for part, new in zip(small, [paid_later, ended, told["seat"], told["rewards"]], strict=True):
            assert not np.shares_memory(part, new)
