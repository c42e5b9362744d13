"""Arrows together with the other expansions."""

from __future__ import annotations

import pytest

from bastide import CHANCE
from bastide.kernel.geometry import EAST, NORTH, SOUTH, WEST
from bastide.rules import engine
from bastide.rules.state import State
from tests.boards import BLUE, RED, board, choices, followers, legal_kinds, placements, play, refusal
from tests.rules.anniversary_mini.arrows import (
    AGAIN,
    MEADOW,
    PAIR,
    REMOTE,
    SET_OFF,
    activated,
    arrows,
    comforted,
    turn_of,
    turns,
)
from tests.rules.base.playing import names, told
from tests.rules.catapult.fairground import CATCH, FAIR, TARGET, hurl
from tests.rules.count.town import CASTLE, SMITHY, enters, town
from tests.rules.crop_circles.test_rules import BOTH
from tests.rules.cult.shrines import MEADOW as GRASS
from tests.rules.cult.shrines import SHRINE, around
from tests.rules.mage_and_witch.figures import figures
from tests.rules.river_2.arms import after_turns
from tests.rules.special import standing, supply
from tests.rules.wheel_of_fortune.wheel import AWAY, FORTUNE, INQUISITION, beside, pig, space

TB = "traders_and_builders"
IC = "inns_and_cathedrals"
HS = "hills_and_sheep"
BUILDER = "U(0,0) FRFR +red:road +red:builder:road"


def elsewhere(state: State) -> set[str]:
    """Return where a piece could go on another tile than the one just laid."""
    return {token for token in choices(state) if "(" in token}


def set_off(name: str, text: str, *others: str, options: str = "", players: int = 3) -> State:
    """Return a board on which red has just set a symbol off."""
    return play(arrows(f"{text}, {MEADOW}", *others, options=options, players=players), SET_OFF[name])


# Inns and cathedrals, traders and builders, hills and sheep


def test_ANNIV_INT_1_builder_and_arrow_earn_one_turn_together() -> None:
    """ANNIV-RUL-4."""
    text = f"{BUILDER}, {AGAIN}(1,-1)/{turns(AGAIN, SOUTH)}"
    state = play(arrows(text, TB), "U(1,0) -")
    assert turn_of(state, RED, part=1)
    assert turn_of(play(state, "B(2,-1) -"), BLUE)


@pytest.mark.parametrize("first", ["builder", "arrow"])
def test_ANNIV_INT_1_neither_earns_anything_in_an_extra_turn(first: str) -> None:
    """ANNIV-RUL-4: whichever of the two earned it."""
    lines = ["U(1,0) -", f"{SET_OFF['again']} -"]
    state = arrows(f"{BUILDER}, {MEADOW}", TB)
    for line in lines if first == "builder" else reversed(lines):
        assert state.seat == RED
        play(state, line)
    assert turn_of(state, BLUE)


def test_ANNIV_INT_3_the_big_follower_is_put_down_and_joined() -> None:
    """And fills one place of the two."""
    joined = set_off("pair", "E(0,0) FCFF +red:city, E(3,0) FCFF +red:big:city", IC)
    assert elsewhere(joined) == {"+(0,0).city", "+(3,0).city"}
    full = set_off("pair", "E(0,0) FCFF +red:city, E(3,0) FCFF +red:city +red:big:city", IC)
    assert elsewhere(full) == {"+(0,0).city"}
    joins = set_off("pair", "E(0,0) FCFF +red:city, U(3,0) FRFR +blue:big:road", IC)
    assert elsewhere(joins) == {"+(0,0).city", "+big:(0,0).city"}
    alone = arrows(f"E(0,0) FCFF +red:city, {MEADOW} ; supply 0/1 7/1 7/1", IC)
    assert elsewhere(play(alone, SET_OFF["pair"])) == {"+big:(0,0).city"}, "no other is left"
    remote = set_off("remote", "E(0,0) FCFF", IC)
    assert {"+(0,0).city", "+big:(0,0).city", "+big:(0,0).field", "+big:(50,50).monastery"} <= choices(remote)
    assert standing(play(remote, "+big:(0,0).city")) == {"red big (0,0)"}


