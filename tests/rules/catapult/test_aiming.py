"""Direction and strength of a throw become a point (CAT-PHYS-5)."""

from __future__ import annotations

from math import atan2, hypot, pi

from hypothesis import given
from hypothesis import strategies as st

from bastide.expansions.catapult import aim_at as aim
from bastide.kernel.ballistics import Box, square, stand

MAP = Box(0, 0, 4000, 3000)


@given(st.integers(0, 7), st.floats(-10, 10), st.floats(0, 1))
def test_CAT_PHYS_5_an_aim_lies_in_the_grown_box(seat: int, direction: float, strength: float) -> None:
    at = aim(stand(MAP, seat, 8), MAP, direction, strength)
    assert MAP.grown().holds(at)
    assert {type(part) for part in at} == {int}


def test_CAT_PHYS_5_the_range_grows_with_the_square_of_the_strength() -> None:
    origin = stand(MAP, 0, 2)
    farthest = hypot(3000, 5000)
    assert aim(origin, MAP, -pi / 2, 0) == origin
    for strength in (0.25, 0.5, 0.75, 0.9):
        assert aim(origin, MAP, -pi / 2, strength) == (2000, round(4000 - farthest * strength**2))
    assert aim(origin, MAP, -pi / 2, 1) == (2000, -1000), "clamped to the box"
    assert aim(origin, MAP, 0, 0.5)[1] == 4000


def test_CAT_PHYS_5_full_strength_reaches_the_farthest_corner() -> None:
    for seat in range(8):
        origin = stand(MAP, seat, 8)
        corners = MAP.grown().corners()
        corner = max(corners, key=lambda c: square(c, origin))
        direction = atan2(corner[1] - origin[1], corner[0] - origin[0])
        assert aim(origin, MAP, direction, 1) == corner
