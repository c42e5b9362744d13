"""Replays of finished games: one frame for every choice, as spectators saw it."""

from __future__ import annotations

from bastide.play.game import Game
from bastide.play.notation import action_text
from bastide.play.view import view
from bastide.rules.engine import apply
from bastide.rules.model import CELL, CHANCE, OVER, ROTATION, Action
from bastide.rules.state import NO_TILE, State
from bastide.server.messages import events_for, public_facts
from bastide.server.table import Table
from bastide.wire.messages import GameState, Replay, ReplayFrame


def build_replay(table: Table, game: Game, language: str) -> Replay:
    """Return the replay of a game: its table, its result, and all frames."""
    return {
        "table": public_facts(table),
        "seats": list(game.seats),
        "ended": table.ended,
        "scores": list(game.scores),
        "winners": list(table.winners()),
        "moves": len(game.log),
        "frames": _frames(table, game, language),
    }


def _frames(table: Table, game: Game, language: str) -> list[ReplayFrame]:
    """Return a frame for the start and for every choice, each with the draws that followed."""
    choices = [ply for ply, entry in enumerate(game.log) if entry.actor != CHANCE]
    state, story = game.at(0), game.events
    frames: list[ReplayFrame] = []
    board_from = event_count = 0
    for first, last in zip([0, *choices], [*choices, len(game.log)], strict=True):
        is_choice = bool(frames)
        choice = game.log[first] if is_choice else None
        text = _choice_text(state, choice.action) if choice else ""
        turn = choice.turn if choice else state.turn
        for entry in game.log[first:last]:
            apply(state, entry.action)
        events = [event for ply in story[first + 1 if is_choice else 0 : last + 1] for event in ply]
        event_count += len(events)
        frames.append(
            {
                "move": last,
                "turn": turn,
                "seat": choice.actor if choice else None,
                "text": text,
                "events": events_for(events, table, None, language, table.names_at(first + 1 if is_choice else 0)),
                "state": _state(table, game, state, last, board_from, event_count),
            }
        )
        board_from = len(state.board.laid)
    return frames


def _state(table: Table, game: Game, state: State, ply: int, board_from: int, event_count: int) -> GameState:
    """Return the state at a ply as a spectator saw it, with the tiles of the board from an index on."""
    spectator_view = view(state, None, board_from)
    if not table.options.has_aid("tiles_left"):
        del spectator_view["unseen"]
    actor = spectator_view["actor"]
    last = ply == len(game.log)
    return {
        "moment": ply,
        "actor": None if last or actor in (CHANCE, OVER) else actor,
        "clocks": [],
        "running": None,
        "awaited": [],
        "grace": None,
        "question": None,
        "ended": table.ended if last else None,
        "winners": list(table.winners()) if last else [],
        "rematch": None,
        "view": spectator_view,
        "board_from": board_from,
        "told": event_count,
    }


def _choice_text(state: State, action: Action) -> str:
    """Return a choice in the notation; a placement begins with the name of the tile."""
    text = action_text(state, action)
    is_placement = state.rules.kind_of(action).fields == (ROTATION, CELL) and state.tile != NO_TILE
    return state.rules.catalogue.tiles[state.tile].name + text if is_placement else text
