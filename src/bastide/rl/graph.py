"""Graph observations: the board as a graph of features and open cells.

The node of a feature marks its segments of the newest tile, on which followers are deployed. Fields are linked to the
cities and other features that they touch, features to their open cells. If actions elsewhere on the board are legal,
each of their spots is a node, linked to its feature. Unused nodes are 0, unused links -1.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from bastide.kernel.catalogue import EDGE_BITS, EDGE_MASK
from bastide.kernel.geometry import AROUND, SIDE_NAMES, STEPS, facing, turned, xy
from bastide.rl.planes import piece_columns, referenced_piece, relative_owner
from bastide.rl.scalars import BOUND, SCORE_SCALE
from bastide.rl.window import Window
from bastide.rules.model import SPOT, SPOT_BITS, SPOT_MASK, Kind, Seat
from bastide.rules.pieces import segment_at, strength_of, unpack_piece
from bastide.rules.ruleset import FOLLOWERS, Ruleset
from bastide.rules.scoring import points, value
from bastide.rules.state import NO_TILE, State

Nodes = npt.NDArray[np.float32]
Links = npt.NDArray[np.int16]
SIZE_SCALE: Final = 10.0
"""The divisor of sizes and strengths."""


class GraphEncoder:
    """The graph for a ruleset, a number of seats and a window. Seats are relative to the observing one."""

    def __init__(self, rules: Ruleset, players: int, window: Window) -> None:
        self.rules: Final = rules
        self.players: Final = players
        self.window: Final = window
        catalogue = rules.catalogue
        on_tile = max(catalogue.segment_count)
        owners = (*(f"seat {seat}" for seat in range(players)), "nobody")
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
            *(f"{piece.name} of {owner}" for owner in owners for piece in rules.pieces),
            *(f"{name} of {owner}" for name in piece_columns(rules) for owner in owners),
            *(f"segment {local} of the newest tile" for local in range(on_tile)),
            *(f"spot on segment {local}" for local in range(on_tile)),
        )
        """The name of each column of a node."""
        self._spot = len(self.names) - on_tile
        self._newest = self._spot - on_tile
        self._references = self._newest - len(piece_columns(rules)) * len(owners)
        self._pieces = self._references - len(owners) * len(rules.pieces)
        cells = 2 * rules.tiles_in_all + 2
        segments = sum(n * count for n, count in zip(rules.copies, catalogue.segment_count, strict=True))
        elsewhere = any(_spot_field(kind) is not None for kind in rules.kinds)
        spots = segments if elsewhere else 0
        self.nodes: Final = segments + cells + spots
        """The maximal number of nodes."""
        bordering = sum(
            n * len(segment.touches)
            for n, tile in zip(rules.copies, catalogue.tiles, strict=True)
            for segment in tile.segments
        )
        self.links: Final = bordering + cells * len(AROUND) * on_tile + spots
        """The maximal number of links."""

    def graph(self, state: State, seat: Seat | None) -> tuple[Nodes, Links]:
        """Return the nodes and the links from the perspective of a seat; a spectator has that of the first seat."""
        board, features = state.board, state.board.features
        nodes = np.zeros((self.nodes, len(self.names)), np.float32)
        roots = [segment for segment, root in enumerate(features.root) if segment == root]
        node_of = {root: i for i, root in enumerate(roots)}
        links: set[tuple[int, int]] = set()
        pieces, newest = self._piece_counts(state, seat or 0), board.segments_of(len(board.laid) - 1)
        for i, root in enumerate(roots):
            nodes[i, : self._pieces] = self._feature_row(state, root, seat or 0)
            nodes[i, self._pieces : self._references] = pieces.get(root, 0)
            for local, segment in enumerate(newest):
                nodes[i, self._newest + local] = features.root[segment] == root
            links |= {(i, node_of[other]) for other in features.touched(root)}
        for column, name in enumerate(piece_columns(self.rules)):
            if (piece := referenced_piece(state, name)) is not None:
                segment, owner, _ = unpack_piece(piece)
                at = self._references + column * (state.players + 1) + relative_owner(state, owner, seat or 0)
                nodes[node_of[features.root[segment]], at] = 1
        for i, (cell, wanted) in enumerate(board.wanted.items(), len(roots)):
            nodes[i] = self._cell_row(state, cell, wanted)
            links |= {(node_of[root], i) for root in self._features_beside(state, cell)}
        for i, spot in enumerate(self._spots(state), len(roots) + len(board.wanted)):
            nodes[i] = self._spot_row(spot)
            links.add((node_of[features.root[segment_at(state, spot)]], i))
        rows = np.full((self.links, 2), -1, np.int16)
        if links:
            rows[: len(links)] = sorted(links)
        return nodes, rows

    def _piece_counts(self, state: State, seat: Seat) -> dict[int, Nodes]:
        """Return, per occupied feature, the scaled numbers of pieces by owner and kind."""
        kinds, counts = len(self.rules.pieces), dict[int, Nodes]()
        for piece in state.pieces:
            segment, owner, kind = unpack_piece(piece)
            root = state.board.features.root[segment]
            row = counts.setdefault(root, np.zeros((state.players + 1) * kinds, np.float32))
            row[relative_owner(state, owner, seat) * kinds + kind] += 1 / SIZE_SCALE
        return counts

    def _feature_row(self, state: State, root: int, seat: Seat) -> list[float]:
        """Return the columns of the node of a feature, up to those of pieces."""
        features, kinds = state.board.features, self.rules.catalogue.kinds
        row = [float(features.kind[root] == kind) for kind in range(len(kinds))]
        row += [0.0] * (self.names.index("tiles") - len(kinds))
        site = self.rules.sites[features.kind[root]]
        worth = points(value(state, root)) if site is not None else 0
        row += [
            features.size(root) / SIZE_SCALE,
            features.open[root] / SIZE_SCALE,
            float(features.open[root] == 0),
            min(worth / SCORE_SCALE, BOUND),
            *(min(features.column[i][root], BOUND) for i in self._columns),
        ]
        return row + [strength_of(state, root, other) / SIZE_SCALE for other in state.seats_from(seat)]

    def _cell_row(self, state: State, cell: int, wanted: int) -> list[float]:
        """Return the node of an open cell."""
        catalogue = self.rules.catalogue
        edges = [wanted >> EDGE_BITS * side & EDGE_MASK for side in range(4)]
        fitting = 0 if state.tile == NO_TILE else len(state.board.fits(state.tile, cell))
        row = [0.0] * len(catalogue.kinds) + [1.0, 0.0, *self._position(cell)]
        row += [float(edges[side] == edge) for side in range(4) for edge in range(1, len(catalogue.edge_names))]
        row.append(fitting / 4)
        return row + [0.0] * (len(self.names) - len(row))

    def _position(self, cell: int) -> tuple[float, float]:
        """Return the scaled column and row of a cell."""
        x, y = xy(cell)
        return x / self.window.reach, y / self.window.reach

    def _spots(self, state: State) -> list[int]:
        """Return the spots of legal actions that may be anywhere on the board."""
        spots = set()
        for action in state.legal:
            kind = self.rules.kind_of(action)
            if (field := _spot_field(kind)) is not None:
                spots.add(kind.unpack(action)[field])
        return sorted(spot for spot in spots if spot >> SPOT_BITS in state.board.tile_at)

    def _spot_row(self, spot: int) -> list[float]:
        """Return the node of a spot."""
        row = [0.0] * len(self.rules.catalogue.kinds) + [0.0, 1.0, *self._position(spot >> SPOT_BITS)]
        row += [0.0] * (len(self.names) - len(row))
        row[self._spot + (spot & SPOT_MASK)] = 1.0
        return row

    def _features_beside(self, state: State, cell: int) -> set[int]:
        """Return the features that a tile in an open cell would extend or help to complete."""
        board, root = state.board, state.board.features.root
        features = {root[segment] for segment in board.waiting.get(cell, ())}
        for side, step in enumerate(STEPS):
            neighbour = board.tile_at.get(cell + step)
            if neighbour is not None:
                tile, rotation = board.tile(neighbour), board.rotation(neighbour)
                ports = [turned(facing(3 * side + place), -rotation) for place in range(3)]
                owners = {tile.owner_of(port) for port in ports} - {-1}
                features |= {root[board.first[neighbour] + local] for local in owners}
        return features


def _spot_field(kind: Kind) -> int | None:
    """Return the index of the field that is a spot anywhere on the board, or None if the kind has none."""
    return kind.fields.index(SPOT) if SPOT in kind.fields and not kind.on_new_tile else None
