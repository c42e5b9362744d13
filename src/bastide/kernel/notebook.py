"""Notebook display: objects of lower layers show themselves as SVG, drawn by a higher layer.

Imports point down only, so `bastide.draw` registers its renderers here, and is imported on demand.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final, TypeVar

RENDERERS: Final = "bastide.draw"
"""The package that registers all renderers when it is imported."""
T = TypeVar("T")
_renderers: dict[type, Callable[[object], str]] = {}


def register_renderer(kind: type[T], render: Callable[[T], str]) -> None:
    """Register the function that returns objects of a type as SVG."""

    def render_checked(value: object) -> str:
        if not isinstance(value, kind):
            raise TypeError(value)
        return render(value)

    _renderers[kind] = render_checked


def render_svg(value: object) -> str:
    """Return an object of a registered type as SVG."""
    import_module(RENDERERS)
    return _renderers[type(value)](value)
