"""What a bot imagines looks just like what it sees, with any rules and at any moment."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bastide.bots.imagining import imagine
from bastide.games import GAMES, GameRules, choose_rules
from bastide.play.dealer import Uniform
from bastide.play.game import Game
from bastide.play.view import view
from bastide.rules.model import OptionValue

EVERY = [
    *[("second", (expansion.id,), {}) for expansion in GAMES["carcassonne"].expansions],
    ("bigbox2014", tuple(GAMES["carcassonne"].together()), {"hand_size": 3}),
    ("anniversary", ("river_20", "abbot", "anniversary_mini", "crop_circles"), {}),
    ("first", (), {"hand_size": 3}),
    ("gold_rush", (), {}),
]


def moments(rules: GameRules, players: int, seed: int) -> Iterator[Game]:
    """Return a game at every moment when somebody chooses; it is the same game, played on between."""
    generator = Random(seed)
    game = Game(rules, players, Uniform(generator))
    while not game.over:
        yield game
        game.play(generator.choice(game.options()))


@pytest.mark.parametrize(("preset", "expansions", "options"), EVERY, ids=lambda part: str(part)[:40])
def test_it_looks_like_the_view(preset: str, expansions: tuple[str, ...], options: dict[str, OptionValue]) -> None:
    rules = choose_rules(preset, expansions, (), options)
    for players in (2, 4):
        for number, game in enumerate(moments(rules, players, 7 * players)):
            if number % 5:
                continue
            for seat in {game.actor, (game.actor + 1) % players}:
                state = imagine(rules, game.view(seat), Random(number))
                assert view(state, seat) == game.view(seat)
                if seat == game.actor:
                    assert state.legal == game.options()
