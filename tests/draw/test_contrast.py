"""Pieces stand out from every ground, and tokens are readable on small tiles."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import combinations
from math import cos, sin, tau

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from resvg_py import svg_to_bytes

from bastide.draw import palette
from bastide.draw.palette import DYES
from bastide.draw.pieces import doll
from bastide.draw.stance import DOLLS, scale_of, token_scale
from bastide.draw.svg import document, moved, rect
from bastide.draw.tokens import TOKEN_FIGURES, TOKEN_SIZES, TOKENS, low_detail_piece, token
from tests.draw.test_pieces import contrast, rendered

PIXELS = 48
"""Pixels per tile."""
LEAST = 3.0
"""The least contrast of graphics by WCAG."""
HALF = 50
CELL = 60
"""Units per piece in a row of pieces."""
DENSITY = 2
"""Device pixels per pixel."""
ANGLES = 48
RIM = 3.0
"""Width of the outermost part of a piece that is compared with the ground, in pixels."""
DIRECTIONS = 0.9
"""The share of directions in which a piece must stand out."""

Pixels = NDArray[np.float64]


def colours(value: object) -> list[str]:
    """Return all colours in a value of the palette."""
    if isinstance(value, tuple):
        return [colour for part in value for colour in colours(part)]
    return [value] if isinstance(value, str) and value.startswith("#") else []


GROUNDS = sorted({colour for value in vars(palette).values() for colour in colours(value)})
"""All colours of the palette, not only those that are grounds today."""


def row(shapes: Sequence[str], ground: str = "") -> Pixels:
    """Return a row of pieces, rendered for a small board: red, green, blue and alpha from 0 to 1."""
    wide = CELL * len(shapes)
    cloth = rect(0, 0, wide, CELL, ground) if ground else ""
    placed = "".join(moved(shape, CELL * (i + 0.5), CELL / 2) for i, shape in enumerate(shapes))
    svg = document(cloth + placed, 0, 0, wide, CELL)
    png = svg_to_bytes(svg_string=svg, width=round(wide * PIXELS / 100 * DENSITY))
    return np.asarray(Image.open(BytesIO(png)).convert("RGBA"), dtype=float) / 255


def luminance(pixels: Pixels) -> Pixels:
    """Return the relative luminance of pixels by WCAG."""
    parts = pixels[..., :3]
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))


def outermost(shapes: Sequence[str]) -> list[list[list[tuple[int, int]]]]:
    """Return the outermost pixels of each piece in each direction, from outside to inside."""
    alpha = row(shapes)[..., 3]
    unit = PIXELS / 100 * DENSITY
    found = []
    for number in range(len(shapes)):
        rays = []
        for angle in (i * tau / ANGLES for i in range(ANGLES)):
            steps = np.arange(CELL / 2 * unit - 1, 0, -0.5)
            xs = (CELL * (number + 0.5) * unit + steps * cos(angle)).astype(int)
            ys = (CELL / 2 * unit + steps * sin(angle)).astype(int)
            inside = np.flatnonzero(alpha[ys, xs] > 0.6)
            rim = range(inside[0], min(inside[0] + int(2 * RIM * DENSITY), len(steps)))
            rays.append([(int(ys[i]), int(xs[i])) for i in rim])
        found.append(rays)
    return found


def contrasts(shapes: Sequence[str], ground: str, rims: list[list[list[tuple[int, int]]]]) -> list[float]:
    """Return, for each piece, the contrast with the ground that most directions reach."""
    light = luminance(row(shapes, ground))
    below = light[0, 0]
    ratios = (np.maximum(light, below) + 0.05) / (np.minimum(light, below) + 0.05)
    return [float(np.quantile([max(ratios[spot] for spot in ray) for ray in rays], 1 - DIRECTIONS)) for rays in rims]


def test_followers_of_all_seats_stand_out_from_every_ground() -> None:
    scale = scale_of(PIXELS)
    shapes = [moved(doll(dye), 0, 11 * scale, scale) for dye in DYES]
    rims = outermost(shapes)
    for ground in GROUNDS:
        found = contrasts(shapes, ground, rims)
        assert min(found) >= LEAST, (ground, dict(zip([dye.name for dye in DYES], found, strict=True)))


def test_the_rim_or_its_edge_contrasts_with_every_ground() -> None:
    for ground in GROUNDS:
        assert max(contrast(edge, ground, "normal") for edge in (palette.INK, palette.HALO)) >= LEAST, ground


def shown(name: str, number: int, pixels: int = PIXELS) -> bytes:
    """Return a token as on the board, on grass."""
    scale = token_scale(pixels) * TOKEN_SIZES.get(name, 1.0)
    ground = rect(-HALF, -HALF, 2 * HALF, 2 * HALF, palette.GRASS)
    return rendered(ground + moved(token(name, number, 0), 0, 0, scale), HALF, pixels).convert("RGB").tobytes()


def different(one: bytes, other: bytes) -> int:
    """Return the number of pixels that differ clearly."""
    pairs = zip(zip(*[iter(one)] * 3, strict=True), zip(*[iter(other)] * 3, strict=True), strict=True)
    return sum(max(abs(a - b) for a, b in zip(p, q, strict=True)) > 60 for p, q in pairs)


def test_tokens_are_large_enough_at_48_pixels() -> None:
    for name, figure in TOKEN_FIGURES.items():
        scale = token_scale(PIXELS) * TOKEN_SIZES.get(name, 1.0)
        assert 2 * max(figure.half_width, figure.half_height) * scale * PIXELS / 100 >= 12, name


def test_tokens_differ_at_48_pixels() -> None:
    pictures = {name: shown(name, 1) for name in TOKENS}
    for one, other in combinations(pictures, 2):
        assert different(pictures[one], pictures[other]) >= 20, (one, other)


@pytest.mark.parametrize(("name", "numbers"), [("sheep", (1, 2, 3, 4)), ("mine", (0, 1, 2, 3, 4, 5))])
def test_the_number_of_a_token_can_be_told_at_48_pixels(name: str, numbers: tuple[int, ...]) -> None:
    for one, other in combinations(numbers, 2):
        assert different(shown(name, one), shown(name, other)) >= 8, (one, other)


@pytest.mark.parametrize("pixels", range(32, DOLLS, 3))
def test_counters_are_24_pixels_wide(pixels: int) -> None:
    picture = rendered(moved(low_detail_piece("follower", 0), 0, 0, scale_of(pixels)), HALF, pixels)
    box = picture.getchannel("A").point(lambda alpha: 255 if alpha > 128 else 0).getbbox()
    assert box is not None
    assert 23 <= box[2] - box[0] <= 26
