"""Whether the compiled simulator is ready; until it is, bots can search on the engine.

By default the first search compiles or loads the simulator, and `warm_up` does so ahead of time. A server cannot wait
that long: there, `start_compiler` compiles in a separate process, `load_in_background` loads the result when it is
cached, and `is_ready` tells when that is done.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from functools import cache
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from typing import Final

from bastide import compile_cache
from bastide.bots.processes import begin_worker
from bastide.compile_cache import SIMULATOR
from bastide.errors import BastideError

POLL_SECONDS: Final = 1.0
"""Interval at which the cache is checked."""
NICENESS: Final = 10
"""Niceness of the compiler, so that it does not slow down games."""

_deferred = threading.Event()
_loaded = threading.Event()


@cache
def warm_up() -> None:
    """Load the compiled simulator, compiling it first if it is not cached; do nothing if Numba is not installed."""
    try:
        from bastide.fast.warmup import compile_all
    except BastideError:
        return
    compile_all()


@cache
def load_search() -> None:
    """Load the part of the compiled simulator that searches use, compiling it first if it is not cached."""
    from bastide.fast.warmup import compile_search

    compile_search()


def is_ready() -> bool:
    """Return whether the compiled simulator may be used: always, unless it is being loaded in the background."""
    return _loaded.is_set() or not _deferred.is_set()


def load_in_background() -> None:
    """Search on the engine from now on, until the compiled simulator is cached and loaded."""
    if not _deferred.is_set():
        _deferred.set()
        if compile_cache.is_supported():
            threading.Thread(target=_load, name="load compiled simulator", daemon=True).start()


def _load() -> None:
    while SIMULATOR.folder is not None and not SIMULATOR.is_complete():
        time.sleep(POLL_SECONDS)
    load_search()
    _loaded.set()


def start_compiler() -> BaseProcess | None:
    """Start a process that compiles the simulator, unless it is cached or Numba is not installed."""
    if not compile_cache.is_supported() or SIMULATOR.is_complete():
        return None
    process = get_context("spawn").Process(target=_compile, name="compile simulator", daemon=True)
    process.start()
    return process


def _compile() -> None:
    begin_worker()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    logging.disable()
    warm_up()
