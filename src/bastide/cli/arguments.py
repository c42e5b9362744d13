"""Arguments that several subcommands take."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TextIO

from bastide.games import GameRules, presets
from bastide.words import say


def positive(text: str) -> int:
    """Read a whole number of at least one."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1 on")
    return int(text)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the argument that chooses the rules, as `parse_rules` reads them."""
    parser.add_argument(
        "--rules",
        metavar="TEXT",
        help=f'a preset ({", ".join(presets())}) and options, as in "second hand_size=3"; `bastide games` '
        "lists them all",
    )


def warn(rules: GameRules, language: str) -> None:
    """Say on standard error what the rulebooks advise against in a choice of rules."""
    for message, values in rules.warnings:
        print(say(language, f"warning.{message}", values), file=sys.stderr)


def add_colour(parser: argparse.ArgumentParser) -> None:
    """Add the argument that says whether to write in colours."""
    parser.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto", help="colours (usual: in a terminal)"
    )


def in_colour(choice: str, stream: TextIO | None = None) -> bool:
    """Say whether to write in colours, given what was asked for and where the text goes."""
    if choice != "auto":
        return choice == "always"
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not plain and (stream or sys.stdout).isatty()
