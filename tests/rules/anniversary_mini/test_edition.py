"""The 20th Anniversary Edition with its river, its abbots and its arrows switched on and off one by one."""

from __future__ import annotations

from itertools import combinations

import pytest

from bastide import BadRules, Game, Seeded
from bastide.play.invariants import InvariantChecker
from bastide.rules import engine
from bastide.rules.state import State
from bastide.tiles import load
from tests.boards import board, choices, draw, placements, play, rules
from tests.games import plies
from tests.rules.anniversary_mini.arrows import REMOTE, TILES, turns
from tests.rules.special import supply

MODULES = ("river_20", "abbot", "anniversary_mini")
SWITCHED = [chosen for size in range(4) for chosen in combinations(MODULES, size)]
BASE = {tile.id: copies for tile, copies in load("base").copies("garden") if copies}
SOURCE = ["R20-FIFW-source-west", "R20-FWFI-source-east"]
GARDENS = {
    "base": {tile.id for tile in load("base").tiles if tile.id in BASE and tile.id.endswith("-garden")},
    "river_20": {"R20-FWWF-j", "R20-RWRW-n"},
    "anniversary_mini": {"20AE-CRSC-d"},
}


def line(chosen: tuple[str, ...]) -> str:
    """Return the rules of the edition with some of its modules."""
    return f"anniversary expansions={','.join(chosen)}" if chosen else "anniversary"


def start(chosen: tuple[str, ...], players: int = 2) -> State:
    """Return the first moment of a game with some of the modules."""
    return engine.start(rules(line(chosen)), players)


def in_bag(state: State) -> dict[str, int]:
    """Return the tiles that are left to draw, with their copies."""
    tiles = state.rules.catalogue.tiles
    return {tiles[number].id: copies for number, copies in enumerate(state.bag) if copies}


@pytest.mark.parametrize("chosen", SWITCHED)
def test_ANNED_SETUP_2_and_ANNED_INT_3_what_lies_on_the_table_and_in_the_bag(chosen: tuple[str, ...]) -> None:
    """The start tile, or the source of the river in its place; then what belongs to the modules and nothing else."""
    state = start(chosen)
    laid = [state.board.tile(number).id for number in range(len(state.board.laid))]
    assert laid == (SOURCE if "river_20" in chosen else ["BA-CRFR"])
    expected = {**BASE, "BA-CRFR": BASE["BA-CRFR"] - 1}
    if "river_20" in chosen:
        expected |= {tile.id: copies for tile, copies in load("river_20").copies("plain") if copies}
    if "anniversary_mini" in chosen:
        expected |= dict.fromkeys(TILES, 1)
    assert in_bag(state) == expected
    assert state.left == 71 + 16 * ("river_20" in chosen) + 15 * ("anniversary_mini" in chosen)


def test_ANNED_INT_3_the_whole_box_has_104_pieces() -> None:
    """The double source is one of them, and the start tile stays in the box."""
    state = start(MODULES)
    assert state.left + 1 + 1 == 104


@pytest.mark.parametrize("chosen", SWITCHED)
def test_ANNED_INT_3_the_river_is_drawn_first(chosen: tuple[str, ...]) -> None:
    state = start(chosen)
    sizes = [sum(state.bag[tile] for tile in tiles) for tiles in state.rules.stages]
    ordinary = 71 + 15 * ("anniversary_mini" in chosen)
    assert sizes == ([14, 2, ordinary] if "river_20" in chosen else [ordinary])
    river = {token for token in choices(state) if token.startswith("R20-")}
    assert (river == choices(state)) is ("river_20" in chosen)


@pytest.mark.parametrize("chosen", SWITCHED)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ANNED_SETUP_1_and_ANNED_INT_3_players_and_their_pieces(chosen: tuple[str, ...], players: int) -> None:
    state = start(chosen, players)
    assert supply(state, "follower") == [7] * players
    assert {piece.name for piece in state.rules.pieces} == {"follower"} | ({"abbot"} if "abbot" in chosen else set())
    if "abbot" in chosen:
        assert supply(state, "abbot") == [1] * players


@pytest.mark.parametrize("chosen", SWITCHED)
@pytest.mark.parametrize("players", [0, 6])
def test_ANNED_SETUP_1_up_to_five_players_whatever_is_switched_on(chosen: tuple[str, ...], players: int) -> None:
    with pytest.raises(BadRules):
        start(chosen, players)


@pytest.mark.parametrize("chosen", SWITCHED)
def test_ANNED_INT_4_gardens_are_for_abbots_alone(chosen: tuple[str, ...]) -> None:
    """On tiles of the base game, of the river and with an arrow."""
    gardens = set().union(*(GARDENS[name] for name in ("base", *chosen) if name in GARDENS))
    tiles = start(chosen).rules.catalogue.tiles
    assert {tile.id for tile in tiles if any(segment.kind == "garden" for segment in tile.segments)} == gardens
    land = "X(20,20), C(30,30), B(40,40)"
    if "river_20" in chosen:
        land = f"{SOURCE[0]}(0,0), {SOURCE[1]}(1,0), {land}"
    for tile in sorted(gardens):
        state = draw(board(f"{land} ; bag {tile} B:9", line(chosen), players=2), tile)
        play(state, min(choices(state)))
        assert state.board.tile(-1).id == tile
        offered = {token for token in choices(state) if "garden" in token}
        assert offered == ({"+abbot:garden"} if "abbot" in chosen else set())


def skip(state: State, stages: int) -> None:
    """Take the tiles of some stages out of the bag, in place."""
    for tile in [tile for tiles in state.rules.stages[:stages] for tile in tiles]:
        state.left -= state.bag[tile]
        state.bag[tile] = 0
    engine.settle(state, arrived=False)


@pytest.mark.parametrize("chosen", [c for c in SWITCHED if "anniversary_mini" in c])
def test_ANNED_INT_3_arrows_reach_the_start_whatever_it_is(chosen: tuple[str, ...]) -> None:
    """The tile laid first is as good as any other once the river has run."""
    state = start(chosen)
    skip(state, len(state.rules.stages) - 1)
    token = f"(0,1)/{turns(REMOTE, 0)}" if turns(REMOTE, 0) else "(0,1)"
    assert token in placements(state, REMOTE)
    play(state, f"{REMOTE}{token}")
    assert "+(0,0).field.S" in choices(state)


@pytest.mark.parametrize("chosen", SWITCHED)
@pytest.mark.parametrize("seed", range(3))
def test_ANNED_INT_3_whole_games(chosen: tuple[str, ...], seed: int) -> None:
    game = Game(line(chosen), seats=2 + seed, dealer=Seeded(seed))
    checker = InvariantChecker(game.state)
    seen: set[str] = set()
    for number, events in enumerate(plies(game, seed)):
        assert checker.check(game.state, thorough=number % 6 == 0) == []
        seen |= {event.name for event in events}
    assert game.over
    assert ({"activated", "comforted"} <= seen) is ("anniversary_mini" in chosen)
