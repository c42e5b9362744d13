"""The compiler: chosen expansions, options and tiles become one flat, checked ruleset.

Any subset of expansions compiles, and the order in which they are listed never matters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, NamedTuple

from bastide.errors import BadRules
from bastide.kernel.catalogue import Catalogue
from bastide.kernel.features import Column, Merge
from bastide.kernel.geometry import Cell
from bastide.kernel.tile import Block, Tile
from bastide.rules import sheet
from bastide.rules.model import (
    KIND_MASK,
    MOST_KINDS,
    Action,
    Expansion,
    Kind,
    Line,
    Option,
    OptionValue,
    Piece,
    Scope,
    Site,
    StateColumn,
    Step,
)
from bastide.rules.state import State

MOST_PIECES: Final = 16
MOST_SEATS: Final = 8
FOLLOWERS: Final = 0
"""The number of the feature column that the engine itself keeps: follower strength, eight bits a seat."""
LANE: Final = 8
_FOLLOWERS: Final = Column("followers", Merge.ADD)


class Start(NamedTuple):
    """What lies on the table from the start: a block, where its origin goes, and how far it is turned."""

    block: Block
    cell: Cell
    turns: int = 0


@dataclass(frozen=True)
class SuppliedPiece:
    """A kind of piece with its number per seat worked out from the options."""

    name: str
    count: int
    strength: int
    sites: tuple[str, ...]
    goes_on: Callable[[State, int], bool] | None
    companion: bool
    neutral: int = 0
    """How many there are that belong to nobody."""

    @classmethod
    def of(cls, piece: Piece, options: Mapping[str, OptionValue]) -> SuppliedPiece:
        """Return a kind of piece as it is supplied under some options."""
        count = piece.each if isinstance(piece.each, int) else int(options[piece.each])
        seats, nobody = (0, count) if piece.neutral else (count, 0)
        return cls(piece.name, seats, piece.strength, piece.sites, piece.goes_on, piece.companion, nobody)

    def stands_on(self, site: Site | None) -> bool:
        """Say whether a follower of this kind may stand on a site."""
        if site is None or not self.strength:
            return False
        return site.kind in self.sites if self.sites else not site.reserved


class Ruleset:
    """Everything the engine needs to play one choice of rules: tuples of functions and tables, nothing to look up."""

    def __init__(
        self,
        expansions: Iterable[Expansion],
        tiles: Sequence[tuple[Tile, int]],
        starts: Sequence[Start] = (),
        options: Mapping[str, OptionValue] | None = None,
    ) -> None:
        chosen = sorted(expansions, key=lambda e: e.id)
        self.options: Final[Mapping[str, OptionValue]] = MappingProxyType(choose_options(chosen, options or {}))
        self.expansions: Final = tuple(chosen)
        parts = _parts(chosen, self.options)
        self.warnings: Final = _warnings(parts)
        """What had better not be played together, as messages for whoever sets up a game."""

        self.program: Final = _program(parts)
        self.at: Final = {step.name: i for i, step in enumerate(self.program)}
        self.turn_start: Final = sum(name in sheet.SETUP for name in self.at)
        self.final_start: Final = self.turn_start + sum(name in sheet.TURN for name in self.at)

        self.kinds: Final = _kinds(parts)
        self.code: Final = {kind.name: i for i, kind in enumerate(self.kinds)}
        self.pieces: Final = tuple(SuppliedPiece.of(piece, self.options) for e in parts for piece in e.pieces)
        self.piece_number: Final = {piece.name: i for i, piece in enumerate(self.pieces)}

        self.catalogue: Final = Catalogue([tile for tile, _ in tiles], _feature_columns(parts))
        self.starts: Final = tuple(starts)
        self.bag: Final = _bag(self.catalogue, tiles, starts)
        self.copies: Final = tuple(count for _, count in tiles)
        """How many copies of each tile the sets hold, the start included."""
        self.tiles_in_all: Final = sum(self.copies)

        by_kind = {site.kind: site for e in parts for site in e.sites}
        self.sites: Final[tuple[Site | None, ...]] = tuple(by_kind.get(kind) for kind in self.catalogue.kinds)
        self.stands: Final = tuple(tuple(piece.stands_on(site) for site in self.sites) for piece in self.pieces)
        """For every kind of piece and of feature, whether it is a follower that may stand there."""
        self.ordinary: Final = tuple(
            kind for kind, piece in enumerate(self.pieces) if piece.strength and not piece.sites
        )
        """The kinds of followers that go wherever followers go: normal and big ones."""
        self.plain: Final = next((self.pieces[kind].name for kind in self.ordinary), "")
        """The piece that is meant where none is named: the first of these."""
        self.waiting: Final = tuple(i for i, site in enumerate(self.sites) if site is not None and site.waits)
        """The kinds of features that wait for what they touch."""
        self.terms: Final = tuple(_terms(parts, _worth_as(by_kind.get(kind), kind)) for kind in self.catalogue.kinds)
        self.bonuses: Final = tuple(
            tuple(bonus.count for e in parts for bonus in e.bonuses if kind in bonus.kinds)
            for kind in self.catalogue.kinds
        )
        self.ties: Final = tuple(tie for e in parts for tie in e.ties)
        self.choices: Final = tuple(choice for e in parts for choice in e.choices)
        self.fits: Final = tuple(
            tuple(veto for e in parts for veto in e.fits if not veto.shows or _shows(tile, veto.shows))
            for tile in self.catalogue.tiles
        )
        """The vetoes on laying each tile."""
        self.may_deploy: Final = tuple(veto for e in parts for veto in e.may_deploy)
        self.columns: Final = _state_columns(parts, self.options)
        self.tokens: Final = tuple(shown for e in parts for shown in e.tokens)
        self.facts: Final = tuple(dict.fromkeys(told for e in parts for told in e.facts))
        self.prospects: Final = tuple(hope for e in parts for hope in e.prospects)
        self.impossible: Final = tuple((e.id, test) for e in parts for test in e.impossible)
        self.invariants: Final = tuple((e.id, test) for e in parts for test in e.invariants)
        self.stages: Final = _stages(parts, self.catalogue)
        """The tiles of the bag by stage of the game; those of one stage are all drawn before those of the next."""
        self.turn_columns: Final = tuple(c for c in self.columns if c.until in (Scope.TURN, Scope.PART))
        self.part_columns: Final = tuple(c for c in self.columns if c.until is Scope.PART)
        self.step_columns: Final = tuple(c for c in self.columns if c.until is Scope.STEP)
        """The columns that are forgotten with a turn, a part and a step."""

    def pack(self, kind: str, *values: int) -> Action:
        """Return an action as one int."""
        code = self.code[kind]
        return self.kinds[code].pack(code, values)

    def kind_of(self, action: Action) -> Kind:
        """Return the kind of an action."""
        return self.kinds[action & KIND_MASK]


def _parts(chosen: Sequence[Expansion], options: Mapping[str, OptionValue]) -> list[Expansion]:
    """Return expansions with what their options bring in, checked, by id."""
    parts = sorted([*chosen, *brought_in(chosen, options)], key=lambda e: e.id)
    check_together(parts)
    _check_names(parts)
    return parts


def _kinds(parts: Sequence[Expansion]) -> tuple[Kind, ...]:
    """Return all kinds of actions by name; those that are not only done on the tile just laid say so."""
    elsewhere = {name for e in parts for name in e.elsewhere}
    every = [replace(kind, on_new_tile=False) if kind.name in elsewhere else kind for e in parts for kind in e.kinds]
    return tuple(sorted(every, key=lambda kind: kind.name))


def choose_options(expansions: Iterable[Expansion], asked: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return the value of every option of some expansions that means anything, by name.

    Raises BadRules if what is asked for is unknown or not possible.
    """
    chosen = tuple(expansions)
    known: dict[str, Option] = {option.name: option for e in chosen for option in e.options}
    _no_repeats("option", [option.name for e in chosen for option in e.options])
    ids = {e.id for e in chosen}
    possible = {name: option.possible(ids) for name, option in known.items()}
    for name, value in asked.items():
        if name not in known:
            raise BadRules("unknown_option", option=name, known=", ".join(sorted(known)))
        if not possible[name]:
            others = ", ".join(other for other, _ in known[name].beside)
            raise BadRules("option_idle", option=name, expansions=others)
        _check_value(known[name], value, possible[name])
    return {name: asked.get(name, known[name].default_of(values)) for name, values in possible.items() if values}


