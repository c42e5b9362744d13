"""`bastide backup`: a copy of the store of a server, which may be running."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from bastide.cli.layout import print_error
from bastide.errors import BastideError
from bastide.words import say


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand and its arguments."""
    parser = commands.add_parser(
        "backup",
        help="copy the store of a server to a file",
        description="Copy all tables of a server to a file, while the server runs or not. The copy is of one instant, "
        "is checked before it gets its name, and can be read by you alone: it holds the secrets of running games.",
        epilog="example:\n  bastide backup --database /var/lib/bastide/tables.sqlite tables-monday.sqlite",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="the file to write")
    add_database(parser)
    parser.add_argument("--force", action="store_true", help="overwrite the file if it exists")
    parser.set_defaults(run=run)


def add_database(parser: argparse.ArgumentParser) -> None:
    """Add the argument ``--database``."""
    parser.add_argument(
        "--database",
        metavar="FILE",
        type=Path,
        help="the SQLite file of the server (default: that of $BASTIDE_DATABASE_URL, or bastide.sqlite here)",
    )


def run(args: argparse.Namespace) -> int:
    """Back up the store."""
    try:
        from bastide.server.backup import back_up
    except ImportError as reason:
        raise BastideError("extra_missing_server", extra="bastide[server]") from reason
    database = database_of(args)
    back_up(database, args.file, args.force)
    print(say(args.lang, "backup.written", {"store": str(database), "path": str(args.file)}))
    return 0


def database_of(args: argparse.Namespace) -> Path:
    """Return the SQLite file that the arguments or the environment name, and say so if both do."""
    from bastide.server.backup import database_file
    from bastide.server.settings import DATABASE, from_environment

    database: Path | None = args.database
    if database is None:
        return database_file(from_environment().database)
    if os.environ.get(DATABASE):
        values = {"flag": "--database", "variable": DATABASE, "path": str(database)}
        print_error(say(args.lang, "backup.flag_overrides", values))
    return database
