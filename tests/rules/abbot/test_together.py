"""Abbots and gardens together with other expansions."""

from __future__ import annotations

import pytest

from bastide import CHANCE, OVER, Game, Seeded, actor, start
from bastide.errors import BadNotation
from bastide.games import parse_rules
from bastide.rules.scoring import strengths
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
    play,
    refusal,
)
from tests.games import plies
from tests.rules.abbot.gardens import ELSEWHERE, HOMES, ISLAND, LAST, abbots, home, rules
from tests.rules.base.playing import names, scored, told
from tests.rules.catapult.fairground import FAIR, KNOCKOUT, SEDUCTION, feet, hurl
from tests.rules.count.town import CASTLE, CATHEDRAL, MARKET, SMITHY, inside, town
from tests.rules.river_2.arms import NORTH_ONLY, VOLCANO
from tests.rules.river_20.branches import RULES as RIVER_20
from tests.rules.river_20.branches import SOURCE
from tests.rules.special import said, standing, stop_at, supply
from tests.rules.wheel_of_fortune.wheel import beside

HS = "hills_and_sheep"
TB = "traders_and_builders"
WOF = "wheel_of_fortune"
MINI = "anniversary_mini"

# The cult

RING = "E(0,-1) CFFF, E(1,-1) CFFF, E(2,-1) CFFF, E(-1,-1) CFFF, E(-1,0) FFFC, E(-1,1) FFCF, E(0,1) FFCF"
"""What a monastery at (0,0) beside a shrine at (1,0) needs, but for (1,1)."""


def test_CULT_INT_1_an_abbot_may_be_the_heretic() -> None:
    """CULT-RUL-5, ABBOT-INT-1."""
    state = play(abbots(f"B(0,0) +blue:monastery, {ISLAND} ; to red", "cult"), "CU-FFFF-shrine(1,0)")
    assert {"+shrine", "+abbot:shrine"} <= choices(state)
    (event,) = (event for event in told(state, "+abbot:shrine") if event.name == "deployed")
    assert (event.facts["piece"], event.facts["role"]) == ("abbot", "heretic")
    assert standing(state) == {"red abbot (1,0)", "blue follower (0,0)"}


@pytest.mark.parametrize(
    ("monk", "heretic"),
    [("+blue:{}", "+red:abbot:{}"), ("+blue:abbot:{}", "+red:{}"), ("+blue:abbot:{}", "+red:abbot:{}")],
)
def test_CULT_INT_1_in_a_challenge_an_abbot_wins_and_loses_like_others(monk: str, heretic: str) -> None:
    rivals = f"B(0,0) {monk.format('monastery')}, CU-FFFF-shrine(1,0) {heretic.format('shrine')}"
    state = abbots(f"{rivals}, {RING} ; to red", "cult")
    events = told(state, "E(1,1)/FFCF -")
    assert scored(events) == [("monastery", 9, [BLUE])]
    assert "challenge_lost" in names(events)
    assert (state.score, standing(state)) == ([0, 9], set())
    assert (supply(state, "abbot"), followers(state)) == ([1, 1], [7, 7])


def shrine_with_five() -> State:
    """Return the board of the ninth example of the cult: red's abbot as heretic, five tiles around, blue's monk."""
    ring = "E(1,0) FCFF, N(1,1) FCCF, E(0,1) FFCF, N(-1,1) FFCC"
    text = f"CU-FFFF-shrine(0,0) +red:abbot:shrine, B(0,-1) +blue:monastery, {ring}, {ISLAND} ; to red"
    return abbots(text, "cult")


def test_CULT_EX_9_abbot_recalled_from_a_challenge() -> None:
    state = play(shrine_with_five(), f"{ELSEWHERE} recall")
    assert state.score == [6, 0]
    assert standing(state) == {"blue follower (0,-1)"}
    for line in ("E(-1,0)/FFFC", "E(1,-1)/FCFF", "E(-1,-1)/FFFC", "E(-1,-2)", "E(1,-2)", "E(0,-2)"):
        assert state.score == [6, 0]
        play(state, f"{line} -")
    assert (state.score, standing(state)) == ([6, 9], set()), "unopposed"


