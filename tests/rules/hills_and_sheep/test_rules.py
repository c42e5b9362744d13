"""The rules and rulings of Hills & Sheep: tiles, hills and vineyards."""

from __future__ import annotations

import pytest

from bastide import (
    OVER,
    BadRules,
    Game,
    Seeded,
    actor,
    make_rules,
    parse_position,
    position_text,
    sentence,
    start,
    view,
)
from bastide.games import parse_rules
from bastide.play.invariants import wrong_with
from bastide.rules.state import State
from tests.boards import (
    BLUE,
    RED,
    board,
    choices,
    draw,
    feature_at,
    finish,
    followers,
    legal_kinds,
    placements,
    play,
)
from tests.games import plies
from tests.rules.base.playing import names, scored, told
from tests.rules.hills_and_sheep.flocks import (
    AROUND,
    BIG,
    DOUBLE_CITY,
    DOUBLE_FIELD,
    FIELD_MODES,
    RULES,
    SIDES,
    TRADERS,
    TWO,
    WHEEL,
    at,
    beyond,
    flocks,
    part,
    shepherds,
    stock,
    tokens,
)

# Setting up and the tiles


@pytest.mark.parametrize("players", [2, 5, 8])
def test_HS_SETUP_1_tiles_tokens_and_shepherds(players: int) -> None:
    """HS-RUL-1: 18 tokens, 37 sheep on them."""
    state = start(parse_rules(RULES), players)
    assert state.left == 71 + 18
    assert shepherds(state) == [1] * players
    assert stock(state) == [2, 4, 5, 5, 2]
    assert sum(stock(state)) == 18
    assert sum(sheep * number for sheep, number in enumerate(stock(state))) == 37
    assert tokens(state) == [[]] * players


def test_HS_SETUP_1_eight_hills_eight_vineyards_and_two_monasteries() -> None:
    rules = parse_rules(RULES)
    own = [(t, n) for t, n in zip(rules.catalogue.tiles, rules.copies, strict=True) if t.id.startswith("HS-")]
    assert sum(n for _, n in own) == 18
    assert sum(n for tile, n in own if tile.mark("hill")) == 8
    assert sum(n for tile, n in own if tile.mark("vineyard")) == 8
    rest = [tile for tile, _ in own if not tile.mark("hill") and not tile.mark("vineyard")]
    assert sorted(tile.id for tile in rest) == ["HS-CRRF-monastery", "HS-RRSF-monastery"]
    assert all("monastery" in [segment.kind for segment in tile.segments] for tile in rest)


@pytest.mark.parametrize("rotation", SIDES)
def test_HS_TILE_1_two_cities_in_the_middle_part_the_fields(rotation: int) -> None:
    state = board(at("HS-FCFD-vineyard", (0, 0), rotation), RULES)
    assert len({part(state, (0, 0), number) for number in range(4)}) == 4
    north, south = beyond(rotation), beyond(rotation + 2 & 3)
    play(state, f"{at('B', north, 0)} - {at('B', south, 0)}")
    fields = [part(state, (0, 0), number) for number in (2, 3)]
    assert fields[0] != fields[1]
    assert {feature_at(state, *north, "field"), feature_at(state, *south, "field")} == set(fields)


@pytest.mark.parametrize("rotation", SIDES)
@pytest.mark.parametrize("plain", ["E", "C", "R", "G"])
def test_HS_TILE_2_a_city_side_joins_the_cities_of_a_double_side(rotation: int, plain: str) -> None:
    cell = beyond(rotation)
    state = board(at(DOUBLE_CITY, (0, 0), rotation), RULES)
    assert part(state, (0, 0), 0) != part(state, (0, 0), 1)
    # G shows its city to the east, the others to the north
    play(state, at(plain, cell, rotation + (1 if plain == "G" else 2)))
    city = part(state, (0, 0), 0)
    assert city == part(state, (0, 0), 1) == feature_at(state, *cell, "city")
    further = {"E": 0, "C": 3, "R": 2, "G": 1}[plain]
    assert (state.board.features.size(city), state.board.features.open[city]) == (2, 2 + further)
    assert wrong_with(state) == []


