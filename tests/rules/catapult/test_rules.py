"""The rules and rulings of the catapult's four games."""

from __future__ import annotations

from random import Random

import pytest

from bastide.expansions.catapult import CHOSEN, GAMES, MISSED, THROWN
from bastide.kernel import ballistics
from bastide.kernel.geometry import point_at
from bastide.rules import engine
from bastide.rules.engine import actor
from bastide.tiles import load
from tests.boards import BLUE, GREEN, RED, choices, followers, legal_kinds, play, refusal, rules
from tests.rules.base.playing import names, told
from tests.rules.catapult.fairground import (
    ALL,
    AWAY,
    CATCH,
    FAIR,
    KNOCK,
    MONK,
    OPEN_FAIR,
    RULES,
    SEDUCE,
    TARGET,
    Point,
    beside,
    centres,
    duel,
    fair,
    feet,
    hurl,
    is_tidy,
    meadow,
    midway,
    opened,
    scatter,
    seats,
    spots,
)
from tests.rules.special import said, standing, supply

# The round


def test_CAT_SETUP_1_twelve_fairs_in_the_supply() -> None:
    state, plain = engine.start(rules(RULES), 2), engine.start(rules(), 2)
    assert state.left == plain.left + 12
    assert len(state.rules.stages) == 1
    fairs = {tile.id for tile in load("catapult").tiles}
    assert len(fairs) == 12
    assert fairs <= choices(state), "any of them may be drawn at once"
    assert all(tile.mark("fair") for tile in load("catapult").tiles)


def test_CAT_SETUP_1_roads_end_at_the_fair_and_nobody_stands_on_it() -> None:
    assert spots("CAT-RFSF-09") == {"+road.N", "+road.S", "+field.E", "+field.W"}
    assert spots("CAT-FFFF-06") == {"+field"}
    assert spots("CAT-RRRR-11") == {"+road", "+field.Nr", "+field.Nl", "+field.Er", "+field.Sr"}
    state = fair("W(0,-1) FRRR, W(0,1) RRFR +blue:road.N ; to red")
    assert play(state, "CAT-RFSF-09(0,0) +road.N").score == [2, 2], "two roads, each of two tiles"


def test_CAT_ROUND_1_after_the_scoring_of_the_turn() -> None:
    state = fair("E(0,0) FCFF +blue:city, U(2,2) FRFR ; to red")
    events = told(state, "CAT-CFFF-04(1,0)/3 +field")
    assert names(events)[-2:] == ["scored", "returned"]
    assert (choices(state), state.seat, state.score) == (ALL, RED, [0, 4])


def test_CAT_ROUND_1_no_other_tile_opens_a_fair() -> None:
    state = play(opened(MONK), f"{TARGET} {AWAY} {AWAY}")
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"})
    play(state, "B(1,0) -")
    assert (state.seat, legal_kinds(state)) == (RED, {"draw"})


def test_CAT_ROUND_1_after_the_count() -> None:
    text = "E(0,0) FCFF +blue:city, CO-FIII-03(9,9), CO-IIII-06(9,19), CO-IFII-08(9,29), CO-IIRI-11(9,39) ; to red"
    state = play(fair(text, "count"), "CAT-CFFF-04(1,0)/3 -")
    assert legal_kinds(state) == {"pass", "enter"}
    play(state, "enter:follower:market")
    assert legal_kinds(state) == {"pass", "escort"}
    play(state, "escort:smithy")
    assert choices(state) == ALL


def test_CAT_ROUND_2_one_of_the_four_must_be_chosen() -> None:
    state = opened(MONK)
    assert (choices(state), actor(state)) == (ALL, RED)
    assert refusal(state, "-") == "wrong_moment"
    assert refusal(state, "hurl:(0,0)") == "wrong_moment"


@pytest.mark.parametrize("game", [KNOCK, SEDUCE, TARGET, CATCH])
@pytest.mark.parametrize("players", [2, 3, 8])
def test_CAT_ROUND_3_everybody_throws_once(game: str, players: int) -> None:
    state = play(fair("B(0,0) ; to blue", players=players), f"{OPEN_FAIR} {game}")
    threw = []
    while state.seat == BLUE:
        threw.append(actor(state))
        assert legal_kinds(state) == {"hurl"}
        assert refusal(state, "-") == "wrong_moment"
        play(state, duel((5000, 0), (5000, 0)) if game == CATCH else hurl(-900, -900))
    assert threw == [(BLUE + i) % players for i in range(players)]
    assert (state.seat, legal_kinds(state)) == ((BLUE + 1) % players, {"draw"})
    assert is_tidy(state)


