"""What rules are made of: the vocabulary in which every expansion describes itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple

from bastide.kernel.features import Column
from bastide.wire.views import ViewFacts

if TYPE_CHECKING:
    from bastide.rules.state import State

Action = int
Seat = int
Values = tuple[int, ...]
OptionValue = bool | int | str
Json = None | bool | int | str | Sequence["Json"] | Mapping[str, "Json"]

NOBODY: Final = 15
"""The seat of a piece that belongs to no player."""

CHANCE: Final = -1
"""The actor of a draw: the dealer decides."""
OVER: Final = -2
"""The actor after the last step: nobody."""

KIND_BITS: Final = 6
KIND_MASK: Final = (1 << KIND_BITS) - 1
MOST_KINDS: Final = 1 << KIND_BITS


@dataclass(frozen=True)
class Field:
    """One value of an action. Zero bits means all that are left; such a field comes last."""

    name: str
    bits: int
    names: tuple[str, ...] = ()
    """The names of its values in the text notation, counted from 0; further values are written as numbers."""


SEAT: Final = Field("seat", 4)
SLOT: Final = Field("slot", 4)
TILE: Final = Field("tile", 12)
PIECE: Final = Field("piece", 4)
ROTATION: Final = Field("rotation", 2)
CELL: Final = Field("cell", 0)
SPOT: Final = Field("spot", 0)
"""A segment of a placed tile, as its cell and its number on the tile: independent of any board's numbering."""
POINT: Final = Field("point", 0)
"""A point of the plane, in thousandths of a tile side."""
SPOT_BITS: Final = 5
SPOT_MASK: Final = (1 << SPOT_BITS) - 1


@dataclass(frozen=True)
class Kind:
    """One kind of action. The packed int, JSON, the text notation and the learning index follow from its fields."""

    name: str
    do: Callable[[State, Values], None]
    fields: tuple[Field, ...] = ()
    why_not: Callable[[State, Values], tuple[str, dict[str, object]]] | None = None
    """For an action that is not legal, the message that says which rule stands against it."""
    accepts: Callable[[State, Values], bool] | None = None
    """For a kind with more legal actions than can be listed: whether one beyond those listed is legal, too."""
    drawn: bool = False
    """The dealer decides it, and nobody else."""
    on_new_tile: bool = False
    """Its spot is one of the tile just laid, unless an expansion in play says that it lies elsewhere."""
    sign: str | None = None
    """How its token in the text notation begins, if it has a short one; then only what matters is written."""

    @cached_property
    def layout(self) -> tuple[tuple[int, int], ...]:
        """Where each field lies in the packed int: how far to shift, and which bits to keep (-1 for all)."""
        shifts = accumulate((part.bits for part in self.fields), initial=KIND_BITS)
        return tuple(
            (shift, (1 << part.bits) - 1 if part.bits else -1) for shift, part in zip(shifts, self.fields, strict=False)
        )

    def pack(self, code: int, values: Sequence[int]) -> Action:
        """Return an action of this kind as one int, given the kind's number in the ruleset."""
        for (shift, _), value in zip(self.layout, values, strict=True):
            code |= value << shift
        return code

    def unpack(self, action: Action) -> Values:
        """Return the values of an action's fields."""
        return tuple([action >> shift & mask for shift, mask in self.layout])


def seat_on_turn(state: State) -> int:
    """The default actor of a step."""
    return state.seat


def chance(_: State) -> int:
    """The actor of a step that draws."""
    return CHANCE


@dataclass(frozen=True)
class Span:
    """The outcomes of a draw that are too many to list and all equally likely, by number."""

    count: int
    outcome: Callable[[State, int], Action]


@dataclass(frozen=True)
class Step:
    """A moment of the turn. Its place is fixed by the turn sheet; without options the turn passes on."""

    name: str
    enter: Callable[[State], None] | None = None
    """Runs once on arrival."""
    options: Callable[[State], list[Action]] | None = None
    """The legal actions; pure. None of them means that the turn passes on."""
    actor: Callable[[State], int] = seat_on_turn
    weights: Callable[[State], list[int]] | None = None
    """For a draw, how likely each of the options is."""
    span: Span | None = None
    """For a draw with too many outcomes to list, all of them: every action of its kind. The options are an example."""
    repeats: bool = False
    """Ask again after an action, until no options are left."""


class Line(NamedTuple):
    """One line of a score: what was counted, how many, and points for each."""

    label: str
    times: int
    each: int


class Layer(IntEnum):
    """The order in which terms of a score are worked out."""

    BASE = 0
    RATE = 1
    VOID = 2
    ADD = 3
    SCALE = 4
    LAST = 5
    """On top of the ordinary total, whatever the other layers made of it."""


