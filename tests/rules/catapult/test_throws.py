"""Throws on the map and along the lane, through the engine; the rest is in tests/kernel/test_ballistics.py."""

from __future__ import annotations

import json
from hashlib import sha256
from math import atan2, hypot, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide import CHANCE, Game, Seeded
from bastide.errors import BadRecord, BastideError
from bastide.expansions.catapult import EXPANSION
from bastide.expansions.catapult import aim_at as aim
from bastide.games.gold_rush import GAME as GOLD_RUSH
from bastide.kernel.ballistics import Box, square, stand
from bastide.kernel.geometry import xy
from bastide.play.dealer import SameAgain, Scripted
from bastide.play.notation import parse_action
from bastide.play.record import from_record, to_record
from bastide.rules import engine
from bastide.rules.engine import actor
from bastide.tiles import available, load
from tests.boards import BLUE, GREEN, RED, choices, legal_kinds, play, refusal
from tests.rules.base.playing import names, told
from tests.rules.catapult.fairground import (
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
    centres,
    duel,
    fair,
    feet,
    hurl,
    opened,
    scatter,
)
from tests.rules.special import standing
from tests.rules.wheel_of_fortune.wheel import FAMINE, beside, wheel

TILE = {tile.letter: tile for tile in load("base").tiles if tile.letter}

# Physics, through the engine; the rest of it is in tests/kernel/test_ballistics.py


def test_CAT_PHYS_1_a_tile_is_a_thousand_wide() -> None:
    state = fair("B(-2,-3) +blue:monastery, E(1,2) CFFF +red:city ; to red")
    (city, _) = (segment.anchor for segment in TILE["E"].segments)
    assert city is not None
    assert centres(state) == [(BLUE, (-1500, -2500)), (RED, (1000 + city[0], 2000 + city[1]))]


def test_CAT_PHYS_2_where_pieces_stand() -> None:
    text = "E(0,0) FCFF +blue:city +red:city +blue:field, V(3,0) FFRR +red:road, U(5,0) RFRF +blue:field.E ; to red"
    places = [TILE[letter].segments[number].anchor for letter, number in (("E", 0), ("E", 1), ("V", 0), ("U", 1))]
    (cx, cy), (fx, fy), (rx, ry), (ux, uy) = (place for place in places if place is not None)
    assert centres(fair(text)) == [
        (BLUE, (1000 - cy, cx)),
        (RED, (1000 - cy + 140, cx)),
        (BLUE, (1000 - fy, fx)),
        (RED, (3000 + rx, ry)),
        (BLUE, (6000 - uy, ux)),
    ], "turned with the tile, but not how far the second stands from the first"


def test_CAT_PHYS_2_rank_by_time_among_the_followers_now_there() -> None:
    text = "U(0,0) FRFR +blue:road +blue:builder:road +red:road +green:road ; to red"
    state = opened(text, "traders_and_builders", players=3)
    x, y = feet(state, 0, 0, "road")
    assert centres(state) == [(BLUE, (x, y)), (RED, (x + 140, y)), (GREEN, (x - 140, y))], "the builder has no rank"
    play(state, f"{SEDUCE} {hurl(x - 140, y)} fetch:follower:(0,0).road")
    assert centres(state) == [(BLUE, (x, y)), (RED, (x + 140, y))], "red left a gap, and moved into green's place"


def anchors_of(name: str) -> str:
    """Return a short sum of where pieces stand on all tiles of a set, the cells of its board included."""
    tile_set = load(name)
    tiles = [*tile_set.tiles, *(tile for _, _, tile in (tile_set.block.parts if tile_set.block else ()))]
    places = [(tile.id, number, s.anchor) for tile in tiles for number, s in enumerate(tile.segments)]
    return sha256(json.dumps(sorted(places)).encode()).hexdigest()[:12]


