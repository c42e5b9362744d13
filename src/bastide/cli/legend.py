"""The legend of the board: what its signs mean, only those that are on it or on the tiles shown beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from bastide.cli.layout import GAP, hanging, wrapped
from bastide.kernel.geometry import cell_text
from bastide.kernel.kinds import KINDS, ROADS, SPACES, Shape
from bastide.kernel.marks import MARKS
from bastide.kernel.tile import Tile
from bastide.play.picture import NOBODY_INK, SEAT_INK, STRONG
from bastide.play.tile_picture import BENDS, SYMBOLS, has_bends, inked, marks_of
from bastide.rules.model import NOBODY, OptionValue
from bastide.rules.pieces import unpack_piece
from bastide.rules.state import State
from bastide.words import catalogue, say

QUIET_INK: Final = "2"
INDENT: Final = 2


class LegendEntry(NamedTuple):
    """An entry of the legend: its signs with their ANSI colours, its name, and a sentence on what it does."""

    signs: tuple[tuple[str, str], ...]
    name: str
    tip: str = ""

    @property
    def sign(self) -> str:
        """The signs side by side."""
        return " ".join(sign for sign, _ in self.signs)

    def inked(self) -> str:
        """Return the signs side by side, in colour."""
        return " ".join(inked(ink, sign) for sign, ink in self.signs)


def legend(state: State, shown: Iterable[int], seats: Sequence[str], language: str) -> list[LegendEntry]:
    """Return the legend of a board and of tiles that are shown beside it."""
    laid = [state.board.tile(number) for number in range(len(state.board.laid))]
    tiles = list(dict.fromkeys([*laid, *(state.rules.catalogue.tiles[tile] for tile in shown)]))
    return [
        *_features(state, tiles, language),
        *_marks(state, tiles, language),
        *_followers(state, language),
        *_special_pieces(state, seats, language),
    ]


def _features(state: State, tiles: Sequence[Tile], language: str) -> Iterator[LegendEntry]:
    present = {segment.kind for tile in tiles for segment in tile.segments}
    for name, kind in KINDS.items():
        if name in present and kind.shape is not Shape.WALL:  # a wall looks like the city that it belongs to
            places = _spaces(state, name, language) if name in SPACES else ""
            bends = BENDS.values() if name in ROADS and any(map(has_bends, tiles)) else ()
            sign = " ".join((kind.characters, *bends))
            yield LegendEntry(((sign, str(kind.colour)),), _at(say(language, f"feature.{name}"), places, language))


def _spaces(state: State, kind: str, language: str) -> str:
    """Return the cells of the spaces of a kind, by what is printed there."""
    found: dict[str, list[str]] = {}
    for number in range(len(state.board.laid)):
        for segment in state.board.tile(number).segments:
            for name, value in segment.marks if segment.kind == kind else ():
                if (message := f"mark.{name}.{value}") in catalogue(language):
                    found.setdefault(say(language, message), []).append(cell_text(state.board.cell[number]))
    return ", ".join(f"{name} {' '.join(cells)}" for name, cells in found.items())


def _marks(state: State, tiles: Iterable[Tile], language: str) -> Iterator[LegendEntry]:
    found: dict[str, set[int]] = {}
    for tile in tiles:
        for name, value, _ in marks_of(tile):
            found.setdefault(name, set()).add(value)
    for name, mark in MARKS.items():
        values = [1] if mark.counted else sorted(found.get(name, ()))
        if name not in found or name == "arrow":  # its symbols speak for it
            continue
        signs = tuple((mark.sign(value), str(mark.colour)) for value in dict.fromkeys(values))
        if f"mark.{name}" in catalogue(language):
            head = (("→", signs[0][1]),) if name in SYMBOLS else ()
            yield LegendEntry((*head, *signs), say(language, f"mark.{name}"), _tip(state, name, language))
            continue
        for value, sign in zip(values, signs, strict=True):
            yield LegendEntry((sign,), say(language, f"mark.{name}.{value}"), _tip(state, f"{name}-{value}", language))


def _tip(state: State, name: str, language: str) -> str:
    """Return the sentence on a mark, if there is one: its variant for what the table plays without or has chosen."""
    words, rules = catalogue(language), state.rules
    message = f"mark_tip.{name}" if f"mark_tip.{name}" in words else f"mark_tip.{name.removesuffix('s')}"
    without, playing = f"{message}.without.", {expansion.id for expansion in rules.expansions}
    lacking = [each for each in words if each.startswith(without) and each.removeprefix(without) not in playing]
    return words.get(lacking[0] if lacking else _variant(message, rules.options, words), "")


def _variant(message: str, options: Mapping[str, OptionValue], words: Mapping[str, str]) -> str:
    """Return the variant of a message for the options of a table: that of a variant, if it has one, or the message."""
    chosen = (f"{message}.{option}.{value}".lower() for option, value in options.items())
    variant = next((each for each in chosen if each in words), "")
    return _variant(variant, options, words) if variant else message


def _followers(state: State, language: str) -> Iterator[LegendEntry]:
    kinds, plain = state.rules.pieces, state.rules.plain
    seats = sorted({seat for _, seat, kind in map(unpack_piece, state.pieces) if kinds[kind].name == plain})
    if seats:
        signs = tuple((str(seat + 1), SEAT_INK[seat]) for seat in seats)
        yield LegendEntry(signs, say(language, f"legend.{plain}"))


def _special_pieces(state: State, seats: Sequence[str], language: str) -> Iterator[LegendEntry]:
    """Yield an entry for every other kind of piece on the board; of those of players, who has them where.

    Without colours nothing else tells whose they are, or which followers are big.
    """
    found: dict[int, dict[int, list[str]]] = {}
    for segment, seat, kind in sorted(map(unpack_piece, state.pieces)):
        cell, _ = state.board.place_of(segment)
        if state.rules.pieces[kind].name != state.rules.plain:
            found.setdefault(kind, {}).setdefault(seat, []).append(cell_text(cell))
    for kind, owners in sorted(found.items()):
        piece = state.rules.pieces[kind]
        where = ", ".join(f"{seats[seat]} {' '.join(at)}" for seat, at in sorted(owners.items()) if seat != NOBODY)
        strong = STRONG if piece.strength > 1 else ""
        inks = {seat: NOBODY_INK if seat == NOBODY else strong + SEAT_INK[seat] for seat in sorted(owners)}
        letters = {str(seat + 1) if piece.strength else piece.name[0]: ink for seat, ink in inks.items()}
        yield LegendEntry(tuple(letters.items()), _at(say(language, f"piece.{piece.name}"), where, language))


def _at(name: str, places: str, language: str) -> str:
    """Return a name with places, if there are any."""
    return say(language, "legend.at", {"name": name, "places": places}) if places else name


def legend_lines(entries: Iterable[LegendEntry], width: int, colour: bool) -> list[str]:
    """Return a legend in as few lines as possible."""
    lines: list[str] = []
    used = width
    for entry in entries:
        first, *others = wrapped(f"{entry.sign} {entry.name}", width, " " * INDENT)
        begun = entry.inked() + inked(QUIET_INK, first.removeprefix(entry.sign)) if colour else first
        if used + len(GAP) + len(first) <= width and not others:
            lines[-1] += GAP + begun
            used += len(GAP) + len(first)
        else:
            lines += [begun, *(inked(QUIET_INK, line) if colour else line for line in others)]
            used = len(others[-1] if others else first)
    return lines


def tip_lines(entries: Iterable[LegendEntry], width: int, colour: bool) -> list[str]:
    """Return a sentence on every mark of a legend."""
    told = [entry for entry in entries if entry.tip]
    indent = max((len(entry.sign) for entry in told), default=0) + 2 * INDENT
    lines = []
    for entry in told:
        blank = " " * (indent - INDENT - len(entry.sign))
        lines += hanging(f"{' ' * INDENT}{entry.inked() if colour else entry.sign}{blank}", entry.tip, width)
    return lines
