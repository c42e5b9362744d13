"""What can be chosen when a table is opened."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from bastide.wire.values import OptionValue


class PresetChoice(TypedDict):
    """An edition of the rules."""

    preset: str
    game: str
    text: str
    options: Mapping[str, OptionValue]
    expansions: Sequence[str]
    """The expansions that can be added."""
    tiles: int


class ExpansionChoice(TypedDict):
    """An expansion."""

    text: str
    excludes: Sequence[str]
    needs: Sequence[str]
    prefers: Mapping[str, OptionValue]
    """Options that take another value with it."""
    tiles: int
    """How many tiles it adds."""
    begins: bool
    """Whether it has its own start."""


class ExpansionAdvice(TypedDict):
    """Two expansions that had better not be played together."""

    together: Sequence[str]
    text: str


class RuleChoice(TypedDict):
    """An option of the rules."""

    text: str
    values: Sequence[OptionValue]
    expansion: str | None
    """The expansion it belongs to."""
    tiles: Sequence[int] | None
    """For each value, how many tiles the expansion adds."""


class TableChoice(TypedDict):
    """An option of a table."""

    text: str
    values: Mapping[str, str]
    """What each of a few values means."""


class SetupChoices(TypedDict):
    """Everything that can be chosen when a table is opened."""

    presets: Sequence[PresetChoice]
    expansions: Mapping[str, ExpansionChoice]
    advice: Sequence[ExpansionAdvice]
    options: Mapping[str, Mapping[str, RuleChoice]]
    """The options of each game, by name."""
    choices: Mapping[str, TableChoice]
