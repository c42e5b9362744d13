"""The rules and rulings of Inns & Cathedrals, alone and together with other expansions."""

from __future__ import annotations

import pytest

from bastide.rules import engine
from bastide.rules.scoring import strengths
from tests.boards import (
    BLUE,
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
    rules,
    scores,
)
from tests.rules.base.playing import told
from tests.rules.special import over, said, standing, stop_at, supply

RULES = "bigbox2014 expansions=inns_and_cathedrals"


def beside(*others: str, options: str = "") -> str:
    """Return rules with other expansions, and options."""
    return ",".join((RULES, *others)) + f" {options}"


def spots(tile: str, *others: str) -> set[str]:
    """Return where a follower of usual size could go on a tile that lies alone."""
    state = board(f"{tile}(0,0) ; step piece", beside(*others))
    return {token for token in choices(state) if ":" not in token} - {"-"}


# Tiles


def test_IC_TILE_1_eighteen_tiles_more_in_one_supply() -> None:
    state, plain = engine.start(rules(RULES), 2), engine.start(rules(), 2)
    assert (plain.left, state.left) == (71, 71 + 18)
    assert len(state.rules.stages) == 1
    assert {"IC-CCCC-cathedral", "IC-FRFR-inn", "U"} <= choices(state), "any of them may be drawn at once"
    assert placements(state, "IC-FRFR-inn") == placements(plain, "U")


FOUR_CITIES = "{}(0,0) {}, E(0,-1) FFCF, E(1,0) FFFC, E(0,1) CFFF, E(-1,0) FCFF"


def test_IC_TILE_2_four_caps_around_an_inner_field() -> None:
    """IC-RUL-6: the field reaches no edge, takes a farmer or a shepherd and touches all four cities."""
    assert spots("IC-CDEG") == {"+city.N", "+city.E", "+city.S", "+city.W", "+field"}
    state = board(FOUR_CITIES.format("IC-CDEG", "+red:field"), RULES)
    sides = ((0, -1), (1, 0), (0, 1), (-1, 0))
    around = {feature_at(state, x, y, "city") for x, y in sides}
    inner = feature_at(state, 0, 0, "field")
    assert len(around) == 4
    assert set(state.board.features.touched(inner)) == around
    assert inner not in {feature_at(state, x, y, "field") for x, y in sides}
    assert finish(state) == each(red=12)
    herding = board("IC-CDEG(0,0) ; step piece", beside("hills_and_sheep"))
    assert "+shepherd:field" in choices(herding)


def test_IC_TILE_3_monastery_between_two_roads() -> None:
    assert spots("IC-FRFS-monastery") == {"+road.E", "+road.W", "+monastery", "+field.N", "+field.S"}
    state = board("W(-1,0) RRRF +red:road.E, W(1,0) RFRR +blue:road.W ; to green", RULES)
    play(state, "IC-FRFS-monastery(0,0) -")
    assert state.score == each(red=2, blue=2), "two roads of two tiles, not one of three"


def test_IC_TILE_4_crossing_between_two_cities() -> None:
    """IC-RUL-3: the stubs are no roads, but they part the fields."""
    assert spots("IC-CRDS") == {
        "+city.N",
        "+city.S",
        "+road.E",
        "+road.W",
        "+field.El",
        "+field.Er",
        "+field.Wl",
        "+field.Wr",
    }
    state = board("W(-1,0) RRRF +red:road.E, W(1,0) RFRR, IC-CRDS(0,0) ; to blue", RULES)
    assert feature_at(state, 0, 0, "road.W") != feature_at(state, 0, 0, "road.E")
    joined = board("W(-1,0) RRRF +red:road.E ; to blue", RULES)
    assert play(joined, "IC-CRDS(0,0) -").score == each(red=2)


@pytest.mark.parametrize(("arm", "points"), [("E", 4), ("S", 2), ("W", 2)])
def test_IC_TILE_5_the_inn_belongs_to_one_arm(arm: str, points: int) -> None:
    end = {"E": "A(1,0)/FFFR", "S": "A(0,1)/RFFF", "W": "A(-1,0)/FRFF"}[arm]
    state = board(f"IC-FRST-inn(0,0) FRRR +red:road.{arm}", RULES)
    assert play(state, f"{end} -").score == each(red=points)


