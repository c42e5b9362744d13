"""Messages of the socket in both directions, and HTTP responses about tables; see docs/server.md.

HTTP request bodies are Pydantic models: `server.models`, and `server.options.TableOptions`.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict

from bastide.wire.events import GameEvent
from bastide.wire.values import (
    Cell,
    FeatureSize,
    MetFeature,
    OptionValue,
    Place,
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
    """The time control of a table, the JSON of `server.options.ClockOptions`."""

    kind: str
    """No clock ("none"), time for the game ("live"), or time for each move ("days")."""
    time: int
    """Seconds for the game, or days for each move."""
    increment: int
    """Seconds added after each move."""
    flag: str
    """What happens when the time runs out: "loses" or "passes"."""


class TableSettings(TypedDict):
    """The options of a table, the JSON of `server.options.TableOptions`."""

    preset: str
    expansions: Sequence[str]
    tiles: Sequence[str]
    options: Mapping[str, OptionValue]
    """The options of the rules that were set explicitly."""
    seats: int
    bots: Sequence[str | None]
    """For each seat, the level of a bot; None for a person."""
    joining: str
    spectators: bool
    aids: Sequence[str]
    confirm: bool
    """Whether choices that end a turn must be confirmed."""
    looks: bool
    """Whether others see where the player on turn considers laying the tile."""
    clock: ClockSettings


class SeatFacts(TypedDict):
    """The person or bot on a seat."""

    name: str
    bot: str | None
    """The level of a bot; None for a person."""
    out: str | None
    """How the seat left the game, "resigned" or "flagged"; None if it has not."""
    kept: bool
    """Whether the seat is reserved and not taken yet."""
    open: bool
    """Whether anyone may take the seat from the bot in the running game."""
    keeper: str | None
    """The person who gave the seat to the bot and may take it back."""
    before: Sequence[str]
    """The names of those who played the seat before."""


class TableFacts(TypedDict):
    """The public facts of a table."""

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
    """The time of the last entry, at least that of the opening, in milliseconds since 1970."""
    lifetime: int | None
    """The milliseconds after the last entry at which the table is closed; None if it is not."""


class OwnTable(TableFacts):
    """A table where a token opens a seat."""

    actor: Seat | None
    your_turn: bool
    winners: Sequence[Seat]
    seat: Seat
    token: int
    """The index of the token in the request."""
    kept: bool
    """Whether the seat is reserved and not taken yet."""
    scores: Sequence[int]
    """The points of every seat; empty before the game begins."""
    left: int | None
    """The remaining milliseconds of the seat; None without clocks."""


class OpenQuestion(TypedDict):
    """A proposal that all other seats must accept."""

    kind: str
    """A takeback ("takeback") or the end of the game ("end")."""
    seat: Seat
    """The seat that made it."""
    granted: Sequence[Seat]
    """The seats that have accepted it."""
    version: int
    """The version of its entry."""


class ChatLine(TypedDict):
    """A line of chat."""

    seat: Seat | None
    name: str
    text: str
    """In the language of the viewer, if it is a phrase."""
    phrase: NotRequired[str]
    """The id of a quick phrase."""
    at: int
    """Milliseconds since 1970."""


class Placement(TypedDict):
    """A cell and a rotation in which the current tile may be laid."""

    cell: Cell
    rotation: int
    """Quarter turns clockwise."""


class GraceFacts(TypedDict):
    """The time in which a seat may undo the choice that ended its turn, before anything follows from it."""

    seat: Seat
    left: int | None
    """The remaining milliseconds; None until the seat confirms its choice."""
    next: Seat | None
    """The seat that draws or chooses next; None if the game is over then."""


class GameState(TypedDict):
    """The state of a game for one viewer."""

    moment: int
    """The version of the position, to be sent with a choice."""
    actor: Seat | None
    """The seat that is to choose."""
    clocks: Sequence[int]
    """The remaining milliseconds of every seat; empty without a clock."""
    running: Seat | None
    """The seat whose clock runs."""
    awaited: Sequence[Seat]
    """The people whose boards are not shown yet; no clock runs before."""
    grace: GraceFacts | None
    """Set while a choice may still be undone before anything follows from it."""
    question: OpenQuestion | None
    ended: str | None
    """How the game ended: "played", "resigned", "flagged", "agreed" or "expired"; None before that."""
    winners: Sequence[Seat]
    rematch: str | None
    """The id of the rematch's table."""
    view: NotRequired[View]
    """The view, once the game has begun; its board begins at the tile with the index `board_from`."""
    board_from: NotRequired[int]
    told: NotRequired[int]
    """The number of all events so far."""
    options: NotRequired[Sequence[ActionData]]
    """The legal actions, for the seat that is to choose."""
    places: NotRequired[int]
    """The number of cells where the current tile may be laid, while a seat is to lay it."""
    undo: NotRequired[bool]
    """Whether the seat may undo its last choice."""


