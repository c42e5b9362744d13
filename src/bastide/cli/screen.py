"""The screen of the player to move: board, news, scores, hand and menu."""

from __future__ import annotations

from collections.abc import Sequence

from bastide.cli.layout import in_columns, side_by_side
from bastide.cli.menu import Form, MenuItem, choice_form, far_marks, form_of, marks, named_by_tile
from bastide.cli.panels import board_lines, hand_of, marked_tile_lines, score_lines, tile_lines
from bastide.kernel.geometry import Cell
from bastide.play.game import Game
from bastide.play.notation import edges_text
from bastide.play.view import view
from bastide.rules.model import CHANCE, OVER, Seat
from bastide.rules.state import NO_TILE, State
from bastide.words import Word, catalogue, say


def screen_lines(
    game: Game, listed: Sequence[MenuItem], viewer: Seat | None, news: Sequence[str], *, language: str, colour: bool
) -> list[str]:
    """Return the whole screen, with the menu last, next to the prompt. ``viewer`` is the seat whose hand is shown."""
    state, new = game.state, marks(game.state, listed)
    table = [score_lines(state, game.seats, language, colour, viewer)]
    if state.tile != NO_TILE:
        table.append(tile_lines(state, state.tile, colour=colour))
    if new:
        table.append(["", *marked_tile_lines(state, new, colour)])
    board = board_lines(state, colour, cell_labels(state, listed), far_marks(state, listed))
    lines = ["", *board, "", *news, *side_by_side(table)]
    hand = sorted(hand_of(state, viewer)) if viewer is not None else []
    if hand and not game.over:
        lines += [say(language, "table.hand", {"seat": game.seats[viewer or 0]})]
        lines += hand_lines(state, hand, listed if named_by_tile(state, listed) else (), colour)
    if game.actor == CHANCE and choice_form(state, listed) is Form.TILE:
        return [*lines, bag_line(state, viewer, language)]
    if game.actor not in (CHANCE, OVER, state.seat):
        step = Word(f"step.{state.rules.program[state.pc].name}")
        lines.append(say(language, "table.asked", {"seat": game.seats[game.actor], "step": step}))
    lines += fact_lines(state, viewer, language)
    return lines if hand and named_by_tile(state, listed) else lines + menu_lines(listed)


def fact_lines(state: State, viewer: Seat | None, language: str) -> list[str]:
    """Return what there is to say about the facts of the current moment, such as the game played at a fair."""
    messages = [f"fact.{name}.{value}" for name, value in view(state, viewer)["facts"].items()]
    return [say(language, message) for message in messages if message in catalogue(language)]


def cell_labels(state: State, listed: Sequence[MenuItem]) -> dict[Cell, str]:
    """Map the cells on the menu to their numbers, as labels for the board."""
    kinds = [(item, state.rules.kind_of(item.actions[0])) for item in listed]
    return {kind.unpack(i.actions[0])[1]: f"[{i.number}]" for i, kind in kinds if form_of(kind) is Form.CELL}


def hand_lines(state: State, hand: Sequence[int], listed: Sequence[MenuItem], colour: bool) -> list[str]:
    """Return the tiles of a hand, those that can be chosen with their numbers."""
    numbers = {item.token: f"{item.number} " for item in listed}
    tiles = [state.rules.catalogue.tiles[tile] for tile in hand]
    titles = [f"{numbers.get(tile.name, '')}{tile.name} {edges_text(tile, 0)}" for tile in tiles]
    return side_by_side([tile_lines(state, t, 0, colour, title) for t, title in zip(hand, titles, strict=True)])


def bag_line(state: State, viewer: Seat | None, language: str) -> str:
    """Return the tiles that the viewer has not seen: those in the bag and in other hands."""
    counts = view(state, viewer)["unseen"]
    tiles = [f"{tile.name}×{counts[tile.id]}" for tile in state.rules.catalogue.tiles if tile.id in counts]
    return say(language, "table.bag", {"tiles": " ".join(tiles)})


def menu_lines(listed: Sequence[MenuItem]) -> list[str]:
    """Return the menu as text: the number, token and description of every item."""
    numbers = max((len(str(item.number)) for item in listed), default=0)
    tokens = max((len(item.token) for item in listed), default=0)
    return in_columns([f"{i.number:>{numbers}} {i.token:<{tokens}} {i.text}" for i in listed])


def rotation_lines(state: State, item: MenuItem, colour: bool) -> list[str]:
    """Return the rotations in which the tile fits the chosen cell."""
    tile = state.rules.catalogue.tiles[state.tile]
    turns = [state.rules.kind_of(action).unpack(action)[0] for action in item.actions]
    titles = [f"{number} {edges_text(tile, turn)}" for number, turn in enumerate(turns, start=1)]
    return side_by_side(
        [tile_lines(state, state.tile, turn, colour, title) for turn, title in zip(turns, titles, strict=True)]
    )
