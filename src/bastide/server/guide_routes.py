"""The rules at hand: a short page for the base game, every edition and every expansion, with the pictures it shows."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from typing import Final

from fastapi import APIRouter, Request, Response

from bastide.draw.svg import document
from bastide.draw.symbols.registry import definitions
from bastide.draw.tile import symbol, symbol_id, tile
from bastide.errors import BastideError
from bastide.games import DEFAULT_GAME, GAMES, GameSpec
from bastide.rules.model import Json
from bastide.server.cached_response import CachedResponse
from bastide.server.dependencies import Language
from bastide.server.http_errors import ERROR_RESPONSES
from bastide.tiles import available, by_id, load
from bastide.words import catalogue, say

BASE_PAGES: Final = ("base", "fields", "hand")
"""Pages on the base game, which is always in play."""
SVG: Final = "image/svg+xml"
KEPT_PICTURES: Final = 256
LAP: Final = 0.2
"""So far the cells of a block overlap, so that no light shines through between them."""
SIDE: Final = 100 + 2 * LAP
router = APIRouter(responses=ERROR_RESPONSES)


@router.get("/api/guide", response_model=None)
async def guide(request: Request, language: Language) -> Response:
    """All pages of rules: their paragraphs, and what they show."""
    return _told(language).respond(request)


@cache
def _told(language: str) -> CachedResponse:
    return CachedResponse(
        json.dumps(pages(language), ensure_ascii=False, separators=(",", ":")).encode(), "application/json"
    )


def pages(language: str) -> list[Json]:
    """Return all pages in the order they are read: the base game, its editions and expansions, then other games."""
    every: list[Json] = [_page(name, "base", DEFAULT_GAME, language) for name in BASE_PAGES]
    for game in GAMES.values():
        every += [_page(preset, "edition", game, language) for preset in game.presets]
        every += [_page(expansion.id, "expansion", game, language) for expansion in game.expansions]
    return every


def _page(name: str, kind: str, game: GameSpec, language: str) -> dict[str, Json]:
    words = catalogue(language)
    own = f"guide.{name}.summary"
    summary = words[own] if own in words else say(language, f"{'preset' if kind == 'edition' else kind}.{name}")
    return {
        "id": name,
        "kind": kind,
        "game": game.name,
        "title": say(language, f"title.{name}"),
        "summary": summary,
        "parts": _parts(name, language),
        **_pictures(name, [part for e in game.expansions if e.id == name for part in e.tiles]),
    }


def _parts(name: str, language: str) -> list[Json]:
    """Return the paragraphs of a page, each with its head."""
    words, found = catalogue(language), list[Json]()
    while (part := f"guide.{name}.{len(found) + 1}") + ".head" in words:
        found.append({"head": words[f"{part}.head"], "text": words[f"{part}.text"]})
    return found


def _pictures(name: str, own_sets: Sequence[str]) -> dict[str, Json]:
    """Return what a page shows; of a block that lies there from the start, its columns and rows as well."""
    shown = shown_on()[name]
    block: Json = None
    for tile_set in own_sets:
        if (found := load(tile_set).block) is not None:
            block = [tile_set, 1 + max(x for x, _, _ in found.parts), 1 + max(y for _, y, _ in found.parts)]
    return {"block": block, **{what: shown.get(what, []) for what in ("tiles", "pieces", "lying", "figures", "tokens")}}


@cache
def shown_on() -> Mapping[str, Mapping[str, list[Json]]]:
    """Return what every page shows: tiles, pieces standing and lying, figures of nobody, and tokens."""
    return tomllib.loads((resources.files(__package__) / "guide.toml").read_text(encoding="utf-8"))


@router.get("/art/tile/{tile_id}.svg", include_in_schema=False)
def tile_picture(tile_id: str, request: Request) -> Response:
    """One tile as a picture of its own."""
    if tile_id not in by_id():
        raise BastideError("no_such_page")
    return _tile_picture(tile_id).respond(request)


@lru_cache(KEPT_PICTURES)
def _tile_picture(tile_id: str) -> CachedResponse:
    return CachedResponse(tile(by_id()[tile_id]).encode(), SVG)


@router.get("/art/block/{name}.svg", include_in_schema=False)
def block_picture(name: str, request: Request) -> Response:
    """The block of a tile set, which lies on the table from the start, as a picture."""
    if name not in available() or load(name).block is None:
        raise BastideError("no_such_page")
    return _block_picture(name).respond(request)


@cache
def _block_picture(name: str) -> CachedResponse:
    block = load(name).block
    parts = block.parts if block else ()
    symbols = "".join(symbol(cell, 0, 0) for _, _, cell in parts)
    laid = "".join(
        f'<use href="#{symbol_id(cell, 0, 0)}" x="{100 * x - LAP}" y="{100 * y - LAP}" width="{SIDE}" height="{SIDE}"/>'
        for x, y, cell in parts
    )
    columns, rows = (1 + max(place) for place in zip(*((x, y) for x, y, _ in parts), strict=True))
    shapes = f"<defs>{definitions([symbols])}{symbols}</defs>{laid}"
    return CachedResponse(document(shapes, 0, 0, 100 * columns, 100 * rows, 100 * columns).encode(), SVG)