def test_CAT_ROUND_4_a_knock_out_is_done_before_the_next_throw() -> None:
    state = play(opened(MONK), f"{KNOCK} {hurl(500, 500)}")
    assert (actor(state), followers(state)) == (BLUE, [7, 7])


def test_CAT_ROUND_4_a_seduction_is_done_before_the_next_throw() -> None:
    state = play(opened(MONK), f"{SEDUCE} {hurl(500, 500)} send:follower")
    assert (actor(state), seats(state)) == (BLUE, [RED])
    play(state, f"{hurl(500, 500)} send:follower")
    assert (seats(state), followers(state)) == ([BLUE], [7, 6]), "the same place is won back"


def test_CAT_ROUND_4_a_target_waits_for_the_last_throw() -> None:
    state = play(opened(MONK), f"{TARGET} {hurl(500, 1500)}")
    assert (actor(state), state.score) == (BLUE, [0, 0])
    assert play(state, hurl(500, 1400)).score == [5, 5]


def test_CAT_ROUND_5_tokens_are_no_obstacle() -> None:
    events = told(opened(MONK), f"{TARGET} {hurl(500, 1500)} {hurl(500, 1500)}")
    thrown = [event.facts for event in events if event.name == "hurled"]
    assert [(facts["landing"], facts["rest"]) for facts in thrown] == [((500, 1500), (500, 1500))] * 2


@pytest.mark.parametrize("game", [KNOCK, SEDUCE, TARGET, CATCH])
def test_CAT_ROUND_6_no_feature_is_scored(game: str) -> None:
    """Even one that is complete, as no game would leave it: on this board nobody has scored the city."""
    state = opened("B(0,0), E(4,0) FCFF +blue:city, E(5,0) FFFC +green:city ; to red", players=3)
    events = told(state, game)
    while state.seat == RED:
        token = duel((5000, 0), (5000, 0)) if game == CATCH else hurl(4800, 500)
        events += told(state, token)
        if legal_kinds(state) & {"send", "fetch"}:
            events += told(state, "send:follower")
    assert "scored" not in names(events)
    assert sum(state.score) == {KNOCK: 0, SEDUCE: 0, TARGET: 15, CATCH: 15}[game]


def test_CAT_ROUND_7_points_at_once_but_not_for_features() -> None:
    state = play(opened(MONK), CATCH)
    events = told(state, duel((5000, 0), (5000, 0)))
    assert (names(events), state.score, actor(state)) == (["catch_caught", "fair"], [0, 5], BLUE)
    target = play(opened(MONK), f"{TARGET} {AWAY}")
    assert names(told(target, hurl(500, 1500))) == ["hurled", "fair"]


# Knock-out


def test_CAT_KNOCK_1_touched_in_landing_or_sliding() -> None:
    """From (500,3000) the token lands 500 north of the monk's feet and slides towards him."""
    state = play(opened(MONK), KNOCK)
    assert standing(play(state.copy(), hurl(500, 1000))) == {"blue follower (0,0)"}
    events = told(state, hurl(500, 1000, slide=65535))
    assert [event.facts["rest"] for event in events if event.name == "hurled"] == [(500, 759)]
    assert names(events) == ["hurled", "returned"]
    assert (standing(state), followers(state), state.score) == (set(), [7, 7], [0, 0])


@pytest.mark.parametrize(("x", "y", "hit"), [(910, 500, True), (911, 500, False), (790, 789, True), (790, 790, False)])
def test_CAT_KNOCK_2_touching_is_enough(x: int, y: int, hit: bool) -> None:
    """CAT-PHYS-9, CAT-PHYS-3: 410 is a touch, a thousandth more is none."""
    state = play(opened(MONK), f"{KNOCK} {hurl(x, y)}")
    assert (standing(state) == set()) == hit


def test_CAT_KNOCK_3_the_hurlers_own_too() -> None:
    state = opened("B(0,0) +red:monastery +blue:field ; to red")
    between = midway(feet(state, 0, 0, "monastery"), feet(state, 0, 0, "field"))
    assert standing(play(state, f"{KNOCK} {hurl(*between)}")) == set()
    assert followers(state) == [7, 7]


