"""The vector environment: observations, masks and rewards equal those of single environments."""

from __future__ import annotations

import pickle
from collections import Counter
from copy import deepcopy
from itertools import pairwise

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from bastide.errors import BadRules, BastideError, IllegalAction
from bastide.fast import Batch
from bastide.fast.rng import initial_state
from bastide.fast.support import is_plain
from bastide.games import parse_rules
from bastide.rl import BeyondWindow, Encoding, Episode
from bastide.rl.rewards import REWARDS, Reward, rewards
from bastide.rl.step_kernel import DRAWS
from bastide.rl.vector_env import BastideVectorEnv, Infos, Observations, Opponent
from bastide.rules import engine
from bastide.rules.model import CHANCE, OVER, Action
from bastide.rules.scoring import leaders
from bastide.rules.state import NO_TILE, State
from tests.fast.mirror import as_in_engine
from tests.rulesets import RULE_SETS

TABLES = (
    ("first", 2),
    ("second", 3),
    ("anniversary", 5),
    ("first first_player=1 followers=20 field_scoring=per_city_4", 3),
    ("second expansions=river", 2),
    ("second expansions=river_2", 3),
    ("second expansions=river_20", 2),
    ("bigbox2014 expansions=inns_and_cathedrals", 4),
    ("anniversary expansions=river,inns_and_cathedrals,abbot", 3),
    ("gold_rush", 2),
)
BY_THE_SHEET = [name for name, rules in RULE_SETS.items() if not is_plain(parse_rules(rules))]
"""The rule sets whose turn has more steps than that of the base game."""


def check_observation(env: BastideVectorEnv, number: int, observations: Observations, infos: Infos, over: bool) -> None:
    """Compare the observation of a game with the encoding of the same state in the engine."""
    state, encoding = env.to_engine(number), env.encoding
    seat = int(infos["seat"][number])
    for name, expected in encoding.observe(state, seat).items():
        assert observations[name][number].dtype == expected.dtype
        assert np.array_equal(observations[name][number], expected), name
    mask = np.zeros(encoding.actions.size, np.int8) if over else encoding.mask(state, seat)
    assert np.array_equal(infos["action_mask"][number], mask)
    assert infos["scores"][number].tolist() == state.score
    assert over or engine.actor(state) == seat


def check_play(env: BastideVectorEnv, steps: int, every: int = 1) -> int:
    """Play at random, check the observations of all games, and return the number of episodes that have ended."""
    observations, infos = env.reset(seed=4)
    over, ended = np.zeros(env.num_envs, np.bool_), 0
    for step in range(steps):
        for number in range(env.num_envs):
            if step % every == 0 or over[number]:
                check_observation(env, number, observations, infos, bool(over[number]))
        observations, _, terminations, truncations, infos = env.step(env.sample_actions())
        over = terminations | truncations
        ended += int(over.sum())
    return ended


def history(env: BastideVectorEnv, steps: int, game: int = 0) -> list[object]:
    """Play with sampled actions, and return everything observable of a game."""
    steps_taken: list[object] = []
    for _ in range(steps):
        actions = env.sample_actions()
        observations, rewards, terminations, _, infos = env.step(actions)
        arrays = observations["board"], observations["table"], infos["action_mask"]
        scalars = actions[game], rewards[game], terminations[game], infos["seat"][game]
        steps_taken.append((*scalars, *(array[game].tobytes() for array in arrays)))
    return steps_taken


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_observations_are_those_of_the_encoding(rules: str, players: int) -> None:
    assert check_play(BastideVectorEnv(2, rules, players), 220) >= 2


@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_against_opponents_observations_are_those_of_the_learner(opponents: Opponent) -> None:
    env = BastideVectorEnv(2, "second expansions=abbot", 3, opponents=opponents)
    assert check_play(env, 130, every=3) >= 4


@pytest.mark.parametrize("copy", [False, True])
def test_observations_of_several_games(copy: bool) -> None:
    assert check_play(BastideVectorEnv(5, copy=copy, threads=2), 150, every=15) == 5


class Replayed(Episode):
    """An episode in which given tiles are drawn."""

    def __init__(self, encoding: Encoding, reward: Reward, drawn: list[int]) -> None:
        self.drawn = drawn
        super().__init__(encoding, np.random.default_rng(0), reward)

    def _advance(self, strict: bool = True) -> None:
        while engine.actor(self.state) == CHANCE:
            self._apply(self.state.rules.pack("draw", self.drawn.pop(0)))
        super()._advance()


