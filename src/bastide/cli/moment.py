"""One moment of a game as it is shown to the player who chooses: board, news, scores, hand, choices."""

from __future__ import annotations

from collections.abc import Sequence

from bastide.cli.choices import Entry, Form, asked, far_marks, form_of, marks, named_by_tile
from bastide.cli.layout import in_columns, side_by_side
from bastide.cli.table import board_lines, hand_of, marked_tile_lines, standing, tile_lines
from bastide.kernel.geometry import Cell
from bastide.play.game import Game
from bastide.play.notation import edges_text
from bastide.play.view import view
from bastide.rules.model import CHANCE, OVER, Seat
from bastide.rules.state import NO_TILE, State
from bastide.words import Word, say


def moment_lines(
    game: Game, listed: Sequence[Entry], eyes: Seat | None, told: Sequence[str], *, language: str, colour: bool
) -> list[str]:
    """Return the whole moment; the choices come last, next to the prompt. ``eyes`` is the seat whose hand is shown."""
    state, new = game.state, marks(game.state, listed)
    table = [standing(state, game.seats, language, colour, eyes)]
    if state.tile != NO_TILE:
        table.append(tile_lines(state, state.tile, colour=colour))
    if new:
        table.append(["", *marked_tile_lines(state, new, colour)])
    board = board_lines(state, colour, cell_labels(state, listed), far_marks(state, listed))
    lines = ["", *board, "", *told, *side_by_side(table)]
    hand = sorted(hand_of(state, eyes)) if eyes is not None else []
    if hand and not game.over:
        lines += [say(language, "table.hand", {"seat": game.seats[eyes or 0]})]
        lines += hand_lines(state, hand, listed if named_by_tile(state, listed) else (), colour)
    if game.actor == CHANCE and asked(state, listed) is Form.TILE:
        return [*lines, bag_line(state, eyes, language)]
    if game.actor not in (CHANCE, OVER, state.seat):
        step = Word(f"step.{state.rules.program[state.pc].name}")
        lines.append(say(language, "table.asked", {"seat": game.seats[game.actor], "step": step}))
    return lines if hand and named_by_tile(state, listed) else lines + choice_lines(listed)


def cell_labels(state: State, listed: Sequence[Entry]) -> dict[Cell, str]:
    """Return the numbers of the choices that are cells, to be written on the board."""
    kinds = [(entry, state.rules.kind_of(entry.ways[0])) for entry in listed]
    return {kind.unpack(e.ways[0])[1]: f"[{e.number}]" for e, kind in kinds if form_of(kind) is Form.CELL}


def hand_lines(state: State, hand: Sequence[int], listed: Sequence[Entry], colour: bool) -> list[str]:
    """Return the tiles of a hand, with the numbers of those that can be chosen."""
    numbers = {entry.token: f"{entry.number} " for entry in listed}
    tiles = [state.rules.catalogue.tiles[tile] for tile in hand]
    titles = [f"{numbers.get(tile.name, '')}{tile.name} {edges_text(tile, 0)}" for tile in tiles]
    return side_by_side([tile_lines(state, t, 0, colour, title) for t, title in zip(hand, titles, strict=True)])


def bag_line(state: State, eyes: Seat | None, language: str) -> str:
    """Return which tiles may still come; those in hands of others are among them, for all that one knows."""
    counts = view(state, eyes)["unseen"]
    tiles = [f"{tile.name}×{counts[tile.id]}" for tile in state.rules.catalogue.tiles if tile.id in counts]
    return say(language, "table.bag", {"tiles": " ".join(tiles)})


def choice_lines(listed: Sequence[Entry]) -> list[str]:
    """Return the choices as a list: number, token and what it means."""
    numbers = max((len(str(entry.number)) for entry in listed), default=0)
    tokens = max((len(entry.token) for entry in listed), default=0)
    return in_columns([f"{e.number:>{numbers}} {e.token:<{tokens}} {e.text}" for e in listed])


def way_lines(state: State, entry: Entry, colour: bool) -> list[str]:
    """Return the rotations in which the tile fits the cell that was chosen."""
    tile = state.rules.catalogue.tiles[state.tile]
    turns = [state.rules.kind_of(way).unpack(way)[0] for way in entry.ways]
    titles = [f"{number} {edges_text(tile, turn)}" for number, turn in enumerate(turns, start=1)]
    return side_by_side(
        [tile_lines(state, state.tile, turn, colour, title) for turn, title in zip(turns, titles, strict=True)]
    )
