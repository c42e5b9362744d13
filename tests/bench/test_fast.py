"""The compiled simulator beside the engine: how many times as fast it is, in the same run."""

from __future__ import annotations

from functools import partial

import pytest

from bastide.cli.timings import interleaved, timed, turns_played
from bastide.fast import Batch
from bastide.games import make_rules
from bastide.rules.ruleset import Ruleset

pytestmark = pytest.mark.slow

FULL = ("river", "inns_and_cathedrals", "abbot")


def times_as_fast(rules: Ruleset, games: int, compiled_games: int) -> float:
    """Return how many times as many random games of two the simulator plays on one core as the engine."""
    batch = Batch(rules, 1)
    batch.playouts(0, 10, threads=1)
    turns_played(rules, range(1))
    found = interleaved(
        {
            "engine": partial(timed, lambda: turns_played(rules, range(games))),
            "compiled": partial(timed, lambda: batch.playouts(0, compiled_games, threads=1)),
        },
        seconds=3,
    )
    return found["engine"].seconds / games / (found["compiled"].seconds / compiled_games)


def test_base_games_with_farmers() -> None:
    assert times_as_fast(make_rules("bigbox2014"), 20, 2000) >= 40


def test_games_with_all_that_is_compiled() -> None:
    assert times_as_fast(make_rules("anniversary", expansions=FULL), 10, 1000) >= 40
