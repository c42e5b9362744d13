"""The rules and rulings of the Anniversary mini expansion by itself."""

from __future__ import annotations

from collections import Counter

import pytest

from bastide import CHANCE, OVER
from bastide.kernel.geometry import EAST, NORTH, SOUTH, WEST
from bastide.rules import engine
from bastide.rules.state import State
from tests.boards import (
    BLUE,
    EDITIONS,
    RED,
    choices,
    feature_at,
    finish,
    followers,
    legal_kinds,
    placements,
    play,
    refusal,
    rules,
)
from tests.rules.anniversary_mini.arrows import (
    AGAIN,
    MEADOW,
    PAIR,
    REMOTE,
    SET_OFF,
    SIDES,
    SYMBOLS,
    TILES,
    activated,
    arrow,
    arrows,
    beyond,
    comforted,
    symbol,
    turn_of,
    turns,
)
from tests.rules.base.playing import names, told
from tests.rules.special import said, standing

FITS = {"field": "B", "road": "X", "city": "C"}
"""A tile that fits one that shows such an edge."""
FARM = "20AE-CFFF-g"
"""A pair tile whose arrow points away from its city, over a field."""


def elsewhere(state: State) -> set[str]:
    """Return where a piece could go on another tile than the one just laid."""
    return {token for token in choices(state) if "(" in token}


# Setting up


@pytest.mark.parametrize("edition", EDITIONS)
def test_ANNIV_SETUP_1_fifteen_tiles_among_the_ordinary_ones(edition: str) -> None:
    state, plain = engine.start(rules(f"{edition} expansions=anniversary_mini"), 2), engine.start(rules(edition), 2)
    assert {token for token in choices(state) if token.startswith("20AE-")} == set(TILES)
    assert (len(TILES), state.left) == (15, plain.left + 15)
    assert Counter(symbol(tile) for tile in TILES.values()) == dict.fromkeys(SYMBOLS, 5)
    assert all(tile.mark("arrow") in (1, 2, 3, 4) for tile in TILES.values()), "each has one arrow"
    assert all(sum(bool(tile.mark(name)) for name in SYMBOLS) == 1 for tile in TILES.values())
    start, usual = state.board.tile(0).id, plain.board.tile(0).id
    assert start == usual


@pytest.mark.parametrize("river", ["river", "river_2", "river_20"])
def test_ANNIV_SETUP_1_never_among_the_river_tiles(river: str) -> None:
    state = engine.start(rules(f"anniversary expansions=anniversary_mini,{river}"), 2)
    stages = [{state.rules.catalogue.tiles[n].id for n in tiles if state.bag[n]} for tiles in state.rules.stages]
    assert set(TILES) <= stages[-1]
    assert not any(set(TILES) & stage for stage in stages[:-1])
    assert refusal(state, PAIR) == "stage_not_yet"


def test_ANNIV_SETUP_1_they_may_be_dealt_into_hands() -> None:
    state = engine.start(rules("anniversary expansions=anniversary_mini hand_size=3"), 2)
    assert {f"<{tile}" for tile in TILES} <= choices(state)


@pytest.mark.parametrize("tile", TILES)
def test_ANNIV_SETUP_1_they_are_laid_by_the_ordinary_rules(tile: str) -> None:
    state = arrows("D(0,0) CRFR")
    edges = TILES[tile].edges
    south = [f"(0,1)/{turn}" if turn else "(0,1)" for turn in range(4) if edges[-turn % 4] == "field"]
    north = [f"(0,-1)/{turn}" if turn else "(0,-1)" for turn in range(4) if edges[(2 - turn) % 4] == "city"]
    found = placements(state, tile)
    assert {token for token in found if token.startswith("(0,1)")} == set(south)
    assert {token for token in found if token.startswith("(0,-1)")} == set(north)


@pytest.mark.parametrize("tile", TILES)
def test_ANNIV_ARROW_1_a_tile_with_an_arrow_is_offered_in_all_rotations(tile: str) -> None:
    """Even if its features look the same turned: where the arrow points makes a difference."""
    for edge in set(TILES[tile].edges):
        ways = [turn for turn in range(4) if TILES[tile].edges[(3 - turn) % 4] == edge]
        state = arrows(f"{FITS[edge]}(0,0)")
        found = {token for token in placements(state, tile) if token.startswith("(1,0)")}
        assert found == {f"(1,0)/{turn}" if turn else "(1,0)" for turn in ways}


def test_ANNIV_ARROW_1_symmetric_tiles_four_ways_where_plain_ones_have_fewer() -> None:
    state = arrows("B(0,0)")
    assert placements(state, PAIR) >= {"(1,0)", "(1,0)/1", "(1,0)/2", "(1,0)/3"}
    assert {token for token in placements(state, "B") if token.startswith("(1,0)")} == {"(1,0)"}
    assert {token for token in placements(state, "20AE-FRFR-n") if token.startswith("(1,0)")} == {"(1,0)/1", "(1,0)/3"}
    assert {token for token in placements(state, "U") if token.startswith("(1,0)")} == {"(1,0)/1"}
    assert {token for token in placements(state, "20AE-CFCF-e") if token.startswith("(1,0)")} == {"(1,0)", "(1,0)/2"}


