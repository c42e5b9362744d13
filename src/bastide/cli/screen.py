"""The table in a terminal: board, legend, news, scores and hands; and the screen of a player, with a menu."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bastide.cli.layout import DEFAULT_WIDTH, GAP, fitted, flowing, hanging, in_columns, shown_length, window_width
from bastide.cli.legend import LegendEntry, legend, legend_lines, tip_lines
from bastide.cli.menu import Form, MenuItem, choice_form, far_marks, form_of, marks, named_by_tile
from bastide.cli.panels import board_lines, hand_of, marked_tile_lines, score_lines, tile_lines
from bastide.kernel.geometry import Cell, cell_at, cell_text
from bastide.play.game import Game
from bastide.play.notation import edges_text, spot_text
from bastide.play.view import view
from bastide.rules.model import CHANCE, OVER, Seat
from bastide.rules.state import NO_TILE, State
from bastide.wire.views import PlacedPiece, View
from bastide.words import Word, catalogue, say

LEAST_BESIDE: Final = 50
"""The least width of the scores beside a tile; in narrower terminals the tile is below them."""


def table_lines(
    game: Game,
    language: str,
    colour: bool,
    *,
    listed: Sequence[MenuItem] = (),
    viewer: Seat | None = None,
    hands: Sequence[Seat] = (),
    news: Sequence[str] = (),
) -> list[str]:
    """Return the board and everything beside it.

    ``listed`` are the choices to number on the board and in the hand, ``viewer`` is the seat whose secrets are shown,
    ``hands`` are those of the hands on the table.
    """
    state, width = game.state, window_width()
    lines = board_lines(state, colour, cell_labels(state, listed), far_marks(state, listed))
    lines += ["", *legend_lines(table_legend(game, hands, language), width or DEFAULT_WIDTH, colour), ""]
    lines += [line for sentence in news for line in fitted(sentence, width)]
    tiles = [tile_lines(state, state.tile, colour=colour)] if state.tile != NO_TILE else []
    if new := marks(state, listed):
        tiles.append(["", *marked_tile_lines(state, new, colour)])
    beside = sum(max(map(shown_length, tile)) + len(GAP) for tile in tiles)
    room = width - beside if width - beside >= LEAST_BESIDE else width
    lines += flowing([score_lines(state, game.seats, language, colour, viewer, room), *tiles], width)
    for seat in hands:
        if hand := sorted(hand_of(state, seat)):
            lines.append(say(language, "table.hand", {"seat": game.seats[seat]}))
            lines += hand_lines(state, hand, listed if named_by_tile(state, listed) else (), colour)
    return lines


def table_legend(game: Game, hands: Sequence[Seat], language: str) -> list[LegendEntry]:
    """Return the legend of the board, the drawn tile and some hands."""
    held = [tile for seat in hands for tile in hand_of(game.state, seat)]
    drawn = [game.state.tile] if game.state.tile != NO_TILE else []
    return legend(game.state, [*drawn, *held], game.seats, language)


def help_lines(game: Game, viewer: Seat | None, language: str, colour: bool) -> list[str]:
    """Return a sentence on every mark on the board, the drawn tile and the viewer's hand."""
    entries = table_legend(game, [] if viewer is None else [viewer], language)
    return tip_lines(entries, window_width() or DEFAULT_WIDTH, colour)


def screen_lines(
    game: Game, listed: Sequence[MenuItem], viewer: Seat | None, news: Sequence[str], *, language: str, colour: bool
) -> list[str]:
    """Return the whole screen, with the menu last, next to the prompt. ``viewer`` is the seat whose hand is shown."""
    state = game.state
    hands = [viewer] if viewer is not None and not game.over else []
    lines = ["", *table_lines(game, language, colour, listed=listed, viewer=viewer, hands=hands, news=news)]
    if game.actor == CHANCE and choice_form(state, listed) is Form.TILE:
        return [*lines, *fitted(bag_text(state, viewer, language), window_width())]
    if game.actor not in (CHANCE, OVER, state.seat):
        step = Word(f"step.{state.rules.program[state.pc].name}")
        asked = say(language, "table.asked", {"seat": game.seats[game.actor], "step": step})
        lines += fitted(asked, window_width())
    lines += [line for fact in facts(state, viewer, language) for line in fitted(fact, window_width())]
    in_hand = named_by_tile(state, listed) and any(hand_of(state, seat) for seat in hands)
    return lines if in_hand else lines + menu_lines(listed)


