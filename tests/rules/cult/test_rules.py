"""The rules and rulings of the cult places."""

from __future__ import annotations

import pytest

from bastide import Game
from bastide.errors import IllegalAction
from bastide.kernel.geometry import AROUND
from bastide.rules import engine
from tests.boards import (
    BLUE,
    EDITIONS,
    GREEN,
    RED,
    choices,
    draw,
    feature_at,
    finish,
    followers,
    legal_kinds,
    placements,
    play,
    refusal,
)
from tests.boards import rules as made
from tests.games import random_game
from tests.rules.base.playing import names, scored, told
from tests.rules.cult.shrines import (
    ABBEY_LACKS,
    FORBIDDEN,
    MEADOW,
    SHRINE,
    SHRINE_LACKS,
    SHRINES,
    around,
    cult,
    meadows,
    rivals,
    shrines_and_abbeys,
    town,
)
from tests.rules.special import over, said, standing, stop_at, supply
from tests.rules.wheel_of_fortune.wheel import AWAY, wheel

# Setup


@pytest.mark.parametrize("edition", [*EDITIONS, "bigbox2014 tile_edition=c3", "bigbox2014 tile_edition=garden"])
def test_CULT_SETUP_1_five_tiles_more_in_one_supply(edition: str) -> None:
    preset, _, options = edition.partition(" ")
    state = engine.start(made(f"{preset} expansions=cult {options}"), 2)
    assert state.left == 71 + 5
    assert {token for token in choices(state) if token.startswith("CU-")} == SHRINES
    assert {state.bag[state.rules.catalogue.number[tile]] for tile in SHRINES} == {1}
    assert len(state.rules.stages) == 1, "shuffled with the others"


@pytest.mark.parametrize(
    ("tile", "spots"),
    [
        ("CU-FFFF-shrine", {"+shrine", "+field"}),
        ("CU-CFFF-shrine", {"+shrine", "+field", "+city"}),
        ("CU-FFRF-shrine", {"+shrine", "+field", "+road"}),
        ("CU-CFRF-shrine", {"+shrine", "+field", "+road", "+city"}),
        ("CU-RFSF-shrine", {"+shrine", "+field.E", "+field.W", "+road.N", "+road.S"}),
    ],
)
def test_CULT_SETUP_1_what_is_on_the_tiles(tile: str, spots: set[str]) -> None:
    assert choices(cult(f"{tile}(0,0) ; step piece")) == spots | {"-"}


# Laying tiles


def test_CULT_PLACE_1_no_shrine_between_two_monasteries() -> None:
    state = cult(f"B(0,0), B(2,2), {meadows((1, 0), (5, 2))}")
    assert refusal(state, f"{SHRINE}(1,1)") == FORBIDDEN
    assert refusal(state, f"{SHRINE}(-1,0)") == "", "beside one it may lie"
    assert refusal(state, f"{SHRINE}(3,3)") == "cell_apart"
    assert refusal(state, f"{SHRINE}(6,2)") == "", "or beside none"


@pytest.mark.parametrize(("tile", "alike"), [("CU-FFFF-shrine", MEADOW), ("CU-CFFF-shrine", "E")])
def test_CULT_PLACE_1_forbids_that_cell_only(tile: str, alike: str) -> None:
    state = cult("B(0,0), B(2,0)")
    fits = placements(state, alike)
    assert any(token.startswith("(1,0)") for token in fits)
    assert placements(state, tile) == {token for token in fits if not token.startswith("(1,0)")}


def test_CULT_PLACE_2_no_monastery_between_two_shrines() -> None:
    state = cult(f"{SHRINE}(0,0), {SHRINE}(2,2), {meadows((1, 0))}")
    assert refusal(state, "B(1,1)") == FORBIDDEN
    assert refusal(state, "A(1,1)") == FORBIDDEN
    assert refusal(state, "A(1,1)/RFFF") == "edges_clash", "edges are looked at first"
    assert refusal(state, "B(-1,0)") == ""
    assert refusal(state, "B(0,1)") == "", "it touches only the nearer one"


