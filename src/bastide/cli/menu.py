"""The menu of legal actions: numbered items, and the parser of the player's input.

Kinds of actions are not known by name here. The fields of a kind decide how it is listed, so every expansion works.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bastide.cli.descriptions import deployment, value_word
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
"""The sign of passing, which has number 0."""


class Form(Enum):
    """The form of a kind of action: the input that it needs."""

    CELL = "a cell and a rotation for the tile"
    SPOT = "a piece and a segment"
    TILE = "a tile"
    POINT = "a point of the plane"
    PLAIN = "nothing more than its name"
    VALUE = "other numbers"


def form_of(kind: Kind) -> Form:
    """Return the form of a kind of action, given its fields."""
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
class MenuItem:
    """A numbered line of the menu: its token, its text and its actions."""

    number: int
    token: str
    text: str
    actions: tuple[Action, ...]
    """One action, or the rotations in which the tile fits one cell."""


def menu_items(state: State, language: str) -> list[MenuItem]:
    """Return the menu of a state: placements grouped by cell, passing as number 0, everything else one by one.

    Draws other than tiles are numbered by their value, so that players with a real bag type what is printed on a token.
    """
    items: list[MenuItem] = []
    groups: dict[tuple[int, int], list[Action]] = {}
    drawn = actor(state) == CHANCE
    for place, action in enumerate(state.legal):
        kind = state.rules.kind_of(action)
        values, form = kind.unpack(action), form_of(kind)
        if form is Form.PLAIN and kind.sign == NOTHING:
            items.append(_item(state, 0, [action], language))
        elif drawn and form is Form.VALUE:
            items.append(_item(state, values[-1], [action], language))
        else:
            groups.setdefault((0, values[-1]) if form is Form.CELL else (1, place), []).append(action)
    ordered = [groups[key] for key in sorted(groups)]
    return items + [_item(state, number, group, language) for number, group in enumerate(ordered, start=1)]


def _item(state: State, number: int, actions: list[Action], language: str) -> MenuItem:
    tiles, kind = state.rules.catalogue.tiles, state.rules.kind_of(actions[0])
    values, form = kind.unpack(actions[0]), form_of(kind)
    token, words = action_text(state, actions[0]), say(language, f"kind.{kind.name}")
    if form is Form.CELL:
        token = cell_text(values[-1])
        text = " ".join(edges_text(tiles[state.tile], kind.unpack(action)[0]) for action in actions)
    elif form is Form.SPOT:
        text = deployment(state, values[0], values[1], language)
        text = text if kind.sign is not None else say(language, "table.choice", {"choice": words, "values": text})
    elif form is Form.TILE:
        text = edges_text(tiles[values[-1]], 0) if not kind.sign else words
    elif form is Form.VALUE:
        shown = [(p, v) for p, v in zip(kind.fields, values, strict=True) if p is not SEAT or actor(state) != CHANCE]
        texts = ", ".join(value_word(state, part, value, language) for part, value in shown)
        text = say(language, "table.choice", {"choice": words, "values": texts})
    else:
        text = words
    return MenuItem(number, token, text, tuple(actions))


def choice_form(state: State, listed: Sequence[MenuItem]) -> Form | None:
    """Return the form of the current choice: that of the last item, since passing comes first."""
    return form_of(state.rules.kind_of(listed[-1].actions[0])) if listed else None


def named_by_tile(state: State, listed: Sequence[MenuItem]) -> bool:
    """Return whether the choices are tiles of the hand, so that its numbered picture is the menu."""
    return (
        bool(listed) and choice_form(state, listed) is Form.TILE and not state.rules.kind_of(listed[-1].actions[0]).sign
    )


def spots(state: State, listed: Sequence[MenuItem]) -> dict[int, int]:
    """Map each spot on the menu to the number of its first item."""
    numbers: dict[int, int] = {}
    for item in listed:
        kind = state.rules.kind_of(item.actions[0])
        if form_of(kind) is Form.SPOT:
            numbers.setdefault(kind.unpack(item.actions[0])[1], item.number)
    return numbers


def marks(state: State, listed: Sequence[MenuItem]) -> dict[int, int]:
    """Map segments of the tile just placed to the numbers of their first items."""
    new = state.board.cell[-1] if state.tile == NO_TILE else None
    return {spot & SPOT_MASK: number for spot, number in spots(state, listed).items() if spot >> SPOT_BITS == new}


def far_marks(state: State, listed: Sequence[MenuItem]) -> dict[int, str]:
    """Map spots on other tiles to their numbers, as labels for the board."""
    new = state.board.cell[-1] if state.tile == NO_TILE else None
    return {spot: f"[{number}]" for spot, number in spots(state, listed).items() if spot >> SPOT_BITS != new}


def by_number(listed: Sequence[MenuItem], text: str) -> tuple[MenuItem, int | None] | None:
    """Parse ``3`` or ``3 2``: an item and the index of one of its actions, if given. None if it is not a number."""
    match = NUMBERS.fullmatch(text)
    if match is None:
        return None
    item = next((item for item in listed if item.number == int(match[1])), None)
    index = int(match[2]) - 1 if match[2] else None
    if item is None or (index is not None and not 0 <= index < len(item.actions)):
        raise BadNotation("not_a_choice", found=text, first=listed[0].number, last=listed[-1].number)
    return item, index if len(item.actions) > 1 else 0


def drawn_token(state: State, text: str) -> str:
    """Return the token of a draw, given what was typed: the prefix of its kind may be left out."""
    kind = state.rules.kind_of(state.legal[0])
    head = f"{kind.name}:" if kind.sign is None else kind.sign
    return head + text.removeprefix(head)
