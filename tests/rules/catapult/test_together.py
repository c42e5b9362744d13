"""The catapult together with other expansions, and in whole games."""

from __future__ import annotations

import pytest

from bastide import OVER, Game, Seeded
from bastide.play.invariants import followers_agree, pieces_conserved
from bastide.rules.engine import actor
from bastide.rules.state import State
from tests.boards import BLUE, RED, choices, draw, followers, legal_kinds, play
from tests.games import plies
from tests.rules.base.playing import names, told
from tests.rules.catapult.fairground import (
    ALL,
    AWAY,
    CATCH,
    FAIR,
    KNOCK,
    OPEN_FAIR,
    SEDUCE,
    TARGET,
    centres,
    duel,
    fair,
    feet,
    hurl,
    is_tidy,
    lay,
    opened,
)
from tests.rules.special import standing, supply
from tests.rules.wheel_of_fortune.wheel import FAMINE, STORM, beside

# With other expansions


def test_CAT_INT_1_points_of_the_fair_let_nobody_into_carcassonne() -> None:
    city = "CO-FIII-03(9,0), CO-IIII-06(9,10), CO-IFII-08(9,20), CO-IIRI-11(9,30)"
    state = opened(f"{city}, B(0,0) ; to red", "count")
    play(state, f"{TARGET} {hurl(-900, -900)} {hurl(500, 1500)}")
    assert state.score == [0, 5]
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"}), "blue alone scored, but no feature"
    play(state, "B(1,0) -")
    assert (state.seat, legal_kinds(state)) == (RED, {"draw"})


def test_CAT_INT_2_followers_on_the_crown() -> None:
    state = fair(f"{beside('B(0,0)', {(FAMINE, 0): 'blue', (STORM, 0): 'red'})} ; to red", "wheel_of_fortune")
    assert centres(state) == [(BLUE, (21175, 23429)), (RED, (20399, 22399))]
    columns = dict(state.ext)
    play(state, OPEN_FAIR)
    hit = play(state.copy(), f"{KNOCK} {hurl(21175, 23429)}")
    assert (standing(hit), followers(hit)) == ({"red follower (20,22)"}, [6, 7])
    play(state, f"{SEDUCE} {hurl(21175, 23429)}")
    assert choices(state) == {"-", "send:follower", "fetch:follower:(20,22).crown"}
    play(state, "fetch:follower:(20,22).crown")
    assert centres(state) == [(RED, (21175, 23429))], "he stands on the same space"
    assert state.ext["wheel.pig"] == columns["wheel.pig"]
    play(state, f"{hurl(500, 500)} -")
    state.ext["wheel.pig"][0] = 1
    draw(state, "WOF-FRFR-31")
    assert (state.score, followers(state)) == ([3, 0], [7, 7]), "the crown of the Famine pays red"


SHRINE = """
    B(0,0) +blue:monastery, CU-FFFF-shrine(1,0) +green:shrine, E(0,-1) CFFF, E(1,-1) CFFF, E(2,-1) CFFF, E(2,0) FCFF,
    E(2,1) FFCF, E(1,1) FFCF, E(-3,0) CFFF ; to red
"""


def challenge() -> State:
    """Return a shrine that lacks one tile, challenged by a monk, with a fair about to be chosen."""
    return lay(fair(SHRINE, "cult", players=3), f"{FAIR}(-3,1)")


def test_CAT_INT_3_a_removal_ends_a_challenge_without_loser() -> None:
    state = play(challenge(), f"{KNOCK} {hurl(500, 500)} {AWAY} {AWAY}")
    events = told(state, "E(0,1)/FFCF -")
    assert (state.score, names(events)[-2:]) == ([0, 0, 9], ["scored", "returned"])
    assert "challenge_lost" not in names(events)


def test_CAT_INT_3_an_exchange_keeps_it_with_the_new_occupant() -> None:
    state = play(challenge(), f"{SEDUCE} {hurl(400, 500)} send:follower {AWAY} {AWAY}")
    assert followers(state) == [6, 7, 6]
    events = told(state, "E(0,1)/FFCF -")
    assert [event.seat for event in events if event.name == "challenge_lost"] == [RED]
    assert (state.score, followers(state)) == ([0, 0, 9], [7, 7, 7])