def test_CULT_PLACE_3_no_second_shrine_for_a_monastery_and_no_second_monastery_for_a_shrine() -> None:
    """CULT-RUL-1: although the new building itself would have one neighbour only."""
    state = cult(f"{SHRINE}(0,0), B(1,0)")
    assert refusal(state, f"{SHRINE}(2,0)") == FORBIDDEN
    assert refusal(state, "B(-1,0)") == FORBIDDEN
    diagonal = cult(f"{SHRINE}(0,0), B(1,1), {meadows((1, 0), (0, 1), (2, 1), (-1, 0))}")
    assert refusal(diagonal, f"{SHRINE}(2,0)") == FORBIDDEN, "corners count as well"
    assert refusal(diagonal, "B(-1,-1)") == FORBIDDEN
    assert refusal(diagonal, "B(-1,1)") == FORBIDDEN
    assert refusal(diagonal, "B(-2,0)") == ""


@pytest.mark.parametrize("seed", [2, 3, 4])
def test_CULT_PLACE_3_holds_in_whole_games(seed: int) -> None:
    """CULT-CHALLENGE-4: so no building is ever in two challenges."""
    others = "king_and_robber,inns_and_cathedrals,traders_and_builders,hills_and_sheep,river,catapult"
    game: Game = random_game(f"bigbox2014 expansions=cult,{others}", players=3, seed=seed)
    found = shrines_and_abbeys(game.state)
    beside = 0
    for cell, kind in found.items():
        near = [cell + step for step in AROUND if found.get(cell + step, kind) != kind]
        assert len(near) <= 1
        beside += len(near)
    assert beside, "some of them are neighbours"


def test_CULT_PLACE_4_empty_and_complete_buildings_count() -> None:
    """CULT-RUL-3: occupied or not."""
    for monk in ("", "+blue:monastery"):
        assert refusal(cult(f"B(0,0) {monk}, B(2,0)"), f"{SHRINE}(1,0)") == FORBIDDEN
        assert refusal(cult(f"{SHRINE}(0,0), B(1,0) {monk}"), f"{SHRINE}(2,0)") == FORBIDDEN
    # The hole at (1,1) is the last neighbour of the shrine at (0,0), which has a monastery in the north
    text = f"{SHRINE}(0,0), B(0,-1), {around((0, 0), but=((0, -1), (1, 1)))}, {meadows((2, 1), (1, 2))}"
    assert refusal(cult(text), "B(1,1)") == FORBIDDEN
    complete = play(cult(text), f"{MEADOW}(1,1) -")
    assert not complete.board.features.open[feature_at(complete, 0, 0, "shrine")]
    assert refusal(complete, f"{SHRINE}(-1,-2)") == FORBIDDEN


def test_CULT_PLACE_4_equal_buildings_may_be_neighbours() -> None:
    assert refusal(cult(f"{SHRINE}(0,0), {SHRINE}(2,0)"), f"{SHRINE}(1,0)") == ""
    assert refusal(cult("B(0,0), B(2,0)"), "B(1,0)") == ""


def test_CULT_PLACE_4_gardens_are_neither() -> None:
    garden = "BA-CFFF-garden"
    state = cult(f"{garden}(0,0) CFFF, {garden}(2,0) CFFF, {garden}(2,2) FFCF", preset="anniversary")
    assert refusal(state, f"{SHRINE}(1,0)") == ""
    assert refusal(state, "B(1,0)") == ""
    mixed = cult(f"B(0,0), {SHRINE}(1,1), {meadows((1, 0))}", preset="anniversary")
    assert refusal(mixed, f"{garden}(0,1)/FFFC") == "", "gardens may lie anywhere"


NOWHERE = "CU-RFSF-shrine(0,0) RFRF, W(-1,0) RFRR, B(1,0)"
"""Cells where a field is wanted are all beside the monastery, which has its shrine."""


def test_CULT_PLACE_5_a_shrine_without_a_place_is_set_aside() -> None:
    state = cult(f"{NOWHERE} ; to red")
    assert "(2,0)" in placements(state, MEADOW)
    events = told(state, SHRINE)
    assert names(events) == ["drawn", "discarded"]
    assert (state.seat, legal_kinds(state)) == (RED, {"draw"}), "another tile instead"
    play(state, f"{MEADOW}(2,0) -")
    assert state.seat == BLUE


def test_CULT_PLACE_5_in_a_hand_it_is_no_choice() -> None:
    text = f"{NOWHERE} ; to red ; bag U:5 ; hand {{}} U,U,U ; players 2"
    some = cult(text.format(f"{SHRINE},U,-"), options="hand_size=3", players=2)
    assert choices(some) == {"U"}
    assert refusal(some, SHRINE) == "fits_nowhere"
    none = cult(text.format(f"{SHRINE},-,-"), options="hand_size=3", players=2)
    assert choices(none) == {f"x{SHRINE}"}, "the hand is blocked"


