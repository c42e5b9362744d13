"""Perft: the number of continuations of fixed positions with fixed draws. A changed count is a changed rule.

After an intended change, ``python -m tests.play.test_perft`` writes the counts anew.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bastide.play.dealer import Scripted
from bastide.play.position import parse_position
from bastide.rules import engine
from bastide.rules.model import CHANCE
from bastide.rules.state import State

GOLDEN = Path(__file__).parent.parent / "golden" / "perft.json"
POSITIONS = {
    "start": ("D(0,0)", "U V W X"),
    "start, cities": ("D(0,0)", "C R E I"),
    "start, monasteries": ("D(0,0)", "B A B"),
    "three seats without farmers": ("D(0,0) ; rules second farmers=off ; players 3", "J K L"),
    "last followers": ("D(0,0) U(1,0)+1:road ; supply 1 0 ; to 2", "V E N"),
    "a hole that nothing fits": ("E(0,0) FCFF, E(1,-1) FFCF, E(1,1) CFFF, E(2,0) FFFC", "B U X"),
    "a hand of three": ("D(0,0) ; rules second hand_size=3 ; hand U,V,E U,B,C ; bag W:3", "W W W"),
}


def perft(state: State, draws: list[str], depth: int, drawn: int = 0) -> int:
    """Return the number of sequences of ``depth`` choices; draws follow the script and do not count."""
    while engine.actor(state) == CHANCE:
        if drawn == len(draws):
            return 1
        state = state.copy()
        engine.apply(state, Scripted(draws).pick(state, drawn))
        drawn += 1
    if depth == 0 or not state.legal:
        return 1
    count = 0
    for action in engine.options(state):
        child = state.copy()
        engine.apply(child, action)
        count += perft(child, draws, depth - 1, drawn)
    return count


def counts(position: str, draws: str) -> list[int]:
    return [perft(parse_position(position), draws.split(), depth) for depth in (1, 2, 3, 4)]


@pytest.mark.parametrize("name", POSITIONS)
def test_perft_counts_are_as_they_were(name: str) -> None:
    assert json.loads(GOLDEN.read_text(encoding="utf-8"))[name] == counts(*POSITIONS[name])


def test_the_first_counts_can_be_checked_by_hand() -> None:
    # A straight road beside the start tile: east and west unturned, and upright below it: three ways.
    assert counts("D(0,0)", "U")[0] == 3
    # Each of them then with a follower on the road, on either field, or nowhere.
    assert counts("D(0,0)", "U")[1] == 12


if __name__ == "__main__":
    found = {name: counts(*position) for name, position in POSITIONS.items()}
    GOLDEN.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
