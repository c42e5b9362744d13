"""Rivers with two arms in tests: a whole river phase as a script, and boards past it."""

from __future__ import annotations

from bastide.games import parse_rules
from bastide.rules import engine
from bastide.rules.state import NO_TILE, State
from tests.boards import board, choices, draw, placements, play

RULES = "bigbox2014 expansions=river_2"
SOURCE = "R2-FWFF-source(0,0)"
FORKED = f"{SOURCE}, R2-WWFW-fork(1,0) WFWW"
"""An arm to the north of the fork and one to the south."""
NORTH_ONLY = f"{FORKED}, R2-FCFW(1,1) WFCF"
"""The lake has ended the southern arm; the northern one bent left at the fork."""
VOLCANO = "R2-FFFW-volcano-lake"
PAST = "bag B:9 E:9 U:9 V:9 W:9"
"""A supply without river tiles: the river phase is over."""
RIVER = (
    "R2-WWFW-fork(1,0)/WFWW",
    "R2-WRWR-inn(1,-1)/WRWR",
    "R2-WCWC(1,1)/WCWC",
    "R2-FWFW-monastery(1,-2)/WFWF",
    "R2-CWRW(1,2)/WCWR",
    "R2-FFWW(1,-3)/FFWW",
    "R2-FCFW(1,3)/WFCF",
    "R2-CWWC-pennant(0,-3)/WWCC",
    "R2-WFFW-pigs(0,-4)/FFWW",
    "R2-RRWW(-1,-4)/WWRR",
)
"""The fork and the nine river tiles in one order that is legal."""
NINE = {line.partition("(")[0] for line in RIVER[1:]}
LAST = "R2-FFFW-volcano-lake(-1,-5)/FFWF"


def two(text: str, *others: str, options: str = "") -> State:
    """Return a board for two players, with other expansions and options."""
    return board(text, ",".join((RULES, *others)) + f" {options}", players=2)


def after_turns(turns: int, rules: str = RULES, players: int = 3) -> tuple[State, list[int]]:
    """Return a new game after some turns of the river phase without pieces, and which seats laid the tiles."""
    state, seats = engine.start(parse_rules(rules), players), []
    for line in (*RIVER, LAST)[:turns]:
        seats.append(state.seat)
        play(state, line)
        if "-" in choices(state):
            play(state, "-")
    return state, seats


def cells(tokens: set[str]) -> set[str]:
    """Return the cells of placements."""
    return {token.partition("/")[0] for token in tokens}


def ways(state: State, tile: str, cell: str) -> set[str]:
    """Return the ways up in which a tile could be laid at a cell now."""
    return {token.partition("/")[2] or "0" for token in placements(state, tile) if token.partition("/")[0] == cell}


def leaves_the_game(state: State, tile: str) -> bool:
    """Return whether a tile drawn now could be laid nowhere."""
    return draw(state.copy(), tile).tile == NO_TILE


def stages(state: State) -> list[int]:
    """Return how many copies are left in every stage of the bag."""
    return [sum(state.bag[tile] for tile in tiles) for tiles in state.rules.stages]
