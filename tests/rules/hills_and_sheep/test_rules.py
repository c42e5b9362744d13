"""Hills, shepherds and vineyards, rule by rule."""

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
from bastide import weights as chances
from bastide.expansions.hills_and_sheep import TOKENS
from bastide.games import parse_rules
from bastide.kernel.geometry import STEPS, cell_at, xy
from bastide.play.invariants import wrong_with
from bastide.rules.pieces import in_supply
from bastide.rules.scoring import strengths
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
    refusal,
)
from tests.rules.base.playing import names, plies, scored, told
from tests.rules.hills_and_sheep.flocks import AROUND, CLOSED, RULES, flocks, shepherds, stock, tokens

BIG = "bigbox2014 expansions=hills_and_sheep,inns_and_cathedrals"
TRADERS = "bigbox2014 expansions=hills_and_sheep,traders_and_builders"
WHEEL = "bigbox2014 expansions=hills_and_sheep,wheel_of_fortune"
FIELD_MODES = [("per_field_3", 3), ("per_city_3", 3), ("per_city_4", 4)]
DOUBLE_CITY, DOUBLE_FIELD = "HS-CDFC-vineyard", "HS-CFFF-deep-vineyard"
SIDES = range(4)


def part(state: State, cell: tuple[int, int], number: int) -> int:
    """Return the feature of a tile's segment, by its number on the tile."""
    return state.board.features.root[state.board.segment(cell_at(*cell), number)]


def beyond(side: int) -> tuple[int, int]:
    return xy(cell_at(0, 0) + STEPS[side])


def at(tile: str, cell: tuple[int, int], rotation: int) -> str:
    return f"{tile}({cell[0]},{cell[1]})/{rotation % 4}"


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


# The shepherd


def test_HS_SHEPHERD_1_a_shepherd_needs_a_field_without_shepherd() -> None:
    state = play(board("U(0,0) FRFR +red:shepherd:field.N ; to blue", RULES), "U(1,0)")
    assert {token for token in choices(state) if "shepherd" in token} == {"+shepherd:field.S"}
    assert refusal(state, "+shepherd:field.N")
    # Nor a second one where one's own would be
    own = play(board("U(0,0) FRFR +red:shepherd:field.N ; players 2" + flocks([1]), RULES), "U(1,0) expand token:1")
    assert not [token for token in choices(own) if "shepherd" in token], "the only shepherd is on the board"


def test_HS_SHEPHERD_1_farmers_and_pigs_do_not_matter() -> None:
    state = board("U(0,0) FRFR +blue:field.N +blue:pig:field.N ; players 2", TRADERS)
    play(state, "U(1,0)")
    assert "+shepherd:field.N" in choices(state)
    assert "+field.N" not in choices(state)
    play(state, "+shepherd:field.N token:2")
    assert shepherds(state) == [0, 1]


def test_HS_SHEPHERD_1_a_shepherd_does_not_keep_farmers_out() -> None:
    state = play(board("U(0,0) FRFR +red:shepherd:field.N ; to blue ; players 2", RULES), "U(1,0) +field.N")
    assert followers(state) == [7, 6]
    assert finish(board("E(0,-1) FFCF, E(0,0) CFFF +red:shepherd:field +blue:field ; players 2", RULES)) == [0, 3]


def test_HS_SHEPHERD_1_only_fields_of_the_new_tile() -> None:
    state = play(board("E(0,0) CFFF, D(0,-1) FRCR", RULES), "J(1,0)")
    assert {token for token in choices(state) if "shepherd" in token} == {"+shepherd:field.W", "+shepherd:field.Er"}
    for spot in ("city", "road", "(0,0).field"):
        assert refusal(state, f"+shepherd:{spot}")


@pytest.mark.parametrize("sheep", [1, 2, 3, 4])
def test_HS_SHEPHERD_2_sheep_stay_with_him(sheep: int) -> None:
    state = play(board("U(0,0) FRFR", RULES, players=2), "U(1,0) +shepherd:field.N")
    assert chances(state) == [2, 4, 5, 5, 2]
    assert legal_kinds(state) == {"token"}
    play(state, f"token:{sheep}")
    assert tokens(state) == [[sheep], []]
    assert shepherds(state) == [0, 1]
    assert sum(stock(state)) == 17
    assert stock(state)[sheep] == TOKENS[sheep] - 1
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"}), "the piece step is used"


