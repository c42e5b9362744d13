"""`bastide verify`: checks that every draw of a finished game follows from the secret of its dealer."""

from __future__ import annotations

import argparse
import sys

from bastide.cli.inputs import read_file
from bastide.play.record import parse_json
from bastide.play.verify import verify


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand and its arguments."""
    parser = commands.add_parser(
        "verify",
        help="check that all draws of a finished game were fair",
        description="Check that every draw of a finished game follows from the committed secret of its dealer, the "
        "salt of the players and the number of the draw.",
        epilog="exit code: 0 if the game is proven fair, 1 if it is not, 2 if the record cannot be read\n"
        "example:\n  bastide verify game.json",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("record", metavar="RECORD", help='a saved game, or "-" for standard input')
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the result. Return 1 if the draws are not proven fair."""
    text = sys.stdin.read() if args.record == "-" else read_file(args.record)
    verification = verify(parse_json(text))
    print("\n".join(verification.lines(args.lang)))
    return 0 if verification.fair else 1
