"""Scoring: what a feature is worth, line by line, and who gets it.

A value is always the sum of its lines, so a score cannot differ from its explanation. Lines carry message ids and
numbers; words are made only when somebody reads them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bastide.kernel.geometry import Cell, xy
from bastide.rules.events import tell
from bastide.rules.model import Line, Seat
from bastide.rules.pieces import segment_of
from bastide.rules.ruleset import FOLLOWERS, LANE
from bastide.rules.state import State


def value(state: State, feature: int) -> list[Line]:
    """Return what a feature is worth now, complete or not, through all layers of the rules."""
    lines: list[Line] = []
    for count in state.rules.terms[state.board.features.kind[feature]]:
        count(state, feature, lines)
    return lines


def value_if_complete(state: State, feature: int) -> list[Line]:
    """Return what a feature would be worth if nothing of it were open any more. The state is left as it was."""
    board = state.board
    found = board.features
    waits = found.kind[feature] in state.rules.waiting
    closed = [other for other in (found.touched(feature) if waits else (feature,)) if found.open[other]]
    before = [found.open[other] for other in closed]
    tiles, number = found.tiles[feature], board.tile_of(feature)
    if feature - board.first[number] in board.catalogue.surrounded[board.laid[number] // 4]:
        found.tiles[feature] |= ((1 << found.open[feature]) - 1) << len(board.laid)
    for other in closed:
        found.open[other] = 0
    lines = value(state, feature)
    for other, count in zip(closed, before, strict=True):
        found.open[other] = count
    found.tiles[feature] = tiles
    return lines


def points(lines: Sequence[Line]) -> int:
    """Return the sum of a score's lines."""
    return sum(line.times * line.each for line in lines)


def strengths(state: State, features: Sequence[int]) -> list[int]:
    """Return the strength of every seat's followers in some features together."""
    followers = state.board.features.column[FOLLOWERS]
    lanes = 0
    for feature in features:
        lanes += followers[feature]
    return [lanes >> LANE * seat & 255 for seat in range(state.players)]


def majority(state: State, features: Sequence[int]) -> tuple[list[Seat], str | None]:
    """Return the seats with the majority in some features together (BASE-TERM-7), and what decided a tie, if any."""
    strength = strengths(state, features)
    best = max(strength)
    if not best:
        return [], None
    seats = [seat for seat, mine in enumerate(strength) if mine == best]
    decided = None
    for tie in state.rules.ties:
        if len(seats) == 1:
            break
        terms = [tie.count(state, features, seat) for seat in seats]
        first = [seat for seat, term in zip(seats, terms, strict=True) if term == max(terms)]
        if len(first) < len(seats):
            seats, decided = first, tie.label
    return seats, decided


def award(
    state: State, feature: int, lines: Sequence[Line], judged_in: Sequence[int] = (), event: str = "scored"
) -> None:
    """Give the points of a feature to those who hold it, or who hold the other features it is judged in."""
    counted = judged_in or [feature]
    shares: dict[tuple[Line, ...], list[Seat]] = {}
    winners, decided = majority(state, counted)
    for seat in winners:
        own = list(lines)
        for bonus in state.rules.bonuses[state.board.features.kind[counted[0]]]:
            bonus(state, counted, seat, own)
        shares.setdefault(tuple(own), []).append(seat)
        state.score[seat] += points(own)
    if state.events is not None:
        for share, seats in shares.items():
            told = {"lines": [list(line) for line in share], "points": points(share), "winners": seats, "tie": decided}
            _tell_award(state, event, feature, counted, told)


def _tell_award(state: State, event: str, feature: int, counted: Sequence[int], share: Mapping[str, object]) -> None:
    board = state.board
    cell = first_cell(state, feature)
    segments = board.segments_of(board.tile_at[cell])
    facts = {
        "feature": board.catalogue.kinds[board.features.kind[feature]],
        "complete": is_complete(state, feature),
        "cell": xy(cell),
        "segment": next(i for i, segment in enumerate(segments) if board.features.root[segment] == feature),
        "cells": [xy(cell) for n, cell in enumerate(board.cell) if board.features.tiles[feature] >> n & 1],
        "strengths": strengths(state, counted),
    }
    tell(state, event, None, {**facts, **share})


def grant(
    state: State, seat: Seat, lines: Sequence[Line], event: str, more: Mapping[str, object] = MappingProxyType({})
) -> None:
    """Give a seat points that no majority decides, and tell more about them if there is more to tell."""
    state.score[seat] += points(lines)
    if state.events is not None:
        told = {"lines": [list(line) for line in lines], "points": points(lines), "winners": [seat]}
        tell(state, event, seat, {**told, **more})


def leaders(state: State) -> list[Seat]:
    """Return the seats with most points (BASE-FINAL-5)."""
    best = max(state.score)
    return [seat for seat, score in enumerate(state.score) if score == best]


def first_cell(state: State, feature: int) -> Cell:
    """Return where a feature begins as one reads the board, row by row."""
    board = state.board
    return min(board.cell[board.tile_of(segment)] for segment in board.features.members(feature))


def in_order(state: State, features: Sequence[int]) -> list[int]:
    """Return features in the order of scoring: by kind, then as one reads the board, row by row (BASE-SCORE-2).

    Of several that begin on the same tile, the one whose first segment was laid first comes first.
    """

    def place(feature: int) -> tuple[int, Cell, int]:
        features = state.board.features
        site = state.rules.sites[features.kind[feature]]
        return site.order if site else 0, first_cell(state, feature), min(features.members(feature))

    return sorted(features, key=place)


def in_telling_order(state: State, features: Sequence[int]) -> Sequence[int]:
    """Return features whose scores do not depend on each other in the order in which they are told, if they are."""
    return features if state.events is None else in_order(state, features)


def is_complete(state: State, feature: int) -> bool:
    """Say whether a feature is complete: nothing of it is open, or nothing that it waits for."""
    features = state.board.features
    if features.kind[feature] in state.rules.waiting:
        return not any(features.open[touched] for touched in features.touched(feature))
    return not features.open[feature]


def completed_by_last_tile(state: State) -> list[int]:
    """Return the features that the tile laid last completed, occupied or not, in the order of scoring."""
    board, sites = state.board, state.rules.sites
    features = board.features
    root, still_open = features.root, features.open
    segments: Sequence[int] = range(board.first[-1], len(root))
    if board.surrounded:
        segments = [*segments, *board.surrounded]
    found = set()
    for segment in segments:
        feature = root[segment]
        if not still_open[feature]:
            site = sites[features.kind[feature]]
            if site is not None and site.completes and not site.waits:
                found.add(feature)
    if found and state.rules.waiting:
        held = {root[segment_of(piece)] for piece in state.pieces}
        found |= {f for f in held if features.kind[f] in state.rules.waiting and is_complete(state, f)}
    return in_order(state, list(found)) if len(found) > 1 else list(found)
