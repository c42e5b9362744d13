"""Worker processes: they leave interrupts to their parent and end when it does, even if it is killed."""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing import parent_process


def begin_worker() -> None:
    """Set up a worker process; call this first in it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(0)
