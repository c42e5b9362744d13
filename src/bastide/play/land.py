"""What anyone could work out by looking at the board: who holds what, what it is worth, and what still fits where.

Nothing here is a rule, and nothing changes the state that is looked at. Mask the state first if the answer is for
somebody who may not know all of it (`play.masking`); `forecast` does so itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bastide.kernel.geometry import xy
from bastide.play.masking import HIDDEN, mask
from bastide.rules.engine import apply, is_held, settle
from bastide.rules.model import Action, Line, Seat, Site
from bastide.rules.pieces import lift, put, seat_of
from bastide.rules.ruleset import FOLLOWERS
from bastide.rules.scoring import (
    completed_by_last_tile,
    is_complete,
    majority,
    points,
    strengths,
    value,
    value_if_complete,
)
from bastide.rules.state import NO_TILE, State
from bastide.wire.messages import FeatureFacts, PlacementHint

PLACE: Final = "place"
PASS: Final = "pass"
RETURN: Final = "return"
"""The step with which the scoring of a turn ends."""

Place = tuple[int, int, int]
"""Column and row of a tile, and the number of a segment on it."""


@dataclass(frozen=True)
class Feature:
    """One feature of the board, and what it means to those who hold it."""

    kind: str
    at: tuple[Place, ...]
    """All segments that belong to it, in the order in which their tiles were laid."""
    tiles: int
    """On how many tiles it lies; of a building that is to be surrounded, how many there are of the nine."""
    open: int
    """How many sides, or cells around it, still wait for a tile."""
    complete: bool
    holders: tuple[tuple[Seat, int], ...] = ()
    """Every seat with followers there, and how strong they are."""
    owners: tuple[Seat, ...] = ()
    """Who would score it."""
    tie: str | None = None
    """What decided among equals, if anything had to."""
    now: int | None = None
    """What it would pay if the game ended at this moment; None if it never pays."""
    full: int | None = None
    """What it would pay if it were complete with the tiles it has, or, if it is to be surrounded, with all nine."""
    lines: tuple[Line, ...] = ()
    """Of what that is the sum which it would pay now."""
    gets: tuple[tuple[Seat, int], ...] = ()
    """What every owner would get now, with what that seat alone has on top; none if others have a say in it."""
    land: bool = False
    """Whether it pays at the end of the game only."""

    def to_json(self) -> FeatureFacts:
        """Return all of it as plain data."""
        told = self.outline()
        told["holders"] = [list(held) for held in self.holders]
        told["owners"] = list(self.owners)
        told["now"], told["full"] = self.now, self.full
        if self.lines:
            told["lines"] = [list(line) for line in self.lines]
        if any(got != self.now for _, got in self.gets):
            told["gets"] = [list(got) for got in self.gets]
        if self.tie is not None:
            told["tie"] = self.tie
        return told

    def outline(self) -> FeatureFacts:
        """Return as plain data where it is and how far, but not who holds it nor what it is worth."""
        return {
            "kind": self.kind,
            "at": [list(place) for place in self.at],
            "tiles": self.tiles,
            "open": self.open,
            "complete": self.complete,
        }


def features(state: State) -> list[Feature]:
    """Return every feature of the board, in the order in which they were begun; every segment is in exactly one."""
    board = state.board
    members: dict[int, list[Place]] = {}
    for number, cell in enumerate(board.cell):
        x, y = xy(cell)
        for local, segment in enumerate(board.segments_of(number)):
            members.setdefault(board.features.root[segment], []).append((x, y, local))
    worth = _Worth(state)
    return [_feature(state, worth, feature, tuple(at)) for feature, at in members.items()]


def _feature(state: State, worth: _Worth, feature: int, at: tuple[Place, ...]) -> Feature:
    board, rules = state.board, state.rules
    kind = board.features.kind[feature]
    site = rules.sites[kind]
    held = board.features.column[FOLLOWERS][feature]
    holders = [(seat, n) for seat, n in enumerate(strengths(state, [feature])) if n] if held else []
    name, tiles, still_open = board.catalogue.kinds[kind], board.features.size(feature), _open(state, feature)
    if site is None:
        return Feature(name, at, tiles, still_open, complete=False, holders=tuple(holders))
    owners, tie = majority(state, [feature]) if held else ([], None)
    alone = _is_judged_alone(state, kind, site)
    lines = value(state, feature) if alone else worth.at_the_end(feature)
    return Feature(
        name,
        at,
        tiles,
        still_open,
        complete=site.completes and is_complete(state, feature),
        holders=tuple(holders),
        owners=tuple(owners),
        tie=tie,
        now=points(lines),
        full=points(worth.complete(feature)) if site.completes else None,
        lines=tuple(lines),
        gets=tuple((seat, _share(state, feature, seat, lines)) for seat in owners) if alone else (),
        land=not site.completes,
    )


def _is_judged_alone(state: State, kind: int, site: Site) -> bool:
    """Say whether a feature has a value of its own; else it takes part in the score of what it touches."""
    return site.completes or bool(state.rules.terms[kind])


def _open(state: State, feature: int) -> int:
    """Return how many sides or cells a feature waits for; one that waits for others waits for theirs."""
    found = state.board.features
    if found.kind[feature] in state.rules.waiting:
        return sum(found.open[touched] for touched in found.touched(feature))
    return found.open[feature]


def _share(state: State, feature: int, seat: Seat, lines: Sequence[Line]) -> int:
    """Return what a seat gets of a score, with what it alone has on top."""
    own = list(lines)
    for bonus in state.rules.bonuses[state.board.features.kind[feature]]:
        bonus(state, [feature], seat, own)
    return points(own)


class _Worth:
    """What features would be worth if the board were not quite as it is; tried out on copies of the state."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.trial = state.copy()
        self.empty: State | None = None
        """The board without anybody's pieces."""

    def complete(self, feature: int) -> list[Line]:
        """Return what a feature would be worth if nothing of it were open any more."""
        return value_if_complete(self.trial, feature)

    def at_the_end(self, feature: int) -> list[Line]:
        """Return what a single follower that stands in a feature, and nobody else anywhere, would score at the end."""
        if not self.state.board.features.touches[feature]:
            return []
        rules = self.state.rules
        trial = self._without_pieces().copy()
        put(trial, 0, rules.piece_number[rules.plain], feature)
        trial.events = []
        _to_the_end(trial)
        totals: dict[tuple[str, int], int] = {}
        for event in trial.events:
            if event.seat is None and isinstance(told := event.facts.get("lines"), list):
                for label, times, each in told:
                    totals[label, each] = totals.get((label, each), 0) + times
        return [Line(label, times, each) for (label, each), times in totals.items()]

    def _without_pieces(self) -> State:
        if self.empty is None:
            self.empty = self.state.copy()
            for piece in [piece for piece in self.state.pieces if seat_of(piece) < self.state.players]:
                lift(self.empty, piece)
        return self.empty


