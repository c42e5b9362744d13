"""The options of a table: one model for the request body, the stored form and the setup page.

Pydantic checks types, `complete_options` checks values; its errors are sentences for players. Their JSON is declared as
`wire.messages.TableSettings`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Final, TypeVar, cast

from pydantic import BaseModel, ConfigDict, Field, Strict, ValidationError
from pydantic_core import ErrorDetails

from bastide.bots import BOTS
from bastide.errors import BadRules
from bastide.games import GameRules, choose_rules
from bastide.rules.engine import LEAST_PLAYERS, check_players
from bastide.wire.messages import TableSettings

AIDS: Final = ("tiles_left", "fields", "forecast", "holes")
"""Remaining tiles, owners of fields, projected scores, and holes that no tile can fill."""
JOINING: Final = ("link", "public")
CLOCKS: Final = ("none", "live", "days")
FLAGS: Final = ("loses", "passes")
"""Consequences for a seat whose time has run out."""
DEFAULT_TIMES: Final = {"none": 0, "live": 600, "days": 3}
MAX_TIMES: Final = {"none": 0, "live": 24 * 3600, "days": 30}
GAME_OPTIONS: Final = ("preset", "expansions", "tiles", "options")
"""The options that select the rules of the game; the others concern the table."""


@dataclass(frozen=True)
class OneOf:
    """The values that an option, or each of its items, can have."""

    values: tuple[str, ...]


@dataclass(frozen=True)
class Between:
    """The range of an option."""

    least: int
    most: int


Item = TypeVar("Item")
Items = Annotated[tuple[Item, ...], Strict(False)]
SEATS: Final = Between(2, 8)
INCREMENT: Final = Between(0, 3600)
TIME: Final = Between(1, MAX_TIMES["live"])


class OptionsModel(BaseModel):
    """A model without unknown fields or converted types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class ClockOptions(OptionsModel):
    """The time control."""

    kind: Annotated[str, OneOf(CLOCKS)] = Field(
        default="none", description="none, live (seconds for the game) or days (days for each move)"
    )
    time: Annotated[int | None, TIME] = Field(default=None, description="seconds (default: 600) or days (default: 3)")
    increment: Annotated[int, INCREMENT] = Field(
        default=0,
        json_schema_extra={"minimum": INCREMENT.least, "maximum": INCREMENT.most},
        description="seconds added after each move",
    )
    flag: Annotated[str, OneOf(FLAGS)] = Field(
        default="loses", description="what happens when the time runs out: loses or passes"
    )

    @property
    def start(self) -> int:
        """The time of every seat at the start, in milliseconds."""
        return 1000 * (self.time or 0) * (24 * 3600 if self.kind == "days" else 1)


class TableOptions(OptionsModel):
    """The options of a table, chosen when it is opened."""

    preset: str = Field(default="second", max_length=40, description="the edition of the rules")
    expansions: Items[str] = Field(default=(), max_length=40)
    tiles: Items[str] = Field(default=(), max_length=40, description="tile sets, if not the default ones")
    options: dict[str, bool | int | str] = Field(default_factory=dict, max_length=40)
    seats: Annotated[int, SEATS] = Field(default=2, json_schema_extra={"minimum": SEATS.least, "maximum": SEATS.most})
    bots: Annotated[Items[str | None], OneOf(tuple(BOTS))] = Field(
        default=(), max_length=8, description="for each seat, a bot by its level or its character, or null for a person"
    )
    joining: Annotated[str, OneOf(JOINING)] = Field(default="link", description="link or public")
    spectators: bool = True
    aids: Annotated[Items[str] | None, OneOf(AIDS)] = Field(default=None, max_length=8)
    confirm: bool = Field(default=False, description="whether choices that end a turn must be confirmed")
    looks: bool = Field(default=True, description="whether others see where the player on turn considers laying")
    clock: ClockOptions = ClockOptions()

    def has_aid(self, aid: str) -> bool:
        """Return whether players get an aid."""
        return self.aids is None or aid in self.aids

    def rules(self) -> GameRules:
        """Return the rules of the game."""
        return choose_rules(self.preset, list(self.expansions), list(self.tiles), dict(self.options))

    def to_json(self) -> TableSettings:
        """Return the options as JSON data."""
        return cast("TableSettings", self.model_dump(mode="json"))


def read_options(data: Mapping[str, object]) -> TableOptions:
    """Return complete options from JSON data. Raises BadRules if they are invalid."""
    try:
        return complete_options(TableOptions.model_validate(dict(data)))
    except ValidationError as reason:
        raise _type_error(reason.errors()[0]) from reason


def complete_options(options: TableOptions) -> TableOptions:
    """Return options with all defaults filled in. Raises BadRules if they are invalid."""
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
    """Raise BadRules if an option is out of range or not one of its values."""
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
    """Return the error for an option of the wrong type."""
    path, value = [str(part) for part in error["loc"]], error["input"]
    model: type[OptionsModel] = TableOptions
    if path[0] == "clock" and len(path) > 1:
        model, path = ClockOptions, path[1:]
    name, *inner = path
    for limit in model.model_fields[name].metadata if name in model.model_fields else ():
        if isinstance(limit, Between):
            return _out_of_range(name, value, limit)
        if isinstance(limit, OneOf) and (inner or model.model_fields[name].annotation is str):
            return _unknown_value(name, value, limit)
    return BadRules("table_option", name=inner[0] if name == "options" and inner else name, found=value)


def _out_of_range(name: str, value: object, limit: Between) -> BadRules:
    return BadRules("table_number", name=name, found=value, least=limit.least, most=limit.most)


def _unknown_value(name: str, value: object, limit: OneOf) -> BadRules:
    return BadRules("table_choice", name=name, found=value, known=", ".join(limit.values))


def table_choices() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the names of the options that do not depend on the game, each with its values if they are enumerated."""
    for name, field in TableOptions.model_fields.items():
        if name == "clock":
            for part, inner in ClockOptions.model_fields.items():
                yield "clock" if part == "kind" else part, _values(inner.metadata)
        elif name not in GAME_OPTIONS:
            yield name, _values(field.metadata)


def _values(metadata: list[object]) -> tuple[str, ...]:
    return next((limit.values for limit in metadata if isinstance(limit, OneOf)), ())
