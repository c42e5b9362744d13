"""Spatial observations: the board as a stack of planes over the window.

The planes of printed features come first, then those of pieces: of the observing seat, its left neighbour and so on. A
piece is encoded at all ports of its segment: left, middle and right of each side of the tile, seen from its centre. A
segment without ports, such as a monastery, is in the middle of the tile. Followers are encoded by their strength, other
pieces by their number.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import Final

import numpy as np
import numpy.typing as npt

from bastide.kernel.geometry import PORT_NAMES, SIDE_NAMES, turned
from bastide.kernel.tile import Tile
from bastide.rl.window import Window
from bastide.rules.model import NOBODY, Holds, Seat
from bastide.rules.pieces import segment_of, unpack_piece
from bastide.rules.ruleset import Ruleset
from bastide.rules.state import State

Planes = npt.NDArray[np.int8]

PLACES: Final = (*PORT_NAMES, "middle", "other middle")
"""The places on a tile where a piece is encoded; some tiles have two segments without ports."""
SIDE_PAIRS: Final = tuple(combinations(range(4), 2))
INT8_MAX: Final = 127
INT8_BITS: Final = 7
"""The value bits of a plane. The number of a kind of tile, from 1, takes two planes, the low bits first."""


def marks_on(tile: Tile) -> list[tuple[str, int]]:
    """Return the marks printed on a tile and its segments."""
    return [*tile.marks, *(mark for segment in tile.segments for mark in segment.marks)]


class PlaneEncoder:
    """The planes for a ruleset, a number of seats and a window."""

    def __init__(self, rules: Ruleset, players: int, window: Window) -> None:
        self.rules: Final = rules
        self.players: Final = players
        self.window: Final = window
        tiles = rules.catalogue.tiles
        self._edges = rules.catalogue.edge_names[1:]
        self._kinds = sorted({s.kind for tile in tiles for s in tile.segments if not s.ports})
        self._marks = sorted({name for tile in tiles for name, _ in marks_on(tile)})
        printed = (
            "tile",
            *(f"{side} {edge}" for side in SIDE_NAMES for edge in self._edges),
            *(f"{SIDE_NAMES[a]} joined with {SIDE_NAMES[b]}" for a, b in SIDE_PAIRS),
            *(f"{kind} in the middle" for kind in self._kinds),
            *(f"printed {mark}" for mark in self._marks),
            "kind of tile",
            "kind of tile, further bits",
            "rotation",
        )
        names = [piece.name for piece in rules.pieces]
        self.names: Final = (
            *printed,
            "newest tile",
            *(f"seat {seat} strength at {place}" for seat in range(players) for place in PLACES),
            *(f"seat {seat} {name}" for seat in range(players) for name in names),
            *(f"nobody's {name}" for name in names),
            *(f"{owner} other pieces at {place}" for owner in self._others() for place in PLACES),
            *(f"{name} at {place}" for name in piece_columns(rules) for place in PLACES),
        )
        """The name of each plane."""
        self.shape: Final = (len(self.names), window.side, window.side)
        self.newest: Final = len(printed)
        """The plane of the newest tile, which follows those of printed features."""
        self.strength: Final = self.newest + 1
        """The first plane of the strengths of followers."""
        self.piece: Final = self.strength + players * len(PLACES)
        """The first plane of the kinds of pieces."""
        self.other: Final = self.piece + (players + 1) * len(names)
        """The first plane of other pieces than followers of a seat, if the rules have any."""
        self.piece_columns: Final = len(self.names) - len(piece_columns(rules)) * len(PLACES)
        """The first plane of pieces to which columns of the state refer."""
        laid = list(product(tiles, range(4)))
        self.printed: Final[Planes] = np.array([self._printed(tile, rotation) for tile, rotation in laid], np.int8)
        """Per laid tile and plane: the printed features."""
        self.places: Final[Planes] = np.array([self._places(tile, rotation) for tile, rotation in laid], np.int8)
        """Per laid tile, segment and place: 1 if the segment covers the place, else 0."""

    def _others(self) -> list[str]:
        """Return the names of the owners of other pieces, none if the rules have no such pieces."""
        present = any(not piece.strength or piece.neutral for piece in self.rules.pieces)
        return [*(f"seat {seat}" for seat in range(self.players)), "nobody's"] if present else []

    def _printed(self, tile: Tile, rotation: int) -> list[int]:
        """Return the printed features of a laid tile, one value per plane."""
        sides = [(side - rotation) % 4 for side in range(4)]
        owners = [tile.owner_of(3 * side + 1) for side in sides]
        marks = dict.fromkeys(self._marks, 0)
        kind = self.rules.catalogue.number[tile.id] + 1
        for name, number in marks_on(tile):
            marks[name] += number
        return [
            1,
            *(int(tile.edges[side] == edge) for side in sides for edge in self._edges),
            *(int(owners[a] == owners[b] != -1) for a, b in SIDE_PAIRS),
            *(int(any(s.kind == name and not s.ports for s in tile.segments)) for name in self._kinds),
            *(min(number, INT8_MAX) for number in marks.values()),
            kind & INT8_MAX,
            kind >> INT8_BITS,
            rotation,
        ]

    def _places(self, tile: Tile, rotation: int) -> Planes:
        """Return, per segment of a laid tile and place, 1 if the segment covers the place, else 0."""
        covered = np.zeros((max(self.rules.catalogue.segment_count), len(PLACES)), np.int8)
        middle = len(PORT_NAMES)
        for local, segment in enumerate(tile.segments):
            covered[local, [turned(port, rotation) for port in segment.ports] or [middle]] = 1
            middle += not segment.ports
        return covered

    def planes(self, state: State, seat: Seat | None) -> Planes:
        """Return the planes from the perspective of a seat; a spectator has that of the first seat."""
        window, board = self.window, state.board
        planes = np.zeros((len(self.names), window.cells), np.int8)
        cells = [window.index(cell) for cell in board.cell]
        planes[: self.newest, cells] = self.printed[board.laid].T
        planes[self.newest, cells[-1]] = 1
        kinds = self.rules.pieces
        for piece in state.pieces:
            segment, owner, kind = unpack_piece(piece)
            at = cells[board.tile_of(segment)]
            row = relative_owner(state, owner, seat or 0)
            planes[self.piece + row * len(kinds) + kind, at] += 1
            strength = 0 if owner == NOBODY else kinds[kind].strength
            first = (self.strength if strength else self.other) + row * len(PLACES)
            planes[first : first + len(PLACES), at] += (strength or 1) * self._places_of(state, segment)
        for number, name in enumerate(piece_columns(self.rules)):
            if (referenced := referenced_piece(state, name)) is not None:
                segment, first = segment_of(referenced), self.piece_columns + number * len(PLACES)
                planes[first : first + len(PLACES), cells[board.tile_of(segment)]] = self._places_of(state, segment)
        return planes.reshape(self.shape)

    def _places_of(self, state: State, segment: int) -> Planes:
        """Return, per place, 1 if a segment on the board covers it, else 0."""
        board, number = state.board, state.board.tile_of(segment)
        covered: Planes = self.places[board.laid[number], segment - board.first[number]]
        return covered


def relative_owner(state: State, owner: Seat, seat: Seat) -> int:
    """Return the owner of a piece relative to a seat; NOBODY comes last."""
    return state.players if owner == NOBODY else (owner - seat) % state.players


def piece_columns(rules: Ruleset) -> list[str]:
    """Return the names of the columns of the state that refer to a piece on the board."""
    return [column.name for column in rules.columns if Holds.PIECE in column.holds]


def referenced_piece(state: State, column: str) -> int | None:
    """Return the piece to which a column of the state refers, if any."""
    index = state.ext[column][0] - 1
    return state.pieces[index] if 0 <= index < len(state.pieces) else None
