"""The visible part of a game, read from a game, a state or a view."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bastide.draw.palette import SECTORS
from bastide.errors import BadRecord, BastideError
from bastide.kernel import anchors
from bastide.kernel.board import Board
from bastide.kernel.catalogue import Catalogue
from bastide.kernel.geometry import Point, cell_at, xy
from bastide.play.game import Game
from bastide.rules import engine
from bastide.rules.actions import to_json
from bastide.rules.model import NOBODY, Token
from bastide.rules.pieces import is_guest, tokens, unpack_piece
from bastide.rules.state import State
from bastide.tiles import by_id

NAME: Final = re.compile(r"[\w-]+")
Drawable = Game | State | Board | Mapping[str, object]
"""Types that can be drawn: a game, a state, a board without pieces, or the result of `bastide.view`."""


@dataclass(frozen=True)
class ScenePiece:
    """A piece on the board: its kind, seat, segment, and strength in a majority."""

    kind: str
    seat: int | None
    segment: int
    strength: int
    guest: bool = False
    """It belongs to no feature, and thrown tokens miss it."""
    number: int = 1
    """The size of the pile, for pieces that lie in one."""


@dataclass
class Scene:
    """The contents of a picture of a board."""

    board: Board
    pieces: list[ScenePiece]
    tokens: list[Token]
    scores: list[int]
    names: list[str] = field(default_factory=list)
    on_turn: int | None = None
    legal: dict[tuple[int, int], int] = field(default_factory=dict)
    """The cells where the tile in hand fits, with the number of rotations."""
    last: list[int] = field(default_factory=list)
    """The tiles of the last turn, by number."""

    def places(self) -> list[tuple[ScenePiece, Point]]:
        """Return all pieces with their positions in thousandths of a tile, where thrown tokens hit them.

        Pieces that belong to no seat and share a segment form a pile.
        """
        placed = []
        ranks: dict[int, int] = {}
        piles = [replace(piece, number=number) for piece, number in Counter(self.pieces).items() if piece.seat is None]
        owned = [piece for piece in self.pieces if piece.seat is not None]
        for piece in sorted([*owned, *piles], key=lambda piece: (piece.segment, piece.guest or not piece.strength)):
            rank = ranks.get(piece.segment, 0)
            ranks[piece.segment] = rank + 1
            placed.append((piece, anchors.centre(self.board, piece.segment, rank)))
        return placed

    def owners(self, kinds: Sequence[str]) -> dict[int, tuple[int, ...]]:
        """Return the seats with the majority in each feature of some kinds, several if they tie."""
        features, names = self.board.features, self.board.catalogue.kinds
        strength: dict[int, dict[int, int]] = {}
        for piece in self.pieces:
            root = features.root[piece.segment]
            if piece.seat is not None and piece.strength and names[features.kind[root]] in kinds:
                held = strength.setdefault(root, {})
                held[piece.seat] = held.get(piece.seat, 0) + piece.strength
        return {
            root: tuple(sorted(seat for seat, n in held.items() if n == max(held.values())))
            for root, held in strength.items()
        }

    def segments_of(self, feature: int) -> list[int]:
        """Return all segments of a feature."""
        return [segment for segment, root in enumerate(self.board.features.root) if root == feature]


def scene_of(source: Drawable) -> Scene:
    """Return the scene of a game, a state, a board or a view. Raises BadRecord if it is none of these."""
    if isinstance(source, Game):
        scene = _of_state(source.state)
        scene.names = list(source.seats)
        scene.last = _last_turn(source)
        return scene
    if isinstance(source, Board):
        return Scene(source, [], [], [])
    return _of_state(source) if isinstance(source, State) else _of_view(source)


def _of_state(state: State) -> Scene:
    standing = []
    for piece in state.pieces:
        segment, seat, kind = unpack_piece(piece)
        named = state.rules.pieces[kind]
        owner = None if seat == NOBODY else seat
        standing.append(ScenePiece(named.name, owner, segment, named.strength, is_guest(piece)))
    legal: dict[tuple[int, int], int] = {}
    if engine.actor(state) >= 0:
        for option in engine.options(state):
            data = to_json(state.rules, option)
            if data["do"] == "place" and isinstance(cell := data["cell"], list):
                legal[cell[0], cell[1]] = legal.get((cell[0], cell[1]), 0) + 1
    last = [len(state.board.laid) - 1] if state.turn > 1 else []
    return Scene(state.board, standing, tokens(state), list(state.score), [], state.seat, legal, last)


def _last_turn(game: Game) -> list[int]:
    """Return the tiles of the last turn in which any were placed."""
    board = game.state.board
    places = [(entry.turn, to_json(game.rules, entry.action)) for entry in game.log]
    laid = [(turn, data["cell"]) for turn, data in places if data["do"] == "place"]
    cells = [cell_at(cell[0], cell[1]) for turn, cell in laid if turn == laid[-1][0] and isinstance(cell, list)]
    return [board.tile_at[cell] for cell in cells if cell in board.tile_at]


def _of_view(view: Mapping[str, object]) -> Scene:
    try:
        return _read_view(view)
    except (KeyError, TypeError, ValueError, AttributeError, BastideError) as reason:
        raise BadRecord("no_view", reason=repr(reason)) from reason


def _read_view(view: Mapping[str, object]) -> Scene:
    known = by_id()
    laid = [_mapping(item) for item in _sequence(view["board"])]
    tiles = {name: known[name] for name in (_name(item["tile"]) for item in laid)}
    board = Board(Catalogue(list(tiles.values())))
    for item in laid:
        cell = _cell(item)
        if cell in board.tile_at:
            raise ValueError(item["cell"])
        board.place(board.catalogue.number[_name(item["tile"])], _number(item["rotation"], 3), cell)
    scores = [_number(score) for score in _sequence(view["scores"])]
    seats = len(scores) - 1
    pieces = [
        ScenePiece(
            _name(p["piece"]), _seat(p["seat"], seats), _segment(board, p), _number(p["strength"]), bool(p.get("guest"))
        )
        for p in map(_mapping, _sequence(view["pieces"]))
    ]
    seen = [_token(board, _mapping(token), seats) for token in _sequence(view["tokens"])]
    last = [len(laid) - 1] if _number(view.get("turn", 0)) > 1 else []
    return Scene(board, pieces, seen, scores, [], _number(view["on_turn"], seats), {}, last)


def _token(board: Board, token: Mapping[str, object], seats: int) -> Token:
    name = _name(token["token"])
    number = _number(token["number"], len(SECTORS) if name == "wheel-pig" else None)
    return Token(name, number, _seat(token["seat"], seats), _segment(board, token) if "cell" in token else None)


def _sequence(value: object) -> Sequence[object]:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return value
    raise TypeError(value)


def _mapping(value: object) -> Mapping[str, object]:
    if isinstance(value, Mapping):
        return value
    raise TypeError(value)


def _name(value: object) -> str:
    if isinstance(value, str) and NAME.fullmatch(value):
        return value
    raise TypeError(value)


def _number(value: object, most: int | None = None) -> int:
    if isinstance(value, int) and value >= 0 and (most is None or value <= most):
        return value
    raise ValueError(value)


def _seat(value: object, last: int) -> int | None:
    return None if value is None else _number(value, last)


def _cell(item: Mapping[str, object]) -> int:
    x, y = _sequence(item["cell"])
    if not isinstance(x, int) or not isinstance(y, int):
        raise TypeError(item["cell"])
    return cell_at(x, y)


def _segment(board: Board, item: Mapping[str, object]) -> int:
    number = board.tile_at[_cell(item)]
    return board.first[number] + _number(item["segment"], len(board.tile(number).segments) - 1)


def cell_of(board: Board, number: int) -> tuple[int, int]:
    """Return column and row of a placed tile."""
    return xy(board.cell[number])
