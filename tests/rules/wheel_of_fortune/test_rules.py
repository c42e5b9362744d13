"""The rules and rulings of the Wheel of Fortune."""

from __future__ import annotations

import pytest

from bastide.games import parse_rules
from bastide.kernel.geometry import cell_at
from bastide.play.notation import find_tile
from bastide.play.position import position_text
from bastide.rules import engine
from bastide.rules.events import Event
from bastide.rules.state import NO_TILE
from tests.boards import (
    BLUE,
    EDITIONS,
    RED,
    board,
    choices,
    draw,
    each,
    feature_at,
    finish,
    followers,
    legal_kinds,
    placements,
    play,
    refusal,
)
from tests.rules.base.playing import names, told
from tests.rules.wheel_of_fortune.wheel import (
    ANYONE,
    AWAY,
    CELLS,
    FAMINE,
    FORTUNE,
    HS,
    IC,
    INQUISITION,
    PLAGUE,
    SPACES,
    STORM,
    TAXES,
    TB,
    beside,
    icons,
    pig,
    rules,
    space,
    start,
    supply_of,
    turn,
    turned,
    wheel,
)

# Setting up


def test_WOF_SETUP_1_the_wheel_replaces_the_start_tile_and_twelve_tiles_join() -> None:
    state = start()
    assert len(state.board.laid) == 16
    assert cell_at(0, 0) in state.board.tile_at
    assert sum(state.bag) == state.left == 71 + 12
    base = engine.start(parse_rules("bigbox2014"), 2)
    start_tile = find_tile(base.rules, "D")
    assert base.board.laid == [4 * start_tile]
    assert state.bag[find_tile(state.rules, "D")] == base.bag[start_tile] == 3
    assert state.rules.copies[find_tile(state.rules, "D")] == 3, "the fourth one is in the box"
    new = [tile for tile in state.rules.catalogue.tiles if tile.id.startswith("WOF-") and tile.id[-2:].isdigit()]
    assert len(new) == 12
    assert all(state.bag[find_tile(state.rules, tile.id)] == 1 for tile in new)
    for tile in CELLS.values():
        assert state.bag[find_tile(state.rules, tile)] == 0


def test_WOF_SETUP_1_sixteen_base_tiles_carry_numbers_and_three_of_the_new_ones() -> None:
    state = start()
    assert icons(state) == {1: 5 + 2, 2: 6, 3: 5 + 1}
    base = engine.start(parse_rules("bigbox2014"), 2)
    for letter, kind, numbered in (("N", "CFFC", 2), ("X", "RSTU", 1), ("V", "FFRR", 6), ("U", "FRFR", 7)):
        copies = [
            state.bag[number]
            for number, tile in enumerate(state.rules.catalogue.tiles)
            if tile.id.startswith(f"WOF-{kind}-icon")
        ]
        assert sum(copies) == numbered
        plain = state.bag[find_tile(state.rules, letter)]
        assert plain + numbered == base.bag[find_tile(base.rules, letter)], "numbered tiles replace plain ones"


def test_WOF_SETUP_1_without_the_wheel_no_tile_has_a_number() -> None:
    state = engine.start(parse_rules("bigbox2014 expansions=inns_and_cathedrals,traders_and_builders"), 2)
    assert sum(icons(state).values()) == 0
    assert "wheel.pig" not in state.ext


@pytest.mark.parametrize("before", range(6))
@pytest.mark.parametrize("icon", [1, 2, 3])
def test_WOF_SETUP_2_the_pig_starts_at_fortune_and_walks_clockwise(before: int, icon: int) -> None:
    assert pig(start()) == FORTUNE
    state = turned(f"{wheel()} ; column wheel.pig {before}", icon)
    clockwise = [FORTUNE, TAXES, FAMINE, STORM, INQUISITION, PLAGUE] * 2
    assert pig(state) == clockwise[clockwise.index(before) + icon]