@pytest.mark.parametrize("rotation", SIDES)
def test_HS_TILE_2_it_does_so_when_the_double_side_comes_second(rotation: int) -> None:
    cell = beyond(rotation + 2 & 3)
    state = play(board(at("E", (0, 0), rotation + 2), RULES), at(DOUBLE_CITY, cell, rotation))
    assert part(state, cell, 0) == part(state, cell, 1) == feature_at(state, 0, 0, "city")


@pytest.mark.parametrize("rotation", SIDES)
@pytest.mark.parametrize("own_side", [1, 3])
def test_HS_TILE_2_the_single_sides_of_such_a_tile_join_another_double_side(rotation: int, own_side: int) -> None:
    cell = beyond(rotation)
    state = play(board(at(DOUBLE_CITY, (0, 0), rotation), RULES), at(DOUBLE_CITY, cell, rotation + 2 - own_side))
    joined, apart = (1, 0) if own_side == 1 else (0, 1)
    assert part(state, (0, 0), 0) == part(state, (0, 0), 1) == part(state, cell, joined)
    assert part(state, cell, apart) != part(state, cell, joined)


def test_HS_TILE_2_the_tile_counts_once_in_the_joined_city() -> None:
    state = board(f"{DOUBLE_CITY}(0,0) CCFC +red:city.W, E(-1,0) FCFF, E(1,0) FFFC", RULES, players=2)
    play(state, "E(0,-1)/FFCF -")
    assert state.score == [8, 0]
    assert followers(state) == [7, 7]


def test_HS_TILE_2_followers_of_both_cities_share_it() -> None:
    state = board(f"{DOUBLE_CITY}(0,0) CCFC +red:city.W +blue:city.E, E(-1,0) FCFF, E(1,0) FFFC", RULES, players=2)
    assert play(state, "E(0,-1)/FFCF -").score == [8, 8]


@pytest.mark.parametrize("rotation", SIDES)
def test_HS_TILE_3_two_double_sides_join_all_four_cities(rotation: int) -> None:
    cell = beyond(rotation)
    state = play(board(at(DOUBLE_CITY, (0, 0), rotation), RULES), at(DOUBLE_CITY, cell, rotation + 2))
    (city,) = {part(state, place, number) for place in ((0, 0), cell) for number in (0, 1)}
    assert (state.board.features.size(city), state.board.features.open[city]) == (2, 4)
    assert part(state, (0, 0), 2) != part(state, cell, 2)
    assert wrong_with(state) == []


@pytest.mark.parametrize("rotation", SIDES)
@pytest.mark.parametrize("plain", ["B", "E", "N"])
def test_HS_TILE_4_a_field_side_joins_the_fields_of_a_double_side(rotation: int, plain: str) -> None:
    cell = beyond(rotation + 2 & 3)
    state = board(at(DOUBLE_FIELD, (0, 0), rotation), RULES)
    assert part(state, (0, 0), 1) != part(state, (0, 0), 2)
    # The southern sides of E and N are fields; the divided side was the southern one too
    play(state, at(plain, cell, rotation + 2))
    assert part(state, (0, 0), 1) == part(state, (0, 0), 2) == feature_at(state, *cell, "field")
    if plain != "B":
        assert part(state, (0, 0), 0) != feature_at(state, *cell, "city")
    assert wrong_with(state) == []


@pytest.mark.parametrize("rotation", SIDES)
def test_HS_TILE_4_a_road_does_not_fit_there(rotation: int) -> None:
    cell = beyond(rotation + 2 & 3)
    found = placements(board(at(DOUBLE_FIELD, (0, 0), rotation), RULES), "X")
    assert not [token for token in found if token.startswith(f"({cell[0]},{cell[1]})")]


@pytest.mark.parametrize("rotation", SIDES)
def test_HS_TILE_5_two_double_sides_keep_the_fields_and_the_cities_apart(rotation: int) -> None:
    cell = beyond(rotation + 2 & 3)
    state = play(board(at(DOUBLE_FIELD, (0, 0), rotation), RULES), at(DOUBLE_FIELD, cell, rotation + 2))
    assert part(state, (0, 0), 0) != part(state, cell, 0)
    # Left of one meets right of the other
    assert part(state, (0, 0), 1) == part(state, cell, 2)
    assert part(state, (0, 0), 2) == part(state, cell, 1)
    assert part(state, (0, 0), 1) != part(state, (0, 0), 2)
    assert wrong_with(state) == []


