"""Abbots on text boards: a garden, monastery or shrine at (0,0) with some of the eight tiles around it."""

from __future__ import annotations

from bastide.rules.state import State
from tests.boards import board

RULES = "bigbox2014 expansions=abbot"
HOMES = ("monastery", "garden", "shrine")
"""Where an abbot can be."""
CENTRE = {"monastery": "B(0,0) FFFF", "garden": "BA-CFFF-garden(0,0) CFFF", "shrine": "CU-FFFF-shrine(0,0) FFFF"}
NORTH = {"monastery": "E(0,-1) CFFF", "garden": "E(0,-1) FFCF", "shrine": "E(0,-1) CFFF"}
REST = ("N(1,-1) CCFF", "E(1,0) FCFF", "N(1,1) FCCF", "E(0,1) FFCF", "N(-1,1) FFCC", "M(-1,-1) CFFC", "E(-1,0) FFFC")
LAST = "E(-1,0)/FFFC"
"""The eighth tile around, after seven."""
ISLAND = "E(30,30) FFCF"
"""Where a tile can be laid that changes nothing else: E(30,29)."""
ELSEWHERE = "E(30,29)/CFFF"


def rules(*others: str, options: str = "", preset: str = "bigbox2014") -> str:
    """Return the line of rules with abbots and other expansions."""
    return f"{preset} expansions={','.join(['abbot', *others])} {options}"


def home(kind: str, near: int = 8, who: str = "+red:abbot:{}") -> str:
    """Return a garden, monastery or shrine with so many tiles around it, and somebody on it, usually red's abbot."""
    around = (NORTH[kind], *REST)[:near]
    return ", ".join([f"{CENTRE[kind]} {who.format(kind)}", *around, ISLAND])


def abbots(text: str, *others: str, options: str = "", players: int = 2, preset: str = "bigbox2014") -> State:
    """Return a board with abbots and other expansions; a shrine brings the cult with it."""
    if "shrine" in text and "cult" not in others:
        others = (*others, "cult")
    return board(text, rules(*others, options=options, preset=preset), players=players)