def test_HS_SHEPHERD_2_a_wolf_sends_him_home() -> None:
    """HS-RUL-10: nothing else may be put down instead."""
    state = play(board("U(0,0) FRFR", RULES, players=2), "U(1,0) +shepherd:field.N token:0")
    assert shepherds(state) == [1, 1]
    assert not state.pieces
    assert stock(state) == [2, 4, 5, 5, 2]
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"})


def test_HS_SHEPHERD_3_a_shepherd_is_no_follower() -> None:
    state = board("E(0,-1) FFCF, E(0,0) CFFF +red:shepherd:field ; players 2", RULES)
    assert strengths(state, [feature_at(state, 0, 0, "field")]) == [0, 0]
    for mode, _ in FIELD_MODES:
        text = "E(0,-1) FFCF, E(0,0) CFFF +red:shepherd:field, B(0,1) +blue:field ; players 2"
        gained = finish(board(text, f"{RULES} field_scoring={mode}"))
        assert gained[RED] == 0
        assert gained[BLUE] > 0
    monastery = play(board("B(0,0) +red:shepherd:field ; to blue", RULES), "A(0,1)/FFRF")
    assert "+field" in choices(monastery), "the field is not occupied"


# The flock

ONE = "E(0,0) CFFF +red:shepherd:field ; players 2" + flocks([3])
TWO = "E(0,0) CFFF +red:shepherd:field, E(1,0) CFFF +blue:shepherd:field ; players 2" + flocks([3], [1, 4])


def test_HS_FLOCK_1_expand_or_herd_one_of_them_before_the_piece() -> None:
    """HS-RUL-2."""
    state = play(board(ONE, RULES), "B(0,1)")
    assert choices(state) == {"expand", "herd"}
    assert refusal(state, "-") == refusal(state, "+monastery") == "wrong_moment"
    play(state, "herd")
    assert "+monastery" in choices(state)
    assert refusal(state, "herd") == refusal(state, "expand") == "wrong_moment", "once only"


def test_HS_FLOCK_1_only_the_field_of_the_shepherd_counts() -> None:
    state = board("U(0,0) FRFR +red:shepherd:field.N, B(0,2) ; players 2" + flocks([3]), RULES)
    assert choices(play(state.copy(), "B(0,1)")) >= {"-", "+field", "+monastery"}
    assert choices(play(state.copy(), "B(0,-1)")) == {"expand", "herd"}


def test_HS_FLOCK_1_a_shepherd_put_down_now_waits_for_the_next_tile() -> None:
    state = play(board("E(0,0) CFFF ; players 2", RULES), "B(0,1) +shepherd:field token:2")
    assert (state.seat, state.score) == (BLUE, [0, 0])
    play(state, "B(0,2)")
    assert legal_kinds(state) == {"pass", "deploy"}
    play(state, "- B(0,3)")
    assert choices(state) == {"expand", "herd"}


def test_HS_FLOCK_1_once_in_every_part_of_a_double_turn() -> None:
    state = board(
        """
        W(0,0) FRRR +red:road.E, U(1,0) FRFR +red:builder:road +red:shepherd:field.N ; players 2
        """
        + flocks([3]),
        TRADERS,
    )
    play(state, "U(2,0)")
    assert choices(state) == {"expand", "herd"}
    play(state, "expand token:1 - U(3,0)")
    assert (state.part, choices(state)) == (1, {"expand", "herd"})
    play(state, "herd")
    assert state.score == [4, 0]


def test_HS_FLOCK_1_a_shepherd_of_the_first_part_acts_in_the_second() -> None:
    state = board("W(0,0) FRRR +red:road.E, U(1,0) FRFR +red:builder:road ; players 2", TRADERS)
    play(state, "U(2,0) +shepherd:field.N token:2 U(3,0)")
    assert (state.part, choices(state)) == (1, {"expand", "herd"})