class TableState(GameState):
    """The state of a table and its game."""

    table: TableFacts


# From the server, over the socket


class EntrySummary(TypedDict):
    """The entry that a message is about."""

    kind: str
    seat: Seat | None
    at: int
    """Milliseconds since 1970."""
    yes: NotRequired[bool]
    """The answer to a proposal."""


class WelcomeMessage(TypedDict):
    """The answer to a hello."""

    type: Literal["welcome"]
    seat: Seat | None
    version: int
    state: TableState
    chat: Sequence[ChatLine]
    missed: Sequence[GameEvent]
    """The events since the version in the hello."""


class StepMessage(TypedDict):
    """A new entry other than a line of chat, and the state after it."""

    type: Literal["step"]
    version: int
    happened: EntrySummary
    events: Sequence[GameEvent]
    state: TableState
    weighed: NotRequired[Sequence[Placement]]
    """The placements that a bot compared, the one it chose last. They are not stored, so they may be missing."""


class SaidMessage(TypedDict):
    """A new line of chat. It changes nothing else but the clocks, which run on."""

    type: Literal["said"]
    version: int
    line: ChatLine
    clocks: Sequence[int]
    """The remaining milliseconds of every seat; empty without a clock."""
    running: Seat | None
    """The seat whose clock runs."""


class DoneMessage(TypedDict):
    """The acknowledgement of a command."""

    type: Literal["done"]
    ref: str | int | None
    version: int
    """The version of its entry."""


class PongMessage(TypedDict):
    """The answer to a ping."""

    type: Literal["pong"]
    ref: str | int | None
    version: int


class ErrorMessage(TypedDict):
    """A refused command or hello."""

    type: Literal["error"]
    ref: str | int | None
    moment: int | None
    """The current version of the position."""
    error: str
    """The id of the error."""
    text: str
    """The error as a sentence."""


class PresenceMessage(TypedDict):
    """The connected seats."""

    type: Literal["present"]
    seats: Sequence[Seat]
    watching: int
    """The number of all viewers, seats included."""


class LookMessage(TypedDict):
    """Where the player on turn considers laying the tile. It is not stored, and may be lost."""

    type: Literal["look"]
    seat: Seat
    moment: int
    """The version of the position."""
    cell: Cell | None
    """None when they look nowhere in particular."""
    rotation: int
    """Quarter turns clockwise."""


class PausedMessage(TypedDict):
    """The clocks stand still until the next entry: the server cannot store any."""

    type: Literal["paused"]
    clocks: Sequence[int]
    """The remaining milliseconds of every seat."""


ServerMessage = (
    WelcomeMessage
    | StepMessage
    | SaidMessage
    | DoneMessage
    | PongMessage
    | ErrorMessage
    | PresenceMessage
    | LookMessage
    | PausedMessage
)
"""Any message of the server over the socket."""


# To the server, over the socket


