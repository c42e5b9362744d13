"""`bastide tiles`: the tile sets, how certain each tile is, and a check of custom tile files."""

from __future__ import annotations

import argparse
from collections import Counter

from bastide.cli.inputs import read_file
from bastide.cli.outputs import picture_path, write_picture
from bastide.draw.anchors import with_anchors
from bastide.draw.contact_sheet import contact_sheet
from bastide.draw.export import png
from bastide.errors import BastideError
from bastide.tiles import TileSet, available, load, parse
from bastide.tiles.lines import KNOWN
from bastide.words import say


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "tiles",
        help="list the tile sets, or check a tile file",
        description="List the tile sets and how certain their tiles are, list the tiles of some sets, or check a tile "
        "file of your own. Files in the folder that BASTIDE_TILES names replace those that come with Bastide.",
        epilog="examples:\n  bastide tiles\n  bastide tiles gold_rush\n  bastide tiles --check my.tiles\n"
        "  bastide tiles --sheet base -o base.svg\n  bastide tiles --anchors my.tiles > anchored.tiles",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("sets", nargs="*", metavar="SET", help="list the tiles of these sets")
    parser.add_argument("--check", metavar="FILE", help="check a tile file")
    parser.add_argument("--sheet", metavar="SET", help="draw all tiles of a set on one sheet")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to draw the sheet: .svg or .png")
    parser.add_argument("--anchors", metavar="FILE", help="print a tile file with the places of pieces written in")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the list, or check or convert a file."""
    if args.check is not None:
        checked = parse(read_file(args.check))
        print(say(args.lang, "tiles.fine", {"file": args.check, "set": checked.name}))
        print("\n".join(tile_list(checked, args.lang)))
    elif args.anchors is not None:
        print(with_anchors(read_file(args.anchors)), end="")
    elif args.sheet is not None:
        draw_sheet(args.sheet, args.output, args.lang)
    elif args.sets:
        for name in args.sets:
            print("\n".join(tile_list(load(name), args.lang)))
    else:
        print("\n".join(summary(load(name), args.lang) for name in available()))
    return 0


def draw_sheet(name: str, output: str | None, language: str) -> None:
    """Draw the contact sheet of a set into a file."""
    if output is None:
        raise BastideError("sheet_output")
    path = picture_path(output, (".svg", ".png"))
    drawn = contact_sheet(load(name))
    write_picture(path, png(drawn) if path.suffix.lower() == ".png" else drawn.encode(), language)


def summary(tile_set: TileSet, language: str) -> str:
    """Return a set in a line: name, title, number of tiles, and how certain they are."""
    edition = tile_set.editions[0]
    sure: Counter[str] = Counter()
    for tile, copies in tile_set.copies(edition):
        sure[tile.known] += copies
    told = [say(language, f"tiles.{known}", {"count": sure[known]}) for known in KNOWN if sure[known]]
    block = [say(language, "tiles.block", {"count": len(tile_set.block.parts)})] if tile_set.block else []
    return f"{tile_set.name:<22}{tile_set.title}: {', '.join([*told, *block])}"


def tile_list(tile_set: TileSet, language: str) -> list[str]:
    """Return a set and all its tiles: id, copies in every edition, and how certain each is."""
    lines = [summary(tile_set, language), f"{'':<30}{' '.join(tile_set.editions)}"]
    for number, tile in enumerate(tile_set.tiles):
        copies = " ".join(str(counts[number]).rjust(len(edition)) for edition, counts in tile_set.counts.items())
        lines.append(f"{tile.id:<30}{copies}  {say(language, f'known.{tile.known}')}")
    return lines
