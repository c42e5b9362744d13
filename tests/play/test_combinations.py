"""Expansions in any combination: they compile, play, and keep what must be kept."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, permutations, product
from random import Random

import pytest

from bastide.expansions.hills_and_sheep import stock
from bastide.games import DEFAULT_GAME, GameRules, make_rules, parse_rules, presets
from bastide.play.dealer import Uniform
from bastide.play.game import Game
from bastide.play.invariants import Watch
from bastide.play.picture import picture
from bastide.play.position import parse_position, position_text
from bastide.play.record import from_record, to_record
from bastide.play.transcript import game_text, parse_game
from bastide.rules import engine
from bastide.rules.model import CHANCE, Action
from bastide.rules.pieces import feature_kind, feature_of, kind_of, seat_of, segment_of
from bastide.rules.state import State
from tests.play.strategies import play_on

EXPANSIONS = tuple(sorted(expansion.id for expansion in DEFAULT_GAME.expansions))
SUBSETS = [subset for size in range(len(EXPANSIONS) + 1) for subset in combinations(EXPANSIONS, size)]
PAIRS = list(combinations(EXPANSIONS, 2))
PRESETS = tuple(presets())
GOODS = ("wine", "grain", "cloth")
SHEEP_TOKENS = 18


# What is kept


def sheep_conserved(state: State) -> list[str]:
    """No token is lost or made, and only a shepherd on the board has any."""
    if "sheep.flock" not in state.ext:
        return []
    flocks = state.ext["sheep.flock"]
    found = []
    if sum(stock(state)) + sum(flocks) != SHEEP_TOKENS or min(*stock(state), *flocks) < 0:
        found.append(f"sheep: {stock(state)} and {flocks}")
    shepherd = state.rules.piece_number["shepherd"]
    herding = {seat_of(piece) for piece in state.pieces if kind_of(piece) == shepherd}
    owners = {i // 4 for i, number in enumerate(flocks) if number}
    return found if owners <= herding else [*found, f"flocks of {owners}, shepherds of {herding}"]


def goods_grow(state: State, before: State) -> list[str]:
    """Goods are never lost, and never more than the tiles on the board show."""
    if "goods.held" not in state.ext:
        return []
    held, then = state.ext["goods.held"], before.ext["goods.held"]
    found = [f"goods fell from {then} to {held}"] if any(a < b for a, b in zip(held, then, strict=True)) else []
    features = state.board.features
    complete = {root for root in features.root if feature_kind(state, root) == "city" and not features.open[root]}
    printed = [sum(state.board[good][city] for city in complete) for good in GOODS]
    taken = [sum(held[i :: len(GOODS)]) for i in range(len(GOODS))]
    return (
        found if all(t <= p for t, p in zip(taken, printed, strict=True)) else [*found, f"{taken} goods of {printed}"]
    )


def wheel_sound(state: State) -> list[str]:
    """The pig stands in a sector, and no space of the crown holds two."""
    if "wheel.pig" not in state.ext:
        return []
    crowned = Counter(segment_of(piece) for piece in state.pieces if state.board["sector"][segment_of(piece)])
    found = [f"{n} followers on one space" for n in crowned.values() if n > 1]
    special = [
        piece for piece in state.pieces if state.board["sector"][segment_of(piece)] and not strength(state, piece)
    ]
    found += [f"special piece {piece} on the crown" for piece in special]
    return found if state.ext["wheel.pig"][0] in range(6) else [*found, f"the pig is at {state.ext['wheel.pig']}"]


def strength(state: State, piece: int) -> int:
    return state.rules.pieces[kind_of(piece)].strength


def parts_sound(state: State, before: State) -> list[str]:
    """A turn has at most two parts, and the second one follows the first of the same seat."""
    found = [] if state.part in (0, 1) else [f"part {state.part}"]
    if state.part > before.part and (state.seat, state.turn) != (before.seat, before.turn):
        found.append("a second part without a first")
    if state.part and not any(e.id == "traders_and_builders" for e in state.rules.expansions):
        found.append("a second part without builders")
    return found


def hills_sound(state: State) -> list[str]:
    """No more tiles are buried than hills lie on the board."""
    hills = sum(bool(state.board.mark(number, "hill")) for number in range(len(state.board.laid)))
    if "sheep.flock" not in state.ext:
        hills = 0
    return [] if state.buried <= hills else [f"{state.buried} tiles under {hills} hills"]


def companions_sound(state: State) -> list[str]:
    """A seat has one of each special piece at most, and builders and pigs stand beside a follower of their own."""
    count = Counter((seat_of(piece), kind_of(piece)) for piece in state.pieces if not strength(state, piece))
    found = [f"{n} of {key} on the board" for key, n in count.items() if n > 1]
    for piece in state.pieces:
        if state.rules.pieces[kind_of(piece)].companion:
            beside = [other for other in state.pieces if feature_of(state, other) == feature_of(state, piece)]
            if not any(seat_of(other) == seat_of(piece) and strength(state, other) for other in beside):
                found.append(f"{piece} stands alone")
    return found


def look(state: State, before: State) -> list[str]:
    """Return everything wrong with a moment after an earlier one."""
    return [
        *sheep_conserved(state),
        *goods_grow(state, before),
        *wheel_sound(state),
        *parts_sound(state, before),
        *hills_sound(state),
        *companions_sound(state),
    ]


def choose(state: State, rng: Random) -> Action:
    if engine.actor(state) == CHANCE:
        return rng.choices(engine.options(state), engine.weights(state))[0]
    return rng.choice(engine.options(state))


def watched_game(made: GameRules, players: int, seed: int, every: int) -> None:
    """Play a game at random, looking at every moment, and with the slow eyes of the watch once in a while."""
    state, rng = engine.start(made, players), Random(seed)
    watch, before, moment = Watch(state), state.copy(), 0
    assert look(state, before) == []
    while engine.options(state):
        engine.apply(state, choose(state, rng))
        moment += 1
        assert look(state, before) == [], position_text(state)
        before = state.copy()
        if not moment % every or not engine.options(state):
            # Between two looks several tiles may leave the game
            assert [p for p in watch.look(state) if not p.startswith("several")] == [], position_text(state)


def test_the_invariants_see_what_is_broken() -> None:
    made = make_rules(expansions=EXPANSIONS)
    state, rng = engine.start(made, 3), Random(1)
    while state.turn < 40:
        engine.apply(state, choose(state, rng))
    assert look(state, state) == []

    def broken(column: str, index: int, change: int) -> list[str]:
        new = state.copy()
        new.ext[column][index] += change
        return look(new, state)

    assert broken("sheep.flock", 0, 5)
    assert broken("goods.held", 0, 200)
    assert broken("wheel.pig", 0, 6)
    later = state.copy()
    later.ext["goods.held"][0] += 1
    assert any("fell" in problem for problem in look(state, later))
    new = state.copy()
    new.part = 2
    assert look(new, state)
    new = state.copy()
    new.buried += 99
    assert look(new, state)
    alone = parse_position("U(0,0)+1:builder:road ; rules bigbox2014 expansions=traders_and_builders")
    assert companions_sound(alone) == [f"{alone.pieces[0]} stands alone"]


# Compiling


@pytest.mark.parametrize("subset", SUBSETS, ids=lambda subset: "+".join(subset) or "none")
def test_every_subset_compiles_to_the_same_program_in_any_order(subset: tuple[str, ...]) -> None:
    orders = list(permutations(subset))
    for hand_size in (0, 3):
        made = [
            GameRules(make_rules(expansions=order, hand_size=hand_size).choice) for order in (orders[0], orders[-1])
        ]
        made += [parse_rules(f"bigbox2014 hand_size={hand_size} expansions={','.join(o)}") for o in orders if o]
        for other in made[1:]:
            assert other.program == made[0].program
            assert other.kinds == made[0].kinds
            assert other.pieces == made[0].pieces
            assert other.bag == made[0].bag
            assert other.starts == made[0].starts
            assert other.columns == made[0].columns
            assert str(other.choice) == str(made[0].choice)
        names = {step.name for step in made[0].program}
        assert ("wheel.turn" in names) == ("wheel_of_fortune" in subset)
        assert ("goods.take" in names) == ("traders_and_builders" in subset)
        assert ("hill.bury" in names) == ("hills_and_sheep" in subset)


@pytest.mark.parametrize("order", list(permutations(EXPANSIONS))[::17], ids=lambda order: "-".join(o[0] for o in order))
def test_the_order_of_listing_changes_no_game(order: tuple[str, ...]) -> None:
    sorted_one, listed = (GameRules(make_rules(expansions=names).choice) for names in (EXPANSIONS, order))
    assert sorted_one is not listed
    states = [engine.start(made, 3) for made in (sorted_one, listed)]
    rng = Random(7)
    for _ in range(120):
        assert states[0].legal == states[1].legal
        action = choose(states[0], rng)
        for state in states:
            engine.apply(state, action)
    assert states[0].key() == states[1].key()


SIZES = {
    "inns_and_cathedrals": 18,
    "traders_and_builders": 24,
    "hills_and_sheep": 18,
    "wheel_of_fortune": 12,
    "river": 11,
}
"""How many tiles each expansion adds to the supply of 71; the source of the river lies on the table."""


@pytest.mark.parametrize("subset", SUBSETS, ids=lambda subset: "+".join(subset) or "none")
@pytest.mark.parametrize("preset", PRESETS)
def test_the_supply_is_the_sum_of_its_sets(subset: tuple[str, ...], preset: str) -> None:
    state = engine.start(make_rules(preset, expansions=subset), 2)
    assert state.left == sum(state.bag) == 71 + sum(SIZES[name] for name in subset)
    laid = 16 * ("wheel_of_fortune" in subset) + ("river" in subset)
    assert len(state.board.laid) == (laid or 1)


# Playing


@pytest.mark.parametrize("n", range(0, len(PAIRS) * len(PRESETS) * 2, 13))
def test_a_sample_of_pairs_keeps_everything(n: int) -> None:
    pair, preset, hand_size = list(product(PAIRS, PRESETS, (0, 3)))[n]
    watched_game(make_rules(preset, expansions=pair, hand_size=hand_size), 2 + n % 4, n, every=40)


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
@pytest.mark.parametrize("hand_size", [0, 3])
def test_every_pair_keeps_everything(pair: tuple[str, str], preset: str, hand_size: int) -> None:
    made = make_rules(preset, expansions=pair, hand_size=hand_size)
    watched_game(made, 2 + len(preset) % 4, hash_of(pair, preset, hand_size), every=2)


def hash_of(*values: object) -> int:
    """Return a seed that is the same in every process."""
    return sum(i * ord(letter) for i, letter in enumerate(str(values), start=1))


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("options", ["", "hand_size=3", "farmers=off", "closed_field_herd=on", "followers=2"])
def test_all_together_keep_everything(preset: str, options: str) -> None:
    made = parse_rules(f"{preset} expansions={','.join(EXPANSIONS)} {options}")
    watched_game(made, 3, hash_of(preset, options), every=2)


@pytest.mark.parametrize("hand_size", [0, 3])
def test_all_together_keep_everything_at_every_moment(hand_size: int) -> None:
    made = make_rules(expansions=EXPANSIONS, hand_size=hand_size, followers=4)
    state = engine.start(made, 4)
    watch, before, rng = Watch(state), state.copy(), Random(hand_size)
    while state.turn < 60:
        engine.apply(state, choose(state, rng))
        assert look(state, before) + watch.look(state) == [], position_text(state)
        before = state.copy()
    assert len(state.board.laid) > 60


@pytest.mark.parametrize("hand_size", [0, 3])
@pytest.mark.parametrize("preset", PRESETS)
def test_games_of_all_together_replay_from_their_records(preset: str, hand_size: int) -> None:
    made = make_rules(preset, expansions=EXPANSIONS, hand_size=hand_size)
    rng = Random(hash_of(preset, hand_size))
    game = play_on(Game(made, 3, Uniform(rng)), rng)
    assert game.over
    again = from_record(json.loads(json.dumps(to_record(game))))
    assert again.state.key() == game.state.key()
    assert again.events == game.events
    assert to_record(again) == to_record(game)
    typed = parse_game(game_text(game))
    assert typed.state.key() == game.state.key()
    assert typed.scores == game.scores


@pytest.mark.parametrize("hand_size", [0, 3])
@pytest.mark.parametrize("preset", PRESETS)
def test_positions_of_all_together_round_trip_at_every_moment(preset: str, hand_size: int) -> None:
    made = make_rules(preset, expansions=EXPANSIONS, hand_size=hand_size)
    state, rng = engine.start(made, 3), Random(hash_of(hand_size, preset))
    while engine.options(state):
        text = position_text(state)
        read = parse_position(text)
        assert read.key() == state.key(), text
        assert engine.options(read) == engine.options(state), text
        engine.apply(state, choose(state, rng))
    assert parse_position(position_text(state)).key() == state.key()


@pytest.mark.parametrize("subset", SUBSETS, ids=lambda subset: "+".join(subset) or "none")
def test_every_start_can_be_drawn(subset: tuple[str, ...]) -> None:
    state = engine.start(make_rules(expansions=subset), 2)
    assert len(picture(state).splitlines()) > 3
