"""A load test: warm-up, idle sockets, the baseline, and the measurement."""

from __future__ import annotations

import gc
from dataclasses import dataclass, field
from typing import Final

from websockets.exceptions import WebSocketException

from bastide.errors import BastideError
from bastide.load_testing.echo import measure_echo
from bastide.load_testing.idle import IdleSockets
from bastide.load_testing.options import DEFAULT_SECONDS, LoadOptions
from bastide.load_testing.period import Period
from bastide.load_testing.tally import Tally
from bastide.load_testing.target import ServerMetrics, Target

ECHO_SHARE: Final = 0.25
LEAST_ECHO_SECONDS: Final = 0.5
MOST_ECHO_SECONDS: Final = 5.0
"""The baseline takes a share of the time of the measurement, within these bounds."""


@dataclass
class LoadResult:
    """What a load test has measured so far."""

    tally: Tally = field(default_factory=Tally)
    echo: Tally | None = None
    before: ServerMetrics | None = None
    after: ServerMetrics | None = None
    """The metrics of the servers at the beginning and the end of the measurement."""
    idle_lost: int = 0
    """The number of idle sockets that were closed by a server."""
    unfinished: int = 0
    """The number of games that could not be ended."""

    @property
    def measured(self) -> bool:
        """Whether the measurement has begun."""
        return self.tally.started is not None


class LoadTest:
    """A load test; its result can be read at any time."""

    def __init__(self, options: LoadOptions) -> None:
        self.options = options
        self.target = Target(options)
        self.result = LoadResult()

    async def run(self) -> None:
        """Run the test. Raises BastideError if there is no server, or if it refuses or stops answering."""
        await self.target.check()
        try:
            await self._run()
        except (OSError, WebSocketException) as reason:
            raise BastideError("load_lost", url=self.options.urls[0]) from reason

    async def _run(self) -> None:
        options = self.options
        if options.warm_up:
            await self._play(Period(self.target, options, options.warm_up), None)
        idle = IdleSockets(self.target)
        try:
            await idle.open(options.idle)
            seconds = options.seconds or (None if options.games else DEFAULT_SECONDS)
            self.result.echo = await measure_echo(options, echo_seconds(seconds))
            period = Period(self.target, options, options.games)
            self.result.tally = period.tally
            await self._play(period, seconds)
            self.result.idle_lost = options.idle - len(idle.sockets)
        finally:
            await idle.close()

    async def _play(self, period: Period, seconds: float | None) -> None:
        """Play for a period. Its games are ended even if the test is interrupted."""
        try:
            await period.prepare()
            gc.collect()
            gc.freeze()  # what is open stays open, and need not be traversed during the measurement
            self.result.before = await self.target.metrics()
            await period.run(seconds)
        finally:
            period.tally.end()
            self.result.after = await self.target.metrics()
            self.result.unfinished = await period.stop()
            gc.unfreeze()


def echo_seconds(seconds: float | None) -> float:
    """Return the time of the baseline for that of the measurement, None if it has no limit.

    >>> echo_seconds(1), echo_seconds(8), echo_seconds(None)
    (0.5, 2.0, 5.0)
    """
    return min(MOST_ECHO_SECONDS, max(LEAST_ECHO_SECONDS, ECHO_SHARE * (seconds or float("inf"))))
