"""The engine: runs the turn program from one real choice to the next."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from bastide.errors import BadRules, IllegalAction
from bastide.rules.events import Event
from bastide.rules.model import KIND_MASK, OVER, Action, StateColumn
from bastide.rules.ruleset import Ruleset
from bastide.rules.state import State
from bastide.words import Word

SOLO: Final = 1
"""The fewest seats of a game: one, for study and puzzles."""
LEAST_PLAYERS: Final = 2
"""The fewest seats of a game against others."""


def start(rules: Ruleset, players: int, events: list[Event] | None = None) -> State:
    """Return the state of a new game, at its first choice or draw."""
    check_players(rules, players)
    first = int(rules.options["first_player"])
    if first >= players:
        raise BadRules("first_player", seat=first, last=players - 1)
    state = State(rules, players)
    state.seat = first
    state.events = events
    for block, cell, turns in rules.starts:
        state.board.lay_block(block, cell, turns)
    settle(state, arrived=True)
    return state


def check_players(rules: Ruleset, players: int, least: int = SOLO) -> None:
    """Raise BadRules unless so many may play by these rules (ED-4)."""
    most = int(rules.options["max_players"])
    if not least <= players <= most:
        raise BadRules("player_count", count=players, least=least, most=most)


def options(state: State) -> list[Action]:
    """Return every legal action, each once; none when the game is over.

    Of a kind that has more than can be listed, such as the points one may aim at, these are some (see `Kind.accepts`).
    """
    return state.legal[:]


def actor(state: State) -> int:
    """Return the seat that chooses now, or CHANCE for a draw, or OVER."""
    program = state.rules.program
    return program[state.pc].actor(state) if state.pc < len(program) else OVER


def is_held(state: State) -> bool:
    """Say whether the game stopped before the final scoring, which is still to come."""
    return not state.legal and state.pc < len(state.rules.program)


def step_name(state: State) -> str:
    """Return the name of the step that is being played, or ``over``."""
    program = state.rules.program
    return program[state.pc].name if state.pc < len(program) else "over"


def weights(state: State) -> list[int]:
    """Return, at a draw, how likely each option is: the numbers of copies left."""
    if not state.legal:
        return []
    count = state.rules.program[state.pc].weights
    return [1] * len(state.legal) if count is None else count(state)


def chances(state: State) -> int:
    """Return, at a draw, how many equally likely cases there are: a tile is as many as it has copies left."""
    span = state.rules.program[state.pc].span
    return sum(weights(state)) if span is None else span.count


def outcome(state: State, number: int) -> Action:
    """Return the outcome of the case with a number: the draws laid end to end, each as long as it is likely."""
    if not 0 <= number < chances(state):
        raise ValueError("the number must be smaller than the number of cases")
    span = state.rules.program[state.pc].span
    if span is not None:
        return span.outcome(state, number)
    ends = accumulate(weights(state))
    return next(action for action, end in zip(state.legal, ends, strict=True) if number < end)


def is_legal(state: State, action: Action) -> bool:
    """Say whether an action may be played now, listed or not."""
    if action in state.legal:
        return True
    code = action & KIND_MASK
    if action < 0 or code >= len(state.rules.kinds) or not _asked_for(state, code):
        return False
    kind = state.rules.kinds[code]
    values = kind.unpack(action)
    if kind.pack(code, values) != action:
        return False
    if state.rules.program[state.pc].span is not None:
        return True
    return kind.accepts is not None and kind.accepts(state, values)


def _asked_for(state: State, code: int) -> bool:
    return any(option & KIND_MASK == code for option in state.legal)


def apply(state: State, action: Action, hold: bool = False) -> None:
    """Play an action in place and run on to the next real choice. Raises IllegalAction, changing nothing.

    With ``hold`` nothing is counted at the end yet: see `settle`.
    """
    if action not in state.legal and not is_legal(state, action):
        raise illegal(state, action)
    rules = state.rules
    kind = rules.kinds[action & KIND_MASK]
    kind.do(state, kind.unpack(action))
    leaves = not rules.program[state.pc].repeats
    if state.jump >= 0:
        state.pc, state.jump, leaves = state.jump, -1, True
    elif leaves:
        state.pc += 1
    settle(state, leaves, hold)


def settle(state: State, arrived: bool, hold: bool = False) -> None:
    """Go on until somebody has a choice or the game is over. The only loop in the engine.

    With ``hold`` it stops, without options, before it enters a step of the final scoring; arriving again goes on.
    """
    program = state.rules.program
    last = len(program)
    held_from = state.rules.final_start if hold else last
    pc = state.pc
    step_columns = state.rules.step_columns
    while pc < last:
        step = program[pc]
        if arrived:
            if pc >= held_from:
                break
            if step_columns:
                forget(state, step_columns)
            if step.enter is not None:
                state.pc = pc
                step.enter(state)
                if state.jump >= 0:
                    pc, state.jump = state.jump, -1
                    continue
        if step.options is not None:
            state.pc = pc
            found = step.options(state)
            if found:
                state.legal = found
                return
        pc += 1
        arrived = True
    state.pc = pc
    state.legal = []


def go_to(state: State, step: str) -> None:
    """Leave the current step for another one instead of the next."""
    state.jump = state.rules.at[step]


def pass_over(state: State, step: str) -> None:
    """Leave the current step for what follows another one."""
    state.jump = state.rules.at[step] + 1


def begin_again(state: State) -> None:
    """Go back to where a turn, or a part of one, begins."""
    state.jump = state.rules.turn_start


def next_turn(state: State) -> None:
    """Begin the turn of the next seat clockwise."""
    state.seat = (state.seat + 1) % state.players
    fresh_turn(state)


def fresh_turn(state: State) -> None:
    """Begin a new turn of the same seat."""
    state.turn += 1
    state.part = 0
    forget(state, state.rules.turn_columns)
    begin_again(state)


def next_part(state: State) -> None:
    """Begin a second part of the same turn."""
    state.part += 1
    forget(state, state.rules.part_columns)
    begin_again(state)


def forget(state: State, columns: Sequence[StateColumn]) -> None:
    """Put columns back to their initial numbers."""
    for column in columns:
        state.ext[column.name] = list(column.initial) * (state.players if column.per_seat else 1)


def finish(state: State) -> None:
    """Leave the turns for the final scoring."""
    state.jump = state.rules.final_start


def illegal(state: State, action: Action) -> IllegalAction:
    """Return the error that says in words why an action is not an option now."""
    rules = state.rules
    if actor(state) == OVER:
        return IllegalAction("game_over")
    code = action & KIND_MASK
    if action < 0 or code >= len(rules.kinds):
        return IllegalAction("not_an_action", action=action)
    kind = rules.kinds[code]
    step = Word(f"step.{rules.program[state.pc].name}")
    if not _asked_for(state, code):
        return IllegalAction("wrong_moment", kind=Word(f"kind.{kind.name}"), step=step)
    if kind.why_not is None:
        return IllegalAction("not_an_option", kind=Word(f"kind.{kind.name}"), step=step)
    message, values = kind.why_not(state, kind.unpack(action))
    return IllegalAction(message, **values)