@pytest.mark.parametrize("rotation", SIDES)
@pytest.mark.parametrize("own_side", [1, 3])
def test_HS_TILE_5_an_ordinary_side_of_such_a_tile_still_joins_both(rotation: int, own_side: int) -> None:
    cell = beyond(rotation + 2 & 3)
    state = play(board(at(DOUBLE_FIELD, (0, 0), rotation), RULES), at(DOUBLE_FIELD, cell, rotation - own_side))
    joined, apart = (1, 2) if own_side == 1 else (2, 1)
    assert part(state, (0, 0), 1) == part(state, (0, 0), 2) == part(state, cell, joined)
    assert part(state, cell, apart) != part(state, cell, joined)


@pytest.mark.parametrize(
    ("tile", "roads"),
    [
        ("HS-RFSF-hill", ("N", "S")),
        ("HS-FFRS-hill", ("S", "W")),
        ("HS-RRSF-monastery", ("N", "S")),
        ("HS-FRSR-vineyard", ("E", "S")),
    ],
)
def test_HS_TILE_6_houses_make_two_roads(tile: str, roads: tuple[str, str]) -> None:
    state = board(f"{tile}(0,0)", RULES)
    assert len({feature_at(state, 0, 0, f"road.{side}") for side in roads}) == 2


def test_HS_TILE_6_a_road_is_complete_at_the_houses() -> None:
    state = play(board("W(0,-1) RRRF", RULES, players=2), "HS-RFSF-hill(0,0) +road.N")
    assert state.score == [2, 0]
    play(state, "U(0,1)/RFRF")
    assert "+road" in choices(state), "the road beyond is another one"


# Hills


def test_HS_HILL_1_a_tile_of_the_supply_goes_under_the_hill_unseen() -> None:
    state = start(parse_rules(RULES), 2)
    draw(state, "HS-CRRF-hill")
    left, bag, unseen = state.left, list(state.bag), view(state, 0)["unseen"]
    events = told(state, "(1,0)/1")
    assert (state.left, state.buried) == (left - 1, 1)
    assert state.bag == bag, "nobody knows which tile it was"
    for watcher in (0, 1, None):
        assert view(state, watcher)["unseen"] == unseen
        assert view(state, watcher)["left"] == left - 1
    (buried,) = [event for event in events if event.name == "buried"]
    assert (dict(buried.facts), dict(buried.private)) == ({}, {})
    assert parse_position(position_text(state)).key() == state.key()


def test_HS_HILL_1_no_other_tile_costs_any() -> None:
    state = start(parse_rules(RULES), 2)
    left = state.left
    play(state, "HS-CFFF-deep-vineyard(0,-1)/2 - HS-FRSR-vineyard(1,0) -")
    assert (state.left, state.buried) == (left - 2, 0)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_HS_HILL_1_a_whole_game_is_shorter_by_its_hills(seed: int) -> None:
    game = Game(RULES, seats=3, dealer=Seeded(seed))
    discarded = sum(event.name == "discarded" for events in plies(game, seed) for event in events)
    state = game.state
    hills = sum(bool(state.board.mark(number, "hill")) for number in range(len(state.board.laid)))
    assert hills > 0
    assert state.left == 0
    assert state.buried in (hills, hills - 1), "only a hill laid last may have none"
    assert sum(state.bag) == state.buried
    assert len(state.board.laid) + discarded + state.buried == 90


def test_HS_HILL_2_with_an_empty_supply_it_is_a_hill_all_the_same() -> None:
    """ED-HAND-11: tiles in hands are no supply."""
    state = board(
        """
        E(0,-1) FFCF, E(-1,-1) FFCF, E(-2,0) FCFF +blue:city
        ; players 2 ; hand HS-CFFC-hill,U,- R,U,- ; bag empty
        """,
        f"{RULES} hand_size=3",
    )
    play(state, "HS-CFFC-hill (0,0)/CFFC +city")
    assert (state.buried, state.left) == (0, 0)
    assert [len(state.hand_of(seat)) for seat in (RED, BLUE)] == [1, 2]
    play(state, "R (-1,0)/CCFC -")
    assert state.score == [10, 0]


