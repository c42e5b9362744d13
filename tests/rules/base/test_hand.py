"""The hand of three tiles. On the board B(0,0), which shows nothing but fields, the tiles X and C fit nowhere."""

from __future__ import annotations

from collections import Counter

import pytest

from bastide import CHANCE, Game, IllegalAction, Scripted, Seeded, make_rules
from bastide.play.invariants import seen_tiles
from bastide.rules.state import HAND_SLOTS, NO_TILE
from tests.boards import choices
from tests.games import plies, random_game
from tests.rules.base.playing import kind_of, names, scored, scripted

RULES = "rules second hand_size=3"


def hands(game: Game) -> list[list[str]]:
    """Return the names of the tiles that every seat holds."""
    tiles, held = game.rules.catalogue.tiles, game.state.hand
    slots = [held[seat * HAND_SLOTS : (seat + 1) * HAND_SLOTS] for seat in range(game.state.players)]
    return [[tiles[tile].name for tile in hand if tile != NO_TILE] for hand in slots]


def dealt_to(game: Game) -> list[int]:
    """Return the seats that got a tile, in order."""
    return [event.seat for event in game.story(None) if event.name == "dealt" and event.seat is not None]


# ED-HAND-1


@pytest.mark.parametrize(("players", "first"), [(2, 0), (2, 1), (3, 1), (5, 4)])
def test_ED_HAND_1_three_tiles_to_each_from_the_first_player_on(players: int, first: int) -> None:
    game = Game(make_rules("second", hand_size=3, first_player=first), seats=players, dealer=Seeded(1))
    order = [(first + i) % players for i in range(players)]
    assert dealt_to(game) == [seat for seat in order for _ in range(3)]
    assert [len(hand) for hand in hands(game)] == [3] * players
    assert game.state.left == 71 - 3 * players
    assert game.actor == first
    assert len(game.at(0).board.laid) == 1, "the start tile lay there first"


def test_ED_HAND_1_each_takes_three_in_a_row_as_they_come() -> None:
    game = scripted(f"D(0,0) ; {RULES} ; step hand.deal", "A B E U V W")
    assert hands(game) == [["A", "B", "E"], ["U", "V", "W"]]


def test_ED_HAND_1_hands_are_hidden_from_the_others() -> None:
    game = scripted(f"D(0,0) ; {RULES} ; step hand.deal", "A B E U V W")
    assert game.view(0)["hand"] == ["BA-FFRF-monastery", "BA-FFFF-monastery", "BA-CFFF"]
    assert game.view(1)["hand"] == ["BA-FRFR", "BA-FFRR", "BA-FRST"]
    assert game.view(None)["hand"] is None
    for watcher in (0, 1, None):
        assert game.view(watcher)["hand_sizes"] == [3, 3]
        known = [event.seat for event in game.story(watcher) if "tile" in event.private or "tile" in event.facts]
        assert known == ([] if watcher is None else [watcher] * 3)
    assert game.view(0)["unseen"] != game.view(1)["unseen"]


@pytest.mark.parametrize(
    ("bag", "first", "order"),
    [
        ("U:7", 0, [0, 1, 2, 0, 1, 2, 0]),
        ("U:7", 1, [1, 2, 0, 1, 2, 0, 1]),
        ("U:8", 2, [2, 0, 1, 2, 0, 1, 2, 0]),
        ("U:4", 0, [0, 1, 2, 0]),
        ("U:2", 2, [2, 0]),
        ("U:9", 1, [1, 1, 1, 2, 2, 2, 0, 0, 0]),
    ],
)
def test_ED_HAND_1_too_few_tiles_are_dealt_one_at_a_time_in_rounds(bag: str, first: int, order: list[int]) -> None:
    game = Game(
        seats=3,
        position=f"D(0,0) ; {RULES} ; players 3 ; bag {bag} ; to {first + 1} ; step hand.deal",
        dealer=Scripted(["U"] * 9),
    )
    assert dealt_to(game) == order
    assert [len(hand) for hand in hands(game)] == [order.count(seat) for seat in range(3)]
    assert game.state.left == 0
    assert game.actor == first


