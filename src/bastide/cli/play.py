"""`bastide play`: a hot-seat game at one terminal."""

from __future__ import annotations

import argparse
import os
import re
from secrets import token_hex

from bastide.cli.arguments import add_colour, add_rules, in_colour, warn
from bastide.cli.hotseat import HotSeat
from bastide.cli.inputs import read_game, seat_names
from bastide.errors import BadRecord, BadRules
from bastide.games import make_rules, parse_rules
from bastide.play.dealer import Given, SameAgain, Seeded
from bastide.play.game import Game
from bastide.rules.model import CHANCE


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand and its arguments."""
    parser = commands.add_parser(
        "play",
        help="play a hot-seat game at this terminal",
        description="Play a game at one terminal. Enter the number of a choice or its token.",
        epilog="examples:\n  bastide play --seats Ann,Bob,Zoe --save evening.json\n"
        '  bastide play --rules "second hand_size=3" --lang fr\n'
        "  bastide play --load evening.json --save evening.json",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_rules(parser)
    parser.add_argument("--seats", metavar="NAMES", help="names of the players, or their number (default: 2)")
    parser.add_argument("--seed", metavar="S", help="seed of the draws (default: random)")
    parser.add_argument("--given", action="store_true", help="draw from a real bag and type the tiles")
    parser.add_argument("--load", metavar="FILE", help="continue a saved game, or start from a position")
    parser.add_argument("--save", metavar="FILE", help="save the game to this file after every action")
    add_colour(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the game until the players quit."""
    if args.load and (args.rules or args.seats):
        raise BadRules("load_alone")
    if args.save and os.path.exists(args.save) and not same_file(args.save, args.load):
        raise BadRecord("save_exists", path=args.save)
    game = read_game(args.load, args.lang) if args.load else new_game(args.rules, args.seats, args.lang)
    warn(game.rules, args.lang)
    seeded = Seeded(args.seed if args.seed is not None else token_hex(16))
    drawn = [entry.action for entry in game.log if entry.actor == CHANCE]
    game.deal_with(Given(numbers=seeded) if args.given else SameAgain(drawn, seeded))
    table = HotSeat(game, args.lang, in_colour(args.color), given=args.given, path=args.save)
    return table.play()


def same_file(path: str, other: str | None) -> bool:
    """Return whether two paths name the same existing file."""
    return other is not None and os.path.exists(other) and os.path.samefile(path, other)


def new_game(rules: str | None, seats: str | None, language: str) -> Game:
    """Return a new game that waits for its first draw."""
    parsed = make_rules() if rules is None else parse_rules(rules)
    seats = seats or "2"
    if re.fullmatch(r"\s*[0-9]{1,12}\s*", seats):
        count = int(seats)
        colours = seat_names(count, language)
        return Game(parsed, colours if len(colours) == count else count, Given())
    return Game(parsed, [name.strip() for name in seats.split(",")], Given())
