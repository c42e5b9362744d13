"""Where a tile may be laid."""

from __future__ import annotations

from bastide.rules.model import KIND_BITS, ROTATION, Action
from bastide.rules.state import State


def placements(state: State, tile: int) -> list[Action]:
    """Return every open cell and rotation where a tile matches its neighbours and no expansion objects."""
    rotations, code = state.board.catalogue.rotations[tile], state.rules.code["place"]
    found = [
        (cell << ROTATION.bits | rotation) << KIND_BITS | code
        for cell, wanted in state.board.wanted.items()
        for rotation in rotations[wanted]
    ]
    for veto in state.rules.fits[tile]:
        found = [a for a in found if veto.allows(state, tile, a >> KIND_BITS & 3, a >> KIND_BITS + ROTATION.bits)]
    return found


def is_placeable(state: State, tile: int) -> bool:
    """Say whether a tile may be laid anywhere."""
    if state.rules.fits[tile]:
        return bool(placements(state, tile))
    rotations = state.board.catalogue.rotations[tile]
    return any(rotations[wanted] for wanted in state.board.wanted.values())
