from bastide.rules.scoring import strengths
from bastide.rules.state import State
from tests.boards import (
    BLUE,
    COLOURS,
    GREEN,
    RED,
    board,
    choices,
    each,
    feature_at,
    finish,
    followers,
    legal_kinds,
    placements,
    play,
    refusal,
)

ANYONE = COLOURS[:5]

F1 = {
    (0, -1): "E(0,-1) FFCF",
    (0, 0): "E(0,0) CFFF",
    (0, 1): "E(0,1) FFCF",
    (0, 2): "E(0,2) CFFF",
    (1, -1): "E(1,-1) FCFF",
}
"""The board of examples 24 to 27."""

EX_28 = """
    D(0,-1) FRCR {upper}, D(1,-1) FRCR, E(0,0) CFFF, E(1,0) CFFF {east}, E(0,1) FFCF {south}, E(0,2) CFFF {first},
    I(-1,1) FFCC, H(0,3) FCFC {second}, D(-1,3) RCRF, D(1,3) RFRC, E(0,4) FFCF {third}, J(0,5) CRRF
"""


def farms(tiles: dict[tuple[int, int], str], farmers: dict[tuple[int, int], str], rules: str) -> State:
    return board(", ".join(f"{tile} {farmers.get(cell, '')}" for cell, tile in tiles.items()), rules)


def scoring(field_scoring: str) -> str:
    return f"bigbox2014 field_scoring={field_scoring}"


def cities(state: State, x: int, y: int, spot: str = "field") -> tuple[int, int]:
    """Return how many complete and how many incomplete cities a field touches."""
    features = state.board.features
    touched = features.touched(feature_at(state, x, y, spot))
    complete = sum(not features.open[city] for city in touched)
    return complete, len(touched) - complete


def size(state: State, feature: int) -> tuple[int, int]:
    """Return of how many segments, on how many tiles, a feature consists."""
    return state.board.features.length[feature], state.board.features.size(feature)


def shields(state: State, feature: int) -> int:
    return state.board["pennant"][feature]


def test_BASE_EX_1_legal_placements() -> None:
    start = board("D(0,0) CRFR")
    assert placements(start, "U") == {"(1,0)", "(-1,0)", "(0,1)"}
    after = play(start.copy(), "U(1,0)/FRFR")
    assert feature_at(after, 1, 0, "road") == feature_at(after, 0, 0, "road")
    assert feature_at(after, 1, 0, "field.N") == feature_at(after, 0, 0, "field.El")
    assert feature_at(after, 1, 0, "field.S") == feature_at(after, 0, 0, "field.S")
    assert feature_at(after, 1, 0, "field.N") != feature_at(after, 1, 0, "field.S")

    # The city can only go on to the north, with the cap turned half round
    assert placements(start, "E") == {"(0,-1)/2", "(0,1)/1", "(0,1)/2", "(0,1)/3"}
    after = play(start.copy(), "E(0,-1)/FFCF")
    assert feature_at(after, 0, -1, "city") == feature_at(after, 0, 0, "city")

    corner = board("E(0,0) FCFF, B(0,1) FFFF, B(1,1) FFFF")
    assert {token for token in placements(corner, "E") if token.startswith("(1,0)")} == {"(1,0)/3"}
    after = play(corner, "E(1,0)/FFFC")
    assert feature_at(after, 1, 0, "city") == feature_at(after, 0, 0, "city")
    assert feature_at(after, 1, 0, "field") == feature_at(after, 1, 1, "field")


def test_BASE_EX_2_illegal_placement() -> None:
    state = board("E(0,0) FCFF")
    assert placements(state, "U") == {"(0,-1)", "(0,1)", "(-1,0)/1"}
    assert refusal(state, "U(1,0)/FRFR") == "edges_clash"
    for tile in state.rules.catalogue.tiles:
        assert not [token for token in placements(state, tile.name) if token.startswith("(1,1)")]
    assert refusal(state, "B(1,1)") == "cell_apart"


def test_BASE_EX_3_road_is_taken_monastery_and_field_are_free() -> None:
    state = play(board("W(0,0) FRRR +red:road.E ; to blue"), "A(1,0)/FFFR")
    assert choices(state) == {"-", "+monastery", "+field"}
    assert refusal(state, "+road") == "occupied"


