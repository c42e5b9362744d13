"""Floors for the speed of the engine, well below what an ordinary machine does."""

from __future__ import annotations

import pytest

from bastide.cli.bench import Speed, measure

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def speed() -> Speed:
    return measure(seconds=6)


def test_games_a_second(speed: Speed) -> None:
    assert 1 / speed.game.seconds >= 300


def test_games_a_second_with_all_expansions(speed: Speed) -> None:
    assert 1 / speed.full.seconds >= 12


def test_copy_in_mid_game(speed: Speed) -> None:
    assert speed.copy.seconds <= 20e-6


def test_a_turn_costs_no_more_for_an_open_cell_of_a_large_board(speed: Speed) -> None:
    small, large = speed.growth[0], speed.growth[-1]
    assert large.tiles == 4 * small.tiles
    assert large.turn.seconds / large.open_cells <= 1.6 * small.turn.seconds / small.open_cells
