"""Where river tiles may be laid: the three levels of the test, each by itself and all of them against a referee."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bastide import OVER, Game, Seeded, actor, start
from bastide.errors import IllegalAction
from bastide.kernel.geometry import cell_at
from bastide.play.notation import find_tile
from bastide.play.position import parse_position, position_text
from tests.boards import BLUE, RED, choices, legal_kinds, placements, play, refusal, rules
from tests.games import plies
from tests.rules.base.playing import names, told
from tests.rules.river_2.arms import (
    FORKED,
    NINE,
    NORTH_ONLY,
    RULES,
    SOURCE,
    VOLCANO,
    cells,
    leaves_the_game,
    stages,
    two,
    ways,
)
from tests.rules.river_2.referee import down_the_arms

ALONG = f"{SOURCE}, R2-WWFW-fork(1,0) WWFW, R2-FWFW-monastery(1,-1) WFWF, R2-FFWW(1,-2) FWWF, R2-WFFW-pigs(2,0)"
"""The northern arm faces (2,-2) from the west, the eastern one (2,-1) from the south."""
SHUT_IN = f"{ALONG}, R2-FWFW-monastery(2,-1) WFWF"
"""Both arms face (2,-2)."""
STRAIGHT_ON = f"{NORTH_ONLY}, R2-WCWC(1,-1)"
"""The northern arm, left at the fork and then straight on, faces (1,-2)."""


# What every river tile must do


def test_RIV2_PLACE_2_the_player_chooses_the_arm() -> None:
    """RIV2-RUL-3."""
    state = two(FORKED)
    for tile in sorted(NINE):
        assert cells(placements(state, tile)) == {"(1,-1)", "(1,1)"}, tile
    assert refusal(state, "R2-FWFW-monastery(0,1)") == "river_arms", "a field meets a field, but no water"
    assert refusal(state, "R2-WRWR-inn(1,1)/RWRW") == "edges_clash"
    assert refusal(state, "R2-WRWR-inn(3,3)") == "cell_apart"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "en",
            "R2-FWFW-monastery may not be laid at (0,1): it goes on from one open arm of the river, joins no other,"
            " and leaves every arm room.",
        ),
        (
            "fr",
            "R2-FWFW-monastery ne peut pas être posée en (0,1) : elle prolonge un seul bras ouvert de la rivière "
            "sans en rejoindre un autre, et laisse de la place à chacun.",
        ),
    ],
)
def test_RIV2_PLACE_2_a_refusal_says_what_is_wrong(language: str, text: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        play(two(FORKED), "R2-FWFW-monastery(0,1)")
    assert refused.value.text(language) == text


def test_RIV2_PLACE_3_all_sides_match() -> None:
    state = two(f"{FORKED}, E(2,-1) FFFC")
    assert ways(state, "R2-CWRW", "(1,-1)") == {"1"}, "city to city"
    assert ways(state, "R2-WCWC", "(1,-1)") == {"0"}
    assert refusal(state, "R2-CWRW(1,-1)/WRWC") == "edges_clash"
    for tile in ("R2-WRWR-inn", "R2-FWFW-monastery"):
        assert cells(placements(state, tile)) == {"(1,1)"}, "only the other arm is free"


@pytest.mark.parametrize("tile", ["R2-FFWW", "R2-WFFW-pigs", "R2-RRWW", "R2-CWWC-pennant"])
def test_RIV2_PLACE_4_no_loop(tile: str) -> None:
    state = two(SHUT_IN)
    number = find_tile(state.rules, tile)
    matching = [turn for turn in range(4) if not state.board.clashes(number, turn, cell_at(2, -2))]
    assert len(matching) == 1, "a curve would match both ends"
    assert leaves_the_game(state, tile)


def test_RIV2_PLACE_4_no_river_against_another_side() -> None:
    state = two(f"{NORTH_ONLY}, B(2,-1), B(1,-2)")
    assert ways(state, "R2-FFWW", "(1,-1)") == {"0"}, "only west is free"
    for tile in ("R2-WRWR-inn", "R2-FWFW-monastery", "R2-WCWC", "R2-CWRW"):
        assert leaves_the_game(state, tile), "straight on it would run into a field"


def test_RIV2_PLACE_6_the_lake_is_laid_when_it_is_drawn_and_ends_its_arm() -> None:
    """RIV2-RUL-5: it is drawn like the others."""
    state = two(FORKED)
    assert "R2-FCFW" in choices(state)
    play(state, "R2-FCFW")
    assert choices(state) == {"(1,-1)/3", "(1,1)/1"}
    for token, left in (("(1,-1)/3", "(1,1)"), ("(1,1)/1", "(1,-1)")):
        closed = play(state.copy(), f"{token} -")
        for tile in sorted(NINE - {"R2-FCFW"}):
            assert cells(placements(closed, tile)) == {left}, tile


# Level A

SIX = [(2, -2), (2, -3), (2, -1), (3, -2), (3, -3), (3, -1)]
"""The cells before the end of a curve at (1,-2) that turns east."""


@pytest.mark.parametrize("cell", SIX)
def test_RIV2_LEGAL_1_six_cells_are_free(cell: tuple[int, int]) -> None:
    assert placements(two(STRAIGHT_ON), "R2-FFWW") == {"(1,-2)", "(1,-2)/3"}
    tile = "E({},{}) FFFC" if cell == (2, -1) else "B({},{})"
    taken = two(f"{STRAIGHT_ON}, {tile.format(*cell)}")
    assert placements(taken, "R2-FFWW") == {"(1,-2)"}, "only west"
    assert refusal(taken, "R2-FFWW(1,-2)/FWWF") in ("river_arms", "edges_clash")


@pytest.mark.parametrize("cell", [(4, -2), (4, -1), (4, -3), (2, -4), (2, 0), (3, 0), (3, -4)])
def test_RIV2_LEGAL_1_and_no_cell_more(cell: tuple[int, int]) -> None:
    assert cell not in SIX
    assert placements(two(f"{STRAIGHT_ON}, B({cell[0]},{cell[1]})"), "R2-FFWW") == {"(1,-2)", "(1,-2)/3"}


def test_RIV2_LEGAL_1_no_other_arm_ends_there() -> None:
    river = f"{SOURCE}, R2-WWFW-fork(1,0) WWFW"
    # At (1,-1) an end to the east would have the other one at its side, and one to the west the source
    assert placements(two(river), "R2-FFWW") == {"(2,0)"}
    assert refusal(two(river), "R2-FFWW(2,0)/WFFW") == "river_arms", "nor may the eastern arm turn north"


def test_RIV2_LEGAL_1_an_end_that_had_no_room_before_is_not_tested_again() -> None:
    blocked = f"{FORKED}, R2-WCWC(1,-1), B(2,2), {{}}"
    # In the south no bend has room, in the north only the one to the west
    assert placements(two(blocked.format("B(3,-2)")), "R2-FFWW") == {"(1,-2)"}, "the strict test is still in force"
    assert placements(two(blocked.format("B(3,-4)")), "R2-FFWW") == {"(1,-2)", "(1,-2)/3"}


# Level B


@pytest.mark.parametrize(("tile", "right"), [("R2-FFWW", "3"), ("R2-RRWW", "3"), ("R2-WFFW-pigs", "2")])
def test_RIV2_LEGAL_2_the_fork_is_a_bend(tile: str, right: str) -> None:
    """Neither side has room: the source is in the west, a tile in the east."""
    state = two(f"{NORTH_ONLY}, B(3,-1)")
    assert ways(state, tile, "(1,-1)") == {right}, "left at the fork, so right now"


def test_RIV2_LEGAL_2_at_the_other_arm_it_is_a_bend_of_the_other_hand() -> None:
    state = two(f"{FORKED}, R2-FCFW(1,-1) CFWF, B(3,1), B(-1,1)")
    assert placements(state, "R2-FFWW") == {"(1,1)/2"}, "right at the fork, so left now: to the east"
    straight = two(f"{SOURCE}, R2-WWFW-fork(1,0) WWFW, R2-FCFW(1,-1) CFWF, B(2,2), B(2,-2)")
    assert placements(straight, "R2-FFWW") == {"(2,0)", "(2,0)/1"}, "the fork went straight on here"


def test_RIV2_LEGAL_2_a_straight_tile_separates_two_bends() -> None:
    state = two(f"{STRAIGHT_ON}, B(3,-2), B(-1,-2)")
    assert placements(state, "R2-FFWW") == {"(1,-2)", "(1,-2)/3"}, "neither has room, and both will do"


@pytest.mark.parametrize(("first", "cell", "north"), [("FWWF", "(2,-2)", "1"), ("FFWW", "(0,-2)", "2")])
def test_RIV2_LEGAL_2_two_bends_of_one_hand(first: str, cell: str, north: str) -> None:
    """After a bend to the east or to the west the next one leads north again, never back to the south."""
    x = int(cell[1])
    state = two(f"{STRAIGHT_ON}, R2-FFWW(1,-2) {first}, B({x},-4)")
    assert placements(state, "R2-RRWW") == {f"{cell}/{north}"}


def test_RIV2_LEGAL_2_no_cell_is_faced_twice() -> None:
    """RIV2-EX-3 holds where there is no room, too."""
    state = two(f"{ALONG}, B(3,-3), B(3,0)")
    assert placements(state, "R2-FWFW-monastery") == {"(2,-2)"}


# Level C


def test_RIV2_LEGAL_3_only_if_nothing_else_is_left() -> None:
    left_again = two(f"{NORTH_ONLY}, B(2,-1)")
    assert placements(left_again, "R2-FFWW") == {"(1,-1)"}, "left after left"
    right_again = two(f"{STRAIGHT_ON}, R2-FFWW(1,-2) FWWF, B(2,-3)")
    assert placements(right_again, "R2-WFFW-pigs") == {"(2,-2)/3"}
    both = two(f"{ALONG}, B(3,-2)")
    assert placements(both, "R2-FWFW-monastery") == {"(2,-1)/1"}, "both ends will face (2,-2)"


# Nothing is left


def test_RIV2_LEGAL_4_a_tile_that_fits_nowhere_leaves_the_game() -> None:
    """So do all that are left, in the end; without a volcano there is no turn more."""
    state = two(f"{SHUT_IN} ; to blue ; bag R2-RRWW:1 R2-WRWR-inn:1 {VOLCANO}:1 B:3 U:2")
    assert names(told(state, "R2-RRWW")) == ["drawn", "discarded"]
    assert (state.seat, state.turn, choices(state)) == (BLUE, 1, {"R2-WRWR-inn"})
    assert names(told(state, f"R2-WRWR-inn {VOLCANO}")) == ["drawn", "discarded"] * 2
    assert (state.seat, state.turn, choices(state)) == (BLUE, 1, {"B", "U"})
    play(state, "B(0,1)")
    assert "+monastery" in choices(state), "an ordinary turn"
    play(state, "-")
    assert (state.seat, state.turn) == (RED, 2)


def test_RIV2_LEGAL_4_the_next_river_tile_may_fit() -> None:
    state = two(f"{NORTH_ONLY}, E(2,-1) FFFC, E(0,-1) FCFF")
    play(state, "R2-WRWR-inn R2-CWRW")
    assert (state.seat, legal_kinds(state)) == (RED, {"draw"})
    play(state, "R2-WCWC(1,-1) -")
    assert (state.seat, stages(state)) == (BLUE, [0, 5, 1, 69])


def test_RIV2_LEGAL_4_with_hands_the_turn_goes_on_from_the_hand() -> None:
    state = two(f"{SHUT_IN} ; hand B,B,B U,U,U ; bag {VOLCANO}:1 B:1", options="hand_size=3")
    assert names(told(state, VOLCANO)) == ["drawn", "discarded"]
    assert (state.seat, state.turn, choices(state)) == (RED, 1, {"B"})
    play(state, "B (0,1) - <B")
    assert (state.seat, state.turn) == (BLUE, 2)


def test_RIV2_LEGAL_4_a_volcano_that_fits_nowhere_at_the_very_end() -> None:
    state = play(two(f"{SHUT_IN}, U(9,9) FRFR +red:road ; bag {VOLCANO}:1"), VOLCANO)
    assert actor(state) == OVER
    assert state.score == [1, 0]


def test_RIV2_END_2_both_arms_closed_early() -> None:
    lakes = f"{FORKED}, R2-FCFW(1,-1) CFWF, R2-FCFW(1,1) WFCF"
    state = two(f"{lakes} ; bag R2-FFWW:1 R2-RRWW:1 {VOLCANO}:1 B:2")
    assert names(told(state, f"R2-RRWW R2-FFWW {VOLCANO}")) == ["drawn", "discarded"] * 3
    assert (state.seat, state.turn, choices(state), stages(state)) == (RED, 1, {"B"}, [0, 0, 0, 2])


# Against the referee


@pytest.mark.parametrize("others", ["", ",wheel_of_fortune", ",count"])
def test_RIV2_PLACE_5_no_stranded_arm_in_many_river_phases(others: str) -> None:
    """RIV2-RUL-4: levels A and B and the removal of tiles, as somebody finds who reads the rules anew."""
    made, levels = rules(f"{RULES}{others}"), Counter[str]()
    for seed in range(60):
        levels += down_the_arms(start(made, 3), Random(seed))
    assert levels["fork"] == 60
    assert levels["A"] > 500
    assert min(levels["B"], levels["removed"]) > 1


@pytest.mark.parametrize("obstacles", [3, 6, 10, 16])
def test_RIV2_LEGAL_1_to_4_among_obstacles(obstacles: int) -> None:
    """RIV2-LEGAL-2, RIV2-LEGAL-3, RIV2-LEGAL-4: the more there is in the way, the more often a level fails."""
    free = [(x, y) for x in range(-2, 7) for y in range(-5, 6) if (x, y) not in ((0, 0), (1, 0))]
    levels = Counter[str]()
    for seed in range(60):
        random = Random(seed)
        text = SOURCE + "".join(f", B({x},{y})" for x, y in random.sample(free, obstacles))
        levels += down_the_arms(two(text), random)
    assert levels["A"] > 100
    assert min(levels["B"], levels["removed"]) > 10
    assert levels["C"] or obstacles == 3


@pytest.mark.parametrize("seed", range(4))
def test_RIV2_LEGAL_1_to_4_in_a_maze(seed: int) -> None:
    """RIV2-LEGAL-3: cities and roads are in the way, too."""
    random, levels = Random(seed), Counter[str]()
    free = [(x, y) for x in range(-1, 6) for y in range(-4, 5) if (x, y) not in ((0, 0), (1, 0))]
    for _ in range(40):
        state = two(SOURCE)
        for x, y in random.sample(free, 9):
            tile, rotation, cell = find_tile(state.rules, random.choice("BBEUV")), random.randrange(4), cell_at(x, y)
            if not state.board.clashes(tile, rotation, cell):
                state.board.place(tile, rotation, cell)
        levels += down_the_arms(parse_position(position_text(state)), random)
    assert set(levels) == {"fork", "A", "B", "C", "removed"}


@pytest.mark.parametrize("seed", range(3))
def test_RIV2_LEGAL_5_the_level_follows_from_the_position(seed: int) -> None:
    game = Game(RULES, seats=3, dealer=Seeded(seed))
    for _ in plies(game, seed):
        state = game.state
        if legal_kinds(state) == {"place"} and len(state.board.laid) < 12:
            assert parse_position(position_text(state)).legal == state.legal
