"""Text for people: a token per action, a line per turn, a line per position. See docs/notation.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from bastide.errors import BadNotation, BastideError
from bastide.games import GameRules
from bastide.kernel.board import Board
from bastide.kernel.geometry import PORT_NAMES, SIDE_NAMES, cell_at, cell_text, point_at, point_xy, turned
from bastide.kernel.kinds import KINDS
from bastide.kernel.tile import INNER, Tile
from bastide.rules.engine import apply
from bastide.rules.model import (
    CELL,
    KIND_MASK,
    PIECE,
    POINT,
    ROTATION,
    SPOT,
    SPOT_BITS,
    SPOT_MASK,
    TILE,
    Action,
    Expansion,
    Field,
    Kind,
)
from bastide.rules.ruleset import Ruleset
from bastide.rules.state import State
from bastide.text import NUMBER, whole_number

EDGE_LETTERS: Final = {kind.name: kind.edge_letter for kind in KINDS.values() if kind.letters} | {INNER: "I"}
CELL_TEXT: Final = re.compile(rf"\(({NUMBER}),({NUMBER})\)(?:/([0-3]|[A-Z]{{4}}))?")
SPOT_TEXT: Final = re.compile(rf"\(({NUMBER}),({NUMBER})\)\.(.+)")
GLUED: Final = re.compile(rf"([A-Za-z0-9][\w-]*)(\({NUMBER},{NUMBER}\)(?:/\w+)?)")


def find_tile(rules: Ruleset, name: str) -> int:
    """Return the number of a tile in these rules, given its letter or its id."""
    if not name:
        raise BadNotation("tile_name_empty")
    for number, tile in enumerate(rules.catalogue.tiles):
        if name in (tile.letter, tile.id):
            return number
    raise BadNotation("tile_unknown", tile=name)


def find_piece(rules: Ruleset, name: str) -> int:
    """Return the number of a kind of piece in these rules, given its name."""
    if name in rules.piece_number:
        return rules.piece_number[name]
    known = ", ".join(rules.piece_number)
    for expansion in _absent(rules):
        if name in [piece.name for part in expansion.variants() for piece in part.pieces]:
            raise BadNotation("piece_absent", piece=name, expansion=expansion.id, known=known)
    raise BadNotation("piece_unknown", piece=name, known=known)


def edges_text(tile: Tile, rotation: int) -> str:
    """Return the four edges of a turned tile, north first, as letters."""
    return "".join(EDGE_LETTERS.get(tile.edges[(side - rotation) % 4], "?") for side in range(4))


def read_rotation(tile: Tile, text: str | None) -> int:
    """Read quarter turns clockwise (``2``) or the edges a turned tile shows, north first (``FRRR``)."""
    if text is None:
        return 0
    if text in ("0", "1", "2", "3"):
        return int(text)
    for rotation in range(4):
        if edges_text(tile, rotation) == text:
            return rotation
    raise BadNotation("rotation", tile=tile.name, found=text, edges=edges_text(tile, 0))


def spot_text(tile: Tile, rotation: int, local: int) -> str:
    """Return the name of a segment of a turned tile: its kind, and one of its ports if the kind is there twice."""
    segment = tile.segments[local]
    if sum(other.kind == segment.kind for other in tile.segments) == 1:
        return segment.kind
    if not segment.ports:
        return f"{segment.kind}.{local}"
    ports = sorted(turned(port, rotation) for port in segment.ports)
    middle = next((port for port in ports if port % 3 == 1), None)
    return f"{segment.kind}.{PORT_NAMES[ports[0]] if middle is None else SIDE_NAMES[middle // 3]}"


def read_spot(tile: Tile, rotation: int, text: str) -> int:
    """Return the number of a segment, given its kind and, where needed, a side, a port or its number."""
    kind, dot, where = text.partition(".")
    same = [i for i, segment in enumerate(tile.segments) if segment.kind == kind]
    if dot and (local := whole_number(where)) is not None:
        same = [i for i in same if i == local]
    elif dot:
        name = where + "m" if where in SIDE_NAMES else where
        if name not in PORT_NAMES:
            raise BadNotation("port", found=where)
        port = turned(PORT_NAMES.index(name), -rotation)
        same = [i for i in same if port in tile.segments[i].ports]
    if len(same) != 1:
        known = ", ".join(spot_text(tile, rotation, i) for i in range(len(tile.segments)))
        raise BadNotation("spot", tile=tile.name, found=text, known=known)
    return same[0]


def action_text(state: State, action: Action) -> str:
    """Return the token of an action that is about to be played in a state.

    A kind of action with a sign has a short token: the sign, then what matters of its fields. Others are written as
    their name and all their fields, separated by colons.
    """
    kind = state.rules.kind_of(action)
    values = kind.unpack(action)
    if kind.sign is None:
        texts = [_field_text(state, part, value) for part, value in zip(kind.fields, values, strict=True)]
        return ":".join([kind.name, *texts])
    if kind.fields == (ROTATION, CELL):
        rotation, cell = values
        return kind.sign + cell_text(cell) + (f"/{rotation}" if rotation else "")
    if kind.fields == (PIECE, SPOT):
        piece, spot = values
        return kind.sign + _piece_prefix(state.rules, piece) + _short_spot(state.board, spot)
    return kind.sign + (_field_text(state, kind.fields[-1], values[-1]) if kind.fields else "")


def _piece_prefix(rules: Ruleset, piece: int) -> str:
    name = rules.pieces[piece].name
    return "" if name == rules.plain else f"{name}:"


def _short_spot(board: Board, spot: int) -> str:
    """Return a spot as text, without its cell if it is on the tile laid last."""
    cell = "" if spot >> SPOT_BITS == board.cell[-1] else cell_text(spot >> SPOT_BITS) + "."
    return cell + _spot_name(board, spot)


def _spot_name(board: Board, spot: int) -> str:
    number = board.tile_at[spot >> SPOT_BITS]
    return spot_text(board.tile(number), board.rotation(number), spot & SPOT_MASK)


def _field_text(state: State, part: Field, value: int) -> str:
    if part is TILE:
        return state.rules.catalogue.tiles[value].name
    if part is PIECE:
        return state.rules.pieces[value].name
    if part is CELL:
        return cell_text(value)
    if part is SPOT:
        return f"{cell_text(value >> SPOT_BITS)}.{_spot_name(state.board, value)}"
    if part is POINT:
        x, y = point_xy(value)
        return f"({x},{y})"
    return part.names[value] if value < len(part.names) else str(value)


def parse_action(state: State, token: str) -> Action:
    """Read a token as an action in a state. It need not be legal: `apply` says why if it is not.

    Which kind a short token means depends on the moment: of the kinds that it could be, the one that is asked for.
    """
    rules = state.rules
    name, colon, rest = token.partition(":")
    if name in rules.code and rules.kinds[rules.code[name]].sign is None:
        kind = rules.kinds[rules.code[name]]
        texts = re.split(r":(?![^(]*\))", rest) if colon else []
        if len(texts) != len(kind.fields):
            raise BadNotation("token_fields", token=token, count=len(kind.fields))
        return rules.pack(name, *(_read_field(state, p, t) for p, t in zip(kind.fields, texts, strict=True)))
    asked = {action & KIND_MASK for action in state.legal}
    signed = [kind for kind in rules.kinds if kind.sign is not None and token.startswith(kind.sign)]
    signed.sort(key=lambda kind: (-len(kind.sign or ""), rules.code[kind.name] not in asked))
    problem: BadNotation | None = None
    for kind in signed:
        try:
            found = _read_short(state, kind, token[len(kind.sign or "") :])
        except BadNotation as reason:
            problem = problem or reason
            continue
        if found is not None:
            return found
    for expansion in _absent(rules):
        if name in [kind.name for part in expansion.variants() for kind in part.kinds]:
            raise BadNotation("kind_absent", kind=name, expansion=expansion.id)
    raise problem or BadNotation("token", token=token)


def _read_short(state: State, kind: Kind, text: str) -> Action | None:
    """Read what follows the sign of a kind, or return None if it has another form."""
    rules = state.rules
    if not kind.fields:
        return None if text else rules.pack(kind.name)
    if kind.fields == (ROTATION, CELL):
        found = CELL_TEXT.fullmatch(text)
        if found is None:
            return None
        if state.tile < 0:
            raise BadNotation("no_tile_to_place", token=text)
        rotation = read_rotation(rules.catalogue.tiles[state.tile], found[3]) % rules.catalogue.period[state.tile]
        return rules.pack(kind.name, rotation, cell_at(int(found[1]), int(found[2])))
    if CELL_TEXT.fullmatch(text):
        return None
    if kind.fields == (PIECE, SPOT):
        *piece, spot = text.split(":")
        if len(piece) > 1:
            raise BadNotation("token", token=text)
        number = find_piece(rules, piece[0] if piece else rules.plain)
        return rules.pack(kind.name, number, parse_spot(state, spot))
    if ":" in text:
        return None
    value = _read_field(state, kind.fields[-1], text)
    for action in state.legal:
        if rules.kind_of(action) is kind and kind.unpack(action)[-1] == value:
            return action
    return rules.pack(kind.name, *(0 for _ in kind.fields[:-1]), value)


def _absent(rules: Ruleset) -> list[Expansion]:
    return rules.absent() if isinstance(rules, GameRules) else []


def parse_spot(state: State, text: str) -> int:
    """Parse a spot: a segment of the tile laid last, or of the tile at a cell written before it."""
    board, cell = state.board, state.board.cell[-1]
    if found := SPOT_TEXT.fullmatch(text):
        cell, text = cell_at(int(found[1]), int(found[2])), found[3]
    if cell not in board.tile_at:
        raise BadNotation("spot_empty", cell=cell_text(cell))
    number = board.tile_at[cell]
    return cell << SPOT_BITS | read_spot(board.tile(number), board.rotation(number), text)


def _read_field(state: State, part: Field, text: str) -> int:
    rules = state.rules
    if part is TILE:
        return find_tile(rules, text)
    if part is PIECE:
        return find_piece(rules, text)
    if part is SPOT:
        return parse_spot(state, text)
    if part is CELL and (found := CELL_TEXT.fullmatch(text)):
        return cell_at(int(found[1]), int(found[2]))
    if part is POINT and (found := CELL_TEXT.fullmatch(text)) and found[3] is None:
        return point_at(int(found[1]), int(found[2]))
    value = part.names.index(text) if text in part.names else whole_number(text)
    if part.bits and value is not None and 0 <= value < 1 << part.bits:
        return value
    raise BadNotation("token_field", field=part.name, found=text)


def tokens(line: str) -> Iterator[str]:
    """Split a line of a turn into tokens: numbers like ``12.`` and remarks in braces are passed over."""
    for word in re.sub(r"\{[^}]*\}", " ", line).split():
        if re.fullmatch(r"[0-9]+\.", word):
            continue
        if glued := GLUED.fullmatch(word):
            yield glued[1]
            yield glued[2]
        else:
            yield word


def turn_text(state: State, actions: list[Action]) -> str:
    """Return actions played on from a state as one line; a tile and the cell where it is laid are written together."""
    state, line, named = state.copy(), "", False
    for action in actions:
        kind = state.rules.kind_of(action)
        glued = named and kind.fields == (ROTATION, CELL)
        line += ("" if glued else " ") + action_text(state, action)
        named = kind.sign == "" and kind.fields[-1:] == (TILE,)
        apply(state, action)
    return line.strip()


def rules_of(state: State) -> GameRules:
    """Return the rules of a state together with the choice they were made from."""
    if not isinstance(state.rules, GameRules):
        raise BastideError("rules_without_choice")
    return state.rules
