"""Rollouts a second in mid-game, on the compiled simulator and on the engine, in the same run."""

from __future__ import annotations

import time
from random import Random

import pytest

from bastide.bots.compiled_rollouts import CompiledRollouts, set_up
from bastide.bots.determinization import determinize
from bastide.bots.engine_rollouts import EngineRollouts
from bastide.bots.evaluation import WEIGHTS
from bastide.games import parse_rules
from bastide.rules.engine import actor
from bastide.rules.model import KIND_MASK
from bastide.rules.state import State
from tests.bench.test_fast import BIG_BOX, COUNT, LARGEST
from tests.games import states

pytestmark = pytest.mark.slow

ANNIVERSARY = "anniversary expansions=abbot,anniversary_mini,hills_and_sheep,inns_and_cathedrals,river_20"
LEAST = [
    pytest.param(BIG_BOX, 10, id="big box"),
    pytest.param("gold_rush", 10, id="gold rush", marks=pytest.mark.long),
    pytest.param(ANNIVERSARY, 10, id="anniversary", marks=pytest.mark.long),
    pytest.param(COUNT, 10, id="with the Count", marks=pytest.mark.long),
    pytest.param(LARGEST, 10, id="largest", marks=pytest.mark.long),
]
"""Rules, and how many times as fast as the engine the simulator is at least."""
DEPTH = 2
POSITIONS = 6
SECONDS = 0.5
"""Processor time for the rollouts of a position."""


def positions(rules: str) -> list[State]:
    """Return placements of random two-player games in the middle third of them."""
    made, found = parse_rules(rules), list[State]()
    while len(found) < POSITIONS:
        rng = Random(len(found))
        tiles = rng.uniform(1 / 3, 2 / 3) * made.tiles_in_all
        for state in states(made, 2, rng):
            places = actor(state) >= 0 and state.legal[0] & KIND_MASK == made.code["place"]
            if places and len(state.legal) > 5 and len(state.board.laid) > tiles:
                found.append(determinize(state, actor(state), rng))
                break
    return found


def rollouts_a_second(rollouts: CompiledRollouts | EngineRollouts) -> float:
    """Return how many rollouts of the best candidate there are in a second."""
    best = max(range(len(rollouts.static_leads)), key=lambda number: rollouts.static_leads[number])
    begin, sample = time.process_time(), 0
    while not sample or time.process_time() < begin + SECONDS:
        rollouts.evaluate([best], sample)
        sample += 1
    return sample / (time.process_time() - begin)


@pytest.mark.parametrize(("rules", "least"), LEAST)
def test_rollouts_a_second(rules: str, least: float) -> None:
    set_up(parse_rules(rules))
    speeds = {"compiled": 0.0, "engine": 0.0}
    listing = 0.0
    for state in positions(rules):
        begin = time.process_time()
        compiled = CompiledRollouts(state, Random(1), WEIGHTS, DEPTH)
        listing = max(listing, time.process_time() - begin)
        speeds["compiled"] += rollouts_a_second(compiled) / POSITIONS
        speeds["engine"] += rollouts_a_second(EngineRollouts(state, Random(1), WEIGHTS, DEPTH)) / POSITIONS
    print(
        f"{rules}: {speeds['engine']:.0f} rollouts a second on the engine, {speeds['compiled']:.0f} compiled; "
        f"candidates listed in at most {1000 * listing:.0f} ms"
    )
    assert speeds["compiled"] >= least * speeds["engine"]
