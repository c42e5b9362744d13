"""Tile sets by name, and the parser of tile files."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from bastide.errors import BadTiles
from bastide.kernel.tile import Block, Tile
from bastide.text import whole_number
from bastide.tiles.lines import read_tile

OWN_FOLDER: Final = "BASTIDE_TILES"
"""The environment variable that names a folder with the user's own tile files."""
HEADS = ("set", "prefix", "title", "editions", "start")

Position = tuple[int, int, int]
"""A column and a row, relative to a block, and quarter turns."""


@dataclass(frozen=True)
class TileSet:
    """The tiles of one published set, with the number of copies in each of its editions."""

    name: str
    title: str
    tiles: tuple[Tile, ...]
    counts: Mapping[str, tuple[int, ...]]
    block: Block | None = None
    """Several cells that are on the board from the start."""
    start_name: str = ""
    """The name of the start tile, or a mark that it has."""
    beside: Mapping[str, Mapping[str, Position]] = field(default_factory=dict)
    """By name of another set in play, the positions of its start relative to this one, by name. An empty name of a set
    stands for any, and one of a position for the only one."""
    instead: Mapping[str, str] = field(default_factory=dict)
    """Tiles that replace a tile of another set in play, by id."""

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions of the set, the default one first."""
        return tuple(self.counts)

    def start(self, edition: str) -> Block | None:
        """Return the start of a game with this set: its block or its start tile, if it has one."""
        if self.block is not None:
            return self.block
        for tile, _ in self.copies(edition):
            if self.start_name and (tile.id.endswith(f"-{self.start_name}") or tile.mark(self.start_name)):
                return Block(((0, 0, tile),))
        return None

    def copies(self, edition: str) -> list[tuple[Tile, int]]:
        """Return the tiles and their numbers of copies in an edition, or in the default one if the set lacks it."""
        counts = self.counts.get(edition, self.counts[self.editions[0]])
        return [(tile, n) for tile, n in zip(self.tiles, counts, strict=True) if n]

    @property
    def laid(self) -> tuple[Tile, ...]:
        """The tiles that lie there from the start as a block of several."""
        return tuple(tile for _, _, tile in self.block.parts) if self.block and self.block.tiles > 1 else ()

    @property
    def block_tiles(self) -> int:
        """The number of tiles in the total that lie there from the start as a block."""
        return self.block.tiles if self.block else 0


def _files(own: str) -> dict[str, Traversable]:
    """Return the tile files by name. The user's own replace built-in ones."""
    folders: list[Traversable] = [resources.files(__package__ or "bastide.tiles")]
    if own:
        if not Path(own).is_dir():
            raise BadTiles("tiles_folder", folder=own, variable=OWN_FOLDER)
        folders.append(Path(own))
    files = (file for folder in folders for file in folder.iterdir() if file.name.endswith(".tiles"))
    return {file.name.removesuffix(".tiles"): file for file in files}


def own_folder() -> str:
    """Return the folder with the user's own tile files, or an empty string."""
    return os.environ.get(OWN_FOLDER, "")


def available() -> tuple[str, ...]:
    """Return the names of all sets, sorted."""
    return tuple(sorted(_files(own_folder())))


def load(name: str) -> TileSet:
    """Return a set by name: the user's own or a built-in one (see docs/tiles.md).

    >>> sum(copies for _, copies in load("base").copies("plain"))
    72
    """
    return _loaded(name, own_folder())


@cache
def _loaded(name: str, own: str) -> TileSet:
    files = _files(own)
    if name not in files:
        raise BadTiles("unknown_tile_set", name=name, known=", ".join(sorted(files)))
    return parse(files[name].read_text(encoding="utf-8"))


def by_id() -> Mapping[str, Tile]:
    """Return all tiles by id, including the cells of blocks."""
    return _by_id(own_folder())


@cache
def _by_id(own: str) -> Mapping[str, Tile]:
    sets = [_loaded(name, own) for name in sorted(_files(own))]
    cells = {cell.id: cell for tile_set in sets if tile_set.block for _, _, cell in tile_set.block.parts}
    return cells | {tile.id: tile for tile_set in sets for tile in tile_set.tiles}


def find(tile_id: str) -> Tile | None:
    """Return the tile with an id, if any set has it.

    >>> find("BA-CRFR").letter
    'D'
    """
    every = (tile for name in available() for tile in load(name).tiles)
    return next((tile for tile in every if tile.id == tile_id), None)


def editions() -> tuple[str, ...]:
    """Return all editions of the built-in sets, the default one first."""
    sets = [_loaded(name, "") for name in sorted(_files(""))]
    sets.sort(key=lambda tile_set: tile_set.editions[0] != "plain")
    return tuple(dict.fromkeys(edition for tile_set in sets for edition in tile_set.editions))


