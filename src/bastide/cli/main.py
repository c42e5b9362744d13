"""The `bastide` command: parses the arguments and dispatches to the module of the subcommand."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from bastide import __version__
from bastide.cli import (
    arena,
    backup,
    bench,
    draw,
    games,
    load,
    play,
    restore,
    rules,
    serve,
    show,
    simulate,
    tiles,
    verify,
)
from bastide.cli.layout import print_error
from bastide.errors import BastideError
from bastide.words import LANGUAGES

COMMANDS: Final = (play, serve, backup, restore, load, games, tiles, show, draw, simulate, arena, verify, rules, bench)

SUCCESS: Final = 0
CHECK_FAILED: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    parser = make_parser(language_of(os.environ))
    try:
        args = parser.parse_args(argv)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else SUCCESS
    if args.command is None:
        parser.print_help()
        return SUCCESS
    return run(args)


def run(args: argparse.Namespace) -> int:
    """Run a subcommand; an error becomes a message and an exit code."""
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except BastideError as error:
        print_error(error.text(args.lang))
        return BAD_INPUT
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of the pipe is gone. Without this, the interpreter prints an error when it flushes stdout at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return SUCCESS
    return code


def make_parser(language: str) -> argparse.ArgumentParser:
    """Return the parser of the command, given the default language."""
    parser = argparse.ArgumentParser(
        prog="bastide",
        description="Carcassonne on the command line: play, serve, draw, simulate and measure games.",
        epilog="Help for one command: bastide play --help",
    )
    parser.add_argument("--version", action="version", version=f"bastide {__version__}")
    parser.add_argument(
        "--lang", choices=LANGUAGES, default=language, help="language of the output (default: from $LANG)"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for command in COMMANDS:
        command.register(commands)
    for subparser in commands.choices.values():
        subparser.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help="language of the output")
    return parser


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language of the environment if it is supported, else English.

    >>> language_of({"LANG": "fr_CA.UTF-8"})
    'fr'
    """
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return next((language for language in LANGUAGES if locale.startswith(language)), "en")