def test_BASE_EX_4_city_is_taken_road_and_both_fields_are_free() -> None:
    state = play(board("E(0,0) FFCF +red:city ; to blue"), "D(0,1)/CRFR")
    assert choices(state) == {"-", "+road", "+field.El", "+field.S"}
    assert refusal(state, "+city") == "occupied"


def test_BASE_EX_5_only_the_field_is_free() -> None:
    for tiny_city in (4, 2):
        state = board("E(0,0) FCFF +red:city ; to blue", f"bigbox2014 tiny_city={tiny_city}")
        assert followers(state) == each(7, red=6)
        play(state, "E(1,0)/FFFC")
        assert choices(state) == {"-", "+field"}
        play(state, "+field")
        assert state.score == each(red=tiny_city)
        assert followers(state) == each(7, blue=6)


def test_BASE_EX_6_own_farmer_blocks_too() -> None:
    state = play(board("E(0,0) CFFF +red:field ; to red"), "J(1,0)/CRRF")
    assert choices(state) == {"-", "+city", "+road", "+field.Er"}
    assert feature_at(state, 1, 0, "field.Er") == feature_at(state, 1, 0, "field.Sl")
    assert feature_at(state, 1, 0, "field.W") == feature_at(state, 0, 0, "field")
    assert refusal(state, "+field.W") == "occupied"


def test_BASE_EX_7_completed_road_is_4() -> None:
    for colour in ANYONE:
        state = board(f"W(0,0) FRRR, U(1,0) FRFR +red:road, V(2,0) FFRR ; to {colour}")
        assert followers(state) == each(7, red=6)
        play(state, "A(2,1)/RFFF -")
        assert state.score == each(red=4)
        assert followers(state) == each(7)


def test_BASE_EX_8_completed_road_is_3() -> None:
    state = play(board("L(0,0) CRRR, U(1,0) FRFR +red:road ; to blue"), "W(2,0)/RFRR -")
    assert state.score == each(red=3)
    assert followers(state) == each(7)


def test_BASE_EX_9_loop_through_a_crossing_counts_its_tile_once() -> None:
    state = board("W(0,0) FRRR, V(1,0) FFRR +red:road, V(1,1) RFFR ; to red")
    play(state, "V(0,1)/RRFF")
    assert feature_at(state, 0, 0, "road.E") == feature_at(state, 0, 0, "road.S")
    assert size(state, feature_at(state, 0, 0, "road.E")) == (5, 4)
    play(state, "-")
    assert state.score == each(red=4)
    assert followers(state) == each(7)


def test_BASE_EX_10_pure_loop() -> None:
    state = board("V(0,0) FRRF +blue:road, V(1,0) FFRR, V(1,1) RFFR ; to red")
    play(state, "V(0,1)/RRFF -")
    assert size(state, feature_at(state, 0, 0, "road")) == (4, 4)
    assert state.score == each(blue=4)
    assert followers(state) == each(7)


def test_BASE_EX_11_city_of_3_tiles_and_1_shield_is_8() -> None:
    state = play(board("E(0,0) FCFF, F(1,0) FCFC +red:city ; to blue"), "E(2,0)/FFFC -")
    city = feature_at(state, 1, 0, "city")
    assert (size(state, city), shields(state, city)) == ((3, 3), 1)
    assert state.score == each(red=8)
    assert followers(state) == each(7)


def test_BASE_EX_12_city_with_two_segments_on_one_tile_is_8() -> None:
    state = board("N(0,-1) FFCC +red:city, N(-1,-1) FCCF, N(-1,0) CCFF ; to blue")
    play(state, "I(0,0)/CFFC -")
    assert feature_at(state, 0, 0, "city.N") == feature_at(state, 0, 0, "city.W")
    assert size(state, feature_at(state, 0, 0, "city.N")) == (5, 4)
    assert state.score == each(red=8)
    assert followers(state) == each(7)


def test_BASE_EX_13_tie_pays_both_in_full() -> None:
    state = board("E(0,0) FCFF +blue:city, G(1,0) FCFC, E(3,0) FFFC +red:city, E(2,1) CFFF ; to green")
    assert feature_at(state, 0, 0, "city") != feature_at(state, 3, 0, "city")
    play(state, "R(2,0)/FCCC")
    city = feature_at(state, 2, 0, "city")
    assert size(state, city) == (5, 5)
    assert strengths(state, [city]) == each(red=1, blue=1)
    play(state, "-")
    assert state.score == each(red=10, blue=10)
    assert followers(state) == each(7)


