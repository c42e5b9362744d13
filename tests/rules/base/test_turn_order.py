"""The order of steps, draws and decisions in a turn."""

from __future__ import annotations

import re

import pytest

from bastide import CHANCE, Game, Seeded, make_rules
from tests.boards import BLUE, EDITIONS, GREEN, RED, board, followers, legal_kinds, play
from tests.games import plies, random_game
from tests.rules.base.playing import kind_of, names, scored, scripted, told

HANDS = "rules second hand_size=3"


def test_ORD_1_the_supply_at_the_piece_step_has_nothing_of_this_turns_score() -> None:
    state = board("E(0,0) FCFF +red:city ; supply 0 7", players=2)
    events = told(state, "E(1,0)/FFFC")
    assert names(events) == ["drawn", "placed", "scored", "returned"], "no piece could be put down in between"
    assert followers(state) == [1, 7]
    play(state, "B(0,1) - B(1,1)")
    assert "deploy" in legal_kinds(state), "it can be used in the next turn"


def test_ORD_2_points_are_booked_in_the_step_that_gives_them() -> None:
    for edition in EDITIONS:
        game = Game(edition, seats=3, dealer=Seeded(4))
        total = [0, 0, 0]
        for events in plies(game, seed=4):
            for _, worth, winners in scored(events):
                assert isinstance(winners, list)
                assert isinstance(worth, int)
                for seat in winners:
                    total[seat] += worth
            assert game.scores == total
        assert sum(total) > 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_ORD_2_it_makes_no_difference_who_sits_where(edition: str) -> None:
    base = random_game(make_rules(edition, first_player=0), players=3, seed=9)
    for first in (1, 2):
        turned = random_game(make_rules(edition, first_player=first), players=3, seed=9)
        assert [turned.scores[(first + i) % 3] for i in range(3)] == base.scores


def test_ORD_3_swaps_come_first_and_the_new_tile_last() -> None:
    game = scripted(f"B(0,0) ; {HANDS} ; hand X,C,X B,B,B ; bag C U V", "C U V")
    game.play("xX xX U (0,1) -")
    draws = [kind_of(game, i) for i, entry in enumerate(game.log) if entry.actor == CHANCE]
    assert draws == ["replace", "replace", "deal"]
    everything = [kind_of(game, i) for i in range(len(game.log))]
    assert everything == ["discard", "replace", "discard", "replace", "pick", "place", "pass", "deal"]


def test_ORD_3_redraws_follow_the_draw_they_repeat() -> None:
    game = scripted("B(0,0) ; bag X C B U", "X C B U")
    game.play("(1,0) -")
    assert [kind_of(game, i) for i in range(len(game.log))] == ["draw", "draw", "draw", "place", "pass", "draw"]
    assert [entry.turn for entry in game.log] == [1, 1, 1, 1, 1, 2]


@pytest.mark.parametrize(
    ("options", "turn"),
    [
        ("second", r"(draw )+(place )?(pass |deploy )?"),
        ("second hand_size=3", r"(discard replace )*(pick place (pass |deploy )?)?(deal )?"),
    ],
)
def test_ORD_4_decisions_come_as_hand_tile_then_placement_then_piece(options: str, turn: str) -> None:
    """ORD-3: the new tile for the hand is the last draw of a turn."""
    game = random_game(options, players=3, seed=6)
    turns: dict[int, str] = {}
    dealt = 9 if "hand_size" in options else 0
    for moment in range(dealt, len(game.log)):
        entry = game.log[moment]
        turns[entry.turn] = turns.get(entry.turn, "") + kind_of(game, moment) + " "
    assert len(turns) > 60
    assert all(re.fullmatch(turn, actions) for actions in turns.values())


def test_ORD_RUL_3_the_order_of_scored_features_is_nobodys_choice() -> None:
    position = "E(0,1) CFFF +blue:city, E(0,-1) FFCF +red:city, U(9,9) FRFR ; to green"
    state = board(position)
    events = told(state, "H(0,0)/CFCF -")
    assert scored(events) == [("city", 4, [RED]), ("city", 4, [BLUE])]
    assert legal_kinds(state) == {"draw"}
    assert state.score[GREEN] == 0