def test_ED_HAND_11_the_tile_under_a_hill_never_comes_from_a_hand() -> None:
    state = board("E(0,0) CFFF ; players 2 ; hand HS-CFFC-hill,U,U V,V,V ; bag B:3", f"{RULES} hand_size=3")
    events = told(state, "HS-CFFC-hill (0,1)/FFCC")
    assert "buried" in names(events)
    assert (state.buried, state.left) == (1, 2)
    assert [len(state.hand_of(seat)) for seat in (RED, BLUE)] == [2, 3]
    play(state, "- <B")
    assert [len(state.hand_of(seat)) for seat in (RED, BLUE)] == [3, 3]
    assert state.left == 1


def test_HS_HILL_3_icons_and_hills_underneath_do_nothing() -> None:
    state = board("E(0,0) CFFF ; players 2 ; bag HS-CFFC-hill:1 WOF-FFRR-icon-3:2", WHEEL)
    draw(state, "HS-CFFC-hill")
    events = told(state, "(0,1)/FFCC")
    assert (state.buried, state.left) == (1, 1)
    assert "pig_stops" not in names(events)
    assert state.ext["wheel.pig"] == [0]

    hills = board("E(0,0) CFFF ; players 2 ; bag HS-CFFC-hill:1 HS-CRRF-hill:3", RULES)
    play(hills, "HS-CFFC-hill(0,1)/FFCC")
    assert (hills.buried, hills.left) == (1, 2)


def test_HS_HILL_4_the_hill_is_no_feature() -> None:
    state = play(board("E(0,0) CFFF", RULES), "HS-CFRF-hill(1,0)")
    assert choices(state) == {
        "-", "+city", "+road", "+field.E", "+field.W", "+shepherd:field.E", "+shepherd:field.W"
    }  # fmt: skip


ROAD = "A(-1,0) FRFF, {tile}(0,0) CFRR +{first}:road, A(0,2) RFFF +{second}:road ; to green ; players 3"


@pytest.mark.parametrize(
    ("tile", "first", "second", "points"),
    [
        ("HS-CFRR-hill", "red", "blue", [4, 0, 0]),
        ("HS-CFRR-hill", "blue", "red", [0, 4, 0]),
        ("K", "red", "blue", [4, 4, 0]),
    ],
)
def test_HS_HILL_5_a_thief_on_a_hill_wins_a_tied_road(tile: str, first: str, second: str, points: list[int]) -> None:
    """HS-HILL-8: all of them come home."""
    state = play(board(ROAD.format(tile=tile, first=first, second=second), RULES), "U(0,1)/RFRF -")
    assert state.score == points
    assert followers(state) == [7, 7, 7]


def test_HS_HILL_5_also_in_the_final_scoring_of_an_open_road_and_city() -> None:
    road = "HS-CFRR-hill(0,0) CFRR +red:road, U(0,1) RFRF +blue:road ; players 2"
    assert finish(board(road, RULES)) == [2, 0]
    city = "HS-CFFC-hill(0,0) CFFC +red:city, E(0,-1) FFCF +blue:city ; players 2"
    assert finish(board(city, RULES)) == [2, 0]
    assert finish(board(city.replace("HS-CFFC-hill", "N"), RULES)) == [2, 2]


TIED_FIELD = "{tile}(0,0) +{first}:field{side}, E(0,-1) FFCF, E(1,0) CFFF +{second}:field ; players 2"


