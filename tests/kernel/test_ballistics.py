"""The flight of a token, number by number, against fractions and against a slow and plain computation."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt, sqrt
from random import Random
from statistics import mean, pstdev

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from bastide.kernel.ballistics import (
    COMPASS,
    Box,
    Catch,
    Flight,
    catch,
    knocked,
    miss,
    overlaps,
    square,
    stand,
    throw,
    within,
)
from bastide.kernel.geometry import Point, rounded

MID = (32767, 32768) * 4
MAP = Box(0, 0, 4000, 3000)
"""The map of the worked examples."""

COORDINATE = st.integers(-30_000, 30_000)
POINTS = st.tuples(COORDINATE, COORDINATE)
NUMBERS = st.lists(st.integers(0, 65535), min_size=9, max_size=9)


def half_away(value: Fraction) -> int:
    """Round a fraction to the nearest whole number, halves away from zero."""
    whole, rest = divmod(abs(value), 1)
    size = int(whole) + (rest >= Fraction(1, 2))
    return size if value >= 0 else -size


def quarter(point: Point, about: Point = (0, 0)) -> Point:
    """Turn a point a quarter clockwise about another."""
    x, y = point[0] - about[0], point[1] - about[1]
    return about[0] - y, about[1] + x


def gap(point: Point, start: Point, end: Point) -> Fraction:
    """Return the exact square of the distance from a point to a segment."""
    d = (end[0] - start[0], end[1] - start[1])
    w = (point[0] - start[0], point[1] - start[1])
    length = d[0] ** 2 + d[1] ** 2
    along = Fraction(w[0] * d[0] + w[1] * d[1], length) if length else Fraction(0)
    along = min(max(along, Fraction(0)), Fraction(1))
    return (w[0] - along * d[0]) ** 2 + (w[1] - along * d[1]) ** 2


# Rounding


@given(st.integers(-(10**15), 10**15), st.integers(1, 10**9))
@example(5, 2)
@example(-5, 2)
@example(-1, 2)
@example(0, 7)
def test_CAT_PHYS_1_rounding_to_the_nearest_halves_away_from_zero(a: int, b: int) -> None:
    assert rounded(a, b) == half_away(Fraction(a, b))
    assert rounded(-a, b) == -rounded(a, b)


# The throw


@pytest.mark.parametrize(
    ("target", "numbers", "landing", "rest"),
    [
        ((1500, 1500), (*MID, 0), (1500, 1500), (1500, 1500)),
        ((1500, 1500), (*MID, 32768), (1500, 1500), (1470, 1350)),
        ((1500, 1500), (*MID, 65535), (1500, 1500), (1440, 1199)),
        (
            (1500, 1500),
            (40000, 40000, 40000, 40000, 20000, 30000, 40000, 30000, 65535),
            (1370, 1228),
            (1294, 895),
        ),
        ((2500, 500), (*(0,) * 8, 0), (1028, 2146), (1028, 2146)),
        ((2500, 500), (*(65535,) * 8, 65535), (3972, -1146), (4209, -1765)),
    ],
)
def test_CAT_EX_1_and_CAT_PHYS_7_vectors(target: Point, numbers: Sequence[int], landing: Point, rest: Point) -> None:
    origin = stand(MAP, 0, 2)
    assert throw(origin, target, numbers) == Flight((2000, 4000), landing, rest)


@given(POINTS, POINTS, NUMBERS)
def test_CAT_PHYS_7_agrees_with_fractions(origin: Point, target: Point, numbers: list[int]) -> None:
    scale = 655_350_000
    g1, g2 = sum(numbers[:4]) - 131_070, sum(numbers[4:8]) - 131_070
    dx, dy = target[0] - origin[0], target[1] - origin[1]
    landing = tuple(
        at + half_away(Fraction(d * g1 * 2598, scale)) + half_away(Fraction(across * g2 * 1732, scale))
        for at, d, across in ((target[0], dx, -dy), (target[1], dy, dx))
    )
    rest = tuple(
        at + half_away(Fraction((at - o) * numbers[8] * 1203, scale)) for at, o in zip(landing, origin, strict=True)
    )
    assert throw(origin, target, numbers) == (origin, landing, rest)


@given(POINTS, POINTS, st.integers(0, 65535))
def test_CAT_PHYS_7_middling_numbers_land_where_aimed(origin: Point, target: Point, slide: int) -> None:
    flight = throw(origin, target, (*MID, slide))
    assert flight.landing == target
    slid, flown = sqrt(square(flight.rest, target)), sqrt(square(target, origin))
    assert slid <= 0.1203 * flown + 1
    assert slide or flight.rest == target


@given(POINTS, POINTS, NUMBERS)
def test_CAT_PHYS_7_turns_with_the_table(origin: Point, target: Point, numbers: list[int]) -> None:
    flight = throw(origin, target, numbers)
    turned = throw(origin, quarter(target, origin), numbers)
    assert turned == (origin, quarter(flight.landing, origin), quarter(flight.rest, origin))


@given(POINTS, POINTS, NUMBERS, POINTS)
def test_CAT_PHYS_7_depends_on_no_place(origin: Point, target: Point, numbers: list[int], by: Point) -> None:
    def moved(point: Point) -> Point:
        return point[0] + by[0], point[1] + by[1]

    here = throw(origin, target, numbers)
    there = throw(moved(origin), moved(target), numbers)
    assert there == tuple(moved(point) for point in here)


@given(POINTS, NUMBERS)
def test_CAT_PHYS_7_aimed_at_ones_own_feet_the_token_stays_there(origin: Point, numbers: list[int]) -> None:
    assert throw(origin, origin, numbers) == (origin, origin, origin)


def test_CAT_PHYS_7_deviations_are_fifteen_and_ten_hundredths() -> None:
    generator, long, wide = Random(7), [], []
    for _ in range(20_000):
        x, y = throw((0, 0), (100_000, 0), [generator.randrange(65536) for _ in range(9)]).landing
        long.append(x / 100_000 - 1)
        wide.append(y / 100_000)
    assert abs(mean(long)) < 0.005
    assert abs(mean(wide)) < 0.005
    assert pstdev(long) == pytest.approx(0.15, abs=0.003)
    assert pstdev(wide) == pytest.approx(0.10, abs=0.002)


# Touching


@given(POINTS, POINTS, POINTS, st.integers(0, 5000))
@example((410, 0), (0, 0), (0, 0), 410)
@example((411, 0), (0, 0), (0, 0), 410)
@example((50, 410), (0, 0), (100, 0), 410)
@example((50, 411), (0, 0), (100, 0), 410)
def test_CAT_PHYS_9_agrees_with_the_exact_distance(point: Point, start: Point, end: Point, reach: int) -> None:
    assert within(point, start, end, reach) == (gap(point, start, end) <= reach * reach)


NEAR = st.tuples(st.integers(-700, 700), st.integers(-700, 700))


@given(NEAR, NEAR, NEAR)
def test_CAT_PHYS_9_close_up(point: Point, start: Point, end: Point) -> None:
    touches = within(point, start, end, 410)
    assert touches == (gap(point, start, end) <= 410**2)
    assert touches == within(point, end, start, 410), "whichever way it slid"
    assert touches == within(quarter(point), quarter(start), quarter(end), 410)


@pytest.mark.parametrize(
    ("point", "touches"),
    [
        ((-410, 0), True),
        ((-411, 0), False),
        ((1410, 0), True),
        ((1411, 0), False),
        ((500, 410), True),
        ((500, -411), False),
        ((-246, -328), True),
        ((-246, -329), False),
        ((1246, 328), True),
        ((0, 410), True),
        ((1000, -410), True),
    ],
)
def test_CAT_PHYS_3_CAT_PHYS_9_to_the_thousandth(point: Point, touches: bool) -> None:
    flight = Flight((-9000, 0), (0, 0), (1000, 0))
    assert within(point, flight.landing, flight.rest, 410) == touches
    assert (knocked(flight, [point]) == [0]) == touches


# Chains


def chain(flight: Flight, centres: Sequence[Point]) -> list[int]:
    """Return the level of every follower, -1 for those that stand, worked out anew with fractions."""
    levels = [0 if gap(at, flight.landing, flight.rest) <= 410**2 else -1 for at in centres]
    v = (flight.landing[0] - flight.origin[0], flight.landing[1] - flight.origin[1])
    length = isqrt(v[0] ** 2 + v[1] ** 2)
    for level, push in enumerate((350, 210, 126, 75)):
        if not length:
            break
        by = tuple(half_away(Fraction(part * push, length)) for part in v)
        for pusher in [centres[i] for i, own in enumerate(levels) if own == level]:
            end = (pusher[0] + by[0], pusher[1] + by[1])
            for i, at in enumerate(centres):
                if levels[i] < 0 and gap(at, pusher, end) <= 320**2:
                    levels[i] = level + 1
    return levels


CROWD = st.lists(st.tuples(st.integers(0, 2500), st.integers(0, 2500)), max_size=25)


@settings(max_examples=300)
@given(POINTS, st.tuples(st.integers(0, 2500), st.integers(0, 2500)), NEAR, CROWD)
def test_CAT_PHYS_10_agrees_with_the_plain_computation(
    origin: Point, landing: Point, slide: Point, crowd: list[Point]
) -> None:
    flight = Flight(origin, landing, (landing[0] + slide[0], landing[1] + slide[1]))
    levels = chain(flight, crowd)
    hit = knocked(flight, crowd)
    assert sorted(hit) == [i for i, level in enumerate(levels) if level >= 0]
    assert [levels[i] for i in hit] == sorted(levels[i] for i in hit), "the nearer links come first"
    assert max(levels, default=-1) <= 4


@given(POINTS, NEAR, CROWD)
def test_CAT_PHYS_10_order_does_not_matter(origin: Point, slide: Point, crowd: list[Point]) -> None:
    flight = Flight(origin, (1200, 1200), (1200 + slide[0], 1200 + slide[1]))
    fallen = sorted(crowd[i] for i in knocked(flight, crowd))
    assert sorted(crowd[::-1][i] for i in knocked(flight, crowd[::-1])) == fallen


STEPS = (670, 530, 446, 395)
"""How far the next follower may stand in the way of one that is pushed: the push and two radii."""


@pytest.mark.parametrize("links", range(5))
def test_CAT_PHYS_10_pushes_grow_shorter_and_the_fifth_pushes_nobody(links: int) -> None:
    flight = Flight((0, 5000), (0, 0), (0, 0))
    line = [(0, -sum(STEPS[:n])) for n in range(5)]
    assert knocked(flight, [*line, (0, line[4][1] - 1)]) == [0, 1, 2, 3, 4], "the last one stands, though touched"
    if links < 4:
        broken = [*line[: links + 1], *((0, y - 1) for _, y in line[links + 1 :])]
        assert knocked(flight, broken) == list(range(links + 1))


def test_CAT_PHYS_10_nobody_is_pushed_aside_or_back() -> None:
    flight = Flight((0, 5000), (0, 0), (0, 0))
    assert knocked(flight, [(0, 0), (0, 411), (321, 411), (-411, 0)]) == [0]
    assert knocked(flight, [(0, 400), (0, 721)]) == [0]
    assert knocked(flight, [(0, 400), (0, 720)]) == [0, 1], "whoever stands two radii behind him is touched even so"


def test_CAT_PHYS_10_without_flight_no_push() -> None:
    assert knocked(Flight((0, 0), (0, 0), (0, 0)), [(0, 0), (0, 411), (411, 0)]) == [0]
    assert knocked(Flight((0, 0), (0, 0), (0, 300)), [(0, 710), (0, 711)]) == [0]


def test_CAT_EX_2_chain() -> None:
    flight = throw((2000, 4000), (1500, 1500), (*MID, 32768))
    crowd = [(1600, 1450), (1500, 1050), (1450, 780), (1380, 270), (3500, 2500)]
    assert chain(flight, crowd) == [0, 0, 1, 2, -1]
    assert knocked(flight, crowd) == [0, 1, 2, 3]


# Where one stands and aims


def test_CAT_PHYS_4_two_players_face_each_other() -> None:
    assert [stand(MAP, seat, 2) for seat in range(2)] == [(2000, 4000), (2000, -1000)]


@pytest.mark.parametrize(
    ("players", "compass"),
    [
        (2, "S N"),
        (3, "S W NE"),
        (4, "S W N E"),
        (5, "S SW NW N E"),
        (6, "S SW W N NE E"),
        (7, "S SW W NW N NE E"),
        (8, "S SW W NW N NE E SE"),
    ],
)
def test_CAT_PHYS_4_seats_around_the_map(players: int, compass: str) -> None:
    points = {"S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1), "N": (0, -1), "NE": (1, -1), "E": (1, 0)}
    points["SE"] = (1, 1)
    expected = [(2000 + 3000 * points[way][0], 1500 + 2500 * points[way][1]) for way in compass.split()]
    assert [stand(MAP, seat, players) for seat in range(players)] == expected


@given(st.integers(-9, 9), st.integers(-9, 9), st.integers(1, 9), st.integers(1, 9), st.integers(2, 8))
def test_CAT_PHYS_4_all_stand_apart_on_the_rim_of_the_grown_box(x: int, y: int, w: int, h: int, players: int) -> None:
    box = Box(1000 * x, 1000 * y, 1000 * (x + w), 1000 * (y + h))
    stands = [stand(box, seat, players) for seat in range(players)]
    assert len(set(stands)) == players
    for at in stands:
        assert box.grown().holds(at)
        assert not box.holds(at)
    assert len(COMPASS) == 8


# The map and the target

SQUARE = ((0, 0), (1000, 0), (1000, 1000), (0, 1000))


@given(POINTS, st.integers(-20, 20), st.integers(-20, 20))
def test_CAT_TARGET_1_distance_to_a_square(point: Point, column: int, row: int) -> None:
    x, y = point[0] - 1000 * column, point[1] - 1000 * row
    dx, dy = (max(-part, 0, part - 1000) for part in (x, y))
    assert miss(point, column, row) == dx * dx + dy * dy


@given(POINTS, st.integers(-20, 20), st.integers(-20, 20))
@example((-250, 500), 0, 0)
@example((-249, 500), 0, 0)
@example((1150, 1200), 0, 0)
def test_CAT_PHYS_8_a_disc_overlaps_a_square(point: Point, column: int, row: int) -> None:
    x, y = point[0] - 1000 * column, point[1] - 1000 * row
    inside = 0 <= x <= 1000 and 0 <= y <= 1000
    sides = [gap((x, y), a, b) for a, b in zip(SQUARE, (*SQUARE[1:], SQUARE[0]), strict=True)]
    assert overlaps(point, column, row) == (inside or min(sides) < 250**2)


def test_CAT_EX_6_distances() -> None:
    assert [miss(at, 1, 1) for at in ((1485, 1350), (2300, 900), (700, 1500))] == [0, 100_000, 90_000]


# The catch


@pytest.mark.parametrize(
    ("target", "hands", "last", "end"),
    [
        pytest.param((5000, 0), (5000, 500), 30000, Catch.CAUGHT, id="CAT-EX-7"),
        pytest.param((5000, 1000), (5000, -1000), 0, Catch.FAR, id="CAT-EX-8"),
        pytest.param((2500, 0), (5000, 0), 0, Catch.SHORT, id="CAT-EX-9"),
        pytest.param((5000, 900), (5000, 0), 60000, Catch.TOUCHED, id="CAT-EX-10"),
        ((3000, 0), (4800, 0), 0, Catch.TOUCHED),
        ((3000, 0), (4801, 0), 0, Catch.FAR),
        ((2999, 0), (4800, 0), 0, Catch.SHORT),
        ((2999, 0), (3000, 0), 0, Catch.SHORT),
        ((3000, 0), (3000, 0), 0, Catch.CAUGHT),
        ((5000, 0), (5000, 0), 65535, Catch.CAUGHT),
    ],
)
def test_CAT_PHYS_12_ends_of_a_duel(target: Point, hands: Point, last: int, end: Catch) -> None:
    assert catch(target, hands, (*MID, last)) == end


AIMS = st.tuples(st.integers(0, 6500), st.integers(-1500, 1500))
HANDS = st.tuples(st.integers(3000, 6500), st.integers(-1500, 1500))


@settings(max_examples=300)
@given(AIMS, HANDS, NUMBERS)
def test_CAT_PHYS_12_agrees_with_fractions(target: Point, hands: Point, numbers: list[int]) -> None:
    landing = throw((0, 0), target, [*numbers[:8], 0]).landing
    share = 1 - Fraction(square(landing, hands), 1800**2)
    if landing[0] < 3000:
        expected = Catch.SHORT
    elif share < 0:
        expected = Catch.FAR
    else:
        expected = Catch.CAUGHT if Fraction(numbers[8], 65536) < share else Catch.TOUCHED
    assert catch(target, hands, numbers) == expected


@given(AIMS, HANDS, NUMBERS)
def test_CAT_PHYS_12_the_last_number_decides_only_what_is_touched(
    target: Point, hands: Point, numbers: list[int]
) -> None:
    ends = {catch(target, hands, [*numbers[:8], last]) for last in (0, 32768, 65535)}
    assert len(ends) == 1 or ends == {Catch.CAUGHT, Catch.TOUCHED}


@given(AIMS, HANDS, NUMBERS)
def test_CAT_PHYS_12_left_and_right_are_alike(target: Point, hands: Point, numbers: list[int]) -> None:
    mirrored = [*numbers[:4], *(65535 - n for n in numbers[4:8]), numbers[8]]
    other = catch((target[0], -target[1]), (hands[0], -hands[1]), mirrored)
    assert catch(target, hands, numbers) == other


@given(AIMS, HANDS, HANDS, NUMBERS)
def test_CAT_CATCH_5_before_the_measuring_board_the_hands_do_not_matter(
    target: Point, hands: Point, others: Point, numbers: list[int]
) -> None:
    short = throw((0, 0), target, [*numbers[:8], 0]).landing[0] < 3000
    assert {catch(target, held, numbers) == Catch.SHORT for held in (hands, others)} == {short}


# The box


@given(POINTS, st.integers(-9, 9), st.integers(-9, 9), st.integers(1, 9), st.integers(1, 9))
def test_the_nearest_point_of_a_box_is_in_it(point: Point, x: int, y: int, w: int, h: int) -> None:
    box = Box(1000 * x, 1000 * y, 1000 * (x + w), 1000 * (y + h))
    at = box.nearest(point)
    assert box.holds(at)
    assert (at == point) == box.holds(point)
    assert all(square(point, at) <= square(point, corner) for corner in box.corners())


@given(POINTS, POINTS, NUMBERS)
def test_CAT_PHYS_13_the_same_numbers_give_the_same_throw(origin: Point, target: Point, numbers: list[int]) -> None:
    assume(origin != target)
    assert throw(origin, target, numbers) == throw(origin, target, tuple(numbers))
    other = throw(origin, target, [*numbers[:8], 0])
    assert other.landing == other.rest == throw(origin, target, numbers).landing
