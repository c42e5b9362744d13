"""What the server sends and receives, over the socket and over HTTP; docs/server.md says when."""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict

from bastide.wire.events import GameEvent
from bastide.wire.values import (
    Cell,
    FeatureSize,
    MetFeature,
    OptionValue,
    Point,
    ScoreLine,
    Seat,
    SeatNumber,
    Spot,
)
from bastide.wire.views import View


class ActionData(TypedDict):
    """An action: its kind under `do`, and the fields of that kind."""

    do: str
    cell: NotRequired[Cell]
    rotation: NotRequired[int]
    """Quarter turns clockwise."""
    segment: NotRequired[int]
    piece: NotRequired[str]
    tile: NotRequired[str]
    point: NotRequired[Point]
    district: NotRequired[int]
    game: NotRequired[int]
    seat: NotRequired[Seat]


# Tables

TableStatus = Literal["open", "playing", "over"]


class ClockSettings(TypedDict):
    """How long people may think."""

    kind: str
    """Not counted ("none"), for a game ("live"), or for each move ("days")."""
    time: int
    """Seconds for the game, or days for a move."""
    increment: int
    """Seconds added with each move."""
    flag: str
    """What happens to a seat whose time is over: "loses" or "passes"."""


class TableSettings(TypedDict):
    """What was chosen when a table was opened."""

    preset: str
    expansions: Sequence[str]
    tiles: Sequence[str]
    options: Mapping[str, OptionValue]
    """The options of the rules that were set on purpose."""
    seats: int
    bots: Sequence[str | None]
    """For each seat, the level of the bot that sits there; None for a person."""
    joining: str
    spectators: bool
    aids: Sequence[str]
    confirm: bool
    """Whether a choice that ends a turn counts only once it is confirmed."""
    clock: ClockSettings


class SeatFacts(TypedDict):
    """Who sits on a seat."""

    name: str
    bot: str | None
    """The level of a bot."""
    out: str | None
    """Why the seat takes no more part."""
    kept: bool
    """Whether the seat is reserved for somebody who has not come yet."""


class TableFacts(TypedDict):
    """What everybody may know of a table."""

    id: str
    options: TableSettings
    rules: str
    """The rules in the notation."""
    tile_sets: Sequence[str]
    commitment: str
    salt: str | None
    seats: Sequence[SeatFacts | None]
    status: TableStatus
    version: int
    """The number of the last entry in the log of the table."""
    updated: int
    """When that was, in milliseconds since 1970."""


class OwnTable(TableFacts):
    """A table where one sits, found by one's token."""

    actor: Seat | None
    your_turn: bool
    winners: Sequence[Seat]
    seat: Seat
    token: int
    """Which of the tokens that were sent opens the seat."""
    kept: bool
    """Whether the seat is reserved and not yet taken."""


class OpenQuestion(TypedDict):
    """Something that all others must grant."""

    kind: str
    """Take something back ("takeback"), or end the game ("end")."""
    seat: Seat
    granted: Sequence[Seat]
    version: int
    """The version of the entry that asked it."""


class ChatLine(TypedDict):
    """A line of the chat."""

    seat: Seat | None
    name: str
    text: str
    at: int
    """Milliseconds since 1970."""


class GameState(TypedDict):
    """The state of a game as one viewer may see it."""

    moment: int
    """The version of the position, to be sent with a choice."""
    actor: Seat | None
    """The seat that is to choose."""
    clocks: Sequence[int]
    """For each seat, the milliseconds left."""
    question: OpenQuestion | None
    ended: str | None
    """How the game ended."""
    winners: Sequence[Seat]
    rematch: str | None
    """The id of the table where those who sat here play again."""
    view: NotRequired[View]
    """The view, once the game has begun; of its board, only the tiles from `board_from` on."""
    board_from: NotRequired[int]
    told: NotRequired[int]
    """How many events there are by now."""
    options: NotRequired[Sequence[ActionData]]
    """The legal actions, for the seat that is to choose."""
    undo: NotRequired[bool]
    """Whether the seat may take its last choice back."""
    planned: NotRequired[ActionData | None]
    """The choice of the seat that is still to be confirmed."""


class TableState(GameState):
    """The state of a table and its game."""

    table: TableFacts


# From the server, over the socket


class EntrySummary(TypedDict):
    """What has just happened at a table."""

    kind: str
    seat: Seat | None
    at: int
    """Milliseconds since 1970."""
    line: NotRequired[ChatLine]
    """What was said."""
    yes: NotRequired[bool]
    """The answer to a question."""


class WelcomeMessage(TypedDict):
    """The answer to a hello."""

    type: Literal["welcome"]
    seat: Seat | None
    version: int
    state: TableState
    chat: Sequence[ChatLine]
    missed: Sequence[GameEvent]
    """The events since the version that the viewer knew."""


class StepMessage(TypedDict):
    """Something happened at the table."""

    type: Literal["step"]
    version: int
    happened: EntrySummary
    events: Sequence[GameEvent]
    state: TableState


