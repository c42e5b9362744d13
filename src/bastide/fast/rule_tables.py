"""Rule tables: a ruleset as the one record of lookup tables that compiled functions read."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from bastide.fast import support
from bastide.fast.bit_fields import MARK_BITS, MARK_MASK, ROTATION_BITS
from bastide.fast.feature_points import FeaturePoints, lanes_of
from bastide.fast.layout import IRREGULAR, RULE_TABLES_DTYPE
from bastide.kernel.catalogue import EDGE_BITS, EDGE_MASK
from bastide.kernel.geometry import EAST, NORTH, SOUTH, WEST
from bastide.kernel.tile import Tile
from bastide.rules.ruleset import Ruleset

Array: TypeAlias = npt.NDArray[np.void]
ABSENT: Final = -1
FACING: Final = (SOUTH, WEST, NORTH, EAST)
"""Per side: the side of the neighbour that meets it."""


@lru_cache(maxsize=64)
def tables_of(rules: Ruleset) -> Array:
    """Return the tables of a ruleset as an array of one record. Raises BadRules if the ruleset is not supported."""
    support.check(rules)
    tables = np.zeros(1, RULE_TABLES_DTYPE)
    _fill_turn(rules, tables)
    _fill_pieces(rules, tables)
    _fill_edges(rules, tables)
    _fill_sides(rules, tables)
    _fill_segments(rules, tables)
    _fill_features(rules, tables)
    tables.flags.writeable = False
    return tables


def _fill_turn(rules: Ruleset, tables: Array) -> None:
    for field, kind in (("draw", "draw"), ("place", "place"), ("passing", "pass"), ("deploy", "deploy")):
        tables[field] = rules.code[kind]
    tables["recall"] = rules.code.get("recall", ABSENT)
    tables["stages"] = len(rules.stages)
    tables["by_city"], tables["city_points"] = support.field_scoring(rules)
    levels = support.river_levels(rules)
    tables["river_levels"][0, : len(levels)] = levels
    if support.has_active_volcano(rules):
        tables["volcano"][0, : len(rules.catalogue.tiles)] = rules.catalogue.marks("volcano")


def _fill_pieces(rules: Ruleset, tables: Array) -> None:
    catalogue = rules.catalogue
    tables["pieces"] = len(rules.pieces)
    tables["abbot"] = rules.piece_number["abbot"] if "recall" in rules.code else ABSENT
    for kind, piece in enumerate(rules.pieces):
        tables["strength"][0, kind] = piece.strength
        for tile, segments in enumerate(catalogue.segment_kinds):
            allowed = sum(1 << local for local, feature in enumerate(segments) if rules.stands[kind][feature])
            tables["stands"][0, kind, tile] = allowed


def _fill_edges(rules: Ruleset, tables: Array) -> None:
    """Fill the tables of wants, which have a digit per side: the edge type of the neighbour, or 0 without one."""
    catalogue = rules.catalogue
    radix = len(catalogue.edge_names)
    edges = np.array([[packed >> EDGE_BITS * side & EDGE_MASK for side in range(4)] for packed in catalogue.edges])
    tables["asks"][0, : len(edges)] = edges * [radix ** FACING[side] for side in range(4)]
    tables["wants"] = wants = radix**4
    wanted = np.arange(wants)[:, None] // [radix**side for side in range(4)] % radix
    for tile, rotations in enumerate(catalogue.period):
        for rotation in range(rotations):
            fits = ((wanted == 0) | (wanted == edges[tile << ROTATION_BITS | rotation])).all(axis=1)
            tables["fits"][0, tile * wants : (tile + 1) * wants] |= fits.astype(np.int8) << rotation


def _fill_sides(rules: Ruleset, tables: Array) -> None:
    """Fill the tables of the segments at each side of a laid tile."""
    for name in ("city_or_road", "whole_field", "left_field", "right_field", "port"):
        tables[name] = ABSENT
    irregular = support.irregular_edges(rules)
    for number, tile in enumerate(rules.catalogue.tiles):
        tables["continues_river"][0, number] = bool(rules.fits[number])
        for rotation in range(4):
            laid = number << ROTATION_BITS | rotation
            for side in range(4):
                printed_side = (side - rotation) % 4
                edge = tile.edges[printed_side]
                if edge in irregular:
                    tables["left_field"][0, laid, side] = IRREGULAR
                    tables["port"][0, laid, side] = support.owners(rules, tile, printed_side)
                else:
                    for name, segment in _segments_at(rules, tile, printed_side).items():
                        tables[name][0, laid, side] = segment
                if edge == "river":
                    tables["river_sides"][0, laid] |= 1 << side


def _segments_at(rules: Ruleset, tile: Tile, side: int) -> dict[str, int]:
    """Return the segments at a side that can hold followers, by the name of their table."""
    left, middle, right = support.owners(rules, tile, side)
    segments = {}
    if middle >= 0:
        completes = support.completes(rules, tile.segments[middle].kind)
        segments["city_or_road" if completes else "whole_field"] = middle
    if left != middle and left >= 0:
        segments |= {"left_field": left, "right_field": right}
    return segments


def _fill_segments(rules: Ruleset, tables: Array) -> None:
    catalogue = rules.catalogue
    lanes = lanes_of(rules)
    for number, tile in enumerate(catalogue.tiles):
        tables["segment_count"][0, number] = len(tile.segments)
        marks = catalogue.column_marks[number]
        for local, segment in enumerate(tile.segments):
            kind = catalogue.segment_kinds[number][local]
            site = rules.sites[kind]
            by_sides = site is not None and site.completes and not segment.surrounded
            at = 0, number, local
            tables["kind"][at] = kind
            tables["open_sides"][at] = catalogue.open_sides[number][local] if by_sides else 1
            tables["marks"][at] = sum(marks[c][local] << MARK_BITS * lane for lane, c in enumerate(lanes[kind]))
            if site is not None and not site.completes:
                tables["touches"][at] = catalogue.touches[number][local]


def _fill_features(rules: Ruleset, tables: Array) -> None:
    catalogue = rules.catalogue
    segments = [segment for tile in catalogue.tiles for segment in tile.segments]
    surrounded = {segment.kind for segment in segments if segment.surrounded}
    tables["special"] = ABSENT
    for kind, name in enumerate(catalogue.kinds):
        points = FeaturePoints(rules, kind)
        lanes = lanes_of(rules)[kind]
        _, unite = catalogue.plans[kind]
        tables["uncounted"][0, kind] = sum(MARK_MASK << MARK_BITS * lanes.index(column) for column in unite)
        if support.completes(rules, name):
            tables["surrounded"][0, kind] = name in surrounded
            tables["completes"][0, kind] = True
            worth, marks = points.table()
            sizes = rules.tiles_in_all + 1
            tables["worth"][0, kind, ..., :sizes] = worth
            if points.special is not None:
                tables["special"][0, kind] = lanes.index(points.special)
                tables["sole"][0, kind] = points.sole
            tables["lanes"][0, kind] = count = len(points.worthy)
            if count:
                tables["mark_worth"][0, kind, ..., :sizes, :count] = marks