def test_ANNIV_INT_3_a_big_follower_in_a_pair_counts_double() -> None:
    city = "E(0,0) FCFF +red:city, G(1,0) FCFC +blue:city +blue:city"
    state = play(set_off("pair", city, IC), "+big:(0,0).city E(2,0)/FFFC -")
    assert (state.score, followers(state), supply(state, "big")) == ([6, 0, 0], [7, 7, 7], [1, 1, 1])


ALL_PIECES = """
    U(0,0) FRFR +red:road, U(1,0) FRFR +red:builder:road, B(4,0) +red:field, B(5,0) +red:pig:field,
    B(8,0) +red:shepherd:field ; column sheep.flock 0 0 1 0 0 0 0 0 0 0 0 0
"""


def test_ANNIV_INT_4_builder_pig_and_shepherd_are_no_partners() -> None:
    head, _, column = ALL_PIECES.partition(";")
    state = arrows(f"{head}, {MEADOW} ; {column}", TB, HS)
    play(state, SET_OFF["pair"])
    assert elsewhere(state) == {"+(0,0).road", "+(4,0).field"}


@pytest.mark.parametrize("name", ["pair", "remote"])
def test_ANNIV_INT_4_nor_are_they_put_down_by_arrows(name: str) -> None:
    state = set_off(name, "U(0,0) FRFR +red:road, B(4,0) +red:field, E(9,0)", TB, HS)
    pieces = {token.partition("(")[0] for token in elsewhere(state)}
    assert pieces == {"+"}, "followers alone"
    assert {token for token in choices(state) if token.startswith("+shepherd:")}, "they go on the new tile as usual"


def test_ANNIV_INT_4_they_do_not_occupy_a_feature() -> None:
    text = "B(0,0) +blue:shepherd:field, U(4,0) FRFR +blue:builder:road, B(8,0) +blue:pig:field"
    state = arrows(f"{text}, {MEADOW} ; column sheep.flock 0 0 0 0 0 0 1 0 0 0 0 0", TB, HS)
    play(state, SET_OFF["remote"])
    assert {"+(0,0).field", "+(4,0).road", "+(8,0).field"} <= choices(state)
    assert "red follower (0,0)" in standing(play(state, "+(0,0).field"))


def test_ANNIV_INT_9_a_hill_sets_an_arrow_off() -> None:
    state = arrows(f"{PAIR}(0,0)/{turns(PAIR, SOUTH)} +red:monastery", HS)
    events = told(state, "HS-CFFC-hill(0,1)/2")
    assert names(events) == ["drawn", "placed", "buried", "activated"]
    assert elsewhere(state) == {"+(0,0).monastery"}


def test_ANNIV_INT_9_the_tile_under_it_has_no_arrow() -> None:
    """Here it can only be a tile with an arrow."""
    state = arrows(f"B(0,0) +red:monastery ; bag {PAIR} {AGAIN}", HS)
    events = told(state, "HS-CFFC-hill(0,1)/2 -")
    assert (names(events), state.score) == (["drawn", "placed", "buried"], [0, 0, 0])
    assert (state.buried, turn_of(state, BLUE)) == (1, True)


def test_ANNIV_PAIR_4_and_ANNIV_REMOTE_1_on_a_hill() -> None:
    hill = "HS-CFFC-hill(0,0) +red:city, E(-1,0) FCFF +blue:city +blue:city"
    alone = play(set_off("pair", hill, HS), "- E(0,-1)/FFCF -")
    paired = play(set_off("pair", hill, HS), "+(0,0).city E(0,-1)/FFCF -")
    assert (alone.score, paired.score) == ([0, 6, 0], [6, 0, 0]), "two against two, and the hill decides"
    free = set_off("remote", "HS-CFFC-hill(0,0), E(-1,0) FCFF", HS)
    play(free, "+(0,0).city")
    assert standing(free) == {"red follower (0,0)"}


# Rivers


def past_the_volcano() -> tuple[State, int]:
    """Return a game in which the volcano has been laid, and who laid it."""
    state, seats = after_turns(11, "bigbox2014 expansions=river_2,anniversary_mini")
    return state, seats[-1]


def own_arrows(state: State, tile: str) -> list[str]:
    """Return the placements of a tile by which its own arrow works."""
    found = [token for token in placements(state, tile) if activated(told(state.copy(), f"{tile}{token}"))]
    return sorted(found)


