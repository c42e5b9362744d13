from collections import Counter
from random import Random

import pytest

from bastide.errors import BadNotation, IllegalAction
from bastide.games import make_rules
from bastide.play.dealer import Given, Scripted, Seeded, Uniform
from bastide.play.game import Game
from bastide.play.notation import parse_action
from bastide.rules import engine
from bastide.rules.model import CHANCE, Action
from bastide.rules.state import State


def test_a_seed_gives_the_same_draws_again_also_after_undo() -> None:
    games = [Game(None, 2, Seeded(7)) for _ in range(2)]
    for _ in range(40):
        for game in games:
            game.play(game.options()[0])
    assert games[0].state.key() == games[1].state.key()
    tile = games[0].state.tile
    games[0].undo(10)
    while len(games[0].log) < len(games[1].log):
        games[0].play(games[0].options()[0])
    assert games[0].state.tile == tile
    assert games[0].state.key() == games[1].state.key()


def test_different_seeds_give_different_draws() -> None:
    assert len({Game(None, 2, Seeded(seed)).state.tile for seed in range(60)}) > 10


@pytest.mark.parametrize("make", [lambda: Uniform(Random(3)), lambda: Seeded(3)])
def test_draws_are_as_likely_as_copies_are_left(make: object) -> None:
    assert callable(make)
    dealer, state = make(), engine.start(make_rules(), 2)
    draws = Counter(dealer.pick(state, i) for i in range(7100))
    for action, weight in zip(engine.options(state), engine.weights(state), strict=True):
        assert abs(draws[action] - 100 * weight) < 6 * (100 * weight) ** 0.5


def test_weighted_lays_the_outcomes_end_to_end() -> None:
    state = engine.start(make_rules(), 2)
    picked = Counter(engine.outcome(state, number) for number in range(71))
    assert picked == Counter(dict(zip(engine.options(state), engine.weights(state), strict=True)))
    with pytest.raises(ValueError, match="smaller"):
        engine.outcome(state, 71)


def test_a_script_names_the_draws() -> None:
    game = Game(None, 2, Scripted(["U", "BA-FFRR", "C"]))
    assert game.state.tile == game.rules.catalogue.number["BA-FRFR"]
    game.play("(1,0) -")
    assert game.state.tile == game.rules.catalogue.number["BA-FFRR"]


def test_a_script_that_ends_or_asks_for_what_is_gone_says_so_and_changes_nothing() -> None:
    game = Game(None, 2, Scripted(["X"]))
    before = game.state.key()
    with pytest.raises(BadNotation, match="over after 1 tile: add more"):
        game.play("(1,0)/1 -")
    assert game.state.key() == before
    with pytest.raises(BadNotation, match="Draw 2 of the script is X, but no such tile"):
        Game(None, 2, Scripted(["X", "X"])).play("(1,0) -")
    with pytest.raises(BadNotation, match="There is no tile Y in this game"):
        Game(None, 2, Scripted(["Y"]))


def test_a_real_bag_is_waited_for() -> None:
    game = Game(None, 2, Given())
    assert game.actor == CHANCE
    game.play("C")
    assert game.rules.catalogue.tiles[game.state.tile].letter == "C"
    game.play("(0,-1) -")
    assert game.actor == CHANCE
    with pytest.raises(IllegalAction, match="No tile C is left to draw"):
        game.play("C")
    assert game.actor == CHANCE


def test_a_real_bag_may_be_asked_about() -> None:
    asked: list[int] = []

    def ask(state: State) -> Action | None:
        asked.append(state.turn)
        return parse_action(state, "U") if len(asked) < 3 else None

    game = Game(None, 2, Given(ask))
    game.play("(1,0) -")
    game.play("(2,0) -")
    assert asked == [1, 2, 3]
    assert game.actor == CHANCE


def test_a_bag_may_change_hands() -> None:
    game = Game(None, 2, Given())
    game.deal_with(Seeded(1))
    assert game.actor == 0


def test_a_script_may_name_other_draws_by_their_tokens() -> None:
    game = Game("bigbox2014 expansions=hills_and_sheep", 2, Scripted(["B", "token:3", "U"]))
    game.play("(0,1) +shepherd:field")
    assert game.state.ext["sheep.flock"][:4] == [0, 0, 1, 0]
