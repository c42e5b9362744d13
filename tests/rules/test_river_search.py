"""The search for a way to finish a river, compared with one that tries everything."""

from __future__ import annotations

import time
from collections import Counter
from random import Random

import pytest

from bastide.kernel.geometry import cell_at
from bastide.rules.river_search import End, Shapes, can_be_finished
from tests.rules.river_2.referee import Facing, can_finish

NORTH, EAST, SOUTH, WEST = range(4)


def both(taken: set[tuple[int, int]], ends: set[Facing], left: Shapes) -> tuple[bool, bool]:
    """Return what the search finds, and what trying everything does."""
    counts = Counter(straight=left.straights, curve=left.curves, fork=left.forks, lake=left.lakes)
    cells = [cell_at(x, y) for x, y in taken]
    found = can_be_finished(cells, tuple(End(cell_at(*place), flow) for place, flow in sorted(ends)), left)
    return found, can_finish(frozenset(taken), frozenset(ends), counts)


@pytest.mark.parametrize("share", range(4))
def test_RIV2_LEGAL_2_the_search_finds_a_way_if_there_is_one(share: int) -> None:
    """Among random obstacles, with one to three ends, forks included."""
    found = Counter[bool]()
    for number in range(150):
        random = Random(f"{share} {number}")
        side = random.choice((3, 4, 5))
        places = [(x, y) for x in range(side) for y in range(side)]
        random.shuffle(places)
        ends = {(place, random.randrange(4)) for place in places[: random.choice((1, 1, 2, 2, 3))]}
        rim = {(x, y) for x in range(-1, side + 1) for y in range(-1, side + 1)} - set(places)
        gaps = set(random.sample(sorted(rim), random.choice((0, 0, 1, 2))))
        taken = set(places[3 : random.randrange(3, len(places))]) | rim - gaps
        forks = random.choice((0, 0, 0, 1, 2))
        lakes = len(ends) + forks + (random.random() < 0.05)
        left = Shapes(random.randrange(4), random.randrange(4), forks, lakes)
        quick, thorough = both(taken, ends, left)
        assert quick == thorough, (taken, ends, left)
        found[quick] += 1
    assert min(found.values()) > 50


def test_RIV2_LEGAL_2_every_end_has_a_lake_and_no_lake_is_left_over() -> None:
    ends = {((1, 0), EAST), ((0, 1), SOUTH)}
    for lakes in range(4):
        assert both({(0, 0)}, ends, Shapes(3, 3, 0, lakes)) == (lakes == 2, lakes == 2)
    assert both({(0, 0)}, set(), Shapes(0, 0, 0, 0)) == (True, True)
    assert both({(0, 0)}, set(), Shapes(1, 0, 0, 0)) == (False, False)


def test_RIV2_LEGAL_2_open_country_takes_any_number_of_tiles() -> None:
    """Many copies of a set may be in play; what lies ahead of an end that leaves the board is not walked through."""
    wall = {(x, y) for x in range(-2, 3) for y in range(-2, 3) if max(abs(x), abs(y)) == 2}
    taken, began = [cell_at(*place) for place in wall - {(0, 2)}], time.thread_time()
    for left, there_is_a_way in (
        (Shapes(3000, 3000, 0, 1), True),
        (Shapes(3000, 0, 0, 1), True),
        (Shapes(1, 3000, 900, 901), True),
        (Shapes(0, 3000, 900, 901), False),  # only a straight goes through the gap
    ):
        assert can_be_finished(taken, (End(cell_at(0, -1), SOUTH),), left) == there_is_a_way
    assert time.thread_time() - began < 1