@pytest.mark.parametrize(("mode", "points"), FIELD_MODES)
def test_HS_HILL_5_a_farmer_on_a_hill_wins_a_tied_field(mode: str, points: int) -> None:
    """HS-HILL-9: the same when fields are counted city by city."""
    rules = f"{RULES} field_scoring={mode}"
    hill = {"tile": "HS-CFRF-hill", "side": ".E"}
    assert finish(board(TIED_FIELD.format(**hill, first="red", second="blue"), rules)) == [points, 0]
    assert finish(board(TIED_FIELD.format(**hill, first="blue", second="red"), rules)) == [0, points]
    flat = TIED_FIELD.format(tile="E", side="", first="red", second="blue")
    assert finish(board(flat, rules)) == [points, points]


@pytest.mark.parametrize(("mode", "points"), [("per_field_3", [3, 3]), ("per_city_3", [3, 0]), ("per_city_4", [4, 0])])
def test_HS_HILL_9_the_farmers_of_all_fields_around_a_city(mode: str, points: list[int]) -> None:
    state = board(
        "HS-CFRF-hill(0,0) CFRF +red:field.E, E(0,-1) FFCF, E(-1,0) CFFF +blue:field ; players 2",
        f"{RULES} field_scoring={mode}",
    )
    assert feature_at(state, 0, 0, "field.E") != feature_at(state, -1, 0, "field")
    assert finish(state) == points


@pytest.mark.parametrize("mode", ["per_city_3", "per_city_4"])
def test_HS_HILL_9_a_hill_in_a_field_elsewhere_does_not_count(mode: str) -> None:
    state = board(
        """
        HS-CFRF-hill(0,0) CFRF +red:field.W, E(0,-1) FFCF, E(1,0) CFFF +red:field, E(1,-1) FFCF +blue:field,
        HS-CFFC-hill(5,5) +blue:field ; players 2
        """,
        f"{RULES} field_scoring={mode}",
    )
    each = 3 if mode == "per_city_3" else 4
    # Around the western city Red has two farmers and Blue one; around the eastern one they are level, with no hill
    assert feature_at(state, 1, -1, "field") != feature_at(state, 1, 0, "field")
    gained = finish(state)
    assert gained[BLUE] == each
    assert gained[RED] == 2 * each


ROSE = "{north}, {east}, {south}, {west} ; to green ; players 3"
"""Four tiles around the empty cell (0,0); the full city C joins them to one of 5 tiles and a shield: 12 points."""


def rose(north: str, east: str, south: str, west: str, rules: str = RULES) -> State:
    state = board(ROSE.format(north=north, east=east, south=south, west=west), rules)
    return play(state, "C(0,0)")


def test_HS_HILL_6_how_many_stand_on_hills_does_not_matter() -> None:
    """HS-RUL-3: both are on a hill, so they stay tied."""
    state = rose(
        "HS-CFRF-hill(0,-1) RFCF +red:city",
        "HS-CFDF-hill(1,0) FCFC +red:city.W",
        "HS-CFFC-hill(0,1) CFFC +blue:city",
        "E(-1,0) FCFF +blue:city",
    )
    # The city of the southern tile goes on to its west
    assert state.score == [0, 0, 0]
    assert finish(state)[:2] == [6, 6]


def test_HS_HILL_6_without_anybody_on_a_hill_the_tie_stands() -> None:
    state = rose("HS-CFRF-hill(0,-1) RFCF", "E(1,0) FFFC +red:city", "E(0,1) CFFF", "E(-1,0) FCFF +blue:city")
    assert state.score == [12, 12, 0]


def test_HS_HILL_7_a_hill_does_not_help_against_more_followers() -> None:
    state = rose(
        "HS-CFRF-hill(0,-1) RFCF +red:city", "E(1,0) FFFC +blue:city", "E(0,1) CFFF", "E(-1,0) FCFF +blue:city"
    )
    assert state.score == [0, 12, 0]


def test_HS_HILL_7_nor_does_it_beat_a_third_player_with_more() -> None:
    state = rose(
        "HS-CFRF-hill(0,-1) RFCF +red:city",
        "E(1,0) FFFC +blue:city",
        "E(0,1) CFFF +green:big:city",
        "E(-1,0) FCFF",
        BIG,
    )
    assert state.score == [0, 0, 12]


