"""Runs the commands of docs/terminal.md anew, and draws the pictures of the terminal in docs/screens.

Run it from the root of the repository: ``python docs/make_terminal.py``.
"""

from __future__ import annotations

import io
import os
import re
import shlex
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Final
from unittest.mock import patch
from xml.sax.saxutils import escape

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from bastide.cli.main import main
from bastide.kernel.marks import MARKS
from bastide.words import catalogue

DOCS: Final = Path(__file__).parent
PAGE: Final = DOCS / "terminal.md"
PAGE_WIDTH: Final = 80
BLOCK: Final = re.compile(r"(?<=^```console\n)\$ (?P<command>.*)\n(?:.*\n)*?(?=```$)", re.MULTILINE)
SIGNS: Final = re.compile(r"(?<=<!-- signs -->\n)(?:.*\n)*?(?=<!-- end of signs -->)")
PICTURES: Final = {
    "terminal-big-box": ("bastide show docs/positions/big_box.txt", 120, -2),
    "terminal-gold-rush": ("bastide show docs/positions/gold_rush.txt --lang fr", 80, -2),
    "terminal-rules": ("bastide rules gold_rush", 80, 45),
}
"""By name: the command, the width of the terminal, and how many of its lines are shown (negative: all but so many)."""

ROW, COLUMN, MARGIN = 19, 8.4, 14
THEME: Final = TerminalTheme(
    (27, 30, 36),
    (217, 221, 228),
    [
        (27, 30, 36),
        (176, 42, 55),
        (47, 124, 66),
        (201, 150, 46),
        (54, 95, 178),
        (134, 68, 160),
        (40, 132, 148),
        (199, 205, 214),
    ],
    [
        (94, 102, 115),
        (255, 107, 104),
        (126, 200, 110),
        (240, 200, 90),
        (106, 158, 255),
        (222, 130, 240),
        (86, 204, 216),
        (255, 255, 255),
    ],
)


def output(command: str, width: int, colour: bool = False) -> str:
    """Return what a command prints on a terminal of a width. ``printf TEXT |`` before it is what is typed."""
    typed, _, words = command.rpartition(" | ")
    text = shlex.split(typed)[1].encode().decode("unicode_escape") if typed else ""
    arguments = [*shlex.split(words)[1:], *(["--color", "always"] if colour else [])]
    printed = io.StringIO()
    with ExitStack() as stack:
        for name in ("hotseat", "layout", "panels", "rules", "screen"):
            stack.enter_context(patch(f"bastide.cli.{name}.window_width", lambda: width))
        stack.enter_context(patch.dict(os.environ, {"LANG": "en"}))
        stack.enter_context(patch("sys.stdin", io.StringIO(text)))
        stack.enter_context(redirect_stdout(printed))
        stack.enter_context(redirect_stderr(printed))
        main(arguments)
    return printed.getvalue()


def page(text: str) -> str:
    """Return a page with the output of its commands and the table of signs as they are now."""
    text = BLOCK.sub(lambda block: f"$ {block['command']}\n{output(block['command'], PAGE_WIDTH)}", text)
    return SIGNS.sub(lambda _: signs(), text)


def signs() -> str:
    """Return the table of the signs of marks."""
    words = catalogue("en")
    rows = ["| sign | on a tile |\n", "|---|---|\n"]
    for name, mark in MARKS.items():
        tips = [words.get(f"mark_tip.{key}") for key in (name, name.removesuffix("s"))]
        if name == "arrow":
            tips = ["Where an arrow points; its symbol is beside it."]
        if tip := next(filter(None, tips), ""):
            rows.append(f"| {' '.join(f'`{sign}`' for sign in mark.signs)} | {tip} |\n")
        else:
            rows += [f"| `{sign}` | {words[f'mark_tip.{name}-{i}']} |\n" for i, sign in enumerate(mark.signs, start=1)]
    return "".join(rows)


def picture(command: str, width: int, lines: int) -> str:
    """Return a picture of the terminal after a command, as SVG."""
    shown = output(command, width, colour=True).splitlines()[:lines]
    rows = [Text.assemble(("$ ", "bold green"), command), *map(Text.from_ansi, shown)]
    wide, high = round(width * COLUMN + 2 * MARGIN), len(rows) * ROW + 2 * MARGIN
    console = Console(color_system="standard", force_terminal=True, width=10 * width)
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        'font-family="ui-monospace, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="14">',
        f"<title>{escape(command)}</title>",
        f'<rect width="{wide}" height="{high}" rx="8" fill="{THEME.background_color.hex}"/>',
    ]
    for number, row in enumerate(rows):
        column = 0
        for segment in row.render(console):
            drawn += _run(segment, column, number)
            column += len(segment.text)
    return "\n".join([*drawn, "</svg>", ""])


def _run(segment: Segment, column: int, row: int) -> list[str]:
    """Return some characters of one style; the grid is kept whatever the font."""
    style = segment.style or Style.null()
    text = segment.text.rstrip("\n")
    ink = style.color.get_truecolor(THEME).hex if style.color else THEME.foreground_color.hex
    paper = style.bgcolor.get_truecolor(THEME, foreground=False).hex if style.bgcolor else ""
    if style.reverse:
        ink, paper = paper or THEME.background_color.hex, ink
    x, y, wide = MARGIN + column * COLUMN, MARGIN + row * ROW, len(text) * COLUMN
    drawn = [f'<rect x="{x:.1f}" y="{y}" width="{wide:.1f}" height="{ROW}" fill="{paper}"/>'] if paper else []
    if text.strip():
        looks = [f'fill="{ink}"']
        looks += ['font-weight="bold"'] if style.bold else []
        looks += ['opacity=".6"'] if style.dim else []
        looks += ['text-decoration="underline"'] if style.underline else []
        looks += ['font-style="italic"'] if style.italic else []
        drawn.append(
            f'<text x="{x:.1f}" y="{y + 14}" textLength="{wide:.1f}" xml:space="preserve" {" ".join(looks)}>'
            f"{escape(text)}</text>"
        )
    return drawn


def pictures() -> dict[Path, str]:
    """Return the pictures by file."""
    return {DOCS / "screens" / f"{name}.svg": picture(*args) for name, args in PICTURES.items()}


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    for path, drawn in pictures().items():
        path.write_text(drawn, encoding="utf-8")
