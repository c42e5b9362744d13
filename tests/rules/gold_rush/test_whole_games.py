"""Whole games of Gold Rush: what holds at every step, and draws of tokens."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bastide import CHANCE, OVER, Game, Seeded
from bastide.expansions.gold_rush import HELD, TAKEN, TOKENS, VALUES, unseen
from bastide.games import parse_rules
from bastide.play.dealer import Scripted
from bastide.play.invariants import InvariantChecker
from bastide.play.notation import action_text
from bastide.rules.engine import step_name
from bastide.rules.state import State
from tests.games import any_kind, every_state, random_game
from tests.rules.gold_rush.west import public, reserve, tokens

GAMES = [
    (f"gold_rush farmers={farmers}", players, seed)
    for farmers in ("on", "off")
    for players in (2, 3, 4, 5)
    for seed in range(1 + (farmers == "on"))
]
WATCHED = [pytest.param(*game, marks=() if number % 3 == 0 else pytest.mark.long) for number, game in enumerate(GAMES)]
"""All games are watched in `make long`, every third before."""


def in_play(state: State) -> int:
    """Return how many tokens there are: in the reserve, on the map, before the seats."""
    return reserve(state) + tokens(state) + sum(public(state))


@pytest.mark.parametrize(("rules", "players", "seed"), WATCHED)
def test_tokens_tents_and_cowboys_are_where_they_may_be(rules: str, players: int, seed: int) -> None:
    """GOLD-SETUP-3, GOLD-TENT-3, GOLD-MTN-5, GOLD-MTN-6, GOLD-SETUP-5: at every step (`pieces_are_in_place`)."""
    game = Game(rules, players, Seeded(seed))
    checker, left, taken = InvariantChecker(game.at(0)), sum(TOKENS), [0] * players
    for state in every_state(game, seed, any_kind):
        assert checker.check(state) == []
        assert in_play(state) <= left
        assert all(now >= then for now, then in zip(public(state), taken, strict=True))
        held = [state.ext[HELD][5 * seat : 5 * seat + 5] for seat in range(players)]
        assert [sum(own) for own in held] == public(state)
        assert min(unseen(state)) >= 0
        assert sum(unseen(state)) == sum(TOKENS) - sum(public(state)) >= tokens(state) + reserve(state)
        left, taken = in_play(state), public(state)
    assert tokens(game.state) == 0
    assert sum(game.state.ext[TAKEN]) > 0


def test_much_happens_in_these_games() -> None:
    """The test above means nothing unless gold is dug, shared out in ties, and lost."""
    told: Counter[str] = Counter()
    for rules, players, seed in GAMES:
        game = Game(rules, players, Seeded(seed))
        steps = {step_name(state) for state in every_state(game, seed, any_kind)}
        told.update(event.name for events in game.events for event in events)
        told.update(steps)
        told["farmers"] += any(
            e.facts.get("role") == "farmer" for es in game.events for e in es if e.name == "deployed"
        )
    for name in ("gold_taken", "pitched", "left", "gold.dig", "gold.share", "farmed", "panned", "scored", "farmers"):
        assert told[name] > 5, name


def test_no_farmers_and_no_prairies_when_they_are_left_out() -> None:
    """GOLD-SETUP-5: nobody is ever offered a prairie."""
    for players in (2, 3, 4, 5):
        game = Game("gold_rush farmers=off", players, Seeded(players))
        for state in every_state(game, players, any_kind):
            assert not any("prairie" in action_text(state, action) for action in state.legal)
        assert not any(event.name == "farmed" for events in game.events for event in events)


def test_tokens_are_in_the_text_of_a_game() -> None:
    game = random_game("gold_rush", 3, 1, choose=any_kind)
    assert any(f" <{value}" in line for line in game.turns() for value in VALUES)


def test_going_back_and_on_draws_the_same_token() -> None:
    for seed in range(8):
        game = Game("gold_rush", 3, Seeded(seed))
        generator = Random(seed)
        while not game.over and sum(public(game.state)) < 3:
            before = len(game.log)
            action = any_kind(generator, game.options())
            game.play(action)
            key = game.state.key()
            if sum(public(game.state)) > sum(public(game.at(before))):
                game.undo()
                assert len(game.log) <= before
                game.play(action)
                assert game.state.key() == key
        assert sum(public(game.state)) >= 3


def test_scripted_draws_name_tokens_too() -> None:
    """A script holds names of tiles and, as its description says, tokens of other draws."""
    position = "GR-MPMP-07a(0,0)+1:tent:mountain+0:gold:mountain ; rules gold_rush"
    game = Game(position=position, dealer=Scripted(["GR-PPPP-20a", "<3", "GR-PPPP-20b"]))
    game.play("(1,0)")
    game.play("dig")
    assert game.state.ext[HELD] == [0, 0, 0, 1, 0] + [0] * 5


def test_the_actor_of_a_token_is_chance() -> None:
    rules = parse_rules("gold_rush")
    for seed in range(6):
        game = Game(rules, 2 + seed % 4, Seeded(seed))
        for _ in every_state(game, seed, any_kind):
            pass
        drawn = [entry for entry in game.log if rules.kind_of(entry.action).name == "gold"]
        assert drawn
        assert all(entry.actor == CHANCE for entry in drawn)
        assert game.actor == OVER
