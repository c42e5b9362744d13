"""Measures the ratings of the characters: a round robin with greedy, whose rating is 1400, in the base game for two.

    python docs/measure_ratings.py --games 200 --cores 16

prints every match, then a rating with its 95 % interval for every character, and what tempers them: how many points
Odile gets from fields and Garsende from features that opponents have followers in, beside greedy at the same table.
The searching characters have a number of simulations, so the result does not depend on the machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log, sqrt
from typing import Final

from bastide.bots import CHARACTERS
from bastide.bots.arena import Match, MatchGame, parse_contender
from bastide.bots.match_statistics import MatchStanding
from bastide.bots.statistics import Z
from bastide.bots.workers import available_cores, play_in_processes
from bastide.games import make_rules
from bastide.play.dealer import Given
from bastide.play.game import Game

GREEDY: Final = "greedy"
GREEDY_RATING: Final = 1400.0
BUDGETS: Final = {"odon": "odon@48", "isaure": "isaure@500"}
"""About what they have at a table; the others need none."""
RULES: Final = make_rules("second")
STEPS: Final = 2000
SCALE: Final = 400 / log(10)
PRIOR: Final = 0.5
"""Games that every pair is taken to have won and lost besides, so that no difference is infinite."""


@dataclass
class Tally:
    """The points of a side in some games."""

    points: int = 0
    fields: int = 0
    contested: int = 0

    def shares(self) -> str:
        """Return the shares of points from fields, and from contested features."""
        return f"{self.fields / self.points:6.1%} {self.contested / self.points:6.1%}"


def replayed(turns: Sequence[str]) -> Game:
    """Return the game of a match, played again from its notation."""
    game = Game(RULES, 2, Given())
    for turn in turns:
        game.play(turn.split(". ", 1)[1])
    return game


def tally(games: Sequence[MatchGame], side: str) -> Tally:
    """Return where the points of a side came from."""
    total = Tally()
    for played in games:
        seat = played.sides.index(side)
        for event in replayed(played.turns).story(None):
            winners, strengths = event.facts.get("winners"), event.facts.get("strengths")
            points = event.facts.get("points")
            if not isinstance(winners, list) or seat not in winners or not isinstance(points, int):
                continue
            total.points += points
            if event.name == "farmed":
                total.fields += points
            elif isinstance(strengths, list) and sum(strength > 0 for strength in strengths) > 1:
                total.contested += points
    return total


def fit(names: Sequence[str], scores: Mapping[tuple[str, str], tuple[float, int]]) -> dict[str, tuple[float, float]]:
    """Return ratings and the half widths of their intervals, by maximum likelihood (Bradley and Terry 1952).

    ``scores`` are, for pairs, the points of the first and the number of games.
    """
    strength = dict.fromkeys(names, 1.0)
    played = {pair: (won + PRIOR, number + 2 * PRIOR) for pair, (won, number) in scores.items()}
    for _ in range(STEPS):
        for name in names:
            won = sum(won if a == name else number - won for (a, b), (won, number) in played.items() if name in (a, b))
            met = sum(number / (strength[a] + strength[b]) for (a, b), (_, number) in played.items() if name in (a, b))
            strength[name] = won / met
    ratings = {name: GREEDY_RATING + SCALE * log(strength[name] / strength[GREEDY]) for name in names}
    errors = {}
    for name in names:
        information = sum(
            number * strength[a] * strength[b] / (strength[a] + strength[b]) ** 2
            for (a, b), (_, number) in played.items()
            if name in (a, b)
        )
        errors[name] = Z * SCALE / sqrt(information)
    return {name: (ratings[name], errors[name]) for name in names}


def main() -> None:
    """Play the round robin, and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="games of every pair, an even number (default: 200)")
    parser.add_argument("--slow-games", type=int, default=None, help="the same for pairs with Dame Isaure")
    parser.add_argument("--cores", type=int, default=available_cores())
    args = parser.parse_args()
    names = [GREEDY, *CHARACTERS]
    scores: dict[tuple[str, str], tuple[float, int]] = {}
    tempers: dict[str, tuple[Tally, Tally]] = {}
    for a, b in combinations(names, 2):
        match = Match(*(parse_contender(BUDGETS.get(name, name), 10) for name in (a, b)), RULES, paired=True)
        number = args.games if args.slow_games is None or "isaure" not in (a, b) else args.slow_games
        games = sorted(play_in_processes(match, range(number), args.cores), key=lambda game: game.number)
        standing = MatchStanding(match, games)
        low, high = standing.rate_interval
        scores[a, b] = standing.win_rate * number, number
        print(f"{a:9} {b:9} {standing.win_rate:6.1%} ({low:.1%} to {high:.1%}) of {number}", flush=True)
        if a == GREEDY and b in ("odile", "garsende"):
            tempers[b] = tally(games, "B"), tally(games, "A")
    print()
    for name, (rating, error) in fit(names, scores).items():
        print(f"{name:9} {rating:6.0f} ± {error:.0f}")
    print("\npoints from fields and from contested features")
    for name, (own, other) in tempers.items():
        print(f"{name:9} {own.shares()}   greedy {other.shares()}")


if __name__ == "__main__":
    main()
