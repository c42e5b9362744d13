"""The worked examples of the catapult: a map of four tiles by three, and throws with given numbers."""

from __future__ import annotations

import pytest

from bastide.expansions.catapult import MISSED
from bastide.kernel.ballistics import square
from bastide.rules.engine import actor
from tests.boards import BLUE, GREEN, RED, choices, followers, play
from tests.rules.base.playing import names, told
from tests.rules.catapult.fairground import (
    CATCH,
    KNOCKOUT,
    MID,
    SEDUCTION,
    TARGET,
    Point,
    duel,
    fair,
    hurl,
    is_tidy,
    meadow,
)
from tests.rules.special import standing, supply

CROWD = [
    ("blue", (1600, 1450)),
    ("red", (1500, 1050)),
    ("green", (1450, 780)),
    ("yellow", (1380, 270)),
    ("blue", (3500, 2500)),
]
SECOND_ROW = hurl(1500, 1500, slide=32768)
LAST_ROW = hurl(2500, 500, slide=65535, numbers=(65535,) * 8)

LONG = (40000,) * 4
WIDE = (20000, 30000, 40000, 30000)


@pytest.mark.parametrize(
    ("aim", "numbers", "slide", "landing", "rest"),
    [
        ((1500, 1500), MID, 0, (1500, 1500), (1500, 1500)),
        ((1500, 1500), MID, 32768, (1500, 1500), (1470, 1350)),
        ((1500, 1500), MID, 65535, (1500, 1500), (1440, 1199)),
        ((1500, 1500), (*LONG, *WIDE), 65535, (1370, 1228), (1294, 895)),
        ((2500, 500), (0,) * 8, 0, (1028, 2146), (1028, 2146)),
        ((2500, 500), (65535,) * 8, 65535, (3972, -1146), (4209, -1765)),
    ],
)
def test_CAT_EX_1_throw_vectors(aim: Point, numbers: tuple[int, ...], slide: int, landing: Point, rest: Point) -> None:
    events = told(meadow([]), f"{TARGET} {hurl(*aim, slide, numbers)}")
    (thrown,) = (event.facts for event in events if event.name == "hurled")
    assert (thrown["from"], thrown["aim"]) == ((2000, 4000), aim)
    assert (thrown["landing"], thrown["rest"]) == (landing, rest)
    assert thrown["numbers"] == [*numbers, slide]


def test_CAT_EX_1_the_other_seat_stands_opposite() -> None:
    events = told(meadow([]), f"{TARGET} {hurl(1500, 1500)} {hurl(1500, 1500)}")
    assert [event.facts["from"] for event in events if event.name == "hurled"] == [(2000, 4000), (2000, -1000)]


def test_CAT_EX_2_knock_out_with_chain() -> None:
    state = meadow(CROWD, players=4)
    assert followers(state) == [6, 5, 6, 6]
    events = told(state, f"{KNOCKOUT} {SECOND_ROW}")
    assert names(events).count("returned") == 4
    assert standing(state) == {"blue follower (3,2)"}
    assert followers(state) == [7, 6, 7, 7]
    assert state.score == [0, 0, 0, 0]


@pytest.mark.parametrize("gone", [1, 2])
def test_CAT_EX_2_without_a_link_the_chain_ends(gone: int) -> None:
    state = meadow([CROWD[i] for i in range(5) if i != gone], players=4)
    play(state, f"{KNOCKOUT} {SECOND_ROW}")
    rest = {"blue follower (3,2)", "yellow follower (1,0)"} | ({"green follower (1,0)"} if gone == 1 else set())
    assert standing(state) == rest


def test_CAT_EX_3_own_follower_hit() -> None:
    state = meadow(CROWD, players=4)
    play(state, KNOCKOUT)
    assert actor(state) == RED
    play(state, SECOND_ROW)
    assert followers(state)[RED] == 7
    assert "red follower (1,1)" not in standing(state)


