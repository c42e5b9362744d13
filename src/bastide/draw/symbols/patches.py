"""Patches of a second colour on meadows and prairies."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from bastide.draw.curves import closed_curve
from bastide.draw.palette import GRASS_2, PRAIRIE_2, PRAIRIE_LIT
from bastide.draw.svg import Point, path

SHAPES: Final = 4
REACH: Final = 19.0
"""Greatest radius of a patch."""
WIDE: Final = 16.0
HIGH: Final = 10.5


def blob(middle: Point, rx: float, ry: float, rng: random.Random, corners: int = 7, jitter: float = 0.16) -> str:
    """Return path data of a rounded irregular shape around a point."""
    start, spots = rng.random() * math.tau, []
    for i in range(corners):
        angle, k = start + i * math.tau / corners, 1 + rng.uniform(-jitter, jitter)
        spots.append((middle[0] + rx * k * math.cos(angle), middle[1] + ry * k * math.sin(angle)))
    return closed_curve(spots)


def patch(number: int, colour: str) -> str:
    """Return one of the patches, centred on the origin."""
    return path(blob((0.0, 0.0), WIDE, HIGH, random.Random(number)), colour)


def sweep(number: int) -> str:
    """Return pale grass, combed by the wind, centred on the origin."""
    d = ("M-14 3Q-4-5 12-3M-10 7Q0 0 15 2M-6-3Q0-8 8-8", "M-13-4Q0-7 13 1M-12 1Q2-2 15 7M-2 6Q6 6 9 9")[number]
    return path(d, stroke=PRAIRIE_LIT, width=2.4)


SYMBOLS: Final[Mapping[str, Callable[[], str]]] = {
    **{f"patch-{number}": partial(patch, number, GRASS_2) for number in range(SHAPES)},
    **{f"dry-patch-{number}": partial(patch, number, PRAIRIE_2) for number in range(SHAPES)},
    **{f"sweep-{number}": partial(sweep, number) for number in range(2)},
}
