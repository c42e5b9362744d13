"""Every event is declared once; what the rules tell, the sentences and the declarations agree."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_origin, get_type_hints

import pytest

import bastide
from bastide.wire.events import EVENTS
from bastide.words import LANGUAGES, catalogue
from tests.wire.conformance import private_fields

ROOT = Path(bastide.__file__).parent
TELLING = {"tell": 1, "grant": 3, "award": 4}
"""The functions that make events, and which of their arguments is the name of the event."""

CLAUSES = {"placed", "deployed", "deployed_as", "put", "returned"}
"""Events whose sentences are made of the clauses of the story."""


def test_points_always_say_who_got_them_in_the_same_field() -> None:
    fields = {name: get_type_hints(declared) for name, declared in EVENTS.items()}
    assert {name for name in EVENTS if "points" in fields[name]} == {name for name in EVENTS if "lines" in fields[name]}
    assert all("winners" in fields[name] for name in EVENTS if "points" in fields[name])


def test_a_private_field_may_be_missing() -> None:
    assert {name for name in EVENTS if private_fields(name)} == {"dealt", "gold_taken"}
    for name, declared in EVENTS.items():
        hints = get_type_hints(declared, include_extras=True)
        assert all("NotRequired" in str(get_origin(hints[field])) for field in private_fields(name))


def calls() -> Iterator[tuple[str, str, ast.expr | None, list[str]]]:
    """Yield module, function, name of the event and the fields that can be read off, for every event the rules tell."""
    for path in [*(ROOT / "rules").glob("*.py"), *(ROOT / "expansions").glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TELLING:
                place = TELLING[node.func.id]
                named = [word.value for word in node.keywords if word.arg == "event"]
                name = named[0] if named else node.args[place] if len(node.args) > place else None
                dicts = [argument for argument in node.args[place:] if isinstance(argument, ast.Dict)]
                keys = [key.value for told in dicts for key in told.keys if isinstance(key, ast.Constant)]
                yield path.stem, node.func.id, name, [str(key) for key in keys]


def events_named(name: ast.expr | None) -> list[str]:
    """Return the events that an expression may name: all that it could if it is made of parts."""
    if isinstance(name, ast.Constant):
        return [str(name.value)]
    if isinstance(name, ast.JoinedStr):
        parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"\w+" for part in name.values]
        return [event for event in EVENTS if re.fullmatch("".join(parts), event)]
    if isinstance(name, ast.IfExp):
        return [*events_named(name.body), *events_named(name.orelse)]
    return ["scored"] if name is None else []


def test_the_rules_tell_declared_events_with_declared_fields() -> None:
    for module, function, name, fields in calls():
        for event in events_named(name):
            assert event in EVENTS, f"{module}: {function} of {event}, which is not declared"
            assert set(fields) <= get_type_hints(EVENTS[event]).keys(), f"{module}: {event}"


def test_every_declared_event_is_told() -> None:
    told = {event for _, _, name, _ in calls() for event in events_named(name)}
    by_title = {"king", "robber"}
    assert EVENTS.keys() - told == by_title


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_sentence_and_every_sentence_an_event(language: str) -> None:
    ids = {key.removeprefix("event.") for key in catalogue(language) if key.startswith("event.")}
    how = {
        "scored": {"scored_complete", "scored_incomplete"},
        "farmed": {"farmed_field", "farmed_city", "farmed_prairie"},
        "deployed": {"deployed", "deployed_as", "put"},
    }
    expected = set().union(*(how.get(name, {name}) for name in EVENTS))
    expected |= {f"{name}_open" for name in EVENTS if private_fields(name)}
    assert ids == expected - CLAUSES | {"strengths"}
