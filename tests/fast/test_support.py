"""What the compiled simulator plays, and how it refuses the rest."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bastide.errors import BadRules
from bastide.fast import Batch, check
from bastide.fast.rule_tables import tables_of
from bastide.games import DEFAULT_GAME, choose_rules, make_rules, parse_rules
from bastide.kernel.features import Column, Merge
from bastide.kernel.tile import Segment, Tile
from bastide.rules.model import Expansion, Layer, Line, Piece, Term, Tie, Veto
from bastide.rules.ruleset import Ruleset
from bastide.rules.state import State
from tests.fast.mirror import EXPANSIONS, OPTIONS, PRESETS

OTHERS = [e.id for e in DEFAULT_GAME.expansions if e.id not in EXPANSIONS]


def refusal(rules: Ruleset) -> BadRules:
    with pytest.raises(BadRules) as refused:
        check(rules)
    return refused.value


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_and_option_is_played(preset: str) -> None:
    check(make_rules(preset, expansions=EXPANSIONS))
    for name, values in OPTIONS.items():
        for value in values:
            check(choose_rules(preset, (), (), {name: value}))


@pytest.mark.parametrize("expansion", OTHERS)
def test_other_expansions_are_refused(expansion: str) -> None:
    refused = refusal(make_rules("bigbox2014", expansions=[expansion]))
    assert "engine" in refused.text("en")
    assert "moteur" in refused.text("fr")
    with pytest.raises(BadRules):
        Batch(make_rules("bigbox2014", expansions=[expansion]), 1)


def test_other_games_and_the_hand_are_refused() -> None:
    assert refusal(make_rules("gold_rush")).message == "fast_step"
    assert refusal(make_rules("second", hand_size=3)).message == "fast_step"


@pytest.mark.parametrize(
    ("rules", "what"),
    [
        ("bigbox2014 tiles=base,base", "fast.tiles"),
        ("bigbox2014 tiles=base,inns_and_cathedrals,traders_and_builders,river", "fast.tiles"),
    ],
)
def test_too_much_is_refused(rules: str, what: str) -> None:
    refused = refusal(parse_rules(rules))
    assert refused.message == "fast_size"
    assert refused.values["what"] == what
    assert "124" in refused.text()


def test_tiles_of_other_sets_are_played_if_they_are_ordinary() -> None:
    assert Batch(parse_rules("bigbox2014 tiles=traders_and_builders,king_and_robber"), 20).play_out().any()
    refused = refusal(parse_rules("bigbox2014 tiles=hills_and_sheep"))
    assert refused.values["part"] == "fast.tiles"


# Rules that nobody has written yet


def changed(**changes: object) -> Ruleset:
    """Return the rules of the base game with a small expansion of its own."""
    usual = make_rules("first")
    tiles = list(zip(usual.catalogue.tiles, usual.copies, strict=True))
    extra = replace(Expansion("extra"), **changes)  # type: ignore[arg-type]
    return Ruleset([*usual.expansions, extra], tiles, usual.starts, usual.options)


def nothing(state: State, feature: int, lines: list[Line]) -> None:
    """A share in a score that is none."""


def for_pieces(state: State, feature: int, lines: list[Line]) -> None:
    lines.append(Line("tiles", len(state.pieces), 1))


def for_shields(state: State, feature: int, lines: list[Line]) -> None:
    lines.append(Line("tiles", state.board["pennant"][feature] ** 2, 1))


def test_a_new_value_that_size_and_marks_decide_is_simply_played() -> None:
    def longest(state: State, feature: int, lines: list[Line]) -> None:
        if state.board.features.size(feature) > 4:
            lines.append(Line("tiles", 10, 1))

    rules = changed(points=(Term(Layer.ADD, ("road",), longest),))
    worth = tables_of(rules)["worth"][0, rules.catalogue.kind_number["road"]]
    assert worth[:, 0, 4].tolist() == [4, 4]
    assert worth[:, 0, 5].tolist() == [15, 15]


@pytest.mark.parametrize("term", [for_pieces, for_shields])
def test_a_value_that_something_else_decides_is_refused(term: object) -> None:
    rules = changed(points=(Term(Layer.ADD, ("city",), term),))  # type: ignore[arg-type]
    with pytest.raises(BadRules) as refused:
        tables_of(rules)
    assert refused.value.message == "fast_worth"
    assert "city" in refused.value.text()


def test_several_marks_in_one_kind_of_feature_are_refused() -> None:
    columns = (Column("one", Merge.OR, ("road",)), Column("two", Merge.OR, ("road",)))
    with pytest.raises(BadRules):
        tables_of(changed(feature_columns=columns))


STRANGE: dict[str, dict[str, object]] = {
    "pieces": {"pieces": (Piece("walker", 1, goes_on=lambda state, segment: True),)},
    "pieces that are no followers": {"pieces": (Piece("stone", 1, strength=0),)},
    "companions": {"pieces": (Piece("dog", 1, companion=True),)},
    "nobody's pieces": {"pieces": (Piece("ghost", 1, neutral=True),)},
    "no pieces here": {"may_deploy": (lambda state, kind, segment: True,)},
    "scoring": {"ties": (Tie("coin", lambda state, features, seat: 0),)},
    "scoring of fields": {"points": (Term(Layer.ADD, ("field",), nothing),)},
    "placing": {"fits": (Veto(lambda state, tile, rotation, cell: True),)},
    "choices": {"choices": (lambda state: [],)},
}


@pytest.mark.parametrize("changes", STRANGE.values(), ids=STRANGE.keys())
def test_what_is_not_known_is_refused(changes: dict[str, object]) -> None:
    assert refusal(changed(**changes)).message == "fast_rules"
    check(changed())


def test_too_many_kinds_of_pieces_are_refused() -> None:
    refused = refusal(changed(pieces=tuple(Piece(f"p{i}", 1) for i in range(4))))
    assert refused.values == {"what": "fast.piece_kinds", "count": 5, "most": 4}


def strange_tile(
    *segments: Segment, edges: tuple[str, str, str, str] = ("field", "field", "field", "field")
) -> Ruleset:
    usual = make_rules("first")
    tiles = [*zip(usual.catalogue.tiles, usual.copies, strict=True), (Tile("strange", edges, segments), 1)]
    return Ruleset(usual.expansions, tiles, usual.starts, usual.options)


ALL_PORTS = tuple(range(12))


def test_strange_tiles_are_refused() -> None:
    check(strange_tile(Segment("field", ALL_PORTS)))
    two_fields = strange_tile(Segment("field", ALL_PORTS[:1]), Segment("field", ALL_PORTS[1:]))
    half_monastery = strange_tile(Segment("field", ALL_PORTS), Segment("monastery"))
    by_a_pond = strange_tile(Segment("field", ALL_PORTS, (1,)), Segment("pond"))
    by_a_monastery = strange_tile(Segment("field", ALL_PORTS, (1,)), Segment("monastery", surrounded=True))
    for rules in (two_fields, half_monastery, by_a_pond, by_a_monastery):
        assert refusal(rules).values["part"] == "fast.tiles"


# What the rules come to


def test_worths_are_those_of_the_engine() -> None:
    rules = make_rules("first", expansions=["inns_and_cathedrals"], half_points=True, tiny_city=2)
    tables = tables_of(rules)
    kinds = rules.catalogue.kind_number

    def worth(kind: str, complete: bool, special: bool, size: int, shields: int = 0) -> int:
        at = 0, kinds[kind], int(complete), int(special), size
        return int(tables["worth"][at] + shields * tables["shield_worth"][at])

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


def test_fits_are_the_rotations_of_the_engine() -> None:
    rules = make_rules("first", expansions=["river"])
    tables, catalogue = tables_of(rules), rules.catalogue
    radix = len(catalogue.edge_names)
    for want in range(radix**4):
        packed = sum(want // radix**side % radix << 3 * side for side in range(4))
        for tile, rotations in enumerate(catalogue.rotations):
            bits = sum(1 << rotation for rotation in rotations[packed])
            assert tables["fits"][0, tile * radix**4 + want] == bits


def test_tables_are_made_once_and_cannot_be_changed() -> None:
    tables = tables_of(make_rules("first"))
    assert tables_of(make_rules("first")) is tables
    with pytest.raises(ValueError, match="read-only"):
        tables["pieces"] = 3