class DoneMessage(TypedDict):
    """A command is stored."""

    type: Literal["done"]
    ref: str | int | None
    version: int
    """The version that it made."""


class PongMessage(TypedDict):
    """The answer to a ping."""

    type: Literal["pong"]
    ref: str | int | None
    version: int


class ErrorMessage(TypedDict):
    """A command or a hello is refused."""

    type: Literal["error"]
    ref: str | int | None
    moment: int | None
    """The version of the position that options now belong to."""
    error: str
    """The id of the error."""
    text: str
    """The error in words."""


class PresenceMessage(TypedDict):
    """Who is connected."""

    type: Literal["present"]
    seats: Sequence[Seat]
    watching: int


ServerMessage = WelcomeMessage | StepMessage | DoneMessage | PongMessage | ErrorMessage | PresenceMessage
"""What the server sends over the socket; `type` says which."""


# To the server, over the socket


class HelloMessage(TypedDict):
    """The first message of a viewer."""

    type: Literal["hello"]
    token: NotRequired[str | None]
    """The token of a seat; spectators have none."""
    since: NotRequired[int | None]
    """The last version that is known."""
    lang: NotRequired[str]
    presence: NotRequired[bool]
    """Whether to be told who is connected."""


class CommandMessage(TypedDict):
    """A command of a seat."""

    type: Literal["act", "confirm", "undo", "takeback", "offer_end", "answer", "resign", "say", "ping"]
    ref: NotRequired[str | int]
    """A name for the command; sent twice, it happens once."""
    moment: NotRequired[int]
    """For `act`: the version of the position."""
    option: NotRequired[int]
    """For `act`: the index of the option."""
    action: NotRequired[ActionData]
    """For `act`: the action, in place of an index."""
    yes: NotRequired[bool]
    """For `answer`."""
    question: NotRequired[int]
    """For `answer`: the version of the question."""
    text: NotRequired[str]
    """For `say`."""


# From the server, over HTTP


class FeatureFacts(TypedDict):
    """A feature, with its owners and worth if the aids of the table tell them."""

    kind: str
    at: Sequence[Spot]
    """All its segments."""
    tiles: int
    open: int
    """How many sides, or cells around it, still want a tile."""
    complete: bool
    holders: NotRequired[Sequence[SeatNumber]]
    """Every seat with followers there, and their strength."""
    owners: NotRequired[Sequence[Seat]]
    """The seats that would score it."""
    now: NotRequired[int | None]
    """What it would pay if the game ended now."""
    full: NotRequired[int | None]
    """What it would pay if it were complete."""
    lines: NotRequired[Sequence[ScoreLine]]
    """The lines of what it would pay now."""
    gets: NotRequired[Sequence[SeatNumber]]
    """What each owner would get now, if not all get the same."""
    tie: NotRequired[str]
    """What decided among seats of equal strength."""


class PlacementHint(TypedDict):
    """What laying the tile in one place would do."""

    finishes: Sequence[FeatureSize]
    """The features it would complete."""
    meets: Sequence[MetFeature]
    """The features it would extend or join."""


class LandFacts(TypedDict):
    """What can be worked out from the board."""

    moment: NotRequired[int]
    """The version of the position."""
    features: Sequence[FeatureFacts]
    holes: NotRequired[Sequence[Cell]]
    """Cells that no remaining tile can fill."""
    forecast: NotRequired[Sequence[int]]
    """The scores if the game ended now."""
    hints: NotRequired[Sequence[PlacementHint | None]]
    """For each option, what it would do; None for options that lay no tile."""


class GameResult(TypedDict):
    """How a game ended."""

    ended: str
    scores: Sequence[int]
    winners: Sequence[Seat]
    lines: Sequence[GameEvent]
    """All events that gave points."""


class ReplayFrame(TypedDict):
    """One choice of a finished game, with the draws that followed it."""

    move: int
    """How many actions there were up to here."""
    turn: int
    seat: Seat | None
    text: str
    """The choice in the notation."""
    events: Sequence[GameEvent]
    state: GameState


class Replay(TypedDict):
    """A finished game as spectators saw it."""

    table: TableFacts
    seats: Sequence[str]
    ended: str
    scores: Sequence[int]
    winners: Sequence[Seat]
    moves: int
    frames: Sequence[ReplayFrame]


class LessonText(TypedDict):
    """What is said in a frame of the lesson."""

    title: str
    text: str


class LessonPointer(TypedDict):
    """What to look at in a frame of the lesson."""

    control: NotRequired[str]
    """A part of the page."""
    cell: NotRequired[Cell]
    slot: NotRequired[Spot]


class LessonFrame(TypedDict):
    """One frame of the lesson."""

    state: TableState
    land: Sequence[FeatureFacts]
    events: Sequence[GameEvent]
    say: LessonText
    want: Sequence[int] | None
    """The options that go on."""
    why: str | None
    """What is said to whoever chooses another."""
    point: LessonPointer | None
