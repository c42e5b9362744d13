"""`bastide simulate`: random games, with statistics and checks of the invariants."""

from __future__ import annotations

import argparse
import json
import sys
import time
from random import Random

from bastide.cli.arguments import add_rules, positive, warn
from bastide.cli.random_games import play_out
from bastide.cli.simulation_report import GameOutcome, SimulationReport, Violation
from bastide.games import make_rules, parse_rules
from bastide.play.dealer import Given
from bastide.play.game import Game
from bastide.play.invariants import InvariantChecker, wrong_with
from bastide.rules.state import NO_TILE, State
from bastide.words import say


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand and its arguments."""
    parser = commands.add_parser(
        "simulate",
        help="play random games and report statistics",
        description="Play random games and report scores, wins and lengths. Game i, counted from 0, has seed S+i, so "
        "each can be reproduced alone.",
        epilog='examples:\n  bastide simulate --rules "second hand_size=3" --players 4 --games 200\n'
        "  bastide simulate --games 20 --seed 7 --check --json",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_rules(parser)
    parser.add_argument("--players", type=positive, default=2, metavar="N", help="number of players (default: 2)")
    parser.add_argument("--games", type=positive, default=100, metavar="N", help="number of games (default: 100)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the first game (default: 1)")
    parser.add_argument("--json", action="store_true", help="print the report as one JSON object")
    parser.add_argument(
        "--check",
        action="store_true",
        help="check all invariants after every action, not only at the end of each game (slow)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the games and print the report. Return 1 if an invariant was violated."""
    rules = make_rules() if args.rules is None else parse_rules(args.rules)
    warn(rules, args.lang)
    start = Game(rules, args.players, Given()).state
    outcomes: list[GameOutcome] = []
    violations: list[Violation] = []
    for number in range(args.games):
        progress(number, args.games, args.lang)
        outcomes.append(one_game(start.copy(), args.seed + number, violations, args.check))
    progress(args.games, args.games, args.lang)
    report = SimulationReport(str(rules.choice), args.players, args.seed, outcomes, violations, args.check)
    print(json.dumps(report.to_json(), indent=1) if args.json else report.text(args.lang))
    return 1 if violations else 0


def one_game(state: State, seed: int, violations: list[Violation], every_action: bool) -> GameOutcome:
    """Play one game and collect violations of invariants after every action, or only at its end."""
    placed_at_start = len(state.board.laid)
    actions = 0
    checker = InvariantChecker(state)
    began = time.perf_counter()

    def after(state: State) -> None:
        nonlocal actions
        actions += 1
        if every_action:
            violations.extend(Violation(seed, actions, what) for what in checker.check(state))

    try:
        play_out(state, Random(str(seed)), after)
    except Exception as reason:
        violations.append(Violation(seed, actions + 1, f"{type(reason).__name__}: {reason}"))
    seconds = time.perf_counter() - began
    if not every_action:
        violations.extend(Violation(seed, actions, what) for what in wrong_with(state))
    held = sum(tile != NO_TILE for tile in state.hand)
    on_board = len(state.board.laid)
    discarded = state.rules.tiles_in_all - on_board - held - state.left
    return GameOutcome(tuple(state.score), state.turn, on_board - placed_at_start, discarded, actions, seconds)


def progress(done: int, games: int, language: str) -> None:
    """Show the progress on a terminal. The line disappears at the end."""
    if sys.stderr.isatty() and (done == games or done % max(1, games // 200) == 0):
        text = say(language, "report.progress", {"done": done, "games": games}) if done < games else ""
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