def test_CULT_INT_2_taken_back_he_has_not_lost() -> None:
    """CULT-CHALLENGE-5: even in the turn in which the rival is complete."""
    text = f"B(0,0) +blue:monastery, CU-FFFF-shrine(1,0) +red:abbot:shrine, {RING} ; to red"
    state = play(abbots(text, "cult"), "E(1,1)/FFCF")
    events = told(state, "recall")
    assert "challenge_lost" not in names(events)
    assert state.score == [7, 9], "the shrine and six tiles around it first, then the monastery"
    stays = play(abbots(text, "cult"), "E(1,1)/FFCF -")
    assert stays.score == [0, 9], "otherwise he goes home for nothing"


def test_CULT_INT_2_the_opponent_keeps_his_follower() -> None:
    state = play(shrine_with_five(), f"{ELSEWHERE} recall")
    assert (followers(state), supply(state, "abbot")) == ([7, 6], [1, 1])
    assert finish(state) == [0, 3], "his monastery, the shrine and one tile more"


def test_CULT_INT_3_an_abbot_in_a_garden_is_in_no_challenge() -> None:
    """ABBOT-INT-1: neither beside a shrine nor beside a monastery."""
    garden = "BA-CFFF-garden(0,0) CFFF +red:abbot:garden"
    ring = "E(0,-1) FFCF, N(1,-1) CCFF, N(1,1) FCCF, E(0,1) FFCF, N(-1,1) FFCC, M(-1,-1) CFFC"
    for rival in ("CU-FFFF-shrine(1,0) +blue:shrine", "B(1,0) +blue:monastery"):
        state = play(abbots(f"{garden}, {rival}, {ring} ; to blue", "cult"), f"{LAST} -")
        assert state.score == [9, 0]
        assert standing(state) == {"blue follower (1,0)"}, "nobody has lost"
    between = abbots(f"{garden}, BA-CFFF-garden(2,0) CFFF, B(1,1) ; to red", "cult")
    assert "(1,0)" in choices(draw(between, "CU-FFFF-shrine")), "nor do gardens keep shrines away"


# The wheel


@pytest.mark.parametrize(("kind", "points"), [("monastery", 2), ("garden", 0), ("shrine", 0)])
def test_ABBOT_INT_2_the_inquisition_asks_for_monks(kind: str, points: int) -> None:
    """ABBOT-RUL-4: a garden is no monastery."""
    state = abbots(f"{beside(home(kind, 3))}, U(9,9) FRFR ; to blue", WOF)
    assert stop_at(state, "inquisition") == [points, 0]
    assert standing(state) == {"red abbot (0,0)"}


def test_ABBOT_INT_3_in_the_storm_he_is_a_follower() -> None:
    """ABBOT-RUL-5."""
    both = abbots(f"{beside('U(9,9) FRFR')} ; to red", WOF)
    assert stop_at(both, "storm") == [8, 8]
    out = abbots(f"{beside(home('garden', 2))}, U(9,9) FRFR ; to red", WOF)
    assert stop_at(out, "storm") == [7, 8], "red's is on the board"


@pytest.mark.parametrize("kind", HOMES)
def test_ABBOT_INT_3_he_may_flee_from_the_plague(kind: str) -> None:
    """Without points."""
    state = abbots(f"{beside(home(kind, 3))}, U(9,9) FRFR +red:road ; to red", WOF)
    stop_at(state, "plague")
    assert choices(state) == {f"flee:abbot:(0,0).{kind}", "flee:follower:(9,9).road"}
    play(state, f"flee:abbot:(0,0).{kind}")
    assert (state.score, supply(state, "abbot"), standing(state)) == ([0, 0], [1, 1], {"red follower (9,9)"})
    alone = abbots(f"{beside(home(kind, 3))}, U(9,9) FRFR ; to red", WOF)
    stop_at(alone, "plague")
    assert choices(alone) == {f"flee:abbot:(0,0).{kind}"}, "he must, if nobody else can"


def test_ABBOT_INT_3_fled_he_cannot_be_taken_back_for_points_any_more() -> None:
    state = abbots(f"{beside(home('garden', 3))}, BA-FRFR-garden(9,9) FRFR ; to red", WOF)
    stop_at(state, "plague")
    play(state, "flee:abbot:(0,0).garden (10,9)")
    assert "recall" not in choices(state)


def test_ABBOT_INT_3_he_has_no_place_on_the_crown() -> None:
    state = play(abbots(f"{beside(ISLAND)} ; to red", WOF, "inns_and_cathedrals"), ELSEWHERE)
    crown = {token for token in choices(state) if token.endswith(".crown")}
    assert {"big", "abbot"} & {token[1:].partition(":")[0] for token in crown} == {"big"}
    spot = next(iter(crown)).rpartition(":")[2].lstrip("+")
    assert refusal(state, f"+abbot:{spot}") != ""


