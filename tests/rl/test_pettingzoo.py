"""The game under PettingZoo's own tests, and what these do not look at."""

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
    """Play a whole game at random and return what every agent was given in all."""
    env.reset(seed=seed)
    generator = np.random.default_rng(seed)
    given = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        agent = env.agent_selection
        _, reward, terminated, truncated, _ = env.last(observe=False)
        given[agent] += reward
        over = terminated or truncated
        env.step(None if over else int(generator.choice(list(env.episode.legal))))
    return given


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("representation", REPRESENTATIONS)
@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_api_is_pettingzoos(rules: str, representation: Representation) -> None:
    api_test(bastide_v0.env(rules, players=2, representation=representation), num_cycles=40)


@pytest.mark.filterwarnings("ignore")
def test_a_whole_game_of_three_passes_the_api_test() -> None:
    api_test(bastide_v0.env("second", players=3, reward="score"), num_cycles=400)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_seed_gives_the_same_game(rules: str) -> None:
    seed_test(lambda: bastide_v0.env(rules), num_cycles=30)


def test_every_way_to_show_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(bastide_v0.env, {"ansi": lambda text: "#" in text and ": player_" in text})
    assert "#" in capsys.readouterr().out


def test_a_film_for_people_has_its_first_and_last_picture(capsys: pytest.CaptureFixture[str]) -> None:
    env = bastide_v0.raw_env("first", render_mode="human")
    env.reset(seed=1)
    assert capsys.readouterr().out.endswith("Scores: 0 0\n")
    play_out(env, 1)
    scores = " ".join(map(str, env.episode.state.score))
    assert capsys.readouterr().out.endswith(f"The game is over. Scores: {scores}\n")


@pytest.mark.filterwarnings("ignore")
def test_the_state_of_the_table() -> None:
    in_turn = bastide_v0.env()
    in_turn.unwrapped.metadata["is_parallelizable"] = True
    together = turn_based_aec_to_parallel(in_turn)  # type: ignore[arg-type]
    state_test(bastide_v0.env(), together, num_cycles=10)


@pytest.mark.slow
def test_the_performance_benchmark_runs(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(bastide_v0.env())
    assert "turns per second" in capsys.readouterr().out


def test_what_cannot_be_chosen_loses() -> None:
    env = bastide_v0.env()
    env.reset(seed=1)
    agent = env.agent_selection
    seen, *_ = env.last()
    assert isinstance(seen, dict)
    env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))  # type: ignore[arg-type]
    assert all(env.terminations.values())
    assert env.rewards[agent] == -1.0


def test_what_cannot_be_chosen_changes_nothing_and_says_why() -> None:
    env = bastide_v0.raw_env()
    env.reset(seed=1)
    before = env.digest(), env.generator
    wrong = next(i for i in range(env.encoding.actions.size) if i not in env.episode.legal)
    with pytest.raises(IllegalAction):
        env.step(wrong)
    for none in (env.encoding.actions.size, -1, None):
        with pytest.raises(BastideError, match="not an action"):
            env.step(none)
    assert (env.digest(), env.generator) == before


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_rewards_add_up(players: int, reward: Reward) -> None:
    env = bastide_v0.raw_env("second", players, reward=reward)
    given = list(play_out(env, 4).values())
    scores = env.episode.state.score
    best = max(scores)
    if reward == "score":
        assert given == scores
    elif reward == "margin":
        assert given == [own - max(s for i, s in enumerate(scores) if i != seat) for seat, own in enumerate(scores)]
    else:
        assert sum(given) == pytest.approx(0.0)
        assert [share > 0 for share in given] == [score == best for score in scores]


def test_points_before_the_first_choice_are_given_with_it() -> None:
    """The wheel of fortune may pay with the first tile."""
    early = 0
    for seed in range(20):
        env = bastide_v0.raw_env("second expansions=wheel_of_fortune", reward="score")
        env.reset(seed=seed)
        early += any(env.episode.state.score)
        env.step(next(iter(env.episode.legal)))
        assert list(env.rewards.values()) == env.episode.state.score
    assert early


def test_a_game_that_leaves_its_window_is_told_loudly() -> None:
    with pytest.raises(BeyondWindow, match="window='safe'"):
        play_out(bastide_v0.raw_env(window=7), 1)


def test_a_game_that_has_left_its_window_does_not_go_on() -> None:
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


def test_what_pettingzoo_does_not_know_is_found_below_its_wrappers() -> None:
    env = bastide_v0.env()
    env.reset(seed=1)
    own = env.unwrapped
    assert isinstance(own, BastideAEC)
    kept = own.generator
    env.reset()
    first = own.digest()
    own.generator = kept
    env.reset()
    assert own.digest() == first


def test_steps_at_the_wrong_time_are_refused_in_words() -> None:
    env = bastide_v0.raw_env("first")
    with pytest.raises(BastideError, match="reset"):
        env.step(0)
    play_out(env, 1)
    with pytest.raises(BastideError, match="over"):
        env.step(0)


def test_a_game_that_leaves_its_window_may_end_there() -> None:
    env = bastide_v0.raw_env(window=7, beyond="truncate", reward="margin")
    with pytest.warns(RuntimeWarning, match="outside the window of 7 by 7"):
        given = play_out(env, 1)
    assert env.episode.left_window is not None
    assert set(given.values()) == {0.0}
    env.reset(seed=1)
    assert env.last()[4] == {"left_window": False}


def leave_window(env: bastide_v0.BastideAEC) -> None:
    """Play whatever has the smallest number until the game is cut short."""
    while not any(env.truncations.values()):
        env.step(min(env.episode.legal))


def test_agents_are_told_that_the_game_has_left_its_window() -> None:
    env = bastide_v0.raw_env(window=3, beyond="truncate")
    env.reset(seed=1)
    with pytest.warns(RuntimeWarning, match="outside the window of 3 by 3"):
        leave_window(env)
    assert env.last()[2:] == (False, True, {"left_window": True})


def test_a_safe_window_never_ends() -> None:
    env = bastide_v0.raw_env(window=bastide_v0.SAFE)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        play_out(env, 2)
    assert env.encoding.window.side == 143


def test_no_game_before_reset() -> None:
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
def test_bad_wishes_are_refused_in_words(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(BastideError, match=words):
        bastide_v0.raw_env(**wrong)  # type: ignore[arg-type]


def test_agents_without_a_seat_are_refused_in_words() -> None:
    env = bastide_v0.raw_env()
    env.reset(seed=1)
    for ask in (env.observe, env.action_space, env.observation_space):
        with pytest.raises(BastideError, match="choose one of player_0, player_1"):
            ask("player_2")


@pytest.mark.parametrize("odd", [1.5, "a", [1], np.array([1]), np.array(1.5)], ids=repr)
def test_seeds_and_actions_are_whole_numbers(odd: int) -> None:
    env = bastide_v0.raw_env("first")
    env.reset(seed=1)
    before = env.digest(), env.generator
    with pytest.raises(BastideError, match="seed must be a whole number"):
        env.reset(seed=odd)
    with pytest.raises(BastideError, match="action must be a whole number"):
        env.step(odd)
    assert (env.digest(), env.generator) == before
