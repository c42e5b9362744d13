"""The speed of the compiled simulator relative to the engine, in the same run."""

from __future__ import annotations

from functools import partial

import pytest

from bastide.cli.timings import interleaved, timed, turns_played
from bastide.fast import Batch
from bastide.games import make_rules
from bastide.rules.ruleset import Ruleset

pytestmark = pytest.mark.slow

FULL = ("river", "inns_and_cathedrals", "abbot")


def speedup(rules: Ruleset, games: int, compiled_games: int) -> float:
    """Return the speed of the simulator relative to the engine, for random two-player games on one core."""
    batch = Batch(rules, 1)
    batch.playouts(0, 10, threads=1)
    turns_played(rules, range(1))
    timings = interleaved(
        {
            "engine": partial(timed, lambda: turns_played(rules, range(games))),
            "compiled": partial(timed, lambda: batch.playouts(0, compiled_games, threads=1)),
        },
        seconds=3,
    )
    return timings["engine"].seconds / games / (timings["compiled"].seconds / compiled_games)


def test_base_games_with_farmers() -> None:
    assert speedup(make_rules("bigbox2014"), 20, 2000) >= 40


def test_games_with_all_supported_expansions() -> None:
    assert speedup(make_rules("anniversary", expansions=FULL), 10, 1000) >= 40
