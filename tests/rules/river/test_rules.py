"""The river, rule by rule."""

from __future__ import annotations

import pytest

from bastide import OVER, Game, Seeded, actor, make_rules, sentence, start
from bastide import weights as chances
from bastide.errors import IllegalAction
from bastide.games import parse_rules
from bastide.kernel.geometry import STEPS, cell_at, cell_text, xy
from bastide.play.invariants import wrong_with
from bastide.rules.bag import main_left
from bastide.rules.state import State
from tests.boards import (
    BLUE,
    RED,
    board,
    choices,
    draw,
    feature_at,
    finish,
    legal_kinds,
    placements,
    play,
    refusal,
)
from tests.games import plies
from tests.rules.base.playing import names, told
from tests.rules.hills_and_sheep.flocks import flocks, shepherds, stock, tokens
from tests.rules.river.rivers import IMMEDIATE, LAKE, PAST, PLAIN, PRINTED, RIVER, SHEEP, down_the_river

WHEEL = "bigbox2014 expansions=river,wheel_of_fortune"
TRADERS = "bigbox2014 expansions=river,traders_and_builders tile_edition=plain"
SOURCE = "R1-FWFF-source(0,0)"
NORTH, EAST, SOUTH, WEST = range(4)


def stages(state: State) -> list[int]:
    """Return how many copies are left in every stage of the bag."""
    return [sum(state.bag[tile] for tile in tiles) for tiles in state.rules.stages]


def sides_of(state: State, tile: str, rotation: int) -> set[int]:
    """Return the sides where the river leaves a turned tile."""
    edges = next(t.edges for t in state.rules.catalogue.tiles if t.id == tile)
    return {(side + rotation) % 4 for side in range(4) if edges[side] == "river"}


def courses(state: State, tile: str) -> set[frozenset[int]]:
    """Return the pairs of sides that a river tile could join where it may be laid now."""
    return {
        frozenset(sides_of(state, tile, int(token[-1]) if "/" in token else 0)) for token in placements(state, tile)
    }


def leaves_the_game(state: State, tile: str) -> bool:
    """Return whether a tile drawn now could be laid nowhere."""
    return "discarded" in names(told(state.copy(), tile))


# Setting up


@pytest.mark.parametrize(
    ("edition", "source"),
    [
        ("plain", "R1-FWFF-source"),
        ("garden", "R1-FWFF-source"),
        ("c3", "R1-RRWF-source"),
        ("bigbox2014", "R1-FWFF-source"),
    ],
)
def test_RIV_SETUP_1_source_river_lake_and_the_rest(edition: str, source: str) -> None:
    """RIV-RUL-5: 71 tiles of the base game, without its start tile."""
    state = start(parse_rules(f"bigbox2014 expansions=river tile_edition={edition}"), 2)
    assert [(state.board.tile(n).id, xy(cell)) for n, cell in enumerate(state.board.cell)] == [(source, (0, 0))]
    assert stages(state) == [10, 1, 71]
    assert (state.left, main_left(state)) == (82, 71)
    left = {tile.id: n for tile, n in zip(state.rules.catalogue.tiles, state.bag, strict=True)}
    assert left["BA-CRFR"] == 3
    assert not [tile for tile, n in left.items() if "source" in tile and n]


def test_RIV_SETUP_1_the_river_stack_is_shuffled() -> None:
    state = start(parse_rules(PLAIN), 2)
    assert choices(state) == {line.partition("(")[0] for line in RIVER}
    assert sorted(chances(state)) == [1, 1, 1, 1, 1, 1, 2, 2]
    firsts = {Game(PLAIN, seats=2, dealer=Seeded(seed)).state.tile for seed in range(30)}
    assert len(firsts) > 3


@pytest.mark.parametrize("first", [0, 2])
def test_RIV_SETUP_2_the_source_is_nobodys_turn(first: int) -> None:
    """RIV-RUL-8: the first player lays the first river tile."""
    state = start(make_rules("bigbox2014", expansions=["river"], first_player=first), 3)
    assert (state.turn, state.seat, legal_kinds(state)) == (1, first, {"draw"})
    play(state, "R1-CWDW(1,0)")
    assert state.seat == first
    assert refusal(state, "+(0,0).field")
    assert not state.pieces


