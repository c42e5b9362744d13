"""The worked examples of the River II, by their numbers."""

from __future__ import annotations

import pytest

from bastide import start
from bastide.games import parse_rules
from bastide.kernel.geometry import xy
from tests.boards import BLUE, GREEN, board, choices, finish, followers, legal_kinds, placements, play, refusal
from tests.rules.river_2.arms import FORKED, LAST, PAST, RIVER, RULES, SOURCE, VOLCANO, after_turns, cells, two


def test_RIV2_EX_1_setup() -> None:
    state = start(parse_rules(RULES), 3)
    assert [(state.board.tile(n).id, xy(cell)) for n, cell in enumerate(state.board.cell)] == [
        ("R2-FWFF-source", (0, 0))
    ]
    assert state.board.tile(0).edges == ("field", "river", "field", "field")
    assert choices(state) == {"R2-WWFW-fork"}
    assert placements(state, "R2-WWFW-fork") == {"(1,0)", "(1,0)/2", "(1,0)/3"}
    assert refusal(state, "R2-WWFW-fork(1,0)/WWWF") == "edges_clash"
    state, seats = after_turns(10)
    assert seats == [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]
    assert (state.turn, state.seat, choices(state)) == (11, BLUE, {VOLCANO})
    play(state, LAST)
    assert (state.turn, state.seat) == (12, BLUE)
    play(state, "B(2,0) -")
    assert (state.turn, state.seat) == (13, GREEN)


def test_RIV2_EX_2_either_arm_either_way() -> None:
    forked = f"{SOURCE}, R2-WWFW-fork(1,0)"
    four = {"(2,0)", "(2,0)/1", "(1,-1)", "(1,-1)/3"}
    assert placements(two(forked), "R2-FFWW") == four
    for line in ("(2,0)/FFWW", "(2,0)/WFFW", "(1,-1)/FFWW", "(1,-1)/FWWF"):
        assert refusal(two(forked), f"R2-FFWW{line}") == ""
    taken = two(f"{forked}, B(3,0), B(2,1)")
    assert placements(taken, "R2-FFWW") == four - {"(2,0)"}, "to the south it would face a tile"


MEETING = f"""
    {SOURCE}, R2-WWFW-fork(1,0) WWFW, R2-FWFW-monastery(1,-1) WFWF, R2-FFWW(1,-2) FWWF, R2-WFFW-pigs(2,0)
"""
"""The northern arm faces (2,-2), and the eastern one runs north towards it."""


def test_RIV2_EX_3_arms_may_not_meet() -> None:
    state = two(MEETING)
    assert refusal(state, "R2-FWFW-monastery(2,-2)") == ""
    assert refusal(state, "R2-FWFW-monastery(2,-1)/WFWF") == "river_arms", "now both would face (2,-2)"
    assert cells(placements(state, "R2-FWFW-monastery")) == {"(2,-2)"}


def test_RIV2_EX_4_volcano() -> None:
    state, _ = after_turns(10)
    play(state, LAST)
    assert (state.seat, legal_kinds(state), followers(state)) == (BLUE, {"draw"}, [7, 7, 7])
    assert {"B", "U", "X"} <= choices(state)
    play(state, "B(2,0)")
    assert {"+monastery", "-"} <= choices(state)
    play(state, "+monastery")
    assert (state.seat, followers(state)) == (GREEN, [7, 6, 7])


@pytest.mark.parametrize(("others", "complete", "incomplete"), [(("inns_and_cathedrals",), 6, 0), ((), 3, 3)])
def test_RIV2_EX_5_inn(others: tuple[str, ...], complete: int, incomplete: int) -> None:
    state = two(f"W(-1,0) FRRR, R2-WRWR-inn(0,0) +blue:road ; to red ; {PAST}", *others)
    assert play(state, "W(1,0)/FRRR -").score == [0, complete]
    state = two(f"U(-1,0) FRFR, R2-WRWR-inn(0,0) +blue:road, U(1,0) FRFR ; {PAST}", *others)
    assert finish(state) == [0, incomplete]


PIGSTY = f"""
    R2-WFFW-pigs(0,0) {{}}, E(1,0) CFFF +red:field {{}}, E(1,-1) FFCF, E(0,1) FFCF +blue:field, E(0,2) CFFF ; {PAST}
"""
"""A field with the pigsty and two complete cities."""


@pytest.mark.parametrize(
    ("second", "pig", "points"),
    [("+red:field.E", "", [8, 0]), ("+red:field.E", "+red:pig:field", [10, 0]), ("", "", [8, 8])],
)
def test_RIV2_EX_6_pigsty(second: str, pig: str, points: list[int]) -> None:
    assert finish(two(PIGSTY.format(second, pig), "traders_and_builders")) == points


def test_RIV2_EX_7_pigsty_without_traders() -> None:
    assert finish(two(PIGSTY.format("+red:field.E", ""))) == [6, 0]


def test_RIV2_EX_8_lake_city() -> None:
    state = play(two(FORKED), "R2-FCFW(1,-1)/CFWF -")
    for line in RIVER[1:]:
        tile = line.partition("(")[0]
        if tile != "R2-FCFW":
            assert cells(placements(state, tile)) == {"(1,1)"}, tile
    last = board(f"{FORKED}, R2-FCFW(1,-1) CFWF ; bag {VOLCANO}:1 B:3", RULES, players=2)
    assert placements(last, VOLCANO) == {"(1,1)/1"}
