"""Events as sentences, for the log that people read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bastide.kernel.geometry import UNIT
from bastide.rules.events import Event
from bastide.wire.events import GameEvent
from bastide.words import Word, catalogue, say

POINTS: Final = ("from", "aim", "landing", "rest", "hands")
"""Facts that are points of the plane, in thousandths of a tile side."""


def sentence(event: Event, seats: Sequence[str], language: str = "en") -> str:
    """Return an event as a sentence; ``seats`` are the names of the players."""
    facts = {**event.facts, **event.private}
    values: dict[str, object] = dict(facts)
    if event.seat is not None:
        values["seat"] = seats[event.seat]
    for key, fact in facts.items():
        if isinstance(fact, str) and f"{key}.{fact}" in catalogue(language):
            values[key] = Word(f"{key}.{fact}")
        elif isinstance(fact, tuple) and len(fact) == 2:
            values[key] = _point(fact, language) if key in POINTS else _place(fact)
        elif isinstance(fact, Mapping):
            values[key] = _listing([say(language, f"{key}.{name}", {"count": n}) for name, n in fact.items()], language)
    name = event.name
    if "tile" in facts:
        values["tile"] = facts["name"]
    if "names" in facts:
        values["tiles"] = _listing(_list(facts["names"]), language)
    if "winners" in facts:
        values["winners"] = _listing([seats[_int(seat)] for seat in _list(facts["winners"])], language)
    if name == "won":
        values["scores"] = ", ".join(f"{n} {s}" for n, s in zip(seats, _list(facts["scores"]), strict=True))
    if name == "deployed" and facts["role"] is None:
        name = "put"
    elif name == "deployed" and not facts["plain"]:
        name = "deployed_as"
    elif event.private:
        name += "_open"
    if "lines" in facts:
        values["lines"] = ", ".join(score_line(line, language) for line in _list(facts["lines"]))
    if name not in ("scored", "farmed"):
        return say(language, f"event.{name}", values)
    how = facts["feature"] if name == "farmed" else "complete" if facts["complete"] else "incomplete"
    text = say(language, f"event.{name}_{how}", values)
    present = [f"{n} {s}" for n, s in zip(seats, _list(facts["strengths"]), strict=True) if s]
    if len(present) > 1:
        text += " " + say(language, "event.strengths", {"strengths": ", ".join(present)})
    if facts["tie"] is not None:
        text += " " + say(language, f"tie.{facts['tie']}", values)
    return text


def with_sentence(event: Event, seats: Sequence[str], language: str = "en") -> GameEvent:
    """Return an event as plain data, with its sentence as ``text``."""
    data = event.to_json()
    data["text"] = sentence(event, seats, language)
    return data


def score_line(line: object, language: str = "en") -> str:
    """Return one line of a score as text.

    >>> score_line(["pennants", 2, 2])
    '2 pennants × 2'
    """
    label, times, each = _list(line)
    return say(language, f"line.{label}", {"times": times, "each": each})


def _list(value: object) -> Sequence[object]:
    return value if isinstance(value, Sequence) and not isinstance(value, str) else []


def _int(value: object) -> int:
    return value if isinstance(value, int) else 0


def _place(value: object) -> str:
    x, y = _list(value)
    return f"({x},{y})"


def _point(value: object, language: str) -> str:
    """Return a point of the plane in tiles, to one decimal."""
    x, y = (f"{_int(part) / UNIT:.1f}" for part in _list(value))
    return f"({x}, {y})" if language == "en" else f"({x} ; {y})".replace(".", ",")


def _listing(names: Sequence[object], language: str) -> str:
    words = [str(name) for name in names]
    return words[0] if len(words) == 1 else f" {say(language, 'table.and')} ".join([", ".join(words[:-1]), words[-1]])