# The river phase


@pytest.mark.parametrize("players", [2, 3, 5])
def test_RIV_TURN_1_the_river_comes_first_then_the_lake_then_the_rest(players: int) -> None:
    """RIV-TURN-2, RIV-TURN-3, RIV-RUL-2."""
    for turns in range(11):
        state, seats = down_the_river(players=players, turns=turns)
        assert seats == [turn % players for turn in range(turns)]
        assert stages(state) == [10 - turns, 1, 71]
        found = choices(state)
        assert all(tile.startswith("R1-") for tile in found)
        assert ("R1-FFFW-lake" in found) == (found == {"R1-FFFW-lake"}) == (turns == 10)
    state, seats = down_the_river(players=players)
    assert seats[-1] == 10 % players
    assert state.seat == 11 % players
    assert not [tile for tile in choices(state) if tile.startswith("R1-")]
    assert len(choices(state)) == 24


@pytest.mark.parametrize("rules", [PLAIN, PRINTED, SHEEP, WHEEL, f"{PLAIN} hand_size=3", f"{WHEEL} tile_edition=c3"])
def test_RIV_TURN_1_whole_games_keep_that_order(rules: str) -> None:
    for seed in (1, 2, 3):
        game = Game(rules, seats=3, dealer=Seeded(seed))
        for _ in plies(game, seed):
            pass
        order = [e for e in game.story(None) if e.name in ("drawn", "picked")]
        tiles = {tile.id: tile for tile in game.rules.catalogue.tiles}
        stage = [0 if (t := tiles[str(e.facts["tile"])]).mark("river") else 1 if t.mark("lake") else 2 for e in order]
        assert stage[:11] == [0] * 10 + [1]
        assert set(stage[11:]) == {2}
        assert wrong_with(game.state) == []


def test_RIV_TURN_4_river_tiles_take_pieces_and_score() -> None:
    state = board(f"{SOURCE}, A(1,-1) FFRF +red:road, A(1,1) RFFF ; to blue ; players 2", PLAIN)
    play(state, "R1-WRWR(1,0)/RWRW")
    assert choices(state) >= {"-", "+field.Er"}
    play(state, "-")
    assert state.score == [3, 0]
    free = play(board(SOURCE, PLAIN), "R1-FWRW-monastery(1,0)")
    assert {"+monastery", "+road", "+field.N", "+field.Er"} <= choices(free)


def test_RIV_TURN_4_all_kinds_of_pieces_stand_on_river_tiles() -> None:
    rules = "bigbox2014 expansions=river,hills_and_sheep,inns_and_cathedrals,traders_and_builders"
    state = play(board(f"{SOURCE}, R1-CWDW(1,0) +red:field.El ; players 2", rules), "R1-FWRW-monastery(2,0)")
    assert {"+big:monastery", "+shepherd:field.N", "+pig:field.N", "+monastery"} <= choices(state)
    lake = play(board(f"{SOURCE}, R1-CWDW(1,0) ; players 2 ; bag R1-FFFW-lake:1 B:2", rules), "R1-FFFW-lake(2,0)")
    assert choices(lake) == {"-", "+field", "+big:field", "+shepherd:field"}


BUILDER = f"{SOURCE}, U(1,-2) RFRF +red:road, U(1,-1) RFRF +red:builder:road ; players 2"


def test_RIV_TURN_4_a_double_turn_goes_on_with_the_river() -> None:
    state = play(board(BUILDER, TRADERS), "R1-WRWR(1,0)/RWRW -")
    assert (state.seat, state.part) == (RED, 1)
    assert all(tile.startswith("R1-") for tile in choices(state))
    play(state, "R1-FWFW(2,0) -")
    assert (state.seat, state.part) == (BLUE, 0)


def test_RIV_TURN_4_its_second_part_may_be_the_lake() -> None:
    state = play(board(f"{BUILDER} ; bag R1-WRWR:1 R1-FFFW-lake:1 B:3", TRADERS), "R1-WRWR(1,0)/RWRW -")
    assert (state.seat, state.part, choices(state)) == (RED, 1, {"R1-FFFW-lake"})
    play(state, "R1-FFFW-lake(2,0) -")
    assert (state.seat, choices(state)) == (BLUE, {"B"})


