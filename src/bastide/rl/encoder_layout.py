"""Encoder layouts: an encoding as a record, from which the kernels write the same observations."""

from __future__ import annotations

from math import prod
from typing import Final

import numpy as np

from bastide.expansions.abbot import RECALLED
from bastide.expansions.river_2 import VOLCANO
from bastide.fast import names
from bastide.fast.rule_tables import Array, columns_of
from bastide.fast.support import is_plain
from bastide.rl import encoder_records
from bastide.rl.actions import ActionBlock
from bastide.rl.encoder_records import ABSENT, ENCODER_DTYPE, FLAG, QUANTITY, SEAT_NUMBER
from bastide.rl.encoding import Encoding
from bastide.rl.planes import PLACES, PlaneEncoder, Planes, piece_columns
from bastide.rl.scalars import MAX_NUMBER, SCORE_SCALE, ScalarEncoder
from bastide.rl.window import POINT_STEP
from bastide.rules.model import CELL, POINT, SEAT, SPOT, Field, Holds, Kind, StateColumn
from bastide.rules.sheet import SHEET
from bastide.rules.turn import RESTING

FIRST_NAMES: Final = {
    "to_lay": "tile to lay {tile}",
    "newest_tile": "newest tile {tile}",
    "own_hand": "own hand {tile}",
    "unseen": "unseen {tile}",
    "left": "tiles left",
    "part": "second part",
    "acts": "seat 0 acts",
    "on_turn": "seat 0 on turn",
    "score": "seat 0 score",
    "hand": "seat 0 hand",
    "supply": "seat 0 supply {piece}",
    "recalled": RECALLED + " 0",
    "resting": RESTING + " 0",
    "erupted": VOLCANO + " 0",
}
"""The name of the first scalar of each group."""
AXES: Final = {CELL: encoder_records.CELL, POINT: encoder_records.POINT, SEAT: encoder_records.SEAT}
"""The axes of fields; those of spots differ by kind, and all others are numbered by their values."""


def encoder_layout(encoding: Encoding) -> Array:
    """Return the encoder layout of an encoding as an array of one record."""
    layouts = np.zeros(1, ENCODER_DTYPE)
    layout, window = layouts[0], encoding.window
    layout["side"], layout["corner"] = window.side, window.cell(0)
    layout["point_corner"], layout["point_side"] = -window.point_reach, window.point_side
    layout["point_step"] = POINT_STEP
    layout["on_tile"] = max(encoding.rules.catalogue.segment_count)
    _fill_planes(encoding.planes, layout)
    _fill_scalars(encoding.table, layout)
    _fill_numbers(encoding.table, layout)
    _fill_actions(encoding, layout)
    return layouts


def weight_table(encoding: Encoding) -> Planes:
    """Return the table of weights: per kind of piece, segment of a laid tile and place, what the piece counts there."""
    weights = np.array([1 if piece.neutral else piece.strength or 1 for piece in encoding.rules.pieces], np.int8)
    return np.ascontiguousarray(weights[:, None, None] * encoding.planes.places.reshape(-1, len(PLACES)))


def _fill_planes(planes: PlaneEncoder, layout: np.void) -> None:
    layout["planes"] = planes.shape[0]
    layout["newest"], layout["strength"], layout["piece"] = planes.newest, planes.strength, planes.piece
    for kind, piece in enumerate(planes.rules.pieces):
        layout["spread"][kind] = planes.strength if piece.strength and not piece.neutral else planes.other
    referring = piece_columns(planes.rules)
    layout["reference"] = columns_of(planes.rules)[referring[0]][0] if referring else ABSENT
    layout["referenced"] = planes.piece_columns


def _fill_scalars(encoder: ScalarEncoder, layout: np.void) -> None:
    rules, at = encoder.rules, {name: index for index, name in enumerate(encoder.names)}
    layout["step"] = ABSENT
    for number, step in enumerate(encoder.steps):
        layout["step"][SHEET.index(step)] = number
    for name, first in FIRST_NAMES.items():
        layout[name] = at.get(first.format(tile=rules.catalogue.tiles[0].id, piece=rules.pieces[0].name), ABSENT)
    layout["kinds"] = len(rules.catalogue.tiles)
    layout["hands"] = "pick" in rules.code
    layout["left_scale"], layout["score_scale"] = rules.tiles_in_all, SCORE_SCALE
    layout["unseen_scale"][: len(rules.copies)] = [max(count, 1) for count in rules.copies]
    layout["supply_scale"][: len(rules.pieces)] = [max(piece.count, 1) for piece in rules.pieces]
    layout["resting_scale"] = min([SCORE_SCALE, *(column.most for column in rules.columns if column.name == RESTING)])


def _fill_numbers(encoder: ScalarEncoder, layout: np.void) -> None:
    """Fill the scalars of the columns in `GameRecord.ext`."""
    rules, number = encoder.rules, 0
    for column in rules.columns:
        if is_plain(rules) or column.name not in names.COLUMNS:
            continue
        size, first = len(column.initial), encoder.names.index(f"{column.name} 0")
        for place in range(size * (encoder.players if column.per_seat else 1)):
            layout["number_at"][number] = first + place
            layout["number_from"][number] = columns_of(rules)[column.name][0] + place % size
            layout["number_seat"][number], layout["number_rank"][number] = divmod(place, size)
            layout["number_stride"][number] = size if column.per_seat else 0
            layout["number_count"][number] = size
            layout["number_secret"][number] = column.secret
            layout["number_initial"][number] = column.initial[place % size]
            layout["number_how"][number], layout["number_scale"][number] = _scaling(column, place, encoder.players)
            number += 1
    layout["numbers"] = number


def _scaling(column: StateColumn, place: int, players: int) -> tuple[int, float]:
    """Return how a number of a column is encoded, and its divisor."""
    if column.most > MAX_NUMBER or Holds.PIECE in column.holds:
        return FLAG, 1
    if column.holds[place : place + 1] == (Holds.SEAT,):
        return SEAT_NUMBER, players
    return QUANTITY, min(column.most, SCORE_SCALE)


def _fill_actions(encoding: Encoding, layout: np.void) -> None:
    blocks = {block.kind.name: block for block in encoding.actions.blocks}
    place, deploy = blocks["place"], blocks["deploy"]
    layout["place"], layout["deploy"], layout["passing"] = place.first, deploy.first, blocks["pass"].first
    layout["recall"] = blocks["recall"].first if "recall" in blocks else ABSENT
    layout["by_rotation"], layout["by_cell"] = _strides(place)
    layout["by_piece"], layout["by_segment"] = _strides(deploy)
    for block in encoding.actions.blocks:
        count, code = len(block.axes), block.code
        layout["first"][code], layout["axes"][code] = block.first, count
        layout["axis"][code, :count] = [_axis(block.kind, field) for field in block.kind.fields]
        layout["axis_size"][code, :count] = [axis.size for axis in block.axes]
        for at, (shift, bits) in enumerate(block.kind.layout):
            layout["shift"][code, at], layout["bits"][code, at] = shift, bits


def _axis(kind: Kind, field: Field) -> int:
    """Return how a field of a kind of action is numbered."""
    if field is SPOT:
        return encoder_records.NEW_SPOT if kind.on_new_tile else encoder_records.SPOT
    return AXES.get(field, encoder_records.VALUE)


def _strides(block: ActionBlock) -> list[int]:
    """Return the stride of each axis of a block."""
    return [prod(axis.size for axis in block.axes[at + 1 :]) for at in range(len(block.axes))]