# Arrows


@pytest.mark.parametrize(("edges", "side"), [("CFFF", SOUTH), ("FCFF", WEST), ("FFCF", NORTH), ("FFFC", EAST)])
def test_ANNIV_ARROW_1_the_arrow_turns_with_the_tile(edges: str, side: int) -> None:
    """On this tile it points away from the city."""
    for other in SIDES:
        x, y = beyond(0, 0, other)
        tile = "C" if edges[other] == "C" else "B"
        events = told(arrows(f"20AE-CFFF-g(0,0) {edges}"), f"{tile}({x},{y})")
        assert activated(events) == (["pair"] if other == side else [])


@pytest.mark.parametrize("tile", TILES)
@pytest.mark.parametrize("rotation", range(4))
def test_ANNIV_ARROW_3_a_neighbours_arrow_that_points_at_the_new_tile(tile: str, rotation: int) -> None:
    """ANNIV-ARROW-8 and ANNIV-RUL-3: field, road or city. ANNIV-RUL-2: no points when the arrow is a neighbour's."""
    for side in SIDES:
        state = arrows(f"{tile}(0,0)/{rotation}")
        x, y = beyond(0, 0, side)
        events = told(state, f"{FITS[TILES[tile].edges[(side - rotation) % 4]]}({x},{y})")
        assert activated(events) == ([symbol(TILES[tile])] if side == arrow(tile, rotation) else [])
        assert (comforted(events), state.score) == ([], [0, 0, 0])


@pytest.mark.parametrize("tile", TILES)
def test_ANNIV_ARROW_2_the_arrow_of_the_new_tile_and_ANNIV_ARROW_6_two_points_without_it(tile: str) -> None:
    """ANNIV-ARROW-8: field, road or city."""
    tried = 0
    for edge in set(TILES[tile].edges):
        for side in SIDES:
            x, y = beyond(0, 0, side)
            for turn in range(4):
                if TILES[tile].edges[(side + 2 - turn) % 4] != edge:
                    continue
                state = arrows(f"{FITS[edge]}(0,0)")
                events = told(state, f"{tile}({x},{y})/{turn}")
                points_there = arrow(tile, turn) == (side + 2) % 4
                assert activated(events) == ([symbol(TILES[tile])] if points_there else [])
                assert comforted(events) == ([] if points_there else [(RED, 2)])
                assert state.score == [0 if points_there else 2, 0, 0]
                tried += 1
    assert tried == 16, "four sides of the new tile, each at four sides of the old one"


def test_ANNIV_ARROW_2_other_neighbours_do_not_matter() -> None:
    ring = "B(0,-1), B(1,-1), B(2,-1), B(0,0), B(2,0), B(0,1), B(2,1)"
    state = arrows(ring)
    events = told(state, f"{PAIR}(1,0)/{turns(PAIR, SOUTH)}")
    assert (activated(events), state.score) == ([], [2, 0, 0]), "three neighbours, but none where it points"
    assert activated(told(arrows(ring), f"{PAIR}(1,0)/{turns(PAIR, NORTH)}")) == ["pair"]


def test_ANNIV_ARROW_3_diagonals_do_not_count() -> None:
    state = arrows(f"B(0,1), {PAIR}(0,0)/{turns(PAIR, EAST)}")
    assert activated(told(state, "B(1,1)")) == []


FOUR = (
    f"{PAIR}(0,-1)/{turns(PAIR, SOUTH)}, {AGAIN}(1,0)/{turns(AGAIN, WEST)},"
    f"{REMOTE}(0,1)/{turns(REMOTE, NORTH)}, 20AE-CFCF-e(-1,0)/{turns('20AE-CFCF-e', EAST)}"
)
NEIGHBOURS = {"activate:(0,-1)", "activate:(1,0)", "activate:(0,1)", "activate:(-1,0)"}


def test_ANNIV_ARROW_4_among_several_one_must_be_chosen() -> None:
    """ANNIV-RUL-1: it cannot be declined."""
    state = play(arrows(FOUR), "B(0,0)")
    assert (engine.actor(state), choices(state)) == (RED, NEIGHBOURS)
    assert refusal(state, "-") == "wrong_moment"
    assert refusal(state, "+field") == "wrong_moment"
    assert refusal(state, "activate:(0,0)") == "not_an_option", "no arrow there"
    assert refusal(state, "activate:(5,5)") == "not_an_option"
    five = play(arrows(FOUR), f"{PAIR}(0,0)/1")
    assert choices(five) == NEIGHBOURS | {"activate:(0,0)"}


