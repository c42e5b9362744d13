"""`bastide restore`: the store of a server, which may be running, from a copy of `bastide backup`."""

from __future__ import annotations

import argparse
from pathlib import Path

from bastide.cli.backup import add_database, database_of
from bastide.errors import BastideError
from bastide.words import say


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand and its arguments."""
    parser = commands.add_parser(
        "restore",
        help="restore the store of a server from a backup",
        description="Replace all tables of a server by those of a backup, while the server runs or not. What the store "
        "held before is copied to a file beside it first. People at the tables are reconnected, and play on from the "
        "backup.",
        epilog="example:\n  bastide restore --database /var/lib/bastide/tables.sqlite tables-monday.sqlite",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="the backup")
    add_database(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Restore the store."""
    try:
        from bastide.server.backup import restore
    except ImportError as reason:
        raise BastideError("extra_missing_server", extra="bastide[server]") from reason
    database = database_of(args)
    safety_copy = restore(args.file, database)
    print(say(args.lang, "backup.restored", {"path": str(database)}))
    if safety_copy is not None:
        print(say(args.lang, "backup.safety_copy", {"path": str(safety_copy)}))
    return 0
