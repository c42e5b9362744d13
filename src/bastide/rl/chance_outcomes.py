"""Draws as numbers from 0 up: what chance may do.

Every kind of draw has a block of numbers, in the order of the kinds' names, and in it one number for every value that
its fields can have, the last field running fastest. So a number means the same draw whatever is left in the bag. Seats
are told by their own numbers, unlike in actions: a draw has nobody to count from.

A draw with too many outcomes to list, all equally likely, is made of several draws in a row: the number of its outcome
is written with digits, the first digit the most telling, and one digit is drawn after the other.
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
"""How many values a digit has: few, so that chance never has many outcomes at once."""
LISTED: Final = 1 << 32
"""A kind of draw with more values than this is never listed: it is drawn digit by digit."""


@dataclass(frozen=True)
class DrawBlock:
    """The numbers of one kind of draw."""

    kind: Kind
    code: int
    first: int
    sizes: tuple[int, ...]
    """For every field, how many values it has."""


class DrawCode:
    """The numbers of all draws by some rules with so many seats."""

    def __init__(self, rules: Ruleset, players: int) -> None:
        blocks, first = [], 0
        for code, kind in enumerate(rules.kinds):
            sizes = tuple(_size(rules, players, part) for part in kind.fields)
            if kind.drawn and prod(sizes) <= LISTED:
                blocks.append(DrawBlock(kind, code, first, sizes))
                first += prod(sizes)
        self.blocks: Final = tuple(blocks)
        spans = [step.span.count for step in rules.program if step.span is not None]
        self.size: Final = max(first, BASE if spans else 0)
        """How many numbers there are in all; digits have the first of them, too."""
        self.digits: Final = max(map(digits_of, spans), default=1)
        """How many draws in a row one draw can be made of."""
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
        """Return the draw that a number means; it need not be possible now. Raises BastideError if it is none."""
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
    """Return how many digits tell apart so many outcomes."""
    return max(1, -(-(count - 1).bit_length() // (BASE - 1).bit_length()))


def number_of(digits: Sequence[int]) -> int:
    """Return the number that is written with some digits."""
    number = 0
    for digit in digits:
        number = number * BASE + digit
    return number


def digit_weights(count: int, digits: Sequence[int]) -> list[int]:
    """Return, of so many outcomes, how many begin with some digits and then have each next one."""
    each = BASE ** (digits_of(count) - len(digits) - 1)
    left = count - number_of(digits) * BASE * each
    return [min(each, left - digit * each) for digit in range(BASE) if digit * each < left]