def test_CAT_KNOCK_4_a_chain_of_pushed_followers() -> None:
    """CAT-PHYS-10: blue is touched, and falls over green."""
    both = [("blue", (1500, 1500)), ("green", (1500, 900))]
    assert standing(play(meadow(both, 3), f"{KNOCK} {hurl(1500, 1700)}")) == set()
    assert standing(play(meadow(both[1:], 3), f"{KNOCK} {hurl(1500, 1700)}")) == {"green follower (1,0)"}
    assert standing(play(meadow(both, 3), f"{KNOCK} {hurl(1500, 1200)}")) == set(), "the token touches both"
    behind = [("blue", (1500, 1500)), ("green", (1500, 2000))]
    assert standing(play(meadow(behind, 3), f"{KNOCK} {hurl(1500, 1200)}")) == {"green follower (1,2)"}


def test_CAT_KNOCK_5_a_miss_has_no_effect() -> None:
    state = play(opened(MONK), KNOCK)
    events = told(state, hurl(500, 1500))
    assert (names(events), standing(state), actor(state)) == (["hurled"], {"blue follower (0,0)"}, BLUE)
    events = told(state, hurl(1900, 500))
    assert (names(events), standing(state), state.seat) == (["hurled"], {"blue follower (0,0)"}, BLUE)


@pytest.mark.parametrize("landing", [3999, 4000, 4200, 4360])
def test_CAT_KNOCK_5_a_token_that_comes_down_beside_the_map_still_knocks_out(landing: int) -> None:
    state = play(meadow([("blue", (3950, 1500))]), KNOCK)
    assert standing(play(state, hurl(landing, 1500))) == set()


def test_CAT_KNOCK_5_beside_the_map_a_touch_is_still_needed() -> None:
    state = play(meadow([("blue", (3950, 1500))]), KNOCK)
    assert standing(play(state, hurl(4361, 1500))) == {"blue follower (3,1)"}


def test_CAT_KNOCK_5_a_token_that_lands_on_the_map_and_slides_off_it_counts() -> None:
    state = play(meadow([("blue", (2000, 100))]), KNOCK)
    events = told(state, hurl(2000, 50, slide=65535))
    assert [event.facts["rest"] for event in events if event.name == "hurled"] == [(2000, -425)]
    assert standing(state) == set()


def test_CAT_KNOCK_6_special_pieces_are_not_hit() -> None:
    text = "B(0,0) +red:field +red:pig:field, U(2,0) FRFR +blue:road +blue:builder:road, B(5,5) +blue:shepherd:field"
    state = opened(f"{text} ; to red", "traders_and_builders", "hills_and_sheep", players=3)
    play(state, f"{KNOCK} {hurl(*feet(state, 5, 5, 'field'))}")
    assert "blue shepherd (5,5)" in standing(state)
    play(state, hurl(*feet(state, 2, 0, "road")))
    assert standing(state) == {"red follower (0,0)", "red pig (0,0)", "blue shepherd (5,5)"}
    assert supply(state, "builder") == [1, 1, 1]
    play(state, hurl(*feet(state, 0, 0, "field")))
    assert standing(state) == {"blue shepherd (5,5)"}
    assert supply(state, "pig") == [1, 1, 1]


def test_CAT_KNOCK_6_builder_and_pig_stay_beside_another_follower() -> None:
    text = "U(0,0) FRFR +blue:road, U(1,0) FRFR +blue:builder:road, U(2,0) FRFR +blue:road ; to red"
    state = opened(text, "traders_and_builders")
    play(state, f"{KNOCK} {hurl(500, 500)}")
    assert standing(state) == {"blue builder (1,0)", "blue follower (2,0)"}
    play(state, hurl(2500, 500))
    assert standing(state) == set()


@pytest.mark.parametrize(("piece", "left"), [("field", set()), ("shepherd:field", {"blue shepherd (0,0)"})])
def test_CAT_KNOCK_6_special_pieces_are_no_links_of_a_chain(piece: str, left: set[str]) -> None:
    """The token touches a farmer, but not the knight north of him: he falls only if he is pushed."""
    state = opened(f"E(0,0) CFFF +green:city +blue:{piece} ; to red", "hills_and_sheep", players=3)
    aim, farmer, knight = (500, 1000), feet(state, 0, 0, "field"), feet(state, 0, 0, "city")
    assert ballistics.square(aim, farmer) <= 410**2 < ballistics.square(aim, knight)
    play(state, f"{KNOCK} {hurl(*aim)}")
    assert standing(state) == left | ({"green follower (0,0)"} if left else set())


# Seduction


