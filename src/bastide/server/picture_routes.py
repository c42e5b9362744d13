"""Routes of pictures: a table's board as SVG or PNG, and a finished game as an animated GIF."""

from __future__ import annotations

from functools import partial
from hashlib import sha256
from typing import Annotated, Final, NamedTuple

from fastapi import APIRouter, Depends, Query, Request, Response

from bastide import __version__
from bastide.errors import BastideError
from bastide.play.dealer import Given
from bastide.play.game import Game
from bastide.server.board_renderer import (
    DEFAULT_TILE_PIXELS,
    MAX_TILE_PIXELS,
    MIN_TILE_PIXELS,
    BoardRenderer,
    RenderOptions,
    picture_key,
    require_extra,
)
from bastide.server.board_routes import Move, viewing_seat
from bastide.server.cached_response import REVALIDATE
from bastide.server.dependencies import Authorization, Tables, find_table, rate_limit
from bastide.server.http_errors import ERROR_RESPONSES
from bastide.server.hub import Hub
from bastide.server.live_table import LiveTable
from bastide.server.table_routes import finished_game

SVG_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""The content security policy of an SVG that is opened as a page."""
MEDIA_TYPES: Final = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}
FOR_A_DAY: Final = "private, max-age=86400"
"""The cache control of pictures that cannot change."""
router = APIRouter(prefix="/api/tables", responses=ERROR_RESPONSES)


def renderer_of(request: Request) -> BoardRenderer:
    """Return the renderer of this server."""
    renderer = request.app.state.renderer
    if not isinstance(renderer, BoardRenderer):
        raise TypeError(renderer)
    return renderer


Renderer = Annotated[BoardRenderer, Depends(renderer_of)]
Size = Annotated[int, Query(ge=MIN_TILE_PIXELS, le=MAX_TILE_PIXELS, description="pixels of a tile")]
Owners = Annotated[bool, Query(description="show who holds cities, roads and buildings")]
Scores = Annotated[bool, Query(description="add the score track with the names")]
Fields = Annotated[bool, Query(description="show the fields and who holds them")]


class PictureRequest(NamedTuple):
    """A request for a picture: of which table, by whom, at which ply, and how it is drawn."""

    table_id: str
    authorization: str | None
    move: int | None
    options: RenderOptions


async def picture_request(
    table_id: str,
    authorization: Authorization = None,
    move: Move = None,
    size: Size = DEFAULT_TILE_PIXELS,
    owners: Owners = False,
    fields: Fields = False,
    scores: Scores = True,
) -> PictureRequest:
    """Return the parameters of a request for a picture."""
    return PictureRequest(table_id, authorization, move, RenderOptions(size, owners, fields, scores))


Wanted = Annotated[PictureRequest, Depends(picture_request)]


@router.get(
    "/{table_id}/picture.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}, "description": "The board as it is, or was"}},
    dependencies=[Depends(rate_limit("pictures"))],
)
async def get_svg(request: Request, hub: Tables, renderer: Renderer, wanted: Wanted) -> Response:
    """Return the board with scores and names as SVG, now or, once the game has ended, at any ply."""
    response = await _picture(request, hub, renderer, wanted, "svg")
    response.headers["Content-Security-Policy"] = SVG_POLICY
    return response


@router.get(
    "/{table_id}/picture.png",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}, "description": "The board as it is, or was"}},
    dependencies=[Depends(rate_limit("pictures"))],
)
async def get_png(request: Request, hub: Tables, renderer: Renderer, wanted: Wanted) -> Response:
    """Return the same picture as PNG, if the extra for it is installed."""
    return await _picture(request, hub, renderer, wanted, "png")


@router.get(
    "/{table_id}/game.gif",
    response_class=Response,
    responses={200: {"content": {"image/gif": {}}, "description": "The whole game, a picture a turn"}},
    dependencies=[Depends(rate_limit("animations"))],
)
async def get_gif(table_id: str, request: Request, hub: Tables, renderer: Renderer) -> Response:
    """Return the whole game as an animation, once it has ended; rendering it takes some seconds."""
    game = finished_game(await find_table(hub, table_id))
    image = ImageResponse(table_id, "gif", _etag(table_id, "gif"))
    return image.not_modified(request) or image.ok(await renderer.gif((table_id,), game))


async def _picture(request: Request, hub: Hub, renderer: BoardRenderer, wanted: PictureRequest, kind: str) -> Response:
    """Return a picture, or 304 if the client has it."""
    cached = _finished_picture(request, hub, renderer, wanted, kind)
    return cached or await _render(request, hub, renderer, wanted, kind)


def _finished_picture(
    request: Request, hub: Hub, renderer: BoardRenderer, wanted: PictureRequest, kind: str
) -> Response | None:
    """Return the last picture of a finished game, for lists, if that does not take loading the game."""
    summary = hub.finished.get(wanted.table_id)
    if summary is None or wanted.authorization is not None or wanted.move is not None:
        return None
    key = picture_key((wanted.table_id, "moment", summary.position_version), kind, wanted.options)
    image = ImageResponse(wanted.table_id, kind, _etag(*key))
    cached = renderer.pictures.get(key)
    return image.not_modified(request) or (None if cached is None else image.ok(cached))


async def _render(request: Request, hub: Hub, renderer: BoardRenderer, wanted: PictureRequest, kind: str) -> Response:
    live = await find_table(hub, wanted.table_id)
    # Nothing is awaited from here on until the game has been copied: it might go on meanwhile.
    position, game = _position(live, wanted)
    if kind == "png":
        require_extra()
    key = wanted.table_id, *position
    cache_control = REVALIDATE if wanted.move is None else FOR_A_DAY
    image = ImageResponse(wanted.table_id, kind, _etag(*picture_key(key, kind, wanted.options)), cache_control)
    render = renderer.svg if kind == "svg" else renderer.png
    copy = partial(game.branch, wanted.move, Given())
    return image.not_modified(request) or image.ok(await render(key, copy, wanted.options))


def _position(live: LiveTable, wanted: PictureRequest) -> tuple[tuple[str, int], Game]:
    """Return the key of a position, and the game. Raises BastideError if it does not exist or may not be seen.

    Before the end of the game only the present may be seen, and the fields only if the table's aids show them.
    """
    viewing_seat(live, wanted.authorization)
    table = live.table
    if wanted.move is not None:
        game = finished_game(live)
        if wanted.move > len(game.log):
            raise BastideError("no_such_moment", moment=wanted.move, last=len(game.log))
        return ("move", wanted.move), game
    if wanted.options.fields and not table.options.has_aid("fields") and not table.ended:
        raise BastideError("aid_withheld")
    if table.game is None:
        raise BastideError("nothing_to_draw")
    return ("moment", table.position_version), table.game


class ImageResponse(NamedTuple):
    """The response with a picture of a table: its kind, its ETag, and how long browsers may store it."""

    table_id: str
    kind: str
    etag: str
    cache_control: str = REVALIDATE

    @property
    def headers(self) -> dict[str, str]:
        """The caching headers."""
        return {"ETag": self.etag, "Cache-Control": self.cache_control}

    def not_modified(self, request: Request) -> Response | None:
        """Return 304 if the client has the picture, else None."""
        shown = request.headers.get("if-none-match", "").split(",")
        has_it = self.etag in (tag.strip().removeprefix("W/") for tag in shown)
        return Response(status_code=304, headers=self.headers) if has_it else None

    def ok(self, body: bytes) -> Response:
        """Return the picture itself."""
        name = f'inline; filename="bastide-{self.table_id}.{self.kind}"'
        return Response(body, media_type=MEDIA_TYPES[self.kind], headers={**self.headers, "Content-Disposition": name})


def _etag(*key: str | int | bool | None) -> str:
    """Return the ETag of a picture, made of what it shows: nothing needs to be rendered for it."""
    return f'"{sha256(repr((__version__, key)).encode()).hexdigest()[:24]}"'