def test_ANNIV_INT_2_the_turn_of_the_volcano_is_not_counted() -> None:
    """RIV2-VOLC-4: the fresh turn after it may earn one."""
    state, seat = past_the_volcano()
    assert turn_of(state, seat)
    play(state, f"{AGAIN}{own_arrows(state, AGAIN)[0]} -")
    assert turn_of(state, seat, part=1)
    other = "20AE-CRFR-j"
    events = told(state, f"{other}{own_arrows(state, other)[0]} -")
    assert (activated(events), turn_of(state, (seat + 1) % 3)) == (["again"], True)


def test_ANNIV_INT_2_even_if_the_volcano_is_laid_in_an_extra_turn() -> None:
    """ORD-5. Such a turn cannot come about with the tiles of the box, but with others it could."""
    state = arrows(f"R2-WFFW-pigs(0,0), {MEADOW}, B(0,9) ; bag B:9", "river_2")
    play(state, f"{SET_OFF['again']} -")
    assert turn_of(state, RED, part=1)
    play(state, "R2-FFFW-volcano-lake(-1,0)/2")
    assert turn_of(state, RED, part=0), "a fresh turn"
    other = "20AE-CRFR-j"
    play(state, f"{other}(0,10)/{turns(other, NORTH)} -")
    assert turn_of(state, RED, part=1)
    assert turn_of(play(state, "B(1,9) -"), BLUE)


def test_ANNIV_INT_13_not_on_the_volcano_but_in_its_field() -> None:
    state = arrows(f"R2-FFFW-volcano-lake(0,0), B(0,1), {MEADOW} ; bag B:9 U:9", "river_2")
    play(state, SET_OFF["remote"])
    assert {token for token in elsewhere(state) if "(0," in token} == {"+(0,1).field", "+(0,1).monastery"}
    assert refusal(state, "+(0,0).field")
    play(state, "+(0,1).field")
    assert standing(state) == {"red follower (0,1)"}


@pytest.mark.parametrize(
    ("river", "text", "found"),
    [
        ("river", "R1-FWFF-source(0,0)", {"+(0,0).field"}),
        ("river_2", "R2-FWFF-source(0,0)", {"+(0,0).field"}),
        (
            "river_20",
            "R20-FIFW-source-west(0,0), R20-FWFI-source-east(1,0)",
            {"+(0,0).field.N", "+(0,0).field.S", "+(1,0).field.N", "+(1,0).field.S"},
        ),
    ],
)
def test_ANNIV_REMOTE_1_the_source_of_a_river(river: str, text: str, found: set[str]) -> None:
    """RIV20-INT-8: it overrides that nobody goes there, but not for the water."""
    state = arrows(f"{text}, {MEADOW} ; bag B:9 U:9", river)
    play(state, SET_OFF["remote"])
    assert {token for token in elsewhere(state) if ",0)" in token} == found


@pytest.mark.parametrize(("cell", "half"), [((0, 1), "west"), ((1, 1), "east")])
def test_ANNIV_ARROW_8_at_either_half_of_the_source(cell: tuple[int, int], half: str) -> None:
    """RIV20-INT-2."""
    x, y = cell
    state = arrows("R20-FIFW-source-west(0,0), R20-FWFI-source-east(1,0) ; bag B:9 U:9", "river_20")
    assert half in state.board.tile(x).id
    events = told(state, f"{REMOTE}({x},{y})/{turns(REMOTE, NORTH)}")
    assert (activated(events), comforted(events)) == (["remote"], [])


# Abbots


def test_ANNIV_INT_5_an_abbot_goes_far_away_but_only_where_abbots_go() -> None:
    """ABBOT-INT-8."""
    text = "BA-CFFF-garden(0,0), B(3,0), U(6,0) FRFR, CU-CFRF-shrine(9,0)"
    state = set_off("remote", text, "abbot", "cult")
    assert {token for token in elsewhere(state) if "abbot" in token} == {
        "+abbot:(0,0).garden",
        "+abbot:(3,0).monastery",
        "+abbot:(9,0).shrine",
        "+abbot:(50,50).monastery",
    }
    assert {"+(3,0).monastery", "+(9,0).shrine", "+(0,0).city", "+(6,0).road"} <= choices(state)
    assert "+(0,0).garden" not in choices(state)
    play(state, "+abbot:(0,0).garden")
    assert (standing(state), supply(state, "abbot"), followers(state)) == ({"red abbot (0,0)"}, [0, 1, 1], [7, 7, 7])