def test_HS_FLOCK_2_other_shepherds_do_not_act() -> None:
    """HS-RUL-8: another player's tile gives the shepherd's owner nothing."""
    state = play(board(f"{ONE} ; to blue", RULES), "B(0,1)")
    assert legal_kinds(state) == {"pass", "deploy"}
    play(state, "-")
    assert (state.score, tokens(state), shepherds(state)) == ([0, 0], [[3], []], [0, 1])


def test_HS_FLOCK_3_the_new_token_goes_to_the_player_on_turn() -> None:
    state = play(board(f"{TWO} ; to blue", RULES), "B(0,1) expand")
    assert legal_kinds(state) == {"token"}
    assert chances(state) == [2, 3, 5, 4, 1]
    play(state, "token:2")
    assert tokens(state) == [[3], [1, 2, 4]]
    assert stock(state) == [2, 3, 4, 4, 1]
    assert state.score == [0, 0]
    assert shepherds(state) == [0, 0]
    assert legal_kinds(state) == {"pass", "deploy"}


def test_HS_FLOCK_4_a_wolf_clears_only_its_own_field() -> None:
    state = board(
        """
        E(0,0) CFFF +red:shepherd:field, E(1,0) CFFF +blue:shepherd:field, E(9,9) +green:shepherd:field ; players 3
        """
        + flocks([3], [1, 4], [2], players=3),
        RULES,
    )
    play(state, "B(0,1) expand token:0")
    assert tokens(state) == [[], [], [2]]
    assert shepherds(state) == [1, 1, 0]
    assert stock(state) == [2, 4, 4, 5, 2]
    assert state.score == [0, 0, 0]


def test_HS_FLOCK_5_all_shepherds_of_the_field_get_the_whole_sum() -> None:
    """HS-FLOCK-6, HS-RUL-9: several tokens of one player are one sum. HS-RUL-12: farmers get nothing."""
    state = board(
        """
        E(0,0) CFFF +red:shepherd:field, E(1,0) CFFF +blue:shepherd:field +green:field, E(9,9) +yellow:shepherd:field
        ; players 4
        """
        + flocks([3], [1, 4], [], [2], players=4),
        RULES,
    )
    events = told(state, "B(0,1) herd")
    assert state.score == [8, 8, 0, 0]
    assert tokens(state) == [[], [], [], [2]]
    assert shepherds(state) == [1, 1, 1, 0]
    assert followers(state) == [7, 7, 6, 7], "farmers stay"
    assert [event.seat for event in events if event.name == "herded"] == [RED, BLUE]


def test_HS_FLOCK_7_a_shepherd_who_came_home_may_stand_on_the_same_tile() -> None:
    """HS-RUL-13, after herding and after a wolf; ORD-1."""
    for way in ("herd", "expand token:0"):
        state = play(board(ONE, RULES), f"B(0,1) {way}")
        assert "+shepherd:field" in choices(state)
        play(state, "+shepherd:field token:1")
        assert tokens(state) == [[1], []]
    grown = play(board(ONE, RULES), "B(0,1) expand token:1")
    assert "+shepherd:field" not in choices(grown)


def test_HS_FLOCK_8_joined_fields_share_shepherds_and_tokens() -> None:
    text = "E(0,0) FCFF +red:shepherd:field, E(2,0) FFFC +blue:shepherd:field ; players 2" + flocks([3], [1, 4])
    apart = play(board(text, RULES), "B(0,1) herd")
    assert (apart.score, tokens(apart)) == ([3, 0], [[], [1, 4]])
    joined = play(board(text, RULES), "B(0,1) expand token:2 - B(1,1) - B(2,1) herd")
    assert (joined.score, tokens(joined), shepherds(joined)) == ([10, 10], [[], []], [1, 1])


def test_HS_FLOCK_9_a_shepherd_put_into_a_closed_field_herds_at_once() -> None:
    """HS-RUL-6: only if the option is on, which it is in no preset."""
    text = "V(0,0) FRRF, V(1,0) FFRR, V(1,1) RFFR ; players 2"
    state = play(board(text, CLOSED), "V(0,1)/RRFF +shepherd:field.Nr")
    assert legal_kinds(state) == {"token"}
    assert play(state.copy(), "token:0").score == [0, 0]
    play(state, "token:4")
    assert (state.score, tokens(state), shepherds(state)) == ([4, 0], [[], []], [1, 1])
    assert stock(state) == list(TOKENS)

    off = play(board(text, RULES), "V(0,1)/RRFF +shepherd:field.Nr token:4")
    assert (off.score, tokens(off), shepherds(off)) == ([0, 0], [[4], []], [0, 1])
    for preset in ("first", "second", "bigbox2014", "anniversary"):
        assert make_rules(preset, expansions=["hills_and_sheep"]).options["closed_field_herd"] is False


