"""The flight of a token in compiled code: number for number that of the engine, near and far, on either side of 0."""

from __future__ import annotations

from math import isqrt

import numpy as np
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from bastide.fast import ballistics
from bastide.kernel import ballistics as engine
from bastide.kernel.geometry import REACH, UNIT, Point, cell_at, point_at, point_xy, rounded, xy

ACROSS = 260 * UNIT
"""Farther than any two points of a board that fits a record, with its margins."""
OFFSETS = st.sampled_from((0, 0, -UNIT * REACH, UNIT * REACH))
NEAR = st.integers(-4 * UNIT, 4 * UNIT)
COORDINATES = st.one_of(NEAR, st.integers(-ACROSS, ACROSS))
alike = settings(deadline=None, max_examples=300)
"""Without a deadline, since the first call may compile."""
NUMBERS = st.lists(st.one_of(st.integers(0, 65535), st.sampled_from((0, 65535))), min_size=9, max_size=9)


@st.composite
def points(draw: st.DrawFn, count: int) -> list[Point]:
    """Draw points of one board, which may lie far from the origin."""
    east, south = draw(OFFSETS), draw(OFFSETS)
    return [(east + draw(COORDINATES), south + draw(COORDINATES)) for _ in range(count)]


def vector(numbers: list[int]) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """Return numbers as an array like those of a record."""
    return np.array(numbers, dtype=np.int32)


def compiled_knocked(flight: engine.Flight, centres: list[Point]) -> list[int]:
    """Return the followers that a token sweeps away, as the engine does but in their own order within a link."""
    x, y = vector([x for x, _ in centres]), vector([y for _, y in centres])
    links = np.full(len(centres), -1, dtype=np.int8)
    ballistics.find_knocked(flight, x, y, links, len(centres))
    assert links.min(initial=0) == 0
    return sorted(np.flatnonzero(links).tolist(), key=lambda number: (links[number], number))


@alike
@given(st.integers(-(10**17), 10**17), st.integers(1, 10**9))
@example(5, 2)
@example(-5, 2)
@example(-1, 2)
@example(0, 7)
def test_numbers_are_rounded_alike(a: int, b: int) -> None:
    assert ballistics.rounded(a, b) == rounded(a, b)


@alike
@given(points(1))
def test_cells_and_points_are_packed_alike(places: list[Point]) -> None:
    (x, y) = places[0]
    point, cell = point_at(x, y), cell_at(x % REACH, -(y % REACH))
    assert ballistics.point_at(x, y) == point
    assert ballistics.point_xy(point) == point_xy(point) == (x, y)
    assert ballistics.xy(cell) == xy(cell)


@alike
@given(points(2), NUMBERS)
def test_throws_are_alike(places: list[Point], numbers: list[int]) -> None:
    origin, target = places
    assert ballistics.throw(origin, target, vector(numbers)) == engine.throw(origin, target, numbers)


@alike
@given(points(2), st.integers(1, 8), st.integers(0, 7))
def test_seats_stand_alike(places: list[Point], players: int, seat: int) -> None:
    west, east = sorted(x for x, _ in places)
    north, south = sorted(y for _, y in places)
    box = engine.Box(west, north, east, south)
    assert ballistics.stand(box, seat % players, players) == engine.stand(box, seat % players, players)
    assert ballistics.grown(box) == box.grown()


@alike
@given(points(3))
def test_boxes_hold_the_same_points(places: list[Point]) -> None:
    west, east = sorted(x for x, _ in places[:2])
    north, south = sorted(y for _, y in places[:2])
    box = engine.Box(west, north, east, south)
    for point in ((x, y) for x in (west - 1, west, east, east + 1) for y in (north - 1, north, south, south + 1)):
        assert ballistics.holds(box, point) == box.holds(point)
    assert ballistics.holds(box, places[2]) == box.holds(places[2])


@alike
@given(points(3), st.integers(0, 1000))
@example([(ACROSS, -ACROSS), (0, 0), (60_000, 60_000)], 410)
@example([(0, 410), (-ACROSS, 0), (ACROSS, 0)], 410)
@example([(0, 411), (-ACROSS, 0), (ACROSS, 0)], 410)
def test_the_same_points_are_within_reach(places: list[Point], reach: int) -> None:
    point, start, end = places
    assert ballistics.within(point, start, end, reach) == engine.within(point, start, end, reach)


@alike
@given(points(2), st.integers(0, 100), st.integers(-1, 1), st.integers(1, 999))
def test_points_just_within_reach_are_told_from_those_just_beyond(
    places: list[Point], share: int, more: int, reach: int
) -> None:
    start, end = places
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = isqrt(dx * dx + dy * dy)
    assume(length)
    side = reach + more
    point = (
        start[0] + dx * share // 100 - rounded(dy * side, length),
        start[1] + dy * share // 100 + rounded(dx * side, length),
    )
    assert ballistics.within(point, start, end, reach) == engine.within(point, start, end, reach)


@alike
@given(points(2), NUMBERS, st.lists(st.tuples(NEAR, NEAR), max_size=60))
def test_the_same_followers_are_swept_away(places: list[Point], numbers: list[int], around: list[Point]) -> None:
    origin, target = places
    flight = engine.throw(origin, target, numbers)
    centres = [(flight.landing[0] + x // 2, flight.landing[1] + y // 2) for x, y in around]
    assert compiled_knocked(flight, centres) == engine.knocked(flight, centres)


def test_a_chain_of_followers_ends_with_its_fourth_push() -> None:
    flight = engine.Flight((0, -5000), (0, 0), (0, 0))
    centres = [(0, 400 + 390 * number) for number in range(9)]
    assert compiled_knocked(flight, centres) == engine.knocked(flight, centres) == [0, 1, 2, 3, 4]


@alike
@given(st.integers(0, 1 << 26), st.integers(-2, 2))
def test_square_roots_are_rounded_down(root: int, more: int) -> None:
    number = min(max(root * root + more, 0), (1 << 52) - 1)
    assert ballistics.isqrt(number) == isqrt(number)


@alike
@given(points(1), st.integers(-300, 300), st.integers(-300, 300))
def test_misses_are_alike(places: list[Point], columns: int, rows: int) -> None:
    ((x, y),) = places
    for column, row in ((x // UNIT + columns, y // UNIT + rows), (x // UNIT + columns % 2, y // UNIT + rows % 2)):
        assert ballistics.miss((x, y), column, row) == engine.miss((x, y), column, row)
        assert ballistics.overlaps((x, y), column, row) == engine.overlaps((x, y), column, row)


@alike
@given(
    st.integers(engine.LANE.west, engine.LANE.east),
    st.integers(engine.LANE.north, engine.LANE.south),
    st.integers(engine.HANDS.west, engine.HANDS.east),
    st.integers(engine.HANDS.north, engine.HANDS.south),
    NUMBERS,
)
def test_duels_end_alike(x: int, y: int, hands_x: int, hands_y: int, numbers: list[int]) -> None:
    end = list(engine.Catch)[ballistics.catch((x, y), (hands_x, hands_y), vector(numbers))]
    assert end is engine.catch((x, y), (hands_x, hands_y), numbers)