def test_CAT_INT_5_mage_witch_and_count_are_left_alone() -> None:
    state = opened("U(0,0) FRFR +0:mage:road +blue:road, E(3,0) CFFF +0:witch:city ; to red", "mage_and_witch")
    thief, witch = feet(state, 0, 0, "road"), feet(state, 3, 0, "city")
    assert centres(state) == [(BLUE, thief)], "the mage before him has no rank"
    play(state, f"{KNOCK} {hurl(*thief)} {hurl(*witch)}")
    assert (len(state.pieces), followers(state)) == (2, [7, 7])
    state = opened("U(0,0) FRFR +0:mage:road, E(3,0) CFFF +blue:city ; to red", "mage_and_witch")
    play(state, f"{SEDUCE} {hurl(*thief)} send:follower")
    assert (followers(state), len(state.pieces)) == ([6, 7], 2), "the knight was the nearest follower"
    city = "CO-FIII-03(9,0), CO-IIII-06(9,10), CO-IFII-08(9,20), CO-IIRI-11(9,30)"
    counted = opened(f"{city}, B(0,0) ; to red ; column count.stands 3", "count")
    assert play(counted, f"{KNOCK} {hurl(9500, 10500)} {AWAY}").ext["count.stands"] == [3]


def test_CAT_INT_6_sheep_and_shepherds_are_left_alone() -> None:
    state = opened(
        "B(0,0) +blue:shepherd:field +red:field ; to red ; column sheep.flock 0 0 0 0 0 1 2 0", "hills_and_sheep"
    )
    flock, field = list(state.ext["sheep.flock"]), feet(state, 0, 0, "field")
    play(state, f"{KNOCK} {hurl(*field)}")
    assert (standing(state), state.ext["sheep.flock"]) == ({"blue shepherd (0,0)"}, flock)
    state = opened("B(0,0) +blue:shepherd:field ; to red", "hills_and_sheep")
    play(state, f"{SEDUCE} {hurl(*field)}")
    assert actor(state) == BLUE, "a shepherd is nobody's victim"


def test_CAT_INT_7_before_the_second_part() -> None:
    text = "U(0,0) FRFR +red:road, U(1,0) FRFR +red:builder:road ; to red"
    state = play(fair(text, "traders_and_builders"), "CAT-RFSF-09(2,0)/1 -")
    assert (choices(state), state.part) == (ALL, 0)
    play(state, f"{TARGET} {hurl(500, -900)}")
    events = told(state, hurl(2500, 500))
    assert names(events) == ["hurled", "fair", "again"]
    assert (state.seat, state.part, legal_kinds(state)) == (RED, 1, {"draw"})
    play(state, f"{FAIR}(0,1) -")
    assert (choices(state), state.part) == (ALL, 1), "a fair in the second part opens a round of its own"
    play(state, f"{CATCH} {duel((5000, 0), (5000, 0))} {duel((5000, 0), (5000, 0))}")
    assert (state.seat, state.part, state.score) == (BLUE, 0, [5, 10])


def test_CAT_INT_7_a_second_part_earned_is_not_lost_with_the_builder() -> None:
    text = "U(0,0) FRFR +red:road, U(1,0) FRFR +red:builder:road ; to red"
    state = play(fair(text, "traders_and_builders"), "CAT-RFSF-09(2,0)/1 -")
    play(state, f"{KNOCK} {hurl(500, 500)} {AWAY}")
    assert (standing(state), state.seat, state.part) == (set(), RED, 1)


def test_CAT_INT_7_a_fair_after_the_volcano_belongs_to_the_new_turn() -> None:
    state = fair(f"R2-FWFF-source(0,0) ; to red ; bag R2-FFFW-volcano-lake:1 {FAIR}:1 B:1", "river_2")
    play(state, "R2-FFFW-volcano-lake(1,0)")
    assert (state.seat, state.turn, legal_kinds(state)) == (RED, 2, {"draw"}), "no fair at the volcano"
    play(state, f"{FAIR}(0,1) -")
    assert (choices(state), state.seat) == (ALL, RED)
    assert play(state, f"{TARGET} {AWAY} {AWAY}").seat == BLUE


