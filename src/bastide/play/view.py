"""Views: what a seat may know of a game, as plain data for browsers and remote bots, and back."""

from __future__ import annotations

from bastide.kernel.geometry import cell_at, xy
from bastide.play.masking import HIDDEN, hidden_places, mask
from bastide.rules.engine import actor, settle, step_name
from bastide.rules.model import NOBODY, Seat, StateColumn, Token
from bastide.rules.pieces import is_guest, put, tokens, unpack_piece, where
from bastide.rules.ruleset import Ruleset
from bastide.rules.scoring import completed_by_last_tile
from bastide.rules.state import HAND_SLOTS, NO_TILE, State
from bastide.wire.views import PlacedPiece, ShownToken, View, ViewFacts


def view(state: State, seat: Seat | None, board_from: int = 0) -> View:
    """Return what a seat may know of the game, as plain data, with the tiles from an index on; None is a spectator.

    Hands of others appear as numbers of tiles. What is in the bag and in hidden hands together is public knowledge and
    given as ``unseen``; which of the two a tile is in is not.
    """
    known = mask(state, seat)
    rules, board = known.rules, known.board
    tiles = rules.catalogue.tiles
    hands = [known.hand[s * HAND_SLOTS : (s + 1) * HAND_SLOTS] for s in range(known.players)]
    return {
        "seat": seat,
        "turn": known.turn,
        "part": known.part,
        "step": step_name(known),
        "actor": actor(known),
        "on_turn": known.seat,
        "tile": _tile_id(known, known.tile),
        "board": [
            {"tile": board.tile(n).id, "cell": list(xy(cell)), "rotation": board.rotation(n)}
            for n, cell in enumerate(board.cell[board_from:], board_from)
        ],
        "pieces": [_piece(known, piece) for piece in known.pieces],
        "tokens": [_token(known, token) for token in tokens(known)],
        "scores": list(known.score),
        "supply": [
            {piece.name: known.supply[s * len(rules.pieces) + i] for i, piece in enumerate(rules.pieces)}
            for s in range(known.players)
        ],
        "hand": None if seat is None else [_tile_id(known, tile) for tile in hands[seat]],
        "hand_sizes": [sum(tile != NO_TILE for tile in hand) for hand in hands],
        "left": known.left,
        "unseen": {tiles[i].id: copies for i, copies in enumerate(known.bag) if copies},
        "facts": _facts(known),
        "columns": {column.name: _column(known, column, seat) for column in rules.columns},
    }


def view_without_secrets(spectators: View, seat: Seat) -> View:
    """Return the view of a seat of a game without secrets, given that of spectators."""
    return {**spectators, "seat": seat, "hand": [None] * HAND_SLOTS}


def _tile_id(state: State, tile: int) -> str | None:
    return None if tile == NO_TILE else state.rules.catalogue.tiles[tile].id


def _column(known: State, column: StateColumn, viewer: Seat | None) -> list[int | None]:
    """Return the numbers of a column, with None for those that are hidden."""
    numbers: list[int | None] = list(known.ext[column.name])
    for place in hidden_places(known, column, viewer):
        numbers[place] = None
    return numbers


def _piece(state: State, piece: int) -> PlacedPiece:
    segment, seat, kind = unpack_piece(piece)
    owner = None if seat == NOBODY else seat
    return {
        "seat": owner,
        "piece": state.rules.pieces[kind].name,
        "strength": state.rules.pieces[kind].strength,
        "guest": is_guest(piece),
        **where(state, segment),
    }


def _token(state: State, token: Token) -> ShownToken:
    shown: ShownToken = {"token": token.name, "number": token.number, "seat": token.seat}
    return shown if token.segment is None else {**shown, **where(state, token.segment)}


def _facts(known: State) -> ViewFacts:
    """Return the facts that expansions derive from a masked state."""
    facts: ViewFacts = {}
    for told in known.rules.facts:
        facts.update(told(known))
    return facts


def parse_view(rules: Ruleset, view: View) -> State:
    """Return the masked state that a view shows, with the key and the options of ``mask(state, seat)``."""
    state = State(rules, len(view["scores"]))
    state.score = list(view["scores"])
    state.seat, state.turn, state.part = view["on_turn"], view["turn"], view["part"]
    state.tile = _tile_number(state, view["tile"])
    for laid in view["board"]:
        x, y = laid["cell"]
        state.board.place(_tile_number(state, laid["tile"]), laid["rotation"], cell_at(x, y))
    _put_pieces(state, view)
    _fill_hands(state, view)
    for column in rules.columns:
        initial = column.initial
        state.ext[column.name] = [
            initial[place % len(initial)] if number is None else number
            for place, number in enumerate(view["columns"][column.name])
        ]
    state.completed = completed_by_last_tile(state)
    state.pc = rules.at.get(view["step"], len(rules.program))
    if actor(state) == view["seat"]:
        settle(state, arrived=False)
    return state


def _tile_number(state: State, tile: str | None) -> int:
    return NO_TILE if tile is None else state.rules.catalogue.number[tile]


def _put_pieces(state: State, view: View) -> None:
    rules = state.rules
    for piece in view["pieces"]:
        x, y = piece["cell"]
        segment = state.board.segment(cell_at(x, y), piece["segment"])
        seat = NOBODY if piece["seat"] is None else piece["seat"]
        put(state, seat, rules.piece_number[piece["piece"]], segment, piece["guest"])
    state.supply = [supply[piece.name] for supply in view["supply"] for piece in rules.pieces]


def _fill_hands(state: State, view: View) -> None:
    state.bag = [view["unseen"].get(tile.id, 0) for tile in state.rules.catalogue.tiles]
    hidden = 0
    for seat, size in enumerate(view["hand_sizes"]):
        if seat == view["seat"] and view["hand"] is not None:
            hand = [_tile_number(state, tile) for tile in view["hand"]]
        else:
            hand = [HIDDEN] * size + [NO_TILE] * (HAND_SLOTS - size)
            hidden += size
        state.hand[seat * HAND_SLOTS : (seat + 1) * HAND_SLOTS] = hand
    state.left = view["left"]
    state.buried = sum(state.bag) - hidden - state.left
