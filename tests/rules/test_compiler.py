"""Expansions are values: what the compiler merges, and what it refuses."""

import itertools

import pytest

from bastide.errors import BadRules
from bastide.expansions import base, hand
from bastide.games import DEFAULT_GAME, make_rules, parse_rules, tiles_added
from bastide.kernel.features import Column, Merge
from bastide.kernel.geometry import cell_at
from bastide.kernel.tile import Block, Tile
from bastide.rules import sheet
from bastide.rules.model import (
    Expansion,
    Kind,
    Layer,
    Line,
    Option,
    OptionValue,
    Piece,
    Scope,
    Site,
    StateColumn,
    Step,
    Term,
)
from bastide.rules.ruleset import Ruleset, Start
from bastide.rules.state import State
from bastide.tiles import load
from tests.rulesets import playable

TILES = load("base").copies("plain")
START = load("base").start("plain")
BASE = (base.EXPANSION, hand.EXPANSION)


def nothing(state: State, values: tuple[int, ...]) -> None:
    """Do nothing."""


def compiled(*more: Expansion, **options: OptionValue) -> Ruleset:
    assert START is not None
    return Ruleset([*BASE, *more], TILES, [Start(START, cell_at(0, 0))], options)


def refused(*more: Expansion, **options: OptionValue) -> str:
    with pytest.raises(BadRules) as error:
        compiled(*more, **options)
    return str(error.value)


def test_listing_order_never_matters() -> None:
    def add(state: State, feature: int, lines: list[Line]) -> None:
        lines.append(Line("tiles", 1, 1))

    extra = (
        Expansion("a", points=(Term(Layer.ADD, ("city",), add),), pieces=(Piece("big", 1, 2),)),
        Expansion("b", kinds=(Kind("wave", nothing),), steps=(Step("hand.deal"),)),
        Expansion("c", columns=(StateColumn("c.done", until=Scope.TURN),)),
    )
    made = []
    for order in itertools.permutations((*BASE, *extra)):
        rules = Ruleset(order, TILES)
        names = tuple(step.name for step in rules.program)
        made.append((names, rules.code, rules.terms, [p.name for p in rules.pieces], rules.columns, rules.options))
    assert all(other == made[0] for other in made)


@pytest.mark.long
def test_every_subset_of_the_expansions_compiles() -> None:
    every = DEFAULT_GAME.expansions
    for size in range(len(every) + 1):
        for chosen in itertools.combinations(every, size):
            if playable(e.id for e in chosen):
                assert compiled(*chosen).program


def test_the_program_is_the_sheet_without_what_is_not_in_play() -> None:
    for options in ({}, {"hand_size": 3}):
        rules = compiled(**options)
        names = [step.name for step in rules.program]
        assert names == [name for name in sheet.SHEET if name in names]
    assert "draw" not in compiled(hand_size=3).at
    assert "hand.pick" not in compiled().at
    assert [step.name for step in compiled().program][compiled().turn_start] == "draw"
    assert [step.name for step in compiled(hand_size=3).program][compiled(hand_size=3).final_start] == "final.features"


def test_scoring_layers_come_in_their_order_whatever_the_names() -> None:
    seen: list[str] = []

    def note(text: str) -> Term:
        layer = {"base": Layer.BASE, "rate": Layer.RATE, "void": Layer.VOID, "add": Layer.ADD, "scale": Layer.SCALE}

        def count(state: State, feature: int, lines: list[Line]) -> None:
            seen.append(text)

        return Term(layer[text], ("road",), count)

    extra = [Expansion(f"{i}{name}", points=(note(name),)) for i, name in enumerate(["scale", "add", "void", "rate"])]
    rules = compiled(*extra)
    state = State(rules, 2)
    state.board.place(rules.catalogue.number["BA-FRFR"], 0, 5000)
    for term in rules.terms[rules.catalogue.kind_number["road"]]:
        term(state, 0, [])
    assert seen == ["rate", "void", "add", "scale"]


def test_what_is_declared_twice_is_refused() -> None:
    assert "step draw" in refused(Expansion("x", steps=(Step("draw"),)))
    assert "action kind place" in refused(Expansion("x", kinds=(Kind("place", nothing),)))
    assert "piece follower" in refused(Expansion("x", pieces=(Piece("follower", 1),)))
    assert "site city" in refused(Expansion("x", sites=(Site("city", "squire", 9),)))
    assert "option farmers" in refused(Expansion("x", options=(Option("farmers", (False,), False),)))
    assert "expansion base" in refused(Expansion("base"))
    assert "column o" in refused(Expansion("x", columns=(StateColumn("o"), StateColumn("o", until=Scope.STEP))))


def test_a_step_must_be_on_the_sheet() -> None:
    assert "The step moon of x has no place on the turn sheet" in refused(Expansion("x", steps=(Step("moon"),)))
    assert "The step moon of x" in refused(Expansion("x", replaces=("moon",)))


def test_needs_and_excludes_are_said_in_words() -> None:
    assert refused(Expansion("x", needs=("y",))) == "The expansion x needs y: add it."
    assert "x and base cannot be played together" in refused(Expansion("x", excludes=("base",)))
    assert compiled(Expansion("x", needs=("y",)), Expansion("y")).program


