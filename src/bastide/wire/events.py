"""Events: the consequences of actions, for people to read, with one type for each.

Every event has its name in ``event`` and the seat it concerns, or None, in ``seat``. Events with points list the seats
that get them in ``winners``, whether a majority decided or not. Fields marked PRIVATE are visible to that seat only.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal, NotRequired, TypedDict, get_args, get_type_hints

from bastide.wire.values import Cell, Location, Place, Point, ScoreLine, Seat, TileChange, TileName

PRIVATE: Final = "private"


class _Event(TypedDict):
    text: NotRequired[str]
    """The event as a sentence, in messages to players."""


class _OfSeat(_Event):
    seat: Seat


class _OfTable(_Event):
    seat: None


class _At(Location):
    place: NotRequired[Place]
    """The feature by its name, in games with a log."""


class _Scores(TypedDict):
    lines: Sequence[ScoreLine]
    points: int
    """The sum of the lines."""
    winners: Sequence[Seat]
    """The seats that get the points; each gets all of them."""


class _Granted(_OfSeat, _Scores):
    """Points without a majority."""


class _Awarded(_OfTable, _Scores):
    """Points of a feature, for the seats with the majority."""

    feature: str
    complete: bool
    cell: Cell
    """The feature's first cell, row by row."""
    segment: int
    """The number of its first segment there."""
    cells: Sequence[Cell]
    strengths: Sequence[int]
    """For each seat, the strength of its followers in the feature."""
    tie: str | None
    """The rule that broke a tie, if one did."""
    place: NotRequired[Place]
    """The feature by its name, in games with a log."""


class _Thrown(_OfSeat):
    aim: Point
    numbers: Sequence[int]
    """The draws behind the throw."""


_From = TypedDict("_From", {"from": Point})


# The turn


class DrawnEvent(_OfSeat, TileName):
    """A seat draws a tile."""

    event: Literal["drawn"]


class PlacedEvent(_OfSeat, TileName):
    """A seat lays a tile."""

    event: Literal["placed"]
    cell: Cell
    rotation: int
    """Quarter turns clockwise."""
    change: NotRequired[TileChange]
    """What the tile does to the feature that matters most, in games with a log."""
    place: NotRequired[Place]
    """That feature by its name; a new one may still get another."""
    size: NotRequired[int]
    """The number of its tiles."""
    joined: NotRequired[Sequence[Place]]
    """The features that the tile joins, by the names they had."""


class DiscardedEvent(_OfSeat, TileName):
    """A tile that fits nowhere leaves the game."""

    event: Literal["discarded"]


class DeployedEvent(_OfSeat, _At):
    """A seat deploys a piece from its supply on the tile just laid or, if the rules allow it, on another."""

    event: Literal["deployed"]
    piece: str
    plain: bool
    """Whether it is an ordinary follower."""
    role: str | None
    """The role of the follower on its feature; None for other pieces."""


class ReturnedEvent(_OfSeat, _At):
    """A piece goes back to the supply of its seat."""

    event: Literal["returned"]
    piece: str


class LeftEvent(_OfTable, _At):
    """A neutral piece leaves the board."""

    event: Literal["left"]
    piece: str


class ScoredEvent(_Awarded):
    """A feature scores, complete during the game or incomplete at its end."""

    event: Literal["scored"]


class FarmedEvent(_Awarded):
    """A field or prairie scores at the end of the game, or a city for its adjacent fields."""

    event: Literal["farmed"]


class AgainEvent(_OfSeat):
    """A seat plays a second part of its turn."""

    event: Literal["again"]


class WonEvent(_OfTable):
    """The game is over."""

    event: Literal["won"]
    winners: Sequence[Seat]
    """The seats with the most points."""
    scores: Sequence[int]


# Hands of three tiles


class DealtEvent(_OfSeat):
    """A seat takes a tile into its hand."""

    event: Literal["dealt"]
    slot: NotRequired[Annotated[int, PRIVATE]]
    """The place in the hand."""
    tile: NotRequired[Annotated[str, PRIVATE]]
    name: NotRequired[Annotated[str, PRIVATE]]


