"""Compiled steps of the vector environment: from actions to observations and rewards.

An environment whose episode has ended is reset by its next step. The learner plays either all seats or one, against
random or greedy opponents, whose actions are part of the learner's step.
"""

from __future__ import annotations

from typing import NamedTuple

from bastide.fast.actions import apply
from bastide.fast.calls import call
from bastide.fast.candidates import play_best_candidate
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
from bastide.fast.playouts import piece_random, place_random, random_action
from bastide.fast.rng import GOLDEN_GAMMA, bounded, initial_state, random_below
from bastide.fast.turn import draw_random
from bastide.fast.workspace import SearchWorkspace
from bastide.rl.action_kernel import acting_seat, decode_action, is_legal_number
from bastide.rl.compilation import compiled
from bastide.rl.encoder_records import ALL_SEATS, EncoderLayout, EncoderTables, EnvState, ObservationView
from bastide.rl.observation_kernel import clear_observation, write_observation
from bastide.rl.window_kernel import leaves_window

SELF, RANDOM, GREEDY = range(3)
"""Opponents: the learner itself, random bots, or greedy ones."""
WIN, MARGIN, SCORE = range(3)
"""Kinds of rewards."""
DRAWS, SAMPLES = 1, (1 << 64) - 1
"""The streams of a seed: the draws of a game, and the sampling of actions."""


class StepOutputs(NamedTuple):
    """The output arrays of a step, a row per environment."""

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
    """Everything that steps of a range of environments read and write, except the actions."""

    tables: EncoderTables
    start: RecordArray[GameRecord]
    """The initial game."""
    games: RecordArray[GameRecord]
    envs: RecordArray[EnvState]
    search: SearchWorkspace
    """The workspace of greedy opponents."""
    outputs: StepOutputs


@compiled
def find_illegal(envs: RecordArray[EnvState], terminated: BoolVector, truncated: BoolVector, actions: IntVector) -> int:
    """Return the first environment whose action is illegal, or -1. If a reset is due, any action is legal."""
    for at in range(len(envs)):
        if not (terminated[at] or truncated[at] or is_legal_number(envs[at], actions[at])):
            return at
    return -1


@compiled
def seed(
    start: RecordArray[GameRecord],
    games: RecordArray[GameRecord],
    envs: RecordArray[EnvState],
    selected: BoolVector,
    seeds: IntVector,
) -> None:
    """Seed the generators of the selected environments and draw the learner's seat, if it has only one."""
    for at in range(len(games)):
        if selected[at]:
            game, env = games[at], envs[at]
            game.random = initial_state(seeds[at], DRAWS)
            env.sampler = initial_state(seeds[at], SAMPLES)
            if env.learner != ALL_SEATS:
                env.learner = random_below(game, start[0].players)


@compiled
def reset_game(start: GameRecord, game: GameRecord, env: EnvState) -> None:
    """Reset a game, except its generator; a learner with one seat moves to the next seat."""
    random = game.random
    copy_game(start, game)
    game.random = random
    if env.learner != ALL_SEATS:
        env.learner = env.learner + 1 if env.learner + 1 < game.players else 0
    for seat in range(game.players):
        env.paid[seat] = game.score[seat]


@compiled
def draw(tables: RuleTables, game: GameRecord) -> None:
    """Apply draws until somebody is to act or the game is over."""
    if tables.plain:
        while game.phase == DRAW:
            draw_random(tables, game)
    else:
        while tables.is_draw[game.phase]:
            call(tables.turn_sheet, tables, game, random_action(tables, game))


@compiled
def advance(
    encoder: EncoderLayout, tables: RuleTables, search: SearchWorkspace, game: GameRecord, env: EnvState, opponents: int
) -> bool:
    """Apply draws and actions of opponents until the learner is to act or the game is over.

    Return whether the episode is truncated because the game leaves the window.
    """
    while True:
        draw(tables, game)
        if leaves_window(encoder, game, env):
            return True
        if game.phase == OVER or env.learner == ALL_SEATS:
            return False
        if env.learner == acting_seat(tables, game):
            return False
        if opponents == GREEDY:
            play_best_candidate(search, game)
        elif not tables.plain:
            call(tables.turn_sheet, tables, game, random_action(tables, game))
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
        reset = out.terminated[at] or out.truncated[at]
        seat = 0
        if reset:
            clear_observation(encoder, game, env, view)
            reset_game(workspace.start[0], game, env)
        else:
            seat = acting_seat(rules, game)
            apply(rules, game, decode_action(encoder, rules, game, env, actions[at]))
        out.truncated[at] = advance(encoder, rules, workspace.search, game, env, opponents)
        out.terminated[at] = game.phase == OVER
        if reset:
            for other in range(game.players):
                rewards[other] = 0.0
        else:
            assign_rewards(game, env, reward, rewards)
        out.rewards[at] = rewards[seat]
        write_observation(workspace.tables, game, env, view, out.terminated[at] or out.truncated[at])
        out.seats[at] = env.seat


@compiled
def sample(envs: RecordArray[EnvState], actions: IntVector) -> None:
    """Sample a legal action uniformly for every environment; 0 if there is none."""
    for at in range(len(envs)):
        env = envs[at]
        actions[at] = 0
        if env.choices > 0:
            env.sampler += GOLDEN_GAMMA
            actions[at] = env.action[bounded(env.sampler, env.choices)]