def test_ANNIV_INT_5_an_abbot_out_is_not_put_down_again() -> None:
    state = set_off("remote", "BA-CFFF-garden(0,0) +red:abbot:garden, BA-CFFF-garden(3,0)", "abbot")
    assert not [token for token in choices(state) if "abbot" in token]
    assert "recall" in choices(state)


def test_ANNIV_INT_5_an_abbot_has_no_part_in_a_pair() -> None:
    """ABBOT-INT-8: neither as the one who comes nor as the one who is joined."""
    text = "B(0,0) +red:abbot:monastery, B(3,0) +red:monastery, BA-CFFF-garden(6,0) +blue:abbot:garden"
    assert elsewhere(set_off("pair", text, "abbot")) == {"+(3,0).monastery"}
    home = set_off("pair", "B(3,0) +red:monastery, E(0,0) +red:field", "abbot")
    assert elsewhere(home) == {"+(3,0).monastery", "+(0,0).field"}
    assert "+abbot:monastery" in choices(home), "on the new tile he may"


@pytest.mark.parametrize("name", ["pair", "remote"])
def test_ANNIV_INT_6_taking_an_abbot_back_leaves_nothing_to_put_down(name: str) -> None:
    """ABBOT-RECALL-4."""
    state = set_off(name, "B(0,0) +red:abbot:monastery, E(3,0) +red:city, E(6,0)", "abbot")
    assert "recall" in choices(state)
    assert elsewhere(state)
    other = play(state.copy(), min(elsewhere(state)))
    assert (turn_of(other, BLUE), supply(other, "abbot")) == (True, [0, 1, 1]), "nor the other way round"
    play(state, "recall")
    assert (turn_of(state, BLUE), followers(state), state.score) == (True, [6, 7, 7], [1, 0, 0])


# The Count, King and Robber, the cult


RIM = {
    *("+(0,0).road", "+(0,0).field.N", "+(0,0).field.Sr", "+(1,0).field", "+(2,0).field"),
    *("+(3,0).road", "+(3,0).field.Nl", "+(3,0).field.E", "+(0,1).field", "+(3,1).field"),
    *("+(0,2).city.S", "+(0,2).field", "+(1,2).field", "+(2,2).road", "+(2,2).field.Er", "+(2,2).field.Sr"),
    *("+(3,2).city.E", "+(3,2).field"),
}


def near(state: State) -> set[str]:
    """Return where a piece could go on a tile west of the island."""
    return {token for token in elsewhere(state) if "(5" not in token}


def test_COUNT_INT_16_the_rim_of_carcassonne_but_no_district() -> None:
    """ANNIV-REMOTE-1: it overrides COUNT-SETUP-4. ANNIV-INT-7: the walls are no city, and districts no features."""
    state = town(f"{MEADOW} ; to red", "anniversary_mini")
    play(state, SET_OFF["remote"])
    assert near(state) == RIM
    play(state, "+(0,0).road")
    assert standing(state) == {"red follower (0,0)"}
    assert feature_taken(state)


def feature_taken(state: State) -> bool:
    """Return whether the road from the north-west corner of Carcassonne is closed to the next player."""
    return "+road" not in choices(play(state.copy(), "U(-1,0)"))


@pytest.mark.parametrize("name", ["pair", "remote"])
def test_COUNT_INT_16_followers_in_a_district_are_not_joined(name: str) -> None:
    """ANNIV-INT-7."""
    state = town(f"{MEADOW} ; to red", "anniversary_mini", castle="red", market="red", smithy="red")
    play(state, SET_OFF[name])
    assert not [token for token in choices(state) if "district" in token]
    assert near(state) == (RIM if name == "remote" else set())


def test_COUNT_INT_16_features_of_the_rim_may_be_joined() -> None:
    state = play(town(f"{MEADOW} ; to red", "anniversary_mini", players=2), f"{SET_OFF['remote']} +(0,2).city.S")
    play(state, f"B(49,50) - {PAIR}(50,49)/{turns(PAIR, SOUTH)}")
    assert near(state) == {"+(0,2).city.S"}


CLOSES = f"{REMOTE}(12,0)"
"""A crossing that completes the road of A(10,0) and U(11,0), its arrow pointing at nothing."""