def test_RIV_PLACE_1_only_in_front_of_the_open_end() -> None:
    state = board(SOURCE, PLAIN)
    assert {token.partition("/")[0] for token in placements(state, "R1-FWFW")} == {"(1,0)"}
    assert refusal(state, "R1-FWFW(1,0)/WFWF") == "edges_clash"
    assert refusal(state, "R1-FWFW(-1,0)/WFWF") == "river_bends", "fields meet, but no river"
    assert refusal(state, "R1-FWFW(0,1)") == "river_bends"
    longer = board(f"{SOURCE}, R1-FWFW(1,0)", PLAIN)
    assert {token.partition("/")[0] for token in placements(longer, "R1-FFWW")} == {"(2,0)"}


def test_RIV_PLACE_1_the_other_sides_must_match_too() -> None:
    state = board(f"{SOURCE}, E(1,-1) FFCF", PLAIN)
    assert refusal(state, "R1-CWDW(1,0)") == ""
    assert placements(state, "R1-CWRW") == {"(1,0)"}, "with its city to the north"
    assert courses(board(f"{SOURCE}, B(1,-1)", PLAIN), "R1-FFWW") == {frozenset({WEST, SOUTH})}


def test_RIV_PLACE_2_any_legal_orientation_may_be_chosen() -> None:
    state = board(SOURCE, PLAIN)
    assert placements(state, "R1-FFWW") == {"(1,0)", "(1,0)/1"}
    assert placements(state, "R1-CWRW") == {"(1,0)", "(1,0)/2"}
    for token in placements(state, "R1-CWRW"):
        assert refusal(state, f"R1-CWRW{token}") == ""


CURVES = ("R1-FFWW", "R1-CWWC", "R1-RRWW")


def winding(flow: int, turn: int, straights: int, rules: str = PLAIN) -> tuple[State, int]:
    """Return a river that leaves its source by a side, bends and goes straight on, and where it heads then."""
    heads = (flow + turn) % 4
    first = cell_at(0, 0) + STEPS[flow]
    # The source's river leaves to the east, the curve's to the south and the west
    sides = {(flow + 2) % 4, heads}
    rotation = next(r for r in range(4) if {(2 + r) % 4, (3 + r) % 4} == sides)
    text = f"R1-FWFF-source(0,0)/{(flow - 1) % 4}, R1-FFWW{cell_text(first)}/{rotation}"
    for number in range(1, straights + 1):
        text += f", R1-FWFW{cell_text(first + number * STEPS[heads])}/{(heads + 1) % 2}"
    return board(text, rules), heads


@pytest.mark.parametrize("flow", range(4))
@pytest.mark.parametrize("turn", [1, 3])
@pytest.mark.parametrize("curve", CURVES)
def test_RIV_PLACE_3_no_two_bends_the_same_way_in_a_row(flow: int, turn: int, curve: str) -> None:
    """RIV-RUL-1: however many straight tiles lie between; by the option, only next to each other."""
    on, back = ({(flow + turn + 2) % 4, other} for other in (flow, (flow + 2) % 4))
    for straights in range(4):
        state, _ = winding(flow, turn, straights)
        assert courses(state, curve) == {frozenset(on)}
        state, _ = winding(flow, turn, straights, IMMEDIATE)
        assert courses(state, curve) == ({frozenset(on), frozenset(back)} if straights else {frozenset(on)})


def test_RIV_PLACE_3_the_first_bend_is_free() -> None:
    for straights in range(3):
        text = "".join(f", R1-FWFW({x},0)" for x in range(1, straights + 1))
        assert courses(board(f"{SOURCE}{text}", PLAIN), "R1-FFWW") == {
            frozenset({WEST, NORTH}),
            frozenset({WEST, SOUTH}),
        }


def test_RIV_PLACE_3_a_bend_after_the_last_one_counts_from_there() -> None:
    """East, south, straight on, east again: the last bend was to the left."""
    state = board(f"{SOURCE}, R1-FFWW(1,0) FFWW, R1-FWFW(1,1) WFWF, R1-FFWW(1,2) WWFF, R1-FWFW(2,2)", PLAIN)
    assert courses(state, "R1-RRWW") == {frozenset({WEST, SOUTH})}