@pytest.mark.parametrize("replacement", ["send:follower", "fetch:follower:(1,1).field.2"])
def test_CAT_EX_4_seduction(replacement: str) -> None:
    rest = (1470, 1350)
    assert [square(rest, CROWD[i][1]) for i in (0, 2, 3)] == [26_900, 325_300, 1_174_500]
    state = meadow(CROWD, players=4)
    play(state, f"{SEDUCTION} {SECOND_ROW}")
    assert actor(state) == RED
    assert choices(state) == {"-", "send:follower", "fetch:follower:(1,1).field.2"}
    before = state.copy()
    play(state, replacement)
    assert followers(state) == [5 if replacement == "send:follower" else 6, 6, 6, 6]
    there = {"red follower (1,1)", "green follower (1,0)", "yellow follower (1,0)", "blue follower (3,2)"}
    assert standing(state) == there
    assert len(state.pieces) == (5 if replacement == "send:follower" else 4)
    assert state.score == [0, 0, 0, 0]

    play(before, "-")
    assert followers(before) == [6, 5, 6, 6]
    assert actor(before) == BLUE


@pytest.mark.parametrize("near", [(3990, 10), (3999, 0)])
def test_CAT_EX_5_seduction_off_the_map(near: Point) -> None:
    state = meadow([("blue", near)])
    events = told(state, f"{SEDUCTION} {LAST_ROW}")
    assert [event.facts["rest"] for event in events if event.name == "hurled"] == [(4209, -1765)]
    assert actor(state) == BLUE, "nothing to choose for red"
    assert standing(state) == {"blue follower (3,0)"}


def test_CAT_EX_6_target() -> None:
    state = meadow([], players=3, cell=(1, 1))
    blue, green = hurl(2300, 900), hurl(700, 1500)
    play(state, f"{TARGET} {hurl(1485, 1350)} {blue}")
    assert state.ext[MISSED][:2] == [0, 100_000]
    play(state, green)
    assert state.score == [5, 0, 0]

    tie = meadow([], players=3, cell=(1, 1))
    play(tie, f"{TARGET} {hurl(700, 1500)} {blue}")
    assert tie.ext[MISSED] == [90_000, 100_000, 0]
    play(tie, green)
    assert tie.score == [5, 0, 5]
    assert is_tidy(tie)


LAND = "D(0,0) ; to red"


@pytest.mark.parametrize(
    ("tokens", "end", "points"),
    [
        pytest.param(duel((5000, 0), (5000, 500), 30000), "catch_caught", [0, 5], id="CAT-EX-7"),
        pytest.param(duel((5000, 1000), (5000, -1000), 0), "catch_far", [5, 0], id="CAT-EX-8"),
        pytest.param(duel((2500, 0), (5000, 0), 0), "catch_short", [0, 5], id="CAT-EX-9"),
        pytest.param(duel((5000, 900), (5000, 0), 60000), "catch_touched", [5, 0], id="CAT-EX-10"),
    ],
)
def test_CAT_EX_7_CAT_EX_8_CAT_EX_9_CAT_EX_10_the_four_ends_of_a_duel(tokens: str, end: str, points: list[int]) -> None:
    state = fair(LAND)
    play(state, f"CAT-FFFF-06(0,1) - {CATCH}")
    events = told(state, tokens)
    assert names(events) == [end, "fair"]
    assert state.score == points


def test_CAT_EX_11_builder_goes_home() -> None:
    state = fair(
        "U(0,0) FRFR +red:road, U(1,0) FRFR +red:builder:road, U(2,0) FRFR +blue:road ; to red", "traders_and_builders"
    )
    play(state, f"CAT-FFFF-06(0,-1) - {KNOCKOUT} {hurl(500, 500)}")
    assert standing(state) == {"blue follower (2,0)"}
    assert (followers(state), supply(state, "builder")) == ([7, 6], [1, 1])
    assert state.score == [0, 0]


def test_CAT_EX_12_three_players_catch() -> None:
    state = fair("D(0,0) ; to red", players=3)
    play(state, f"CAT-FFFF-06(0,1) - {CATCH}")
    pairs = []
    for _ in range(3):
        hurler = actor(state)
        play(state, "hurl:(5000,0)")
        pairs.append((hurler, actor(state)))
        play(state, duel((5000, 0), (5000, 0)).split(maxsplit=1)[1])
    assert pairs == [(RED, BLUE), (BLUE, GREEN), (GREEN, RED)]
    assert sum(state.score) == 15
    assert state.seat == BLUE, "the round is over"


def test_CAT_EX_13_tie_in_target() -> None:
    state = meadow([], players=3, cell=(2, 1))
    play(state, f"{TARGET} {hurl(2001, 1999)} {hurl(1999, 1500)} {hurl(2999, 1000)}")
    assert state.score == [5, 0, 5]
