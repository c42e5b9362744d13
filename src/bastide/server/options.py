"""The options of a table: one model that describes the request body, the stored form and the set-up page.

Types are checked by Pydantic, values by `complete_options`, whose errors are sentences for people.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Final, TypeVar, cast

from pydantic import BaseModel, ConfigDict, Field, Strict, ValidationError
from pydantic_core import ErrorDetails

from bastide.bots import LEVELS
from bastide.errors import BadRules
from bastide.games import GameRules, choose_rules
from bastide.rules.engine import LEAST_PLAYERS, check_players
from bastide.wire.messages import TableSettings

AIDS: Final = ("tiles_left", "fields", "forecast", "holes")
"""Remaining tiles, who owns which field, projected scores, and holes that no tile can fill."""
JOINING: Final = ("link", "public")
CLOCKS: Final = ("none", "live", "days")
FLAGS: Final = ("loses", "passes")
"""What happens to a seat whose time runs out."""
DEFAULT_TIMES: Final = {"none": 0, "live": 600, "days": 3}
MAX_TIMES: Final = {"none": 0, "live": 24 * 3600, "days": 30}
GAME_OPTIONS: Final = ("preset", "expansions", "tiles", "options")
"""The options that choose the rules of the game; the others are those of the table."""


@dataclass(frozen=True)
class OneOf:
    """The values that an option, or each item of it, can have."""

    values: tuple[str, ...]


@dataclass(frozen=True)
class Between:
    """The least and the most that an option can be."""

    least: int
    most: int


Item = TypeVar("Item")
Items = Annotated[tuple[Item, ...], Strict(False)]
SEATS: Final = Between(2, 8)
INCREMENT: Final = Between(0, 3600)
TIME: Final = Between(1, MAX_TIMES["live"])


class OptionsModel(BaseModel):
    """Options without unknown names or converted types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class ClockOptions(OptionsModel):
    """How long people may think."""

    kind: Annotated[str, OneOf(CLOCKS)] = Field(
        default="none", description="none, live (seconds for the game) or days (days for each move)"
    )
    time: Annotated[int | None, TIME] = Field(default=None, description="seconds (default: 600), or days (default: 3)")
    increment: Annotated[int, INCREMENT] = Field(
        default=0,
        json_schema_extra={"minimum": INCREMENT.least, "maximum": INCREMENT.most},
        description="seconds that every move adds",
    )
    flag: Annotated[str, OneOf(FLAGS)] = Field(
        default="loses", description="what happens when the time runs out: loses, or passes"
    )

    @property
    def start(self) -> int:
        """The time of every seat at the start, in milliseconds."""
        return 1000 * (self.time or 0) * (24 * 3600 if self.kind == "days" else 1)


class TableOptions(OptionsModel):
    """Everything that is chosen when a table is opened."""

    preset: str = Field(default="second", max_length=40, description="the edition of the rules")
    expansions: Items[str] = Field(default=(), max_length=40)
    tiles: Items[str] = Field(default=(), max_length=40, description="tile sets, if not the default ones")
    options: dict[str, bool | int | str] = Field(default_factory=dict, max_length=40)
    seats: Annotated[int, SEATS] = Field(default=2, json_schema_extra={"minimum": SEATS.least, "maximum": SEATS.most})
    bots: Annotated[Items[str | None], OneOf(tuple(LEVELS))] = Field(
        default=(), max_length=8, description="per seat, the level of a bot"
    )
    joining: Annotated[str, OneOf(JOINING)] = Field(default="link", description="link, or public")
    spectators: bool = True
    aids: Annotated[Items[str] | None, OneOf(AIDS)] = Field(default=None, max_length=8)
    confirm: bool = Field(default=False, description="a choice that ends a turn counts only once it is confirmed")
    clock: ClockOptions = ClockOptions()

    def has_aid(self, aid: str) -> bool:
        """Return whether the table gives players an aid."""
        return self.aids is None or aid in self.aids

    def rules(self) -> GameRules:
        """Return the rules of the game."""
        return choose_rules(self.preset, list(self.expansions), list(self.tiles), dict(self.options))

    def to_json(self) -> TableSettings:
        """Return the options as plain data."""
        return cast("TableSettings", self.model_dump(mode="json"))


