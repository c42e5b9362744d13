"""Pieces of all kinds on text boards, the end of the game as events, and the wheel turned to a sector."""

from __future__ import annotations

from bastide import sentence
from bastide.expansions.wheel_of_fortune import PIG, SECTORS
from bastide.kernel.geometry import cell_text
from bastide.rules import engine
from bastide.rules.events import Event
from bastide.rules.model import NOBODY
from bastide.rules.pieces import in_supply, unpack_piece
from bastide.rules.state import State
from tests.boards import COLOURS, draw


def supply(state: State, piece: str) -> list[int]:
    """Return how many pieces of a kind every seat has left."""
    return [in_supply(state, seat, state.rules.piece_number[piece]) for seat in range(state.players)]


def standing(state: State) -> set[str]:
    """Return the pieces on the board with their cells: ``blue builder (2,0)``."""
    found = set()
    for segment, seat, kind in map(unpack_piece, state.pieces):
        cell, _ = state.board.place_of(segment)
        owner = "nobody's" if seat == NOBODY else COLOURS[seat]
        found.add(f"{owner} {state.rules.pieces[kind].name} {cell_text(cell)}")
    return found


def over(state: State) -> tuple[State, list[Event]]:
    """Return the state after the final scoring, and what it tells."""
    new = state.copy()
    events: list[Event] = []
    new.events = events
    new.pc = new.rules.final_start
    engine.settle(new, arrived=True)
    return new, events


def said(events: list[Event], name: str, language: str = "en", players: int = 5) -> list[str]:
    """Return events of a name as sentences, with colours for seats."""
    seats = [colour.title() for colour in COLOURS[:players]]
    return [sentence(event, seats, language, coordinates=True) for event in events if event.name == name]


def stop_at(state: State, sector: str, tile: str = "WOF-FRFR-31") -> list[int]:
    """Draw a tile with a 1 that takes the pig to a sector, in place, and return what every seat gains."""
    before = list(state.score)
    state.ext[PIG][0] = SECTORS.index(sector) - 1 if sector != SECTORS[0] else len(SECTORS) - 1
    draw(state, tile)
    return [after - then for after, then in zip(state.score, before, strict=True)]
