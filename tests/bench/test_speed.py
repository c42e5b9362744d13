"""Bounds for the speed of the engine, well below that of an ordinary machine."""

from __future__ import annotations

import pytest

from bastide.cli.bench import Speed, measure

pytestmark = [pytest.mark.slow, pytest.mark.long]


@pytest.fixture(scope="module")
def speed() -> Speed:
    return measure(seconds=2)


def test_games_per_second(speed: Speed) -> None:
    assert 1 / speed.game.seconds >= 300


def test_games_per_second_with_all_expansions(speed: Speed) -> None:
    assert 1 / speed.full.seconds >= 12


def test_the_time_of_a_copy_in_mid_game(speed: Speed) -> None:
    assert speed.copy.seconds <= 20e-6


def test_the_time_of_a_turn_grows_with_the_open_cells_only(speed: Speed) -> None:
    small, large = speed.growth[0], speed.growth[-1]
    assert large.tiles == 4 * small.tiles
    assert large.turn.seconds / large.open_cells <= 1.6 * small.turn.seconds / small.open_cells