def test_CULT_PLACE_6_other_tiles_are_free() -> None:
    state = cult(f"B(0,0), {SHRINE}(1,1), B(2,3), {meadows((1, 0), (2, 2))}")
    assert placements(state, MEADOW) == {
        f"({x},{y})"
        for x, y in ((-1, 0), (0, -1), (0, 1), (1, -1), (2, 0), (2, 1), (1, 2), (3, 2), (1, 3), (3, 3), (2, 4))
    }


def test_CULT_PLACE_1_refused_in_words() -> None:
    state = draw(cult("B(0,0), B(2,0)"), SHRINE)
    with pytest.raises(IllegalAction) as refused:
        play(state, "(1,0)")
    assert refused.value.text("en") == (
        "CU-FFFF-shrine may not be laid at (1,0): no shrine may have two monasteries around it,"
        " and no monastery two shrines."
    )
    assert refused.value.text("fr") == (
        "CU-FFFF-shrine ne peut pas être posée en (1,0) : un lieu de culte n'a pas deux abbayes autour de lui,"
        " ni une abbaye deux lieux de culte."
    )


# Heretics


def test_CULT_PIECE_1_on_the_shrine_or_anywhere_else_on_the_tile() -> None:
    state = play(cult(f"{meadows((0, 0))} ; to red"), "CU-CFRF-shrine(1,0)/RFCF")
    assert choices(state) == {"-", "+shrine", "+road", "+city", "+field"}
    assert state.seat == RED
    for token in ("+shrine", "+road", "+city", "+field", "-"):
        after = play(state.copy(), token)
        assert (after.seat, followers(after)) == (BLUE, [7 - (token != "-"), 7, 7])
    taken = play(cult(f"{MEADOW}(0,0) +blue:field ; to red"), "CU-CFRF-shrine(1,0)/RFCF")
    assert choices(taken) == {"-", "+shrine", "+road", "+city"}, "the ordinary rules hold"


def test_CULT_PIECE_1_nobody_without_a_follower_and_nobody_later() -> None:
    empty = play(cult(f"{meadows((0, 0))} ; to red ; supply 0 7 7"), f"{SHRINE}(1,0)")
    assert legal_kinds(empty) == {"draw"}, "nothing to choose"
    state = play(cult(f"{SHRINE}(0,0) ; to red"), f"{MEADOW}(1,0)")
    assert refusal(state, "+(0,0).shrine") == "spot_not_new"
    without_farmers = play(cult(f"{meadows((0, 0))} ; to red", options="farmers=off"), f"{SHRINE}(1,0)")
    assert choices(without_farmers) == {"-", "+shrine"}


def test_CULT_PIECE_1_in_words() -> None:
    events = told(cult(f"{meadows((0, 0))} ; to red"), f"{SHRINE}(1,0) +shrine")
    assert said(events, "deployed") == ["Red puts a heretic in the shrine (1,0)."]
    assert said(events, "deployed", "fr") == ["Red place un hérétique dans le lieu de culte (1,0)."]


def test_CULT_PIECE_2_roads_end_at_a_shrine() -> None:
    state = cult("W(0,-1) FRRR +red:road.S, W(0,1) RRFR +blue:road.N ; to green")
    play(state, "CU-RFSF-shrine(0,0) -")
    assert state.score == [2, 2, 0], "two roads of two tiles"
    state = cult("W(0,1) RRFR +blue:road.N ; to green")
    assert play(state, "CU-FFRF-shrine(0,0) -").score == [0, 2, 0]


@pytest.mark.parametrize("last", [(0, 1), (1, 0), (2, 1), (1, 2), (0, 0), (2, 0), (0, 2), (2, 2)])
def test_CULT_PIECE_3_complete_with_all_eight_around(last: tuple[int, int]) -> None:
    state = cult(f"{SHRINE}(1,1) +red:shrine, {around((1, 1), but=(last,))} ; to blue")
    shrine = feature_at(state, 1, 1, "shrine")
    assert state.board.features.open[shrine] == 1
    play(state, f"{MEADOW}({last[0]},{last[1]}) -")
    assert not state.board.features.open[shrine]
    assert state.score == [9, 0, 0]


