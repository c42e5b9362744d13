"""Games as input: from files, standard input and arguments."""

from __future__ import annotations

import os
import re
import sys
from typing import Final

from bastide.errors import BadRecord
from bastide.play.dealer import Given
from bastide.play.game import Game
from bastide.play.record import loads
from bastide.play.transcript import HEADS, parse_game
from bastide.words import say

TRANSCRIPT: Final = re.compile(rf"\s*(({'|'.join(HEADS)})\s|\d+\.)")


def read_game(source: str, language: str) -> Game:
    """Read the game that an argument names: a file, ``-`` for standard input, or a position.

    The text may be a saved game, a game in notation or a position. No draws are made.
    """
    text = source
    if source == "-":
        text = sys.stdin.read()
    elif os.path.isfile(source) or "(" not in source:
        text = read_file(source)
    if text.lstrip().startswith("{"):
        return loads(text)
    if TRANSCRIPT.match(text):
        return parse_game(text)
    game = Game(dealer=Given(), position=" ".join(text.split()))
    game.seats = seat_names(len(game.seats), language)
    return game


def read_file(path: str) -> str:
    """Return the text of a file."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as reason:
        raise BadRecord("record_file", path=path, reason=reason.strerror or str(reason)) from reason
    except UnicodeDecodeError as reason:
        raise BadRecord("record_file", path=path, reason=str(reason)) from reason


def seat_names(players: int, language: str) -> tuple[str, ...]:
    """Return the default names of seats: the colours of their pieces."""
    return tuple(say(language, "table.colours").split()[:players])
