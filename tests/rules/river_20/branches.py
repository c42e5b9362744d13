"""The river of the 20th Anniversary in tests: a whole river phase as a script, and boards past it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from bastide.games import parse_rules
from bastide.kernel.geometry import xy
from bastide.rules import engine
from bastide.rules.state import State
from tests.boards import board, choices, play
from tests.rules.river_2.referee import Ladder, Placement, Referee, down_the_arms

RULES = "bigbox2014 expansions=river_20"
IMMEDIATE = "river_bends=immediate"
WEST, EAST = "R20-FIFW-source-west", "R20-FWFI-source-east"
SOURCE = f"{WEST}(0,0), {EAST}(1,0)"
"""The two halves of the double source."""
PAST = "bag B:9 E:9 U:9 V:9 W:9"
"""A supply without river tiles: the river phase is over."""
RIVER = (
    "R20-CWRW-b(2,0)",
    "R20-CWDW-c(-1,0)",
    "R20-WFWF-d(3,0)/FWFW",
    "R20-WFWF-f(-2,0)/FWFW",
    "R20-FWRW-h(4,0)",
    "R20-WRWR-k(-3,0)/RWRW",
    "R20-CWFW-m(5,0)",
    "R20-RWRW-n(-4,0)",
    "R20-WRWF-p(6,0)/FWRW",
    "R20-CCWW-e(-5,0)/CWWC",
    "R20-WFFW-g(7,0)/FFWW",
    "R20-CFWW-o(-5,1)/WCFW",
    "R20-RWWR-i(7,1)/WWRR",
    "R20-FWWF-j(8,1)/FFWW",
)
"""The fourteen river tiles in one order that is legal."""
LAKES = ("R20-WFFF-l(8,2)", "R20-WFFF-q(-6,1)/FWFF")
"""The two lakes at the ends of that river."""
FOURTEEN = {line.partition("(")[0] for line in RIVER}
BOTH_LAKES = {line.partition("(")[0] for line in LAKES}


def two(text: str, *others: str, options: str = "") -> State:
    """Return a board for two players, with other expansions and options."""
    return board(text, ",".join((RULES, *others)) + f" {options}", players=2)


def after_turns(turns: int, rules: str = RULES, players: int = 2) -> tuple[State, list[int]]:
    """Return a new game after some turns of the river phase without pieces, and which seats laid the tiles."""
    state, seats = engine.start(parse_rules(rules), players), []
    for line in (*RIVER, *LAKES)[:turns]:
        seats.append(state.seat)
        play(state, line)
        if "-" in choices(state):
            play(state, "-")
    return state, seats


def ladder(bends: Callable[[Referee, Placement], bool]) -> Ladder:
    """Return what is asked of a placement, and in which order it is dropped (RIV20-PLACE-5)."""
    return (
        ("all", Referee.way, bends, Referee.away),
        ("towards", Referee.way, bends),
        ("blocked", Referee.apart, bends),
        ("back", Referee.apart),
    )


def down_both_branches(
    state: State, random: Random, bends: Callable[[Referee, Placement], bool] = Referee.in_turn
) -> Counter[str]:
    """Play a river phase at random under the eyes of the referee of the River II."""
    return down_the_arms(state, random, "R20-", ladder(bends))


TB = "traders_and_builders"
HS = "hills_and_sheep"
WOF = "wheel_of_fortune"
CURVES = ("R20-FWWF-j", "R20-CFWW-o", "R20-RWWR-i", "R20-CCWW-e", "R20-WFFW-g")
WEST_CLOSED = f"{SOURCE}, R20-WFFF-q(-1,0) FWFF"
"""Only the end of the source at (2,0) is open."""


def moment(state: State) -> tuple[int, int, int]:
    """Return whose turn it is, its number and its part."""
    return state.seat, state.turn, state.part


def laid(state: State) -> list[tuple[str, tuple[int, int]]]:
    """Return the tiles on the board with their places."""
    return [(state.board.tile(n).id, xy(cell)) for n, cell in enumerate(state.board.cell)]