@pytest.mark.parametrize(
    ("x", "y", "on"),
    [
        (0, 0, True),
        (999, 999, True),
        (1249, 500, True),
        (1250, 500, False),
        (-249, 500, True),
        (-250, 500, False),
        (500, -249, True),
        (500, -250, False),
        (-150, -199, True),
        (-150, -200, False),
    ],
)
def test_CAT_SEDUCE_1_only_a_token_at_rest_on_the_map(x: int, y: int, on: bool) -> None:
    """CAT-PHYS-8, CAT-RUL-5: any part of it counts, but not to touch the map from outside; corners are rounded."""
    state = play(opened(MONK), f"{SEDUCE} {hurl(x, y)}")
    assert (actor(state), "send:follower" in choices(state)) == ((RED, True) if on else (BLUE, False))


def test_CAT_SEDUCE_1_what_counts_is_where_it_rests() -> None:
    state = play(meadow([("blue", (2000, 100))]), SEDUCE)
    assert "send:follower" in choices(play(state.copy(), hurl(2000, 50)))
    slid = play(state, hurl(2000, 50, slide=65535))
    assert (actor(slid), legal_kinds(slid)) == (BLUE, {"hurl"}), "it slid off the map"


def test_CAT_SEDUCE_1_a_token_may_slide_onto_the_map() -> None:
    state = play(meadow([("blue", (2000, 2900))]), SEDUCE)
    beside = play(state.copy(), hurl(2000, 3300))
    assert (actor(beside), legal_kinds(beside)) == (BLUE, {"hurl"}), "there it would not have been on the map"
    events = told(state, hurl(2000, 3300, slide=65535))
    assert [event.facts["rest"] for event in events if event.name == "hurled"] == [(2000, 3216)]
    assert "send:follower" in choices(state)


def test_CAT_SEDUCE_2_the_nearest_opponent() -> None:
    """CAT-RUL-3: one's own followers are passed over, however near."""
    state = meadow([("red", (1500, 1500)), ("blue", (1500, 1900)), ("green", (1500, 1099))], 3)
    play(state, f"{SEDUCE} {hurl(1500, 1500)} send:follower")
    assert followers(state) == [5, 7, 6]
    assert [at for seat, at in centres(state) if seat == RED] == [(1500, 1500), (1500, 1900)]


def test_CAT_SEDUCE_2_the_hurler_chooses_among_equally_near_ones() -> None:
    state = opened("B(0,0) +blue:monastery +green:field ; to red", players=3)
    monk, farmer = feet(state, 0, 0, "monastery"), feet(state, 0, 0, "field")
    assert monk != farmer
    play(state, f"{SEDUCE} {hurl(*midway(monk, farmer))}")
    assert actor(state) == RED
    assert choices(state) == {"victim:1:follower:(0,0).monastery", "victim:2:follower:(0,0).field"}
    assert refusal(state, "-") == "wrong_moment"
    play(state, "victim:2:follower:(0,0).field")
    assert choices(state) == {"-", "send:follower"}
    play(state, "send:follower")
    assert followers(state) == [6, 6, 7]
    assert standing(state) == {"blue follower (0,0)", "red follower (0,0)"}


def test_CAT_SEDUCE_2_a_tie_at_different_places() -> None:
    state = play(meadow([("blue", (1300, 1500)), ("blue", (1500, 1300))]), f"{SEDUCE} {hurl(1500, 1500)}")
    assert choices(state) == {"victim:1:follower:(1,1).field.1", "victim:1:follower:(1,1).field.2"}
    play(state, "victim:1:follower:(1,1).field.2 send:follower")
    assert centres(state) == [(BLUE, (1300, 1500)), (RED, (1500, 1300))]


def test_CAT_SEDUCE_2_a_tie_on_one_spot_is_among_the_nearest_only() -> None:
    """Blue has two farmers on the spot, but only the second of them is as near as green's."""
    text = "E(0,0) CFFF +blue:field +green:field +red:field +blue:field ; to red"
    state = opened(text, players=3)
    first = feet(state, 0, 0, "field")
    second, third, fourth = beside(first, 140, 0), beside(first, -140, 0), beside(first, 0, 140)
    assert centres(state) == [(BLUE, first), (GREEN, second), (RED, third), (BLUE, fourth)]
    play(state, f"{SEDUCE} {hurl(*beside(first, 200, 200))}")
    assert choices(state) == {"victim:1:follower:(0,0).field", "victim:2:follower:(0,0).field"}
    play(state, "victim:1:follower:(0,0).field send:follower")
    assert centres(state) == [(BLUE, first), (GREEN, second), (RED, third), (RED, fourth)]


