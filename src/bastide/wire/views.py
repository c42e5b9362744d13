"""The view of a game that a seat or a spectator has."""

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
    """Its weight in a majority."""
    guest: bool
    """Whether it counts in the feature without standing on a tile."""
    cell: Cell
    segment: int
    feature: str
    """The kind of feature it is in."""


class ShownToken(TypedDict):
    """A token, or another public object that is neither a tile nor a piece."""

    token: str
    number: int
    """The number on it, or the number of such tokens."""
    seat: Seat | None
    """The seat that has it, if any."""
    cell: NotRequired[Cell]
    segment: NotRequired[int]
    feature: NotRequired[str]


class ViewFacts(TypedDict):
    """Named facts that expansions add to a view."""

    asked_next: NotRequired[Sequence[Seat]]
    """While several seats choose in turn: those after the one that is to choose."""
    king_record: NotRequired[int]
    """The size of the largest city so far."""
    robber_record: NotRequired[int]
    """The length of the longest road so far."""
    count_stands: NotRequired[str]
    """The district of the Count."""
    flock_shepherd: NotRequired[int]
    """The index in `pieces` of the shepherd whose flock is to be expanded or herded."""
    fair_game: NotRequired[str]
    """The game that is played at the fair."""
    fair_victim: NotRequired[int]
    """The index in `pieces` of the follower that may be seduced."""
    gold_held: NotRequired[Sequence[Mapping[str, int]]]
    """For each seat, its number of mine tokens by value; empty if they are hidden."""


class View(TypedDict):
    """The view of a game that a seat or a spectator has."""

    seat: Seat | None
    """The seat whose view it is; None for a spectator."""
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
    """The tile to be laid."""
    board: list[PlacedTile]
    """The tiles in the order they were laid."""
    pieces: list[PlacedPiece]
    tokens: list[ShownToken]
    scores: list[int]
    supply: list[dict[str, int]]
    """For each seat, its number of pieces left by kind."""
    hand: list[str | None] | None
    """The tiles in the seat's hand, None for an empty slot; None for a spectator."""
    hand_sizes: list[int]
    left: int
    """The number of tiles left to draw."""
    unseen: NotRequired[dict[str, int]]
    """The number of tiles in the bag and in hidden hands, by id; missing at tables without the aid `tiles_left`."""
    facts: ViewFacts
    columns: Annotated[dict[str, list[int | None]], INTERNAL]
    """The columns of the engine's state, for programs that restore it, with None for secrets. Not a stable format."""
