"""Rate limits by client address, with token buckets. Clients on this machine are not limited.

Behind a proxy on this machine or one that is trusted, the address is the one in X-Forwarded-For.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

from bastide.errors import BastideError
from bastide.server.settings import Settings

MAX_NETWORKS: Final = 10_000
"""Number of client networks that are tracked; the least recent is dropped first."""
Seconds = Callable[[], float]


class TokenBucket:
    """Allows ``rate`` messages a second on average, and bursts of twice as many unless ``burst`` is given."""

    def __init__(self, rate: float, burst: float | None = None, now: Seconds = time.monotonic) -> None:
        self.rate, self.capacity, self.now = rate, 2 * rate if burst is None else burst, now
        self.tokens, self.updated = self.capacity, now()

    def take(self) -> bool:
        """Take a token; return False, and take none, if the bucket is empty."""
        now = self.now()
        self.tokens = min(self.capacity, self.tokens + (now - self.updated) * self.rate)
        self.updated = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


class RateLimiter:
    """One token bucket per client network; a burst may use up the allowance of a whole minute."""

    def __init__(self, per_minute: float, now: Seconds = time.monotonic) -> None:
        self.per_minute, self.now = per_minute, now
        self.buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def check(self, address: str | None) -> None:
        """Count an action. Raises BastideError if it exceeds the limit."""
        network = client_network(address)
        if network is None:
            return
        bucket = self.buckets.pop(network, None) or TokenBucket(self.per_minute / 60, self.per_minute, self.now)
        self.buckets[network] = bucket
        if len(self.buckets) > MAX_NETWORKS:
            self.buckets.popitem(last=False)
        if not bucket.take():
            raise BastideError("too_often")


def client_network(address: str | None) -> str | None:
    """Return the network that an address is counted under: the /64 of an IPv6 address. None is this machine.

    >>> client_network("2001:db8:1:2:3::4"), client_network("203.0.113.7"), client_network("127.0.0.1")
    ('2001:db8:1:2::', '203.0.113.7', None)
    """
    if address is None:
        return None
    try:
        network: IPv4Address | IPv6Address = ip_address(address)
    except ValueError:
        return address
    if isinstance(network, IPv6Address) and not network.is_loopback:
        network = network.ipv4_mapped or IPv6Address(int(network) >> 64 << 64)
    return None if network.is_loopback else str(network)


class RateLimits:
    """The rate limiters of a server, by action."""

    def __init__(self, settings: Settings) -> None:
        self.limiters = {
            "tables": RateLimiter(settings.tables_per_minute),
            "seats": RateLimiter(settings.seats_per_minute),
            "sockets": RateLimiter(settings.sockets_per_minute),
            "lists": RateLimiter(settings.lists_per_minute),
            "pictures": RateLimiter(settings.pictures_per_minute),
            "animations": RateLimiter(settings.animations_per_minute),
        }

    def check(self, action: str, address: str | None) -> None:
        """Count an action of a client. Raises BastideError if it exceeds the limit."""
        self.limiters[action].check(address)
