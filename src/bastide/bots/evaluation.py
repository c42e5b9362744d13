"""What a position is worth to every seat: the points if the game ended now, and what may still come of it.

The first part is exact and knows every rule, because the engine itself scores the end. The rest are guesses: features
that may be completed, fields that may gain cities, followers that can still be put down, and what each expansion
says one may hope for (`Expansion.prospects`).
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
Valued = Callable[[State], Values]
"""Says what a state is worth to every seat."""


@dataclass(frozen=True)
class Weights:
    """What the guesses are made with, in the order in which the compiled valuation knows them."""

    draws: float = 0.55
    """How many draws may fill a cell, in shares of those that a seat has left."""
    free: float = 0.6
    """How likely a cell around a monastery is filled that touches no tile yet."""
    side: float = 0.3
    """How much less likely a feature is completed for every open cell but the first."""
    growth: float = 0.38
    """How many tiles a feature gains for every open cell, when it is completed."""
    feature: float = 0.21
    """How much of the points to be gained by completing a feature counts."""
    field: float = 0.12
    """How much of the points of cities that a field may gain counts."""
    back: float = 0.38
    """How much a follower that may come back counts, compared with one that can be put down now."""
    follower: float = 20.0
    """What any number of followers is worth early in the game."""
    enough: float = 2.85
    """How many followers are worth more than half of that."""
    horizon: float = 8.2
    """From so many draws on, followers are worth less."""

    def row(self) -> tuple[float, ...]:
        """Return the weights as the compiled valuation takes them."""
        return astuple(self)


WEIGHTS: Final = Weights()
"""To play by, one move deep: found by matches of the valuation against itself."""
JUDGING: Final = Weights(0.388, 0.451, 0.581, 0.889, 0.592, 0.312, 0.459, 38.1, 2.5, 11.45)
"""To judge by where a game leads, before a draw: the best guess at the final lead in 2,500 games of greedy."""


@lru_cache(maxsize=64)
def passages(rules: Ruleset) -> list[list[int]]:
    """Return, per laid tile and side, the segment there that can be completed, or -1."""
    found = []
    for tile in rules.catalogue.tiles:
        owners = [tile.owner_of(3 * side + 1) for side in range(4)]
        sites = [rules.sites[rules.catalogue.kind_number[tile.segments[i].kind]] if i >= 0 else None for i in owners]
        inner = [i if site is not None and site.completes else -1 for i, site in zip(owners, sites, strict=True)]
        found += [[inner[(side - rotation) % 4] for side in range(4)] for rotation in range(4)]
    return found


class Land:
    """What follows from a board alone, however pieces stand on it; worked out when first asked for."""

    def __init__(self, open_cells: dict[int, list[float]]) -> None:
        self.open = open_cells
        """Per feature, the chances of its open cells."""
        self.completion: dict[int, float] = {}
        """Per feature, how likely it is that it is completed."""
        self.hoped: dict[int, float] = {}
        """Per field, how many cities around it may still be completed, each counted as it is likely."""


class Chances(dict[int, float]):
    """How likely it is that an open cell is filled in time, by what its neighbours ask for, given the tiles left."""

    def __init__(self, state: State, weights: Weights) -> None:
        super().__init__()
        self.bag = [(state.board.catalogue.rotations[tile], n) for tile, n in enumerate(state.bag) if n]
        self.left = sum(state.bag)
        self.draws = weights.draws * state.left / state.players
        self.lands: dict[tuple[int, int, int], Land] = {}
        """Per board, told apart by its last tile: what follows from it alone."""

    def __missing__(self, wanted: int) -> float:
        fitting = sum(n for rotations, n in self.bag if rotations[wanted])
        found: float = 1.0 - (1.0 - fitting / max(self.left, 1)) ** self.draws
        self[wanted] = found
        return found


class Guess:
    """What may come of the features of one state."""

    def __init__(self, state: State, weights: Weights, chances: Chances) -> None:
        self.state = state
        self.weights = weights
        self.chances = chances
        self.draws = state.left / state.players
        """How many tiles every seat will still lay."""
        board = state.board
        here = (len(board.laid), board.laid[-1], board.cell[-1])
        if here not in chances.lands:
            chances.lands[here] = Land(self._look_around())
        self.land = chances.lands[here]

    def _look_around(self) -> dict[int, list[float]]:
        found: dict[int, list[float]] = {}
        board, inner = self.state.board, passages(self.state.rules)
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
        """Return how likely it is that a feature is completed."""
        found = self.land.completion.get(feature)
        if found is None:
            found = self.land.completion[feature] = self._completion(feature)
        return found

    def _completion(self, feature: int) -> float:
        state, board = self.state, self.state.board
        if is_complete(state, feature):
            return 1.0
        if cells := self.land.open.get(feature):
            result = self.weights.side ** (len(cells) - 1)
            for chance in cells:
                result *= chance
            return result
        if board.features.kind[feature] in state.rules.waiting:
            result = 1.0
            for touched in board.features.touched(feature):
                result *= self.completion(touched)
            return result
        return self._surrounded(board.cell[board.tile_of(feature)])

    def _surrounded(self, cell: int) -> float:
        board, result = self.state.board, 1.0
        for step in AROUND:
            if cell + step not in board.tile_at:
                wanted = board.wanted.get(cell + step)
                result *= self.weights.free if wanted is None else self.chances[wanted]
        return result

    def hoped(self, field: int) -> float:
        """Return how many cities around a field may still be completed, each counted as it is likely."""
        found = self.land.hoped.get(field)
        if found is None:
            features = self.state.board.features
            found = sum(self.completion(city) for city in features.touched(field) if features.open[city])
            self.land.hoped[field] = found
        return found

    def gain(self, feature: int) -> float:
        """Return how many points more a feature would be worth if it were complete."""
        now, full = points(value(self.state, feature)), points(value_if_complete(self.state, feature))
        cells = len(self.land.open.get(feature, ()))
        return full - now + self.weights.growth * cells * full / self.state.board.features.size(feature)


def expected(state: State, seat: Seat, weights: Weights = WEIGHTS, chances: Chances | None = None) -> Values:
    """Return what a state is worth to every seat, as far as one of them can tell.

    The chances may be given if they were worked out before for a state with the same bag.
    """
    values: Values = [float(score) for score in forecast(state, seat)]
    if state.left:
        guess = Guess(state, weights, Chances(state, weights) if chances is None else chances)
        back = _add_features(guess, values)
        _add_fields(guess, values)
        _add_supplies(guess, values, back)
    for prospect in state.rules.prospects:
        for other in range(state.players):
            values[other] += prospect(state, other)
    return values


def valuing(state: State, seat: Seat, weights: Weights = WEIGHTS) -> Valued:
    """Return what values the states that may follow from one, until another tile is drawn."""
    return partial(expected, seat=seat, weights=weights, chances=Chances(state, weights))


def _add_features(guess: Guess, values: Values) -> list[float]:
    """Add what may come of features that can be completed; return how many followers each seat may expect back."""
    state = guess.state
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
            chances[feature] = guess.completion(feature)
            if chances[feature] > 0 and not is_complete(state, feature):
                share = guess.weights.feature * chances[feature] * guess.gain(feature)
                _share_out(state, feature, share, values)
        if seat < state.players:
            back[seat] += chances[feature]
    return back


def _share_out(state: State, feature: int, share: float, values: Values) -> None:
    for seat in majority(state, [feature])[0]:
        values[seat] += share


def _add_fields(guess: Guess, values: Values) -> None:
    """Add what cities may bring to the fields around them that are not complete yet."""
    state = guess.state
    features, sites = state.board.features, state.rules.sites
    each = city_points(state.rules)
    if not each:
        return
    followers = features.column[FOLLOWERS]
    for field in {features.root[segment_of(piece)] for piece in state.pieces}:
        site = sites[features.kind[field]]
        if site is None or site.completes or not followers[field]:
            continue
        hoped = guess.hoped(field)
        if hoped:
            _share_out(state, field, guess.weights.field * each * hoped, values)


def city_points(rules: Ruleset) -> int:
    """Return what a complete city brings to a field, 0 if fields are not paid for in this way."""
    return int(str(rules.options.get("field_scoring", "0")).rsplit("_", maxsplit=1)[-1])


def _add_supplies(guess: Guess, values: Values, back: Sequence[float]) -> None:
    """Add what followers are worth that can still be put down, now or when they come back."""
    state, weights = guess.state, guess.weights
    kinds = len(state.rules.pieces)
    followers = [kind for kind, piece in enumerate(state.rules.pieces) if piece.strength]
    share = min(1.0, guess.draws / weights.horizon)
    for seat in range(state.players):
        free = weights.back * back[seat] + sum(state.supply[seat * kinds + kind] for kind in followers)
        values[seat] += weights.follower * share * (1.0 - exp(-free / weights.enough))


def lead(values: Sequence[float], seat: Seat) -> float:
    """Return how far a seat is ahead of the best of the others."""
    return values[seat] - max(found for other, found in enumerate(values) if other != seat)
