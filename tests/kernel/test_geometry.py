import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.errors import BastideError
from bastide.kernel.geometry import AROUND, PORT_NAMES, REACH, STEPS, cell_at, facing, turned, xy

COORDINATES = st.integers(-REACH, REACH)


@given(COORDINATES, COORDINATES)
def test_a_cell_keeps_its_column_and_row(x: int, y: int) -> None:
    assert xy(cell_at(x, y)) == (x, y)


def test_steps_lead_to_the_four_neighbours_and_around_to_all_eight() -> None:
    assert [xy(cell_at(5, -7) + step) for step in STEPS] == [(5, -8), (6, -7), (5, -6), (4, -7)]
    assert {xy(cell_at(0, 0) + step) for step in AROUND} == {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {(0, 0)}


def test_cells_sort_like_a_page() -> None:
    assert cell_at(9, -1) < cell_at(-9, 0) < cell_at(-8, 0) < cell_at(-20, 1)


def test_left_meets_right_across_a_side() -> None:
    met = {PORT_NAMES[p]: PORT_NAMES[facing(p)] for p in range(12)}
    assert (met["Nl"], met["Nm"], met["Nr"]) == ("Sr", "Sm", "Sl")
    assert (met["El"], met["Em"], met["Er"]) == ("Wr", "Wm", "Wl")
    assert all(facing(facing(p)) == p for p in range(12))


def test_a_turn_moves_sides_clockwise_and_keeps_left_and_right() -> None:
    assert PORT_NAMES[turned(PORT_NAMES.index("Nl"), 1)] == "El"
    assert PORT_NAMES[turned(PORT_NAMES.index("Wr"), 1)] == "Nr"


@pytest.mark.parametrize(("x", "y"), [(REACH + 1, 0), (0, -REACH - 1)])
def test_a_cell_out_of_reach_is_refused_in_words(x: int, y: int) -> None:
    with pytest.raises(BastideError, match="too far away"):
        cell_at(x, y)
