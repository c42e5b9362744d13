"""The levels that bots play at, from those that roll dice upwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from bastide.errors import BastideError
from bastide.rules.model import Json

Choose = Callable[[Mapping[str, Json], Sequence[Mapping[str, Json]], float, Random], int]
"""Chooses one of the options: given a seat's view, the options as plain data, seconds to think, and a generator."""


def choose_at_random(
    view: Mapping[str, Json], options: Sequence[Mapping[str, Json]], budget: float, generator: Random
) -> int:
    """Return the number of any option, all being equally likely."""
    return generator.randrange(len(options))


LEVELS: Final[Mapping[str, Choose]] = {"random": choose_at_random}
"""By name, the weakest first."""


def choose(
    level: str, view: Mapping[str, Json], options: Sequence[Mapping[str, Json]], budget: float, seed: str
) -> int:
    """Return the number of the option that a bot of a level chooses; the same seed chooses the same."""
    if level not in LEVELS:
        raise BastideError("unknown_level", level=level, known=", ".join(LEVELS))
    return LEVELS[level](view, options, budget, Random(seed))
