"""Batches: actions, errors, copies, randomness, threads."""

from __future__ import annotations

import math
import pickle
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


def test_stepping_a_single_game() -> None:
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


def test_a_pickled_batch_finds_its_tables_again() -> None:
    """Tables hold an address of the process, so they are made anew."""
    batch = Batch(make_rules("bigbox2014", expansions=["traders_and_builders"]), 2)
    batch.apply_all(batch.random_actions())
    assert "tables" not in batch.__getstate__()
    other = pickle.loads(pickle.dumps(batch))
    assert other.tables["turn_sheet"] == batch.tables["turn_sheet"] != 0
    assert other.play_out().tolist() == batch.play_out().tolist()


def illegal_actions(state: State) -> list[Action]:
    """Return illegal actions that differ from legal ones by a bit, and arbitrary ones."""
    near = {action ^ 1 << bit for action in state.legal[:20] for bit in range(50)}
    return sorted((near | {-1, -2, *range(64), 1 << 61, 1 << 62, 1 << 70}) - set(state.legal))


@pytest.mark.parametrize("seed", range(3))
def test_illegal_actions_raise_the_error_of_the_engine_and_change_nothing(seed: int) -> None:
    rng = Random(seed)
    for state in states(FULL, 2, rng):
        if rng.random() < 0.985 and state.legal:
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


def test_game_numbers_are_checked() -> None:
    batch = Batch(RULES, 2)
    for call in (batch.legal, batch.to_engine, batch.actor, lambda number: batch.apply(number, 1)):
        for number in (2, -3):
            with pytest.raises(IndexError):
                call(number)
    assert batch.legal(-1) == batch.legal(1)


def test_the_number_of_players_is_checked() -> None:
    with pytest.raises(BadRules):
        Batch(make_rules("first"), 1, players=6)
    assert Batch(RULES, 1, players=8).play_out().shape == (1, 8)


def test_a_copy_is_independent_and_continues_identically() -> None:
    batch = Batch(FULL, 4, seed=5)
    for _ in range(100):
        batch.apply_all(batch.random_actions())
    other = batch.copy()
    before = batch.games.tobytes()
    scores = other.play_out()
    assert batch.games.tobytes() == before
    assert batch.play_out().tolist() == scores.tolist()


def test_a_copied_game_is_equal_and_continues_identically() -> None:
    batch = Batch(FULL, 40, seed=6)
    for turns in range(250):
        batch.apply_all(np.where(np.arange(40) * 6 > turns, batch.random_actions(), -1))
    # Games in all phases replace finished ones, and vice versa.
    for number in range(20):
        batch.copy_game(number, into=39 - number) if number % 2 else batch.copy_game(39 - number, into=number)
        source, target = (number, 39 - number) if number % 2 else (39 - number, number)
        assert batch.to_engine(source).key() == batch.to_engine(target).key()
        assert batch.legal(source) == batch.legal(target)
    scores = batch.play_out()
    assert scores[:20].tolist() == scores[:19:-1].tolist()


def test_copying_a_game_into_itself_changes_nothing() -> None:
    batch = Batch(RULES, 1, seed=6)
    before = batch.games.tobytes()
    batch.copy_game(0, into=0)
    assert batch.games.tobytes() == before


def test_the_seed_determines_all_results() -> None:
    scores = [Batch(RULES, 30, seed=seed).play_out().tolist() for seed in (1, 1, 2)]
    assert scores[0] == scores[1] != scores[2]
    batch = Batch(RULES, 30, seed=1)
    batch.play_out()
    batch.reset(seed=2)
    assert batch.play_out().tolist() == scores[2]
    assert Batch(RULES, 2, seed=-1).play_out().tolist() == Batch(RULES, 2, seed=(1 << 63) - 1).play_out().tolist()


def test_a_game_does_not_depend_on_the_other_games() -> None:
    assert Batch(RULES, 5, seed=4).play_out().tolist() == Batch(RULES, 50, seed=4).play_out()[:5].tolist()


def test_results_do_not_depend_on_the_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "CHUNK", 7)
    results = []
    for threads in (1, 2, 5, None):
        batch = Batch(FULL, 50, players=3, seed=8)
        scores = batch.playouts(0, 200, seed=9, threads=threads)
        results.append((scores.tolist(), batch.play_out(threads=threads).tolist()))
    assert results[0] == results[1] == results[2] == results[3]


