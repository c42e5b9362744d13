"""A match as its games come in: pairs, intervals, and a test that does not mind who finishes first."""

from __future__ import annotations

import json
from itertools import pairwise
from math import inf
from random import Random

import pytest

from bastide.bots.arena import Contender, Fault, Match, MatchGame
from bastide.bots.match_run import MatchRun, Sprt
from bastide.bots.match_statistics import MatchStanding, trials
from bastide.games import make_rules

DICE = Contender("random")


def match(paired: bool) -> Match:
    return Match(DICE, DICE, make_rules(), paired=paired)


def game(number: int, a: int, b: int, fault: Fault | None = None, seconds: tuple[float, ...] = (0.5, 0.1)) -> MatchGame:
    """Return a game in which side A has so many points, and side B so many."""
    swapped = number % 2
    scores = (b, a) if swapped else (a, b)
    return MatchGame(number, "BA" if swapped else "AB", scores, (), {"A": seconds, "B": (0.2,)}, fault)


def test_a_game_without_its_twin_is_left_out() -> None:
    games = [game(3, 1, 0), game(0, 1, 0), game(2, 1, 0), game(4, 1, 0)]
    assert [[g.number for g in trial] for trial in trials(match(paired=True), games)] == [[2, 3]]
    assert [[g.number for g in trial] for trial in trials(match(paired=False), games)] == [[0], [2], [3], [4]]


def test_the_figures_of_pairs() -> None:
    games = [game(0, 50, 40), game(1, 30, 40), game(2, 50, 30), game(3, 44, 44), game(4, 9, 8)]
    standing = MatchStanding(match(paired=True), games)
    assert standing.results == (2, 1, 1)
    assert standing.scores == [0.5, 0.75]
    assert standing.win_rate == 0.625
    assert standing.margins == [0, 10]
    assert standing.margin == 5
    low, high = standing.rate_interval
    assert low < 0.625 < high
    assert standing.elo_interval[0] < standing.elo < standing.elo_interval[1]


def test_the_same_games_say_more_if_luck_is_shared() -> None:
    games = [game(number, 40 + 10 * (number % 2), 45) for number in range(40)]
    paired, single = (MatchStanding(match(paired), games).rate_interval for paired in (True, False))
    assert paired[1] - paired[0] < (single[1] - single[0]) / 2


def test_times_are_told_for_each_side() -> None:
    standing = MatchStanding(match(paired=False), [game(0, 1, 0, seconds=tuple(n / 100 for n in range(1, 101)))])
    times = standing.times("A")
    assert (times.choices, times.median, times.percentile_95, times.maximum) == (100, 0.5, 0.95, 1.0)
    assert standing.times("B").choices == 1


def test_a_fault_counts_as_a_defeat_but_not_for_the_margin() -> None:
    broken = game(1, 99, 0, Fault("A", "oops"))
    standing = MatchStanding(match(paired=False), [game(0, 50, 40), broken])
    assert standing.results == (1, 0, 1)
    assert standing.margins == [10]
    assert standing.margin_error == inf
    assert standing.faults == [(1, Fault("A", "oops"))]


def test_a_fault_is_told_even_if_its_game_does_not_count() -> None:
    assert MatchStanding(match(paired=True), [game(0, 1, 0, Fault("B", "oops"))]).faults


def test_the_keys_of_the_report_are_stable_and_it_is_plain_json() -> None:
    keys = [
        *("a", "b", "rules", "seats", "seed", "paired", "games", "wins", "draws", "losses"),
        *("win_rate", "win_rate_interval", "elo", "elo_interval", "margin", "margin_error"),
        *("seconds_per_choice", "faults", "sprt", "complete"),
    ]
    empty, won = MatchRun(match(paired=True), 4), MatchRun(match(paired=False), 1, known=[game(0, 1, 0)])
    for contest in (empty, won):
        assert list(contest.to_json()) == keys
        json.dumps(contest.to_json(), allow_nan=False)
    assert (empty.to_json()["win_rate"], empty.to_json()["complete"]) == (None, False)
    assert (won.to_json()["elo"], won.to_json()["complete"]) == (None, True)


def test_only_missing_games_are_played() -> None:
    contest = MatchRun(match(paired=True), 6, known=[game(1, 1, 0), game(4, 1, 0), game(17, 1, 0)])
    assert contest.missing() == [0, 2, 3, 5]
    for number in contest.missing():
        assert not contest.over
        contest.add(game(number, 1, 0))
    assert contest.over
    assert contest.missing() == []


def results(win_rate: float) -> list[MatchGame]:
    generator = Random(4)
    won = [generator.random() < win_rate for _ in range(400)]
    return [game(number, a, 1 - a) for number, a in enumerate(won)]


@pytest.mark.parametrize("paired", [True, False])
@pytest.mark.parametrize("shuffled", [1, 2, 3])
def test_the_test_does_not_mind_who_finishes_first(paired: bool, shuffled: int) -> None:
    games = results(0.7)

    def decided(order: list[MatchGame]) -> dict[str, object]:
        contest = MatchRun(match(paired), 400, Sprt(match(paired), 0, 100))
        for played in order:
            if contest.over:
                break
            contest.add(played)
        assert contest.missing() == []
        return contest.to_json()

    other = games[:]
    # Whoever plays is at most a few games ahead.
    generator = Random(shuffled)
    for place in range(0, 396, 4):
        part = other[place : place + 4]
        generator.shuffle(part)
        other[place : place + 4] = part
    assert decided(games) == decided(other)


def test_the_test_accepts_what_explains_the_games_better() -> None:
    for rate, accepted in ((0.9, 1), (0.3, 0)):
        sprt = Sprt(match(paired=False), 0, 100)
        contest = MatchRun(match(paired=False), 400, sprt)
        ratios = []
        for played in results(rate):
            contest.add(played)
            ratios.append(sprt.ratio)
            if contest.over:
                break
        assert sprt.accepted == accepted
        assert len(contest.standing().games) == len(ratios) < 100
        assert any(a != b for a, b in pairwise(ratios))
        sprt.add(0.5)
        assert sprt.ratio == ratios[-1]


def test_games_after_the_decision_do_not_count() -> None:
    games = results(0.9)
    sprt = Sprt(match(paired=True), 0, 200)
    contest = MatchRun(match(paired=True), 400, sprt, games)
    assert contest.over
    assert len(contest.standing().games) == 2 * sum(sprt.counts.values()) < 100
