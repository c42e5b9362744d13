"""Boards as text, three lines per tile, for terminals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bastide.kernel.board import Board
from bastide.kernel.geometry import Cell, xy
from bastide.play.tile_picture import HEIGHT, WIDTH, Drawing, Sign, draw_tile, lines_of, tile_layout
from bastide.rules.model import NOBODY, SPOT_BITS, SPOT_MASK
from bastide.rules.pieces import unpack_piece
from bastide.rules.state import State

SEAT_INK: Final = ("97;41", "97;44", "97;42", "30;43", "97;40", "97;45", "30;46", "30;47")
NOBODY_INK: Final = "97;100"
STRONG: Final = "1;4;"
"""Prefix of the ink of followers with a strength above one."""
CHOICE_INK: Final = "1;7"
"""The ink of the numbers of choices, as opposed to seats."""


def picture(
    state: State,
    colour: bool = False,
    labels: Mapping[Cell, str] | None = None,
    width: int = 0,
    marks: Mapping[int, str] | None = None,
) -> str:
    """Return the board with its pieces: ``#`` city, ``-|+`` road, ``.`` field, ``M`` monastery, ``~`` river.

    What else is printed on tiles has the signs of `bastide.kernel.marks`. Followers are shown by the digit of their
    seat, other pieces by a lowercase letter. ``labels`` are written in empty cells, ``marks`` on spots. A board wider
    than ``width`` characters is split into parts of equal width, west first.
    """
    board, labels = state.board, labels or {}
    pieces = piece_signs(state)
    drawn = {
        cell: draw_tile(board.tile(number), board.rotation(number), pieces.get(number, {}))
        for cell, number in board.tile_at.items()
    }
    for spot, text in (marks or {}).items():
        write_on(board, drawn[spot >> SPOT_BITS], spot, text)
    inked = {xy(cell): lines_of(tile, colour) for cell, tile in drawn.items()}
    blank, bold = " " * WIDTH, "\033[1m{}\033[0m" if colour else "{}"
    inked |= {xy(cell): [blank, bold.format(text.center(WIDTH)), blank] for cell, text in labels.items()}
    columns = _span(x for x, _ in inked)
    margin = max(len(str(y)) for _, y in inked) + 1
    most = max(1, (width - margin) // WIDTH) if width else len(columns)
    parts = -(-len(columns) // most)
    across = -(-len(columns) // parts)
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
    number = board.tile_at[spot >> SPOT_BITS]
    places = tile_layout(board.tile(number), board.rotation(number)).places[spot & SPOT_MASK]
    line, column = places[len(places) // 2]
    begin = max(0, min(column - len(text) // 2, WIDTH - len(text)))
    drawn[line][begin : begin + len(text)] = [Sign(sign, CHOICE_INK) for sign in text]


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
