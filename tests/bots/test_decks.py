"""Mirrored decks: the order of the tiles follows from the seed, and from nothing else."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bastide import Game, make_rules
from bastide.bots.decks import Deck
from bastide.games import DEFAULT_GAME
from bastide.play.invariants import wrong_with
from bastide.rules.model import CHANCE

EVERYTHING = f"bigbox2014 expansions={','.join(DEFAULT_GAME.together())}"


def drawn(rules: str, seed: str, choices: int, players: int = 2) -> tuple[list[int], list[int]]:
    """Return what comes in a game of random choices: the tiles in order, and all other draws."""
    game, generator = Game(rules, players, Deck(seed)), Random(choices)
    while not game.over:
        game.play(generator.choice(game.options()))
    assert wrong_with(game.state) == []
    tiles: list[int] = []
    others: list[int] = []
    for entry in game.log:
        if entry.actor == CHANCE:
            kind = game.rules.kind_of(entry.action)
            is_tile = kind.fields[-1].name == "tile"
            (tiles if is_tile else others).append(kind.unpack(entry.action)[-1] if is_tile else entry.action)
    return tiles, others


@pytest.mark.parametrize("rules", ["bigbox2014", "second hand_size=3", "gold_rush", EVERYTHING])
def test_the_same_tiles_come_whatever_is_chosen(rules: str) -> None:
    one, other = drawn(rules, "7", choices=1)[0], drawn(rules, "7", choices=2)[0]
    length = min(len(one), len(other))
    assert length > 60
    assert one[:length] == other[:length]
    assert drawn(rules, "8", choices=1)[0][:length] != one[:length]


def test_more_players_see_the_same_deck() -> None:
    assert drawn("bigbox2014", "7", choices=1, players=5)[0] == drawn("bigbox2014", "7", choices=1)[0]


def test_other_draws_have_an_order_of_their_own() -> None:
    rules = "bigbox2014 expansions=hills_and_sheep"
    assert drawn(rules, "3", choices=1) == drawn(rules, "3", choices=1)
    assert any(drawn(rules, "3", choices=choices)[1] for choices in range(3))


def test_every_tile_is_as_likely_as_it_has_copies() -> None:
    rules = make_rules("bigbox2014")
    first = Counter(rules.catalogue.tiles[Game(rules, 2, Deck(str(seed))).state.tile].letter for seed in range(2130))
    # Of 71 tiles, U has 8 copies, V has 9, and C has one: 30 draws are expected for each copy.
    for letter, copies in (("U", 8), ("V", 9), ("C", 1)):
        assert abs(first[letter] - 30 * copies) < 4 * (30 * copies) ** 0.5