@pytest.mark.parametrize(
    ("north", "east", "west", "points"),
    [
        ("+red:big:city", "+blue:city", "+blue:city", [12, 0, 0]),
        ("+blue:city", "+blue:city", "+red:big:city", [0, 12, 0]),
        ("+red:city", "+blue:big:city", "", [0, 12, 0]),
        ("+red:big:city", "+blue:big:city", "", [12, 0, 0]),
    ],
)
def test_HS_HILL_5_strength_first_then_the_hill(north: str, east: str, west: str, points: list[int]) -> None:
    state = rose(f"HS-CFRF-hill(0,-1) RFCF {north}", f"E(1,0) FFFC {east}", "E(0,1) CFFF", f"E(-1,0) FCFF {west}", BIG)
    assert state.score == points


@pytest.mark.parametrize(("mode", "points"), FIELD_MODES)
def test_HS_HILL_5_a_big_farmer_counts_two_before_the_hill(mode: str, points: int) -> None:
    rules = f"{BIG} field_scoring={mode}"
    hill = {"tile": "HS-CFRF-hill", "side": ".E"}
    assert finish(board(TIED_FIELD.format(**hill, first="red", second="blue:big"), rules)) == [0, points]
    assert finish(board(TIED_FIELD.format(**hill, first="red:big", second="blue:big"), rules)) == [points, 0]


def test_HS_HILL_10_a_builder_on_a_hill_breaks_no_tie() -> None:
    state = rose(
        "HS-CFRF-hill(0,-1) RFCF +red:builder:city",
        "E(1,0) FFFC +red:city",
        "E(0,1) CFFF",
        "E(-1,0) FCFF +blue:city",
        TRADERS,
    )
    assert state.score == [12, 12, 0]


@pytest.mark.parametrize(("mode", "points"), FIELD_MODES)
def test_HS_HILL_10_nor_do_a_pig_and_a_shepherd(mode: str, points: int) -> None:
    text = """
        HS-CFRF-hill(0,0) CFRF {special}, E(0,-1) FFCF, E(1,0) CFFF +blue:field, B(1,1) +red:field ; players 2
    """
    rules = f"{TRADERS} field_scoring={mode}"
    assert finish(board(text.format(special="+red:shepherd:field.E"), rules)) == [points, points]
    assert finish(board(text.format(special="+red:pig:field.E"), rules)) == [points + 1, points]


def test_HS_RUL_4_the_follower_on_the_hill_must_be_in_the_scored_feature() -> None:
    state = rose(
        "HS-CFRF-hill(0,-1) RFCF +red:road +red:field.W",
        "E(1,0) FFFC +red:city",
        "E(0,1) CFFF",
        "E(-1,0) FCFF +blue:city",
    )
    assert state.score == [12, 12, 0]


def test_HS_RUL_5_a_hill_that_fits_nowhere_takes_no_tile() -> None:
    state = board("C(0,0) ; players 2 ; bag HS-RFSF-hill:1 E:4", RULES)
    events = told(state, "HS-RFSF-hill")
    assert names(events) == ["drawn", "discarded"]
    assert (state.left, state.buried, state.seat, legal_kinds(state)) == (4, 0, RED, {"draw"})
    play(state, "E(1,0)/FFFC -")
    assert state.left == 3


BUILDER = "W(0,0) FRRR +red:road.E, U(1,0) FRFR +red:builder:road ; players 2 ; bag "


def test_HS_HILL_1_the_tile_underneath_may_cost_the_second_part() -> None:
    last = play(board(f"{BUILDER} HS-CFRR-hill:1 B:1", TRADERS), "HS-CFRR-hill(2,0)/CFRR -")
    assert actor(last) == OVER
    enough = play(board(f"{BUILDER} HS-CFRR-hill:1 B:2", TRADERS), "HS-CFRR-hill(2,0)/CFRR -")
    assert (enough.seat, enough.part, enough.left) == (RED, 1, 1)
    again = play(board(f"{BUILDER} U:1 HS-CFRR-hill:1 B:3", TRADERS), "U(2,0) - HS-CFRR-hill(3,0)/CFRR")
    assert (again.part, again.buried, again.left) == (1, 1, 2)


# Vineyards

GARDEN = {**AROUND, (0, -1): "E(0,-1) CFFF"}


