"""The points of features, tabulated by calling the engine's scoring functions for every size.

They are called with a state that holds nothing but the size of the feature, whether it is complete, and its marks. If
one reads anything else, it fails and the rules are refused; so the table is exact.
"""

from __future__ import annotations

from bastide.errors import BadRules
from bastide.kernel.board import Board
from bastide.kernel.features import Features
from bastide.rules.model import Line
from bastide.rules.ruleset import FOLLOWERS, Ruleset
from bastide.rules.scoring import points
from bastide.rules.state import State
from bastide.words import Word


class FeaturePoints:
    """The points of one kind of feature."""

    def __init__(self, rules: Ruleset, kind: int) -> None:
        self.rules = rules
        self.kind = kind
        add, unite = rules.catalogue.plans[kind]
        self.shields = [column for column in add if column != FOLLOWERS]
        """The column of its counted marks, if there is one."""
        self.special = list(unite)
        """The column of its uncounted mark, if there is one."""
        marks = zip(rules.copies, rules.catalogue.column_marks, strict=True)
        most = sum(copies * sum(row[column]) for copies, row in marks for column in self.shields)
        self.shield_counts = (0, 1, 2, 3, most) if most else (0, 1)
        """The numbers of shields for which the functions are called: enough to detect points that are not linear."""

    def _refusal(self) -> BadRules:
        return BadRules("fast_worth", feature=Word(f"feature.{self.rules.catalogue.kinds[self.kind]}"))

    def table(self) -> list[list[list[tuple[int, int]]]]:
        """Return its points and those of each shield, by completeness, special mark and size."""
        if max(len(self.shields), len(self.special)) > 1:
            raise self._refusal()
        sizes = range(self.rules.tiles_in_all + 1)
        return [[[self.worth(complete, special, size) for size in sizes] for special in (0, 1)] for complete in (0, 1)]

    def worth(self, complete: int, special: int, size: int) -> tuple[int, int]:
        """Return its points without shields and the points of each shield."""
        plain, one, *others = (self._points(complete, special, size, n) for n in self.shield_counts)
        each = one - plain
        if any(total != plain + n * each for n, total in zip(self.shield_counts[2:], others, strict=True)):
            raise self._refusal()
        return plain, each

    def _points(self, complete: int, special: int, size: int, shields: int) -> int:
        """Return the points of a feature according to the engine."""
        catalogue = self.rules.catalogue
        features = Features.__new__(Features)
        features.open = [1 - complete]
        features.tiles = [(1 << size) - 1]
        features.column = [[0] for _ in catalogue.columns]
        for column in self.shields:
            features.column[column][0] = shields
        for column in self.special:
            features.column[column][0] = special
        state = State.__new__(State)
        state.board = Board.__new__(Board)
        state.board.catalogue = catalogue
        state.board.features = features
        lines: list[Line] = []
        try:
            for add_lines in self.rules.terms[self.kind]:
                add_lines(state, 0, lines)
        except AttributeError as error:
            raise self._refusal() from error
        return points(lines)