RING = """
    B(0,0) FFFF +red:monastery, V(-1,-1) FRRF, U(0,-1) FRFR {thief}, V(1,-1) FFRR, U(1,0) RFRF, V(1,1) RFFR,
    U(0,1) FRFR, V(-1,1) RRFF ; to blue
"""


def test_BASE_EX_14_completed_monastery_is_9() -> None:
    state = board(RING.format(thief=""))
    assert followers(state) == each(7, red=6)
    play(state, "U(-1,0)/RFRF -")
    assert state.score == each(red=9)
    assert followers(state) == each(7)
    loop = feature_at(state, -1, 0, "road")
    assert size(state, loop) == (8, 8)
    assert state.board.features.open[loop] == 0


def test_BASE_EX_15_several_features_and_the_last_follower() -> None:
    state = board(RING.format(thief="+blue:road") + "; supply 6 0 7 7 7")
    play(state, "U(-1,0)/RFRF")
    # There was nothing to choose in PIECE, so the turn is over
    assert state.seat == GREEN
    assert legal_kinds(state) == {"draw"}
    assert state.score == each(red=9, blue=8)
    assert followers(state) == each(7, blue=1)
    assert state.pieces == []


def test_BASE_EX_16_place_score_take_back_a_two_tile_city() -> None:
    for tiny_city in (2, 4):
        state = board("E(0,-1) FFCF ; to red", f"bigbox2014 tiny_city={tiny_city}")
        play(state, "E(0,0)/CFFF +city")
        assert state.score == each(red=tiny_city)
        assert followers(state) == each(7)
        assert state.seat == BLUE


def test_BASE_EX_17_place_score_take_back_a_road() -> None:
    state = board("L(0,0) CRRR, U(1,0) FRFR ; to red")
    play(state, "W(2,0)/RFRR +road.W")
    assert state.score == each(red=3)
    assert followers(state) == each(7)
    assert state.seat == BLUE


def test_BASE_EX_18_three_fields_become_one() -> None:
    state = board("""
        H(0,-1) FCFC +red:field, N(1,-1) FFCC, E(1,0) CFFF +yellow:field, N(-1,-1) FCCF, E(-1,0) CFFF +blue:field
        ; to green
    """)
    cells = ((0, -1), (1, 0), (-1, 0))
    assert len({feature_at(state, x, y, "field") for x, y in cells}) == 3
    play(state, "B(0,0)/FFFF")
    (field,) = {feature_at(state, x, y, "field") for x, y in (*cells, (0, 0))}
    assert strengths(state, [field]) == each(red=1, yellow=1, blue=1)
    assert choices(state) == {"-", "+monastery"}
    assert refusal(state, "+field") == "occupied"


def test_BASE_EX_19_fields_with_a_farmer_each_join() -> None:
    state = board("D(0,0) CRFR ; to blue ; players 2")
    play(state, "E(0,1)/FFCF +field")
    assert state.seat == RED
    play(state, "W(1,0)/RFRR")
    assert choices(state) == {"-", "+road.N", "+road.S", "+road.W", "+field.E", "+field.Nl"}
    play(state, "+field.E")
    assert feature_at(state, 0, 1, "field") != feature_at(state, 1, 0, "field.E")
    play(state, "A(1,1)/RFFF")
    (field,) = {feature_at(state, 0, 1, "field"), feature_at(state, 1, 0, "field.E"), feature_at(state, 1, 1, "field")}
    assert strengths(state, [field]) == [1, 1]
    assert choices(state) == {"-", "+monastery", "+road"}
    play(state, "-")
    # Farmers stay, nothing else was held
    assert followers(state) == [6, 6]
    assert state.score == [0, 0]


def test_BASE_EX_20_final_city_goes_to_the_majority() -> None:
    state = board("""
        C(0,0) CCCC +green:city, F(1,0) FCFC +green:city, F(-1,0) FCFC, E(0,1) CFFF +black:city, E(0,-1) FFCF
    """)
    city = feature_at(state, 0, 0, "city")
    assert (size(state, city), shields(state, city), state.board.features.open[city]) == ((5, 5), 3, 2)
    assert finish(state) == each(green=8)


