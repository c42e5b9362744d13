"""`bastide verify`: checks that every draw of a finished game follows from the secret of its dealer."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from bastide.cli.inputs import read_file
from bastide.play.record import parse_json
from bastide.play.verify import verify

NOT_OVER: Final = 3
"""The exit code for a log that is fair but stops before the end of its game."""


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand and its arguments."""
    parser = commands.add_parser(
        "verify",
        help="check that all draws of a finished game were fair",
        description="Check that every draw of a finished game follows from the committed secret of its dealer, the "
        "salt of the players and the number of the draw, and tell what the record proves besides and what it cannot.",
        epilog="exit code: 0 if the whole game is proven fair, 1 if it is not, 2 if the record cannot be read,\n"
        "3 if the draws are fair as far as the log goes, but the game is not over\n"
        "example:\n  bastide verify game.json",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("record", metavar="RECORD", help='a saved game, or "-" for standard input')
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the result. Return 1 if the draws are not proven fair, 3 if they are but the game is not over."""
    text = sys.stdin.read() if args.record == "-" else read_file(args.record)
    verification = verify(parse_json(text))
    print("\n".join(verification.lines(args.lang)))
    if verification.fair:
        return 0
    return NOT_OVER if verification.fair_so_far else 1