def garden(*without: tuple[int, int]) -> str:
    return ", ".join(tile for cell, tile in GARDEN.items() if cell not in without) + " ; to blue ; players 2"


def test_HS_VINE_1_three_points_for_every_vineyard_around() -> None:
    state = board(garden((-1, 0)), RULES)
    events = told(state, "E(-1,0)/FFFC -")
    assert scored(events) == [("monastery", 12, [RED])]
    # A vineyard that is itself the last tile counts as well
    last = play(board(garden((-1, -1)), RULES), "HS-CFFC-vineyard(-1,-1)/CFFC -")
    assert last.score == [12, 0]
    plain = play(board(garden((-1, -1)), RULES), "N(-1,-1)/CFFC -")
    assert plain.score == [9, 0]


def test_HS_VINE_1_a_vineyard_further_away_does_not_count() -> None:
    state = board(
        garden((-1, 0), (-1, -1)).replace(" ; to", ", HS-CFFC-vineyard(-2,0) FCCF, N(-1,-1) CFFC ; to", 1), RULES
    )
    play(state, "E(-1,0)/FFFC -")
    assert state.score == [9, 0]


def test_HS_VINE_2_one_vineyard_serves_several_monasteries() -> None:
    row = "B(0,0) +red:monastery, B(1,0) +blue:monastery, HS-CFFF-deep-vineyard(0,-1) CFFF, E(1,-1) CFFF"
    rest = "E(-1,-1) CFFF, E(2,-1) CFFF, B(-1,0), B(2,0), B(-1,1), B(0,1), B(2,1)"
    state = play(board(f"{row}, {rest} ; players 2", RULES), "B(1,1) -")
    assert state.score == [12, 12]


@pytest.mark.parametrize(("half", "points"), [("off", 8), ("on", 4)])
def test_HS_VINE_3_an_incomplete_monastery_gets_nothing_for_them(half: str, points: int) -> None:
    assert finish(board(garden((0, 1)), f"{RULES} half_points={half}")) == [points, 0]


def test_HS_VINE_4_a_vineyard_changes_no_field_and_no_tile_is_its_own_neighbour() -> None:
    state = board("HS-CFFC-vineyard(0,0) CFFC, B(1,0), B(0,1)", RULES)
    assert feature_at(state, 1, 0, "field") == feature_at(state, 0, 0, "field") == feature_at(state, 0, 1, "field")
    tiles = make_rules(expansions=["hills_and_sheep", "river"]).catalogue.tiles
    both = [t.id for t in tiles if t.mark("vineyard") and "monastery" in [segment.kind for segment in t.segments]]
    assert both == [], "a monastery tile has no vineyard of its own to count"


# With other expansions and options


def test_HS_FLOCK_1_and_hills_and_vineyards_work_without_farmers() -> None:
    rules = f"{RULES} farmers=off"
    state = play(board("E(0,0) CFFF ; players 2", rules), "B(0,1)")
    assert choices(state) == {"-", "+monastery", "+shepherd:field"}
    play(state, "+shepherd:field token:3 B(0,2) - B(0,3) herd -")
    assert state.score == [3, 0]
    road = board(ROAD.format(tile="HS-CFRR-hill", first="red", second="blue"), rules)
    assert play(road, "U(0,1)/RFRF -").score == [4, 0, 0]
    assert play(board(garden((-1, 0)), rules), "E(-1,0)/FFFC -").score == [12, 0]


def wheel_after(icon_tile: str, pig: int, position: str) -> State:
    state = board(f"{position} ; players 2 ; column wheel.pig {pig}", WHEEL)
    return draw(state, icon_tile)


def test_HS_SHEPHERD_3_the_wheel_passes_shepherds_by() -> None:
    icon = "WOF-FFRR-icon-1"
    shepherd = "E(0,-1) FFCF, E(0,0) CFFF +red:shepherd:field" + flocks([3])
    plague = wheel_after(icon, 4, shepherd)
    assert plague.ext["wheel.pig"] == [5]
    assert legal_kinds(plague) == {"place"}, "nobody has a follower to take back"
    assert shepherds(plague) == [0, 1]
    storm = wheel_after(icon, 2, shepherd)
    assert storm.score == [7, 7]
    famine = wheel_after(icon, 1, shepherd)
    assert famine.score == [0, 0]
    farmer = wheel_after(icon, 1, "E(0,-1) FFCF, E(0,0) CFFF +red:field")
    assert farmer.score == [1, 0], "a farmer would have counted"


