"""Routes for operators: the health check and the metrics."""

from __future__ import annotations

import asyncio
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from bastide.server.dependencies import HubDep
from bastide.server.logs import log_exception

router = APIRouter()
STORE_SECONDS: Final = 5.0
"""Timeout for reading the store."""


@router.get("/healthz", response_class=PlainTextResponse)
async def get_health(hub: HubDep) -> PlainTextResponse:
    """Check that the server runs and that its store can be read and written. Without the bus it is well, but slower."""
    try:
        async with asyncio.timeout(STORE_SECONDS):
            await hub.store.ping()
    except Exception:
        log_exception("health check failed")
        return PlainTextResponse("The store cannot be read.\n", 503)
    if not hub.store.writable:
        return PlainTextResponse("Entries cannot be stored.\n", 503)
    if not hub.bus.connected:
        delay = f"{hub.settings.poll_seconds:g} s"
        return PlainTextResponse(f"well, but the message bus is away: entries of other processes take up to {delay}\n")
    return PlainTextResponse("well\n")


@router.get("/metrics", response_class=PlainTextResponse)
async def get_metrics(request: Request) -> Response:
    """Return the metrics in the text format of Prometheus."""
    return Response(request.app.state.metrics.text(), media_type="text/plain; version=0.0.4")