def test_CAT_SEDUCE_3_optional_from_the_supply_or_from_the_map() -> None:
    state = opened("B(0,0) +blue:monastery, U(3,3) FRFR +red:road ; to red")
    play(state, f"{SEDUCE} {hurl(500, 500)}")
    assert choices(state) == {"-", "send:follower", "fetch:follower:(3,3).road"}
    declined = play(state.copy(), "-")
    assert (actor(declined), followers(declined)) == (BLUE, [6, 6])
    sent = play(state.copy(), "send:follower")
    assert (followers(sent), standing(sent)) == ([5, 7], {"red follower (0,0)", "red follower (3,3)"})
    fetched = play(state.copy(), "fetch:follower:(3,3).road")
    assert (followers(fetched), standing(fetched)) == ([6, 7], {"red follower (0,0)"})
    assert sent.score == fetched.score == declined.score == [0, 0]


@pytest.mark.parametrize(
    ("text", "fetched"),
    [
        ("E(0,0) CFFF +blue:city, U(3,3) FRFR +red:road", "(3,3).road"),
        ("U(-3,-3) FRFR +red:road, E(0,0) CFFF +blue:city", "(-3,-3).road"),
        ("E(0,0) CFFF +red:city +blue:city", "(0,0).city"),
        ("E(0,0) CFFF +blue:city +red:city", "(0,0).city"),
    ],
)
def test_CAT_SEDUCE_3_from_before_or_behind_in_the_order_of_laying(text: str, fetched: str) -> None:
    state = opened(f"{text} ; to red")
    play(state, f"{SEDUCE} {hurl(500, 200)} fetch:follower:{fetched}")
    assert (standing(state), followers(state)) == ({"red follower (0,0)"}, [6, 7])


def test_CAT_SEDUCE_4_exactly_where_the_victim_stood() -> None:
    state = opened("E(0,0) CFFF +blue:field +green:field +blue:field ; to red", players=3)
    first = feet(state, 0, 0, "field")
    second, third = beside(first, 140, 0), beside(first, -140, 0)
    assert centres(state) == [(BLUE, first), (GREEN, second), (BLUE, third)]
    play(state, f"{SEDUCE} {hurl(*beside(second, 10, 0))} send:follower")
    assert centres(state) == [(BLUE, first), (RED, second), (BLUE, third)]


def test_CAT_SEDUCE_4_in_the_victims_role() -> None:
    state = play(fair("U(1,0) FRFR +blue:road, W(0,0) RRRF ; to red"), f"{FAIR}(1,1) - {SEDUCE} {hurl(1500, 500)}")
    play(state, f"send:follower {AWAY}")
    assert play(state, "W(2,0)/RFRR -").score == [3, 0], "now he is red's thief"


def test_CAT_SEDUCE_4_normal_and_big_followers_replace_each_other() -> None:
    """CAT-INT-9: a big follower is one follower."""
    text = "B(0,0) +blue:monastery, E(3,3) CFFF +blue:big:city, U(5,5) FRFR +red:road ; to red"
    state = opened(text, "inns_and_cathedrals")
    play(state, f"{SEDUCE} {hurl(500, 500)}")
    assert choices(state) == {"-", "send:follower", "send:big", "fetch:follower:(5,5).road"}
    play(state, "send:big")
    assert (followers(state), supply(state, "big")) == ([6, 7], [0, 0])
    other = opened(text, "inns_and_cathedrals")
    play(other, f"{SEDUCE} {hurl(3500, 3200)} send:follower")
    assert (followers(other), supply(other, "big")) == ([5, 6], [1, 1])


def test_CAT_SEDUCE_5_whoever_else_is_in_the_feature() -> None:
    state = opened("U(0,0) FRFR +blue:road, U(1,0) FRFR +red:road, U(2,0) FRFR +green:road ; to red", players=3)
    play(state, f"{SEDUCE} {hurl(500, 500)} send:follower")
    assert standing(state) == {"red follower (0,0)", "red follower (1,0)", "green follower (2,0)"}


def test_CAT_SEDUCE_6_nobody_to_seduce() -> None:
    state = play(opened("B(0,0) +red:monastery ; to red"), f"{SEDUCE} {hurl(500, 500)}")
    assert (actor(state), legal_kinds(state)) == (BLUE, {"hurl"})