def test_HS_RUL_11_there_is_no_dragon() -> None:
    with pytest.raises(BadRules, match="princess_and_dragon"):
        make_rules(expansions=["hills_and_sheep", "princess_and_dragon"])
    assert set(parse_rules(RULES).piece_number) == {"follower", "shepherd"}


# The words


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Red herds the flock: 8 sheep × 1 = 8 points.", "Blue herds the flock: 8 sheep × 1 = 8 points."]),
        (
            "fr",
            [
                "Red rassemble le troupeau : 8 moutons × 1 = 8 points.",
                "Blue rassemble le troupeau : 8 moutons × 1 = 8 points.",
            ],
        ),
    ],
)
def test_HS_FLOCK_5_herding_is_told(language: str, said: list[str]) -> None:
    events = told(board(TWO, RULES), "B(0,1) herd")
    assert [sentence(event, ["Red", "Blue"], language) for event in events if event.name == "herded"] == said


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "1 vineyard × 3 = 12 points for Red."), ("fr", "1 vignoble × 3 = 12 points pour Red.")],
)
def test_HS_VINE_1_vineyards_are_told(language: str, said: str) -> None:
    events = told(board(garden((-1, 0)), RULES), "E(-1,0)/FFFC -")
    (score,) = [sentence(event, ["Red", "Blue"], language) for event in events if event.name == "scored"]
    assert said in score


@pytest.mark.parametrize(
    ("language", "sheep", "wolf", "hill"),
    [
        ("en", "Red draws a token with 1 sheep.", "Red draws a wolf.", "A tile goes unseen under the hill."),
        (
            "fr",
            "Red pioche un jeton de 1 mouton.",
            "Red pioche un loup.",
            "Une tuile est glissée, face cachée, sous la colline.",
        ),
    ],
)
def test_HS_SHEPHERD_2_tokens_and_hills_are_told(language: str, sheep: str, wolf: str, hill: str) -> None:
    for token, said in ((1, sheep), (0, wolf)):
        events = told(board("E(0,0) CFFF ; players 2", RULES), f"HS-CFFC-hill(0,1)/FFCC +shepherd:field token:{token}")
        words = [sentence(event, ["Red", "Blue"], language) for event in events]
        assert said in words
        assert hill in words


def test_HS_HILL_5_a_tie_that_a_hill_decides_is_told() -> None:
    position = "HS-RFSF-hill(0,0)/1 +1:road.E, U(1,0) FRFR, U(2,0) FRFR +2:road ; bag empty"
    game = Game(position=f"{position} ; rules {RULES}", seats=["Red", "Blue"])
    told = next(event for event in game.story(None) if event.name == "scored")
    assert sentence(told, game.seats).endswith(
        "for Red. Strength there: Red 1, Blue 1. The tie goes to Red, on a hill."
    )
    assert sentence(told, game.seats, "fr").endswith("L'égalité revient à Red, sur une colline.")


def test_HS_HILL_6_a_tie_that_no_hill_decides_is_told_without_one() -> None:
    game = Game(position=f"U(0,0) FRFR +1:road, U(1,0) FRFR +2:road ; bag empty ; rules {RULES}", seats=["Red", "Blue"])
    told = next(event for event in game.story(None) if event.name == "scored")
    assert (told.facts["winners"], told.facts["tie"]) == ([RED, BLUE], None)


def test_HS_FLOCK_4_a_wolf_scatters_the_field_whoever_has_tokens() -> None:
    text = f"D(0,0)+1:shepherd:field.S+2:shepherd:field.S ; players 2 {flocks([], [2])}"
    state = play(board(text, RULES), "B(0,1) expand token:0")
    assert shepherds(state) == [1, 1]
    assert tokens(state) == [[], []]
