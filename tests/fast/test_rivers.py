"""Rivers in the simulator: placements and turns are those of the engine, on open land and among obstacles."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bastide.errors import BastideError
from bastide.fast import Batch
from bastide.kernel.geometry import cell_at, xy
from bastide.play.notation import find_tile
from bastide.rules import engine
from bastide.rules.model import CHANCE, OVER
from bastide.rules.state import State
from tests.boards import board, choices, draw, play
from tests.fast.mirror import RIVERS, board_difference, difference, play_both, random_players, random_rules
from tests.games import some_action
from tests.rules.river_2.arms import NORTH_ONLY, SOURCE, VOLCANO

SAMPLE = 6
ALL_GAMES = 10_000
PARTS = 50
MADE = {
    "river": "bigbox2014 expansions=river",
    "immediate": "bigbox2014 expansions=river river_bends=immediate",
    "river_2": "bigbox2014 expansions=river_2",
    "dormant": "second expansions=river_2 dormant_volcano=on",
    "river_20": "anniversary expansions=river_20",
    "river_20 immediate": "anniversary expansions=river_20 river_bends=immediate",
}
SOURCES = {
    "river": "R1-FWFF-source(0,0)",
    "river_2": SOURCE,
    "river_20": "R20-FIFW-source-west(0,0), R20-FWFI-source-east(1,0)",
}


def replay(seed: str) -> None:
    """Play a random game with a river in the engine and in the simulator, and compare them after every action."""
    rng = Random(seed)
    rules = random_rules(rng, RIVERS)
    state = engine.start(rules, random_players(rules, rng))
    batch = Batch(rules, 1, state.players)
    for _ in play_both(state, batch, rng):
        if rng.random() < 0.05:
            assert board_difference(state, batch, 0) == "", rules.choice
    assert batch.over.all()


@pytest.mark.parametrize("part", range(4))
def test_games_with_rivers_agree(part: int) -> None:
    for number in range(SAMPLE):
        replay(f"river sample {part} {number}")


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_ten_thousand_games_with_rivers_agree(part: int) -> None:
    for number in range(ALL_GAMES // PARTS):
        replay(f"river all {part} {number}")


def land(random: Random, made: str, obstacles: int) -> str:
    """Return a source among obstacles: monasteries, cities and roads that are scattered around."""
    source = next(text for river, text in SOURCES.items() if f"expansions={river} " in f"{made} ")
    free = [(x, y) for x in range(-5, 7) for y in range(-5, 6) if y or not -2 < x < 3]
    state = board(f"{source} ; players 2", made)
    text = source
    for x, y in random.sample(free, obstacles):
        tile, rotation = random.choice("BBBEUV"), random.randrange(4)
        number, cell = find_tile(state.rules, tile), cell_at(x, y)
        if not state.board.clashes(number, rotation, cell):
            state.board.place(number, rotation, cell)
            text += f", {tile}({x},{y})/{rotation}"
    return text


def river_phase(state: State, rng: Random) -> Iterator[State]:
    """Play while river tiles are left, and yield the state before every action."""
    while state.legal and (state.tile >= 0 or any(state.bag[t] for stage in state.rules.stages[:-1] for t in stage)):
        yield state
        engine.apply(state, some_action(state, rng))


@pytest.mark.parametrize("made", MADE.values(), ids=MADE.keys())
def test_river_tiles_go_where_the_engine_lets_them_among_obstacles(made: str) -> None:
    """RIV2-LEGAL-1 to RIV2-LEGAL-4, RIV20-PLACE-5: with much in the way, the milder tests are in force, too."""
    compared = 0
    for seed in range(16):
        random = Random(f"{made} {seed}")
        state = board(f"{land(random, made, random.randrange(4, 50))} ; players 2", made)
        for now in river_phase(state, random):
            assert difference(now, Batch.from_engine([now]), 0) == ""
            compared += now.tile >= 0
    assert compared > 60


@pytest.mark.parametrize("made", [MADE["river_2"], MADE["river_20"]])
def test_river_tiles_go_where_the_engine_lets_them_in_a_walled_room(made: str) -> None:
    """RIV2-LEGAL-2: with hardly any way to finish the river, much is tried in vain."""
    source, compared = SOURCES[made.partition("expansions=")[2]], 0
    for seed in range(60):
        random = Random(f"{made} {seed}")
        west, north, east, south = -random.randrange(1, 4), -random.randrange(1, 3), *random.choices((2, 3, 4), k=2)
        inside = [(x, y) for x in range(west, east + 1) for y in range(north, south + 1) if y or not -2 < x < 3]
        rim = {(x, y) for x in range(west - 1, east + 2) for y in range(north - 1, south + 2)}
        rim -= {(x, y) for x in range(west, east + 1) for y in range(north, south + 1)}
        taken = [*rim, *random.sample(inside, random.randrange(len(inside) // 2))]
        state = board(f"{source}{''.join(f', B({x},{y})' for x, y in taken)} ; players 2", made)
        for tile in state.rules.stages[-1][1:]:  # walls and all other tiles would be too many
            state.left, state.bag[tile] = state.left - state.bag[tile], 0
        for now in river_phase(state, random):
            assert difference(now, Batch.from_engine([now]), 0) == ""
            compared += now.tile >= 0
    assert compared > 300


def test_the_search_knows_forks() -> None:
    """RIV2-LEGAL-2: no box holds several, but a position may."""
    tiles = f"R2-WWFW-fork:3 R2-FFWW:2 R2-RRWW:1 R2-FWFW-monastery:1 R2-WCWC:2 R2-FCFW:2 {VOLCANO}:2 B:2"
    made, compared = MADE["river_2"], 0
    for seed in range(40):
        random = Random(f"forks {seed}")
        state = board(f"{land(random, made, random.randrange(40))} ; players 2 ; bag {tiles}", made)
        for now in river_phase(state, random):
            assert difference(now, Batch.from_engine([now]), 0) == ""
            compared += now.tile >= 0
    assert compared > 200


def test_the_volcano_takes_no_piece_and_gives_a_fresh_turn() -> None:
    state = draw(board(f"{NORTH_ONLY} ; to blue ; players 3 ; bag {VOLCANO}:1 B:5", MADE["river_2"]), VOLCANO)
    batch = Batch.from_engine([state])
    batch.apply(0, batch.legal(0)[0])
    assert (batch.actor(0), batch.games["seat"][0], batch.games["turn"][0]) == (CHANCE, 1, 2)
    assert batch.to_engine(0).key() == play(state, choices(state).pop()).key()


def test_a_dormant_volcano_takes_a_piece_and_the_next_seat_goes_on() -> None:
    state = draw(board(f"{NORTH_ONLY} ; to blue ; players 3 ; bag {VOLCANO}:1 B:5", MADE["dormant"]), VOLCANO)
    batch = Batch.from_engine([state])
    batch.apply(0, batch.legal(0)[0])
    assert (batch.actor(0), len(batch.legal(0))) == (1, 2)
    batch.apply(0, batch.legal(0)[1])
    assert (batch.actor(0), batch.games["seat"][0]) == (CHANCE, 2)


@pytest.mark.parametrize("bag", ["", " B:1"])
def test_a_game_that_ends_with_the_volcano(bag: str) -> None:
    """Without a tile there is no fresh turn; with one that fits nowhere, the fresh turn is the last."""
    walls = "E(1,-2) FFCF, E(2,-1) FFFC, E(0,-1) FCFF" if bag else "U(9,9) FRFR +red:road"
    state = board(f"{NORTH_ONLY}, {walls} ; players 2 ; bag {VOLCANO}:1{bag}", MADE["river_2"])
    batch = Batch.from_engine([state])
    for _ in play_both(state, batch, Random(1)):
        pass
    assert batch.actor(0) == OVER
    assert batch.to_engine(0).key() == state.key()
    copies = Batch(state.rules, 2)
    copies.put(0, state)
    copies.copy_game(0, into=1)
    assert copies.to_engine(1).key() == state.key()


def test_a_position_in_the_turn_of_the_volcano_is_refused() -> None:
    text = f"{NORTH_ONLY}, {VOLCANO}(1,-1)/FFWF ; players 2 ; bag B:5 ; column volcano.laid 1"
    with pytest.raises(BastideError) as refused:
        Batch.from_engine([board(text, MADE["river_2"])])
    assert refused.value.message == "fast_state"


def test_a_position_with_too_many_ends_is_refused() -> None:
    """There is memory for thirty-two, and two must be left."""

    def on(count: int) -> State:
        sources = ", ".join(f"R1-FWFF-source({3 * (n % 8)},{2 * (n // 8)})" for n in range(count))
        return board(f"{sources} ; players 2 ; bag R1-RRWW:1 B:5", MADE["river"])

    assert len(Batch.from_engine([draw(on(30), "R1-RRWW")]).legal(0)) > 30
    with pytest.raises(BastideError) as refused:
        Batch.from_engine([on(31)])
    assert refused.value.message == "fast_state"


def test_the_double_source_is_two_tiles() -> None:
    batch = Batch(board(SOURCES["river_20"] + " ; players 2", MADE["river_20"]).rules, 1)
    assert batch.games["tiles"][0] == 2
    assert [xy(int(cell)) for cell in batch.games["cell"][0, :2]] == [(0, 0), (1, 0)]
