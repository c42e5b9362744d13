"""`bastide tiles`: lists of the tile sets, checks of tile files, and contact sheets."""

from __future__ import annotations

import argparse
from collections import Counter

from bastide.cli.inputs import read_file
from bastide.cli.outputs import check_pixels, picture_path, write_picture
from bastide.draw.anchors import with_anchors
from bastide.draw.contact_sheet import contact_sheet, rotation_sheet
from bastide.draw.export import png
from bastide.errors import BastideError
from bastide.tiles import TileSet, available, load, parse
from bastide.tiles.lines import KNOWN
from bastide.words import say


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand and its arguments."""
    parser = commands.add_parser(
        "tiles",
        help="list the tile sets, or check a tile file",
        description="List the tile sets and how certain their tiles are, list the tiles of some sets, or check a "
        "custom tile file. Files in the folder $BASTIDE_TILES replace built-in sets of the same name.",
        epilog="examples:\n  bastide tiles\n  bastide tiles gold_rush\n  bastide tiles --check my.tiles\n"
        "  bastide tiles --sheet base -o base.svg\n  bastide tiles --sheet base --rotations 48 -o base.png\n"
        "  bastide tiles --anchors my.tiles > anchored.tiles",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("sets", nargs="*", metavar="SET", help="list the tiles of these sets")
    parser.add_argument("--check", metavar="FILE", help="check a tile file")
    parser.add_argument("--sheet", metavar="SET", help="draw a contact sheet of a set")
    parser.add_argument(
        "--rotations", metavar="PIXELS", type=int, help="draw the sheet in all rotations, with tiles of this width"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="output file of the sheet: .svg or .png")
    parser.add_argument("--anchors", metavar="FILE", help="print a tile file with missing positions of pieces added")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print a list, or check, draw or convert."""
    if args.check is not None:
        checked = parse(read_file(args.check))
        print(say(args.lang, "tiles.fine", {"file": args.check, "set": checked.name}))
        print("\n".join(tile_list(checked, args.lang)))
    elif args.anchors is not None:
        print(with_anchors(read_file(args.anchors)), end="")
    elif args.sheet is not None:
        draw_sheet(args.sheet, args.rotations, args.output, args.lang)
    elif args.sets:
        for name in args.sets:
            print("\n".join(tile_list(load(name), args.lang)))
    else:
        print("\n".join(summary(load(name), args.lang) for name in available()))
    return 0


def draw_sheet(name: str, rotations: int | None, output: str | None, language: str) -> None:
    """Write the contact sheet of a set to a file."""
    if output is None:
        raise BastideError("sheet_output")
    if rotations is not None:
        check_pixels(rotations)
    path = picture_path(output, (".svg", ".png"))
    drawn = contact_sheet(load(name)) if rotations is None else rotation_sheet(load(name), rotations)
    write_picture(path, png(drawn) if path.suffix.lower() == ".png" else drawn.encode(), language)


def summary(tile_set: TileSet, language: str) -> str:
    """Return a set as one line: name, title, and number of tiles by certainty."""
    certainties: Counter[str] = Counter()
    for tile, copies in tile_set.copies(tile_set.editions[0]):
        certainties["instead" if tile.id in tile_set.instead else tile.known] += copies
    certainties.update(tile.known for tile in tile_set.laid)
    if (block := tile_set.block) and not tile_set.laid:
        certainties["board" if block.board else "block"] = len(block.parts)
    order = (*KNOWN, "instead", "block", "board")
    counts = [say(language, f"tiles.{name}", {"count": certainties[name]}) for name in order if certainties[name]]
    return f"{tile_set.name:<22}{tile_set.title}: {', '.join(counts)}"


def tile_list(tile_set: TileSet, language: str) -> list[str]:
    """Return a set and its tiles: id, copies in every edition, and certainty."""
    lines = [summary(tile_set, language), f"{'':<30}{' '.join(tile_set.editions)}"]
    for number, tile in enumerate(tile_set.tiles):
        copies = " ".join(str(counts[number]).rjust(len(edition)) for edition, counts in tile_set.counts.items())
        lines.append(f"{tile.id:<30}{copies}  {say(language, f'known.{tile.known}')}")
    once = " ".join("1".rjust(len(edition)) for edition in tile_set.editions)
    lines += [f"{tile.id:<30}{once}  {say(language, f'known.{tile.known}')}" for tile in tile_set.laid]
    return lines
