"""What holds at every moment of whole games of Gold Rush, and that they can be written down and read back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from bastide import CHANCE, OVER, Game, Seeded, game_text, parse_game, parse_position, position_text
from bastide.expansions.gold_rush import HELD, TAKEN, TOKENS, VALUES, unseen
from bastide.games import parse_rules
from bastide.play.dealer import Scripted
from bastide.play.invariants import Watch
from bastide.play.notation import action_text
from bastide.play.record import from_record, to_record
from bastide.rules.model import KIND_MASK, NOBODY, Action
from bastide.rules.pieces import feature_kind, unpack_piece
from bastide.rules.scoring import is_complete
from bastide.rules.state import State
from tests.rules.gold_rush.west import public, reserve, tokens

GAMES = [
    (f"gold_rush farmers={farmers}", players, seed)
    for farmers in ("on", "off")
    for players in (2, 3, 4, 5)
    for seed in range(2)
]


def by_kind(generator: Random, legal: list[Action]) -> Action:
    """Return an action, each kind of them as likely as the others, so that gold is dug as often as tents are moved."""
    kind = generator.choice(sorted({action & KIND_MASK for action in legal}))
    return generator.choice([action for action in legal if action & KIND_MASK == kind])


def moments(game: Game, seed: int) -> Iterator[State]:
    """Play a game to its end and give every state that somebody decides in, draws included."""
    generator = Random(seed)
    yield from (game.at(moment) for moment in range(len(game.log) + 1))
    while not game.over:
        before = len(game.log)
        game.play(by_kind(generator, game.options()))
        yield from (game.at(moment) for moment in range(before + 1, len(game.log) + 1))


def in_play(state: State) -> int:
    """Return how many tokens there are: in the reserve, on the map, before the seats."""
    return reserve(state) + tokens(state) + sum(public(state))


def wrong_places(state: State) -> list[str]:
    """Return what stands where it must not."""
    board, rules = state.board, state.rules
    found: list[str] = []
    owners: Counter[int] = Counter()
    each: Counter[tuple[int, str]] = Counter()
    beginning = state.pc == rules.turn_start
    for segment, seat, kind in map(unpack_piece, state.pieces):
        name, land = rules.pieces[kind].name, feature_kind(state, segment)
        each[seat, name] += 1
        owners[segment] += seat != NOBODY
        if name != "cowboy" and land != "mountain":
            found.append(f"a {name} on a {land}")
        if (name == "gold") != (seat == NOBODY):
            found.append(f"a {name} of seat {seat}")
        if land == "prairie" and not rules.options["farmers"]:
            found.append("a farmer")
        if beginning and land != "prairie" and is_complete(state, board.features.root[segment]):
            found.append(f"a {name} on a complete {land}")
    found += [f"{n} pieces on segment {segment}" for segment, n in owners.items() if n > 1]
    most = {"cowboy": 4, "tent": 1, "gold": 63}
    return found + [f"{n} × {name} of seat {seat}" for (seat, name), n in each.items() if n > most[name]]


@pytest.mark.parametrize(("rules", "players", "seed"), GAMES)
def test_tokens_tents_and_cowboys_are_where_they_may_be(rules: str, players: int, seed: int) -> None:
    """GOLD-SETUP-3, GOLD-TENT-3, GOLD-MTN-5, GOLD-MTN-6, GOLD-SETUP-5: at every moment of a game."""
    game = Game(rules, players, Seeded(seed))
    watch, left, taken = Watch(game.at(0)), sum(TOKENS), [0] * players
    for state in moments(game, seed):
        assert watch.look(state) == []
        assert wrong_places(state) == []
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
        steps = {game.rules.program[s.pc].name for s in moments(game, seed) if s.pc < len(game.rules.program)}
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
        for state in moments(game, players):
            assert not any("prairie" in action_text(state, action) for action in state.legal)
        assert not any(event.name == "farmed" for events in game.events for event in events)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_positions_are_read_back_at_every_moment(players: int) -> None:
    game = Game("gold_rush", players, Seeded(players))
    for state in moments(game, players):
        again = parse_position(position_text(state))
        assert (again.key(), again.legal) == (state.key(), state.legal)
        roots = set(state.board.features.root)
        for mine, theirs in zip(again.board.features.column, state.board.features.column, strict=True):
            assert [mine[root] for root in roots] == [theirs[root] for root in roots]
    assert game.over


@pytest.mark.parametrize("seed", range(4))
def test_games_are_read_back_from_records_and_texts(seed: int) -> None:
    game = Game("gold_rush" if seed % 2 else "gold_rush farmers=off", 2 + seed, Seeded(seed))
    for _ in moments(game, seed):
        pass
    for again in (from_record(to_record(game)), parse_game(game_text(game))):
        assert again.state.key() == game.state.key()
        assert (again.log, again.events, again.scores) == (game.log, game.events, game.scores)
    assert any(f" <{value}" in line for line in game.turns() for value in VALUES), "tokens are in the text"
    for moment in range(0, len(game.log), 7):
        part = game.branch(moment)
        assert from_record(to_record(part)).state.key() == part.state.key()


def test_going_back_and_on_draws_the_same_token() -> None:
    for seed in range(20):
        game = Game("gold_rush", 3, Seeded(seed))
        generator = Random(seed)
        while not game.over and sum(public(game.state)) < 3:
            before = len(game.log)
            action = by_kind(generator, game.options())
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
        for _ in moments(game, seed):
            pass
        drawn = [entry for entry in game.log if rules.kind_of(entry.action).name == "gold"]
        assert drawn
        assert all(entry.actor == CHANCE for entry in drawn)
        assert game.actor == OVER
