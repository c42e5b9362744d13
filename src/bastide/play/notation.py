"""Text for people: a token per action, a line per turn, a line per position. See docs/notation.md."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from bastide.errors import BadNotation, BastideError
from bastide.games import GameRules
from bastide.kernel.board import Board
from bastide.kernel.geometry import PORT_NAMES, SIDE_NAMES, cell_at, turned, xy
from bastide.kernel.tile import Tile
from bastide.rules.engine import apply
from bastide.rules.model import CELL, KIND_MASK, PIECE, SPOT, SPOT_BITS, SPOT_MASK, TILE, Action, Field
from bastide.rules.ruleset import Ruleset
from bastide.rules.state import State
from bastide.text import NUMBER, cell_text, whole_number

EDGE_LETTERS: Final = {"city": "C", "road": "R", "field": "F", "river": "W"}
FOLLOWER: Final = "follower"
CELL_TEXT: Final = re.compile(rf"\(({NUMBER}),({NUMBER})\)(?:/([0-3]|[A-Z]{{4}}))?")
GLUED: Final = re.compile(rf"([A-Za-z][\w-]*)(\({NUMBER},{NUMBER}\)(?:/\w+)?)")


def find_tile(rules: Ruleset, name: str) -> int:
    """Return the number of a tile in these rules, given its letter or its id."""
    for number, tile in enumerate(rules.catalogue.tiles):
        if name in (tile.letter, tile.id):
            return number
    raise BadNotation("tile_unknown", tile=name)


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
    """Return the token of an action that is about to be played in a state."""
    kind = state.rules.kind_of(action)
    writer = WRITERS.get(kind.name)
    values = kind.unpack(action)
    if writer is not None:
        return writer(state, values)
    parts = [_field_text(state, part, value) for part, value in zip(kind.fields, values, strict=True)]
    return ":".join([kind.name, *parts])


def _field_text(state: State, part: Field, value: int) -> str:
    if part is TILE:
        return state.rules.catalogue.tiles[value].name
    if part is PIECE:
        return state.rules.pieces[value].name
    if part is CELL:
        return cell_text(*xy(value))
    if part is SPOT:
        return f"{cell_text(*xy(value >> SPOT_BITS))}.{_spot_name(state.board, value)}"
    return str(value)


def _spot_name(board: Board, spot: int) -> str:
    number = board.tile_at[spot >> SPOT_BITS]
    return spot_text(board.tile(number), board.rotation(number), spot & SPOT_MASK)


def _write_tile(state: State, values: tuple[int, ...]) -> str:
    return state.rules.catalogue.tiles[values[-1]].name


def _write_place(state: State, values: tuple[int, ...]) -> str:
    rotation, cell = values
    return cell_text(*xy(cell)) + (f"/{rotation}" if rotation else "")


def _write_deploy(state: State, values: tuple[int, ...]) -> str:
    piece, spot = state.rules.pieces[values[0]].name, values[1]
    prefix = "" if piece == FOLLOWER else f"{piece}:"
    return f"+{prefix}{_spot_name(state.board, spot)}"


WRITERS: Final[dict[str, Callable[[State, tuple[int, ...]], str]]] = {
    "draw": _write_tile,
    "pick": _write_tile,
    "discard": lambda state, values: "x" + _write_tile(state, values),
    "deal": lambda state, values: "<" + _write_tile(state, values),
    "replace": lambda state, values: "<" + _write_tile(state, values),
    "place": _write_place,
    "pass": lambda state, values: "-",
    "deploy": _write_deploy,
}
"""The short tokens; kinds that are not here are written as their name and fields, separated by colons."""


def parse_action(state: State, token: str) -> Action:
    """Read a token as an action in a state. It need not be legal: `apply` says why if it is not."""
    rules = state.rules
    if token == "-":
        return rules.pack("pass")
    if token.startswith("+"):
        return _read_deploy(state, token[1:])
    if found := CELL_TEXT.fullmatch(token):
        if state.tile < 0:
            raise BadNotation("no_tile_to_place", token=token)
        rotation = read_rotation(rules.catalogue.tiles[state.tile], found[3]) % rules.catalogue.period[state.tile]
        return rules.pack("place", rotation, cell_at(int(found[1]), int(found[2])))
    name, colon, rest = token.partition(":")
    if name in rules.code and name not in WRITERS:
        kind = rules.kinds[rules.code[name]]
        texts = rest.split(":") if colon else []
        if len(texts) != len(kind.fields):
            raise BadNotation("token_fields", token=token, count=len(kind.fields))
        return rules.pack(name, *(_read_field(state, p, t) for p, t in zip(kind.fields, texts, strict=True)))
    return _read_tile_token(state, token)


def _read_deploy(state: State, text: str) -> Action:
    *piece, spot = text.split(":")
    name = piece[0] if piece else FOLLOWER
    if name not in state.rules.piece_number:
        raise BadNotation("piece_unknown", piece=name, known=", ".join(state.rules.piece_number))
    board, number = state.board, len(state.board.laid) - 1
    local = read_spot(board.tile(number), board.rotation(number), spot)
    return state.rules.pack("deploy", state.rules.piece_number[name], board.cell[number] << SPOT_BITS | local)


def _read_tile_token(state: State, token: str) -> Action:
    """Read a tile's name: which tile is drawn, picked, dealt or thrown away depends on the moment."""
    rules = state.rules
    prefix = token[:1] if token[:1] in ("x", "<") else ""
    tile = find_tile(rules, token[len(prefix) :])
    takes = {"x": ("discard",), "<": ("deal", "replace"), "": ("draw", "pick")}[prefix]
    known = [name for name in takes if name in rules.code]
    for action in state.legal:
        kind = rules.kind_of(action)
        if kind.name in takes and kind.unpack(action)[-1] == tile:
            return action
    codes = {rules.kinds[action & KIND_MASK].name for action in state.legal}
    name = next((name for name in known if name in codes), known[0] if known else "")
    if not name:
        raise BadNotation("token", token=token)
    fields = rules.kinds[rules.code[name]].fields
    return rules.pack(name, *(tile if part is TILE else 0 for part in fields))


