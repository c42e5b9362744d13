"""What one seat, or a spectator, may see of a game."""

from collections.abc import Mapping, Sequence
from typing import Annotated, NotRequired, TypedDict

from bastide.wire.values import INTERNAL, Cell, Seat


class PlacedTile(TypedDict):
    """A tile on the board."""

    tile: str
    """The id of the tile."""
    cell: Cell
    rotation: int
    """Quarter turns clockwise."""


class PlacedPiece(TypedDict):
    """A piece on the board."""

    seat: Seat | None
    """Whose it is; None for a neutral piece."""
    piece: str
    strength: int
    """What it counts in a majority."""
    guest: bool
    """Whether it is in the feature without standing on a tile."""
    cell: Cell
    segment: int
    feature: str
    """The kind of feature it is in."""


class ShownToken(TypedDict):
    """Something that everybody sees and that is neither tile nor piece."""

    token: str
    number: int
    """What it shows, or how many of it there are."""
    seat: Seat | None
    """The seat it lies before, if it does."""
    cell: NotRequired[Cell]
    segment: NotRequired[int]
    feature: NotRequired[str]


class ViewFacts(TypedDict):
    """What expansions tell of a game by name, as far as the seat that looks may know it."""

    asked_next: NotRequired[Sequence[Seat]]
    """While seats are asked one after the other: those that come after the one that is to choose."""
    king_record: NotRequired[int]
    """The size of the largest city so far."""
    robber_record: NotRequired[int]
    """The length of the longest road so far."""
    count_stands: NotRequired[str]
    """The district where the Count stands."""
    fair_game: NotRequired[str]
    """The game that is played at the fair."""
    fair_victim: NotRequired[int]
    """The index in `pieces` of the follower that may be seduced."""
    gold_held: NotRequired[Sequence[Mapping[str, int]]]
    """For each seat, how many mine tokens of each value it has; empty where they are hidden."""


class View(TypedDict):
    """What one seat may see of a game."""

    seat: Seat | None
    """The seat that looks; None for a spectator."""
    turn: int
    """The number of the turn, from 0."""
    part: int
    """The part of the turn, from 0."""
    step: str
    """The step of the turn, or "over"."""
    actor: int
    """The seat that is to choose; -1 for a draw, -2 after the end."""
    on_turn: Seat
    tile: str | None
    """The tile that is to be laid."""
    board: list[PlacedTile]
    """In the order in which the tiles were laid."""
    pieces: list[PlacedPiece]
    tokens: list[ShownToken]
    scores: list[int]
    supply: list[dict[str, int]]
    """For each seat, how many pieces of each kind it has left."""
    hand: list[str | None] | None
    """The tiles in the hand of the seat that looks."""
    hand_sizes: list[int]
    left: int
    """How many tiles are still to be drawn."""
    unseen: NotRequired[dict[str, int]]
    """By id, the tiles in the bag and in hidden hands; tables without the aid `tiles_left` do not tell them."""
    facts: ViewFacts
    columns: Annotated[dict[str, list[int | None]], INTERNAL]
    """Internal numbers of the engine, for programs that restore a state; those of a secret that one may not see are
    None. They change with the engine."""
