"""Values with names in the notation: names are written, names and numbers are read."""

from __future__ import annotations

import pytest

from bastide import Game, Given, action_text, game_text, parse_action, parse_game
from bastide.errors import BadNotation
from tests.boards import board, choices, play
from tests.rules.count.town import ROAD, town


@pytest.mark.parametrize(
    ("rules", "old", "new"),
    [
        ("count", "enter:follower:2", "enter:follower:smithy"),
        ("count", "escort:3", "escort:cathedral"),
        ("catapult", "fair:0", "fair:knockout"),
        ("catapult", "fair:3", "fair:catch"),
        ("hills_and_sheep", "token:0", "token:wolf"),
    ],
)
def test_numbers_and_names_mean_the_same_and_names_are_written(rules: str, old: str, new: str) -> None:
    state = Game(f"bigbox2014 expansions={rules}").state
    assert parse_action(state, old) == parse_action(state, new)
    assert action_text(state, parse_action(state, old)) == new


def test_sheep_and_nuggets_are_their_numbers() -> None:
    sheep, gold = Game("bigbox2014 expansions=hills_and_sheep").state, Game("gold_rush", dealer=Given()).state
    assert action_text(sheep, parse_action(sheep, "token:4")) == "token:4"
    assert parse_action(gold, "<0") == parse_action(gold, "<stone")
    assert action_text(gold, parse_action(gold, "<0")) == "<stone"
    assert action_text(gold, parse_action(gold, "<5")) == "<5"


def test_other_names_are_refused() -> None:
    state = Game("bigbox2014 expansions=count").state
    with pytest.raises(BadNotation, match="“tavern” is not a district"):
        parse_action(state, "enter:follower:tavern")
    with pytest.raises(BadNotation, match="“4” is not a district"):
        parse_action(state, "enter:follower:4")


@pytest.mark.parametrize(
    ("token", "message"),
    [
        ("enter:follower:smithy", "“enter” is an action of the expansion count, which is not in play"),
        ("token:wolf", "“token” is an action of the expansion hills_and_sheep, which is not in play"),
        ("+big:road", "The piece big belongs to the expansion inns_and_cathedrals, which is not in play"),
        ("juggle:road", "“juggle:road” is not understood"),
    ],
)
def test_actions_and_pieces_of_absent_expansions_are_refused_by_name(token: str, message: str) -> None:
    state = board("D(0,0) V(1,0) ; step piece", "first")
    with pytest.raises(BadNotation, match=message):
        parse_action(state, token)


def test_a_position_with_a_piece_of_an_absent_expansion_names_it() -> None:
    with pytest.raises(BadNotation, match="The piece pig belongs to the expansion traders_and_builders"):
        board("D(0,0)+1:pig:field.S", "first")


def test_a_follower_goes_to_a_district_by_name() -> None:
    state = play(town(f"{ROAD.format('+blue:road')} ; to red"), "A(12,0)/FFFR - enter:follower:smithy")
    assert choices(state) == {"-", "escort:market", "escort:smithy", "escort:cathedral"}


def test_texts_of_before_names_are_read() -> None:
    old = """
    rules bigbox2014 expansions=catapult
    seats Red, Blue
    1. CAT-FFFF-06(0,1) - fair:2 hurl:(500,1500) scatter:1:2:3:4:5:6:7:8:9 hurl:(500,900) scatter:1:2:3:4:5:6:7:8:9
    """
    written = game_text(parse_game(old))
    assert "fair:target" in written
    assert parse_game(written).state.key() == parse_game(old).state.key()


def test_a_real_bag_takes_names_and_numbers() -> None:
    for token in ("token:wolf", "token:0"):
        state = board("E(0,0) CFFF ; players 2", "bigbox2014 expansions=hills_and_sheep")
        play(state, f"HS-CFFC-hill(0,1)/FFCC +shepherd:field {token}")
        assert state.score == [0, 0]
