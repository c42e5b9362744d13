"""The River II, rule by rule, alone and together with other expansions; where tiles may be laid is in test_legality."""

from __future__ import annotations

import pytest

from bastide import OVER, BadRules, Game, Seeded, actor, make_rules, start
from bastide.games import parse_rules
from bastide.kernel.geometry import cell_at, xy
from bastide.play.invariants import wrong_with
from bastide.play.notation import find_tile
from bastide.play.position import parse_position, position_text
from bastide.rules.state import State
from tests.boards import (
    BLUE,
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
from tests.rules.hills_and_sheep.flocks import flocks
from tests.rules.river_2.arms import (
    FORKED,
    LAST,
    NINE,
    NORTH_ONLY,
    PAST,
    RIVER,
    RULES,
    SOURCE,
    VOLCANO,
    after_turns,
    cells,
    stages,
    two,
)
from tests.rules.special import over, said, standing, stop_at
from tests.rules.wheel_of_fortune.wheel import beside

IC = "inns_and_cathedrals"
TB = "traders_and_builders"
HS = "hills_and_sheep"
WOF = "wheel_of_fortune"
FORK = "R2-WWFW-fork"
ERUPTION = f"{VOLCANO}(1,-1)/FFWF"
"""The volcano, at the end of the arm that NORTH_ONLY leaves."""


def moment(state: State) -> tuple[int, int, int]:
    """Return whose turn it is, its number and its part."""
    return state.seat, state.turn, state.part


# Setting up


@pytest.mark.parametrize("preset", ["first", "second", "bigbox2014", "anniversary"])
def test_RIV2_SETUP_1_source_fork_nine_tiles_volcano_and_the_rest(preset: str) -> None:
    """RIV2-SETUP-4: the others are a stack apart. RIV2-RUL-5: the lake is one of the nine."""
    state = start(parse_rules(f"{preset} expansions=river_2"), 2)
    laid = [(state.board.tile(n).id, xy(cell)) for n, cell in enumerate(state.board.cell)]
    assert laid == [("R2-FWFF-source", (0, 0))]
    assert stages(state) == [1, 9, 1, 71], "without the ordinary start tile"
    assert state.bag[find_tile(state.rules, "D")] == 3
    play(state, f"{RIVER[0]} -")
    curve = "R2-FFWW-garden" if preset == "anniversary" else "R2-FFWW"
    assert choices(state) == NINE - {"R2-FFWW"} | {curve}
    assert "R2-FCFW" in choices(state)


def test_RIV2_SETUP_1_the_river_stack_is_shuffled() -> None:
    orders = set()
    for seed in range(12):
        game = Game(RULES, seats=2, dealer=Seeded(seed))
        while len(game.state.board.laid) < 4:
            game.play(game.options()[0])
        orders.add(tuple(tile // 4 for tile in game.state.board.laid[2:]))
    assert len(orders) > 5


def test_RIV2_SETUP_2_nobody_on_the_source() -> None:
    state = start(parse_rules(RULES), 2)
    assert (moment(state), state.pieces, legal_kinds(state)) == ((RED, 1, 0), [], {"draw"})
    play(state, RIVER[0])
    assert refusal(state, "+(0,0).field") == "spot_not_new"


@pytest.mark.parametrize("first", [0, 1, 2])
def test_RIV2_SETUP_3_the_configured_player_begins(first: int) -> None:
    """RIV2-RUL-7: that is an option, since nobody knows who is youngest."""
    state = start(make_rules("bigbox2014", expansions=["river_2"], first_player=first), 3)
    assert (moment(state), choices(state)) == ((first, 1, 0), {FORK})
    play(state, f"{RIVER[0]} -")
    assert moment(state) == ((first + 1) % 3, 2, 0)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_RIV2_SETUP_4_the_ordinary_stack_is_untouched_until_the_river_is_finished(players: int) -> None:
    """RIV2-PLACE-1: one river tile a turn. RIV2-VOLC-1: when there are none left, the volcano."""
    left = set(NINE)
    for turns in range(11):
        state, seats = after_turns(turns, players=players)
        assert seats == [turn % players for turn in range(turns)]
        if turns > 1:
            left.remove(RIVER[turns - 1].partition("(")[0])
        assert stages(state) == [int(turns == 0), len(left), 1, 71]
        assert choices(state) == ({FORK} if turns == 0 else left or {VOLCANO})
        assert refusal(state, "B") == "stage_not_yet"
    state, seats = after_turns(11, players=players)
    assert seats[-1] == state.seat == 10 % players
    assert len(choices(state)) == 24
    assert not [tile for tile in choices(state) if tile.startswith("R2-")]


# The fork


def test_RIV2_FORK_1_three_ways_to_meet_the_source() -> None:
    state = start(parse_rules(RULES), 2)
    assert choices(state) == {FORK}, "nothing else could be drawn"
    for edges in ("WWFW", "FWWW", "WFWW"):
        assert refusal(state, f"{FORK}(1,0)/{edges}") == ""
    assert len(placements(state, FORK)) == 3
    assert refusal(state, f"{FORK}(0,1)/FWWW") == "river_arms"


def test_RIV2_FORK_1_needs_little_room() -> None:
    """RIV2-LEGAL-2: it is enough that the river can be finished."""
    crowded = two(f"{SOURCE}, B(3,-1), B(3,1), B(0,-2), B(2,-2)")
    assert len(placements(crowded, FORK)) == 3


@pytest.mark.parametrize(
    ("edges", "ends"), [("WWFW", {"(1,-1)", "(2,0)"}), ("FWWW", {"(1,1)", "(2,0)"}), ("WFWW", {"(1,-1)", "(1,1)"})]
)
def test_RIV2_FORK_2_two_arms_until_lake_and_volcano_end_them(edges: str, ends: set[str]) -> None:
    """RIV2-VOLC-1: the volcano goes to either arm if both are open."""
    forked = f"{SOURCE}, {FORK}(1,0) {edges}"
    state = two(forked)
    assert cells(placements(state, "R2-FCFW")) == ends
    for token in placements(state, "R2-FCFW"):
        closed = play(state.copy(), f"R2-FCFW{token} -")
        assert cells(placements(closed, "R2-FWFW-monastery")) == ends - cells({token})
    last = two(f"{forked} ; bag {VOLCANO}:1 B:5")
    assert cells(placements(last, VOLCANO)) == ends


# Pieces


def test_RIV2_PIECE_1_as_usual_on_road_city_field_and_monastery() -> None:
    fork = play(start(parse_rules(RULES), 2), RIVER[0])
    assert choices(fork) == {"-", "+field.Nl", "+field.E", "+field.Sr"}
    state = two(FORKED)
    for line, spots in (
        ("R2-WRWR-inn(1,-1)", {"+road", "+field.Nl", "+field.Nr", "+field.Er", "+field.Sr"}),
        ("R2-CWRW(1,-1)/WCWR", {"+city", "+road", "+field.Nl", "+field.Nr", "+field.Sl", "+field.Sr"}),
        ("R2-FWFW-monastery(1,-1)/WFWF", {"+monastery", "+field.E", "+field.W"}),
        ("R2-CWWC-pennant(1,-1)/CWWC", {"+city", "+field.El", "+field.Er"}),
        ("R2-FCFW(1,1)/WFCF", {"+city", "+field.E", "+field.W"}),
    ):
        assert choices(play(state.copy(), line)) == spots | {"-"}, line
    taken = play(two(f"{FORKED}, A(2,-1) FFFR +red:road ; to blue"), "R2-WRWR-inn(1,-1)")
    assert refusal(taken, "+road") == "occupied"


def test_RIV2_PIECE_1_all_kinds_of_pieces() -> None:
    state = play(two(f"{FORKED}, A(2,-1) FFFR +red:road +red:field", TB, IC, HS), "R2-WRWR-inn(1,-1)")
    assert {"+builder:road", "+pig:field.Nr", "+big:field.Nl", "+shepherd:field.Nl"} <= choices(state)


@pytest.mark.parametrize("line", [RIVER[0], "R2-FCFW(1,1)/WFCF", "R2-WRWR-inn(1,-1)"])
def test_RIV2_PIECE_2_nothing_on_the_water(line: str) -> None:
    state = play(start(parse_rules(RULES), 2) if line == RIVER[0] else two(FORKED), line)
    assert not [token for token in choices(state) if "river" in token]
    assert refusal(state, "+river") == "no_site"


@pytest.mark.parametrize(
    ("tile", "fields"),
    [
        ("R2-FWFF-source", 1),
        (FORK, 3),
        (VOLCANO, 1),
        ("R2-FCFW", 2),
        ("R2-WCWC", 2),
        ("R2-FWFW-monastery", 2),
        ("R2-WRWR-inn", 4),
        ("R2-CWRW", 4),
        ("R2-FFWW", 2),
        ("R2-CWWC-pennant", 2),
        ("R2-WFFW-pigs", 2),
        ("R2-RRWW", 3),
    ],
)
def test_RIV2_PIECE_3_how_many_fields_a_tile_has(tile: str, fields: int) -> None:
    state = two(f"{tile}(0,0)")
    assert sum(segment.kind == "field" for segment in state.board.tile(0).segments) == fields


def test_RIV2_PIECE_3_the_river_parts_fields_but_around_source_and_volcano() -> None:
    state = two(FORKED)
    around = feature_at(state, 0, 0, "field")
    assert around == feature_at(state, 1, 0, "field.Nl") == feature_at(state, 1, 0, "field.Sr")
    assert around != feature_at(state, 1, 0, "field.E")
    straight = "R2-FWFW-monastery(0,0)"
    for end, joined in (("U(9,9)", False), (f"{VOLCANO}(1,0)", True), ("R2-FCFW(1,0)", False)):
        banks = two(f"{straight}, {end}")
        assert (feature_at(banks, 0, 0, "field.N") == feature_at(banks, 0, 0, "field.S")) == joined, end


def test_RIV2_RUL_8_the_city_across_the_river_does_not_part_a_bank() -> None:
    state = two("R2-WCWC(0,0)")
    assert feature_at(state, 0, 0, "field.Nl") == feature_at(state, 0, 0, "field.Sr")
    assert feature_at(state, 0, 0, "field.Nr") == feature_at(state, 0, 0, "field.Sl")
    assert feature_at(state, 0, 0, "field.Nl") != feature_at(state, 0, 0, "field.Nr")
    assert feature_at(state, 0, 0, "city.W") == feature_at(state, 0, 0, "city.E")


def test_RIV2_PIECE_4_features_are_scored_during_the_river() -> None:
    state = two(f"{FORKED}, A(0,-1) FRFF +blue:road, A(2,-1) FFFR ; to red")
    play(state, "R2-WRWR-inn(1,-1) -")
    assert (state.score, followers(state)) == ([0, 3], [7, 7])
    city = two(f"{FORKED}, E(2,-1) FFFC +blue:city ; to red")
    assert play(city, "R2-CWRW(1,-1)/WCWR +road").score == [0, 4]


# The volcano


def test_RIV2_VOLC_1_the_next_player_lays_it_at_an_open_arm() -> None:
    state = two(f"{FORKED} ; to blue ; bag {VOLCANO}:1 B:2")
    assert (state.seat, choices(state)) == (BLUE, {VOLCANO})
    assert placements(state, VOLCANO) == {"(1,-1)/3", "(1,1)/1"}
    assert placements(two(f"{NORTH_ONLY} ; bag {VOLCANO}:1 B:2"), VOLCANO) == {"(1,-1)/3"}


@pytest.mark.parametrize("others", [(), (IC,), (TB,), (HS,), (IC, TB, HS), ("mage_and_witch", "cult")])
def test_RIV2_VOLC_2_no_piece(others: tuple[str, ...]) -> None:
    """RIV2-RUL-1: whatever is in play. RIV2-VOLC-4: then the same player's next turn."""
    state = two(f"{NORTH_ONLY} ; to blue ; turn 7 ; bag {VOLCANO}:1 B:5", *others)
    events = told(state, ERUPTION)
    assert names(events) == ["drawn", "placed", "plays_on"], "RIV2-VOLC-5: and that is all"
    assert (moment(state), legal_kinds(state), state.pieces) == ((BLUE, 8, 0), {"draw"}, [])
    play(state, "B(0,1)")
    assert "+monastery" in choices(state)
    play(state, "+monastery")
    assert moment(state) == (RED, 9, 0)


def test_RIV2_VOLC_2_not_even_on_the_crown() -> None:
    made = f"{beside(NORTH_ONLY)} ; bag {{}}:1 B:5"
    state = play(two(made.format(VOLCANO), WOF), ERUPTION)
    assert (moment(state), choices(state)) == ((RED, 2, 0), {"B"})
    other = play(two(made.format("R2-WRWR-inn"), WOF), "R2-WRWR-inn(1,-1)")
    assert [token for token in choices(other) if token.endswith(".crown")], "any other river tile lets one"


def test_RIV2_VOLC_2_the_flock_is_asked_for_all_the_same() -> None:
    text = f"{NORTH_ONLY}, B(0,-1) +blue:shepherd:field ; to blue ; bag {VOLCANO}:1 B:5 {flocks([], [3])}"
    state = play(two(text, HS), ERUPTION)
    assert (state.seat, choices(state)) == (BLUE, {"expand", "herd"})
    grown = play(state.copy(), "expand token:2")
    assert (moment(grown), legal_kinds(grown)) == ((BLUE, 2, 0), {"draw"})
    play(state, "herd")
    assert (state.score, moment(state), legal_kinds(state)) == ([0, 3], (BLUE, 2, 0), {"draw"})
    play(state, "B(0,1)")
    assert "+shepherd:field" in choices(state), "in the turn after it he may go out again"


SURROUNDED = f"""
    {NORTH_ONLY}, B(2,-1) +red:monastery, B(1,-2), B(2,-2), B(3,-2), B(3,-1), B(3,0), B(2,0)
    ; to blue ; bag {VOLCANO}:1 B:5
"""
"""The volcano will complete red's monastery."""


def test_RIV2_VOLC_3_what_it_completes_is_scored() -> None:
    """RIV2-RUL-2."""
    state = play(two(SURROUNDED), ERUPTION)
    assert (state.score, followers(state), moment(state)) == ([9, 0], [7, 7], (BLUE, 2, 0))


def test_RIV2_VOLC_3_points_of_others_open_carcassonne_before_the_fresh_turn() -> None:
    """RIV2-VOLC-2: only the piece step is left out, and entering Carcassonne belongs to the scoring."""
    block = start(parse_rules("bigbox2014 expansions=count"), 2).board
    away = ", ".join(f"{block.tile(n).id}({x + 20},{y + 20})" for n, (x, y) in enumerate(map(xy, block.cell)))
    state = play(two(f"{away}, {SURROUNDED}", "count"), ERUPTION)
    assert (state.score, moment(state), legal_kinds(state)) == ([9, 0], (BLUE, 1, 0), {"pass", "enter"})
    assert parse_position(position_text(state)).key() == state.key(), "a position remembers the volcano"
    play(state, "enter:follower:castle -")
    assert (moment(state), choices(state), followers(state)) == ((BLUE, 2, 0), {"B"}, [7, 6])


ROAD = "U(0,2) FRFR +red:road +red:builder:road"


def test_RIV2_VOLC_4_the_fresh_turn_may_become_a_double_one() -> None:
    """ORD-5: once."""
    state = two(f"{NORTH_ONLY}, {ROAD} ; to red ; bag {VOLCANO}:1 U:9 B:9", TB)
    assert moment(play(state, ERUPTION)) == (RED, 2, 0)
    assert moment(play(state, "U(-1,2) -")) == (RED, 2, 1)
    assert moment(play(state, "U(-2,2) -")) == (BLUE, 3, 0)


def test_RIV2_VOLC_4_without_tiles_there_is_no_fresh_turn() -> None:
    state = play(two(f"{NORTH_ONLY}, U(9,9) FRFR +red:road ; bag {VOLCANO}:1"), ERUPTION)
    assert actor(state) == OVER
    assert state.score == [1, 0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ORD_5_the_volcano_leaves_out_the_piece_and_gives_a_new_turn(players: int) -> None:
    state, _ = after_turns(10, players=players)
    last = 10 % players
    assert moment(state) == (last, 11, 0)
    play(state, LAST)
    assert (moment(state), legal_kinds(state)) == ((last, 12, 0), {"draw"})
    play(state, "B(2,0) +field")
    assert moment(state) == ((last + 1) % players, 13, 0)


def test_ORD_5_with_hands_the_fresh_turn_is_played_from_the_hand() -> None:
    """ED-HAND-12: hands rest during the river."""
    state = start(parse_rules(f"{RULES} hand_size=3"), 2)
    while legal_kinds(state) == {"deal"}:
        play(state, "<B" if "<B" in choices(state) else "<U")
    hands = list(state.hand)
    for line in RIVER:
        assert legal_kinds(state) == {"draw"}
        play(state, f"{line} -")
    assert (moment(state), choices(state)) == ((RED, 11, 0), {VOLCANO})
    play(state, LAST)
    assert (moment(state), legal_kinds(state), state.hand) == ((RED, 12, 0), {"pick"}, hands)
    play(state, "B (2,0) -")
    assert legal_kinds(state) == {"deal"}
    play(state, "<U")
    assert (moment(state), legal_kinds(state)) == ((BLUE, 13, 0), {"pick"})


def test_ORD_5_with_hands_and_an_empty_supply() -> None:
    text = f"{NORTH_ONLY} ; to red ; hand {{}} U,-,- ; bag {VOLCANO}:1"
    state = play(two(text.format("B,-,-"), options="hand_size=3"), ERUPTION)
    assert (moment(state), choices(state)) == ((RED, 2, 0), {"B"})
    empty = play(two(text.format("-,-,-"), options="hand_size=3"), ERUPTION)
    assert (empty.seat, choices(empty)) == (BLUE, {"U"}), "who has no tile is passed over"


def test_RIV2_VOLC_5_a_volcano_has_no_other_effect() -> None:
    text = f"{NORTH_ONLY}, B(2,-1) +red:monastery, B(0,-1) +blue:field ; bag {VOLCANO}:1 B:5 E:1"
    state = two(text)
    before, supplied = standing(state), list(state.supply)
    play(state, ERUPTION)
    assert (standing(state), state.supply, state.score) == (before, supplied, [0, 0])
    assert "(1,-2)" in cells(placements(state, "B")), "tiles go beside it as beside any other"


DORMANT = "dormant_volcano=on"


@pytest.mark.parametrize("others", [(), (IC,), (TB,), (HS,), (IC, TB, HS), ("mage_and_witch", "cult")])
def test_RIV2_VOLC_6_dormant_it_is_a_lake_like_any_other(others: tuple[str, ...]) -> None:
    """RIV2-RUL-1: it takes a piece, and the next player goes on."""
    text = f"{NORTH_ONLY} ; to blue ; turn 7 ; bag {VOLCANO}:1 B:5"
    state = play(two(text, *others, options=DORMANT), ERUPTION)
    assert {"-", "+field"} <= choices(state)
    play(state, "+field")
    assert (moment(state), standing(state), legal_kinds(state)) == ((RED, 8, 0), {"blue follower (1,-1)"}, {"draw"})
    assert not [step.name for step in state.rules.program if step.name.startswith("volcano")]
    assert refusal(play(two(text, *others), ERUPTION), "-") == "wrong_moment", "awake, it takes no piece"


def test_RIV2_VOLC_6_dormant_it_still_comes_last() -> None:
    """RIV2-SETUP-1 holds, since it is one of the two lakes. RIV2-VOLC-3: what it completes is scored."""
    state, seats = after_turns(11, f"{RULES} {DORMANT}")
    assert seats == [turn % 3 for turn in range(11)]
    assert (moment(state), len(choices(state))) == ((11 % 3, 12, 0), 24)
    last, _ = after_turns(10, f"{RULES} {DORMANT}")
    assert choices(last) == {VOLCANO}
    scored = play(two(SURROUNDED, options=DORMANT), f"{ERUPTION} -")
    assert (scored.score, moment(scored)) == ([9, 0], (RED, 2, 0))


def test_RIV2_VOLC_6_dormant_it_may_be_the_second_part_or_beside_a_crown() -> None:
    part = two(f"{BUILDING} ; bag R2-WRWR-inn:1 {VOLCANO}:1 B:5", TB, options=DORMANT)
    play(part, f"R2-WRWR-inn(1,-1) - {VOLCANO}(1,1)/WFFF")
    assert moment(play(part, "-")) == (BLUE, 2, 0)
    crown = play(two(f"{beside(NORTH_ONLY)} ; bag {VOLCANO}:1 B:5", WOF, options=DORMANT), ERUPTION)
    assert [token for token in choices(crown) if token.endswith(".crown")]


def test_RIV2_END_1_the_river_is_not_continued() -> None:
    state = two(f"{NORTH_ONLY} ; {PAST}")
    assert cell_at(1, -1) in state.board.wanted
    for tile in state.rules.catalogue.tiles:
        if tile.id.startswith("BA-"):
            drawn = draw(state.copy(), tile.id)
            assert not [token for token in choices(drawn) if token.startswith("(1,-1)")], tile.id
    whole, _ = after_turns(11)
    assert not [token for token in choices(whole) if token.startswith("R2-")]
    assert "(2,0)" in cells(placements(whole, "B"))


@pytest.mark.parametrize(
    "made", [RULES, f"{RULES},{WOF}", f"{RULES},count", f"{RULES},{TB},{HS} hand_size=3", f"{RULES} dormant_volcano=on"]
)
def test_RIV2_END_1_whole_games(made: str) -> None:
    for seed in (1, 2):
        game = Game(made, seats=3, dealer=Seeded(seed))
        for _ in plies(game, seed):
            pass
        order = [str(event.facts["tile"]) for event in game.story(None) if event.name in ("drawn", "picked")]
        assert order[0] == FORK
        assert set(order[1:10]) == NINE
        assert order[10] == VOLCANO
        assert not [tile for tile in order[11:] if tile.startswith("R2-")]
        assert wrong_with(game.state) == []


# Inn and pigsty


def test_RIV2_INN_1_an_inn_only_with_inns_and_cathedrals() -> None:
    road = f"W(-1,0) FRRR, R2-WRWR-inn(0,0) +blue:road, U(1,0) FRFR ; to red ; {PAST}"
    assert play(two(road, IC), "W(2,0)/FRRR -").score == [0, 8]
    assert play(two(road), "W(2,0)/FRRR -").score == [0, 4]
    assert finish(two(road, IC)) == [0, 0]
    assert finish(two(road)) == finish(two(road, TB)) == [0, 3]


STY = f"R2-WFFW-pigs(0,0) {{}}, E(1,0) CFFF {{}}, E(1,-1) FFCF, E(0,1) FFCF {{}}, E(0,2) CFFF ; {PAST}"
"""A field with the pigsty and two complete cities."""


def test_RIV2_PIG_1_one_point_more_a_complete_city() -> None:
    """RIV2-RUL-6: that is for traders and builders. RIV2-PIG-3: without them it does nothing."""
    state = STY.format("+red:field.E", "", "")
    assert finish(two(state, TB)) == [8, 0]
    assert finish(two(state)) == finish(two(state, IC)) == [6, 0]
    open_city = f"R2-WFFW-pigs(0,0) +red:field.E, E(1,0) CFFF ; {PAST}"
    assert finish(two(open_city, TB)) == [0, 0]


def test_RIV2_PIG_1_only_in_the_outer_field() -> None:
    text = (
        f"R2-CWWC-pennant(0,0) CWWC {{}}, E(-1,0) FCFF, E(0,-1) FFCF, R2-WFFW-pigs(1,0), E(1,1) FFCF, E(1,2) ; {PAST}"
    )
    inner, outer = (two(text.format(f"+blue:field.{port}"), TB) for port in ("El", "Er"))
    assert feature_at(inner, 0, 0, "field.El") == feature_at(inner, 1, 0, "field.Nl")
    assert feature_at(outer, 0, 0, "field.Er") == feature_at(outer, 1, 0, "field.E")
    assert finish(inner) == [0, 3], "the pigsty is across the water"
    assert finish(outer) == [0, 4]


def test_RIV2_PIG_2_no_pig_needed_and_for_all_who_tie() -> None:
    tied = STY.format("+red:field.E", "", "+blue:field")
    assert finish(two(tied, TB)) == [8, 8]
    assert finish(two(tied.replace("+blue:field", "+blue:field +blue:pig:field"), TB)) == [8, 10]
    beaten = STY.format("+red:field.E +red:field.E", "+blue:pig:field", "+blue:field")
    assert finish(two(beaten, TB)) == [8, 0], "nothing for whoever does not hold the field"


@pytest.mark.parametrize(("mode", "each"), [("per_field_3", 3), ("per_city_3", 3), ("per_city_4", 4)])
def test_RIV2_INT_11_on_top_of_whatever_a_city_is_worth(mode: str, each: int) -> None:
    options, text = f"field_scoring={mode}", STY.format("+red:field.E {}", "", "")
    assert finish(two(text.format(""), options=options)) == [2 * each, 0]
    assert finish(two(text.format(""), TB, options=options)) == [2 * (each + 1), 0]
    assert finish(two(text.format("+red:pig:field.E"), TB, options=options)) == [2 * (each + 2), 0]


@pytest.mark.parametrize(("mode", "each"), [("per_city_3", 3), ("per_city_4", 4)])
def test_RIV2_PIG_4_only_with_a_farmer_in_the_field_of_the_pigsty(mode: str, each: int) -> None:
    outside = f"R2-WFFW-pigs(0,0) {{}}, E(1,0) CFFF, E(1,-1) FFCF {{}} ; {PAST}"

    def ends(sty: str, other: str) -> list[int]:
        return finish(two(outside.format(sty, other), TB, options=f"field_scoring={mode}"))

    assert ends("", "+blue:field") == [0, each], "his field is another one"
    assert ends("+blue:field.E", "+blue:field") == [0, each + 1]
    assert ends("+red:field.E", "+blue:field") == [each + 1, each]
    assert ends("+red:field.E", "+blue:field +blue:field") == [0, each], "only for who scores the city"


def test_RIV2_PIG_1_in_words() -> None:
    _, events = over(two(STY.format("+red:field.E", "", ""), TB))
    assert said(events, "farmed", players=2) == [
        "The field (0,0): 2 complete cities × 3, pigsty: 2 cities × 1 more = 8 points for Red."
    ]
    _, events = over(two(STY.format("+red:field.E", "+red:pig:field", ""), TB))
    assert said(events, "farmed", "fr", players=2) == [
        "Le pré (0,0) : 2 villes complètes × 3, cochon : 2 villes × 1 de plus, porcherie : 2 villes × 1 de plus"
        " = 10 points pour Red."
    ]


def test_RIV2_PIG_1_not_without_farmers() -> None:
    state = play(two(NORTH_ONLY, TB, options="farmers=off"), "R2-WFFW-pigs(1,-1)/FWWF")
    assert legal_kinds(state) == {"draw"}, "there is nothing to put down"
    assert finish(two(STY.format("", "", ""), TB, options="farmers=off")) == [0, 0]


# With other expansions


BUILDING = f"{FORKED}, U(3,-1) FRFR +red:road, U(2,-1) FRFR +red:builder:road ; to red"


def test_RIV2_INT_1_a_double_turn_goes_on_with_the_river() -> None:
    state = play(two(BUILDING, TB), "R2-WRWR-inn(1,-1) -")
    assert moment(state) == (RED, 1, 1)
    assert choices(state) == NINE - {"R2-WRWR-inn"}
    play(state, "R2-FCFW(1,1)/WFCF -")
    assert moment(state) == (BLUE, 2, 0)


def test_RIV2_INT_2_a_volcano_in_the_second_part_gives_the_fresh_turn() -> None:
    """RIV2-INT-1: the second part may be the volcano's. ORD-5: the fresh turn may be a double one again."""
    state = two(f"{BUILDING} ; bag R2-WRWR-inn:1 {VOLCANO}:1 B:5 U:5", TB)
    play(state, "R2-WRWR-inn(1,-1) -")
    assert (moment(state), choices(state)) == ((RED, 1, 1), {VOLCANO})
    play(state, f"{VOLCANO}(1,1)/WFFF")
    assert (moment(state), choices(state)) == ((RED, 2, 0), {"B", "U"})
    assert moment(play(state, "U(4,-1) -")) == (RED, 2, 1)
    assert moment(play(state, "B(2,0) -")) == (BLUE, 3, 0)


@pytest.mark.parametrize(("figure", "complete", "incomplete"), [("mage", 9, 3), ("witch", 3, 0)])
def test_RIV2_INT_3_mage_and_witch_on_the_inns_road(figure: str, complete: int, incomplete: int) -> None:
    road = f"W(-1,0) FRRR, R2-WRWR-inn(0,0) +blue:road +0:{figure}:road{{}} ; to red ; {PAST}"
    assert play(two(road.format(""), IC, "mage_and_witch"), "W(1,0)/FRRR -").score == [0, complete]
    assert finish(two(road.format(", U(1,0) FRFR"), IC, "mage_and_witch")) == [0, incomplete]


RING = "E(-1,-1), R2-FWFF-source(-1,0), E(-1,1) FFCF, {}(0,1) {}, R2-FFFW-volcano-lake(1,0), E(1,-1), E(1,1) FFCF"
"""All around a monastery of the river at (0,0) but for the cell north of it."""


def test_RIV2_INT_4_a_monastery_for_shrines() -> None:
    ring = RING.format("CU-FFFF-shrine", "+blue:shrine")
    state = two(f"R2-FWFW-monastery(0,0) +red:monastery, {ring} ; to blue ; {PAST}", "cult")
    play(state, "E(0,-1) -")
    assert (state.score, standing(state)) == ([9, 0], set()), "the heretic has lost the challenge"
    pair = f"R2-FWFW-monastery(0,0), R2-FWFW-monastery(1,0) ; {PAST}"
    assert "(0,1)" not in cells(placements(two(pair, "cult"), "CU-FFFF-shrine")), "it has one rival at most"
    single = pair.replace("R2-FWFW-monastery(1,0)", "R2-FFWW(1,0)")
    assert "(0,1)" in cells(placements(two(single, "cult"), "CU-FFFF-shrine"))


@pytest.mark.parametrize(("others", "points"), [((HS,), 12), ((), 9)])
def test_RIV2_INT_4_a_monastery_for_vineyards(others: tuple[str, ...], points: int) -> None:
    ring = RING.format("HS-CFFF-deep-vineyard" if others else "E", "FFCF")
    state = two(f"R2-FWFW-monastery(0,0) +red:monastery, {ring} ; to blue ; {PAST}", *others)
    assert play(state, "E(0,-1) -").score == [points, 0]


def test_RIV2_INT_4_a_monastery_for_the_inquisition() -> None:
    state = two(f"R2-FWFW-monastery(0,0) +red:monastery, R2-WRWR-inn(5,0) +blue:road ; to blue ; {PAST}", WOF)
    assert stop_at(state, "inquisition") == [2, 0]


def test_RIV2_INT_6_with_the_count_there_is_a_warning() -> None:
    """The block lies first, and the source north of it flows away."""
    made = parse_rules(f"{RULES},count")
    assert made.warnings == (("unadvised", {"expansion": "count", "other": "river_2"}),)
    assert parse_rules(RULES).warnings == ()
    state = start(made, 2)
    laid = [xy(cell) for cell in state.board.cell]
    assert sorted(laid[:12]) == [(x, y) for x in range(4) for y in range(3)]
    assert (state.board.tile(12).id, laid[12:]) == ("R2-FWFF-source", [(1, -1)])
    assert choices(state) == {FORK}
    assert cells(placements(state, FORK)) == {"(1,-2)"}


def test_RIV2_INT_7_beside_the_wheel() -> None:
    state = start(parse_rules(f"{RULES},{WOF}"), 2)
    laid = [(state.board.tile(n).id, xy(cell)) for n, cell in enumerate(state.board.cell)]
    assert {cell for _, cell in laid[:16]} == {(x, y) for x in range(4) for y in range(4)}
    assert laid[16:] == [("R2-FWFF-source", (4, 1))]
    assert placements(state, FORK) == {"(5,1)", "(5,1)/2", "(5,1)/3"}, "it flows east"
    assert stages(state) == [1, 9, 1, 71 + 12]
    tiles = state.rules.catalogue.tiles
    assert not [tiles[tile].id for stage in state.rules.stages[:-1] for tile in stage if tiles[tile].mark("icon")]


def test_RIV2_INT_8_not_together_with_the_first_river() -> None:
    with pytest.raises(BadRules) as refused:
        parse_rules(f"{RULES},river")
    assert refused.value.message == "expansion_excludes"


def test_RIV2_INT_9_cities_and_roads_of_the_river_count_for_king_and_robber() -> None:
    king = two(f"{FORKED}, E(2,-1) FFFC, E(0,-1) FCFF ; to blue", "king_and_robber")
    play(king, "R2-WCWC(1,-1) -")
    assert (king.ext["king.held"], king.ext["king.record"]) == ([0, 1], [3])
    robber = two(f"{FORKED}, A(2,-1) FFFR, A(0,-1) FRFF ; to red", "king_and_robber")
    play(robber, "R2-WRWR-inn(1,-1) -")
    assert (robber.ext["robber.held"], robber.ext["robber.record"]) == ([1, 0], [3])
    assert finish(robber) == [1, 0]


@pytest.mark.parametrize("edition", ["plain", "garden"])
def test_RIV2_INT_10_neither_sheep_nor_vineyards(edition: str) -> None:
    tiles = parse_rules(f"{RULES},{HS} tile_edition={edition}").catalogue.tiles
    river = [tile for tile in tiles if tile.id.startswith("R2-")]
    assert len(river) == 12
    assert not [tile.id for tile in river if tile.mark("vineyard") or tile.mark("hill")]
    assert not [tile.id for tile in river if any("sheep" in dict(segment.marks) for segment in tile.segments)]
