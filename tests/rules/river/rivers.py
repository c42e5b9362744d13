"""Rivers in tests: a whole river phase as a script, and boards past it."""

from __future__ import annotations

from bastide import start
from bastide.games import parse_rules
from bastide.rules.state import State
from tests.boards import choices, play

PLAIN = "bigbox2014 expansions=river tile_edition=plain"
PRINTED = "bigbox2014 expansions=river"
SHEEP = "bigbox2014 expansions=river,hills_and_sheep"
IMMEDIATE = f"{PLAIN} river_bends=immediate"
PAST = "bag B:9 E:9 U:9 V:9 W:9"
"""A supply without river tiles: the river phase is over."""

RIVER = (
    "R1-FWFW(1,0)",
    "R1-FWFW(2,0)",
    "R1-CWDW(3,0)",
    "R1-CWRW(4,0)",
    "R1-FWRW-monastery(5,0)",
    "R1-WRWR(6,0)/RWRW",
    "R1-FFWW(7,0)/FFWW",
    "R1-FFWW(7,1)/WWFF",
    "R1-CWWC(8,1)/CCWW",
    "R1-RRWW(8,2)/WWRR",
)
"""The ten river tiles of the plain edition in one legal order."""
LAKE = "R1-FFFW-lake(9,2)/FFFW"


def down_the_river(rules: str = PLAIN, players: int = 3, turns: int = 11) -> tuple[State, list[int]]:
    """Return a new game after some turns of the river phase without pieces, and which seats laid the tiles."""
    state, seats = start(parse_rules(rules), players), []
    for line in (*RIVER, LAKE)[:turns]:
        seats.append(state.seat)
        play(state, line)
        if "-" in choices(state):
            play(state, "-")
    return state, seats
