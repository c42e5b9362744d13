"""The parser of one line of a tile file."""

from __future__ import annotations

import re
from typing import Final

from bastide.errors import BadTiles
from bastide.kernel.geometry import LEFT, MIDDLE, PORT_NAMES, RIGHT, SIDE_NAMES, UNIT
from bastide.kernel.kinds import BUILDINGS, KINDS, LAND, PATHS, Shape
from bastide.kernel.tile import INNER, Segment, Tile
from bastide.text import whole_number

SIDE_LETTERS: Final = {letter: kind.name for kind in KINDS.values() for letter in kind.letters} | {"I": INNER}
"""The kinds of edges by their letters in the name of a tile."""

GROUND: Final = {name: KINDS[name].land for name in PATHS}
"""Kinds that leave a tile in the middle of a side, and the land on both sides of them."""

TOUCHES: Final = {kind.name: kind.touches for kind in KINDS.values() if kind.touches}
"""The kind of feature that a kind touches, where the rules need it."""

NEEDS_CONTACT: Final = frozenset(BUILDINGS) & TOUCHES.keys()
"""Buildings that always touch something: towns, where rails begin."""

SIDED: Final = frozenset(SIDE_LETTERS.values()) - {INNER}
KNOWN: Final = ("certain", "partly", "reconstructed")


def read_tile(prefix: str, letter: str, name: str, text: str) -> Tile:
    """Return the tile that a line describes. Raises BadTiles, naming the tile, if it is not valid."""
    tile_id = f"{prefix}-{name}"
    if letter != "-" and not re.fullmatch("[A-Z]", letter):
        raise BadTiles("tile_letter", tile=tile_id, letter=letter)
    sides = name.split("-", maxsplit=1)[0]
    if len(sides) != 4 or not set(sides) <= SIDE_LETTERS.keys():
        raise BadTiles("tile_sides", tile=tile_id, known=" ".join(SIDE_LETTERS))
    edges = (SIDE_LETTERS[sides[0]], SIDE_LETTERS[sides[1]], SIDE_LETTERS[sides[2]], SIDE_LETTERS[sides[3]])
    printed, _, whole = text.partition("!")
    parts = [part.split() for part in printed.split(";") if part.strip()]
    segments = tuple(_segment(tile_id, sides, part, parts) for part in parts)
    marks, known = _tile_marks(tile_id, whole)
    tile = Tile(tile_id, edges, segments, "" if letter == "-" else letter, marks, known)
    _check_ports(tile)
    _check_contacts(tile)
    return tile


def _tile_marks(tile: str, text: str) -> tuple[tuple[tuple[str, int], ...], str]:
    marks, known = [], KNOWN[0]
    for word in text.split():
        if word in KNOWN:
            known = word
        else:
            marks.append(_mark(tile, word))
    return tuple(marks), known


def _mark(tile: str, word: str) -> tuple[str, int]:
    name, equals, value = word.partition("=")
    number = whole_number(value) if equals else 1
    if not name.replace("-", "").isalpha() or not name.islower() or number is None:
        raise BadTiles("tile_word", tile=tile, word=word)
    return name, number


def _segment(tile: str, sides: str, part: list[str], parts: list[list[str]]) -> Segment:
    kind, *words = part
    if kind not in KINDS:
        raise BadTiles("tile_kind", tile=tile, found=" ".join(part), known=", ".join(sorted(KINDS)))
    ports: list[int] = []
    touches: list[int] = []
    marks: list[tuple[str, int]] = []
    anchor: tuple[int, int] | None = None
    for word in words:
        if word.startswith("@"):
            anchor = _anchor(tile, word)
        elif word.startswith("~"):
            contact = _contact(tile, word, parts)
            if contact in touches:
                raise BadTiles("tile_contact_twice", tile=tile, contact=word)
            touches.append(contact)
        elif _is_letter(kind, word):
            if word not in sides:
                raise BadTiles("tile_letter_absent", tile=tile, letter=word)
            places = (MIDDLE,) if kind in GROUND else (LEFT, MIDDLE, RIGHT)
            ports += [3 * side + place for side in range(4) if sides[side] == word for place in places]
        elif word in SIDE_NAMES:
            ports += [3 * SIDE_NAMES.index(word) + place for place in range(3)]
        elif word in PORT_NAMES:
            ports.append(PORT_NAMES.index(word))
        else:
            marks.append(_mark(tile, word))
    if not ports and kind in SIDED.difference(LAND):
        raise BadTiles("tile_without_ports", tile=tile, kind=kind)
    return Segment(kind, tuple(sorted(ports)), tuple(touches), tuple(marks), KINDS[kind].surrounded, anchor)