def test_WOF_SETUP_3_one_builds_on_from_the_outer_edges() -> None:
    state = start()
    cells = {token.split("/")[0] for token in placements(state, "B")}
    outside = {"(1,-1)", "(3,-1)", "(4,1)", "(4,3)", "(0,4)", "(2,4)", "(3,4)", "(-1,1)", "(-1,2)"}
    assert cells == outside, "a monastery fits at every field edge and nowhere else"
    assert refusal(state, "B(2,-1)") == "edges_clash"
    assert refusal(state, "B(5,1)") == "cell_apart"


def test_WOF_SETUP_3_the_wheels_features_are_taken_only_by_joining_them() -> None:
    state = start()
    assert legal_kinds(state) == {"draw"}, "nobody puts anything on the wheel first"
    play(state, "A(2,-1)/FFRF")
    assert feature_at(state, 2, -1, "road") == feature_at(state, 2, 0, "road")
    on_the_wheel = {token for token in choices(state) if ")." in token}
    assert on_the_wheel == {space(sector, n) for sector, held in SPACES.items() for n in range(len(held))}
    for elsewhere in ("+(2,0).road", "+(1,0).field", "+(0,0).city"):
        assert refusal(state, elsewhere)
    play(state, "+road")
    assert state.score == [2, 0], "the road ends at the wheel: one cell of it and the new tile"
    assert followers(state) == [7, 7]


@pytest.mark.parametrize(("tiny_city", "points"), [(4, 4), (2, 2)])
def test_WOF_SETUP_4_cells_count_as_tiles_of_cities_and_roads(tiny_city: int, points: int) -> None:
    made = rules(options=f"tiny_city={tiny_city}")
    one_edge = play(board(f"{wheel()} ; to red", made), "E(4,0)/FFFC +city")
    assert one_edge.score == each(red=points)
    corner = play(board(f"{wheel()}, E(0,-1) FFCF +blue:city ; to red", made), "E(-1,0)/FCFF -")
    assert corner.score == each(blue=6), "three tiles"
    road = play(board(f"{wheel()}, U(4,2) FRFR +blue:road ; to red", made), "A(5,2)/FFFR -")
    assert road.score == each(blue=3)


MONASTERY = "B(2,4) +red:monastery, E(1,4) CFFF, B(3,4), B(1,5), B(2,5)"


def test_WOF_SETUP_4_WOF_RUL_1_a_monastery_counts_every_cell_beside_it() -> None:
    state = board(f"{wheel()}, {MONASTERY} ; to blue", rules())
    assert finish(board(f"{wheel()}, B(2,4) +red:monastery", rules())) == each(red=4)
    assert finish(state) == each(red=8)
    play(state, "B(3,5) -")
    assert state.score == each(red=9)
    assert followers(state) == each(7)


OUTSIDE = {
    (0, -1): ("city", "field", "road", "field"),
    (1, 0): ("city", "field", "road", "field"),
    (0, 1): ("field", "city", "field", "field"),
    (-1, 0): ("city", "field", "field", "road"),
}


def test_WOF_BOARD_1_outer_edges() -> None:
    state = start()
    sides = {(0, -1): 0, (1, 0): 1, (0, 1): 2, (-1, 0): 3}
    for (dx, dy), kinds in OUTSIDE.items():
        cells = [(n, 0 if dy < 0 else 3) if dy else (0 if dx < 0 else 3, n) for n in range(4)]
        laid = [state.board.tile(state.board.tile_at[cell_at(x, y)]) for x, y in cells]
        assert tuple(tile.edges[sides[dx, dy]] for tile in laid) == kinds


def test_WOF_BOARD_2_three_cities_without_shields_and_three_roads_that_end_at_the_wheel() -> None:
    state = start()
    features = state.board.features
    cities = [feature_at(state, x, y, "city") for x, y in ((0, 0), (3, 0), (1, 3))]
    roads = [feature_at(state, x, y, "road") for x, y in ((2, 0), (3, 2), (0, 3))]
    kinds = state.rules.catalogue.kinds
    for kind, expected in (("city", cities), ("road", roads)):
        assert {root for root in features.root if kinds[features.kind[root]] == kind} == set(expected)
        assert len(set(expected)) == 3
    assert [features.open[city] for city in cities] == [2, 1, 1]
    assert [features.open[road] for road in roads] == [1, 1, 1]
    assert [state.board["pennant"][city] for city in cities] == [0, 0, 0]
    assert feature_at(state, 0, 0, "city.N") == feature_at(state, 0, 0, "city.W")


