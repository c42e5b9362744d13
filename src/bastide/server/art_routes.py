"""Routes of pictures for the browser: tiles with their outlines, pieces and tokens, as immutable files."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from bastide.errors import BastideError
from bastide.server.art_files import is_known
from bastide.server.art_store import ArtStore
from bastide.server.cached_response import IMMUTABLE, REVALIDATE

router = APIRouter(prefix="/art", include_in_schema=False)


def art_store_of(request: Request) -> ArtStore:
    """Return the painted files of the server."""
    art = request.app.state.art
    if not isinstance(art, ArtStore):
        raise TypeError(art)
    return art


Art = Annotated[ArtStore, Depends(art_store_of)]


@router.get("/{version}/{name:path}")
async def get_file(version: str, name: str, request: Request, art: Art) -> Response:
    """Return a file, or 202 while it is being painted.

    Pages of another version of the server get the files of this one, which they must not keep.
    """
    if not is_known(name):
        raise BastideError("no_such_page")
    file = await art.get(name)
    if file is None:
        return Response(status_code=202, headers={"Retry-After": "1"})
    return file.respond(request, IMMUTABLE if version == art.version else REVALIDATE)
