"""Showing a game while somebody learns: as text, as a picture, or to whoever looks at the terminal."""

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
"""How wide and high pictures are, in pixels: always the same, so that they make a film."""
GROUND: Final = (236, 228, 210)
Rendered = str | npt.NDArray[np.uint8] | None


def check_mode(mode: str | None) -> None:
    """Raise BastideError unless a game can be shown so."""
    if mode is not None and mode not in MODES:
        raise BastideError("rl_render_mode", mode=mode, known=", ".join(MODES))


def render(state: State, mode: Mode | None) -> Rendered:
    """Show a state: return text or a picture, or print it for people."""
    if mode is None:
        return None
    if mode == "rgb_array":
        return pixels(state)
    text = f"{picture(state)}\n{moment(state)}"
    if mode == "ansi":
        return text
    print(text)
    return None


def moment(state: State) -> str:
    """Return what the board does not show in one line: whose choice it is, with which tile, and the scores."""
    scores = " ".join(map(str, state.score))
    who = engine.actor(state)
    if who == OVER:
        return f"The game is over. Scores: {scores}"
    tile = state.tile if state.tile != NO_TILE else state.board.laid[-1] // 4
    chooses = f"player_{who}" if who >= 0 else "Chance"
    return f"Turn {state.turn}: {chooses}, tile {state.rules.catalogue.tiles[tile].id}. Scores: {scores}"


def pixels(state: State) -> npt.NDArray[np.uint8]:
    """Return the picture of a board in red, green and blue, a square with the board in its middle."""
    try:
        from PIL import Image
    except ImportError as reason:
        raise BastideError("extra_missing", extra=EXTRA) from reason
    drawn = Image.open(BytesIO(png(board(state)))).convert("RGBA")
    drawn.thumbnail((SIDE, SIDE))
    image = Image.new("RGB", (SIDE, SIDE), GROUND)
    image.paste(drawn, ((SIDE - drawn.width) // 2, (SIDE - drawn.height) // 2), drawn)
    return np.asarray(image, dtype=np.uint8)
