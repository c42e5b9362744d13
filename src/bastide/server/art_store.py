"""The painted files as a server has them: in memory, from the directory, or painted on demand.

A process of its own paints ahead. Until it has finished, whatever is requested is painted here at once, except whole
sets, which take seconds. If nothing can be stored, the files stay in memory.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

from bastide.server.art_files import SETS, art_version, paint
from bastide.server.art_folder import ArtFolder, compress
from bastide.server.cached_response import CachedResponse
from bastide.server.logs import log_error, log_event
from bastide.server.single_flight import WorkQueue

MAX_QUEUED_FILES: Final = 1000
MEDIA_TYPES: Final = {"json": "application/json", "svg": "image/svg+xml"}


class ArtStore(WorkQueue[str, CachedResponse]):
    """The painted files. One is painted at a time, once for all concurrent requests."""

    def __init__(self) -> None:
        super().__init__()
        self.version = art_version()
        self.files: dict[str, CachedResponse] = {}
        self.folder: ArtFolder | None = None
        self.painter: subprocess.Popen[bytes] | None = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open the directory, and paint ahead in a process of its own unless that has been done."""
        try:
            self.folder = await asyncio.to_thread(ArtFolder.open)
        except OSError as reason:
            self._keep_in_memory(reason)
        if self.folder is not None and not self.folder.is_complete():
            log_event("painting pictures", version=self.version)
            command = [sys.executable, "-m", "bastide.server.art_folder"]
            quiet = subprocess.DEVNULL
            self.painter = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
        try:
            yield
        finally:
            if self.painter is not None:
                self.painter.kill()
                self.painter.wait()

    @property
    def is_painting_ahead(self) -> bool:
        """Whether the process that paints ahead is running."""
        return self.painter is not None and self.painter.poll() is None

    async def get(self, name: str) -> CachedResponse | None:
        """Return a file that exists, or None if it is a set that is being painted."""
        if name in self.files:
            return self.files[name]
        if name.startswith(SETS) and self.is_painting_ahead:
            stored = await asyncio.to_thread(self._stored, name)
            return self.files.setdefault(name, stored) if stored else None
        return await self.submit(name, lambda: partial(self._load, name), MAX_QUEUED_FILES)

    async def _load(self, name: str) -> CachedResponse:
        file = await asyncio.to_thread(lambda: self._stored(name) or self._painted(name))
        return self.files.setdefault(name, file)

    def _stored(self, name: str) -> CachedResponse | None:
        compressed = self.folder.read(name) if self.folder else None
        return None if compressed is None else response_of(name, compressed)

    def _painted(self, name: str) -> CachedResponse:
        compressed = compress(paint(name))
        if self.folder is not None:
            try:
                self.folder.write(name, compressed)
            except OSError as reason:
                self._keep_in_memory(reason)
        return response_of(name, compressed)

    def _keep_in_memory(self, reason: OSError) -> None:
        """Store no more files."""
        self.folder = None
        log_error("pictures cannot be stored and stay in memory", reason=reason.strerror or "")


def response_of(name: str, compressed: bytes) -> CachedResponse:
    """Return the response with a compressed file."""
    return CachedResponse(compressed, MEDIA_TYPES[name.rpartition(".")[2]])
