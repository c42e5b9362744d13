"""Previews of links to tables: title, description and picture for messengers and social networks, and captions."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Final

from bastide.draw.portrait import HEIGHT, WIDTH, Caption
from bastide.errors import BastideError
from bastide.play.game import Game
from bastide.server.board_renderer import has_extra
from bastide.server.cached_response import CachedResponse, cached
from bastide.server.database import UNAVAILABLE
from bastide.server.dependencies import TABLE_ID
from bastide.server.hub import Hub
from bastide.server.table import Table
from bastide.words import say

MAX_NAMES: Final = 4
"""The number of names in a title; the others are left out."""
ICON: Final = "/web/icons/bastide-512.png"
ICON_SIZE: Final = 512
LOCALES: Final = {"en": "en_GB", "fr": "fr_FR"}
CACHED_PAGES: Final = 200
TABLE_SECONDS: Final = 2.0
"""Timeout for reading the table of a page, which people wait for."""


@dataclass(frozen=True)
class LinkPreview:
    """What a link shows where it is shared."""

    title: str
    description: str
    image: str = ICON
    """The path of the picture."""
    alt: str = ""
    """The picture in words."""
    wide: bool = False
    """Whether the picture is a portrait rather than the icon."""


def default_preview(language: str) -> LinkPreview:
    """Return the preview of pages that are not about a table."""
    return LinkPreview("Bastide", say(language, "preview.site"), alt=say(language, "preview.image"))


async def preview_of(hub: Hub, table_id: str | None, language: str) -> LinkPreview:
    """Return the preview of a page, or the default one if its table does not exist or cannot be read soon."""
    if table_id is None or not TABLE_ID.fullmatch(table_id):
        return default_preview(language)
    try:
        async with asyncio.timeout(TABLE_SECONDS):
            live = await hub.get(table_id)
    except (BastideError, *UNAVAILABLE):
        return default_preview(language)
    return table_preview(live.table, language)


def table_preview(table: Table, language: str) -> LinkPreview:
    """Return the preview of a table, with what spectators may see."""
    default = default_preview(language)
    if not (table.options.spectators or table.ended):
        return LinkPreview(say(language, "preview.private"), default.description, alt=default.alt)
    rules = rules_text(table, language)
    if table.game is None and table.ended:
        return default
    if table.game is None:
        text = say(language, "preview.open_text", {"rules": rules})
        return LinkPreview(say(language, "preview.open"), text, alt=default.alt)
    names = listed(table.game.seats, language)
    scores = score_text(table.game, language)
    tiles = len(table.game.state.board.laid)
    if table.ended:
        title, text = scores, say(language, "preview.over_text", {"names": names, "tiles": tiles})
    else:
        title = say(language, "preview.playing", {"names": names})
        text = say(language, "preview.playing_text", {"rules": rules})
    if not has_extra():
        return LinkPreview(title, text, alt=default.alt)
    alt = say(language, "preview.alt", {"names": names, "tiles": tiles, "scores": scores})
    image = f"/api/tables/{table.id}/portrait.png?lang={language}&v={table.position_version}"
    return LinkPreview(title, text, image, alt, wide=True)


def caption_of(table: Table, game: Game, language: str) -> Caption:
    """Return the words on the portrait of a game."""
    title = say(language, "preview.land", {"names": listed(game.seats, language)})
    tiles = {"rules": rules_text(table, language), "tiles": len(game.state.board.laid)}
    lines = [say(language, "preview.rules_tiles", tiles)]
    scored = [event.to_json() for event in game.story(None) if event.name == "scored"]
    best = max(
        (event["points"] for event in scored if event["event"] == "scored" and event["feature"] == "city"), default=0
    )
    if best:
        lines.append(say(language, "preview.best", {"points": best}))
    return Caption(title, tuple(lines))


def rules_text(table: Table, language: str) -> str:
    """Return the name of what is played."""
    chosen = table.options.expansions
    return say(language, f"title.{chosen[0] if len(chosen) == 1 else table.options.preset}") + (
        "…" if len(chosen) > 1 else ""
    )


def score_text(game: Game, language: str) -> str:
    """Return the points of all seats."""
    scores = zip(game.seats, game.scores, strict=True)
    return ", ".join(say(language, "preview.score", {"name": name, "points": points}) for name, points in scores)


def listed(names: Sequence[str], language: str) -> str:
    """Return some names as a list, with an ellipsis for the rest.

    >>> listed(["Ada", "Ben", "Cleo"], "en")
    'Ada, Ben and Cleo'
    """
    if len(names) > MAX_NAMES:
        return ", ".join(names[:MAX_NAMES]) + "…"
    if len(names) < 2:
        return "".join(names)
    return say(language, "preview.and", {"names": ", ".join(names[:-1]), "last": names[-1]})


def metadata(preview: LinkPreview, origin: str, path: str, language: str) -> str:
    """Return the title and the Open Graph and Twitter metadata of a page as HTML."""
    width, height = (WIDTH, HEIGHT) if preview.wide else (ICON_SIZE, ICON_SIZE)
    named = {"description": preview.description, "twitter:card": "summary_large_image" if preview.wide else "summary"}
    properties = {
        "og:type": "website",
        "og:site_name": "Bastide",
        "og:locale": LOCALES[language],
        "og:url": origin + path,
        "og:title": preview.title,
        "og:description": preview.description,
        "og:image": origin + preview.image,
        "og:image:type": "image/png",
        "og:image:width": str(width),
        "og:image:height": str(height),
        "og:image:alt": preview.alt,
    }
    title = preview.title if preview.title == "Bastide" else f"{preview.title} · Bastide"
    lines = [f"<title>{escape(title)}</title>"]
    lines += [f'<meta name="{name}" content="{escape(text)}">' for name, text in named.items()]
    lines += [f'<meta property="{name}" content="{escape(text)}">' for name, text in properties.items()]
    return "\n".join(lines)


@lru_cache(CACHED_PAGES)
def page_with_metadata(template: str, art_version: str, head: str) -> CachedResponse:
    """Return an HTML page with its metadata."""
    text = template.replace('data-art=""', f'data-art="{art_version}"').replace("<title>Bastide</title>", head)
    return cached(text.encode(), "text/html; charset=utf-8")
