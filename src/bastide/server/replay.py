"""A finished game as a film: one frame for every choice, each as those who looked on saw it."""

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
    """Return the whole game: the table, who sat there, how it ended, and all frames."""
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
    """Return the start and then every choice, together with the draws that followed it, as a table tells them."""
    choices = [move for move, entry in enumerate(game.log) if entry.actor != CHANCE]
    state = game.at(0)
    frames: list[ReplayFrame] = []
    known = heard = 0
    for first, last in zip([0, *choices], [*choices, len(game.log)], strict=True):
        is_choice = bool(frames)
        chosen = game.log[first] if is_choice else None
        text = token(state, chosen.action) if chosen else ""
        turn = chosen.turn if chosen else state.turn
        for entry in game.log[first:last]:
            apply(state, entry.action)
        events = [event for few in game.events[first + 1 if is_choice else 0 : last + 1] for event in few]
        heard += len(events)
        frames.append(
            {
                "move": last,
                "turn": turn,
                "seat": chosen.actor if chosen else None,
                "text": text,
                "events": events_for(events, table, None, language),
                "state": _seen(table, game, state, last, known, heard),
            }
        )
        known = len(state.board.laid)
    return frames


def _seen(table: Table, game: Game, state: State, move: int, known: int, told: int) -> GameState:
    """Return how things stood for a spectator; of the board, only the tiles that were not there before."""
    seen = view(state, None)
    if not table.options.has_aid("tiles_left"):
        del seen["unseen"]
    board, actor = seen["board"], seen["actor"]
    seen["board"] = board[known:]
    last = move == len(game.log)
    return {
        "moment": move,
        "actor": None if last or actor in (CHANCE, OVER) else actor,
        "clocks": [],
        "question": None,
        "ended": table.ended if last else None,
        "winners": list(table.winners()) if last else [],
        "rematch": None,
        "view": seen,
        "board_from": known,
        "told": told,
    }


def token(state: State, action: Action) -> str:
    """Return a choice in the notation; a tile is named together with the cell where it is laid."""
    text = action_text(state, action)
    laid = state.rules.kind_of(action).fields == (ROTATION, CELL) and state.tile != NO_TILE
    return state.rules.catalogue.tiles[state.tile].name + text if laid else text