def test_BASE_EX_21_final_road_is_3() -> None:
    text = "W(0,0) FRRR, U(1,0) FRFR +red:road, V(2,0) FFRR"
    assert finish(board(text)) == each(red=3)
    assert finish(board(text, "bigbox2014 half_points=on")) == each(red=1)


def test_BASE_EX_22_final_monastery_is_5() -> None:
    text = "B(0,0) FFFF +yellow:monastery, E(0,-1) CFFF, N(1,-1) CCFF, E(1,0) FCFF, E(0,1) FFCF"
    assert finish(board(text)) == each(yellow=5)
    assert finish(board(text, "bigbox2014 half_points=on")) == each(yellow=2)


def test_BASE_EX_23_final_city_is_3_also_with_half_points() -> None:
    text = "M(0,0) CFFC +blue:city, E(0,-1) FFCF"
    city = feature_at(board(text), 0, 0, "city")
    assert (size(board(text), city), shields(board(text), city), board(text).board.features.open[city]) == (
        (2, 2),
        1,
        1,
    )
    assert finish(board(text)) == each(blue=3)
    assert finish(board(text, "bigbox2014 half_points=on")) == each(blue=3)


def test_BASE_EX_24_fields_blue_6_red_3() -> None:
    farmers = {(0, 0): "+blue:field", (0, -1): "+red:field"}
    state = farms(F1, farmers, scoring("per_field_3"))
    assert cities(state, 0, 0) == (2, 0)
    assert cities(state, 0, -1) == (1, 1)
    assert finish(state) == each(blue=6, red=3)
    assert finish(farms(F1, farmers, scoring("per_city_3"))) == each(blue=6, red=3)
    assert finish(farms(F1, farmers, scoring("per_city_4"))) == each(blue=8, red=4)


def test_BASE_EX_25_one_city_pays_in_two_fields_or_once() -> None:
    farmers = {(0, 0): "+blue:field", (0, -1): "+blue:field"}
    assert finish(farms(F1, farmers, scoring("per_field_3"))) == each(blue=9)
    assert finish(farms(F1, farmers, scoring("per_city_3"))) == each(blue=6)


EX_26 = F1 | {(1, 1): "B(1,1) FFFF"}
EX_26_FARMERS = {(0, -1): "+blue:field", (0, 0): "+red:field", (1, 1): "+red:field", (0, 1): "+yellow:field"}


def test_BASE_EX_26_blue_3_red_6_yellow_0() -> None:
    state = farms(EX_26, EX_26_FARMERS, scoring("per_field_3"))
    assert strengths(state, [feature_at(state, 0, 0, "field")]) == each(red=2, yellow=1)
    assert strengths(state, [feature_at(state, 0, -1, "field")]) == each(blue=1)
    assert finish(state) == each(blue=3, red=6)
    assert finish(farms(EX_26, EX_26_FARMERS, scoring("per_city_3"))) == each(red=6)


def test_BASE_EX_27_second_yellow_farmer_ties() -> None:
    tiles = EX_26 | {(-1, 1): "B(-1,1) FFFF"}
    state = farms(tiles, EX_26_FARMERS | {(-1, 1): "+yellow:field"}, scoring("per_field_3"))
    assert finish(state) == each(blue=3, red=6, yellow=6)


def test_BASE_EX_28_detailed_example_of_fields() -> None:
    alone = {
        "upper": ("+blue:field.Wl", each(blue=6)),
        "east": ("+red:field", each(red=9)),
        "south": ("+blue:field", each(blue=9)),
        "first": ("+yellow:field", each(yellow=12)),
        "second": ("+black:field", each(black=12)),
        "third": ("+yellow:field", each(yellow=12)),
    }
    nobody = dict.fromkeys(alone, "")
    for place, (farmer, points) in alone.items():
        assert finish(board(EX_28.format(**nobody | {place: farmer}), scoring("per_field_3"))) == points

    state = board(EX_28.format(**{place: farmer for place, (farmer, _) in alone.items()}), scoring("per_field_3"))
    upper = feature_at(state, 0, -1, "field.Wl")
    assert upper == feature_at(state, 1, -1, "field.Wl")
    (large,) = {feature_at(state, x, y, "field") for x, y in ((0, 0), (1, 0), (0, 1), (-1, 1))}
    (lower,) = {feature_at(state, x, y, "field") for x, y in ((0, 2), (0, 3), (0, 4))}
    assert cities(state, 0, -1, "field.Wl") == (2, 0)
    assert cities(state, 0, 0) == (3, 2)
    assert cities(state, 0, 2) == (4, 0)
    assert strengths(state, [upper]) == each(blue=1)
    assert strengths(state, [large]) == each(red=1, blue=1)
    assert strengths(state, [lower]) == each(yellow=2, black=1)
    assert finish(state) == each(blue=15, red=9, yellow=12)