def test_ABBOT_RECALL_4_not_together_with_the_crown() -> None:
    state = play(abbots(f"{beside(home('garden', 4))} ; to red", WOF), ELSEWHERE)
    token = min(token for token in choices(state) if token.endswith(".crown"))
    on_crown = play(state.copy(), token)
    assert (on_crown.seat, on_crown.score, supply(on_crown, "abbot")) == (BLUE, [0, 0], [0, 1])
    play(state, "recall")
    assert (state.seat, state.score, followers(state)) == (BLUE, [5, 0], [7, 7])


# Hills and sheep

VINE = "HS-CFFC-vineyard(-1,-1) CFFC"
VINEYARD = ("M(-1,-1) CFFC", VINE)


@pytest.mark.parametrize(("kind", "points"), [("monastery", 12), ("garden", 9), ("shrine", 12)])
def test_ABBOT_INT_4_vineyards_are_for_monasteries(kind: str, points: int) -> None:
    """ABBOT-RUL-4; a shrine is like a monastery by CULT-INT-4."""
    state = abbots(f"{home(kind, 7).replace(*VINEYARD)} ; to blue", HS)
    assert play(state, f"{LAST} -").score == [points, 0]


@pytest.mark.parametrize("kind", HOMES)
def test_ABBOT_INT_4_but_not_when_he_is_taken_back_and_not_at_the_end(kind: str) -> None:
    text = home(kind, 7).replace(*VINEYARD)
    assert play(abbots(f"{text} ; to red", HS), f"{ELSEWHERE} recall").score == [8, 0]
    assert finish(abbots(text, HS)) == [8, 0]


def test_ABBOT_INT_4_a_garden_on_a_hill_is_a_garden() -> None:
    """Its hill takes a tile as always."""
    state = abbots(f"{ISLAND}, W(0,0) FRRR ; to red", HS)
    left = state.left
    play(state, "HS-FFRS-garden-hill(1,0)/RFFR +abbot:garden")
    assert (state.left, state.buried) == (left - 2, 1)
    assert finish(state) == [2, 0]


# The Count


def entry(text: str, *others: str, held: dict[str, str] | None = None) -> State:
    """Return a board of Carcassonne with abbots, in the middle of which blue's road of three tiles is completed."""
    road = "A(10,0) FRFF +blue:road, U(11,0) FRFR"
    return play(town(f"{road}, {text} ; to red", "abbot", *others, count=MARKET, held=held), "A(12,0)/FFFR")


def test_COUNT_INT_5_an_abbot_enters_the_cathedral_only() -> None:
    """ABBOT-INT-5, COUNT-RUL-12: in the other districts he would be shut in."""
    state = play(entry(ISLAND), "-")
    assert state.score == [0, 3, 0]
    own = {token for token in choices(state) if ":abbot:" in token}
    assert own == {f"enter:abbot:{CATHEDRAL}"}
    assert {f"enter:follower:{district}" for district in (CASTLE, MARKET, SMITHY, CATHEDRAL)} <= choices(state)
    for district in (CASTLE, MARKET, SMITHY):
        assert refusal(state, f"enter:abbot:{district}") != ""
    play(state, f"enter:abbot:{CATHEDRAL} -")
    assert (inside(state), supply(state, "abbot")) == ({"cathedral": "red:abbot"}, [0, 1, 1])


@pytest.mark.parametrize("kind", ["monastery", "shrine"])
def test_COUNT_INT_5_he_leaves_for_a_complete_monastery_or_shrine(kind: str) -> None:
    others = ("cult",) if kind == "shrine" else ()
    text = shifted(home(kind, 7, "+blue:{}"))
    state = town(f"{text} ; to green", "abbot", *others, count=CASTLE, cathedral="red:abbot")
    play(state, "E(19,20)/FFFC -")
    assert actor(state) == RED
    assert choices(state) == {"-", f"leave:abbot:{CATHEDRAL}:(20,20).{kind}"}
    play(state, f"leave:abbot:{CATHEDRAL}:(20,20).{kind}")
    assert state.score == [9, 9, 0], "ABBOT-INT-9: he counts one, as the monk does"
    assert (supply(state, "abbot"), followers(state)) == ([1, 1, 1], [7, 7, 7])


