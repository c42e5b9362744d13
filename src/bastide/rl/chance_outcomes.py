"""Chance outcomes: draws numbered from 0.

Every kind of draw has a block of numbers, sorted by the name of the kind, with one number for every combination of
values of its fields in row-major order. So a number means the same draw whatever is left in the bag. Seats are
absolute, unlike in actions, since a draw has no acting seat.

A uniform draw with too many outcomes to list is split into consecutive draws, one per digit of the number of the
outcome, the most significant digit first.
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
"""The base of the digits, which limits the outcomes of a single chance node."""
LISTED: Final = 1 << 32
"""A kind of draw with more outcomes than this is drawn digit by digit."""


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
            sizes = tuple(_size(rules, players, part) for part in kind.fields)
            if kind.drawn and prod(sizes) <= LISTED:
                blocks.append(ChanceBlock(kind, code, first, sizes))
                first += prod(sizes)
        self.blocks: Final = tuple(blocks)
        spans = [step.span.count for step in rules.program if step.span is not None]
        self.size: Final = max(first, BASE if spans else 0)
        """The number of chance outcomes; digits share the first of them."""
        self.digits: Final = max(map(digits_of, spans), default=1)
        """The greatest number of digits of a draw."""
        self._last: Final = first - 1
        self._by_code: Final = {block.code: block for block in blocks}

    def index(self, action: Action) -> int:
        """Return the number of a draw."""
        block = self._by_code[action & KIND_MASK]
        found = 0
        for size, value in zip(block.sizes, block.kind.unpack(action), strict=True):
            found = found * size + value
        return block.first + found

    def action(self, index: int) -> Action:
        """Return the draw with a number; it need not be possible now. Raises BastideError if there is none."""
        if not 0 <= index <= self._last:
            raise BastideError("rl_no_action", index=index, last=self._last)
        block = next(block for block in reversed(self.blocks) if block.first <= index)
        rest, values = index - block.first, []
        for size in reversed(block.sizes):
            rest, value = divmod(rest, size)
            values.append(value)
        return block.kind.pack(block.code, values[::-1])


def _size(rules: Ruleset, players: int, part: Field) -> int:
    return {SEAT: players, TILE: len(rules.catalogue.tiles)}.get(part, 1 << part.bits)


def digits_of(count: int) -> int:
    """Return the number of digits that distinguish a number of outcomes."""
    return max(1, -(-(count - 1).bit_length() // (BASE - 1).bit_length()))


def number_of(digits: Sequence[int]) -> int:
    """Return the number with these digits."""
    number = 0
    for digit in digits:
        number = number * BASE + digit
    return number


def digit_weights(count: int, digits: Sequence[int]) -> list[int]:
    """Return, for each next digit after the first ones, how many outcomes begin so."""
    each = BASE ** (digits_of(count) - len(digits) - 1)
    left = count - number_of(digits) * BASE * each
    return [min(each, left - digit * each) for digit in range(BASE) if digit * each < left]
