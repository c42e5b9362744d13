"""Ways to play a turn, on the engine: the choices that one seat makes until it is somebody else's turn or a draw's."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

from bastide.bots.evaluation import Valued, lead, passages
from bastide.kernel.geometry import STEPS, Cell
from bastide.rules.engine import actor, apply
from bastide.rules.model import KIND_MASK, SPOT, Action, Seat
from bastide.rules.pieces import segment_at
from bastide.rules.ruleset import FOLLOWERS
from bastide.rules.state import State

LONGEST: Final = 12
"""Choices of one seat in one turn that are thought through."""
LOOKED_AT: Final = 12
TAKEN_UP: Final = 2
"""In a quick look, so many places are looked at, and so many options are thought through to the end of the turn."""
ALIKE: Final = 6
"""Digits after the point: what differs by less than that differs by nothing."""
PLACE: Final = "place"
HELD: Final = 4.0
"""How much more is at stake in a feature that somebody holds."""


@dataclass(frozen=True)
class Way:
    """A way to play what is left of a turn."""

    actions: tuple[Action, ...]
    ahead: float
    """How far ahead it leaves whoever plays it."""


def played(state: State, action: Action) -> State:
    """Return a state after an action, leaving it as it was."""
    after = state.copy()
    apply(after, action)
    return after


def goes_on(state: State, seat: Seat, turn: int) -> bool:
    """Say whether a seat has something left to choose in a turn."""
    return state.turn == turn and actor(state) == seat


def different(state: State) -> list[Action]:
    """Return the options, without those that do the same as another: the same kind of thing in the same feature."""
    kinds, root = state.rules.kinds, state.board.features.root
    found: dict[tuple[int, ...], Action] = {}
    for action in state.legal:
        kind = kinds[action & KIND_MASK]
        if kind.fields and kind.fields[-1] is SPOT:
            *others, spot = kind.unpack(action)
            found.setdefault((action & KIND_MASK, *others, root[segment_at(state, spot)]), action)
        else:
            found[(action,)] = action
    return list(found.values())


def list_ways(state: State, seat: Seat, valued: Valued, until: float = inf) -> list[Way]:
    """Return every different way in which a turn can begin, two choices deep.

    What follows the two is thought through only for the best second choice; elsewhere the way ends with them. If that
    would take longer than until a time (of `time.perf_counter`), only what looks best is thought through.
    """
    firsts, found = different(state), list[Way]()
    began = time.perf_counter()
    for done, first in enumerate(firsts):
        now = time.perf_counter()
        if done and now + (now - began) / done * (len(firsts) - done) > until:
            return found + _list_in_haste(state, firsts[done:], seat, valued, until)
        found += _ways_after(first, played(state, first), seat, state.turn, valued, until)
    return found


def _list_in_haste(state: State, firsts: Sequence[Action], seat: Seat, valued: Valued, until: float) -> list[Way]:
    """Return ways that begin with some choices: at first just these, then, as time allows, what follows the best."""
    now = time.perf_counter()
    half = now + (until - now) / 2
    looked = list[tuple[float, Action, State]]()
    for first in most_at_stake(state, firsts):
        if looked and time.perf_counter() > half:
            break
        after = played(state, first)
        looked.append((lead(valued(after), seat), first, after))
    found = list[Way]()
    for ahead, first, after in sorted(looked, key=lambda look: -look[0]):
        in_time = time.perf_counter() < until
        found += _ways_after(first, after, seat, state.turn, valued, until) if in_time else [Way((first,), ahead)]
    return found


def _ways_after(first: Action, after: State, seat: Seat, turn: int, valued: Valued, until: float) -> list[Way]:
    """Return the ways to play a turn that begin with a choice, given the state after it."""
    return [Way((first, *rest.actions), rest.ahead) for rest in _list_rest(after, seat, turn, valued, until)]


def unlike(ways: Sequence[Way]) -> list[Way]:
    """Return the ways without those that look just as good as another: as a rule they come to the same thing.

    That is, another follower in the same place, a tile turned by half, or one more place where it matters to nobody.
    """
    return list({round(way.ahead, ALIKE): way for way in reversed(ways)}.values())


def _list_rest(state: State, seat: Seat, turn: int, valued: Valued, until: float) -> list[Way]:
    """Return the ways to go on after the first choice."""
    if not goes_on(state, seat, turn):
        return [Way((), lead(valued(state), seat))]
    ways = _valued_options(state, seat, valued, until)
    best = max(range(len(ways)), key=lambda number: ways[number].ahead)
    (second,) = ways[best].actions
    rest = finish_turn(played(state, second), seat, turn, valued, ways[best].ahead, until)
    ways[best] = Way((second, *rest.actions), rest.ahead)
    return ways


def _valued_options(state: State, seat: Seat, valued: Valued, until: float) -> list[Way]:
    """Return the options as ways to go on: all of them, or as many as there is time for, at least one."""
    found = list[Way]()
    for action in different(state):
        if found and time.perf_counter() > until:
            break
        found.append(Way((action,), lead(valued(played(state, action)), seat)))
    return found


def finish_turn(state: State, seat: Seat, turn: int, valued: Valued, ahead: float, until: float = inf) -> Way:
    """Make the choices that a seat has left in a turn, each for the best, and play the state on, if there is time.

    How far the seat is ahead must be told, in case nothing is left to choose.
    """
    actions: tuple[Action, ...] = ()
    while len(actions) < LONGEST and goes_on(state, seat, turn) and time.perf_counter() < until:
        best = max(_valued_options(state, seat, valued, until), key=lambda way: way.ahead)
        actions, ahead = actions + best.actions, best.ahead
        apply(state, best.actions[0])
    return Way(actions, ahead)


def after_turn(state: State, seat: Seat, valued: Valued, thorough: bool = False) -> State:
    """Return a state after a turn that a seat plays well, if not thoroughly: then only what looks best is looked at."""
    afters = [played(state, action) for action in (different(state) if thorough else worth_a_look(state))]
    ahead = [lead(valued(after), seat) for after in afters]
    best = sorted(range(len(afters)), key=lambda number: -ahead[number])
    if not thorough:
        best = best[:TAKEN_UP]
    ends = {number: finish_turn(afters[number], seat, state.turn, valued, ahead[number]).ahead for number in best}
    return afters[max(best, key=lambda number: ends[number])]


def worth_a_look(state: State) -> list[Action]:
    """Return the options; if they are many places to lay a tile, those where most is at stake."""
    place = state.rules.code[PLACE]
    if any(action & KIND_MASK != place for action in state.legal):
        return different(state)
    if len(state.legal) <= LOOKED_AT:
        return state.legal
    return most_at_stake(state, state.legal)[:LOOKED_AT]


def most_at_stake(state: State, actions: Sequence[Action]) -> list[Action]:
    """Return actions in another order: of places to lay a tile, those where most is at stake come first."""
    place, at_stake = state.rules.code[PLACE], Stakes(state)
    kind = state.rules.kinds[place]

    def order(action: Action) -> float:
        return -at_stake[kind.unpack(action)[-1]] if action & KIND_MASK == place else 0.0

    return sorted(actions, key=order)


class Stakes(dict[Cell, float]):
    """What is at stake in open cells: the sizes of what leads there, that which is held counting more."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.board = state.board
        self.inner = passages(state.rules)

    def __missing__(self, cell: Cell) -> float:
        board, features = self.board, self.board.features
        held = features.column[FOLLOWERS]
        found = sum(held[feature] > 0 for feature in board.waiting.get(cell, ())) * HELD
        for side, step in enumerate(STEPS):
            number = board.tile_at.get(cell + step)
            local = -1 if number is None else self.inner[board.laid[number]][side ^ 2]
            if number is not None and local >= 0:
                feature = features.root[board.first[number] + local]
                found += features.size(feature) * (HELD if held[feature] else 1.0)
        self[cell] = found
        return found