def test_WOF_BOARD_3_three_fields_around_the_wheel() -> None:
    state = start()
    features = state.board.features
    fields = {
        (0, 0): [
            (1, 0, "field"),
            (2, 0, "field.Nl"),
            (0, 0, "field"),
            (0, 1, "field"),
            (0, 2, "field"),
            (0, 3, "field.N"),
        ],
        (3, 0): [(2, 0, "field.Nr"), (3, 0, "field"), (3, 1, "field"), (3, 2, "field.El")],
        (1, 3): [(3, 2, "field.Er"), (3, 3, "field"), (2, 3, "field"), (1, 3, "field"), (0, 3, "field.S")],
    }
    found = set()
    for (x, y), spots in fields.items():
        (field,) = {feature_at(state, *spot) for spot in spots}
        assert features.touched(field) == {feature_at(state, x, y, "city")}
        found.add(field)
    kinds = state.rules.catalogue.kinds
    assert found == {root for root in features.root if kinds[features.kind[root]] == "field"}
    assert len(found) == 3


# When the wheel turns


def test_WOF_WHEEL_1_only_a_tile_with_a_number_turns_the_wheel() -> None:
    for tile in ("U", "V", "X", "WOF-CDEF-04", "WOF-CRFR-22"):
        state = start()
        events: list[Event] = []
        state.events = events
        draw(state, tile)
        assert names(events) == ["drawn"]
        assert pig(state) == FORTUNE
    for tile, icon in (("WOF-FFRR-29", 3), ("WOF-FRFR-31", 1), ("WOF-RSSR-34", 1), ("WOF-CFFC-icon-2", 2)):
        assert pig(draw(start(), tile)) == icon


def test_WOF_WHEEL_1_a_tile_without_number_pays_no_crown_where_the_pig_stands() -> None:
    """WOF-CROWN-1: the space of the pig's own sector may be taken, but it pays only when the pig stops there again."""
    state = start()
    play(state, f"WOF-FRFR-icon-1(4,2) {space(TAXES)}")
    assert (pig(state), followers(state)) == (TAXES, [6, 7])
    play(state, "U(5,2) - U(6,2) -")
    assert (state.score, followers(state)) == ([0, 0], [6, 7])
    state.ext["wheel.pig"][0] = FORTUNE
    turn(state, 1)
    assert (state.score, followers(state)) == ([6, 0], [7, 7])


def test_WOF_WHEEL_2_pig_then_sector_then_crown_then_placement() -> None:
    land = "U(0,0) +red:road, U(0,5) +blue:road"
    state = board(f"{beside(land, {(PLAGUE, 0): 'blue'})} ; column wheel.pig 4 ; to red ; players 2", rules())
    events: list[Event] = []
    state.events = events
    turn(state, 1)
    assert names(events) == ["drawn", "pig_stops"]
    assert state.tile == find_tile(state.rules, "WOF-FRFR-icon-1"), "it lies there for all to see"
    assert names(told(state, "flee:follower:(0,0).road")) == ["returned"]
    assert state.score == [0, 0]
    assert names(told(state, "flee:follower:(0,5).road")) == ["returned", "wheel", "returned"]
    assert state.score == [0, 6], "the crown pays once everybody has chosen"
    assert names(told(state, "(1,0)")) == ["placed"]


def test_WOF_WHEEL_3_passing_a_sector_does_nothing() -> None:
    land = "E(0,0) CFFF +red:city, B(0,5) +blue:monastery"
    text = f"{beside(land)} ; supply 0 0 0 0 0"
    for before, icon, points in (
        (FORTUNE, 2, each()),  # Over Taxes to Famine
        (TAXES, 2, each()),  # Over Famine to Storm
        (STORM, 3, each(red=3)),  # Over Inquisition and Plague to Fortune
        (PLAGUE, 2, each(red=1)),  # Over Fortune to Taxes
        (TAXES, 3, each(blue=2)),  # Over Famine and Storm to Inquisition
    ):
        state = turned(f"{text} ; column wheel.pig {before} ; to red", icon)
        assert state.score == points
        assert pig(state) != before


