"""How a server is set up: by arguments of `bastide serve`, or by the environment."""

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
    """What a server must know before it starts."""

    database: str = "sqlite+aiosqlite:///bastide.sqlite"
    redis: str = ""
    """The Redis that carries word between processes; none for a server alone."""
    origins: tuple[str, ...] = ()
    """Other sites whose pages may open sockets here; those of the server itself always may."""
    bot_processes: int = 1
    messages_per_second: float = 40.0
    """What one socket may send, after a burst of twice as many."""
    hello_seconds: float = 10.0
    """How long a socket may wait before it says who it is."""
    tables_per_minute: float = 20.0
    """How many tables one address may open, and below, how often it may sit down and open a socket."""
    seats_per_minute: float = 60.0
    sockets_per_minute: float = 120.0
    lists_per_minute: float = 120.0
    """How often it may read the list of tables or that of its own; an open page does so every quarter of a minute."""
    pictures_per_minute: float = 300.0
    """How many pictures of boards it may ask for; a list shows up to fifty."""
    animations_per_minute: float = 30.0
    """How many animations and replays."""


def from_environment() -> Settings:
    """Return the settings that the environment asks for."""
    usual = Settings()
    return Settings(
        database=os.environ.get(DATABASE, usual.database),
        redis=os.environ.get(REDIS, ""),
        origins=tuple(filter(None, os.environ.get(ORIGINS, "").split(","))),
    )


def sqlite_url(path: Path) -> str:
    """Return the address of a database in a file."""
    return f"sqlite+aiosqlite:///{path}"
