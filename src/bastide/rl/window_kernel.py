"""Compiled conversion of cells and points into positions in the window, and the test whether a game leaves it."""

from __future__ import annotations

from bastide.fast.ballistics import point_xy
from bastide.fast.features import ROW_BITS, ROW_MASK
from bastide.fast.layout import PLACE, GameRecord
from bastide.rl.compilation import compiled
from bastide.rl.encoder_records import EncoderLayout, EnvState


@compiled
def window_position(encoder: EncoderLayout, cell: int) -> tuple[int, int]:
    """Return the row and the column of a cell relative to the window."""
    return (cell >> ROW_BITS) - (encoder.corner >> ROW_BITS), (cell & ROW_MASK) - (encoder.corner & ROW_MASK)


@compiled
def window_index(encoder: EncoderLayout, cell: int) -> int:
    """Return the index of a cell in the window, in which it must lie."""
    row, column = window_position(encoder, cell)
    return row * encoder.side + column


@compiled
def window_cell(encoder: EncoderLayout, index: int) -> int:
    """Return the cell with an index in the window."""
    return encoder.corner + (index // encoder.side << ROW_BITS) + index % encoder.side


@compiled
def is_within(encoder: EncoderLayout, cell: int, margin: int) -> bool:
    """Return whether a cell lies in the window, at least ``margin`` cells from its edge."""
    row, column = window_position(encoder, cell)
    return margin <= column < encoder.side - margin and margin <= row < encoder.side - margin


@compiled
def point_index(encoder: EncoderLayout, point: int) -> int:
    """Return the index of a point in the window; all points that the engine lists lie in it."""
    x, y = point_xy(point)
    column, row = (x - encoder.point_corner) // encoder.point_step, (y - encoder.point_corner) // encoder.point_step
    return row * encoder.point_side + column


@compiled
def leaves_window(encoder: EncoderLayout, game: GameRecord, env: EnvState) -> bool:
    """Return whether a placement outside the window is legal, which requires a tile at the edge of the window."""
    while env.checked < game.tiles:
        if not is_within(encoder, game.cell[env.checked], 1):
            env.at_edge = 1
        env.checked += 1
    if env.at_edge and game.phase == PLACE:
        for number in range(game.open):
            if game.fit[number] and not is_within(encoder, game.open_cell[number], 0):
                return True
    return False