@pytest.mark.parametrize("colour", ANYONE)
def test_WOF_WHEEL_4_fortune_is_for_one_and_the_rest_for_all(colour: str) -> None:
    """WOF-FORTUNE-1: three points."""
    land = ", ".join(
        f"E({x},0) CFFF +{c}:city, E({x},8) FFCF +{c}:field, E({x},9) CFFF, B({x},15) +{c}:monastery"
        for x, c in zip(range(0, 10, 2), ANYONE, strict=True)
    )
    for before, points in (
        (PLAGUE, each(**{colour: 3})),
        (FORTUNE, each(1)),
        (TAXES, each(1)),
        (FAMINE, each(4)),
        (STORM, each(2)),
    ):
        state = turned(f"{land} ; column wheel.pig {before} ; to {colour}", 1)
        assert state.score == points
    plague = turned(f"{land} ; column wheel.pig {INQUISITION} ; to {colour}", 1)
    asked = []
    while legal_kinds(plague) == {"flee"}:
        asked.append(engine.actor(plague))
        engine.apply(plague, plague.legal[0])
    assert sorted(asked) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("sector", [FORTUNE, TAXES, FAMINE, STORM, INQUISITION])
def test_WOF_WHEEL_5_sectors_pay_at_once_and_move_nobody(sector: int) -> None:
    land = "E(0,0) CFFF +red:city, E(0,8) FFCF +red:field, E(0,9) CFFF, B(0,12) +red:monastery"
    state = board(f"{land} ; column wheel.pig {(sector - 1) % 6}", rules())
    pieces, supply = state.pieces[:], state.supply[:]
    turn(state, 1)
    assert state.tile != NO_TILE
    assert state.score[RED] > 0
    assert (state.pieces, state.supply) == (pieces, supply)


# The sectors


def test_WOF_FORTUNE_1_three_points_for_the_player_on_turn() -> None:
    for colour in ANYONE:
        assert turned(f"{wheel()} ; column wheel.pig 3 ; to {colour}", 3).score == each(**{colour: 3})


def test_WOF_TAXES_1_WOF_RUL_5_knights_times_knights_and_shields() -> None:
    land = """
        C(0,0) CCCC +blue:city, F(1,0) FCFC +blue:city, G(-1,0) FCFC +blue:city, E(0,1) CFFF +red:city,
        F(5,5) FCFC +red:city, G(5,9) FCFC +green:city, U(9,9) +yellow:road
    """
    assert turned(beside(land), 1).score == each(blue=3 * (3 + 2), red=1 * (1 + 2) + 1 * (1 + 1), green=1)


def test_WOF_TAXES_2_WOF_RUL_4_only_knights_count_and_a_big_one_once() -> None:
    land = """
        IC-CCCC-cathedral(0,0) +red:big:city, TB-FCFC-wine(1,0) FCFC +red:builder:city, F(-1,0) FCFC +blue:city,
        E(8,8) CFFF +blue:city
    """
    state = turned(beside(land), 1, rules(IC, TB))
    assert feature_at(state, 0, 0, "city") == feature_at(state, 1, 0, "city") == feature_at(state, -1, 0, "city")
    assert state.score == each(red=1 * (1 + 1), blue=1 * (1 + 1) + 1)


FIELD = "E(0,-1) FFCF, E(0,0) CFFF {a}, E(0,1) FFCF {b}, E(0,2) CFFF, E(1,0) FCFF {c}"


def test_WOF_FAMINE_1_every_farmer_counts_the_completed_cities_of_his_field() -> None:
    land = FIELD.format(a="+red:field", b="+red:field", c="+blue:field")
    state = turned(beside(land), 2)
    assert len({feature_at(state, x, y, "field") for x, y in ((0, 0), (0, 1), (1, 0))}) == 1
    assert state.score == each(red=2 + 2, blue=2), "the third city is open"