def drawn_between(before: list[int], state: State) -> list[int]:
    """Return the tiles drawn since an earlier state of the bag; the one that could be laid comes last."""
    drawn = list((Counter(dict(enumerate(before))) - Counter(dict(enumerate(state.bag)))).elements())
    return sorted(drawn, key=lambda tile: tile == state.tile)


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("players", [2, 4])
def test_a_replay_in_the_single_environment_agrees(reward: Reward, players: int) -> None:
    env = BastideVectorEnv(3, "anniversary expansions=abbot", players, reward=reward)
    observations, infos = env.reset(seed=players)
    bag, state = list(env.encoding.rules.bag), env.to_engine(1)
    episode = Replayed(env.encoding, reward, drawn_between(bag, state))
    given: list[float] = []
    while episode.actor != OVER:
        seat = episode.actor
        assert seat == infos["seat"][1]
        assert np.array_equal(observations["board"][1], episode.observe(seat)["board"])
        assert np.array_equal(infos["action_mask"][1], episode.mask(seat))
        actions, bag = env.sample_actions(), env.to_engine(1).bag
        observations, paid, terminations, truncations, infos = env.step(actions)
        episode.drawn = drawn_between(bag, env.to_engine(1))
        given = episode.play(int(actions[1]))
        assert infos["rewards"][1].tolist() == given
        assert paid[1] == given[seat]
        assert bool(terminations[1]) == (episode.actor == OVER)
        assert not truncations.any()
    assert any(given)


class Mirrored(Episode):
    """An episode in which chance decides as in the simulator with a seed."""

    def __init__(self, encoding: Encoding, reward: Reward, seed: int) -> None:
        self.batch = Batch(encoding.rules, 1, encoding.players)
        self.batch.games["random"] = initial_state(np.uint64(seed), DRAWS)  # type: ignore[arg-type]
        super().__init__(encoding, np.random.default_rng(0), reward)

    def _advance(self, strict: bool = True) -> None:
        while engine.actor(self.state) == CHANCE:
            drawn = self.batch.random_actions()
            self.batch.apply_all(drawn)
            super()._apply(as_in_engine(self.batch, 0, int(drawn[0])))
        super()._advance(strict)

    def _apply(self, action: Action) -> None:
        self.batch.apply(0, action)
        super()._apply(action)


def check_mirrored(rules: str, players: int, reward: Reward, steps: int, every: int) -> None:
    """Play a game beside one in the single environment, with the same draws, and compare them at every step."""
    env = BastideVectorEnv(1, rules, players, reward=reward)
    observations, infos = env.reset(seed=[players])
    episode = Mirrored(env.encoding, reward, players)
    for step in range(steps):
        seat = episode.actor
        assert seat == infos["seat"][0]
        assert env.to_engine(0).key() == episode.state.key()
        if step % every == 0:
            for name, expected in episode.observe(seat).items():
                assert np.array_equal(observations[name][0], expected), name
            assert np.array_equal(infos["action_mask"][0], episode.mask(seat))
        actions = env.sample_actions()
        observations, paid, terminations, _, infos = env.step(actions)
        given = episode.play(int(actions[0]))
        assert infos["rewards"][0].tolist() == given
        assert paid[0] == given[seat]
        assert bool(terminations[0]) == (episode.actor == OVER)
        if episode.actor == OVER:
            check_observation(env, 0, observations, infos, over=True)
            return


@pytest.mark.parametrize("name", BY_THE_SHEET)
def test_with_all_rules_a_game_agrees_with_the_single_environment(name: str) -> None:
    check_mirrored(RULE_SETS[name], 3, "score", 60, every=6)


@pytest.mark.long
@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("name", BY_THE_SHEET)
def test_with_all_rules_whole_games_agree_with_the_single_environment(name: str, players: int, reward: Reward) -> None:
    check_mirrored(RULE_SETS[name], players, reward, 10**6, every=1)


@pytest.mark.parametrize("name", ["count", "gold_rush", "hand with all"])
def test_with_all_rules_random_opponents_play(name: str) -> None:
    check_play(BastideVectorEnv(2, RULE_SETS[name], 3, opponents="random"), 40, every=8)


@pytest.mark.parametrize("reward", ["win", "margin"])
def test_winners_share_the_reward(reward: Reward) -> None:
    env = BastideVectorEnv(200, "second followers=1 farmers=off", 3, reward=reward)
    env.reset(seed=1)
    winner_counts = set()
    for _ in range(160):
        _, _, terminations, _, infos = env.step(env.sample_actions())
        for number in np.flatnonzero(terminations).tolist():
            state = env.to_engine(number)
            assert infos["rewards"][number].tolist() == rewards(reward, state.score, state)
            winner_counts.add(len(leaders(state)))
    assert winner_counts >= {1, 2}


