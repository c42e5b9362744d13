"""The board as planes: one number for every cell of the window, plane by plane.

First comes what is printed on the tiles, then the pieces, those of the seat that looks before those of its left
neighbour and so on. A piece stands on a segment, and is shown at all ports of that segment: on each side of the tile
left, middle and right, seen from its centre. A segment without ports, such as a monastery, is in the middle of the
tile. Followers are shown by their strength, other pieces (if the rules have any) by their number.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from bastide.kernel.geometry import PORT_NAMES, SIDE_NAMES, turned
from bastide.kernel.tile import Tile
from bastide.rl.window import Window
from bastide.rules.model import NOBODY, Holds, Seat
from bastide.rules.pieces import unpack_piece
from bastide.rules.ruleset import Ruleset
from bastide.rules.state import State

Planes = npt.NDArray[np.int8]

PLACES: Final = (*PORT_NAMES, "middle", "other middle")
"""Where on a tile a piece is shown; a few tiles have two segments without ports."""
PAIRS: Final = tuple(combinations(range(4), 2))
LARGEST: Final = 127
KIND_BITS: Final = 7
"""The number of a kind of tile, counted from 1, is told in two planes, the last bits in the first."""


def marks_on(tile: Tile) -> list[tuple[str, int]]:
    """Return all that is printed on a tile beside its features."""
    return [*tile.marks, *(mark for segment in tile.segments for mark in segment.marks)]


class PlaneCode:
    """The planes for some rules, so many seats and a window."""

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
            *(f"{SIDE_NAMES[a]} joined with {SIDE_NAMES[b]}" for a, b in PAIRS),
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
            *(f"{name} at {place}" for name in pointed(rules) for place in PLACES),
        )
        """What each plane shows."""
        self.shape: Final = (len(self.names), window.side, window.side)
        self.newest: Final = len(printed)
        """The plane that shows the newest tile; what is printed lies before it."""
        self.strength: Final = self.newest + 1
        """The first plane that shows how strong a seat is at a place."""
        self.piece: Final = self.strength + players * len(PLACES)
        """The first plane that shows a kind of piece."""
        self.other: Final = self.piece + (players + 1) * len(names)
        """The first plane that shows where pieces are that are not followers, if the rules have any."""
        self.pointed: Final = len(self.names) - len(pointed(rules)) * len(PLACES)
        """The first plane that shows where a piece is that something is about to happen to."""
        self.printed: Final[Planes] = np.array(
            [self._print(tile, rotation) for tile in tiles for rotation in range(4)], np.int8
        )
        """Per laid tile: what is printed on it, plane by plane."""
        self.places: Final[Planes] = self._places()
        """Per laid tile and segment: 1 for every place of the tile that it has, 0 for the others."""

    def _others(self) -> list[str]:
        """Return whose pieces may be on the board that are not followers of a seat."""
        silent = any(not piece.strength or piece.neutral for piece in self.rules.pieces)
        return [*(f"seat {seat}" for seat in range(self.players)), "nobody's"] if silent else []

    def _print(self, tile: Tile, rotation: int) -> list[int]:
        sides = [(side - rotation) % 4 for side in range(4)]
        owners = [tile.owner_of(3 * side + 1) for side in sides]
        marks = dict.fromkeys(self._marks, 0)
        place = self.rules.catalogue.number[tile.id] + 1
        for name, number in marks_on(tile):
            marks[name] += number
        return [
            1,
            *(int(tile.edges[side] == edge) for side in sides for edge in self._edges),
            *(int(owners[a] == owners[b] != -1) for a, b in PAIRS),
            *(int(any(s.kind == kind and not s.ports for s in tile.segments)) for kind in self._kinds),
            *(min(number, LARGEST) for number in marks.values()),
            place & LARGEST,
            place >> KIND_BITS,
            rotation,
        ]

    def _places(self) -> Planes:
        tiles = self.rules.catalogue.tiles
        found = np.zeros((4 * len(tiles), max(self.rules.catalogue.segment_count), len(PLACES)), np.int8)
        for number, tile in enumerate(tiles):
            for rotation in range(4):
                middle = len(PORT_NAMES)
                for local, segment in enumerate(tile.segments):
                    places = [turned(port, rotation) for port in segment.ports] or [middle]
                    middle += not segment.ports
                    found[4 * number + rotation, local, places] = 1
        return found

    def planes(self, state: State, seat: Seat | None) -> Planes:
        """Return the board as a seat sees it; a spectator sees it as the first seat does."""
        window, board = self.window, state.board
        planes = np.zeros((len(self.names), window.cells), np.int8)
        cells = [window.index(cell) for cell in board.cell]
        planes[: self.newest, cells] = self.printed[board.laid].T
        planes[self.newest, cells[-1]] = 1
        kinds = self.rules.pieces
        for piece in state.pieces:
            segment, owner, kind = unpack_piece(piece)
            at = cells[board.tile_of(segment)]
            row = whose(state, owner, seat or 0)
            planes[self.piece + row * len(kinds) + kind, at] += 1
            follows = owner != NOBODY and kinds[kind].strength
            first = (self.strength if follows else self.other) + row * len(PLACES)
            planes[first : first + len(PLACES), at] += (follows or 1) * self._places_of(state, segment)
        for number, name in enumerate(pointed(self.rules)):
            if (meant := piece_meant(state, name)) is not None:
                segment, first = unpack_piece(meant)[0], self.pointed + number * len(PLACES)
                planes[first : first + len(PLACES), cells[board.tile_of(segment)]] = self._places_of(state, segment)
        return planes.reshape(self.shape)

    def _places_of(self, state: State, segment: int) -> Planes:
        """Return 1 for every place of its tile that a segment on the board has."""
        board, number = state.board, state.board.tile_of(segment)
        found: Planes = self.places[board.laid[number], segment - board.first[number]]
        return found


def whose(state: State, owner: Seat, seat: Seat) -> int:
    """Return how many seats to the left of a seat the owner of a piece is; nobody comes after all of them."""
    return state.players if owner == NOBODY else (owner - seat) % state.players


def pointed(rules: Ruleset) -> list[str]:
    """Return the columns of the state that stand for a piece on the board."""
    return [column.name for column in rules.columns if Holds.PIECE in column.holds]


def piece_meant(state: State, column: str) -> int | None:
    """Return the piece that a column of the state stands for now, if there is one."""
    place = state.ext[column][0] - 1
    return state.pieces[place] if 0 <= place < len(state.pieces) else None
