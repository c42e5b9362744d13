"""Rendering: games as text, as RGB arrays, or printed to the terminal."""

from __future__ import annotations

from io import BytesIO
from typing import Final, Literal, get_args

import numpy as np
import numpy.typing as npt

from bastide.draw.board import board
from bastide.draw.export import EXTRA, png
from bastide.errors import BastideError
from bastide.play.picture import picture
from bastide.rules import engine
from bastide.rules.model import OVER
from bastide.rules.state import NO_TILE, State

Mode = Literal["ansi", "rgb_array", "human"]
MODES: Final[tuple[Mode, ...]] = get_args(Mode)
SIDE: Final = 800
"""The side of RGB arrays in pixels, constant so that frames form a video."""
BACKGROUND: Final = (236, 228, 210)
Rendered = str | npt.NDArray[np.uint8] | None


def check_mode(mode: str | None) -> None:
    """Raise BastideError if a render mode is unknown."""
    if mode is not None and mode not in MODES:
        raise BastideError("rl_render_mode", mode=mode, known=", ".join(MODES))


def render(state: State, mode: Mode | None) -> Rendered:
    """Render a state as text or as an RGB array, or print it, depending on the mode."""
    if mode is None:
        return None
    if mode == "rgb_array":
        return pixels(state)
    text = f"{picture(state)}\n{status_line(state)}"
    if mode == "ansi":
        return text
    print(text)
    return None


def status_line(state: State) -> str:
    """Return a line with the acting seat, the tile and the scores."""
    scores = " ".join(map(str, state.score))
    seat = engine.actor(state)
    if seat == OVER:
        return f"The game is over. Scores: {scores}"
    tile = state.board.tile(-1) if state.tile == NO_TILE else state.rules.catalogue.tiles[state.tile]
    actor = f"player_{seat}" if seat >= 0 else "Chance"
    return f"Turn {state.turn}: {actor}, tile {tile.id}. Scores: {scores}"


def pixels(state: State) -> npt.NDArray[np.uint8]:
    """Return the board as a square RGB array."""
    try:
        from PIL import Image
    except ImportError as reason:
        raise BastideError("extra_missing", extra=EXTRA) from reason
    drawn = Image.open(BytesIO(png(board(state)))).convert("RGBA")
    drawn.thumbnail((SIDE, SIDE))
    image = Image.new("RGB", (SIDE, SIDE), BACKGROUND)
    image.paste(drawn, ((SIDE - drawn.width) // 2, (SIDE - drawn.height) // 2), drawn)
    return np.asarray(image, dtype=np.uint8)
