"""Generates ``web/js/types.js``, the types of the browser, and ``docs/events.md`` from the types of `bastide.wire`."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import (
    Annotated,
    Literal,
    NamedTuple,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import bastide
from bastide.wire import art, events, guide, messages, setup, values, views
from bastide.wire.events import EVENTS, PRIVATE, GameEvent
from bastide.wire.values import INTERNAL, FixedArray

SCRIPT = Path(bastide.__file__).parent / "web" / "js" / "types.js"
PAGE = Path(__file__).parent / "events.md"
MODULES: Sequence[ModuleType] = (values, views, events, messages, setup, guide, art)
PLAIN = {bool: "boolean", int: "number", float: "number", str: "string", object: "unknown", NoneType: "null"}
COMMON = ("event", "seat", "text")
"""Fields that every event has."""
MOST_NAMES = 6
"""Number of events up to which the events of a field are listed."""
SCRIPT_HEAD = """\
// Types of the messages between server and browser. This module has no code.
// Generated from bastide.wire by docs/make_types.py: run `make types` after a change there.

"""
PAGE_HEAD = """\
# Events

<!-- Generated from bastide.wire.events by docs/make_types.py: run `make types` after a change. -->

An event describes a consequence of an action. Events are derived: logs and records hold actions only. `Game.play`
returns events, `Game.story` returns those that a seat may see, and the server sends them in its messages
([server.md](server.md)), each with its sentence in `text`. In Python, `bastide.wire.events` has a type for each.

Every event has its name in `event` and the `seat` it concerns, or null. Events with `points` list the seats that got
them in `winners`, and their `lines` add up to the points. Private fields are visible to the seat only, and missing for
all others.