ANCHORS = (
    3,
    {
        "anniversary": "ad921c784278",
        "base": "01496fcdf45c",
        "catapult": "06793e5c37d3",
        "corn_circles_1": "cd97a06ebb39",
        "corn_circles_2": "f9074d770479",
        "count": "50ea7b4bdbab",
        "cult": "5eb6415f5dec",
        "hills_and_sheep": "93d7ca34ba16",
        "inns_and_cathedrals": "f682c814b57f",
        "king_and_robber": "8ab249f8705d",
        "mage_and_witch": "0ac698726a44",
        "river": "0d3f6f9cbea1",
        "river_2": "be3e67d05450",
        "river_20": "bc06fc4944a4",
        "traders_and_builders": "3ac50109ec44",
        "wheel_of_fortune": "734a8d6b9dd6",
    },
)
"""The revision of the catapult, and the sums of all tiles it may be played with under that revision."""


def test_CAT_PHYS_2_anchors_change_only_with_a_revision() -> None:
    """Whoever moves an anchor changes what recorded throws hit: first raise the revision, then write both anew here."""
    without = {name for expansion in GOLD_RUSH.base for name in expansion.tiles}
    found = {name: anchors_of(name) for name in available() if name not in without}
    assert (EXPANSION.revision, found) == ANCHORS


def test_CAT_PHYS_4_where_seats_stand() -> None:
    """CAT-RUL-7: fixed by the seat, not by who is on turn."""
    state = fair("B(0,0) ; to green", players=4)
    events = told(state, f"{OPEN_FAIR} {TARGET} {AWAY} {AWAY} {AWAY} {AWAY}")
    stands = {event.seat: event.facts["from"] for event in events if event.name == "hurled"}
    assert stands == {0: (500, 3000), 1: (-1000, 1000), 2: (500, -1000), 3: (2000, 1000)}


@pytest.mark.parametrize(
    ("aim", "legal"),
    [
        ((-1000, -1000), True),
        ((2000, 3000), True),
        ((123, 2999), True),
        ((-1001, 0), False),
        ((2001, 0), False),
        ((0, -1001), False),
        ((0, 3001), False),
    ],
)
def test_CAT_PHYS_5_one_aims_within_the_grown_box(aim: Point, legal: bool) -> None:
    for game in (KNOCK, SEDUCE, TARGET):
        state = play(opened(MONK), game)
        assert refusal(state, f"hurl:({aim[0]},{aim[1]})") == ("" if legal else "point_outside")


def test_CAT_PHYS_5_some_aims_are_listed() -> None:
    state = play(opened(MONK), KNOCK)
    board = state.board
    middles = {(1000 * x + 500, 1000 * y + 500) for x, y in map(xy, (*board.cell, *board.wanted))}
    assert choices(state) == {f"hurl:({x},{y})" for x, y in middles}, "all tiles and the cells beside them"


def test_CAT_PHYS_6_nine_numbers_are_drawn_when_all_is_chosen() -> None:
    state = play(opened(MONK), f"{CATCH} hurl:(5000,0)")
    assert actor(state) == BLUE
    play(state, "reach:(5000,0)")
    assert actor(state) == CHANCE
    assert engine.chances(state) == 65536**9
    assert engine.is_legal(state, parse_action(state, scatter(65535, (65535,) * 8)))
    assert engine.is_legal(state, parse_action(state, scatter(0, (0,) * 8)))
    for bad in (scatter(65536), scatter(-1), "scatter:1:2:3"):
        with pytest.raises(BastideError):
            parse_action(state, bad)
    seen = {engine.outcome(state, sum(n << 16 * i for i, n in enumerate(range(9))))}
    assert seen == {parse_action(state, "scatter:0:1:2:3:4:5:6:7:8")}


