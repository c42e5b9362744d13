"""Boards as text, three lines per tile, for terminals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from bastide.kernel.board import Board
from bastide.kernel.geometry import EAST, NORTH, PORT_NAMES, SOUTH, WEST, Cell, turned, xy
from bastide.kernel.kinds import KINDS, LAND, PATHS, REGIONS, ROADS, Shape
from bastide.kernel.tile import Segment, Tile
from bastide.rules.model import NOBODY, SPOT_BITS, SPOT_MASK
from bastide.rules.pieces import unpack_piece
from bastide.rules.state import State

WIDTH: Final = 7
HEIGHT: Final = 3
CENTRE: Final = (1, 3)
RIM: Final = {
    (0, 0): "Wr", (0, 1): "Nl", (0, 2): "Nl", (0, 3): "Nm", (0, 4): "Nr", (0, 5): "Nr", (0, 6): "El",
    (1, 0): "Wm", (1, 6): "Em",
    (2, 0): "Wl", (2, 1): "Sr", (2, 2): "Sr", (2, 3): "Sm", (2, 4): "Sl", (2, 5): "Sl", (2, 6): "Er",
}  # fmt: skip
"""The port that each character on the rim of a tile shows, by line and column."""

PENNANT: Final = "^"
ARROWS: Final = "↑→↓←"
"""Arrows printed on a tile, by the side they point to."""
INK: Final = {sign: kind.colour for kind in KINDS.values() for sign in kind.characters} | {PENNANT: 91}
SEAT_INK: Final = ("97;41", "97;44", "97;42", "30;43", "97;40", "97;45", "30;46", "30;47")
NOBODY_INK: Final = "97;100"
STRONG: Final = "1;4;"
"""Prefix of the ink of followers with a strength above one."""
MARK_INK: Final = "1;7"
"""The ink of the numbers of choices, as opposed to seats."""

Place = tuple[int, int]
"""Line and column of a character on a drawn tile."""


class Sign(NamedTuple):
    """One character of the board, and its ANSI colour; the default is that of the feature it shows."""

    text: str
    ink: str = ""


Drawing = list[list[Sign]]
"""The lines of a drawn tile."""


def picture(
    state: State,
    colour: bool = False,
    labels: Mapping[Cell, str] | None = None,
    width: int = 0,
    marks: Mapping[int, str] | None = None,
) -> str:
    """Return the board with its pieces: ``#`` city, ``-|+`` road, ``.`` field, ``M`` monastery, ``~`` river.

    Followers are shown by the digit of their seat, other pieces by a lowercase letter. ``labels`` are written in empty
    cells, ``marks`` on spots. A board wider than ``width`` characters is split into parts, west first.
    """
    board, labels = state.board, labels or {}
    pieces = piece_signs(state)
    drawn = {cell: draw_tile(board, number, pieces.get(number, {})) for cell, number in board.tile_at.items()}
    for spot, text in (marks or {}).items():
        write_on(board, drawn[spot >> SPOT_BITS], spot, text)
    inked = {xy(cell): lines_of(tile, colour) for cell, tile in drawn.items()}
    blank, bold = " " * WIDTH, "\033[1m{}\033[0m" if colour else "{}"
    inked |= {xy(cell): [blank, bold.format(text.center(WIDTH)), blank] for cell, text in labels.items()}
    columns = _span(x for x, _ in inked)
    margin = max(len(str(y)) for _, y in inked) + 1
    across = max(1, (width - margin) // WIDTH) if width else len(columns)
    return "\n\n".join(_part(inked, columns[i : i + across], margin) for i in range(0, len(columns), across))


def piece_signs(state: State) -> dict[int, dict[int, list[Sign]]]:
    """Return the characters of all pieces, followers first, by tile number and segment."""
    board, kinds = state.board, state.rules.pieces
    signs: dict[int, dict[int, list[Sign]]] = {}
    standing = [unpack_piece(piece) for piece in state.pieces]
    for segment, seat, kind in sorted(standing, key=lambda piece: not kinds[piece[2]].strength):
        number, piece = board.tile_of(segment), kinds[kind]
        strong = STRONG if piece.strength > 1 else ""
        ink = NOBODY_INK if seat == NOBODY else strong + SEAT_INK[seat]
        sign = Sign(str(seat + 1) if piece.strength else piece.name[0], ink)
        signs.setdefault(number, {}).setdefault(segment - board.first[number], []).append(sign)
    return signs


def write_on(board: Board, drawn: Drawing, spot: int, text: str) -> None:
    """Write a text on a drawn tile, centred on one of its segments."""
    places = _places(board, board.tile_at[spot >> SPOT_BITS])[spot & SPOT_MASK]
    line, column = places[len(places) // 2]
    begin = max(0, min(column - len(text) // 2, WIDTH - len(text)))
    drawn[line][begin : begin + len(text)] = [Sign(sign, MARK_INK) for sign in text]


def lines_of(drawn: Drawing, colour: bool = False) -> list[str]:
    """Return a drawn tile as lines of text, with ANSI colours if asked."""
    if not colour:
        return ["".join(sign.text for sign in line) for line in drawn]
    return ["".join(_inked(ink, list(run)) for ink, run in groupby(line, key=_ink)) for line in drawn]


def _ink(sign: Sign) -> str:
    return sign.ink or str(INK.get(sign.text, 0))


def _inked(ink: str, run: Sequence[Sign]) -> str:
    return f"\033[{ink}m{''.join(sign.text for sign in run)}\033[0m"


def _part(drawn: Mapping[tuple[int, int], list[str]], columns: range, margin: int) -> str:
    """Return some columns of the board, with column numbers above and row numbers on the left."""
    lines = [(" " * margin + "".join(str(x).center(WIDTH) for x in columns)).rstrip()]
    for y in _span(y for x, y in drawn if x in columns):
        for line in range(HEIGHT):
            label = str(y).rjust(margin - 1) + " " if line == 1 else " " * margin
            text = "".join(drawn[x, y][line] if (x, y) in drawn else " " * WIDTH for x in columns)
            lines.append((label + text).rstrip())
    return "\n".join(lines)


def _span(numbers: Iterable[int]) -> range:
    ordered = sorted(numbers)
    return range(ordered[0], ordered[-1] + 1) if ordered else range(0)


def draw_tile(board: Board, number: int, pieces: Mapping[int, Sequence[Sign]]) -> Drawing:
    """Return a placed tile as lines of characters; ``pieces`` are those of the pieces on each segment."""
    tile = board.tile(number)
    sides, raster = _raster(board, number)
    drawn = [
        [Sign(_sign(tile, raster[line, column], line, column, sides)) for column in range(WIDTH)]
        for line in range(HEIGHT)
    ]
    if arrow := tile.mark("arrow"):
        side = (arrow - 1 + board.rotation(number)) % 4
        line, column = ((0, 3), (1, 6), (2, 3), (1, 0))[side]
        drawn[line][column] = Sign(ARROWS[side], MARK_INK)
    for local, places in enumerate(_places(board, number)):
        if dict(tile.segments[local].marks).get("pennant"):
            line, column = places[0]
            drawn[line][column] = Sign(PENNANT)
        middle = places[len(places) // 2]
        free = sorted(places, key=lambda place: (_far(place, middle), -place[1]))
        for sign, (line, column) in zip(pieces.get(local, ()), free, strict=False):
            drawn[line][column] = sign
    return drawn


def _far(place: Place, other: Place) -> int:
    """Return the distance between two characters. Lines count for much more than columns."""
    return abs(place[1] - other[1]) + WIDTH * abs(place[0] - other[0])


def _raster(board: Board, number: int) -> tuple[list[int], dict[Place, int]]:
    """Return the segment in the middle of each side of a placed tile, and the segment of each character."""
    tile, rotation = board.tile(number), board.rotation(number)
    owner = [tile.owner_of(turned(port, -rotation)) for port in range(12)]
    sides = [owner[3 * side + 1] for side in range(4)]
    rim = {place: owner[PORT_NAMES.index(name)] for place, name in RIM.items()}
    return sides, rim | _inside(tile, rim, sides)


def _places(board: Board, number: int) -> list[list[Place]]:
    """Return the positions of the characters of every segment of a placed tile; by default, the centre."""
    _, raster = _raster(board, number)
    return [
        [place for place, who in raster.items() if who == local and place != CENTRE] or [CENTRE]
        for local in range(len(board.tile(number).segments))
    ]


def _inside(tile: Tile, rim: dict[tuple[int, int], int], sides: list[int]) -> dict[tuple[int, int], int]:
    """Return the segments of the characters of the middle line, between the west and east sides."""
    kind = [tile.segments[local].kind if local >= 0 else "" for local in sides]
    wide = next((local for local in sides if local >= 0 and sides.count(local) > 1 and _is_region(tile, local)), None)
    island = next((i for i, segment in enumerate(tile.segments) if _in_the_middle(segment)), None)
    meadow = next((i for i, segment in enumerate(tile.segments) if segment.kind in LAND), None)

    def half(side: int, above: int, below: int) -> int:
        if kind[side] in (*PATHS, *LAND):
            return sides[side]
        if wide is not None:
            return wide
        return next(
            (who for who in (below, above) if not _is_region(tile, who)), sides[side] if meadow is None else meadow
        )

    west, east = half(WEST, rim[0, 1], rim[2, 1]), half(EAST, rim[0, 5], rim[2, 5])
    roads = [local for local in sides if local >= 0 and tile.segments[local].kind in PATHS]
    if island is not None:
        middle = island
    elif len(roads) > 1:
        middle = roads[0]
    elif wide is not None:
        middle = wide
    else:
        middle = next((who for who in (west, east) if who >= 0 and tile.segments[who].kind in LAND), west)
    return {(1, 1): west, (1, 2): west, CENTRE: middle, (1, 4): east, (1, 5): east}


def _in_the_middle(segment: Segment) -> bool:
    """Return whether a segment is drawn in the centre of its tile: it reaches no side and is not a plot."""
    return not segment.ports and KINDS[segment.kind].shape is not Shape.PLOT


def _is_region(tile: Tile, local: int) -> bool:
    return local >= 0 and tile.segments[local].kind in REGIONS


def _sign(tile: Tile, local: int, line: int, column: int, sides: list[int]) -> str:
    if local < 0:
        return " "
    kind = KINDS[tile.segments[local].kind]
    if kind.shape is not Shape.ROAD:
        return kind.characters
    level, upright, meeting = tuple(kind.characters)
    if (line, column) != CENTRE:
        return level if line == 1 else upright
    roads = [side for side, owner in enumerate(sides) if owner >= 0 and tile.segments[owner].kind in ROADS]
    through = {(EAST, WEST): level, (NORTH, SOUTH): upright}
    return through.get((roads[0], roads[-1]) if len(roads) == 2 else (0, 0), meeting)