def test_CAT_SEDUCE_6_nobody_to_send() -> None:
    state = fair("B(0,0) +blue:monastery +green:field ; to red ; supply 0 6 6", players=3)
    tie = midway(feet(state, 0, 0, "monastery"), feet(state, 0, 0, "field"))
    play(state, f"{FAIR}(0,1) {SEDUCE} {hurl(*tie)}")
    assert (actor(state), legal_kinds(state)) == (BLUE, {"hurl"}), "not even the tie is to be decided"
    only = fair("B(0,0) +blue:monastery, U(3,3) FRFR +red:road ; to red ; supply 0 6")
    play(only, f"{FAIR}(0,1) {SEDUCE} {hurl(500, 500)}")
    assert choices(only) == {"-", "fetch:follower:(3,3).road"}


def test_CAT_SEDUCE_7_nobody_is_touched() -> None:
    """CAT-RUL-8: in target throws neither."""
    for game in (SEDUCE, TARGET):
        state = opened("B(0,0) +blue:monastery +red:field ; to red")
        before = centres(state)
        play(state, f"{game} {hurl(*midway(feet(state, 0, 0, 'monastery'), feet(state, 0, 0, 'field')))}")
        assert centres(state) == before
        assert "returned" not in names(told(state, "-" if game == SEDUCE else AWAY))


def test_CAT_SEDUCE_8_builders_and_pigs_of_both_go_home() -> None:
    text = """
        U(0,0) FRFR +blue:road +blue:builder:road, E(3,3) CFFF +red:city +red:builder:city,
        B(6,6) +red:field +red:pig:field ; to red
    """
    state = opened(text, "traders_and_builders")
    play(state, f"{SEDUCE} {hurl(500, 500)} fetch:follower:(3,3).city")
    assert standing(state) == {"red follower (0,0)", "red follower (6,6)", "red pig (6,6)"}
    assert supply(state, "builder") == [1, 1]
    both = opened(text, "traders_and_builders")
    play(both, f"{SEDUCE} {hurl(500, 500)} fetch:follower:(6,6).field")
    assert standing(both) == {"red follower (0,0)", "red follower (3,3)", "red builder (3,3)"}


def test_CAT_SEDUCE_8_companions_stay_beside_the_replacement() -> None:
    text = "U(0,0) FRFR +red:road +red:builder:road, U(1,0) FRFR +blue:road +blue:builder:road, U(2,0) FRFR +blue:road"
    state = opened(f"{text} ; to red", "traders_and_builders")
    play(state, f"{SEDUCE} {hurl(1500, 500)} fetch:follower:(0,0).road")
    assert "blue builder (1,0)" in standing(state), "blue has another thief there"
    assert "red builder (0,0)" in standing(state), "red's thief only moved along the road"


@pytest.mark.parametrize(("tokens", "points"), [("send:follower", [4, 0, 0]), ("-", [0, 4, 0])])
def test_CAT_SEDUCE_8_the_hill_belongs_to_the_new_occupant(tokens: str, points: list[int]) -> None:
    text = "HS-CFRR-hill(0,0) CFRR +blue:road, U(0,1) RFRF +green:road, W(0,2) RRFR ; to red"
    state = fair(text, "hills_and_sheep", players=3)
    play(state, f"{FAIR}(1,0) - {SEDUCE} {hurl(*feet(state, 0, 0, 'road'))} {tokens}")
    play(state, f"{hurl(2900, -900)} {hurl(2900, -900)}")
    assert play(state, "W(-1,0)/FRRR -").score == points, "whoever is on the hill wins the tie"


# Target


@pytest.mark.parametrize(
    ("rest", "missed"),
    [
        ((500, 1500), 0),
        ((0, 1000), 0),
        ((1000, 2000), 0),
        ((1010, 1500), 100),
        ((-30, 960), 900 + 1600),
        ((500, 2200), 40_000),
    ],
)
def test_CAT_TARGET_1_distance_from_the_new_fair(rest: Point, missed: int) -> None:
    state = play(opened(MONK), f"{TARGET} {hurl(*rest)}")
    assert state.ext[MISSED][RED] == missed


def test_CAT_TARGET_1_only_the_fair_just_laid_counts() -> None:
    state = fair("CAT-FFFF-08(0,0), B(1,0) ; to red")
    play(state, f"{FAIR}(2,0) - {TARGET} {hurl(500, 500)} {hurl(1500, 500)}")
    assert state.score == [0, 5]


def test_CAT_TARGET_1_the_rest_not_the_landing_is_measured() -> None:
    state = play(opened(MONK), f"{TARGET} {hurl(500, 1000, slide=65535)}")
    assert state.ext[MISSED][RED] == 241**2


