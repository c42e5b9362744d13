"""The rules and rulings of the river of the 20th Anniversary."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bastide import OVER, Game, Seeded, actor, start
from bastide.errors import IllegalAction
from bastide.expansions.king_and_robber import TITLES
from bastide.games import parse_rules
from bastide.kernel.geometry import cell_at
from bastide.play.invariants import wrong_with
from bastide.play.notation import find_tile
from bastide.play.position import parse_position, position_text
from tests.boards import (
    BLUE,
    EDITIONS,
    RED,
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
from tests.games import plies
from tests.rules.base.playing import names, told
from tests.rules.river_2.arms import cells, leaves_the_game, stages, ways
from tests.rules.river_2.referee import Referee
from tests.rules.river_20.branches import (
    BOTH_LAKES,
    EAST,
    FOURTEEN,
    HS,
    IMMEDIATE,
    LAKES,
    PAST,
    RIVER,
    RULES,
    SOURCE,
    TB,
    WEST,
    WEST_CLOSED,
    WOF,
    after_turns,
    down_both_branches,
    laid,
    moment,
    two,
)
from tests.rules.river_20.double import closed, double

# Setting up


@pytest.mark.parametrize("preset", EDITIONS)
def test_RIV20_SETUP_1_source_fourteen_tiles_two_lakes_and_the_rest(preset: str) -> None:
    """RIV20-SETUP-2: the source covers two cells."""
    state = start(parse_rules(f"{preset} expansions=river_20"), 2)
    assert laid(state) == [(WEST, (0, 0)), (EAST, (1, 0))]
    assert stages(state) == [14, 2, 71], "without the ordinary start tile"
    assert state.bag[find_tile(state.rules, "D")] == 3
    assert choices(state) == FOURTEEN
    assert (moment(state), state.pieces, legal_kinds(state)) == ((RED, 1, 0), [], {"draw"})


def test_RIV20_SETUP_1_river_and_lakes_are_shuffled() -> None:
    first, lakes = set(), set()
    for seed in range(16):
        game = Game(RULES, seats=2, dealer=Seeded(seed))
        while len(game.state.board.laid) < 18:
            game.play(game.options()[0])
        order = [game.state.board.tile(n).id for n in range(2, 18)]
        assert (set(order[:14]), set(order[14:])) == (FOURTEEN, BOTH_LAKES)
        first.add(order[0])
        lakes.add(order[14])
    assert len(first) > 5
    assert lakes == BOTH_LAKES


def test_RIV20_SETUP_2_water_leaves_in_the_west_and_in_the_east() -> None:
    """RIV20-RUL-3: that is printed on the source, and those are all the ends."""
    state = start(parse_rules(RULES), 2)
    assert state.board.tile(0).edges[3] == state.board.tile(1).edges[1] == "river"
    printed = [edge for n in (0, 1) for edge in state.board.tile(n).edges]
    assert sorted(printed) == ["field"] * 4 + ["inner"] * 2 + ["river"] * 2
    assert {cell for tile in FOURTEEN for cell in cells(placements(state, tile))} == {"(-1,0)", "(2,0)"}
    assert feature_at(state, 0, 0, "river") == feature_at(state, 1, 0, "river"), "one river"


@pytest.mark.parametrize(("cell", "halves"), [((0, 1), 2), ((1, -1), 2), ((-1, 1), 1), ((2, -1), 1), ((3, 1), 0)])
def test_RIV20_SETUP_3_a_monastery_counts_the_halves_beside_it(cell: tuple[int, int], halves: int) -> None:
    x, y = cell
    state = two(f"{SOURCE}, B({x},{y}) +red:monastery ; {PAST}")
    assert finish(state) == [1 + halves, 0]


def test_RIV20_SETUP_3_a_garden_counts_them_too() -> None:
    """ABBOT-INT-11: taken back from beside the source, the abbot counts two tiles there."""
    state = two(f"{SOURCE}, BA-FRFR-garden(0,1) +red:abbot:garden ; to red ; {PAST}", "abbot")
    assert finish(state) == [3, 0]
    assert play(state, "B(0,-1) recall").score == [3, 0]


@pytest.mark.parametrize(("kind", "points", "title"), [("road", 4, "robber"), ("city", 8, "king")])
def test_KR_INT_5_each_half_of_the_source_is_a_tile(kind: str, points: int, title: str) -> None:
    """RIV20-SETUP-3: in roads and cities, and for King and Robber Baron."""
    state = double(kind)
    assert state.board.features.size(feature_at(state, 0, 0, kind)) == 2
    closed(state)
    assert (state.score, followers(state)) == ([points, 0], [7, 7])
    records = {own.name: state.ext[own.record] for own in TITLES}
    assert records == {"king": [0], "robber": [0]} | {title: [4]}
    assert state.ext[f"{title}.held"] == [0, 1], "blue laid the last tile"


def test_RIV20_SETUP_4_nobody_on_the_source() -> None:
    state = play(start(parse_rules(RULES), 2), RIVER[0])
    for spot in ("(0,0).field.N", "(1,0).field.S"):
        assert refusal(state, f"+{spot}") == "spot_not_new"
    for turns in range(16):
        state, _ = after_turns(turns)
        play(state, (*RIVER, *LAKES)[turns])
        assert not [token for token in choices(state) if token.startswith("+(")]


# Playing the river


@pytest.mark.parametrize("players", [2, 3, 5])
def test_RIV20_DRAW_1_river_tiles_before_all_others(players: int) -> None:
    left, lakes = set(FOURTEEN), set(BOTH_LAKES)
    for turns, line in enumerate((*RIVER, *LAKES)):
        state, seats = after_turns(turns, players=players)
        assert seats == [turn % players for turn in range(turns)]
        assert stages(state) == [len(left), len(lakes), 71]
        assert choices(state) == (left or lakes)
        assert refusal(state, "B") == "stage_not_yet"
        if left:
            assert refusal(state, "R20-WFFF-l") == "stage_not_yet", "lakes come last"
        left.discard(line.partition("(")[0])
        lakes.discard(line.partition("(")[0])


def test_RIV20_DRAW_1_with_hands_the_river_is_drawn_all_the_same() -> None:
    """ED-HAND-12: hands rest during the river."""
    state = start(parse_rules(f"{RULES} hand_size=3"), 2)
    while legal_kinds(state) == {"deal"}:
        assert not [token for token in choices(state) if "R20" in token]
        play(state, "<B" if "<B" in choices(state) else "<U")
    hands = list(state.hand)
    for line in (*RIVER, *LAKES):
        assert legal_kinds(state) == {"draw"}
        play(state, f"{line} -")
    assert (moment(state), legal_kinds(state), state.hand) == ((RED, 17, 0), {"pick"}, hands)


def test_RIV20_PLACE_1_either_end_and_all_sides_match() -> None:
    """RIV20-RUL-4: the player chooses the end, in any order."""
    state = start(parse_rules(RULES), 2)
    for tile in FOURTEEN:
        assert cells(placements(state, tile)) == {"(-1,0)", "(2,0)"}, tile
    for line in ("R20-WFWF-d(2,0)/FWFW", "R20-WFWF-f(3,0)/FWFW", "R20-CWFW-m(4,0)", "R20-WRWR-k(-1,0)/RWRW"):
        play(state, f"{line} -")
    assert cells(placements(state, "R20-CWDW-c")) == {"(-2,0)", "(5,0)"}
    beside_a_city = two(f"{SOURCE}, E(2,-1) FFCF")
    assert ways(beside_a_city, "R20-CWFW-m", "(2,0)") == {"0"}, "city to city"
    assert ways(beside_a_city, "R20-WRWR-k", "(2,0)") == set()
    assert refusal(beside_a_city, "R20-WRWR-k(2,0)/RWRW") == "edges_clash"
    assert refusal(state, "R20-WRWF-p(0,1)/FWRW") == "river_branches", "a field meets a field, but no water"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "en",
            "R20-WRWF-p may not be laid at (0,1): it goes on from one open end of the river, bends neither"
            " twice in a row to the same side nor towards river tiles, joins nothing, and leaves a way to finish the"
            " river.",
        ),
        (
            "fr",
            "R20-WRWF-p ne peut pas être posée en (0,1) : elle prolonge un bout ouvert de la rivière, ne"
            " tourne ni deux fois de suite du même côté ni vers des tuiles de rivière, ne rejoint rien, et la rivière"
            " doit pouvoir se terminer.",
        ),
    ],
)
def test_RIV20_PLACE_1_a_refusal_says_what_is_wrong(language: str, text: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        play(start(parse_rules(RULES), 2), "R20-WRWF-p(0,1)/FWRW")
    assert refused.value.text(language) == text


@pytest.mark.parametrize(("first", "again", "back"), [("FFWW", "WWFF", "WFFW"), ("WFFW", "FWWF", "FFWW")])
def test_RIV20_PLACE_2_no_two_bends_of_one_hand(first: str, again: str, back: str) -> None:
    """To the south or to the north: then on to the east, but not back to the west."""
    y = 1 if first == "FFWW" else -1
    state = two(f"{WEST_CLOSED}, R20-WFFW-g(2,0) {first}")
    assert refusal(state, f"R20-FWWF-j(2,{y})/{again}") == ""
    assert refusal(state, f"R20-FWWF-j(2,{y})/{back}") == "river_branches"
    no_room = two(f"{WEST_CLOSED}, R20-WFFW-g(2,0) {first}, B(4,{2 * y})")
    assert refusal(no_room, f"R20-FWWF-j(2,{y})/{again}") == "", "the milder test is in force"
    assert refusal(no_room, f"R20-FWWF-j(2,{y})/{back}") == "river_branches"


@pytest.mark.parametrize(("first", "again", "back"), [("FWWF", "WFFW", "WWFF"), ("WWFF", "FFWW", "FWWF")])
def test_RIV20_PLACE_2_on_the_western_branch_too(first: str, again: str, back: str) -> None:
    y = 1 if first == "FWWF" else -1
    state = two(f"{SOURCE}, R20-WFFF-q(2,0) FFFW, R20-WFFW-g(-1,0) {first}, B(-3,{2 * y})")
    assert refusal(state, f"R20-FWWF-j(-1,{y})/{again}") == ""
    assert refusal(state, f"R20-FWWF-j(-1,{y})/{back}") == "river_branches"


def test_RIV20_PLACE_2_however_many_straight_tiles_lie_between() -> None:
    """RIV-PLACE-3: by the option, they part two bends."""
    apart = f"{WEST_CLOSED}, R20-WFFW-g(2,0) FFWW, R20-WFWF-d(2,1)"
    assert ways(two(apart), "R20-FWWF-j", "(2,2)") == {"3"}, "east"
    assert ways(two(f"{apart}, R20-WFWF-f(2,2)"), "R20-FWWF-j", "(2,3)") == {"3"}
    assert ways(two(apart, options=IMMEDIATE), "R20-FWWF-j", "(2,2)") == {"2", "3"}, "west and east"
    near = f"{WEST_CLOSED}, R20-WFFW-g(2,0) FFWW"
    assert ways(two(near, options=IMMEDIATE), "R20-FWWF-j", "(2,1)") == {"3"}


def test_RIV20_PLACE_2_every_branch_has_bends_of_its_own() -> None:
    """The eastern one bent to the right; that does not matter to the western one."""
    state = two(f"{SOURCE}, R20-WFFW-g(2,0) FFWW")
    assert len(ways(state, "R20-FWWF-j", "(-1,0)")) == 2


def test_RIV20_PLACE_2_the_source_is_no_bend() -> None:
    state = two(f"{WEST_CLOSED}, B(4,1), B(4,-1)")
    assert len(placements(state, "R20-FWWF-j")) == 2, "neither has room, and both will do"


AROUND = f"""
    {SOURCE}, R20-WFFW-g(2,0) FFWW, R20-WFWF-d(2,1), R20-FWWF-j(2,2) WFFW, R20-WFWF-f(1,2) FWFW, R20-FWRW-h(0,2)