def shifted(text: str, by: int = 20) -> str:
    """Return a board some cells further to the south-east."""
    tiles = []
    for word in text.split(", "):
        name, _, rest = word.partition("(")
        cell, _, after = rest.partition(")")
        x, y = map(int, cell.split(","))
        tiles.append(f"{name}({x + by},{y + by}){after}")
    return ", ".join(tiles)


def test_COUNT_INT_5_nobody_leaves_for_a_garden() -> None:
    """COUNT-MOVE-1: a garden opens no round."""
    text = shifted(home("garden", 7, "+blue:abbot:{}"))
    state = town(f"{text} ; to green", "abbot", count=CASTLE, cathedral="red:abbot red green")
    play(state, "E(19,20)/FFFC -")
    assert state.score == [0, 9, 0]
    assert inside(state) == {"cathedral": "red red:abbot green"}
    assert "enter" in legal_kinds(state), "but blue's points open the gate for green"


def test_COUNT_INT_5_roads_and_cities_are_not_for_abbots() -> None:
    road = "A(10,0) FRFF +blue:road, U(11,0) FRFR"
    state = town(f"{road} ; to green", "abbot", count=MARKET, cathedral="red:abbot", smithy="red")
    play(state, "A(12,0)/FFFR -")
    assert choices(state) == {"-", "leave:follower:smithy:(10,0).road"}


def test_ABBOT_INT_5_in_the_cathedral_he_cannot_be_taken_back() -> None:
    """ABBOT-RECALL-1: a district is neither monastery nor garden; COUNT-MOVE-12."""
    state = town(f"{ISLAND} ; to red", "abbot", cathedral="red:abbot")
    play(state, ELSEWHERE)
    assert "recall" not in choices(state)
    assert finish(state) == [0, 0, 0]


def test_COUNT_INT_6_taking_him_back_keeps_the_gate_shut() -> None:
    """COUNT-ENTER-7, ABBOT-INT-5: his points are points of a feature."""
    text = shifted(home("garden", 3))
    state = play(entry(text), "recall")
    assert state.score == [4, 3, 0]
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"})
    kept = play(entry(text), "-")
    assert legal_kinds(kept) == {"pass", "enter"}


def test_COUNT_INT_6_taken_back_alone_he_opens_no_gate_either() -> None:
    state = town(f"{shifted(home('garden', 3))} ; to red", "abbot")
    play(state, "E(50,49)/CFFF recall")
    assert (state.score, state.seat, legal_kinds(state)) == ([4, 0, 0], BLUE, {"draw"})


def test_COUNT_INT_6_only_in_that_part_of_a_double_turn() -> None:
    """COUNT-INT-4: the parts are turns of their own; in the second he is in the supply and may enter."""
    land = (
        f"{shifted(home('garden', 3))}, U(12,5) FRFR +red:road +red:builder:road, A(10,0) FRFF +blue:road, U(11,0) FRFR"
    )
    state = town(f"{land} ; to red", "abbot", TB)
    play(state, "U(13,5) recall")
    assert (state.score, state.part) == ([4, 0, 0], 1)
    play(state, "A(12,0)/FFFR -")
    assert f"enter:abbot:{CATHEDRAL}" in choices(state)


@pytest.mark.parametrize(
    ("guests", "points"), [("green", [0, 9, 9]), ("green green", [0, 0, 9]), ("green:abbot", [0, 9, 9])]
)
def test_ABBOT_INT_9_in_a_majority_he_counts_one(guests: str, points: list[int]) -> None:
    text = shifted(home("monastery", 7, "+blue:abbot:{}"))
    state = town(f"{text} ; to red", "abbot", count=CASTLE, cathedral=guests)
    play(state, "E(19,20)/FFFC -")
    while "leave" in legal_kinds(state):
        play(state, next(token for token in sorted(choices(state)) if token.startswith("leave")))
    assert state.score == points
    assert supply(state, "abbot") == [1, 1, 1]


def test_ABBOT_INT_9_against_a_big_follower_he_counts_one() -> None:
    state = abbots("B(0,0) +red:abbot:monastery +blue:big:monastery", "inns_and_cathedrals")
    assert strengths(state, [feature_at(state, 0, 0, "monastery")]) == [1, 2]
    assert finish(state) == [0, 1]


# Builders


BUILDER = "U(10,0) FRFR +red:road +red:builder:road"