@pytest.mark.parametrize(
    ("aims", "points"),
    [
        ([(500, 1500), (500, 1200), (900, 1500)], [5, 5, 5]),
        ([(500, 900), (500, 2100), (500, 800)], [5, 5, 0]),
        ([(500, 900), (500, 901), (500, 800)], [0, 5, 0]),
    ],
)
def test_CAT_TARGET_2_all_who_are_nearest_score(aims: list[Point], points: list[int]) -> None:
    state = opened(MONK, players=3)
    play(state, " ".join([TARGET, *(hurl(*aim) for aim in aims)]))
    assert state.score == points


def test_CAT_TARGET_3_tokens_off_the_map_count_too() -> None:
    """CAT-RUL-6."""
    state = play(opened(MONK), f"{TARGET} {hurl(-200, 1500)} {hurl(500, 700)}")
    assert state.score == [5, 0]
    nobody = play(opened(MONK), f"{TARGET} {hurl(-900, -900)} {hurl(-900, -901)}")
    assert nobody.score == [5, 0], "somebody always scores"


# Catch


@pytest.mark.parametrize("players", [2, 3, 5])
def test_CAT_CATCH_1_everybody_hurls_once_and_catches_once(players: int) -> None:
    state = play(fair("B(0,0) ; to blue", players=players), f"{OPEN_FAIR} {CATCH}")
    pairs = []
    while state.seat == BLUE:
        hurler = actor(state)
        play(state, "hurl:(5000,0)")
        assert legal_kinds(state) == {"reach"}
        pairs.append((hurler, actor(state)))
        play(state, f"reach:(5000,0) {scatter()}")
    assert pairs == [((BLUE + i) % players, (BLUE + i + 1) % players) for i in range(players)]
    assert state.score == [5] * players


def test_CAT_CATCH_2_nothing_is_told_before_both_have_chosen() -> None:
    state = play(opened(MONK), CATCH)
    assert told(state, "hurl:(4321,-1234)") == []
    assert state.ext[CHOSEN] == [point_at(4321, -1234), 0]
    assert told(state, "reach:(3456,1001)") == []
    (event, _) = told(state, scatter())
    assert (event.facts["aim"], event.facts["hands"]) == ((4321, -1234), (3456, 1001))
    assert state.ext[CHOSEN] == [0, 0], "and forgotten"


@pytest.mark.parametrize(
    ("aim", "hands", "last", "winner"),
    [
        # CAT-CATCH-3: caught
        ((5000, 0), (5000, 0), 65535, BLUE),
        ((5000, 0), (5000, 1000), 45308, BLUE),
        # CAT-CATCH-4: not touched, far enough
        ((3000, 1500), (6500, 0), 0, RED),
        ((6500, 1500), (4000, 0), 0, RED),
        # CAT-CATCH-5: not far enough, however near the hands are
        ((2999, 1500), (6500, 0), 0, BLUE),
        ((0, 0), (3000, 0), 0, BLUE),
        ((1200, 0), (3000, 0), 0, BLUE),
        ((2999, 0), (3000, 0), 65535, BLUE),
        # CAT-CATCH-6: far enough and touched, but not caught
        ((5000, 0), (5000, 1000), 45309, RED),
        ((3000, 0), (4800, 0), 0, RED),
    ],
)
def test_CAT_CATCH_3_CAT_CATCH_4_CAT_CATCH_5_CAT_CATCH_6_who_scores(
    aim: Point, hands: Point, last: int, winner: int
) -> None:
    """CAT-RUL-1, CAT-RUL-2: one of the two always scores."""
    state = play(opened(MONK), f"{CATCH} {duel(aim, hands, last)}")
    assert state.score == [5, 0] if winner == RED else [0, 5]


def test_CAT_CATCH_7_exactly_one_scores_and_the_map_is_left_alone() -> None:
    state = play(opened("B(0,0) +blue:monastery +red:field ; to red", players=3), CATCH)
    before, pieces, generator = list(state.score), list(state.pieces), Random(5)
    while state.seat == RED:
        aim = (generator.randrange(6501), generator.randrange(-1500, 1501))
        hands = (generator.randrange(3000, 6501), generator.randrange(-1500, 1501))
        numbers = [generator.randrange(65536) for _ in range(9)]
        sides = {actor(state), (actor(state) + 1) % 3}
        play(state, f"hurl:({aim[0]},{aim[1]}) reach:({hands[0]},{hands[1]}) {scatter(numbers[8], numbers[:8])}")
        gained = [now - then for now, then in zip(state.score, before, strict=True)]
        assert sorted(gained) == [0, 0, 5]
        assert gained.index(5) in sides
        assert state.pieces == pieces
        before = list(state.score)


# Rulings


