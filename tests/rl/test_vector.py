"""Many games at once: each is seen, masked and rewarded as a single one is, and knows nothing of the others."""

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
from bastide.fast import check
from bastide.games import parse_rules
from bastide.rl import BeyondWindow, Encoding, Episode
from bastide.rl.rewards import REWARDS, Reward, rewards
from bastide.rl.vector_env import BastideVectorEnv, Infos, Observations, Opponent
from bastide.rules import engine
from bastide.rules.model import CHANCE, OVER
from bastide.rules.scoring import leaders
from bastide.rules.state import NO_TILE, State

TABLES = (
    ("first", 2),
    ("second", 3),
    ("anniversary", 5),
    ("first first_player=1 followers=20 field_scoring=per_city_4", 3),
    ("second expansions=river", 2),
    ("bigbox2014 expansions=inns_and_cathedrals", 4),
    ("anniversary expansions=river,inns_and_cathedrals,abbot", 3),
)


def check_observation(env: BastideVectorEnv, number: int, seen: Observations, facts: Infos, over: bool) -> None:
    """Compare what is shown of a game with what the encoding makes of the same moment in the engine."""
    state, encoding = env.to_engine(number), env.encoding
    seat = int(facts["seat"][number])
    for name, expected in encoding.observe(state, seat).items():
        assert seen[name][number].dtype == expected.dtype
        assert np.array_equal(seen[name][number], expected), name
    mask = np.zeros(encoding.actions.size, np.int8) if over else encoding.mask(state, seat)
    assert np.array_equal(facts["action_mask"][number], mask)
    assert facts["scores"][number].tolist() == state.score
    assert over or engine.actor(state) == seat


def follow(env: BastideVectorEnv, steps: int, every: int = 1) -> int:
    """Play at random, look at all games again and again, and return how many have ended."""
    seen, facts = env.reset(seed=4)
    over, ended = np.zeros(env.num_envs, np.bool_), 0
    for step in range(steps):
        for number in range(env.num_envs):
            if step % every == 0 or over[number]:
                check_observation(env, number, seen, facts, bool(over[number]))
        seen, _, terminations, truncations, facts = env.step(env.sample_actions())
        over = terminations | truncations
        ended += int(over.sum())
    return ended


def history(env: BastideVectorEnv, steps: int, game: int = 0) -> list[object]:
    """Play with the actions that the environment picks, and return all that is noticed of a game."""
    found: list[object] = []
    for _ in range(steps):
        actions = env.sample_actions()
        seen, paid, terminations, _, facts = env.step(actions)
        noticed = actions[game], paid[game], terminations[game], facts["seat"][game]
        shown = seen["board"][game].tobytes(), seen["table"][game].tobytes(), facts["action_mask"][game].tobytes()
        found.append((*noticed, *shown))
    return found


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_what_is_seen_is_exactly_what_the_encoding_shows(rules: str, players: int) -> None:
    assert follow(BastideVectorEnv(2, rules, players), 220) >= 2


@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_against_others_a_game_is_seen_from_the_seat_of_the_learner(opponents: Opponent) -> None:
    env = BastideVectorEnv(2, "second expansions=abbot", 3, opponents=opponents)
    assert follow(env, 130, every=3) >= 4


@pytest.mark.parametrize("copy", [False, True])
def test_several_games_are_seen_each_by_itself(copy: bool) -> None:
    assert follow(BastideVectorEnv(5, copy=copy, threads=2), 150, every=15) == 5


class Replayed(Episode):
    """A game of the single environment in which certain tiles are drawn."""

    def __init__(self, encoding: Encoding, reward: Reward, drawn: list[int]) -> None:
        self.drawn = drawn
        super().__init__(encoding, np.random.default_rng(0), reward)

    def _advance(self, strict: bool = True) -> None:
        while engine.actor(self.state) == CHANCE:
            self._apply(self.state.rules.pack("draw", self.drawn.pop(0)))
        super()._advance()


