"""Two games of Gold Rush that differ only in what tokens are worth look the same to all but their owners."""

from __future__ import annotations

import json
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bastide import sentence
from bastide.cli.panels import score_lines
from bastide.expansions.gold_rush import HELD, VALUES
from bastide.games import parse_rules
from bastide.play.dealer import Seeded
from bastide.play.game import Game
from bastide.play.masking import redact, redact_all
from bastide.play.view import view
from bastide.rules import engine
from bastide.rules.events import Event
from bastide.rules.model import CHANCE, OVER, Action
from bastide.rules.state import State
from tests.games import any_kind, random_game

KEEPER = 0
"""The seat whose tokens differ between the two games."""
NAMES = ("Red", "Blue", "Green", "Yellow", "Black")


def bytes_of(state: State, viewer: int | None) -> bytes:
    return json.dumps(view(state, viewer)).encode()


def told(events: list[Event], viewer: int | None) -> bytes:
    return json.dumps([event.to_json() for event in redact_all(events, viewer)]).encode()


def on_screen(state: State, viewer: int | None) -> list[str]:
    return score_lines(state, NAMES[: state.players], "en", False, viewer)


def values_of(state: State, action: Action) -> tuple[int, ...]:
    return state.rules.kind_of(action).unpack(action)


def deal(a: State, b: State, rng: Random, keepers: set[int]) -> tuple[Action, Action] | None:
    """Choose a draw in both games: the same, but for the tokens that keepers take."""
    if a.rules.kind_of(a.legal[0]).name != "gold":
        return (action := rng.choice(a.legal), action)
    assert values_of(a, a.legal[0])[0] == values_of(b, b.legal[0])[0], "whose token it is does not depend on values"
    if values_of(a, a.legal[0])[0] in keepers:
        return rng.choice(a.legal), rng.choice(b.legal)
    common = sorted(set(a.legal) & set(b.legal))
    return (action := rng.choice(common), action) if common else None


def run_two_games(seed: int, players: int, keepers: set[int]) -> tuple[State, State, int]:
    """Play two games in step to their end; return both, and at how many moments they differed."""
    rng = Random(seed)
    rules = parse_rules("gold_rush")
    a, b = (engine.start(rules, players) for _ in range(2))
    viewers = [None, *(seat for seat in range(players) if seat not in keepers)]
    differing = 0
    while a.legal:
        a.events, b.events = [], []
        if engine.actor(a) == CHANCE:
            pair = deal(a, b, rng, keepers)
            if pair is None:
                break
        else:
            assert a.legal == b.legal, "what one can do does not depend on values"
            pair = (action := any_kind(rng, a.legal), action)
        engine.apply(a, pair[0])
        engine.apply(b, pair[1])
        if engine.actor(a) == OVER:
            break
        differing += a.ext[HELD] != b.ext[HELD]
        for viewer in viewers:
            assert told(a.events, viewer) == told(b.events, viewer)
            if rng.randrange(3) == 0:
                assert bytes_of(a, viewer) == bytes_of(b, viewer)
                assert on_screen(a, viewer) == on_screen(b, viewer)
    return a, b, differing


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 5))
def test_nobody_else_sees_what_a_seat_has_taken(seed: int, players: int) -> None:
    """GOLD-TAKE-4, GOLD-INT-4: not from a view, not from events, not from what others can do."""
    run_two_games(seed, players, {KEEPER})


@settings(max_examples=3, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 5))
def test_a_spectator_sees_no_token_at_all(seed: int, players: int) -> None:
    run_two_games(seed, players, set(range(players)))


def test_the_secrets_of_the_test_really_differ_and_the_end_shows_them() -> None:
    """GOLD-FINAL-6: then all tokens are turned over."""
    ended = differed = 0
    for seed in range(6):
        a, b, differing = run_two_games(seed, 2 + seed % 4, {KEEPER})
        differed += differing
        if engine.actor(a) == OVER:
            assert a.events is not None
            assert b.events is not None
            ended += 1
            same = told(a.events, None) == told(b.events, None)
            assert same == (a.ext[HELD] == b.ext[HELD]), "a spectator can tell them apart now"
    assert differed > 250
    assert ended > 2


def shown_to(event: Event, seat: int | None, language: str = "en") -> str:
    return sentence(redact(event, seat), NAMES, language)


def test_a_token_is_told_to_its_owner_alone() -> None:
    """Red completes blue's mountain, and it is blue who looks at the two tokens."""
    position = "GR-MPPP-09a(0,0)+2:mountain+0:gold:mountain ; rules gold_rush ; players 3 ; tile GR-MPPP-09c"
    for seed in range(10):
        game = Game(position=position, dealer=Seeded(seed))
        game.play("(0,-1)/2")
        events = [event for event in game.play("-") if event.name == "gold_taken"]
        assert [event.seat for event in events] == [1, 1]
        for event in events:
            value = event.private["gold"]
            assert value in VALUES
            assert shown_to(event, 1) == f"Blue takes a mine token: {value}."
            assert shown_to(event, 1, "fr") == f"Blue prend un jeton Mine : {value}."
            for viewer in (0, 2, None):
                assert "gold" not in redact(event, viewer).to_json()
                assert shown_to(event, viewer) == "Blue takes a mine token."
                assert shown_to(event, viewer, "fr") == "Blue prend un jeton Mine."
        assert [event for event in game.story(0) if event.private] == []


def test_in_whole_games_only_owners_see_values() -> None:
    taken = 0
    for seed in range(4):
        game = random_game("gold_rush", 3, seed, choose=any_kind)
        for viewer in (0, 1, 2, None):
            for event in game.story(viewer):
                taken += event.name == "gold_taken"
                if event.name == "gold_taken":
                    assert ("gold" in event.to_json()) == (event.seat == viewer)
    assert taken > 60


def test_the_order_of_a_pile_does_not_exist_before_it_is_drawn() -> None:
    """GOLD-MINE-4: games that will draw other tokens later are the same until then."""
    states = []
    for seed in range(40):
        game = Game(
            position="GR-MPMP-07a(0,0)+0:gold:mountain ; rules gold_rush ; tile GR-PPPP-20a", dealer=Seeded(seed)
        )
        states.append(game.state.key())
        game.play("(1,0)")
        game.play("pitch:(0,0).mountain")
        assert game.state.ext[HELD] == [0] * 10
    assert len(set(states)) == 1
