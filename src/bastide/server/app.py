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
from bastide.server import api, art, choosing, guide, lesson, looking, socket, web
from bastide.server.bus import Alone, Bus, OverRedis
from bastide.server.hub import Hub
from bastide.server.limits import Limited, Limits
from bastide.server.logs import note
from bastide.server.metrics import Metrics
from bastide.server.migrating import migrate
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
        bus: Bus = OverRedis(chosen.redis) if chosen.redis else Alone()
        hub = Hub(store, bus, app.state.metrics, chosen.bot_processes)
        async with store.running(), hub.running():
            app.state.hub = hub
            yield
        note("stopped")

    app = FastAPI(title="Bastide", version=__version__, docs_url=None, redoc_url=None, lifespan=lifespan)
    app.state.settings = chosen
    app.state.metrics = Metrics()
    app.state.limits = Limits(chosen)
    app.include_router(api.router)
    app.include_router(choosing.router)
    app.include_router(api.plain)
    app.include_router(web.router)
    app.include_router(art.router)
    app.include_router(looking.router)
    app.include_router(guide.router)
    app.include_router(lesson.router)
    app.include_router(socket.router)
    app.mount("/web", web.Modules(directory=web.FOLDER))
    app.add_middleware(GZipMiddleware, minimum_size=2000)
    app.add_middleware(Limited)
    app.add_exception_handler(BastideError, api.refused)
    app.add_exception_handler(RequestValidationError, api.misunderstood)
    app.add_exception_handler(HTTPException, web.nowhere)
    app.add_exception_handler(Exception, api.broken)
    return app
