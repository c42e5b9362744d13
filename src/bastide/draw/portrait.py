"""The portrait of a land: the board with its pieces as they stood last, names and scores, on a card to share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from textwrap import shorten, wrap
from typing import Final

from bastide.draw import palette as ink
from bastide.draw.board import board
from bastide.draw.svg import TextStyle, document, moved, path, rect, text
from bastide.draw.tokens import token
from bastide.play.game import Game
from bastide.wire.events import GameEvent
from bastide.wire.views import PlacedPiece, View

WIDTH: Final = 1200
HEIGHT: Final = 630
LAND: Final = (20.0, 20.0, 820.0, 590.0)
"""Position and size of the land on the card."""
COLUMN: Final = 872.0
COLUMN_WIDTH: Final = 296.0
TITLE: Final = TextStyle(36, ink.INK, weight="bold", serif=True, most=COLUMN_WIDTH)
BRAND: Final = TextStyle(20, ink.INK, weight="bold", serif=True)
FOOT: Final = TextStyle(16, ink.INK, most=COLUMN_WIDTH)
TITLE_LETTERS: Final = 17
"""The number of letters in a line of the title."""
MAX_TITLE_LINES: Final = 3
ROWS_TOP: Final = 300.0
ROWS_HEIGHT: Final = 232.0
MAX_ROW_HEIGHT: Final = 66.0
PAPER: Final = "#fbf7ee"
WALLS: Final = "#1d5a66"
MIN_TILE_PIXELS: Final = 8
CASTLE: Final = "M15.5 3.5h1V9h.5v2h3V9h2v6h1v-2h2v2h1v-2h2v14h-9v-4a3 3 0 0 0-6 0v4H4V13h2v2h1v-2h2v2h1V9h2v2h3V9h.5z"
FLAG: Final = "M16.5 3.5l6 2-6 2z"
FINAL_EVENTS: Final = ("farmed", "goods", "king", "robber", "panned")
"""Events that occur in the final scoring only."""
SIZE: Final = re.compile(r' width="[^"]*" height="[^"]*"')


@dataclass(frozen=True)
class Caption:
    """The words on a portrait."""

    title: str
    lines: Sequence[str] = ()
    """Lines at the foot of the card."""


def portrait(game: Game, caption: Caption) -> str:
    """Return the portrait of a game as an SVG document of 1200 × 630."""
    x, y, width, height = LAND
    view = last_view(game)
    around = _corners([(placed["cell"][0], placed["cell"][1]) for placed in view["board"]])
    pixels = max(MIN_TILE_PIXELS, int(height / (1 + around[1][1] - around[0][1])))
    land = board(view, tile_pixels=pixels, last_move=False, around=around)
    frame = f' x="{x}" y="{y}" width="{width}" height="{height}" preserveAspectRatio="xMidYMid slice"'
    shapes = [
        rect(0, 0, WIDTH, HEIGHT, PAPER),
        SIZE.sub(frame, land, count=1),
        moved(path(CASTLE, WALLS) + path(FLAG, ink.GLOW), COLUMN - 4, 31, 1.05),
        text("Bastide", COLUMN + 38, 54, BRAND),
        *_title(caption.title),
        *_rows(view["scores"], game.seats),
        *(text(line, COLUMN, 568 + 22 * i, FOOT) for i, line in enumerate(caption.lines)),
    ]
    return document("".join(shapes), 0, 0, WIDTH, HEIGHT, WIDTH)


def _corners(cells: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return two cells such that the land, with all cells between them, fills the frame."""
    west, east = min(x for x, _ in cells), max(x for x, _ in cells)
    north, south = min(y for _, y in cells), max(y for _, y in cells)
    columns, rows = 1 + east - west, 1 + south - north
    wide = max(0, ceil(rows * LAND[2] / LAND[3]) - columns)
    high = max(0, ceil(columns * LAND[3] / LAND[2]) - rows)
    return [(west - wide // 2, north - high // 2), (east + wide - wide // 2, south + high - high // 2)]


def last_view(game: Game) -> View:
    """Return what everybody sees of a game, with the pieces that the final scoring returned."""
    view = game.view(None)
    events = [event.to_json() for event in game.story(None)]
    placed = max((i for i, event in enumerate(events) if event["event"] == "placed"), default=0)
    final = next((i for i in range(placed, len(events)) if _is_final(events[i])), len(events))
    for event in events[final:] if game.over else ():
        if event["event"] == "returned":
            spot: PlacedPiece = {
                "seat": event["seat"],
                "piece": event["piece"],
                "strength": 1,
                "guest": False,
                "cell": event["cell"],
                "segment": event["segment"],
                "feature": event["feature"],
            }
            view["pieces"].append(spot)
    return view


def _is_final(event: GameEvent) -> bool:
    """Return whether an event belongs to the final scoring."""
    return event["event"] in FINAL_EVENTS or (event["event"] == "scored" and not event["complete"])


def _title(words: str) -> list[str]:
    """Return the title, with as many lines as it needs, above the scores."""
    lines = wrap(words, TITLE_LETTERS)
    if len(lines) > MAX_TITLE_LINES:
        lines = [
            *lines[: MAX_TITLE_LINES - 1],
            shorten(" ".join(lines[MAX_TITLE_LINES - 1 :]), TITLE_LETTERS, placeholder="…"),
        ]
    return [text(line, COLUMN, ROWS_TOP - 32 - 42 * (len(lines) - 1 - i), TITLE) for i, line in enumerate(lines)]


def _rows(scores: Sequence[int], names: Sequence[str]) -> list[str]:
    """Return the token, the name and the points of every seat."""
    step = min(MAX_ROW_HEIGHT, ROWS_HEIGHT / len(scores))
    size = step / MAX_ROW_HEIGHT
    name = TextStyle(24 * size, ink.INK, weight="bold", serif=True, most=COLUMN_WIDTH - 66 * size - 70)
    points = TextStyle(40 * size, ink.INK, "end", "bold", serif=True)
    parts = []
    for seat, score in enumerate(scores):
        middle = ROWS_TOP + step * (seat + 0.5)
        parts.append(moved(token("seat", seat=seat), COLUMN + 26 * size, middle, 2.6 * size))
        parts.append(text(names[seat], COLUMN + 66 * size, middle + 8 * size, name))
        parts.append(text(str(score), COLUMN + COLUMN_WIDTH, middle + 14 * size, points))
    return parts
