"""The River II (rulebook of Count, King & Cohorts): a fork, two arms, a volcano."""

from __future__ import annotations

from typing import Final

from bastide.rules.engine import fresh_turn, pass_over
from bastide.rules.events import tell
from bastide.rules.model import Expansion, Option, Scope, StateColumn, Step, Veto
from bastide.rules.rivers import WATER, goes_on, keeps_ends_apart, leaves_a_way
from bastide.rules.state import State

VOLCANO: Final = "volcano.laid"
"""Whether the tile of this part is the volcano."""

# The river can still be finished; failing that, its ends face free cells of their own (RIV2-LEGAL-1 to RIV2-LEGAL-3)
RUNS_ON: Final = Veto(goes_on, shows=(WATER,), rather=(leaves_a_way, keeps_ends_apart), why_not="river_arms")


def enter_rage(state: State) -> None:
    """Nobody may put anything down at the volcano (RIV2-VOLC-2)."""
    if state.board.mark(-1, "volcano"):
        state.ext[VOLCANO][0] = 1
        pass_over(state, "piece")


def enter_again(state: State) -> None:
    """Whoever laid the volcano takes a fresh turn (RIV2-VOLC-4)."""
    if state.ext[VOLCANO][0]:
        tell(state, "plays_on", state.seat, {})
        fresh_turn(state)


def volcano_is_new(state: State) -> list[str]:
    """Only in the part in which it was laid does the volcano count (RIV2-VOLC-4)."""
    return ["the volcano counts later"] if state.ext[VOLCANO][0] and not state.board.mark(-1, "volcano") else []


ACTIVE_VOLCANO = Expansion(
    "river_2.active_volcano",
    steps=(Step("volcano.rage", enter_rage), Step("volcano.again", enter_again)),
    columns=(StateColumn(VOLCANO, until=Scope.PART, most=1),),
    invariants=(volcano_is_new,),
)

EXPANSION = Expansion(
    "river_2",
    revision=2,
    tiles=("river_2",),
    start="river_2",
    # The source lies there; then the fork, the shuffled tiles, the volcano, and everything else (RIV2-SETUP-1)
    stages=("fork", "river", "volcano"),
    fits=(RUNS_ON,),
    # Dormant, it is a lake like any other (RIV2-VOLC-6)
    options=(Option("dormant_volcano", (False, True), False, ((False, ACTIVE_VOLCANO),)),),
    excludes=("river", "river_20"),
)
