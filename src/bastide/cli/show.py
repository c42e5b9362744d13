"""`bastide show`: a saved game, after any action, or a position in the terminal."""

from __future__ import annotations

import argparse

from bastide.cli.arguments import add_colour, in_colour
from bastide.cli.inputs import read_game
from bastide.cli.screen import table_lines
from bastide.play.dealer import Given
from bastide.play.sentences import sentence
from bastide.words import in_edition


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand and its arguments."""
    parser = commands.add_parser(
        "show",
        help="show a saved game or a position in the terminal",
        description="Print the board of a saved game or a position, its scores, its supplies and its notation.",
        epilog="examples:\n  bastide show game.json --move 40 --log\n"
        '  bastide show "D(0,0) U(1,0)+1:road ; to 2 ; scores 0 4"',
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "source",
        metavar="FILE|POSITION",
        help='a saved game or a position: a file, "-" for standard input, or the position itself',
    )
    parser.add_argument("--move", type=int, metavar="N", help="show the game after N actions")
    parser.add_argument("--log", action="store_true", help="print the turns, one per line")
    parser.add_argument("--story", action="store_true", help="print the events as sentences")
    parser.add_argument("--coordinates", action="store_true", help="add coordinates to the places of the story")
    add_colour(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the board, and the story and the log if asked."""
    game = read_game(args.source, args.lang)
    language = in_edition(args.lang, game.rules.choice.preset)
    if args.move is not None:
        game = game.branch(args.move, Given())
    if args.story:
        told = [event for events in game.events for event in events]
        story = [sentence(event, game.seats, language, coordinates=args.coordinates) for event in told]
        print("\n".join(story), end="\n\n")
    if args.log:
        print("\n".join(game.turns()), end="\n\n")
    print("\n".join(table_lines(game, language, in_colour(args.color), hands=range(len(game.seats)))))
    print(f"\n{game.position_text()}")
    return 0