# The challenge


def test_CULT_CHALLENGE_1_starts_by_itself() -> None:
    state = cult(f"B(0,0) +blue:monastery, {SHRINE_LACKS} ; to red")
    events = told(state, f"{SHRINE}(1,1) +shrine")
    assert names(events) == ["drawn", "placed", "deployed"]
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"}), "nothing to declare"
    play(state, f"{MEADOW}(2,2) -")
    assert (state.score, followers(state)) == ([9, 0, 0], [7, 7, 7])


@pytest.mark.parametrize("other", ["A(0,0) RFFF +blue:road", "A(0,0) RFFF +blue:field", "A(0,0) RFFF"])
def test_CULT_CHALLENGE_1_needs_followers_on_both_buildings(other: str) -> None:
    """A thief or a farmer on the tile is no monk."""
    state = cult(f"{other}, {SHRINE}(1,1) +red:shrine, {SHRINE_LACKS} ; to green")
    before = standing(state)
    events = told(state, "E(2,2)/FCFF -")
    assert state.score == [9, 0, 0]
    assert standing(state) == before - {"red follower (1,1)"}
    assert "challenge_lost" not in names(events)


def test_CULT_CHALLENGE_1_not_over_two_tiles() -> None:
    rest = around((2, 0), but=((3, 1),))
    state = cult(f"B(0,0) +blue:monastery, {SHRINE}(2,0) +red:shrine, {rest} ; to green")
    play(state, f"{MEADOW}(3,1) -")
    assert state.score == [9, 0, 0]
    assert standing(state) == {"blue follower (0,0)"}


@pytest.mark.parametrize(
    ("text", "second"),
    [
        (f"B(0,0) +blue:monastery, {SHRINE_LACKS}", f"{SHRINE}(1,1) +shrine"),
        (f"{SHRINE}(1,1) +blue:shrine, {SHRINE_LACKS}", "B(0,0) +monastery"),
    ],
)
def test_CULT_CHALLENGE_2_whoever_comes_second(text: str, second: str) -> None:
    state = play(cult(f"{text} ; to red"), second)
    play(state, f"{MEADOW}(2,2) -")
    heretic = BLUE if "blue:shrine" in text else RED
    assert state.score[heretic] == 9
    assert (sum(state.score), followers(state)) == (9, [7, 7, 7])


def test_CULT_CHALLENGE_3_also_against_oneself() -> None:
    """CULT-RUL-8: nothing is said of other players only."""
    state = play(cult(f"B(0,0) +red:monastery, {SHRINE_LACKS} ; to red"), f"{SHRINE}(1,1) +shrine")
    assert followers(state) == [5, 7, 7]
    play(state, f"{MEADOW}(2,2) -")
    assert (state.score, followers(state)) == ([9, 0, 0], [7, 7, 7])


def test_CULT_CHALLENGE_4_two_challenges_do_not_mix() -> None:
    """The last tile decides one of them for the shrine and the other one for the monastery."""
    left = f"B(0,0) +blue:monastery, {SHRINE}(1,1) +red:shrine"
    right = f"B(3,3) +red:monastery, {SHRINE}(4,4) +blue:shrine"
    rest = around((1, 1), (3, 3), but=((0, 0), (4, 4), (2, 2)))
    state = play(cult(f"{left}, {right}, {rest} ; to green"), f"{MEADOW}(2,2) -")
    assert state.score == [18, 0, 0]
    assert followers(state) == [7, 7, 7]


def test_CULT_CHALLENGE_4_two_shrines_never_challenge_each_other() -> None:
    rest = around((1, 1), but=((0, 0), (2, 2)))
    state = cult(f"{SHRINE}(0,0) +blue:shrine, {SHRINE}(1,1) +red:shrine, {rest} ; to green")
    play(state, f"{MEADOW}(2,2) -")
    assert (state.score, standing(state)) == ([9, 0, 0], {"blue follower (0,0)"})
    state = cult(f"B(0,0) +blue:monastery, B(1,1) +red:monastery, {rest} ; to green")
    play(state, f"{MEADOW}(2,2) -")
    assert (state.score, standing(state)) == ([9, 0, 0], {"blue follower (0,0)"})