class PickedEvent(_OfSeat, TileName):
    """A seat picks a tile of its hand to lay."""

    event: Literal["picked"]


class HandShownEvent(_OfSeat):
    """A seat shows its hand, of which no tile fits."""

    event: Literal["hand_shown"]
    tiles: Sequence[str]
    """The ids of the tiles."""
    names: Sequence[str]
    """The short names of the tiles."""


class PassedEvent(_OfSeat):
    """A seat can lay no tile of its hand, and there is none left to draw."""

    event: Literal["passed"]


# River II, Abbot, Traders & Builders, King and Robber, Count, Cult


class PlaysOnEvent(_OfSeat):
    """A seat plays a new turn after the volcano."""

    event: Literal["plays_on"]


class RecalledEvent(_Granted, _At):
    """A seat takes its abbot back and scores the building or garden."""

    event: Literal["recalled"]


class TradedEvent(_OfSeat):
    """A seat takes the goods of a city that it completed."""

    event: Literal["traded"]
    goods: Mapping[str, int]
    """The number of goods of each kind."""


class GoodsEvent(_Granted):
    """The most goods of a kind score at the end of the game."""

    event: Literal["goods"]


class TookKingEvent(_OfSeat):
    """A seat takes the King for the largest city."""

    event: Literal["took_king"]
    tiles: int
    """The size of the city."""


class KeptKingEvent(_OfSeat):
    """A seat that holds the King completes a still larger city."""

    event: Literal["kept_king"]
    tiles: int
    """The size of the city."""


class TookRobberEvent(_OfSeat):
    """A seat takes the Robber Baron for the longest road."""

    event: Literal["took_robber"]
    tiles: int
    """The length of the road."""


class KeptRobberEvent(_OfSeat):
    """A seat that holds the Robber Baron completes a still longer road."""

    event: Literal["kept_robber"]
    tiles: int
    """The length of the road."""


class KingEvent(_Granted):
    """The King scores all complete cities at the end of the game."""

    event: Literal["king"]


class RobberEvent(_Granted):
    """The Robber Baron scores all complete roads at the end of the game."""

    event: Literal["robber"]


class KingPaidEvent(_Granted):
    """The King scores the cities that a tile completes."""

    event: Literal["king_paid"]


class RobberPaidEvent(_Granted):
    """The Robber Baron scores the roads that a tile completes."""

    event: Literal["robber_paid"]


class EnteredTownEvent(_OfSeat):
    """A seat sends a follower to Carcassonne."""

    event: Literal["entered_town"]
    piece: str
    district: str


class CountMovedEvent(_OfSeat):
    """A seat moves the Count to another district."""

    event: Literal["count_moved"]
    district: str


class LeftTownEvent(_OfSeat, _At):
    """A follower leaves Carcassonne for a feature."""

    event: Literal["left_town"]
    piece: str
    district: str


class ChallengeLostEvent(_OfSeat):
    """A follower in a monastery or shrine loses the challenge and returns without points."""

    event: Literal["challenge_lost"]
    feature: str


# Hills & Sheep, Mage and Witch, Crop Circles, Wheel of Fortune, 20th anniversary


class BuriedEvent(_OfSeat):
    """A tile is put face down under a hill."""

    event: Literal["buried"]


class SheepCameEvent(_OfSeat, _At):
    """A seat draws a token with sheep for its flock."""

    event: Literal["sheep_came"]
    sheep: int


class WolfCameEvent(_OfSeat, _At):
    """A seat draws a wolf, which scatters the flock."""

    event: Literal["wolf_came"]


class HerdedEvent(_Granted):
    """A flock scores."""

    event: Literal["herded"]


class EnchantedEvent(_OfSeat, _At):
    """A seat moves the mage or the witch."""

    event: Literal["enchanted"]
    piece: str


class CircleGrowsEvent(_OfSeat):
    """A seat lets every seat add a follower to one of a role."""

    event: Literal["circle_grows"]
    role: str


class CircleWithersEvent(_OfSeat):
    """A seat makes every seat remove a follower of a role."""

    event: Literal["circle_withers"]
    role: str


class PutEvent(_OfSeat, _At):
    """A seat adds a follower by a crop circle."""

    event: Literal["put"]
    piece: str


