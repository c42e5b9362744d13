from bastide.rules.scoring import strengths
from bastide.rules.state import State
from tests.boards import board, choices, each, feature_at, finish, followers, placements, play, refusal


def anniversary(text: str) -> State:
    return board(text, "anniversary")


def tiles_and_pennants(state: State, x: int, y: int) -> tuple[int, int]:
    city = feature_at(state, x, y, "city")
    return state.board.features.size(city), state.board["pennant"][city]


def test_ANNED_EX_1_legal_extension() -> None:
    state = anniversary("U(0,0) FRFR")
    assert {token for token in placements(state, "W") if token.startswith("(1,0)")} == {"(1,0)", "(1,0)/1", "(1,0)/2"}
    after = play(state.copy(), "W(1,0)/FRRR")
    assert feature_at(after, 1, 0, "road.W") == feature_at(after, 0, 0, "road")
    assert feature_at(after, 1, 0, "field.N") == feature_at(after, 0, 0, "field.N")
    assert feature_at(after, 1, 0, "field.Wl") == feature_at(after, 0, 0, "field.S")

    city_next_to_field, road_next_to_field, field_next_to_road = "E(0,-1)/FFCF", "U(0,1)/RFRF", "W(1,0)/RRRF"
    for line in (city_next_to_field, road_next_to_field, field_next_to_road):
        assert refusal(state, line) == "edges_clash"


def test_ANNED_EX_2_occupied_road() -> None:
    state = play(anniversary("W(0,0) FRRR +red:road.W ; to blue"), "D(-1,0)/CRFR")
    assert choices(state) == {"-", "+city", "+field.El", "+field.S"}
    assert refusal(state, "+road") == "occupied"
    play(state, "+city")
    assert followers(state) == each(7, red=6, blue=6)
    assert state.score == each()


def test_ANNED_EX_3_road_3() -> None:
    state = play(anniversary("W(0,0) FRRR +red:road.W, U(-1,0) FRFR ; to blue"), "L(-2,0)/CRRR +city")
    assert state.board.features.size(feature_at(state, 0, 0, "road.W")) == 3
    assert state.score == each(red=3)
    assert followers(state) == each(7, blue=6)
    assert strengths(state, [feature_at(state, -2, 0, "city")]) == each(blue=1)


def test_ANNED_EX_4_city_8() -> None:
    state = play(anniversary("E(0,0) FCFF +red:city, F(1,0) FCFC ; to red"), "E(2,0)/FFFC -")
    assert tiles_and_pennants(state, 0, 0) == (3, 1)
    assert state.score == each(red=8)
    assert followers(state) == each(7)


def test_ANNED_EX_5_abbey_9() -> None:
    state = anniversary("""
        B(0,0) FFFF +red:monastery, E(0,-1) CFFF, N(1,-1) CCFF, E(1,0) FCFF, N(1,1) FCCF, E(0,1) FFCF, N(-1,1) FFCC,
        M(-1,-1) CFFC ; to blue
    """)
    assert followers(state) == each(7, red=6)
    play(state, "E(-1,0)/FFFC -")
    assert state.score == each(red=9)
    assert followers(state) == each(7)


def test_ANNED_EX_6_shared_road() -> None:
    state = anniversary("""
        A(0,0) FRFF +yellow:road, U(1,0) FRFR, B(1,1) FFFF, B(2,1) FFFF, B(3,1) FFFF, A(3,0) FFFR +red:road ; to red
    """)
    assert followers(state) == each(7, yellow=6, red=6)
    play(state, "U(2,0)/FRFR -")
    assert state.score == each(yellow=4, red=4)
    assert followers(state) == each(7)


def test_ANNED_EX_7_city_taken_over() -> None:
    state = anniversary("""
        E(0,-1) FFCF +yellow:city, B(1,-1) FFFF, E(1,0) FFFC +red:city, B(-1,-1) FFFF, G(-1,0) FCFC,
        E(-2,0) FCFF +red:city ; to red
    """)
    assert followers(state) == each(7, yellow=6, red=5)
    play(state, "R(0,0)/CCFC -")
    assert tiles_and_pennants(state, 0, 0) == (5, 0)
    assert state.score == each(red=10)
    assert followers(state) == each(7)


