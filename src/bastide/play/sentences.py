"""Events as sentences, for the log that people read. They speak of places by name, not by coordinates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, cast

from bastide.kernel.kinds import LAND
from bastide.rules.events import Event
from bastide.rules.model import Seat
from bastide.wire.events import GameEvent
from bastide.wire.values import LandmarkName, Place, PlaceName
from bastide.words import Word, catalogue, say

CACHED_NAMES: Final = 4096
"""Number of names of places whose words are cached."""
VOWELS: Final = frozenset("aeiouyàâäéèêëîïôöùûüœæ")
"""Letters before which a French preposition is shortened."""


@dataclass(frozen=True)
class Reader:
    """Who reads a sentence, and how."""

    seats: Sequence[str]
    """The names of the players."""
    language: str = "en"
    seat: Seat | None = None
    """The reader's own seat, whose places are "yours"."""
    coordinates: bool = False
    """Whether places are told with their coordinates."""


def sentence(
    event: Event, seats: Sequence[str], language: str = "en", viewer: Seat | None = None, coordinates: bool = False
) -> str:
    """Return an event as a sentence; ``seats`` are the names of the players, ``viewer`` is the reader's own seat."""
    return _sentence(event, Reader(seats, language, viewer, coordinates))


def _sentence(event: Event, reader: Reader) -> str:
    language, seats = reader.language, reader.seats
    clause = _CLAUSES.get(event.name)
    if clause is not None and event.seat is not None:
        return say(language, "story.sentence", {"seat": seats[event.seat], "clause": clause(event, reader)})
    facts = {**event.facts, **event.private}
    values: dict[str, object] = dict(facts)
    if event.seat is not None:
        values["seat"] = seats[event.seat]
    for key, fact in facts.items():
        if isinstance(fact, str) and f"{key}.{fact}" in catalogue(language):
            values[key] = Word(f"{key}.{fact}")
        elif isinstance(fact, Mapping) and key != "place":
            values[key] = _listing([say(language, f"{key}.{name}", {"count": n}) for name, n in fact.items()], language)
    if "feature" in facts and "cell" in facts:
        values.update(_place_values(event, reader))
    name = event.name
    if "tile" in facts:
        values["tile"] = facts["name"]
    if "names" in facts:
        values["tiles"] = _listing(_list(facts["names"]), language)
    if "winners" in facts:
        values["winners"] = _listing([seats[_int(seat)] for seat in _list(facts["winners"])], language)
    if name == "won":
        values["scores"] = ", ".join(f"{n} {s}" for n, s in zip(seats, _list(facts["scores"]), strict=True))
    if event.private:
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


def with_sentence(event: Event, reader: Reader) -> GameEvent:
    """Return an event as plain data, with its sentence as ``text``, and the names of its places in words."""
    data = event.to_json()
    data["text"] = _sentence(event, reader)
    worded = cast("dict[str, object]", data)
    if "place" in event.facts:
        worded["place"] = _worded(event, cast("Place", event.facts["place"]), reader)
    if "joined" in event.facts:
        worded["joined"] = [_worded(event, cast("Place", place), reader) for place in _list(event.facts["joined"])]
    return data


def is_personal(event: Event, seat: Seat | None) -> bool:
    """Return whether an event reads differently for a seat than for spectators: it has facts or places of theirs."""
    if seat is None:
        return False
    places = [event.facts.get("place"), *_list(event.facts.get("joined", []))]
    owners = [_owner(cast("Place", place)) for place in places if place is not None]
    return seat in owners or (event.seat == seat and bool(event.private))


def _owner(name: LandmarkName | PlaceName) -> Seat | None:
    """Return whose place a name speaks of, itself or as the neighbour of another one."""
    owner, beside = name.get("owner"), cast("PlaceName", name).get("beside")
    return owner if owner is not None or beside is None else _owner(beside["name"])


def place_text(name: LandmarkName | PlaceName, reader: Reader, subject: Seat | None = None, of: bool = False) -> str:
    """Return the name of a place in words; ``subject`` is the seat of which the sentence speaks.

    With ``of``, the name follows a word that belongs to it, as in "south of the western city".

    >>> place_text({"kind": "city", "quarter": "W"}, Reader(["Ann", "Ben"]))
    'the western city'
    >>> place_text({"kind": "road", "owner": 1}, Reader(["Anne", "Odile"], "fr"))
    'la route d’Odile'
    """
    return _place_words(_parts(name), tuple(reader.seats), reader.language, reader.seat, subject, of)


Parts = tuple[str, Seat | None, int | None, str | None, bool, "tuple[str, Parts] | None"]
"""The parts of a name in the order of `PlaceName`, so that its words can be cached."""


def _parts(name: LandmarkName | PlaceName) -> Parts:
    beside = cast("PlaceName", name).get("beside")
    return (
        name["kind"],
        name.get("owner"),
        name.get("size"),
        name.get("quarter"),
        name.get("far", False),
        None if beside is None else (beside["side"], _parts(beside["name"])),
    )


