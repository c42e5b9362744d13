"""The report of `bastide load`."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

from bastide.words import say

if TYPE_CHECKING:
    from bastide.load_testing.load_test import LoadResult
    from bastide.load_testing.options import LoadOptions
    from bastide.load_testing.tally import LatencyStatistics, Tally

NAMES: Final = 22
NUMBERS: Final = 12
"""Widths of the columns."""
KILOBYTE: Final = 1000
MEGABYTE: Final = 1_000_000


@dataclass(frozen=True)
class ServerUse:
    """What the servers used, as far as their metrics tell."""

    memory: float | None
    """Megabytes of resident memory at the end."""
    growth: float | None
    """Megabytes more than at the beginning."""
    tables: float | None
    """Tables in memory."""
    milliseconds: float | None
    """Processor time per action."""
    pauses: float | None
    """Milliseconds of garbage collections."""
    longest_pause: float | None
    """Milliseconds of the longest garbage collection since the start of the server."""


@dataclass(frozen=True)
class LoadReport:
    """The result of a load test, for people and for programs."""

    options: LoadOptions
    result: LoadResult

    @property
    def tally(self) -> Tally:
        """The counts of the measurement."""
        return self.result.tally

    @property
    def failures(self) -> int:
        """The number of errors, lost connections and games that could not be ended."""
        lost = self.tally.disconnects + self.result.idle_lost + self.result.unfinished
        return self.tally.errors.total() + lost

    def rows(self) -> dict[str, LatencyStatistics]:
        """Return the distributions of latencies by their names."""
        tally, echo = self.tally, self.result.echo
        rows = {"actions": tally.statistics()}
        if self.options.bots:
            rows["bots"] = tally.bot_statistics()
        if echo is not None:
            rows["echo"] = echo.statistics()
        return rows

    def server(self) -> ServerUse:
        """Return what the servers used."""
        before, after = self.result.before, self.result.after
        if before is None or after is None:
            return ServerUse(None, None, None, None, None, None)
        actions = len(self.tally.latencies)
        used = None if before.processor is None or after.processor is None else after.processor - before.processor
        grown = None if before.memory is None or after.memory is None else after.memory - before.memory
        paused = None if before.pauses is None or after.pauses is None else after.pauses - before.pauses
        return ServerUse(
            memory=None if after.memory is None else round(after.memory / MEGABYTE, 1),
            growth=None if grown is None else round(grown / MEGABYTE, 1),
            tables=after.tables,
            milliseconds=round(1000 * used / actions, 3) if used is not None and actions else None,
            pauses=None if paused is None else round(1000 * paused, 1),
            longest_pause=None if after.longest_pause is None else round(1000 * after.longest_pause, 1),
        )

    def received(self) -> int:
        """Return the bytes that the players at a table received for an action, together."""
        return round(self.tally.received / max(1, len(self.tally.latencies)))

    def to_json(self) -> dict[str, object]:
        """Return the result as plain data."""
        return {
            "options": asdict(self.options),
            "seconds": round(self.tally.seconds, 2),
            **{name: asdict(row) for name, row in self.rows().items()},
            "games": self.tally.games,
            "errors": dict(self.tally.errors),
            "disconnects": self.tally.disconnects,
            "idle_lost": self.result.idle_lost,
            "unfinished": self.result.unfinished,
            "received": self.received(),
            "server": asdict(self.server()),
            "generator_share": round(self.tally.processor_share, 3),
        }

    def text(self, language: str) -> str:
        """Return the result as a table."""
        columns = ("per_second", "p50", "p95", "p99", "max")
        rows = self.rows()
        lines = [
            self._head(language),
            "",
            _line("", *(say(language, f"load.{column}") for column in columns)),
            *(_line(say(language, f"load.{name}"), *_numbers(row)) for name, row in rows.items()),
        ]
        if "echo" in rows:
            lines.append(_line(say(language, "load.ratio"), *_ratios(rows["actions"], rows["echo"])))
        received = say(language, "load.received", {"kB": f"{self.received() / KILOBYTE:.1f}"})
        lines += ["", self._counts(language), received, *self._server(language)]
        return "\n".join([*lines, say(language, "load.generator", {"share": f"{self.tally.processor_share:.2f}"})])

    def _head(self, language: str) -> str:
        options = self.options
        values = {"tables": options.tables, "players": options.players, "seconds": f"{self.tally.seconds:.1f}"}
        parts = [say(language, "load.head", values)]
        if options.rate:
            parts.append(say(language, "load.interval", {"interval": f"{1 / options.rate:g}"}))
        if options.idle:
            parts.append(say(language, "load.idle", {"idle": options.idle}))
        return ", ".join(parts)

    def _counts(self, language: str) -> str:
        errors = [f"{error} × {count}" for error, count in self.tally.errors.most_common()]
        values = {
            "games": self.tally.games,
            "errors": self.tally.errors.total(),
            "disconnects": self.tally.disconnects + self.result.idle_lost,
        }
        lines = [say(language, "load.counts", values) + (f" ({', '.join(errors)})" if errors else "")]
        if self.result.unfinished:
            lines.append(say(language, "load.unfinished", {"games": self.result.unfinished}))
        return "\n".join(lines)

    def _server(self, language: str) -> list[str]:
        use = self.server()
        if use.memory is None or use.growth is None or use.milliseconds is None:
            return [say(language, "load.no_metrics")]
        values = {"memory": f"{use.memory:.0f}", "growth": f"{use.growth:+.0f}", "ms": f"{use.milliseconds:.2f}"}
        lines = [say(language, "load.server", values)]
        if use.tables is not None:
            lines.append(say(language, "load.live", {"tables": int(use.tables)}))
        if use.pauses is not None and use.longest_pause is not None:
            pauses = {"pauses": f"{use.pauses:.0f}", "longest": f"{use.longest_pause:.1f}"}
            lines.append(say(language, "load.pauses", pauses))
        return lines


def _line(name: str, *numbers: str) -> str:
    return f"{name:<{NAMES}}{''.join(f'{number:>{NUMBERS}}' for number in numbers)}".rstrip()


def _numbers(row: LatencyStatistics) -> list[str]:
    return [f"{row.per_second:.1f}", *(f"{ms:.1f} ms" for ms in (row.p50, row.p95, row.p99, row.max))]


def _ratios(row: LatencyStatistics, base: LatencyStatistics) -> list[str]:
    """Return the ratio of every number to that of the baseline."""
    pairs = [(row.per_second, base.per_second), (row.p50, base.p50), (row.p95, base.p95), (row.p99, base.p99)]
    return [f"{number / other:.3g}" if other else "" for number, other in [*pairs, (row.max, base.max)]]
