"""Generates ``web/js/types.js`` and ``docs/events.md`` from the declarations in `bastide.wire`."""

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
MAX_NAMES = 6
"""The maximum number of events named in the description of a field."""
SCRIPT_HEAD = """\
// Types of everything the server sends; there is no code here.
// Generated from bastide.wire by docs/make_types.py: run `make types` after a change.

"""
PAGE_HEAD = """\
# Events

<!-- Generated from bastide.wire.events by docs/make_types.py: run `make types` after a change. -->

An event describes a consequence of an action. Events are derived: logs and records store only actions. `Game.play`
returns the events of an action, `Game.story` all events that a seat may see, and the server sends them in its messages
([server.md](server.md)) with a sentence under `text`. In Python, `bastide.wire.events` has a type for each.

Every event has its name under `event`, and under `seat` the seat it concerns, or null. Events with `points` list the
seats that received them under `winners`, and their `lines` add up to the points. Private fields are visible to that
seat only, and missing for all others.

"""


class DeclaredField(NamedTuple):
    """A declared field: its JSDoc type and its documentation."""

    name: str
    type: str
    required: bool
    private: bool
    doc: str


@cache
def field_docs() -> Mapping[str, Mapping[str, str]]:
    """Return the field docstrings of every class, including inherited ones; under "", those of module constants."""
    docs: dict[str, dict[str, str]] = {"": {}}
    for module in MODULES:
        tree = ast.parse(inspect.getsource(module))
        docs[""] |= _documented(tree.body)
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                bases = [docs.get(base.id, {}) for base in node.bases if isinstance(base, ast.Name)]
                docs[node.name] = {name: doc for base in bases for name, doc in base.items()} | _documented(node.body)
    return docs


def _documented(body: Sequence[ast.stmt]) -> dict[str, str]:
    docs = {}
    for node, below in pairwise(body):
        targets = [node.target] if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [])
        for target in targets:
            if isinstance(target, ast.Name) and isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
                docs[target.id] = " ".join(str(below.value.value).split()).replace("None", "null")
    return docs