def test_ANNIV_ARROW_4_the_choice_is_asked_even_for_equal_symbols() -> None:
    """It is not the same: with its own arrow passed over, the new tile pays."""
    state = play(arrows(f"{FARM}(0,0)/{turns(FARM, NORTH)}"), f"{PAIR}(0,-1)/{turns(PAIR, SOUTH)}")
    assert choices(state) == {"activate:(0,-1)", "activate:(0,0)"}
    assert play(state.copy(), "activate:(0,-1)").score == [0, 0, 0]
    assert play(state.copy(), "activate:(0,0)").score == [2, 0, 0]


@pytest.mark.parametrize("name", SYMBOLS)
def test_ANNIV_ARROW_4_a_single_one_works_without_being_asked(name: str) -> None:
    """ANNIV-RUL-1: the activation is no choice, only the follower is."""
    state = arrows(MEADOW)
    events = told(state, SET_OFF[name])
    assert activated(events) == [name]
    assert "activate" not in legal_kinds(state)
    assert "-" in choices(state)
    play(state, "-")
    assert turn_of(state, RED, part=1) if name == "again" else turn_of(state, BLUE)


@pytest.mark.parametrize(
    ("token", "name", "points"),
    [
        ("activate:(0,-1)", "pair", 2),
        ("activate:(1,0)", "again", 2),
        ("activate:(0,1)", "remote", 2),
        ("activate:(0,0)", "pair", 0),
    ],
)
def test_ANNIV_ARROW_5_one_symbol_a_tile(token: str, name: str, points: int) -> None:
    """ANNIV-ARROW-6: one choice pays nothing, the others two. ANNIV-ARROW-7: never more than that."""
    state = play(arrows(f"{FOUR}, U(9,0) FRFR +red:road, E(9,9)"), f"{PAIR}(0,0)/1")
    events = told(state, token)
    assert (activated(events), state.score) == ([name], [points, 0, 0])
    assert ("+(9,0).road" in choices(state)) is (name == "pair")
    assert ("+(9,9).city" in choices(state)) is (name == "remote")
    play(state, "-")
    assert turn_of(state, RED, part=1) if name == "again" else turn_of(state, BLUE)


def test_ANNIV_ARROW_6_the_points_come_at_once_and_to_the_player_on_turn() -> None:
    state = arrows("B(0,0) ; to blue")
    events = told(state, f"{PAIR}(1,0)")
    assert (names(events), comforted(events)) == (["drawn", "placed", "comforted"], [(BLUE, 2)])
    assert (state.score, legal_kinds(state)) == ([0, 2, 0], {"pass", "deploy"}), "before any piece"
    assert comforted(told(state, "-")) == []


def test_ANNIV_ARROW_6_not_for_other_tiles() -> None:
    """ANNIV-RUL-2: an arrow that was laid before is none of the new tile's."""
    state = arrows(f"{PAIR}(0,0)/{turns(PAIR, NORTH)}")
    for line in ("B(1,0) -", "B(0,1) -", "B(1,1) -"):
        assert comforted(told(state, line)) == []
    assert state.score == [0, 0, 0]


def test_ANNIV_ARROW_6_with_nothing_in_the_supply() -> None:
    state = arrows("B(0,0) ; supply 0 7 7")
    play(state, f"{PAIR}(1,0)")
    assert (state.score, turn_of(state, BLUE)) == ([2, 0, 0], True)


def test_ANNIV_ARROW_7_a_neighbours_arrow_that_is_not_chosen_gives_nothing() -> None:
    """Neither now nor to whoever laid it."""
    state = arrows("U(0,0) RFRF, U(2,0) RFRF")
    play(state, f"{REMOTE}(0,1)/{turns(REMOTE, EAST)} -")
    play(state, f"{AGAIN}(2,1)/{turns(AGAIN, WEST)} -")
    assert state.score == [2, 2, 0], "both point at the cell between"
    play(state, f"{FARM}(1,1)")
    assert (state.score, choices(state)) == ([2, 2, 0], {"activate:(0,1)", "activate:(2,1)"})
    play(state, "activate:(2,1)")
    assert state.score == [2, 2, 2], "for the arrow of the new tile, which points at nothing"


@pytest.mark.parametrize("name", ["pair", "remote"])
def test_ANNIV_ARROW_9_for_one_turn_only(name: str) -> None:
    state = arrows(f"U(0,0) FRFR +blue:road, E(9,0) FCFF, {MEADOW}")
    play(state, f"{SET_OFF[name]} -")
    play(state, "B(0,1)")
    assert (state.seat, elsewhere(state)) == (BLUE, set())
    assert state.ext["arrow.active"] == [0]


def test_ANNIV_ARROW_9_not_stored_on_the_tile() -> None:
    """The arrow that worked for its own tile works for nobody who lays another one around it."""
    state = arrows("B(0,0)")
    play(state, f"{REMOTE}(0,1) -")
    for line in ("U(1,1) -", "U(-1,1) -", "A(0,2)/RFFF -"):
        assert activated(told(state, line)) == []