def test_CULT_CHALLENGE_5_and_CULT_INT_6_the_plague_ends_a_challenge() -> None:
    land = rivals(rest=f"{SHRINE_LACKS}, U(9,9) FRFR")
    state = cult(f"{wheel(away=AWAY)}, {land} ; to red", "wheel_of_fortune", players=2)
    stop_at(state, "plague")
    assert choices(state) == {"flee:follower:(1,1).shrine"}
    play(state, "flee:follower:(1,1).shrine")
    assert choices(state) == {"flee:follower:(0,0).monastery"}, "then blue must"
    only = cult(f"{wheel(away=AWAY)}, {land}, U(9,12) +blue:road ; to red", "wheel_of_fortune", players=2)
    stop_at(only, "plague")
    play(only, "flee:follower:(1,1).shrine flee:follower:(9,12).road (10,9) -")
    assert standing(only) == {"blue follower (0,0)"}, "the other one stays"
    assert only.score == [0, 0]
    play(only, f"{MEADOW}(2,2) -")
    assert standing(only) == {"blue follower (0,0)"}, "an empty shrine beats nobody"
    for cell in ("(-1,0)", "(0,-1)", "(1,-1)", "(-1,-1)", "(-1,1)"):
        play(only, f"{MEADOW}{cell} -")
    assert only.score == [0, 9]


# Scoring


def test_CULT_SCORE_1_like_a_monastery() -> None:
    rest = around((1, 1), but=((2, 2),))
    for building, spot in ((SHRINE, "shrine"), ("B", "monastery")):
        state = cult(f"{building}(1,1) +red:{spot}, {rest} ; to blue")
        events = told(state, f"{MEADOW}(2,2) -")
        assert (state.score, followers(state)) == ([9, 0, 0], [7, 7, 7])
        assert names(events) == ["drawn", "placed", "scored", "returned"]
        assert said(events, "scored", players=3) == [f"Complete: the {spot} (1,1), 9 tiles × 1 = 9 points for Red."]
    empty = play(cult(f"{SHRINE}(1,1), {rest} ; to blue"), f"{MEADOW}(2,2) -")
    assert empty.score == [0, 0, 0]


def test_CULT_SCORE_1_a_shrine_laid_into_a_hole_is_complete_at_once() -> None:
    state = play(cult(f"{around((1, 1))} ; to red"), f"{SHRINE}(1,1) +shrine")
    assert (state.score, followers(state)) == ([9, 0, 0], [7, 7, 7])


def test_CULT_SCORE_1_the_shrine_in_french() -> None:
    events = told(cult(f"{around((1, 1))} ; to red"), f"{SHRINE}(1,1) +shrine")
    assert said(events, "scored", "fr", players=3) == [
        "Terminé : le lieu de culte (1,1), 9 tuiles × 1 = 9 points pour Red."
    ]


def test_CULT_SCORE_1_shrines_are_scored_after_cities_and_roads() -> None:
    features = "E(2,3) CFFF +blue:city, W(3,2) RFRR +green:road.W"
    text = f"{SHRINE}(1,1) +red:shrine, {around((1, 1), but=((2, 2),))}, {features} ; to red"
    events = told(cult(text, "king_and_robber"), "KR-CFFR(2,2)/FRCF -")
    assert scored(events) == [("city", 4, [BLUE]), ("road", 2, [GREEN]), ("shrine", 9, [RED])]


@pytest.mark.parametrize(
    ("rest", "last", "points", "lost"),
    [
        (SHRINE_LACKS, "(2,2)", [9, 0, 0], ["Blue has lost the challenge: no points for the monastery."]),
        (ABBEY_LACKS, "(-1,-1)", [0, 9, 0], ["Red has lost the challenge: no points for the shrine."]),
    ],
)
def test_CULT_SCORE_2_the_first_complete_building_wins(
    rest: str, last: str, points: list[int], lost: list[str]
) -> None:
    state = cult(f"{rivals(rest=rest)} ; to green")
    events = told(state, f"{MEADOW}{last} -")
    assert (state.score, followers(state), standing(state)) == (points, [7, 7, 7], set())
    assert names(events) == ["drawn", "placed", "scored", "challenge_lost", "returned", "returned"]
    assert said(events, "challenge_lost") == lost
    french = "Blue a perdu le défi : aucun point (abbaye)."
    if points[BLUE]:
        french = "Red a perdu le défi : aucun point (lieu de culte)."
    assert said(events, "challenge_lost", "fr") == [french]