def _read_field(state: State, part: Field, text: str) -> int:
    rules = state.rules
    if part is TILE:
        return find_tile(rules, text)
    if part is PIECE and text in rules.piece_number:
        return rules.piece_number[text]
    if part is CELL and (found := CELL_TEXT.fullmatch(text)):
        return cell_at(int(found[1]), int(found[2]))
    if part is SPOT and (found := re.fullmatch(rf"\(({NUMBER}),({NUMBER})\)\.(.+)", text)):
        cell = cell_at(int(found[1]), int(found[2]))
        if cell in state.board.tile_at:
            number = state.board.tile_at[cell]
            return cell << SPOT_BITS | read_spot(state.board.tile(number), state.board.rotation(number), found[3])
    value = whole_number(text)
    if part.bits and part is not PIECE and value is not None and 0 <= value < 1 << part.bits:
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


def parse_turn(state: State, line: str) -> list[Action]:
    """Return the actions of a line of text, played on from a state, which is not changed."""
    state, found = state.copy(), []
    for token in tokens(line):
        action = parse_action(state, token)
        apply(state, action)
        found.append(action)
    return found


def turn_text(state: State, actions: list[Action]) -> str:
    """Return actions played on from a state as one line; a drawn tile and its cell are written together."""
    state, line = state.copy(), ""
    for action in actions:
        token = action_text(state, action)
        line += token if token.startswith("(") and line and line[-1] != " " else f" {token}"
        apply(state, action)
    return line.strip()


def rules_of(state: State) -> GameRules:
    """Return the rules of a state together with the choice they were made from."""
    if not isinstance(state.rules, GameRules):
        raise BastideError("rules_without_choice")
    return state.rules
