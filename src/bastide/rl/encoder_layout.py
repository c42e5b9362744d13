"""Encoder layouts: an encoding as a record, from which the kernels write the same observations."""

from __future__ import annotations

from math import prod
from typing import Final

import numpy as np

from bastide.expansions.abbot import RECALLED
from bastide.fast.conversion import STEPS
from bastide.fast.layout import PIECE, PLACE
from bastide.fast.rule_tables import Array
from bastide.rl.actions import ActionBlock
from bastide.rl.encoding import Encoding
from bastide.rl.observation_kernel import ABSENT, ENCODER_DTYPE
from bastide.rl.planes import PLACES, Planes
from bastide.rl.scalars import SCORE_SCALE, ScalarEncoder
from bastide.rules.turn import RESTING

FIRST_NAMES: Final = {
    "to_lay": "tile to lay {tile}",
    "newest_tile": "newest tile {tile}",
    "unseen": "unseen {tile}",
    "left": "tiles left",
    "acts": "seat 0 acts",
    "on_turn": "seat 0 on turn",
    "score": "seat 0 score",
    "supply": "seat 0 supply {piece}",
    "recalled": RECALLED + " 0",
    "resting": RESTING + " 0",
}
"""The name of the first scalar of each group."""


def encoder_layout(encoding: Encoding) -> Array:
    """Return the encoder layout of an encoding as an array of one record."""
    layouts = np.zeros(1, ENCODER_DTYPE)
    layout, window, planes = layouts[0], encoding.window, encoding.planes
    layout["side"], layout["corner"] = window.side, window.cell(0)
    layout["newest"], layout["strength"], layout["piece"] = planes.newest, planes.strength, planes.piece
    layout["planes"] = planes.shape[0]
    _fill_scalars(encoding.table, layout)
    _fill_actions(encoding, layout)
    return layouts


def strength_table(encoding: Encoding) -> Planes:
    """Return the strength table: per kind of piece, segment of a laid tile and place, the strength there."""
    strengths = np.array([piece.strength for piece in encoding.rules.pieces], np.int8)
    return np.ascontiguousarray(strengths[:, None, None] * encoding.planes.places.reshape(-1, len(PLACES)))


def _fill_scalars(encoder: ScalarEncoder, layout: np.void) -> None:
    rules, at = encoder.rules, {name: index for index, name in enumerate(encoder.names)}
    layout["place_step"], layout["piece_step"] = at[f"step {STEPS[PLACE]}"], at[f"step {STEPS[PIECE]}"]
    for name, first in FIRST_NAMES.items():
        layout[name] = at.get(first.format(tile=rules.catalogue.tiles[0].id, piece=rules.pieces[0].name), ABSENT)
    layout["kinds"] = len(rules.catalogue.tiles)
    layout["left_scale"], layout["score_scale"] = rules.tiles_in_all, SCORE_SCALE
    layout["unseen_scale"][: len(rules.copies)] = [max(count, 1) for count in rules.copies]
    layout["supply_scale"][: len(rules.pieces)] = [max(piece.count, 1) for piece in rules.pieces]
    layout["resting_scale"] = min([SCORE_SCALE, *(column.most for column in rules.columns if column.name == RESTING)])


def _fill_actions(encoding: Encoding, layout: np.void) -> None:
    blocks = {block.kind.name: block for block in encoding.actions.blocks}
    place, deploy = blocks["place"], blocks["deploy"]
    layout["place"], layout["deploy"], layout["passing"] = place.first, deploy.first, blocks["pass"].first
    layout["recall"] = blocks["recall"].first if "recall" in blocks else ABSENT
    layout["by_rotation"], layout["by_cell"] = _strides(place)
    layout["by_piece"], layout["by_segment"] = _strides(deploy)
    layout["segments"] = deploy.axes[-1].size


def _strides(block: ActionBlock) -> list[int]:
    """Return the stride of each axis of a block."""
    return [prod(axis.size for axis in block.axes[at + 1 :]) for at in range(len(block.axes))]