def test_IC_TILE_6_a_wall_into_the_corner_cuts_the_field() -> None:
    assert spots("IC-CFFF-deep") == {"+city", "+field.E", "+field.S"}
    assert spots("E") == {"+city", "+field"}
    state = board("IC-CFFF-deep(0,0)", RULES)
    assert feature_at(state, 0, 0, "field.S") == feature_at(state, 0, 0, "field.W")
    assert feature_at(state, 0, 0, "field.S") != feature_at(state, 0, 0, "field.E")


def test_IC_TILE_7_two_curves() -> None:
    assert spots("IC-RSSR") == {"+road.N", "+road.E", "+field.Nl", "+field.Nr", "+field.Er"}
    state = board("IC-RSSR(0,0)", RULES)
    assert feature_at(state, 0, 0, "road.N") == feature_at(state, 0, 0, "road.W")
    assert feature_at(state, 0, 0, "road.E") == feature_at(state, 0, 0, "road.S")
    assert feature_at(state, 0, 0, "field.Nr") == feature_at(state, 0, 0, "field.Wl")


# The big follower


def test_IC_BIG_1_goes_wherever_a_follower_may_go_and_instead_of_one() -> None:
    state = play(board("D(0,0) CRFR", RULES, players=2), "A(1,0)/FFFR")
    small = {token for token in choices(state) if ":" not in token} - {"-"}
    assert small == {"+monastery", "+road", "+field"}
    assert choices(state) == {"-"} | small | {f"+big:{token[1:]}" for token in small}
    play(state, "+big:monastery")
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"})
    assert (supply(state, "big"), followers(state)) == ([0, 1], [7, 7])
    city = play(state, "E(0,-1)/FFCF")
    assert {"+big:city", "+big:field"} <= choices(city)
    assert "+big:road" in choices(play(board("D(0,0) CRFR", RULES), "U(1,0)"))
    spent = play(board("D(0,0) CRFR ; supply 7/0 7/1", RULES, players=2), "U(1,0)")
    assert refusal(spent, "+big:road") == "supply_empty"


def test_IC_BIG_1_on_the_crown_too() -> None:
    state = engine.start(rules(beside("wheel_of_fortune")), 2)
    play(state, "B(1,-1)")
    crown = {token for token in choices(state) if token.endswith(".crown")}
    assert len(crown) == 18, "nine spaces, each for either follower"
    assert sum(token.startswith("+big:") for token in crown) == 9
    play(state, "+big:(1,0).crown")
    assert standing(state) == {"red big (1,0)"}


CITY = "E(0,0) FCFF {}, G(1,0) FCFC, E(3,0) FFFC {}, E(2,1) CFFF {} ; to green"


@pytest.mark.parametrize(
    ("pieces", "points"),
    [
        (("+blue:big:city", "+red:city", ""), each(blue=10)),
        (("+blue:big:city", "+red:city", "+red:city"), each(blue=10, red=10)),
        (("+blue:city", "+red:city", "+red:city"), each(red=10)),
        (("+blue:big:city", "+red:big:city", ""), each(blue=10, red=10)),
        (("+blue:big:city", "+red:big:city", "+red:city"), each(red=10)),
    ],
)
def test_IC_BIG_2_counts_two_in_a_complete_city(pieces: tuple[str, str, str], points: list[int]) -> None:
    assert play(board(CITY.format(*pieces), RULES), "R(2,0)/FCCC -").score == points


@pytest.mark.parametrize("rival", ["+red:road", "+red:road +red:road"])
def test_IC_BIG_2_counts_two_at_the_end(rival: str) -> None:
    state = board(f"U(0,0) FRFR +blue:big:road, U(1,0) FRFR {rival}", RULES)
    assert finish(state) == (each(blue=2) if rival.count("+") == 1 else each(blue=2, red=2))
    city = board("N(0,0) CFFC +blue:big:city, N(-1,0) CCFF +red:city", RULES)
    assert finish(city) == each(blue=2)


FIELD = "E(0,-1) FFCF, E(0,0) CFFF +blue:{}field, E(0,1) FFCF +red:field, E(0,2) CFFF, B(1,1) FFFF {}"


@pytest.mark.parametrize("mode", ["per_field_3", "per_city_3", "per_city_4"])
def test_IC_BIG_3_counts_two_among_farmers_in_every_mode(mode: str) -> None:
    chosen = f"{RULES} field_scoring={mode}"
    points = 8 if mode == "per_city_4" else 6
    assert finish(board(FIELD.format("big:", ""), chosen)) == each(blue=points)
    assert finish(board(FIELD.format("big:", "+red:field"), chosen)) == each(blue=points, red=points)
    assert finish(board(FIELD.format("", "+red:field"), chosen)) == each(red=points)