def test_ANNIV_ARROW_10_the_choice_then_the_points_then_everything_else() -> None:
    """With mage and witch on features that the new tile joins, and a shepherd whose field it extends."""
    text = f"""
        U(0,0) FRFR +0:mage:road, 20AE-FRFR-n(2,0)/{turns("20AE-FRFR-n", WEST)} +0:witch:road, V(9,9) FFRR,
        {AGAIN}(1,-1)/{turns(AGAIN, SOUTH)} +red:shepherd:field.Nr ; column sheep.flock 0 0 1 0 0 0 0 0 0 0 0 0
    """
    state = arrows(text, "mage_and_witch", "hills_and_sheep")
    draw_and_lay = told(state, f"20AE-CRFR-j(1,0)/{turns('20AE-CRFR-j', NORTH)}")
    assert (activated(draw_and_lay), comforted(draw_and_lay)) == ([], [])
    assert legal_kinds(state) == {"activate"}
    events = told(state, "activate:(1,-1)")
    assert (names(events), state.score) == (["activated", "comforted"], [2, 0, 0])
    assert legal_kinds(state) == {"enchant"}
    play(state, "enchant:mage:(9,9).road")
    assert legal_kinds(state) == {"expand", "herd"}
    play(state, "herd")
    assert (state.score, "-" in choices(state)) == ([5, 0, 0], True)


def test_what_arrows_do_is_said_in_both_languages() -> None:
    state = arrows(MEADOW)
    events = told(state, f"{PAIR}(51,50)")
    assert said(events, "comforted") == ["Red: arrow not activated: 2 = 2 points."]
    assert said(events, "comforted", "fr") == ["Red : flèche non activée : 2 = 2 points."]
    sayings = {
        "pair": ("a second follower beside one of one's own", "un second partisan à côté d'un des siens"),
        "remote": ("a follower anywhere", "un partisan n'importe où"),
        "again": ("another turn", "encore un tour"),
    }
    for name, (english, french) in sayings.items():
        events = told(arrows(MEADOW), SET_OFF[name])
        assert said(events, "activated") == [f"Red activates an arrow: {english}."]
        assert said(events, "activated", "fr") == [f"Red active une flèche : {french}."]


# Pair


EVERYWHERE = "E(0,0) FCFF +red:city, U(3,0) FRFR +red:road, B(6,0) +red:monastery, E(9,0) +red:field"
"""A knight, a thief, a monk and a farmer of red's."""


@pytest.mark.parametrize(
    ("spot", "role"),
    [("(0,0).city", "knight"), ("(3,0).road", "thief"), ("(6,0).monastery", "monk"), ("(9,0).field", "farmer")],
)
def test_ANNIV_PAIR_1_beside_any_of_ones_own(spot: str, role: str) -> None:
    """ANNIV-RUL-7: monks, too. In the same posture: what lies in a field is a farmer."""
    state = arrows(f"{EVERYWHERE}, {MEADOW}")
    play(state, SET_OFF["pair"])
    assert elsewhere(state) == {"+(0,0).city", "+(3,0).road", "+(6,0).monastery", "+(9,0).field"}
    (event,) = [event for event in told(state, f"+{spot}") if event.name == "deployed"]
    assert (event.seat, event.facts["role"], event.facts["piece"]) == (RED, role, "follower")
    assert (followers(state), turn_of(state, BLUE)) == ([2, 7, 7], True)


def test_ANNIV_PAIR_1_on_the_same_tile_and_the_same_feature() -> None:
    state = arrows(f"E(0,0) FCFF +red:city, G(1,0) FCFC, U(5,0) FRFR +red:field.N, {MEADOW}")
    play(state, SET_OFF["pair"])
    assert elsewhere(state) == {"+(0,0).city", "+(5,0).field.N"}
    for spot in ("(1,0).city", "(0,0).field", "(5,0).road", "(5,0).field.S"):
        assert refusal(state, f"+{spot}")


def test_ANNIV_PAIR_1_from_the_supply_and_only_if_one_likes() -> None:
    state = arrows(f"{EVERYWHERE}, {MEADOW} ; supply 0 7 7")
    play(state, SET_OFF["pair"])
    assert turn_of(state, BLUE), "nothing to put down"
    state = play(arrows(f"{EVERYWHERE}, {MEADOW} ; supply 1 7 7"), SET_OFF["pair"])
    assert {"-", "+field", "+monastery", "+(0,0).city"} <= choices(state)
    assert followers(play(state, "-")) == [1, 7, 7]


def test_ANNIV_PAIR_1_never_beside_others() -> None:
    state = play(arrows(f"E(0,0) FCFF +blue:city, {MEADOW} +blue:monastery"), SET_OFF["pair"])
    assert choices(state) == {"-", "+field", "+monastery"}


def test_ANNIV_PAIR_1_a_neighbours_arrow_serves_just_as_well() -> None:
    state = arrows(f"{PAIR}(0,0)/{turns(PAIR, EAST)} +red:monastery")
    play(state, "B(1,0)")
    assert elsewhere(state) == {"+(0,0).monastery"}


