"""A tile as text: three lines of characters with its features, what is printed on it, and the pieces on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Final, NamedTuple

from bastide.kernel.geometry import EAST, NORTH, PORT_NAMES, SOUTH, UNIT, WEST, turned
from bastide.kernel.kinds import BUILDINGS, KINDS, LAND, PATHS, REGIONS, ROADS, Shape
from bastide.kernel.marks import MARKS
from bastide.kernel.tile import Segment, Tile

WIDTH: Final = 7
HEIGHT: Final = 3
CENTRE: Final = (1, 3)
RIM: Final = {
    (0, 0): "Wr", (0, 1): "Nl", (0, 2): "Nl", (0, 3): "Nm", (0, 4): "Nr", (0, 5): "Nr", (0, 6): "El",
    (1, 0): "Wm", (1, 6): "Em",
    (2, 0): "Wl", (2, 1): "Sr", (2, 2): "Sr", (2, 3): "Sm", (2, 4): "Sl", (2, 5): "Sl", (2, 6): "Er",
}  # fmt: skip
"""The port that each character on the rim of a tile shows, by line and column."""

BENDS: Final = {WEST: "/", EAST: "\\"}
"""What parts two roads that bend past each other, by the side that one of them joins to the north."""
INK: Final = dict.fromkeys(BENDS.values(), KINDS["road"].colour) | {
    sign: kind.colour for kind in KINDS.values() for sign in kind.characters
}
GAPS: Final = {(0, 1): (WEST, NORTH), (0, 5): (NORTH, EAST), (2, 5): (EAST, SOUTH), (2, 1): (SOUTH, WEST)}
"""Where two cities that meet at a corner are apart: the places beside the corners, with their sides."""
SYMBOLS: Final = ("pair", "remote", "again")
"""Marks that stand beside an arrow."""
NONE: Final = -1
"""In place of a segment: the inner side of a block."""

Place = tuple[int, int]
"""Line and column of a character on a drawn tile."""


class Sign(NamedTuple):
    """One character of the board, and its ANSI colour; the default is that of the feature it shows."""

    text: str
    ink: str = ""


Drawing = list[list[Sign]]
"""The lines of a drawn tile."""


@dataclass(frozen=True)
class TextLayout:
    """A tile in one rotation, without pieces."""

    signs: tuple[tuple[Sign, ...], ...]
    """Its lines."""
    places: tuple[tuple[Place, ...], ...]
    """The places of every segment, those on the rim first; the centre only if there is no other."""
    stands: tuple[tuple[Place, ...], ...]
    """The places for pieces on every segment, the best first."""


def draw_tile(tile: Tile, rotation: int, pieces: Mapping[int, Sequence[Sign]]) -> Drawing:
    """Return a tile as lines of characters; ``pieces`` are those of the pieces on each segment."""
    layout = tile_layout(tile, rotation)
    drawn = [list(line) for line in layout.signs]
    taken: set[Place] = set()
    for local, signs in sorted(pieces.items(), key=lambda item: len(layout.stands[item[0]])):
        free = [place for place in layout.stands[local] if place not in taken]
        for sign, (line, column) in zip(signs, free, strict=False):
            drawn[line][column] = sign
            taken.add((line, column))
    return drawn


def lines_of(drawn: Drawing, colour: bool = False) -> list[str]:
    """Return a drawn tile as lines of text, with ANSI colours if asked."""
    if not colour:
        return ["".join(sign.text for sign in line) for line in drawn]
    return [
        "".join(inked(ink, "".join(sign.text for sign in run)) for ink, run in groupby(line, _ink)) for line in drawn
    ]


def inked(ink: str, text: str) -> str:
    """Return a text in an ANSI colour; blanks have none."""
    return text if text.isspace() else f"\033[{ink}m{text}\033[0m"


def _ink(sign: Sign) -> str:
    return sign.ink or str(INK.get(sign.text, 0))


def marks_of(tile: Tile) -> Iterator[tuple[str, int, int]]:
    """Yield the marks that have a sign: name, value, and the segment that they are printed in (-1: the whole tile)."""
    for local, segment in enumerate(tile.segments):
        yield from ((name, value, local) for name, value in segment.marks if name in MARKS and value > 0)
    yield from ((name, value, NONE) for name, value in tile.marks if name in MARKS and value > 0)


def has_bends(tile: Tile) -> bool:
    """Return whether two roads bend past each other on a tile."""
    north, east, south, west = (tile.owner_of(3 * side + 1) for side in range(4))
    roads = all(owner >= 0 and tile.segments[owner].kind in ROADS for owner in (north, south))
    return roads and north != south and {north, south} == {east, west}


@cache
def tile_layout(tile: Tile, rotation: int) -> TextLayout:
    """Return the layout of a tile."""
    return _TextLayouter(tile, rotation).layout()


class _TextLayouter:
    """The layout of a tile while it is made."""

    def __init__(self, tile: Tile, rotation: int) -> None:
        self.tile = tile
        self.rotation = rotation
        owner = [tile.owner_of(turned(port, -rotation)) for port in range(12)]
        self.sides = [owner[3 * side + 1] for side in range(4)]
        """The segment in the middle of each side."""
        rim = {place: owner[PORT_NAMES.index(name)] for place, name in RIM.items()}
        self.raster = rim | self._inside(rim)
        """The segment of each character."""
        for local, segment in enumerate(tile.segments):
            if KINDS[segment.kind].shape is Shape.PLOT:
                self.raster[self._plot_place(segment)] = local
        self.gaps = {place for place, (one, other) in GAPS.items() if self._is_parted(one, other)}
        """The places of cities where what lies between them shows instead."""
        self.has_land = any(segment.kind in LAND for segment in tile.segments)
        self.printed: dict[Place, Sign] = {}
        """The characters of marks."""

    def layout(self) -> TextLayout:
        """Return the finished layout."""
        places = [self._places(local) for local in range(len(self.tile.segments))]
        self._print_marks(places)
        signs = [
            [self.printed.get((line, column)) or Sign(self._character(line, column)) for column in range(WIDTH)]
            for line in range(HEIGHT)
        ]
        stands = [self._stands(local, own) for local, own in enumerate(places)]
        return TextLayout(tuple(map(tuple, signs)), tuple(map(tuple, places)), tuple(map(tuple, stands)))

    def _kind(self, local: int) -> str:
        return self.tile.segments[local].kind if local >= 0 else ""

    def _shape(self, local: int) -> Shape | None:
        return KINDS[self._kind(local)].shape if local >= 0 else None

    def _places(self, local: int) -> list[Place]:
        own = [place for place, who in self.raster.items() if who == local and place not in self.gaps]
        return [place for place in own if place != CENTRE] or [CENTRE]

    def _plot_place(self, segment: Segment) -> Place:
        """Return the place of a garden: on the land nearest to where it is drawn."""
        x, y = segment.anchor or (UNIT // 2, UNIT // 2)
        for _ in range(self.rotation):
            x, y = UNIT - y, x
        line, column = min(y * HEIGHT // UNIT, HEIGHT - 1), min(x * WIDTH // UNIT, WIDTH - 1)
        land = [place for place, who in self.raster.items() if self._kind(who) in LAND]
        return min(land or self.raster, key=lambda place: _far(place, (line, column)))

    # Features

    def _inside(self, rim: Mapping[Place, int]) -> dict[Place, int]:
        """Return the segments of the characters of the middle line, between the west and east sides."""
        sides = self.sides
        wide = next((i for i in sides if i >= 0 and sides.count(i) > 1 and self._kind(i) in REGIONS), None)
        island = next((i for i in range(len(self.tile.segments)) if self._in_the_middle(i)), None)
        meadow = next((i for i in range(len(self.tile.segments)) if self._kind(i) in LAND), None)

        def half(side: int, above: int, below: int) -> int:
            if self._kind(sides[side]) in (*PATHS, *LAND):
                return sides[side]
            if wide is not None:
                return wide
            other = (who for who in (below, above) if self._kind(who) not in REGIONS)
            return next(other, sides[side] if meadow is None else meadow)

        west, east = half(WEST, rim[0, 1], rim[2, 1]), half(EAST, rim[0, 5], rim[2, 5])
        paths = [local for local in sides if self._kind(local) in PATHS]
        if island is not None:
            middle = island
        elif len(paths) > 1:
            middle = paths[0]
        elif wide is not None:
            middle = wide
        else:
            middle = next((who for who in (west, east) if self._kind(who) in LAND), west)
        return {(1, 1): west, (1, 2): west, CENTRE: middle, (1, 4): east, (1, 5): east}

    def _is_parted(self, one: int, other: int) -> bool:
        """Return whether two sides have a city, or a mountain, each of its own."""
        first, second = self.sides[one], self.sides[other]
        edges = {self.tile.edges[(side - self.rotation) % 4] for side in (one, other)}
        return first != second and len(edges) == 1 and self._kind(first) in REGIONS

    def _in_the_middle(self, local: int) -> bool:
        """Return whether a segment is drawn in the centre of its tile: it reaches no side and is not a plot."""
        return not self.tile.segments[local].ports and self._shape(local) is not Shape.PLOT

    def _character(self, line: int, column: int) -> str:
        """Return the character of the feature at a place."""
        local = self.raster[line, column]
        if local < 0:
            return " "
        kind = KINDS[self._kind(local)]
        if (line, column) in self.gaps:
            return KINDS[kind.land].characters if self.has_land else " "
        if kind.shape is not Shape.ROAD:
            return kind.characters
        level, upright, meeting = tuple(kind.characters)
        if (line, column) != CENTRE:
            return level if line == 1 else upright
        roads = [side for side, owner in enumerate(self.sides) if self._kind(owner) in ROADS]
        over = [side for side in roads if "bridge" in dict(self.tile.segments[self.sides[side]].marks)]
        if over or roads in ([EAST, WEST], [NORTH, SOUTH]):
            return upright if (over or roads)[0] in (NORTH, SOUTH) else level
        if has_bends(self.tile):
            return BENDS[WEST if self.sides[NORTH] == self.sides[WEST] else EAST]
        return meeting

    # Marks

    def _print_marks(self, places: Sequence[Sequence[Place]]) -> None:
        """Print what has a place of its own, then what may lie anywhere on the tile, wide signs first."""
        marks = list(marks_of(self.tile))
        symbol = next((MARKS[name].sign(value) for name, value, _ in marks if name in SYMBOLS), "")
        whole: list[tuple[str, int]] = []
        for name, value, local in marks:
            mark = MARKS[name]
            if name == "arrow":
                self._print_arrow((value - 1 + self.rotation) % 4, symbol)
            elif local >= 0:
                target = CENTRE if mark.central else places[local][0]
                self._print(mark.sign(value), mark.colour, self._own_places(local, places[local]), target)
            elif name not in SYMBOLS:
                whole.append((mark.sign(value), mark.colour))
        for text, colour in sorted(whole, key=lambda item: -len(item[0])):
            self._print(text, colour, self._open_places(), CENTRE)

    def _print_arrow(self, side: int, symbol: str) -> None:
        """Print an arrow at the side that it points to, beside a road that leaves there, and its symbol next to it."""
        line, column = ((0, 3), (1, 6), (2, 3), (1, 0))[side]
        if self._kind(self.raster[line, column]) in PATHS:
            line, column = ((0, 4), (2, 6), (2, 4), (2, 0))[side]
        mark = MARKS["arrow"]
        self.printed[line, column] = Sign(mark.sign(side + 1), str(mark.colour))
        if symbol:
            column += 1 if column < WIDTH - 1 else -1
            self.printed[line, column] = Sign(symbol, str(mark.colour))

    def _own_places(self, local: int, own: Sequence[Place]) -> dict[Place, int]:
        """Return where a mark of a segment may be printed, with the cost of each place."""
        if self._kind(local) not in ROADS:
            return dict.fromkeys(own, 0) | ({CENTRE: 0} if self.raster[CENTRE] == local else {})
        alone = sum(self._kind(who) in PATHS for who in set(self.sides)) == 1
        inner = {place: 0 for place in own if place[1] not in (0, WIDTH - 1) and place[0] == 1}
        beside = {
            place: 20 + _far(place, end)
            for end in own
            for place in self.raster
            if self._kind(self.raster[place]) in LAND
        }
        return beside | dict.fromkeys(inner, 5) | ({CENTRE: 0} if alone and self.raster[CENTRE] == local else {})

    def _open_places(self) -> dict[Place, int]:
        """Return where a mark of the whole tile may be printed: on land, else in a city."""
        land = {place: 0 for place, who in self.raster.items() if self._kind(who) in LAND}
        own = {place: 30 for place, who in self.raster.items() if self._kind(who) in REGIONS}
        return {place: cost for place, cost in (own | land).items() if place not in self.gaps}

    def _print(self, text: str, colour: int, costs: Mapping[Place, int], target: Place) -> None:
        """Print a text in the best places side by side, if there are any."""
        runs = [[(line, column + i) for i in range(len(text))] for line, column in self.raster]
        fitting = [run for run in runs if all(place in costs and place not in self.printed for place in run)]
        if fitting:
            best = min(fitting, key=lambda run: (self._cost(run, costs), _far(run[len(run) // 2], target)))
            self.printed |= {place: Sign(sign, str(colour)) for place, sign in zip(best, text, strict=True)}

    def _cost(self, run: Sequence[Place], costs: Mapping[Place, int]) -> int:
        """Return what it costs to cover some places.

        A segment needs a place for itself and one for a piece, and a mark on the rim seems to belong to the next tile.
        """
        cost = sum(costs[place] + (place[1] in (0, WIDTH - 1)) for place in run)
        for local in {self.raster[place] for place in run}:
            left = [p for p, who in self.raster.items() if who == local and p not in self.printed and p not in run]
            cost += (100, 10, 0)[min(len(left), 2)]
        return cost

    # Pieces

    def _stands(self, local: int, own: Sequence[Place]) -> list[Place]:
        """Return the places for pieces on a segment: its own without marks, those with marks, then any near it.

        A building stays visible beside its piece, unless there is no room.
        """
        middle = own[len(own) // 2]
        near = sorted(self.raster, key=lambda place: (_far(place, middle), -place[1]))
        if self._kind(local) in BUILDINGS or self._shape(local) is Shape.PLOT:
            beside = [place for place in near if place not in own and place not in self.printed]
            room = [place for place in beside if _far(place, middle) == 1]
            room.sort(key=lambda place: self._kind(self.raster[place]) not in LAND)
            return list(dict.fromkeys([*room, *own, *beside, *near]))
        free = [place for place in near if place in own and place not in self.printed]
        return list(dict.fromkeys([*free, *(place for place in near if place in own), *near]))


def _far(place: Place, other: Place) -> int:
    """Return the distance between two characters. Lines count for much more than columns."""
    return abs(place[1] - other[1]) + WIDTH * abs(place[0] - other[0])
