"""Pictures as pixels: PNG by resvg and GIF by Pillow, which come with the extra ``picture``."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Callable, Iterable
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bastide.errors import BastideError

if TYPE_CHECKING:
    from PIL import Image

EXTRA: Final = "bastide[picture]"
FACE: Final = "Aileron"
"""A plain face that comes with Pillow, so that words are seen on machines without any."""
COMMON: Final = "DejaVu Sans"
"""A face that most machines have, for words with accents, which that one lacks."""


def png(svg: str, width: int | None = None) -> bytes:
    """Return an SVG as a PNG, in its own size or scaled to a width in pixels. Raises BastideError without the extra."""
    try:
        from resvg_py import svg_to_bytes

        folder = _folder_with_face()
    except ImportError as reason:
        raise BastideError("extra_missing", extra=EXTRA) from reason
    face = FACE if svg.isascii() else COMMON
    drawn = svg_to_bytes(svg, width=width, font_dirs=[folder], sans_serif_family=face, serif_family=face)
    return bytes(drawn)


@cache
def _folder_with_face() -> str:
    """Return a folder with the face in it, which vanishes at the end."""
    from PIL import ImageFont

    folder = tempfile.mkdtemp(prefix="bastide-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    Path(folder, "plain.ttf").write_bytes(getattr(ImageFont.load_default(20), "font_bytes", b""))
    return folder


def gif(
    frames: Iterable[str], colours: str = "", seconds: float = 0.8, progress: Callable[[], None] | None = None
) -> bytes:
    """Return SVGs of one size as an animated GIF; the last one stays longer. Raises BastideError without the extra.

    It is much quicker if all have the ``colours`` of one SVG that shows everything there is.
    """
    try:
        from PIL import Image
    except ImportError as reason:
        raise BastideError("extra_missing", extra=EXTRA) from reason
    palette = _reduced(_pixels(colours)) if colours else None
    images = []
    for frame in frames:
        shot = _pixels(frame)
        images.append(shot.quantize(palette=palette, dither=Image.Dither.NONE) if palette else _reduced(shot))
        if progress:
            progress()
    if not images:
        raise BastideError("nothing_to_draw")
    lengths = [int(seconds * 1000)] * (len(images) - 1) + [3000]
    out = BytesIO()
    images[0].save(out, "GIF", save_all=True, append_images=images[1:], duration=lengths, loop=0, optimize=True)
    return out.getvalue()


def _reduced(image: Image.Image) -> Image.Image:
    from PIL import Image

    return image.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=2)


def _pixels(svg: str) -> Image.Image:
    from PIL import Image

    return Image.open(BytesIO(png(svg))).convert("RGB")