"""
"""The eastern branch has come back below the source and faces (-1,2); the western one is still at the source."""
FARTHER = f"{AROUND}, R20-CWFW-m(-1,2)"
"""It faces (-2,2)."""


@pytest.mark.parametrize(
    ("river", "cell", "ahead"),
    [
        (f"{AROUND}, R20-CWFW-m(-1,0)", "(-1,2)", "in its column"),
        (f"{AROUND}, R20-WFFF-q(-1,0) FWFF", "(-1,2)", "in its column, and a lake is a river tile"),
        (f"{AROUND}, R20-CFWW-o(-1,0) FWWC", "(-1,2)", "in its column and the one to the west"),
        (f"{FARTHER}, R20-WFFF-q(-1,0) FWFF", "(-2,2)", "in the column to the east"),
        (f"{FARTHER}, R20-CWDW-c(-1,0), R20-CWRW-b(-2,0), R20-WFFF-q(-3,0) FWFF", "(-2,2)", "in all three"),
    ],
)
def test_RIV20_PLACE_3_no_turn_towards_river_tiles(river: str, cell: str, ahead: str) -> None:
    """To the north lies the river itself; with the option, no other rule stands against that."""
    state = two(river, options=IMMEDIATE)
    assert ways(state, "R20-RWWR-i", cell) == {"0"}, ahead
    assert refusal(state, f"R20-RWWR-i{cell}/WWRR") == "river_branches"


def test_RIV20_PLACE_3_only_ahead_and_only_three_rows() -> None:
    free = two(f"{FARTHER}, R20-CWRW-b(-2,2), R20-WFFF-q(-1,0) FWFF", options=IMMEDIATE)
    assert ways(free, "R20-RWWR-i", "(-3,2)") == {"0", "3"}, "the lake is two columns off"
    state = two(f"{SOURCE}, R20-WFFF-q(-1,0) FWFF", options=IMMEDIATE)
    assert len(placements(state, "R20-RWWR-i")) == 2, "the source is behind, not ahead"


def test_RIV20_PLACE_3_tiles_without_water_do_not_matter() -> None:
    land = two(f"{WEST_CLOSED}, R20-WFWF-d(2,0) FWFW, B(3,-3), B(2,-4)")
    assert len(placements(land, "R20-RWWR-i")) == 2
    pond = "R20-WFFF-l(3,-4) FFWF, R20-WFFF-q(3,-3)"
    water = two(f"{WEST_CLOSED}, R20-WFWF-d(2,0) FWFW, {pond} ; bag R20-RWWR-i:1 R20-CFWW-o:1 R20-WFFF-l:1 B:2")
    assert placements(water, "R20-RWWR-i") == {"(3,0)/1"}, "south, for in the north there is another river"


MEETING = f"{AROUND}, R20-CWRW-b(-1,2), R20-CWFW-m(-1,0), R20-CFWW-o(-2,0) FWWC"
"""The eastern branch faces (-2,2), the western one runs south towards it."""


def test_RIV20_PLACE_4_the_branches_never_join() -> None:
    state = two(MEETING)
    assert refusal(state, "R20-WRWR-k(-2,1)") == "river_branches", "now both would face (-2,2)"
    assert cells(placements(state, "R20-WRWR-k")) == {"(-2,2)"}
    shut = two(f"{MEETING}, R20-WRWR-k(-2,1)")
    for tile in ("R20-RWWR-i", "R20-CCWW-e"):
        number = find_tile(shut.rules, tile)
        matching = [turn for turn in range(4) if not shut.board.clashes(number, turn, cell_at(-2, 2))]
        assert len(matching) == 1, "it would match both ends"
        assert leaves_the_game(shut, tile)


BENT = f"{WEST_CLOSED}, R20-WFFW-g(2,0) FFWW"
"""The only branch has bent to the south and faces (2,1)."""
SOUTHWARD = f"{AROUND}, R20-WFFF-q(-1,0) FWFF"
"""By the option the only branch, which faces (-1,2), may bend to the south or, towards the source, to the north."""


def test_RIV20_PLACE_5_river_tiles_ahead_are_dropped_first() -> None:
    """RIV20-RUL-2: that is a rule, but one that gives way where nothing else is left."""
    curve = "R20-RWWR-i"
    assert ways(two(SOUTHWARD, options=IMMEDIATE), curve, "(-1,2)") == {"0"}
    taken = two(f"{SOUTHWARD}, A(-1,3) RFFF", options=IMMEDIATE)
    assert ways(taken, curve, "(-1,2)") == {"3"}, "south is taken, so north"
    shut = two(f"{SOUTHWARD}, B(-2,3), A(0,3) RFFF, B(-1,4)", options=IMMEDIATE)
    assert ways(shut, curve, "(-1,2)") == {"3"}, "a way to finish the river is worth more"


def test_RIV20_PLACE_5_then_the_way_to_finish_the_river() -> None:
    pocket = f"{BENT}, B(3,0), B(4,1), B(3,2)"
    assert placements(two(pocket), "R20-FWWF-j") == {"(2,1)/3"}, "east into a single cell rather than back to the west"
    assert ways(two(f"{BENT}, B(4,2)"), "R20-FWWF-j", "(2,1)") == {"3"}, "whereas there is a way past one tile"


def test_RIV20_PLACE_5_then_the_bends_and_at_last_the_tile() -> None:
    assert placements(two(f"{BENT}, B(3,1)"), "R20-FWWF-j") == {"(2,1)/2"}, "back to the west, as a last resort"
    walled = two(f"{BENT}, B(3,1), B(1,1)")
    assert leaves_the_game(walled, "R20-FWWF-j")


def test_RIV20_PLACE_5_no_two_ends_ever_face_one_cell() -> None:
    """RIV2-LEGAL-1 is not dropped, as it would be in the River II."""
    state = two(f"{MEETING}, B(-3,2)")
    assert leaves_the_game(state, "R20-WRWR-k"), "laid at (-2,1), both ends would face (-2,2)"


def test_RIV20_PLACE_5_what_fits_nowhere_leaves_the_game() -> None:
    """RIV2-LEGAL-4: the next river tile is drawn, and after the last one an ordinary tile."""
    shut = f"{WEST_CLOSED}, R20-WFFW-g(2,0) FFWW, B(3,1), B(1,1), E(2,2) CFFF"
    state = two(f"{shut} ; to blue ; bag R20-FWWF-j:1 R20-RWRW-n:1 R20-WFFF-l:1 B:4")
    assert names(told(state, "R20-FWWF-j")) == ["drawn", "discarded"]
    assert (moment(state), choices(state)) == ((BLUE, 1, 0), {"R20-RWRW-n"})
    play(state, "R20-RWRW-n R20-WFFF-l")
    assert (moment(state), choices(state)) == ((BLUE, 1, 0), {"B"}), "the lake had no place, either"
    play(state, "B(0,1) +monastery")
    assert moment(state) == (RED, 2, 0)


def test_RIV20_PLACE_5_with_hands_the_turn_goes_on_from_the_hand() -> None:
    shut = f"{WEST_CLOSED}, R20-WFFF-l(2,0) FFFW"
    state = two(f"{shut} ; hand B,B,B U,U,U ; bag R20-RWRW-n:1 B:1", options="hand_size=3")
    assert names(told(state, "R20-RWRW-n")) == ["drawn", "discarded"]
    assert (moment(state), choices(state)) == ((RED, 1, 0), {"B"})


def test_RIV20_PLACE_5_a_lake_that_fits_nowhere_at_the_very_end() -> None:
    state = two(f"{WEST_CLOSED}, R20-WFFF-l(2,0) FFFW, U(9,9) FRFR +red:road ; bag R20-WFFF-q:1")
    play(state, "R20-WFFF-q")
    assert (actor(state), state.score) == (OVER, [1, 0])


@pytest.mark.parametrize("options", ["", IMMEDIATE])
@pytest.mark.parametrize("others", ["", f",{WOF}", ",count", ",anniversary_mini,abbot"])
def test_RIV20_PLACE_5_many_river_phases_against_a_referee(others: str, options: str) -> None:
    """RIV20-PLACE-2, RIV20-PLACE-3, RIV20-PLACE-4: as somebody finds who reads the rules anew."""
    made, levels = parse_rules(f"{RULES}{others} {options}"), Counter[str]()
    for seed in range(20):
        levels += down_both_branches(start(made, 3), Random(seed), Referee.not_back if options else Referee.in_turn)
    assert sum(levels.values()) == 20 * 16
    assert levels["all"] > 300


@pytest.mark.parametrize("options", ["", IMMEDIATE])
def test_RIV20_PLACE_5_among_obstacles_against_a_referee(options: str) -> None:
    taken = ((-1, 0), (0, 0), (1, 0), (2, 0))
    free = [(x, y) for x in range(-5, 7) for y in range(-5, 6) if (x, y) not in taken]
    levels = Counter[str]()
    for seed in range(100):
        random = Random(seed)
        text = SOURCE + "".join(f", B({x},{y})" for x, y in random.sample(free, random.randrange(6, 40)))
        bends = Referee.not_back if options else Referee.in_turn
        levels += down_both_branches(two(text, options=options), random, bends)
    assert levels["all"] > 1000
    assert min(levels["blocked"], levels["back"], levels["removed"]) > 2


@pytest.mark.parametrize("seed", range(3))
def test_RIV20_PLACE_5_the_level_follows_from_the_position(seed: int) -> None:
    """RIV2-LEGAL-5 holds for this river, too."""
    game = Game(f"{RULES},{WOF}", seats=3, dealer=Seeded(seed))
    for _ in plies(game, seed):
        state = game.state
        if len(state.board.laid) > 36:
            break
        if legal_kinds(state) == {"place"}:
            assert parse_position(position_text(state)).legal == state.legal


@pytest.mark.parametrize("first", ["l", "q"])
@pytest.mark.parametrize(("end", "other"), [("(-6,1)/1", "(8,2)"), ("(8,2)", "(-6,1)/1")])
def test_RIV20_LAKE_1_the_first_closes_either_end_and_the_second_the_other(first: str, end: str, other: str) -> None:
    state, _ = after_turns(14)
    second = {"l": "q", "q": "l"}[first]
    assert placements(state, f"R20-WFFF-{first}") == {"(-6,1)/1", "(8,2)"}
    play(state, f"R20-WFFF-{first}{end} -")
    assert placements(state, f"R20-WFFF-{second}") == {other}
    play(state, f"R20-WFFF-{second}{other} -")
    assert stages(state) == [0, 0, 71]


# Pieces and points


@pytest.mark.parametrize(
    ("line", "spots"),
    [
        (RIVER[0], {"+city", "+road", "+field.El", "+field.Er", "+field.Sr", "+field.Wr"}),
        ("R20-WRWR-k(2,0)/RWRW", {"+road", "+field.Nl", "+field.Nr", "+field.Er", "+field.Sr"}),
        ("R20-FWRW-h(2,0)", {"+monastery", "+road", "+field.N", "+field.Er", "+field.Sr"}),
        ("R20-FWWF-j(2,0)/FFWW", {"+field.N", "+field.Sr"}),
        ("R20-CWDW-c(-1,0)", {"+city.N", "+city.S", "+field.El", "+field.Er"}),
    ],
)
def test_RIV20_PIECE_1_as_usual_on_land_and_never_on_water(line: str, spots: set[str]) -> None:
    state = play(start(parse_rules(RULES), 2), line)
    assert choices(state) == spots | {"-"}
    assert refusal(state, "+river") == "no_site"
    field = next(spot for spot in spots if "field" in spot)
    assert followers(play(state, field)) == [6, 7]


def test_RIV20_PIECE_1_lakes_are_no_exception() -> None:
    state = two(f"{SOURCE} ; bag R20-WFFF-l:1 R20-WFFF-q:1 B:3")
    assert choices(play(state, "R20-WFFF-l(2,0)/FFFW")) == {"-", "+monastery", "+field"}
    play(state, "+monastery R20-WFFF-q(-1,0)/FWFF")
    assert choices(state) == {"-", "+field"}
    assert refusal(state, "+river") == "no_site"


def test_RIV20_PIECE_1_occupied_features_are_closed() -> None:
    taken = play(two(f"{SOURCE}, A(2,-1) FFRF +red:road ; to blue"), "R20-WRWR-k(2,0)/RWRW")
    assert refusal(taken, "+road") == "occupied"
    bank = play(play(start(parse_rules(RULES), 2), "R20-WFWF-d(2,0)/FWFW +field.N"), "R20-WFWF-f(-1,0)/FWFW")
    assert choices(bank) == {"-", "+field.S"}, "the northern bank is one field"


@pytest.mark.parametrize(
    ("tile", "fields"),
    [
        (WEST, 2),
        (EAST, 2),
        ("R20-WFFF-l", 1),
        ("R20-WFFF-q", 1),
        ("R20-CWRW-b", 4),
        ("R20-WRWR-k", 4),
        ("R20-CWDW-c", 2),
        ("R20-FWRW-h", 3),
        ("R20-FWWF-j", 2),
        ("R20-RWWR-i", 3),
        ("R20-WFWF-d", 2),
    ],
)
def test_RIV20_PIECE_2_how_many_fields_a_tile_has(tile: str, fields: int) -> None:
    state = two(f"{tile}(0,0)")
    assert sum(segment.kind == "field" for segment in state.board.tile(0).segments) == fields


def test_RIV20_PIECE_2_the_river_parts_fields_until_a_lake_joins_them() -> None:
    state = two(f"{SOURCE}, R20-WFWF-d(2,0) FWFW")
    banks = [feature_at(state, x, 0, side) for side in ("field.N", "field.S") for x in (0, 1, 2)]
    assert [banks.count(bank) for bank in banks] == [3] * 6, "two fields, each over three tiles"
    lake = two(f"{SOURCE}, R20-WFFF-q(2,0) FFFW")
    assert feature_at(lake, 0, 0, "field.N") == feature_at(lake, 2, 0, "field") == feature_at(lake, 1, 0, "field.S")


def test_RIV20_SCORE_1_features_are_scored_during_the_river() -> None:
    state = two(f"{SOURCE}, A(2,-1) FFRF +blue:road, A(2,1) RFFF ; to red")
    play(state, "R20-RWRW-n(2,0) -")
    assert (state.score, followers(state)) == ([0, 3], [7, 7])
    city = two(f"{SOURCE}, E(2,-1) FFCF +blue:city ; to red")
    assert play(city, "R20-CWRW-b(2,0) +road").score == [0, 4]


# After the river


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_RIV20_END_1_no_extra_turn_after_the_second_lake(players: int) -> None:
    state, seats = after_turns(16, players=players)
    assert seats[-1] == 15 % players
    assert moment(state) == (16 % players, 17, 0)
    assert len(choices(state)) == 24
    assert not [tile for tile in choices(state) if tile.startswith("R20-")]
    play(state, "B(0,1) +monastery")
    assert moment(state) == (17 % players, 18, 0)


def test_RIV20_END_1_no_tile_against_an_open_end() -> None:
    state = two(f"{WEST_CLOSED} ; {PAST}")
    assert cell_at(2, 0) in state.board.wanted
    for tile in state.rules.catalogue.tiles:
        if tile.id.startswith("BA-"):
            drawn = draw(state.copy(), tile.id)
            assert not [token for token in choices(drawn) if token.startswith("(2,0)")], tile.id


@pytest.mark.parametrize(
    "made",
    [
        RULES,
        f"{RULES},{WOF}",
        f"{RULES},count",
        f"{RULES},{TB},{HS} hand_size=3",
        f"{RULES},cult farmers=off",
        "anniversary expansions=abbot,anniversary_mini,river_20",
    ],
)
def test_RIV20_END_1_whole_games(made: str) -> None:
    for seed in (1, 2, 3):
        game = Game(made, seats=3, dealer=Seeded(seed))
        for _ in plies(game, seed):
            pass
        order = [str(event.facts["tile"]) for event in game.story(None) if event.name in ("drawn", "picked")]
        assert (set(order[:14]), set(order[14:16])) == (FOURTEEN, BOTH_LAKES)
        assert not [tile for tile in order[16:] if tile.startswith("R20-")]
        assert wrong_with(game.state) == []
