"""An opponent to measure others by: the published valuation of JCloisterZone's computer player, written anew.

It looks at its own turn only: every way to lay its tile with every way to put a piece down, each valued as described in
docs/arena.md. It is not offered at tables, and shares nothing with our own valuation.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import cache
from math import comb, inf
from random import Random
from typing import TYPE_CHECKING, Final

from bastide.bots.imagining import imagine
from bastide.games import GameRules
from bastide.kernel.geometry import AROUND, STEPS
from bastide.play.land import forecast
from bastide.rules.actions import from_json
from bastide.rules.engine import actor, apply
from bastide.rules.model import Action, Json, Seat
from bastide.rules.pieces import feature_kind, feature_of, kind_of, seat_of
from bastide.rules.scoring import majority, points, value
from bastide.rules.state import NO_TILE, State
from bastide.wire.views import View

if TYPE_CHECKING:
    from bastide.bots.levels import Budget, Maker

HOPE: Final = 0.8
"""What of the bonus for completing a feature counts, times the chance that it is completed."""
LAND: Final = 0.99
"""What of the points counts that only the end of the game pays, such as those of fields."""
TRAPPED: Final = {"city": 12.0, "monastery": 3.0, "road": 1.2}
"""What a follower costs that cannot come home, by the feature it is on."""
TRAPPED_AROUND: Final = TRAPPED["monastery"]
TRAPPED_ELSEWHERE: Final = TRAPPED["road"]
"""The same on features of other kinds: those that wait to be surrounded, and all the rest."""
FREE: Final = 0.15
"""What every follower in supply is worth."""
NONE_FREE: Final = -4.0
"""What it is worth to have none."""
GOES_ON: Final = ("pick", "place")
"""The kinds of actions after which the turn only begins: what follows is looked at, too."""


class Reference:
    """Chooses what leads to the best value at the end of its own turn."""

    def __init__(self, rules: GameRules, generator: Random) -> None:
        self.rules = rules
        self.generator = generator

    def choose(self, view: View, options: Sequence[Mapping[str, Json]], budget: Budget) -> int:
        """Return the number of the best option, any of them if several are; of those seen when the budget is spent.

        What a budget counts as simulations is here positions that were valued.
        """
        state = imagine(self.rules, view, self.generator)
        judge = Judge(actor(state))
        began = time.perf_counter()
        order = list(range(len(options)))
        self.generator.shuffle(order)
        best, chosen = -inf, order[0]
        for number in order:
            found = self._best_after(state, from_json(self.rules, options[number]), judge)
            if found > best:
                best, chosen = found, number
            spent = time.perf_counter() - began if budget.simulations is None else judge.valued
            if spent >= (budget.seconds if budget.simulations is None else budget.simulations):
                break
        return chosen

    def _best_after(self, state: State, action: Action, judge: Judge) -> float:
        """Return the value after an action; if it only begins the turn, the best that can be made of the rest."""
        trial = state.copy()
        apply(trial, action)
        goes_on = self.rules.kind_of(action).name in GOES_ON
        if not goes_on or trial.turn != state.turn or actor(trial) != judge.seat:
            return judge.value(trial)
        return max(self._best_after(trial, following, judge) for following in trial.legal)


class Judge:
    """What positions are worth to a seat. Positions of one judge differ by what one turn can do."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.valued = 0
        """How many positions were valued."""
        self._fitting: dict[tuple[tuple[int, ...], int], int] = {}

    def value(self, state: State) -> float:
        """Return the worth of a position: one's own, less what it is to the others on average."""
        self.valued += 1
        final = forecast(state, self.seat)
        worths = [self._worth(state, seat, final[seat]) for seat in range(state.players)]
        own = worths.pop(self.seat)
        return own + free_followers(state, self.seat) - sum(worths) / len(worths)

    def _worth(self, state: State, seat: Seat, final: int) -> float:
        """Return what a seat has and may hope for, given the points it would have if the game ended here."""
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
        """Return how likely it is that a tile comes to a seat for every cell that a feature waits for."""
        draws, tiles = draws_left(state, seat), sum(remaining(state))
        found = 1.0
        for cell in open_cells(state, feature):
            found *= chance_to_come(self._fitting_at(state, cell), tiles, draws)
        return found

    def is_trap(self, state: State, feature: int) -> bool:
        """Say whether a feature waits for a cell where no remaining tile fits."""
        return any(not self._fitting_at(state, cell) for cell in open_cells(state, feature))

    def _fitting_at(self, state: State, cell: int) -> int:
        """Return how many of the remaining tiles fit an empty cell as the board is now."""
        wanted = state.board.wanted.get(cell, 0)
        key = (tuple(state.hand), wanted)
        if key not in self._fitting:
            rotations = state.board.catalogue.rotations
            self._fitting[key] = sum(n for tile, n in enumerate(remaining(state)) if n and rotations[tile][wanted])
        return self._fitting[key]