def test_ABBOT_INT_6_in_either_part_of_a_double_turn() -> None:
    for first, second in (("recall", "-"), ("-", "recall")):
        state = play(abbots(f"{home('garden', 4)}, {BUILDER} ; to red", TB), f"U(11,0) {first}")
        assert (state.seat, state.part) == (RED, 1)
        assert state.score == ([5, 0] if first == "recall" else [0, 0])
        play(state, "U(12,0)")
        assert ("recall" in choices(state)) == (second == "recall"), "there is only one abbot"
        play(state, second)
        assert (state.seat, state.score) == (BLUE, [5, 0]), "paid once"


def test_ABBOT_INT_6_put_down_in_one_part_and_taken_back_in_the_other() -> None:
    state = abbots(f"{ISLAND}, {BUILDER} ; to red", TB)
    play(state, "BA-FRFR-garden(11,0) +abbot:garden U(12,0) recall")
    assert (state.score, supply(state, "abbot")) == ([3, 0], [1, 1]), "the garden and both neighbours"
    back = abbots(f"{home('garden', 4)}, {BUILDER} ; to red", TB)
    play(back, "U(11,0) recall BA-FRFR-garden(12,0)")
    assert "+abbot:garden" in choices(back), "ABBOT-RECALL-5: that is a later piece step"
    play(back, "+abbot:garden")
    assert (back.score, supply(back, "abbot")) == ([5, 0], [0, 1])


# The catapult


def fair(text: str, *others: str, first: str = "-") -> State:
    """Return a board on which red has laid a fair south of (0,0)."""
    state = play(abbots(f"{text} ; to red", "catapult", *others), f"{FAIR}(0,1)")
    return play(state, first) if "-" in choices(state) else state


HOME = {"monastery": "B(0,0)", "garden": "BA-CFFF-garden(0,0)", "shrine": "CU-FFFF-shrine(0,0)"}


@pytest.mark.parametrize("kind", HOMES)
def test_ABBOT_INT_7_a_knocked_out_abbot_goes_home_without_points(kind: str) -> None:
    """CAT-INT-4, ABBOT-RUL-5."""
    state = fair(f"{HOME[kind]} +blue:abbot:{kind}")
    play(state, f"{KNOCKOUT} {hurl(*feet(state, 0, 0, kind))}")
    assert (state.score, supply(state, "abbot"), standing(state)) == ([0, 0], [1, 1], set())


@pytest.mark.parametrize(
    ("kind", "sent"),
    [("garden", {"abbot"}), ("monastery", {"abbot", "follower"}), ("shrine", {"abbot", "follower"})],
)
def test_CAT_INT_4_in_a_garden_only_an_abbot_replaces_an_abbot(kind: str, sent: set[str]) -> None:
    """ABBOT-INT-7, CAT-SEDUCE-4."""
    state = fair(f"{HOME[kind]} +blue:abbot:{kind}")
    play(state, f"{SEDUCTION} {hurl(500, 500)}")
    assert (actor(state), choices(state)) == (RED, {"-", *(f"send:{piece}" for piece in sent)})
    play(state, "send:abbot")
    assert (standing(state), supply(state, "abbot")) == ({"red abbot (0,0)"}, [0, 1])


def test_CAT_INT_4_an_abbot_replaces_monks_but_neither_knights_nor_farmers() -> None:
    for spot, sent in (("monastery", {"send:abbot", "send:follower"}), ("field", {"send:follower"})):
        state = fair(f"B(0,0) +blue:{spot}")
        play(state, f"{SEDUCTION} {hurl(500, 500)}")
        assert choices(state) == {"-", *sent}
    city = fair("E(0,0) CFFF +blue:city")
    assert choices(play(city, f"{SEDUCTION} {hurl(500, 200)}")) == {"-", "send:follower"}


def test_CAT_INT_4_an_abbot_may_be_fetched_from_elsewhere_on_the_map() -> None:
    state = fair("BA-CFFF-garden(0,0) +blue:abbot:garden, B(5,5) +red:abbot:monastery, B(8,8) +red:monastery")
    play(state, f"{SEDUCTION} {hurl(500, 500)}")
    assert choices(state) == {"-", "fetch:abbot:(5,5).monastery"}
    play(state, "fetch:abbot:(5,5).monastery")
    assert standing(state) == {"red abbot (0,0)", "red follower (8,8)"}
    assert (state.score, supply(state, "abbot")) == ([0, 0], [0, 1])


def test_CAT_INT_4_without_an_abbot_nothing_happens_in_a_garden() -> None:
    """CAT-SEDUCE-6."""
    state = abbots("BA-CFFF-garden(0,0) +blue:abbot:garden ; to red ; supply 0/7 0/7", "catapult")
    play(state, f"{FAIR}(0,1) - {SEDUCTION} {hurl(500, 500)}")
    assert (actor(state), legal_kinds(state)) == (BLUE, {"hurl"})


