"""Server processes that tests can start, kill, and start again on the same store."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile
from urllib.error import URLError
from urllib.request import urlopen

from bastide.client import Client
from tests.server.services import free_port


class Server:
    """A server in a process of its own."""

    def __init__(self, database: Path | None = None, environment: Mapping[str, str] | None = None) -> None:
        self.database, self.environment = database, dict(environment or {})
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.said = TemporaryFile()  # noqa: SIM115

    @property
    def address(self) -> str:
        """Its URL."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def client(self) -> Client:
        """A client of the server."""
        return Client(self.address)

    def start(self) -> Server:
        """Start the process, and wait until it is healthy."""
        self.launch()
        return self.wait_until_healthy()

    def launch(self) -> None:
        """Start the process."""
        command = [sys.executable, "-m", "bastide.cli", "serve", "--port", str(self.port)]
        if self.database:
            command += ["--database", str(self.database)]
        self.process = subprocess.Popen(command, env={**os.environ, **self.environment}, stderr=self.said)

    def wait_until_healthy(self) -> Server:
        """Wait until the process serves."""
        assert self.process is not None
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise RuntimeError(self.errors())
            try:
                with urlopen(f"{self.address}/healthz", timeout=5):
                    return self
            except (URLError, OSError):
                time.sleep(0.05)
        raise TimeoutError(self.address)

    def errors(self) -> str:
        """Return its log so far."""
        size = os.fstat(self.said.fileno()).st_size
        return os.pread(self.said.fileno(), size, 0).decode()  # the process writes where the file stands

    def kill(self) -> None:
        """Kill the process, as a power failure would."""
        if self.process:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def stop(self) -> int:
        """Shut the process down, and return its exit code."""
        if self.process is None:
            return 0
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=20)

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *reason: object) -> None:
        if self.process and self.process.poll() is None:
            self.kill()
        self.said.close()
