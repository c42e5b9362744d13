"""`bastide draw`: a picture of a saved game or a position, or an animation of a whole game."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bastide.cli.inputs import read_game
from bastide.cli.outputs import check_pixels, picture_path, write_picture
from bastide.draw.board import board
from bastide.draw.export import gif, png
from bastide.draw.scene import scene_of
from bastide.kernel.geometry import xy
from bastide.play.dealer import Given
from bastide.play.game import Game
from bastide.rules.model import CHANCE
from bastide.words import say

TILE: Final = 96
GIF_TILE: Final = 40
"""Default width of a tile in a picture and in an animation, in pixels."""


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand and its arguments."""
    parser = commands.add_parser(
        "draw",
        help="draw a saved game or a position as a picture",
        description="Draw the board of a saved game or a position as SVG or PNG, or the whole game as an animated GIF.",
        epilog="examples:\n  bastide draw game.json -o game.svg --scores\n  bastide draw game.json --gif -o game.gif\n"
        '  bastide draw "D(0,0) U(1,0)+1:road ; to 2" -o position.png --owners',
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "source",
        metavar="FILE|POSITION",
        help='a saved game or a position: a file, "-" for standard input, or the position itself',
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="output file: .svg, .png or .gif (default: SVG to standard output)"
    )
    parser.add_argument(
        "--gif", action="store_true", help="animate the whole game, one frame per turn (default output: game.gif)"
    )
    parser.add_argument("--move", type=int, metavar="N", help="draw the game after N actions")
    parser.add_argument("--pixels", type=int, metavar="N", help="width of a tile in pixels (default: 96; 40 in a GIF)")
    parser.add_argument("--owners", action="store_true", help="show the owners of cities, roads and buildings")
    parser.add_argument("--fields", action="store_true", help="show the fields and their owners")
    parser.add_argument("--legal", action="store_true", help="highlight the cells where the drawn tile fits")
    parser.add_argument("--labels", action="store_true", help="number columns and rows")
    parser.add_argument("--scores", action="store_true", help="add the score track")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Draw the picture and write it."""
    animated = args.gif or str(args.output or "").lower().endswith(".gif")
    extensions = (".gif",) if animated else (".svg", ".png", ".gif")
    path = picture_path(args.output, extensions) if args.output else None
    if args.pixels is not None:
        check_pixels(args.pixels)
    game = read_game(args.source, args.lang)
    if args.move is not None:
        game = game.branch(args.move, Given())
    if animated:
        write_picture(path or Path("game.gif"), _animation(game, args), args.lang)
        return 0
    svg = _drawn(game, args, args.pixels or TILE)
    if path is None:
        print(svg)
    else:
        write_picture(path, png(svg) if path.suffix.lower() == ".png" else svg.encode(), args.lang)
    return 0


def _drawn(game: Game, args: argparse.Namespace, pixels: int, around: Sequence[tuple[int, int]] = ()) -> str:
    return board(
        game,
        tile_pixels=pixels,
        owners=args.owners,
        fields=args.fields,
        legal=args.legal,
        labels=args.labels,
        scores=args.scores,
        around=around,
    )


def _animation(game: Game, args: argparse.Namespace) -> bytes:
    """Return a game as an animated GIF, one frame per turn."""
    plies, around = turn_ends(game), [xy(cell) for cell in game.state.board.cell]
    around += scene_of(game).legal if args.legal else ()
    on_terminal = sys.stderr.isatty()
    done = 0

    def tick() -> None:
        nonlocal done
        done += 1
        if on_terminal:
            end = "\r" if done < len(plies) else "\n"
            print(say(args.lang, "draw.frames", {"done": done, "all": len(plies)}), end=end, file=sys.stderr)

    pixels = args.pixels or GIF_TILE
    frames = (_drawn(game.branch(ply, Given()), args, pixels, around) for ply in plies)
    return gif(frames, _drawn(game, args, pixels, around), progress=tick)


def turn_ends(game: Game) -> list[int]:
    """Return the plies at which a turn ends, with the first and the last ply of the game."""
    played = {entry.turn for entry in game.log if entry.actor != CHANCE}
    ends = {entry.turn: i for i, entry in enumerate(game.log, start=1) if entry.turn in played}
    return [0, *list(ends.values())[:-1], len(game.log)] if ends else [0]
