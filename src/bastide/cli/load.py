"""`bastide load`: a load test of a running server."""

from __future__ import annotations

import argparse
import asyncio
import json
from typing import TYPE_CHECKING, Final

from bastide.cli.arguments import number_between, whole_number_between
from bastide.cli.layout import print_error
from bastide.cli.load_report import LoadReport
from bastide.errors import BastideError

if TYPE_CHECKING:
    from bastide.load_testing.load_test import LoadTest

FAILURES: Final = 1
INTERRUPTED: Final = 130
SPARE_FILES: Final = 100
"""File descriptors besides those of sockets."""
EPILOG: Final = """latency:
  From sending an action until the last player at its table has it; with --rate, from when the action was due. Beside
  it stands that of a bare echo server on this machine, with one socket per table, measured just before.

traces:
  The games stay in the store of the server, all of them finished: those that are still going on are given up.

limits:
  Limits by client address do not apply to the machine of the server itself, so run the test there.

exit code: 0 on success, 1 if there were errors or lost connections, 130 if interrupted

examples:
  bastide load                                     as fast as the server at http://localhost:8000 can
  bastide load --tables 50 --rate 1 --idle 1000    fifty tables with people, and a thousand who watch or wait
  bastide load --games 500                         five hundred whole games
  bastide load http://localhost:8001 http://localhost:8002 --spread
"""


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand and its arguments."""
    parser = commands.add_parser(
        "load",
        help="measure how many tables a running server can bear",
        description="Let random players play at many tables of a running server, and report actions per second, "
        "latencies, errors, and the memory, processor time and garbage collections of the server.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    count, number = whole_number_between, number_between
    parser.add_argument(
        "urls", metavar="URL", nargs="*", help="the servers, several if they share a store (default: this machine)"
    )
    parser.add_argument(
        "--tables", type=count(1, 5000), default=16, metavar="N", help="number of tables at once (default: 16)"
    )
    parser.add_argument(
        "--seconds", type=number(0.1, 86400), metavar="S", help="duration (default: 10, or that of the games)"
    )
    parser.add_argument("--games", type=count(1, 1_000_000), metavar="N", help="play this number of games, then stop")
    parser.add_argument(
        "--rate",
        type=number(0.001, 100),
        metavar="R",
        help="actions a second at each table (default: as soon as the one before has arrived)",
    )
    parser.add_argument(
        "--players", type=count(2, 8), default=4, metavar="N", help="number of players at a table (default: 4)"
    )
    parser.add_argument("--bots", metavar="LEVEL", help="let bots play all seats but one, and measure their choices")
    parser.add_argument("--expansions", metavar="A,B", default="", help="expansions; see `bastide games`")
    parser.add_argument(
        "--resign-after", type=count(1, 10_000), metavar="N", help="give games up after this number of actions"
    )
    parser.add_argument(
        "--idle", type=count(0, 100_000), default=0, metavar="N", help="additional sockets at tables where nobody acts"
    )
    parser.add_argument(
        "--warm-up", type=count(0, 1_000_000), default=0, metavar="N", help="number of games before the measurement"
    )
    parser.add_argument(
        "--spread", action="store_true", help="connect the players at a table to different servers, not to the same"
    )
    parser.add_argument("--json", action="store_true", help="print the report as one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the load test and print the report, even if the test is interrupted."""
    try:
        from bastide.load_testing.load_test import LoadTest
        from bastide.load_testing.options import DEFAULT_URL, LoadOptions
    except ImportError as reason:
        raise BastideError("extra_missing_server", extra="bastide[server]") from reason
    options = LoadOptions(
        urls=tuple(args.urls) or (DEFAULT_URL,),
        spread=args.spread,
        tables=args.tables,
        seconds=args.seconds,
        games=args.games,
        rate=args.rate,
        players=args.players,
        bots=args.bots,
        expansions=tuple(filter(None, args.expansions.split(","))),
        resign_after=args.resign_after,
        idle=args.idle,
        warm_up=args.warm_up,
    )
    allow_files(options.sockets + SPARE_FILES)
    test = LoadTest(options)
    failure, interrupted = run_test(test)
    if not test.result.measured:
        if failure is not None:
            raise failure
        return INTERRUPTED
    report = LoadReport(options, test.result)
    print(json.dumps(report.to_json(), indent=1) if args.json else report.text(args.lang))
    if failure is not None:
        print_error(failure.text(args.lang))
    return INTERRUPTED if interrupted else FAILURES if failure or report.failures else 0


def run_test(test: LoadTest) -> tuple[BastideError | None, bool]:
    """Run a load test; return the error that ended it, and whether it was interrupted."""
    try:
        with asyncio.Runner(loop_factory=event_loop) as runner:
            runner.run(test.run())
    except BastideError as reason:
        return reason, False
    except KeyboardInterrupt:
        return None, True
    return None, False


def event_loop() -> asyncio.AbstractEventLoop:
    """Return a new event loop, the fastest there is."""
    try:
        from uvloop import new_event_loop
    except ImportError:
        return asyncio.new_event_loop()
    return new_event_loop()


def allow_files(count: int) -> None:
    """Raise the limit of open files of this process, if it is too low. Raises BastideError if that is not allowed."""
    try:
        from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit, setrlimit
    except ImportError:  # not on Windows
        return
    soft, hard = getrlimit(RLIMIT_NOFILE)
    if soft == RLIM_INFINITY or count <= soft:
        return
    if hard != RLIM_INFINITY and count > hard:
        raise BastideError("load_files", needed=count, allowed=hard)
    setrlimit(RLIMIT_NOFILE, (count, hard))