def test_CULT_SCORE_2_whoever_lays_the_last_tile() -> None:
    for seat, colour in enumerate(("red", "blue", "green")):
        state = play(cult(f"{rivals()} ; to {colour}"), f"{MEADOW}(2,2)")
        assert state.seat == seat
        play(state, "-")
        assert (state.score, followers(state)) == ([9, 0, 0], [7, 7, 7])


def test_CULT_SCORE_2_the_loser_has_no_follower_for_this_piece_step() -> None:
    state = play(cult(f"{rivals()} ; to blue ; supply 6 0 7"), f"{MEADOW}(2,2)")
    assert state.seat == GREEN, "blue had nothing to put down, and came home too late"
    assert followers(state) == [7, 1, 7]


def test_CULT_SCORE_3_completed_by_the_same_tile_both_score() -> None:
    """CULT-RUL-2: neither was first."""
    rest = around((0, 0), (1, 1), but=((1, 0),))
    state = cult(f"{rivals(rest=rest)} ; to green")
    events = told(state, f"{MEADOW}(1,0) -")
    assert (state.score, followers(state)) == ([9, 9, 0], [7, 7, 7])
    assert "challenge_lost" not in names(events)


def test_CULT_SCORE_3_the_last_tile_may_be_one_of_the_two() -> None:
    rest = around((0, 0), (1, 1))
    state = play(cult(f"B(0,0) +blue:monastery, {rest} ; to red"), f"{SHRINE}(1,1) +shrine")
    assert (state.score, followers(state)) == ([9, 9, 0], [7, 7, 7])
    own = play(cult(f"B(0,0) +red:monastery, {rest} ; to red"), f"{SHRINE}(1,1) +shrine")
    assert own.score == [18, 0, 0]


def test_CULT_SCORE_4_the_loser_is_gone_for_good() -> None:
    rest = around((0, 0), (1, 1), but=((-1, -1), (2, 2)))
    state = play(cult(f"{rivals(rest=rest)} ; to green"), f"{MEADOW}(2,2) -")
    assert state.score == [9, 0, 0]
    draw(state, MEADOW)
    play(state, "(-1,-1)")
    assert refusal(state, "+(0,0).monastery") == "spot_not_new"
    play(state, "-")
    assert (state.score, followers(state)) == ([9, 0, 0], [7, 7, 7])


def test_CULT_SCORE_4_the_count_may_bring_somebody_to_it() -> None:
    rest = around((0, 0), (1, 1), but=((-1, -1), (2, 2)))
    state = cult(f"{town('+blue:district')}, {rivals('+green:monastery', rest=rest)} ; to green", "count")
    play(state, f"{MEADOW}(2,2) -")
    assert choices(state) == {"-", "leave:follower:cathedral:(1,1).shrine"}, "not to the losing monastery"
    play(state, "- -")
    assert state.score == [9, 0, 0]
    play(state, f"{MEADOW}(-1,-1) - leave:follower:cathedral:(0,0).monastery")
    assert state.score == [9, 9, 0]


@pytest.mark.parametrize(("piece", "points", "home"), [("+shrine", [9, 0, 0], 7), ("-", [0, 0, 0], 6)])
def test_CULT_SCORE_5_occupied_before_the_scoring_or_not(piece: str, points: list[int], home: int) -> None:
    """CULT-RUL-4: an empty building neither wins nor loses."""
    state = cult(f"B(0,0) +blue:monastery, {around((1, 1), but=((0, 0),))} ; to red")
    play(state, f"{SHRINE}(1,1) {piece}")
    assert state.score == points
    assert followers(state) == [7, home, 7]


def test_CULT_SCORE_5_an_empty_complete_neighbour_leaves_the_other_alone() -> None:
    rest = around((0, 0), (1, 1), but=((-1, -1), (2, 2)))
    state = play(cult(f"{rivals('', rest=rest)} ; to green"), f"{MEADOW}(-1,-1) -")
    assert (state.score, standing(state)) == ([0, 0, 0], {"red follower (1,1)"})
    play(state, f"{MEADOW}(2,2) -")
    assert (state.score, followers(state)) == ([9, 0, 0], [7, 7, 7]), "as if alone"


