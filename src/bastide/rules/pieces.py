"""Pieces in play: putting them down, taking them home, asking who stands where.

A piece on the board is one int: its segment, whether it is a guest there, its seat, its kind. A guest is in the feature
without standing on any of its tiles. The engine keeps, for every feature, the strength of each seat's followers in a
column, so that occupation is one look and a majority a few.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection

from bastide.kernel.geometry import xy
from bastide.rules.events import tell
from bastide.rules.model import KIND_BITS, NOBODY, PIECE, SPOT_BITS, SPOT_MASK, Action, Seat, Token
from bastide.rules.ruleset import FOLLOWERS, LANE
from bastide.rules.state import State
from bastide.wire.values import Location


def pack_piece(segment: int, seat: Seat, kind: int, guest: bool = False) -> int:
    """Return a piece as one int."""
    return segment << 9 | guest << 8 | seat << 4 | kind


def unpack_piece(piece: int) -> tuple[int, Seat, int]:
    """Return segment, seat and kind of a piece."""
    return piece >> 9, piece >> 4 & 15, piece & 15


def segment_of(piece: int) -> int:
    """Return the segment a piece stands on."""
    return piece >> 9


def is_guest(piece: int) -> bool:
    """Say whether a piece is in its feature without standing on a tile."""
    return bool(piece >> 8 & 1)


def seat_of(piece: int) -> Seat:
    """Return the seat a piece belongs to."""
    return piece >> 4 & 15


def kind_of(piece: int) -> int:
    """Return the kind of a piece, by its number in the rules."""
    return piece & 15


def in_supply(state: State, seat: Seat, kind: int) -> int:
    """Return how many pieces of a kind a seat has left."""
    return state.supply[seat * len(state.rules.pieces) + kind]


def put(state: State, seat: Seat, kind: int, segment: int, guest: bool = False, place: int | None = None) -> None:
    """Move a piece from a seat's supply to a segment, after those that stand there, or to a place of the list."""
    if place is None:
        place = bisect_left(state.pieces, pack_piece(segment + 1, 0, 0))
    state.pieces.insert(place, pack_piece(segment, seat, kind, guest))
    if seat != NOBODY:
        pieces, features = state.rules.pieces, state.board.features
        state.supply[seat * len(pieces) + kind] -= 1
        features.column[FOLLOWERS][features.root[segment]] += pieces[kind].strength << LANE * seat


def lift(state: State, piece: int, place: int | None = None) -> None:
    """Take a piece from the board without a word: the one at a place of the list, where several are alike."""
    if place is None:
        state.pieces.remove(piece)
    else:
        del state.pieces[place]
    segment, seat, kind = unpack_piece(piece)
    if seat != NOBODY:
        pieces, features = state.rules.pieces, state.board.features
        state.supply[seat * len(pieces) + kind] += 1
        features.column[FOLLOWERS][features.root[segment]] -= pieces[kind].strength << LANE * seat


def take_home(state: State, piece: int, place: int | None = None) -> None:
    """Move a piece from the board to its seat's supply, or beside the board if it is nobody's."""
    lift(state, piece, place)
    if state.events is not None:
        segment, seat, kind = unpack_piece(piece)
        facts = {"piece": state.rules.pieces[kind].name, **where(state, segment)}
        if seat == NOBODY:
            tell(state, "left", None, facts)
        else:
            tell(state, "returned", seat, facts)


def take_all_home(state: State, features: Collection[int]) -> None:
    """Move all pieces in some features home."""
    for piece in pieces_in(state, features):
        take_home(state, piece)


def withdraw(state: State, piece: int) -> None:
    """Move one piece home out of turn, and with a seat's last follower the companions it leaves alone."""
    take_home(state, piece)
    dismiss_companions(state, feature_of(state, piece), seat_of(piece))


def dismiss_companions(state: State, feature: int, seat: Seat) -> None:
    """Move the companions of a seat home that have no follower of that seat beside them any more."""
    if not strength_of(state, feature, seat):
        for other in pieces_in(state, {feature}):
            if seat_of(other) == seat and state.rules.pieces[kind_of(other)].companion:
                take_home(state, other)


def pieces_in(state: State, features: Collection[int]) -> list[int]:
    """Return the pieces that stand in some features."""
    root = state.board.features.root
    return [piece for piece in state.pieces if root[piece >> 9] in features]


