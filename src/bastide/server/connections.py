"""The number of open connections, in all and by client address."""

from __future__ import annotations

from collections import Counter
from http import HTTPStatus
from ipaddress import ip_address, ip_network

from bastide.server.limits import client_network
from bastide.server.settings import Settings


class ConnectionCounter:
    """Counts the open connections of a server.

    Those of this machine and of trusted proxies are limited only in all: behind a proxy the address of a client is not
    known before its request.
    """

    def __init__(self, settings: Settings) -> None:
        self.limit, self.limit_per_address = settings.connections, settings.connections_per_address
        self.total = 0
        self.by_network: Counter[str] = Counter()
        self._proxies = [ip_network(network) for network in settings.trusted_proxies]

    def open(self, address: str | None) -> HTTPStatus | None:
        """Count a connection. Return why it must be closed at once, if it must; it counts until then."""
        network = self._counted_network(address)
        self.total += 1
        if network is not None:
            self.by_network[network] += 1
            if self.by_network[network] > self.limit_per_address:
                return HTTPStatus.TOO_MANY_REQUESTS
        return HTTPStatus.SERVICE_UNAVAILABLE if self.total > self.limit else None

    def close(self, address: str | None) -> None:
        """Count a connection no longer."""
        network = self._counted_network(address)
        self.total -= 1
        if network is not None:
            self.by_network[network] -= 1
            if not self.by_network[network]:
                del self.by_network[network]

    def _counted_network(self, address: str | None) -> str | None:
        network = client_network(address)
        if network is None or address is None or not self._proxies:
            return network
        try:
            peer = ip_address(address)
        except ValueError:
            return network
        return None if any(peer in proxies for proxies in self._proxies) else network
