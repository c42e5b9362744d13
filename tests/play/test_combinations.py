"""Expansions in any combination: they compile, play, and keep what must be kept."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from random import Random

import pytest

from bastide.errors import BadRules
from bastide.expansions.hills_and_sheep import stock
from bastide.games import DEFAULT_GAME, GameRules, make_rules, parse_rules
from bastide.kernel.geometry import AROUND, cell_text
from bastide.play.dealer import Uniform, drawn_at_random
from bastide.play.game import Game
from bastide.play.invariants import Watch
from bastide.play.picture import picture
from bastide.play.position import parse_position, position_text
from bastide.play.record import from_record, to_record
from bastide.play.transcript import game_text, parse_game
from bastide.rules import engine
from bastide.rules.model import CHANCE, Action
from bastide.rules.pieces import (
    every_feature,
    feature_kind,
    feature_of,
    is_guest,
    kind_of,
    pieces_named,
    seat_of,
    segment_of,
)
from bastide.rules.state import State
from tests.play.strategies import FULL, FULL_NAMES, play_on, playable

EXPANSIONS = tuple(sorted(expansion.id for expansion in DEFAULT_GAME.expansions))
EVERY_SUBSET = [subset for size in range(len(EXPANSIONS) + 1) for subset in combinations(EXPANSIONS, size)]
SUBSETS = [subset for subset in EVERY_SUBSET if playable(subset)]
REFUSED = [pair for pair in combinations(EXPANSIONS, 2) if not playable(pair)]
PAIRS = [pair for pair in combinations(EXPANSIONS, 2) if playable(pair)]
SHARES = 16
"""Into how many tests a walk over the subsets is cut; it takes every sixteenth of them."""
PRESETS = tuple(DEFAULT_GAME.presets)
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
    if state.part and not {e.id for e in state.rules.expansions} & {"traders_and_builders", "anniversary_mini"}:
        found.append("a second part without builders or arrows")
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


def step_of(state: State) -> str:
    """Return the name of the step where a game rests, or `over`."""
    program = state.rules.program
    return program[state.pc].name if state.pc < len(program) else "over"


def cult_sound(state: State) -> list[str]:
    """No shrine has two monasteries around it, and no monastery two shrines."""
    if "cult.duel" not in state.rules.at:
        return []
    board = state.board
    places = {
        kind: {board.cell[board.tile_of(s)] for s in range(len(board.features.root)) if feature_kind(state, s) == kind}
        for kind in ("shrine", "monastery")
    }
    return [
        f"{kind} at {cell_text(cell)} has several neighbours"
        for kind, rival in (("shrine", "monastery"), ("monastery", "shrine"))
        for cell in places[kind]
        if sum(cell + step in places[rival] for step in AROUND) > 1
    ]


def magic_sound(state: State) -> list[str]:
    """Mage and witch stand on roads and cities, never on one together once they have been parted."""
    if "mage" not in state.rules.piece_number:
        return []
    figures = [piece for name in ("mage", "witch") for piece in pieces_named(state, name)]
    found = [f"a figure on a {feature_kind(state, segment_of(f))}" for f in figures]
    found = [text for text in found if text not in ("a figure on a road", "a figure on a city")]
    if len({feature_of(state, figure) for figure in figures}) < len(figures) and step_of(state) != "magic.move":
        found.append("mage and witch together")
    scored = [f for f in figures if not state.board.features.open[feature_of(state, f)]]
    late = step_of(state) in ("draw", "place", "hand.pick")
    return found + ["a figure stayed on a complete feature"] * (late and bool(scored))


def titles_sound(state: State, before: State) -> list[str]:
    """At most one seat holds the King and the Robber Baron, and records only grow."""
    found = []
    for title, kind in (("king", "city"), ("robber", "road")):
        if f"{title}.held" in state.ext:
            held, (record,), (then,) = (
                state.ext[f"{title}.held"],
                state.ext[f"{title}.record"],
                before.ext[f"{title}.record"],
            )
            sizes = [state.board.features.size(r) for r in every_feature(state, kind)]
            if sum(held) != bool(record) or record < then or record > max(sizes, default=0):
                found.append(f"{title}: {held}, {record} after {then}")
    return found


def town_sound(state: State) -> list[str]:
    """Only followers live in Carcassonne, the Count stands in a district, and guests stay for the scoring only."""
    if "count.stands" not in state.ext:
        return [f"guest {piece}" for piece in state.pieces if is_guest(piece)]
    living = [piece for piece in state.pieces if feature_kind(state, segment_of(piece)) == "district"]
    found = [f"{piece} in Carcassonne" for piece in living if not strength(state, piece)]
    found += [f"the Count is at {state.ext['count.stands']}"] * (state.ext["count.stands"][0] not in range(4))
    welcome = step_of(state) in ("count.leave", "final.leave", "final.market", "over")
    return found + [f"guest {piece} at {step_of(state)}" for piece in state.pieces if is_guest(piece) and not welcome]


def fair_sound(state: State) -> list[str]:
    """What is remembered of a fair is forgotten after it."""
    kept = {name: column for name, column in state.ext.items() if name.startswith("fair.") and any(column)}
    return [] if step_of(state).startswith("fair.") else [f"{name} {column}" for name, column in kept.items()]


def look(state: State, before: State) -> list[str]:
    """Return everything wrong with a moment after an earlier one."""
    return [
        *sheep_conserved(state),
        *goods_grow(state, before),
        *wheel_sound(state),
        *parts_sound(state, before),
        *hills_sound(state),
        *companions_sound(state),
        *cult_sound(state),
        *magic_sound(state),
        *titles_sound(state, before),
        *town_sound(state),
        *fair_sound(state),
    ]


def choose(state: State, rng: Random) -> Action:
    if engine.actor(state) == CHANCE:
        return drawn_at_random(state, rng)
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
    made = make_rules(expansions=FULL[1])
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
    assert broken("king.record", 0, 90)
    assert broken("robber.held", 0, 1)
    assert broken("fair.thrown", 0, 1)
    near = "B(0,0) CU-FFFF-shrine(1,0) B(2,0) ; rules bigbox2014 expansions=cult"
    assert cult_sound(parse_position(near)) == ["shrine at (1,0) has several neighbours"]
    both = "U(0,0)+0:mage:road U(1,0)+0:witch:road ; rules bigbox2014 expansions=mage_and_witch"
    assert magic_sound(parse_position(both)) == ["mage and witch together"]
    town = "U(0,0)+1:guest:road ; rules bigbox2014 expansions=count"
    assert town_sound(parse_position(town)) == [f"guest {parse_position(town).pieces[0]} at draw"]
    alone = parse_position("U(0,0)+1:builder:road ; rules bigbox2014 expansions=traders_and_builders")
    assert companions_sound(alone) == [f"{alone.pieces[0]} stands alone"]


# Compiling


@pytest.mark.parametrize("share", range(SHARES))
def test_subsets_compile_to_the_same_program_in_any_order(share: int) -> None:
    for n, subset in enumerate(SUBSETS[share :: 16 * SHARES]):
        order = Random(f"{share} {n}").sample(subset, len(subset))
        hand_size = 3 * (n % 2)
        made = GameRules(make_rules(expansions=subset, hand_size=hand_size).choice)
        other = parse_rules(f"bigbox2014 hand_size={hand_size} " + f"expansions={','.join(order)}" * bool(order))
        assert made.program == other.program
        assert made.kinds == other.kinds
        assert made.pieces == other.pieces
        assert made.bag == other.bag
        assert made.starts == other.starts
        assert made.columns == other.columns
        assert str(made.choice) == str(other.choice)
        names = {step.name for step in made.program}
        for expansion, step in STEPS.items():
            assert (step in names) == (expansion in subset)
        assert made.warnings == tuple(
            ("unadvised", {"expansion": one, "other": other}) for one, other in UNADVISED if {one, other} <= set(subset)
        )


STEPS = {
    "wheel_of_fortune": "wheel.turn",
    "traders_and_builders": "goods.take",
    "hills_and_sheep": "hill.bury",
    "king_and_robber": "king.take",
    "cult": "cult.duel",
    "count": "count.enter",
    "river_2": "volcano.again",
    "mage_and_witch": "magic.move",
    "catapult": "fair.aim",
    "crop_circles": "circle.act",
    "abbot": "abbot.recall",
    "anniversary_mini": "arrow.choose",
}
"""A step that only this expansion has."""
UNADVISED = [("count", "river"), ("count", "river_2"), ("count", "river_20")]


def test_what_cannot_be_played_together_is_refused_in_words() -> None:
    rivers = [("river", "river_2"), ("river", "river_20"), ("river_2", "river_20")]
    assert [("count", "wheel_of_fortune"), *rivers] == REFUSED
    said = []
    for subset in [*REFUSED, *(subset for subset in EVERY_SUBSET[::29] if not playable(subset))]:
        with pytest.raises(BadRules) as error:
            make_rules(expansions=subset)
        said.append((error.value.text("en"), error.value.text("fr")))
    assert {english for english, _ in said} == {
        "The expansions count and wheel_of_fortune cannot be played together: leave one out.",
        "The expansions river_2 and river cannot be played together: leave one out.",
        "The expansions river_20 and river cannot be played together: leave one out.",
        "The expansions river_2 and river_20 cannot be played together: leave one out.",
    }
    assert all("ne se jouent pas" in french or "ne peuvent" in french for _, french in said)


@pytest.mark.parametrize("seed", range(8))
def test_the_order_of_listing_changes_no_game(seed: int) -> None:
    full, rng = FULL[seed % len(FULL)], Random(seed)
    sorted_one, listed = (
        GameRules(make_rules(expansions=names).choice) for names in (full, rng.sample(full, len(full)))
    )
    assert sorted_one is not listed
    states = [engine.start(made, 3) for made in (sorted_one, listed)]
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
    "king_and_robber": 5,
    "cult": 5,
    "count": 0,
    "river_2": 11,
    "mage_and_witch": 8,
    "catapult": 12,
    "crop_circles": 6,
    "river_20": 16,
    "abbot": 0,
    "anniversary_mini": 15,
}
"""How many tiles each expansion adds to the supply of 71; the source of a river lies on the table."""
LAID = {"wheel_of_fortune": 16, "count": 12, "river": 1, "river_2": 1, "river_20": 2}


@pytest.mark.parametrize("share", range(SHARES))
def test_the_supply_is_the_sum_of_its_sets(share: int) -> None:
    for n, subset in enumerate(SUBSETS[share :: 16 * SHARES]):
        state = engine.start(make_rules(PRESETS[n % len(PRESETS)], expansions=subset), 2)
        assert state.left == sum(state.bag) == 71 + sum(SIZES[name] for name in subset), subset
        assert len(state.board.laid) == (sum(LAID.get(name, 0) for name in subset) or 1)
        assert len(picture(state).splitlines()) > 3


# Playing


SAMPLE = [pytest.param(n, id="+".join(pair), marks=[pytest.mark.slow] if n % 3 else []) for n, pair in enumerate(PAIRS)]
"""Every pair, by its number; every third of them is played by `make check`."""


@pytest.mark.parametrize("n", SAMPLE)
def test_every_pair_keeps_everything(n: int) -> None:
    """By one of the presets each, half of them with hands; `make long` plays them by all, with and without."""
    made = make_rules(PRESETS[n % len(PRESETS)], expansions=PAIRS[n], hand_size=3 * (n // 2 % 2))
    watched_game(made, 2 + n % 4, n, every=4)


@pytest.mark.long
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
@pytest.mark.parametrize("hand_size", [0, 3])
def test_every_pair_by_every_preset_keeps_everything(pair: tuple[str, str], preset: str, hand_size: int) -> None:
    made = make_rules(preset, expansions=pair, hand_size=hand_size)
    watched_game(made, 2 + len(preset) % 4, hash_of(pair, preset, hand_size), every=2)


def hash_of(*values: object) -> int:
    """Return a seed that is the same in every process."""
    return sum(i * ord(letter) for i, letter in enumerate(str(values), start=1))


MORE = ("", "hand_size=3", "farmers=off", "closed_field_herd=on", "followers=2")
TOGETHER = [
    pytest.param(full, preset, options, marks=pytest.mark.slow if (i + 2 * j + 3 * k) % 7 == 0 else pytest.mark.long)
    for i, full in enumerate(FULL)
    for j, preset in enumerate(PRESETS)
    for k, options in enumerate(MORE)
]
"""All that goes together, by every preset and with every option; all of them in `make long`, every seventh before."""


@pytest.mark.parametrize(("full", "preset", "options"), TOGETHER)
def test_all_together_keep_everything(full: tuple[str, ...], preset: str, options: str) -> None:
    made = parse_rules(f"{preset} expansions={','.join(full)} {options} circles=both")
    watched_game(made, 3, hash_of(preset, options), every=8)


@pytest.mark.parametrize("hand_size", [0, 3])
@pytest.mark.parametrize("full", FULL, ids=FULL_NAMES)
def test_all_together_keep_everything_at_every_moment(full: tuple[str, ...], hand_size: int) -> None:
    made = make_rules(expansions=full, hand_size=hand_size, followers=4)
    state = engine.start(made, 4)
    watch, before, rng = Watch(state), state.copy(), Random(hand_size)
    while state.turn < 50:
        engine.apply(state, choose(state, rng))
        assert look(state, before) + watch.look(state) == [], position_text(state)
        before = state.copy()
    assert len(state.board.laid) > 50


@pytest.mark.parametrize("hand_size", [0, 3])
@pytest.mark.parametrize("full", FULL, ids=FULL_NAMES)
def test_games_of_all_together_replay_from_their_records(full: tuple[str, ...], hand_size: int) -> None:
    made = make_rules(expansions=full, hand_size=hand_size)
    rng = Random(hash_of(full, hand_size))
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
@pytest.mark.parametrize("full", FULL, ids=FULL_NAMES)
def test_positions_of_all_together_round_trip(full: tuple[str, ...], hand_size: int) -> None:
    made = make_rules(expansions=full, hand_size=hand_size)
    state, rng = engine.start(made, 3), Random(hash_of(hand_size, full))
    while engine.options(state):
        if rng.random() < 0.3:
            text = position_text(state)
            read = parse_position(text)
            assert read.key() == state.key(), text
            assert engine.options(read) == engine.options(state), text
        engine.apply(state, choose(state, rng))
    assert parse_position(position_text(state)).key() == state.key()
