"""The server as an ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from bastide import __version__
from bastide.errors import BastideError
from bastide.server import api, art_routes, board_routes, guide_routes, lesson, page_routes, setup_routes, socket
from bastide.server.bus import Bus, LocalBus, RedisBus
from bastide.server.hub import Hub
from bastide.server.limits import Limited, RateLimits
from bastide.server.logs import note
from bastide.server.metrics import Metrics
from bastide.server.migrations_runner import migrate
from bastide.server.settings import Settings, from_environment
from bastide.server.store import Store, make_engine


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the server, to be run by uvicorn or another ASGI server."""
    chosen = settings or from_environment()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        engine = make_engine(chosen.database)
        await migrate(engine)
        store = Store(engine)
        bus: Bus = RedisBus(chosen.redis) if chosen.redis else LocalBus()
        hub = Hub(store, bus, app.state.metrics, chosen.bot_processes)
        async with store.running(), hub.running():
            app.state.hub = hub
            yield
        note("server stopped")

    app = FastAPI(title="Bastide", version=__version__, docs_url=None, redoc_url=None, lifespan=lifespan)
    app.state.settings = chosen
    app.state.metrics = Metrics()
    app.state.limits = RateLimits(chosen)
    app.include_router(api.router)
    app.include_router(setup_routes.router)
    app.include_router(api.plain)
    app.include_router(page_routes.router)
    app.include_router(art_routes.router)
    app.include_router(board_routes.router)
    app.include_router(guide_routes.router)
    app.include_router(lesson.router)
    app.include_router(socket.router)
    app.mount("/web", page_routes.ClientFiles(directory=page_routes.FOLDER))
    app.add_middleware(GZipMiddleware, minimum_size=2000)
    app.add_middleware(Limited)
    app.add_exception_handler(BastideError, api.refused)
    app.add_exception_handler(RequestValidationError, api.misunderstood)
    app.add_exception_handler(HTTPException, page_routes.nowhere)
    app.add_exception_handler(Exception, api.broken)
    return app
