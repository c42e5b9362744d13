"""Support: which rulesets the compiled simulator plays.

It reimplements some functions of the engine and refuses rulesets with any others: every step, veto and choice must be
one that is reimplemented here. The points of features are tabulated from the engine's functions (`feature_points`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bastide.errors import BadRules
from bastide.expansions import abbot, base, river
from bastide.fast.layout import (
    MOST_EDGES,
    MOST_FEATURE_KINDS,
    MOST_ON_TILE,
    MOST_PIECE_KINDS,
    MOST_SEGMENTS,
    MOST_STAGES,
    MOST_STANDING,
    MOST_TILE_KINDS,
    MOST_TILES,
)
from bastide.kernel.tile import Tile
from bastide.rules import turn
from bastide.rules.pieces import deployments
from bastide.rules.ruleset import MOST_SEATS, Ruleset
from bastide.rules.state import State
from bastide.words import Word

STEPS: Final = {*turn.STEPS, *abbot.EXPANSION.steps}
KINDS: Final = {*turn.KINDS, *abbot.EXPANSION.kinds}
COLUMNS: Final = {*turn.COLUMNS, *abbot.EXPANSION.columns}
CHOICES: Final = {deployments, *abbot.EXPANSION.choices}
FIELDS: Final[Mapping[Callable[[State], None], tuple[bool, int]]] = {
    base.enter_fields_by_field: (False, 3),
    base.enter_fields_by_city_3: (True, 3),
    base.enter_fields_by_city_4: (True, 4),
}
"""How fields score: whether by city, and the points of a city."""


def check(rules: Ruleset) -> None:
    """Raise BadRules, naming what is unsupported, unless the compiled simulator plays these rules."""
    _check_steps(rules)
    _check_pieces(rules)
    _check_tiles(rules)
    _check_sizes(rules)


def field_scoring(rules: Ruleset) -> tuple[bool, int]:
    """Return whether cities score for all fields around them together, and the points of a city."""
    return next(FIELDS[step.enter] for step in rules.program if step.enter is not None and step.enter in FIELDS)


def _refuse(part: str) -> BadRules:
    return BadRules("fast_rules", part=Word(f"fast.{part}"))


def _check_steps(rules: Ruleset) -> None:
    """Check that the turn has supported steps, choices and actions only, and all those of the base game."""
    for step in rules.program:
        if step not in STEPS and step.enter not in FIELDS:
            raise BadRules("fast_step", step=Word(f"step.{step.name}"))
    missing = [step for step in turn.STEPS if step not in rules.program]
    if missing or not any(step.enter in FIELDS for step in rules.program):
        raise _refuse("turn")
    if not (set(rules.kinds) <= KINDS and set(rules.columns) <= COLUMNS and set(rules.choices) <= CHOICES):
        raise _refuse("turn")


def _check_pieces(rules: Ruleset) -> None:
    """Check that pieces are plain followers and that strength alone decides majorities."""
    if any(p.goes_on or p.companion or p.neutral or not p.strength for p in rules.pieces) or rules.may_deploy:
        raise _refuse("pieces")
    fields = [kind for kind, site in enumerate(rules.sites) if site is not None and not site.completes]
    terms = {term for kind in fields for term in rules.terms[kind]}
    if rules.ties or any(rules.bonuses) or rules.waiting or not terms <= {base.field_points}:
        raise _refuse("scoring")


def _check_tiles(rules: Ruleset) -> None:
    """Check that edges are those of the base game and that only the river restricts placements further."""
    for vetoes in rules.fits:
        if any(veto.allows is not river.fits_the_river or veto.rather for veto in vetoes):
            raise _refuse("placing")
    shapes: dict[str, set[tuple[str, str, str, bool]]] = {}
    for tile in rules.catalogue.tiles:
        for side in range(4):
            shapes.setdefault(tile.edges[side], set()).add(_shape(rules, tile, side))
    if any(len(found) > 1 for found in shapes.values()):
        raise _refuse("tiles")
    segments = [segment for tile in rules.catalogue.tiles for segment in tile.segments]
    surrounded = {segment.kind for segment in segments if segment.surrounded}
    if any(segment.kind in surrounded and (not segment.surrounded or segment.ports) for segment in segments):
        raise _refuse("tiles")
    touched = {tile.segments[i].kind for tile in rules.catalogue.tiles for s in tile.segments for i in s.touches}
    if any(kind in surrounded or not _completes(rules, kind) for kind in touched):
        raise _refuse("tiles")


def _completes(rules: Ruleset, kind: str) -> bool:
    site = rules.sites[rules.catalogue.kind_number[kind]]
    return site is not None and site.completes


def _shape(rules: Ruleset, tile: Tile, side: int) -> tuple[str, str, str, bool]:
    """Return the kinds of features at the left, middle and right of a side, and whether one segment fills it."""
    left, middle, right = (tile.owner_of(3 * side + place) for place in range(3))
    if min(left, middle, right) < 0:
        raise _refuse("tiles")
    alone = left == middle == right
    kinds = [tile.segments[segment].kind for segment in (left, middle, right)]
    if not alone and (middle in (left, right) or kinds[0] != kinds[2] or _completes(rules, kinds[0])):
        raise _refuse("tiles")
    return kinds[0], kinds[1], kinds[2], alone


def _check_sizes(rules: Ruleset) -> None:
    """Check that everything fits the records."""
    catalogue = rules.catalogue
    segments = sum(n * count for n, count in zip(rules.copies, catalogue.segment_count, strict=True))
    pieces = MOST_SEATS * sum(piece.count for piece in rules.pieces)
    for what, count, most in (
        ("tiles", rules.tiles_in_all, MOST_TILES),
        ("tile_kinds", len(catalogue.tiles), MOST_TILE_KINDS),
        ("segments", segments, MOST_SEGMENTS),
        ("on_tile", max(catalogue.segment_count), MOST_ON_TILE),
        ("edges", len(catalogue.edge_number), MOST_EDGES),
        ("features", len(catalogue.kinds), MOST_FEATURE_KINDS),
        ("piece_kinds", len(rules.pieces), MOST_PIECE_KINDS),
        ("pieces", pieces, MOST_STANDING),
        ("stages", len(rules.stages), MOST_STAGES),
    ):
        if count > most:
            raise BadRules("fast_size", what=Word(f"fast.{what}"), count=count, most=most)
