"""The cult places together with other expansions."""

from __future__ import annotations

import pytest

from bastide.rules import engine
from bastide.rules.state import State
from tests.boards import (
    BLUE,
    RED,
    choices,
    finish,
    followers,
    legal_kinds,
    play,
    refusal,
)
from tests.rules.cult.shrines import (
    ABBEY_LACKS,
    FORBIDDEN,
    MEADOW,
    SHRINE,
    around,
    cult,
    meadows,
    rivals,
    town,
)
from tests.rules.special import standing, stop_at, supply
from tests.rules.wheel_of_fortune.wheel import AWAY, wheel

# With other expansions


VINES = f"{around((1, 1), but=((0, 0), (2, 2), (2, 0)))}, HS-CFFC-vineyard(2,0) CCFF"


def test_CULT_INT_4_vineyards_around_a_shrine() -> None:
    """CULT-RUL-7: a shrine works like a monastery."""
    alone = play(cult(f"{rivals('', rest=VINES)} ; to green", "hills_and_sheep"), f"{MEADOW}(2,2) -")
    assert alone.score == [12, 0, 0]
    won = play(cult(f"{rivals(rest=VINES)} ; to green", "hills_and_sheep"), f"{MEADOW}(2,2) -")
    assert won.score == [12, 0, 0], "nothing for the loser"
    two = play(cult(f"{rivals(rest=VINES)} ; to green", "hills_and_sheep"), "HS-CFFC-vineyard(2,2)/FCCF -")
    assert two.score == [15, 0, 0]
    assert finish(cult(f"{rivals('', rest=VINES)}", "hills_and_sheep")) == [8, 0, 0], "none at the end"


def test_CULT_INT_5_the_inquisition_asks_for_monks_only() -> None:
    """CULT-RUL-6: a heretic is no monk."""
    state = cult(f"{wheel(away=AWAY)}, {rivals()}, U(9,9) ; to red", "wheel_of_fortune", players=2)
    assert stop_at(state, "inquisition") == [0, 2]


def test_CULT_INT_6_heretics_and_monks_can_flee_from_the_plague() -> None:
    land = f"{rivals('+red:monastery')}, U(9,9) FRFR"
    state = cult(f"{wheel(away=AWAY)}, {land} ; to red", "wheel_of_fortune", players=2)
    stop_at(state, "plague")
    assert choices(state) == {"flee:follower:(0,0).monastery", "flee:follower:(1,1).shrine"}
    play(state, f"flee:follower:(0,0).monastery (10,9) - {MEADOW}(2,2) -")
    assert state.score == [9, 0]
    assert followers(state) == [7, 7]


def test_CULT_INT_7_from_the_cathedral_to_a_complete_shrine() -> None:
    text = f"{town('+green:district +green:district')}, {rivals()} ; to blue"
    state = play(cult(text, "count"), f"{MEADOW}(2,2) -")
    assert choices(state) == {"-", "leave:follower:cathedral:(1,1).shrine"}, "not to the monastery, which is open"
    play(state, "leave:follower:cathedral:(1,1).shrine leave:follower:cathedral:(1,1).shrine")
    assert state.score == [0, 0, 9], "two guests outvote the heretic"
    assert (followers(state), legal_kinds(state)) == ([7, 7, 7], {"pass", "enter"})


def test_CULT_INT_7_nobody_leaves_when_the_count_is_there() -> None:
    text = f"{town('+green:district')}, {rivals()} ; to blue ; column count.stands 3"
    state = play(cult(text, "count"), f"{MEADOW}(2,2) -")
    assert state.score == [9, 0, 0]
    assert legal_kinds(state) == {"pass", "enter"}


def test_CULT_INT_8_whoever_loses_by_his_own_tile_may_enter_carcassonne() -> None:
    text = f"{town('')}, {rivals()} ; to blue"
    state = play(cult(text, "count"), f"{MEADOW}(2,2) -")
    assert (engine.actor(state), legal_kinds(state)) == (BLUE, {"pass", "enter"})
    winner = play(cult(text.replace("to blue", "to red"), "count"), f"{MEADOW}(2,2) -")
    assert (winner.seat, legal_kinds(winner)) == (BLUE, {"draw"}), "who scored may not"


