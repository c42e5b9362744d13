"""A board as text: three lines a tile, so that a game prints itself in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final

from bastide.kernel.board import Board
from bastide.kernel.geometry import EAST, NORTH, PORT_NAMES, SOUTH, WEST, Cell, turned, xy
from bastide.kernel.tile import Tile
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
"""Which port each sign on the rim of a drawn tile stands for, by line and column."""

SIGNS: Final = {"city": "#", "field": ".", "river": "~", "monastery": "M", "garden": "*"}
PENNANT: Final = "^"
INK: Final = {"#": 33, ".": 32, "-": 97, "|": 97, "+": 97, "~": 94, "M": 95, "*": 96, PENNANT: 91}
SEAT_INK: Final = ("97;41", "97;44", "97;42", "30;43", "97;40", "97;45", "30;46", "30;47")


def picture(state: State, colour: bool = False, labels: Mapping[Cell, str] | None = None, width: int = 0) -> str:
    """Return the board with its pieces: ``#`` city, ``-|+`` road, ``.`` field, ``M`` monastery, digits for seats.

    ``labels`` are written in empty cells. A board that is wider than ``width`` signs is cut into parts, west first.
    """
    board, labels = state.board, labels or {}
    pieces: dict[int, dict[int, int]] = {}
    for segment, seat, _ in map(unpack_piece, state.pieces):
        number = board.tile_of(segment)
        pieces.setdefault(number, {})[segment - board.first[number]] = seat
    drawn = {cell: draw_tile(board, number, pieces.get(number, {})) for cell, number in board.tile_at.items()}
    inked = {xy(cell): [in_ink(line) if colour else line for line in tile] for cell, tile in drawn.items()}
    blank, bold = " " * WIDTH, "\033[1m{}\033[0m" if colour else "{}"
    inked |= {xy(cell): [blank, bold.format(text.center(WIDTH)), blank] for cell, text in labels.items()}
    columns = _span(x for x, _ in inked)
    margin = max(len(str(y)) for _, y in inked) + 1
    across = max(1, (width - margin) // WIDTH) if width else len(columns)
    return "\n\n".join(_part(inked, columns[i : i + across], margin) for i in range(0, len(columns), across))


def _part(drawn: Mapping[tuple[int, int], list[str]], columns: range, margin: int) -> str:
    """Return some columns of the board, with their numbers above and those of the rows at the left."""
    lines = [(" " * margin + "".join(str(x).center(WIDTH) for x in columns)).rstrip()]
    for y in _span(y for x, y in drawn if x in columns):
        for line in range(HEIGHT):
            label = str(y).rjust(margin - 1) + " " if line == 1 else " " * margin
            text = "".join(drawn[x, y][line] if (x, y) in drawn else " " * WIDTH for x in columns)
            lines.append((label + text).rstrip())
    return "\n".join(lines)


def _span(numbers: Iterable[int]) -> range:
    found = sorted(numbers)
    return range(found[0], found[-1] + 1) if found else range(0)


def in_ink(text: str, digits: Sequence[str] = SEAT_INK) -> str:
    """Return a line of a drawn tile in the colours of a terminal; ``digits`` are the inks of 1, 2, 3 and so on."""
    inks = [digits[int(sign) - 1] if sign.isdigit() else str(INK.get(sign, 0)) for sign in text]
    runs = groupby(zip(inks, text, strict=True), key=lambda pair: pair[0])
    return "".join(f"\033[{ink}m{''.join(sign for _, sign in run)}\033[0m" for ink, run in runs)


def draw_tile(board: Board, number: int, pieces: dict[int, int]) -> list[str]:
    """Return a placed tile as lines of text; ``pieces`` says which seat stands on which of its segments."""
    tile, rotation = board.tile(number), board.rotation(number)
    owner = [tile.owner_of(turned(port, -rotation)) for port in range(12)]
    raster = {place: owner[PORT_NAMES.index(name)] for place, name in RIM.items()}
    sides = [owner[3 * side + 1] for side in range(4)]
    raster |= _inside(tile, raster, sides)
    grid = [
        [_sign(tile, raster[line, column], line, column, sides) for column in range(WIDTH)] for line in range(HEIGHT)
    ]
    for local, segment in enumerate(tile.segments):
        spots = [place for place, who in raster.items() if who == local and place != CENTRE] or [CENTRE]
        if dict(segment.marks).get("pennant"):
            line, column = spots[0]
            grid[line][column] = PENNANT
        if local in pieces:
            line, column = spots[len(spots) // 2]
            grid[line][column] = str(pieces[local] + 1)
    return ["".join(row) for row in grid]


def _inside(tile: Tile, rim: dict[tuple[int, int], int], sides: list[int]) -> dict[tuple[int, int], int]:
    """Return which segment fills the middle line between the west and the east side."""
    kind = [tile.segments[local].kind if local >= 0 else "" for local in sides]
    wide = next((local for local in sides if local >= 0 and sides.count(local) > 1 and _is_city(tile, local)), None)
    building = next((i for i, segment in enumerate(tile.segments) if segment.surrounded), None)
    meadow = next((i for i, segment in enumerate(tile.segments) if segment.kind == "field"), None)

    def half(side: int, above: int, below: int) -> int:
        if kind[side] in ("road", "river", "field"):
            return sides[side]
        if wide is not None:
            return wide
        return next(
            (who for who in (below, above) if not _is_city(tile, who)), sides[side] if meadow is None else meadow
        )

    west, east = half(WEST, rim[0, 1], rim[2, 1]), half(EAST, rim[0, 5], rim[2, 5])
    roads = [local for local in sides if local >= 0 and tile.segments[local].kind in ("road", "river")]
    if building is not None and tile.segments[building].kind == "monastery":
        middle = building
    elif len(roads) > 1:
        middle = roads[0]
    elif wide is not None:
        middle = wide
    else:
        middle = next((who for who in (west, east) if tile.segments[who].kind == "field"), west)
    return {(1, 1): west, (1, 2): west, CENTRE: middle, (1, 4): east, (1, 5): east}


def _is_city(tile: Tile, local: int) -> bool:
    return local >= 0 and tile.segments[local].kind == "city"


def _sign(tile: Tile, local: int, line: int, column: int, sides: list[int]) -> str:
    kind = tile.segments[local].kind if local >= 0 else ""
    if kind != "road":
        return SIGNS.get(kind, " ")
    if (line, column) != CENTRE:
        return "-" if line == 1 else "|"
    roads = [side for side, owner in enumerate(sides) if owner >= 0 and tile.segments[owner].kind == "road"]
    return {(EAST, WEST): "-", (NORTH, SOUTH): "|"}.get((roads[0], roads[-1]) if len(roads) == 2 else (0, 0), "+")