def test_ANNIV_INT_7_the_two_points_shut_no_gate() -> None:
    """COUNT-ENTER-7: they are no scoring of a feature, neither as an obstacle..."""
    state = town("A(10,0) FRFF +blue:road, U(11,0) FRFR ; to red", "anniversary_mini")
    play(state, f"{CLOSES} -")
    assert (state.score, engine.actor(state), choices(state)) == ([2, 3, 0], RED, enters())


def test_ANNIV_INT_7_nor_do_they_open_it() -> None:
    """COUNT-ENTER-7: ... nor as a reason."""
    state = play(town("U(11,0) FRFR ; to red", "anniversary_mini"), f"{CLOSES} -")
    assert (state.score, turn_of(state, BLUE)) == ([2, 0, 0], True)


def test_ANNIV_INT_7_the_extra_turn_is_one_of_its_own() -> None:
    """COUNT-INT-4: a follower may enter in each of the two."""
    roads = "A(10,0) FRFF +blue:road, U(11,0) FRFR, A(20,0) FRFF +blue:road, U(21,0) FRFR"
    state = town(f"{roads}, {AGAIN}(12,1)/{turns(AGAIN, NORTH)} ; to red", "anniversary_mini")
    play(state, "A(12,0)/FFFR -")
    assert choices(state) == enters()
    play(state, f"enter:follower:{CASTLE} escort:{SMITHY}")
    assert turn_of(state, RED, part=1)
    play(state, "A(22,0)/FFFR -")
    assert choices(state) == enters()
    assert turn_of(play(state, f"enter:follower:{CASTLE} -"), BLUE)


def test_ANNIV_AGAIN_1_titles_may_be_taken_in_either_turn() -> None:
    """KR-INT-2."""
    text = f"E(0,0) FCFF, A(5,0) FRFF, {AGAIN}(1,-1)/{turns(AGAIN, SOUTH)}"
    state = play(arrows(text, "king_and_robber"), "E(1,0)/FFFC -")
    assert (turn_of(state, RED, part=1), state.ext["king.held"]) == (True, [1, 0, 0])
    play(state, "A(6,0)/FFFR -")
    assert (turn_of(state, BLUE), state.ext["robber.held"]) == (True, [1, 0, 0])


def cult(text: str) -> State:
    """Return a board with shrines, arrows and plain grass."""
    line = f"anniversary expansions=cult,anniversary_mini tiles=base,cult,anniversary,{GRASS}"
    return board(f"{text}, {MEADOW} ; to red", line, players=3)


LAST = f"{GRASS}(-1,1)"
CHALLENGE = f"B(0,0) {{}}, {SHRINE}(1,0) {{}}, {around((0, 0), but=((-1, 1), (1, 0)))}"
"""A monastery and a shrine side by side; the monastery lacks one tile at (-1,1), the shrine three in the east."""


@pytest.mark.parametrize(
    ("monk", "heretic", "spot"), [("red", "blue", "(0,0).monastery"), ("blue", "red", "(1,0).shrine")]
)
def test_CULT_INT_11_a_second_follower_in_a_challenge(monk: str, heretic: str, spot: str) -> None:
    """ANNIV-INT-8. Both go home with the winner or with the loser."""
    state = cult(CHALLENGE.format(f"+{monk}:monastery", f"+{heretic}:shrine"))
    play(state, SET_OFF["pair"])
    assert elsewhere(state) == {f"+{spot}"}
    play(state, f"+{spot}")
    assert followers(state) == [5, 6, 7]
    play(state, f"{LAST} -")
    assert (state.score, followers(state)) == ([9, 0, 0] if monk == "red" else [0, 9, 0], [7, 7, 7])


def test_CULT_INT_11_a_challenge_from_far_away() -> None:
    """ANNIV-INT-8."""
    state = cult(CHALLENGE.format("", "+blue:shrine"))
    play(state, SET_OFF["remote"])
    assert "+(0,0).monastery" in choices(state)
    assert "+(1,0).shrine" not in choices(state)
    play(state, "+(0,0).monastery")
    events = told(state, f"{LAST} -")
    assert (state.score, followers(state)) == ([9, 0, 0], [7, 7, 7])
    assert [event.seat for event in events if event.name == "challenge_lost"] == [BLUE]
    heretic = play(cult(CHALLENGE.format("+blue:monastery", "")), f"{SET_OFF['remote']} +(1,0).shrine")
    play(heretic, f"{LAST} -")
    assert (heretic.score, followers(heretic)) == ([0, 9, 0], [7, 7, 7])