def test_IC_BIG_3_fields_of_one_city_add_up() -> None:
    apart = "E(0,-1) FFCF +blue:big:field, E(0,0) CFFF +red:field"
    assert finish(board(apart, f"{RULES} field_scoring=per_city_3")) == each(blue=3)
    assert finish(board(apart, RULES)) == each(blue=3, red=3)


@pytest.mark.parametrize("piece", ["big:", ""])
def test_IC_BIG_4_is_one_follower_to_the_wheel(piece: str) -> None:
    """IC-RUL-2: taxes, famine, storm and inquisition see no difference between the two sizes."""
    with_wheel = beside("wheel_of_fortune")

    def gain(text: str, sector: str) -> int:
        return stop_at(board(text, with_wheel, players=2), sector)[RED]

    assert gain(f"F(0,0) FCFC +red:{piece}city", "taxes") == 2, "one knight and one shield"
    assert gain(f"E(0,0) CFFF +red:{piece}field, E(0,-1) FFCF", "famine") == 1
    assert gain(f"B(0,0) +red:{piece}monastery", "inquisition") == 2
    assert gain(f"B(0,0) +red:{piece}monastery", "storm") == 7, "seven of the eight are at home"


def test_IC_BIG_4_is_one_follower_for_plague_and_crown() -> None:
    with_wheel = beside("wheel_of_fortune")
    plague = board("B(0,0) +red:big:monastery, B(1,0) +red:monastery ; to red", with_wheel, players=2)
    stop_at(plague, "plague")
    assert choices(plague) == {"flee:big:(0,0).monastery", "flee:follower:(1,0).monastery"}
    play(plague, "flee:big:(0,0).monastery")
    assert standing(plague) == {"red follower (1,0)"}, "one is enough, big or not"
    crown = engine.start(rules(with_wheel), 2)
    play(crown, "B(1,-1) +big:(1,0).crown B(4,1) -")
    assert stop_at(crown, "inquisition") == [3, 0]
    assert supply(crown, "big") == [1, 1]


def test_IC_BIG_5_gives_no_points_of_its_own() -> None:
    for piece in ("", "big:"):
        road = play(board(f"L(0,0) CRRR, U(1,0) FRFR +red:{piece}road ; to blue", RULES), "W(2,0)/RFRR -")
        assert road.score == each(red=3)
        assert finish(board(f"B(0,0) +red:{piece}monastery", RULES)) == each(red=1)
        assert finish(board(f"E(0,-1) FFCF, E(0,0) CFFF +red:{piece}field", RULES)) == each(red=3)


def test_IC_BIG_6_returns_with_its_feature_and_is_ready_for_the_next_piece() -> None:
    text = "L(0,0) CRRR, U(1,0) FRFR +red:big:road ; supply 0/0 7/1"
    state = play(board(text, RULES, players=2), "W(2,0)/RFRR")
    assert (state.seat, supply(state, "big")) == (BLUE, [1, 1]), "too late for this turn's piece"
    play(state, "B(1,1) - B(1,2)")
    assert choices(state) == {"-", "+big:monastery", "+big:field"}


def test_IC_BIG_6_stays_in_a_field_to_the_end() -> None:
    state = board("E(0,0) CFFF +red:big:field", RULES, players=2)
    play(state, "E(0,-1)/FFCF -")
    assert standing(state) == {"red big (0,0)"}
    end, _ = over(state)
    assert end.score == [3, 0]


@pytest.mark.parametrize("owner", ["red", "blue"])
def test_IC_BIG_7_blocks_a_feature(owner: str) -> None:
    state = board(f"U(0,0) FRFR +{owner}:big:road, U(1,0) FRFR ; to blue", RULES)
    play(state, "U(2,0)")
    assert not {token for token in choices(state) if "road" in token}
    assert refusal(state, "+road") == "occupied"
    taken = play(board(f"U(0,0) FRFR +{owner}:road ; to red", RULES), "U(1,0)")
    assert refusal(taken, "+big:road") == "occupied", "nor does its size let it in"


def test_IC_RUL_5_seven_followers_and_the_big_one() -> None:
    state = engine.start(rules(RULES), 8)
    assert followers(state) == [7] * 8
    assert supply(state, "big") == [1] * 8


# Inns


def test_IC_INN_1_reaches_as_far_as_its_road() -> None:
    far = "IC-CFRR-inn(0,0) CFRR, A(-1,0) FRFF, U(0,1) RFRF, U(0,2) RFRF, U(0,3) RFRF +red:road"
    state = play(board(f"{far} ; to blue", RULES), "A(0,4)/RFFF -")
    assert state.score == each(red=12), "six tiles from end to end"


