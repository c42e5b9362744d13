"""The river of the 20th Anniversary Edition: a double source, two arms, two lakes."""

from __future__ import annotations

from bastide.rules.model import Expansion
from bastide.rules.rivers import RUNS_ON

EXPANSION = Expansion(
    "river_20",
    tiles=("river_20",),
    start="river_20",
    # The double source lies there; then the shuffled tiles, the two lakes, and everything else (RIV20-SETUP-1)
    stages=("river", "lake"),
    fits=(RUNS_ON,),
    excludes=("river",),
)
