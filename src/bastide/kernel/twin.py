"""The slow twin: all features worked out again from the placed tiles alone, by flood fill.

It shares nothing with the engine but the printed tiles, and knows neither rings nor seams nor masks. Comparing the two
after every placement is the strongest check the kernel has.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bastide.kernel.board import Board
from bastide.kernel.features import Merge
from bastide.kernel.geometry import cell_at, facing, turned, xy

Spot = tuple[int, int]
"""A placed tile by its number, and a segment by its number on that tile."""


@dataclass(frozen=True)
class SlowFeature:
    """A feature as plain sets."""

    kind: str
    spots: frozenset[Spot]
    open: int
    tiles: frozenset[int]
    touches: frozenset[Spot]
    columns: tuple[int, ...]


def _neighbours(board: Board, number: int) -> dict[int, int]:
    """Return the placed tile beyond each side that has one."""
    x, y = xy(board.cell[number])
    beyond = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
    found = {side: board.tile_at.get(cell_at(*place)) for side, place in enumerate(beyond)}
    return {side: tile for side, tile in found.items() if tile is not None}


def _linked(board: Board, spot: Spot) -> Iterable[Spot]:
    """Yield the spots that a spot meets across the sides of its tile."""
    number, local = spot
    segment = board.tile(number).segments[local]
    neighbours = _neighbours(board, number)
    for printed in segment.ports:
        port = turned(printed, board.rotation(number))
        if port // 3 not in neighbours:
            continue
        other = neighbours[port // 3]
        owner = board.tile(other).owner_of(turned(facing(port), -board.rotation(other)))
        if owner >= 0 and board.tile(other).segments[owner].kind == segment.kind:
            yield other, owner


def slow_features(board: Board) -> set[SlowFeature]:
    """Return all features of a board, found by flood fill."""
    left = {(n, i) for n in range(len(board.laid)) for i in range(len(board.tile(n).segments))}
    found = set()
    while left:
        spots, queue = set(), [left.pop()]
        while queue:
            spot = queue.pop()
            spots.add(spot)
            for other in _linked(board, spot):
                if other in left:
                    left.remove(other)
                    queue.append(other)
        found.add(_slow_feature(board, frozenset(spots)))
    return found


def _slow_feature(board: Board, spots: frozenset[Spot]) -> SlowFeature:
    segments = [(number, board.tile(number).segments[local]) for number, local in sorted(spots)]
    tiles = {number for number, _ in spots}
    still_open = 0
    for number, segment in segments:
        if segment.surrounded:
            x, y = xy(board.cell[number])
            around = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {(x, y)}
            tiles |= {board.tile_at[cell_at(*c)] for c in around if cell_at(*c) in board.tile_at}
            still_open += sum(cell_at(*c) not in board.tile_at for c in around)
        sides = {turned(port, board.rotation(number)) // 3 for port in segment.ports}
        still_open += len(sides - _neighbours(board, number).keys())
    columns = []
    for column in board.catalogue.columns:
        marks = [dict(segment.marks).get(column.name, 0) for _, segment in segments]
        used = not column.kinds or segments[0][1].kind in column.kinds
        united = 0
        for mark in marks:
            united |= mark
        columns.append(0 if not used else sum(marks) if column.merge is Merge.ADD else united)
    touches = {(number, touched) for number, segment in segments for touched in segment.touches}
    kind = segments[0][1].kind
    return SlowFeature(kind, spots, still_open, frozenset(tiles), frozenset(touches), tuple(columns))


def fast_features(board: Board) -> set[SlowFeature]:
    """Return all features of a board as the engine keeps them, in the twin's form.

    Columns that the engine changes during play (followers) are left out of the comparison by reading them as zero.
    """
    features, found = board.features, set()

    def spot(segment: int) -> Spot:
        number = board.tile_of(segment)
        return number, segment - board.first[number]

    def bits(mask: int) -> list[int]:
        return [i for i in range(mask.bit_length()) if mask >> i & 1]

    printed = {mark for tile in board.catalogue.tiles for segment in tile.segments for mark, _ in segment.marks}
    for root in set(features.root):
        kind = board.catalogue.kinds[features.kind[root]]
        columns = tuple(
            values[root] if column.name in printed and (not column.kinds or kind in column.kinds) else 0
            for column, values in zip(board.catalogue.columns, features.column, strict=True)
        )
        found.add(
            SlowFeature(
                kind,
                frozenset(spot(segment) for segment in features.members(root)),
                features.open[root],
                frozenset(bits(features.tiles[root])),
                frozenset(spot(segment) for segment in bits(features.touches[root])),
                columns,
            )
        )
    return found


def disagreements(board: Board) -> list[str]:
    """Return in words where the engine and the slow twin differ; nothing if they agree."""
    slow, fast = slow_features(board), fast_features(board)
    found = [f"only the engine has {feature}" for feature in fast - slow]
    found += [f"only the twin has {feature}" for feature in slow - fast]
    for number, cell in enumerate(board.cell):
        for side, other in _neighbours(board, number).items():
            mine = board.tile(number).edges[(side - board.rotation(number)) % 4]
            theirs = board.tile(other).edges[(side + 2 - board.rotation(other)) % 4]
            if mine != theirs:
                found.append(f"tile {number} at {xy(cell)} shows {mine} where its neighbour shows {theirs}")
    beside = {cell_at(x + dx, y + dy) for x, y in map(xy, board.cell) for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    if (frontier := beside - board.tile_at.keys()) != board.wanted.keys():
        found.append(f"open cells differ: {frontier ^ board.wanted.keys()}")
    return found