def test_CAT_PHYS_6_the_numbers_are_in_the_log() -> None:
    numbers = "scatter:1:2:3:4:50000:6:7:8:9"
    game = Game(
        RULES, 2, Scripted([FAIR, numbers, numbers, "U"]), f"{MONK.replace('blue', '2').replace('; to red', '')}"
    )
    game.play(f"(0,1) - {TARGET} hurl:(500,500) hurl:(400,400)")
    drawn = [game.json(entry.action) for entry in game.log if entry.actor == CHANCE]
    assert drawn[1] == {
        "do": "scatter",
        **dict(zip((f"r{i}" for i in range(9)), (1, 2, 3, 4, 50000, 6, 7, 8, 9), strict=True)),
    }


@pytest.mark.parametrize(("aim", "hands", "before"), [((5000, 0), (5000, 0), [0, 5]), ((2900, 0), (3000, 0), [5, 0])])
def test_CAT_PHYS_13_games_of_an_earlier_revision_are_read_if_they_end_alike(
    aim: Point, hands: Point, before: list[int]
) -> None:
    """By revision 2, hands touched and missed what came down before the measuring board."""
    game = Game(RULES, 2, Scripted([FAIR, scatter(65535), "U"]), "B(0,0)")
    game.play(f"(0,1) - {CATCH} hurl:({aim[0]},{aim[1]}) reach:({hands[0]},{hands[1]})")
    assert game.scores == [0, 5]
    record = to_record(game)
    rules, result = record["rules"], record.pop("result")
    assert isinstance(rules, dict)
    assert isinstance(result, dict)
    older = {**record, "rules": {**rules, "revisions": {"catapult": 2}}, "result": {**result, "scores": before}}
    del older["checksum"]
    older["checksum"] = sha256(json.dumps(older, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    if before == game.scores:
        assert from_record(older).scores == before
    else:
        with pytest.raises(BadRecord, match=r"replays to a different result.*catapult.*2"):
            from_record(older)


def test_CAT_PHYS_6_taken_back_a_throw_scatters_as_before() -> None:
    game = Game(RULES, 2, Seeded(1), "B(0,0)+2:monastery ; tile CAT-FFFF-06")
    game.play(f"(0,1) - {TARGET} hurl:(500,500)")
    first = game.state.copy()
    drawn = [entry.action for entry in game.log if entry.actor == CHANCE]
    again = game.branch(dealer=SameAgain(drawn, Seeded("another seed")))
    again.undo()
    again.play("hurl:(500,500)")
    assert again.state.key() == first.key()


def test_CAT_PHYS_7_the_errors_come_from_the_numbers() -> None:
    state = play(opened(MONK), TARGET)
    (event,) = told(state, hurl(500, 1000, numbers=(40000,) * 4 + (32767, 32768) * 2))
    assert event.facts["landing"] == (500, 1000 - round(2000 * (160000 - 131070) * 2598 / 655_350_000))
    state = play(opened(MONK), TARGET)
    (event,) = told(state, hurl(500, 1000, numbers=(32767, 32768) * 2 + (40000,) * 4))
    assert event.facts["landing"] == (500 + round(2000 * (160000 - 131070) * 1732 / 655_350_000), 1000)


def test_CAT_PHYS_8_cells_of_a_board_are_on_the_map() -> None:
    text = wheel({(FAMINE, 0): "blue"})
    state = play(fair(f"{text}, B(4,1) ; to red", "wheel_of_fortune"), f"{FAIR}(5,1) - {SEDUCE} {hurl(1500, 1500)}")
    assert "send:follower" in choices(state), "the middle of the wheel is a cell of the board"


def test_CAT_PHYS_11_districts_are_out_of_reach_but_not_the_crown() -> None:
    """CAT-INT-1, CAT-RUL-9."""
    city = "CO-FIII-03(9,0) +blue:district, CO-IIII-06(9,10) +blue:district, CO-IFII-08(9,20), CO-IIRI-11(9,30)"
    state = opened(f"{city}, B(0,0) ; to red", "count")
    assert centres(state) == []
    play(state, f"{KNOCK} {hurl(9500, 500)} {hurl(9500, 10500)}")
    assert standing(state) == {"blue follower (9,0)", "blue follower (9,10)"}
    state = opened(f"{city}, B(0,0) ; to red", "count")
    play(state, f"{SEDUCE} {hurl(9500, 500)}")
    assert (actor(state), legal_kinds(state)) == (BLUE, {"hurl"}), "nobody to seduce"
    near = opened(f"{city}, B(0,0) +blue:monastery ; to red", "count")
    assert standing(play(near, f"{SEDUCE} {hurl(9500, 500)} send:follower")) >= {"red follower (0,0)"}
    crown = fair(f"{beside('B(0,0)', {(FAMINE, 0): 'blue'})} ; to red", "wheel_of_fortune")
    assert centres(crown) == [(BLUE, (21175, 23429))]


@pytest.mark.parametrize(
    ("token", "legal"),
    [
        ("hurl:(0,-1500)", True),
        ("hurl:(6500,1500)", True),
        ("hurl:(6501,0)", False),
        ("hurl:(-1,0)", False),
        ("hurl:(0,1501)", False),
        ("hurl:(5000,0) reach:(3000,-1500)", True),
        ("hurl:(5000,0) reach:(6500,1500)", True),
        ("hurl:(5000,0) reach:(2999,0)", False),
        ("hurl:(5000,0) reach:(6501,0)", False),
        ("hurl:(5000,0) reach:(5000,-1501)", False),
    ],
)
def test_CAT_PHYS_12_the_lane_and_the_hands(token: str, legal: bool) -> None:
    state = play(opened(MONK), CATCH)
    assert refusal(state, token) == ("" if legal else "point_outside")


def test_CAT_PHYS_12_there_is_no_slide_in_a_duel() -> None:
    state = play(opened(MONK), f"{CATCH} {duel((2999, 1500), (6500, 0), 65535)}")
    assert state.score == [0, 5], "it stays a thousandth short of the board"


@pytest.mark.parametrize(("aim", "end"), [((2999, 0), "catch_short"), ((3000, 0), "catch_touched")])
def test_CAT_CATCH_5_CAT_CATCH_6_a_catch_needs_a_throw_past_the_board(aim: Point, end: str) -> None:
    """CAT-RUL-1, CAT-RUL-2: right in front of the hands, but down before the board."""
    state = play(opened(MONK), CATCH)
    assert names(told(state, duel(aim, (4000, 0), 65535))) == [end, "fair"]


# Direction and strength become a point

MAP = Box(0, 0, 4000, 3000)


@given(st.integers(0, 7), st.floats(-10, 10), st.floats(0, 1))
def test_CAT_PHYS_5_an_aim_lies_in_the_grown_box(seat: int, direction: float, strength: float) -> None:
    at = aim(stand(MAP, seat, 8), MAP, direction, strength)
    assert MAP.grown().holds(at)
    assert {type(part) for part in at} == {int}


def test_CAT_PHYS_5_the_range_grows_with_the_square_of_the_strength() -> None:
    origin = stand(MAP, 0, 2)
    farthest = hypot(3000, 5000)
    assert aim(origin, MAP, -pi / 2, 0) == origin
    for strength in (0.25, 0.5, 0.75, 0.9):
        assert aim(origin, MAP, -pi / 2, strength) == (2000, round(4000 - farthest * strength**2))
    assert aim(origin, MAP, -pi / 2, 1) == (2000, -1000), "clamped to the box"
    assert aim(origin, MAP, 0, 0.5)[1] == 4000


def test_CAT_PHYS_5_full_strength_reaches_the_farthest_corner() -> None:
    for seat in range(8):
        origin = stand(MAP, seat, 8)
        corners = MAP.grown().corners()
        corner = max(corners, key=lambda c: square(c, origin))
        direction = atan2(corner[1] - origin[1], corner[0] - origin[0])
        assert aim(origin, MAP, direction, 1) == corner
