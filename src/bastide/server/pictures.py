"""Pictures of tables: a board as SVG or PNG, and a whole game as a GIF, painted aside so that no table waits."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bastide.draw import board, png
from bastide.draw.export import EXTRA
from bastide.errors import BastideError
from bastide.kernel.geometry import xy
from bastide.play.game import Game
from bastide.play.record import to_record
from bastide.server.hub import finished
from bastide.server.logs import log

LEAST_SIZE: Final = 8
MOST_SIZE: Final = 200
USUAL_SIZE: Final = 96
"""Pixels of a tile in a picture."""
MOST_PIXELS: Final = 4096
"""No picture in pixels is wider or higher than about this; on a very large board the tiles are smaller."""
MOST_WAITING: Final = 12
"""So many pictures are asked for at once; whoever wants more is sent away."""
MOST_KEPT: Final = 32 << 20
"""So many bytes of pictures are kept for those who ask for the same."""
FILM_SECONDS: Final = 300.0
"""A film that takes longer is given up."""
Key = tuple[str | int | bool | None, ...]


@dataclass(frozen=True)
class Look:
    """How a board is to be drawn."""

    size: int = USUAL_SIZE
    owners: bool = False
    fields: bool = False
    scores: bool = True


class Easel:
    """Paints one picture and one film at a time, once for all who ask for the same, and keeps the latest."""

    def __init__(self) -> None:
        self.kept: OrderedDict[Key, bytes] = OrderedDict()
        self.painting: dict[Key, asyncio.Task[bytes]] = {}
        self._picture = asyncio.Semaphore(1)
        self._film = asyncio.Semaphore(1)

    async def svg(self, key: Key, game: Game, look: Look) -> bytes:
        """Return the board of a game, which nobody plays on, as an SVG; the key names the table and the moment."""
        return await self._painted((*key, "svg", *_named(look)), lambda: self._aside(lambda: drawn(game, look)))

    async def png(self, key: Key, game: Game, look: Look) -> bytes:
        """Return the board of a game in pixels. Raises BastideError if the extra for it is not installed."""
        need_extra()
        small = replace(look, size=min(look.size, _largest(game)))
        return await self._painted(
            (*key, "png", *_named(small)), lambda: self._aside(lambda: png(drawn(game, small).decode()))
        )

    async def gif(self, key: Key, game: Game) -> bytes:
        """Return a finished game as a GIF, a picture a turn. Raises BastideError if the extra is not installed."""
        need_extra()
        return await self._painted((*key, "gif"), lambda: self._filmed(game))

    async def _painted(self, key: Key, paint: Callable[[], Coroutine[None, None, bytes]]) -> bytes:
        if key in self.kept:
            self.kept.move_to_end(key)
            return self.kept[key]
        task = self.painting.get(key)
        if task is None:
            if len(self.painting) >= MOST_WAITING:
                raise BastideError("painting_busy")
            task = self.painting[key] = asyncio.create_task(paint())
            task.add_done_callback(lambda _: self.painting.pop(key, None))
        found = await finished(task)
        self._keep(key, found)
        return found

    def _keep(self, key: Key, found: bytes) -> None:
        self.kept[key] = found
        self.kept.move_to_end(key)
        while len(self.kept) > 1 and sum(map(len, self.kept.values())) > MOST_KEPT:
            self.kept.popitem(last=False)

    async def _aside(self, paint: Callable[[], bytes]) -> bytes:
        async with self._picture:
            return await asyncio.to_thread(paint)

    async def _filmed(self, game: Game) -> bytes:
        """Let `bastide draw` make the film, in a process of its own that ends with the task."""
        record = json.dumps(to_record(game, ended=True)).encode()
        async with self._film:
            with TemporaryDirectory(prefix="bastide-") as folder:
                path = Path(folder, "game.gif")
                command = [sys.executable, "-m", "bastide.cli", "draw", "-", "--gif", "--scores", "-o", str(path)]
                quiet = asyncio.subprocess.DEVNULL
                process = await asyncio.create_subprocess_exec(
                    *command, stdin=asyncio.subprocess.PIPE, stdout=quiet, stderr=quiet
                )
                try:
                    async with asyncio.timeout(FILM_SECONDS):
                        await process.communicate(record)
                except TimeoutError as reason:
                    raise BastideError("painting_busy") from reason
                finally:
                    if process.returncode is None:
                        process.kill()
                        await process.wait()
                if process.returncode:
                    log.error("film not made", extra={"facts": {"code": process.returncode}})
                    raise BastideError("server_error")
                return await asyncio.to_thread(path.read_bytes)


def drawn(game: Game, look: Look) -> bytes:
    """Return the board as an SVG, usually with the scores and names of all seats."""
    drawing = board(game, tile_pixels=look.size, owners=look.owners, fields=look.fields, scores=look.scores)
    return drawing.encode()


def need_extra() -> None:
    """Raise BastideError unless pictures in pixels can be made here."""
    if find_spec("resvg_py") is None or find_spec("PIL") is None:
        raise BastideError("extra_missing", extra=EXTRA)


def _largest(game: Game) -> int:
    """Return how large tiles may be in pixels on a board of this size."""
    cells = [xy(cell) for cell in game.state.board.cell]
    spans = [[cell[way] for cell in cells] for way in (0, 1)]
    across = max(max(span) - min(span) for span in spans) + 2
    return max(LEAST_SIZE, MOST_PIXELS // across)


def _named(look: Look) -> tuple[int, bool, bool, bool]:
    return look.size, look.owners, look.fields, look.scores