@pytest.mark.parametrize(("made", "message"), [(PLAIN, "river_bends"), (IMMEDIATE, "river_turns_back")])
def test_RIV_PLACE_3_a_refusal_says_which_bends_are_meant(made: str, message: str) -> None:
    state = board(f"{SOURCE}, R1-FFWW(1,0) FFWW", made)
    assert refusal(state, "R1-FFWW(1,1)/WFFW") == message
    with pytest.raises(IllegalAction) as refused:
        play(state, "R1-FFWW(1,1)/WFFW")
    assert ("however many straight" in refused.value.text("en")) == (made == PLAIN)
    assert ("voisines" in refused.value.text("fr")) == (made == IMMEDIATE)


@pytest.mark.parametrize("flow", range(4))
@pytest.mark.parametrize("turn", [1, 3])
@pytest.mark.parametrize("straight", ["R1-FWFW", "R1-CWDW", "R1-WRWR"])
def test_RIV_PLACE_3_straight_tiles_and_the_lake_may_follow_any_bend(flow: int, turn: int, straight: str) -> None:
    state, heads = winding(flow, turn, straights=0)
    assert courses(state, straight) == {frozenset({heads, (heads + 2) % 4})}
    state.bag = [0] * len(state.bag)
    state.left = 0
    draw(state, "R1-FFFW-lake")
    assert len(choices(state)) == 1


def test_RIV_PLACE_3_bends_to_and_fro_may_go_on() -> None:
    state = board(f"{SOURCE}, R1-FFWW(1,0) FFWW, R1-FFWW(1,1) WWFF", PLAIN)
    assert courses(state, "R1-CWWC") == {frozenset({WEST, SOUTH})}


def test_RIV_PLACE_4_the_open_end_must_face_an_empty_cell() -> None:
    taken = board(f"{SOURCE}, B(1,-1), B(2,-1), B(2,0)", PLAIN)
    assert courses(taken, "R1-FFWW") == {frozenset({WEST, SOUTH})}
    assert leaves_the_game(taken, "R1-FWFW")
    # Even where the sides would match
    river = board(f"{SOURCE}, R1-FWFF-source(2,0)/FFFW", PLAIN)
    assert leaves_the_game(river, "R1-FWFW")


NARROW = f"{SOURCE}, E(1,-1) FFCF, E(1,1) CFFF ; players 2"
"""Only CWDW can go on here: cities to the north and to the south."""


def test_RIV_PLACE_5_a_river_tile_that_fits_nowhere_leaves_the_game() -> None:
    """RIV-RUL-4."""
    state = board(NARROW, PLAIN)
    events = told(state, "R1-FWFW")
    assert names(events) == ["drawn", "discarded"]
    assert (state.seat, state.turn, stages(state)) == (RED, 1, [9, 1, 69])
    assert legal_kinds(state) == {"draw"}
    assert all(tile.startswith("R1-") for tile in choices(state))
    play(state, "R1-RRWW R1-CWDW(1,0) -")
    assert (state.seat, stages(state)) == (BLUE, [7, 1, 69])


def test_RIV_PLACE_5_a_lake_that_fits_nowhere_ends_the_river() -> None:
    """RIV-PLACE-6: nothing goes against the open end any more."""
    state = board(f"{NARROW} ; bag R1-FWFW:1 R1-FFFW-lake:1 B:3 E:2", PLAIN)
    events = told(state, "R1-FWFW R1-FFFW-lake")
    assert names(events) == ["drawn", "discarded"] * 2
    assert (state.seat, choices(state)) == (RED, {"B", "E"})
    play(state, "B(0,1) -")
    for tile in state.rules.catalogue.tiles:
        if tile.id.startswith("BA-"):
            new = draw(state.copy(), tile.id)
            assert not [token for token in choices(new) if token.startswith("(1,0)")]


def test_RIV_PLACE_6_a_source_without_river_stays_open() -> None:
    state = start(parse_rules("bigbox2014 expansions=river tiles=base"), 2)
    assert (state.left, [state.board.tile(0).id]) == (71, ["R1-FWFF-source"])
    assert cell_at(1, 0) in state.board.wanted
    for tile in state.rules.catalogue.tiles:
        if tile.id.startswith("BA-") and legal_kinds(drawn := draw(state.copy(), tile.id)) == {"place"}:
            assert not [token for token in choices(drawn) if token.startswith("(1,0)")]


