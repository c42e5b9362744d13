"""Options that other tables know: pennants in small cities, cities alone at the end, and when hands end the game."""

from __future__ import annotations

import pytest

from bastide import Game, Seeded, make_rules
from bastide.rules.model import Line
from bastide.rules.scoring import points, value
from tests.boards import EDITIONS, board, finish, play
from tests.games import plies, random_game
from tests.rules.abbot.gardens import abbots, home
from tests.rules.base.playing import names, scripted
from tests.rules.base.test_hand import RULES, hands
from tests.rules.base.tiny import capped_city
from tests.rules.mage_and_witch.figures import two as magic
from tests.rules.special import over, said


@pytest.mark.parametrize(("shields", "worth"), [(0, 2), (1, 3), (2, 4)])
def test_BASE_CITY_4_a_pennant_in_a_city_of_two_tiles_counts_one(shields: int, worth: int) -> None:
    state, city = capped_city(shields, 2, tiny_city_pennants=True)
    assert points(value(state, city)) == worth
    assert value(state, city) == [Line("tiny_city", 2, 1), *[Line("pennants", shields, 1)] * bool(shields)]


@pytest.mark.parametrize("shields", [0, 1, 2])
def test_BASE_CITY_4_changes_nothing_where_the_city_is_worth_four(shields: int) -> None:
    state, city = capped_city(shields, 4, tiny_city_pennants=True)
    assert value(state, city) == value(*capped_city(shields, 4))


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("M(0,0) CFFC +red:city, E(0,-1) FFCF, E(-1,0) FCFF", 8),
        ("M(0,0) CFFC +red:city, E(0,-1) FFCF", 3),
        ("E(0,0) CFFF +red:city, E(0,-1) FFCF", 2),
    ],
)
def test_BASE_CITY_4_other_cities_count_as_always(text: str, worth: int) -> None:
    for option in ("on", "off"):
        state = board(text, f"first tiny_city_pennants={option}", players=2)
        assert points(value(state, state.board.features.root[state.pieces[0] >> 9])) == worth


UNFINISHED = """
    E(0,0) FCFF +red:city, F(1,0) FCFC, U(5,0) FRFR +red:road, U(6,0) FRFR, B(9,9) +blue:monastery, B(9,10)
"""


@pytest.mark.parametrize("half", ["on", "off"])
def test_BASE_FINAL_7_of_what_is_unfinished_cities_alone_count(half: str) -> None:
    """BASE-RUL-27: half points change nothing then."""
    assert finish(board(UNFINISHED, "first", players=2)) == [5, 2]
    assert finish(board(UNFINISHED, f"first unfinished=cities half_points={half}", players=2)) == [3, 0]


def test_BASE_FINAL_7_what_is_finished_and_the_fields_count_as_always() -> None:
    text = "W(0,0) FRRR, U(1,0) FRFR +red:road, E(5,5) CFFF +blue:field, E(5,4) FFCF ; to red"
    state = play(board(text, "first unfinished=cities", players=2), "W(2,0)/RFRR -")
    assert state.score == [3, 0]
    assert finish(state) == [0, 4]


def test_BASE_FINAL_7_gardens_count_like_monasteries_but_who_is_taken_back_scores() -> None:
    for kind in ("garden", "monastery", "shrine"):
        assert finish(abbots(home(kind, 5), options="unfinished=cities")) == [0, 0]
        state = play(abbots(f"{home(kind, 5)} ; to red", options="unfinished=cities"), "E(30,29)/CFFF recall")
        assert state.score == [6, 0]


@pytest.mark.parametrize(("figure", "points"), [("mage", 2), ("witch", 0)])
def test_BASE_FINAL_7_the_mage_adds_his_points_to_nothing(figure: str, points: int) -> None:
    """MW-FINAL-1, MW-FINAL-2: as to an open road with an inn (MW-FINAL-3)."""
    text = f"U(5,0) FRFR +red:road +0:{figure}:road, U(6,0) FRFR"
    assert finish(magic(text, options="unfinished=cities")) == [points, 0]


def test_BASE_FINAL_7_in_words() -> None:
    _, events = over(board(UNFINISHED, "first unfinished=cities"))
    assert "Incomplete: the road (5,0), unfinished: 0 = 0 points for Red." in said(events, "scored")
    assert "Inachevé : la route (5,0), encore en chantier : 0 = 0 point pour Red." in said(events, "scored", "fr")


# Hands


def test_ED_HAND_14_the_game_ends_with_the_turn_in_which_the_last_tile_is_drawn() -> None:
    """ED-RUL-2: by the option."""
    game = scripted(f"B(0,0) +1:monastery ; {RULES} hand_end=drawn ; hand B,-,- B,B,- ; bag B B", "B B")
    game.play("B (1,0) -")
    assert (game.state.left, game.over) == (1, False)
    events = game.play("B (2,0) -")
    assert game.over
    assert names(events)[-3:] == ["scored", "returned", "won"]
    assert game.scores == [2, 0]
    assert hands(game) == [["B"], ["B", "B"]], "which nobody lays any more"


def test_ED_HAND_14_a_tile_drawn_for_a_blocked_hand_may_be_the_last_one() -> None:
    game = scripted(f"B(0,0) ; {RULES} hand_end=drawn ; hand X,X,X B,B,B ; bag B", "B")
    game.play("xX")
    assert (game.state.left, game.over) == (0, False), "the turn is played in full"
    game.play("B (1,0) -")
    assert game.over


def test_ED_HAND_14_a_player_who_is_still_blocked_ends_it_as_well() -> None:
    game = scripted(f"B(0,0) +2:monastery ; {RULES} hand_end=drawn ; hand X,X,X B,B,B ; bag C", "C")
    game.play("xX")
    assert game.over
    assert game.scores == [0, 1]


def test_ED_HAND_14_a_second_part_that_was_earned_is_played_from_the_hand() -> None:
    """ED-HAND-13: it belongs to the turn in which the last tile is drawn."""
    builder = "expansions=traders_and_builders hand_end=drawn"
    game = scripted(f"U(0,0) FRFR +1:road +1:builder:road ; {RULES} {builder} ; hand U,B,B B,B,B ; bag B", "B")
    game.play("U (1,0) -")
    assert (game.state.left, game.state.part, game.over) == (0, 1, False)
    game.play("B (0,1) -")
    assert game.over
    assert hands(game) == [["B", "B"], ["B", "B", "B"]]


@pytest.mark.parametrize("players", [2, 5])
def test_ED_HAND_14_whole_games_leave_full_hands(players: int) -> None:
    game = Game(make_rules("second", hand_size=3, hand_end="drawn"), seats=players, dealer=Seeded(players))
    for _ in plies(game, seed=players):
        pass
    story = names(game.story(None))
    assert game.state.left == 0
    assert story.count("dealt") == 71
    assert sum(map(len, hands(game))) in (3 * players, 3 * players - 1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_ED_HAND_14_without_hands_it_changes_nothing(edition: str) -> None:
    drawn = make_rules(edition, hand_end="drawn")
    assert drawn.program == make_rules(edition).program
    assert names(random_game(f"{edition} hand_end=drawn", 2).story(None)).count("placed") > 60
