"""Routes for operators: the health check and the metrics."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from bastide.server.dependencies import HubDep

router = APIRouter()


@router.get("/healthz", response_class=PlainTextResponse)
async def get_health(hub: HubDep) -> PlainTextResponse:
    """Check that the server is running and can read its store."""
    await hub.store.unfinished()
    return PlainTextResponse("well\n")


@router.get("/metrics", response_class=PlainTextResponse)
async def get_metrics(request: Request) -> Response:
    """Return the metrics in the text format of Prometheus."""
    return Response(request.app.state.metrics.text(), media_type="text/plain; version=0.0.4")
