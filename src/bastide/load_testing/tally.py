"""What a load test counts and times."""

from __future__ import annotations

import time
from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class LatencyStatistics:
    """How often something happened, and the percentiles of how long it took, in milliseconds."""

    count: int
    per_second: float
    p50: float
    p95: float
    p99: float
    max: float


def latency_statistics(latencies: Sequence[float], seconds: float) -> LatencyStatistics:
    """Return the statistics of latencies in a period, both in seconds. Percentiles of nothing are 0.

    >>> latency_statistics([0.001 * number for number in range(101)], 2.0)
    LatencyStatistics(count=101, per_second=50.5, p50=50.0, p95=95.0, p99=99.0, max=100.0)
    """
    ordered = sorted(latencies) or [0.0]
    last = len(ordered) - 1
    at = (round(1000 * ordered[round(share * last)], 2) for share in (0.5, 0.95, 0.99, 1))
    return LatencyStatistics(len(latencies), round(len(latencies) / seconds, 1) if seconds else 0.0, *at)


@dataclass
class Tally:
    """The counts and latencies of a period."""

    latencies: array[float] = field(default_factory=lambda: array("d"))
    """For each action, the seconds from when it was sent until its last player had it."""
    bot_latencies: array[float] = field(default_factory=lambda: array("d"))
    """For each choice of a bot, the seconds until it arrived."""
    received: int = 0
    """The bytes of all messages that players received."""
    games: int = 0
    """The number of finished games."""
    disconnects: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    """Refused or unanswered requests, by the id of the error."""
    started: float | None = None
    ended: float | None = None
    processor: float = 0.0
    """The processor time of this process in the period, in seconds, once it has ended."""

    def begin(self) -> None:
        """Begin the period."""
        self.started, self.processor = time.monotonic(), -time.process_time()

    def end(self) -> None:
        """End the period, if it has begun and not ended."""
        if self.running:
            self.ended = time.monotonic()
            self.processor += time.process_time()

    @property
    def running(self) -> bool:
        """Whether the period has begun and not ended."""
        return self.started is not None and self.ended is None

    @property
    def seconds(self) -> float:
        """The length of the period; 0 unless it has ended."""
        return 0.0 if self.started is None or self.ended is None else self.ended - self.started

    def statistics(self) -> LatencyStatistics:
        """Return the statistics of the actions."""
        return latency_statistics(self.latencies, self.seconds)

    def bot_statistics(self) -> LatencyStatistics:
        """Return the statistics of the choices of bots."""
        return latency_statistics(self.bot_latencies, self.seconds)

    @property
    def processor_share(self) -> float:
        """The share of a core that this process has used."""
        return self.processor / self.seconds if self.seconds else 0.0
