"""Rule tables: a ruleset as the one record of lookup tables that compiled functions read."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from bastide.expansions.cult import keeps_apart
from bastide.expansions.hills_and_sheep import garden_vineyard_points, vineyard_points
from bastide.fast import action_kinds, names, support
from bastide.fast.bit_fields import MARK_BITS, MARK_MASK, ROTATION_BITS
from bastide.fast.feature_points import FeaturePoints, lanes_of
from bastide.fast.layout import IRREGULAR, RULE_TABLES_DTYPE
from bastide.fast.turn_address import turn_address
from bastide.kernel.anchors import anchor
from bastide.kernel.catalogue import EDGE_BITS, EDGE_MASK
from bastide.kernel.geometry import EAST, NORTH, SOUTH, WEST
from bastide.kernel.tile import Tile
from bastide.rules.model import SPOT, Scope, chance
from bastide.rules.ruleset import MOST_SEATS, Ruleset
from bastide.rules.sheet import SHEET

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
    _fill_program(rules, tables)
    _fill_names(rules, tables)
    _fill_pieces(rules, tables)
    _fill_edges(rules, tables)
    _fill_sides(rules, tables)
    _fill_segments(rules, tables)
    _fill_anchors(rules, tables)
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


def _fill_program(rules: Ruleset, tables: Array) -> None:
    """Fill the steps of the turn in play, and the kinds of actions."""
    tables["plain"] = plain = support.is_plain(rules)
    tables["turn_sheet"] = 0 if plain else turn_address()
    tables["code"] = tables["kind_of"] = tables["at"] = tables["spot_shift"] = ABSENT
    for code, kind in enumerate(rules.kinds):
        if kind.fields and kind.fields[-1] is SPOT:
            tables["spot_shift"][0, code] = kind.layout[-1][0]
    for number, name in enumerate(action_kinds.NAMES):
        if name in rules.code:
            tables["code"][0, number] = rules.code[name]
            tables["kind_of"][0, rules.code[name]] = number
    for place, step in enumerate(rules.program):
        number = SHEET.index(step.name)
        tables["program"][0, place] = number
        tables["at"][0, number] = place
        tables["is_draw"][0, number] = step.actor is chance
        tables["repeats"][0, number] = step.repeats
    tables["program_length"], tables["turn_start"] = len(rules.program), rules.turn_start
    tables["final_start"] = rules.final_start
    entering = [kind.do for kind in rules.kinds if kind.do in support.ENTER]
    tables["count_moves"] = support.ENTER.index(entering[0]) if entering else ABSENT
    titles = [step.enter for step in rules.program if step.enter in support.FINAL_KING]
    tables["titles"] = support.FINAL_KING.index(titles[0]) if titles else ABSENT


def _fill_names(rules: Ruleset, tables: Array) -> None:
    """Fill where the ruleset keeps what the engine knows by name."""
    catalogue = rules.catalogue
    tables["column"] = tables["feature"] = tables["piece"] = tables["mark_lane"] = ABSENT
    for name, (first, size) in columns_of(rules).items():
        column = next(column for column in rules.columns if column.name == name)
        tables["column"][0, names.COLUMNS.index(name)] = first
        tables["width"][0, names.COLUMNS.index(name)] = len(column.initial)
        tables["until_turn"][0, first : first + size] = column.until in (Scope.TURN, Scope.PART)
        tables["until_part"][0, first : first + size] = column.until is Scope.PART
    for number, name in enumerate(names.FEATURES):
        tables["feature"][0, number] = catalogue.kind_number.get(name, ABSENT)
    for number, name in enumerate(names.PIECES):
        tables["piece"][0, number] = rules.piece_number.get(name, ABSENT)
    for number, name in enumerate(names.TILE_MARKS):
        tables["tile_mark"][0, number, : len(catalogue.tiles)] = catalogue.marks(name)
    lanes = lanes_of(rules)
    for number, name in enumerate(names.FEATURE_MARKS):
        column_number = catalogue.column_number.get(name, ABSENT)
        for kind, columns in enumerate(lanes):
            if column_number in columns:
                tables["mark_lane"][0, number, kind] = columns.index(column_number)


@lru_cache(maxsize=64)
def columns_of(rules: Ruleset) -> Mapping[str, tuple[int, int]]:
    """Return where a ruleset keeps each of its columns in `GameRecord.ext`: the first index, and how many numbers.

    There is room for all seats; those that have fields of their own are left out.
    """
    found: dict[str, tuple[int, int]] = {}
    end = 0
    for column in rules.columns:
        if column.name in names.COLUMNS:
            size = len(column.initial) * (MOST_SEATS if column.per_seat else 1)
            found[column.name] = end, size
            end += size
    return found


def extras_of(rules: Ruleset) -> int:
    """Return how many numbers of `GameRecord.ext` a ruleset uses: none if its turn is that of `turn`."""
    return 0 if support.is_plain(rules) else max(first + size for first, size in columns_of(rules).values())


def _fill_pieces(rules: Ruleset, tables: Array) -> None:
    catalogue = rules.catalogue
    tables["pieces"] = len(rules.pieces)
    tables["abbot"] = rules.piece_number.get("abbot", ABSENT)
    for kind, piece in enumerate(rules.pieces):
        tables["strength"][0, kind] = piece.strength
        tables["ordinary"][0, kind] = kind in rules.ordinary
        tables["companion"][0, kind] = piece.companion
        tables["stands_on"][0, kind, : len(rules.sites)] = rules.stands[kind]
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
    for name in ("city_or_road", "inner", "whole_field", "left_field", "right_field", "port"):
        tables[name] = ABSENT
    irregular = support.irregular_edges(rules)
    for number, tile in enumerate(rules.catalogue.tiles):
        tables["continues_river"][0, number] = any(veto.allows is not keeps_apart for veto in rules.fits[number])
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
                middle = support.owners(rules, tile, printed_side)[1]
                if middle >= 0 and support.completes(rules, tile.segments[middle].kind):
                    tables["inner"][0, laid, side] = middle
                if edge == "river":
                    tables["river_sides"][0, laid] |= 1 << side


def _segments_at(rules: Ruleset, tile: Tile, side: int) -> dict[str, int]:
    """Return the segments at a side that can hold pieces, by the name of their table."""
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
            completes = site is not None and site.completes
            by_sides = completes and not segment.surrounded and not (site and site.waits)
            if completes and segment.surrounded:
                tables["surrounded_here"][0, number] |= 1 << local
            at = 0, number, local
            tables["kind"][at] = kind
            tables["open_sides"][at] = catalogue.open_sides[number][local] if by_sides else 1
            tables["marks"][at] = sum(marks[c][local] << MARK_BITS * lane for lane, c in enumerate(lanes[kind]))
            if site is not None and (not site.completes or site.waits):
                tables["touches"][at] = catalogue.touches[number][local]


def _fill_anchors(rules: Ruleset, tables: Array) -> None:
    for number, tile in enumerate(rules.catalogue.tiles):
        for rotation in range(4):
            for local, segment in enumerate(tile.segments):
                at = 0, number << ROTATION_BITS | rotation, local
                tables["anchor_x"][at], tables["anchor_y"][at] = anchor(segment, rotation)


def _fill_features(rules: Ruleset, tables: Array) -> None:
    catalogue = rules.catalogue
    segments = [segment for tile in catalogue.tiles for segment in tile.segments]
    surrounded = {segment.kind for segment in segments if segment.surrounded}
    tables["special"] = ABSENT
    tables["any_surrounded"] = bool(tables["surrounded_here"].any())
    tables["any_waits"], tables["hills"] = bool(rules.waiting), bool(rules.ties)
    _fill_sites(rules, tables)
    for kind, name in enumerate(catalogue.kinds):
        points = FeaturePoints(rules, kind)
        lanes = lanes_of(rules)[kind]
        _, unite = catalogue.plans[kind]
        tables["uncounted"][0, kind] = sum(MARK_MASK << MARK_BITS * lanes.index(column) for column in unite)
        if support.completes(rules, name):
            tables["surrounded"][0, kind] = name in surrounded
            tables["completes"][0, kind] = True
        if rules.sites[kind] is not None:
            worth, marks = points.table()
            sizes = rules.tiles_in_all + 1
            tables["worth"][0, kind, ..., :sizes] = worth
            if points.special is not None:
                tables["special"][0, kind] = lanes.index(points.special)
                tables["sole"][0, kind] = points.sole
            tables["lanes"][0, kind] = count = len(points.worthy)
            if count:
                tables["mark_worth"][0, kind, ..., :sizes, :count] = marks


def _fill_sites(rules: Ruleset, tables: Array) -> None:
    """Fill what kinds of features have besides points that follow from their sizes and marks."""
    for kind, site in enumerate(rules.sites):
        if site is not None:
            tables["has_site"][0, kind] = True
            tables["order"][0, kind], tables["waits"][0, kind] = site.order, site.waits
            is_garden = rules.catalogue.kinds[kind] == "garden"
            term = garden_vineyard_points if is_garden else vineyard_points
            tables["vineyards"][0, kind] = term in rules.terms[kind]
    for number, vetoes in enumerate(rules.fits):
        tables["stands_apart"][0, number] = any(veto.allows is keeps_apart for veto in vetoes)