def _anchor(tile: str, word: str) -> tuple[int, int]:
    """Parse the position of pieces: ``@650,0``, in thousandths of a side from the north-west corner."""
    words = word[1:].split(",")
    numbers = [n for n in map(whole_number, words) if n is not None and 0 <= n < UNIT]
    if len(numbers) != len(words) or len(numbers) != 2:
        raise BadTiles("tile_anchor", tile=tile, found=word)
    return numbers[0], numbers[1]


def _is_letter(kind: str, word: str) -> bool:
    """Return whether a word is the letter of a feature in the name of the tile. Land lists sides and ports instead."""
    return kind not in LAND and word in SIDE_LETTERS


def _contact(tile: str, word: str, parts: list[list[str]]) -> int:
    """Return the index of a touched segment, given by its letter or by its position in the line, from 1."""
    place = whole_number(word[1:])
    if place is not None and 1 <= place <= len(parts):
        return place - 1
    for i, (kind, *words) in enumerate(parts):
        if word[1:] in words and _is_letter(kind, word[1:]):
            return i
    raise BadTiles("tile_contact_unknown", tile=tile, contact=word)


def _check_ports(tile: Tile) -> None:
    """Check that every port has one owner of the right kind, or none on the inner sides of a block."""
    for port, name in enumerate(PORT_NAMES):
        owning = [segment.kind for segment in tile.segments if port in segment.ports]
        side, place = divmod(port, 3)
        edge = tile.edges[side]
        if edge == INNER and len(owning) <= 1:
            continue
        if len(owning) != 1:
            raise BadTiles("tile_port", tile=tile.id, port=name, found=" and ".join(owning) or "nothing")
        expected = GROUND.get(edge, edge) if place != MIDDLE else edge
        owner = KINDS[owning[0]]
        parted = owner.shape is Shape.WALL and edge == owner.land and place == MIDDLE
        if owner.name != expected and not parted:
            raise BadTiles("tile_port_kind", tile=tile.id, port=name, found=owner.name, expected=expected)


def _check_contacts(tile: Tile) -> None:
    """Check that contacts are between the right kinds, and that none is missing on the rim."""
    owners = [tile.owner_of(port) for port in range(12)]
    for port in range(12):
        for a, b in ((owners[port - 1], owners[port]), (owners[port], owners[port - 1])):
            if min(a, b) < 0 or b in tile.segments[a].touches:
                continue
            if tile.segments[a].kind in LAND and TOUCHES.get(tile.segments[a].kind) == tile.segments[b].kind:
                raise BadTiles("tile_contact_missing", tile=tile.id, port=PORT_NAMES[port])
    for segment in tile.segments:
        if segment.kind in NEEDS_CONTACT and not segment.touches:
            raise BadTiles("tile_town", tile=tile.id)
        if segment.touches and segment.kind not in TOUCHES:
            raise BadTiles("tile_contact_kind", tile=tile.id, kind=segment.kind)
        for touched in segment.touches:
            if tile.segments[touched].kind != TOUCHES[segment.kind]:
                raise BadTiles("tile_contact_wrong", tile=tile.id, kind=segment.kind, found=tile.segments[touched].kind)