def forecast(state: State, seat: Seat | None = None) -> list[int]:
    """Return what the scores would be if the game ended here, as far as a seat (or, with None, a spectator) can tell.

    Whoever may still pass in this turn does, then the end of the game is scored. What is hidden counts for nothing.
    """
    trial = mask(state, seat)
    if trial.pc >= len(trial.rules.program):
        return trial.score
    at, passing = trial.rules.at, trial.rules.code[PASS]
    if passing in state.legal:
        trial.legal = [passing]
    while at[PLACE] < trial.pc < at[RETURN] and passing in trial.legal:
        apply(trial, passing)
    _to_the_end(trial)
    return trial.score


def _to_the_end(state: State) -> None:
    """Score the end of the game, from where it is or at once; whoever is asked something passes, or does not care."""
    before_the_end = state.pc < state.rules.final_start
    state.pc = max(state.pc, state.rules.final_start)
    if before_the_end or is_held(state):
        settle(state, arrived=True)
    passing = state.rules.code[PASS]
    while state.legal:
        apply(state, passing if passing in state.legal else state.legal[0])


def holes(state: State) -> list[tuple[int, int]]:
    """Return the empty cells beside the board where no tile that may still come could be laid as the board is now."""
    rules, board = state.rules, state.board
    tiles = {*state.hand, state.tile} - {NO_TILE, HIDDEN}
    if state.left or HIDDEN in state.hand:
        tiles |= {tile for tile, copies in enumerate(state.bag) if copies}
    if not tiles:
        return []
    free = [board.catalogue.rotations[tile] for tile in tiles if not rules.fits[tile]]
    watched = [tile for tile in tiles if rules.fits[tile]]
    fillable = {wanted: any(fits[wanted] for fits in free) for wanted in set(board.wanted.values())}
    return [
        xy(cell)
        for cell, wanted in board.wanted.items()
        if not fillable[wanted] and not any(_may_lie(state, tile, cell, wanted) for tile in watched)
    ]


def _may_lie(state: State, tile: int, cell: int, wanted: int) -> bool:
    """Say whether a tile fits a cell in some rotation to which no expansion objects."""
    return any(
        all(veto.allows(state, tile, rotation, cell) for veto in state.rules.fits[tile])
        for rotation in state.board.catalogue.rotations[tile][wanted]
    )


@dataclass(frozen=True)
class Hint:
    """What laying a tile somewhere would do."""

    finishes: tuple[tuple[str, int], ...]
    """The features it would complete: kind, and number of tiles."""
    meets: tuple[tuple[str, int, tuple[Seat, ...]], ...]
    """The features it would extend or join: kind, number of tiles then, and the seats that would have followers there.

    Those that pay at the end only are left out."""

    def to_json(self) -> PlacementHint:
        """Return the hint as plain data."""
        return {
            "finishes": [list(found) for found in self.finishes],
            "meets": [[kind, tiles, list(seats)] for kind, tiles, seats in self.meets],
        }


def hints(state: State) -> list[Hint | None]:
    """Return, for every option, what laying the tile there would do; None for options of other kinds."""
    kind = state.rules.kinds[state.rules.code[PLACE]]
    return [_hint(state, option) if state.rules.kind_of(option) is kind else None for option in state.legal]


def _hint(state: State, option: Action) -> Hint:
    trial = state.copy()
    rotation, cell = trial.rules.kind_of(option).unpack(option)
    board = trial.board
    board.place(trial.tile, rotation, cell)
    finished = [(_kind(trial, feature), board.features.size(feature)) for feature in completed_by_last_tile(trial)]
    met = [
        (_kind(trial, feature), board.features.size(feature), _present(trial, feature))
        for feature in _extended(trial)
        if (site := trial.rules.sites[board.features.kind[feature]]) is not None and site.completes
    ]
    return Hint(tuple(finished), tuple(met))


def _extended(state: State) -> Iterable[int]:
    """Return the features that the tile laid last has become part of, each once; not those that it has alone."""
    board = state.board
    found = board.features
    new = [found.root[segment] for segment in board.segments_of(len(board.laid) - 1)]
    joined = [feature for feature in new if found.length[feature] > new.count(feature)]
    return dict.fromkeys([*joined, *(found.root[segment] for segment in board.surrounded)])


def _kind(state: State, feature: int) -> str:
    return state.board.catalogue.kinds[state.board.features.kind[feature]]


def _present(state: State, feature: int) -> tuple[Seat, ...]:
    return tuple(seat for seat, strength in enumerate(strengths(state, [feature])) if strength)