@lru_cache(maxsize=CACHED_NAMES)
def _place_words(
    parts: Parts, seats: tuple[str, ...], language: str, viewer: Seat | None, subject: Seat | None, of: bool
) -> str:
    kind, owner, size, quarter, far, beside = parts
    values: dict[str, object] = {"kind": say(language, f"place_{'of' if of else 'the'}.{kind}")}
    if owner is not None and owner in (subject, viewer):
        their = say(language, f"place_their.{kind}")
        text = their if owner == subject else say(language, "place.yours", {"kind": Word(f"feature.{kind}")})
        return say(language, "place.of", {"place": text}) if of else text
    if owner is not None:
        vowel = seats[owner][:1].lower() in VOWELS
        whose = say(language, "place.whose_vowel" if vowel else "place.whose", {"name": seats[owner]})
        return say(language, "place.owner", {**values, "whose": whose})
    if size is not None:
        return say(language, "place.size", {**values, "size": size})
    if beside is not None:
        side, other = beside
        neighbour = _place_words(other, seats, language, viewer, subject, of=True)
        return say(language, f"place.beside_{side}", {**values, "neighbour": neighbour})
    if far:
        return say(language, "place.far", {**values, "at": say(language, f"place_far.{quarter}")})
    return say(language, "place.plain" if quarter is None else f"place.quarter_{quarter}", values)


def new_place_text(name: PlaceName, reader: Reader) -> str:
    """Return what to call a place that is new and has no name: "a city in the far north"."""
    language, quarter = reader.language, name["quarter"]
    at = say(language, f"place_{'far' if name.get('far') else 'at'}.{quarter}")
    return say(language, "place.new", {"kind": say(language, f"place_a.{name['kind']}"), "at": at})


def score_line(line: object, language: str = "en") -> str:
    """Return one line of a score as text.

    >>> score_line(["pennants", 2, 2])
    '2 pennants × 2'
    """
    label, times, each = _list(line)
    return say(language, f"line.{label}", {"times": times, "each": each})


# Places


def _place_of(event: Event) -> Place | None:
    """Return the place of an event; without a log, events do not name theirs and it is known by its kind alone."""
    facts = event.facts
    if "place" in facts or "segment" not in facts:
        return cast("Place | None", facts.get("place"))
    return {"kind": str(facts["feature"]), "at": [*_numbers(facts["cell"]), _int(facts["segment"])], "id": -1}


def _text(event: Event, place: Place, reader: Reader, of: bool = False) -> str:
    new = event.facts.get("change") in ("starts", "builds")
    text = new_place_text(place, reader) if new else place_text(place, reader, event.seat, of)
    if not reader.coordinates:
        return text
    x, y, _ = place["at"]
    return say(reader.language, "place.cell", {"place": text, "cell": f"({x},{y})"})


def _worded(event: Event, place: Place, reader: Reader) -> Place:
    return {**place, "text": _text(event, place, reader)}


def _place_values(event: Event, reader: Reader) -> dict[str, object]:
    """Return the place of an event in the forms that sentences need."""
    place = _place_of(event)
    if place is None:
        return {}
    text = _text(event, place, reader)
    return {
        "place": text,
        "Place": text[0].upper() + text[1:],
        "of_place": _text(event, place, reader, of=True),
        "in_place": say(reader.language, f"place_in.{place['kind']}", {"place": text}),
    }


# Clauses, which the lines of the log share


def _placed(event: Event, reader: Reader) -> str:
    place = _place_of(event)
    if place is None:
        return say(reader.language, "story.lays")
    change = str(event.facts["change"])
    values = {"place": _text(event, place, reader), "tiles": event.facts["size"]}
    if change == "joins":
        joined = [_text(event, cast("Place", other), reader) for other in _list(event.facts["joined"])]
        values["joined"] = _listing(joined, reader.language)
    told = "grows" if change == "adds" and place["kind"] in LAND else change
    return say(reader.language, f"story.{told}", values)


def _put(event: Event, reader: Reader) -> str:
    facts = event.facts
    role, plain = facts.get("role"), facts.get("plain", False)
    values: dict[str, object] = {
        "piece": Word(f"role.{role}" if role is not None and plain else f"piece.{facts['piece']}"),
        "place": _place_values(event, reader)["in_place"],
    }
    if role is None or plain:
        return say(reader.language, "story.puts", values)
    return say(reader.language, "story.puts_as", {**values, "role": Word(f"role.{role}")})


def _returned(event: Event, reader: Reader) -> str:
    values = {"piece": Word(f"piece.{event.facts['piece']}"), "place": _place_values(event, reader)["in_place"]}
    return say(reader.language, "story.takes_from", values)


_CLAUSES: Final = {"placed": _placed, "deployed": _put, "put": _put, "returned": _returned}
"""Events of which a turn consists, as what their seat does."""


def _list(value: object) -> Sequence[object]:
    return value if isinstance(value, Sequence) and not isinstance(value, str) else []


def _numbers(value: object) -> list[int]:
    return [_int(number) for number in _list(value)]


def _int(value: object) -> int:
    return value if isinstance(value, int) else 0


def _listing(names: Sequence[object], language: str) -> str:
    words = [str(name) for name in names]
    return words[0] if len(words) == 1 else f" {say(language, 'table.and')} ".join([", ".join(words[:-1]), words[-1]])
