"""Arguments that several subcommands take."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from math import inf
from typing import TextIO

from bastide.cli.layout import print_error
from bastide.games import GameRules, presets
from bastide.text import whole_number
from bastide.words import Word, say


def positive(text: str) -> int:
    """Parse a positive integer."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a positive integer")
    return int(text)


def duration(text: str) -> float:
    """Parse a positive number of seconds."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < inf:
        raise argparse.ArgumentTypeError(f"{text} is not a positive number of seconds")
    return seconds


def whole_number_between(least: int, most: int) -> Callable[[str], int]:
    """Return a parser of whole numbers within bounds."""

    def parse(text: str) -> int:
        number = whole_number(text)
        if number is None or not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{text} is not a whole number from {least} to {most}")
        return number

    return parse


def number_between(least: float, most: float) -> Callable[[str], float]:
    """Return a parser of numbers within bounds."""

    def parse(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = float("nan")
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{text} is not a number from {least:g} to {most:g}")
        return number

    return parse


def host(text: str) -> str:
    """Parse an address or the name of a host, which need not exist."""
    if not text:
        raise argparse.ArgumentTypeError("an empty text is not an address or the name of a host")
    try:
        text.encode("idna")
    except UnicodeError:
        raise argparse.ArgumentTypeError(f"{text} is not an address or the name of a host") from None
    return text


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the argument ``--rules``, in the syntax of `parse_rules`."""
    parser.add_argument(
        "--rules",
        metavar="TEXT",
        help=f'a preset ({", ".join(presets())}) and options, such as "second hand_size=3"; see `bastide games`',
    )


def warn(rules: GameRules, language: str) -> None:
    """Print warnings about combinations that the rulebooks, or we, advise against to standard error."""
    for message, values in rules.warnings:
        titles = {name: Word(f"title.{expansion}") for name, expansion in values.items()}
        print_error(say(language, f"warning.{message}", titles))


def add_colour(parser: argparse.ArgumentParser) -> None:
    """Add the argument ``--color``."""
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="whether to use colours (default: in a terminal)",
    )


def in_colour(choice: str, stream: TextIO | None = None) -> bool:
    """Return whether to write in colour, given the value of ``--color`` and the stream."""
    if choice != "auto":
        return choice == "always"
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not plain and (stream or sys.stdout).isatty()
