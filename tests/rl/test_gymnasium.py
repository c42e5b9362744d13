"""The Gymnasium environment: Gymnasium's own checks, opponents, seats, options and illegal actions."""

from __future__ import annotations

import json

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.env_match import check_environments_match
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

from bastide.bots import Budget
from bastide.bots.search import Master, Plan
from bastide.errors import BastideError, IllegalAction
from bastide.rl import BastideEnv
from bastide.rl.registration import IDS
from bastide.rules.model import Action
from bastide.rules.state import State
from tests.rl.test_actions import RULE_SETS


def play_out(env: BastideEnv, seed: int) -> float:
    """Play an episode at random and return the return of the learner."""
    env.reset(seed=seed)
    generator, total, over = np.random.default_rng(seed), 0.0, False
    while not over:
        _, reward, terminated, truncated, _ = env.step(int(generator.choice(np.flatnonzero(env.action_masks()))))
        total += reward
        over = terminated or truncated
    return total


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", IDS)
def test_the_environment_checker_passes(name: str) -> None:
    check_env(gymnasium.make(f"bastide.rl:{name}").unwrapped, skip_render_check=False)


@pytest.mark.filterwarnings("ignore")
def test_the_registered_id_and_the_class_give_the_same_environment() -> None:
    check_environments_match(
        gymnasium.make("bastide/Second-v0"), BastideEnv("second"), num_steps=60, seed=3, skip_render=True
    )


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_whole_game_against_a_bot(rules: str) -> None:
    env = BastideEnv(rules, opponents="novice" if rules == "second" else "random", reward="score")
    assert play_out(env, 2) == env.episode.state.score[env.seat]
    assert not env.action_masks().any()
    with pytest.raises(BastideError, match="over"):
        env.step(0)


def test_points_before_the_first_action_are_part_of_its_reward() -> None:
    """The Wheel of Fortune may award points before the learner's first turn."""
    early = 0
    for seed in range(30):
        env = BastideEnv("second expansions=wheel_of_fortune", players=3, reward="score")
        env.reset(seed=seed)
        early += env.episode.state.score[env.seat] > 0
        twin = BastideEnv.from_json(json.loads(json.dumps(env.to_json())))
        action = int(np.flatnonzero(env.action_masks())[0])
        assert env.step(action)[1] == twin.step(action)[1] == env.episode.state.score[env.seat]
    assert early


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("in_processes", [False, True])
def test_vectorized_single_environments(in_processes: bool) -> None:
    def make() -> BastideEnv:
        return BastideEnv("second", window=25)

    many = AsyncVectorEnv([make, make]) if in_processes else SyncVectorEnv([make, make])
    alone = [make(), make()]
    try:
        observations, info = many.reset(seed=[4, 5])
        first = [env.reset(seed=seed) for env, seed in zip(alone, (4, 5), strict=True)]
        for _ in range(12):
            for number, (own, own_info) in enumerate(first):
                assert all(np.array_equal(observations[name][number], own[name]) for name in own)  # type: ignore[arg-type]
                assert np.array_equal(info["action_mask"][number], own_info["action_mask"])  # type: ignore[arg-type]
            chosen = np.array([int(np.flatnonzero(mask)[-1]) for mask in info["action_mask"]])
            observations, rewards, *_, info = many.step(chosen)
            steps = [env.step(int(action)) for env, action in zip(alone, chosen, strict=True)]
            assert [step[1] for step in steps] == rewards.tolist()
            first = [(step[0], step[4]) for step in steps]
    finally:
        many.close()


def test_an_illegal_action_loses_the_game() -> None:
    env = BastideEnv()
    env.reset(seed=1)
    wrong = int(np.flatnonzero(~env.action_masks())[0])
    before = env.digest()
    _, reward, terminated, truncated, _ = env.step(wrong)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert env.digest() == before


def test_an_illegal_action_can_raise_an_error() -> None:
    env = BastideEnv(illegal="raise")
    env.reset(seed=1)
    wrong = int(np.flatnonzero(~env.action_masks())[0])
    before = env.digest(), env.generator
    with pytest.raises(IllegalAction):
        env.step(wrong)
    assert (env.digest(), env.generator) == before


def test_the_seat_is_drawn_or_chosen() -> None:
    env = BastideEnv(players=4)
    assert len({env.reset(seed=seed)[1]["seat"] for seed in range(20)}) == 4
    assert env.reset(options={"seat": 3})[1]["seat"] == 3
    assert BastideEnv(players=4, seat=2).reset()[1]["seat"] == 2