@pytest.mark.parametrize("opponents", ["self", "random", "greedy"])
def test_score_rewards_add_up_to_the_score(opponents: Opponent) -> None:
    env = BastideVectorEnv(4, players=3, reward="score", opponents=opponents)
    env.reset(seed=3)
    gains, ended = np.zeros((4, 3)), 0
    while ended < 6:
        _, paid, terminations, _, infos = env.step(env.sample_actions())
        gains += infos["rewards"]
        if opponents != "self":
            assert np.array_equal(paid, infos["rewards"][np.arange(4), infos["seat"]])
        for number in np.flatnonzero(terminations).tolist():
            assert gains[number].tolist() == env.to_engine(number).score
            gains[number], ended = 0, ended + 1


def test_the_learner_moves_to_the_next_seat_in_every_episode() -> None:
    env = BastideVectorEnv(8, players=3, opponents="random")
    _, infos = env.reset(seed=1)
    seats = [[seat] for seat in infos["seat"].tolist()]
    assert len({first for (first,) in seats}) == 3
    for _ in range(150):
        _, _, _, _, infos = env.step(env.sample_actions())
        for before, seat in zip(seats, infos["seat"].tolist(), strict=True):
            if before[-1] != seat:
                before.append(int(seat))
    for row in seats:
        assert len(row) > 2
        assert all(after == (before + 1) % 3 for before, after in pairwise(row))


def test_greedy_opponents_beat_random_actions() -> None:
    env = BastideVectorEnv(12, opponents="greedy", reward="margin")
    env.reset(seed=2)
    margins: list[float] = []
    while len(margins) < 12:
        _, paid, terminations, _, _ = env.step(env.sample_actions())
        margins += paid[terminations].tolist()
    assert np.mean(margins) < -20


def test_an_episode_that_has_ended_is_reset_by_the_next_step() -> None:
    env = BastideVectorEnv(3)
    env.reset(seed=1)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    _, _, over, _, infos = env.step(env.sample_actions())
    while not over.any():
        _, _, over, _, infos = env.step(env.sample_actions())
    number = int(over.argmax())
    assert env.to_engine(number).pc >= len(env.encoding.rules.program)
    assert infos["action_mask"][number].sum() == 0
    assert infos["rewards"][number].sum() == 0
    actions = env.sample_actions()
    assert actions[number] == 0
    actions[number] = -5
    _, paid, terminations, _, infos = env.step(actions)
    state = env.to_engine(number)
    assert (len(state.board.cell), state.score, paid[number]) == (1, [0, 0], 0.0)
    assert not terminations[number]
    assert infos["action_mask"][number].sum() == len(state.legal)


def snapshot(env: BastideVectorEnv) -> bytes:
    """Return the state of an environment, except the generators of its spaces."""
    return pickle.dumps([value for name, value in sorted(env.__getstate__().items()) if name.startswith("_")])


@pytest.mark.parametrize("rules", ["anniversary expansions=abbot", "first expansions=catapult,count"])
@pytest.mark.parametrize("opponents", ["self", "random"])
def test_legal_actions_can_be_played_and_illegal_ones_change_nothing(opponents: Opponent, rules: str) -> None:
    env = BastideVectorEnv(2, rules, opponents=opponents)
    _, infos = env.reset(seed=6)
    generator = np.random.default_rng(1)
    for step in range(60):
        actions = env.sample_actions()
        mask = infos["action_mask"][1].copy()
        if step % 10 > 7 and mask.any():
            before = snapshot(env)
            for action in np.flatnonzero(mask).tolist()[:12]:
                deepcopy(env).step(np.array([actions[0], action]))
            for action in [*generator.choice(np.flatnonzero(mask == 0), 60).tolist(), -1, mask.size, 1 << 60]:
                with pytest.raises(IllegalAction, match="In game 1: ") as refused:
                    env.step(np.array([actions[0], action]))
                reason = env.encoding.actions.refusal(env.to_engine(1), action)
                assert str(reason) in str(refused.value)
            assert snapshot(env) == before
        _, _, _, _, infos = env.step(actions)


def test_actions_are_sampled_uniformly() -> None:
    env = BastideVectorEnv(2, "first")
    env.reset(seed=1)
    history(env, 8)
    counts = Counter(int(env.sample_actions()[1]) for _ in range(6000))
    assert set(counts) == set(np.flatnonzero(env.action_masks()[1]).tolist())
    expected = 6000 / len(counts)
    assert all(abs(count - expected) < 5 * expected**0.5 for count in counts.values())


def window_error(env: BastideVectorEnv, number: int) -> str:
    """Return the error of a game that has left the window, an empty string if it has not."""
    try:
        env.encoding.actions.legal(env.to_engine(number))
    except BeyondWindow as error:
        return str(error)
    return ""


