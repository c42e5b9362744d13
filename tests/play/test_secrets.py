"""Two games that differ only in secrets look the same, byte for byte, to everyone who may not know them."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bastide.errors import BastideError
from bastide.games import make_rules, parse_rules
from bastide.play.dealer import Scripted, Seeded
from bastide.play.game import Game
from bastide.play.masking import redact, redact_all
from bastide.play.record import to_record
from bastide.play.view import view
from bastide.rules import engine
from bastide.rules.model import CHANCE, Action
from bastide.rules.state import HAND_SLOTS, State

KEEPER = 0
"""The seat whose hand differs between the two games."""


def bytes_of(state: State, viewer: int | None) -> bytes:
    return json.dumps(view(state, viewer)).encode()


def told(state: State, viewer: int | None) -> bytes:
    return json.dumps([e.to_json() for e in redact_all(state.events or [], viewer)]).encode()


def tile_of(state: State, action: Action) -> int:
    return state.rules.kind_of(action).unpack(action)[-1]


def with_tile(state: State, tile: int) -> Action:
    return next(action for action in engine.options(state) if tile_of(state, action) == tile)


def deal(a: State, b: State, rng: Random) -> tuple[Action, Action] | None:
    """Choose a draw in both games: the same, but for one tile of the keeper's hand."""
    receiver = a.rules.kind_of(a.legal[0]).unpack(a.legal[0])[0]
    if receiver == KEEPER and sorted(a.hand[:HAND_SLOTS]) == sorted(b.hand[:HAND_SLOTS]):
        return rng.choice(a.legal), rng.choice(b.legal)
    common = {tile_of(a, x) for x in a.legal} & {tile_of(b, x) for x in b.legal}
    if not common:
        return None
    tile = rng.choice(sorted(common))
    return with_tile(a, tile), with_tile(b, tile)


def run_two_games(seed: int, players: int) -> tuple[int, int]:
    """Play two games in step for as long as their open moves can be the same; return how long and how different."""
    rng = Random(seed)
    rules = parse_rules("second hand_size=3")
    a, b = (engine.start(rules, players) for _ in range(2))
    viewers = [*range(1, players), None]
    moves = differing = 0
    while a.legal and a.pc == b.pc:
        a.events, b.events = [], []
        if engine.actor(a) == CHANCE:
            pair = deal(a, b, rng)
        else:
            common = sorted(set(a.legal) & set(b.legal))
            pair = (action := rng.choice(common), action) if common else None
        if pair is None:
            break
        engine.apply(a, pair[0])
        engine.apply(b, pair[1])
        if a.pc != b.pc:
            # The keeper's hand is blocked in one game only: showing it is what the rules ask for.
            break
        moves += 1
        differing += a.hand[:HAND_SLOTS] != b.hand[:HAND_SLOTS]
        for viewer in viewers:
            assert bytes_of(a, viewer) == bytes_of(b, viewer)
            assert told(a, viewer) == told(b, viewer)
    return moves, differing


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 4))
def test_hands_and_draws_stay_secret(seed: int, players: int) -> None:
    run_two_games(seed, players)


def test_the_secrets_of_the_test_really_differ() -> None:
    moves, differing = zip(*(run_two_games(seed, 3) for seed in range(8)), strict=True)
    assert sum(differing) > 80
    assert max(moves) > 60


def test_a_seat_sees_its_own_hand_and_nobody_elses() -> None:
    game = Game("second hand_size=3", 2, Seeded(5))
    own = [view(game.state, seat)["hand"] for seat in range(2)]
    held = [[game.rules.catalogue.tiles[t].id for t in game.state.hand[s * 3 : s * 3 + 3]] for s in range(2)]
    assert own == held
    assert view(game.state, None)["hand"] is None
    assert view(game.state, 0)["hand_sizes"] == [3, 3]


def test_a_dealt_tile_is_told_to_its_owner_alone() -> None:
    game = Game("second hand_size=3", 2, Seeded(5))
    dealt = [event for events in game.events for event in events if event.name == "dealt"]
    assert len(dealt) == 6
    for event in dealt:
        assert "tile" in redact(event, event.seat).to_json()
        for other in ({0, 1} - {event.seat}) | {None}:
            assert "tile" not in redact(event, other).to_json()


def test_what_is_left_is_known_but_not_where() -> None:
    game = Game("second hand_size=3", 2, Seeded(5))
    unseen = view(game.state, None)["unseen"]
    assert isinstance(unseen, dict)
    assert sum(unseen.values()) == 71
    assert view(game.state, None)["left"] == 65


def test_the_future_does_not_exist_before_it_is_drawn() -> None:
    rules = make_rules()
    seeded = Game(rules, 2, Seeded("the seed of this game"))
    first = rules.catalogue.tiles[seeded.state.tile].name
    scripted = Game(rules, 2, Scripted([first, "U", "V"]))
    for viewer in (0, 1, None):
        assert bytes_of(seeded.state, viewer) == bytes_of(scripted.state, viewer)
    assert "the seed of this game" not in json.dumps(to_record(seeded))


@pytest.mark.parametrize("seat", [-1, -2, 2, 7])
def test_who_is_no_seat_sees_nothing(seat: int) -> None:
    game = Game("second hand_size=3", 2, Seeded(1))
    with pytest.raises(BastideError, match=f"There is no seat {seat}: seats go from 0 to 1"):
        game.view(seat)
