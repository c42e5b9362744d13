"""Tables whose rows or entries cannot be read: damaged, or of rules that do not exist."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from bastide.errors import BastideError
from bastide.server.database import UNAVAILABLE
from bastide.server.logs import log_exception
from bastide.server.metrics import Metrics

RETRY_SECONDS: Final = 60.0
"""Time for which a table that could not be read is not read again."""
MAX_TABLES: Final = 10_000
"""Number of tables that are remembered."""


class UnreadableTables:
    """The tables that could not be read lately. Each is logged and counted when it is found."""

    def __init__(self, metrics: Metrics, now: Callable[[], float] = time.monotonic) -> None:
        self.metrics, self.now = metrics, now
        self.found: OrderedDict[str, float] = OrderedDict()
        """When each was read last, by id."""

    @contextmanager
    def reading(self, table_id: str) -> Iterator[None]:
        """Raise BastideError if the table cannot be read within the context, or could not be lately."""
        last = self.found.get(table_id)
        if last is not None and self.now() - last < RETRY_SECONDS:
            raise BastideError("unreadable_table", table=table_id)
        try:
            yield
        except UNAVAILABLE:
            raise
        except Exception as reason:
            if last is None:
                log_exception("table unreadable", table=table_id)
                self.metrics.unreadable.inc()
            self.found[table_id] = self.now()
            self.found.move_to_end(table_id)
            if len(self.found) > MAX_TABLES:
                self.found.popitem(last=False)
            raise BastideError("unreadable_table", table=table_id) from reason
        self.found.pop(table_id, None)
