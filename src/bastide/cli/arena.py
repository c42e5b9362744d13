"""`bastide arena`: a match between two bots, with statistics."""

from __future__ import annotations

import argparse
import json
import os
import sys
from contextlib import closing
from pathlib import Path
from typing import Final

from bastide.bots.arena import Match, parse_contender
from bastide.bots.match_log import MatchLog
from bastide.bots.match_run import MatchRun, Sprt
from bastide.bots.workers import LOCAL, Games, available_cores, play_in_processes, play_on_ray, play_sequentially
from bastide.cli.arena_report import report
from bastide.cli.arguments import add_rules, positive, warn
from bastide.cli.layout import print_error
from bastide.errors import BastideError
from bastide.games import make_rules, parse_rules
from bastide.rules.engine import LEAST_PLAYERS, check_players
from bastide.words import say

MOST_ELO: Final = 2000
FAULTS: Final = 1
INTERRUPTED: Final = 130
EPILOG: Final = """exit code: 0 on success, 1 if a bot failed or a process was lost, 130 if interrupted

examples:
  bastide arena greedy random --games 200 --paired
  bastide arena strong@0.1s reference --games 400 --paired --log match.jsonl
  bastide arena strong@0.1s reference --games 400 --paired --log match.jsonl --resume
  bastide arena master@400 master@200 --games 2000 --paired --sprt 0 20
  bastide arena strong greedy --games 5000 --ray auto
"""


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand and its arguments."""
    parser = commands.add_parser(
        "arena",
        help="play a match between two bots",
        description="Play a match between two bots on all cores and report wins, Elo difference and mean margin, each "
        "with a confidence interval, and the time per choice. A bot is a level or a character with an optional "
        "budget per choice (strong, strong@0.1s for seconds, master@400 for simulations) or your own bot, as "
        "module:Name.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("a", metavar="A", help="the first bot; the report is from its point of view")
    parser.add_argument("b", metavar="B", help="the second bot")
    add_rules(parser)
    parser.add_argument("--games", type=positive, default=100, metavar="N", help="number of games (default: 100)")
    parser.add_argument("--paired", action="store_true", help="play every deck twice, with seats swapped")
    parser.add_argument(
        "--seats",
        type=positive,
        default=2,
        metavar="K",
        help="number of seats, which A and B take in turn (default: 2)",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=1.0,
        metavar="S",
        help="budget per choice, unless a bot has its own (default: 1)",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the match (default: 1)")
    parser.add_argument(
        "--sprt",
        type=float,
        nargs=2,
        metavar=("ELO0", "ELO1"),
        help="run a sequential probability ratio test of two Elo differences, at 5 %% error either way, and stop "
        "when it is decided",
    )
    parser.add_argument("--log", type=Path, metavar="FILE", help="write every game to this file as a line of JSON")
    parser.add_argument("--resume", action="store_true", help="continue the match in the log")
    parser.add_argument("--cores", type=positive, metavar="N", help="number of processes (default: one per core)")
    parser.add_argument(
        "--ray", nargs="?", const="", metavar="ADDRESS", help="play on a Ray cluster (default: on this machine)"
    )
    parser.add_argument("--json", action="store_true", help="print the report as one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the match and print the report, even if the match is interrupted."""
    if ":" in args.a + args.b:
        sys.path.insert(0, os.getcwd())
    match = match_of(args)
    warn(match.rules, args.lang)
    sprt = Sprt(match, *args.sprt) if args.sprt else None
    log = MatchLog(args.log, match, args.resume) if args.log else None
    contest = MatchRun(match, args.games, sprt, log.known if log else ())
    lost: BastideError | None = None
    code = 0
    try:
        play(contest, args, log)
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BastideError as reason:
        if not contest.played:
            raise
        lost, code = reason, FAULTS
    finally:
        if log is not None:
            log.close()
    print(json.dumps(contest.to_json(), indent=1) if args.json else "\n".join(report(contest, args.lang)))
    if lost is not None:
        print_error(lost.text(args.lang))
    return code or (FAULTS if contest.standing().faults else 0)


def match_of(args: argparse.Namespace) -> Match:
    """Return the match that the arguments describe. Raises BastideError if they are not valid."""
    if args.paired and args.games % 2:
        raise BastideError("arena_odd", games=args.games)
    if args.sprt and not -MOST_ELO < args.sprt[0] < args.sprt[1] < MOST_ELO:
        raise BastideError("arena_sprt", elo0=f"{args.sprt[0]:g}", elo1=f"{args.sprt[1]:g}", most=MOST_ELO)
    if args.resume and args.log is None:
        raise BastideError("arena_resume")
    a, b = (parse_contender(text, args.seconds) for text in (args.a, args.b))
    rules = make_rules() if args.rules is None else parse_rules(args.rules)
    check_players(rules, args.seats, LEAST_PLAYERS)
    return Match(a, b, rules, args.seats, args.seed, args.paired)


def play(contest: MatchRun, args: argparse.Namespace, log: MatchLog | None) -> None:
    """Play the missing games, with a progress bar if on a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=contest.asked, completed=len(contest.played))
        with closing(finished(contest, args)) as games:
            for played in games:
                if log is not None:
                    log.add(played)
                contest.add(played)
                bar.update(task, completed=len(contest.played), description=progress(contest, args.lang))
                if contest.over:
                    return


def finished(contest: MatchRun, args: argparse.Namespace) -> Games:
    """Yield the missing games as they finish: in this process, in several, or on Ray."""
    match, numbers, cores = contest.match, contest.missing(), args.cores or available_cores()
    if not numbers:
        return
    if args.ray is not None:
        yield from play_on_ray(match, numbers, cores, args.ray or os.environ.get("RAY_ADDRESS") or LOCAL)
    elif cores == 1:
        yield from play_sequentially(match, numbers)
    else:
        yield from play_in_processes(match, numbers, cores)


def progress(contest: MatchRun, language: str) -> str:
    """Return the text beside the progress bar."""
    games = contest.played.values()
    rate = sum(game.score for game in games) / len(games)
    return say(language, "arena.progress", {"rate": f"{rate:.1%}"})
