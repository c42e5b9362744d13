"""The points of features, tabulated by calling the engine's scoring functions for every size.

Those that depend on more are reimplemented (`SPECIAL_TERMS`). The others are called with a state that holds nothing but
the size of the feature, whether it is complete, and its marks. If one reads anything else, it fails and the rules are
refused; so the table is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import product
from typing import Final

from bastide.errors import BadRules
from bastide.fast.layout import MAX_LANES
from bastide.fast.support import SPECIAL_TERMS
from bastide.kernel.board import Board
from bastide.kernel.features import Features
from bastide.rules.model import Line
from bastide.rules.ruleset import FOLLOWERS, Ruleset
from bastide.rules.scoring import points
from bastide.rules.state import State
from bastide.words import Word

SEVERAL: Final = (2, 3)
"""Numbers of marks for which the functions are called, besides one and the most: enough to see how points depend on
them."""


@lru_cache(maxsize=64)
def lanes_of(rules: Ruleset) -> tuple[list[int], ...]:
    """Return, for every kind of feature, the columns of its marks by lane."""
    return tuple(FeaturePoints(rules, kind).lanes() for kind in range(len(rules.catalogue.kinds)))


class FeaturePoints:
    """The points of one kind of feature."""

    def __init__(self, rules: Ruleset, kind: int) -> None:
        self.rules = rules
        self.kind = kind
        add, self._unite = rules.catalogue.plans[kind]
        self._counted = [column for column in add if column != FOLLOWERS]

    @cached_property
    def special(self) -> int | None:
        """The column of the mark that changes what everything else is worth, if there is one."""
        found = [column for column in self._unite if self._matters(column, [1])]
        found += [column for column in self._counted if self._is_sole(column)]
        if len(found) > 1:
            raise self._refusal()
        return found[0] if found else None

    @cached_property
    def sole(self) -> bool:
        """Whether that mark does so only if there is exactly one."""
        return self.special in self._counted

    @cached_property
    def worthy(self) -> list[int]:
        """The columns of marks that are worth points each."""
        counted = [column for column in self._counted if column != self.special]
        return [column for column in counted if self._matters(column, self._numbers(column))]

    def lanes(self) -> list[int]:
        """Return the columns of its marks by lane: first those that are worth points each."""
        columns = [*self._counted, *self._unite]
        if len(columns) > MAX_LANES:
            raise self._refusal()
        site = self.rules.sites[self.kind]
        first = self.worthy if site is not None else []
        return [*first, *(column for column in columns if column not in first)]

    def table(self) -> tuple[list[list[list[int]]], list[list[list[list[int]]]]]:
        """Return its points without marks, and those of each worthy mark: by completeness, special mark and size."""
        sizes = range(self.rules.tiles_in_all + 1)
        worth = [[[self._points(c, n, self._with(s)) for n in sizes] for s in (0, 1)] for c in (0, 1)]
        marks = [[[self._mark_worth(c, s, n) for n in sizes] for s in (0, 1)] for c in (0, 1)]
        return worth, marks

    def _mark_worth(self, complete: int, special: int, size: int) -> list[int]:
        """Return the points of each worthy mark, which must not depend on the number of marks."""
        beside = self._with(special)
        plain = self._points(complete, size, beside)
        each = [self._points(complete, size, beside | {column: 1}) - plain for column in self.worthy]
        for column, worth in zip(self.worthy, each, strict=True):
            for number in self._numbers(column):
                if self._points(complete, size, beside | {column: number}) != plain + number * worth:
                    raise self._refusal()
        if self._points(complete, size, beside | dict.fromkeys(self.worthy, 1)) != plain + sum(each):
            raise self._refusal()
        return each

    def _refusal(self) -> BadRules:
        return BadRules("fast_worth", feature=Word(f"feature.{self.rules.catalogue.kinds[self.kind]}"))

    def _with(self, special: int) -> dict[int, int]:
        return {} if self.special is None else {self.special: special}

    def _numbers(self, column: int) -> tuple[int, ...]:
        """Return some numbers of marks, the greatest possible among them."""
        marks = zip(self.rules.copies, self.rules.catalogue.column_marks, strict=True)
        return (1, *SEVERAL, max(1, sum(copies * sum(row[column]) for copies, row in marks)))

    def _matters(self, column: int, numbers: Iterable[int]) -> bool:
        """Return whether a number of marks ever changes the points."""
        return any(
            self._points(complete, size, {column: number}) != self._points(complete, size, {})
            for number, complete, size in product(numbers, (0, 1), range(self.rules.tiles_in_all + 1))
        )

    def _is_sole(self, column: int) -> bool:
        """Return whether one mark changes the points, but several do not."""
        return self._matters(column, [1]) and not self._matters(column, SEVERAL)

    def _points(self, complete: int, size: int, marks: Mapping[int, int]) -> int:
        """Return the points of a feature according to the engine."""
        catalogue = self.rules.catalogue
        features = Features.__new__(Features)
        features.open = [1 - complete]
        features.tiles = [(1 << size) - 1]
        features.column = [[marks.get(column, 0)] for column in range(len(catalogue.columns))]
        state = State.__new__(State)
        state.board = Board.__new__(Board)
        state.board.catalogue = catalogue
        state.board.features = features
        lines: list[Line] = []
        try:
            for add_lines in self.rules.terms[self.kind]:
                if add_lines not in SPECIAL_TERMS:
                    add_lines(state, 0, lines)
        except AttributeError as error:
            raise self._refusal() from error
        return points(lines)
