"""The legal actions as a numbered list, and what a player types read against it.

Nothing here knows a kind of action by name: how one is listed follows from its fields, so every expansion is playable.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bastide.cli.sayings import deployment, value_word
from bastide.errors import BadNotation
from bastide.kernel.geometry import cell_text
from bastide.play.notation import action_text, edges_text
from bastide.rules.engine import actor
from bastide.rules.model import (
    CELL,
    CHANCE,
    PIECE,
    POINT,
    ROTATION,
    SEAT,
    SPOT,
    SPOT_BITS,
    SPOT_MASK,
    TILE,
    Action,
    Kind,
)
from bastide.rules.state import NO_TILE, State
from bastide.words import say

NUMBERS: Final = re.compile(r"([0-9]{1,6})(?:[ .,/]+([0-9]{1,6}))?")
NOTHING: Final = "-"
"""The sign of an action that leaves out what may be done; it is number 0."""


class Form(Enum):
    """What a kind of action asks for."""

    CELL = "a cell and a rotation for the tile"
    SPOT = "a piece and a segment"
    TILE = "a tile"
    POINT = "a point of the plane"
    PLAIN = "nothing more than its name"
    VALUE = "other numbers"


def form_of(kind: Kind) -> Form:
    """Return what a kind of action asks for, which follows from its fields."""
    if not kind.fields:
        return Form.PLAIN
    if kind.fields == (ROTATION, CELL):
        return Form.CELL
    if kind.fields == (PIECE, SPOT):
        return Form.SPOT
    if kind.fields == (POINT,):
        return Form.POINT
    return Form.TILE if kind.fields[-1] is TILE else Form.VALUE


@dataclass(frozen=True)
class Entry:
    """A numbered line of the list: its token, what it says, and the actions it stands for."""

    number: int
    token: str
    text: str
    ways: tuple[Action, ...]
    """One action, or the rotations in which the tile fits one cell."""


def entries(state: State, language: str) -> list[Entry]:
    """Return the legal actions as a list: placements by cell, nothing as number 0, everything else one by one.

    What comes out of a real bag, unless it is a tile, has its own number: one types what is printed on it.
    """
    found: list[Entry] = []
    groups: dict[tuple[int, int], list[Action]] = {}
    drawn = actor(state) == CHANCE
    for place, action in enumerate(state.legal):
        kind = state.rules.kind_of(action)
        values, form = kind.unpack(action), form_of(kind)
        if form is Form.PLAIN and kind.sign == NOTHING:
            found.append(_entry(state, 0, [action], language))
        elif drawn and form is Form.VALUE:
            found.append(_entry(state, values[-1], [action], language))
        else:
            groups.setdefault((0, values[-1]) if form is Form.CELL else (1, place), []).append(action)
    ways = [groups[key] for key in sorted(groups)]
    return found + [_entry(state, number, group, language) for number, group in enumerate(ways, start=1)]


def _entry(state: State, number: int, ways: list[Action], language: str) -> Entry:
    tiles, kind = state.rules.catalogue.tiles, state.rules.kind_of(ways[0])
    values, form = kind.unpack(ways[0]), form_of(kind)
    token, words = action_text(state, ways[0]), say(language, f"kind.{kind.name}")
    if form is Form.CELL:
        token = cell_text(values[-1])
        text = " ".join(edges_text(tiles[state.tile], kind.unpack(way)[0]) for way in ways)
    elif form is Form.SPOT:
        text = deployment(state, values[0], values[1], language)
        text = text if kind.sign is not None else f"{words}: {text}"
    elif form is Form.TILE:
        text = edges_text(tiles[values[-1]], 0) if not kind.sign else words
    elif form is Form.VALUE:
        said = [(p, v) for p, v in zip(kind.fields, values, strict=True) if p is not SEAT or actor(state) != CHANCE]
        texts = [value_word(state, part, value, language) for part, value in said]
        text = f"{words}: {', '.join(texts)}"
    else:
        text = words
    return Entry(number, token, text, tuple(ways))


def asked(state: State, listed: Sequence[Entry]) -> Form | None:
    """Return what the moment asks for: the form of the last entry, since nothing at all may come before it."""
    return form_of(state.rules.kind_of(listed[-1].ways[0])) if listed else None


def named_by_tile(state: State, listed: Sequence[Entry]) -> bool:
    """Say whether the choices are tiles, so that a picture of the hand with their numbers says it all."""
    return bool(listed) and asked(state, listed) is Form.TILE and not state.rules.kind_of(listed[-1].ways[0]).sign


def spots(state: State, listed: Sequence[Entry]) -> dict[int, int]:
    """Return the spots that choices speak of, each with the number of the first entry that does."""
    found: dict[int, int] = {}
    for entry in listed:
        kind = state.rules.kind_of(entry.ways[0])
        if form_of(kind) is Form.SPOT:
            found.setdefault(kind.unpack(entry.ways[0])[1], entry.number)
    return found


def marks(state: State, listed: Sequence[Entry]) -> dict[int, int]:
    """Return, for the segments of a tile that has just been laid, the number of the first entry that speaks of it."""
    new = state.board.cell[-1] if state.tile == NO_TILE else None
    return {spot & SPOT_MASK: number for spot, number in spots(state, listed).items() if spot >> SPOT_BITS == new}


def far_marks(state: State, listed: Sequence[Entry]) -> dict[int, str]:
    """Return the numbers of choices elsewhere than on the new tile, to be written on the board."""
    new = state.board.cell[-1] if state.tile == NO_TILE else None
    return {spot: f"[{number}]" for spot, number in spots(state, listed).items() if spot >> SPOT_BITS != new}


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


def drawn_token(state: State, text: str) -> str:
    """Return what was typed for a draw as a token, completed by what its kind of draw begins with."""
    kind = state.rules.kind_of(state.legal[0])
    head = f"{kind.name}:" if kind.sign is None else kind.sign
    return head + text.removeprefix(head)
