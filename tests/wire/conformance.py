"""Whether plain data is as its type declares it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from bastide.wire.events import EVENTS, PRIVATE
from bastide.wire.values import FixedArray


@cache
def field_types(declared: type) -> Mapping[str, object]:
    """Return the fields of a typed dictionary with their types as they are written."""
    return get_type_hints(declared, include_extras=True)


@cache
def private_fields(event: str) -> frozenset[str]:
    """Return the fields of an event that only its seat may see."""
    hints = get_type_hints(EVENTS[event], include_extras=True)
    return frozenset(field for field, hint in hints.items() if PRIVATE in str(hint))


def faults(value: object, declared: object, at: str = "value") -> list[str]:
    """Return what of a value is not as declared, each with where it is; tuples count as arrays."""
    origin, parts = get_origin(declared), get_args(declared)
    if origin in (Annotated, NotRequired):
        items = [mark for mark in parts[1:] if isinstance(mark, FixedArray)]
        return _faults_of_items(value, items[0], at) if items else faults(value, parts[0], at)
    if origin in (Union, UnionType):
        return [] if any(not faults(value, part, at) for part in parts) else [f"{at}: {value!r}"]
    if origin is Literal:
        return [] if value in parts else [f"{at}: {value!r}"]
    if origin in (list, Sequence):
        if not isinstance(value, list | tuple):
            return [f"{at}: {value!r}"]
        return [fault for i, item in enumerate(value) for fault in faults(item, parts[0], f"{at}[{i}]")]
    if origin in (dict, Mapping):
        if not isinstance(value, dict):
            return [f"{at}: {value!r}"]
        return [fault for key, item in value.items() for fault in faults(item, parts[1], f"{at}.{key}")]
    if is_typeddict(declared) and isinstance(declared, type):
        return _faults_of_fields(value, declared, at)
    if declared is None:
        declared = NoneType
    if declared is float and type(value) is int:
        return []
    return [] if declared is object or type(value) is declared else [f"{at}: {value!r}"]


def _faults_of_items(value: object, items: FixedArray, at: str) -> list[str]:
    if not isinstance(value, list | tuple) or len(value) != len(items.types):
        return [f"{at}: {value!r}"]
    pairs = zip(value, items.types, strict=True)
    return [fault for i, (item, kind) in enumerate(pairs) for fault in faults(item, kind, f"{at}[{i}]")]


def _faults_of_fields(value: object, declared: type, at: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{at}: {value!r}"]
    hints = field_types(declared)
    required = {name for name, hint in hints.items() if get_origin(hint) is not NotRequired}
    found = [f"{at}.{name} is missing" for name in sorted(required - value.keys())]
    found += [f"{at}.{name} is not declared" for name in sorted(value.keys() - hints.keys())]
    known = value.keys() & hints.keys()
    return found + [fault for name in sorted(known) for fault in faults(value[name], hints[name], f"{at}.{name}")]