def test_playouts_release_the_gil() -> None:
    batch = Batch(RULES, 1)
    batch.playouts(0, 1, threads=1)
    pauses = []
    for _ in range(3):  # on a busy machine all threads may be suspended
        playing = threading.Thread(target=batch.playouts, args=(0, 20_000), kwargs={"threads": 1})
        times = [time.perf_counter()]
        playing.start()
        while playing.is_alive():
            times.append(time.perf_counter())
        pauses.append(max(after - before for before, after in pairwise(times)) / (times[-1] - times[0]))
    assert min(pauses) < 0.5


def test_playouts_do_not_change_the_game() -> None:
    batch = Batch(RULES, 2, seed=3)
    for _ in range(60):
        batch.apply_all(batch.random_actions())
    before = batch.games.tobytes()
    scores = batch.playouts(1, 100, seed=1)
    assert batch.games.tobytes() == before
    assert (scores >= batch.scores[1]).all()
    assert len({tuple(row) for row in scores.tolist()}) > 50


def chi_square(observed: Mapping[int, int], weights: Mapping[int, int]) -> float:
    """Return the chi-square statistic of counts, in standard deviations from its mean."""
    assert observed.keys() <= weights.keys()
    total, total_weight = sum(observed.values()), sum(weights.values())
    expected = {key: total * weight / total_weight for key, weight in weights.items()}
    square = sum((observed.get(key, 0) - count) ** 2 / count for key, count in expected.items())
    freedom = len(weights) - 1
    return (square - freedom) / math.sqrt(2 * freedom)


def sampled_actions(state: State, times: int) -> Counter[int]:
    """Return the counts of random actions in a state."""
    batch = Batch.from_engine([state] * times, seed=11)
    counts: Counter[int] = Counter()
    for _ in range(10):
        counts.update(batch.random_actions().tolist())
    return counts


@pytest.mark.parametrize("step", ["draw", "place", "piece"])
@pytest.mark.parametrize("rules", [RULES, FULL], ids=["base", "full"])
def test_random_actions_have_the_probabilities_of_the_engine(rules: Ruleset, step: str) -> None:
    for seed in range(3):
        rng = Random(f"{step} {seed}")
        played = states(rules, 2, rng)
        state = next(s for s in played if s.turn > 12 and s.legal and rules.program[s.pc].name == step)
        weights = dict(zip(state.legal, engine.weights(state), strict=True))
        counts = sampled_actions(state, 400)
        assert chi_square(counts, weights) < 4
        assert counts.keys() == weights.keys()


def means(results: Sequence[Sequence[float]]) -> tuple[list[float], list[float]]:
    """Return the mean and the standard error of every column."""
    columns = list(zip(*results, strict=True))
    return [fmean(column) for column in columns], [stdev(column) / len(column) ** 0.5 for column in columns]


@pytest.mark.parametrize("rules", [RULES, FULL], ids=["base", "full"])
def test_random_games_have_the_statistics_of_the_engine(rules: Ruleset) -> None:
    """Means of scores, leads, pieces and supplies lie within five standard errors of those of 100 games."""
    played = []
    for seed in range(100):
        state = engine.start(rules, 2)
        play_out(state, Random(f"like {seed}"))
        played.append((*state.score, abs(state.score[0] - state.score[1]), len(state.pieces), sum(state.supply)))
    batch = Batch(rules, 400, 2, seed=12)
    scores = batch.play_out()
    supply = batch.games["supply"].sum(axis=(1, 2))
    simulated = np.column_stack([scores, abs(scores[:, 0] - scores[:, 1]), batch.games["standing"], supply])
    for mean, expected, error in zip(simulated.mean(axis=0), *means(played), strict=True):
        assert abs(mean - expected) < 5 * error


def test_playouts_allocate_no_memory_per_game() -> None:
    _nrt_python.memsys_enable_stats()
    batch = Batch(RULES, 1)
    counts = []
    for times in (10, 1000):
        before = rtsys.get_allocation_stats().alloc
        batch.playouts(0, times, threads=1)
        counts.append(rtsys.get_allocation_stats().alloc - before)
    assert counts[0] == counts[1]


def test_returned_scores_are_copies() -> None:
    batch = Batch(RULES, 4, seed=np.uint64(5))  # type: ignore[arg-type]
    scores = batch.play_out()
    before = scores.tolist()
    batch.reset(6)
    assert scores.tolist() == before != batch.play_out().tolist()
