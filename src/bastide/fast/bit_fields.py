"""Bit fields: packed pieces, laid tiles, strengths of followers, and sets as bits, with their accessors.

Pieces, laid tiles and strengths are packed as in the engine.
"""

from __future__ import annotations

from typing import Final

from bastide.fast.compilation import compiled
from bastide.rules.ruleset import LANE

ROTATION_BITS: Final = 2
"""A laid tile is its kind, then its rotation."""
ROTATION_MASK: Final = (1 << ROTATION_BITS) - 1
PIECE_KIND_MASK: Final = 15
PIECE_SEAT_SHIFT: Final = 4
PIECE_SEAT_MASK: Final = 15
PIECE_SEGMENT_SHIFT: Final = 9
"""A piece is its segment, a bit for guests that is never set here, its seat and its kind."""
LANE_MASK: Final = (1 << LANE) - 1
"""The strengths of all seats in a feature are one number, a lane of bits each."""
WORD_SHIFT: Final = 6
WORD_BITS: Final = 1 << WORD_SHIFT
WORD_MASK: Final = WORD_BITS - 1
"""A set of more than 64 elements is several words."""

ODD_BITS: Final = 0x5555555555555555
PAIRS: Final = 0x3333333333333333
NIBBLES: Final = 0x0F0F0F0F0F0F0F0F
BYTES: Final = 0x0101010101010101
TOP_BYTE_SHIFT: Final = 56


@compiled
def pack_tile(tile: int, rotation: int) -> int:
    """Return a tile with its rotation, as laid tiles are stored."""
    return tile << ROTATION_BITS | rotation


@compiled
def tile_of(laid: int) -> int:
    """Return the tile of a laid tile."""
    return laid >> ROTATION_BITS


@compiled
def opposite(side: int) -> int:
    """Return the side of the neighbouring tile that touches a side."""
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
def in_lane(strength: int, seat: int) -> int:
    """Return the strength of a seat, shifted into its lane."""
    return strength << LANE * seat


@compiled
def lane_of(followers: int, seat: int) -> int:
    """Return the strength of a seat among followers."""
    return followers >> LANE * seat & LANE_MASK


@compiled
def has_bit(bits: int, at: int) -> int:
    """Return 1 if a bit is set, else 0."""
    return bits >> at & 1


@compiled
def popcount(word: int) -> int:
    """Return the number of set bits in a 64-bit word."""
    word = word - ((word >> 1) & ODD_BITS)
    word = (word & PAIRS) + ((word >> 2) & PAIRS)
    return (((word + (word >> 4)) & NIBBLES) * BYTES) >> TOP_BYTE_SHIFT


@compiled
def nth_set_bit(word: int, number: int) -> int:
    """Return the position of a set bit, counted from 0 among the set ones."""
    for _ in range(number):
        word &= word - 1
    return popcount((word & -word) - 1)
