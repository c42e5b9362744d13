"""Chance outcomes: draws numbered from 0.

They are numbered like actions (`rl.actions`), independently of the contents of the bag. Seats are absolute, since a
draw has no acting seat.

A uniform draw with too many outcomes to list is split into consecutive chance nodes, one per digit of the number of
its outcome, the most significant digit first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

from bastide.errors import BastideError
from bastide.rules.model import KIND_MASK, SEAT, TILE, Action, Field, Kind
from bastide.rules.ruleset import Ruleset

BASE: Final = 256
"""The base of the digits: the number of outcomes of a single chance node."""
MAX_LISTED: Final = 1 << 32
"""Kinds of draws with more outcomes are drawn digit by digit."""


@dataclass(frozen=True)
class ChanceBlock:
    """The numbers of one kind of draw."""

    kind: Kind
    code: int
    first: int
    sizes: tuple[int, ...]
    """The number of values of each field."""


class ChanceEncoder:
    """The numbering of all draws for a ruleset and a number of seats."""

    def __init__(self, rules: Ruleset, players: int) -> None:
        blocks, first = [], 0
        for code, kind in enumerate(rules.kinds):
            sizes = tuple(_size(rules, players, field) for field in kind.fields)
            if kind.drawn and prod(sizes) <= MAX_LISTED:
                blocks.append(ChanceBlock(kind, code, first, sizes))
                first += prod(sizes)
        self.blocks: Final = tuple(blocks)
        spans = [step.span.count for step in rules.program if step.span is not None]
        self.size: Final = max(first, BASE if spans else 0)
        """The number of chance outcomes; digits share the first numbers."""
        self.digits: Final = max(map(digit_count, spans), default=1)
        """The maximal number of digits of a draw."""
        self._last: Final = first - 1
        self._by_code: Final = {block.code: block for block in blocks}

    def index(self, action: Action) -> int:
        """Return the number of a draw."""
        block = self._by_code[action & KIND_MASK]
        offset = 0
        for size, value in zip(block.sizes, block.kind.unpack(action), strict=True):
            offset = offset * size + value
        return block.first + offset

    def action(self, index: int) -> Action:
        """Return the draw with a number, which need not be legal. Raises BastideError if the number is invalid."""
        if not 0 <= index <= self._last:
            raise BastideError("rl_no_action", index=index, last=self._last)
        block = next(block for block in reversed(self.blocks) if block.first <= index)
        rest, values = index - block.first, []
        for size in reversed(block.sizes):
            rest, value = divmod(rest, size)
            values.append(value)
        return block.kind.pack(block.code, values[::-1])


def _size(rules: Ruleset, players: int, field: Field) -> int:
    """Return the number of values of a field."""
    return {SEAT: players, TILE: len(rules.catalogue.tiles)}.get(field, 1 << field.bits)


def digit_count(count: int) -> int:
    """Return the number of digits for a number of outcomes."""
    return max(1, -(-(count - 1).bit_length() // (BASE - 1).bit_length()))


def from_digits(digits: Sequence[int]) -> int:
    """Return the number with the given digits."""
    number = 0
    for digit in digits:
        number = number * BASE + digit
    return number


def digit_weights(count: int, digits: Sequence[int]) -> list[int]:
    """Return the number of outcomes for each possible next digit, given the first digits."""
    place_value = BASE ** (digit_count(count) - len(digits) - 1)
    left = count - from_digits(digits) * BASE * place_value
    return [min(place_value, left - digit * place_value) for digit in range(BASE) if digit * place_value < left]