@pytest.mark.parametrize("edition", EDITIONS)
def test_WOF_FAMINE_2_editions_pigs_and_big_farmers_change_nothing(edition: str) -> None:
    land = FIELD.format(a="+red:big:field", b="+red:pig:field", c="+blue:field")
    assert turned(beside(land), 2, rules(IC, TB, preset=edition)).score == each(red=2, blue=2)


def test_WOF_STORM_1_followers_in_the_supply() -> None:
    made = rules(IC, TB, HS)
    state = board(f"{wheel({(FAMINE, 0): 'green'})}, E(0,-1) FFCF +yellow:big:city ; to blue", made)
    assert [piece.name for piece in state.rules.pieces if not piece.strength] == ["shepherd", "builder", "pig"]
    assert turn(state, 3).score == each(8, green=7, yellow=7)


def test_WOF_INQUISITION_1_two_points_a_monk() -> None:
    land = """
        B(0,0) +red:monastery, B(1,0) +red:big:monastery, A(5,5) +blue:monastery, A(7,7) +green:road,
        B(9,9) +yellow:field, B(0,9) ; column wheel.pig 2
    """
    assert turned(beside(land), 2, rules(IC)).score == each(red=4, blue=2)


PLAGUED = """
    E(0,0) CFFF +red:city, U(0,5) +red:road, B(0,10) +red:monastery, B(0,15) +red:field, U(5,0) +red:big:road,
    U(6,0) +red:builder:road, B(1,15) +red:pig:field, B(10,10) +red:shepherd:field
"""


def test_WOF_PLAGUE_2_any_follower_on_the_land_and_nothing_else() -> None:
    made = rules(IC, TB, HS)
    text = f"{beside(PLAGUED, {(STORM, 0): 'red'})} ; column wheel.pig 4 ; column sheep.flock 1 {'0 ' * 19}; to red"
    state = turned(f"{text}", 1, made)
    assert engine.actor(state) == RED
    assert choices(state) == {
        "flee:follower:(0,0).city",
        "flee:follower:(0,5).road",
        "flee:follower:(0,10).monastery",
        "flee:follower:(0,15).field",
        "flee:big:(5,0).road",
    }
    for other in ("flee:builder:(6,0).road", "flee:pig:(1,15).field", "flee:shepherd:(10,10).field"):
        assert refusal(state, other)
    x, y = SPACES[STORM][0]
    assert refusal(state, f"flee:follower:({x + AWAY},{y + AWAY}).crown")
    play(state, "flee:big:(5,0).road")
    assert legal_kinds(state) == {"place"}, "the others have nobody on the land"
    assert [supply_of(state, RED, piece) for piece in ("follower", "big", "builder", "pig", "shepherd")] == [
        2,
        1,
        1,
        0,
        0,
    ]


@pytest.mark.parametrize("first", range(5))
def test_WOF_PLAGUE_1_WOF_RUL_11_one_after_the_other_from_the_player_on_turn(first: int) -> None:
    land = ", ".join(f"U({x},0) +{c}:road, U({x},5) +{c}:road" for x, c in zip(range(5), ANYONE, strict=True))
    state = turned(f"{beside(land)} ; column wheel.pig 3 ; to {ANYONE[first]}", 2)
    asked = []
    while legal_kinds(state) == {"flee"}:
        seat = engine.actor(state)
        asked.append(seat)
        assert choices(state) == {f"flee:follower:({seat},0).road", f"flee:follower:({seat},5).road"}
        for earlier in asked[:-1]:
            assert followers(state)[earlier] == 6, "what was chosen is already done"
        play(state, f"flee:follower:({seat},5).road")
    assert asked == [(first + i) % 5 for i in range(5)]
    assert engine.actor(state) == first
    assert followers(state) == each(6)
    assert state.score == each(0)


def test_WOF_RUL_8_the_plague_is_mandatory() -> None:
    state = turned(f"{beside('U(0,0) +red:road')} ; column wheel.pig 4 ; to red", 1)
    assert choices(state) == {"flee:follower:(0,0).road"}
    assert refusal(state, "-") == "wrong_moment"
    assert refusal(state, "(1,0)") == "wrong_moment"
    assert position_text(state).count("step wheel.plague") == 1