@dataclass(frozen=True)
class Term:
    """A share in the value of a feature: appends to the lines of the score, or changes them."""

    layer: Layer
    kinds: tuple[str, ...]
    count: Callable[[State, int, list[Line]], None]


@dataclass(frozen=True)
class Veto:
    """A restriction on where tiles may be laid beyond matching edges."""

    allows: Callable[[State, int, int, int], bool]
    """State, tile, rotation, cell."""
    shows: tuple[str, ...] = ()
    """If named, only tiles with one of these edges or segments are concerned."""
    rather: tuple[Callable[[State, int, int, int], bool], ...] = ()
    """Stricter tests: the first that leaves the tile any place at all is kept to."""
    why_not: str = "placement_forbidden"
    """The message that says what it forbids."""


@dataclass(frozen=True)
class Bonus:
    """What a seat alone gets on top of a score it has won, judged in features of certain kinds."""

    kinds: tuple[str, ...]
    count: Callable[[State, Sequence[int], Seat, list[Line]], None]
    """State, features judged, seat, and the lines so far, to which it appends."""


@dataclass(frozen=True)
class Tie:
    """What decides among seats of equal strength in some features: the highest number wins."""

    label: str
    count: Callable[[State, Sequence[int], Seat], int]


@dataclass(frozen=True)
class Site:
    """A kind of feature where followers stand, with the name of their role there."""

    kind: str
    role: str
    order: int
    """Among features completed by one tile, lower is scored first."""
    completes: bool = True
    """Scored when complete; otherwise it waits for the end of the game."""
    like: str = ""
    """The kind of feature that it is worth as much as, whatever the rules in play make of that one."""
    reserved: bool = False
    """Only for followers that name it among their sites."""
    waits: bool = False
    """It has no sides of its own: it is complete when all the features it touches are."""


@dataclass(frozen=True)
class Piece:
    """A kind of piece that every seat has: how many (or the option that says how many) and what it weighs."""

    name: str
    each: int | str
    strength: int = 1
    """What it counts in a majority; zero for pieces that are not followers."""
    sites: tuple[str, ...] = ()
    """For a follower that does not go everywhere: the kinds of features where it stands."""
    goes_on: Callable[[State, int], bool] | None = None
    """Whether the seat on turn may put it on a segment of the new tile; a follower goes on any free site of its own."""
    companion: bool = False
    """It stays on the board only beside a follower of its own seat in the same feature."""
    neutral: bool = False
    """It belongs to nobody: on the board or beside it, and in no supply."""


class Scope(IntEnum):
    """How long something is remembered; the engine alone forgets it."""

    GAME = 0
    TURN = 1
    PART = 2
    STEP = 3


class Holds(IntEnum):
    """What a number that an expansion keeps stands for."""

    NUMBER = 0
    SEAT = 1
    PIECE = 2
    """One of the pieces on the board, in the order in which they stand in the state, counted from 1; 0 for none."""


@dataclass(frozen=True)
class StateColumn:
    """Numbers that an expansion keeps in the state, for the table or for each seat.

    What may happen once in a turn, a part of a turn or a step is a column that is remembered for that long.
    """

    name: str
    initial: tuple[int, ...] = (0,)
    """The numbers at the start; for each seat, if it is kept per seat."""
    per_seat: bool = False
    until: Scope = Scope.GAME
    most: int = 9999
    """The greatest number that makes sense, for reading positions."""
    secret: bool = False
    """Kept per seat, and for the eyes of that seat alone."""
    holds: tuple[Holds, ...] = ()
    """What each of the numbers stands for, if they are not plain numbers."""
    grows: bool = False
    """No number ever gets smaller."""
    times: int | str = 1
    """How many times over the initial numbers are kept, or the option that says it: once at least."""


