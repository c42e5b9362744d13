"""Supported rules, and the errors for others."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from bastide.errors import BadRules
from bastide.expansions.river_2 import ACTIVE_VOLCANO
from bastide.fast import Batch, check
from bastide.fast.rule_tables import tables_of
from bastide.games import DEFAULT_GAME, choose_rules, make_rules, parse_rules
from bastide.kernel.catalogue import EDGE_BITS
from bastide.kernel.features import Column, Merge
from bastide.kernel.tile import Segment, Tile
from bastide.rules import engine
from bastide.rules.model import Expansion, Layer, Line, Piece, Term, Tie, Veto
from bastide.rules.rivers import AllOf, goes_on, keeps_ends_apart
from bastide.rules.ruleset import Ruleset
from bastide.rules.state import State
from tests.fast.mirror import (
    EXPANSIONS,
    OF_EXPANSIONS,
    OPTIONS,
    PRESETS,
    RIVER_OPTIONS,
    RIVERS,
    board_difference,
    play_both,
)

OTHERS = [e.id for e in DEFAULT_GAME.expansions if e.id not in EXPANSIONS]


def refusal(rules: Ruleset) -> BadRules:
    """Return the error for unsupported rules."""
    with pytest.raises(BadRules) as refused:
        check(rules)
    return refused.value


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_and_option_is_supported(preset: str) -> None:
    others = [name for name in EXPANSIONS if name not in RIVERS]
    for river in RIVERS:
        for name, values in RIVER_OPTIONS[river].items():
            for value in values:
                check(choose_rules(preset, [*others, river], (), {name: value}))
    for name, values in OPTIONS.items():
        for value in values:
            check(choose_rules(preset, (), (), {name: value}))
    for expansion, options in OF_EXPANSIONS.items():
        for name, values in options.items():
            for value in values:
                check(choose_rules(preset, (expansion,), (), {name: value}))


@pytest.mark.parametrize("expansion", OTHERS)
def test_other_expansions_are_refused(expansion: str) -> None:
    refused = refusal(make_rules("bigbox2014", expansions=[expansion]))
    assert "engine" in refused.text("en")
    assert "moteur" in refused.text("fr")
    with pytest.raises(BadRules):
        Batch(make_rules("bigbox2014", expansions=[expansion]), 1)


@pytest.mark.parametrize("number", [2, 3])
def test_several_abbots_are_refused(number: int) -> None:
    assert refusal(make_rules("bigbox2014", expansions=["abbot"], abbots=number)).values["part"] == "fast.turn"


def test_gold_rush_and_the_hand_are_refused() -> None:
    assert refusal(make_rules("gold_rush")).message == "fast_step"
    assert refusal(make_rules("second", hand_size=3)).message == "fast_step"


@pytest.mark.parametrize(
    "rules", ["bigbox2014 tiles=base,base,base,base", "bigbox2014 tiles=base,base,base,traders_and_builders,river"]
)
def test_too_many_tiles_are_refused(rules: str) -> None:
    refused = refusal(parse_rules(rules))
    assert refused.message == "fast_size"
    assert refused.values["what"] == "fast.tiles"
    assert "250" in refused.text()


def test_ordinary_tiles_of_other_sets_are_supported() -> None:
    for rules in ("traders_and_builders,king_and_robber", "hills_and_sheep", "base,base,base,king_and_robber"):
        assert Batch(parse_rules(f"bigbox2014 tiles={rules}"), 20).play_out().any()


def changed(**changes: object) -> Ruleset:
    """Return the rules of the base game with an additional expansion."""
    base = make_rules("first")
    tiles = list(zip(base.catalogue.tiles, base.copies, strict=True))
    extra = replace(Expansion("extra"), **changes)  # type: ignore[arg-type]
    return Ruleset([*base.expansions, extra], tiles, base.starts, base.options)


def nothing(state: State, feature: int, lines: list[Line]) -> None:
    """Add no lines to a score."""


def for_pieces(state: State, feature: int, lines: list[Line]) -> None:
    lines.append(Line("tiles", len(state.pieces), 1))


def for_shields(state: State, feature: int, lines: list[Line]) -> None:
    lines.append(Line("tiles", state.board["pennant"][feature] ** 2, 1))


def for_wells(state: State, feature: int, lines: list[Line]) -> None:
    lines.append(Line("tiles", 5 * state.board["well"][feature], 1))


def for_fairs(state: State, feature: int, lines: list[Line]) -> None:
    lines.append(Line("tiles", 3 * state.board["fair"][feature], 1))


def test_points_that_depend_on_size_and_marks_are_supported() -> None:
    def for_length(state: State, feature: int, lines: list[Line]) -> None:
        if state.board.features.size(feature) > 4:
            lines.append(Line("tiles", 10, 1))

    rules = changed(points=(Term(Layer.ADD, ("road",), for_length),))
    worth = tables_of(rules)["worth"][0, rules.catalogue.kind_number["road"]]
    assert worth[:, 0, 4].tolist() == [4, 4]
    assert worth[:, 0, 5].tolist() == [15, 15]


@pytest.mark.parametrize("term", [for_pieces, for_shields])
def test_points_that_depend_on_anything_else_are_refused(term: object) -> None:
    rules = changed(points=(Term(Layer.ADD, ("city",), term),))  # type: ignore[arg-type]
    with pytest.raises(BadRules) as refused:
        tables_of(rules)
    assert refused.value.message == "fast_worth"
    assert "city" in refused.value.text()


def test_several_marks_that_change_all_points_of_a_feature_are_refused() -> None:
    columns = (Column("well", Merge.OR, ("road",)), Column("fair", Merge.OR, ("road",)))
    one, other = Term(Layer.ADD, ("road",), for_wells), Term(Layer.ADD, ("road",), for_fairs)
    tables_of(changed(feature_columns=columns))
    tables_of(changed(feature_columns=columns, points=(one,)))
    with pytest.raises(BadRules):
        tables_of(changed(feature_columns=columns, points=(one, other)))


def test_marks_of_several_kinds_are_worth_points_each() -> None:
    columns = (Column("well", Merge.ADD, ("city",)), Column("fair", Merge.ADD, ("city",)))
    rules = changed(feature_columns=columns, points=(Term(Layer.ADD, ("city",), for_wells),))
    tables, city = tables_of(rules), rules.catalogue.kind_number["city"]
    assert tables["lanes"][0, city] == 2
    assert tables["mark_worth"][0, city, 1, 0, 5, :3].tolist() == [2, 5, 0]


UNSUPPORTED: dict[str, dict[str, object]] = {
    "pieces": {"pieces": (Piece("walker", 1, goes_on=lambda state, segment: True),)},
    "pieces without strength": {"pieces": (Piece("stone", 1, strength=0),)},
    "companions": {"pieces": (Piece("dog", 1, companion=True),)},
    "neutral pieces": {"pieces": (Piece("ghost", 1, neutral=True),)},
    "vetoes of deployments": {"may_deploy": (lambda state, kind, segment: True,)},
    "scoring": {"ties": (Tie("coin", lambda state, features, seat: 0),)},
    "scoring of fields": {"points": (Term(Layer.ADD, ("field",), nothing),)},
    "placing": {"fits": (Veto(lambda state, tile, rotation, cell: True),)},
    "placing where there is room": {"fits": (Veto(goes_on, rather=(lambda state, tile, rotation, cell: True,)),)},
    "placing away from the river": {"fits": (Veto(keeps_ends_apart),)},
    "two vetoes": {"fits": (Veto(goes_on), Veto(AllOf(goes_on, keeps_ends_apart)))},
    "five levels": {"fits": (Veto(goes_on, rather=(goes_on,) * 4),)},
    "choices": {"choices": (lambda state: [],)},
}


@pytest.mark.parametrize("changes", UNSUPPORTED.values(), ids=UNSUPPORTED.keys())
def test_unsupported_rules_are_refused(changes: dict[str, object]) -> None:
    assert refusal(changed(**changes)).message == "fast_rules"
    check(changed())


def test_half_a_volcano_is_refused() -> None:
    for step in ACTIVE_VOLCANO.steps:
        assert refusal(changed(steps=(step,))).values["part"] == "fast.turn"
    check(changed(steps=ACTIVE_VOLCANO.steps, columns=ACTIVE_VOLCANO.columns))


def test_too_many_kinds_of_pieces_are_refused() -> None:
    refused = refusal(changed(pieces=tuple(Piece(f"p{i}", 1) for i in range(12))))
    assert refused.values == {"what": "fast.piece_kinds", "count": 13, "most": 12}


def with_tile(*segments: Segment, edges: tuple[str, str, str, str] = ("field", "field", "field", "field")) -> Ruleset:
    """Return the rules of the base game with an additional tile."""
    base = make_rules("first")
    tiles = [*zip(base.catalogue.tiles, base.copies, strict=True), (Tile("extra", edges, segments), 1)]
    return Ruleset(base.expansions, tiles, base.starts, base.options)


ALL_PORTS = tuple(range(12))


def test_unsupported_tiles_are_refused() -> None:
    check(with_tile(Segment("field", ALL_PORTS)))
    half_monastery = with_tile(Segment("field", ALL_PORTS), Segment("monastery"))
    by_a_pond = with_tile(Segment("field", ALL_PORTS, (1,)), Segment("pond"))
    by_a_monastery = with_tile(Segment("field", ALL_PORTS, (1,)), Segment("monastery", surrounded=True))
    for rules in (half_monastery, by_a_pond, by_a_monastery):
        assert refusal(rules).values["part"] == "fast.tiles"


def tabulated(rules: Ruleset, kind: str, complete: bool, special: bool, size: int, shields: int = 0) -> int:
    """Return the points of a feature by the tables of some rules."""
    tables, at = tables_of(rules), (0, rules.catalogue.kind_number[kind], int(complete), int(special), size)
    return int(tables["worth"][at] + shields * tables["mark_worth"][at][0])


def test_sides_that_are_divided_in_any_way_are_supported() -> None:
    two_fields = with_tile(Segment("field", ALL_PORTS[:1]), Segment("field", ALL_PORTS[1:]))
    walled = with_tile(
        Segment("field", ALL_PORTS[:7]), Segment("city", ALL_PORTS[7:]), edges=("field", "field", "city", "city")
    )
    for rules in (two_fields, walled):
        state, rng = engine.start(rules, 2), Random(1)
        batch = Batch(rules, 1)
        for _ in play_both(state, batch, rng):
            assert board_difference(state, batch, 0) == ""


def test_points_of_features_are_those_of_the_engine() -> None:
    rules = make_rules("first", expansions=["inns_and_cathedrals"], half_points=True, tiny_city=2)
    worth = partial(tabulated, rules)

    assert worth("city", True, False, 5, 2) == 14
    assert worth("city", False, False, 5, 2) == 7
    assert worth("city", True, False, 2, 1) == 2
    assert worth("city", True, True, 5, 2) == 21
    assert worth("city", False, True, 5, 2) == 0
    assert worth("road", True, False, 5) == 5
    assert worth("road", False, False, 5) == 2
    assert worth("road", True, True, 5) == 10
    assert worth("road", False, True, 5) == 0
    assert worth("monastery", True, False, 9) == 9
    assert worth("monastery", False, False, 7) == 3


def test_points_under_options_are_those_of_the_engine() -> None:
    rules = make_rules(
        "first",
        expansions=["inns_and_cathedrals"],
        tiny_city_pennants=True,
        unfinished="cities",
        unfinished_inns="ignored",
    )
    worth = partial(tabulated, rules)

    assert [worth("city", True, False, 2, shields) for shields in (0, 1, 2)] == [2, 3, 4]
    assert worth("city", True, False, 3, 1) == 8
    assert worth("city", False, True, 5, 2) == 7
    assert worth("city", True, True, 5, 2) == 21
    assert worth("road", False, True, 5) == worth("road", False, False, 5) == 0
    assert worth("road", True, True, 5) == 10
    assert worth("monastery", False, False, 7) == 0


def test_fitting_rotations_are_those_of_the_engine() -> None:
    rules = make_rules("first", expansions=["river"])
    tables, catalogue = tables_of(rules), rules.catalogue
    radix = len(catalogue.edge_names)
    for want in range(radix**4):
        packed = sum(want // radix**side % radix << EDGE_BITS * side for side in range(4))
        for tile, rotations in enumerate(catalogue.rotations):
            bits = sum(1 << rotation for rotation in rotations[packed])
            assert tables["fits"][0, tile * radix**4 + want] == bits


def test_tables_are_cached_and_read_only() -> None:
    tables = tables_of(make_rules("first"))
    assert tables_of(make_rules("first")) is tables
    with pytest.raises(ValueError, match="read-only"):
        tables["pieces"] = 3
