"""Pictures as output files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bastide.errors import BastideError
from bastide.words import say

LEAST_PIXELS: Final = 8
MOST_PIXELS: Final = 400
"""The range of the width of a tile."""


def picture_path(output: str, extensions: Sequence[str]) -> Path:
    """Return the path of a picture. Raises BastideError if its extension is not one of these."""
    path = Path(output)
    if path.suffix.lower() not in extensions:
        raise BastideError("draw_format", path=output, known=", ".join(extensions))
    return path


def write_picture(path: Path, data: bytes, language: str) -> None:
    """Write a picture and report its size. Raises BastideError if it cannot be written."""
    try:
        path.write_bytes(data)
    except OSError as reason:
        raise BastideError("file_write", path=str(path), reason=reason.strerror or str(reason)) from reason
    print(say(language, "draw.written", {"path": str(path), "size": f"{len(data) / 1000:.0f} kB"}), file=sys.stderr)


def check_pixels(pixels: int) -> None:
    """Raise BastideError if tiles cannot be drawn in this width."""
    if not LEAST_PIXELS <= pixels <= MOST_PIXELS:
        raise BastideError("draw_pixels", found=pixels, least=LEAST_PIXELS, most=MOST_PIXELS)
