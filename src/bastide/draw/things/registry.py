"""The things by name. A picture uses a thing by reference; whoever shows pictures puts the things on the page, once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Final

from bastide.draw.svg import PREFIX
from bastide.draw.things import buildings, districts, frontier, ground, growing, marks, wheel

THINGS: Final[Mapping[str, Callable[[], str]]] = {
    **ground.THINGS,
    **growing.THINGS,
    **buildings.THINGS,
    **districts.THINGS,
    **marks.THINGS,
    **frontier.THINGS,
    **wheel.THINGS,
}
_USED: Final = re.compile(rf'href="#{PREFIX}([\w-]+)"')


@cache
def drawn(name: str) -> str:
    """Return a thing, drawn about the origin: the middle of its foot if it stands, its own middle if it lies flat."""
    return THINGS[name]()


def used(pictures: Iterable[str]) -> list[str]:
    """Return the names of all things that pictures refer to, also by way of other things, in order of name."""
    found: set[str] = set()
    todo = {name for picture in pictures for name in _USED.findall(picture) if name in THINGS}
    while todo:
        name = todo.pop()
        found.add(name)
        todo |= set(_USED.findall(drawn(name))) - found
    return sorted(found)


def definitions(pictures: Iterable[str]) -> str:
    """Return all things that pictures refer to, to be put on the page once, before them."""
    return "".join(f'<g id="{PREFIX}{name}">{drawn(name)}</g>' for name in used(pictures))
