"""Win rates, Elo and the sequential test: known values, what must always hold, and how often they are right."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.bots.statistics import (
    GAMES,
    PAIRS,
    bounds,
    effective_trials,
    elo_of,
    error_of,
    log_likelihood_ratio,
    mean_of,
    quantile,
    rate_interval,
    score_of,
    wilson,
)

RESULTS = st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=200)
PAIR_RESULTS = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=200)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (55, 100, 0.4524, 0.6439)],
)
def test_wilson_intervals_are_those_of_the_tables(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins / games, games) == pytest.approx((low, high), abs=1e-4)
    scores = [1.0] * wins + [0.0] * (games - wins)
    assert rate_interval(scores) == pytest.approx((low, high), abs=1e-4)


def test_nothing_is_known_of_no_games() -> None:
    assert wilson(0.0, 0) == rate_interval([]) == (0.0, 1.0)
    assert mean_of([]) == quantile([], 0.5) == 0.0


@given(RESULTS)
def test_an_interval_holds_the_rate_and_is_turned_with_the_table(scores: list[float]) -> None:
    low, high = rate_interval(scores)
    assert 0 <= low <= mean_of(scores) <= high <= 1
    assert low < high
    other_low, other_high = rate_interval([1 - score for score in scores])
    assert (1 - other_high, 1 - other_low) == pytest.approx((low, high))


@given(PAIR_RESULTS)
def test_the_more_is_known_the_narrower_is_the_interval(scores: list[float]) -> None:
    low, high = rate_interval(scores, PAIRS)
    more_low, more_high = rate_interval(scores * 4, PAIRS)
    assert more_high - more_low < high - low


@given(st.lists(st.sampled_from([0.0, 1.0]), min_size=1))
def test_games_without_draws_are_worth_their_number(scores: list[float]) -> None:
    assert effective_trials(scores) == pytest.approx(len(scores))


def test_draws_and_shared_pairs_make_it_narrower() -> None:
    assert effective_trials([0, 1, 0.5, 0.5]) > 4
    assert effective_trials([0.5] * 20, PAIRS) > 40
    assert effective_trials([0.0, 1.0] * 10, PAIRS) < 40


Draw = Callable[[Random], float]


def independent_pair(generator: Random) -> float:
    return ((generator.random() < 0.6) + (generator.random() < 0.6)) / 2


def lucky_pair(generator: Random) -> float:
    """The deck decides in two cases of five: then everybody wins once."""
    return 0.5 if generator.random() < 0.4 else float(generator.random() < 2 / 3)


def game_with_draws(generator: Random) -> float:
    return 0.5 if generator.random() < 0.4 else float(generator.random() < 2 / 3)


@pytest.mark.parametrize(
    ("draw", "thought"), [(independent_pair, PAIRS), (lucky_pair, PAIRS), (game_with_draws, GAMES)]
)
def test_19_of_20_intervals_hold_the_true_rate(draw: Draw, thought: tuple[float, ...]) -> None:
    generator = Random(1)
    held = 0
    for _ in range(1000):
        low, high = rate_interval([draw(generator) for _ in range(60)], thought)
        held += low <= 0.6 <= high
    assert 930 <= held <= 970


def test_errors_of_means() -> None:
    assert error_of([3.0]) == inf
    assert error_of([2.0, 2.0, 2.0]) == 0.0
    generator = Random(2)
    held = sum(
        abs(mean_of(numbers) - 5) < error_of(numbers)
        for numbers in ([generator.gauss(5, 12) for _ in range(50)] for _ in range(1000))
    )
    assert 930 <= held <= 970


@given(st.floats(-1200, 1200))
def test_elo_and_score_are_each_other_s_inverse(elo: float) -> None:
    assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-6)
    assert score_of(elo) + score_of(-elo) == pytest.approx(1)


def test_who_never_loses_is_better_without_limit() -> None:
    assert (elo_of(0.0), elo_of(1.0)) == (-inf, inf)
    assert elo_of(10 / 11) == pytest.approx(400)


def counted(scores: list[float]) -> dict[float, int]:
    return {score: scores.count(score) for score in (0.0, 0.25, 0.5, 0.75, 1.0)}


@given(PAIR_RESULTS, st.floats(-50, 50), st.floats(1, 50))
def test_the_ratio_changes_its_sign_with_the_hypotheses_and_with_the_table(
    scores: list[float], elo0: float, more: float
) -> None:
    ratio = log_likelihood_ratio(counted(scores), elo0, elo0 + more)
    assert log_likelihood_ratio(counted(scores), elo0 + more, elo0) == pytest.approx(-ratio, abs=1e-6)
    turned = counted([1 - score for score in scores])
    assert log_likelihood_ratio(turned, -elo0 - more, -elo0) == pytest.approx(-ratio, abs=1e-6)


def test_the_ratio_is_near_that_of_the_normal_distribution() -> None:
    counts = {0.0: 120, 0.25: 200, 0.5: 400, 0.75: 260, 1.0: 160}
    trials = sum(counts.values())
    mean = sum(score * n for score, n in counts.items()) / trials
    variance = sum((score - mean) ** 2 * n for score, n in counts.items()) / trials
    low, high = score_of(0), score_of(10)
    expected = trials * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert log_likelihood_ratio(counts, 0, 10) == pytest.approx(expected, rel=0.05)


def test_no_trial_says_nothing() -> None:
    assert log_likelihood_ratio({0.0: 0, 0.5: 0, 1.0: 0}, 0, 10) == 0.0


def accepted(elo: float, generator: Random) -> int:
    """Play out a sequential test of 0 against 100 Elo in pairs, given the true difference."""
    counts = dict.fromkeys((0.0, 0.25, 0.5, 0.75, 1.0), 0)
    rate, (low, high) = score_of(elo), bounds()
    while True:
        counts[((generator.random() < rate) + (generator.random() < rate)) / 2] += 1
        ratio = log_likelihood_ratio(counts, 0, 100)
        if not low < ratio < high:
            return int(ratio >= high)


@pytest.mark.slow
def test_the_sequential_test_errs_once_in_twenty() -> None:
    generator = Random(3)
    assert sum(accepted(0, generator) for _ in range(200)) <= 18
    assert sum(accepted(100, generator) for _ in range(200)) >= 182


def test_quantiles() -> None:
    numbers = [float(n) for n in range(1, 101)]
    assert [quantile(numbers, share) for share in (0.0, 0.5, 0.95, 1.0)] == [1, 50, 95, 100]
