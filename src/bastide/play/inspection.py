"""Queries about a board: the tile at a cell, the feature at a spot, whether two spots belong to one feature.

A spot is written as in the notation: ``(1,0).road``, or ``(1,0).road.E`` where the tile has several roads.
"""

from __future__ import annotations

from dataclasses import dataclass

from bastide.errors import BadNotation
from bastide.kernel.geometry import cell_at, cell_text, xy
from bastide.play.land import Feature, features
from bastide.play.notation import edges_text, parse_spot, spot_text
from bastide.rules.model import SPOT_BITS, SPOT_MASK
from bastide.rules.pieces import segment_at
from bastide.rules.state import State


@dataclass(frozen=True)
class BoardTile:
    """A tile on the board, in its rotation."""

    id: str
    name: str
    """Its letter, or its id if it has none."""
    rotation: int
    """Quarter turns clockwise."""
    edges: str
    """The letters of its edges, north first."""
    segments: tuple[str, ...]
    """The names of its segments in the notation, by number."""


def tile_at(state: State, x: int, y: int) -> BoardTile | None:
    """Return the tile at a cell, or None if the cell is empty.

    >>> from bastide import parse_position
    >>> tile_at(parse_position("D(0,0) V(1,0)"), 1, 0)
    BoardTile(id='BA-FFRR', name='V', rotation=0, edges='FFRR', segments=('road', 'field.N', 'field.Sr'))
    """
    board = state.board
    number = board.tile_at.get(cell_at(x, y))
    if number is None:
        return None
    tile, rotation = board.tile(number), board.rotation(number)
    names = tuple(spot_text(tile, rotation, local) for local in range(len(tile.segments)))
    return BoardTile(tile.id, tile.name, rotation, edges_text(tile, rotation), names)


def feature_at(state: State, spot: str) -> Feature:
    """Return the feature at a spot. Raises BadNotation if there is none.

    >>> from bastide import parse_position
    >>> feature_at(parse_position("D(0,0) V(1,0)+1:road"), "(0,0).road").now
    2
    """
    number = parse_spot(state, spot)
    place = (*xy(number >> SPOT_BITS), number & SPOT_MASK)
    return next(feature for feature in features(state) if place in feature.at)


def same_feature(state: State, spot: str, other: str) -> bool:
    """Return whether two spots belong to one feature. Raises BadNotation if there is no such spot.

    >>> from bastide import parse_position
    >>> same_feature(parse_position("D(0,0) V(1,0)"), "(0,0).road", "(1,0).road")
    True
    """
    root = state.board.features.root
    one, two = (root[segment_at(state, parse_spot(state, text))] for text in (spot, other))
    return one == two


def spots(state: State, feature: Feature) -> list[str]:
    """Return the spots of a feature, in the order in which their tiles were placed.

    >>> from bastide import parse_position
    >>> state = parse_position("D(0,0) V(1,0)")
    >>> spots(state, feature_at(state, "(1,0).road"))
    ['(0,0).road', '(1,0).road']
    """
    texts = []
    for x, y, local in feature.at:
        tile = tile_at(state, x, y)
        if tile is None:
            raise BadNotation("spot_empty", cell=cell_text(cell_at(x, y)))
        texts.append(f"{cell_text(cell_at(x, y))}.{tile.segments[local]}")
    return texts
