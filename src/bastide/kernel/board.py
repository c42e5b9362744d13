"""The board: which tile lies where, what fits beside it, and the features that result. Unbounded."""

from __future__ import annotations

from bisect import bisect_right

from bastide.errors import BastideError
from bastide.kernel.catalogue import EDGE_BITS, EDGE_MASK, Catalogue
from bastide.kernel.features import Features
from bastide.kernel.geometry import AROUND, STEPS, Cell, cell_at, cell_text, xy
from bastide.kernel.notebook import render_svg
from bastide.kernel.tile import Block, Tile


class Board:
    """Placed tiles in order of placing, the open cells with the edges they want, and the features."""

    __slots__ = ("catalogue", "cell", "features", "first", "laid", "surrounded", "tile_at", "waiting", "wanted")

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.features = Features(catalogue.plans, len(catalogue.columns))
        self.laid: list[int] = []
        """Per placed tile, ``4 * tile + rotation``."""
        self.cell: list[Cell] = []
        self.first: list[int] = []
        """Per placed tile, the number of its first segment."""
        self.tile_at: dict[Cell, int] = {}
        self.wanted: dict[Cell, int] = {}
        """Per open cell, the edge types its four neighbours ask for, packed."""
        self.waiting: dict[Cell, tuple[int, ...]] = {}
        """Per empty cell, the surrounded features (monasteries) that wait for a tile there."""
        self.surrounded: tuple[int, ...] = ()
        """The surrounded features on other tiles that the last tile was laid beside."""

    def _repr_svg_(self) -> str:
        """Return the SVG that a notebook displays."""
        return render_svg(self)

    def copy(self) -> Board:
        """Return an independent copy; the catalogue is shared."""
        new = Board.__new__(Board)
        new.catalogue = self.catalogue
        new.features = self.features.copy()
        new.laid = self.laid[:]
        new.cell = self.cell[:]
        new.first = self.first[:]
        new.tile_at = self.tile_at.copy()
        new.wanted = self.wanted.copy()
        new.waiting = self.waiting.copy()
        new.surrounded = self.surrounded
        return new

    def place(self, tile: int, rotation: int, cell: Cell) -> int:
        """Lay a tile and join its features with the neighbours'; return its number in order of placing.

        The caller has made sure that the cell is empty and that the edges match.
        """
        catalogue, features, tile_at, wanted = self.catalogue, self.features, self.tile_at, self.wanted
        number = len(self.laid)
        first = len(features.root)
        bit = 1 << number
        tile_at[cell] = number
        self.laid.append(4 * tile + rotation)
        self.cell.append(cell)
        self.first.append(first)

        count = catalogue.segment_count[tile]
        segments = range(first, first + count)
        features.root.extend(segments)
        features.next.extend(segments)
        features.kind.extend(catalogue.segment_kinds[tile])
        features.length.extend([1] * count)
        features.open.extend(catalogue.open_sides[tile])
        features.tiles.extend([bit] * count)
        features.touches.extend([mask << first for mask in catalogue.touches[tile]])
        for column, marks in zip(features.column, catalogue.column_marks[tile], strict=True):
            column.extend(marks)

        wanted.pop(cell, None)
        laid = 4 * tile + rotation
        asks, seams, own_sides = catalogue.asks[laid], catalogue.seams, catalogue.own_side
        own_side = own_sides[laid]
        for side, step in enumerate(STEPS):
            beyond = cell + step
            neighbour = tile_at.get(beyond)
            if neighbour is None:
                wanted[beyond] = wanted.get(beyond, 0) | asks[side]
                continue
            base = self.first[neighbour]
            joins, alone = seams[own_side[side] * seams.stride + own_sides[self.laid[neighbour]][side ^ 2]]
            for a, b, closes in joins:
                features.join(first + a, base + b, closes)
            if alone is not None:
                for segment in (*(first + a for a in alone[0]), *(base + b for b in alone[1])):
                    features.open[features.root[segment]] -= 1

        self.surrounded = self.waiting.pop(cell, ())
        for segment in self.surrounded:
            features.open[segment] -= 1
            features.tiles[segment] |= bit
        for local in catalogue.surrounded[tile]:
            self._surround(first + local, cell)
        return number

    def _surround(self, segment: int, cell: Cell) -> None:
        features = self.features
        for step in AROUND:
            neighbour = self.tile_at.get(cell + step)
            if neighbour is None:
                self.waiting[cell + step] = (*self.waiting.get(cell + step, ()), segment)
            else:
                features.open[segment] -= 1
                features.tiles[segment] |= 1 << neighbour

    def lay_block(self, block: Block, origin: Cell, turns: int = 0) -> None:
        """Lay every cell of a block, turned clockwise about the block's own origin, which goes to the given cell."""
        x, y = xy(origin)
        (a, b), (c, d) = (((1, 0), (0, 1)), ((0, -1), (1, 0)), ((-1, 0), (0, -1)), ((0, 1), (-1, 0)))[turns]
        cells = [cell_at(x + a * column + b * row, y + c * column + d * row) for column, row, _ in block.parts]
        if taken := next((cell for cell in cells if cell in self.tile_at), None):
            raise BastideError("cell_taken", cell=cell_text(taken))
        for cell, (_, _, tile) in zip(cells, block.parts, strict=True):
            self.place(self.catalogue.number[tile.id], turns, cell)

    def fits(self, tile: int, cell: Cell) -> tuple[int, ...]:
        """Return the rotations in which a tile matches its neighbours at a cell; none if the cell is not open."""
        wanted = self.wanted.get(cell)
        return () if wanted is None else self.catalogue.rotations[tile][wanted]

    def clashes(self, tile: int, rotation: int, cell: Cell) -> list[tuple[int, str, str]]:
        """Return the sides where a tile would not match: side, its own edge type, the neighbour's."""
        wanted, edges = self.wanted.get(cell, 0), self.catalogue.edges[4 * tile + rotation]
        names = self.catalogue.edge_names
        pairs = [(s, edges >> EDGE_BITS * s & EDGE_MASK, wanted >> EDGE_BITS * s & EDGE_MASK) for s in range(4)]
        return [(s, names[mine], names[want]) for s, mine, want in pairs if want and want != mine]

    def tile(self, number: int) -> Tile:
        """Return what is printed on a placed tile."""
        return self.catalogue.tiles[self.laid[number] // 4]

    def mark(self, number: int, name: str) -> int:
        """Return the number of a mark printed on a placed tile as a whole, 0 if it has none; -1 is the last tile."""
        return self.catalogue.marks(name)[self.laid[number] // 4]

    def rotation(self, number: int) -> int:
        """Return by how many quarter turns clockwise a placed tile was turned."""
        return self.laid[number] & 3

    def segment(self, cell: Cell, local: int) -> int:
        """Return the number of a segment on this board, given its cell and its number on the tile."""
        return self.first[self.tile_at[cell]] + local

    def place_of(self, segment: int) -> tuple[Cell, int]:
        """Return the cell of a segment and its number on the tile."""
        number = self.tile_of(segment)
        return self.cell[number], segment - self.first[number]

    def tile_of(self, segment: int) -> int:
        """Return the number of the placed tile that carries a segment."""
        return bisect_right(self.first, segment) - 1

    def segments_of(self, number: int) -> range:
        """Return the segments of a placed tile."""
        first = self.first[number]
        return range(first, first + self.catalogue.segment_count[self.laid[number] // 4])

    def __getitem__(self, column: str) -> list[int]:
        """Return a declared feature column by its name."""
        return self.features.column[self.catalogue.column_number[column]]
