"""Words, setting up, the course of a turn, drawing and laying tiles."""

from __future__ import annotations

import re
from itertools import product

import pytest

from bastide import CHANCE, OVER, Game, IllegalAction, Scripted, Seeded, apply, make_rules
from bastide.kernel.geometry import cell_at, xy
from bastide.play.notation import edges_text
from bastide.rules.model import SPOT_BITS
from bastide.rules.scoring import majority
from tests.boards import BLUE, GREEN, RED, board, choices, draw, feature_at, finish, followers, placements, play, scores
from tests.games import plies, random_game
from tests.rules.base.playing import kind_of, names, scripted, told

# Words


@pytest.mark.parametrize(
    ("turn", "role"),
    [
        ("A(1,0)/FFFR +road", "thief"),
        ("A(1,0)/FFFR +monastery", "monk"),
        ("A(1,0)/FFFR +field", "farmer"),
        ("E(0,1)/CFFF +city", "knight"),
    ],
)
def test_BASE_TERM_1_a_follower_is_named_after_its_place(turn: str, role: str) -> None:
    events = told(board("D(0,0) FRCR"), turn)
    assert [event.facts["role"] for event in events if event.name == "deployed"] == [role]


def test_BASE_TERM_4_the_supply_is_what_is_not_on_the_board_and_no_score_marker() -> None:
    state = board("E(0,0) FCFF +red:city", players=2)
    assert followers(state) == [6, 7]
    play(state, "E(1,0)/FFFC -")
    assert state.score[RED] == 4
    assert followers(state) == [7, 7]


def test_BASE_TERM_5_segments_join_across_edges_and_never_across_corners() -> None:
    state = board("B(0,0) FFFF, B(1,1) FFFF")
    assert feature_at(state, 0, 0, "field") != feature_at(state, 1, 1, "field")
    play(state, "B(1,0)")
    assert feature_at(state, 0, 0, "field") == feature_at(state, 1, 1, "field")


def test_BASE_TERM_5_a_monastery_is_a_feature_of_its_own() -> None:
    state = board("B(0,0) FFFF, B(1,0) FFFF")
    assert feature_at(state, 0, 0, "monastery") != feature_at(state, 1, 0, "monastery")


def test_BASE_TERM_6_an_edge_is_open_while_no_tile_lies_beyond() -> None:
    state = board("R(0,0) CCFC")
    openings = state.board.features.open
    assert openings[feature_at(state, 0, 0, "city")] == 3
    play(state, "E(0,-1)/FFCF")
    assert openings[feature_at(state, 0, 0, "city")] == 2
    play(state, "- G(1,0)")
    assert openings[feature_at(state, 0, 0, "city")] == 2, "one edge closed and another opened"
    play(state, "- U(0,1)")
    assert openings[feature_at(state, 0, 0, "city")] == 2, "a field edge is none of the city's"


@pytest.mark.parametrize(
    ("knights", "expected"),
    [
        ("", []),
        ("red", [RED]),
        ("red blue", [RED, BLUE]),
        ("red red blue", [RED]),
        ("red blue green blue", [BLUE]),
        ("red blue red blue", [RED, BLUE]),
        ("green blue red", [RED, BLUE, GREEN]),
    ],
)
def test_BASE_TERM_7_the_strongest_hold_a_feature_together(knights: str, expected: list[int]) -> None:
    placed = [f"G({x},0) FCFC +{colour}:city" for x, colour in enumerate(knights.split(), start=1)]
    state = board(", ".join(["E(0,0) FCFF", *placed]))
    assert majority(state, [feature_at(state, 0, 0, "city")]) == (expected, None)


# Setting up


def test_BASE_SETUP_1_the_start_tile_lies_before_the_first_turn_without_a_piece() -> None:
    game = Game(seats=2, dealer=Scripted(["U", "U"]))
    first = game.at(0)
    assert [(first.board.tile(0).id, xy(cell)) for cell in first.board.cell] == [("BA-CRFR", (0, 0))]
    assert first.board.rotation(0) == 0
    assert first.turn == 1
    assert kind_of(game, 0) == "draw"
    assert not game.state.pieces


def test_BASE_SETUP_1_nobody_may_put_a_piece_on_the_start_tile() -> None:
    game = Game(seats=2, dealer=Scripted(["U", "U"]))
    game.play("(1,0)")
    city_of_start = cell_at(0, 0) << SPOT_BITS
    with pytest.raises(IllegalAction, match="tile just laid"):
        game.play(game.rules.pack("deploy", 0, city_of_start))


def test_BASE_SETUP_2_all_other_tiles_are_one_supply_each_copy_as_likely_as_another() -> None:
    from bastide import options, start, weights

    state = start(make_rules(), 2)
    tiles = [state.rules.kind_of(action).unpack(action)[0] for action in options(state)]
    copies = {state.rules.catalogue.tiles[t].name: n for t, n in zip(tiles, weights(state), strict=True)}
    assert sum(copies.values()) == 71
    assert len(copies) == 24
    assert (copies["D"], copies["U"], copies["V"], copies["C"]) == (3, 8, 9, 1)


