"""Input of games: from files, from standard input and from the command line itself."""

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


def read_game(what: str, language: str) -> Game:
    """Read the game named by an argument: the name of a file, ``-`` for standard input, or a position itself.

    The text may be a saved game, a game in notation or a position. It waits where a draw is due.
    """
    text = what
    if what == "-":
        text = sys.stdin.read()
    elif os.path.isfile(what) or "(" not in what:
        text = read_file(what)
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
    """Return default names of seats: the colours in which they are drawn."""
    return tuple(say(language, "table.colours").split()[:players])
