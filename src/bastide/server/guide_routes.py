"""Routes of the rules guide: a short page for each part of the base game, each edition and each expansion."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Final, TypedDict, cast

from fastapi import APIRouter, Request, Response

from bastide.games import DEFAULT_GAME, GAMES, GameSpec
from bastide.server.cached_response import CachedResponse, cached_json
from bastide.server.dependencies import Language
from bastide.server.http_errors import ERROR_RESPONSES
from bastide.tiles import TileSet, load
from bastide.wire.guide import GuidePage, GuidePart, PageKind
from bastide.wire.values import BlockSize, NumberedToken
from bastide.words import catalogue, say

BASE_PAGES: Final = ("base", "fields", "hand")
"""Pages about the base game, which is always in play."""
router = APIRouter(prefix="/api", responses=ERROR_RESPONSES)


class PagePictures(TypedDict, total=False):
    """The pictures of a page in ``guide.toml``; see `GuidePage`."""

    tiles: Sequence[str]
    pieces: Sequence[str]
    lying: Sequence[str]
    figures: Sequence[str]
    tokens: Sequence[NumberedToken]


@router.get("/guide", response_model=None)
async def get_guide(request: Request, language: Language) -> Response:
    """Return all pages of the rules guide."""
    return _guide(language).respond(request)


@cache
def _guide(language: str) -> CachedResponse:
    return cached_json(guide_pages(language))


def guide_pages(language: str) -> list[GuidePage]:
    """Return all pages in reading order: the base game, its editions and expansions, then other games."""
    pages = [_page(name, "base", DEFAULT_GAME, language) for name in BASE_PAGES]
    for game in GAMES.values():
        pages += [_page(preset, "edition", game, language) for preset in game.presets]
        pages += [_page(expansion.id, "expansion", game, language) for expansion in game.expansions]
    return pages


def _page(name: str, kind: PageKind, game: GameSpec, language: str) -> GuidePage:
    words = catalogue(language)
    sets = [load(tile_set) for e in game.expansions if e.id == name for tile_set in e.tiles]
    summary = words.get(f"guide.{name}.summary")
    pictures = page_pictures()[name]
    return {
        "id": name,
        "kind": kind,
        "game": game.name,
        "title": say(language, f"title.{name}"),
        "summary": summary or say(language, f"{'preset' if kind == 'edition' else kind}.{name}"),
        "parts": _parts(name, language),
        "block": _block(sets),
        "board": any(found.block is not None and found.block.board for found in sets),
        "tiles": pictures.get("tiles", []),
        "pieces": pictures.get("pieces", []),
        "lying": pictures.get("lying", []),
        "figures": pictures.get("figures", []),
        "tokens": pictures.get("tokens", []),
    }


def _parts(name: str, language: str) -> list[GuidePart]:
    """Return the paragraphs of a page."""
    words, parts = catalogue(language), list[GuidePart]()
    while (part := f"guide.{name}.{len(parts) + 1}") + ".head" in words:
        parts.append({"head": words[f"{part}.head"], "text": words[f"{part}.text"]})
    return parts


def _block(sets: Sequence[TileSet]) -> BlockSize | None:
    """Return the size of the last block among some tile sets, if there is one."""
    size: BlockSize | None = None
    for found in sets:
        if (block := found.block) is not None:
            size = [found.name, 1 + max(x for x, _, _ in block.parts), 1 + max(y for _, y, _ in block.parts)]
    return size


@cache
def page_pictures() -> Mapping[str, PagePictures]:
    """Return the pictures of every page."""
    text = (resources.files(__package__) / "guide.toml").read_text(encoding="utf-8")
    return cast("Mapping[str, PagePictures]", tomllib.loads(text))