def test_RIV_TURN_3_an_empty_supply_after_the_lake_ends_the_game() -> None:
    state = board(f"{SOURCE}, R1-FWFW(1,0) ; players 2 ; bag R1-FFFW-lake:1", PLAIN)
    play(state, "R1-FFFW-lake(2,0) -")
    assert actor(state) == OVER


# Features


def test_RIV_FEAT_1_the_river_is_no_feature() -> None:
    state = play(board(SOURCE, PLAIN), "R1-CWDW(1,0)")
    assert choices(state) == {"-", "+city.N", "+city.S", "+field.El", "+field.Er"}
    assert refusal(state, "+river")
    finished, _ = down_the_river()
    assert finished.score == [0, 0, 0]
    assert finish(finished) == [0, 0, 0]


@pytest.mark.parametrize("tile", ["R1-FWFW", "R1-CWDW", "R1-FFWW", "R1-CWWC"])
@pytest.mark.parametrize("rotation", range(4))
def test_RIV_FEAT_2_the_banks_are_two_fields(tile: str, rotation: int) -> None:
    state = board(f"{tile}(0,0)/{rotation}", PLAIN)
    side = "NESW"[min(sides_of(state, tile, rotation))]
    assert feature_at(state, 0, 0, f"field.{side}l") != feature_at(state, 0, 0, f"field.{side}r")


def test_RIV_FEAT_3_the_field_goes_around_source_and_lake() -> None:
    """RIV-RUL-3."""
    middle = board("R1-FWFW(1,0)", PLAIN)
    assert feature_at(middle, 1, 0, "field.N") != feature_at(middle, 1, 0, "field.S")
    for end in (SOURCE, "R1-FFFW-lake(2,0)"):
        state = board(f"R1-FWFW(1,0), {end}", PLAIN)
        assert feature_at(state, 1, 0, "field.N") == feature_at(state, 1, 0, "field.S")
    c3 = board("R1-FWFW(1,0), R1-WFFF-monastery-lake(2,0) FFFW", f"{PRINTED} tile_edition=c3")
    assert feature_at(c3, 1, 0, "field.N") == feature_at(c3, 1, 0, "field.S")


def test_RIV_FEAT_4_bridges_make_quarters() -> None:
    bridge = board("R1-WRWR(0,0)", PLAIN)
    corners = ("Nl", "Nr", "El", "Er", "Sl", "Sr", "Wl", "Wr")
    fields = [feature_at(bridge, 0, 0, f"field.{corner}") for corner in corners]
    assert len(set(fields)) == 4
    assert fields[1::2] == [*fields[2::2], fields[0]]
    assert feature_at(bridge, 0, 0, "road.E") == feature_at(bridge, 0, 0, "road.W")
    monastery = board("R1-FWRW-monastery(0,0)", PLAIN)
    assert len({feature_at(monastery, 0, 0, f"field.{corner}") for corner in ("El", "Er", "Wl", "Wr", "N")}) == 3
    assert feature_at(monastery, 0, 0, "field.El") == feature_at(monastery, 0, 0, "field.Wr")


def test_RIV_FEAT_5_a_road_ends_at_the_city_or_monastery_by_the_bridge() -> None:
    for tile in ("R1-CWRW", "R1-FWRW-monastery"):
        state = board(f"{tile}(0,0) +red:road ; players 2 ; {PAST}", PLAIN)
        assert play(state, "A(0,1)/RFFF -").score == [2, 0]


def test_RIV_FEAT_6_river_tiles_count_like_others() -> None:
    city = board(f"R1-CWDW(0,0) +red:city.N ; players 2 ; {PAST}", PLAIN)
    assert play(city, "E(0,-1)/FFCF -").score == [4, 0]
    monastery = board(
        f"""
        {SOURCE}, R1-FWFW(1,0), R1-FFFW-lake(2,0), B(1,1) +red:monastery, B(0,1), B(2,1), B(0,2), B(1,2)
        ; players 2 ; {PAST}
        """,
        PLAIN,
    )
    assert play(monastery, "B(2,2) -").score == [9, 0]
    own = board(
        f"""
        R1-FWRW-monastery(0,0) +red:monastery, R1-FWFW(-1,0), R1-FWFW(1,0), B(-1,-1), B(0,-1), B(1,-1), U(0,1) RFRF,
        B(1,1) ; players 2 ; {PAST}
        """,
        PLAIN,
    )
    assert play(own, "B(-1,1) -").score == [9, 0]