def test_ABBOT_INT_7_taken_back_before_the_fair_he_is_paid_and_out_of_reach() -> None:
    """CAT-ROUND-1: the fair comes after the scoring."""
    state = fair("BA-CFFF-garden(0,0) +red:abbot:garden", first="recall")
    assert (state.score, supply(state, "abbot"), legal_kinds(state)) == ([2, 0], [1, 1], {"fair"})


# Arrows


def arrow(state: State, tile: str, place: str) -> State:
    """Draw a tile with an arrow, whatever the bag holds, and lay it."""
    return play(draw(state, tile), place)


def test_ABBOT_INT_8_no_pairs_with_an_abbot() -> None:
    """Neither is he added, nor is anybody added to him."""
    land = "BA-CFFF-garden(0,0) +red:abbot:garden, B(3,0) +red:monastery, B(6,0) ; to red"
    state = arrow(abbots(land, MINI, "inns_and_cathedrals"), "20AE-CFFF-g", "(6,-1)")
    assert {"+(3,0).monastery", "+big:(3,0).monastery"} <= choices(state)
    assert not [token for token in choices(state) if "(0,0)" in token]
    home_again = arrow(abbots("B(3,0) +red:monastery, B(6,0) ; to red", MINI), "20AE-CFFF-g", "(6,-1)")
    assert "+(3,0).monastery" in choices(home_again)
    assert "+abbot:(3,0).monastery" not in choices(home_again)
    alone = arrow(abbots("B(3,0) +red:abbot:monastery, B(6,0) ; to red", MINI), "20AE-CFFF-g", "(6,-1)")
    assert "+(3,0).monastery" not in choices(alone)


def test_ABBOT_INT_8_an_arrow_sends_him_to_any_empty_open_place() -> None:
    land = "BA-CFFF-garden(0,0), B(10,0), CU-FFFF-shrine(20,0), W(30,0) FRRR"
    state = arrow(abbots(f"{land} ; to red", MINI), "20AE-FRST-o", "(30,1)/RRFR")
    sent = {token for token in choices(state) if token.startswith("+abbot")}
    assert sent == set(), "this arrow points at nothing"
    state = arrow(abbots(f"{land}, B(30,2) ; to red", MINI), "20AE-FRST-o", "(30,3)")
    sent = {token for token in choices(state) if token.startswith("+abbot")}
    assert sent == {
        "+abbot:(0,0).garden",
        "+abbot:(10,0).monastery",
        "+abbot:(20,0).shrine",
        "+abbot:(30,2).monastery",
    }
    assert "+(0,0).garden" not in choices(state), "ABBOT-PLACE-3 holds there, too"
    play(state, "+abbot:(0,0).garden")
    assert (standing(state), supply(state, "abbot")) == ({"red abbot (0,0)"}, [0, 1])


def test_ABBOT_INT_8_but_to_no_place_that_is_taken_or_complete() -> None:
    """ABBOT-PLACE-5, ANNIV-EX-10: with eight tiles around, a garden is complete; with seven it is not."""
    for near, open_garden in ((7, True), (8, False)):
        land = f"{home('garden', near, '')}, B(10,0) +blue:monastery, B(30,2) +blue:abbot:monastery"
        state = arrow(abbots(f"{land} ; to red", MINI), "20AE-FRST-o", "(30,3)")
        sent = {token for token in choices(state) if token.startswith("+abbot")}
        assert sent == ({"+abbot:(0,0).garden"} if open_garden else set())


@pytest.mark.parametrize(("tile", "place"), [("20AE-FRST-o", "(30,3)"), ("20AE-CFFF-g", "(30,1)")])
def test_ABBOT_RECALL_4_not_together_with_an_arrow(tile: str, place: str) -> None:
    land = f"{home('garden', 4)}, B(30,2) +blue:monastery, B(10,0) +red:monastery, U(15,0)"
    state = arrow(abbots(f"{land} ; to red", MINI), tile, place)
    far = [token for token in choices(state) if token.startswith("+(")]
    assert far
    assert "recall" in choices(state)
    put = play(state.copy(), far[0])
    assert (put.seat, put.score, supply(put, "abbot")) == (BLUE, [0, 0], [0, 1])
    play(state, "recall")
    assert (state.seat, state.score, followers(state)) == (BLUE, [5, 0], [6, 6])


