"""How things show themselves in a notebook.

Pictures are painted layers above the things they show, and imports point down only. So the painter says here what it
can paint, and is called by name when somebody looks.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final, TypeVar

PAINTER: Final = "bastide.draw"
Thing = TypeVar("Thing")
_painted: dict[type, Callable[[object], str]] = {}


def painted_by(kind: type[Thing], paint: Callable[[Thing], str]) -> None:
    """Say how things of a kind are painted."""

    def paint_if_it_is_one(thing: object) -> str:
        if not isinstance(thing, kind):
            raise TypeError(thing)
        return paint(thing)

    _painted[kind] = paint_if_it_is_one


def shown(thing: object) -> str:
    """Return a thing as an SVG."""
    import_module(PAINTER)
    return _painted[type(thing)](thing)
