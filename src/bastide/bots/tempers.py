"""Tempers: bots that look one turn ahead like greedy, but value some features more than they are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from bastide.bots.evaluation import WEIGHTS, Evaluator, Values, city_points, completable_segments, make_evaluator
from bastide.bots.greedy import Greedy
from bastide.bots.interface import Budget
from bastide.games import GameRules
from bastide.kernel.geometry import STEPS
from bastide.rules.engine import actor
from bastide.rules.model import CELL, OVER, Action, Seat
from bastide.rules.pieces import segment_of, unpack_piece
from bastide.rules.ruleset import FOLLOWERS
from bastide.rules.scoring import majority, points, strengths, value
from bastide.rules.state import State


@dataclass(frozen=True)
class Temper:
    """How much more than their points some features are worth to a bot."""

    fields: float = 1.0
    """Factor on the points of fields."""
    contested: float = 1.0
    """Factor on the points of other features in which opponents have followers."""
    reach: float = 0.0
    """Share of the points of an opponent's feature that an own one of its kind is worth beside it, one tile away."""


class Tempered(Greedy):
    """Maximizes the evaluation at the end of its turn, as its temper values features."""

    def __init__(self, rules: GameRules, generator: Random, temper: Temper) -> None:
        super().__init__(rules, generator)
        self.temper = temper

    def evaluator(self, state: State, seat: Seat) -> Evaluator:
        """Return the evaluation of states that follow from a state."""
        weights = replace(WEIGHTS, field=WEIGHTS.field * self.temper.fields)
        return partial(
            evaluate_with,
            evaluator=make_evaluator(state, seat, weights),
            temper=self.temper,
            before=tuple(state.score),
            held=held_by_others(state, seat),
            seat=seat,
        )


def evaluate_with(
    state: State,
    evaluator: Evaluator,
    temper: Temper,
    before: tuple[int, ...],
    held: Set[int],
    seat: Seat,
) -> Values:
    """Return the value of a state to every seat, with what the temper adds.

    ``before`` and ``held`` are the scores and the contested segments at the start of the turn. At the end of the game
    only points count.
    """
    values = evaluator(state)
    if actor(state) != OVER:
        if temper.fields != 1.0:
            _add_fields(state, temper.fields - 1.0, values)
        if temper.contested != 1.0:
            _add_contested(state, temper.contested - 1.0, values, seat)
            _add_scored(state, temper.contested - 1.0, values, before, held)
        if temper.reach:
            values[seat] += temper.reach * points_in_reach(state, seat)
    return values


def held_by_others(state: State, seat: Seat) -> set[int]:
    """Return the segments of completable features on which opponents have followers."""
    root, kinds = state.board.features.root, state.rules.pieces
    followers = [
        segment
        for segment, owner, kind in map(unpack_piece, state.pieces)
        if kinds[kind].strength and owner != seat and owner < state.players
    ]
    return {segment for segment in followers if _completes(state, root[segment])}


def _completes(state: State, feature: int) -> bool:
    site = state.rules.sites[state.board.features.kind[feature]]
    return site is not None and site.completes


def _add_fields(state: State, extra: float, values: Values) -> None:
    """Add a share of the points of fields, whether each has points of its own or they are counted city by city."""
    features, each = state.board.features, city_points(state.rules)
    around: dict[int, list[int]] = {}
    for field in {features.root[segment_of(piece)] for piece in state.pieces}:
        if state.rules.sites[features.kind[field]] is None or _completes(state, field):
            continue
        if state.rules.terms[features.kind[field]]:
            _share_out(state, [field], extra * points(value(state, field)), values)
        else:
            for city in features.touched(field):
                if not features.open[city]:
                    around.setdefault(city, []).append(field)
    for fields in around.values():
        _share_out(state, fields, extra * each, values)


def _add_contested(state: State, extra: float, values: Values, seat: Seat) -> None:
    features = state.board.features
    for feature in {features.root[segment] for segment in held_by_others(state, seat)}:
        _share_out(state, [feature], extra * points(value(state, feature)), values)


def _share_out(state: State, features: Sequence[int], worth: float, values: Values) -> None:
    for owner in majority(state, features)[0]:
        values[owner] += worth


def _add_scored(state: State, extra: float, values: Values, before: tuple[int, ...], held: Set[int]) -> None:
    """Add the same for contested features that were scored since: of what a seat gained, no more than these paid."""
    root, standing = state.board.features.root, {segment_of(piece) for piece in state.pieces}
    scored = {root[segment] for segment in held if segment not in standing}
    worth = sum(points(value(state, feature)) for feature in scored)
    for seat, score in enumerate(before):
        values[seat] += extra * max(0, min(worth, state.score[seat] - score))


def points_in_reach(state: State, seat: Seat) -> int:
    """Return the points of the features of opponents that one tile could join to an own feature of their kind."""
    features, held = state.board.features, state.board.features.column[FOLLOWERS]
    found: set[int] = set()
    for beside in _beside_open_cells(state):
        sides = [(feature, strengths(state, [feature])) for feature in beside if held[feature]]
        own = {features.kind[feature] for feature, strength in sides if strength[seat]}
        found |= {feature for feature, strength in sides if not strength[seat] and features.kind[feature] in own}
    return sum(points(value(state, feature)) for feature in found)


def _beside_open_cells(state: State) -> Iterator[set[int]]:
    """Yield, for every open cell, the completable features that end there."""
    board, inner = state.board, completable_segments(state.rules)
    for cell in board.wanted:
        numbers = [(side, board.tile_at.get(cell + step)) for side, step in enumerate(STEPS)]
        local = [(number, inner[board.laid[number]][side ^ 2]) for side, number in numbers if number is not None]
        yield {board.features.root[board.first[number] + segment] for number, segment in local if segment >= 0}


class Nestler:
    """Chooses at random, but prefers placements that touch two tiles or more."""

    def __init__(self, rules: GameRules, generator: Random) -> None:
        self.rules = rules
        self.generator = generator

    def choose(self, state: State, budget: Budget) -> Action:
        """Return a random option."""
        return self.generator.choice([option for option in state.legal if self._nestles(state, option)] or state.legal)

    def _nestles(self, state: State, option: Action) -> bool:
        kind = self.rules.kind_of(option)
        if kind.name != "place" or CELL not in kind.fields:
            return False
        cell = kind.unpack(option)[kind.fields.index(CELL)]
        return sum(cell + step in state.board.tile_at for step in STEPS) > 1
