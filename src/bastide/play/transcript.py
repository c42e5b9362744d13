"""Whole games as text: a header, then one line per turn."""

from __future__ import annotations

from bastide.errors import BadNotation
from bastide.play.dealer import Dealer, Given
from bastide.play.game import Game
from bastide.play.position import read_clauses

HEADS = ("rules", "seats", "position")


def game_text(game: Game) -> str:
    """Return a game as text that `parse_game` reads back."""
    heads = {"rules": str(game.rules.choice), "seats": ", ".join(game.seats)}
    if game.position is not None:
        heads["position"] = game.position
        if "rules" in dict(read_clauses(game.position)):
            del heads["rules"]
    return "\n".join([*(f"{name} {text}" for name, text in heads.items()), *game.turns()]) + "\n"


def parse_game(text: str, dealer: Dealer | None = None) -> Game:
    """Parse a game from text. The dealer makes the draws after its end; without one, the game waits for them.

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
