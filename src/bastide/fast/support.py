"""Support: checks whether the compiled simulator supports a ruleset.

The simulator reimplements what the functions of known expansions do. Other expansions may bring tiles, followers, marks
and points: the points of features are not reimplemented but tabulated (`feature_points`), save a few (`SPECIAL_TERMS`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from bastide.errors import BadRules
from bastide.expansions import (
    abbot,
    anniversary_mini,
    base,
    catapult,
    count,
    crop_circles,
    cult,
    gold_rush,
    hand,
    hills_and_sheep,
    inns_and_cathedrals,
    king_and_robber,
    mage_and_witch,
    river,
    river_2,
    river_20,
    traders_and_builders,
    wheel_of_fortune,
)
from bastide.expansions.river_2 import ACTIVE_VOLCANO
from bastide.fast import names
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
from bastide.rules import rivers
from bastide.rules.model import Expansion, Piece
from bastide.rules.ruleset import MOST_SEATS, Ruleset, brought_in
from bastide.rules.state import State
from bastide.words import Word

KNOWN: Final[tuple[Expansion, ...]] = (
    abbot.EXPANSION,
    anniversary_mini.EXPANSION,
    base.EXPANSION,
    catapult.EXPANSION,
    count.EXPANSION,
    crop_circles.EXPANSION,
    cult.EXPANSION,
    gold_rush.EXPANSION,
    hand.EXPANSION,
    hills_and_sheep.EXPANSION,
    inns_and_cathedrals.EXPANSION,
    king_and_robber.EXPANSION,
    mage_and_witch.EXPANSION,
    river.EXPANSION,
    river_2.EXPANSION,
    river_20.EXPANSION,
    traders_and_builders.EXPANSION,
    wheel_of_fortune.EXPANSION,
)
"""The expansions that the simulator plays, besides those that bring nothing but tiles, followers, marks and points."""
PARTS: Final = tuple(part for expansion in KNOWN for part in expansion.variants())
"""These expansions with the small ones that their options bring in."""
PLAIN: Final = (
    *base.EXPANSION.variants(),
    *inns_and_cathedrals.EXPANSION.variants(),
    *river.EXPANSION.variants(),
    *river_2.EXPANSION.variants(),
    *river_20.EXPANSION.variants(),
    abbot.EXPANSION,
    abbot.ONE_ABBOT,
    hand.EXPANSION,
)
"""Those that `fast.turn` plays."""
ENTER: Final = (count.do_enter, count.do_enter_clockwise, count.do_enter_with_count)
"""The variants of the Count's move."""
FINAL_KING: Final = (
    king_and_robber.enter_final,
    king_and_robber.enter_final_ten,
    king_and_robber.enter_final_fifteen,
)
"""The variants of the titles' worth at the end."""
TERMS: Final = {term.count for part in PARTS for term in part.points}
SPECIAL_TERMS: Final = {
    base.field_points,
    gold_rush.town_points,
    hills_and_sheep.garden_vineyard_points,
    hills_and_sheep.vineyard_points,
    mage_and_witch.mage_points,
    mage_and_witch.witch_points,
}
"""The terms of scores that depend on more than the size and the marks of a feature; they are reimplemented."""
FIELDS: Final[Mapping[Callable[[State], None], tuple[bool, int]]] = {
    base.enter_fields_by_field: (False, 3),
    base.enter_fields_by_city_3: (True, 3),
    base.enter_fields_by_city_4: (True, 4),
    gold_rush.enter_prairies: (False, 0),
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
    for part in _parts(rules):
        if part not in PARTS:
            _check_unknown(part)
    _check_turn(rules)
    _check_terms(rules)
    _check_tiles(rules)
    _check_sizes(rules)


@lru_cache(maxsize=64)
def is_plain(rules: Ruleset) -> bool:
    """Return whether `fast.turn` plays a supported ruleset, without the turn sheet."""
    return all(part in PLAIN or part not in PARTS for part in _parts(rules))


def field_scoring(rules: Ruleset) -> tuple[bool, int]:
    """Return whether every city scores once for all fields around it, and the points of a city."""
    return next(FIELDS[step.enter] for step in rules.program if step.enter is not None and step.enter in FIELDS)


def river_levels(rules: Ruleset) -> tuple[int, ...]:
    """Return the tests of river tiles, as bit sets from the strictest; none if there are no river tiles.

    Raises BadRules if other tests restrict placements.
    """
    vetoes = {veto for own in rules.fits for veto in own if veto not in cult.EXPANSION.fits}
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


def _parts(rules: Ruleset) -> list[Expansion]:
    """Return the expansions of a ruleset with the small ones that its options bring in."""
    return [*rules.expansions, *brought_in(rules.expansions, rules.options)]


def _check_unknown(part: Expansion) -> None:
    """Check that an expansion that the simulator does not know brings nothing but tiles, followers, marks and points.

    What it says about laying tiles is checked with that of the others.
    """
    if part.steps:
        raise BadRules("fast_step", step=Word(f"step.{part.steps[0].name}"))
    if part.kinds or part.choices or part.columns or part.replaces:
        raise _refusal("turn")
    if part.may_deploy or not all(map(_is_ordinary, part.pieces)):
        raise _refusal("pieces")
    unusual_sites = any(site.waits or site.like or not site.completes for site in part.sites)
    if part.bonuses or part.ties or unusual_sites or any(term.count in SPECIAL_TERMS for term in part.points):
        raise _refusal("scoring")


def _is_ordinary(piece: Piece) -> bool:
    """Return whether a kind of piece consists of nothing but followers."""
    special = piece.goes_on is not None or piece.companion or piece.neutral or not piece.strength
    return not special and piece.name not in names.PIECES


def _check_turn(rules: Ruleset) -> None:
    """Check that the turn has the steps that every game has."""
    missing = [name for name in ("place", "piece", "award", "next", "final.features") if name not in rules.at]
    if missing or not any(step.enter in FIELDS for step in rules.program):
        raise _refusal("turn")


def _check_terms(rules: Ruleset) -> None:
    """Check that unknown terms have no part in the points of features that are reimplemented."""
    for terms in map(set, rules.terms):
        if terms & SPECIAL_TERMS and not terms <= TERMS:
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
    """Return the segments at the left, middle and right of a side of a tile, -1 for those that hold no pieces."""
    found = [tile.owner_of(3 * side + place) for place in range(3)]
    left, middle, right = (at if at >= 0 and _holds_pieces(rules, tile.segments[at].kind) else ABSENT for at in found)
    return left, middle, right


def _holds_pieces(rules: Ruleset, kind: str) -> bool:
    """Return whether followers or shepherds may stand on a kind of feature."""
    is_site = rules.sites[rules.catalogue.kind_number[kind]] is not None
    return is_site or (kind == "field" and "shepherd" in rules.piece_number)


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
    segments = sum(n * printed for n, printed in zip(rules.copies, catalogue.segment_count, strict=True))
    pieces = sum(MOST_SEATS * piece.count + piece.neutral for piece in rules.pieces)
    for what, number, most in (
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
        if number > most:
            raise BadRules("fast_size", what=Word(f"fast.{what}"), count=number, most=most)
