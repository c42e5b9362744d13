"""An opponent to measure other bots by: the published evaluation of JCloisterZone's computer player, written anew.

It looks at its own turn only: every placement with every piece, each evaluated as described in docs/arena.md. It is not
offered at tables, and shares nothing with the evaluation of the other bots.
"""

from __future__ import annotations

from functools import cache
from math import comb, inf
from random import Random
from typing import Final

from bastide.bots.candidates import state_after
from bastide.bots.interface import BotFactory, Budget
from bastide.bots.statistics import mean_of
from bastide.games import GameRules
from bastide.kernel.geometry import AROUND, STEPS
from bastide.play.land import forecast
from bastide.rules.engine import actor
from bastide.rules.model import Action, Seat
from bastide.rules.pieces import feature_kind, feature_of, kind_of, seat_of
from bastide.rules.scoring import majority, points, value
from bastide.rules.state import NO_TILE, State

HOPE: Final = 0.8
"""Factor on the bonus for completing a feature, besides the probability of completion."""
LAND: Final = 0.99
"""Factor on points that are scored only at the end of the game, such as those of fields."""
TRAPPED: Final = {"city": 12.0, "monastery": 3.0, "road": 1.2}
"""Penalty for a follower that cannot return, by the kind of its feature."""
TRAPPED_AROUND: Final = TRAPPED["monastery"]
TRAPPED_ELSEWHERE: Final = TRAPPED["road"]
"""The same for other kinds: those that are surrounded, and all the rest."""
FREE: Final = 0.15
"""Value of a follower in supply."""
NONE_FREE: Final = -4.0
"""Value of an empty supply."""
GOES_ON: Final = ("pick", "place")
"""Kinds of actions that begin a turn; the search continues after them."""


class Reference:
    """Maximizes the value at the end of its own turn."""

    def __init__(self, rules: GameRules, generator: Random) -> None:
        self.rules = rules
        self.generator = generator

    def choose(self, state: State, budget: Budget) -> Action:
        """Return the best of the options that the budget allows to evaluate; among equally good ones, a random one.

        The simulations of a budget are evaluations here.
        """
        evaluation = Evaluation(actor(state))
        limit = budget.start()
        options = state.legal[:]
        self.generator.shuffle(options)
        best, chosen = -inf, options[0]
        for option in options:
            value = self._best_after(state, option, evaluation)
            if value > best:
                best, chosen = value, option
            if not limit.left() or (budget.simulations is not None and evaluation.count >= budget.simulations):
                break
        return chosen

    def _best_after(self, state: State, action: Action, evaluation: Evaluation) -> float:
        """Return the value after an action; if the turn goes on, the best value at its end."""
        following = state_after(state, action)
        goes_on = self.rules.kind_of(action).name in GOES_ON
        if not goes_on or following.turn != state.turn or actor(following) != evaluation.seat:
            return evaluation.value(following)
        return max(self._best_after(following, option, evaluation) for option in following.legal)


