"""Observations: secrets are masked, values lie in the space, and boards are encoded correctly."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest

from bastide.bots import determinize
from bastide.kernel.geometry import cell_at
from bastide.play.masking import HIDDEN, mask
from bastide.play.position import parse_position
from bastide.play.view import parse_view, view
from bastide.rl import make_encoding
from bastide.rl.encoding import REPRESENTATIONS, Observation, Representation
from bastide.rules.engine import actor
from bastide.rules.model import NOBODY, SPOT, SPOT_BITS
from bastide.rules.pieces import put, seat_of, segment_of
from bastide.rules.state import HAND_SLOTS, State
from tests.rl.test_actions import RULE_SETS, choice_states

AXES = ("column", "row")


def same(one: Observation, other: Observation) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


@pytest.mark.parametrize("representation", REPRESENTATIONS)
@pytest.mark.parametrize("rules", RULE_SETS)
def test_observations_lie_in_their_space_and_depend_on_the_view_alone(
    rules: str, representation: Representation
) -> None:
    encoding = make_encoding(rules, 3, representation=representation)
    space, generator = encoding.observation_space(), Random(1)
    for state in generator.sample(choice_states(rules, 7, players=3), 8):
        for seat in (*range(3), None):
            observation = encoding.observe(state, seat)
            assert space.contains(observation)
            if seat is not None:
                sampled = determinize(parse_view(encoding.rules, view(state, seat)), seat, generator)
                assert same(observation, encoding.observe(sampled, seat))


def states_with_hands() -> list[State]:
    """Return states of a game with hidden hands."""
    return choice_states("second hand_size=3", 5)


@pytest.mark.parametrize("representation", REPRESENTATIONS)
def test_states_that_differ_in_secrets_have_the_same_observation(representation: Representation) -> None:
    encoding = make_encoding("second hand_size=3", representation=representation)
    for state in states_with_hands()[10:60:7]:
        seat = actor(state)
        other = state.copy()
        slot = (1 - seat) * HAND_SLOTS
        held = other.hand[slot]
        swapped = next(tile for tile, copies in enumerate(other.bag) if copies and tile != held)
        other.hand[slot] = swapped
        other.bag[swapped] -= 1
        other.bag[held] += 1
        assert view(other, seat) == view(state, seat)
        assert same(encoding.observe(other, seat), encoding.observe(state, seat))
        assert np.array_equal(encoding.mask(other, seat), encoding.mask(state, seat))
        assert not same(encoding.observe(other, 1 - seat), encoding.observe(state, 1 - seat))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_masked_state_has_the_same_view(rules: str) -> None:
    """Except the hands of others, which are numbers in a view."""

    def comparable_view(state: State, seat: int | None) -> dict[str, object]:
        return {**view(state, seat), "hand_sizes": None, "unseen": None}

    for state in choice_states(rules, 3)[::9]:
        for seat in (0, 1, None):
            masked = mask(state, seat)
            assert comparable_view(masked, seat) == comparable_view(state, seat)
            assert masked.legal == (state.legal if seat == actor(state) else [])


def test_hidden_tiles_are_counted_in_the_bag() -> None:
    state = states_with_hands()[4]
    held = len(state.hand_of(1))
    masked = mask(state, 0)
    assert masked.hand[:HAND_SLOTS] == state.hand[:HAND_SLOTS]
    assert masked.hand_of(1) == [HIDDEN] * held
    assert sum(masked.bag) == sum(state.bag) + held > sum(state.bag)


@pytest.mark.parametrize("representation", REPRESENTATIONS)
@pytest.mark.parametrize("rules", RULE_SETS)
def test_observations_distinguish_the_segments_of_pieces(rules: str, representation: Representation) -> None:
    """For any two segments of a tile: planes always, graphs if the features differ."""
    encoding = make_encoding(rules, representation=representation)
    state = Random(2).choice(choice_states(rules, 4)[20:40])
    board = state.board
    for number in {0, len(board.laid) // 2, len(board.laid) - 1}:
        for kind, piece in enumerate(encoding.rules.pieces):
            observations = []
            for segment in board.segments_of(number):
                other = state.copy()
                put(other, NOBODY if piece.neutral else 0, kind, segment)
                observations.append((board.features.root[segment], encoding.observe(other, 0)))
            for (root, one), (other_root, another) in combinations(observations, 2):
                assert not same(one, another) or (representation == "graph" and root == other_root)


@pytest.mark.parametrize(("rotation", "side"), [*enumerate("NESW")])
def test_planes_show_pieces_on_the_sides_to_which_their_tile_is_turned(rotation: int, side: str) -> None:
    encoding = make_encoding("second")
    planes = encoding.observe(parse_position(f"E(0,0)/{rotation}+1:city ; rules second"), 0)["board"]
    centre = planes[:, planes.shape[1] // 2, planes.shape[2] // 2]
    shown = {name for name, number in zip(encoding.planes.names, centre, strict=True) if number and "strength" in name}
    assert shown == {f"seat 0 strength at {side}{place}" for place in "lmr"}


def test_the_graph_marks_the_segments_of_the_newest_tile() -> None:
    encoding = make_encoding("second", representation="graph")
    names = encoding.graph.names
    for state in choice_states("second", 1)[5:40:5]:
        nodes = encoding.observe(state, 0)["nodes"]
        board = state.board
        for local, segment in enumerate(board.segments_of(len(board.laid) - 1)):
            (row,) = np.flatnonzero(nodes[:, names.index(f"segment {local} of the newest tile")])
            kind = board.catalogue.kinds[board.features.kind[segment]]
            assert nodes[row, names.index(f"is a {kind}")] == 1


def spots_elsewhere(states: list[State]) -> list[tuple[State, set[int]]]:
    """Return states with few and with many spots of legal actions anywhere on the board, and these spots."""
    pairs = []
    for state in states:
        options = [(state.rules.kind_of(action), action) for action in state.legal]
        spots = [(kind, kind.unpack(action)[-1]) for kind, action in options if kind.fields[-1:] == (SPOT,)]
        pairs.append((state, {spot for kind, spot in spots if not kind.on_new_tile}))
    most = sorted(pairs, key=lambda pair: -len(pair[1]))
    return most[:6] + most[6 :: len(pairs) // 8]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_graph_has_a_node_for_every_spot_of_a_legal_action_elsewhere(rules: str) -> None:
    encoding = make_encoding(rules, representation="graph")
    names = encoding.graph.names
    places = [i for i, name in enumerate(names) if name.startswith("spot on segment")]
    for state, elsewhere in spots_elsewhere(choice_states(rules, 2)):
        observation = encoding.observe(state, actor(state))
        nodes, feature_of = observation["nodes"], {b: a for a, b in observation["links"].tolist()}
        spots = set()
        for row in np.flatnonzero(nodes[:, names.index("is a spot")]).tolist():
            x, y = (
                round(float(nodes[row, names.index(f"{axis} of the cell")]) * encoding.window.reach) for axis in AXES
            )
            (local,) = np.flatnonzero(nodes[row, places]).tolist()
            kind = state.board.features.kind[state.board.segment(cell_at(x, y), local)]
            assert nodes[feature_of[row], names.index(f"is a {state.board.catalogue.kinds[kind]}")]
            spots.add(cell_at(x, y) << SPOT_BITS | local)
        assert spots == elsewhere


def test_the_planes_of_the_start_tile() -> None:
    """It has a city in the north and a road from west to east."""
    encoding = make_encoding("second", window=5)
    state = choice_states("second", 1)[0]
    board = encoding.observe(state, 0)["board"]
    middle = board[:, 2, 2]
    shown = {name for name, value in zip(encoding.planes.names, middle.tolist(), strict=True) if value}
    roads = {"E road", "W road", "E joined with W"}
    assert shown == {"tile", "N city", "S field", "kind of tile", "newest tile"} | roads
    assert board.sum() == middle.sum()


def test_the_owners_of_pieces_are_relative_to_the_observing_seat() -> None:
    encoding = make_encoding("second", window=5)
    state = choice_states("second", 1)[0].copy()
    local = next(i for i, s in enumerate(state.board.tile(0).segments) if s.kind == "road")
    put(state, 1, 0, state.board.segment(cell_at(0, 0), local))
    for seat, row in ((1, 0), (0, 1)):
        board = encoding.observe(state, seat)["board"]
        used = {name for name, plane in zip(encoding.planes.names, board, strict=True) if plane.any()}
        shown = {name for name in used if name.startswith("seat")}
        assert shown == {f"seat {row} strength at Em", f"seat {row} strength at Wm", f"seat {row} follower"}


def test_the_scalars_of_tiles() -> None:
    encoding = make_encoding("second")
    for state in choice_states("second", 1)[::15]:
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
    state = choice_states("second", 1)[0]
    observation = encoding.observe(state, 0)
    nodes, links, names = observation["nodes"], observation["links"], encoding.graph.names
    kinds = [next(n for n in names if row[names.index(n)]) for row in nodes if row.any()]
    assert sorted(kinds[:4]) == ["is a city", "is a field", "is a field", "is a road"]
    assert kinds[4:] == ["is an open cell"] * 4
    pairs = [(a, b) for a, b in links.tolist() if a != -1]
    named = sorted(tuple(kinds[end] for end in pair) for pair in pairs)
    assert named.count(("is a field", "is a city")) == 1
    assert named.count(("is a road", "is an open cell")) == 2
    assert named.count(("is a field", "is an open cell")) == 5


@pytest.mark.parametrize("representation", REPRESENTATIONS)
def test_the_follower_that_a_throw_has_hit_is_observed(representation: Representation) -> None:
    rules = "second expansions=catapult"
    encoding = make_encoding(rules, representation=representation)
    hit = [state for seed in range(3) for state in choice_states(rules, seed) if state.ext["fair.victim"][0]]
    compared = 0
    for state in hit:
        me, place = actor(state), state.ext["fair.victim"][0] - 1
        for other, piece in enumerate(state.pieces):
            if seat_of(piece) not in (me, NOBODY) and segment_of(piece) != segment_of(state.pieces[place]):
                twin = state.copy()
                twin.ext["fair.victim"][0] = other + 1
                compared += 1
                assert not same(encoding.observe(state, me), encoding.observe(twin, me))
        reordered = state.copy()
        reordered.pieces = state.pieces[::-1]
        reordered.ext["fair.victim"][0] = len(state.pieces) - place
        assert same(encoding.observe(state, me), encoding.observe(reordered, me))
    assert compared > 5


def test_the_first_seat_of_a_round_is_relative_to_the_observing_seat() -> None:
    rules = "second expansions=crop_circles"
    encoding = make_encoding(rules, 3)
    at = encoding.table.names.index("round.left 1")
    cases = set()
    for state in choice_states(rules, 2, players=3):
        left, first = state.ext["round.left"]
        for seat in range(3):
            away = (first - seat) % 3 + 1 if left else 0
            assert encoding.table.row(state, seat)[at] == pytest.approx(away / 3)
            cases.add((seat, away))
    assert len(cases) > 6
