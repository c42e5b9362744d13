"""All symbols by name, and their definitions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Final

from bastide.draw.svg import FINE, PREFIX
from bastide.draw.symbols import (
    buildings,
    districts,
    farmland,
    frontier,
    houses,
    marks,
    mountains,
    patches,
    plants,
    wheel,
)

SYMBOLS: Final[Mapping[str, Callable[[], str]]] = {
    **patches.SYMBOLS,
    **plants.SYMBOLS,
    **farmland.SYMBOLS,
    **houses.SYMBOLS,
    **buildings.SYMBOLS,
    **districts.SYMBOLS,
    **marks.SYMBOLS,
    **frontier.SYMBOLS,
    **mountains.SYMBOLS,
    **wheel.SYMBOLS,
}
_DETAIL: Final = re.compile(rf'<g class="{FINE}">.*?</g>')
_REFERENCE: Final = re.compile(rf'href="#{PREFIX}([\w-]+)"')


@cache
def symbol_markup(name: str) -> str:
    """Return the markup of a symbol. Its origin is the middle of its foot if it stands, else its centre."""
    return SYMBOLS[name]()


def referenced(pictures: Iterable[str]) -> list[str]:
    """Return the names of all symbols that pictures refer to, directly or through other symbols, sorted."""
    names: set[str] = set()
    todo = {name for tile_shapes in pictures for name in _REFERENCE.findall(tile_shapes) if name in SYMBOLS}
    while todo:
        name = todo.pop()
        names.add(name)
        todo |= set(_REFERENCE.findall(symbol_markup(name))) - names
    return sorted(names)


def definitions(pictures: Iterable[str], detail: bool = True) -> str:
    """Return the definitions of all symbols that pictures refer to, with or without fine detail."""
    markup = "".join(f'<g id="{PREFIX}{name}">{symbol_markup(name)}</g>' for name in referenced(pictures))
    return markup if detail else _DETAIL.sub("", markup)
