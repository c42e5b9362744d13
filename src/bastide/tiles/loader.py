"""Reads a tile file and refuses it, naming the tile and the reason, unless it describes a possible set of tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from bastide.errors import BadTiles
from bastide.kernel.geometry import LEFT, MIDDLE, PORT_NAMES, RIGHT, SIDE_NAMES
from bastide.kernel.tile import Segment, Tile
from bastide.text import whole_number

SIDE_LETTERS: Final = {
    **dict.fromkeys("CDEG", "city"),
    **dict.fromkeys("RSTU", "road"),
    "F": "field",
    "W": "river",
}
"""What the letters of a tile's name say about its sides."""

THROUGH: Final = frozenset({"road", "river"})
"""Kinds that leave a tile in the middle of a side, with a field on either hand."""

SURROUNDED: Final = frozenset({"monastery", "garden"})
"""Kinds that stand inside a tile and are complete when all eight cells around it are filled."""

KINDS: Final = frozenset(SIDE_LETTERS.values()) | SURROUNDED


@dataclass(frozen=True)
class TileSet:
    """The tiles of one published set, with the number of copies in each of its editions."""

    name: str
    title: str
    tiles: tuple[Tile, ...]
    counts: Mapping[str, tuple[int, ...]]
    start: Tile | None

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions of the set, the default one first."""
        return tuple(self.counts)

    def copies(self, edition: str) -> list[tuple[Tile, int]]:
        """Return the tiles with their numbers of copies; an edition the set does not have means the default one."""
        counts = self.counts.get(edition, self.counts[self.editions[0]])
        return [(tile, n) for tile, n in zip(self.tiles, counts, strict=True) if n]


def available() -> tuple[str, ...]:
    """Return the names of all sets that come with Bastide."""
    files = resources.files(__package__ or "bastide.tiles").iterdir()
    return tuple(sorted(f.name.removesuffix(".tiles") for f in files if f.name.endswith(".tiles")))


@cache
def load(name: str) -> TileSet:
    """Return a set that comes with Bastide, by its name.

    >>> sum(copies for _, copies in load("base").copies("plain"))
    72
    """
    if name not in available():
        raise BadTiles("unknown_tile_set", name=name, known=", ".join(available()))
    return parse((resources.files(__package__ or "bastide.tiles") / f"{name}.tiles").read_text(encoding="utf-8"))


def parse(text: str) -> TileSet:
    """Read a tile file. Raises BadTiles, naming the line or tile and the reason, if anything about it is wrong."""
    header: dict[str, str] = {}
    totals: dict[str, tuple[int, int]] = {}
    tiles: list[Tile] = []
    counts: list[tuple[int, ...]] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.split("#")[0].strip()
        if not line:
            continue
        words = line.split()
        if words[0] == "total":
            totals[words[1]] = _total(words, number)
        elif words[0] in ("set", "prefix", "title", "editions", "start"):
            header[words[0]] = line.removeprefix(words[0]).strip()
        else:
            tile, copies = _tile_line(line, header, number)
            tiles.append(tile)
            counts.append(copies)
    for key in ("set", "prefix", "title", "editions"):
        if key not in header:
            raise BadTiles("tiles_header_missing", key=key)
    by_edition = {edition: tuple(row[i] for row in counts) for i, edition in enumerate(header["editions"].split())}
    _check_set(tiles, by_edition, totals)
    start = None
    if "start" in header:
        start = next((t for t in tiles if t.id == f"{header['prefix']}-{header['start']}"), None)
        if start is None:
            raise BadTiles("tiles_start_unknown", start=header["start"])
    return TileSet(header["set"], header["title"], tuple(tiles), by_edition, start)


def _total(words: list[str], number: int) -> tuple[int, int]:
    if len(words) != 6 or whole_number(words[2]) is None or whole_number(words[4]) is None:
        raise BadTiles("tiles_line", line=number, expected="total EDITION N in K kinds")
    return int(words[2]), int(words[4])


def _tile_line(line: str, header: Mapping[str, str], number: int) -> tuple[Tile, tuple[int, ...]]:
    editions = len(header.get("editions", "").split())
    words = line.split(maxsplit=2 + editions)
    expected = "LETTER NAME " + "COPIES " * editions + "SEGMENT; SEGMENT …"
    if not editions or "prefix" not in header or len(words) < 3 + editions:
        raise BadTiles("tiles_line", line=number, expected=expected)
    letter, name, *copies = words[: 2 + editions]
    if any((whole_number(word) or -1) < 0 for word in copies if word != "0"):
        raise BadTiles("tiles_line", line=number, expected=expected)
    tile_id = f"{header['prefix']}-{name}"
    sides = name.split("-")[0]
    if len(sides) != 4 or not set(sides) <= SIDE_LETTERS.keys():
        raise BadTiles("tile_sides", tile=tile_id, known=" ".join(SIDE_LETTERS))
    edges = (SIDE_LETTERS[sides[0]], SIDE_LETTERS[sides[1]], SIDE_LETTERS[sides[2]], SIDE_LETTERS[sides[3]])
    segments = _segments(tile_id, sides, words[-1])
    tile = Tile(tile_id, edges, segments, letter="" if letter == "-" else letter)
    _check_tile(tile)
    return tile, tuple(int(word) for word in copies)


def _segments(tile: str, sides: str, text: str) -> tuple[Segment, ...]:
    parts = [part.split() for part in text.split(";")]
    letter_of = [next((w for w in part[1:] if w in SIDE_LETTERS and part[0] != "field"), "") for part in parts]
    segments = []
    for part in parts:
        if not part or part[0] not in KINDS:
            raise BadTiles("tile_kind", tile=tile, found=" ".join(part), known=", ".join(sorted(KINDS)))
        kind, *rest = part
        ports: list[int] = []
        touches: list[int] = []
        marks: list[tuple[str, int]] = []
        for word in rest:
            if word.startswith("~"):
                if word[1:] not in letter_of:
                    raise BadTiles("tile_contact_unknown", tile=tile, contact=word)
                touches.append(letter_of.index(word[1:]))
            elif kind != "field" and word in SIDE_LETTERS:
                if word not in sides:
                    raise BadTiles("tile_letter_absent", tile=tile, letter=word)
                ports += _ports_of_letter(kind, word, sides)
            elif word in SIDE_NAMES:
                side = SIDE_NAMES.index(word)
                ports += [3 * side + LEFT, 3 * side + MIDDLE, 3 * side + RIGHT]
            elif word in PORT_NAMES:
                ports.append(PORT_NAMES.index(word))
            elif word.islower():
                marks.append((word, 1))
            else:
                raise BadTiles("tile_word", tile=tile, word=word)
        segments.append(Segment(kind, tuple(sorted(ports)), tuple(touches), tuple(marks), kind in SURROUNDED))
    return tuple(segments)


def _ports_of_letter(kind: str, letter: str, sides: str) -> list[int]:
    places = (MIDDLE,) if kind in THROUGH else (LEFT, MIDDLE, RIGHT)
    return [3 * side + place for side in range(4) if sides[side] == letter for place in places]


def _check_tile(tile: Tile) -> None:
    """Every port has one owner of the right kind, and a field beside a city says that it touches it."""
    owners: list[int] = []
    for port, name in enumerate(PORT_NAMES):
        owning = [i for i, segment in enumerate(tile.segments) if port in segment.ports]
        if len(owning) != 1:
            found = " and ".join(tile.segments[i].kind for i in owning) or "nothing"
            raise BadTiles("tile_port", tile=tile.id, port=name, found=found)
        side, place = divmod(port, 3)
        edge, kind = tile.edges[side], tile.segments[owning[0]].kind
        expected = "field" if edge in THROUGH and place != MIDDLE else edge
        if kind != expected:
            raise BadTiles("tile_port_kind", tile=tile.id, port=name, found=kind, expected=expected)
        owners.append(owning[0])
    for port in range(12):
        for a, b in ((owners[port - 1], owners[port]), (owners[port], owners[port - 1])):
            beside = tile.segments[a].kind == "field" and tile.segments[b].kind == "city"
            if beside and b not in tile.segments[a].touches:
                raise BadTiles("tile_contact_missing", tile=tile.id, port=PORT_NAMES[port])
    for segment in tile.segments:
        if segment.touches and segment.kind != "field":
            raise BadTiles("tile_contact_kind", tile=tile.id, kind=segment.kind)
        for touched in segment.touches:
            if tile.segments[touched].kind != "city":
                raise BadTiles("tile_contact_city", tile=tile.id, found=tile.segments[touched].kind)


def _check_set(tiles: list[Tile], counts: Mapping[str, tuple[int, ...]], totals: Mapping[str, tuple[int, int]]) -> None:
    """Names are unique and every edition adds up to its published total."""
    for names in ([t.id for t in tiles], [t.letter for t in tiles if t.letter]):
        for name, times in Counter(names).items():
            if times > 1:
                raise BadTiles("tile_twice", tile=name)
    for edition, copies in counts.items():
        if edition not in totals:
            raise BadTiles("tiles_total_missing", edition=edition)
        found = (sum(copies), sum(1 for n in copies if n))
        if found != totals[edition]:
            published, kinds = totals[edition]
            raise BadTiles(
                "tiles_total",
                edition=edition,
                found=found[0],
                kinds=found[1],
                published=published,
                published_kinds=kinds,
            )
