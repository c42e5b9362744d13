"""Comparison of the engine and the compiled simulator: random supported rules, and differences between states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from bastide.fast import Batch
from bastide.fast.feature_points import lanes_of
from bastide.games import DEFAULT_GAME, GameRules, choose_rules
from bastide.kernel.catalogue import EDGE_BITS
from bastide.play.position import position_text
from bastide.rules import engine
from bastide.rules.model import OptionValue
from bastide.rules.state import State
from tests.games import Choose, any_option, some_action

PRESETS = tuple(DEFAULT_GAME.presets)
RIVERS = ("river", "river_2", "river_20")
EXPANSIONS = ("inns_and_cathedrals", "abbot", *RIVERS)
OPTIONS: dict[str, tuple[OptionValue, ...]] = {
    "field_scoring": ("per_field_3", "per_city_3", "per_city_4"),
    "tiny_city": (2, 4),
    "tiny_city_pennants": (True, False),
    "unfinished": ("all", "cities"),
    "hand_end": ("placed", "drawn"),
    "farmers": (True, True, True, False),
    "half_points": (True, False),
    "followers": (1, 2, 3, 5, 7, 7, 20),
    "tile_edition": ("plain", "garden", "c3", "bigbox2014"),
    "first_player": (0, 1),
}
RIVER_OPTIONS: dict[str, dict[str, tuple[OptionValue, ...]]] = {
    "": {},
    "river": {"river_bends": ("alternate", "immediate")},
    "river_2": {"dormant_volcano": (False, True)},
    "river_20": {"river_bends": ("alternate", "immediate")},
}

OF_EXPANSIONS: dict[str, dict[str, tuple[OptionValue, ...]]] = {
    "inns_and_cathedrals": {"unfinished_inns": ("nothing", "ignored"), "big_followers": (0, 1, 2, 3)},
    "abbot": {"abbots": (0, 1)},
}
"""The options of the expansions."""


def random_rules(rng: Random, rivers: Sequence[str] = ("", "", *RIVERS)) -> GameRules:
    """Return a random preset with random supported expansions and options, one of some rivers among them."""
    river = rng.choice(rivers)
    expansions = [name for name in EXPANSIONS if name not in RIVERS and rng.random() < 0.5]
    known = {**OPTIONS, **RIVER_OPTIONS[river]}
    known |= {name: values for e in expansions for name, values in OF_EXPANSIONS.get(e, {}).items()}
    options = {name: rng.choice(values) for name, values in known.items() if rng.random() < 0.5}
    return choose_rules(rng.choice(PRESETS), [*expansions, *filter(None, [river])], (), options)


def random_players(rules: GameRules, rng: Random) -> int:
    """Return a random number of players that the rules allow."""
    return rng.choice((2, 2, 3, 4, 5, int(rules.options["max_players"])))


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
        "left": (state.left, game["left"]),
        "bag": (_bag(state), Counter(game["bag"][: game["left"]].tolist())),
    }
    return ", ".join(
        f"{name}: {expected} in the engine, {actual} in the batch"
        for name, (expected, actual) in pairs.items()
        if expected != actual
    )


def play_both(state: State, batch: Batch, rng: Random, choose: Choose = any_option) -> Iterator[None]:
    """Play a state of the engine and the first game of a batch at random to their end; yield whenever they agree."""
    assert difference(state, batch, 0) == "", position_text(state)
    yield
    while state.legal:
        action = some_action(state, rng, choose)
        engine.apply(state, action)
        batch.apply(0, action)
        assert difference(state, batch, 0) == "", position_text(state)
        yield


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
        by_sides = batch.tables["completes"][0, kind] and not batch.tables["surrounded"][0, kind]
        sides = (int(game["unmet"][root]), tiles) if by_sides else (1, 0)
        assert min(segments) == root
        result.add((frozenset(segments), int(game["followers"][root]), marks, *sides))
    return result