def test_leaving_the_window_raises_an_error() -> None:
    env = BastideVectorEnv(3, window=7)
    env.reset(seed=1)
    with pytest.raises(BeyondWindow) as error:
        history(env, 100)
    errors = [window_error(env, number) for number in range(3)]
    assert [bool(text) for text in errors] == env.left_window.tolist()
    first = int(env.left_window.argmax())
    assert str(error.value).startswith(f"Game {first}: {errors[first]}")
    with pytest.raises(BeyondWindow):
        env.step(np.zeros(3, np.int64))
    digests = [env.digest(number) for number in range(3)]
    env.reset(options={"reset_mask": env.left_window})
    assert [env.digest(number) == digests[number] for number in range(3)] == [not text for text in errors]
    env.step(env.sample_actions())


@pytest.mark.parametrize("rules", ["second", "second expansions=catapult hand_size=3"])
@pytest.mark.parametrize("opponents", ["self", "random"])
def test_leaving_the_window_can_truncate_the_episode(opponents: Opponent, rules: str) -> None:
    env = BastideVectorEnv(3, rules, window=7, beyond="truncate", reward="win", opponents=opponents)
    env.reset(seed=1)
    left = 0
    for _ in range(90):
        observations, paid, terminations, truncations, infos = env.step(env.sample_actions())
        assert not terminations.any()
        assert np.array_equal(infos["left_window"], truncations)
        for number in np.flatnonzero(truncations).tolist():
            left += 1
            check_observation(env, number, observations, infos, over=True)
            assert window_error(env, number)
            assert paid[number] == 0
    assert left > 3


def test_spaces_contain_observations_actions_and_masks() -> None:
    env = BastideVectorEnv(2, "first")
    observations, infos = env.reset(seed=1)
    assert env.observation_space.contains(observations)
    assert env.single_observation_space.contains({name: part[0] for name, part in observations.items()})
    assert env.action_space.contains(env.sample_actions())
    assert env.encoding.mask_space().contains(infos["action_mask"][1])
    assert np.array_equal(env.action_masks(), infos["action_mask"])


def test_make_vec() -> None:
    env = gymnasium.make_vec("bastide/First-v0", 3, reward="score").unwrapped
    assert isinstance(env, BastideVectorEnv)
    assert (env.num_envs, str(env.encoding.rules.choice)) == (3, "first")
    assert check_play(env, 5) == 0


def test_wrappers_of_gymnasium() -> None:
    env = BastideVectorEnv(2, "first", opponents="random", reward="score")
    counted = RecordEpisodeStatistics(env)
    counted.reset(seed=1)
    infos: dict[str, object] = {}
    while "episode" not in infos:
        *_, infos = counted.step(env.sample_actions())
    listed = DictInfoToList(BastideVectorEnv(2, "first"))
    _, info_list = listed.reset(seed=1)
    assert [set(info) for info in info_list] == [{"action_mask", "seat", "scores", "rewards", "left_window"}] * 2


def test_greedy_opponents_play_only_the_turn_of_the_base_game() -> None:
    with pytest.raises(BadRules, match="no opponents “greedy” for these rules"):
        BastideVectorEnv(1, "second expansions=catapult", opponents="greedy")


def test_invalid_options_and_arguments_are_refused() -> None:
    for wrong in ({"reward": "fame"}, {"opponents": "nobody"}, {"beyond": "ignore"}):
        with pytest.raises(BastideError, match="choose one of"):
            BastideVectorEnv(1, **wrong)  # type: ignore[arg-type]
    with pytest.raises(BastideError, match="num_envs cannot be 0"):
        BastideVectorEnv(0)
    with pytest.raises(BastideError, match="num_envs must be a whole number, not '2'"):
        BastideVectorEnv("2")  # type: ignore[arg-type]
    with pytest.raises(BastideError, match="two whole numbers for each game"):
        BastideVectorEnv(2).generators = np.zeros(2, np.uint64)
    with pytest.raises(BastideError, match="threads cannot be -1"):
        BastideVectorEnv(1, threads=-1)
    env = BastideVectorEnv(2, "first")
    with pytest.raises(BastideError, match="reset"):
        env.step(np.zeros(2, np.int64))
    with pytest.raises(BastideError, match="seed"):
        env.reset(seed=[1])
    env.reset(seed=1)
    for actions in (np.zeros(3, np.int64), np.zeros(2)):
        with pytest.raises(BastideError, match="actions"):
            env.step(actions)  # type: ignore[arg-type]
    assert env.to_engine(0).tile != NO_TILE
