"""Names of places: what to call a feature in words, so that everybody speaks of the same city.

A name is its kind and the first of these that tells it apart: who alone holds it, how large it is, in which quarter it
lies seen from the start tile, and of which named feature it is a neighbour. A name stays with a feature until it merges
with another that has one, or until somebody is the first to settle there. Names follow from what is public alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, cast

from bastide.kernel.features import numbers_in
from bastide.kernel.geometry import cell_at, xy
from bastide.kernel.kinds import KINDS, LAND, SPACES, Shape
from bastide.rules.events import Event
from bastide.rules.model import Seat
from bastide.rules.ruleset import FOLLOWERS, LANE
from bastide.rules.scoring import is_complete
from bastide.rules.state import State
from bastide.wire.values import Neighbour, Place, PlaceName, Spot, TileChange

Names = Mapping[int, PlaceName]
"""The names that were given, each by a segment of its feature."""
Centre = tuple[int, int, int]
"""The sums of the columns and rows of some tiles, seen from the start tile, and the number of these tiles."""

CENTRE: Final = "C"
"""The quarter around the start tile."""
NEAR_START: Final = 1.5
"""Tiles from the start tile within which everything is in the centre."""
FAR: Final = 4
"""Tiles from the start tile beyond which a quarter may be far."""
FAR_SHARE: Final = 0.7
"""The part of the way to the outermost tile beyond which it is."""
NEIGHBOURS: Final = 3
"""How many of the nearest named features are tried as neighbours."""
BUILT: Final = frozenset(kind.name for kind in KINDS.values() if kind.shape in (Shape.BUILDING, Shape.PLOT))
"""Kinds of features that stand inside a tile."""
UNNAMED: Final = frozenset(kind.name for kind in KINDS.values() if kind.shape in (Shape.RIVER, Shape.WALL, Shape.SPACE))
"""Kinds of features of which it is never said that a tile adds to them."""
ORDER: Final = {name: number for number, name in enumerate(KINDS)}


def with_places(state: State, events: Sequence[Event], names: Names) -> tuple[list[Event], Names]:
    """Return the events of an action with the names of the places they mention, and all names after it.

    ``state`` is the one after the action, and ``names`` are those before it.
    """
    if not any("cell" in event.facts for event in events):
        return list(events), names
    gazetteer = _Gazetteer(state, events, names)
    named = [gazetteer.named(event) for event in events]
    return named, gazetteer.lasting()


def places_at(state: State, names: Names, spots: Iterable[Spot]) -> list[Place]:
    """Return what to call the features of some segments: their names, or kind and quarter of those without one."""
    board, gazetteer = state.board, _Gazetteer(state, (), names)
    root = board.features.root
    given = {root[segment]: name for segment, name in names.items()}
    segments = [board.segment(cell_at(x, y), local) for x, y, local in spots]
    return [_place(state, s, given.get(root[s]) or gazetteer.described(root[s])) for s in segments]


def _place(state: State, segment: int, name: PlaceName) -> Place:
    cell, local = state.board.place_of(segment)
    return cast("Place", {**name, "at": [*xy(cell), local], "id": state.board.features.root[segment]})


class _Gazetteer:
    """The names of places after one action."""

    def __init__(self, state: State, events: Sequence[Event], names: Names) -> None:
        self.state = state
        self.names = dict(names)
        self.root = state.board.features.root
        self.scored: dict[int, Sequence[int]] = {}
        """The strengths in features that were scored, whose followers have gone home."""
        for event in events:
            if event.name == "scored" and (segment := self._segment(event)) is not None:
                self.scored[self.root[segment]] = cast("Sequence[int]", event.facts["strengths"])
        self.centres: dict[int, Centre] = {}
        self.reach: int | None = None

    def named(self, event: Event) -> Event:
        """Return an event with the name of its place."""
        if event.name == "placed":
            return self._placed(event)
        segment = self._segment(event)
        if segment is None:
            return event
        root = self.root[segment]
        name = self._settled(root) if event.name == "deployed" else self._name(root)
        return Event(event.name, event.seat, {**event.facts, "place": _place(self.state, segment, name)}, event.private)

    def lasting(self) -> Names:
        """Return the names that stay: whoever completes a city may call the next one theirs."""
        names, state = self.names, self.state
        if not self.scored:
            return names
        return {s: n for s, n in names.items() if "owner" not in n or not is_complete(state, self.root[s])}

    def _segment(self, event: Event) -> int | None:
        facts, board = event.facts, self.state.board
        if "segment" not in facts or "cell" not in facts:
            return None
        x, y = cast("tuple[int, int]", facts["cell"])
        return board.segment(cell_at(x, y), cast("int", facts["segment"]))

    # What a tile does

    def _placed(self, event: Event) -> Event:
        """Say of a tile which feature matters most, and what it does to it."""
        board = self.state.board
        x, y = cast("tuple[int, int]", event.facts["cell"])
        segments = board.segments_of(board.tile_at[cell_at(x, y)])
        changes = [(self._change(root, segments), root) for root in dict.fromkeys(self.root[s] for s in segments)]
        changes = [(change, root) for change, root in changes if change is not None]
        if not changes:
            return event
        change, root = min(changes, key=self._importance)
        segment = next(s for s in segments if self.root[s] == root)
        facts = {**event.facts, "change": change, "size": board.features.size(root)}
        if change == "joins":
            facts["joined"] = [_place(self.state, s, name) for s, name in self._given(root).items()]
        new = change in ("starts", "builds")
        name = self.described(root) if new else self._name(root)
        return Event(event.name, event.seat, {**facts, "place": _place(self.state, segment, name)}, event.private)

    def _change(self, root: int, segments: Sequence[int]) -> TileChange | None:
        kind, features = self._kind(root), self.state.board.features
        if kind in UNNAMED:
            return None
        if kind in BUILT:
            return "builds"
        if len(self._given(root)) > 1:
            return "joins"
        if kind not in LAND and is_complete(self.state, root):
            return "finishes"
        return "starts" if features.length[root] == sum(self.root[s] == root for s in segments) else "adds"

    def _importance(self, changed: tuple[TileChange | None, int]) -> tuple[object, ...]:
        change, root = changed
        features = self.state.board.features
        kind = self._kind(root)
        rank = ("builds", "joins", "finishes", "adds", "starts").index(change or "starts")
        held = features.column[FOLLOWERS][root] > 0
        return kind in LAND, rank, not held, -features.size(root), ORDER[kind], root

    # Names

    def _given(self, root: int) -> dict[int, PlaceName]:
        return {segment: name for segment, name in self.names.items() if self.root[segment] == root}

    def _name(self, root: int) -> PlaceName:
        """Return the name of a feature, which gets one if it has none, or if it has several since it merged."""
        if self._kind(root) in SPACES:
            return {"kind": self._kind(root)}
        given = self._given(root)
        if len(given) == 1:
            return next(iter(given.values()))
        for segment in given:
            del self.names[segment]
        name = self._new_name(root)
        self.names[root] = name
        return name

    def _settled(self, root: int) -> PlaceName:
        """Return the name of a feature where a follower was just put: whoever is alone there lends it theirs."""
        name = self._name(root)
        for parts in () if "owner" in name or root in self.scored else self._by_owner(root, self._alike(root)):
            if (own := _named(self._kind(root), parts)) not in self.names.values():
                self.names = {s: n for s, n in self.names.items() if self.root[s] != root}
                self.names[root] = name = own
        return name

    def _alike(self, root: int) -> list[int]:
        """Return all other features of the same kind."""
        features = self.state.board.features
        number = features.kind[root]
        return [s for s, other in enumerate(features.root) if s == other and features.kind[s] == number and s != root]

    def _new_name(self, root: int) -> PlaceName:
        kind = self._kind(root)
        features, alike = self.state.board.features, self._alike(root)
        used = list(self.names.values())
        candidates = (*self._by_owner(root, alike), *self._by_size(root, alike))
        for parts in candidates:
            if (name := _named(kind, parts)) not in used:
                return name
        known = {self.root[segment] for segment in self.names}
        rivals = [
            other
            for other in alike
            if other in known or features.column[FOLLOWERS][other] or features.size(other) >= features.size(root)
        ]
        quarter, here = self.described(root), self._quarter(root)
        if quarter not in used and all(self._quarter(other) != here for other in rivals):
            return quarter
        for neighbour in self._by_neighbour(root, rivals):
            if (name := _named(kind, {"beside": neighbour})) not in used:
                return name
        return quarter

    def described(self, root: int) -> PlaceName:
        """Return the kind of a feature and the quarter it lies in."""
        if self._kind(root) in SPACES:
            return {"kind": self._kind(root)}
        quarter, far = self._quarter(root)
        return _named(self._kind(root), {"quarter": quarter, "far": True} if far else {"quarter": quarter})

    def _by_owner(self, root: int, alike: Sequence[int]) -> Iterator[Mapping[str, object]]:
        """Who holds the land is an aid that a table may do without, so no name tells it."""
        if self._kind(root) in LAND:
            return
        followers = self.state.board.features.column[FOLLOWERS]
        lanes = self.scored.get(root) or [followers[root] >> LANE * seat & 255 for seat in range(self.state.players)]
        holders: list[Seat] = [seat for seat, strength in enumerate(lanes) if strength]
        if len(holders) == 1:
            (seat,) = holders
            if not any(followers[other] >> LANE * seat & 255 for other in alike):
                yield {"owner": seat}

    def _by_size(self, root: int, alike: Sequence[int]) -> Iterator[Mapping[str, object]]:
        """What is open grows, and its size would soon be wrong."""
        state, features = self.state, self.state.board.features
        kind = self._kind(root)
        if kind in BUILT or kind in LAND or not (is_complete(state, root) or state.pc >= state.rules.final_start):
            return
        if all(features.size(other) != features.size(root) for other in alike):
            yield {"size": features.size(root)}

    def _quarter(self, root: int) -> tuple[str, bool]:
        dx, dy, tiles = self._centre(root)
        away = max(abs(dx), abs(dy))
        if away < NEAR_START * tiles:
            return CENTRE, False
        return _direction(dx, dy), away >= FAR * tiles and away >= FAR_SHARE * self._reach() * tiles

    def _reach(self) -> int:
        """Return how far the outermost tile is from the start tile."""
        if self.reach is None:
            cells = [xy(cell) for cell in self.state.board.cell]
            (x0, y0), columns, rows = cells[0], [x for x, _ in cells], [y for _, y in cells]
            self.reach = max(max(columns) - x0, x0 - min(columns), max(rows) - y0, y0 - min(rows))
        return self.reach

    def _by_neighbour(self, root: int, rivals: Sequence[int]) -> Iterator[Neighbour]:
        named = {self.root[segment]: name for segment, name in self.names.items() if "beside" not in name}
        nearest = sorted(
            (other for other in named if other != root), key=lambda other: (self._apart(root, other), other)
        )
        for other in nearest[:NEIGHBOURS]:
            side, apart = self._side(root, other), self._apart(root, other)
            if apart and not any(self._side(r, other) == side and self._apart(r, other) <= apart for r in rivals):
                yield {"side": side, "name": named[other]}

    def _side(self, root: int, seen_from: int) -> str:
        """Return the direction in which a feature lies, seen from another."""
        (ax, ay, an), (bx, by, bn) = self._centre(root), self._centre(seen_from)
        return _direction(ax * bn - bx * an, ay * bn - by * an)

    def _apart(self, one: int, other: int) -> float:
        """Return how far the centres of two features are apart, squared, in tiles."""
        (ax, ay, an), (bx, by, bn) = self._centre(one), self._centre(other)
        return ((ax * bn - bx * an) ** 2 + (ay * bn - by * an) ** 2) / (an * bn) ** 2

    def _centre(self, root: int) -> Centre:
        centre = self.centres.get(root)
        if centre is None:
            board = self.state.board
            built = self._kind(root) in BUILT
            numbers = [board.tile_of(root)] if built else numbers_in(board.features.tiles[root])
            x0, y0 = xy(board.cell[0])
            cells = [xy(board.cell[number]) for number in numbers]
            centre = sum(x - x0 for x, _ in cells), sum(y - y0 for _, y in cells), len(cells)
            self.centres[root] = centre
        return centre

    def _kind(self, root: int) -> str:
        board = self.state.board
        return board.catalogue.kinds[board.features.kind[root]]


def _named(kind: str, parts: Mapping[str, object]) -> PlaceName:
    return cast("PlaceName", {**parts, "kind": kind})


def _direction(dx: int, dy: int) -> str:
    """Return one of eight directions.

    >>> _direction(3, 1), _direction(-2, -2), _direction(0, 5)
    ('E', 'NW', 'S')
    """
    north_south = "" if 2 * abs(dy) < abs(dx) else "N" if dy < 0 else "S"
    east_west = "" if 2 * abs(dx) < abs(dy) else "W" if dx < 0 else "E"
    return north_south + east_west