@pytest.mark.parametrize(
    ("tile", "spot", "end"),
    [
        ("IC-CFRC-inn(0,0)", "road", "A(0,1)/RFFF"),
        ("IC-CRRC-pennant-inn(0,0), A(1,0) FFFR", "road", "A(0,1)/RFFF"),
        ("IC-FFRR-inn(0,0), A(-1,0) FRFF", "road", "A(0,1)/RFFF"),
    ],
)
def test_IC_INN_2_pays_two_points_a_tile(tile: str, spot: str, end: str) -> None:
    state = board(f"{tile} ; to red", RULES)
    tiles = len(state.board.laid) + 1
    state = play(state, f"{end} +{spot}")
    assert state.score == each(red=2 * tiles)


def test_IC_RUL_1_counts_tiles_each_once() -> None:
    """IC-INN-2: two inns and five sections on four tiles."""
    state = board("IC-FRST-inn(0,0) FRRR, IC-FFRR-inn(1,0) FFRR +red:road, V(1,1) RFFR ; to red", RULES)
    play(state, "V(0,1)/RRFF")
    road = feature_at(state, 0, 0, "road.E")
    assert (state.board.features.length[road], state.board.features.size(road)) == (5, 4)
    assert play(state, "-").score == each(red=8)


@pytest.mark.parametrize("half", ["off", "on"])
def test_IC_INN_3_an_open_road_with_inn_pays_nothing(half: str) -> None:
    """Half points: what is worth nothing stays so."""
    chosen = f"{RULES} half_points={half}"
    road = "U(1,0) FRFR +red:road, U(2,0) FRFR, U(3,0) FRFR"
    assert finish(board(f"IC-FRFR-inn(0,0) FRFR, {road}", chosen)) == each()
    assert finish(board(f"U(0,0) FRFR, {road}", chosen)) == each(red=2 if half == "on" else 4)


def test_IC_INN_2_half_points_spare_complete_roads() -> None:
    state = board("W(0,0) FRRR, IC-FRFR-inn(1,0) FRFR +red:road", f"{RULES} half_points=on")
    assert play(state, "W(2,0)/RFRR -").score == each(red=6)


def test_IC_INN_4_all_followers_return_points_or_not() -> None:
    state = board("W(0,0) FRRR +blue:big:road.E, W(2,0) RFRR +red:road.W ; to green", RULES)
    play(state, "IC-FRFR-inn(1,0) -")
    assert state.score == each(blue=6)
    assert (standing(state), followers(state), supply(state, "big")) == (set(), each(7), each(1))
    end, _ = over(board("IC-FRFR-inn(0,0) FRFR +red:road, U(1,0) FRFR +blue:big:road", RULES))
    assert (end.score, standing(end)) == (each(), set())
    assert (followers(end), supply(end, "big")) == (each(7), each(1))


@pytest.mark.parametrize(
    ("inn", "plain"),
    [("IC-FRFR-inn", "U"), ("IC-FFRR-inn", "V"), ("IC-FRST-inn", "W"), ("IC-CFRR-inn", "K")],
)
def test_IC_INN_5_the_lake_leaves_the_field_alone(inn: str, plain: str) -> None:
    fields = {token for token in spots(inn) if "field" in token}
    assert fields == {token for token in spots(plain) if "field" in token}
    assert fields


# Cathedrals


def test_IC_CATHEDRAL_1_only_where_all_neighbours_show_city() -> None:
    state = board("E(0,0) FCFF", RULES)
    assert placements(state, "IC-CCCC-cathedral") == {"(1,0)"}
    narrow = board("E(0,0) FCFF, B(0,1) FFFF, B(1,1) FFFF", RULES)
    events = told(narrow, "IC-CCCC-cathedral")
    assert said(events, "discarded") == ["IC-CCCC-cathedral fits nowhere and leaves the game."]
    wide = board("E(0,0) FCFF, E(1,1) CFFF, E(2,0) FFFC", RULES)
    assert placements(wide, "IC-CCCC-cathedral") == {"(1,0)"}
    play(wide, "IC-CCCC-cathedral(1,0)")
    assert len({feature_at(wide, x, y, "city") for x, y in ((0, 0), (1, 0), (1, 1), (2, 0))}) == 1
    assert choices(wide) == {"-", "+city", "+big:city"}, "nothing but city on it"