def test_BASE_EX_29_incomplete_city_pays_nothing() -> None:
    state = board("E(0,-1) FFCF, E(0,0) CFFF +blue:field, E(-1,0) FFFC", scoring("per_city_3"))
    assert feature_at(state, -1, 0, "field") == feature_at(state, 0, 0, "field")
    assert cities(state, 0, 0) == (1, 1)
    assert finish(state) == each(blue=3)


def test_BASE_EX_30_one_farmer_two_cities() -> None:
    tiles = {cell: tile for cell, tile in F1.items() if cell != (1, -1)}
    assert finish(farms(tiles, {(0, 0): "+blue:field"}, scoring("per_city_3"))) == each(blue=6)


def test_BASE_EX_31_one_city_touched_by_five_fields() -> None:
    text = "T(0,0) CCRC, E(0,-1) FFCF +blue:field, E(1,0) FFFC +red:field, E(-1,0) FCFF +blue:field"
    state = board(text)
    city = feature_at(state, 0, 0, "city")
    assert (size(state, city), state.board.features.open[city]) == ((4, 4), 0)
    spots = ((0, -1, "field"), (1, 0, "field"), (-1, 0, "field"), (0, 0, "field.Sl"), (0, 0, "field.Sr"))
    fields = {feature_at(state, x, y, spot) for x, y, spot in spots}
    assert len(fields) == 5
    assert all(state.board.features.touched(field) == {city} for field in fields)
    assert finish(board(text, scoring("per_city_3"))) == each(blue=3)
    assert finish(board(text, scoring("per_city_4"))) == each(blue=4)
    assert finish(board(text, scoring("per_field_3"))) == each(blue=6, red=3)


def test_BASE_EX_32_tie_on_the_small_city_alone_on_the_large_one() -> None:
    state = board(
        "E(0,-1) FFCF +red:field, E(0,0) CFFF +blue:field, E(0,1) FFCF, G(0,2) CFCF, E(0,3) CFFF", scoring("per_city_3")
    )
    assert size(state, feature_at(state, 0, 0, "city")) == (2, 2)
    assert size(state, feature_at(state, 0, 2, "city")) == (3, 3)
    assert finish(state) == each(red=3, blue=6)


EX_33 = "E(0,-1) FFCF +red:field, E(0,0) CFFF +blue:field, B(1,1) FFFF +yellow:field"


def test_BASE_EX_33_a_corner_does_not_connect() -> None:
    state = board(EX_33, scoring("per_city_4"))
    assert feature_at(state, 1, 1, "field") != feature_at(state, 0, 0, "field")
    assert finish(state) == each(red=4, blue=4)


def test_BASE_EX_34_joined_field_shares_the_city() -> None:
    for colour in ANYONE:
        state = play(board(f"{EX_33} ; to {colour}", scoring("per_city_4")), "V(1,0)/RRFF -")
        assert feature_at(state, 1, 1, "field") == feature_at(state, 0, 0, "field")
        assert finish(state) == each(red=4, blue=4, yellow=4)


def test_BASE_EX_35_city_around_a_hole() -> None:
    ring = "N(0,0) FCCF +red:city, {north}, N(2,0) FFCC, F(2,1) CFCF, N(2,2) CFFC, F(1,2) FCFC, M(0,2) CCFF ; to blue"

    state = play(board(ring.format(north="G(1,0) FCFC")), "G(0,1)/CFCF -")
    city = feature_at(state, 0, 0, "city")
    assert (size(state, city), shields(state, city), state.board.features.open[city]) == ((8, 8), 3, 0)
    assert state.score == each(red=22)
    assert followers(state) == each(7)

    state = play(board(ring.format(north="R(1,0) FCCC")), "G(0,1)/CFCF -")
    city = feature_at(state, 0, 0, "city")
    assert (size(state, city), state.board.features.open[city]) == ((8, 8), 1)
    assert state.score == each()
    assert followers(state) == each(7, red=6)
