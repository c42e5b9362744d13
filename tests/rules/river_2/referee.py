"""A second opinion on where river tiles may be laid, worked out from the words of RIV2-PLACE and RIV2-LEGAL alone."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple

from bastide.kernel.geometry import xy
from bastide.play.notation import edges_text, find_tile
from bastide.rules import engine
from bastide.rules.state import NO_TILE, State
from tests.boards import choices, legal_kinds, play

Place = tuple[int, int]
NORTH, EAST, SOUTH, WEST = range(4)
STRAIGHT, RIGHT, LEFT = "straight", "right", "left"
WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def step(place: Place, *sides: int) -> Place:
    """Return the place some steps away."""
    return place[0] + sum(WAYS[side][0] for side in sides), place[1] + sum(WAYS[side][1] for side in sides)


class End(NamedTuple):
    """An open end: the place of its tile, the side where the water leaves, and how it turned on that tile."""

    place: Place
    side: int
    turn: str

    @property
    def faced(self) -> Place:
        return step(self.place, self.side)


def has_failed(end: End, ends: list[End], laid: dict[Place, str]) -> bool:
    """Return whether an end fails the strict test: six places before it, empty and faced by no other end."""
    ahead, left, right = end.side, (end.side + 3) % 4, (end.side + 1) % 4
    near, far = end.faced, step(end.faced, ahead)
    six = [near, step(near, left), step(near, right), far, step(far, left), step(far, right)]
    faced_by_others = [other.faced for other in ends if other is not end]
    return any(place in laid or place in faced_by_others for place in six)


class Referee:
    """Keeps its own map of tiles, as letters for their sides, and of the open ends of the river."""

    def __init__(self, state: State) -> None:
        board = state.board
        self.laid = {xy(cell): edges_text(board.tile(n), board.rotation(n)) for n, cell in enumerate(board.cell)}
        sources = [(place, edges) for place, edges in self.laid.items() if "W" in edges]
        self.ends = [End(place, edges.index("W"), STRAIGHT) for place, edges in sources]

    def after(self, edges: str, place: Place) -> tuple[list[End], list[End], End]:
        """Return the ends left alone by a placement, those of the new tile, and the one that it continues."""
        (met,) = (end for end in self.ends if end.faced == place)
        others = [end for end in self.ends if end is not met]
        turns = {met.side: STRAIGHT, (met.side + 1) % 4: RIGHT, (met.side + 3) % 4: LEFT}
        new = [End(place, side, turn) for side, turn in turns.items() if edges[side] == "W"]
        return others, new, met

    def allowed_at_all(self, edges: str, place: Place) -> bool:
        """RIV2-PLACE-2 to RIV2-PLACE-4: one river side meets an open end, all sides match, no arms are joined."""
        if place in self.laid:
            return False
        around = [self.laid.get(step(place, side)) for side in range(4)]
        if any(other is not None and other[(side + 2) % 4] != edges[side] for side, other in enumerate(around)):
            return False
        return [edges[side] for side, other in enumerate(around) if other is not None].count("W") == 1

    def level_a(self, edges: str, place: Place) -> bool:
        """RIV2-LEGAL-1."""
        others, new, _ = self.after(edges, place)
        tested = [end for end in others if not has_failed(end, self.ends, self.laid)] + new
        return not any(has_failed(end, others + new, {**self.laid, place: edges}) for end in tested)

    def level_b(self, edges: str, place: Place) -> bool:
        """RIV2-LEGAL-2."""
        others, new, met = self.after(edges, place)
        faced = [end.faced for end in others + new]
        if any(there in self.laid or there == place or faced.count(there) > 1 for there in faced):
            return False
        return all(end.turn == STRAIGHT or end.turn != met.turn for end in new)

    def judge(self, shapes: set[str], fork: bool) -> tuple[str, set[tuple[Place, str]]]:
        """Return the level of the test and where a tile may be laid, given its sides in all rotations."""
        possible = {
            (end.faced, edges) for end in self.ends for edges in shapes if self.allowed_at_all(edges, end.faced)
        }
        if not possible:
            return "removed", set()
        if fork:
            return "fork", possible
        for level, test in (("A", self.level_a), ("B", self.level_b)):
            if kept := {(place, edges) for place, edges in possible if test(edges, place)}:
                return level, kept
        return "C", possible

    def lay(self, edges: str, place: Place) -> None:
        """Follow the game."""
        others, new, _ = self.after(edges, place)
        self.laid[place] = edges
        self.ends = others + new


def shapes_of(state: State, tile: str) -> set[str]:
    """Return the sides of a tile in all rotations."""
    printed = state.rules.catalogue.tiles[find_tile(state.rules, tile)]
    return {edges_text(printed, rotation) for rotation in range(4)}


def offered(state: State) -> dict[tuple[Place, str], int]:
    """Return where the engine lets the drawn tile be laid, and in which way up, with the actions."""
    printed = state.rules.catalogue.tiles[state.tile]
    places = [(action, *state.rules.kind_of(action).unpack(action)) for action in engine.options(state)]
    return {(xy(cell), edges_text(printed, rotation)): action for action, rotation, cell in places}


def down_the_arms(state: State, random: Random, prefix: str = "R2-") -> Counter[str]:
    """Play a river phase at random, compare every placement with the referee's, and count the levels of the test.

    The phase lasts while all tiles that may be drawn have ids with a prefix.
    """
    referee, levels = Referee(state), Counter[str]()
    while legal_kinds(state) == {"draw"} and all(tile.startswith(prefix) for tile in choices(state)):
        tile = random.choice(sorted(choices(state)))
        play(state, tile)
        level, expected = referee.judge(shapes_of(state, tile), fork="fork" in tile)
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
