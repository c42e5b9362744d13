"""Histories: states replayed from those that are kept, and names of places that do not depend on when they are read."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from bastide.play import history
from bastide.play.dealer import Seeded
from bastide.play.game import Game
from bastide.play.history import INTERVAL
from bastide.play.places import Names, with_places
from bastide.rules import engine
from bastide.rules.events import Event
from bastide.rules.state import State
from tests.rulesets import TOGETHER

RULES = ["second", "gold_rush", *list(TOGETHER.values())[:2]]


class Eager:
    """A slow twin: a game played again from its log, every state kept, and places named as it goes."""

    def __init__(self, game: Game) -> None:
        first: list[Event] = []
        state = engine.start(game.rules, len(game.seats), first)
        told, names = with_places(state, first, {})
        self.events, self.names, self.states = [told], [names], [state.copy()]
        for number, entry in enumerate(game.log, 1):
            told, names = self._follow(state, names, lambda s, a=entry.action: engine.apply(s, a, hold=True))
            if engine.is_held(state) and not (game.held and number == len(game.log)):
                counted, names = self._follow(state, names, lambda s: engine.settle(s, arrived=True))
                told = [*told, *counted]
            self.events.append(told)
            self.names.append(names)
            self.states.append(state.copy())

    @staticmethod
    def _follow(state: State, names: Names, act: object) -> tuple[list[Event], Names]:
        state.events = []
        act(state)  # type: ignore[operator]
        events, state.events = state.events, None
        return with_places(state, events, names)


def check(game: Game) -> None:
    """Compare a game with its twin, at the end and at some plies."""
    twin = Eager(game)
    assert game.names() == twin.names[-1]
    assert game.events == twin.events
    assert game.told() == [event for events in twin.events for event in events]
    assert game.event_count == len(game.told())
    for ply in {0, 1, INTERVAL - 1, INTERVAL, INTERVAL + 1, len(game.log) // 2, len(game.log) - 1, len(game.log)}:
        if 0 <= ply <= len(game.log):
            assert game.at(ply).key() == twin.states[ply].key()
            assert game.names(ply) == twin.names[ply]


@pytest.mark.parametrize("rules", RULES)
def test_whenever_events_are_read_they_are_the_same(rules: str) -> None:
    """Random games with undoes, branches and held choices, read now and then, late, or only once they are over."""
    for seed, curiosity in enumerate((0.0, 0.05)):
        rng = Random(f"{rules} {seed}")
        game = Game(rules, 2, Seeded(f"history {seed}"))
        while not game.over:
            if game.held:
                game.release()
                continue
            game.play(rng.choice(game.options()), hold=rng.random() < 0.2)
            if rng.random() < 0.03:
                game.undo(rng.randrange(max(0, len(game.log) - 2 * INTERVAL), len(game.log) + 1))
            if rng.random() < 0.1:
                game = game.branch()
            if rng.random() < curiosity:
                game.names(rng.randrange(len(game.log) + 1))
        check(game)
        check(game.branch(len(game.log) * 2 // 3))


def test_what_a_choice_led_to_stays_what_it_was() -> None:
    """Even if it is read after more was played, or after it was undone."""
    game, twin = (Game("second", 2, Seeded("happened")) for _ in range(2))
    rng, kept = Random(1), []
    while len(game.log) < 3 * INTERVAL:
        choice = rng.choice(game.options())
        kept.append((game.play(choice), list(twin.play(choice))))
    game.undo(INTERVAL)
    assert all(late == soon for late, soon in kept)
    assert all(len(late) == len(soon) for late, soon in kept)
    assert repr(kept[-1][0]) == repr(kept[-1][1])


def test_a_game_that_nobody_reads_names_no_places(monkeypatch: pytest.MonkeyPatch) -> None:
    named: list[int] = []

    def counting(state: State, events: Sequence[Event], names: Names) -> tuple[list[Event], Names]:
        named.append(len(events))
        return with_places(state, events, names)

    monkeypatch.setattr(history, "with_places", counting)
    game, choose = Game("second", dealer=Seeded(1)), Random(1).choice
    named.clear()
    while not game.over:
        game.play(choose(game.options()))
    assert named == []
    assert game.told()
    assert sum(named) > 0


def test_few_states_are_kept() -> None:
    game = Game("second", 4, Seeded("few"))
    rng = Random(2)
    while not game.over:
        game.play(rng.choice(game.options()))
    assert len(game._history._states) <= 1 + len(game.log) // INTERVAL
    assert game.turns() == game.branch().turns()