@dataclass(frozen=True)
class Option:
    """A house rule: its values, the default, and the small expansions that some of the values bring in."""

    name: str
    values: Sequence[OptionValue]
    default: OptionValue
    brings: tuple[tuple[OptionValue, Expansion], ...] = ()
    beside: tuple[tuple[str, tuple[OptionValue, ...]], ...] = ()
    """Other expansions without which it means nothing, each with the values that are possible beside it. The default
    is the first of them."""
    parts: tuple[str, ...] = ()
    """Tiles by id. Some of them may be chosen instead of a value, separated by commas; each brings itself in."""
    under: tuple[str, OptionValue] | None = None
    """Another option and the value that it must have for this one to matter; otherwise this one brings nothing in."""

    def brought(self, value: OptionValue) -> list[Expansion]:
        """Return the small expansions that a value brings in."""
        chosen = [Expansion(f"{self.name}.{tile}", tiles=(tile,)) for tile in self.chosen_parts(value)]
        return chosen + [part for one, part in self.brings if one == value]

    def chosen_parts(self, value: OptionValue) -> list[str]:
        """Return the parts that a value consists of, in their order; none if it is a value by name, or is not valid."""
        named = value.split(",") if isinstance(value, str) else []
        valid = len(set(named)) == len(named) and set(named) <= set(self.parts)
        return [part for part in self.parts if part in named] if valid else []

    def canonical(self, value: OptionValue) -> OptionValue:
        """Return a value that names parts with these in their order, and any other value as it is."""
        return ",".join(self.chosen_parts(value)) or value

    def possible(self, expansions: Collection[str]) -> Sequence[OptionValue]:
        """Return the values that may be chosen when some expansions are in play, by id; none if it means nothing."""
        if not self.beside:
            return self.values
        return next((values for other, values in self.beside if other in expansions), ())

    def default_of(self, possible: Sequence[OptionValue]) -> OptionValue:
        """Return the default among the values that are possible."""
        return possible[0] if self.beside else self.default


NUMBERS: Final = range(4)
"""How many pieces of a special kind tables give to each seat, by options of their expansions; usually one."""


@dataclass(frozen=True)
class Token:
    """Something to be seen that is neither tile nor piece: on the board, before a seat, or both. No secret is one."""

    name: str
    number: int = 1
    """What it shows, or how many of it there are."""
    seat: Seat | None = None
    segment: int | None = None
    """Where on the board it lies, if it lies there."""


@dataclass(frozen=True)
class Expansion:
    """An expansion is a value: data and plain functions, merged by the compiler with any others."""

    id: str
    revision: int = 1
    earlier: tuple[tuple[int, str, OptionValue], ...] = ()
    """Options that give the rules of earlier revisions: the last of these revisions, the option, its value then."""
    tiles: tuple[str, ...] = ()
    start: str = ""
    """The tile set whose start is laid; it takes the place of the base game's."""
    stages: tuple[str, ...] = ()
    """Marks of tiles that are drawn before all others, in this order."""
    pieces: tuple[Piece, ...] = ()
    sites: tuple[Site, ...] = ()
    kinds: tuple[Kind, ...] = ()
    steps: tuple[Step, ...] = ()
    replaces: tuple[str, ...] = ()
    """Steps of others that this expansion plays in its own way."""
    choices: tuple[Callable[[State], list[Action]], ...] = ()
    """Alternatives in the PIECE pool."""
    elsewhere: tuple[str, ...] = ()
    """Kinds that are done on the tile just laid, and with this expansion on others, too."""
    columns: tuple[StateColumn, ...] = ()
    feature_columns: tuple[Column, ...] = ()
    fits: tuple[Veto, ...] = ()
    may_deploy: tuple[Callable[[State, int, int], bool], ...] = ()
    """Vetoes on putting a follower: state, kind of piece, segment."""
    points: tuple[Term, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    ties: tuple[Tie, ...] = ()
    options: tuple[Option, ...] = field(default=())
    needs: tuple[str, ...] = ()
    impossible: tuple[Callable[[State], bool], ...] = ()
    """What no position may be: tests of a state that was written by hand."""
    invariants: tuple[Callable[[State], list[str]], ...] = ()
    """What holds at every step of every game: each returns what does not, in words. Checked by `play.invariants`."""
    excludes: tuple[str, ...] = ()
    """Expansions that it cannot be played with."""
    prefers: tuple[tuple[str, OptionValue], ...] = ()
    """Options that take another value than the preset's, unless they are set on purpose."""
    unadvised: tuple[str, ...] = ()
    """Expansions that a rulebook advises against playing it with, though it can be."""
    discouraged: tuple[str, ...] = ()
    """Likewise, but the advice is ours."""
    tokens: tuple[Callable[[State], list[Token]], ...] = ()
    """What it adds to the table that everybody sees, for pictures and views."""
    facts: tuple[Callable[[State], ViewFacts], ...] = ()
    """What it tells by name in views, read from a state as the viewer may know it."""
    prospects: tuple[Callable[[State, Seat], float], ...] = ()
    """What a seat may still hope for beyond what the end of the game would pay it now, in points: a guess, for bots."""

    def variants(self) -> list[Expansion]:
        """Return it and the small expansions that its options may bring in."""
        return [self, *(part for option in self.options for _, part in option.brings)]