class HelloMessage(TypedDict):
    """The first message of a viewer."""

    type: Literal["hello"]
    token: NotRequired[str | None]
    """The token of a seat; None for a spectator."""
    since: NotRequired[int | None]
    """The last version that the viewer knows."""
    lang: NotRequired[str]
    presence: NotRequired[bool]
    """Whether to send presence messages."""
    looks: NotRequired[bool]
    """Whether to send looks."""


class CommandMessage(TypedDict):
    """A command of a seat."""

    type: Literal["act", "confirm", "ready", "undo", "takeback", "offer_end", "answer", "resign", "say", "look", "ping"]
    ref: NotRequired[str | int]
    """A unique reference; a command that is sent again with the same one is executed once."""
    moment: NotRequired[int]
    """For `act` and `look`: the version of the position."""
    option: NotRequired[int]
    """For `act`: the index of the option."""
    action: NotRequired[ActionData]
    """For `act`: the action, in place of an index."""
    hold: NotRequired[bool]
    """For `act`: whether the turn may be undone for a moment once it is over."""
    yes: NotRequired[bool]
    """For `answer`."""
    question: NotRequired[int]
    """For `answer`: the version of the proposal."""
    text: NotRequired[str]
    """For `say`, unless it has a phrase."""
    phrase: NotRequired[str]
    """For `say`: the id of a quick phrase."""
    cell: NotRequired[Cell | None]
    """For `look`: where the tile might go; None when the player looks nowhere in particular."""
    rotation: NotRequired[int]
    """For `look`: quarter turns clockwise."""


# From the server, over HTTP


class TableId(TypedDict):
    """The id of a new table, the JSON of `server.models.TableCreated`."""

    id: str


class SeatToken(TypedDict):
    """A seat and the token that opens it, the JSON of `server.models.SeatTaken`."""

    seat: Seat
    token: str


class FeatureFacts(TypedDict):
    """A feature, with its owners and points if the table has the aids for them."""

    kind: str
    at: Sequence[Spot]
    """Its segments."""
    tiles: int
    open: int
    """The number of open sides, or of empty cells around it."""
    complete: bool
    holders: NotRequired[Sequence[SeatNumber]]
    """The seats with followers in it, and their strength."""
    owners: NotRequired[Sequence[Seat]]
    """The seats that would score it."""
    now: NotRequired[int | None]
    """Its points if the game ended now."""
    full: NotRequired[int | None]
    """Its points if it were complete."""
    lines: NotRequired[Sequence[ScoreLine]]
    """The lines of its points now."""
    gets: NotRequired[Sequence[SeatNumber]]
    """The points of each owner now, if they differ."""
    tie: NotRequired[str]
    """The rule that breaks a tie."""
    place: NotRequired[Place]
    """Its name, or its kind and quarter if it has none yet."""


class PlacementHint(TypedDict):
    """The effects of a placement."""

    finishes: Sequence[FeatureSize]
    """The features it would complete."""
    meets: Sequence[MetFeature]
    """The features it would extend or join."""


class LandFacts(TypedDict):
    """The features of a board, and the aids of the table."""

    moment: NotRequired[int]
    """The version of the position."""
    features: Sequence[FeatureFacts]
    holes: NotRequired[Sequence[Cell]]
    """Cells that no remaining tile can fill."""
    forecast: NotRequired[Sequence[int]]
    """The scores if the game ended now."""
    hints: NotRequired[Sequence[PlacementHint | None]]
    """For each option, its effects; None for options that lay no tile."""


class GameResult(TypedDict):
    """The result of a game."""

    ended: str
    scores: Sequence[int]
    winners: Sequence[Seat]
    lines: Sequence[GameEvent]
    """All events with points."""


class ReplayFrame(TypedDict):
    """One choice of a finished game, with the draws that followed it."""

    move: int
    """The number of actions so far."""
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
    """The text of a frame of the lesson."""

    title: str
    text: str


class LessonPointer(TypedDict):
    """What a frame of the lesson highlights."""

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
    """The expected options."""
    why: str | None
    """The text for a learner who chooses another option."""
    point: LessonPointer | None