def test_WOF_PLAGUE_3_builder_and_pig_go_home_with_the_last_follower() -> None:
    land = """
        U(0,0) +red:road, U(1,0) +red:road +red:builder:road, B(0,5) +blue:field, B(1,5) +blue:pig:field,
        B(2,5) +green:field ; column wheel.pig 4 ; to red ; players 3
    """
    state = turned(beside(land), 1, rules(TB))
    play(state, "flee:follower:(0,0).road")
    assert supply_of(state, RED, "builder") == 0, "another thief stays with it"
    play(state, "flee:follower:(0,5).field")
    assert supply_of(state, BLUE, "pig") == 1, "green's farmer is no company"
    play(state, "flee:follower:(2,5).field")
    assert len(state.pieces) == 2


def test_WOF_PLAGUE_4_the_follower_is_there_for_the_piece_of_the_same_part() -> None:
    state = turned(f"{beside('U(0,0) +red:road')} ; column wheel.pig 4 ; supply 0 7 7 7 7 ; to red", 1)
    play(state, "flee:follower:(0,0).road (1,0)")
    assert {"+road", "+field.N", "-"} <= choices(state)
    play(state, "+road")
    assert followers(state) == each(7, red=0)


# The crown


def test_WOF_CROWN_1_WOF_RUL_2_one_follower_on_any_vacant_space() -> None:
    every = {space(sector, n) for sector, held in SPACES.items() for n in range(len(held))}
    assert [len(held) for held in SPACES.values()] == [1, 2, 1, 2, 1, 2]
    state = play(start(rules(IC)), "U(4,2)")
    big = {token.replace("+", "+big:") for token in every}
    assert {token for token in choices(state) if "crown" in token} == every | big
    assert len(every) == 9
    play(state, space(FORTUNE))
    assert followers(state) == [6, 7]
    assert state.seat == BLUE, "it was instead of any other piece"
    play(state, "U(5,2)")
    gone = {space(FORTUNE), space(FORTUNE).replace("+", "+big:")}
    assert {token for token in choices(state) if "crown" in token} == (every | big) - gone
    assert refusal(state, space(FORTUNE))
    play(state, space(TAXES, 1).replace("+", "+big:"))
    assert [supply_of(state, seat, "big") for seat in (RED, BLUE)] == [1, 0]


def test_WOF_CROWN_1_each_space_belongs_to_its_sector() -> None:
    for sector, held in SPACES.items():
        for n in range(len(held)):
            text = f"{wheel({(sector, n): 'blue'})} ; column wheel.pig {(sector - 1) % 6} ; supply 0 0 0 0 0 ; to red"
            state = turned(text, 1)
            fortune = 3 if sector == FORTUNE else 0
            assert state.score == each(red=fortune, blue=6 if len(held) == 2 else 3)


def test_WOF_CROWN_2_in_every_part_and_never_special_pieces() -> None:
    for tile in ("U", "WOF-FRFR-icon-1"):
        state = board(f"{wheel()}, U(4,2) +red:road, B(4,3) +red:field ; to red", rules(TB, HS))
        play(state, f"{tile}(5,2)")
        assert space(STORM) in choices(state)
        assert {"+builder:road", "+shepherd:field.N"} <= choices(state)
        for piece in ("builder", "pig", "shepherd"):
            assert not [token for token in choices(state) if piece in token and "crown" in token]
            assert refusal(state, space(STORM).replace("+", f"+{piece}:"))


def test_WOF_CROWN_3_WOF_CROWN_4_what_a_space_is_worth() -> None:
    for sector in (FAMINE, INQUISITION):
        text = f"{wheel({(sector, 0): 'blue'})} ; column wheel.pig {sector - 1} ; to red"
        assert turned(text, 1).score == each(blue=3)
    for crown, points in (
        ({(TAXES, 0): "blue"}, each(blue=6)),
        ({(TAXES, 1): "blue"}, each(blue=6)),
        ({(TAXES, 0): "blue", (TAXES, 1): "green"}, each(blue=3, green=3)),
        ({(TAXES, 0): "blue", (TAXES, 1): "blue"}, each(blue=6)),
    ):
        assert turned(f"{wheel(crown)} ; to red", 1).score == points


