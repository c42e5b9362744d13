"""Static evaluation: the points of every seat if the game ended now, plus an estimate of what may follow.

The first part is exact for all rules, because the engine itself scores the end. The estimate adds features that may be
completed, fields that may gain cities, followers in supply, and terms of expansions (`Expansion.prospects`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from functools import lru_cache, partial
from math import exp
from typing import Final

from bastide.kernel.geometry import AROUND, STEPS
from bastide.play.land import forecast
from bastide.rules.model import Seat
from bastide.rules.pieces import segment_of, unpack_piece
from bastide.rules.ruleset import FOLLOWERS, Ruleset
from bastide.rules.scoring import is_complete, majority, points, value, value_if_complete
from bastide.rules.state import State

Values = list[float]
Evaluator = Callable[[State], Values]
"""Returns the value of a state to every seat."""


@dataclass(frozen=True)
class Weights:
    """The weights of the estimate, in the order of the compiled evaluation."""

    draws: float = 0.55
    """Draws that may fill a cell, as a share of the draws that a seat has left."""
    free: float = 0.6
    """Probability that a cell around a monastery is filled if it touches no tile yet."""
    side: float = 0.3
    """Factor on the probability of completion for every open cell but the first."""
    growth: float = 0.38
    """Tiles that a feature gains per open cell until it is completed."""
    feature: float = 0.21
    """Factor on the points to be gained by completing a feature."""
    field: float = 0.12
    """Factor on the points of cities that a field may gain."""
    back: float = 0.38
    """Value of a follower that may return, relative to one in supply."""
    follower: float = 20.0
    """Upper limit of the value of followers in supply."""
    enough: float = 2.85
    """Number of followers in supply that reach 63 % of that limit."""
    horizon: float = 8.2
    """Number of draws per seat below which followers lose value."""

    def row(self) -> tuple[float, ...]:
        """Return the weights as a row for the compiled evaluation."""
        return astuple(self)


WEIGHTS: Final = Weights()
"""For choosing by static evaluation, tuned in matches."""
LEAF_WEIGHTS: Final = Weights(0.388, 0.451, 0.581, 0.889, 0.592, 0.312, 0.459, 38.1, 2.5, 11.45)
"""For the ends of rollouts, fitted to the final leads of 2,500 games."""


@lru_cache(maxsize=64)
def completable_segments(rules: Ruleset) -> list[list[int]]:
    """Return, for every tile in every rotation and every side, the completable segment there, or -1."""
    found = []
    for tile in rules.catalogue.tiles:
        owners = [tile.owner_of(3 * side + 1) for side in range(4)]
        sites = [rules.sites[rules.catalogue.kind_number[tile.segments[i].kind]] if i >= 0 else None for i in owners]
        inner = [i if site is not None and site.completes else -1 for i, site in zip(owners, sites, strict=True)]
        found += [[inner[(side - rotation) % 4] for side in range(4)] for rotation in range(4)]
    return found


class BoardEstimates:
    """Estimates that depend on the board but not on its pieces, computed on demand."""

    def __init__(self, open_cells: dict[int, list[float]]) -> None:
        self.open = open_cells
        """Per feature, the probabilities that its open cells are filled."""
        self.completion: dict[int, float] = {}
        """Per feature, the probability of completion."""
        self.expected_cities: dict[int, float] = {}
        """Per field, the expected number of cities around it that are yet to be completed."""


class FillChances(dict[int, float]):
    """Probabilities that an open cell is filled, by the edges it wants, given the tiles left."""

    def __init__(self, state: State, weights: Weights) -> None:
        super().__init__()
        self.bag = [(state.board.catalogue.rotations[tile], n) for tile, n in enumerate(state.bag) if n]
        self.left = sum(state.bag)
        self.draws = weights.draws * state.left / state.players
        self.boards: dict[tuple[int, int, int], BoardEstimates] = {}
        """The estimates of every board that follows, identified by its last tile."""

    def __missing__(self, wanted: int) -> float:
        fitting = sum(n for rotations, n in self.bag if rotations[wanted])
        found: float = 1.0 - (1.0 - fitting / max(self.left, 1)) ** self.draws
        self[wanted] = found
        return found


class Potential:
    """The potential of the features of one state."""

    def __init__(self, state: State, weights: Weights, chances: FillChances) -> None:
        self.state = state
        self.weights = weights
        self.chances = chances
        self.draws = state.left / state.players
        """Number of tiles that every seat will still lay."""
        board = state.board
        here = (len(board.laid), board.laid[-1], board.cell[-1])
        if here not in chances.boards:
            chances.boards[here] = BoardEstimates(self._open_cells())
        self.estimates = chances.boards[here]

    def _open_cells(self) -> dict[int, list[float]]:
        found: dict[int, list[float]] = {}
        board, inner = self.state.board, completable_segments(self.state.rules)
        tile_at, laid, first, root = board.tile_at, board.laid, board.first, board.features.root
        for cell, wanted in board.wanted.items():
            features = set()
            for side, step in enumerate(STEPS):
                number = tile_at.get(cell + step)
                if number is not None:
                    local = inner[laid[number]][side ^ 2]
                    if local >= 0:
                        features.add(root[first[number] + local])
            if features:
                chance = self.chances[wanted]
                for feature in features:
                    found.setdefault(feature, []).append(chance)
        return found

    def completion(self, feature: int) -> float:
        """Return the probability that a feature is completed."""
        found = self.estimates.completion.get(feature)
        if found is None:
            found = self.estimates.completion[feature] = self._completion(feature)
        return found

    def _completion(self, feature: int) -> float:
        state, board = self.state, self.state.board
        if is_complete(state, feature):
            return 1.0
        if cells := self.estimates.open.get(feature):
            result = self.weights.side ** (len(cells) - 1)
            for chance in cells:
                result *= chance
            return result
        if board.features.kind[feature] in state.rules.waiting:
            result = 1.0
            for touched in board.features.touched(feature):
                result *= self.completion(touched)
            return result
        first = min(board.features.members(feature))
        return self._surrounded(board.cell[board.tile_of(first)])

    def _surrounded(self, cell: int) -> float:
        board, result = self.state.board, 1.0
        for step in AROUND:
            if cell + step not in board.tile_at:
                wanted = board.wanted.get(cell + step)
                result *= self.weights.free if wanted is None else self.chances[wanted]
        return result

    def expected_cities(self, field: int) -> float:
        """Return the expected number of cities around a field that are yet to be completed."""
        found = self.estimates.expected_cities.get(field)
        if found is None:
            features = self.state.board.features
            found = sum(self.completion(city) for city in features.touched(field) if features.open[city])
            self.estimates.expected_cities[field] = found
        return found

    def gain(self, feature: int) -> float:
        """Return the points that a feature would gain by being completed."""
        now, full = points(value(self.state, feature)), points(value_if_complete(self.state, feature))
        cells = len(self.estimates.open.get(feature, ()))
        return full - now + self.weights.growth * cells * full / self.state.board.features.size(feature)


def evaluate(state: State, seat: Seat, weights: Weights = WEIGHTS, chances: FillChances | None = None) -> Values:
    """Return the value of a state to every seat, as far as one of them can know.

    ``chances`` may be shared by states with the same bag.
    """
    values: Values = [float(score) for score in forecast(state, seat)]
    if state.left:
        potential = Potential(state, weights, FillChances(state, weights) if chances is None else chances)
        back = _add_features(potential, values)
        _add_fields(potential, values)
        _add_supplies(potential, values, back)
    for prospect in state.rules.prospects:
        for other in range(state.players):
            values[other] += prospect(state, other)
    return values


def make_evaluator(state: State, seat: Seat, weights: Weights = WEIGHTS) -> Evaluator:
    """Return an evaluator for the states that follow from one, until another tile is drawn."""
    return partial(evaluate, seat=seat, weights=weights, chances=FillChances(state, weights))


def _add_features(potential: Potential, values: Values) -> list[float]:
    """Add the potential of completable features; return the expected number of returning followers per seat."""
    state = potential.state
    rules, features = state.rules, state.board.features
    back = [0.0] * state.players
    chances: dict[int, float] = {}
    for piece in state.pieces:
        segment, seat, kind = unpack_piece(piece)
        feature = features.root[segment]
        site = rules.sites[features.kind[feature]]
        if site is None or not site.completes or not rules.pieces[kind].strength:
            continue
        if feature not in chances:
            chances[feature] = potential.completion(feature)
            if chances[feature] > 0 and not is_complete(state, feature):
                share = potential.weights.feature * chances[feature] * potential.gain(feature)
                _share_out(state, feature, share, values)
        if seat < state.players:
            back[seat] += chances[feature]
    return back


def _share_out(state: State, feature: int, share: float, values: Values) -> None:
    for seat in majority(state, [feature])[0]:
        values[seat] += share


def _add_fields(potential: Potential, values: Values) -> None:
    """Add the potential of fields whose cities are yet to be completed."""
    state = potential.state
    features, sites = state.board.features, state.rules.sites
    each = city_points(state.rules)
    if not each:
        return
    followers = features.column[FOLLOWERS]
    for field in {features.root[segment_of(piece)] for piece in state.pieces}:
        site = sites[features.kind[field]]
        if site is None or site.completes or not followers[field]:
            continue
        cities = potential.expected_cities(field)
        if cities:
            _share_out(state, field, potential.weights.field * each * cities, values)


def city_points(rules: Ruleset) -> int:
    """Return the points of a field for each complete city, 0 if fields are scored in another way."""
    return int(str(rules.options.get("field_scoring", "0")).rsplit("_", maxsplit=1)[-1])


def _add_supplies(potential: Potential, values: Values, back: Sequence[float]) -> None:
    """Add the value of followers, in supply or expected to return."""
    state, weights = potential.state, potential.weights
    kinds = len(state.rules.pieces)
    followers = [kind for kind, piece in enumerate(state.rules.pieces) if piece.strength]
    share = min(1.0, potential.draws / weights.horizon)
    for seat in range(state.players):
        free = weights.back * back[seat] + sum(state.supply[seat * kinds + kind] for kind in followers)
        values[seat] += weights.follower * share * (1.0 - exp(-free / weights.enough))


def lead(values: Sequence[float], seat: Seat) -> float:
    """Return the lead of a seat over the best of the others; alone, its value."""
    return values[seat] - max((value for other, value in enumerate(values) if other != seat), default=0.0)