def test_ANNED_EX_8_final_city_8() -> None:
    state = anniversary("""
        E(-1,0) FCFF +green:city, F(0,0) FCFC, F(1,0) FCFC +black:city, Q(2,0) CCFC, E(2,-1) FFCF +green:city
    """)
    assert tiles_and_pennants(state, 0, 0) == (5, 3)
    assert state.board.features.open[feature_at(state, 0, 0, "city")] == 1
    assert finish(state) == each(green=8)


def test_ANNED_EX_9_final_abbey_4() -> None:
    state = anniversary("B(0,0) FFFF +yellow:monastery, E(0,-1) CFFF, E(1,0) FCFF, N(1,-1) CCFF")
    assert finish(state) == each(yellow=4)


def test_ANNED_EX_10_final_city_3() -> None:
    state = anniversary("E(-1,0) FCFF +blue:city, F(0,0) FCFC")
    assert tiles_and_pennants(state, 0, 0) == (2, 1)
    assert state.board.features.open[feature_at(state, 0, 0, "city")] == 1
    assert finish(state) == each(blue=3)


def test_ANNED_EX_11_final_road_3() -> None:
    assert finish(anniversary("A(0,0) FRFF +red:road, U(1,0) FRFR, U(2,0) FRFR")) == each(red=3)


def test_ANNED_EX_12_fields() -> None:
    text = """
        D(0,-1) FRCR {upper}, D(1,-1) FRCR, E(0,0) CFFF, E(1,0) CFFF {red}, E(0,1) FFCF {blue}, E(0,2) CFFF {lower},
        I(-1,1) FFCC, H(0,3) FCFC {rival}, D(-1,3) RCRF, D(1,3) RFRC, E(0,4) FFCF {lower}, J(0,5) CRRF
    """
    farmers = {
        "upper": "+yellow:field.Wl",
        "red": "+red:field",
        "blue": "+blue:field",
        "lower": "+black:field",
        "rival": "+yellow:field",
    }
    state = anniversary(text.format(**farmers))
    assert followers(state) == each(7, red=6, blue=6, yellow=5, black=5)
    assert strengths(state, [feature_at(state, 0, 0, "field")]) == each(red=1, blue=1)
    assert strengths(state, [feature_at(state, 0, 2, "field")]) == each(black=2, yellow=1)
    assert finish(state) == each(red=9, blue=9, black=12, yellow=6)
    # Yellow's 6 come from the small field alone
    assert finish(anniversary(text.format(**farmers | {"upper": ""}))) == each(red=9, blue=9, black=12)


def test_ANNED_EX_13_three_fields() -> None:
    state = anniversary("L(0,0) CRRR ; to red")
    play(state, "U(1,0)/FRFR +field.N")
    play(state, "U(-1,0)/FRFR")
    assert refusal(state, "+field.N") == "occupied"
    play(state, "+field.S")
    play(state, "U(0,1)/RFRF")
    assert refusal(state, "+field.W") == "occupied"
    play(state, "+field.E")
    north, west, east = (feature_at(state, 0, 0, f"field.{port}") for port in ("El", "Wl", "Er"))
    assert strengths(state, [north]) == each(red=1)
    assert strengths(state, [west]) == each(blue=1)
    assert strengths(state, [east]) == each(green=1)


def test_ANNED_EX_14_knight_does_not_occupy_the_field() -> None:
    state = play(anniversary("D(0,0) CRFR +red:city ; to red"), "U(1,0)/FRFR")
    field, city = feature_at(state, 1, 0, "field.N"), feature_at(state, 0, 0, "city")
    assert state.board.features.touched(field) == {city}
    assert strengths(state, [city]) == each(red=1)
    assert choices(state) == {"-", "+road", "+field.N", "+field.S"}
    play(state, "+field.N")
    assert strengths(state, [field]) == each(red=1)
    assert followers(state) == each(7, red=5)