def read_options(data: Mapping[str, object]) -> TableOptions:
    """Return the options that plain data describes. Raises BadRules, in a sentence, if they make no table."""
    try:
        return complete_options(TableOptions.model_validate(dict(data)))
    except ValidationError as reason:
        raise _type_error(reason.errors()[0]) from reason


def complete_options(options: TableOptions) -> TableOptions:
    """Return options with all defaults filled in. Raises BadRules, in a sentence, if they make no table."""
    _check_values(options)
    clock, aids = options.clock, AIDS if options.aids is None else options.aids
    complete = options.model_copy(
        update={
            "options": dict(sorted(options.options.items())),
            "bots": _complete_bots(options),
            "aids": tuple(aid for aid in AIDS if aid in aids),
            "clock": ClockOptions(time=0) if clock.kind == "none" else _complete_clock(clock),
        }
    )
    rules = complete.rules()
    check_players(rules, options.seats, LEAST_PLAYERS)
    if (first := int(rules.options["first_player"])) >= options.seats:
        raise BadRules("first_player", seat=first, last=options.seats - 1)
    return complete


def _check_values(options: OptionsModel) -> None:
    """Raise BadRules if an option is out of range, or none of the values it can have."""
    for name, field in type(options).model_fields.items():
        value = getattr(options, name)
        for limit in field.metadata:
            if isinstance(limit, Between) and value is not None and not limit.least <= value <= limit.most:
                raise _out_of_range(name, value, limit)
            if isinstance(limit, OneOf):
                for item in (value,) if isinstance(value, str) else value or ():
                    if item is not None and item not in limit.values:
                        raise _unknown_value(name, item, limit)


def _complete_bots(options: TableOptions) -> tuple[str | None, ...]:
    levels, seats = options.bots, options.seats
    if len(levels) > seats:
        raise BadRules("table_option", name="bots", found=list(levels))
    if len(levels) == seats and None not in levels:
        raise BadRules("bots_alone")
    return *levels, *(None for _ in range(seats - len(levels)))


def _complete_clock(clock: ClockOptions) -> ClockOptions:
    _check_values(clock.model_copy(update={"time": None}))
    time = DEFAULT_TIMES[clock.kind] if clock.time is None else clock.time
    limit = Between(1, MAX_TIMES[clock.kind])
    if not limit.least <= time <= limit.most:
        raise _out_of_range("time", time, limit)
    return clock.model_copy(update={"time": time})


def _type_error(error: ErrorDetails) -> BadRules:
    """Return a sentence for an option whose type is wrong."""
    where, found = [str(part) for part in error["loc"]], error["input"]
    model: type[OptionsModel] = TableOptions
    if where[0] == "clock" and len(where) > 1:
        model, where = ClockOptions, where[1:]
    name, *inner = where
    for limit in model.model_fields[name].metadata if name in model.model_fields else ():
        if isinstance(limit, Between):
            return _out_of_range(name, found, limit)
        if isinstance(limit, OneOf) and (inner or model.model_fields[name].annotation is str):
            return _unknown_value(name, found, limit)
    return BadRules("table_option", name=inner[0] if name == "options" and inner else name, found=found)


def _out_of_range(name: str, found: object, limit: Between) -> BadRules:
    return BadRules("table_number", name=name, found=found, least=limit.least, most=limit.most)


def _unknown_value(name: str, found: object, limit: OneOf) -> BadRules:
    return BadRules("table_choice", name=name, found=found, known=", ".join(limit.values))


def table_choices() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the options of a table of any game, each with the values it can have; without values if it is free."""
    for name, field in TableOptions.model_fields.items():
        if name == "clock":
            for part, inner in ClockOptions.model_fields.items():
                yield "clock" if part == "kind" else part, _values(inner.metadata)
        elif name not in GAME_OPTIONS:
            yield name, _values(field.metadata)


def _values(metadata: list[object]) -> tuple[str, ...]:
    return next((limit.values for limit in metadata if isinstance(limit, OneOf)), ())
