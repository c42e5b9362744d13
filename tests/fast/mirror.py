"""Comparison of the engine and the compiled simulator: random supported rules, and differences between states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from bastide.fast import Batch, names
from bastide.fast.feature_points import lanes_of
from bastide.fast.rule_tables import columns_of, extras_of
from bastide.games import DEFAULT_GAME, GAMES, GameRules, GameSpec, choose_rules
from bastide.kernel.catalogue import EDGE_BITS
from bastide.play.position import position_text
from bastide.rules import engine
from bastide.rules.model import Action, Option, OptionValue
from bastide.rules.state import State
from tests.games import Choose, any_option, some_action
from tests.rulesets import playable

RIVERS = ("river", "river_2", "river_20")
FEW: dict[str, tuple[OptionValue, ...]] = {
    "followers": (1, 2, 3, 5, 7, 7, 20),
    "farmers": (True, True, True, False),
    "first_player": (0, 1),
}
"""Options of which not all values are tried, or not all as often."""


def random_rules(rng: Random, rivers: Sequence[str] = ("", "", *RIVERS)) -> GameRules:
    """Return random rules, with one of some rivers; where that may be none, now and then those of Gold Rush."""
    river = rng.choice(rivers)
    game = GAMES["gold_rush"] if not river and rng.random() < 0.1 else DEFAULT_GAME
    expansions = random_expansions(game, [river] if river else [], rng)
    return choose_rules(rng.choice(list(game.presets)), expansions, (), random_options(game, expansions, rng))


def random_expansions(game: GameSpec, chosen: Sequence[str], rng: Random) -> list[str]:
    """Return the chosen expansions and some others of a game, no rivers among these, that can be played together."""
    expansions = list(chosen)
    share = rng.choice((0.2, 0.5, 1))
    for expansion in rng.sample(game.expansions, len(game.expansions)):
        if expansion.id not in RIVERS and rng.random() < share and playable([*expansions, expansion.id]):
            expansions.append(expansion.id)
    return expansions


def random_options(game: GameSpec, expansions: Sequence[str], rng: Random) -> dict[str, OptionValue]:
    """Return random values of some of the options of a game with some expansions."""
    chosen = (*game.base, *(e for e in game.expansions if e.id in expansions))
    values = {option.name: values_of(option, expansions, rng) for e in chosen for option in e.options}
    return {name: rng.choice(some) for name, some in values.items() if some and rng.random() < 0.4}


def values_of(option: Option, expansions: Sequence[str], rng: Random) -> Sequence[OptionValue]:
    """Return the values of an option that are tried beside some expansions, some of its parts among them."""
    values = FEW.get(option.name, option.possible(expansions))
    if not option.parts:
        return values
    return [*values, ",".join(rng.sample(option.parts, rng.randint(1, len(option.parts))))]


def random_players(rules: GameRules, rng: Random) -> int:
    """Return a random number of players that the rules allow."""
    most, least = int(rules.options["max_players"]), int(rules.options["first_player"]) + 1
    return rng.choice([players for players in (1, 2, 2, 3, 4, 5, most) if least <= players <= most])


def difference(state: State, batch: Batch, number: int) -> str:
    """Return the differences between a state of the engine and a game of a batch, an empty string if there are none."""
    game = batch.games[number]
    players = state.players
    pairs = {
        "actor": (engine.actor(state), batch.actor(number)),
        "legal": (sorted(engine.options(state)), sorted(batch.legal(number))),
        "score": (state.score, batch.scores[number].tolist()),
        "supply": (state.supply, game["supply"][:players, : len(state.rules.pieces)].ravel().tolist()),
        "pieces": (state.pieces, game["piece"][: game["standing"]].tolist()),
        "turn": ((state.turn, state.seat, state.tile), (game["turn"], game["seat"], game["tile"])),
        "tiles": (state.board.laid, game["laid"][: game["tiles"]].tolist()),
        "cells": (state.board.cell, game["cell"][: game["tiles"]].tolist()),
        "left": ((state.left, state.buried, state.part), (game["left"], game["buried"], game["part"])),
        "bag": (_bag(state), Counter(game["bag"][: game["left"] + game["buried"]].tolist())),
    }
    if extras_of(state.rules):
        pairs["hands"] = state.hand, game["hand"][:players].ravel().tolist()
        pairs["columns"] = _columns(state), batch_columns(batch, number)
    return ", ".join(
        f"{name}: {expected} in the engine, {actual} in the batch"
        for name, (expected, actual) in pairs.items()
        if expected != actual
    )


def play_both(state: State, batch: Batch, rng: Random, choose: Choose = any_option) -> Iterator[None]:
    """Play a state of the engine and the first game of a batch at random to their end; yield whenever they agree."""
    assert not (found := difference(state, batch, 0)), f"{found} in {position_text(state)}"
    yield
    while state.legal:
        action = some_action(state, rng, choose)
        engine.apply(state, action)
        batch.apply(0, action)
        assert not (found := difference(state, batch, 0)), f"{found} in {position_text(state)}"
        yield


def as_in_engine(batch: Batch, number: int, action: Action) -> Action:
    """Return an action that a game of a batch has just sampled and applied: a throw with the numbers drawn for it."""
    if action != batch.rules.code.get("scatter"):
        return action
    return batch.rules.pack("scatter", *batch.games[number]["scatter"].tolist())


def _columns(state: State) -> dict[str, list[int]]:
    return {name: numbers for name, numbers in state.ext.items() if name in names.COLUMNS}


def batch_columns(batch: Batch, number: int) -> dict[str, list[int]]:
    """Return the columns of a game by name, but those that have fields of their own."""
    ext = batch.games[number]["ext"].tolist()
    seats = {column.name: batch.players if column.per_seat else 1 for column in batch.rules.columns}
    width = {column.name: len(column.initial) for column in batch.rules.columns}
    return {name: ext[at : at + width[name] * seats[name]] for name, (at, _) in columns_of(batch.rules).items()}


def _bag(state: State) -> Counter[int]:
    return Counter({tile: copies for tile, copies in enumerate(state.bag) if copies})


def board_difference(state: State, batch: Batch, number: int) -> str:
    """Return the differences in features and open cells, an empty string if there are none."""
    pairs = {
        "open cells": (state.board.wanted, _wanted(batch, number)),
        "features": (_engine_features(state), _batch_features(batch, number)),
    }
    return ", ".join(
        f"{name}: {expected} in the engine, {actual} in the batch"
        for name, (expected, actual) in pairs.items()
        if expected != actual
    )


def _wanted(batch: Batch, number: int) -> dict[int, int]:
    """Return the open cells and their wanted edges, packed as in the engine."""
    game = batch.games[number]
    radix = len(batch.rules.catalogue.edge_names)
    cells = zip(game["open_cell"].tolist(), game["want"].tolist(), range(game["open"]), strict=False)
    return {cell: sum(want // radix**side % radix << EDGE_BITS * side for side in range(4)) for cell, want, _ in cells}


Feature = tuple[frozenset[int], int, tuple[int, ...], int, int]
"""Segments, strengths of followers and marks; for cities and roads also open sides and tiles."""


def _engine_features(state: State) -> set[Feature]:
    features, rules = state.board.features, state.rules
    result = set()
    for root in set(features.root):
        site = rules.sites[features.kind[root]]
        if site is None:
            continue
        followers, *columns = (column[root] for column in features.column)
        add, unite = rules.catalogue.plans[features.kind[root]]
        marks = tuple(columns[column - 1] for column in sorted((*add, *unite)) if column)
        by_sides = (
            site.completes
            and not site.waits
            and not state.board.tile(state.board.tile_of(root))
            .segments[root - state.board.first[state.board.tile_of(root)]]
            .surrounded
        )
        sides = (features.open[root], features.tiles[root]) if by_sides else (1, 0)
        result.add((frozenset(features.members(root)), followers, marks, *sides))
    return result


def _batch_features(batch: Batch, number: int) -> set[Feature]:
    game, rules = batch.games[number], batch.rules
    parent = game["parent"].tolist()
    members: dict[int, set[int]] = {}
    for segment in range(game["segments"]):
        root = segment
        while parent[root] != root:
            root = parent[root]
        members.setdefault(root, set()).add(segment)
    result = set()
    words = range((int(game["tiles"]) + 63) // 64)
    for root, segments in members.items():
        kind = int(game["kind"][root])
        if rules.sites[kind] is None:
            continue
        lanes = lanes_of(rules)[kind]
        marks = tuple(int(game["marks"][root]) >> 8 * lanes.index(column) & 255 for column in sorted(lanes))
        tiles = sum(int(game["mask"][word, root]) % (1 << 64) << 64 * word for word in words)
        completes, waits, surrounded = (batch.tables[name][0, kind] for name in ("completes", "waits", "surrounded"))
        by_sides = completes and not waits and not surrounded
        sides = (int(game["unmet"][root]), tiles) if by_sides else (1, 0)
        assert min(segments) == root
        result.add((frozenset(segments), int(game["followers"][root]), marks, *sides))
    return result
