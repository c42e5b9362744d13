"""Pieces on the board: putting them down, taking them home, asking who stands where.

A piece on the board is one int: its segment, its seat, its kind. The engine keeps, for every feature, the strength of
each seat's followers in a column, so that occupation is one look and a majority a few.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable

from bastide.kernel.geometry import xy
from bastide.rules.engine import tell
from bastide.rules.model import KIND_BITS, PIECE, SPOT_BITS, SPOT_MASK, Action, Json, Seat
from bastide.rules.ruleset import FOLLOWERS, LANE
from bastide.rules.state import State


def pack_piece(segment: int, seat: Seat, kind: int) -> int:
    """Return a piece on the board as one int."""
    return segment << 8 | seat << 4 | kind


def unpack_piece(piece: int) -> tuple[int, Seat, int]:
    """Return segment, seat and kind of a piece on the board."""
    return piece >> 8, piece >> 4 & 15, piece & 15


def put(state: State, seat: Seat, kind: int, segment: int) -> None:
    """Move a piece from a seat's supply to a segment."""
    state.supply[seat * len(state.rules.pieces) + kind] -= 1
    insort(state.pieces, segment << 8 | seat << 4 | kind)
    features = state.board.features
    features.column[FOLLOWERS][features.root[segment]] += state.rules.pieces[kind].strength << LANE * seat


def take_home(state: State, piece: int) -> None:
    """Move a piece from the board to its seat's supply."""
    segment, seat, kind = unpack_piece(piece)
    state.supply[seat * len(state.rules.pieces) + kind] += 1
    state.pieces.remove(piece)
    features = state.board.features
    features.column[FOLLOWERS][features.root[segment]] -= state.rules.pieces[kind].strength << LANE * seat
    if state.events is not None:
        tell(state, "returned", seat, {"piece": state.rules.pieces[kind].name, **where(state, segment)})


def pieces_where(state: State, belongs: Callable[[int], bool]) -> list[int]:
    """Return the pieces on the board whose feature satisfies a condition."""
    root = state.board.features.root
    return [piece for piece in state.pieces if belongs(root[piece >> 8])]


def in_supply(state: State, seat: Seat, kind: int) -> int:
    """Return how many pieces of a kind a seat has left."""
    return state.supply[seat * len(state.rules.pieces) + kind]


def where(state: State, segment: int) -> dict[str, Json]:
    """Return, for an event, the cell of a segment, its number on the tile and its kind."""
    cell, local = state.board.place_of(segment)
    kind = state.board.catalogue.kinds[state.board.features.kind[segment]]
    return {"cell": xy(cell), "segment": local, "feature": kind}


def deployments(state: State, kind: int) -> list[Action]:
    """Return where the seat on turn may put a follower of a kind on the tile just laid (BASE-PIECE-3, BASE-PIECE-4)."""
    rules, board = state.rules, state.board
    if not state.supply[state.seat * len(rules.pieces) + kind]:
        return []
    number = len(board.laid) - 1
    features, sites = board.features, rules.sites
    root, kinds, followers = features.root, features.kind, features.column[FOLLOWERS]
    first = board.first[number]
    head = board.cell[number] << SPOT_BITS
    tail = kind << KIND_BITS | rules.code["deploy"]
    found = [
        (head | segment - first) << KIND_BITS + PIECE.bits | tail
        for segment in range(first, len(root))
        if sites[kinds[segment]] is not None and not followers[root[segment]]
    ]
    for veto in rules.may_deploy:
        found = [a for a in found if veto(state, kind, first + (a >> KIND_BITS + PIECE.bits & SPOT_MASK))]
    return found


def spot_of(state: State, segment: int) -> int:
    """Return a segment as its cell and its number on the tile, packed."""
    cell, local = state.board.place_of(segment)
    return cell << SPOT_BITS | local
