"""The state of a game: everything the rules may read, as ints and lists of ints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bastide.kernel.board import Board
from bastide.kernel.notebook import render_svg
from bastide.rules.events import Event
from bastide.rules.model import Action, Seat

if TYPE_CHECKING:
    from bastide.rules.ruleset import Ruleset

NO_TILE: Final = -1
HAND_SLOTS: Final = 3


class State:
    """One moment of one game. No generator, no log, no names: it can be copied, compared and resumed."""

    __slots__ = (
        "bag",
        "board",
        "buried",
        "completed",
        "events",
        "ext",
        "hand",
        "jump",
        "left",
        "legal",
        "part",
        "pc",
        "pieces",
        "players",
        "rules",
        "score",
        "seat",
        "supply",
        "tile",
        "turn",
    )

    def __init__(self, rules: Ruleset, players: int) -> None:
        self.rules = rules
        self.players = players
        self.board = Board(rules.catalogue)
        self.pc = 0
        """The step of the program that is being played."""
        self.jump = -1
        """Where a step or an action wants to go instead of on, or -1."""
        self.legal: list[Action] = []
        """The options of the current step, worked out once on arrival; shared by copies and never changed."""
        self.seat: Seat = 0
        self.turn = 1
        self.part = 0
        """0 in the first part of a turn, 1 in the second."""
        self.tile = NO_TILE
        """The tile that is to be laid."""
        self.bag = list(rules.bag)
        """How many copies of each tile are left to draw. There is no order to know."""
        self.buried = 0
        """How many tiles left the bag unseen. Nobody knows which, so they are still counted in it."""
        self.left = sum(self.bag)
        """How many tiles can still be drawn."""
        self.hand = [NO_TILE] * (players * HAND_SLOTS)
        self.score = [0] * players
        self.supply = [piece.count for _ in range(players) for piece in rules.pieces]
        self.pieces: list[int] = []
        """The pieces on the board, packed and sorted by segment; those on one segment in the order they came."""
        self.completed: list[int] = []
        """The features completed by the tile of this part, in order of scoring; follows from the board."""
        self.ext = {c.name: list(c.initial) * (players if c.per_seat else 1) for c in rules.columns}
        self.events: list[Event] | None = None
        """Where to tell what happens, or nowhere; never copied."""

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return render_svg(self)

    def copy(self) -> State:
        """Return an independent copy that tells nobody what happens to it."""
        new = State.__new__(State)
        new.rules = self.rules
        new.players = self.players
        new.board = self.board.copy()
        new.pc = self.pc
        new.jump = self.jump
        new.legal = self.legal
        new.seat = self.seat
        new.turn = self.turn
        new.part = self.part
        new.tile = self.tile
        new.bag = self.bag[:]
        new.left = self.left
        new.buried = self.buried
        new.hand = self.hand[:]
        new.score = self.score[:]
        new.supply = self.supply[:]
        new.pieces = self.pieces[:]
        new.completed = self.completed[:]
        new.ext = {name: column[:] for name, column in self.ext.items()}
        new.events = None
        return new

    def hand_of(self, seat: Seat) -> list[int]:
        """Return the tiles a seat holds."""
        slots = self.hand[seat * HAND_SLOTS : (seat + 1) * HAND_SLOTS]
        return [tile for tile in slots if tile != NO_TILE]

    def seats_from(self, first: Seat) -> list[Seat]:
        """Return all seats clockwise, beginning with one of them."""
        return [(first + i) % self.players for i in range(self.players)]

    def __copy__(self) -> State:
        """Return an independent copy: a shallow one would share what changes."""
        return self.copy()

    def __deepcopy__(self, memo: object) -> State:
        """Return an independent copy; the rules are shared, as always."""
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """Write a state down as its rules, its tiles in order of placing, and everything that is not the board."""
        features = self.board.features
        rest = {name: getattr(self, name) for name in self.__slots__ if name not in ("rules", "board", "events")}
        return _restore, (self.rules, self.board.laid, self.board.cell, features.column, rest)

    def key(self) -> tuple[object, ...]:
        """Return all that makes this moment of a game by these rules what it is, for comparing and hashing."""
        return (
            self.players,
            self.pc,
            self.seat,
            self.turn,
            self.part,
            self.tile,
            tuple(self.bag),
            self.buried,
            tuple(self.hand),
            tuple(self.score),
            tuple(self.supply),
            tuple(self.pieces),
            tuple((name, tuple(column)) for name, column in self.ext.items()),
            tuple(self.board.laid),
            tuple(self.board.cell),
        )


def _restore(
    rules: Ruleset, laid: list[int], cells: list[int], column: list[list[int]], rest: dict[str, object]
) -> State:
    """Return the state that was written down: laying the same tiles in the same order gives the same features."""
    state = State(rules, int(str(rest["players"])))
    for tile, cell in zip(laid, cells, strict=True):
        state.board.place(tile // 4, tile % 4, cell)
    state.board.features.column = column
    for name, value in rest.items():
        setattr(state, name, value)
    return state
