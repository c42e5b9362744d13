"""A whole game as text: a few lines that set it up, then one line a turn. Made to be read, mailed and typed."""

from __future__ import annotations

from bastide.errors import BadNotation
from bastide.play.dealer import Dealer, Given
from bastide.play.game import Game

HEADS = ("rules", "seats", "position")


def game_text(game: Game) -> str:
    """Return a game as text that `parse_game` reads back."""
    heads = [f"rules {game.rules.choice}", f"seats {', '.join(game.seats)}"]
    heads += [f"position {game.position}"] if game.position else []
    return "\n".join([*heads, *game.turns()]) + "\n"


def parse_game(text: str, dealer: Dealer | None = None) -> Game:
    """Read a game from text. Draws after its end are made by the dealer; without one the game waits for them.

    >>> game = parse_game("seats Red, Blue\\n1. V(1,0) +road\\n2. E(0,-1)/2 +city")
    >>> game.scores
    [0, 4]
    """
    heads: dict[str, str] = {}
    turns: list[str] = []
    for line in text.splitlines():
        word, _, rest = line.strip().partition(" ")
        if word in HEADS:
            if turns or word in heads:
                raise BadNotation("text_head", head=word)
            heads[word] = rest.strip()
        elif word:
            turns.append(line)
    seats = [name.strip() for name in heads["seats"].split(",")] if "seats" in heads else 2
    game = Game(heads.get("rules"), seats, Given(), heads.get("position"))
    for line in turns:
        game.play(line)
    game.deal_with(dealer if dealer is not None else Given())
    return game
