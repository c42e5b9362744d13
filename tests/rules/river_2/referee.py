"""A second opinion on where tiles of two-armed rivers may be laid, worked out from the words of the rules alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from bastide.kernel.geometry import xy
from bastide.play.notation import edges_text, find_tile
from bastide.rules import engine
from bastide.rules.state import NO_TILE, State
from tests.boards import choices, legal_kinds, play

Place = tuple[int, int]
Facing = tuple[Place, int]
"""A place that an end faces, and the direction of the water there."""
WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))
OUTLETS = {"curve": ((1,), (3,)), "straight": ((0,),), "fork": ((0, 1), (0, 3), (1, 3)), "lake": ((),)}


def step(place: Place, *sides: int) -> Place:
    """Return the place some steps away."""
    return place[0] + sum(WAYS[side][0] for side in sides), place[1] + sum(WAYS[side][1] for side in sides)


def can_finish(taken: frozenset[Place], ends: frozenset[Facing], left: Counter[str]) -> bool:
    """Say whether the tiles left can be laid somehow, by trying every order, shape and direction (RIV2-LEGAL-2)."""
    hopeless: set[tuple[object, ...]] = set()

    def tries(taken: frozenset[Place], ends: frozenset[Facing], left: Counter[str]) -> bool:
        key = taken, ends, tuple(sorted(left.items()))
        if key in hopeless:
            return False
        if not left.total():
            return not ends
        for place, flow in sorted(ends):
            for shape in [shape for shape in OUTLETS if left[shape]]:
                for turns in OUTLETS[shape]:
                    new = {(step(place, (flow + turn) % 4), (flow + turn) % 4) for turn in turns}
                    after, laid = (ends - {(place, flow)}) | new, taken | {place}
                    faced = [there for there, _ in after]
                    if len(set(faced)) == len(faced) and not laid & set(faced):
                        fewer = left.copy()
                        fewer[shape] -= 1
                        if tries(laid, after, fewer):
                            return True
        hopeless.add(key)
        return False

    return tries(taken, ends, left)


class End(NamedTuple):
    """An open end: the place of its tile, the side where the water leaves, how it turned there, and its last bend."""

    place: Place
    side: int
    turn: int = 0
    bend: int = 0

    @property
    def faced(self) -> Place:
        return step(self.place, self.side)


class Placement(NamedTuple):
    """A placement that matches: the ends left alone, those of the new tile, the one it continues, and its place."""

    others: list[End]
    new: list[End]
    met: End
    place: Place

    @property
    def faced(self) -> list[Place]:
        return [end.faced for end in self.others + self.new]


class Referee:
    """Keeps its own map of tiles, as letters for their sides, and of the open ends of the river."""

    def __init__(self, state: State) -> None:
        board = state.board
        self.laid = {xy(cell): edges_text(board.tile(n), board.rotation(n)) for n, cell in enumerate(board.cell)}
        sources = [(place, edges) for place, edges in self.laid.items() if "W" in edges]
        self.ends = [End(place, edges.index("W")) for place, edges in sources]
        self.left: Counter[str] = Counter()
        """The tiles that have not been drawn, by shape."""
        for stage in state.rules.stages[:-1]:
            for tile in stage:
                self.left[shape_of(edges_text(state.rules.catalogue.tiles[tile], 0))] += state.bag[tile]

    def matches(self, edges: str, place: Place) -> bool:
        """RIV2-PLACE-2 to RIV2-PLACE-4: one river side meets an open end, all sides match, no arms are joined."""
        if place in self.laid:
            return False
        around = [self.laid.get(step(place, side)) for side in range(4)]
        if any(other is not None and other[(side + 2) % 4] != edges[side] for side, other in enumerate(around)):
            return False
        return [edges[side] for side, other in enumerate(around) if other is not None].count("W") == 1

    def placement(self, edges: str, place: Place) -> Placement:
        """Return what a placement that matches makes of the ends."""
        (met,) = (end for end in self.ends if end.faced == place)
        others = [end for end in self.ends if end is not met]
        turns = {(side - met.side) % 4: side for side in range(4) if edges[side] == "W" and side != (met.side + 2) % 4}
        return Placement(others, [End(place, side, turn, turn or met.bend) for turn, side in turns.items()], met, place)

    def apart(self, placed: Placement) -> bool:
        """RIV2-LEGAL-1."""
        free = [there for there in placed.faced if there not in self.laid and there != placed.place]
        return len(set(free)) == len(placed.faced)

    def way(self, placed: Placement) -> bool:
        """RIV2-LEGAL-2."""
        facing = frozenset((end.faced, end.side) for end in placed.others + placed.new)
        return self.apart(placed) and can_finish(frozenset(self.laid) | {placed.place}, facing, self.left)

    def in_turn(self, placed: Placement) -> bool:
        """RIV20-PLACE-2: no bend to the hand of the last one."""
        return all(not end.turn or end.turn != placed.met.bend for end in placed.new)

    def not_back(self, placed: Placement) -> bool:
        """RIV20-PLACE-2 with the option: no bend to the hand in which the tile before it bent."""
        return all(not end.turn or end.turn != placed.met.turn for end in placed.new)

    def away(self, placed: Placement) -> bool:
        """RIV20-PLACE-3: no river tile in the three rows ahead of a bend."""
        bent = [end.side for end in placed.new if end.turn]
        ahead = {
            step(placed.place, *[side] * far, *aside)
            for side in bent
            for far in range(1, 60)
            for aside in ((), ((side + 1) % 4,), ((side + 3) % 4,))
        }
        return not any("W" in self.laid.get(place, "") for place in ahead)

    def judge(self, shapes: set[str], ladder: Ladder) -> tuple[str, set[tuple[Place, str]]]:
        """Return the level of the test and where a tile may be laid, given its sides in all rotations."""
        possible = {(end.faced, edges) for end in self.ends for edges in shapes if self.matches(edges, end.faced)}
        for level, *tests in ladder:
            kept = {
                (place, edges)
                for place, edges in possible
                if all(test(self, self.placement(edges, place)) for test in tests)
            }
            if kept:
                return level, kept
        return "removed", set()

    def lay(self, edges: str, place: Place) -> None:
        """Follow the game."""
        placed = self.placement(edges, place)
        self.laid[place] = edges
        self.ends = placed.others + placed.new


Ladder = Sequence[tuple[str, *tuple[Callable[[Referee, Placement], bool], ...]]]
"""Levels from the strictest: their names and tests. The first is in force that leaves the tile a place."""
ARMS: Ladder = (("way", Referee.way), ("apart", Referee.apart), ("match",))
"""RIV2-LEGAL-3."""


def shape_of(edges: str) -> str:
    """Return the shape of the water on a tile."""
    if edges.count("W") == 2:
        return "straight" if edges[0] == edges[2] == "W" or edges[1] == edges[3] == "W" else "curve"
    return {1: "lake", 3: "fork"}[edges.count("W")]


def shapes_of(state: State, tile: str) -> set[str]:
    """Return the sides of a tile in all rotations."""
    printed = state.rules.catalogue.tiles[find_tile(state.rules, tile)]
    return {edges_text(printed, rotation) for rotation in range(4)}


def offered(state: State) -> dict[tuple[Place, str], int]:
    """Return where the engine lets the drawn tile be laid, and in which way up, with the actions."""
    printed = state.rules.catalogue.tiles[state.tile]
    places = [(action, *state.rules.kind_of(action).unpack(action)) for action in engine.options(state)]
    return {(xy(cell), edges_text(printed, rotation)): action for action, rotation, cell in places}


def down_the_arms(state: State, random: Random, prefix: str = "R2-", ladder: Ladder = ARMS) -> Counter[str]:
    """Play a river phase at random, compare every placement with the referee's, and count the levels of the test.

    The phase lasts while all tiles that may be drawn have ids with a prefix.
    """
    referee, levels = Referee(state), Counter[str]()
    while legal_kinds(state) == {"draw"} and all(tile.startswith(prefix) for tile in choices(state)):
        tile = random.choice(sorted(choices(state)))
        play(state, tile)
        shapes = shapes_of(state, tile)
        referee.left[shape_of(min(shapes))] -= 1
        level, expected = referee.judge(shapes, ladder)
        levels[level] += 1
        if state.tile == NO_TILE:
            assert level == "removed", f"{tile} was thrown away"
            continue
        found = offered(state)
        assert found.keys() == expected, f"{tile} at level {level}"
        place, edges = random.choice(sorted(found))
        engine.apply(state, found[place, edges])
        referee.lay(edges, place)
        if "-" in choices(state):
            play(state, "-")
    return levels
