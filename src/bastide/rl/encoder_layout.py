"""What compiled code is told about an encoding, so that it shows games exactly as the encoding does."""

from __future__ import annotations

from math import prod
from typing import Final

import numpy as np

from bastide.expansions.abbot import RECALLED
from bastide.fast.conversion import STEPS
from bastide.fast.layout import PIECE, PLACE
from bastide.fast.rule_tables import Array
from bastide.rl.actions import Block
from bastide.rl.encoding import Encoding
from bastide.rl.observation_kernel import ABSENT, ENCODER_DTYPE
from bastide.rl.planes import PLACES, Planes
from bastide.rl.scalars import MANY, TableCode
from bastide.rules.turn import RESTING

FIRSTS: Final = {
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
"""How the first number of each part of the table's row is named."""


def lens_of(encoding: Encoding) -> Array:
    """Return where everything is shown in an encoding, and the numbers of its actions: an array of one record."""
    made = np.zeros(1, ENCODER_DTYPE)
    lens, window, planes = made[0], encoding.window, encoding.planes
    lens["side"], lens["corner"] = window.side, window.cell(0)
    lens["newest"], lens["strength"], lens["piece"] = planes.newest, planes.strength, planes.piece
    lens["planes"] = planes.shape[0]
    _fill_row(encoding.table, lens)
    _fill_actions(encoding, lens)
    return made


def spreads_of(encoding: Encoding) -> Planes:
    """Return how strong a piece is at the places of a tile: per kind, and per segment of a laid tile."""
    strengths = np.array([piece.strength for piece in encoding.rules.pieces], np.int8)
    return np.ascontiguousarray(strengths[:, None, None] * encoding.planes.places.reshape(-1, len(PLACES)))


def _fill_row(code: TableCode, lens: np.void) -> None:
    rules, at = code.rules, {name: place for place, name in enumerate(code.names)}
    lens["place_step"], lens["piece_step"] = at[f"step {STEPS[PLACE]}"], at[f"step {STEPS[PIECE]}"]
    for name, first in FIRSTS.items():
        lens[name] = at.get(first.format(tile=rules.catalogue.tiles[0].id, piece=rules.pieces[0].name), ABSENT)
    lens["kinds"] = len(rules.catalogue.tiles)
    lens["most_left"], lens["most_score"] = rules.tiles_in_all, MANY
    lens["most_unseen"][: len(rules.copies)] = [max(count, 1) for count in rules.copies]
    lens["most_supply"][: len(rules.pieces)] = [max(piece.count, 1) for piece in rules.pieces]
    lens["most_resting"] = min([MANY, *(column.most for column in rules.columns if column.name == RESTING)])


def _fill_actions(encoding: Encoding, lens: np.void) -> None:
    blocks = {block.kind.name: block for block in encoding.actions.blocks}
    place, deploy = blocks["place"], blocks["deploy"]
    lens["place"], lens["deploy"], lens["passing"] = place.first, deploy.first, blocks["pass"].first
    lens["recall"] = blocks["recall"].first if "recall" in blocks else ABSENT
    lens["by_rotation"], lens["by_cell"] = _steps(place)
    lens["by_piece"], lens["by_segment"] = _steps(deploy)
    lens["segments"] = deploy.axes[-1].size


def _steps(block: Block) -> list[int]:
    """Return how much larger a number is for the next value of each field."""
    return [prod(axis.size for axis in block.axes[place + 1 :]) for place in range(len(block.axes))]