@pytest.mark.parametrize("rivals", ["+blue:city", "+blue:city +blue:city +green:city"])
def test_ANNIV_PAIR_2_whoever_else_is_there(rivals: str) -> None:
    state = arrows(f"E(0,0) FCFF +red:city {rivals}, G(1,0) FCFC +blue:city, {MEADOW}")
    play(state, SET_OFF["pair"])
    assert elsewhere(state) == {"+(0,0).city"}


@pytest.mark.parametrize("spot", ["city", "field"])
def test_ANNIV_PAIR_3_two_at_most(spot: str) -> None:
    two = play(arrows(f"E(0,0) FCFF +red:{spot} +red:{spot} +blue:{spot}, {MEADOW}"), SET_OFF["pair"])
    assert elsewhere(two) == set()
    one = play(arrows(f"E(0,0) FCFF +red:{spot} +blue:{spot} +blue:{spot}, {MEADOW}"), SET_OFF["pair"])
    assert elsewhere(one) == {f"+(0,0).{spot}"}, "only one's own count"


def test_ANNIV_RUL_5_the_limit_is_for_each_spot() -> None:
    state = arrows(f"E(0,0) FCFF +red:city, G(1,0) FCFC +red:city +red:city, G(2,0) FCFC +red:city, {MEADOW}")
    play(state, SET_OFF["pair"])
    assert elsewhere(state) == {"+(0,0).city", "+(2,0).city"}


def test_ANNIV_PAIR_3_a_pair_is_full_for_the_next_arrow() -> None:
    state = arrows(f"E(0,0) FCFF +red:city, {MEADOW}", players=2)
    play(state, f"{SET_OFF['pair']} +(0,0).city B(52,50) -")
    events = told(state, f"{FARM}(50,51)/{turns(FARM, NORTH)}")
    assert (state.seat, activated(events), elsewhere(state)) == (RED, ["pair"], set())


def test_ANNIV_PAIR_4_both_count_and_both_return() -> None:
    state = arrows(f"A(0,0) FRFF +red:road, U(1,0) FRFR +blue:road, {MEADOW}")
    play(state, f"{SET_OFF['pair']} +(0,0).road")
    assert followers(state) == [5, 6, 7]
    events = told(state, "A(2,0)/FFFR -")
    assert (state.score, followers(state)) == ([3, 0, 0], [7, 7, 7])
    assert [(event.seat, event.facts["cell"]) for event in events if event.name == "returned"] == [
        (RED, (0, 0)),
        (RED, (0, 0)),
        (BLUE, (1, 0)),
    ]


def test_ANNIV_PAIR_4_a_pair_of_monks() -> None:
    """ANNIV-RUL-7."""
    ring = "B(-1,-1), B(0,-1), B(1,-1), B(-1,0), B(-1,1), B(0,1), B(1,1)"
    state = arrows(f"B(0,0) +red:monastery, {ring}, {MEADOW}")
    play(state, f"{SET_OFF['pair']} +(0,0).monastery")
    play(state, "B(1,0) -")
    assert (state.score, followers(state)) == ([9, 0, 0], [7, 7, 7]), "nine points, not eighteen"


def test_ANNIV_PAIR_4_farmers_at_the_end() -> None:
    field = "E(0,-1) FFCF, E(0,0) CFFF +red:field, B(1,0) +blue:field"
    before = arrows(f"{field}, {MEADOW}")
    assert finish(before) == [3, 3, 0]
    after = play(arrows(f"{field}, {MEADOW}"), f"{SET_OFF['pair']} +(0,0).field")
    assert finish(after) == [3, 0, 0]


def test_ANNIV_PAIR_5_in_a_feature_that_the_tile_completes() -> None:
    text = f"E(0,0) FCFF +red:city, G(1,0) FCFC +blue:city, {PAIR}(2,-1)/{turns(PAIR, SOUTH)}"
    state = play(arrows(text), "E(2,0)/FFFC")
    assert elsewhere(state) == {"+(0,0).city"}
    shared = play(state.copy(), "-")
    assert (shared.score, followers(shared)) == ([6, 6, 0], [7, 7, 7])
    play(state, "+(0,0).city")
    assert (state.score, followers(state)) == ([6, 0, 0], [7, 7, 7])


def test_ANNIV_PAIR_6_one_piece_at_most() -> None:
    state = play(arrows(f"{EVERYWHERE}, {MEADOW}"), SET_OFF["pair"])
    usual = play(state.copy(), "+monastery")
    assert (followers(usual), turn_of(usual, BLUE)) == ([2, 7, 7], True)
    assert turn_of(play(state, "+(0,0).city"), BLUE)


# Remote


