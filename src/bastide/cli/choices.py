"""The legal actions as a numbered list, and what a player types read against it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bastide.errors import BadNotation
from bastide.kernel.geometry import cell_text
from bastide.play.notation import FOLLOWER, action_text, edges_text
from bastide.rules.model import SPOT_BITS, SPOT_MASK, Action, Values
from bastide.rules.state import State
from bastide.words import Word, say

NUMBERS: Final = re.compile(r"([0-9]{1,6})(?:[ .,/]+([0-9]{1,6}))?")


@dataclass(frozen=True)
class Entry:
    """A numbered line of the list: its token, what it says, and the actions it stands for."""

    number: int
    token: str
    text: str
    ways: tuple[Action, ...]
    """One action, or the rotations in which the tile fits one cell."""


def entries(state: State, language: str) -> list[Entry]:
    """Return the legal actions as a list: placements by cell, nothing as number 0, everything else one by one."""
    kinds = [(state.rules.kind_of(action).name, action) for action in state.legal]
    nothing = [action for kind, action in kinds if kind == "pass"]
    cells: dict[int, list[Action]] = {}
    for kind, action in kinds:
        if kind == "place":
            cells.setdefault(state.rules.kind_of(action).unpack(action)[1], []).append(action)
    found = [_entry(state, 0, [action], language) for action in nothing]
    groups = [cells[cell] for cell in sorted(cells)] + [[a] for kind, a in kinds if kind not in ("place", "pass")]
    return found + [_entry(state, number, group, language) for number, group in enumerate(groups, start=1)]


def _entry(state: State, number: int, ways: list[Action], language: str) -> Entry:
    rules, action = state.rules, ways[0]
    kind = rules.kind_of(action)
    values = kind.unpack(action)
    token = action_text(state, action)
    text = say(language, f"kind.{kind.name}")
    if kind.name == "place":
        tile = rules.catalogue.tiles[state.tile]
        token = cell_text(values[1])
        text = " ".join(edges_text(tile, kind.unpack(way)[0]) for way in ways)
    elif kind.name == "deploy":
        text = _deployment(state, values, language)
    elif kind.name == "pick":
        text = edges_text(rules.catalogue.tiles[values[0]], 0)
    return Entry(number, token, text, tuple(ways))


def _deployment(state: State, what: Values, language: str) -> str:
    """Return what a piece would be, and how far the feature that it would stand on has come."""
    kind, spot = what
    features = state.board.features
    feature = features.root[state.board.segment(spot >> SPOT_BITS, spot & SPOT_MASK)]
    site = state.rules.sites[features.kind[feature]]
    name = state.board.catalogue.kinds[features.kind[feature]]
    piece = state.rules.pieces[kind].name
    values = {
        "role": Word(f"role.{site.role}") if site is not None and piece == FOLLOWER else Word(f"piece.{piece}"),
        "feature": Word(f"feature.{name}"),
        "tiles": features.size(feature),
    }
    complete = site is not None and site.completes and not features.open[feature]
    return say(language, "table.deploy_complete" if complete else "table.deploy", values)


def main_kind(state: State, listed: Sequence[Entry]) -> str:
    """Return the kind of the last entry, which tells a placement, a piece and a tile of the hand apart."""
    return state.rules.kind_of(listed[-1].ways[0]).name if listed else ""


def marks(state: State, listed: Sequence[Entry]) -> dict[int, int]:
    """Return, for the segments of the tile laid last, the number of the first entry that puts a piece there."""
    found: dict[int, int] = {}
    for entry in listed:
        kind = state.rules.kind_of(entry.ways[0])
        if kind.name == "deploy":
            found.setdefault(kind.unpack(entry.ways[0])[1] & SPOT_MASK, entry.number)
    return found


def by_number(listed: Sequence[Entry], text: str) -> tuple[Entry, int | None] | None:
    """Read ``3`` or ``3 2``: an entry and, if it is said, which of its ways; None if it is not numbers at all."""
    read = NUMBERS.fullmatch(text)
    if read is None:
        return None
    entry = next((entry for entry in listed if entry.number == int(read[1])), None)
    way = int(read[2]) - 1 if read[2] else None
    if entry is None or (way is not None and not 0 <= way < len(entry.ways)):
        raise BadNotation("not_a_choice", found=text, first=listed[0].number, last=listed[-1].number)
    return entry, way if len(entry.ways) > 1 else 0
