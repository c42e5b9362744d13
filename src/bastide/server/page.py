"""The page that a browser finds at the door: which tables there are, and how to sit down with a program."""

from __future__ import annotations

from html import escape

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from bastide.server.api import Language, Tables
from bastide.words import say

router = APIRouter()
PAGE = """<!doctype html>
<html lang="{language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Bastide</title>
<style>body{{font:1.1rem/1.5 Palatino,serif;background:#efe6d2;color:#4b3728;max-width:42rem;margin:3rem auto}}
a{{color:#1f6a70}}code{{background:#fff6df;padding:.1em .3em}}</style>
<h1>Bastide</h1>
<p>{welcome}</p>
<ul>{tables}</ul>
<p>{programs}</p>
<p><code>bastide play</code> · <a href="/openapi.json">/openapi.json</a></p>
</html>
"""


@router.get("/", include_in_schema=False)
async def door(hub: Tables, language: Language) -> HTMLResponse:
    """Greet whoever comes with a browser."""
    rows = await hub.store.public_tables()
    tables = "".join(f'<li><a href="/api/tables/{row.id}">{escape(row.id)}</a> ({row.status})</li>' for row in rows)
    return HTMLResponse(
        PAGE.format(
            language=language,
            welcome=say(language, "page.welcome", {"count": len(rows)}),
            programs=say(language, "page.programs"),
            tables=tables,
        )
    )