def test_ANNIV_REMOTE_1_every_part_of_every_free_and_open_feature() -> None:
    text = f"""
        D(0,0) CRFR, U(1,0) FRFR +blue:road, E(5,0) FCFF, E(6,0) FFFC, G(9,0) FCFC +blue:city, E(8,0) FCFF,
        B(20,0) +green:monastery, {MEADOW} +blue:field
    """
    state = play(arrows(text), SET_OFF["remote"])
    start = {"+(0,0).city", "+(0,0).field.El", "+(0,0).field.S", "+(1,0).field.N", "+(1,0).field.S"}
    complete = {"+(5,0).field", "+(6,0).field"}
    others = {"+(9,0).field.N", "+(9,0).field.S", "+(8,0).field", "+(20,0).field", "+(50,50).monastery"}
    assert elsewhere(state) == start | complete | others
    assert {"+road.E", "+road.S", "+road.W", "+field.Er", "+field.Sr"} <= choices(state)
    assert "+field.N" not in choices(state), "blue's farmer is in it"
    assert standing(play(state, "+(0,0).city")) >= {"red follower (0,0)"}
    assert (state.seat, followers(state)) == (BLUE, [6, 4, 6])


def test_ANNIV_REMOTE_1_only_if_one_likes_and_from_the_supply() -> None:
    state = play(arrows(f"E(0,0), {MEADOW}"), SET_OFF["remote"])
    assert "-" in choices(state)
    assert turn_of(play(state, "-"), BLUE)
    assert turn_of(play(arrows(f"E(0,0), {MEADOW} ; supply 0 7 7"), SET_OFF["remote"]), BLUE)


def test_ANNIV_REMOTE_1_the_start_tile_of_a_real_game() -> None:
    state = engine.start(rules("anniversary expansions=anniversary_mini"), 2)
    play(state, f"{REMOTE}(0,1)/{turns(REMOTE, NORTH)}")
    assert elsewhere(state) == {"+(0,0).city", "+(0,0).road", "+(0,0).field.El", "+(0,0).field.S"}
    assert (standing(play(state, "+(0,0).road")), state.seat) == ({"red follower (0,0)"}, BLUE)


def test_ANNIV_REMOTE_1_not_beside_ones_own() -> None:
    state = play(arrows(f"E(0,0) FCFF +red:city, {MEADOW}"), SET_OFF["remote"])
    assert "+(0,0).city" not in choices(state)
    assert refusal(state, "+(0,0).city")


def test_ANNIV_REMOTE_1_instead_of_the_usual_piece() -> None:
    state = play(arrows(f"E(0,0), {MEADOW}"), f"{SET_OFF['remote']} +(0,0).city")
    assert turn_of(state, BLUE), "one piece, and the turn is over"


RING_OF_ROAD = "V(0,0) FRRF, V(1,0) FFRR, V(1,1) RFFR, V(0,1) RRFF"


def test_ANNIV_REMOTE_2_fields_are_never_complete() -> None:
    state = play(arrows(f"{RING_OF_ROAD}, {MEADOW}"), SET_OFF["remote"])
    assert not state.board.features.open[feature_at(state, 0, 0, "field.Sl")], "it lies within the ring"
    inside = {"+(0,0).field.Er", "+(1,0).field.Sr", "+(1,1).field.Nl", "+(0,1).field.Nr"}
    outside = {"+(0,0).field.N", "+(1,0).field.N", "+(1,1).field.E", "+(0,1).field.S"}
    assert {token for token in elsewhere(state) if ",0)" in token or ",1)" in token} == inside | outside


ABBEY_RING = "B(-1,-1), B(0,-1), B(1,-1), B(-1,0), B(-1,1), B(0,1), B(1,1)"


@pytest.mark.parametrize(("more", "is_open"), [("", True), (", B(1,0)", False)])
def test_ANNIV_REMOTE_3_a_monastery_until_it_is_surrounded(more: str, is_open: bool) -> None:
    state = play(arrows(f"B(0,0), {ABBEY_RING}{more}, {MEADOW}"), SET_OFF["remote"])
    assert ("+(0,0).monastery" in choices(state)) is is_open
    assert "+(-1,-1).monastery" in choices(state)


def test_ANNIV_REMOTE_3_a_garden_is_nothing_without_abbots() -> None:
    """ANNED-INT-4."""
    state = play(arrows(f"BA-CFFF-garden(0,0), {MEADOW}"), SET_OFF["remote"])
    assert {token for token in elsewhere(state) if "(0,0)" in token} == {"+(0,0).city", "+(0,0).field"}


def test_ANNIV_REMOTE_4_judged_with_the_tile_in_place() -> None:
    """One feature is joined with an occupied one, another is completed, a third grows and stays open."""
    text = f"U(-1,0) FRFR, U(1,0) FRFR +blue:road, E(0,-1) FFCF, {REMOTE}(0,1)/{turns(REMOTE, NORTH)}"
    before = play(arrows(f"{text}, {MEADOW}"), f"20AE-CFFR-h(51,50)/{turns('20AE-CFFR-h', WEST)}")
    assert {"+(-1,0).road", "+(0,-1).city"} <= choices(before)
    state = play(arrows(text), "D(0,0)")
    assert "+(-1,0).road" not in choices(state), "blue's thief is on it now"
    assert "+(0,-1).city" not in choices(state), "it is complete now"
    assert "+(-1,0).field.S" in choices(state)


