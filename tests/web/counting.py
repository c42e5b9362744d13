"""A line to a server that counts what comes over it, down to the last byte of the last header."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

from tests.server.running import Server
from tests.server.services import LOOPBACK


class Counting:
    """A door beside a server's own; whoever comes through it is counted."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.bytes = 0
        self.door = socket.create_server((LOOPBACK, 0))
        self.address = f"http://{LOOPBACK}:{self.door.getsockname()[1]}"

    def __enter__(self) -> Counting:
        threading.Thread(target=self._welcome, daemon=True).start()
        return self

    def __exit__(self, *reason: object) -> None:
        self.door.close()

    def _welcome(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self.door.accept()
                far = socket.create_connection((LOOPBACK, self.server.port))
                for source, goal, counted in ((near, far, False), (far, near, True)):
                    threading.Thread(target=self._carry, args=(source, goal, counted), daemon=True).start()

    def _carry(self, source: socket.socket, goal: socket.socket, counted: bool) -> None:
        with suppress(OSError), source, goal:
            while data := source.recv(65_536):
                self.bytes += len(data) if counted else 0
                goal.sendall(data)
