"""A TCP proxy that counts the bytes a server sends, headers included."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

from tests.server.running import Server
from tests.server.services import LOOPBACK


class CountingProxy:
    """A proxy on a port of its own."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.bytes = 0
        self.listener = socket.create_server((LOOPBACK, 0))
        self.address = f"http://{LOOPBACK}:{self.listener.getsockname()[1]}"

    def __enter__(self) -> CountingProxy:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *reason: object) -> None:
        self.listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                upstream = socket.create_connection((LOOPBACK, self.server.port))
                for source, target, counted in ((client, upstream, False), (upstream, client, True)):
                    threading.Thread(target=self._forward, args=(source, target, counted), daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket, counted: bool) -> None:
        with suppress(OSError), source, target:
            while data := source.recv(65_536):
                self.bytes += len(data) if counted else 0
                target.sendall(data)