# The wheel


def test_ANNIV_INT_10_features_of_the_board_but_not_the_crown() -> None:
    """ANNIV-REMOTE-1: it overrides WOF-SETUP-3. The crown is open to a follower as always."""
    state = play(arrows(f"{beside('E(0,0)')}, {MEADOW}", "wheel_of_fortune"), SET_OFF["remote"])
    on_board = {token for token in elsewhere(state) if token.startswith("+(2")}
    crown = {token for token in on_board if token.endswith(".crown")}
    plain = play(arrows(beside("E(0,0)"), "wheel_of_fortune"), "B(1,0)")
    assert crown == {token for token in choices(plain) if token.endswith(".crown")}
    assert len(crown) == 9
    cities, roads = {(20, 20), (23, 20), (21, 23)}, {(22, 20), (23, 22), (20, 23)}
    assert {token for token in on_board if ".city" in token} == {f"+({x},{y}).city" for x, y in cities}
    assert {token for token in on_board if ".road" in token} == {f"+({x},{y}).road" for x, y in roads}
    assert len({token for token in on_board if ".field" in token}) == 12 + len(roads)
    assert standing(play(state, "+(20,20).city")) == {"red follower (20,20)"}


def test_ANNIV_INT_10_a_follower_on_the_crown_is_the_piece_of_the_turn() -> None:
    for name in ("pair", "remote"):
        text = f"{beside('E(0,0) +red:city, E(9,0)', {(FORTUNE, 0): 'red'})}, {MEADOW}"
        state = play(arrows(text, "wheel_of_fortune"), SET_OFF[name])
        assert space(FORTUNE, away=AWAY) not in choices(state), "nobody joins a follower there"
        assert turn_of(play(state, space(INQUISITION, away=AWAY)), BLUE)


def test_ANNIV_INT_10_the_wheel_turns_before_the_tile_is_laid() -> None:
    text = f"{beside(f'{PAIR}(0,0)/{turns(PAIR, NORTH)} +red:monastery')} ; column wheel.pig 5"
    state = arrows(text, "wheel_of_fortune")
    events = told(state, "WOF-FRFR-icon-1(0,-1)")
    assert [name for name in names(events) if name != "drawn"] == ["pig_stops", "wheel", "placed", "activated"]
    assert (pig(state), state.score) == (FORTUNE, [3, 0, 0])


def test_ANNIV_ARROW_8_at_the_edge_of_a_board() -> None:
    """Of the wheel and of Carcassonne."""
    wheel = arrows(beside("E(0,0)"), "wheel_of_fortune")
    assert activated(told(wheel, f"{PAIR}(21,19)/{turns(PAIR, SOUTH)}")) == ["pair"]
    walls = town(f"{MEADOW} ; to red", "anniversary_mini")
    assert activated(told(walls, f"{PAIR}(1,-1)/{turns(PAIR, SOUTH)}")) == ["pair"]
    apart = town(f"{MEADOW} ; to red", "anniversary_mini")
    assert (activated(told(apart, f"{PAIR}(1,-1)/{turns(PAIR, NORTH)}")), apart.score) == ([], [2, 0, 0])


# Mage and witch, crop circles, the catapult


MAGIC = "U(0,0) FRFR +0:mage:road, U(2,0) FRFR +0:witch:road, V(9,9) FFRR"


def test_MW_INT_8_the_points_come_before_the_move() -> None:
    """ANNIV-INT-11."""
    state = arrows(MAGIC, "mage_and_witch")
    events = told(state, f"20AE-FRFR-n(1,0)/{turns('20AE-FRFR-n', EAST)}")
    assert (names(events)[-1], legal_kinds(state)) == ("activated", {"enchant"})
    state = arrows(MAGIC.replace("U(2,0) FRFR", "U(3,0) FRFR, U(2,0) FRFR"), "mage_and_witch")
    events = told(state, f"20AE-CRFR-j(1,0)/{turns('20AE-CRFR-j', SOUTH)}")
    assert (names(events)[-1], state.score, legal_kinds(state)) == ("comforted", [2, 0, 0], {"enchant"})
    play(state, "enchant:witch:(9,9).road")
    assert figures(state)["witch"] == "(9,9).road"