def test_ANNIV_REMOTE_4_a_monastery_that_the_tile_surrounds() -> None:
    state = play(arrows(f"B(0,0), {ABBEY_RING}, {REMOTE}(2,0)/{turns(REMOTE, WEST)}"), "B(1,0)")
    assert "+(0,0).monastery" not in choices(state)
    assert "+(0,-1).monastery" in choices(state)


@pytest.mark.parametrize(("token", "points"), [("+city", 4), ("+road.W", 2)])
def test_ANNIV_REMOTE_5_the_new_tile_as_usual_even_where_it_completes(token: str, points: int) -> None:
    bend = "20AE-CRRF-k"
    state = arrows(f"E(0,-1) FFCF, A(-1,0) FRFF, {bend}(0,1)/{turns(bend, NORTH)}")
    assert activated(told(state, "L(0,0)/CRRR")) == ["remote"]
    assert {"+city", "+road.W", "+road.E", "+road.S"} <= choices(state)
    assert not choices(state) & {"+(0,-1).city", "+(-1,0).road"}
    assert "+(0,1).road" in choices(state), "that one is still open"
    assert len(choices(state)) == len(state.legal), "none of them twice"
    play(state, token)
    assert (state.score, followers(state)) == ([points, 0, 0], [7, 7, 7])


# Again


def test_ANNIV_AGAIN_1_one_more_complete_turn() -> None:
    """It follows the scoring, and begins with a draw."""
    state = arrows(f"E(0,0) FCFF +red:city, {AGAIN}(1,-1)/{turns(AGAIN, SOUTH)}")
    events = told(state, "E(1,0)/FFFC -")
    assert names(events) == ["drawn", "placed", "activated", "scored", "returned", "again"]
    assert (state.score, turn_of(state, RED, part=1), engine.actor(state)) == ([4, 0, 0], True, CHANCE)
    turn = state.turn
    play(state, "E(2,-1) +city")
    assert (followers(state), turn_of(state, BLUE), state.turn) == ([6, 7, 7], True, turn + 1), "a piece again"
    assert turn_of(play(state, "B(2,0) -"), 2), "and then the others, clockwise"


def test_ANNIV_AGAIN_1_it_must_be_played() -> None:
    state = play(arrows(MEADOW), f"{SET_OFF['again']} -")
    assert legal_kinds(state) == {"draw"}
    assert refusal(state, "-")


@pytest.mark.parametrize("players", [2, 5])
def test_ANNIV_AGAIN_1_then_the_next_player(players: int) -> None:
    state = arrows(f"{MEADOW} ; to {'blue' if players == 2 else 'black'}", players=players)
    play(state, f"{SET_OFF['again']} - B(50,49) -")
    assert turn_of(state, RED)


def test_ANNIV_AGAIN_2_no_third_turn_from_a_neighbours_arrow_either() -> None:
    state = arrows(f"{MEADOW}, 20AE-CRFR-j(0,0)/{turns('20AE-CRFR-j', SOUTH)}")
    play(state, f"{SET_OFF['again']} -")
    events = told(state, "B(0,1) -")
    assert (activated(events), comforted(events), turn_of(state, BLUE)) == (["again"], [], True)


def test_ANNIV_AGAIN_2_chosen_over_ones_own_arrow_it_still_costs_nothing() -> None:
    """In the extra turn the choice is the same: the own arrow passed over pays."""
    state = arrows(f"{MEADOW}, 20AE-CRFR-j(0,0)/{turns('20AE-CRFR-j', SOUTH)}")
    play(state, f"{SET_OFF['again']} - {PAIR}(0,1)/{turns(PAIR, NORTH)}")
    assert choices(state) == {"activate:(0,0)", "activate:(0,1)"}
    play(state, "activate:(0,0) -")
    assert (state.score, turn_of(state, BLUE)) == ([2, 0, 0], True)


def test_ANNIV_AGAIN_2_the_next_turn_may_earn_one_again() -> None:
    state = arrows(f"{MEADOW}, B(0,0)", players=2)
    play(state, f"{SET_OFF['again']} - B(50,49) -")
    play(state, f"20AE-CDFF-c(0,-1)/{turns('20AE-CDFF-c', SOUTH)} -")
    assert turn_of(state, BLUE, part=1)


def test_ANNIV_AGAIN_3_the_first_turn_has_its_usual_piece() -> None:
    state = play(arrows(f"E(0,0) FCFF +red:city, E(9,0), {MEADOW}"), SET_OFF["again"])
    assert elsewhere(state) == set()
    assert turn_of(play(state, "+road"), RED, part=1)


