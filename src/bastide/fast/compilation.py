"""Compilation with Numba: functions are compiled on first call and cached on disk.

A process that has to wait for the compiler logs why. Where the cache lies: `bastide.compile_cache`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from bastide.compile_cache import SIMULATOR, CompileCache
from bastide.errors import BastideError

try:
    import numba
    from numba.core.event import Event, Listener, register
except ImportError as reason:
    raise BastideError("extra_missing_fast", extra="bastide[fast]") from reason

Params = ParamSpec("Params")
Result = TypeVar("Result")


class NumbaCache(CompileCache):
    """A cache that functions are compiled into."""

    def compiled(self, function: Callable[Params, Result]) -> Callable[Params, Result]:
        """Compile a function on first call; it releases the GIL, divides like C and does not check bounds."""
        configured = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(self.folder or "")
        try:
            made: Callable[Params, Result] = numba.njit(nogil=True, error_model="numpy", cache=self.folder is not None)(
                function
            )
        finally:
            numba.config.CACHE_DIR = configured
        return made


CACHE: Final = NumbaCache(SIMULATOR.package, SIMULATOR.sources)
compiled: Final = CACHE.compiled


class CompileNotice(Listener):  # type: ignore[misc]
    """Logs once, to ``bastide.fast``, that functions are being compiled and not only loaded."""

    logged = False

    def on_start(self, event: Event) -> None:
        """Log when the first function of Bastide's is compiled."""
        if not self.logged and event.data["dispatcher"].py_func.__module__.startswith("bastide."):
            self.logged = True
            often = "once on this machine" if CACHE.folder else "in every process, since it can be kept nowhere"
            logging.getLogger(__package__).warning("Compiling the simulator, %s: up to a minute.", often)

    def on_end(self, event: Event) -> None:
        """Do nothing."""


register("numba:compile", CompileNotice())