class PigStopsEvent(_OfSeat):
    """The pig of the wheel moves to another sector."""

    event: Literal["pig_stops"]
    sector: str
    icon: int
    """The number of sectors it moved."""


class WheelEvent(_Granted):
    """A sector or the crown of the wheel scores."""

    event: Literal["wheel"]


class ActivatedEvent(_OfSeat):
    """A seat activates an arrow."""

    event: Literal["activated"]
    symbol: str


class ComfortedEvent(_Granted):
    """Two points for an arrow that was not activated."""

    event: Literal["comforted"]


# Catapult


class FairBeginsEvent(_OfSeat):
    """A seat chooses the game that is played at the fair."""

    event: Literal["fair_begins"]
    game: str


class HurledEvent(_Thrown, _From):
    """A seat hurls its token over the board, from the point `from`."""

    event: Literal["hurled"]
    landing: Point
    """The point where the token first touches the table."""
    rest: Point
    """The point where it comes to rest."""


class CatchCaughtEvent(_Thrown):
    """A hurled token is caught."""

    event: Literal["catch_caught"]
    hands: Point


class CatchTouchedEvent(_Thrown):
    """A hurled token is touched, but not caught."""

    event: Literal["catch_touched"]
    hands: Point


class CatchFarEvent(_Thrown):
    """A hurled token is not touched and flies far enough."""

    event: Literal["catch_far"]
    hands: Point


class CatchShortEvent(_Thrown):
    """A hurled token is not touched, but falls short."""

    event: Literal["catch_short"]
    hands: Point


class SeducedEvent(_OfSeat, _At):
    """A seat replaces the follower of another seat by its own."""

    event: Literal["seduced"]
    piece: str


class FairEvent(_Granted):
    """A catch or a target scores."""

    event: Literal["fair"]


# Gold Rush


class GoldLaidEvent(_OfSeat, _At):
    """Mine tokens are laid on a mountain."""

    event: Literal["gold_laid"]
    tokens: int


class GoldTakenEvent(_OfSeat):
    """A seat takes a mine token."""

    event: Literal["gold_taken"]
    gold: NotRequired[Annotated[int, PRIVATE]]
    """The value of the token."""


class PitchedEvent(_OfSeat, _At):
    """A seat pitches or moves its tent."""

    event: Literal["pitched"]


class PannedEvent(_Granted):
    """The mine tokens of a seat score at the end of the game."""

    event: Literal["panned"]


GameEvent = (
    DrawnEvent
    | PlacedEvent
    | DiscardedEvent
    | DeployedEvent
    | ReturnedEvent
    | LeftEvent
    | ScoredEvent
    | FarmedEvent
    | AgainEvent
    | WonEvent
    | DealtEvent
    | PickedEvent
    | HandShownEvent
    | PassedEvent
    | PlaysOnEvent
    | RecalledEvent
    | TradedEvent
    | GoodsEvent
    | TookKingEvent
    | KeptKingEvent
    | TookRobberEvent
    | KeptRobberEvent
    | KingEvent
    | RobberEvent
    | KingPaidEvent
    | RobberPaidEvent
    | EnteredTownEvent
    | CountMovedEvent
    | LeftTownEvent
    | ChallengeLostEvent
    | BuriedEvent
    | SheepCameEvent
    | WolfCameEvent
    | HerdedEvent
    | EnchantedEvent
    | CircleGrowsEvent
    | CircleWithersEvent
    | PutEvent
    | PigStopsEvent
    | WheelEvent
    | ActivatedEvent
    | ComfortedEvent
    | FairBeginsEvent
    | HurledEvent
    | CatchCaughtEvent
    | CatchTouchedEvent
    | CatchFarEvent
    | CatchShortEvent
    | SeducedEvent
    | FairEvent
    | GoldLaidEvent
    | GoldTakenEvent
    | PitchedEvent
    | PannedEvent
)
"""Any event; ``event`` is its name."""

EVENTS: Final[Mapping[str, type[GameEvent]]] = {
    get_args(get_type_hints(declared)["event"])[0]: declared for declared in get_args(GameEvent)
}
"""The types of all events, by name."""
