"""The River (rulebook of the Big Box of 2014, page 16)."""

from __future__ import annotations

from typing import Final

from bastide.rules.model import Expansion, Veto
from bastide.rules.rivers import WATER, AllOf, bends_in_turn, bends_option, does_not_turn_back, goes_on

# A river tile joins the one open end, runs into nothing, and never turns the river back (RIV-PLACE-1, -3, -4)
BENDS_IN_TURN: Final = Veto(AllOf(goes_on, bends_in_turn), shows=(WATER,), why_not="river_bends")
DOES_NOT_TURN_BACK: Final = Veto(AllOf(goes_on, does_not_turn_back), shows=(WATER,), why_not="river_turns_back")

EXPANSION = Expansion(
    "river",
    revision=2,
    earlier=((1, "river_bends", "immediate"),),
    tiles=("river",),
    start="river",
    # The source lies there from the start; then the river, then the lake, then everything else (RIV-TURN-1, RIV-TURN-2)
    stages=("river", "lake"),
    options=(bends_option("river", BENDS_IN_TURN, DOES_NOT_TURN_BACK),),
)