def drawn_between(before: list[int], state: State) -> list[int]:
    """Return the tiles that were drawn since the bag was another; the one that could be laid comes last."""
    drawn = list((Counter(dict(enumerate(before))) - Counter(dict(enumerate(state.bag)))).elements())
    return sorted(drawn, key=lambda tile: tile == state.tile)


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("players", [2, 4])
def test_a_game_is_the_same_in_the_single_environment(reward: Reward, players: int) -> None:
    env = BastideVectorEnv(3, "anniversary expansions=abbot", players, reward=reward)
    seen, facts = env.reset(seed=players)
    bag, state = list(env.encoding.rules.bag), env.to_engine(1)
    episode = Replayed(env.encoding, reward, drawn_between(bag, state))
    given: list[float] = []
    while episode.actor != OVER:
        seat = episode.actor
        assert seat == facts["seat"][1]
        assert np.array_equal(seen["board"][1], episode.observe(seat)["board"])
        assert np.array_equal(facts["action_mask"][1], episode.mask(seat))
        actions, bag = env.sample_actions(), env.to_engine(1).bag
        seen, paid, terminations, truncations, facts = env.step(actions)
        episode.drawn = drawn_between(bag, env.to_engine(1))
        given = episode.play(int(actions[1]))
        assert facts["rewards"][1].tolist() == given
        assert paid[1] == given[seat]
        assert bool(terminations[1]) == (episode.actor == OVER)
        assert not truncations.any()
    assert any(given)


@pytest.mark.parametrize("reward", ["win", "margin"])
def test_winners_share(reward: Reward) -> None:
    env = BastideVectorEnv(200, "second followers=1 farmers=off", 3, reward=reward)
    env.reset(seed=1)
    shared = set()
    for _ in range(160):
        _, _, terminations, _, facts = env.step(env.sample_actions())
        for number in np.flatnonzero(terminations).tolist():
            state = env.to_engine(number)
            assert facts["rewards"][number].tolist() == rewards(reward, state.score, state)
            shared.add(len(leaders(state)))
    assert shared >= {1, 2}


@pytest.mark.parametrize("opponents", ["self", "random", "greedy"])
def test_gains_add_up_to_the_score(opponents: Opponent) -> None:
    env = BastideVectorEnv(4, players=3, reward="score", opponents=opponents)
    env.reset(seed=3)
    gains, ended = np.zeros((4, 3)), 0
    while ended < 6:
        _, paid, terminations, _, facts = env.step(env.sample_actions())
        gains += facts["rewards"]
        if opponents != "self":
            assert np.array_equal(paid, facts["rewards"][np.arange(4), facts["seat"]])
        for number in np.flatnonzero(terminations).tolist():
            assert gains[number].tolist() == env.to_engine(number).score
            gains[number], ended = 0, ended + 1


def test_the_learner_has_another_seat_in_every_game() -> None:
    env = BastideVectorEnv(8, players=3, opponents="random")
    _, facts = env.reset(seed=1)
    seats = [[seat] for seat in facts["seat"].tolist()]
    assert len({first for (first,) in seats}) == 3
    for _ in range(150):
        _, _, _, _, facts = env.step(env.sample_actions())
        for before, seat in zip(seats, facts["seat"].tolist(), strict=True):
            if before[-1] != seat:
                before.append(int(seat))
    for row in seats:
        assert len(row) > 2
        assert all(after == (before + 1) % 3 for before, after in pairwise(row))


def test_whoever_plays_as_looks_best_beats_chance() -> None:
    env = BastideVectorEnv(12, opponents="greedy", reward="margin")
    env.reset(seed=2)
    margins: list[float] = []
    while len(margins) < 12:
        _, paid, terminations, _, _ = env.step(env.sample_actions())
        margins += paid[terminations].tolist()
    assert np.mean(margins) < -20


def test_a_game_that_has_ended_begins_anew_with_the_next_step() -> None:
    env = BastideVectorEnv(3)
    env.reset(seed=1)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    _, _, over, _, facts = env.step(env.sample_actions())
    while not over.any():
        _, _, over, _, facts = env.step(env.sample_actions())
    number = int(over.argmax())
    assert env.to_engine(number).pc >= len(env.encoding.rules.program)
    assert facts["action_mask"][number].sum() == 0
    assert facts["rewards"][number].sum() == 0
    actions = env.sample_actions()
    assert actions[number] == 0
    actions[number] = -5
    _, paid, terminations, _, facts = env.step(actions)
    state = env.to_engine(number)
    assert (len(state.board.cell), state.score, paid[number]) == (1, [0, 0], 0.0)
    assert not terminations[number]
    assert facts["action_mask"][number].sum() == len(state.legal)


def snapshot(env: BastideVectorEnv) -> bytes:
    """Return all that an environment is, but for the generators of its spaces."""
    return pickle.dumps([value for name, value in sorted(env.__getstate__().items()) if name.startswith("_")])


@pytest.mark.parametrize("opponents", ["self", "random"])
def test_what_the_mask_shows_can_be_played_and_all_else_is_refused(opponents: Opponent) -> None:
    env = BastideVectorEnv(2, "anniversary expansions=abbot", opponents=opponents)
    _, facts = env.reset(seed=6)
    generator = np.random.default_rng(1)
    for step in range(60):
        actions = env.sample_actions()
        mask = facts["action_mask"][1].copy()
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
        _, _, _, _, facts = env.step(actions)


