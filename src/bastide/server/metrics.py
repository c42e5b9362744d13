"""The metrics of the server, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from bastide.server.collector import CollectorPauses


class Metrics:
    """The counters of one server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.opened = Counter("bastide_tables_opened", "Tables opened", registry=self.registry)
        self.entries = Counter("bastide_entries", "Entries stored, by kind", ["kind"], registry=self.registry)
        self.refused = Counter("bastide_refused", "Commands refused, by reason", ["reason"], registry=self.registry)
        self.live = Gauge("bastide_live_tables", "Tables in memory", registry=self.registry)
        self.bus = Gauge("bastide_bus_connected", "Whether messages of other processes arrive", registry=self.registry)
        self.bus_gaps = Counter("bastide_bus_gaps", "Times the bus was joined", registry=self.registry)
        self.store_failures = Counter("bastide_store_failures", "Entries not stored", registry=self.registry)
        self.expired = Counter("bastide_tables_expired", "Tables closed because nobody played", registry=self.registry)
        self.unreadable = Counter("bastide_tables_unreadable", "Tables that cannot be read", registry=self.registry)
        self.sockets = Gauge("bastide_sockets", "Open sockets", registry=self.registry)
        self.seconds = Histogram("bastide_command_seconds", "From command to answer", registry=self.registry)
        self.pauses = CollectorPauses()
        longest = Gauge("bastide_gc_longest_pause_seconds", "Longest garbage collection", registry=self.registry)
        longest.set_function(lambda: self.pauses.longest)
        total = Gauge("bastide_gc_pause_seconds", "Time of all garbage collections", registry=self.registry)
        total.set_function(lambda: self.pauses.total)

    def text(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self.registry)
