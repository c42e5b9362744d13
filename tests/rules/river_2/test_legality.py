"""Where river tiles may be laid: the levels of the test, each by itself and all of them against a referee."""

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
            " and leaves a way to finish the river.",
        ),
        (
            "fr",
            "R2-FWFW-monastery ne peut pas être posée en (0,1) : elle prolonge un seul bras ouvert de la rivière "
            "sans en rejoindre un autre, et la rivière doit pouvoir se terminer.",
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


# A way to finish the river

POCKET = "B(-1,-1), B(0,-2)"
"""With the source, tiles around the cell (0,-1)."""
SHUT = f"{NORTH_ONLY}, {POCKET}"
"""The northern arm may turn east into the open, or west into a single cell."""


def test_RIV2_LEGAL_1_no_two_ends_face_one_cell() -> None:
    """Else the next tile would join the arms."""
    assert refusal(two(ALONG), "R2-FWFW-monastery(2,-1)/WFWF") == "river_arms"
    assert cells(placements(two(ALONG), "R2-FWFW-monastery")) == {"(2,-2)"}
    assert placements(two(ALONG), "R2-RRWW") == {"(2,-2)/1"}, "not to the south, where the other end faces (2,-1)"
    assert cells(placements(two(ALONG), "R2-FCFW")) == {"(2,-1)", "(2,-2)"}, "a lake faces nothing"


@pytest.mark.parametrize("tile", ["R2-FFWW", "R2-RRWW", "R2-WFFW-pigs"])
def test_RIV2_LEGAL_2_an_arm_is_not_shut_in(tile: str) -> None:
    assert ways(two(NORTH_ONLY), tile, "(1,-1)") == {"0", "3"} if tile != "R2-WFFW-pigs" else {"1", "2"}
    (east,) = ways(two(SHUT), tile, "(1,-1)")
    assert east == ("2" if tile == "R2-WFFW-pigs" else "3")


def test_RIV2_LEGAL_2_a_pocket_is_enough_for_what_is_left() -> None:
    """Volcano and lake count among what is left, whenever they are drawn; tiles that are gone do not."""
    left = f"{SHUT} ; bag R2-FFWW:1 {{}}{VOLCANO}:1 B:3"
    assert placements(two(left.format("")), "R2-FFWW") == {"(1,-1)", "(1,-1)/3"}, "the volcano fits in"
    assert placements(two(left.format("R2-WRWR-inn:1 ")), "R2-FFWW") == {"(1,-1)/3"}, "but nothing before it"


def test_RIV2_LEGAL_2_shapes_are_what_counts() -> None:
    """A passage of three cells straight ahead takes straights and no curve, and a lake at its end."""
    walls = ", ".join(f"B({x},-2)" for x in (0, -1, -2)) + ", B(-3,-1), B(-2,0), B(-1,0)"

    def west(tiles: str) -> bool:
        state = two(f"{NORTH_ONLY}, {walls} ; bag R2-FFWW:1 {tiles} {VOLCANO}:1 B:3")
        assert "3" in ways(state, "R2-FFWW", "(1,-1)"), "in the east there is room for everything"
        return "0" in ways(state, "R2-FFWW", "(1,-1)")

    assert west("R2-WRWR-inn:1")
    assert west("R2-WRWR-inn:1 R2-WCWC:1")
    assert not west("R2-WRWR-inn:1 R2-WCWC:1 R2-CWRW:1"), "one too many"
    assert not west("R2-RRWW:1")


def test_RIV2_LEGAL_2_one_arm_may_take_what_the_other_cannot() -> None:
    """The northern arm has a single cell left; the southern one is free, until it is walled in as well."""
    open_south = f"{FORKED}, {POCKET}"
    assert ways(two(open_south), "R2-FFWW", "(1,-1)") == {"0", "3"}
    south = "B(1,3), B(0,2), B(2,2), B(2,1), B(0,1)"
    assert ways(two(f"{open_south}, {south}"), "R2-FFWW", "(1,-1)") == {"3"}
    assert ways(two(f"{open_south}, {south}"), "R2-FFWW", "(1,1)") == set(), "to both sides there are tiles"


def test_RIV2_LEGAL_2_water_alone_is_looked_at() -> None:
    """The only way on leads between a city and a road, where hardly any tile matches; the rules do not ask for more."""
    narrow = f"{NORTH_ONLY}, {POCKET}, E(2,-2) FFCF, A(2,0) RFFF"
    state = two(narrow)
    assert ways(state, "R2-FFWW", "(1,-1)") == {"3"}, "east, though a city and a road are at both banks"
    play(state, "R2-FFWW(1,-1)/3 -")
    assert leaves_the_game(state, "R2-FWFW-monastery")
    assert not leaves_the_game(state, "R2-CWRW")


def test_RIV2_LEGAL_2_an_arm_may_bend_twice_to_one_hand_and_run_beside_the_other() -> None:
    twice = two(f"{STRAIGHT_ON}, R2-FFWW(1,-2) FWWF")
    assert ways(twice, "R2-RRWW", "(2,-2)") == {"0", "1"}, "north, or back to the south"
    beside = two(f"{SOURCE}, R2-WWFW-fork(1,0) WWFW, R2-CWRW(2,0), R2-FFWW(1,-1) FWWF")
    assert refusal(beside, "R2-WCWC(2,-1)/CWCW") == ""


@pytest.mark.parametrize("side", [0, 2])
def test_RIV2_LEGAL_2_the_fork_is_tested_like_any_tile(side: int) -> None:
    """RIV2-FORK-1: it may lie in any way that meets the water, as long as neither arm is shut in."""
    assert len(placements(two(SOURCE), "R2-WWFW-fork")) == 3
    y = side - 1
    pockets = f"{SOURCE}, B(0,{y}), B(2,{y}), B(1,{2 * y}), B(2,{-y}), B(3,0)"
    assert len(placements(two(pockets), "R2-WWFW-fork")) == 2, "one arm may be in a pocket, since the other takes all"
    shut = two(f"{pockets}, B(0,{-y}), B(1,{-2 * y})")
    assert len(placements(shut, "R2-WWFW-fork")) == 3, "RIV2-LEGAL-3: there is no way, and any place will do"


# Milder tests


def test_RIV2_LEGAL_3_without_a_way_the_ends_need_only_be_apart() -> None:
    pocket = f"{NORTH_ONLY}, {POCKET}, B(3,-1), B(2,-2), B(2,0)"
    assert placements(two(pocket), "R2-FFWW") == {"(1,-1)", "(1,-1)/3"}, "a single cell to the west and to the east"
    no_lake = two(f"{ALONG} ; bag R2-FWFW-monastery:1 R2-WRWR-inn:1 {VOLCANO}:1 B:2")
    assert placements(no_lake, "R2-FWFW-monastery") == {"(2,-2)"}, "two arms and one lake; still none may meet"
    assert refusal(no_lake, "R2-FWFW-monastery(2,-1)/1") == "river_arms"


def test_RIV2_LEGAL_3_and_if_they_cannot_be_whatever_matches() -> None:
    """RIV2-EX-3 gives way where nothing else is left."""
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
    """RIV2-RUL-4: as somebody finds who reads the rules anew and tries everything."""
    made, levels = rules(f"{RULES}{others}"), Counter[str]()
    for seed in range(60):
        levels += down_the_arms(start(made, 3), Random(seed))
    assert levels["way"] > 500
    assert min(levels["apart"], levels["removed"]) > 1


@pytest.mark.parametrize("obstacles", [3, 6, 10, 16, 30])
def test_RIV2_LEGAL_1_to_4_among_obstacles(obstacles: int) -> None:
    """RIV2-LEGAL-2, RIV2-LEGAL-3, RIV2-LEGAL-4: the more there is in the way, the more often a level fails."""
    free = [(x, y) for x in range(-2, 7) for y in range(-5, 6) if (x, y) not in ((0, 0), (1, 0))]
    levels = Counter[str]()
    for seed in range(60):
        random = Random(seed)
        text = SOURCE + "".join(f", B({x},{y})" for x, y in random.sample(free, obstacles))
        levels += down_the_arms(two(text), random)
    assert levels["way"] > 200
    assert levels["apart"] > obstacles / 2
    assert levels["removed"] > 10


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
    assert {"way", "apart", "removed"} <= set(levels)


@pytest.mark.parametrize("seed", range(3))
def test_RIV2_LEGAL_5_the_level_follows_from_the_position(seed: int) -> None:
    game = Game(RULES, seats=3, dealer=Seeded(seed))
    for _ in plies(game, seed):
        state = game.state
        if legal_kinds(state) == {"place"} and len(state.board.laid) < 12:
            assert parse_position(position_text(state)).legal == state.legal