# Sheep and vineyards


@pytest.mark.parametrize(("edition", "printed"), [("plain", 0), ("garden", 0), ("c3", 0), ("bigbox2014", 2)])
def test_RIV_SHEEP_0_the_print_of_2014_shows_them(edition: str, printed: int) -> None:
    rules = parse_rules(f"bigbox2014 expansions=river tile_edition={edition}")
    copies = {tile.id: n for tile, n in zip(rules.catalogue.tiles, rules.copies, strict=True)}
    assert copies.get("R1-FWFW-sheep", 0) == printed
    assert copies.get("R1-FFWW-vineyard", 0) == printed
    assert sum(n for tile, n in copies.items() if tile.startswith("R1-")) == 12
    marked = {
        t.id for t in rules.catalogue.tiles if t.mark("vineyard") or any("sheep" in dict(s.marks) for s in t.segments)
    }
    assert marked == ({"R1-FWFW-sheep", "R1-FFWW-vineyard"} if printed else set())


BANKS = "R1-FWFW-sheep(0,0)/{first}, R1-FWFW-sheep(1,0)/{second}, B(0,-1) +red:shepherd:field ; players 2 ; " + PAST


@pytest.mark.parametrize(("first", "second", "points"), [(0, 0, 5), (0, 2, 4), (2, 0, 4), (2, 2, 3)])
def test_RIV_SHEEP_3_a_printed_sheep_belongs_to_its_bank(first: int, second: int, points: int) -> None:
    """RIV-SHEEP-1: one more in the herd for each of them."""
    state = board(BANKS.format(first=first, second=second) + flocks([3]), SHEEP)
    assert play(state, "B(0,-2) herd").score == [points, 0]


def test_RIV_SHEEP_1_everybody_in_the_field_counts_them() -> None:
    state = board(
        f"R1-FWFW-sheep(0,0) +blue:shepherd:field.N, B(0,-1) +red:shepherd:field ; players 2 ; {PAST}"
        + flocks([3], [1]),
        SHEEP,
    )
    assert play(state, "B(0,-2) herd").score == [5, 5]


def test_RIV_SHEEP_1_both_banks_are_one_around_the_source() -> None:
    text = f"{{end}}R1-FWFW-sheep(1,0) +red:shepherd:field.S ; players 2 ; {PAST} {flocks([2])}"
    assert play(board(text.format(end=""), SHEEP), "B(1,1) herd").score == [2, 0]
    assert play(board(text.format(end=f"{SOURCE}, "), SHEEP), "B(1,1) herd").score == [3, 0]


def test_RIV_SHEEP_2_neither_herd_nor_wolf_takes_them_away() -> None:
    state = board(BANKS.format(first=0, second=0) + flocks([3]), SHEEP)
    play(state, "B(0,-2) expand token:0 +shepherd:field token:1")
    assert (state.score, stock(state)) == ([0, 0], [2, 3, 5, 5, 2])
    play(state, "B(1,-2) - B(0,-3) herd +shepherd:field token:1")
    assert state.score == [3, 0]
    play(state, "B(1,-3) - B(0,-4) herd -")
    assert state.score == [6, 0]
    assert (tokens(state), shepherds(state)) == ([[], []], [1, 1])


def test_RIV_RUL_7_the_mark_of_the_expansion_is_no_sheep() -> None:
    tiles = parse_rules(SHEEP).catalogue.tiles
    assert [t.id for t in tiles if any("sheep" in dict(s.marks) for s in t.segments)] == ["R1-FWFW-sheep"]
    state = board("HS-CFRF-hill(0,0) +red:shepherd:field.E ; players 2 ;" + PAST + flocks([3]), SHEEP)
    assert play(state, "B(1,0) herd").score == [3, 0]


