"""Support: checks whether the compiled simulator supports a ruleset.

The simulator reimplements some functions of the engine. Every step, veto and choice of a ruleset must be one of these.
The points of features are not reimplemented but tabulated (`feature_points`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from bastide.errors import BadRules
from bastide.expansions import abbot, base
from bastide.expansions.river_2 import ACTIVE_VOLCANO
from bastide.fast.layout import (
    MAX_EDGES,
    MAX_FEATURE_KINDS,
    MAX_ON_TILE,
    MAX_PIECE_KINDS,
    MAX_RIVER_LEVELS,
    MAX_SEGMENTS,
    MAX_STAGES,
    MAX_STANDING,
    MAX_TILE_KINDS,
    MAX_TILES,
)
from bastide.fast.rivers import APART, AWAY, GOES_ON, IN_TURN, NOT_BACK, WAY
from bastide.kernel.tile import Tile
from bastide.rules import rivers, turn
from bastide.rules.pieces import deployments
from bastide.rules.ruleset import MOST_SEATS, Ruleset
from bastide.rules.state import State
from bastide.words import Word

STEPS: Final = {*turn.STEPS, *abbot.EXPANSION.steps, *ACTIVE_VOLCANO.steps}
KINDS: Final = {*turn.KINDS, *abbot.ONE_ABBOT.kinds}
COLUMNS: Final = {*turn.COLUMNS, *abbot.EXPANSION.columns, *ACTIVE_VOLCANO.columns}
CHOICES: Final = {deployments, *abbot.ONE_ABBOT.choices}
FIELDS: Final[Mapping[Callable[[State], None], tuple[bool, int]]] = {
    base.enter_fields_by_field: (False, 3),
    base.enter_fields_by_city_3: (True, 3),
    base.enter_fields_by_city_4: (True, 4),
}
"""The variants of field scoring: whether every city scores once for all fields around it, and the points of a city."""
Shape: TypeAlias = tuple[str, str] | None
ABSENT: Final = -1
RIVER_TESTS: Final[Mapping[rivers.Test, int]] = {
    rivers.goes_on: GOES_ON,
    rivers.keeps_ends_apart: APART,
    rivers.leaves_a_way: WAY,
    rivers.bends_in_turn: IN_TURN,
    rivers.does_not_turn_back: NOT_BACK,
    rivers.keeps_away: AWAY,
}


def check(rules: Ruleset) -> None:
    """Raise BadRules, naming what is unsupported, unless the compiled simulator supports a ruleset."""
    _check_steps(rules)
    _check_pieces(rules)
    _check_tiles(rules)
    _check_sizes(rules)


def field_scoring(rules: Ruleset) -> tuple[bool, int]:
    """Return whether every city scores once for all fields around it, and the points of a city."""
    return next(FIELDS[step.enter] for step in rules.program if step.enter is not None and step.enter in FIELDS)


def river_levels(rules: Ruleset) -> tuple[int, ...]:
    """Return the tests of river tiles, as bit sets from the strictest; none if there are no river tiles.

    Raises BadRules if other tests restrict placements.
    """
    vetoes = {veto for own in rules.fits for veto in own}
    if not vetoes:
        return ()
    if len(vetoes) > 1:
        raise _refusal("placing")
    (veto,) = vetoes
    always = _river_tests(veto.allows)
    levels = (*(always | _river_tests(test) for test in veto.rather), always)
    if not always & GOES_ON or len(levels) > MAX_RIVER_LEVELS:
        raise _refusal("placing")
    return levels


def has_active_volcano(rules: Ruleset) -> bool:
    """Return whether the volcano takes no piece and is followed by a fresh turn."""
    return any(step in rules.program for step in ACTIVE_VOLCANO.steps)


def _river_tests(test: rivers.Test) -> int:
    """Return a test of river tiles as a bit set. Raises BadRules if it is another one."""
    bits = 0
    for part in test.tests if isinstance(test, rivers.AllOf) else (test,):
        if part not in RIVER_TESTS:
            raise _refusal("placing")
        bits |= RIVER_TESTS[part]
    return bits


def _refusal(part: str) -> BadRules:
    return BadRules("fast_rules", part=Word(f"fast.{part}"))


def _check_steps(rules: Ruleset) -> None:
    """Check that the turn consists of the steps of the base game and other supported ones, choices and actions."""
    for step in rules.program:
        if step not in STEPS and step.enter not in FIELDS:
            raise BadRules("fast_step", step=Word(f"step.{step.name}"))
    expected = [*turn.STEPS, *(ACTIVE_VOLCANO.steps if has_active_volcano(rules) else ())]
    missing = [step for step in expected if step not in rules.program]
    if missing or not any(step.enter in FIELDS for step in rules.program):
        raise _refusal("turn")
    if not (set(rules.kinds) <= KINDS and set(rules.columns) <= COLUMNS and set(rules.choices) <= CHOICES):
        raise _refusal("turn")


def _check_pieces(rules: Ruleset) -> None:
    """Check that pieces are plain followers and that strength alone decides majorities."""
    if any(p.goes_on or p.companion or p.neutral or not p.strength for p in rules.pieces) or rules.may_deploy:
        raise _refusal("pieces")
    fields = [kind for kind, site in enumerate(rules.sites) if site is not None and not site.completes]
    terms = {term for kind in fields for term in rules.terms[kind]}
    if rules.ties or any(rules.bonuses) or rules.waiting or not terms <= {base.field_points}:
        raise _refusal("scoring")


def _check_tiles(rules: Ruleset) -> None:
    """Check that no vetoes but a river's restrict placements, and that features are completed in the known ways."""
    river_levels(rules)
    segments = [segment for tile in rules.catalogue.tiles for segment in tile.segments]
    surrounded = {segment.kind for segment in segments if segment.surrounded}
    if any(segment.kind in surrounded and (not segment.surrounded or segment.ports) for segment in segments):
        raise _refusal("tiles")
    touched = {tile.segments[i].kind for tile in rules.catalogue.tiles for s in tile.segments for i in s.touches}
    if any(kind in surrounded or not completes(rules, kind) for kind in touched):
        raise _refusal("tiles")