# ED-HAND-2 and 5: choosing


def test_ED_HAND_2_a_tile_that_fits_is_picked_instead_of_drawn() -> None:
    game = scripted(f"B(0,0) ; {RULES} ; hand U,X,E V,V,V ; bag U:5", "U")
    assert choices(game.state) == {"U", "E"}, "X fits nowhere"
    with pytest.raises(IllegalAction, match="X fits nowhere: choose a tile that does"):
        game.play("X")
    with pytest.raises(IllegalAction, match="V is not in the hand"):
        game.play("V")
    events = game.play("E")
    assert names(events) == ["picked"]
    assert game.view(1)["tile"] == game.view(None)["tile"] == "BA-CFFF", "everybody sees it now"
    assert game.view(None)["hand_sizes"] == [2, 3]
    assert all(token.startswith("(") for token in choices(game.state))


def test_ED_HAND_2_equal_tiles_are_one_choice_and_one_of_them_is_played() -> None:
    game = scripted(f"B(0,0) ; {RULES} ; hand U,U,V U,U,U ; bag E", "E")
    assert choices(game.state) == {"U", "V"}
    game.play("U (0,1) -")
    assert sorted(hands(game)[0]) == ["E", "U", "V"]
    assert hands(game)[1] == ["U", "U", "U"]


def test_ED_HAND_2_nothing_is_drawn_before_the_choice() -> None:
    game = random_game(make_rules("second", hand_size=3), players=3)
    assert "draw" not in {kind_of(game, moment) for moment in range(len(game.log))}
    for moment in range(len(game.log)):
        if kind_of(game, moment) == "pick":
            state = game.at(moment)
            (tile,) = game.rules.kind_of(game.log[moment].action).unpack(game.log[moment].action)
            assert any(state.board.fits(tile, cell) for cell in state.board.wanted)


def test_ED_HAND_3_laying_piece_and_score_are_as_usual() -> None:
    game = scripted(f"E(0,0) FCFF +2:city ; {RULES} ; hand U,U,E U,U,U ; bag V", "V")
    game.play("E")
    with pytest.raises(IllegalAction):
        game.play("-")
    game.play("(1,0)/FFFC")
    assert choices(game.state) == {"-", "+field"}
    events = game.play("+field")
    assert scored(events) == [("city", 2, [1])]
    assert game.scores == [0, 2]


def test_ED_HAND_4_a_new_tile_comes_after_scoring() -> None:
    """ED-RUL-3"""
    game = scripted(f"E(0,0) FCFF ; {RULES} ; hand U,E,U U,U,U ; bag V", "V")
    events = game.play("E (1,0)/FFFC +city")
    assert names(events) == ["picked", "placed", "deployed", "scored", "returned", "dealt"]
    assert [event.seat for event in events if event.name == "dealt"] == [0]
    assert hands(game) == [["U", "V", "U"], ["U", "U", "U"]]
    assert (game.actor, game.state.left) == (1, 0)


def test_ED_HAND_4_no_new_tile_from_an_empty_supply() -> None:
    game = scripted(f"B(0,0) ; {RULES} ; hand U,U,U U,U,U ; bag empty")
    events = game.play("U (0,1) -")
    assert names(events) == ["picked", "placed"]
    assert [len(hand) for hand in hands(game)] == [2, 3]


def test_ED_HAND_5_a_tile_that_fits_nowhere_stays_while_another_fits() -> None:
    """ED-RUL-4: nothing is thrown away by a player who can play."""
    game = scripted(f"B(0,0) ; {RULES} ; hand X,C,B B,X,B ; bag B:3", "B B B")
    game.play("B (1,0) -")
    assert hands(game) == [["X", "C", "B"], ["B", "X", "B"]]
    game.play("B (2,0) -")
    game.play("B (3,0) -")
    assert hands(game) == [["X", "C", "B"], ["B", "X", "B"]]
    assert "discarded" not in names(game.story(None))
    assert game.state.left == 0


