"""Candidates for a turn: the actions of a seat until another seat or chance is to act, usually placement and piece."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from bastide.bots.evaluation import Evaluator, completable_segments, lead
from bastide.bots.time_limit import UNLIMITED, TimeLimit
from bastide.kernel.geometry import STEPS, Cell
from bastide.rules.engine import actor, apply
from bastide.rules.model import KIND_MASK, SPOT, Action, Seat
from bastide.rules.pieces import segment_at
from bastide.rules.ruleset import FOLLOWERS
from bastide.rules.state import State

MAX_ACTIONS: Final = 12
"""Limit on the number of actions in a candidate."""
MAX_WEIGHED: Final = 8
"""Number of first actions that a bot tells it compared."""
MAX_PLACEMENTS: Final = 12
"""Number of placements that are evaluated for a turn of a rollout."""
MAX_EXPANDED: Final = 2
"""Number of options that are played to the end of the turn in a rollout."""
SAME_LEAD_DIGITS: Final = 6
"""Decimal places to which equal leads agree."""
PLACE: Final = "place"
HELD_WEIGHT: Final = 4.0
"""Weight of a feature that somebody holds, when placements are sorted by what they touch."""


@dataclass(frozen=True)
class Candidate:
    """The actions for the rest of a turn."""

    actions: tuple[Action, ...]
    lead: float
    """The lead of the acting seat after them, by static evaluation."""


def state_after(state: State, action: Action) -> State:
    """Return the state after an action, as a new object."""
    following = state.copy()
    apply(following, action)
    return following


def is_turn_of(state: State, seat: Seat, turn: int) -> bool:
    """Return whether a seat still has a choice in a turn."""
    return state.turn == turn and actor(state) == seat


def distinct_options(state: State) -> list[Action]:
    """Return the options without duplicates in effect: those of one kind in the same feature."""
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


def distinct_candidates(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return one candidate for each lead: equal leads nearly always mean the same effect.

    Examples are another follower on the same feature, a symmetric rotation, or a placement that touches nothing.
    """
    return list({round(candidate.lead, SAME_LEAD_DIGITS): candidate for candidate in reversed(candidates)}.values())


def first_actions(ranked: Iterable[Sequence[Action]]) -> tuple[Action, ...]:
    """Return the different first actions of candidates that are sorted, the best first, up to a limit."""
    return tuple(islice(dict.fromkeys(actions[0] for actions in ranked), MAX_WEIGHED))


def list_candidates(state: State, seat: Seat, evaluator: Evaluator, limit: TimeLimit = UNLIMITED) -> list[Candidate]:
    """Return all candidates, two choices deep; only after the best second choice are further choices made.

    If the estimated time exceeds the limit, only the most promising options are expanded.
    """
    firsts, found = distinct_options(state), list[Candidate]()
    before = limit.spent()
    for done, first in enumerate(firsts):
        if done and (limit.spent() - before) / done * (len(firsts) - done) > limit.left():
            return found + _list_promising(state, firsts[done:], seat, evaluator, limit)
        found += _beginning_with(first, state_after(state, first), seat, state.turn, evaluator, limit)
    return found


def _list_promising(
    state: State, firsts: Sequence[Action], seat: Seat, evaluator: Evaluator, limit: TimeLimit
) -> list[Candidate]:
    """Return candidates for some first choices: these are evaluated first, and the best are expanded in time."""
    half = limit.left() / 2
    evaluated = list[tuple[float, Action, State]]()
    for first in by_stakes(state, firsts):
        if evaluated and limit.left() <= half:
            break
        following = state_after(state, first)
        evaluated.append((lead(evaluator(following), seat), first, following))
    found = list[Candidate]()
    for ahead, first, following in sorted(evaluated, key=lambda entry: -entry[0]):
        if limit.left():
            found += _beginning_with(first, following, seat, state.turn, evaluator, limit)
        else:
            found.append(Candidate((first,), ahead))
    return found


def _beginning_with(
    first: Action, following: State, seat: Seat, turn: int, evaluator: Evaluator, limit: TimeLimit
) -> list[Candidate]:
    """Return the candidates that begin with an action, given the state after it."""
    rest = _list_rest(following, seat, turn, evaluator, limit)
    return [Candidate((first, *candidate.actions), candidate.lead) for candidate in rest]


