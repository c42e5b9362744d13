"""Properties of games by random rules with random choices."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bastide.errors import IllegalAction
from bastide.games import GameRules
from bastide.play.dealer import Given
from bastide.play.game import Game
from bastide.play.notation import action_text, parse_action
from bastide.play.position import parse_position, position_text
from bastide.play.record import from_record, to_record
from bastide.play.sentences import sentence
from bastide.play.transcript import game_text, parse_game
from bastide.rules import engine
from bastide.rules.actions import from_json, to_json
from bastide.rules.events import Event
from bastide.rules.model import KIND_BITS, Action
from bastide.rules.state import State
from bastide.words import LANGUAGES
from tests.games import play_on, some_action, watched_game
from tests.play.strategies import games, rules

FEW = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
SOME = settings(FEW, max_examples=10)


@FEW
@given(rules(), st.integers(2, 5), st.integers(0, 2**32))
def test_every_invariant_holds_at_every_step(made: GameRules, players: int, seed: int) -> None:
    watched_game(made, players, seed, every=6)


@FEW
@given(rules(), st.integers(2, 5), st.integers(0, 2**32))
def test_every_option_applies_and_everything_else_is_refused(made: GameRules, players: int, seed: int) -> None:
    state, rng = engine.start(made, players), Random(seed)
    tried: set[Action] = set()
    while engine.options(state):
        legal = engine.options(state)
        before = state.key()
        for action in rng.sample(legal, min(4, len(legal))):
            twin = state.copy()
            engine.apply(twin, action)
            assert twin.key() != before
        for action in [*rng.sample(sorted(tried), min(6, len(tried))), *_near(legal, rng)]:
            if not engine.is_legal(state, action):
                with pytest.raises(IllegalAction) as error:
                    engine.apply(state, action)
                assert str(error.value)
                assert error.value.text("fr")
                assert state.key() == before
                assert engine.options(state) == legal
        tried |= set(rng.sample(legal, min(4, len(legal))))
        engine.apply(state, some_action(state, rng))


def _near(legal: list[Action], rng: Random) -> list[Action]:
    """Return numbers that look like actions: legal ones with a bit changed, and others of every kind."""
    changed = [rng.choice(legal) ^ 1 << rng.randrange(40) for _ in range(6)]
    return [*changed, *(rng.randrange(1 << 12) << KIND_BITS | code for code in range(10))]


def exhaustive_placements(state: State) -> set[tuple[int, int]]:
    """Return every cell and rotation that fits, found by looking at printed edges only."""
    board, found = state.board, set()
    from bastide.kernel.geometry import cell_at, xy

    tile = state.rules.catalogue.tiles[state.tile]
    beside = {(x + dx, y + dy) for x, y in map(xy, board.cell) for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    for x, y in beside:
        if cell_at(x, y) in board.tile_at:
            continue
        for rotation in range(4):
            fits = True
            for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
                other = board.tile_at.get(cell_at(x + dx, y + dy))
                if other is not None:
                    theirs = board.tile(other).edges[(side + 2 - board.rotation(other)) % 4]
                    fits = fits and tile.edges[(side - rotation) % 4] == theirs
            if fits:
                found.add((rotation % state.rules.catalogue.period[state.tile], cell_at(x, y)))
    return found


@FEW
@given(rules(), st.integers(2, 4), st.integers(0, 2**32))
def test_placements_are_complete(made: GameRules, players: int, seed: int) -> None:
    state, rng = engine.start(made, players), Random(seed)
    while engine.options(state):
        if made.program[state.pc].name == "place":
            offered = [made.kind_of(a).unpack(a) for a in engine.options(state)]
            vetoes = made.fits[state.tile]
            fitting = exhaustive_placements(state)
            allowed = {place for place in fitting if all(veto.allows(state, state.tile, *place) for veto in vetoes)}
            for test in (test for veto in vetoes for test in veto.rather):
                if rather := {place for place in allowed if test(state, state.tile, *place)}:
                    allowed = rather
                    break
            assert set(offered) == allowed
            assert vetoes or allowed == fitting
        engine.apply(state, some_action(state, rng))


@FEW
@given(games())
def test_replay_is_play_and_undo_is_history(made: tuple[Game, Random]) -> None:
    game, rng = made
    keys = [game.state.key()]
    game.dealer = Given()
    while not game.over:
        game.play(some_action(game.state, rng))
        keys.append(game.state.key())
    offset = len(game.log) + 1 - len(keys)
    assert [game.at(m).key() for m in range(offset, len(game.log) + 1)] == keys
    stories = [list(events) for events in game.events]
    again = Game(game.rules, game.seats, Given())
    for entry in game.log:
        again.play(entry.action)
    assert again.state.key() == game.state.key()
    assert again.events == stories
    for moment in sorted(rng.sample(range(offset, len(game.log)), 5), reverse=True):
        game.undo(moment)
        assert game.state.key() == keys[moment - offset]
        assert game.events == stories[: moment + 1]
        assert engine.options(game.state) == engine.options(again.at(moment))


@FEW
@given(games(), st.integers(0, 60))
def test_a_branch_leaves_the_game_alone(made: tuple[Game, Random], choices: int) -> None:
    game, rng = made
    play_on(game, rng, choices)
    before, log = game.state.key(), list(game.log)
    branch = game.branch(rng.randrange(len(game.log) + 1))
    play_on(branch, rng, 20)
    branch.undo(0)
    assert (game.state.key(), game.log) == (before, log)


@SOME
@given(games(), st.integers(0, 80))
def test_whatever_is_written_down_is_read_back(made: tuple[Game, Random], choices: int) -> None:
    game, rng = made
    state = play_on(game, rng, choices).state
    for again in (from_record(json.loads(json.dumps(to_record(game)))), parse_game(game_text(game))):
        assert again.state.key() == state.key()
        assert to_record(again)["log"] == to_record(game)["log"]
    read = parse_position(position_text(state))
    assert read.key() == state.key()
    assert engine.options(read) == engine.options(state)
    for action in rng.sample(state.legal, min(6, len(state.legal))):
        assert from_json(game.rules, to_json(game.rules, action)) == action
        assert parse_action(state, action_text(state, action)) == action


@FEW
@given(games())
def test_every_score_is_the_sum_of_its_lines_and_every_event_is_a_sentence(made: tuple[Game, Random]) -> None:
    game, rng = made
    play_on(game, rng)
    total = [0] * len(game.seats)
    for event in (event for events in game.events for event in events):
        for language in LANGUAGES:
            assert sentence(event, game.seats, language).endswith(".")
        if "lines" in event.facts:
            points, winners = explained(event)
            for seat in winners:
                total[seat] += points
    assert total == game.scores


def explained(event: Event) -> tuple[int, list[int]]:
    """Return the points of a scoring from its lines, and who gets them; its own sum must agree."""
    lines, winners = event.facts["lines"], event.facts["winners"]
    assert isinstance(lines, list)
    assert isinstance(winners, list)
    points = sum(int(str(times)) * int(str(each)) for _, times, each in lines)
    assert points == event.facts["points"]
    return points, [int(str(seat)) for seat in winners]