def test_CAT_RUL_4_every_seat_has_one_attempt() -> None:
    state = play(opened(MONK), f"{KNOCK} {hurl(1900, -900)}")
    assert state.ext[THROWN] == [1]
    assert actor(state) == BLUE, "red's miss is not repeated"


def test_CAT_RUL_7_the_stand_does_not_depend_on_the_seat_on_turn() -> None:
    found = set()
    for colour in ("red", "blue", "green"):
        state = fair(f"B(0,0) ; to {colour}", players=3)
        events = told(state, f"{OPEN_FAIR} {TARGET} {AWAY} {AWAY} {AWAY}")
        found.add(tuple(sorted((event.seat, event.facts["from"]) for event in events if event.name == "hurled")))
    assert len(found) == 1


def test_CAT_RUL_10_everything_is_whole_numbers() -> None:
    generator = Random(3)
    for _ in range(200):
        numbers = [generator.randrange(65536) for _ in range(9)]
        flight = ballistics.throw((2000, 4000), (generator.randrange(5000), generator.randrange(4000)), numbers)
        assert {type(part) for point in flight for part in point} == {int}


@pytest.mark.parametrize(("tiles", "least", "most"), [(2.5, 0.74, 0.79), (6, 0.18, 0.25)])
def test_CAT_RUL_11_how_often_a_throw_rests_on_the_tile_aimed_at(tiles: float, least: float, most: float) -> None:
    """The aim allows for half of the longest slide."""
    generator, distance, count = Random(11), int(1000 * tiles), 4000
    hits = 0
    for _ in range(count):
        numbers = [generator.randrange(65536) for _ in range(9)]
        x, y = ballistics.throw((0, 0), (0, -distance * 100 // 106), numbers).rest
        hits += -500 <= x < 500 and -500 <= y + distance < 500
    assert least < hits / count < most


# In words


def test_CAT_ROUND_2_and_the_throws_in_words() -> None:
    events = told(opened(MONK), f"{TARGET} {hurl(500, 1000, slide=65535)} {hurl(500, 1500)}")
    assert said(events, "fair_begins", players=2) == ["Red opens the fair: target."]
    assert said(events, "fair_begins", "fr", players=2) == ["Red ouvre la foire : cible."]
    assert said(events, "hurled", players=2)[0] == "Red hurls a token over the land."
    assert said(events, "fair", players=2) == ["Blue, fair: nearest to the target: 5 = 5 points."]
    assert said(events, "fair", "fr", players=2) == ["Blue, foire : au plus près de la cible : 5 = 5 points."]


@pytest.mark.parametrize(
    ("tokens", "english", "french"),
    [
        (duel((5000, 0), (5000, 500)), "caught.", "attrapé."),
        (duel((5000, 1000), (5000, -1000)), "not touched, and far enough.", "pas touché, et assez loin."),
        (duel((2500, 0), (5000, 0)), "too short.", "trop court."),
        (duel((5000, 900), (5000, 0), 60000), "touched, but not caught.", "touché, mais pas attrapé."),
    ],
)
def test_CAT_CATCH_3_the_ends_of_a_duel_in_words(tokens: str, english: str, french: str) -> None:
    state = play(opened(MONK), CATCH)
    events = told(state, tokens)
    (name, last) = names(events)
    assert said(events, name, players=2)[0].endswith(f": {english}")
    assert said(events, name, "fr", players=2)[0].endswith(f" : {french}")
    winner = "Red" if state.score[RED] else "Blue"
    assert said(events, last, players=2) == [f"{winner}, fair: duel won: 5 = 5 points."]
    assert said(events, last, "fr", players=2) == [f"{winner}, foire : duel gagné : 5 = 5 points."]


def test_CAT_SEDUCE_3_in_words() -> None:
    events = told(opened(MONK), f"{SEDUCE} {hurl(500, 500)} send:follower")
    assert said(events, "returned", players=2) == ["Blue takes back a follower that stood in the monastery (0,0)."]
    assert said(events, "seduced", players=2) == ["Red puts a follower in the victim's place in the monastery (0,0)."]
    assert said(events, "seduced", "fr", players=2) == [
        "Red met un partisan à la place de la victime dans l’abbaye (0,0)."
    ]


def test_CAT_ROUND_2_the_games_have_their_numbers() -> None:
    begun = [told(opened(MONK), f"fair:{game}")[0].facts["game"] for game in range(len(GAMES))]
    assert begun == [told(opened(MONK), f"fair:{game}")[0].facts["game"] for game in GAMES] == list(GAMES)
