"""The choices when a table is opened."""

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
    """Options whose default it changes, with their new defaults."""
    tiles: int
    """The number of tiles that it adds."""


class ExpansionAdvice(TypedDict):
    """Advice against combining two expansions."""

    together: Sequence[str]
    text: str


class OptionCondition(TypedDict):
    """A value of an option."""

    option: str
    value: OptionValue


class RuleChoice(TypedDict):
    """An option of the rules."""

    text: str
    values: Sequence[OptionValue]
    default: OptionValue
    """Its value unless the preset or an expansion says another one."""
    expansions: Sequence[str]
    """The expansions it belongs to, if any."""
    beside: Mapping[str, Sequence[OptionValue]] | None
    """If it means nothing without one of some other expansions, these, each with the values that are possible beside
    it; the default is the first of them."""
    tiles: Sequence[int] | None
    """For each value, the number of tiles that it adds, if that depends on it."""
    parts: Sequence[Sequence[str]] | None
    """For each value, the ids of the tiles it stands for, if single ones can be chosen: some of them, separated by
    commas, in the order of the longest value."""
    under: OptionCondition | None
    """What another option must say for it to change anything."""


class TableChoice(TypedDict):
    """An option of a table."""

    text: str
    values: Mapping[str, str]
    """The values with a sentence for each; empty if they are not enumerated."""


class SetupChoices(TypedDict):
    """Everything that can be chosen when a table is opened."""

    presets: Sequence[PresetChoice]
    expansions: Mapping[str, ExpansionChoice]
    advice: Sequence[ExpansionAdvice]
    options: Mapping[str, Mapping[str, RuleChoice]]
    """The options of the rules, by game and name."""
    choices: Mapping[str, TableChoice]