def test_HS_FLOCK_9_every_closed_field_is_herded_whoever_closed_it() -> None:
    """HS-RUL-7."""
    text = """
        V(0,0) FRRF +red:shepherd:field.Er, V(1,0) FFRR, V(1,1) RFFR, B(2,1) +blue:shepherd:field ; players 2
    """ + flocks([2], [4])
    state = board(text, CLOSED)
    play(state, "V(0,1)/RRFF expand token:1")
    assert state.score == [3, 0]
    assert tokens(state) == [[], [4]], "the outer field is open"
    other = play(board(f"{text} ; to blue", CLOSED), "V(0,1)/RRFF")
    assert (choices(other), other.score) == ({"expand", "herd"}, [0, 0]), "the choice comes first"
    play(other, "expand token:1")
    assert (other.score, tokens(other)) == ([2, 0], [[], [1, 4]])


def test_HS_FLOCK_9_a_half_side_towards_an_empty_cell_keeps_a_field_open() -> None:
    start = f"{DOUBLE_FIELD}(0,0) CFFF +red:shepherd:field.E, R(1,0) CCCF, R(1,1) CCCF ; to blue ; players 2"
    state = board(start + flocks([2]), CLOSED)
    still = play(state.copy(), "E(0,-1)/FFCF -")
    assert (still.score, tokens(still)) == ([0, 0], [[2], []])
    closed = play(state.copy(), f"{DOUBLE_FIELD}(0,1)/FFCF")
    assert (closed.score, tokens(closed)) == ([2, 0], [[], []])
    # An undivided side joins the western half, which is open
    joined = play(state.copy(), "E(0,1)/FFCF")
    assert (joined.score, tokens(joined)) == ([0, 0], [[2], []])


def test_HS_FLOCK_10_the_wolves_are_always_there() -> None:
    text = ONE.split(";")[0] + "; players 2 ; column sheep.flock 4 5 5 2 0 0 0 0"
    state = play(board(text, RULES), "B(0,1) expand")
    assert choices(state) == {"token:0"}
    play(state, "token:0")
    assert stock(state) == [2, 4, 5, 5, 2]


@pytest.mark.parametrize("rules", [RULES, CLOSED, f"{RULES} farmers=off", f"{RULES},river closed_field_herd=on"])
def test_HS_FLOCK_10_tokens_are_conserved_through_whole_games(rules: str) -> None:
    seen = set()
    for seed in (1, 2):
        game = Game(rules, seats=4, dealer=Seeded(seed))
        for events in plies(game, seed):
            state = game.state
            seen.update(names(events))
            held = [sum(tokens_of.count(size) for tokens_of in tokens(state)) for size in range(1, 5)]
            assert [here + there for here, there in zip(stock(state)[1:], held, strict=True)] == [4, 5, 5, 2]
            assert stock(state)[0] == 2
            waiting = "shepherd.token" in (game.rules.program[state.pc].name if not game.over else "")
            for seat in range(4):
                on_board = in_supply(state, seat, game.rules.piece_number["shepherd"]) == 0
                assert on_board == bool(tokens(state)[seat]) or waiting
    assert {"sheep_came", "wolf_came", "herded", "buried"} <= seen


def test_HS_FLOCK_11_sheep_are_worth_nothing_at_the_end() -> None:
    assert finish(board(TWO, RULES)) == [0, 0]
    assert finish(board(TWO, CLOSED)) == [0, 0]


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


def test_HS_FLOCK_4_a_wolf_scatters_the_field_whoever_has_tokens() -> None:
    text = f"D(0,0)+1:shepherd:field.S+2:shepherd:field.S ; players 2 {flocks([], [2])}"
    state = play(board(text, RULES), "B(0,1) expand token:0")
    assert shepherds(state) == [1, 1]
    assert tokens(state) == [[], []]
