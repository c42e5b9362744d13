"""One test for many items."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Item = TypeVar("Item")


def each_of(items: Iterable[Item]) -> Callable[[Callable[[Item], None]], Callable[[], None]]:
    """Make one test of a check of one item; hundreds of parametrized tests would take longer to collect than to run."""

    def decorate(check: Callable[[Item], None]) -> Callable[[], None]:
        def test() -> None:
            for item in items:
                try:
                    check(item)
                except AssertionError as error:
                    raise AssertionError(f"{item}: {error}") from error

        test.__name__, test.__qualname__ = check.__name__, check.__qualname__
        test.__module__, test.__doc__ = check.__module__, check.__doc__
        return test

    return decorate
