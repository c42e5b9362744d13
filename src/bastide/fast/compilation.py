"""Compilation with Numba: functions are compiled on first call and cached on disk (`bastide.compile_cache`).

A process that has to compile logs a warning, since that takes up to three minutes.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

from bastide.compile_cache import SIMULATOR, CompileCache
from bastide.errors import BastideError
from bastide.fast.interpreted import interpreted

try:
    import numba
    from numba.core.event import Event, Listener, register
    from numba.core.typing import Signature
except ImportError as reason:
    raise BastideError("extra_missing_fast", extra="bastide[fast]") from reason

Params = ParamSpec("Params")
Result = TypeVar("Result")


class NumbaCache(CompileCache):
    """A compile cache with the decorator for its functions."""

    def __init__(self, package: Path, sources: tuple[str, ...]) -> None:
        super().__init__(package, sources)
        self._callbacks: Final[list[object]] = []

    def compiled(self, function: Callable[Params, Result]) -> Callable[Params, Result]:
        """Compile a function on first call. It releases the GIL and checks neither bounds nor division by zero."""
        if numba.config.DISABLE_JIT:
            return interpreted(function)
        with self._configured():
            decorate = numba.njit(nogil=True, error_model="numpy", cache=self.folder is not None)
            dispatcher: Callable[Params, Result] = decorate(function)
        return dispatcher

    def callback(self, signature: Signature, function: Callable[[object, object, int], None]) -> int:
        """Compile a function with a signature of C, and return its address. It stays in memory."""
        with self._configured():
            compiled = numba.cfunc(signature, error_model="numpy", cache=self.folder is not None)(function)
        self._callbacks.append(compiled)
        address: int = compiled.address
        return address

    @contextmanager
    def _configured(self) -> Iterator[None]:
        """Direct Numba to this cache."""
        configured = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(self.folder or "")
        try:
            yield
        finally:
            numba.config.CACHE_DIR = configured


CACHE: Final = NumbaCache(SIMULATOR.package, SIMULATOR.sources)
compiled: Final = CACHE.compiled


class CompileNotice(Listener):  # type: ignore[misc]
    """Logs a warning to ``bastide.fast`` when the first function is compiled instead of loaded."""

    logged = False

    def on_start(self, event: Event) -> None:
        """Log the first compilation of a function of this package."""
        if not self.logged and event.data["dispatcher"].py_func.__module__.startswith("bastide."):
            self.logged = True
            how_often = (
                "once on this machine" if CACHE.folder else "in every process, as no cache directory is writable"
            )
            logging.getLogger(__package__).warning("Compiling the simulator, %s: up to three minutes.", how_often)

    def on_end(self, event: Event) -> None:
        """Do nothing."""


register("numba:compile", CompileNotice())
