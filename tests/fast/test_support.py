"""Supported rules, and the errors for others."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from bastide.errors import BadRules
from bastide.expansions import base, count, cult
from bastide.expansions.river_2 import ACTIVE_VOLCANO
from bastide.expansions.traders_and_builders import EXPANSION as TRADERS_AND_BUILDERS
from bastide.fast import Batch, check, names
from bastide.fast.layout import MAX_EXT
from bastide.fast.rule_tables import tables_of
from bastide.fast.support import PARTS, is_plain
from bastide.games import DEFAULT_GAME, choose_rules, make_rules, parse_rules
from bastide.kernel.catalogue import EDGE_BITS
from bastide.kernel.features import Column, Merge
from bastide.kernel.tile import Segment, Tile
from bastide.rules import engine
from bastide.rules.model import (
    NUMBERS,
    Bonus,
    Expansion,
    Kind,
    Layer,
    Line,
    Piece,
    Site,
    StateColumn,
    Step,
    Term,
    Tie,
    Veto,
)
from bastide.rules.rivers import AllOf, goes_on, keeps_ends_apart
from bastide.rules.ruleset import MOST_SEATS, Ruleset
from bastide.rules.state import State
from tests.fast.mirror import board_difference, play_both
from tests.rulesets import PRESETS, RULE_SETS

RIVERS = ("river", "river_2", "river_20")
PLAIN = ("abbot", "inns_and_cathedrals", *RIVERS)
"""The expansions with which the turn is that of `fast.turn`."""


def refusal(rules: Ruleset) -> BadRules:
    """Return the error for unsupported rules."""
    with pytest.raises(BadRules) as refused:
        check(rules)
    return refused.value


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS.keys())
def test_every_rule_set_is_supported(rules: str) -> None:
    check(parse_rules(rules))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_option_is_supported(preset: str) -> None:
    of_the_game = [((), option) for base in DEFAULT_GAME.base for option in base.options]
    of_expansions = [((e.id,), option) for e in DEFAULT_GAME.expansions for option in e.options]
    for expansions, option in (*of_the_game, *of_expansions):
        for value in option.possible(expansions):
            check(choose_rules(preset, expansions, (), {option.name: value}))


def test_gold_rush_and_the_hand_are_supported() -> None:
    for options in ({}, {"farmers": False}):
        check(choose_rules("gold_rush", (), (), options))
    for hand_end in ("placed", "drawn"):
        check(make_rules("second", hand_size=3, hand_end=hand_end))


def test_all_columns_fit_the_record() -> None:
    columns = {column.name: column for part in PARTS for column in part.columns}
    times = {column.name: len(NUMBERS) - 1 if isinstance(column.times, str) else 1 for column in columns.values()}
    seats = {column.name: MOST_SEATS if column.per_seat else 1 for column in columns.values()}
    assert set(names.COLUMNS) <= set(columns)
    assert sum(len(columns[name].initial) * times[name] * seats[name] for name in names.COLUMNS) <= MAX_EXT


@pytest.mark.parametrize(
    "rules", [*PRESETS, *(f"bigbox2014 expansions=abbot,inns_and_cathedrals,{river} abbots=0" for river in RIVERS)]
)
def test_simple_rules_need_no_turn_sheet(rules: str) -> None:
    assert is_plain(parse_rules(rules))


NOT_PLAIN = (
    "gold_rush",
    "second hand_size=3",
    "anniversary expansions=abbot abbots=2",
    *(f"bigbox2014 expansions={e.id}" for e in DEFAULT_GAME.expansions if e.id not in PLAIN),
)


@pytest.mark.parametrize("rules", NOT_PLAIN)
def test_other_rules_need_the_turn_sheet(rules: str) -> None:
    assert not is_plain(parse_rules(rules))


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
    rules = make_rules("first")
    return with_expansions(rules, *rules.expansions, replace(Expansion("extra"), **changes))  # type: ignore[arg-type]


def with_expansions(rules: Ruleset, *expansions: Expansion) -> Ruleset:
    """Return rules with other expansions and the same tiles and options."""
    tiles = list(zip(rules.catalogue.tiles, rules.copies, strict=True))
    return Ruleset(expansions, tiles, rules.starts, rules.options)


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


def anywhere(state: State, tile: int, rotation: int, cell: int) -> bool:
    """Allow every placement."""
    return True


(BUILDER,) = (piece for piece in TRADERS_AND_BUILDERS.pieces if piece.name == "builder")
(APART,) = cult.EXPANSION.fits

UNSUPPORTED: dict[str, tuple[str, dict[str, object]]] = {
    "kinds of actions": ("turn", {"kinds": (Kind("wave", lambda state, values: None),)}),
    "known actions by another name": ("turn", {"kinds": (Kind("wave", count.do_enter),)}),
    "choices": ("turn", {"choices": (lambda state: [],)}),
    "columns": ("turn", {"columns": (StateColumn("waves"),)}),
    "steps left out": ("turn", {"replaces": ("redraw",)}),
    "pieces": ("pieces", {"pieces": (Piece("walker", 1, goes_on=lambda state, segment: True),)}),
    "pieces without strength": ("pieces", {"pieces": (Piece("stone", 1, strength=0),)}),
    "companions": ("pieces", {"pieces": (Piece("dog", 1, companion=True),)}),
    "neutral pieces": ("pieces", {"pieces": (Piece("ghost", 1, neutral=True),)}),
    "known pieces by another name": ("pieces", {"pieces": (replace(BUILDER, name="mason", each=1),)}),
    "other pieces by a known name": ("pieces", {"pieces": (Piece("builder", 1),)}),
    "vetoes of deployments": ("pieces", {"may_deploy": (lambda state, kind, segment: True,)}),
    "ties": ("scoring", {"ties": (Tie("coin", lambda state, features, seat: 0),)}),
    "bonuses": ("scoring", {"bonuses": (Bonus(("city",), lambda state, features, seat, lines: None),)}),
    "known points elsewhere": ("scoring", {"points": (Term(Layer.ADD, ("road",), base.field_points),)}),
    "sites that never complete": ("scoring", {"sites": (Site("marsh", "fisher", order=3, completes=False),)}),
    "sites that wait": ("scoring", {"sites": (Site("marsh", "fisher", order=3, waits=True),)}),
    "sites like others": ("scoring", {"sites": (Site("marsh", "fisher", order=3, like="field"),)}),
    "placing": ("placing", {"fits": (Veto(anywhere),)}),
    "placing where there is room": ("placing", {"fits": (Veto(goes_on, rather=(anywhere,)),)}),
    "placing away from the river": ("placing", {"fits": (Veto(keeps_ends_apart),)}),
    "placing away from shrines": ("placing", {"fits": (replace(APART, rather=(anywhere,)),)}),
    "two vetoes": ("placing", {"fits": (Veto(goes_on), Veto(AllOf(goes_on, keeps_ends_apart)))}),
    "five levels": ("placing", {"fits": (Veto(goes_on, rather=(goes_on,) * 4),)}),
}


def test_unknown_steps_are_refused_in_words() -> None:
    rules = changed(steps=(Step("hand.last"),))
    refused = refusal(rules)
    assert refused.message == "fast_step"
    assert "engine" in refused.text("en")
    assert "moteur" in refused.text("fr")
    with pytest.raises(BadRules):
        Batch(rules, 1)


@pytest.mark.parametrize(("part", "changes"), UNSUPPORTED.values(), ids=UNSUPPORTED.keys())
def test_unknown_rules_are_refused(part: str, changes: dict[str, object]) -> None:
    refused = refusal(changed(**changes))
    assert (refused.message, refused.values["part"]) == ("fast_rules", f"fast.{part}")
    assert "engine" in refused.text("en")
    assert "moteur" in refused.text("fr")


def test_an_expansion_that_only_adds_followers_is_supported() -> None:
    rules = changed(pieces=(Piece("giant", 1, strength=3), Piece("monk", 1, sites=("monastery",))))
    check(rules)
    assert is_plain(rules)


@pytest.mark.parametrize("step", [Step("fair.choose"), *ACTIVE_VOLCANO.steps], ids=lambda step: step.name)
def test_steps_of_unknown_expansions_are_refused(step: Step) -> None:
    refused = refusal(changed(steps=(step,)))
    assert refused.message == "fast_step"
    assert "moteur" in refused.text("fr")
    with pytest.raises(BadRules):
        Batch(changed(steps=(step,)), 1)


def test_unknown_points_beside_reimplemented_ones_are_refused() -> None:
    extra = Expansion("extra", points=(Term(Layer.ADD, ("field",), nothing),))
    by_city, by_field = make_rules("first"), make_rules("bigbox2014")
    check(with_expansions(by_city, *by_city.expansions, extra))
    assert refusal(with_expansions(by_field, *by_field.expansions, extra)).values["part"] == "fast.scoring"


def test_a_known_expansion_with_a_change_is_unknown() -> None:
    rules = make_rules("bigbox2014", expansions=["cult"])
    others = [e for e in rules.expansions if e.id != "cult"]
    check(with_expansions(rules, *others, replace(cult.EXPANSION)))
    changed_duel = replace(cult.EXPANSION, steps=(Step("cult.duel"),))
    assert refusal(with_expansions(rules, *others, changed_duel)).message == "fast_step"


def test_a_turn_without_its_steps_is_refused() -> None:
    tiles = [(tile, 1) for tile in make_rules("first").catalogue.tiles]
    assert refusal(Ruleset([cult.EXPANSION], tiles)).values["part"] == "fast.turn"


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
