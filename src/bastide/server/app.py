"""The server as an ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from bastide import __version__
from bastide.errors import BastideError
from bastide.server import (
    art_routes,
    board_routes,
    guide_routes,
    health_routes,
    lesson_routes,
    page_routes,
    picture_routes,
    seat_routes,
    setup_routes,
    socket,
    table_routes,
)
from bastide.server.art_store import ArtStore
from bastide.server.board_renderer import BoardRenderer
from bastide.server.board_routes import BoardCache
from bastide.server.bus import Bus, LocalBus, RedisBus
from bastide.server.client_files import ClientFiles
from bastide.server.database import UNAVAILABLE, make_engine
from bastide.server.http_errors import (
    error_response,
    server_error_response,
    store_away_response,
    validation_error_response,
)
from bastide.server.hub import Hub
from bastide.server.limits import RateLimits
from bastide.server.logs import log_event
from bastide.server.metrics import Metrics
from bastide.server.middleware import BodyLimitMiddleware, SecurityHeadersMiddleware
from bastide.server.migrations_runner import migrate
from bastide.server.settings import Settings, from_environment
from bastide.server.store import Store

ROUTES: Final = (
    table_routes,
    seat_routes,
    socket,
    setup_routes,
    board_routes,
    picture_routes,
    guide_routes,
    lesson_routes,
    page_routes,
    art_routes,
    health_routes,
)


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the ASGI application of a server, with settings from the environment by default."""
    settings = settings or from_environment()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        engine = make_engine(settings.database)
        await migrate(engine)
        store = Store(engine)
        bus: Bus = RedisBus(settings.redis) if settings.redis else LocalBus()
        hub = Hub(store, bus, app.state.metrics, settings)
        async with store.running(), hub.running(), app.state.art.running():
            app.state.hub = hub
            yield
        log_event("server stopped")

    app = FastAPI(title="Bastide", version=__version__, docs_url=None, redoc_url=None, lifespan=lifespan)
    app.state.settings = settings
    app.state.metrics = Metrics()
    app.state.limits = RateLimits(settings)
    app.state.board_cache = BoardCache()
    app.state.renderer = BoardRenderer()
    app.state.art = ArtStore()
    for module in ROUTES:
        app.include_router(module.router)
    app.mount("/web", ClientFiles(directory=page_routes.FOLDER))
    app.add_middleware(GZipMiddleware, minimum_size=600)
    app.add_middleware(BodyLimitMiddleware)
    app.add_middleware(SecurityHeadersMiddleware)
    app.add_exception_handler(BastideError, error_response)
    app.add_exception_handler(RequestValidationError, validation_error_response)
    app.add_exception_handler(HTTPException, page_routes.not_found_response)
    for unavailable in UNAVAILABLE:
        app.add_exception_handler(unavailable, store_away_response)
    app.add_exception_handler(Exception, server_error_response)
    return app
