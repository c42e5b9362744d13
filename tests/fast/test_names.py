"""Names and numbers: what the simulator knows by number has the names of the engine, in their order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType

import pytest

from bastide.expansions.abbot import RECALLED
from bastide.expansions.river_2 import VOLCANO
from bastide.fast import action_kinds, names, steps
from bastide.games import GAMES, parse_rules
from bastide.rules.sheet import SHEET
from bastide.rules.turn import RESTING
from tests.rulesets import RULE_SETS

EXPANSIONS = [e for game in GAMES.values() for e in (*game.base, *game.expansions)]
PARTS = [part for expansion in EXPANSIONS for part in expansion.variants()]
CATALOGUES = [parse_rules(rules).catalogue for rules in RULE_SETS.values()]
OWN_FIELDS = {RECALLED, RESTING, VOLCANO}
"""Columns that have fields of their own in a game record."""
OTHERWISE: Mapping[Sequence[str], Mapping[str, str]] = {
    names.COLUMNS: {"turn.again": "AGAIN"},
    names.TILE_MARKS: {"again": "TURN_AGAIN"},
    names.FEATURE_MARKS: {"district": "DISTRICT_NUMBER"},
}
"""Constants that are not called by their name, since another one is."""


@pytest.mark.parametrize(
    ("module", "table"),
    [
        (names, names.COLUMNS),
        (names, names.FEATURES),
        (names, names.PIECES),
        (names, names.TILE_MARKS),
        (names, names.FEATURE_MARKS),
        (action_kinds, action_kinds.NAMES),
        (steps, SHEET),
    ],
)
def test_constants_are_the_places_of_their_names(module: ModuleType, table: Sequence[str]) -> None:
    constants = [OTHERWISE.get(table, {}).get(name, name.upper().replace(".", "_")) for name in table]
    assert [getattr(module, constant) for constant in constants] == list(range(len(table)))


def test_columns_are_those_of_the_engine() -> None:
    columns = {column.name for part in PARTS for column in part.columns}
    assert {*names.COLUMNS, *OWN_FIELDS} == columns


def test_kinds_of_actions_are_those_of_the_engine() -> None:
    assert set(action_kinds.NAMES) == {kind.name for part in PARTS for kind in part.kinds}


def test_steps_are_those_of_the_engine() -> None:
    assert set(SHEET) == {step.name for part in PARTS for step in part.steps}
    assert len(SHEET) == steps.OVER


def test_kinds_of_features_and_marks_are_on_tiles() -> None:
    assert set(names.FEATURES) <= {kind for catalogue in CATALOGUES for kind in catalogue.kinds}
    tiles = [tile for catalogue in CATALOGUES for tile in catalogue.tiles]
    assert set(names.TILE_MARKS) <= {mark for tile in tiles for mark, _ in tile.marks}
    segments = [segment for tile in tiles for segment in tile.segments]
    assert set(names.FEATURE_MARKS) <= {mark for segment in segments for mark, _ in segment.marks}


def test_kinds_of_pieces_and_marks_of_features_are_those_of_expansions() -> None:
    assert set(names.PIECES) <= {piece.name for part in PARTS for piece in part.pieces}
    assert set(names.FEATURE_MARKS) <= {column.name for part in PARTS for column in part.feature_columns}