class _Draft:
    """A tile set while its file is being parsed."""

    def __init__(self) -> None:
        self.header: dict[str, str] = {}
        self.totals: dict[str, tuple[int, int]] = {}
        self.tiles: list[Tile] = []
        self.counts: list[tuple[int, ...]] = []
        self.instead: dict[str, str] = {}
        self.cells: dict[str, list[tuple[int, int, Tile]]] = {"block": [], "board": [], "tile": []}
        self.beside: dict[str, dict[str, Position]] = {}

    def read(self, line: str, number: int) -> None:
        """Parse one line, which is neither empty nor a comment."""
        words = line.split()
        if words[0] == "total":
            self.totals[words[1] if len(words) > 1 else ""] = _total(words, number)
        elif words[0] in self.cells:
            self.cells[words[0]].append(self._cell(line, number))
        elif words[0] == "beside":
            self._beside(line)
        elif words[0] in HEADS:
            if words[0] in self.header:
                raise BadTiles("tiles_header_twice", key=words[0])
            self.header[words[0]] = line.removeprefix(words[0]).strip()
        else:
            self._tile(line, number)

    def _tile(self, line: str, number: int) -> None:
        editions = len(self.header.get("editions", "").split())
        words = line.split(maxsplit=2 + editions)
        expected = "LETTER NAME " + "COPIES " * editions + "SEGMENT; SEGMENT …"
        copies = [n for n in map(whole_number, words[2 : 2 + editions]) if n is not None and n >= 0]
        if not editions or "prefix" not in self.header or len(words) < 3 + editions or len(copies) < editions:
            raise BadTiles("tiles_line", line=number, expected=expected)
        text, _, replaced = words[-1].partition(" instead of ")
        tile = read_tile(self.header["prefix"], words[0], words[1], text)
        if replaced:
            self.instead[tile.id] = replaced.strip()
        self.tiles.append(tile)
        self.counts.append(tuple(copies))

    def _cell(self, line: str, number: int) -> tuple[int, int, Tile]:
        words = line.split(maxsplit=4)
        x, y = (whole_number(word) for word in (*words, "", "", "")[1:3])
        if "prefix" not in self.header or len(words) < 4 or x is None or y is None:
            raise BadTiles("tiles_line", line=number, expected=f"{words[0]} X Y NAME SEGMENT; SEGMENT …")
        return x, y, read_tile(self.header["prefix"], "-", words[3], words[4] if len(words) > 4 else "")

    def finished(self) -> TileSet:
        """Return the set, after all lines were parsed. Raises BadTiles if it is not consistent."""
        for key in ("set", "prefix", "title", "editions"):
            if key not in self.header:
                raise BadTiles("tiles_header_missing", key=key)
        editions = self.header["editions"].split()
        counts = {edition: tuple(row[i] for row in self.counts) for i, edition in enumerate(editions)}
        self._check_names()
        name, title = self.header["set"], self.header["title"]
        start = self.header.get("start", "")
        tile_set = TileSet(name, title, tuple(self.tiles), counts, self._block(), start, self.beside, self.instead)
        self._check_totals(tile_set)
        if start and any(tile_set.start(edition) is None for edition in editions):
            raise BadTiles("tiles_start_unknown", start=start)
        return tile_set

    def _beside(self, line: str) -> None:
        """Parse a position of another start: ``beside 4 1``, or ``beside SET 1 -1 3 at n2`` with turns and a name."""
        _, *words = line.split()
        name = words.pop(0) if words and whole_number(words[0]) is None else ""
        spot = words[-1] if words[-2:-1] == ["at"] else ""
        words = words[:-2] if spot else words
        numbers = [n for n in map(whole_number, words) if n is not None]
        if len(numbers) != len(words) or len(numbers) not in (2, 3) or not 0 <= (*numbers, 0)[2] <= 3:
            raise BadTiles("tiles_beside", found=line.removeprefix("beside").strip())
        spots = self.beside.setdefault(name, {})
        if spot in spots:
            raise BadTiles("tiles_header_twice", key=" ".join(filter(None, ("beside", name, spot and f"at {spot}"))))
        spots[spot] = numbers[0], numbers[1], (*numbers, 0)[2]

    def _block(self) -> Block | None:
        """Return the cells that are on the board from the start as one block. Raises BadTiles if there are two."""
        blocks = [(word, cells) for word, cells in self.cells.items() if cells]
        if len(blocks) > 1:
            raise BadTiles("tiles_two_blocks")
        for word, cells in blocks:
            return Block(tuple(cells), {"block": 1, "board": 0, "tile": len(cells)}[word])
        return None

    def _check_names(self) -> None:
        ids = [tile.id for tile in (*self.tiles, *(tile for cells in self.cells.values() for _, _, tile in cells))]
        for names in (ids, [tile.letter for tile in self.tiles if tile.letter]):
            for name, times in Counter(names).items():
                if times > 1:
                    raise BadTiles("tile_twice", tile=name)

    def _check_totals(self, tile_set: TileSet) -> None:
        """Every edition adds up to its published total; neither boards nor tiles that replace others are part of it."""
        for edition, copies in tile_set.counts.items():
            if edition not in self.totals:
                raise BadTiles("tiles_total_missing", edition=edition)
            own = [n for tile, n in zip(self.tiles, copies, strict=True) if n and tile.id not in self.instead]
            published, kinds = self.totals[edition]
            found, found_kinds = sum(own) + tile_set.block_tiles, len(own) + tile_set.block_tiles
            if (found, found_kinds) != (published, kinds):
                totals = {"found": found, "kinds": found_kinds, "published": published, "published_kinds": kinds}
                raise BadTiles("tiles_total", edition=edition, **totals)


def parse(text: str) -> TileSet:
    """Parse a tile file. Raises BadTiles, naming the line or the tile, if it is not valid."""
    draft = _Draft()
    for number, raw in enumerate(text.splitlines(), start=1):
        if line := raw.split("#")[0].strip():
            draft.read(line, number)
    return draft.finished()


def _total(words: list[str], number: int) -> tuple[int, int]:
    total, kinds = (whole_number(word) for word in (words[2:5:2] if len(words) == 6 else ("", "")))
    if total is None or kinds is None:
        raise BadTiles("tiles_line", line=number, expected="total EDITION N in K kinds")
    return total, kinds
