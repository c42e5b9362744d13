"""`bastide serve`: the table server."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from pathlib import Path

from bastide.errors import BastideError


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand and its arguments."""
    parser = commands.add_parser(
        "serve",
        help="serve tables on the network",
        description="Serve tables for people and bots, who take their seats by link. Tables are stored in one SQLite "
        "file, or in PostgreSQL.",
        epilog="""environment:
  BASTIDE_DATABASE_URL   the database, e.g. postgresql+asyncpg://user:password@host/bastide
  BASTIDE_REDIS_URL      the message bus between several servers on one PostgreSQL, e.g. redis://host:6379/0
  BASTIDE_ART_DIR        the directory of painted pictures (default: the cache of the package, or of the user)
  BASTIDE_ORIGINS        other origins whose pages may open sockets here, separated by commas

signals:
  TERM or INT once       shut down gracefully

monitoring:
  standard error         a log of JSON objects, one per line, without anything that people typed
  /healthz               health of the server and its database
  /metrics               metrics for Prometheus
  /openapi.json          the OpenAPI description

examples:
  bastide serve
  bastide serve --port 80 --host 0.0.0.0 --database /var/lib/bastide/tables.sqlite
""",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: this machine only)")
    parser.add_argument("--port", type=int, default=8000, help="the port to listen on (default: 8000)")
    parser.add_argument("--database", metavar="FILE", type=Path, help="the SQLite file (default: bastide.sqlite here)")
    parser.add_argument(
        "--bots",
        metavar="N",
        type=int,
        default=max(1, (os.cpu_count() or 1) - 1),
        help="number of bot processes (default: one less than the number of cores)",
    )
    parser.add_argument("--log", choices=("all", "errors"), default="all", help="what to log (default: all)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    try:
        import uvicorn

        from bastide.bots.compilation import start_compiler
        from bastide.server.app import create_app
        from bastide.server.logs import configure_logging, log_event
        from bastide.server.settings import DATABASE, from_environment, sqlite_url
    except ImportError as reason:
        raise BastideError("extra_missing_server", extra="bastide[server]") from reason
    from dataclasses import replace

    if args.database:
        os.environ[DATABASE] = sqlite_url(args.database)
    settings = replace(from_environment(), bot_processes=args.bots)
    configure_logging(args.log)
    log_event("server started", host=args.host, port=args.port)
    compiler = start_compiler()
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))  # uvicorn raises it again after a clean shutdown
    try:
        uvicorn.run(
            create_app(settings),
            host=args.host,
            port=args.port,
            log_config=None,
            log_level="warning",
            access_log=False,
            ws="websockets-sansio",
            ws_max_size=65536,
            ws_per_message_deflate=False,
            ws_ping_interval=20,
            server_header=False,
            timeout_graceful_shutdown=10,
        )
    finally:
        if compiler is not None:
            compiler.kill()
    return 0
