"""Double sources that no box holds: with a road or a city through both halves."""

from __future__ import annotations

from bastide.expansions import base, hand, king_and_robber, river_20
from bastide.kernel.geometry import cell_at
from bastide.rules import engine
from bastide.rules.ruleset import Ruleset, Start
from bastide.rules.state import State
from bastide.tiles.loader import parse
from tests.boards import play

HEAD = """
set double
prefix DB
title A double source
editions plain
total plain 10 in 2 kinds
"""
SHEETS = {
    "road": f"""{HEAD}
- FFFR-end  9  road R; field N E S Wl Wr
block 0 0  WIFR-west  road Em Wm; river W; field Nl Wr; field Nr El; field Er S Wl
block 1 0  FRWI-east  road Em Wm; river W; field N El Wr; field Er Sl; field Sr Wl
""",
    "city": f"""{HEAD}
- FFFC-end  9  city C; field N E S ~C
block 0 0  WIFC-west  city Em Wl Wm Wr; river W; field Nl ~1; field Nr El ~1; field Er S ~1
block 1 0  FCWI-east  city El Em Er Wm; river W; field N Wr ~1; field Sl ~1; field Sr Wl ~1
""",
}


def double(kind: str) -> State:
    """Return a new game of two on such a source, past the river, with the King and the Robber Baron."""
    sheet = parse(SHEETS[kind])
    block = sheet.start("plain")
    assert block is not None
    expansions = [base.EXPANSION, hand.EXPANSION, king_and_robber.EXPANSION, river_20.EXPANSION]
    halves = [(tile, 1) for _, _, tile in block.parts]
    rules = Ruleset(expansions, [*sheet.copies("plain"), *halves], [Start(block, cell_at(0, 0))])
    return engine.start(rules, 2)


def closed(state: State) -> State:
    """Close the feature at both of its ends, in place: red in the east with a follower, then blue in the west."""
    end = state.rules.catalogue.tiles[0]
    kind = end.segments[0].kind
    return play(state, f"{end.id}(2,0) +{kind} {end.id}(-1,0)/2 -")