def test_two_expansions_may_share_a_feature_column_only_if_they_agree() -> None:
    same = Column("pennant", Merge.ADD, ("city",))
    assert compiled(Expansion("x", feature_columns=(same,))).catalogue.columns.count(same) == 1
    assert "pennant of x is declared differently" in refused(
        Expansion("x", feature_columns=(Column("pennant", Merge.OR, ("city",)),))
    )


def test_too_many_kinds_or_pieces_are_refused() -> None:
    kinds = tuple(Kind(f"k{i}", nothing) for i in range(64))
    assert "at most 64" in refused(Expansion("x", kinds=kinds))
    assert "at most 16" in refused(Expansion("x", pieces=tuple(Piece(f"p{i}", 1) for i in range(16))))


def test_unknown_options_and_values_are_refused_with_the_known_ones() -> None:
    assert refused(rain=True).startswith("There is no option rain: choose among farmers, field_scoring")
    assert refused(tiny_city=3) == "The option tiny_city cannot be 3: choose among 2, 4."
    assert refused(farmers=1) == "The option farmers cannot be 1: choose among off, on."
    assert refused(followers=99) == "The option followers cannot be 99: choose among 1–20."
    assert refused(first_player=True) == "The option first_player cannot be on: choose among 0–7."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("third", "There is no preset third: choose among first, second, bigbox2014, anniversary, gold_rush."),
        ("first rain", "“rain” is not understood: write options as name=value, after the preset."),
        ("first farmers=", "“farmers=” is not understood"),
        ("first farmers=maybe", "The option farmers cannot be maybe: choose among off, on."),
        ("first expansions=dragons", "There is no expansion dragons"),
        ("first tiles=atlantis", "There is no tile set or tile atlantis"),
        ("first tiles=" + ",".join(["base"] * 56), "There are 4032 tiles, but at most 4000 are possible."),
    ],
)
def test_rules_that_cannot_be_read_are_refused_in_words(text: str, words: str) -> None:
    from bastide.errors import BastideError

    with pytest.raises(BastideError) as error:
        parse_rules(text)
    assert words in str(error.value)


def test_a_start_must_be_in_play() -> None:
    with pytest.raises(BadRules, match="not in play"):
        Ruleset(BASE, TILES, [Start(Block(((0, 0, Tile("moon", ("field",) * 4, ())),)), cell_at(0, 0))])


@pytest.mark.parametrize("preset", list(DEFAULT_GAME.presets))
def test_rules_written_down_are_read_back(preset: str) -> None:
    for rules in (make_rules(preset), make_rules(preset, hand_size=3, farmers=False, tiles=("base", "base"))):
        assert parse_rules(str(rules.choice)) is rules


def test_tile_sets_and_rules_are_independent_lists() -> None:
    double = make_rules("bigbox2014", tiles=("base", "base"))
    assert double.tiles_in_all == 144
    assert sum(double.bag) == 143
    assert double.expansions == make_rules("bigbox2014").expansions
    garden = make_rules("bigbox2014", tile_edition="garden")
    # Gardens are printed on the tiles but no rule in play speaks of them.
    assert garden.sites[garden.catalogue.kind_number["garden"]] is None


def test_tiles_are_counted_as_their_boxes_count_them() -> None:
    """WOF-SETUP-1, COUNT-SETUP-1, RIV-RUL-5, RIV20-RUL-1: a board is no tile, Carcassonne twelve, a double tile one.

    No start tile is left out.
    """
    box = ("inns_and_cathedrals", "traders_and_builders", "hills_and_sheep", "wheel_of_fortune", "river")
    assert make_rules("bigbox2014", expansions=box).box_tiles == 156
    assert make_rules("anniversary", expansions=("river_20", "abbot", "anniversary_mini")).box_tiles == 104
    added = {"wheel_of_fortune": 12, "count": 12, "river": 12, "river_2": 12, "river_20": 17, "crop_circles": 6}
    assert {name: tiles_added(DEFAULT_GAME, name) for name in added} == added
    assert tiles_added(DEFAULT_GAME, "crop_circles", circles="both") == 12
    assert make_rules("gold_rush").box_tiles == 72
    assert make_rules("first", expansions=("count", "river_20")).box_tiles == 72 + 12 + 17
    # The start of a set that is not in play is laid all the same.
    assert make_rules("first", tiles=("catapult",)).box_tiles == 12 + 1
    assert make_rules("anniversary", expansions=("river_20",), tiles=("base",)).box_tiles == 72 + 1


def test_only_pieces_in_play_are_supplied() -> None:
    assert [p.count for p in make_rules("first", followers=3).pieces] == [3]
    big = compiled(Expansion("x", pieces=(Piece("big", 1, 2),))).pieces
    assert [(p.name, p.count, p.strength) for p in big] == [("follower", 7, 1), ("big", 1, 2)]


def test_a_switch_is_no_number_whatever_was_asked_for_before() -> None:
    assert make_rules("first", half_points=True).options["half_points"] is True
    with pytest.raises(BadRules, match="cannot be 1"):
        make_rules("first", half_points=1)
