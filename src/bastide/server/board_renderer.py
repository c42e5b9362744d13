"""Rendering of boards as SVG or PNG and of games as GIF, off the event loop, with a cache."""

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
from bastide.draw.portrait import Caption, portrait
from bastide.errors import BastideError
from bastide.kernel.geometry import xy
from bastide.play.game import Game
from bastide.play.record import to_record
from bastide.server.logs import log_error
from bastide.server.single_flight import Work, WorkQueue

MIN_TILE_PIXELS: Final = 8
MAX_TILE_PIXELS: Final = 200
DEFAULT_TILE_PIXELS: Final = 96
MAX_PNG_PIXELS: Final = 4096
"""Approximate limit on the width and height of a PNG; tiles of a very large board are smaller."""
MAX_QUEUED_PICTURES: Final = 12
MAX_QUEUED_ANIMATIONS: Final = 3
CACHE_BYTES: Final = 32 << 20
"""Size of each of the caches, for pictures and for animations."""
ANIMATION_SECONDS: Final = 300.0
"""Timeout for rendering an animation."""
Key = tuple[str | int | bool | None, ...]
CopyGame = Callable[[], Game]
"""Returns a copy of the game at the position to be drawn."""


@dataclass(frozen=True)
class RenderOptions:
    """How a board is drawn."""

    tile_pixels: int = DEFAULT_TILE_PIXELS
    owners: bool = False
    fields: bool = False
    scores: bool = True


class ImageCache(WorkQueue[Key, bytes]):
    """An LRU cache of images. One image is rendered at a time, once for all concurrent requests."""

    def __init__(self) -> None:
        super().__init__()
        self.images: OrderedDict[Key, bytes] = OrderedDict()

    def get(self, key: Key) -> bytes | None:
        """Return an image if it is cached, else None."""
        if key in self.images:
            self.images.move_to_end(key)
        return self.images.get(key)

    async def get_or_render(self, key: Key, prepare: Callable[[], Work[bytes]], limit: int) -> bytes:
        """Return an image, rendered now if it is not cached. Raises BastideError if ``limit`` others are queued."""
        cached = self.get(key)
        return (
            await self.submit(key, lambda: partial(self._render, key, prepare()), limit) if cached is None else cached
        )

    async def _render(self, key: Key, render: Work[bytes]) -> bytes:
        image = self.images[key] = await render()
        while len(self.images) > 1 and sum(map(len, self.images.values())) > CACHE_BYTES:
            self.images.popitem(last=False)
        return image


class BoardRenderer:
    """Renders one picture and one animation at a time; pictures do not wait for animations."""

    def __init__(self) -> None:
        self.pictures = ImageCache()
        self.animations = ImageCache()

    async def svg(self, key: Key, copy: CopyGame, options: RenderOptions) -> bytes:
        """Return a board as SVG. The key identifies the position; the game is copied immediately if it is needed."""
        return await self._picture(picture_key(key, "svg", options), copy, lambda game: render_svg(game, options))

    async def png(self, key: Key, copy: CopyGame, options: RenderOptions) -> bytes:
        """Return a board as PNG. Raises BastideError if the optional dependencies are not installed."""
        require_extra()

        def render(game: Game) -> bytes:
            limited = replace(options, tile_pixels=min(options.tile_pixels, _max_tile_pixels(game)))
            return png(render_svg(game, limited).decode())

        return await self._picture(picture_key(key, "png", options), copy, render)

    async def portrait(self, key: Key, copy: CopyGame, caption: Caption, kind: str) -> bytes:
        """Return the portrait of a game as SVG or PNG. Raises BastideError like `png`."""
        if kind == "png":
            require_extra()

        def render(game: Game) -> bytes:
            drawn = portrait(game, caption)
            return png(drawn) if kind == "png" else drawn.encode()

        return await self._picture((*key, "portrait", kind, caption.title, *caption.lines), copy, render)

    async def gif(self, key: Key, game: Game) -> bytes:
        """Return a finished game as GIF, with one frame per turn. Raises BastideError like `png`."""
        require_extra()
        prepare = partial(partial, self._render_gif, game)
        return await self.animations.get_or_render((*key, "gif"), prepare, MAX_QUEUED_ANIMATIONS)

    async def _picture(self, key: Key, copy: CopyGame, render: Callable[[Game], bytes]) -> bytes:
        return await self.pictures.get_or_render(
            key, lambda: partial(asyncio.to_thread, render, copy()), MAX_QUEUED_PICTURES
        )

    async def _render_gif(self, game: Game) -> bytes:
        """Run `bastide draw` in a process that is killed if the task is cancelled."""
        record = json.dumps(to_record(game)).encode()
        with TemporaryDirectory(prefix="bastide-") as folder:
            path = Path(folder, "game.gif")
            command = [sys.executable, "-m", "bastide.cli", "draw", "-", "--gif", "--scores", "-o", str(path)]
            quiet = asyncio.subprocess.DEVNULL
            process = await asyncio.create_subprocess_exec(
                *command, stdin=asyncio.subprocess.PIPE, stdout=quiet, stderr=quiet
            )
            try:
                async with asyncio.timeout(ANIMATION_SECONDS):
                    await process.communicate(record)
            except TimeoutError as reason:
                raise BastideError("painting_busy") from reason
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
            if process.returncode:
                log_error("animation failed", code=process.returncode)
                raise BastideError("server_error")
            return await asyncio.to_thread(path.read_bytes)


def render_svg(game: Game, options: RenderOptions) -> bytes:
    """Return the board of a game as SVG."""
    drawing = board(
        game, tile_pixels=options.tile_pixels, owners=options.owners, fields=options.fields, scores=options.scores
    )
    return drawing.encode()


def has_extra() -> bool:
    """Return whether the optional dependencies for PNG and GIF are installed."""
    return find_spec("resvg_py") is not None and find_spec("PIL") is not None


def require_extra() -> None:
    """Raise BastideError unless the optional dependencies for PNG and GIF are installed."""
    if not has_extra():
        raise BastideError("extra_missing", extra=EXTRA)


def _max_tile_pixels(game: Game) -> int:
    """Return the largest size of a tile for which a PNG of the board is within the limit."""
    cells = [xy(cell) for cell in game.state.board.cell]
    spans = [[cell[axis] for cell in cells] for axis in (0, 1)]
    tiles_across = max(max(span) - min(span) for span in spans) + 2
    return max(MIN_TILE_PIXELS, MAX_PNG_PIXELS // tiles_across)


def picture_key(key: Key, kind: str, options: RenderOptions) -> Key:
    """Return the key of a picture of a position."""
    return (*key, kind, options.tile_pixels, options.owners, options.fields, options.scores)