def test_ANNIV_AGAIN_4_without_a_tile_to_draw_the_game_ends() -> None:
    state = arrows(f"{MEADOW}, E(0,0) FCFF +blue:city ; bag {AGAIN}")
    play(state, f"{SET_OFF['again']} -")
    assert (engine.actor(state), state.score) == (OVER, [0, 1, 0])
    more = arrows(f"{MEADOW}, E(0,0) FCFF +blue:city ; bag {AGAIN} B")
    play(more, f"{SET_OFF['again']} -")
    assert turn_of(more, RED, part=1)
    play(more, "B(50,49) -")
    assert engine.actor(more) == OVER


def test_ANNIV_AGAIN_4_a_second_tile_that_fits_nowhere_is_replaced() -> None:
    state = play(arrows(f"{MEADOW} ; bag {AGAIN} C B"), f"{SET_OFF['again']} - C")
    assert turn_of(state, RED, part=1)
    stuck = play(arrows(f"{MEADOW} ; bag {AGAIN} C"), f"{SET_OFF['again']} - C")
    assert engine.actor(stuck) == OVER


def test_ANNIV_AGAIN_4_with_hands() -> None:
    """The extra turn is played from the hand; without a tile in it there is none, and the others play on."""
    text = MEADOW + " ; hand {} B,-,- ; bag empty"
    one = arrows(text.format(f"{AGAIN},B,-"), options="hand_size=3", players=2)
    play(one, f"{AGAIN} (51,50)/2 -")
    assert (one.seat, one.part, choices(one)) == (RED, 1, {"B"})
    none = arrows(text.format(f"{AGAIN},-,-"), options="hand_size=3", players=2)
    play(none, f"{AGAIN} (51,50)/2 -")
    assert (none.seat, none.part, choices(none)) == (BLUE, 0, {"B"})


def test_ANNIV_AGAIN_1_a_hand_is_filled_before_the_extra_turn() -> None:
    state = arrows(f"{MEADOW} ; hand {AGAIN},B,B B,B,- ; bag U:4", options="hand_size=3", players=2)
    play(state, f"{AGAIN} (51,50)/2 -")
    assert (state.part, legal_kinds(state)) == (0, {"deal"})
    play(state, "<U")
    assert (state.seat, state.part, choices(state)) == (RED, 1, {"B", "U"})


def test_ANNIV_AGAIN_5_and_ANNIV_ARROW_6_an_arrow_of_the_extra_turn_pays_by_itself() -> None:
    """That the arrow of the first tile worked is forgotten."""
    state = play(arrows(MEADOW), f"{SET_OFF['again']} - {PAIR}(50,49)/{turns(PAIR, NORTH)}")
    assert (state.part, state.score) == (1, [2, 0, 0])


@pytest.mark.parametrize(("name", "spot"), [("pair", "+(0,0).city"), ("remote", "+(9,0).city")])
def test_ANNIV_AGAIN_5_the_other_symbols_work_in_the_extra_turn(name: str, spot: str) -> None:
    tile = {"pair": f"{PAIR}(50,49)/2", "remote": f"{REMOTE}(50,51)"}[name]
    state = arrows(f"E(0,0) FCFF +red:city, E(9,0), {MEADOW}")
    play(state, f"{SET_OFF['again']} -")
    events = told(state, f"{tile} {spot}")
    assert (activated(events), turn_of(state, BLUE), followers(state)) == ([name], True, [5, 7, 7])


@pytest.mark.parametrize("name", ["pair", "remote"])
def test_ANNIV_ARROW_9_not_in_a_second_part_either(name: str) -> None:
    """A builder earns the second part here."""
    tile = PAIR if name == "pair" else REMOTE
    text = f"U(0,0) FRFR +red:road +red:builder:road, {tile}(1,-1)/{turns(tile, SOUTH)}, E(9,0)"
    state = arrows(text, "traders_and_builders")
    play(state, "U(1,0)")
    assert elsewhere(state)
    play(state, "- B(0,1)")
    assert (state.part, elsewhere(state)) == (1, set())


# Everything else


@pytest.mark.parametrize("edition", EDITIONS)
def test_ANNIV_INT_14_without_farmers_no_fields(edition: str) -> None:
    state = arrows(f"E(0,0), {MEADOW}", options="farmers=off", preset=edition)
    play(state, SET_OFF["remote"])
    assert elsewhere(state) == {"+(0,0).city", "+(50,50).monastery"}
    pair = arrows(f"E(0,0) +red:city, {MEADOW}", options="farmers=off", preset=edition)
    assert elsewhere(play(pair, SET_OFF["pair"])) == {"+(0,0).city"}


def test_ANNIV_RUL_6_only_followers_are_put_down() -> None:
    """Whatever the printed text seems to say."""
    for name in ("pair", "remote"):
        state = play(arrows(f"{EVERYWHERE}, E(15,0), {MEADOW}"), SET_OFF[name])
        deployed = [action for action in state.legal if state.rules.kind_of(action).name == "deploy"]
        kinds = {state.rules.pieces[state.rules.kind_of(action).unpack(action)[0]].name for action in deployed}
        assert (len(deployed) > 3, kinds) == (True, {"follower"})
