"""The worked examples of King and Robber Baron, on the boards they are given with."""

from __future__ import annotations

from bastide.play.position import position_text
from bastide.rules import engine
from bastide.rules.state import State
from tests.boards import BLUE, GREEN, RED, YELLOW, board, each, feature_at, finish, followers, play, rules, scores
from tests.rules.base.playing import names, told
from tests.rules.king_and_robber.court import RULES, holds, king, robber, small_city, small_road, two
from tests.rules.special import standing

THREE_CITIES = """
    E(0,0) CFFF, E(5,0) FCFF +green:city, G(6,0) FCFC, E(0,5) FCFF, G(1,5) FCFC
"""


def first_city() -> State:
    state = board(THREE_CITIES, RULES, players=3)
    assert king(state) == ("nobody", 0)
    return play(state, "E(0,-1)/FFCF -")


def test_KR_EX_1_first_city() -> None:
    state = first_city()
    assert state.score == [0, 0, 0]
    assert king(state) == ("red", 2)


def test_KR_EX_1_first_city_with_a_knight_of_the_moment() -> None:
    state = play(board(THREE_CITIES, RULES, players=3), "E(0,-1)/FFCF +city")
    assert state.score == [4, 0, 0]
    assert king(state) == ("red", 2)


def larger_city() -> State:
    return play(first_city(), "E(7,0)/FFFC -")


def test_KR_EX_2_larger_city_by_another_player() -> None:
    before = first_city()
    assert followers(before) == [7, 7, 6]
    state = larger_city()
    assert state.score == [0, 0, 6]
    assert followers(state) == [7, 7, 7]
    assert king(state) == ("blue", 3)


def test_KR_EX_3_equal_size() -> None:
    state = play(larger_city(), "B(0,1) -")
    assert state.seat == RED
    events = told(state, "E(2,5)/FFFC -")
    assert state.board.features.size(feature_at(state, 2, 5, "city")) == 3
    assert not state.board.features.open[feature_at(state, 2, 5, "city")]
    assert "took_king" not in names(events)
    assert king(state) == ("blue", 3)


def test_KR_EX_4_two_cities_at_once() -> None:
    text = "G(0,-1) CFCF, F(0,-2) CFCF, E(0,-3) FFCF, E(0,1) CFFF ; to red" + holds("king", "blue", 3, players=5)
    state = board(text, RULES)
    assert king(state) == ("blue", 3)
    events = told(state, "H(0,0)/CFCF -")
    features = state.board.features
    cities = [feature_at(state, 0, 0, "city.N"), feature_at(state, 0, 0, "city.S")]
    assert [(features.size(city), features.open[city]) for city in cities] == [(4, 0), (2, 0)]
    assert names(events).count("took_king") == 1
    assert king(state) == ("red", 4)


def test_KR_EX_5_final_king() -> None:
    half = ", ".join(f"E({3 * n},0) CFFF" for n in range(6))
    unfinished = ", ".join(f"E({3 * n},5) CFFF" for n in range(3))
    state = two(f"{half}, {unfinished}")
    for n, piece in enumerate(["+city", "-", "+city", "+city", "-", "+city"]):
        play(state, f"E({3 * n},-1)/FFCF {piece}")
    assert sum(state.score) == 4 * 4, "two of the six cities were never occupied"
    assert king(state) == ("red", 2)
    assert finish(state) == [6, 0]


LOOP = "V(0,0) FRRF +yellow:road, V(1,0) FFRR, V(1,1) RFFR"


def test_KR_EX_6_loop_road() -> None:
    state = board(f"{LOOP} ; to blue" + holds("robber", "green", 3, players=5), RULES)
    play(state, "V(0,1)/RRFF -")
    assert robber(state) == ("blue", 4)
    assert scores(state, RED, BLUE, GREEN, YELLOW) == [0, 0, 0, 4]
    assert followers(state) == each(7)


def test_KR_EX_7_road_crossing_itself() -> None:
    text = """
        TB-RSRS(0,0), V(1,0) RFFR, V(1,-1) FFRR, V(0,-1) FRRF, U(0,1) RFRF, W(0,2) RRFR, W(3,3) ; to red
    """
    state = two(text, "traders_and_builders")
    assert feature_at(state, 0, 0, "road.N") == feature_at(state, 0, 0, "road.E"), "both ways over the bridge"
    play(state, "W(-1,0)/RRRF +road.E")
    assert robber(state) == ("red", 7)
    assert state.score == [7, 0]


def test_KR_EX_8_final_robber() -> None:
    loop = "V(0,0) FRRF, V(1,0) FFRR, V(1,1) RFFR, V(0,1) RRFF"
    roads = ", ".join(small_road(3 * n, 10) for n in range(8))
    unfinished = ", ".join(f"U({3 * n},15) FRFR" for n in range(4))
    state = board(f"{loop}, {roads}, {unfinished}" + holds("robber", "yellow", 4, players=5), RULES)
    assert finish(state) == each(0, yellow=9)


def test_KR_EX_9_city_bridge() -> None:
    state = two("KR-CDCD(0,0) +blue:city.N +blue:city.E, E(0,-1) FFCF ; to red")
    play(state, "E(0,1) -")
    features = state.board.features
    across, along = feature_at(state, 0, 0, "city.E"), feature_at(state, 0, 0, "city.N")
    assert (features.size(along), features.open[along]) == (3, 0)
    assert features.open[across] == 2
    assert state.score == [0, 6]
    assert standing(state) == {"blue follower (0,0)"}, "only the knight of the open city is left"
    assert followers(state) == [7, 6]
    assert king(state) == ("red", 3)


def test_KR_EX_10_with_the_count() -> None:
    made = f"{RULES},count"
    block = position_text(engine.start(rules(made), 2)).split(" ; ")[0]
    cities = ", ".join(small_city(3 * n, 10) for n in range(5))
    state = two(f"{block}, {cities}, E(0,20)" + holds("king", "blue", 2), "count")
    assert finish(state) == [0, 6]


def test_KR_EX_11_double_turn() -> None:
    five = "E(0,0) FCFF +red:city, G(1,0) FCFC +red:builder:city, G(2,0) FCFC, G(3,0) FCFC"
    six = "E(0,5) FCFF, G(1,5) FCFC, G(2,5) FCFC, G(3,5) FCFC, G(4,5) FCFC"
    text = f"{five}, {six} ; to red" + holds("king", "green", 4, players=3)
    state = board(text, f"{RULES},traders_and_builders", players=3)
    play(state, "E(4,0)/FFFC -")
    assert (state.seat, state.part) == (RED, 1)
    assert king(state) == ("red", 5)
    play(state, "E(5,5)/FFFC -")
    assert state.seat == BLUE
    assert king(state) == ("red", 6)