def test_MW_INT_8_a_magic_tile_sets_a_neighbours_arrow_off() -> None:
    """ANNIV-INT-11: it has none of its own."""
    state = arrows(f"{REMOTE}(0,0)/{turns(REMOTE, EAST)}, V(9,9) FFRR", "mage_and_witch")
    assert not [t.id for t in state.rules.catalogue.tiles if t.mark("magic") and t.mark("arrow")]
    events = told(state, "MW-CFDF(1,0)")
    assert (activated(events), comforted(events), legal_kinds(state)) == (["remote"], [], {"enchant"})
    play(state, "enchant:mage:(9,9).road")
    assert "+(9,9).road" in choices(state), "the mage occupies nothing"


@pytest.mark.parametrize(("figure", "points"), [("mage", 6), ("witch", 2)])
def test_MW_INT_13_a_second_follower_where_one_of_them_stands(figure: str, points: int) -> None:
    road = f"A(0,0) FRFF +red:road +0:{figure}:road, U(1,0) FRFR +blue:road"
    state = set_off("pair", road, "mage_and_witch")
    assert elsewhere(state) == {"+(0,0).road"}
    play(state, "+(0,0).road A(2,0)/FFFR -")
    assert (state.score, followers(state)) == ([points, 0, 0], [7, 7, 7])


def test_CROP_INT_6_a_circle_fills_a_pair() -> None:
    text = f"E(0,0) CFFF +red:city, E(5,0) CFFF, {MEADOW}"
    state = play(arrows(text, "crop_circles", players=2), "K2-CFDF(1,0) -")
    assert choices(state) == BOTH
    full = play(state.copy(), "grow add:follower:(0,0).city B(6,0) -")
    play(full, SET_OFF["pair"])
    assert (full.seat, elsewhere(full)) == (RED, set()), "two are on the spot"
    play(play(state, "grow - B(6,0) -"), SET_OFF["pair"])
    assert elsewhere(state) == {"+(0,0).city"}


def test_CROP_INT_6_a_pair_does_not_limit_a_circle() -> None:
    state = set_off("pair", "E(0,0) CFFF +red:city, E(5,0) CFFF", "crop_circles", players=2)
    play(state, "+(0,0).city")
    play(state, "K2-CFDF(1,0) - grow")
    assert choices(state) == {"-", "add:follower:(0,0).city"}
    play(state, "add:follower:(0,0).city")
    assert followers(state) == [4, 7], "three of red's on one spot"
    play(state, f"20AE-CFFF-g(50,51)/{turns('20AE-CFFF-g', NORTH)}")
    assert elsewhere(state) == set()


def test_ANNIV_INT_12_crop_circles_come_before_the_extra_turn() -> None:
    """CROP-INT-1."""
    state = arrows(f"E(9,0) CFFF +red:city, {AGAIN}(0,0)/{turns(AGAIN, EAST)}", "crop_circles")
    assert activated(told(state, "K2-CFDF(1,0) -")) == ["again"]
    assert (choices(state), state.part) == (BOTH, 0)
    play(state, "wither remove:follower:(9,0).city")
    assert turn_of(state, RED, part=1)


def test_ANNIV_INT_12_fairs_come_before_the_extra_turn() -> None:
    """CAT-INT-7."""
    state = arrows(f"B(9,0) +blue:monastery, {AGAIN}(0,0)/{turns(AGAIN, EAST)}", "catapult", players=2)
    assert activated(told(state, f"{FAIR}(1,0) -")) == ["again"]
    assert (legal_kinds(state), state.part) == ({"fair"}, 0)
    assert CATCH in choices(state)
    play(state, f"{TARGET} {hurl(1500, 500)}")
    assert (engine.actor(state), state.part) == (BLUE, 0)
    play(state, hurl(1500, 500))
    assert (turn_of(state, RED, part=1), engine.actor(state)) == (True, CHANCE)
    assert turn_of(play(state, "B(10,0) -"), BLUE)


def test_ANNIV_ARROW_3_west_of_a_fair() -> None:
    state = arrows(f"{FAIR}(0,0)", "catapult")
    assert activated(told(state, f"{PAIR}(1,0)/{turns(PAIR, WEST)}")) == ["pair"]