def facts(state: State, viewer: Seat | None, language: str) -> list[str]:
    """Return what there is to say about the facts of the current moment, such as the game played at a fair.

    A fact with a message for its value is told by that message; one with a message of its own is the index of a piece.
    """
    shown, known = view(state, viewer), catalogue(language)
    lines = []
    for name, value in shown["facts"].items():
        if f"fact.{name}.{value}" in known:
            lines.append(say(language, f"fact.{name}.{value}"))
        elif isinstance(value, int) and f"fact.{name}" in known:
            piece = shown["pieces"][value]
            values = {"piece": Word(f"piece.{piece['piece']}"), "place": place_text(state, piece)}
            lines.append(say(language, f"fact.{name}", {**values, "tokens": tokens_text(shown, piece, language)}))
    return lines


def place_text(state: State, piece: PlacedPiece) -> str:
    """Return where a piece stands, as a choice would say it: ``(0,0).field.N``."""
    cell = cell_at(*piece["cell"])
    number = state.board.tile_at[cell]
    spot = spot_text(state.board.tile(number), state.board.rotation(number), piece["segment"])
    return f"{cell_text(cell)}.{spot}"


def tokens_text(shown: View, piece: PlacedPiece, language: str) -> str:
    """Return the tokens beside a piece, if there are any: `` (1 sheep, 3 sheep)``."""
    place = (piece["seat"], piece["cell"], piece["segment"])
    beside = [token for token in shown["tokens"] if (token["seat"], token.get("cell"), token.get("segment")) == place]
    messages = [f"value.{token['token']}.{token['number']}" for token in beside]
    named = ", ".join(say(language, message) for message in messages if message in catalogue(language))
    return f" ({named})" if named else ""


def cell_labels(state: State, listed: Sequence[MenuItem]) -> dict[Cell, str]:
    """Map the cells on the menu to their numbers, as labels for the board."""
    kinds = [(item, state.rules.kind_of(item.actions[0])) for item in listed]
    return {kind.unpack(i.actions[0])[1]: f"[{i.number}]" for i, kind in kinds if form_of(kind) is Form.CELL}


def hand_lines(state: State, hand: Sequence[int], listed: Sequence[MenuItem], colour: bool) -> list[str]:
    """Return the tiles of a hand, those that can be chosen with their numbers."""
    numbers = {item.token: f"{item.number} " for item in listed}
    tiles = [state.rules.catalogue.tiles[tile] for tile in hand]
    titles = [f"{numbers.get(tile.name, '')}{tile.name} {edges_text(tile, 0)}" for tile in tiles]
    blocks = [tile_lines(state, tile, 0, colour, title) for tile, title in zip(hand, titles, strict=True)]
    return flowing(blocks, window_width())


def bag_text(state: State, viewer: Seat | None, language: str) -> str:
    """Return the tiles that the viewer has not seen: those in the bag and in other hands."""
    counts = view(state, viewer)["unseen"]
    tiles = [f"{tile.name}×{counts[tile.id]}" for tile in state.rules.catalogue.tiles if tile.id in counts]
    return say(language, "table.bag", {"tiles": " ".join(tiles)})


def menu_lines(listed: Sequence[MenuItem]) -> list[str]:
    """Return the menu as text: the number, token and description of every item."""
    numbers = max((len(str(item.number)) for item in listed), default=0)
    tokens = max((len(item.token) for item in listed), default=0)
    rows = [(f"{i.number:>{numbers}} {i.token:<{tokens}} ", i.text) for i in listed]
    width = window_width()
    if width and any(len(head + text) > width for head, text in rows):
        return [line for head, text in rows for line in hanging(head, text, width)]
    return in_columns([head + text for head, text in rows])


def rotation_lines(state: State, item: MenuItem, colour: bool) -> list[str]:
    """Return the rotations in which the tile fits the chosen cell."""
    tile = state.rules.catalogue.tiles[state.tile]
    turns = [state.rules.kind_of(action).unpack(action)[0] for action in item.actions]
    titles = [f"{number} {edges_text(tile, turn)}" for number, turn in enumerate(turns, start=1)]
    blocks = [tile_lines(state, state.tile, turn, colour, title) for turn, title in zip(turns, titles, strict=True)]
    return flowing(blocks, window_width())
