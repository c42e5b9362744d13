"""PNG and GIF: size, text, and the error without the extra."""

from __future__ import annotations

import sys
from io import BytesIO

import pytest
from PIL import Image, ImageSequence

from bastide import draw
from bastide.draw import export
from bastide.draw.svg import TextStyle, document, rect, text
from bastide.errors import BastideError
from tests.boards import board


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


def plain(colour: str, words: str = "", wide: int = 60, high: int = 40) -> str:
    shapes = rect(0, 0, wide, high, colour) + (text(words, 5, 30, TextStyle(24, "#000000")) if words else "")
    return document(shapes, 0, 0, wide, high, wide)


def dark(data: bytes) -> int:
    """Return the number of dark pixels."""
    return sum(opened(data).convert("L").histogram()[:100])


@pytest.mark.parametrize("pixels", [8, 31, 33, 96])
def test_a_png_is_as_large_as_its_svg_says(pixels: int) -> None:
    svg = draw.board(board("D(0,0) U(1,0)+1:road", players=2), tile_pixels=pixels, scores=True, labels=True)
    image = opened(draw.png(svg))
    assert image.format == "PNG"
    assert f'width="{image.width}" height="{image.height}"' in svg


def test_a_png_can_be_scaled_to_a_width() -> None:
    assert opened(draw.png(plain("#ffffff"), width=180)).size == (180, 120)


@pytest.mark.parametrize("serif", [True, False])
def test_text_is_rendered(serif: bool) -> None:
    blank = document(rect(0, 0, 60, 40, "#ffffff"), 0, 0, 60, 40, 60)
    words = document(
        rect(0, 0, 60, 40, "#ffffff") + text("HI", 5, 30, TextStyle(24, "#000000", serif=serif)), 0, 0, 60, 40, 60
    )
    assert dark(draw.png(blank)) == 0
    assert dark(draw.png(words)) > 50


def test_scores_and_labels_of_a_board_are_rendered() -> None:
    state = board("D(0,0)", players=2)
    for svg in (draw.board(state, labels=True), draw.board(state, scores=True, names=["Ann", "Bob"])):
        without = "".join(part for part in svg.replace("</text>", "<text").split("<text") if not part.startswith(" x="))
        assert draw.png(svg) != draw.png(without)


@pytest.mark.parametrize("missing", ["resvg_py", "PIL"])
def test_without_the_extra_a_png_is_refused_with_a_hint(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    export._font_folder.cache_clear()
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(BastideError, match=r"pip install 'bastide\[picture\]', or draw an SVG") as caught:
        draw.png(plain("#ffffff"))
    assert "pip install 'bastide[picture]', ou dessinez un SVG" in caught.value.text("fr")


@pytest.mark.parametrize("missing", ["resvg_py", "PIL"])
def test_without_the_extra_a_gif_is_refused_with_a_hint(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    export._font_folder.cache_clear()
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(BastideError, match=r"pip install 'bastide\[picture\]'"):
        draw.gif([plain("#ffffff")])


def test_a_gif_has_every_frame_and_lingers_on_the_last() -> None:
    colours = ["#ff0000", "#00ff00", "#0000ff"]
    ticks: list[int] = []
    image = opened(draw.gif(map(plain, colours), seconds=0.5, progress=lambda: ticks.append(1)))
    assert image.format == "GIF"
    assert image.size == (60, 40)
    assert len(ticks) == 3
    frames = [
        (frame.convert("RGB").getpixel((30, 20)), frame.info["duration"]) for frame in ImageSequence.Iterator(image)
    ]
    assert frames == [((255, 0, 0), 500), ((0, 255, 0), 500), ((0, 0, 255), 3000)]
    assert image.info["loop"] == 0


def test_a_gif_of_nothing_is_refused() -> None:
    with pytest.raises(BastideError, match="There is nothing to draw"):
        draw.gif([])
