"""Compiled steps of the vector environment: actions in, observations and rewards out.

An environment whose episode has ended is reset by its next step. A learner plays all seats, or one while the others
play at random or greedily; their actions then belong to the step before.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bastide.fast.actions import apply, piece_action, place_action
from bastide.fast.candidates import play_best_candidate
from bastide.fast.features import ROW_BITS
from bastide.fast.game_copy import copy_game
from bastide.fast.layout import (
    DRAW,
    OVER,
    PLACE,
    BoolVector,
    FloatVector,
    GameRecord,
    IntMatrix,
    IntVector,
    RecordArray,
    RuleTables,
)
from bastide.fast.playouts import piece_random, place_random
from bastide.fast.rng import GOLDEN_GAMMA, HALF, mix64, random_below
from bastide.fast.turn import draw_random
from bastide.fast.workspace import SearchWorkspace
from bastide.rl.compilation import compiled
from bastide.rl.observation_kernel import (
    NOBODY,
    EncoderLayout,
    EncoderTables,
    EnvState,
    ObservationView,
    clear_observation,
    is_legal_action,
    leaves_window,
    write_observation,
)

SELF, RANDOM, GREEDY = range(3)
"""Who plays the other seats: the learner itself, a random bot, or a greedy one."""
WIN, MARGIN, SCORE = range(3)
"""Kinds of rewards."""


class StepOutputs(NamedTuple):
    """The arrays that a step writes, a row per environment."""

    boards: RecordArray[IntMatrix]
    scalars: RecordArray[FloatVector]
    masks: RecordArray[IntVector]
    seat_rewards: RecordArray[FloatVector]
    """The rewards of all seats."""
    rewards: FloatVector
    """The rewards of the acting seats."""
    seats: IntVector
    """The observing seats."""
    terminated: BoolVector
    truncated: BoolVector


class StepWorkspace(NamedTuple):
    """Everything that the steps of some environments read and write, apart from the actions."""

    tables: EncoderTables
    start: RecordArray[GameRecord]
    """The game at its start."""
    games: RecordArray[GameRecord]
    envs: RecordArray[EnvState]
    search: SearchWorkspace
    """The workspace of greedy opponents; empty if there are none."""
    outputs: StepOutputs


@compiled
def decode_action(encoder: EncoderLayout, tables: RuleTables, game: GameRecord, number: int) -> int:
    """Return the engine's action with a legal number."""
    if game.phase == PLACE:
        rest = number - encoder.place
        at, rotation = rest // encoder.by_cell % (encoder.side * encoder.side), rest // encoder.by_rotation % 4
        return place_action(tables, rotation, encoder.corner + (at // encoder.side << ROW_BITS) + at % encoder.side)
    if number == encoder.passing:
        return tables.passing
    if number == encoder.recall:
        return tables.recall
    rest = number - encoder.deploy
    kind, segment = rest // encoder.by_piece % tables.pieces, rest // encoder.by_segment % encoder.segments
    return piece_action(tables, game, kind, segment)


@compiled
def find_illegal(envs: RecordArray[EnvState], terminated: BoolVector, truncated: BoolVector, actions: IntVector) -> int:
    """Return the first environment whose action is illegal, or -1. Where a reset is due, any action is legal."""
    for at in range(len(envs)):
        if not (terminated[at] or truncated[at] or is_legal_action(envs[at], actions[at])):
            return at
    return -1


@compiled
def seed(
    start: RecordArray[GameRecord],
    games: RecordArray[GameRecord],
    envs: RecordArray[EnvState],
    selected: BoolVector,
    seeds: RecordArray[np.uint64],
) -> None:
    """Seed the generators of the selected environments and, if the learner has one seat, draw it."""
    for at in range(len(games)):
        if selected[at]:
            game, env = games[at], envs[at]
            game.random = mix64(mix64(seeds[at] + GOLDEN_GAMMA) + GOLDEN_GAMMA)
            env.sampler = mix64(mix64(seeds[at] + GOLDEN_GAMMA) - GOLDEN_GAMMA)
            if env.learner != NOBODY:
                env.learner = random_below(game, start[0].players)


@compiled
def reset_game(start: GameRecord, game: GameRecord, env: EnvState) -> None:
    """Reset a game but not its generator; a learner with one seat moves to the next."""
    random = game.random
    copy_game(start, game)
    game.random = random
    if env.learner != NOBODY:
        env.learner = env.learner + 1 if env.learner + 1 < game.players else 0
    for seat in range(game.players):
        env.paid[seat] = game.score[seat]


@compiled
def advance(
    encoder: EncoderLayout, tables: RuleTables, search: SearchWorkspace, game: GameRecord, env: EnvState, opponents: int
) -> bool:
    """Draw and let the opponents play until the learner is to act or the game is over.

    Return whether the episode is truncated because the game leaves the window.
    """
    while True:
        while game.phase == DRAW:
            draw_random(tables, game)
        if leaves_window(encoder, game, env):
            return True
        if game.phase == OVER or env.learner == NOBODY:
            return False
        if env.learner == game.seat:
            return False
        if opponents == GREEDY:
            play_best_candidate(search, game)
        elif game.phase == PLACE:
            place_random(tables, game)
        else:
            piece_random(tables, game)


@compiled
def assign_rewards(game: GameRecord, env: EnvState, reward: int, rewards: FloatVector) -> None:
    """Compute the rewards of all seats since the last step, as `rl.rewards` does."""
    best, second, winners = -1, -1, 0
    for seat in range(game.players):
        score = game.score[seat]
        rewards[seat] = float(score - env.paid[seat]) if reward == SCORE else 0.0
        env.paid[seat] = score
        if score > best:
            best, second, winners = score, best, 1
        elif score == best:
            second, winners = score, winners + 1
        elif score > second:
            second = score
    if reward == SCORE or game.phase != OVER:
        return
    lost = -1.0 / (game.players - 1)
    won = -lost * (game.players - winners) / winners
    for seat in range(game.players):
        ahead = game.score[seat] == best
        if reward == MARGIN:
            rewards[seat] = float(game.score[seat] - (second if ahead else best))
        elif winners < game.players:
            rewards[seat] = won if ahead else lost


@compiled
def step(workspace: StepWorkspace, selected: BoolVector, actions: IntVector, reward: int, opponents: int) -> None:
    """Apply legal actions in the selected environments and write their outputs; reset those that have ended."""
    encoder, rules, out = workspace.tables.encoder[0], workspace.tables.rules[0], workspace.outputs
    for at in range(len(workspace.games)):
        if not selected[at]:
            continue
        game, env, rewards = workspace.games[at], workspace.envs[at], out.seat_rewards[at]
        view = ObservationView(out.boards[at], out.scalars[at], out.masks[at])
        fresh = out.terminated[at] or out.truncated[at]
        seat = 0
        if fresh:
            clear_observation(encoder, game, env, view)
            reset_game(workspace.start[0], game, env)
        else:
            seat = game.seat
            apply(rules, game, decode_action(encoder, rules, game, actions[at]))
        out.truncated[at] = advance(encoder, rules, workspace.search, game, env, opponents)
        out.terminated[at] = game.phase == OVER
        if fresh:
            for each in range(game.players):
                rewards[each] = 0.0
        else:
            assign_rewards(game, env, reward, rewards)
        out.rewards[at] = rewards[seat]
        write_observation(workspace.tables, game, env, view, out.terminated[at] or out.truncated[at])
        out.seats[at] = env.seat


@compiled
def sample(envs: RecordArray[EnvState], actions: IntVector) -> None:
    """Sample a legal action uniformly for every environment; 0 where there is none."""
    for at in range(len(envs)):
        env = envs[at]
        actions[at] = 0
        if env.choices > 0:
            env.sampler += GOLDEN_GAMMA
            actions[at] = env.action[int(((mix64(env.sampler) >> HALF) * np.uint64(env.choices)) >> HALF)]