# ED-HAND-6 and 7: a blocked hand


def test_ED_HAND_6_a_blocked_hand_is_shown_and_swapped_tile_by_tile() -> None:
    """ED-RUL-5: the player must, one at a time."""
    game = scripted(f"B(0,0) ; {RULES} ; hand X,C,X B,B,B ; bag X U U U", "X U U")
    assert names(game.story(None)) == ["hand_shown"]
    assert game.actor == 0
    assert choices(game.state) == {"xX", "xC"}, "the player's choice among the tiles"
    with pytest.raises(IllegalAction):
        game.play("-")
    with pytest.raises(IllegalAction):
        game.play("X")
    events = game.play("xC")
    assert names(events) == ["discarded", "dealt", "hand_shown"]
    assert events[-1].facts["tiles"] == ["BA-RSTU"] * 3
    assert choices(game.state) == {"xX"}, "still blocked"
    events = game.play("xX")
    assert names(events) == ["discarded", "dealt"]
    assert choices(game.state) == {"U"}, "now something fits: no more swapping"
    assert hands(game)[0] == ["U", "X", "X"]
    assert game.state.turn == 1


def test_ED_HAND_6_the_hand_is_shown_to_all() -> None:
    game = scripted(f"B(0,0) ; {RULES} ; hand B,B,B X,C,X ; bag B B B", "B B")
    events = game.play("B (1,0) -")
    assert names(events)[-1] == "hand_shown"
    assert events[-1].seat == 1
    for watcher in (0, None):
        assert game.story(watcher)[-1].facts["tiles"] == ["BA-RSTU", "BA-CCCC-pennant", "BA-RSTU"]


def test_ED_HAND_6_what_is_thrown_away_leaves_the_game() -> None:
    game = scripted(f"B(0,0) ; {RULES} ; hand X,C,X B,B,B ; bag U U", "U U")
    before = seen_tiles(game.state)
    game.play("xC")
    gone = before - seen_tiles(game.state)
    assert [game.rules.catalogue.tiles[tile].name for tile in gone.elements()] == ["C"]


def test_ED_HAND_6_the_tile_of_a_swap_is_not_a_second_tile() -> None:
    game = scripted(f"B(0,0) ; {RULES} ; hand X,C,X B,B,B ; bag U V V", "U V")
    game.play("xC U (0,1) -")
    assert hands(game) == [["X", "V", "X"], ["B", "B", "B"]]


def test_ED_HAND_6_swapping_goes_on_until_the_supply_is_empty() -> None:
    """ED-RUL-5 and ED-HAND-7: then the player passes and keeps three tiles."""
    game = scripted(f"B(0,0) ; {RULES} ; hand X,C,X B,B,B ; bag X C", "X C")
    game.play("xX")
    events = game.play("xX")
    assert names(events) == ["discarded", "dealt", "hand_shown", "passed"]
    assert sorted(hands(game)[0]) == ["C", "C", "X"]
    assert (game.actor, game.state.turn) == (1, 2)


def test_ED_HAND_7_blocked_without_supply_the_whole_turn_is_passed() -> None:
    game = scripted(f"B(0,0) ; {RULES} ; hand X,C,X B,B,B ; bag empty")
    assert (game.actor, game.state.turn) == (1, 2), "nobody asked seat 1"
    assert hands(game)[0] == ["X", "C", "X"]
    assert len(game.state.board.laid) == 1
    assert game.scores == [0, 0]


def test_ED_HAND_7_a_player_who_passed_plays_again_when_something_fits() -> None:
    game = scripted(f"B(0,0) ; {RULES} ; hand X,-,- U,V,- ; bag empty")
    game.play("U (0,1)/0 -")
    assert game.actor == 0, "the road gives X a place"
    assert choices(game.state) == {"X"}
    game.play("X (1,1) -")
    assert hands(game) == [[], ["V"]]
    assert game.actor == 1