def _list_rest(state: State, seat: Seat, turn: int, evaluator: Evaluator, limit: TimeLimit) -> list[Candidate]:
    """Return the candidates for what is left of a turn after the first choice."""
    if not is_turn_of(state, seat, turn):
        return [Candidate((), lead(evaluator(state), seat))]
    found = _evaluated_options(state, seat, evaluator, limit)
    best = max(range(len(found)), key=lambda number: found[number].lead)
    (second,) = found[best].actions
    rest = finish_turn(state_after(state, second), seat, turn, evaluator, found[best].lead, limit)
    found[best] = Candidate((second, *rest.actions), rest.lead)
    return found


def _evaluated_options(state: State, seat: Seat, evaluator: Evaluator, limit: TimeLimit) -> list[Candidate]:
    """Return every option as a candidate of one action, or as many as there is time for; at least one."""
    found = list[Candidate]()
    for action in distinct_options(state):
        if found and not limit.left():
            break
        found.append(Candidate((action,), lead(evaluator(state_after(state, action)), seat)))
    return found


def finish_turn(
    state: State, seat: Seat, turn: int, evaluator: Evaluator, ahead: float, limit: TimeLimit = UNLIMITED
) -> Candidate:
    """Make the choices that a seat has left in a turn, each greedily, and apply them to the state while there is time.

    ``ahead`` is the present lead, which is returned if no choice is left.
    """
    actions: tuple[Action, ...] = ()
    while len(actions) < MAX_ACTIONS and is_turn_of(state, seat, turn) and limit.left():
        best = max(_evaluated_options(state, seat, evaluator, limit), key=lambda candidate: candidate.lead)
        actions, ahead = actions + best.actions, best.lead
        apply(state, best.actions[0])
    return Candidate(actions, ahead)


def after_turn(state: State, seat: Seat, evaluator: Evaluator, exhaustive: bool = False) -> State:
    """Return the state after a turn that a seat plays greedily; unless exhaustive, among promising options only."""
    options = distinct_options(state) if exhaustive else promising_options(state)
    following = [state_after(state, action) for action in options]
    leads = [lead(evaluator(each), seat) for each in following]
    best = sorted(range(len(options)), key=lambda number: -leads[number])
    if not exhaustive:
        best = best[:MAX_EXPANDED]
    ends = {number: finish_turn(following[number], seat, state.turn, evaluator, leads[number]).lead for number in best}
    return following[max(best, key=lambda number: ends[number])]


def promising_options(state: State) -> list[Action]:
    """Return the distinct options; of many placements, those with the highest stakes."""
    place = state.rules.code[PLACE]
    if any(action & KIND_MASK != place for action in state.legal):
        return distinct_options(state)
    if len(state.legal) <= MAX_PLACEMENTS:
        return state.legal
    return by_stakes(state, state.legal)[:MAX_PLACEMENTS]


def by_stakes(state: State, actions: Sequence[Action]) -> list[Action]:
    """Return actions sorted: placements with the highest stakes come first."""
    place, stakes = state.rules.code[PLACE], Stakes(state)
    kind = state.rules.kinds[place]

    def order(action: Action) -> float:
        return -stakes[kind.unpack(action)[-1]] if action & KIND_MASK == place else 0.0

    return sorted(actions, key=order)


class Stakes(dict[Cell, float]):
    """The stakes of open cells: the total size of the features that lead there, weighted if somebody holds them."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.board = state.board
        self.segments = completable_segments(state.rules)

    def __missing__(self, cell: Cell) -> float:
        board, features = self.board, self.board.features
        held = features.column[FOLLOWERS]
        stakes = sum(held[feature] > 0 for feature in board.waiting.get(cell, ())) * HELD_WEIGHT
        for side, step in enumerate(STEPS):
            number = board.tile_at.get(cell + step)
            local = -1 if number is None else self.segments[board.laid[number]][side ^ 2]
            if number is not None and local >= 0:
                feature = features.root[board.first[number] + local]
                stakes += features.size(feature) * (HELD_WEIGHT if held[feature] else 1.0)
        self[cell] = stakes
        return stakes
