"""The river of the 20th Anniversary Edition: a double source, two arms, two lakes."""

from __future__ import annotations

from bastide.rules.model import Expansion, Veto
from bastide.rules.rivers import (
    WATER,
    AllOf,
    Test,
    bends_in_turn,
    bends_option,
    does_not_turn_back,
    goes_on,
    keeps_away,
    keeps_ends_apart,
    leaves_a_way,
)


def branches(bends: Test) -> Veto:
    """Return what the river asks of every tile with water on a side, most of it only if that leaves the tile a place.

    It is dropped from the end: the river tiles ahead, then the way to finish the river, then the bends (RIV20-PLACE-5).
    """
    return Veto(
        AllOf(goes_on, keeps_ends_apart),
        shows=(WATER,),
        rather=(AllOf(bends, leaves_a_way, keeps_away), AllOf(bends, leaves_a_way), bends),
        why_not="river_branches",
    )


EXPANSION = Expansion(
    "river_20",
    revision=2,
    tiles=("river_20",),
    start="river_20",
    # The double source lies there; then the shuffled tiles, the two lakes, and everything else (RIV20-SETUP-1)
    stages=("river", "lake"),
    excludes=("river",),
    options=(bends_option("river_20", branches(bends_in_turn), branches(does_not_turn_back)),),
)