def test_all_actions_that_can_be_chosen_are_picked_as_often() -> None:
    env = BastideVectorEnv(2, "first")
    env.reset(seed=1)
    history(env, 8)
    picked = Counter(int(env.sample_actions()[1]) for _ in range(6000))
    assert set(picked) == set(np.flatnonzero(env.action_masks()[1]).tolist())
    usual = 6000 / len(picked)
    assert all(abs(times - usual) < 5 * usual**0.5 for times in picked.values())


# The window


def beyond(env: BastideVectorEnv, number: int) -> str:
    """Return what the encoding says of a game that has left the window, nothing if it has not."""
    try:
        env.encoding.actions.legal(env.to_engine(number))
    except BeyondWindow as error:
        return str(error)
    return ""


def test_a_game_that_leaves_the_window_is_told_strict() -> None:
    env = BastideVectorEnv(3, window=7)
    env.reset(seed=1)
    with pytest.raises(BeyondWindow) as told:
        history(env, 100)
    said = [beyond(env, number) for number in range(3)]
    assert [bool(text) for text in said] == env.left_window.tolist()
    first = int(env.left_window.argmax())
    assert str(told.value).startswith(f"Game {first}: {said[first]}")
    with pytest.raises(BeyondWindow):
        env.step(np.zeros(3, np.int64))
    kept = [env.digest(number) for number in range(3)]
    env.reset(options={"reset_mask": env.left_window})
    assert [env.digest(number) == kept[number] for number in range(3)] == [not text for text in said]
    env.step(env.sample_actions())


@pytest.mark.parametrize("opponents", ["self", "random"])
def test_a_game_that_leaves_the_window_may_end_there(opponents: Opponent) -> None:
    env = BastideVectorEnv(3, window=7, beyond="truncate", reward="win", opponents=opponents)
    env.reset(seed=1)
    left = 0
    for _ in range(60):
        seen, paid, terminations, truncations, facts = env.step(env.sample_actions())
        assert not terminations.any()
        assert np.array_equal(facts["left_window"], truncations)
        for number in np.flatnonzero(truncations).tolist():
            left += 1
            check_observation(env, number, seen, facts, over=True)
            assert beyond(env, number)
            assert paid[number] == 0
    assert left > 3


# What Gymnasium expects, and what is refused


def test_spaces_hold_what_is_given() -> None:
    env = BastideVectorEnv(2, "first")
    seen, facts = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert env.single_observation_space.contains({name: part[0] for name, part in seen.items()})
    assert env.action_space.contains(env.sample_actions())
    assert env.encoding.mask_space().contains(facts["action_mask"][1])
    assert np.array_equal(env.action_masks(), facts["action_mask"])


def test_gymnasium_finds_it_by_name() -> None:
    env = gymnasium.make_vec("bastide/First-v0", 3, reward="score").unwrapped
    assert isinstance(env, BastideVectorEnv)
    assert (env.num_envs, str(env.encoding.rules.choice)) == (3, "first")
    assert follow(env, 5) == 0


def test_wrappers_of_gymnasium_take_it() -> None:
    env = BastideVectorEnv(2, "first", opponents="random", reward="score")
    counted = RecordEpisodeStatistics(env)
    counted.reset(seed=1)
    told: dict[str, object] = {}
    while "episode" not in told:
        *_, told = counted.step(env.sample_actions())
    listed = DictInfoToList(BastideVectorEnv(2, "first"))
    _, infos = listed.reset(seed=1)
    assert [set(info) for info in infos] == [{"action_mask", "seat", "scores", "rewards", "left_window"}] * 2


def test_rules_that_are_not_compiled_are_refused_as_the_simulator_does() -> None:
    rules = "second expansions=catapult"
    with pytest.raises(BadRules) as expected:
        check(parse_rules(rules))
    with pytest.raises(BadRules) as refused:
        BastideVectorEnv(1, rules)
    assert str(refused.value) == str(expected.value)


def test_what_makes_no_sense_is_refused() -> None:
    for wrong in ({"reward": "fame"}, {"opponents": "nobody"}, {"beyond": "ignore"}):
        with pytest.raises(BastideError, match="choose one of"):
            BastideVectorEnv(1, **wrong)  # type: ignore[arg-type]
    with pytest.raises(BastideError, match="num_envs cannot be 0"):
        BastideVectorEnv(0)
    with pytest.raises(BastideError, match="num_envs must be a whole number, not '2'"):
        BastideVectorEnv("2")  # type: ignore[arg-type]
    with pytest.raises(BastideError, match="a row of two whole numbers for each game"):
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
