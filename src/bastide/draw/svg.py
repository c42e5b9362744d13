"""SVG markup as strings. Pictures are concatenations of shapes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Final

from bastide.draw.palette import SHADE

Point = tuple[float, float]
"""A point or vector: x to the right, y down; a tile is 100 by 100."""

UNWRITABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that are not allowed in XML."""
UNKNOWN: Final = "\ufffd"
PREFIX: Final = "b-"
"""Prefix of all ids, so that they do not clash with other ids of a page."""
FINE: Final = f"{PREFIX}fine"
"""Class of the detail that is left out on small tiles."""
DETAILED: Final = 64
"""Tiles with fewer pixels are drawn without fine detail."""
ROUND: Final = 'stroke-linecap="round" stroke-linejoin="round"'
"""Stroke attributes of root elements."""


def num(value: float) -> str:
    """Return a number with at most one decimal.

    >>> num(3.04), num(-0.26), num(12.5)
    ('3', '-.3', '12.5')
    """
    text = f"{value:.1f}"
    if text.endswith(".0"):
        return text[:-2] if text != "-0.0" else "0"
    return text.replace("0.", ".", 1) if abs(value) < 1 else text


def xy(spot: Point) -> str:
    """Return a point in the syntax of path data.

    >>> xy((3.0, -4.25))
    '3-4.2'
    """
    x, y = num(spot[0]), num(spot[1])
    return x + y if y.startswith("-") else f"{x} {y}"


def polyline(spots: Iterable[Point], close: bool = False) -> str:
    """Return path data of straight lines through points."""
    return "M" + "L".join(map(xy, spots)) + ("Z" if close else "")


def path(d: str, fill: str = "none", stroke: str = "", width: float = 0.6, more: str = "") -> str:
    """Return a path element."""
    line = f' stroke="{stroke}" stroke-width="{num(width)}"' if stroke else ""
    return f'<path d="{d}" fill="{fill}"{line}{" " + more if more else ""}/>'


def polygon(spots: Iterable[Point], fill: str, stroke: str = "", width: float = 0.6) -> str:
    """Return a polygon."""
    return path(polyline(spots, close=True), fill, stroke, width)


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, stroke: str = "", width: float = 0.6) -> str:
    """Return an ellipse about a point."""
    line = f' stroke="{stroke}" stroke-width="{num(width)}"' if stroke else ""
    return f'<ellipse cx="{num(x)}" cy="{num(y)}" rx="{num(rx)}" ry="{num(ry)}" fill="{fill}"{line}/>'


def disc(x: float, y: float, r: float, fill: str, stroke: str = "", width: float = 0.6) -> str:
    """Return a circle about a point."""
    line = f' stroke="{stroke}" stroke-width="{num(width)}"' if stroke else ""
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="{fill}"{line}/>'


def rect(x: float, y: float, w: float, h: float, fill: str, stroke: str = "", width: float = 0.6) -> str:
    """Return a rectangle with its north-west corner at a point."""
    line = f' stroke="{stroke}" stroke-width="{num(width)}"' if stroke else ""
    return f'<rect x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}" fill="{fill}"{line}/>'


def shadow(x: float, y: float, rx: float, ry: float = 0.0, strength: float = 0.18) -> str:
    """Return a shadow. The light comes from the north-west."""
    shape = ellipse(x + rx * 0.35, y + 0.3, rx, ry or rx * 0.38, SHADE)
    return faded(shape, strength)


def faded(markup: str, opacity: float) -> str:
    """Return a shape with an opacity."""
    return markup.replace("/>", f' opacity="{opacity:.2g}"/>', 1)


def fine(markup: str) -> str:
    """Return detail that is left out on small tiles. It must not contain groups."""
    return f'<g class="{FINE}">{markup}</g>'


def moved(markup: str, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    """Return markup moved to a point, scaled, and rotated by degrees."""
    transform = f"translate({xy((x, y))})"
    if turn:
        transform += f"rotate({num(turn)})"
    if scale != 1.0:
        transform += f"scale({scale:.4g})"
    return f'<g transform="{transform}">{markup}</g>'


def use(name: str, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    """Return a reference to a symbol, placed at a point.

    >>> use("tree", 12, 40.25)
    '<use href="#b-tree" x="12" y="40.2"/>'
    """
    if scale == 1.0 and not turn:
        return f'<use href="#{PREFIX}{name}" x="{num(x)}" y="{num(y)}"/>'
    transform = f"translate({num(x)} {num(y)})"
    transform += f"rotate({num(turn)})" if turn else ""
    transform += f"scale({scale:.2f})" if scale != 1.0 else ""
    return f'<use href="#{PREFIX}{name}" transform="{transform}"/>'


@dataclass(frozen=True)
class TextStyle:
    """The style of a line of text."""

    size: float
    fill: str
    anchor: str = "start"
    weight: str = ""
    serif: bool = False
    most: float = 0.0
    """Maximum width; wider text is condensed."""


def text(words: str, x: float, y: float, style: TextStyle) -> str:
    """Return a line of text anchored at a point of its baseline."""
    family = "Palatino, 'Palatino Linotype', 'Book Antiqua', serif" if style.serif else "system-ui, sans-serif"
    where = f' text-anchor="{style.anchor}"' if style.anchor != "start" else ""
    bold = f' font-weight="{style.weight}"' if style.weight else ""
    wide = 0 < style.most < style.size * len(words) * 0.6
    condensed = f' textLength="{num(style.most)}" lengthAdjust="spacingAndGlyphs"' if wide else ""
    font = f'font-family="{family}" font-size="{num(style.size)}"{bold} fill="{style.fill}"{where}{condensed}'
    return f'<text x="{num(x)}" y="{num(y)}" {font}>{escape(UNWRITABLE.sub(UNKNOWN, words))}</text>'


def document(markup: str, x: float, y: float, width: float, height: float, pixels: float = 0.0) -> str:
    """Return an SVG document with a view box; ``pixels`` is its width on the screen, if given."""
    size = f' width="{num(pixels)}" height="{num(pixels * height / width)}"' if pixels else ""
    box = f"{x:.7g} {y:.7g} {width:.7g} {height:.7g}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"{size} {ROUND}>{markup}</svg>'