def test_WOF_CROWN_4_a_big_follower_is_worth_no_more() -> None:
    for piece in ("red", "red:big"):
        state = turned(f"{wheel({(TAXES, 0): piece, (TAXES, 1): 'blue'})} ; to green", 1, rules(IC))
        assert state.score == each(red=3, blue=3)
        assert supply_of(state, RED, "big") == 1


def test_WOF_CROWN_5_only_those_who_scored_come_home_and_may_be_used_at_once() -> None:
    crown = {(TAXES, 0): "red", (FAMINE, 0): "red", (STORM, 1): "blue"}
    state = turned(f"{wheel(crown)} ; supply 0 6 7 7 7 ; to red", 1)
    assert followers(state) == each(7, red=1, blue=6)
    assert len(state.pieces) == 2
    play(state, "(4,2)")
    assert {"+road", space(TAXES), space(TAXES, 1)} <= choices(state)
    play(state, "+road")
    assert followers(state) == each(7, red=0, blue=6)


def test_WOF_CROWN_6_no_other_way_back_and_nothing_in_the_end() -> None:
    crown = {(sector, n): "red" for sector, held in SPACES.items() for n in range(len(held))}
    del crown[PLAGUE, 0], crown[PLAGUE, 1]
    state = board(f"{wheel(crown)} ; column wheel.pig 4 ; to blue", rules())
    turn(state, 1)
    assert legal_kinds(state) == {"place"}, "the plague takes nobody from the crown"
    play(state, "(4,2) - A(5,2)/FFFR -")
    assert len(state.pieces) == 7, "scoring the road beside it changes nothing"
    assert finish(state) == each()


def test_WOF_CROWN_7_out_of_the_supply_and_on_no_feature() -> None:
    state = board(f"{wheel({(FAMINE, 0): 'red'})} ; to blue", rules())
    assert followers(state) == each(7, red=6)
    assert turn(state.copy(), 3).score == each(7, red=6)
    play(state, "E(1,4)/CFFF")
    assert {"+city", "+field"} <= choices(state), "city and field of the same cell are free"
    play(state, "+city")
    assert state.score == each(blue=4)
    assert finish(board(f"{wheel({(FAMINE, 0): 'red'})}, E(1,4) CFFF +blue:field", rules())) == each(blue=3)


# Rulings


def test_WOF_RUL_3_ORD_RUL_1_a_number_acts_even_if_the_tile_fits_nowhere() -> None:
    state = board("B(0,0) ; column wheel.pig 5 ; to red", rules())
    events: list[Event] = []
    state.events = events
    draw(state, "WOF-RSTU-icon-1")
    assert names(events) == ["drawn", "pig_stops", "wheel", "discarded"]
    assert state.score == each(red=3)
    assert (state.seat, state.tile, legal_kinds(state)) == (RED, NO_TILE, {"draw"})
    assert state.bag[find_tile(state.rules, "WOF-RSTU-icon-1")] == 0, "it has left the game"
    draw(state, "WOF-FRFR-icon-3")
    assert pig(state) == STORM, "the new tile turns the wheel again"
    assert state.score == each(7, red=3 + 7)
    assert legal_kinds(state) == {"place"}
    assert state.turn == 1


def test_WOF_RUL_3_the_plague_comes_before_the_tile_is_thrown_away() -> None:
    state = board("B(0,0) +red:monastery ; column wheel.pig 4 ; to red ; players 2", rules())
    draw(state, "WOF-RSTU-icon-1")
    assert choices(state) == {"flee:follower:(0,0).monastery"}
    play(state, "flee:follower:(0,0).monastery")
    assert (state.seat, legal_kinds(state)) == (RED, {"draw"})
    assert followers(state) == [7, 7]