def completes(rules: Ruleset, kind: str) -> bool:
    """Return whether a kind of feature scores when complete."""
    site = rules.sites[rules.catalogue.kind_number[kind]]
    return site is not None and site.completes


def owners(rules: Ruleset, tile: Tile, side: int) -> tuple[int, int, int]:
    """Return the segments at the left, middle and right of a side of a tile, -1 for those that hold no followers."""
    sites = {kind: rules.sites[number] for kind, number in rules.catalogue.kind_number.items()}
    found = [tile.owner_of(3 * side + place) for place in range(3)]
    left, middle, right = (at if at >= 0 and sites[tile.segments[at].kind] is not None else ABSENT for at in found)
    return left, middle, right


def irregular_edges(rules: Ruleset) -> set[str]:
    """Return the edge types whose sides are not all divided alike, or neither one whole nor a strip between fields."""
    shapes: dict[str, set[Shape]] = {}
    for tile in rules.catalogue.tiles:
        for side, edge in enumerate(tile.edges):
            shapes.setdefault(edge, set()).add(_shape(rules, tile, side))
    return {edge for edge, found in shapes.items() if len(found) > 1 or None in found}


def _shape(rules: Ruleset, tile: Tile, side: int) -> Shape:
    """Return the kinds of features in the middle of a side and beside it, or None for an unusual side."""
    left, middle, right = (tile.owner_of(3 * side + place) for place in range(3))
    if min(left, middle, right) < 0:
        return None
    inner, outer, other = (tile.segments[segment].kind for segment in (middle, left, right))
    if left == middle == right:
        return inner, inner
    if middle in (left, right) or outer != other or completes(rules, outer):
        return None
    return inner, outer


def _check_sizes(rules: Ruleset) -> None:
    """Check that all counts fit the records."""
    catalogue = rules.catalogue
    segments = sum(n * count for n, count in zip(rules.copies, catalogue.segment_count, strict=True))
    pieces = MOST_SEATS * sum(piece.count for piece in rules.pieces)
    for what, count, most in (
        ("tiles", rules.tiles_in_all, MAX_TILES),
        ("tile_kinds", len(catalogue.tiles), MAX_TILE_KINDS),
        ("segments", segments, MAX_SEGMENTS),
        ("on_tile", max(catalogue.segment_count), MAX_ON_TILE),
        ("edges", len(catalogue.edge_number), MAX_EDGES),
        ("features", len(catalogue.kinds), MAX_FEATURE_KINDS),
        ("piece_kinds", len(rules.pieces), MAX_PIECE_KINDS),
        ("pieces", pieces, MAX_STANDING),
        ("stages", len(rules.stages), MAX_STAGES),
    ):
        if count > most:
            raise BadRules("fast_size", what=Word(f"fast.{what}"), count=count, most=most)