@pytest.mark.parametrize("players", range(2, 9))
def test_BASE_SETUP_3_seven_followers_and_no_points(players: int) -> None:
    game = Game(seats=players, dealer=Seeded(1))
    assert followers(game.state) == [7] * players
    assert game.scores == [0] * players


@pytest.mark.parametrize(("players", "first"), [(2, 0), (2, 1), (3, 2), (5, 3), (8, 0), (8, 7)])
def test_BASE_SETUP_4_play_goes_clockwise_from_the_first_player(players: int, first: int) -> None:
    game = random_game(make_rules(first_player=first), players)
    seats = {entry.turn: entry.actor for entry in game.log if entry.actor != CHANCE}
    assert list(seats) == list(range(1, len(seats) + 1))
    assert list(seats.values()) == [(first + i) % players for i in range(len(seats))]


# The course of a turn


def test_BASE_TURN_1_every_turn_is_draw_then_place_then_piece() -> None:
    game = random_game()
    turns: dict[int, str] = {}
    for moment, entry in enumerate(game.log):
        turns[entry.turn] = turns.get(entry.turn, "") + kind_of(game, moment)[:2]
    assert len(turns) > 60
    for kinds in turns.values():
        assert re.fullmatch("(dr)+pl(pa|de)?", kinds)


def test_BASE_TURN_1_no_step_is_taken_early_or_late() -> None:
    state = board("D(0,0) CRFR")
    with pytest.raises(IllegalAction, match="It is time to draw a tile"):
        apply(state, state.rules.pack("pass"))
    draw(state, "U")
    with pytest.raises(IllegalAction, match="It is time to lay the tile"):
        play(state, "+road")
    play(state, "(1,0)")
    with pytest.raises(IllegalAction, match="It is time to put down a piece"):
        apply(state, state.rules.pack("place", 0, cell_at(2, 0)))
    play(state, "+road")
    with pytest.raises(IllegalAction, match="It is time to draw a tile"):
        play(state, "+field.N")


def test_BASE_TURN_1_the_piece_comes_before_the_score() -> None:
    events = told(board("L(0,0) CRRR, U(1,0) FRFR"), "W(2,0)/RFRR +road.W")
    assert names(events) == ["drawn", "placed", "deployed", "scored", "returned"]


def test_BASE_TURN_2_the_tile_must_be_laid_and_the_piece_may_be_left_out() -> None:
    state = draw(board("D(0,0) CRFR"), "U")
    assert "-" not in choices(state)
    with pytest.raises(IllegalAction):
        play(state, "-")
    play(state, "(1,0)")
    assert "-" in choices(state)


def test_BASE_TURN_2_scoring_asks_nobody() -> None:
    state = board("E(0,0) FCFF +red:city, U(5,5) FRFR ; to blue", players=2)
    play(state, "E(1,0)/FFFC -")
    assert scores(state, RED, BLUE) == [4, 0]
    assert (state.seat, state.turn) == (RED, 2)


# Drawing


def test_BASE_DRAW_1_one_tile_is_drawn_and_shown_to_all() -> None:
    game = Game(seats=2, dealer=Scripted(["V", "U"]))
    assert game.actor == 0
    assert game.view(None)["tile"] == game.view(1)["tile"] == "BA-FFRR"
    assert game.view(None)["left"] == 70
    assert [event.facts["tile"] for event in game.story(None) if event.name == "drawn"] == ["BA-FFRR"]


def test_BASE_DRAW_2_a_tile_that_fits_nowhere_leaves_the_game() -> None:
    """BASE-RUL-6: nobody is asked. BASE-RUL-7: it does not come back."""
    game = scripted("B(0,0) ; bag X C B U", "X C B U")
    assert names(game.story(None)) == ["drawn", "discarded", "drawn", "discarded", "drawn"]
    assert [entry.actor for entry in game.log] == [CHANCE] * 3
    assert (game.actor, game.state.turn) == (0, 1)
    game.play("(1,0) -")
    laid = [game.state.board.tile(n).name for n in range(len(game.state.board.laid))]
    assert laid == ["B", "B"]
    assert game.view(None)["unseen"] == {}
    assert game.view(None)["tile"] == "BA-FRFR"


def test_BASE_DRAW_2_exactly_the_tiles_that_fit_nowhere_are_removed() -> None:
    seen = set()
    for seed in range(4):
        game = Game(position="C(0,0)", dealer=Seeded(seed))
        for _ in plies(game, seed):
            pass
        for moment in range(len(game.log)):
            if kind_of(game, moment) == "draw":
                before, after = game.at(moment), game.at(moment + 1)
                (tile,) = game.rules.kind_of(game.log[moment].action).unpack(game.log[moment].action)
                fits = any(before.board.fits(tile, cell) for cell in before.board.wanted)
                assert (after.tile == tile) == fits
                seen.add(fits)
    assert seen == {True, False}