def test_IC_CATHEDRAL_2_a_second_one_adds_nothing() -> None:
    around = "E(0,-1) FFCF, E(1,-1) FFCF, E(0,1) CFFF, E(1,1) CFFF, E(-1,0) FCFF"
    two = board(f"IC-CCCC-cathedral(0,0) +red:city, IC-CCCC-cathedral(1,0), {around}", RULES)
    assert play(two, "E(2,0)/FFFC -").score == each(red=24)
    one = board(f"IC-CCCC-cathedral(0,0) +red:city, C(1,0), {around}", RULES)
    assert play(one, "E(2,0)/FFFC -").score == each(red=27), "eight tiles and a shield"
    none = board(f"C(0,0) +red:city, C(1,0), {around}", RULES)
    assert play(none, "E(2,0)/FFFC -").score == each(red=20), "eight tiles and two shields"


@pytest.mark.parametrize("half", ["off", "on"])
def test_IC_CATHEDRAL_3_an_open_city_with_cathedral_pays_nothing(half: str) -> None:
    """IC-RUL-4: nor do its shields."""
    chosen = f"{RULES} half_points={half}"
    shields = "F(1,0) FCFC, F(-1,0) FCFC +red:city"
    assert finish(board(f"IC-CCCC-cathedral(0,0), {shields}", chosen)) == each()
    assert finish(board(f"C(0,0), {shields}", chosen)) == each(red=6)


WITH_FARMER = "{}(0,0) CCCC {}, E(0,-1) FFCF +blue:field, E(1,0) FFFC, E(0,1) CFFF, E(-1,0) FCFF"


def test_IC_CATHEDRAL_4_nothing_more_for_farmers() -> None:
    for mode, points in (("per_field_3", 3), ("per_city_3", 3), ("per_city_4", 4)):
        for middle in ("IC-CCCC-cathedral", "C"):
            state = board(WITH_FARMER.format(middle, ""), f"{RULES} field_scoring={mode}")
            assert finish(state) == each(blue=points)


def test_IC_CATHEDRAL_4_nothing_more_for_taxes() -> None:
    with_wheel = beside("wheel_of_fortune")
    state = board("IC-CCCC-cathedral(0,0) +red:city, F(1,0) FCFC +red:city", with_wheel)
    assert stop_at(state, "taxes", "WOF-RSSR-34") == each(red=2 * (2 + 1))


def test_IC_CATHEDRAL_5_is_never_a_two_tile_city() -> None:
    chosen = f"{RULES} tiny_city=2"
    caps = ("E(0,-1)/FFCF", "E(1,0)/FFFC", "E(0,1)/CFFF", "E(-1,0)/FCFF")
    state = board("IC-CCCC-cathedral(0,0) +red:city", chosen)
    for cap in caps:
        assert state.score == each()
        play(state, f"{cap} -")
    assert state.score == each(red=15)
    assert play(board("E(0,-1) FFCF +red:city", chosen), "E(0,0) -").score == each(red=2)


# With other expansions


HILL = "HS-CFFC-hill(0,0) CFFC {}, E(0,-1) FFCF, E(-1,-1) FFCF, E(-2,0) FCFF {} ; to green"


@pytest.mark.parametrize(
    ("pieces", "points"),
    [
        (("+red:city", "+blue:city"), each(red=10)),
        (("+red:city", "+blue:big:city"), each(blue=10)),
        (("+red:big:city", "+blue:big:city"), each(red=10)),
        (("+red:big:city", "+blue:city +blue:city"), each(red=10)),
        (("+red:city", "+blue:city +blue:city"), each(blue=10)),
        (("+red:big:city", "+blue:big:city +blue:city"), each(blue=10)),
    ],
)
def test_IC_BIG_2_strength_comes_before_hills(pieces: tuple[str, str], points: list[int]) -> None:
    state = board(HILL.format(*pieces), beside("hills_and_sheep"))
    assert play(state, "R(-1,0)/CCFC -").score == points


def test_IC_BIG_1_lets_a_builder_or_a_pig_join_it() -> None:
    """TB-BUILDER-1, TB-PIG-1: the big follower is a follower of one's own."""
    both = beside("traders_and_builders")
    road = play(board("U(0,0) FRFR +red:big:road ; to red", both), "U(1,0)")
    assert {token for token in choices(road) if "builder" in token} == {"+builder:road"}
    field = board("E(0,-1) FFCF, E(0,0) CFFF +red:big:field, B(1,0) +blue:field ; to red", both)
    assert "+pig:field" in choices(play(field, "B(2,0)"))
    play(field, "+pig:field")
    assert strengths(field, [feature_at(field, 0, 0, "field")]) == each(red=2, blue=1)
    assert finish(field) == each(red=4)


