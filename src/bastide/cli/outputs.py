"""Pictures as output files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from bastide.errors import BastideError
from bastide.words import say


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