@pytest.mark.parametrize("options", ["", "hand_size=3"])
def test_CAT_INT_8_the_last_tile_is_a_fair(options: str) -> None:
    hands = f"; hand {FAIR},-,- -,-,- ; bag empty" if options else f"; bag {FAIR}:1"
    state = fair(f"B(0,0) +red:monastery ; to red {hands}", options=options)
    play(
        state, f"{FAIR} (0,1) - {TARGET} {hurl(500, 1500)}" if options else f"{FAIR}(0,1) - {TARGET} {hurl(500, 1500)}"
    )
    assert actor(state) == BLUE
    events = told(state, hurl(500, 900))
    assert (names(events), state.score) == (["hurled", "fair", "scored", "returned", "won"], [7, 0])
    assert actor(state) == OVER


def test_CAT_INT_8_a_knock_out_in_the_last_turn_costs_the_final_points() -> None:
    state = fair(f"B(0,0) +blue:monastery ; to red ; bag {FAIR}:1")
    play(state, f"{FAIR}(0,1) - {KNOCK} {hurl(500, 500)} {AWAY}")
    assert (actor(state), state.score) == (OVER, [0, 0])


def test_CAT_INT_9_a_big_follower_counts_as_one() -> None:
    state = opened("B(0,0) +blue:big:monastery ; to red", "inns_and_cathedrals")
    play(state, f"{KNOCK} {hurl(500, 500)}")
    assert (standing(state), supply(state, "big")) == (set(), [1, 1])


def test_CAT_INT_10_a_fair_under_a_hill_does_nothing() -> None:
    state = fair(f"D(0,0) CRFR ; to red ; bag {FAIR}:3 HS-CFFD-hill:1", "hills_and_sheep")
    draw(state, "HS-CFFD-hill")
    play(state, min(choices(state)))
    play(state, "-")
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"})
    assert (state.buried, state.left, choices(state)) == (1, 2, {FAIR})


def test_CAT_INT_11_king_robber_and_goods_are_left_alone() -> None:
    others = ("king_and_robber", "traders_and_builders")
    state = opened("E(0,0) FCFF +blue:city, U(2,0) FRFR +green:road ; to red", *others, players=3)
    kept = {name: list(column) for name, column in state.ext.items() if not name.startswith("fair.")}
    for game in (KNOCK, SEDUCE, TARGET, CATCH):
        new = play(state.copy(), game)
        while new.seat == RED and legal_kinds(new) != {"draw"}:
            play(new, "-" if "-" in choices(new) else duel((5000, 0), (5000, 0)) if game == CATCH else hurl(800, 500))
        assert {name: new.ext[name] for name in kept} == kept


# Whole games


@pytest.mark.parametrize("seed", range(6))
def test_CAT_ROUND_7_whole_games_keep_all_invariants(seed: int) -> None:
    """CAT-CATCH-7, CAT-TARGET-2: what a fair pays in all is known from its game."""
    together = ("catapult", "traders_and_builders", "inns_and_cathedrals", "hills_and_sheep", "cult")
    more = (("wheel_of_fortune", "river"), ("count", "crop_circles"), ("mage_and_witch", "river_2"))[seed % 3]
    options = "hand_size=3" if seed % 2 else "farmers=off"
    game = Game(f"bigbox2014 expansions={','.join((*together, *more))} {options}", 2 + seed % 4, Seeded(seed))
    opened_with: str | None = None
    fairs = paid = 0
    for events in plies(game, seed):
        assert pieces_conserved(game.state) == followers_agree(game.state) == []
        for event in events:
            if event.name == "fair_begins":
                opened_with, paid, fairs = str(event.facts["game"]), 0, fairs + 1
            elif event.name == "fair":
                assert event.facts["points"] == 5
                paid += 1
        if opened_with and not game.state.ext["fair.game"][0]:
            players = len(game.seats)
            expected = {"knockout": {0}, "seduction": {0}, "target": set(range(1, players + 1)), "catch": {players}}
            assert paid in expected[opened_with]
            assert is_tidy(game.state)
            opened_with = None
    assert fairs > 6