def test_IC_CATHEDRAL_2_leaves_goods_as_they_are() -> None:
    state = board(
        "IC-CCCC-cathedral(0,0) +red:city, E(0,-1) FFCF, TB-FCFC-wine(1,0), E(0,1) CFFF, E(-1,0) FCFF ; to blue",
        beside("traders_and_builders"),
        players=2,
    )
    play(state, "E(2,0)/FFFC -")
    assert state.score == [18, 0]
    assert state.ext["goods.held"] == [0, 0, 0, 1, 0, 0]


def test_IC_BIG_1_without_farmers_no_big_farmer() -> None:
    state = play(board("D(0,0) CRFR", f"{RULES} farmers=off"), "U(1,0)")
    assert choices(state) == {"-", "+road", "+big:road"}


def test_IC_BIG_1_stands_on_river_tiles_too() -> None:
    state = engine.start(rules(beside("river")), 2)
    play(state, "R1-FWRW-monastery(1,0)")
    assert {"+big:monastery", "+big:road"} <= choices(state)
    play(state, "+big:road")
    assert standing(state) == {"red big (1,0)"}


def test_IC_TILE_1_tiles_come_to_hands_too() -> None:
    state = board(
        "W(0,0) FRRR +red:big:road.E ; hand IC-FRFR-inn,B,- A,-,- ; bag empty", f"{RULES} hand_size=3", players=2
    )
    play(state, "IC-FRFR-inn (1,0) - A (2,0)/FFFR -")
    assert scores(state, RED, BLUE) == [6, 0]


# In words


def test_IC_INN_2_and_IC_CATHEDRAL_2_in_words() -> None:
    events = told(board("W(0,0) FRRR, IC-FRFR-inn(1,0) FRFR +blue:road", RULES), "W(2,0)/RFRR -")
    assert said(events, "scored") == ["Complete: the road (0,0), 3 tiles × 2 with an inn = 6 points for Blue."]
    assert said(events, "scored", "fr") == [
        "Terminé : la route (0,0), 3 tuiles × 2 avec une auberge = 6 points pour Blue."
    ]
    city = "IC-CCCC-cathedral(0,0) +blue:city, E(0,-1) FFCF, F(1,0) FCFC, E(0,1) CFFF, E(-1,0) FCFF"
    events = told(board(city, RULES), "E(2,0)/FFFC -")
    assert said(events, "scored") == [
        "Complete: the city (0,-1), 6 tiles × 3 with a cathedral, 1 pennant × 3 with a cathedral = 21 points for Blue."
    ]
    assert said(events, "scored", "fr") == [
        "Terminé : la ville (0,-1), 6 tuiles × 3 avec une cathédrale, 1 bouclier × 3 avec une cathédrale"
        " = 21 points pour Blue."
    ]


@pytest.mark.parametrize("half", ["off", "on"])
def test_IC_INN_3_and_IC_CATHEDRAL_3_in_words(half: str) -> None:
    state = board(
        "IC-FRFR-inn(0,0) FRFR +red:road, E(3,0) FCFF, IC-CCCC-cathedral(4,0) +blue:city",
        f"{RULES} half_points={half}",
    )
    _, events = over(state)
    assert said(events, "scored") == [
        "Incomplete: the city (3,0), unfinished, with a cathedral: 0 = 0 points for Blue.",
        "Incomplete: the road (0,0), unfinished, with an inn: 0 = 0 points for Red.",
    ]
    assert said(events, "scored", "fr") == [
        "Inachevé : la ville (3,0), inachevée, avec une cathédrale : 0 = 0 point pour Blue.",
        "Inachevé : la route (0,0), inachevée, avec une auberge : 0 = 0 point pour Red.",
    ]


def test_IC_BIG_2_in_words() -> None:
    events = told(
        board("W(0,0) FRRR +blue:big:road.E, W(2,0) RFRR +red:road.W ; to green", RULES), "U(1,0) +big:field.N"
    )
    assert said(events, "deployed") == ["Green puts a big follower in the field (1,0) as farmer."]
    assert said(events, "deployed", "fr") == ["Green place un grand partisan dans le pré (1,0) comme paysan."]
    assert said(events, "scored") == [
        "Complete: the road (0,0), 3 tiles × 1 = 3 points for Blue. Strength there: Red 1, Blue 2."
    ]
