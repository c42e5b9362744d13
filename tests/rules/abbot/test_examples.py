"""The worked examples of abbots and gardens, by their numbers."""

from __future__ import annotations

from tests.boards import BLUE, RED, choices, each, finish, followers, legal_kinds, play, refusal
from tests.rules.abbot.gardens import ELSEWHERE, ISLAND, LAST, abbots, home
from tests.rules.base.playing import names, scored, told
from tests.rules.hills_and_sheep.flocks import AROUND as VINES
from tests.rules.special import stop_at, supply
from tests.rules.wheel_of_fortune.wheel import beside


def test_ABBOT_EX_1_recall() -> None:
    board = """
        BA-CFFF-garden(0,0) CFFF +red:abbot:garden, E(1,0) FCFF, N(1,1) FCCF, E(0,1) FFCF, N(-1,1) FFCC ; to red
    """
    state = abbots(board, players=5)
    assert supply(state, "abbot") == each(1, red=0)
    play(state, "E(-1,0)/FFFC recall")
    assert state.score == each(0, red=6)
    assert supply(state, "abbot") == each(1)


def test_ABBOT_EX_2_completion() -> None:
    state = abbots(f"{home('garden', 7)} ; to blue")
    play(state, f"{LAST} -")
    assert (state.score, supply(state, "abbot")) == ([9, 0], [1, 1])


ROAD = "A(10,0) FRFF +blue:road, U(11,0) FRFR, U(12,0) FRFR"


def test_ABBOT_EX_3_recall_plus_scoring() -> None:
    state = abbots(f"{home('monastery', 7)}, {ROAD} ; to red")
    play(state, "A(13,0)/FFFR")
    events = told(state, "recall")
    assert state.score == [8, 4]
    assert [name for name in names(events) if name in ("recalled", "scored")] == ["recalled", "scored"]
    assert [event.facts["points"] for event in events if event.name == "recalled"] == [8]
    assert scored(events) == [("road", 4, [BLUE])]


def test_ABBOT_EX_4_excluded() -> None:
    state = abbots(f"{home('garden', 5)} ; to red")
    play(state, ELSEWHERE)
    assert choices(state) == {"-", "+city", "+field", "recall"}
    play(state, "+field")
    assert (state.seat, legal_kinds(state), state.score) == (BLUE, {"draw"}, [0, 0])
    assert (refusal(state, "recall"), supply(state, "abbot")) == ("wrong_moment", [0, 1])


def test_ABBOT_EX_5_just_completed() -> None:
    state = abbots(f"{home('garden', 7)} ; to red")
    play(state, LAST)
    assert "recall" not in choices(state)
    play(state, "+field")
    assert (state.score, followers(state), supply(state, "abbot")) == ([9, 0], [6, 7], [1, 1])


def test_ABBOT_EX_6_meeple_on_garden() -> None:
    state = play(abbots(f"{ISLAND}, W(0,0) FRRR ; to red"), "BA-FRFR-garden(1,0)")
    assert choices(state) == {"-", "+road", "+field.N", "+field.S", "+abbot:garden"}
    assert refusal(state, "+garden") == "deployment_forbidden"


def test_ABBOT_EX_7_final() -> None:
    assert finish(abbots(home("monastery", 3))) == [4, 0]


def test_ABBOT_EX_8_vineyards() -> None:
    hills = "hills_and_sheep"
    centre, last, seventh = VINES[0, 0].replace("+red:", "+red:abbot:"), VINES[-1, 0], VINES[-1, 1]
    others = ", ".join(tile for cell, tile in VINES.items() if cell not in ((0, 0), (-1, 0), (-1, 1)))
    assert others.count("vineyard") == 2
    abbey = play(abbots(f"{centre}, {others}, {seventh} ; to blue", hills), f"{last.replace(' ', '/')} -")
    assert abbey.score == [15, 0]
    garden = "BA-CFFF-garden(0,0) CFFF +red:abbot:garden"
    beyond = others.replace("deep-vineyard(0,-1) CFFF", "deep-vineyard(0,-1) FFCF")
    state = play(abbots(f"{garden}, {beyond}, {seventh} ; to blue", hills), f"{last.replace(' ', '/')} -")
    assert state.score == [9, 0]
    recalled = play(abbots(f"{centre}, {others}, {ISLAND} ; to red", hills), f"{ELSEWHERE} recall")
    assert recalled.score == [7, 0]


def test_ABBOT_EX_9_inquisition() -> None:
    land = f"B(0,0) +blue:abbot:monastery, B(3,0) +blue:monastery, BA-CFFF-garden(6,0) +red:abbot:garden, {ISLAND}"
    state = abbots(f"{beside(land)}, U(9,9) FRFR ; to red", "wheel_of_fortune")
    assert stop_at(state, "inquisition")[RED] == 0
    assert state.score == [0, 4]
