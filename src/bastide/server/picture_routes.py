"""Routes of pictures: the board of a table as SVG or PNG, and a finished game as an animated GIF."""

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
from bastide.server.cached_response import REVALIDATE
from bastide.server.dependencies import (
    Authorization,
    HubDep,
    Language,
    Ply,
    find_table,
    finished_game,
    rate_limit,
    viewing_seat,
)
from bastide.server.http_errors import ERROR_RESPONSES
from bastide.server.hub import Hub
from bastide.server.link_previews import caption_of
from bastide.server.live_table import LiveTable

SVG_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""The content security policy of an SVG that is opened as a page."""
MEDIA_TYPES: Final = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}
FOR_A_DAY: Final = "private, max-age=86400"
"""The Cache-Control of pictures that cannot change."""
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


class PictureParameters(NamedTuple):
    """The parameters of a request for a picture."""

    table_id: str
    authorization: str | None
    ply: int | None
    options: RenderOptions


async def picture_parameters(
    table_id: str,
    authorization: Authorization = None,
    ply: Ply = None,
    size: Size = DEFAULT_TILE_PIXELS,
    owners: Owners = False,
    fields: Fields = False,
    scores: Scores = True,
) -> PictureParameters:
    """Return the parameters of a request for a picture."""
    return PictureParameters(table_id, authorization, ply, RenderOptions(size, owners, fields, scores))


Parameters = Annotated[PictureParameters, Depends(picture_parameters)]


@router.get(
    "/{table_id}/picture.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}, "description": "The board as it is, or was"}},
    dependencies=[Depends(rate_limit("pictures"))],
)
async def get_svg(request: Request, hub: HubDep, renderer: Renderer, parameters: Parameters) -> Response:
    """Return the board with scores and names as SVG: the current one or, once the game has ended, that of any ply."""
    response = await _picture(request, hub, renderer, parameters, "svg")
    response.headers["Content-Security-Policy"] = SVG_POLICY
    return response


@router.get(
    "/{table_id}/picture.png",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}, "description": "The board as it is, or was"}},
    dependencies=[Depends(rate_limit("pictures"))],
)
async def get_png(request: Request, hub: HubDep, renderer: Renderer, parameters: Parameters) -> Response:
    """Return the same picture as PNG, if the optional dependencies are installed."""
    return await _picture(request, hub, renderer, parameters, "png")


@router.get(
    "/{table_id}/portrait.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}, "description": "The land with names and scores, 1200 × 630"}},
    dependencies=[Depends(rate_limit("pictures"))],
)
async def get_portrait_svg(
    table_id: str, request: Request, hub: HubDep, renderer: Renderer, language: Language
) -> Response:
    """Return the land with names and scores as a card to share."""
    response = await _portrait(table_id, request, hub, renderer, language, "svg")
    response.headers["Content-Security-Policy"] = SVG_POLICY
    return response


@router.get(
    "/{table_id}/portrait.png",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}, "description": "The land with names and scores, 1200 × 630"}},
    dependencies=[Depends(rate_limit("pictures"))],
)
async def get_portrait_png(
    table_id: str, request: Request, hub: HubDep, renderer: Renderer, language: Language
) -> Response:
    """Return the same card as PNG, if the optional dependencies are installed."""
    return await _portrait(table_id, request, hub, renderer, language, "png")


async def _portrait(
    table_id: str, request: Request, hub: Hub, renderer: BoardRenderer, language: str, kind: str
) -> Response:
    """Return the portrait of the land that spectators see, or 304 if the client has it."""
    live = await find_table(hub, table_id)
    position, game = _position(live, PictureParameters(table_id, None, None, RenderOptions()))
    caption = caption_of(live.table, game, language)
    key = table_id, hub.generation, *position
    image = ImageResponse(table_id, kind, _etag(*key, "portrait", kind, caption.title, *caption.lines))
    copy = partial(game.branch, None, Given())
    return image.not_modified(request) or image.ok(await renderer.portrait(key, copy, caption, kind))


@router.get(
    "/{table_id}/game.gif",
    response_class=Response,
    responses={200: {"content": {"image/gif": {}}, "description": "The whole game, a picture a turn"}},
    dependencies=[Depends(rate_limit("animations"))],
)
async def get_gif(table_id: str, request: Request, hub: HubDep, renderer: Renderer) -> Response:
    """Return an ended game as an animation, which takes some seconds to render."""
    game = finished_game(await find_table(hub, table_id))
    image = ImageResponse(table_id, "gif", _etag(table_id, hub.generation, "gif"))
    return image.not_modified(request) or image.ok(await renderer.gif((table_id, hub.generation), game))


async def _picture(
    request: Request, hub: Hub, renderer: BoardRenderer, parameters: PictureParameters, kind: str
) -> Response:
    """Return a picture, or 304 if the client has it."""
    cached = _finished_picture(request, hub, renderer, parameters, kind)
    return cached or await _render(request, hub, renderer, parameters, kind)


def _finished_picture(
    request: Request, hub: Hub, renderer: BoardRenderer, parameters: PictureParameters, kind: str
) -> Response | None:
    """Return the last picture of a finished game if that is possible without loading the game."""
    summary = hub.finished.get(parameters.table_id)
    if summary is None or parameters.authorization is not None or parameters.ply is not None:
        return None
    position = parameters.table_id, hub.generation, "moment", summary.position_version
    key = picture_key(position, kind, parameters.options)
    image = ImageResponse(parameters.table_id, kind, _etag(*key))
    cached = renderer.pictures.get(key)
    return image.not_modified(request) or (None if cached is None else image.ok(cached))


async def _render(
    request: Request, hub: Hub, renderer: BoardRenderer, parameters: PictureParameters, kind: str
) -> Response:
    live = await find_table(hub, parameters.table_id)
    # From here until the game is copied there must be no await, during which it might change.
    position, game = _position(live, parameters)
    if kind == "png":
        require_extra()
    key = parameters.table_id, hub.generation, *position
    cache_control = REVALIDATE if parameters.ply is None else FOR_A_DAY
    image = ImageResponse(parameters.table_id, kind, _etag(*picture_key(key, kind, parameters.options)), cache_control)
    render = renderer.svg if kind == "svg" else renderer.png
    copy = partial(game.branch, parameters.ply, Given())
    return image.not_modified(request) or image.ok(await render(key, copy, parameters.options))


def _position(live: LiveTable, parameters: PictureParameters) -> tuple[tuple[str, int], Game]:
    """Return the key of a position, and the game. Raises BastideError if it does not exist or may not be seen.

    Until the game has ended, only the current position may be seen, and fields only if the table has that aid.
    """
    viewing_seat(live, parameters.authorization)
    table = live.table
    if parameters.ply is not None:
        game = finished_game(live)
        if parameters.ply > len(game.log):
            raise BastideError("no_such_moment", moment=parameters.ply, last=len(game.log))
        return ("move", parameters.ply), game
    if parameters.options.fields and not table.options.has_aid("fields") and not table.ended:
        raise BastideError("aid_withheld")
    if table.game is None:
        raise BastideError("nothing_to_draw")
    return ("moment", table.position_version), table.game


class ImageResponse(NamedTuple):
    """The headers of a response with a picture of a table."""

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
        tags = request.headers.get("if-none-match", "").split(",")
        matches = self.etag in (tag.strip().removeprefix("W/") for tag in tags)
        return Response(status_code=304, headers=self.headers) if matches else None

    def ok(self, body: bytes) -> Response:
        """Return the response with the picture."""
        name = f'inline; filename="bastide-{self.table_id}.{self.kind}"'
        return Response(body, media_type=MEDIA_TYPES[self.kind], headers={**self.headers, "Content-Disposition": name})


def _etag(*key: str | int | bool | None) -> str:
    """Return the ETag of a picture, which follows from its key without rendering."""
    return f'"{sha256(repr((__version__, key)).encode()).hexdigest()[:24]}"'