@pytest.mark.parametrize(("without", "points"), [((0, 1), 8), ((-1, 0), 8)])
def test_RIV_VINE_1_an_incomplete_monastery_gets_nothing_for_a_river_vineyard(
    without: tuple[int, int], points: int
) -> None:
    tiles = {
        (0, 0): "B(0,0) +red:monastery",
        (-1, -1): "R1-FFWW-vineyard(-1,-1) WFFW",
        (0, -1): "B(0,-1)",
        (1, -1): "B(1,-1)",
        (1, 0): "B(1,0)",
        (1, 1): "B(1,1)",
        (0, 1): "B(0,1)",
        (-1, 1): "B(-1,1)",
        (-1, 0): "B(-1,0)",
    }
    text = ", ".join(tile for cell, tile in tiles.items() if cell != without)
    state = board(f"{text} ; players 2 ; {PAST}", SHEEP)
    assert finish(state) == [points, 0]
    assert play(state, f"B({without[0]},{without[1]}) -").score == [12, 0]


def test_RIV_SHEEP_4_without_hills_and_sheep_they_are_decoration() -> None:
    state = play(board(f"R1-FWFW-sheep(0,0) +red:field.N ; players 2 ; {PAST}", PRINTED), "B(0,-1)")
    assert choices(state) == {"-", "+monastery"}
    assert "shepherd" not in state.rules.piece_number
    assert finish(state) == [0, 0]
    ring = ", ".join(f"B({x},{y})" for x, y in ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1)))
    monastery = board(f"B(0,0) +red:monastery, R1-FFWW-vineyard(-1,-1) WFFW, {ring} ; players 2 ; {PAST}", PRINTED)
    assert play(monastery, "B(-1,0) -").score == [9, 0]


# With the wheel


@pytest.mark.parametrize("edition", ["plain", "c3", "bigbox2014"])
def test_RIV_WHEEL_1_the_board_first_then_the_plain_source(edition: str) -> None:
    """RIV-WHEEL-2, RIV-RUL-6: at (4,1), flowing east. Neither source nor start tile is left in the bag."""
    state = start(parse_rules(f"{WHEEL} tile_edition={edition}"), 2)
    laid = [(state.board.tile(n).id, xy(cell)) for n, cell in enumerate(state.board.cell)]
    assert {cell for _, cell in laid[:16]} == {(x, y) for x in range(4) for y in range(4)}
    assert laid[16:] == [("R1-FWFF-source", (4, 1))]
    source = state.board.tile(16)
    assert [source.edges[(side - state.board.rotation(16)) % 4] for side in (EAST, WEST)] == ["river", "field"]
    assert feature_at(state, 4, 1, "field") == feature_at(state, 3, 1, "field")
    assert stages(state) == [10, 1, 71 + 12]
    assert state.left == 94
    left = {tile.id: n for tile, n in zip(state.rules.catalogue.tiles, state.bag, strict=True) if n}
    assert not [tile for tile in left if "source" in tile]
    assert left["BA-CRFR"] == 3
    assert all(tile.startswith("R1-") for tile in choices(state))


def test_RIV_WHEEL_1_the_crown_is_open_and_no_river_tile_has_an_icon() -> None:
    state = play(start(parse_rules(WHEEL), 2), "R1-FWFW-sheep(5,1)")
    assert [token for token in choices(state) if "crown" in token]
    assert state.ext["wheel.pig"] == [0]
    tiles = state.rules.catalogue.tiles
    for stage in state.rules.stages[:2]:
        assert not [tiles[tile].id for tile in stage if tiles[tile].mark("icon")]


def test_RIV_WHEEL_3_the_river_does_not_run_into_the_board() -> None:
    """Only where two bends of one hand may follow each other does it come back to the board."""
    state = start(parse_rules(f"{WHEEL} river_bends=immediate"), 2)
    for line in ("R1-FFWW-vineyard(5,1)/WFFW", "R1-FWFW-sheep(5,0)/1", "R1-FFWW-vineyard(5,-1)/FFWW"):
        play(state, f"{line} -")
    play(state, "R1-FWFW-sheep(4,-1) -")
    assert courses(state, "R1-FFWW-vineyard") == {frozenset({EAST, NORTH})}
    assert refusal(state, "R1-FFWW-vineyard(3,-1)/3") == "edges_clash"
    # North of the board's third column there is a road to be met
    play(state, "R1-FWFW-sheep(3,-1) -")
    assert {token.partition("/")[0] for token in placements(state, "R1-CWRW")} == {"(2,-1)"}
    assert leaves_the_game(state, "R1-CWDW"), "it shows no road"