# Rivers


def test_ABBOT_INT_10_at_the_volcano_he_stays() -> None:
    """RIV2-VOLC-2."""
    land = f"{NORTH_ONLY}, B(10,10) +red:abbot:monastery"
    for tile, line in ((VOLCANO, f"{VOLCANO}(1,-1)/FFWF"), ("R2-WRWR-inn", "R2-WRWR-inn(1,-1)")):
        state = play(abbots(f"{land} ; to red ; bag {tile}:1 B:5", "river_2"), line)
        if tile == VOLCANO:
            assert (state.seat, state.turn, legal_kinds(state)) == (RED, 2, {"draw"})
            play(state, "B(11,10)")
        assert "recall" in choices(state), "in the fresh turn, or at any other river tile"


def test_RIV2_INT_5_the_garden_on_the_curve() -> None:
    state = start(parse_rules(rules("river_2")), 2)
    play(state, "R2-WWFW-fork(1,0)/WFWW -")
    assert "R2-FFWW-garden" in choices(state)
    assert "R2-FFWW" not in choices(state)
    play(state, "R2-FFWW-garden")
    play(state, min(choices(state)))
    assert "+abbot:garden" in choices(state)
    assert "+garden" not in choices(state)
    play(state, "+abbot:garden")
    assert finish(state) == [0, 3], "the garden, the fork and the source"
    without = start(parse_rules("bigbox2014 expansions=river_2 tile_edition=garden"), 2)
    play(without, "R2-WWFW-fork(1,0)/WFWW - R2-FFWW-garden")
    play(without, min(choices(without)))
    assert not [token for token in choices(without) if "garden" in token]


def test_ABBOT_INT_11_both_halves_of_the_double_source_count() -> None:
    for x, tiles in ((0, 3), (1, 3), (-1, 2)):
        land = f"{SOURCE}, BA-FRFR-garden({x},1) FRFR +red:abbot:garden, {ISLAND} ; to red ; bag E:5"
        assert finish(abbots(land, "river_20")) == [tiles, 0]
        assert play(abbots(land, "river_20"), f"{ELSEWHERE} recall").score == [tiles, 0]


def test_ABBOT_INT_11_they_are_two_of_the_eight() -> None:
    ring = "B(-1,1), R20-WFWF-d(-1,0) FWFW, B(1,1), B(-1,2), B(0,2)"
    land = f"{SOURCE}, B(0,1) +red:abbot:monastery, {ring} ; to red ; bag B:5"
    state = play(abbots(land, "river_20"), "B(1,2)")
    assert "recall" not in choices(state)
    assert play(state, "-").score == [9, 0]


def test_ANNED_INT_3_the_whole_box_of_the_anniversary() -> None:
    """The river replaces the start tile, everybody has an abbot, and the arrows are in the supply."""
    state = start(parse_rules("anniversary expansions=abbot,anniversary_mini,river_20"), 5)
    assert [state.board.tile(n).id for n in range(2)] == ["R20-FIFW-source-west", "R20-FWFI-source-east"]
    assert (supply(state, "abbot"), followers(state)) == ([1] * 5, [7] * 5)
    assert state.left == 71 + 16 + 15
    assert actor(state) == CHANCE
    assert parse_rules(RIVER_20).tiles_in_all < state.rules.tiles_in_all


@pytest.mark.parametrize("seed", range(3))
def test_ANNED_INT_3_games_of_the_whole_box(seed: int) -> None:
    game = Game("anniversary expansions=abbot,anniversary_mini,river_20", seats=3, dealer=Seeded(seed))
    told_of = {event.name for events in plies(game, seed) for event in events}
    assert {"recalled", "activated", "comforted"} <= told_of


# Crop circles


def test_ABBOT_INT_12_crop_circles_do_not_concern_him() -> None:
    for tile in ("K2-FRSS(9,10)/RRFR", "K2-CFRF(9,10)/RFCF", "K2-CFDF(12,9)/FCFC"):
        land = f"{home('garden', 3)}, B(20,0) +blue:abbot:monastery, U(9,9) RFRF, E(11,9) FCFF ; to red"
        state = play(abbots(land, "crop_circles"), f"{tile} -")
        assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"}), "it concerns nobody"
    land = f"{home('garden', 3)}, U(9,9) RFRF +red:road ; to blue"
    state = play(abbots(land, "crop_circles"), "K2-FRSS(9,10)/RRFR -")
    assert choices(play(state.copy(), "grow")) == {"-", "add:follower:(9,9).road"}, "nor is he added"
    play(state, "wither remove:follower:(9,9).road")
    assert standing(state) == {"red abbot (0,0)"}