def _check_value(option: Option, value: OptionValue, possible: Sequence[OptionValue]) -> None:
    if option.chosen_parts(value) or any(value == v and type(value) is type(v) for v in possible):
        return
    values = {"option": option.name, "value": option_text(value), "known": values_text(possible)}
    if option.parts:
        raise BadRules("option_parts", parts=", ".join(option.parts), **values)
    raise BadRules("option_value", **values)


def option_text(value: OptionValue) -> str:
    """Return an option's value as written in text: on and off for switches."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def values_text(values: Sequence[OptionValue]) -> str:
    """Return the values that an option may have, as written in text."""
    if isinstance(values, range):
        return f"{values[0]}–{values[-1]}"
    return ", ".join(option_text(value) for value in values)


def brought_in(expansions: Sequence[Expansion], options: Mapping[str, OptionValue]) -> list[Expansion]:
    """Return the small expansions that options bring in, save those of options that do not matter."""
    every = [option for e in expansions for option in e.options if option.name in options]
    matter = [option for option in every if option.under is None or options[option.under[0]] == option.under[1]]
    return [part for option in matter for part in option.brought(options[option.name])]


def check_together(parts: Sequence[Expansion]) -> None:
    """Raise BadRules if an expansion lacks one that it needs, or meets one that it cannot be played with."""
    ids = {e.id for e in parts}
    _no_repeats("expansion", [e.id for e in parts])
    for expansion in parts:
        for needed in expansion.needs:
            if needed not in ids:
                raise BadRules("expansion_needs", expansion=expansion.id, needed=needed)
        for excluded in expansion.excludes:
            if excluded in ids:
                raise BadRules("expansion_excludes", expansion=expansion.id, excluded=excluded)


def _check_names(parts: Sequence[Expansion]) -> None:
    kinds, pieces = [k.name for e in parts for k in e.kinds], [p.name for e in parts for p in e.pieces]
    _no_repeats("action kind", kinds)
    _no_repeats("piece", pieces)
    _no_repeats("site", [site.kind for e in parts for site in e.sites])
    _at_most("action kinds", len(kinds), MOST_KINDS)
    _at_most("kinds of piece", len(pieces), MOST_PIECES)


def _warnings(parts: Sequence[Expansion]) -> tuple[tuple[str, dict[str, object]], ...]:
    ids = {e.id for e in parts}
    found = [(message, e.id, other) for e in parts for message, other in advice(e) if other in ids]
    return tuple((message, {"expansion": one, "other": other}) for message, one, other in found)


def advice(expansion: Expansion) -> list[tuple[str, str]]:
    """Return the expansions that one had better not be played with, each after the message that says so."""
    others = {"unadvised": expansion.unadvised, "discouraged": expansion.discouraged}
    return [(message, other) for message, found in others.items() for other in found]


def _shows(tile: Tile, kinds: Sequence[str]) -> bool:
    return any(kind in tile.edges or any(segment.kind == kind for segment in tile.segments) for kind in kinds)


def _worth_as(site: Site | None, kind: str) -> str:
    return site.like if site is not None and site.like else kind


def _program(parts: Sequence[Expansion]) -> tuple[Step, ...]:
    steps = [(step, e.id) for e in parts for step in e.steps]
    _no_repeats("step", [step.name for step, _ in steps])
    for name, expansion in [(s.name, e) for s, e in steps] + [(r, e.id) for e in parts for r in e.replaces]:
        if name not in sheet.SHEET:
            raise BadRules("step_not_on_sheet", step=name, expansion=expansion)
    replaced = {name for e in parts for name in e.replaces}
    by_name = {step.name: step for step, _ in steps if step.name not in replaced}
    return tuple(by_name[name] for name in sheet.SHEET if name in by_name)


def _feature_columns(parts: Sequence[Expansion]) -> list[Column]:
    columns: dict[str, Column] = {_FOLLOWERS.name: _FOLLOWERS}
    for expansion in parts:
        for column in expansion.feature_columns:
            if columns.setdefault(column.name, column) != column:
                raise BadRules("column_differs", column=column.name, expansion=expansion.id)
    return list(columns.values())


def _bag(catalogue: Catalogue, tiles: Sequence[tuple[Tile, int]], starts: Sequence[Start]) -> tuple[int, ...]:
    bag = [count for _, count in tiles]
    for _, _, tile in (part for start in starts for part in start.block.parts):
        if tile.id not in catalogue.number:
            raise BadRules("start_unknown", tile=tile.id)
        if bag[catalogue.number[tile.id]]:
            bag[catalogue.number[tile.id]] -= 1
    return tuple(bag)


def _stages(parts: Sequence[Expansion], catalogue: Catalogue) -> tuple[tuple[int, ...], ...]:
    marks = [mark for e in parts for mark in e.stages]
    stage_of = [
        next((stage for stage, mark in enumerate(marks) if tile.mark(mark)), len(marks)) for tile in catalogue.tiles
    ]
    return tuple(tuple(tile for tile, own in enumerate(stage_of) if own == stage) for stage in range(len(marks) + 1))


def _terms(parts: Sequence[Expansion], kind: str) -> tuple[Callable[[State, int, list[Line]], None], ...]:
    terms = [(term.layer, e.id, i, term.count) for e in parts for i, term in enumerate(e.points) if kind in term.kinds]
    return tuple(count for _, _, _, count in sorted(terms, key=lambda t: t[:3]))


def _state_columns(parts: Sequence[Expansion], options: Mapping[str, OptionValue]) -> tuple[StateColumn, ...]:
    columns = [_kept(column, options) for column in dict.fromkeys(column for e in parts for column in e.columns)]
    _no_repeats("column", [column.name for column in columns])
    for column in columns:
        if column.secret and not column.per_seat:
            raise BadRules("secret_of_nobody", column=column.name)
    return tuple(columns)


def _kept(column: StateColumn, options: Mapping[str, OptionValue]) -> StateColumn:
    """Return a column with its initial numbers as often as the options say."""
    if isinstance(column.times, int):
        return column
    times = max(1, int(options[column.times]))
    return replace(column, initial=column.initial * times, times=times)


def _no_repeats(what: str, names: Sequence[str]) -> None:
    for name, times in Counter(names).items():
        if times > 1:
            raise BadRules("declared_twice", what=what, name=name)


def _at_most(what: str, count: int, most: int) -> None:
    if count > most:
        raise BadRules("too_many", what=what, count=count, most=most)