def test_CULT_INT_8_even_with_the_follower_that_just_came_home() -> None:
    text = f"{town('')}, {rivals()} ; to blue ; supply 6 0 7"
    state = play(cult(text, "count"), f"{MEADOW}(2,2)")
    assert (engine.actor(state), legal_kinds(state)) == (BLUE, {"pass", "enter"})
    play(state, "enter:follower:cathedral -")
    assert followers(state) == [7, 0, 7]


CURVE = "V({}) RFFR"
"""A road that leads away from a monastery in the west or in the north."""


@pytest.mark.parametrize(
    ("abbey", "east", "south", "other"),
    [
        ("R1-FWRW-monastery(0,0) FWRW", "R1-FFFW-lake(1,0) FFFW", CURVE, "river"),
        ("R1-WFFF-monastery-lake(0,0) WFFF", "", "", "river"),
        ("R2-FWFW-monastery(0,0) FWFW", "R2-FFFW-volcano-lake(1,0) FFFW", "", "river_2"),
        ("KR-CFFF-monastery(0,0) CFFF", "", "", "king_and_robber"),
        ("IC-FRFS-monastery(0,0) FRFR", CURVE, "", "inns_and_cathedrals"),
        ("TB-FRST-monastery(0,0) FRRR", CURVE, CURVE, "traders_and_builders"),
        ("HS-CRRF-monastery(0,0) CRRF", CURVE, CURVE, "hills_and_sheep"),
        ("HS-RRSF-monastery(0,0) RRRF", CURVE, CURVE, "hills_and_sheep"),
        ("WOF-FRFS-30(0,0) FRFR", CURVE, "", "wheel_of_fortune"),
        ("CAT-FFFF-08(0,0) FFFF", "", "", "catapult"),
    ],
)
def test_CULT_INT_9_every_monastery_is_one(abbey: str, east: str, south: str, other: str) -> None:
    beside = [(east or MEADOW + "({})").format("1,0"), (south or MEADOW + "({})").format("0,1")]
    rest = ", ".join([*beside, meadows((2, 0), (2, 1), (0, 2), (1, 2))])
    clauses = f"bag E:2 B:2 {SHRINE}:2"
    options = "tile_edition=c3" if abbey.startswith("R1-W") else ""
    state = cult(f"{abbey} +blue:monastery, {SHRINE}(1,1) +red:shrine, {rest} ; {clauses}", other, options=options)
    assert refusal(state, "B(2,2)") == FORBIDDEN, "the shrine has a monastery already"
    between = cult(f"{abbey}, {rest}, B(2,2) ; {clauses}", other, options=options)
    assert refusal(between, f"{SHRINE}(1,1)") == FORBIDDEN
    play(state, "E(2,2)/FCFF -")
    assert (state.score, followers(state)) == ([9, 0, 0], [7, 7, 7]), "the monk has lost a challenge"


def test_CULT_INT_9_a_river_monastery_can_win() -> None:
    river = "R2-FWFF-source(-1,0), R2-FWFW-monastery(0,0) FWFW +blue:monastery, R2-FFFW-volcano-lake(1,0) FFFW"
    rest = meadows((0, -1), (1, -1), (-1, 1), (0, 1))
    state = cult(f"{river}, {SHRINE}(1,1) +red:shrine, {rest} ; to green ; bag {MEADOW}:2", "river_2")
    play(state, f"{MEADOW}(-1,-1) -")
    assert (state.score, followers(state)) == ([0, 9, 0], [7, 7, 7])


FAIR = meadows((0, 9))
"""A meadow far from the challenge, beside which a fair is laid."""


def throw(state: State, x: int, y: int) -> State:
    """Throw at a point without any error."""
    play(state, f"hurl:({x},{y})")
    (token,) = choices(state)
    return play(state, token)


@pytest.mark.parametrize(
    ("at", "left", "points"),
    [((1500, 1500), "blue follower (0,0)", [0, 0]), ((500, 500), "red follower (1,1)", [9, 0])],
)
def test_CULT_INT_10_a_knock_out_ends_a_challenge(at: tuple[int, int], left: str, points: list[int]) -> None:
    """CULT-CHALLENGE-5: without a loser."""
    state = cult(f"{rivals()}, {FAIR} ; to red", "catapult", players=2)
    play(state, "CAT-FFFF-06(0,10) - fair:knockout")
    throw(throw(state, *at), 500, 10500)
    assert standing(state) == {left}
    assert state.score == [0, 0]
    play(state, "E(2,2)/FCFF -")
    assert state.score == points
    assert standing(state) == ({left} if not points[RED] else set())


