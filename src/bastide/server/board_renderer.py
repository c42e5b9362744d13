"""Pictures of tables: a board as SVG or PNG, and a whole game as a GIF, painted aside so that no table waits."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
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
from bastide.server.logs import log
from bastide.server.single_flight import Work, WorkQueue

LEAST_SIZE: Final = 8
MOST_SIZE: Final = 200
USUAL_SIZE: Final = 96
"""Pixels of a tile in a picture."""
MOST_PIXELS: Final = 4096
"""No picture in pixels is wider or higher than about this; on a very large board the tiles are smaller."""
MOST_WAITING: Final = 12
"""So many pictures are asked for at once; whoever wants more is sent away."""
MOST_FILMING: Final = 3
"""So many films, which take far longer."""
MOST_KEPT: Final = 32 << 20
"""So many bytes of pictures are kept for those who ask for the same, and as many of films."""
FILM_SECONDS: Final = 300.0
"""A film that takes longer is given up."""
Key = tuple[str | int | bool | None, ...]
Pose = Callable[[], Game]
"""Gives the game at the moment it is called, for nobody to play on."""


@dataclass(frozen=True)
class RenderOptions:
    """How a board is to be drawn."""

    size: int = USUAL_SIZE
    owners: bool = False
    fields: bool = False
    scores: bool = True


class ImageCache(WorkQueue[Key, bytes]):
    """Where pictures of one kind are made, one at a time and once for all who ask for the same; the latest are kept."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: OrderedDict[Key, bytes] = OrderedDict()

    def known(self, key: Key) -> bytes | None:
        """Return a picture that is kept."""
        if key in self.kept:
            self.kept.move_to_end(key)
        return self.kept.get(key)

    async def shown(self, key: Key, begin: Callable[[], Work[bytes]], most: int) -> bytes:
        """Return a picture that is kept, or else is made now. Raises BastideError if so many others wait already."""
        found = self.known(key)
        return await self.submit(key, lambda: partial(self._kept, key, begin()), most) if found is None else found

    async def _kept(self, key: Key, paint: Work[bytes]) -> bytes:
        found = self.kept[key] = await paint()
        while len(self.kept) > 1 and sum(map(len, self.kept.values())) > MOST_KEPT:
            self.kept.popitem(last=False)
        return found


class BoardRenderer:
    """Paints one picture and one film at a time; however many films are wanted, pictures do not wait for them."""

    def __init__(self) -> None:
        self.pictures = ImageCache()
        self.animations = ImageCache()

    async def svg(self, key: Key, pose: Pose, look: RenderOptions) -> bytes:
        """Return a board as an SVG; the key names the table and the moment. It poses now, if it has to."""
        return await self._painted(picture_key(key, "svg", look), pose, lambda game: drawn(game, look))

    async def png(self, key: Key, pose: Pose, look: RenderOptions) -> bytes:
        """Return a board in pixels, likewise. Raises BastideError if the extra for it is not installed."""
        need_extra()

        def paint(game: Game) -> bytes:
            small = replace(look, size=min(look.size, _largest(game)))
            return png(drawn(game, small).decode())

        return await self._painted(picture_key(key, "png", look), pose, paint)

    async def gif(self, key: Key, game: Game) -> bytes:
        """Return a finished game as a GIF, a picture a turn. Raises BastideError if the extra is not installed."""
        need_extra()
        return await self.animations.shown((*key, "gif"), lambda: partial(self._filmed, game), MOST_FILMING)

    async def _painted(self, key: Key, pose: Pose, paint: Callable[[Game], bytes]) -> bytes:
        return await self.pictures.shown(key, lambda: partial(asyncio.to_thread, paint, pose()), MOST_WAITING)

    async def _filmed(self, game: Game) -> bytes:
        """Let `bastide draw` make the film, in a process of its own that ends with the task."""
        record = json.dumps(to_record(game, ended=True)).encode()
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


def drawn(game: Game, look: RenderOptions) -> bytes:
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


def picture_key(key: Key, kind: str, look: RenderOptions) -> Key:
    """Return what tells a picture of a moment from all others."""
    return (*key, kind, look.size, look.owners, look.fields, look.scores)
