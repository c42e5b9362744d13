"""The settings of a server, from the arguments of `bastide serve` or from the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

DATABASE: Final = "BASTIDE_DATABASE_URL"
REDIS: Final = "BASTIDE_REDIS_URL"
ORIGINS: Final = "BASTIDE_ORIGINS"


@dataclass(frozen=True)
class Settings:
    """The settings of one server process. Rates are per client address unless stated otherwise."""

    database: str = "sqlite+aiosqlite:///bastide.sqlite"
    redis: str = ""
    """The URL of the Redis that connects several processes; empty for a single process."""
    origins: tuple[str, ...] = ()
    """Additional origins whose pages may open sockets; the server's own pages always may."""
    bot_processes: int = 1
    messages_per_second: float = 40.0
    """Rate limit of one socket, with bursts of twice as many."""
    hello_seconds: float = 10.0
    """Timeout for the first message of a socket."""
    tables_per_minute: float = 20.0
    seats_per_minute: float = 60.0
    sockets_per_minute: float = 120.0
    lists_per_minute: float = 120.0
    """Requests for the public tables or for one's own; an open page sends one every 15 seconds."""
    pictures_per_minute: float = 300.0
    """Requests for pictures of boards; a list of tables shows up to 50."""
    animations_per_minute: float = 30.0
    """Requests for animations and replays."""


def from_environment() -> Settings:
    """Return the settings from environment variables, with defaults for those that are not set."""
    defaults = Settings()
    return Settings(
        database=os.environ.get(DATABASE, defaults.database),
        redis=os.environ.get(REDIS, defaults.redis),
        origins=tuple(filter(None, os.environ.get(ORIGINS, "").split(","))),
    )


def sqlite_url(path: Path) -> str:
    """Return the URL of an SQLite database in a file."""
    return f"sqlite+aiosqlite:///{path}"
