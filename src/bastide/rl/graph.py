"""The board as a graph: its nodes are the features and the open cells, its links say what touches what.

A feature that the newest tile has a part in says which segments of that tile are its own: by these, followers are put
down. A field is linked with the cities it touches (and whatever else it borders), a feature with the open cells that it
waits for. If something can be done elsewhere on the board now, every spot where it can is a node, linked with its
feature. Rows beyond those in use are 0, links beyond them -1.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from bastide.kernel.catalogue import EDGE_BITS, EDGE_MASK
from bastide.kernel.geometry import AROUND, SIDE_NAMES, STEPS, xy
from bastide.rl.planes import piece_meant, pointed, whose
from bastide.rl.scalars import HIGHEST, MANY
from bastide.rl.window import Window
from bastide.rules.model import KIND_MASK, SPOT, SPOT_BITS, SPOT_MASK, Kind, Seat
from bastide.rules.pieces import segment_at, unpack_piece
from bastide.rules.ruleset import FOLLOWERS, LANE, Ruleset
from bastide.rules.scoring import points, value
from bastide.rules.state import NO_TILE, State

Nodes = npt.NDArray[np.float32]
Links = npt.NDArray[np.int16]
TEN: Final = 10.0
"""What sizes and strengths are divided by."""


class GraphCode:
    """The graph for some rules and so many seats. Seats are counted from the one that looks."""

    def __init__(self, rules: Ruleset, players: int, window: Window) -> None:
        self.rules: Final = rules
        self.players: Final = players
        self.window: Final = window
        catalogue = rules.catalogue
        on_tile = max(catalogue.segment_count)
        whose_pieces = (*(f"seat {seat}" for seat in range(players)), "nobody")
        self._columns = [i for i, column in enumerate(catalogue.columns) if i != FOLLOWERS]
        self.names: Final = (
            *(f"is a {kind}" for kind in catalogue.kinds),
            "is an open cell",
            "is a spot",
            "column of the cell",
            "row of the cell",
            *(f"asks for {edge} in the {side}" for side in SIDE_NAMES for edge in catalogue.edge_names[1:]),
            "rotations in which the tile fits",
            "tiles",
            "open sides",
            "complete",
            "worth now",
            *(catalogue.columns[i].name for i in self._columns),
            *(f"strength of seat {seat}" for seat in range(players)),
            *(f"{piece.name} of {owner}" for owner in whose_pieces for piece in rules.pieces),
            *(f"{name} of {owner}" for name in pointed(rules) for owner in whose_pieces),
            *(f"segment {local} of the newest tile" for local in range(on_tile)),
            *(f"spot on segment {local}" for local in range(on_tile)),
        )
        """What each number of a node is."""
        self._spot = len(self.names) - on_tile
        self._newest = self._spot - on_tile
        self._pointed = self._newest - len(pointed(rules)) * len(whose_pieces)
        self._pieces = self._pointed - len(whose_pieces) * len(rules.pieces)
        cells = 2 * rules.tiles_in_all + 2
        segments = sum(n * count for n, count in zip(rules.copies, catalogue.segment_count, strict=True))
        elsewhere = any(_spot_of(kind) is not None for kind in rules.kinds)
        spots = segments if elsewhere else 0
        self.nodes: Final = segments + cells + spots
        """How many nodes there can be."""
        bordering = sum(
            n * len(segment.touches)
            for n, tile in zip(rules.copies, catalogue.tiles, strict=True)
            for segment in tile.segments
        )
        self.links: Final = bordering + cells * len(AROUND) * on_tile + spots
        """How many links there can be."""

    def graph(self, state: State, seat: Seat | None) -> tuple[Nodes, Links]:
        """Return the nodes and the links of the board as a seat sees it."""
        board, features = state.board, state.board.features
        nodes = np.zeros((self.nodes, len(self.names)), np.float32)
        roots = [segment for segment, root in enumerate(features.root) if segment == root]
        number = {root: i for i, root in enumerate(roots)}
        links: set[tuple[int, int]] = set()
        standing, newest = self._standing(state, seat or 0), board.segments_of(len(board.laid) - 1)
        for i, root in enumerate(roots):
            nodes[i, : self._pieces] = self._feature(state, root, seat or 0)
            nodes[i, self._pieces : self._pointed] = standing.get(root, 0)
            for local, segment in enumerate(newest):
                nodes[i, self._newest + local] = features.root[segment] == root
            links |= {(i, number[other]) for other in features.touched(root)}
        for column, name in enumerate(pointed(self.rules)):
            if (meant := piece_meant(state, name)) is not None:
                segment, owner, _ = unpack_piece(meant)
                at = self._pointed + column * (state.players + 1) + whose(state, owner, seat or 0)
                nodes[number[features.root[segment]], at] = 1
        for i, (cell, wanted) in enumerate(board.wanted.items(), len(roots)):
            nodes[i] = self._cell(state, cell, wanted)
            links |= {(number[root], i) for root in self._waiting_for(state, cell)}
        for i, spot in enumerate(self._spots(state), len(roots) + len(board.wanted)):
            nodes[i] = self._spot_row(spot)
            links.add((number[features.root[segment_at(state, spot)]], i))
        rows = np.full((self.links, 2), -1, np.int16)
        if links:
            rows[: len(links)] = sorted(links)
        return nodes, rows

    def _standing(self, state: State, seat: Seat) -> dict[int, Nodes]:
        """Return, per feature with pieces, how many of each kind every seat has there, and nobody."""
        kinds, found = len(self.rules.pieces), dict[int, Nodes]()
        for piece in state.pieces:
            segment, owner, kind = unpack_piece(piece)
            root = state.board.features.root[segment]
            row = whose(state, owner, seat)
            found.setdefault(root, np.zeros((state.players + 1) * kinds, np.float32))[row * kinds + kind] += 1 / TEN
        return found

    def _feature(self, state: State, root: int, seat: Seat) -> list[float]:
        features, kinds = state.board.features, self.rules.catalogue.kinds
        row = [float(features.kind[root] == kind) for kind in range(len(kinds))]
        row += [0.0] * (self.names.index("tiles") - len(kinds))
        site = self.rules.sites[features.kind[root]]
        worth = points(value(state, root)) if site is not None else 0
        row += [
            features.size(root) / TEN,
            features.open[root] / TEN,
            float(features.open[root] == 0),
            min(worth / MANY, HIGHEST),
            *(min(features.column[i][root], HIGHEST) for i in self._columns),
        ]
        strength = features.column[FOLLOWERS][root]
        row += [(strength >> LANE * s & (1 << LANE) - 1) / TEN for s in state.seats_from(seat)]
        return row

    def _cell(self, state: State, cell: int, wanted: int) -> list[float]:
        catalogue = self.rules.catalogue
        asked = [wanted >> EDGE_BITS * side & EDGE_MASK for side in range(4)]
        fitting = 0 if state.tile == NO_TILE else len(state.board.fits(state.tile, cell))
        row = [0.0] * len(catalogue.kinds) + [1.0, 0.0, *self._place(cell)]
        row += [float(asked[side] == edge) for side in range(4) for edge in range(1, len(catalogue.edge_names))]
        row.append(fitting / 4)
        return row + [0.0] * (len(self.names) - len(row))

    def _place(self, cell: int) -> tuple[float, float]:
        x, y = xy(cell)
        return x / self.window.reach, y / self.window.reach

    def _spots(self, state: State) -> list[int]:
        """Return the spots anywhere on the board where something can be done now."""
        found = set()
        for action in state.legal:
            kind = self.rules.kinds[action & KIND_MASK]
            if (place := _spot_of(kind)) is not None:
                found.add(kind.unpack(action)[place])
        return sorted(spot for spot in found if spot >> SPOT_BITS in state.board.tile_at)

    def _spot_row(self, spot: int) -> list[float]:
        row = [0.0] * len(self.rules.catalogue.kinds) + [0.0, 1.0, *self._place(spot >> SPOT_BITS)]
        row += [0.0] * (len(self.names) - len(row))
        row[self._spot + (spot & SPOT_MASK)] = 1.0
        return row

    def _waiting_for(self, state: State, cell: int) -> set[int]:
        """Return the features that a tile in an open cell would join or help to complete."""
        board, root = state.board, state.board.features.root
        found = {root[segment] for segment in board.waiting.get(cell, ())}
        for side, step in enumerate(STEPS):
            neighbour = board.tile_at.get(cell + step)
            if neighbour is not None:
                tile, rotation = board.tile(neighbour), board.rotation(neighbour)
                own = ((side ^ 2) - rotation) % 4
                owners = {tile.owner_of(3 * own + place) for place in range(3)} - {-1}
                found |= {root[board.first[neighbour] + local] for local in owners}
        return found


def _spot_of(kind: Kind) -> int | None:
    """Return which field of a kind of action is a spot that may lie anywhere on the board."""
    return kind.fields.index(SPOT) if SPOT in kind.fields and not kind.on_new_tile else None
