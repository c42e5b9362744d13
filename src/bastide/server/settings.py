"""The settings of a server, from the arguments of `bastide serve` or from the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import Final

from bastide.errors import BastideError
from bastide.text import whole_number

DATABASE: Final = "BASTIDE_DATABASE_URL"
REDIS: Final = "BASTIDE_REDIS_URL"
ORIGINS: Final = "BASTIDE_ORIGINS"
PROXIES: Final = "BASTIDE_TRUSTED_PROXIES"
LOOPBACK: Final = ("127.0.0.0/8", "::1/128")
POLL: Final = "BASTIDE_POLL_SECONDS"
MEMORY: Final = "BASTIDE_TABLES_IN_MEMORY"
EXPIRY: Final = "BASTIDE_EXPIRE_DAYS"


@dataclass(frozen=True)
class Settings:
    """The settings of one server process. Rates are per client address unless stated otherwise."""

    database: str = "sqlite+aiosqlite:///bastide.sqlite"
    redis: str = ""
    """The URL of the Redis that connects several processes; empty for a single process."""
    origins: tuple[str, ...] = ()
    """Additional origins whose pages may open sockets; the server's own pages always may."""
    trusted_proxies: tuple[str, ...] = ()
    """Networks of proxies, besides this machine, whose X-Forwarded-For and X-Forwarded-Proto are trusted."""
    bot_processes: int = 1
    poll_seconds: float = 3.0
    """Interval at which tables in memory are compared with the store."""
    tables_in_memory: int = 300
    """Limit of tables in memory that nobody is connected to, and where nothing is under way."""
    expire_days: int = 60
    """Days after which a table where nothing happens is closed; 0 for never."""
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
    connections: int = 10_000
    """Open connections in all."""
    connections_per_address: int = 250
    """Open connections of a client that does not come through a proxy."""
    header_seconds: float = 10.0
    """Timeout for the headers of a request, from the beginning of the connection or from their first byte."""
    body_seconds: float = 20.0
    """Timeout for the body of a request."""
    stall_seconds: float = 30.0
    """Timeout for a client that does not read what is sent."""


def from_environment() -> Settings:
    """Return the settings from environment variables, with defaults for those that are not set."""
    defaults = Settings()
    return Settings(
        database=os.environ.get(DATABASE, defaults.database),
        redis=os.environ.get(REDIS, defaults.redis),
        origins=tuple(filter(None, os.environ.get(ORIGINS, "").split(","))),
        trusted_proxies=parse_networks(os.environ.get(PROXIES, "")),
        poll_seconds=_number(POLL, defaults.poll_seconds, 0.1, 60),
        tables_in_memory=_whole_number(MEMORY, defaults.tables_in_memory, 1, 1_000_000),
        expire_days=_whole_number(EXPIRY, defaults.expire_days, 0, 3650),
    )


def parse_networks(text: str) -> tuple[str, ...]:
    """Return the networks in a list of addresses and networks. Raises BastideError if one of them is neither.

    >>> parse_networks("192.0.2.1, 2001:db8::/32")
    ('192.0.2.1/32', '2001:db8::/32')
    """
    networks = []
    for part in filter(None, map(str.strip, text.split(","))):
        try:
            networks.append(str(ip_network(part, strict=False)))
        except ValueError as reason:
            raise BastideError("proxy_network", found=part) from reason
    return tuple(networks)


def _number(name: str, default: float, least: float, most: float) -> float:
    """Return the number in an environment variable. Raises BastideError if it is none, or out of range."""
    text = os.environ.get(name, "")
    try:
        number = float(text) if text else default
    except ValueError:
        number = most + 1
    if not least <= number <= most:
        raise BastideError("setting_number", name=name, found=text, least=least, most=most)
    return number


def _whole_number(name: str, default: int, least: int, most: int) -> int:
    """Return the whole number in an environment variable. Raises BastideError if it is none, or out of range."""
    text = os.environ.get(name, "")
    number = whole_number(text) if text else default
    if number is None or not least <= number <= most:
        raise BastideError("setting_whole_number", name=name, found=text, least=least, most=most)
    return number


def sqlite_url(path: Path) -> str:
    """Return the URL of an SQLite database in a file."""
    return f"sqlite+aiosqlite:///{path}"
