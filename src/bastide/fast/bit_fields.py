"""Bit fields: accessors of packed pieces, laid tiles, spots, strengths of followers, and bit sets.

All but the sets are packed as in the engine.
"""

from __future__ import annotations

from typing import Final

from bastide.fast.compilation import compiled
from bastide.rules import model
from bastide.rules.ruleset import LANE

ROTATION_BITS: Final = 2
"""A laid tile is packed as tile, rotation."""
ROTATION_MASK: Final = (1 << ROTATION_BITS) - 1
PIECE_KIND_MASK: Final = 15
PIECE_SEAT_SHIFT: Final = 4
PIECE_SEAT_MASK: Final = 15
PIECE_GUEST: Final = 1 << 8
PIECE_SEGMENT_SHIFT: Final = 9
"""A piece is packed as segment, a bit for guests, seat, kind."""
SPOT_BITS: Final = model.SPOT_BITS
SPOT_MASK: Final = model.SPOT_MASK
"""A spot is packed as cell, segment of the tile there."""
LANE_MASK: Final = (1 << LANE) - 1
"""The strengths of all seats in a feature are packed into one number, a lane of bits each."""
MARK_BITS: Final = 8
MARK_MASK: Final = (1 << MARK_BITS) - 1
"""The marks of a feature are packed into one number, a lane of bits for each kind of mark."""
WORD_SHIFT: Final = 6
WORD_BITS: Final = 1 << WORD_SHIFT
WORD_MASK: Final = WORD_BITS - 1
"""A set of more than 64 elements is an array of words."""

EVEN_BITS: Final = 0x5555555555555555
LOW_PAIRS: Final = 0x3333333333333333
LOW_NIBBLES: Final = 0x0F0F0F0F0F0F0F0F
BYTE_ONES: Final = 0x0101010101010101
TOP_BYTE_SHIFT: Final = 56
BYTE_MASK: Final = 0xFF


@compiled
def pack_tile(tile: int, rotation: int) -> int:
    """Return a laid tile."""
    return tile << ROTATION_BITS | rotation


@compiled
def tile_of(laid: int) -> int:
    """Return the kind of a laid tile."""
    return laid >> ROTATION_BITS


@compiled
def opposite(side: int) -> int:
    """Return the opposite side, which is also the side of the neighbour that meets this one."""
    return side ^ 2


@compiled
def pack_piece(segment: int, seat: int, kind: int) -> int:
    """Return a piece on a segment."""
    return segment << PIECE_SEGMENT_SHIFT | seat << PIECE_SEAT_SHIFT | kind


@compiled
def piece_segment(piece: int) -> int:
    """Return the segment on which a piece stands."""
    return piece >> PIECE_SEGMENT_SHIFT


@compiled
def piece_seat(piece: int) -> int:
    """Return the seat that owns a piece."""
    return piece >> PIECE_SEAT_SHIFT & PIECE_SEAT_MASK


@compiled
def piece_kind(piece: int) -> int:
    """Return the kind of a piece."""
    return piece & PIECE_KIND_MASK


@compiled
def is_guest(piece: int) -> bool:
    """Return whether a piece is in its feature without standing on a tile."""
    return piece & PIECE_GUEST != 0


@compiled
def pack_spot(cell: int, segment: int) -> int:
    """Return the spot of a segment of the tile in a cell."""
    return cell << SPOT_BITS | segment


@compiled
def spot_cell(spot: int) -> int:
    """Return the cell of a spot."""
    return spot >> SPOT_BITS


@compiled
def spot_segment(spot: int) -> int:
    """Return the segment of a spot, counted on its tile."""
    return spot & SPOT_MASK


@compiled
def in_lane(strength: int, seat: int) -> int:
    """Return a strength shifted into the lane of a seat."""
    return strength << LANE * seat


@compiled
def lane_of(followers: int, seat: int) -> int:
    """Return the strength of a seat, given the strengths of all seats."""
    return followers >> LANE * seat & LANE_MASK


@compiled
def has_bit(bits: int, at: int) -> int:
    """Return 1 if a bit is set, else 0."""
    return bits >> at & 1


@compiled
def popcount(word: int) -> int:
    """Return the number of set bits in a 64-bit word."""
    word = word - ((word >> 1) & EVEN_BITS)
    word = (word & LOW_PAIRS) + ((word >> 2) & LOW_PAIRS)
    return (((word + (word >> 4)) & LOW_NIBBLES) * BYTE_ONES) >> TOP_BYTE_SHIFT & BYTE_MASK


@compiled
def nth_set_bit(word: int, number: int) -> int:
    """Return the position of the set bit with a number, counted from 0."""
    for _ in range(number):
        word &= word - 1
    return popcount((word & -word) - 1)