def test_BASE_DRAW_3_with_nothing_left_to_redraw_the_game_goes_to_its_end() -> None:
    """BASE-RUL-8: no placement, no piece, no score, then the final scoring."""
    game = scripted("B(0,0) +1:monastery ; bag X C", "C X")
    assert game.over
    assert [entry.actor for entry in game.log] == [CHANCE, CHANCE]
    assert len(game.state.board.laid) == 1
    assert game.scores == [1, 0]
    assert names(game.story(None)) == ["drawn", "discarded"] * 2 + ["scored", "returned", "won"]


def test_BASE_DRAW_3_an_earlier_redraw_may_still_find_a_tile() -> None:
    game = scripted("B(0,0) ; bag X B", "X B")
    assert game.actor == 0
    game.play("(1,0) -")
    assert game.actor == OVER


# Laying the tile


def test_BASE_PLACE_1_a_tile_shares_an_edge_with_the_board_and_may_be_turned() -> None:
    assert placements(board("B(0,0)"), "E") == {
        *("(0,-1)", "(0,-1)/1", "(0,-1)/3"),
        *("(1,0)", "(1,0)/1", "(1,0)/2"),
        *("(0,1)/1", "(0,1)/2", "(0,1)/3"),
        *("(-1,0)", "(-1,0)/2", "(-1,0)/3"),
    }


@pytest.mark.parametrize(
    ("cell", "why"), [("(1,1)", "touch no other"), ("(5,0)", "touch no other"), ("(0,0)", "is a tile at")]
)
def test_BASE_PLACE_1_no_corner_no_distance_no_second_layer(cell: str, why: str) -> None:
    with pytest.raises(IllegalAction, match=why):
        play(draw(board("B(0,0)"), "B"), cell)


def test_BASE_PLACE_2_all_touching_edges_must_match_not_just_one() -> None:
    corner = board("E(0,0) FCFF, B(0,1), B(1,1)")
    at_corner = {token for token in placements(corner, "N") if token.startswith("(1,0)")}
    assert at_corner == {"(1,0)"}, "the city to the west and the field to the south"
    with pytest.raises(IllegalAction, match="to the south it shows a city where its neighbour shows a field"):
        play(draw(corner, "N"), "(1,0)/FFCC")


def test_BASE_PLACE_2_the_options_are_those_found_by_looking_at_every_edge() -> None:
    state = board("D(0,0) CRFR, W(1,0) RFRR, E(0,-1) FFCF, A(1,1) RFFF, N(0,1) FFCC, V(-1,0) FRRF")
    laid = enumerate(state.board.cell)
    lying = {xy(cell): edges_text(state.board.tile(n), state.board.rotation(n)) for n, cell in laid}
    for tile in state.rules.catalogue.tiles:
        expected = set()
        for x, y, turns in product(range(-4, 5), range(-4, 5), range(4)):
            shown = edges_text(tile, turns)
            around = [((x, y - 1), 0, 2), ((x + 1, y), 1, 3), ((x, y + 1), 2, 0), ((x - 1, y), 3, 1)]
            meets = [(shown[mine], lying[place][theirs]) for place, mine, theirs in around if place in lying]
            if (x, y) not in lying and meets and all(mine == theirs for mine, theirs in meets):
                expected.add((x, y, shown))
        found = set()
        for token in filter(lambda token: token.startswith("("), placements(state, tile.name)):
            x, y, turns = map(int, re.findall(r"-?\d+", token + "/0")[:3])
            found.add((x, y, edges_text(tile, turns)))
        assert found == expected, tile.name


def test_BASE_PLACE_3_every_fitting_place_may_be_chosen_but_none_declined() -> None:
    state = draw(board("D(0,0) CRFR"), "J")
    for token in choices(state):
        laid = play(state.copy(), token)
        assert len(laid.board.laid) == 2
    with pytest.raises(IllegalAction):
        apply(state, state.rules.pack("pass"))


def test_BASE_PLACE_4_only_the_edges_of_a_monastery_tile_count() -> None:
    assert placements(board("B(0,0)"), "U") == {"(0,-1)", "(0,1)", "(1,0)/1", "(-1,0)/1"}
    assert "(0,1)/1" in placements(board("A(0,0) FFRF"), "U"), "the road goes on from the monastery"
    assert "(1,0)" in placements(board("B(0,0)"), "B"), "two monasteries side by side"


def test_BASE_PLACE_5_a_laid_tile_stays_as_it_lies() -> None:
    game = Game(seats=2, dealer=Seeded(3))
    laid, cells = list(game.state.board.laid), list(game.state.board.cell)
    for _ in plies(game, seed=3):
        now = game.state.board
        assert now.laid[: len(laid)] == laid
        assert now.cell[: len(cells)] == cells
        laid, cells = list(now.laid), list(now.cell)
    assert len(laid) > 60


def test_BASE_SETUP_1_the_start_tile_counts_like_any_other() -> None:
    state = board("D(0,0) CRFR, U(1,0) FRFR +red:road", players=2)
    assert finish(state) == [2, 0]