def held(state: State, seat: Seat) -> dict[int, int]:
    """Return the features that can be completed where a seat has followers, and how many these are."""
    rules, kinds = state.rules, state.board.features.kind
    found: dict[int, int] = {}
    for piece in state.pieces:
        feature = feature_of(state, piece)
        site = rules.sites[kinds[feature]]
        if seat_of(piece) == seat and rules.pieces[kind_of(piece)].strength and site is not None and site.completes:
            found[feature] = found.get(feature, 0) + 1
    return found


def remaining(state: State) -> list[int]:
    """Return how many copies of every tile may still come, out of the bag or out of hands."""
    copies = state.bag[:]
    for tile in state.hand:
        if tile != NO_TILE:
            copies[tile] += 1
    return copies


def draws_left(state: State, seat: Seat) -> int:
    """Return how many tiles a seat still gets if all take turns from the seat on turn, those in its hand included."""
    behind = (seat - state.seat) % state.players
    return max(state.left - behind + state.players - 1, 0) // state.players + len(state.hand_of(seat))


@cache
def chance_to_come(fitting: int, tiles: int, draws: int) -> float:
    """Return how likely one of the fitting tiles, among all there are, comes in a number of draws.

    >>> chance_to_come(1, 4, 1), chance_to_come(0, 4, 2), chance_to_come(2, 4, 3)
    (0.25, 0.0, 1.0)
    """
    return 1 - comb(tiles - fitting, draws) / comb(tiles, draws) if fitting and draws < tiles else float(fitting > 0)


def open_cells(state: State, feature: int) -> set[int]:
    """Return the empty cells that a feature waits for; one that waits for others waits for theirs."""
    features, tile_at = state.board.features, state.board.tile_at
    if features.kind[feature] in state.rules.waiting:
        return {cell for touched in features.touched(feature) for cell in open_cells(state, touched)}
    if not features.open[feature]:
        return set()
    around = {cell for segment in features.members(feature) for cell in _beside(state, segment)}
    return {cell for cell in around if cell not in tile_at}


def _beside(state: State, segment: int) -> list[int]:
    """Return the cells that a segment meets, or that surround it."""
    board = state.board
    number = board.tile_of(segment)
    printed = board.tile(number).segments[segment - board.first[number]]
    if printed.surrounded:
        return [board.cell[number] + step for step in AROUND]
    turns = board.rotation(number)
    return [board.cell[number] + STEPS[(side + turns) % 4] for side in {port // 3 for port in printed.ports}]


def if_complete(state: State, feature: int) -> int:
    """Return the points of a feature if nothing of it were open any more; the state is as before."""
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
    """Return what a follower costs that is trapped in a feature."""
    return TRAPPED.get(
        feature_kind(state, feature), TRAPPED_AROUND if _is_surrounded(state, feature) else TRAPPED_ELSEWHERE
    )


def free_followers(state: State, seat: Seat) -> float:
    """Return what the followers in a seat's supply are worth."""
    kinds = state.rules.pieces
    supply = state.supply[seat * len(kinds) : (seat + 1) * len(kinds)]
    free = sum(number for number, kind in zip(supply, kinds, strict=True) if kind.strength)
    return FREE * free if free else NONE_FREE


OPPONENTS: Final[dict[str, Maker]] = {"reference": Reference}
"""Who plays in the arena only, by name."""