"""


class DeclaredField(NamedTuple):
    """A field of a type: its type in JSDoc, and its documentation."""

    name: str
    type: str
    required: bool
    private: bool
    doc: str


@cache
def field_docs() -> Mapping[str, Mapping[str, str]]:
    """Return the docstrings of all fields by class and name; under "", those of module variables."""
    found: dict[str, dict[str, str]] = {"": {}}
    for module in MODULES:
        tree = ast.parse(inspect.getsource(module))
        found[""] |= _documented(tree.body)
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                bases = [found.get(base.id, {}) for base in node.bases if isinstance(base, ast.Name)]
                found[node.name] = {name: doc for base in bases for name, doc in base.items()} | _documented(node.body)
    return found


def _documented(body: Sequence[ast.stmt]) -> dict[str, str]:
    found = {}
    for node, below in pairwise(body):
        targets = [node.target] if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [])
        for target in targets:
            if isinstance(target, ast.Name) and isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
                found[target.id] = " ".join(str(below.value.value).split()).replace("None", "null")
    return found


def written(declared: object) -> str:
    """Return a type in JSDoc."""
    origin, parts = get_origin(declared), get_args(declared)
    if origin is NotRequired:
        return written(parts[0])
    if origin is Annotated:
        return next((mark.name for mark in parts[1:] if isinstance(mark, FixedArray)), "") or written(parts[0])
    if declared == GameEvent:
        return "GameEvent"
    if origin in (Union, UnionType):
        return "|".join(written(part) for part in parts)
    if origin is Literal:
        return "|".join(f'"{part}"' for part in parts)
    if origin in (list, Sequence):
        inner = written(parts[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin in (dict, Mapping):
        return f"Record<{written(parts[0])}, {written(parts[1])}>"
    if isinstance(declared, type):
        return PLAIN.get(declared) or declared.__name__
    raise TypeError(declared)


def fields(declared: type) -> list[DeclaredField]:
    """Return the fields of a type, without internal ones."""
    docs = field_docs()[declared.__name__]
    return [
        DeclaredField(
            name,
            written(hint),
            get_origin(hint) is not NotRequired,
            any(get_origin(part) is Annotated and PRIVATE in get_args(part) for part in (hint, *get_args(hint))),
            docs.get(name, ""),
        )
        for name, hint in get_type_hints(declared, include_extras=True).items()
        if INTERNAL not in get_args(hint)
    ]


def classes(module: ModuleType) -> list[type]:
    """Return the public types of a module, in order."""
    return [
        value
        for name, value in vars(module).items()
        if is_typeddict(value) and not name.startswith("_") and value.__module__ == module.__name__
    ]


def merged() -> list[DeclaredField]:
    """Return the fields of all events; those that not every event has are optional."""
    found: dict[str, list[tuple[str, DeclaredField]]] = {}
    for event, declared in EVENTS.items():
        for one in fields(declared):
            found.setdefault(one.name, []).append((event, one))
    return [_merge(name, having) for name, having in found.items()]


def _merge(name: str, having: Sequence[tuple[str, DeclaredField]]) -> DeclaredField:
    everywhere = len(having) == len(EVENTS)
    types = dict.fromkeys(part for _, one in having for part in one.type.split("|"))
    docs = {one.doc for _, one in having}
    of = [event for event, _ in having]
    notes = [*docs] if len(docs) == 1 else []
    notes += [f"Of {', '.join(of)}."] if not everywhere and len(of) <= MOST_NAMES else []
    kind = "string" if name == "event" else "|".join(types)
    return DeclaredField(name, kind, everywhere, private=False, doc=" ".join(notes))


def typedef(name: str, doc: str, declared: Sequence[DeclaredField]) -> str:
    """Return a JSDoc typedef."""
    lines = [f" * @typedef {{object}} {name} {doc}".rstrip()]
    for one in declared:
        shown = one.name if one.required else f"[{one.name}]"
        lines.append(f" * @property {{{one.type}}} {shown} {one.doc}".rstrip())
    return "\n".join(["/**", *lines, " */"])


def script() -> str:
    """Return the text of ``types.js``."""
    found = []
    for name, value in vars(values).items():
        if get_origin(value) is Annotated:
            (items,) = (mark for mark in get_args(value) if isinstance(mark, FixedArray))
            inner = ", ".join(written(part) for part in items.types)
            found.append(f"/** @typedef {{[{inner}]}} {name} {field_docs()[''].get(name, '')} */")
    for module in MODULES:
        if module is events:
            found.append(typedef("GameEvent", "An event; see docs/events.md.", merged()))
        elif module is not values:
            found += [typedef(one.__name__, inspect.getdoc(one) or "", fields(one)) for one in classes(module)]
    return SCRIPT_HEAD + "\n".join(found) + "\nexport {};\n"


def page() -> str:
    """Return the text of ``events.md``."""
    lines = [PAGE_HEAD, "| event | | fields |\n|---|---|---|\n"]
    for name, declared in EVENTS.items():
        own = [one for one in fields(declared) if one.name not in COMMON]
        described = ", ".join(f"`{one.name}`: {_code(one.type)}{' (private)' if one.private else ''}" for one in own)
        lines.append(f"| `{name}` | {inspect.getdoc(declared)} | {described} |\n")
    lines.append("\n| field | |\n|---|---|\n")
    lines += [f"| `{name}` | {doc} |\n" for name, doc in field_lines().items()]
    lines.append("\n| type | | |\n|---|---|---|\n")
    used = {one.type.removesuffix("[]") for one in merged()}
    for name, value in vars(values).items():
        if name in used:
            (items,) = (mark for mark in get_args(value) if isinstance(mark, FixedArray))
            inner = ", ".join(written(part) for part in items.types)
            lines.append(f"| {name} | [{inner}] | {field_docs()[''][name]} |\n")
    return "".join(lines)


def _code(kind: str) -> str:
    return kind.replace("|", " or ")


def field_lines() -> dict[str, str]:
    """Return the docstrings of the fields of events; where they differ, each with its events."""
    found: dict[str, dict[str, list[str]]] = {}
    for event, declared in EVENTS.items():
        for one in fields(declared):
            if one.name not in COMMON:
                found.setdefault(one.name, {}).setdefault(one.doc, []).append(f"`{event}`")
    return {
        name: " ".join(f"{', '.join(of)}: {doc}" if len(docs) > 1 else doc for doc, of in docs.items() if doc)
        for name, docs in found.items()
        if any(docs)
    }


if __name__ == "__main__":
    SCRIPT.write_text(script(), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")
