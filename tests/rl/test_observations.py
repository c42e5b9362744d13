"""What learners see: nothing secret, all of it within its space, and the board as it is."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest

from bastide.bots import determinize
from bastide.kernel.geometry import cell_at
from bastide.play.masking import HIDDEN, mask
from bastide.play.view import parse_view, view
from bastide.rl import make_encoding
from bastide.rl.encoding import REPRESENTATIONS, Observation, Representation
from bastide.rules.engine import actor
from bastide.rules.model import KIND_MASK, NOBODY, SPOT, SPOT_BITS
from bastide.rules.pieces import put, seat_of, segment_of
from bastide.rules.state import HAND_SLOTS, State
from tests.rl.test_actions import RULE_SETS, moments

LINES = ("column", "row")


def same(one: Observation, other: Observation) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


@pytest.mark.parametrize("representation", REPRESENTATIONS)
@pytest.mark.parametrize("rules", RULE_SETS)
def test_observations_lie_in_their_space_and_follow_from_the_view_alone(
    rules: str, representation: Representation
) -> None:
    encoding = make_encoding(rules, 3, representation=representation)
    space, generator = encoding.observation_space(), Random(1)
    for state in generator.sample(moments(rules, 7, players=3), 8):
        for seat in (*range(3), None):
            found = encoding.observe(state, seat)
            assert space.contains(found)
            if seat is not None:
                sampled = determinize(parse_view(encoding.rules, view(state, seat)), seat, generator)
                assert same(found, encoding.observe(sampled, seat))


def hidden_hands() -> list[State]:
    return moments("second hand_size=3", 5)


@pytest.mark.parametrize("representation", REPRESENTATIONS)
def test_games_that_differ_in_secrets_look_the_same(representation: Representation) -> None:
    encoding = make_encoding("second hand_size=3", representation=representation)
    for state in hidden_hands()[10:60:7]:
        me = actor(state)
        other = state.copy()
        place = (1 - me) * HAND_SLOTS
        held = other.hand[place]
        swapped = next(tile for tile, copies in enumerate(other.bag) if copies and tile != held)
        other.hand[place] = swapped
        other.bag[swapped] -= 1
        other.bag[held] += 1
        assert view(other, me) == view(state, me)
        assert same(encoding.observe(other, me), encoding.observe(state, me))
        assert np.array_equal(encoding.mask(other, me), encoding.mask(state, me))
        assert not same(encoding.observe(other, 1 - me), encoding.observe(state, 1 - me))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_what_is_seen_of_a_state_gives_the_same_view(rules: str) -> None:
    """Hands of others apart, which are numbers in a view."""

    def told(state: State, seat: int | None) -> dict[str, object]:
        return {**view(state, seat), "hand_sizes": None, "unseen": None}

    for state in moments(rules, 3)[::9]:
        for seat in (0, 1, None):
            kept = mask(state, seat)
            assert told(kept, seat) == told(state, seat)
            assert kept.legal == (state.legal if seat == actor(state) else [])


def test_hidden_tiles_are_counted_in_the_bag() -> None:
    state = hidden_hands()[4]
    held = len(state.hand_of(1))
    kept = mask(state, 0)
    assert kept.hand[:HAND_SLOTS] == state.hand[:HAND_SLOTS]
    assert kept.hand_of(1) == [HIDDEN] * held
    assert sum(kept.bag) == sum(state.bag) + held > sum(state.bag)


@pytest.mark.parametrize("representation", REPRESENTATIONS)
@pytest.mark.parametrize("rules", RULE_SETS)
def test_pieces_that_stand_elsewhere_look_different(rules: str, representation: Representation) -> None:
    """Any piece on any two segments of a tile: with planes always, with graphs if the features differ."""
    encoding = make_encoding(rules, representation=representation)
    state = Random(2).choice(moments(rules, 4)[20:40])
    board = state.board
    for number in {0, len(board.laid) // 2, len(board.laid) - 1}:
        for kind, piece in enumerate(encoding.rules.pieces):
            seen = []
            for segment in board.segments_of(number):
                other = state.copy()
                put(other, NOBODY if piece.neutral else 0, kind, segment)
                seen.append((board.features.root[segment], encoding.observe(other, 0)))
            for (root, one), (other_root, another) in combinations(seen, 2):
                assert not same(one, another) or (representation == "graph" and root == other_root)


def test_the_graph_tells_which_segment_of_the_newest_tile_is_whose() -> None:
    encoding = make_encoding("second", representation="graph")
    names = encoding.graph.names
    for state in moments("second", 1)[5:40:5]:
        nodes = encoding.observe(state, 0)["nodes"]
        board = state.board
        for local, segment in enumerate(board.segments_of(len(board.laid) - 1)):
            (row,) = np.flatnonzero(nodes[:, names.index(f"segment {local} of the newest tile")])
            kind = board.catalogue.kinds[board.features.kind[segment]]
            assert nodes[row, names.index(f"is a {kind}")] == 1


def spots_elsewhere(states: list[State]) -> list[tuple[State, set[int]]]:
    """Return some states and the spots, not only of the newest tile, where something can be done: many, and none."""
    found = []
    for state in states:
        options = [(state.rules.kinds[action & KIND_MASK], action) for action in state.legal]
        spots = [(kind, kind.unpack(action)[-1]) for kind, action in options if kind.fields[-1:] == (SPOT,)]
        found.append((state, {spot for kind, spot in spots if not kind.on_new_tile}))
    most = sorted(found, key=lambda pair: -len(pair[1]))
    return most[:6] + most[6 :: len(found) // 8]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_graph_shows_every_spot_elsewhere_where_something_can_be_done(rules: str) -> None:
    encoding = make_encoding(rules, representation="graph")
    names = encoding.graph.names
    places = [i for i, name in enumerate(names) if name.startswith("spot on segment")]
    for state, elsewhere in spots_elsewhere(moments(rules, 2)):
        found = encoding.observe(state, actor(state))
        nodes, feature_of = found["nodes"], {b: a for a, b in found["links"].tolist()}
        shown = set()
        for row in np.flatnonzero(nodes[:, names.index("is a spot")]).tolist():
            x, y = (
                round(float(nodes[row, names.index(f"{line} of the cell")]) * encoding.window.reach) for line in LINES
            )
            (local,) = np.flatnonzero(nodes[row, places]).tolist()
            kind = state.board.features.kind[state.board.segment(cell_at(x, y), local)]
            assert nodes[feature_of[row], names.index(f"is a {state.board.catalogue.kinds[kind]}")]
            shown.add(cell_at(x, y) << SPOT_BITS | local)
        assert shown == elsewhere


def test_the_planes_of_the_start_tile() -> None:
    """A city in the north, a road from west to east."""
    encoding = make_encoding("second", window=5)
    state = moments("second", 1)[0]
    board = encoding.observe(state, 0)["board"]
    middle = board[:, 2, 2]
    shown = {name for name, value in zip(encoding.planes.names, middle.tolist(), strict=True) if value}
    roads = {"E road", "W road", "E joined with W"}
    assert shown == {"tile", "N city", "S field", "kind of tile", "newest tile"} | roads
    assert board.sum() == middle.sum()


def test_pieces_are_shown_from_the_seat_that_looks() -> None:
    encoding = make_encoding("second", window=5)
    state = moments("second", 1)[0].copy()
    local = next(i for i, s in enumerate(state.board.tile(0).segments) if s.kind == "road")
    put(state, 1, 0, state.board.segment(cell_at(0, 0), local))
    for seat, row in ((1, 0), (0, 1)):
        board = encoding.observe(state, seat)["board"]
        used = {name for name, plane in zip(encoding.planes.names, board, strict=True) if plane.any()}
        shown = {name for name in used if name.startswith("seat")}
        assert shown == {f"seat {row} strength at Em", f"seat {row} strength at Wm", f"seat {row} follower"}


def test_the_table_tells_the_tile_in_hand_and_what_is_unseen() -> None:
    encoding = make_encoding("second")
    for state in moments("second", 1)[::15]:
        row = dict(zip(encoding.table.names, encoding.observe(state, actor(state))["table"].tolist(), strict=True))
        tiles = state.rules.catalogue.tiles
        assert row["seat 0 acts"] == 1
        assert row["tiles left"] == pytest.approx(state.left / 72)
        laid = [name for name, value in row.items() if name.startswith("tile to lay") and value]
        assert laid == ([f"tile to lay {tiles[state.tile].id}"] if state.tile >= 0 else [])
        newest = [name for name, value in row.items() if name.startswith("newest tile") and value]
        assert newest == [f"newest tile {state.board.tile(-1).id}"]
        for tile, copies, left in zip(tiles, state.rules.copies, state.bag, strict=True):
            assert row[f"unseen {tile.id}"] == pytest.approx(left / copies)


def test_the_graph_of_the_start_tile() -> None:
    encoding = make_encoding("second", representation="graph")
    state = moments("second", 1)[0]
    found = encoding.observe(state, 0)
    nodes, links, names = found["nodes"], found["links"], encoding.graph.names
    kinds = [next(n for n in names if row[names.index(n)]) for row in nodes if row.any()]
    assert sorted(kinds[:4]) == ["is a city", "is a field", "is a field", "is a road"]
    assert kinds[4:] == ["is an open cell"] * 4
    pairs = [(a, b) for a, b in links.tolist() if a != -1]
    named = sorted(tuple(kinds[end] for end in pair) for pair in pairs)
    assert named.count(("is a field", "is a city")) == 1
    assert named.count(("is a road", "is an open cell")) == 2
    assert named.count(("is a field", "is an open cell")) == 5


@pytest.mark.parametrize("representation", REPRESENTATIONS)
def test_it_is_seen_which_follower_a_throw_has_hit(representation: Representation) -> None:
    rules = "second expansions=catapult"
    encoding = make_encoding(rules, representation=representation)
    hit = [state for seed in range(3) for state in moments(rules, seed) if state.ext["fair.victim"][0]]
    told = 0
    for state in hit:
        me, place = actor(state), state.ext["fair.victim"][0] - 1
        for other, piece in enumerate(state.pieces):
            if seat_of(piece) not in (me, NOBODY) and segment_of(piece) != segment_of(state.pieces[place]):
                twin = state.copy()
                twin.ext["fair.victim"][0] = other + 1
                told += 1
                assert not same(encoding.observe(state, me), encoding.observe(twin, me))
        turned = state.copy()
        turned.pieces = state.pieces[::-1]
        turned.ext["fair.victim"][0] = len(state.pieces) - place
        assert same(encoding.observe(state, me), encoding.observe(turned, me))
    assert told > 5


def test_a_round_is_seen_from_ones_own_seat() -> None:
    rules = "second expansions=crop_circles"
    encoding = make_encoding(rules, 3)
    at = encoding.table.names.index("round.left 1")
    seen_from = set()
    for state in moments(rules, 2, players=3):
        left, first = state.ext["round.left"]
        for seat in range(3):
            away = (first - seat) % 3 + 1 if left else 0
            assert encoding.table.row(state, seat)[at] == pytest.approx(away / 3)
            seen_from.add((seat, away))
    assert len(seen_from) > 6