def test_CULT_CHALLENGE_5_an_exchange_does_not_end_a_challenge() -> None:
    state = cult(f"{rivals()}, {FAIR} ; to red", "catapult", players=2)
    play(state, "CAT-FFFF-06(0,10) - fair:seduction")
    throw(state, 500, 500)
    play(state, "send:follower")
    throw(state, -500, 10500)
    assert standing(state) == {"red follower (0,0)", "red follower (1,1)"}
    assert (state.seat, followers(state)) == (BLUE, [5, 7])
    play(state, "E(2,2)/FCFF -")
    assert (state.score, followers(state)) == ([9, 0], [7, 7])


def test_CULT_INT_12_crop_circles_leave_monks_and_heretics_alone() -> None:
    for tile in ("K2-FRSS(9,10)/RRFR", "K2-CFRF(9,10)/RFCF", "K2-CFDF(12,9)/FCFC"):
        nobody = cult(f"{rivals()}, U(9,9) RFRF, E(11,9) FCFF ; to red", "crop_circles", players=2)
        play(nobody, f"{tile} -")
        assert legal_kinds(nobody) == {"draw"}, "it concerns nobody"
    state = cult(f"{rivals()}, U(9,9) RFRF +red:road ; to blue", "crop_circles", players=2)
    play(state, "K2-FRSS(9,10)/RRFR")
    play(state, "-")
    assert choices(state) == {"grow", "wither"}
    assert choices(play(state.copy(), "grow")) == {"-", "add:follower:(9,9).road"}
    play(state, "wither remove:follower:(9,9).road")
    assert standing(state) == {"blue follower (0,0)", "red follower (1,1)"}


def test_CULT_INT_13_no_builder_and_no_pig_on_a_shrine() -> None:
    others = ("traders_and_builders", "inns_and_cathedrals")
    state = play(cult(f"{MEADOW}(0,0) +red:field ; to red", *others), f"{SHRINE}(1,0)")
    assert choices(state) == {"-", "+shrine", "+big:shrine", "+pig:field"}
    assert refusal(state, "+builder:shrine") == "piece_belongs"
    play(state, "+shrine")
    assert supply(state, "builder") == [1, 1, 1]
    road = play(cult("W(0,0) FRRR +red:road.E ; to red", *others), "CU-FFRF-shrine(1,0)/FFFR")
    assert "+builder:road" in choices(road), "on the road that ends there he may work"


def test_CULT_INT_13_a_big_heretic_scores_no_more() -> None:
    others = ("inns_and_cathedrals",)
    state = play(cult(f"{rivals(shrine='+red:big:shrine')} ; to green", *others), f"{MEADOW}(2,2) -")
    assert (state.score, supply(state, "big")) == ([9, 0, 0], [1, 1, 1])
    loses = cult(f"{rivals(shrine='+red:big:shrine', rest=ABBEY_LACKS)} ; to green", *others)
    play(loses, f"{MEADOW}(-1,-1) -")
    assert loses.score == [0, 9, 0], "strength is no help against a monk who is complete"
    assert (followers(loses), supply(loses, "big")) == ([7, 7, 7], [1, 1, 1])


def test_CULT_RUL_9_the_cathedral_serves_an_empty_monastery() -> None:
    text = f"{town('+green:district')}, {rivals('', '', rest=ABBEY_LACKS)} ; to blue"
    state = play(cult(text, "count"), f"{MEADOW}(-1,-1) -")
    assert choices(state) == {"-", "leave:follower:cathedral:(0,0).monastery"}
    play(state, "leave:follower:cathedral:(0,0).monastery")
    assert (state.score, engine.actor(state)) == ([0, 0, 9], BLUE)


def test_CULT_SCORE_2_in_the_second_part_of_a_turn() -> None:
    builder = "U(9,9) FRFR +blue:road +blue:builder:road"
    state = cult(f"{rivals()}, {builder} ; to blue", "traders_and_builders", players=2)
    play(state, f"U(10,9) - {MEADOW}(2,2) -")
    assert state.score == [9, 0]
    assert standing(state) == {"blue follower (9,9)", "blue builder (9,9)"}