class Evaluation:
    """The value of positions to a seat, all within one turn."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.count = 0
        """Number of positions evaluated."""
        self._fitting: dict[tuple[tuple[int, ...], int], int] = {}

    def value(self, state: State) -> float:
        """Return the value of a position: that to the seat, less the mean of that to the others."""
        self.count += 1
        final = forecast(state, self.seat)
        values = [self._worth(state, seat, final[seat]) for seat in range(state.players)]
        own = values.pop(self.seat)
        return own + free_followers(state, self.seat) - mean_of(values)

    def _worth(self, state: State, seat: Seat, final: int) -> float:
        """Return the value to one seat, given its final score if the game ended here."""
        certain, hope, trapped = 0, 0.0, 0.0
        for feature, own in held(state, seat).items():
            owns = seat in majority(state, [feature])[0]
            if not owns and seat != self.seat:
                continue
            chance = self.chance(state, feature, seat)
            if owns:
                now = points(value(state, feature))
                certain += now
                hope += HOPE * chance * (if_complete(state, feature) - now)
            if not chance and self.is_trap(state, feature):
                trapped += own * penalty(state, feature)
        land = final - state.score[seat] - certain
        return state.score[seat] + certain + hope + LAND * land - trapped

    def chance(self, state: State, feature: int, seat: Seat) -> float:
        """Return the probability that a seat draws a tile for every open cell of a feature."""
        draws, tiles = draws_left(state, seat), sum(remaining(state))
        found = 1.0
        for cell in open_cells(state, feature):
            found *= chance_to_come(self._fitting_at(state, cell), tiles, draws)
        return found

    def is_trap(self, state: State, feature: int) -> bool:
        """Return whether no remaining tile fits one of the open cells of a feature."""
        return any(not self._fitting_at(state, cell) for cell in open_cells(state, feature))

    def _fitting_at(self, state: State, cell: int) -> int:
        """Return the number of remaining tiles that fit an open cell."""
        wanted = state.board.wanted.get(cell, 0)
        key = (tuple(state.hand), wanted)
        if key not in self._fitting:
            rotations = state.board.catalogue.rotations
            self._fitting[key] = sum(n for tile, n in enumerate(remaining(state)) if n and rotations[tile][wanted])
        return self._fitting[key]


def held(state: State, seat: Seat) -> dict[int, int]:
    """Return the completable features that a seat has followers on, with their number."""
    rules, kinds = state.rules, state.board.features.kind
    found: dict[int, int] = {}
    for piece in state.pieces:
        feature = feature_of(state, piece)
        site = rules.sites[kinds[feature]]
        if seat_of(piece) == seat and rules.pieces[kind_of(piece)].strength and site is not None and site.completes:
            found[feature] = found.get(feature, 0) + 1
    return found


def remaining(state: State) -> list[int]:
    """Return the number of copies of every tile in the bag and in hands."""
    copies = state.bag[:]
    for tile in state.hand:
        if tile != NO_TILE:
            copies[tile] += 1
    return copies


def draws_left(state: State, seat: Seat) -> int:
    """Return the number of tiles that a seat still gets, including those in its hand."""
    behind = (seat - state.seat) % state.players
    return max(state.left - behind + state.players - 1, 0) // state.players + len(state.hand_of(seat))


@cache
def chance_to_come(fitting: int, tiles: int, draws: int) -> float:
    """Return the probability of drawing at least one of the fitting tiles.

    >>> chance_to_come(1, 4, 1), chance_to_come(0, 4, 2), chance_to_come(2, 4, 3)
    (0.25, 0.0, 1.0)
    """
    return 1 - comb(tiles - fitting, draws) / comb(tiles, draws) if fitting and draws < tiles else float(fitting > 0)


def open_cells(state: State, feature: int) -> set[int]:
    """Return the open cells of a feature; of one that waits for other features, theirs."""
    features, tile_at = state.board.features, state.board.tile_at
    if features.kind[feature] in state.rules.waiting:
        return {cell for touched in features.touched(feature) for cell in open_cells(state, touched)}
    if not features.open[feature]:
        return set()
    around = {cell for segment in features.members(feature) for cell in _beside(state, segment)}
    return {cell for cell in around if cell not in tile_at}


def _beside(state: State, segment: int) -> list[int]:
    """Return the cells beside a segment, or around it."""
    board = state.board
    number = board.tile_of(segment)
    printed = board.tile(number).segments[segment - board.first[number]]
    if printed.surrounded:
        return [board.cell[number] + step for step in AROUND]
    turns = board.rotation(number)
    return [board.cell[number] + STEPS[(side + turns) % 4] for side in {port // 3 for port in printed.ports}]


def if_complete(state: State, feature: int) -> int:
    """Return the points of a feature if it were complete, leaving the state unchanged."""
    features = state.board.features
    waits = features.kind[feature] in state.rules.waiting
    closed = {other: features.open[other] for other in (features.touched(feature) if waits else (feature,))}
    tiles = features.tiles[feature]
    if _is_surrounded(state, feature):
        features.tiles[feature] |= ((1 << features.open[feature]) - 1) << len(state.board.laid)
    for other in closed:
        features.open[other] = 0
    found = points(value(state, feature))
    for other, number in closed.items():
        features.open[other] = number
    features.tiles[feature] = tiles
    return found


def _is_surrounded(state: State, feature: int) -> bool:
    board = state.board
    number = board.tile_of(feature)
    return board.tile(number).segments[feature - board.first[number]].surrounded


def penalty(state: State, feature: int) -> float:
    """Return the penalty for a follower that is trapped on a feature."""
    return TRAPPED.get(
        feature_kind(state, feature), TRAPPED_AROUND if _is_surrounded(state, feature) else TRAPPED_ELSEWHERE
    )


def free_followers(state: State, seat: Seat) -> float:
    """Return the value of the followers in a seat's supply."""
    kinds = state.rules.pieces
    supply = state.supply[seat * len(kinds) : (seat + 1) * len(kinds)]
    free = sum(number for number, kind in zip(supply, kinds, strict=True) if kind.strength)
    return FREE * free if free else NONE_FREE


OPPONENTS: Final[dict[str, BotFactory]] = {"reference": Reference}
"""Bots that play in the arena only, by name."""
