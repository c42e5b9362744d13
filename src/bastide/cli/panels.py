"""The blocks of text of a screen: the board, the scores, the supplies, tiles and hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bastide.cli.descriptions import holdings
from bastide.cli.layout import hanging, padded, shown_length, unbroken_items, window_width
from bastide.kernel.geometry import Cell
from bastide.play.notation import edges_text
from bastide.play.picture import CHOICE_INK, SEAT_INK, picture
from bastide.play.tile_picture import Sign, draw_tile, lines_of
from bastide.rules.engine import actor
from bastide.rules.model import OVER, Seat
from bastide.rules.state import HAND_SLOTS, NO_TILE, State
from bastide.words import Word, say

MOST_MARKS: Final = 9
"""Greatest number that fits on a tile: one digit."""


def board_lines(
    state: State, colour: bool, labels: Mapping[Cell, str] | None = None, marks: Mapping[int, str] | None = None
) -> list[str]:
    """Return the board, split to fit the width of the terminal."""
    return picture(state, colour, labels, window_width(), marks).split("\n")


def score_lines(
    state: State, seats: Sequence[str], language: str, colour: bool, viewer: Seat | None = None, width: int = 0
) -> list[str]:
    """Return the turn and the number of tiles left, then every seat's points and supply, in lines of a width if given.

    ``viewer`` is the seat whose secrets are shown.
    """
    over = actor(state) == OVER
    turn = say(language, "table.over" if over else "table.turn", {"turn": state.turn, "seat": seats[state.seat]})
    turn = ", ".join([turn, say(language, "table.left", {"left": state.left}), *holdings(state, None, language)])
    lines = hanging("", unbroken_items(turn), width)
    names = [f"{seat + 1} {name}" for seat, name in enumerate(seats)]
    points = [say(language, "table.points", {"points": points}) for points in state.score]
    for seat, name in enumerate(names):
        shown = padded(name, max(map(shown_length, names)))
        if colour:
            shown = f"\033[{SEAT_INK[seat]}m{shown}\033[0m"
        sign = ">" if seat == state.seat and not over else " "
        head = f"{sign} {shown}  {points[seat].rjust(max(map(len, points)))}  "
        lines += hanging(head, unbroken_items(supply_text(state, seat, language, viewer)), width)
    return lines


def supply_text(state: State, seat: Seat, language: str, viewer: Seat | None = None) -> str:
    """Return a seat's supply, such as ``7 × follower``, and its other holdings."""
    kinds = state.rules.pieces
    mine = state.supply[seat * len(kinds) : (seat + 1) * len(kinds)]
    counted = [(n, Word(f"piece.{kind.name}")) for n, kind in zip(mine, kinds, strict=True) if not kind.neutral]
    supply = ", ".join(say(language, "table.supply", {"count": count, "piece": piece}) for count, piece in counted)
    held = ", ".join(holdings(state, seat, language, viewer))
    return say(language, "table.supply_and_holdings", {"supply": supply, "holdings": held}) if held else supply


def tile_lines(state: State, tile: int, rotation: int = 0, colour: bool = False, title: str = "") -> list[str]:
    """Return a tile that is not on the board, under its name or another title."""
    kind = state.rules.catalogue.tiles[tile]
    return [title or f"{kind.name} {edges_text(kind, rotation)}", *lines_of(draw_tile(kind, rotation, {}), colour)]


def marked_tile_lines(state: State, marks: Mapping[int, int], colour: bool) -> list[str]:
    """Return the tile placed last, with numbers from 1 to 9 on some of its segments."""
    signs = {local: [Sign(str(mark), CHOICE_INK)] for local, mark in marks.items() if mark <= MOST_MARKS}
    return lines_of(draw_tile(state.board.tile(-1), state.board.rotation(-1), signs), colour)


def hand_of(state: State, seat: Seat) -> list[int]:
    """Return the tiles in a seat's hand."""
    return [tile for tile in state.hand[seat * HAND_SLOTS : (seat + 1) * HAND_SLOTS] if tile != NO_TILE]
