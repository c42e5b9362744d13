"""The configuration of uvicorn, which serves the application."""

from __future__ import annotations

import socket
import sys
from typing import Final

import uvicorn
from fastapi import FastAPI

from bastide.server.logs import log_event
from bastide.server.protocols import protocol_classes
from bastide.server.settings import LOOPBACK, Settings

RESERVED_FILES: Final = 200
"""Number of files that a server may have open besides its connections."""


class Server(uvicorn.Server):
    """A server that logs when it accepts connections."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application, then listen."""
        await super().startup(sockets)
        log_event("server started", host=self.config.host, port=self.config.port)


def make_server(app: FastAPI, settings: Settings, host: str, port: int) -> Server:
    """Return a server for the application."""
    http, websocket = protocol_classes(settings)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        http=http,
        ws=websocket,
        ws_max_size=65536,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        forwarded_allow_ips=[*LOOPBACK, *settings.trusted_proxies],
        timeout_graceful_shutdown=10,
    )
    return Server(config)


def allow_connections(wanted: int) -> int:
    """Raise the limit of open files, and return how many of the wanted connections it allows."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    files = wanted + RESERVED_FILES
    if soft != unlimited and soft < files:
        soft = files if hard == unlimited else min(files, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == unlimited else max(1, min(wanted, soft - RESERVED_FILES))