# ED-HAND-8 and 9: the end


def test_ED_HAND_8_hands_shrink_and_an_empty_one_is_skipped() -> None:
    game = Game(
        seats=3,
        position=f"B(0,0) ; {RULES} ; players 3 ; hand B,B,- B,-,- B,B,B ; bag empty",
        dealer=Scripted([]),
    )
    played, sizes = [], []
    for x in range(1, 7):
        played.append(game.actor)
        game.play(f"B ({x},0) -")
        sizes.append([len(hand) for hand in hands(game)])
    assert played == [0, 1, 2, 0, 2, 2]
    assert sizes == [[1, 1, 3], [1, 0, 3], [1, 0, 2], [0, 0, 2], [0, 0, 1], [0, 0, 0]]
    assert game.over
    assert "passed" not in names(game.story(None)), "to have no tile is not to pass"


def test_ED_HAND_9_the_game_ends_when_no_tile_is_left_anywhere() -> None:
    """ED-RUL-2: all tiles are placed before the final scoring."""
    game = scripted(f"B(0,0) +1:monastery ; {RULES} ; hand B,-,- B,-,- ; bag B", "B")
    game.play("B (1,0) -")
    assert (game.state.left, game.over) == (0, False), "the last tile is drawn, but not placed"
    game.play("B (2,0) -")
    assert not game.over
    events = game.play("B (0,1) -")
    assert game.over
    assert names(events)[-3:] == ["scored", "returned", "won"]
    assert game.scores == [3, 0]
    assert hands(game) == [[], []]


def test_ED_HAND_9_the_game_ends_when_all_who_hold_tiles_have_passed_in_a_row() -> None:
    game = Game(
        seats=3,
        position=f"B(0,0) +3:monastery ; {RULES} ; players 3 ; hand X,C,- B,-,- X,-,- ; bag empty ; to 2",
        dealer=Scripted([]),
    )
    events = game.play("B (1,0) -")
    assert [event.seat for event in events if event.name == "passed"] == [2, 0], "the middle seat is done"
    assert game.over
    assert game.scores == [0, 0, 2]
    assert hands(game) == [["X", "C"], [], ["X"]], "unplaced tiles are ignored"


def test_ED_HAND_9_passes_count_only_in_a_row() -> None:
    game = scripted(f"B(0,0) ; {RULES} ; hand X,-,- B,B,- ; bag empty")
    assert game.actor == 1
    game.play("B (1,0) -")
    assert not game.over, "the first seat passed twice, but the other played in between"
    assert game.actor == 1
    game.play("B (2,0) -")
    assert game.over
    assert [event.seat for event in game.story(None) if event.name == "passed"] == [0, 0, 0]


def test_ED_HAND_9_everybody_blocked_from_the_start_ends_at_once() -> None:
    game = scripted(f"B(0,0) +2:monastery ; {RULES} ; hand X,X,X C,C,C ; bag empty")
    assert game.over
    assert game.scores == [0, 1]
    assert game.winners == [1]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_ED_RUL_2_every_tile_is_placed_thrown_away_or_stuck(players: int) -> None:
    game = Game(make_rules("second", hand_size=3), seats=players, dealer=Seeded(players))
    turns: Counter[int] = Counter()
    for events in plies(game, seed=players):
        turns.update(event.seat for event in events if event.name == "placed" and event.seat is not None)
    story = names(game.story(None))
    stuck = sum(len(hand) for hand in hands(game))
    assert game.state.left == 0
    assert story.count("placed") + story.count("discarded") + stuck == 71
    assert story.count("dealt") == 71
    assert sum(turns.values()) == story.count("placed")
    assert [entry.actor for entry in game.log if entry.actor == CHANCE] == [CHANCE] * 71
