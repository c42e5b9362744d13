"""Mage and witch in the simulator, where random games seldom lead: they part, or leave the map."""

from __future__ import annotations

from random import Random

import pytest

from bastide.fast import Batch
from bastide.rules import engine
from tests.boards import legal_kinds, play
from tests.fast.mirror import difference, play_both
from tests.rules.mage_and_witch.figures import FULL, two

ROADS = "U(0,0) FRFR +0:mage:road, U(2,0) FRFR +0:witch:road, B(0,1), B(1,1), B(2,1)"
CITIES = "E(0,0) FCFF +0:mage:city, G(2,0) FCFC +0:witch:city, B(0,1), B(2,1)"


@pytest.mark.parametrize(
    ("text", "tile", "kind", "actions"),
    [
        (f"{FULL}, U(0,5) FRFR +0:mage:road, U(0,9) FRFR +0:witch:road ; to red", "MW-CFDF(0,0)", "dispel", 2),
        (f"{FULL}, U(0,5) FRFR +0:witch:road ; to red", "MW-CFDF(0,0)", "dispel", 1),
        (f"{ROADS} ; to red", "U(1,0)", "dispel", 2),
        (f"{ROADS}, V(5,5) FFRR, E(7,7) FCFF ; to blue", "U(1,0)", "enchant", 4),
        (f"{CITIES}, U(9,9) FRFR ; to red", "MW-RCSC(1,0)", "enchant", 6),
    ],
)
def test_figures_part_or_leave(text: str, tile: str, kind: str, actions: int) -> None:
    start = play(two(text), tile)
    assert (legal_kinds(start), len(start.legal)) == ({kind}, actions)
    for action in start.legal:
        state = start.copy()
        batch = Batch.from_engine([state])
        assert difference(state, batch, 0) == ""
        engine.apply(state, action)
        batch.apply(0, action)
        for _ in play_both(state, batch, Random(action)):
            pass
        assert batch.over.all()
