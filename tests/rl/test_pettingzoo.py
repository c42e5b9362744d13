"""The PettingZoo environment: PettingZoo's own tests, rewards, the window, options and illegal actions."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
from pettingzoo.test.state_test import state_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from bastide.errors import BastideError, BeyondWindow, IllegalAction
from bastide.rl import bastide_v0
from bastide.rl.bastide_v0 import BastideAEC
from bastide.rl.encoding import REPRESENTATIONS, Representation
from bastide.rl.rewards import REWARDS, Reward
from tests.rl.test_actions import RULE_SETS


def play_out(env: BastideAEC, seed: int) -> dict[str, float]:
    """Play an episode at random and return the return of every agent."""
    env.reset(seed=seed)
    generator = np.random.default_rng(seed)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        agent = env.agent_selection
        _, reward, terminated, truncated, _ = env.last(observe=False)
        totals[agent] += reward
        over = terminated or truncated
        env.step(None if over else int(generator.choice(list(env.episode.legal))))
    return totals


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("representation", REPRESENTATIONS)
@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_api_test_passes(rules: str, representation: Representation) -> None:
    api_test(bastide_v0.env(rules, players=2, representation=representation), num_cycles=40)


@pytest.mark.filterwarnings("ignore")
def test_the_api_test_passes_for_a_game_of_three() -> None:
    api_test(bastide_v0.env("second", players=3, reward="score"), num_cycles=400)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_seed_test_passes(rules: str) -> None:
    seed_test(lambda: bastide_v0.env(rules), num_cycles=30)


def test_the_render_test_passes(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(bastide_v0.env, {"ansi": lambda text: "#" in text and ": player_" in text})
    assert "#" in capsys.readouterr().out


def test_human_rendering_includes_the_first_and_the_last_state(capsys: pytest.CaptureFixture[str]) -> None:
    env = bastide_v0.raw_env("first", render_mode="human")
    env.reset(seed=1)
    assert capsys.readouterr().out.endswith("Scores: 0 0\n")
    play_out(env, 1)
    scores = " ".join(map(str, env.episode.state.score))
    assert capsys.readouterr().out.endswith(f"The game is over. Scores: {scores}\n")


@pytest.mark.filterwarnings("ignore")
def test_the_state_test_passes() -> None:
    env = bastide_v0.env()
    env.unwrapped.metadata["is_parallelizable"] = True
    parallel = turn_based_aec_to_parallel(env)  # type: ignore[arg-type]
    state_test(bastide_v0.env(), parallel, num_cycles=10)


@pytest.mark.long
def test_the_performance_benchmark_runs(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(bastide_v0.env())
    assert "turns per second" in capsys.readouterr().out


def test_an_illegal_action_loses_the_game() -> None:
    env = bastide_v0.env()
    env.reset(seed=1)
    agent = env.agent_selection
    observation, *_ = env.last()
    assert isinstance(observation, dict)
    env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))  # type: ignore[arg-type]
    assert all(env.terminations.values())
    assert env.rewards[agent] == -1.0


def test_an_illegal_action_of_the_raw_environment_raises_an_error_and_changes_nothing() -> None:
    env = bastide_v0.raw_env()
    env.reset(seed=1)
    before = env.digest(), env.generator
    illegal = next(i for i in range(env.encoding.actions.size) if i not in env.episode.legal)
    with pytest.raises(IllegalAction):
        env.step(illegal)
    for invalid in (env.encoding.actions.size, -1, None):
        with pytest.raises(BastideError, match="not an action"):
            env.step(invalid)
    assert (env.digest(), env.generator) == before


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_rewards_add_up_to_the_result(players: int, reward: Reward) -> None:
    env = bastide_v0.raw_env("second", players, reward=reward)
    totals = list(play_out(env, 4).values())
    scores = env.episode.state.score
    best = max(scores)
    if reward == "score":
        assert totals == scores
    elif reward == "margin":
        assert totals == [own - max(s for i, s in enumerate(scores) if i != seat) for seat, own in enumerate(scores)]
    else:
        assert sum(totals) == pytest.approx(0.0)
        assert [total > 0 for total in totals] == [score == best for score in scores]


def test_points_before_the_first_action_are_part_of_its_reward() -> None:
    """The Wheel of Fortune may award points for the first tile."""
    early = 0
    for seed in range(20):
        env = bastide_v0.raw_env("second expansions=wheel_of_fortune", reward="score")
        env.reset(seed=seed)
        early += any(env.episode.state.score)
        env.step(next(iter(env.episode.legal)))
        assert list(env.rewards.values()) == env.episode.state.score
    assert early


def test_leaving_the_window_raises_an_error() -> None:
    with pytest.raises(BeyondWindow, match="window='safe'"):
        play_out(bastide_v0.raw_env(window=7), 1)


def test_a_game_that_has_left_its_window_cannot_continue() -> None:
    env = bastide_v0.raw_env(window=7)
    with pytest.raises(BeyondWindow):
        play_out(env, 1)
    for _ in range(2):
        with pytest.raises(BeyondWindow):
            env.step(0)
    env.reset(seed=1)
    env.step(min(env.episode.legal))


def test_the_first_tiles_must_lie_in_the_window() -> None:
    with pytest.raises(BeyondWindow):
        bastide_v0.raw_env("first expansions=count", window=3)


def test_attributes_beyond_the_api_belong_to_the_unwrapped_environment() -> None:
    env = bastide_v0.env()
    env.reset(seed=1)
    own = env.unwrapped
    assert isinstance(own, BastideAEC)
    saved = own.generator
    env.reset()
    first = own.digest()
    own.generator = saved
    env.reset()
    assert own.digest() == first


def test_steps_before_reset_and_after_the_end_are_refused() -> None:
    env = bastide_v0.raw_env("first")
    with pytest.raises(BastideError, match="reset"):
        env.step(0)
    play_out(env, 1)
    with pytest.raises(BastideError, match="over"):
        env.step(0)


def test_leaving_the_window_can_truncate_the_episode() -> None:
    env = bastide_v0.raw_env(window=7, beyond="truncate", reward="margin")
    with pytest.warns(RuntimeWarning, match="outside the window of 7 by 7"):
        totals = play_out(env, 1)
    assert env.episode.left_window is not None
    assert set(totals.values()) == {0.0}
    env.reset(seed=1)
    assert env.last()[4] == {"left_window": False}


def leave_window(env: bastide_v0.BastideAEC) -> None:
    """Play the legal action with the smallest number until the episode is truncated."""
    while not any(env.truncations.values()):
        env.step(min(env.episode.legal))


def test_infos_report_that_the_game_has_left_its_window() -> None:
    env = bastide_v0.raw_env(window=3, beyond="truncate")
    env.reset(seed=1)
    with pytest.warns(RuntimeWarning, match="outside the window of 3 by 3"):
        leave_window(env)
    assert env.last()[2:] == (False, True, {"left_window": True})


def test_no_game_leaves_a_safe_window() -> None:
    env = bastide_v0.raw_env(window=bastide_v0.SAFE)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        play_out(env, 2)
    assert env.encoding.window.side == 143


def test_rendering_before_reset_is_refused() -> None:
    with pytest.raises(BastideError, match="reset"):
        bastide_v0.raw_env().render()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"rules": None}, "rules cannot be “None”: choose one of first, second"),
        ({"rules": ["second"]}, "choose one of first, second"),
        ({"representation": "smell"}, "planes, graph"),
        ({"reward": "fame"}, "win, margin, score"),
        ({"beyond": "hope"}, "raise, truncate"),
        ({"render_mode": "film"}, "ansi, rgb_array, human"),
        ({"window": 8}, "odd number"),
        ({"window": "large"}, "safe"),
        ({"players": 9}, "players"),
        ({"players": 2.5}, "players must be a whole number"),
        ({"window": 7.5}, "window must be a whole number"),
    ],
)
def test_invalid_options_are_refused(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(BastideError, match=words):
        bastide_v0.raw_env(**wrong)  # type: ignore[arg-type]


def test_unknown_agents_are_refused() -> None:
    env = bastide_v0.raw_env()
    env.reset(seed=1)
    for method in (env.observe, env.action_space, env.observation_space):
        with pytest.raises(BastideError, match="choose one of player_0, player_1"):
            method("player_2")


@pytest.mark.parametrize("value", [1.5, "a", [1], np.array([1]), np.array(1.5)], ids=repr)
def test_seeds_and_actions_must_be_integers(value: int) -> None:
    env = bastide_v0.raw_env("first")
    env.reset(seed=1)
    before = env.digest(), env.generator
    with pytest.raises(BastideError, match="seed must be a whole number"):
        env.reset(seed=value)
    with pytest.raises(BastideError, match="action must be a whole number"):
        env.step(value)
    assert (env.digest(), env.generator) == before
