"""The options of a load test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

DEFAULT_URL: Final = "http://localhost:8000"
DEFAULT_SECONDS: Final = 10.0
MAX_ACTIONS_PER_PLAYER: Final = 30.0
"""Actions a second on one socket; a server refuses more than 40 messages a second."""


@dataclass(frozen=True)
class LoadOptions:
    """What a load test does."""

    urls: tuple[str, ...] = (DEFAULT_URL,)
    """The servers, which share a store if there are several; table after table is opened on the next one."""
    spread: bool = False
    """Whether the players at a table connect to different servers."""
    tables: int = 16
    """The number of tables at once; a finished game is followed by another."""
    seconds: float | None = None
    games: int | None = None
    """The number of games after which the test ends."""
    rate: float | None = None
    """Actions a second at each table; None for as many as are answered."""
    players: int = 4
    bots: str | None = None
    """The level of the bots that play all seats but one."""
    expansions: tuple[str, ...] = ()
    resign_after: int | None = None
    """The number of actions after which a game is given up; None for whole games."""
    idle: int = 0
    """The number of sockets at tables where nothing happens."""
    warm_up: int = 0
    """The number of games that are played before the measurement."""

    @property
    def people(self) -> int:
        """The number of sockets at each table."""
        return 1 if self.bots else self.players

    @property
    def interval(self) -> float:
        """The least time between two actions at a table, in seconds."""
        return max(1 / self.rate if self.rate else 0.0, 1 / (MAX_ACTIONS_PER_PLAYER * self.people))

    @property
    def steady(self) -> bool:
        """Whether actions are due at fixed times, so that their latency counts from then."""
        return self.rate is not None and not self.bots

    @property
    def sockets(self) -> int:
        """The number of sockets at once."""
        return self.tables * self.people + self.idle