def test_bots_live_as_long_as_the_episode(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that searches plans its whole turn, so it searches less often than it chooses."""
    searches, choices = 0, 0
    search, choose = Master._search, Master.choose

    def count_search(bot: Master, state: State, budget: Budget) -> Plan:
        nonlocal searches
        searches += 1
        return search(bot, state, budget)

    def count_choice(bot: Master, state: State, budget: Budget) -> Action:
        nonlocal choices
        choices += len(state.legal) > 1
        return choose(bot, state, budget)

    monkeypatch.setattr(Master, "_search", count_search)
    monkeypatch.setattr(Master, "choose", count_choice)
    env = BastideEnv("second", opponents="strong", rollouts=4)
    env.reset(seed=3)
    bots = dict(env._bots)
    for _ in range(12):
        env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert all(env._bots[seat] is bot for seat, bot in bots.items())
    assert 0 < searches < choices
    env.reset(seed=4)
    assert not any(env._bots.get(seat) is bot for seat, bot in bots.items())


def test_a_record_without_plans_is_restored() -> None:
    """Records from before bots had plans for a whole turn."""
    env = BastideEnv("second", opponents="strong", rollouts=4)
    env.reset(seed=3)
    data = env.to_json()
    assert data.pop("plans") != {}
    assert BastideEnv.from_json(data).digest() == env.digest()


def test_opponents_can_have_different_levels() -> None:
    env = BastideEnv(players=3, opponents=("greedy", "random"), seat=1)
    assert env.opponents == ("greedy", "random")
    play_out(env, 1)
    scores = env.episode.state.score
    assert scores[2] > scores[0]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"opponents": "champion"}, "random, novice, greedy, strong, master"),
        ({"opponents": ("random", "random")}, "one level for all"),
        ({"opponents": None}, "random, novice, greedy, strong, master"),
        ({"seat": 2}, "seat"),
        ({"seat": np.array([1])}, "seat must be a whole number"),
        ({"representation": ["planes"]}, "planes, graph"),
        ({"penalty": "x"}, "penalty must be a number, not 'x'"),
        ({"rollouts": 0}, "rollouts cannot be 0"),
        ({"illegal": "ignore"}, "lose, raise"),
        ({"render_mode": "film"}, "ansi, rgb_array, human"),
    ],
)
def test_invalid_options_are_refused(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(BastideError, match=words):
        BastideEnv(**wrong)  # type: ignore[arg-type]


def test_numpy_integers_are_accepted() -> None:
    env = BastideEnv("first", players=np.int64(3), window=np.int64(25), seat=np.int64(1))  # type: ignore[arg-type]
    env.reset(seed=np.int64(2))  # type: ignore[arg-type]
    json.dumps(env.to_json())


def test_the_penalty_can_be_chosen() -> None:
    env = BastideEnv(reward="margin", penalty=-50)
    env.reset(seed=1)
    assert env.step(int(np.flatnonzero(~env.action_masks())[0]))[1] == -50


def test_make_vec_gives_the_same_task() -> None:
    many = gymnasium.make_vec("bastide/Second-v0", 3)
    _, info = many.reset(seed=1)
    for _ in range(30):
        seats = info["seat"].copy()
        *_, ended, _, info = many.step(many.unwrapped.sample_actions())  # type: ignore[attr-defined]
        assert ended.any() or np.array_equal(info["seat"], seats)
    many.close()


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("Second", {"representation": "graph"}, "no option “representation”, only players"),
        ("Second", {"render_mode": "ansi"}, "no option “render_mode”"),
        ("Second", {"opponents": "master"}, "no opponents “master”"),
        ("GoldRush", {"opponents": "greedy"}, "no opponents “greedy” for these rules"),
    ],
)
def test_unsupported_options_of_make_vec_are_refused_with_an_alternative(
    name: str, options: dict[str, str], words: str
) -> None:
    with pytest.raises(BastideError, match=words) as refused:
        gymnasium.make_vec(f"bastide/{name}-v0", 2, **options)  # type: ignore[arg-type]
    assert "vectorization_mode='sync'" in str(refused.value)
    gymnasium.make_vec(f"bastide/{name}-v0", 2, "sync", **options).close()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "words"),
    [({"window": 8}, "8 is not a valid window"), ({"rules": "third"}, "third"), ({"players": 9}, "players")],
)
def test_invalid_options_of_make_vec_are_refused_without_an_alternative(options: dict[str, str], words: str) -> None:
    with pytest.raises(BastideError, match=words) as refused:
        gymnasium.make_vec("bastide/Second-v0", 2, **options)  # type: ignore[arg-type]
    assert "vectorization_mode" not in str(refused.value)


def test_invalid_options_of_reset_are_refused() -> None:
    with pytest.raises(BastideError, match="seat"):
        BastideEnv().reset(options={"chair": 1})
    with pytest.raises(BastideError, match="seat"):
        BastideEnv().reset(options={"seat": 7})


def test_rgb_arrays_have_a_constant_size() -> None:
    env = BastideEnv(render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    for _ in range(6):
        env.step(int(np.flatnonzero(env.action_masks())[0]))
    last = env.render()
    assert isinstance(first, np.ndarray)
    assert isinstance(last, np.ndarray)
    assert first.shape == last.shape == (800, 800, 3)
    assert not np.array_equal(first, last)


def test_an_episode_that_leaves_its_window_is_truncated() -> None:
    env = BastideEnv("second", players=3, seat=2, window=3, beyond="truncate")
    with pytest.warns(RuntimeWarning, match="outside the window of 3 by 3"):
        _, info = env.reset(seed=1)
    assert info["left_window"]
    assert not env.action_masks().any()
    with pytest.raises(BastideError, match="The game is over"):
        env.step(0)
    with pytest.warns(RuntimeWarning):
        _, _, terminated, truncated, info = _first_that_leaves(BastideEnv("second", window=7, beyond="truncate"))
    assert (terminated, truncated, info["left_window"]) == (False, True, True)


def _first_that_leaves(
    env: BastideEnv,
) -> tuple[dict[str, object], float, bool, bool, dict[str, object]]:
    """Play at random until a game leaves the window; return the result of its last step."""
    env.reset(seed=1)
    generator = np.random.default_rng(1)
    while True:
        result = env.step(int(generator.choice(np.flatnonzero(env.action_masks()))))
        if result[3]:
            return result
        if result[2]:
            env.reset()