# Features that have nothing to do with him


def test_KR_INT_7_a_garden_is_neither_city_nor_road() -> None:
    state = play(abbots(f"{home('garden', 7)} ; to blue", "king_and_robber"), f"{LAST} -")
    assert state.score == [9, 0]
    assert state.ext["robber.record"] == [0]
    assert state.ext["king.record"] == [0], "the city of the garden's tile was complete before"


def test_MW_FINAL_4_mage_and_witch_leave_gardens_alone() -> None:
    state = abbots(
        f"{home('garden', 7)}, E(40,0) CFFF +0:mage:city, U(50,0) FRFR +0:witch:road ; to blue", "mage_and_witch"
    )
    assert play(state, f"{LAST} -").score == [9, 0]


def test_ED_HAND_4_with_hands_he_is_taken_back_before_the_new_tile() -> None:
    text = f"{home('garden', 4)} ; to red ; hand E,B,B U,U,U ; bag U:1"
    state = play(abbots(text, options="hand_size=3"), f"E {ELSEWHERE[1:]}")
    assert "recall" in choices(state)
    play(state, "recall")
    assert (state.score, legal_kinds(state)) == ([5, 0], {"deal"})
    play(state, "<U")
    assert state.seat == BLUE


def test_ABBOT_RECALL_5_told_in_both_languages() -> None:
    events = told(abbots(f"{home('shrine', 4)} ; to red"), f"{ELSEWHERE} recall")
    assert names(events)[-2:] == ["placed", "recalled"], "that he is back is said once"
    assert "shrine" in said(events, "recalled", "en", 2)[0]
    assert said(events, "recalled", "fr", 2)[0].endswith("= 5 points.")


def test_the_game_ends_after_a_last_turn_with_a_volcano_and_an_abbot() -> None:
    land = f"{NORTH_ONLY}, B(10,10) +red:abbot:monastery ; to red ; bag {VOLCANO}:1"
    state = play(abbots(land, "river_2"), f"{VOLCANO}(1,-1)/FFWF")
    assert (actor(state), state.score) == (OVER, [1, 0])


def test_ABBOT_RECALL_5_a_recalled_abbot_is_not_sent_to_a_victim_in_the_same_turn() -> None:
    text = "B(0,0) +blue:monastery, B(3,0) +red:abbot:monastery, B(1,0), B(2,0) ; to red"
    state = abbots(text, "catapult")
    throw = f"fair:seduction hurl:(500,500) scatter:{':'.join(['32767:32768'] * 4)}:0"
    recalled = play(state.copy(), f"CAT-FFFF-06(1,1) recall {throw}")
    kept = play(state, f"CAT-FFFF-06(1,1) - {throw}")
    assert "send:follower" in choices(recalled)
    assert "send:abbot" not in choices(recalled)
    assert "fetch:abbot:(3,0).monastery" in choices(kept)


def test_a_position_cannot_recall_an_abbot_from_nowhere() -> None:
    with pytest.raises(BadNotation, match="what it says of abbot is contradictory"):
        abbots("B(0,0) +red:monastery ; column abbot.recalled 5")


def test_ABBOT_RECALL_5_nor_in_the_turns_of_others_before_ones_next_piece_step() -> None:
    text = "B(0,0) +blue:monastery, B(3,0) +red:abbot:monastery, B(1,0), B(2,0), E(9,9) ; to red"
    state = play(abbots(text, "catapult"), "B(1,1) recall")
    straight = f"scatter:{':'.join(['32767:32768'] * 4)}:0"
    play(state, f"CAT-FFFF-06(2,1) - fair:seduction hurl:(500,500) {straight}")
    assert actor(state) == RED, "blue found nobody to seduce"
    play(state, f"hurl:(500,500) {straight}")
    assert "send:follower" in choices(state)
    assert "send:abbot" not in choices(state), "red has had no piece step since"
    play(state, "- B(0,1) +abbot:monastery")
    assert state.ext["turn.resting"] == [0, 0], "now he may be put down again"


@pytest.mark.parametrize("text", ["D(0,0) +red:abbot:city", "BA-FRFR-garden(0,0) +red:garden"])
def test_a_position_puts_nobody_where_he_may_not_stand(text: str) -> None:
    with pytest.raises(BadNotation, match="such a piece may not stand there"):
        abbots(text)