# With hills, hands and without its own rules


def test_RIV_TURN_1_hills_are_not_in_the_river_and_hide_no_river_tile() -> None:
    rules = parse_rules(SHEEP)
    for stage in rules.stages[:2]:
        assert not [tile for tile in stage if rules.catalogue.tiles[tile].mark("hill")]
    empty = board(f"{SOURCE} ; players 2 ; tile HS-RFSF-hill ; bag R1-WRWR:3 R1-FFFW-lake:1", SHEEP)
    play(empty, "(0,1)/FRFR")
    assert (empty.buried, empty.left) == (0, 4)
    some = board(f"{SOURCE} ; players 2 ; tile HS-RFSF-hill ; bag R1-WRWR:3 R1-FFFW-lake:1 B:2", SHEEP)
    play(some, "(0,1)/FRFR")
    assert (some.buried, some.left, main_left(some)) == (1, 5, 1)


def test_ED_HAND_12_hands_rest_while_the_river_is_laid() -> None:
    state = start(parse_rules(f"{PLAIN} hand_size=3"), 2)
    for _ in range(6):
        assert legal_kinds(state) == {"deal"}
        assert not [token for token in choices(state) if "R1-" in token]
        play(state, "<U")
    hands = list(state.hand)
    assert stages(state) == [10, 1, 65]
    for turn, line in enumerate((*RIVER, LAKE)):
        assert (state.seat, legal_kinds(state)) == (turn % 2, {"draw"})
        play(state, f"{line} -")
        assert state.hand == hands
        assert stages(state)[2] == 65
    assert (state.seat, choices(state)) == (BLUE, {"U"})
    assert legal_kinds(state) == {"pick"}
    play(state, "U (0,1)")
    assert len(state.hand_of(BLUE)) == 2
    play(state, "-")
    assert legal_kinds(state) == {"deal"}


def test_RIV_FEAT_2_a_field_between_river_and_roads_can_be_closed() -> None:
    text = f"""
        R1-WRWR(0,0) +red:shepherd:field.Er, R1-WRWR(0,1), V(1,0) FFRR ; to blue ; players 2 ; {PAST} {flocks([2])}
    """
    on = play(board(text, f"{SHEEP} closed_field_herd=on"), "V(1,1)/RFFR")
    assert (on.score, tokens(on), shepherds(on)) == ([2, 0], [[], []], [1, 1])
    off = play(board(text, SHEEP), "V(1,1)/RFFR")
    assert (off.score, tokens(off), shepherds(off)) == ([0, 0], [[2], []], [0, 1])


def test_RIV_PLACE_1_river_tiles_without_the_rules_are_mere_tiles() -> None:
    state = start(parse_rules("bigbox2014 tiles=base,river tile_edition=plain"), 2)
    assert [state.board.tile(n).id for n in range(len(state.board.laid))] == ["BA-CRFR"]
    assert state.left == 71 + 12
    assert {"B", "R1-FWFF-source", "R1-FFFW-lake", "R1-FWFW"} <= choices(state)
    play(state, "R1-FFWW(0,1) - R1-FFWW(0,2)/WFFW -")
    assert state.score == [0, 0], "bending back was no matter"
    assert {token.partition("/")[0] for token in placements(state, "R1-FFFW-lake")} >= {"(-1,1)"}


# The words


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Red herds the flock: 3 sheep × 1, 2 sheep drawn on the land × 1 = 5 points."),
        ("fr", "Red rassemble le troupeau : 3 moutons × 1, 2 moutons dessinés dans le pré × 1 = 5 points."),
    ],
)
def test_RIV_SHEEP_1_printed_sheep_are_told(language: str, said: str) -> None:
    events = told(board(BANKS.format(first=0, second=0) + flocks([3]), SHEEP), "B(0,-2) herd")
    assert [sentence(event, ["Red", "Blue"], language) for event in events if event.name == "herded"] == [said]