def jsdoc_type(declared: object) -> str:
    """Return a type as a JSDoc type."""
    origin, parts = get_origin(declared), get_args(declared)
    if origin is NotRequired:
        return jsdoc_type(parts[0])
    if origin is Annotated:
        return next((mark.name for mark in parts[1:] if isinstance(mark, FixedArray)), "") or jsdoc_type(parts[0])
    if declared == GameEvent:
        return "GameEvent"
    if origin in (Union, UnionType):
        return "|".join(jsdoc_type(part) for part in parts)
    if origin is Literal:
        return "|".join(f'"{part}"' for part in parts)
    if origin in (list, Sequence):
        inner = jsdoc_type(parts[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin in (dict, Mapping):
        return f"Record<{jsdoc_type(parts[0])}, {jsdoc_type(parts[1])}>"
    if isinstance(declared, type):
        return PLAIN.get(declared) or declared.__name__
    raise TypeError(declared)


def fields(declared: type) -> list[DeclaredField]:
    """Return the fields of a declaration, without internals of the engine."""
    docs = field_docs()[declared.__name__]
    return [
        DeclaredField(
            name,
            jsdoc_type(hint),
            get_origin(hint) is not NotRequired,
            any(get_origin(part) is Annotated and PRIVATE in get_args(part) for part in (hint, *get_args(hint))),
            docs.get(name, ""),
        )
        for name, hint in get_type_hints(declared, include_extras=True).items()
        if INTERNAL not in get_args(hint)
    ]


def classes(module: ModuleType) -> list[type]:
    """Return the public declarations of a module, in order."""
    return [
        value
        for name, value in vars(module).items()
        if is_typeddict(value) and not name.startswith("_") and value.__module__ == module.__name__
    ]


def merged() -> list[DeclaredField]:
    """Return the fields of all events, merged; fields that some events lack are optional."""
    by_name: dict[str, list[tuple[str, DeclaredField]]] = {}
    for event, declared in EVENTS.items():
        for one in fields(declared):
            by_name.setdefault(one.name, []).append((event, one))
    return [_merge(name, having) for name, having in by_name.items()]


def _merge(name: str, having: Sequence[tuple[str, DeclaredField]]) -> DeclaredField:
    everywhere = len(having) == len(EVENTS)
    types = dict.fromkeys(part for _, one in having for part in one.type.split("|"))
    docs = {one.doc for _, one in having}
    of = [event for event, _ in having]
    parts = [*docs] if len(docs) == 1 else []
    parts += [f"In {', '.join(of)}."] if not everywhere and len(of) <= MAX_NAMES else []
    kind = "string" if name == "event" else "|".join(types)
    return DeclaredField(name, kind, everywhere, private=False, doc=" ".join(filter(None, parts)))


def typedef(name: str, doc: str, declared: Sequence[DeclaredField]) -> str:
    """Return a JSDoc typedef."""
    lines = [f" * @typedef {{object}} {name} {doc}".rstrip()]
    for one in declared:
        shown = one.name if one.required else f"[{one.name}]"
        lines.append(f" * @property {{{one.type}}} {shown} {one.doc}".rstrip())
    return "\n".join(["/**", *lines, " */"])


def script() -> str:
    """Return the source of the types module."""
    typedefs = []
    for name, value in vars(values).items():
        if get_origin(value) is Annotated:
            (items,) = (mark for mark in get_args(value) if isinstance(mark, FixedArray))
            inner = ", ".join(jsdoc_type(part) for part in items.types)
            typedefs.append(f"/** @typedef {{[{inner}]}} {name} {field_docs()[''].get(name, '')} */")
    for module in MODULES:
        if module is events:
            typedefs.append(typedef("GameEvent", "An event; see docs/events.md.", merged()))
        else:
            typedefs += [typedef(one.__name__, inspect.getdoc(one) or "", fields(one)) for one in classes(module)]
    return SCRIPT_HEAD + "\n".join(typedefs) + "\nexport {};\n"


def page() -> str:
    """Return the documentation of events."""
    lines = [PAGE_HEAD, "| event | | fields |\n|---|---|---|\n"]
    for name, declared in EVENTS.items():
        own = [one for one in fields(declared) if one.name not in COMMON]
        described = ", ".join(f"`{one.name}`: {_code(one.type)}{' (private)' if one.private else ''}" for one in own)
        lines.append(f"| `{name}` | {inspect.getdoc(declared)} | {described} |\n")
    lines.append("\n| field | |\n|---|---|\n")
    lines += [f"| `{name}` | {doc} |\n" for name, doc in field_lines().items()]
    lines.append("\n| type | | |\n|---|---|---|\n")
    told = [*merged(), *(one for value in objects_in_events() for one in fields(value))]
    used = {part.removesuffix("[]") for one in told for part in one.type.split("|")}
    for name, value in vars(values).items():
        if name in used and is_typeddict(value):
            inner = ", ".join(f"`{one.name}`: {_code(one.type)}" for one in fields(value) if one.name != "text")
            lines.append(f"| {name} | {inner} | {inspect.getdoc(value)} |\n")
        elif name in used:
            (items,) = (mark for mark in get_args(value) if isinstance(mark, FixedArray))
            inner = ", ".join(jsdoc_type(part) for part in items.types)
            lines.append(f"| {name} | [{inner}] | {field_docs()[''][name]} |\n")
    return "".join(lines)


def objects_in_events() -> list[type]:
    """Return the types of the objects in events, and of the objects in these."""
    found: list[type] = []
    pending = merged()
    while pending:
        names = {part.removesuffix("[]") for one in pending for part in one.type.split("|")}
        new = [value for name, value in vars(values).items() if name in names and is_typeddict(value)]
        pending = [one for value in new if value not in found for one in fields(value)]
        found += [value for value in new if value not in found]
    return found


def _code(kind: str) -> str:
    return kind.replace("|", " or ")


def field_lines() -> dict[str, str]:
    """Return the documentation of each event field, naming the events where it differs."""
    by_field: dict[str, dict[str, list[str]]] = {}
    for event, declared in EVENTS.items():
        for one in fields(declared):
            if one.name not in COMMON:
                by_field.setdefault(one.name, {}).setdefault(one.doc, []).append(f"`{event}`")
    return {
        name: " ".join(f"{', '.join(of)}: {doc}" if len(docs) > 1 else doc for doc, of in docs.items() if doc)
        for name, docs in by_field.items()
        if any(docs)
    }


if __name__ == "__main__":
    SCRIPT.write_text(script(), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")
