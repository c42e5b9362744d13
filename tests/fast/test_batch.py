"""A batch as a researcher uses it: actions, errors, copies, chance, threads."""

from __future__ import annotations

import math
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from statistics import fmean, stdev

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

from bastide.cli.random_games import play_out
from bastide.errors import BadRules, BastideError, IllegalAction
from bastide.fast import Batch
from bastide.fast import batch as batches
from bastide.games import make_rules
from bastide.rules import engine
from bastide.rules.model import CHANCE, OVER, Action
from bastide.rules.ruleset import Ruleset
from bastide.rules.state import State
from tests.games import states

RULES = make_rules("bigbox2014")
FULL = make_rules("anniversary", expansions=["river", "inns_and_cathedrals", "abbot"])


# Actions and errors


def test_a_game_by_hand() -> None:
    batch = Batch(RULES, 2)
    assert batch.actor(0) == CHANCE
    batch.apply(0, batch.legal(0)[0])
    assert (batch.actor(0), batch.actor(1)) == (0, CHANCE)
    batch.apply(0, batch.legal(0)[0])
    batch.apply(0, batch.legal(0)[-1])
    assert len(batch.games[0]["piece"][: batch.games[0]["standing"]]) == 1
    batch.play_out()
    assert batch.legal(0) == []
    assert batch.actor(0) == OVER
    assert batch.over.tolist() == [True, True]


def illegal_actions(state: State) -> list[Action]:
    """Return actions near the legal ones, and some far from any."""
    near = {action ^ 1 << bit for action in state.legal[:20] for bit in range(50)}
    return sorted((near | {-1, -2, *range(64), 1 << 61, 1 << 62, 1 << 70}) - set(state.legal))


@pytest.mark.parametrize("seed", range(3))
def test_what_the_engine_refuses_is_refused_in_the_same_words_and_changes_nothing(seed: int) -> None:
    rng = Random(seed)
    for state in states(FULL, 2, rng):
        if rng.random() < 0.97 and state.legal:
            continue
        batch = Batch.from_engine([state])
        before = batch.games.tobytes()
        for action in illegal_actions(state):
            with pytest.raises(IllegalAction) as refused:
                batch.apply(0, action)
            with pytest.raises(IllegalAction) as expected:
                engine.apply(state, action)
            assert str(refused.value) == str(expected.value)
        assert batch.games.tobytes() == before


def test_one_illegal_action_among_many_changes_nothing() -> None:
    batch = Batch(RULES, 3)
    actions = batch.random_actions()
    before = batch.games.tobytes()
    with pytest.raises(IllegalAction):
        batch.apply_all([int(actions[0]), RULES.code["pass"], int(actions[2])])
    assert batch.games.tobytes() == before
    with pytest.raises(BastideError, match="3 actions"):
        batch.apply_all(actions[:2])


def test_minus_one_is_no_action() -> None:
    batch = Batch(RULES, 3)
    first = int(batch.random_actions()[0])
    batch.apply_all([first, -1, -1])
    assert [batch.actor(number) for number in range(3)] == [0, CHANCE, CHANCE]
    batch.play_out()
    assert batch.random_actions().tolist() == [-1, -1, -1]


def test_legal_actions_of_all_games() -> None:
    batch = Batch(FULL, 5, players=3, seed=2)
    for _ in range(40):
        batch.apply_all(batch.random_actions())
        actions, counts = batch.legal_all()
        for number in range(5):
            assert actions[number, : counts[number]].tolist() == batch.legal(number)
            assert (actions[number, counts[number] :] == -1).all()


def test_there_is_no_game_beyond_the_last() -> None:
    batch = Batch(RULES, 2)
    for use in (batch.legal, batch.to_engine, batch.actor, lambda number: batch.apply(number, 1)):
        for number in (2, -3):
            with pytest.raises(IndexError):
                use(number)
    assert batch.legal(-1) == batch.legal(1)


def test_the_number_of_players_is_checked() -> None:
    with pytest.raises(BadRules):
        Batch(make_rules("first"), 1, players=6)
    assert Batch(RULES, 1, players=8).play_out().shape == (1, 8)


# Copies


def test_a_copy_is_independent_and_has_the_same_future() -> None:
    batch = Batch(FULL, 4, seed=5)
    for _ in range(100):
        batch.apply_all(batch.random_actions())
    other = batch.copy()
    before = batch.games.tobytes()
    scores = other.play_out()
    assert batch.games.tobytes() == before
    assert batch.play_out().tolist() == scores.tolist()


def test_a_copied_game_is_the_game() -> None:
    batch = Batch(FULL, 40, seed=6)
    for turns in range(250):
        batch.apply_all(np.where(np.arange(40) * 6 > turns, batch.random_actions(), -1))
    # Games at all moments over games that are over, and the other way round
    for number in range(20):
        batch.copy_game(number, into=39 - number) if number % 2 else batch.copy_game(39 - number, into=number)
        source, target = (number, 39 - number) if number % 2 else (39 - number, number)
        assert batch.to_engine(source).key() == batch.to_engine(target).key()
        assert batch.legal(source) == batch.legal(target)
    scores = batch.play_out()
    assert scores[:20].tolist() == scores[:19:-1].tolist()


def test_a_game_copied_into_itself_stays() -> None:
    batch = Batch(RULES, 1, seed=6)
    before = batch.games.tobytes()
    batch.copy_game(0, into=0)
    assert batch.games.tobytes() == before


# Chance


