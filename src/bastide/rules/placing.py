"""Where a tile may be laid."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bastide.rules.model import KIND_BITS, ROTATION, Action, Veto
from bastide.rules.state import State


def placements(state: State, tile: int) -> list[Action]:
    """Return every open cell and rotation where a tile matches its neighbours and no expansion objects.

    What an expansion would rather see is kept to only as long as it leaves the tile a place.
    """
    rotations, code = state.board.catalogue.rotations[tile], state.rules.code["place"]
    found = [
        (cell << ROTATION.bits | rotation) << KIND_BITS | code
        for cell, wanted in state.board.wanted.items()
        for rotation in rotations[wanted]
    ]
    vetoes = state.rules.fits[tile]
    return _allowed(state, tile, found, vetoes) if vetoes else found


def _allowed(state: State, tile: int, found: list[Action], vetoes: Sequence[Veto]) -> list[Action]:
    for veto in vetoes:
        found = _kept(state, tile, found, veto.allows)
    for veto in vetoes:
        found = next(filter(None, (_kept(state, tile, found, test) for test in veto.rather)), found)
    return found


def _kept(state: State, tile: int, found: list[Action], allows: Callable[[State, int, int, int], bool]) -> list[Action]:
    return [a for a in found if allows(state, tile, a >> KIND_BITS & 3, a >> KIND_BITS + ROTATION.bits)]


def is_placeable(state: State, tile: int) -> bool:
    """Say whether a tile may be laid anywhere."""
    if state.rules.fits[tile]:
        return bool(placements(state, tile))
    rotations = state.board.catalogue.rotations[tile]
    return any(rotations[wanted] for wanted in state.board.wanted.values())
