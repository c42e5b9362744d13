"""Rasterization: PNG with resvg and GIF with Pillow, from the extra ``picture``."""

from __future__ import annotations

import atexit
import shutil
import tempfile
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bastide.errors import BastideError

if TYPE_CHECKING:
    from PIL import Image

EXTRA: Final = "bastide[picture]"
FONT: Final = "Aileron"
"""A font that comes with Pillow, for machines without fonts."""
PLAIN: Final = str.maketrans({"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss", "’": "'", "·": "-", "–": "-"})
"""Characters that have no accent to lose."""
ACCENTED_FONT: Final = "DejaVu Sans"
"""A common font with accented letters, which the other lacks."""


def png(svg: str, width: int | None = None) -> bytes:
    """Return an SVG as a PNG, optionally scaled to a width in pixels. Raises BastideError without the extra."""
    try:
        from resvg_py import svg_to_bytes

        folder = _font_folder()
    except ImportError as reason:
        raise BastideError("extra_missing", extra=EXTRA) from reason
    if not svg.isascii() and not _has_accented_letters():
        svg = without_accents(svg)
    font = FONT if svg.isascii() else ACCENTED_FONT
    drawn = svg_to_bytes(svg, width=width, font_dirs=[folder], sans_serif_family=font, serif_family=font)
    return bytes(drawn)


@cache
def _has_accented_letters() -> bool:
    """Return whether a font of this machine has accented letters."""
    from resvg_py import svg_to_bytes

    letter = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9" font-family="serif">{}</text></svg>'
    )
    drawn, empty = (svg_to_bytes(letter.format(text), serif_family=ACCENTED_FONT) for text in ("é", ""))
    return bool(drawn != empty)


def without_accents(text: str) -> str:
    """Return a text in ASCII: letters lose their accents, and other characters become question marks.

    >>> without_accents("Maïa Œuvré – 東")
    'Maia OEuvre - ?'
    """
    plain = unicodedata.normalize("NFKD", text.translate(PLAIN))
    return "".join(c for c in plain if not unicodedata.combining(c)).encode("ascii", "replace").decode()


@cache
def _font_folder() -> str:
    """Return a temporary folder with the font, removed at exit."""
    from PIL import ImageFont

    folder = tempfile.mkdtemp(prefix="bastide-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    Path(folder, "plain.ttf").write_bytes(getattr(ImageFont.load_default(20), "font_bytes", b""))
    return folder


def gif(
    frames: Iterable[str], colours: str = "", seconds: float = 0.8, progress: Callable[[], None] | None = None
) -> bytes:
    """Return SVGs of one size as an animated GIF that pauses on the last. Raises BastideError without the extra.

    It is much faster if ``colours``, one SVG that shows everything, provides a common palette.
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
