"""What people choose when they open a table, checked and told back in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bastide.bots import LEVELS
from bastide.errors import BadRules
from bastide.games import GameRules, choose_rules
from bastide.rules.engine import check_players
from bastide.rules.model import Json, OptionValue

AIDS: Final = ("tiles_left", "fields", "forecast", "holes")
"""Remaining tiles, who owns which field, projected scores, and holes that no tile can fill."""
JOINING: Final = ("link", "public")
CLOCKS: Final = ("none", "live", "days")
FLAGS: Final = ("loses", "passes")
"""What happens to a seat whose time is over."""
MOST_SECONDS: Final = 24 * 3600
MOST_DAYS: Final = 30


@dataclass(frozen=True)
class Clock:
    """How long people may think: not counted, seconds for a game with an increment a move, or days for each move."""

    kind: str = "none"
    time: int = 0
    """Seconds for the game, or days for a move."""
    increment: int = 0
    flag: str = "loses"

    @property
    def start(self) -> int:
        """What every seat has at the beginning, in milliseconds."""
        return 1000 * self.time * (24 * 3600 if self.kind == "days" else 1)


@dataclass(frozen=True)
class TableOptions:
    """Everything that is chosen when a table is opened."""

    preset: str
    expansions: tuple[str, ...]
    tiles: tuple[str, ...]
    options: tuple[tuple[str, OptionValue], ...]
    seats: int
    bots: tuple[str | None, ...]
    """Per seat, the level of the bot that sits there, or None for a person."""
    joining: str = "link"
    spectators: bool = True
    aids: tuple[str, ...] = AIDS
    confirm: bool = False
    """A choice that ends one's turn counts only once it is confirmed."""
    clock: Clock = Clock()

    def rules(self) -> GameRules:
        """Return the rules that are played."""
        return choose_rules(self.preset, list(self.expansions), list(self.tiles), dict(self.options))

    def to_json(self) -> dict[str, Json]:
        """Return the options as plain data."""
        return {
            "preset": self.preset,
            "expansions": list(self.expansions),
            "tiles": list(self.tiles),
            "options": dict(self.options),
            "seats": self.seats,
            "bots": list(self.bots),
            "joining": self.joining,
            "spectators": self.spectators,
            "aids": list(self.aids),
            "confirm": self.confirm,
            "clock": {
                "kind": self.clock.kind,
                "time": self.clock.time,
                "increment": self.clock.increment,
                "flag": self.clock.flag,
            },
        }


def read_options(data: Mapping[str, Json]) -> TableOptions:
    """Return the options that plain data describes. Raises BadRules, in a sentence, if they make no table."""
    seats = _number(data, "seats", 2, 2, 8)
    made = TableOptions(
        preset=_word(data, "preset", "second"),
        expansions=_words(data, "expansions"),
        tiles=_words(data, "tiles"),
        options=tuple(sorted((name, _value(name, value)) for name, value in _mapping(data, "options").items())),
        seats=seats,
        bots=_bots(data, seats),
        joining=_one_of(data, "joining", JOINING),
        spectators=_flag(data, "spectators", True),
        aids=tuple(aid for aid in AIDS if aid in _words(data, "aids", AIDS)),
        confirm=_flag(data, "confirm", False),
        clock=_clock(_mapping(data, "clock")),
    )
    for aid in _words(data, "aids", AIDS):
        if aid not in AIDS:
            raise BadRules("table_choice", name="aids", found=aid, known=", ".join(AIDS))
    rules = made.rules()
    check_players(rules, seats)
    if (first := int(rules.options["first_player"])) >= seats:
        raise BadRules("first_player", seat=first, last=seats - 1)
    return made


def _clock(data: Mapping[str, Json]) -> Clock:
    kind = _one_of(data, "kind", CLOCKS)
    if kind == "none":
        return Clock()
    most = MOST_DAYS if kind == "days" else MOST_SECONDS
    time = _number(data, "time", 3 if kind == "days" else 600, 1, most)
    return Clock(kind, time, _number(data, "increment", 0, 0, 3600), _one_of(data, "flag", FLAGS))


def _bots(data: Mapping[str, Json], seats: int) -> tuple[str | None, ...]:
    found = data.get("bots", [])
    if not isinstance(found, Sequence) or isinstance(found, str) or len(found) > seats:
        raise BadRules("table_option", name="bots", found=found)
    levels: list[str | None] = []
    for level in found:
        if level is not None and (not isinstance(level, str) or level not in LEVELS):
            raise BadRules("table_choice", name="bots", found=level, known=", ".join(LEVELS))
        levels.append(level)
    if len(levels) == seats and None not in levels:
        raise BadRules("bots_alone")
    return (*levels, *(None for _ in range(seats - len(levels))))


def _mapping(data: Mapping[str, Json], name: str) -> Mapping[str, Json]:
    value = data.get(name, {})
    if not isinstance(value, Mapping):
        raise BadRules("table_option", name=name, found=value)
    return value


def _word(data: Mapping[str, Json], name: str, usual: str) -> str:
    value = data.get(name, usual)
    if not isinstance(value, str):
        raise BadRules("table_option", name=name, found=value)
    return value


def _words(data: Mapping[str, Json], name: str, usual: Sequence[str] = ()) -> tuple[str, ...]:
    value = data.get(name, list(usual))
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise BadRules("table_option", name=name, found=value)
    words = [word for word in value if isinstance(word, str)]
    if len(words) < len(value):
        raise BadRules("table_option", name=name, found=value)
    return tuple(words)


def _one_of(data: Mapping[str, Json], name: str, known: Sequence[str]) -> str:
    value = data.get(name, known[0])
    if value not in known:
        raise BadRules("table_choice", name=name, found=value, known=", ".join(known))
    return str(value)


def _flag(data: Mapping[str, Json], name: str, usual: bool) -> bool:
    value = data.get(name, usual)
    if not isinstance(value, bool):
        raise BadRules("table_option", name=name, found=value)
    return value


def _number(data: Mapping[str, Json], name: str, usual: int, least: int, most: int) -> int:
    value = data.get(name, usual)
    if type(value) is not int or not least <= value <= most:
        raise BadRules("table_number", name=name, found=value, least=least, most=most)
    return value


def _value(name: str, value: Json) -> OptionValue:
    if not isinstance(value, bool | int | str):
        raise BadRules("table_option", name=name, found=value)
    return value