def pieces_named(state: State, name: str, seat: Seat | None = None) -> list[int]:
    """Return the pieces of a kind on the board, of one seat or of all."""
    sought, bits = state.rules.piece_number[name], 0b1111
    if seat is not None:
        sought, bits = seat << 4 | sought, 0b11111111
    return [piece for piece in state.pieces if piece & bits == sought]


def followers_of(state: State, seat: Seat, *kinds: str) -> list[int]:
    """Return a seat's followers on the land, or only those on features of certain kinds."""
    rules, features = state.rules, state.board.features
    return [
        piece
        for piece in state.pieces
        if seat_of(piece) == seat
        and rules.pieces[kind_of(piece)].strength
        and rules.sites[features.kind[segment_of(piece)]] is not None
        and (not kinds or feature_kind(state, segment_of(piece)) in kinds)
    ]


def find_piece(state: State, seat: Seat, kind: int, spot: int) -> int:
    """Return the piece of a seat and kind on a spot, guest or not; there must be one."""
    wanted = segment_at(state, spot), seat, kind
    return next(piece for piece in state.pieces if unpack_piece(piece) == wanted)


def feature_of(state: State, piece: int) -> int:
    """Return the feature that a piece stands in."""
    return state.board.features.root[piece >> 9]


def strength_of(state: State, feature: int, seat: Seat) -> int:
    """Return the strength of a seat's followers in a feature."""
    return state.board.features.column[FOLLOWERS][feature] >> LANE * seat & 255


def features_of_last_tile(state: State) -> set[int]:
    """Return the features that the tile laid last belongs to."""
    features = state.board.features
    return {features.root[segment] for segment in range(state.board.first[-1], len(features.root))}


def every_feature(state: State, *kinds: str) -> dict[int, int]:
    """Return all features of some kinds, each with its segment that was laid first."""
    first: dict[int, int] = {}
    for segment, root in enumerate(state.board.features.root):
        if root not in first and feature_kind(state, root) in kinds:
            first[root] = segment
    return first


def feature_kind(state: State, segment: int) -> str:
    """Return the name of the kind of feature that a segment belongs to."""
    return state.board.catalogue.kinds[state.board.features.kind[segment]]


def where(state: State, segment: int) -> Location:
    """Return, for an event or a view, the cell of a segment, its number on the tile and its kind."""
    cell, local = state.board.place_of(segment)
    return {"cell": xy(cell), "segment": local, "feature": feature_kind(state, segment)}


def tokens(state: State) -> list[Token]:
    """Return everything that lies on the board or before the seats and is neither tile nor piece."""
    return [token for shown in state.rules.tokens for token in shown(state)]


def deployments(state: State) -> list[Action]:
    """Return where the seat on turn may put which of its pieces on the tile just laid (BASE-PIECE-3).

    A piece that does not say where it goes is a follower: it goes on any site of its own whose whole feature holds no
    follower of anybody (BASE-PIECE-4).
    """
    rules, board = state.rules, state.board
    features = board.features
    first = board.first[-1]
    segments = range(first, len(features.root))
    supplied = state.seat * len(rules.pieces)
    found = []
    for kind, piece in enumerate(rules.pieces):
        if not state.supply[supplied + kind]:
            continue
        if piece.goes_on is None:
            root, kinds, followers = features.root, features.kind, features.column[FOLLOWERS]
            stands = rules.stands[kind]
            allowed = [s for s in segments if stands[kinds[s]] and not followers[root[s]]]
        else:
            allowed = [s for s in segments if piece.goes_on(state, s)]
        if piece.strength:
            allowed = not_vetoed(state, kind, allowed)
        head, tail = board.cell[-1] << SPOT_BITS, kind << KIND_BITS | rules.code["deploy"]
        found += [(head | s - first) << KIND_BITS + PIECE.bits | tail for s in allowed]
    return found


def not_vetoed(state: State, kind: int, segments: list[int]) -> list[int]:
    """Return the segments where no expansion objects to a kind of follower."""
    for veto in state.rules.may_deploy:
        segments = [segment for segment in segments if veto(state, kind, segment)]
    return segments


def spot_of(state: State, segment: int) -> int:
    """Return a segment as its cell and its number on the tile, packed."""
    cell, local = state.board.place_of(segment)
    return cell << SPOT_BITS | local


def segment_at(state: State, spot: int) -> int:
    """Return the segment at a cell and with a number on its tile, packed."""
    return state.board.segment(spot >> SPOT_BITS, spot & SPOT_MASK)
