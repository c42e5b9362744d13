"""Options that other tables know: several abbots, and vineyards that count for gardens."""

from __future__ import annotations

import pytest

from bastide.errors import BadRules
from bastide.play.position import parse_position, position_text
from bastide.rules import engine
from tests.boards import RED, choices, finish, play, rules
from tests.rules.abbot.gardens import ELSEWHERE, HOMES, LAST, RULES, abbots, home
from tests.rules.abbot.test_together import VINEYARD
from tests.rules.base.playing import told
from tests.rules.catapult.fairground import FAIR, hurl
from tests.rules.special import said, standing, supply

HS = "hills_and_sheep"
GARDEN = "BA-CFFF-garden(20,20) CFFF +red:abbot:garden, E(20,21) FFCF"
TWO = f"{home('monastery', 5)}, {GARDEN}"


@pytest.mark.parametrize("number", range(4))
def test_ABBOT_SETUP_3_so_many_abbots(number: int) -> None:
    state = engine.start(rules(f"{RULES} abbots={number}"), 2)
    assert supply(state, "abbot") == [number] * 2
    play(state, "A(1,0)/FFFR")
    assert ("+abbot:monastery" in choices(state)) == (number > 0)


def test_ABBOT_SETUP_3_a_second_one_goes_out_while_the_first_is_out() -> None:
    state = abbots(f"{home('monastery', 5)} ; to red", options="abbots=2")
    play(state, "B(31,30)")
    assert "+abbot:monastery" in choices(state)
    play(state, "+abbot:monastery")
    assert supply(state, "abbot") == [0, 2]


def test_ABBOT_RECALL_8_any_one_of_them_may_be_taken_back() -> None:
    state = play(abbots(f"{TWO} ; to red", options="abbots=2"), ELSEWHERE)
    assert {"recall_from:(0,0).monastery", "recall_from:(20,20).garden"} <= choices(state)
    again = parse_position(position_text(state))
    for spot, points, left in (("(0,0).monastery", 6, "(20,20)"), ("(20,20).garden", 2, "(0,0)")):
        new = state.copy()
        events = told(new, f"recall_from:{spot}")
        assert new.score == [points, 0]
        assert (standing(new), supply(new, "abbot")) == ({f"red abbot {left}"}, [1, 2])
        assert len(said(events, "recalled", players=2)) == 1
        assert play(again.copy(), f"recall_from:{spot}").key() == new.key()


def test_ABBOT_RECALL_8_one_at_most_in_a_turn_and_one_of_one() -> None:
    state = play(abbots(f"{TWO} ; to red", options="abbots=2"), f"{ELSEWHERE} recall_from:(0,0).monastery")
    assert state.seat != RED, "the piece step is over"
    assert "recall_from" not in abbots(home("monastery", 5)).rules.code
    one = play(abbots(f"{home('monastery', 5)} ; to red", options="abbots=2"), ELSEWHERE)
    assert {token for token in choices(one) if token.startswith("recall")} == {"recall_from:(0,0).monastery"}


def test_ABBOT_RECALL_8_none_from_what_the_tile_completes() -> None:
    state = play(abbots(f"{home('monastery', 7)}, {GARDEN} ; to red", options="abbots=2"), LAST)
    assert "recall_from:(0,0).monastery" not in choices(state)
    assert "recall_from:(20,20).garden" in choices(state)


def test_ABBOT_RECALL_8_while_one_rests_another_may_be_sent() -> None:
    """ABBOT-RECALL-5, at the fair of the same turn: the one taken back rests, unless there is a second at home."""
    text = f"{home('garden', 2)}, B(9,9) +blue:monastery ; to red"
    for number, sent in ((1, set()), (2, {"send:abbot"})):
        state = abbots(text, "catapult", options=f"abbots={number}")
        spot = "recall" if number == 1 else "recall_from:(0,0).garden"
        play(state, f"{FAIR}(9,10) {spot} fair:seduction {hurl(9500, 9500)}")
        assert {token for token in choices(state) if token.startswith("send:abbot")} == sent


@pytest.mark.parametrize(("kind", "points"), [("monastery", 12), ("garden", 12), ("shrine", 12)])
def test_HS_VINE_5_vineyards_count_for_a_complete_garden(kind: str, points: int) -> None:
    """ABBOT-INT-4, by the option."""
    state = abbots(f"{home(kind, 7).replace(*VINEYARD)} ; to blue", HS, options="garden_vineyards=on")
    assert play(state, f"{LAST} -").score == [points, 0]


@pytest.mark.parametrize("kind", HOMES)
def test_HS_VINE_5_but_not_for_one_that_is_not_complete(kind: str) -> None:
    text = home(kind, 7).replace(*VINEYARD)
    options = "garden_vineyards=on"
    assert play(abbots(f"{text} ; to red", HS, options=options), f"{ELSEWHERE} recall").score == [8, 0]
    assert finish(abbots(text, HS, options=options)) == [8, 0]


def test_HS_VINE_5_without_abbots_the_option_means_nothing() -> None:
    with pytest.raises(BadRules, match="abbot"):
        rules("anniversary expansions=hills_and_sheep garden_vineyards=on")