def test_the_seed_decides_everything() -> None:
    scores = [Batch(RULES, 30, seed=seed).play_out().tolist() for seed in (1, 1, 2)]
    assert scores[0] == scores[1] != scores[2]
    batch = Batch(RULES, 30, seed=1)
    batch.play_out()
    batch.reset(seed=2)
    assert batch.play_out().tolist() == scores[2]
    assert Batch(RULES, 2, seed=-1).play_out().tolist() == Batch(RULES, 2, seed=(1 << 63) - 1).play_out().tolist()


def test_a_game_does_not_depend_on_those_beside_it() -> None:
    assert Batch(RULES, 5, seed=4).play_out().tolist() == Batch(RULES, 50, seed=4).play_out()[:5].tolist()


def test_threads_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "SHARE", 7)
    results = []
    for threads in (1, 2, 5, None):
        batch = Batch(FULL, 50, players=3, seed=8)
        future = batch.playouts(0, 200, seed=9, threads=threads)
        results.append((future.tolist(), batch.play_out(threads=threads).tolist()))
    assert results[0] == results[1] == results[2] == results[3]


def test_other_threads_go_on_meanwhile() -> None:
    batch = Batch(RULES, 1)
    batch.playouts(0, 1, threads=1)
    longest = []
    for _ in range(3):  # a busy machine may hold up all threads once
        playing = threading.Thread(target=batch.playouts, args=(0, 20_000), kwargs={"threads": 1})
        moments = [time.perf_counter()]
        playing.start()
        while playing.is_alive():
            moments.append(time.perf_counter())
        longest.append(max(after - before for before, after in pairwise(moments)) / (moments[-1] - moments[0]))
    assert min(longest) < 0.5


def test_playouts_leave_the_game_as_it_is() -> None:
    batch = Batch(RULES, 2, seed=3)
    for _ in range(60):
        batch.apply_all(batch.random_actions())
    before = batch.games.tobytes()
    scores = batch.playouts(1, 100, seed=1)
    assert batch.games.tobytes() == before
    assert (scores >= batch.scores[1]).all()
    assert len({tuple(row) for row in scores.tolist()}) > 50


def chi_square(found: Mapping[int, int], likely: Mapping[int, int]) -> float:
    """Return how far counts are from what was to be expected, in standard deviations of chi-square."""
    assert found.keys() <= likely.keys()
    total, weights = sum(found.values()), sum(likely.values())
    expected = {key: total * weight / weights for key, weight in likely.items()}
    square = sum((found.get(key, 0) - want) ** 2 / want for key, want in expected.items())
    freedom = len(likely) - 1
    return (square - freedom) / math.sqrt(2 * freedom)


def random_actions_of(state: State, times: int) -> Counter[int]:
    batch = Batch.from_engine([state] * times, seed=11)
    found: Counter[int] = Counter()
    for _ in range(10):
        found.update(batch.random_actions().tolist())
    return found


@pytest.mark.parametrize("step", ["draw", "place", "piece"])
@pytest.mark.parametrize("rules", [RULES, FULL], ids=["base", "full"])
def test_random_actions_are_as_likely_as_they_should_be(rules: Ruleset, step: str) -> None:
    for seed in range(3):
        rng = Random(f"{step} {seed}")
        moments = states(rules, 2, rng)
        state = next(s for s in moments if s.turn > 12 and s.legal and rules.program[s.pc].name == step)
        likely = dict(zip(state.legal, engine.weights(state), strict=True))
        found = random_actions_of(state, 400)
        assert chi_square(found, likely) < 4
        assert found.keys() == likely.keys()


def means(results: Sequence[Sequence[float]]) -> tuple[list[float], list[float]]:
    columns = list(zip(*results, strict=True))
    return [fmean(column) for column in columns], [stdev(column) / len(column) ** 0.5 for column in columns]


@pytest.mark.parametrize("rules", [RULES, FULL], ids=["base", "full"])
def test_whole_random_games_are_like_those_of_the_engine(rules: Ruleset) -> None:
    """Points, who leads, how often: with a fixed seed, within four standard errors of 200 games of the engine."""
    played = []
    for seed in range(200):
        state = engine.start(rules, 2)
        play_out(state, Random(f"like {seed}"))
        played.append((*state.score, abs(state.score[0] - state.score[1]), len(state.pieces), sum(state.supply)))
    batch = Batch(rules, 400, 2, seed=12)
    scores = batch.play_out()
    supply = batch.games["supply"].sum(axis=(1, 2))
    ours = np.column_stack([scores, abs(scores[:, 0] - scores[:, 1]), batch.games["standing"], supply])
    engines, error = means(played)
    for mine, theirs, allowed in zip(ours.mean(axis=0), engines, error, strict=True):
        assert abs(mine - theirs) < 5 * allowed


def test_nothing_is_allocated_for_a_game() -> None:
    _nrt_python.memsys_enable_stats()
    batch = Batch(RULES, 1)
    counts = []
    for times in (10, 1000):
        before = rtsys.get_allocation_stats().alloc
        batch.playouts(0, times, threads=1)
        counts.append(rtsys.get_allocation_stats().alloc - before)
    assert counts[0] == counts[1]


def test_scores_that_were_given_stay_as_they_were() -> None:
    batch = Batch(RULES, 4, seed=np.uint64(5))  # type: ignore[arg-type]
    scores = batch.play_out()
    kept = scores.tolist()
    batch.reset(6)
    assert scores.tolist() == kept != batch.play_out().tolist()
