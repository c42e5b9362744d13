"""Dealers: who decides what is drawn. The rules only know what can be drawn and how likely it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from random import Random
from typing import Final, Protocol

from bastide.errors import BadNotation
from bastide.play.notation import find_tile, parse_action
from bastide.rules.engine import chances, is_legal, outcome, weights
from bastide.rules.model import Action
from bastide.rules.state import State


class Dealer(Protocol):
    """Decides the draws of a game."""

    def pick(self, state: State, index: int) -> Action | None:
        """Return the outcome of the draw with this number in the game, or None to wait for someone to say it."""


FEW: Final = 1 << 64
"""Of fewer cases than this, 16 bytes pick one without favouring any by more than a trifle."""


def drawn_at_random(state: State, generator: Random) -> Action:
    """Return an outcome of the draw that is due, as likely as it should be."""
    if state.rules.program[state.pc].span is not None:
        return outcome(state, generator.randrange(chances(state)))
    return generator.choices(state.legal, weights(state))[0]


class Seeded:
    """Draws that follow from a seed: draw number i is the same however often it is taken back and drawn again."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def pick(self, state: State, index: int) -> Action:
        """Return the outcome that the seed and the number of the draw give."""
        cases = chances(state)
        digest = blake2b(f"{self.seed}/{index}".encode(), digest_size=16 if cases < FEW else 64).digest()
        return outcome(state, int.from_bytes(digest) % cases)


class Uniform:
    """Fresh draws from a generator, for simulation and search."""

    def __init__(self, generator: Random) -> None:
        self.generator = generator

    def pick(self, state: State, index: int) -> Action:
        """Return an outcome drawn at random, as likely as it should be."""
        return drawn_at_random(state, self.generator)


class Scripted:
    """Draws that are fixed in advance, for tests, puzzles and replays: names of tiles, or tokens of other draws."""

    def __init__(self, tiles: Sequence[str]) -> None:
        self.tiles = list(tiles)

    def pick(self, state: State, index: int) -> Action:
        """Return the draw of the tile that the script names at this place."""
        if index >= len(self.tiles):
            raise BadNotation("script_over", draws=len(self.tiles))
        word = self.tiles[index]
        if ":" in word or not _is_tile(state, word):
            return parse_action(state, word)
        tile = find_tile(state.rules, word)
        for action in state.legal:
            kind = state.rules.kind_of(action)
            if ("tile", tile) in zip((part.name for part in kind.fields), kind.unpack(action), strict=True):
                return action
        raise BadNotation("script_not_left", tile=self.tiles[index], place=index + 1)


def _is_tile(state: State, word: str) -> bool:
    return any(word in (tile.letter, tile.id) for tile in state.rules.catalogue.tiles)


class Given:
    """Draws that people make from a real bag: the game waits until somebody says what came, or asks.

    Numbers that no bag holds, such as the errors of a throw, may be left to another dealer.
    """

    def __init__(self, ask: Callable[[State], Action | None] | None = None, numbers: Dealer | None = None) -> None:
        self.ask = ask
        self.numbers = numbers

    def pick(self, state: State, index: int) -> Action | None:
        """Return what the question was answered with, or None to wait."""
        if self.numbers is not None and state.rules.program[state.pc].span is not None:
            return self.numbers.pick(state, index)
        return self.ask(state) if self.ask is not None else None


class SameAgain:
    """Draws once more what a game has drawn before when its choices are taken back; then as another dealer."""

    def __init__(self, drawn: Sequence[Action], dealer: Dealer) -> None:
        self.drawn = list(drawn)
        self.dealer = dealer

    def pick(self, state: State, index: int) -> Action | None:
        """Return the draw with this number as it was, if it can still be made."""
        if index < len(self.drawn) and is_legal(state, self.drawn[index]):
            return self.drawn[index]
        return self.dealer.pick(state, index)