def test_CULT_SCORE_5_a_guest_from_carcassonne_wins() -> None:
    state = cult(f"{town('+green:district')}, {rivals('', rest=ABBEY_LACKS)} ; to blue", "count")
    play(state, f"{MEADOW}(-1,-1) -")
    assert (engine.actor(state), choices(state)) == (GREEN, {"-", "leave:follower:cathedral:(0,0).monastery"})
    stays = play(state.copy(), "-")
    assert (stays.score, "red follower (1,1)" in standing(stays)) == ([0, 0, 0], True)
    play(state, "leave:follower:cathedral:(0,0).monastery")
    assert (state.score, followers(state)) == ([0, 0, 9], [7, 7, 7])


def test_CULT_SCORE_6_the_majority_decides_and_all_go_home() -> None:
    others = ("count", "inns_and_cathedrals")
    place = town("+green:big:district")
    state = cult(f"{place}, {rivals('+blue:monastery', rest=ABBEY_LACKS)} ; to blue", *others)
    events = told(state, f"{MEADOW}(-1,-1) - leave:big:cathedral:(0,0).monastery")
    assert state.score == [0, 0, 9], "a big follower counts two"
    assert (followers(state), supply(state, "big")) == ([7, 7, 7], [1, 1, 1])
    assert said(events, "challenge_lost") == ["Red has lost the challenge: no points for the shrine."]
    tie = cult(f"{town('+green:district')}, {rivals(rest=ABBEY_LACKS)} ; to blue", *others)
    play(tie, f"{MEADOW}(-1,-1) - leave:follower:cathedral:(0,0).monastery")
    assert (tie.score, followers(tie)) == ([0, 9, 9], [7, 7, 7])


def test_CULT_SCORE_6_all_losers_go_home() -> None:
    losers = "+blue:monastery +blue:monastery +green:monastery"
    state = play(cult(f"{rivals(losers)} ; to green"), f"{MEADOW}(2,2) -")
    assert (state.score, followers(state), standing(state)) == ([9, 0, 0], [7, 7, 7], set())


def test_CULT_SCORE_7_against_oneself_only_the_first_building_pays() -> None:
    for rest, last in ((SHRINE_LACKS, "(2,2)"), (ABBEY_LACKS, "(-1,-1)")):
        state = cult(f"{rivals('+red:monastery', rest=rest)} ; to blue")
        assert followers(state) == [5, 7, 7]
        play(state, f"{MEADOW}{last} -")
        assert (state.score, followers(state)) == ([9, 0, 0], [7, 7, 7])


# The end of the game


def test_CULT_FINAL_1_an_open_challenge_has_no_winner() -> None:
    land = rivals(rest=meadows((1, 0), (0, 1), (-1, 0), (2, 1)))
    assert finish(cult(land)) == [1 + 4, 1 + 4, 0]
    assert finish(cult(rivals(rest=SHRINE_LACKS))) == [8, 4, 0], "however far either of them is"
    assert finish(cult(rivals("+red:monastery"))) == [8 + 4, 0, 0], "nor against oneself"
    assert finish(cult(land, options="half_points=on")) == [2, 2, 0]


def test_CULT_FINAL_1_the_last_tile_may_still_decide_it() -> None:
    state = play(cult(f"{rivals()} ; to green ; bag {MEADOW}"), f"{MEADOW}(2,2) -")
    assert legal_kinds(state) == set()
    assert (state.score, followers(state)) == ([9, 0, 0], [7, 7, 7])


@pytest.mark.parametrize("near", range(8))
def test_CULT_FINAL_2_an_open_shrine_is_worth_what_a_monastery_is(near: int) -> None:
    cells = ((0, 1), (1, 0), (2, 1), (1, 2), (0, 0), (2, 0), (0, 2))[:near]
    rest = f", {meadows(*cells)}" if cells else ""
    assert finish(cult(f"{SHRINE}(1,1) +red:shrine{rest}")) == [1 + near, 0, 0]
    assert finish(cult(f"B(1,1) +red:monastery{rest}")) == [1 + near, 0, 0]


def test_CULT_FINAL_2_in_words() -> None:
    _, events = over(cult(f"{SHRINE}(0,0) +red:shrine, {meadows((1, 0))}"))
    assert said(events, "scored", players=3) == ["Incomplete: the shrine (0,0), 2 tiles × 1 = 2 points for Red."]
    assert said(events, "scored", "fr", players=3) == [
        "Inachevé : le lieu de culte (0,0), 2 tuiles × 1 = 2 points pour Red."
    ]