def test_WOF_RUL_6_the_crown_in_each_part_of_a_double_turn() -> None:
    state = board(f"{wheel()}, U(4,2) +red:road +red:builder:road ; to red", rules(TB))
    play(state, f"U(5,2) {space(STORM)}")
    assert (state.seat, state.part) == (RED, 1)
    play(state, f"U(6,2) {space(STORM, 1)}")
    assert (state.seat, followers(state)) == (BLUE, each(7, red=4))
    mixed = board(f"{wheel()}, U(4,2) +red:road +red:builder:road ; to red", rules(TB))
    play(mixed, f"U(5,2) {space(STORM)} U(-1,3) +road")
    assert (mixed.seat, followers(mixed)) == (BLUE, each(7, red=4))


@pytest.mark.parametrize("piece", ["builder:road", "pig:field.S", "shepherd:field.N"])
def test_WOF_RUL_7_a_piece_on_the_tile_or_one_on_the_crown(piece: str) -> None:
    state = board(f"{wheel()}, U(4,2) +red:road +red:field.S ; to red", rules(TB, HS))
    play(state, "U(5,2)")
    assert {f"+{piece}", space(TAXES)} <= choices(state)
    crowned = play(state.copy(), space(TAXES))
    assert legal_kinds(crowned) == {"draw"}
    assert crowned.seat == BLUE
    play(state, f"+{piece}")
    assert "deploy" not in legal_kinds(state)


def test_WOF_RUL_9_the_storm_counts_before_the_crown_comes_home() -> None:
    state = turned(f"{wheel({(STORM, 0): 'red', (STORM, 1): 'blue'})} ; supply 1 0 0 0 0 ; to green", 3)
    assert state.score == each(red=1 + 3, blue=3)
    assert followers(state) == each(red=2, blue=1)


def test_WOF_RUL_10_no_knight_is_left_in_a_completed_city() -> None:
    state = board(f"{beside('E(0,0) FCFF +red:city, E(5,5) CFFF +red:city')} ; to red ; players 2", rules())
    play(state, "E(1,0)/FFFC -")
    assert state.score == [4, 0]
    turn(state, 1)
    assert state.score == [5, 0], "only the knight in the open city is left to be taxed"


def test_WOF_RUL_12_numbers_under_a_hill_do_nothing() -> None:
    state = board(f"{wheel()} ; bag HS-RFSF-hill:1 WOF-FRFR-icon-1:3 ; players 2", rules(HS))
    events = told(state, "HS-RFSF-hill(4,2)/1 -")
    assert "buried" in names(events)
    assert "pig_stops" not in names(events)
    assert (pig(state), state.buried, state.left) == (FORTUNE, 1, 2)
    assert state.score == [0, 0]
    turn(state, 1)
    assert pig(state) == TAXES


def test_WOF_RUL_12_ED_HAND_10_numbers_in_a_hand_act_when_the_tile_is_picked() -> None:
    hand = "hand WOF-FRFR-icon-3,U,U WOF-FRFR-icon-1,U,U ; bag WOF-FRFR-icon-2:2 U:4"
    state = board(f"{wheel()} ; {hand} ; players 2", rules(options="hand_size=3"))
    assert pig(state) == FORTUNE
    assert choices(state) == {"U", "WOF-FRFR-icon-3"}
    quiet = play(state.copy(), "U (4,2) - <WOF-FRFR-icon-2")
    assert (pig(quiet), quiet.score, quiet.seat) == (FORTUNE, [0, 0], BLUE), "taken into the hand, it does nothing"
    play(state, "WOF-FRFR-icon-3")
    assert (pig(state), state.score) == (STORM, [7, 7])
    assert legal_kinds(state) == {"place"}


def test_ED_HAND_10_dealing_hands_turns_nothing() -> None:
    state = start(rules(options="hand_size=3"))
    for _ in range(6):
        assert legal_kinds(state) == {"deal"}
        numbered = [a for a in state.legal if state.rules.catalogue.marks("icon")[state.rules.kind_of(a).unpack(a)[2]]]
        engine.apply(state, numbered[0])
    assert legal_kinds(state) == {"pick"}
    assert (pig(state), state.score) == (FORTUNE, [0, 0])
