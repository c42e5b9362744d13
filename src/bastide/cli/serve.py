"""`bastide serve`: the table server."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from bastide.cli.arguments import host, whole_number_between
from bastide.errors import BastideError

STARTUP_FAILED: Final = 3


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
  BASTIDE_TRUSTED_PROXIES
                         addresses or networks of proxies, separated by commas: they tell from where people come
  BASTIDE_EXPIRE_DAYS    days after which a table where nothing happens is closed (default: 60; 0 for never)
  BASTIDE_TABLES_IN_MEMORY
                         tables in memory besides those that somebody is connected to (default: 300)
  BASTIDE_POLL_SECONDS   seconds between comparisons of tables in memory with the database (default: 3)

signals:
  TERM or INT once       shut down gracefully

monitoring:
  standard error         a log of JSON objects, one per line, without anything that people typed
  /healthz               health of the server and its database
  /metrics               metrics for Prometheus
  /openapi.json          the OpenAPI description

examples:
  bastide serve
  bastide serve --port 8080 --database /var/lib/bastide/tables.sqlite
""",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--host", type=host, default="127.0.0.1", help="the address to listen on (default: this machine only)"
    )
    parser.add_argument(
        "--port", type=whole_number_between(1, 65_535), default=8000, help="the port to listen on (default: 8000)"
    )
    parser.add_argument("--database", metavar="FILE", type=Path, help="the SQLite file (default: bastide.sqlite here)")
    parser.add_argument(
        "--bots",
        metavar="N",
        type=whole_number_between(1, 1000),
        default=max(1, (os.cpu_count() or 1) - 1),
        help="number of bot processes (default: one less than the number of cores)",
    )
    parser.add_argument(
        "--trust-proxy",
        metavar="NETWORKS",
        help="trust X-Forwarded-For of proxies with these addresses, e.g. 10.0.0.0/8 (default: this machine only)",
    )
    parser.add_argument("--log", choices=("all", "errors"), default="all", help="what to log (default: all)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    try:
        from bastide.bots.compilation import start_compiler
        from bastide.server.app import create_app
        from bastide.server.asgi_server import allow_connections, make_server
        from bastide.server.collector import tune_collector
        from bastide.server.logs import configure_logging, log_warning
        from bastide.server.settings import DATABASE, PROXIES, from_environment, parse_networks, sqlite_url
        from bastide.server.startup_checks import check_settings, prepare_store
    except ImportError as reason:
        raise BastideError("extra_missing_server", extra="bastide[server]") from reason
    from dataclasses import replace

    settings = replace(from_environment(), bot_processes=args.bots)
    if args.database:
        settings = replace(settings, database=sqlite_url(args.database))
    if args.trust_proxy is not None:
        settings = replace(settings, trusted_proxies=parse_networks(args.trust_proxy))
    settings = replace(settings, connections=allow_connections(settings.connections))
    check_settings(settings)
    configure_logging(args.log)
    for flag, value, variable in (
        ("--database", args.database, DATABASE),
        ("--trust-proxy", args.trust_proxy, PROXIES),
    ):
        if value is not None and os.environ.get(variable):
            log_warning("a flag overrides an environment variable", flag=flag, variable=variable)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))  # uvicorn raises it again after a clean shutdown
    asyncio.run(prepare_store(settings.database))
    compiler = start_compiler()
    try:
        app = create_app(settings)
        server = make_server(app, settings, args.host, args.port)
        tune_collector()
        app.state.metrics.pauses.watch()
        with suppress(KeyboardInterrupt):
            server.run()
    finally:
        if compiler is not None:
            compiler.kill()
    return 0 if server.started else STARTUP_FAILED
