"""The report of `bastide arena` as text."""

from __future__ import annotations

from math import isinf
from typing import Final

from bastide.bots.arena import SIDES
from bastide.bots.match_run import MatchRun, Sprt
from bastide.bots.match_statistics import MatchStanding
from bastide.bots.statistics import bounds
from bastide.words import say

NAMES: Final = 26
NUMBERS: Final = 12
"""Widths of the columns."""
MOST_FAULTS: Final = 20
"""Maximum number of faults listed: a bot that fails once usually fails often."""


def report(contest: MatchRun, language: str) -> list[str]:
    """Return the statistics of a match, the result of its test, and its faults."""
    standing, match = contest.standing(), contest.match
    head = {"a": match.a, "b": match.b, "games": len(standing.games), "rules": match.rules.choice}
    lines = [say(language, "arena.head", {**head, "seats": match.seats, "seed": match.seed})]
    if match.paired:
        lines.append(say(language, "arena.pairs", {"pairs": len(standing.trials)}))
    lines += ["", *(_table(standing, language) if standing.games else [say(language, "arena.none")])]
    if contest.sprt is not None:
        lines += ["", *_test(contest.sprt, language)]
    if not contest.over:
        lines += ["", say(language, "arena.unfinished")]
    return lines + _faults(standing, language)


def _table(standing: MatchStanding, language: str) -> list[str]:
    won, drawn, lost = standing.results
    rates = [_percent(rate, language) for rate in (standing.win_rate, *standing.rate_interval)]
    elos = [_signed(elo) for elo in (standing.elo, *standing.elo_interval)]
    error = say(language, "arena.around", {"error": f"{standing.margin_error:.1f}"})
    return [
        f"{'':<{NAMES + NUMBERS}}   {say(language, 'arena.likely')}",
        _row(language, "results", f"{won}, {drawn}, {lost}"),
        _row(language, "win_rate", rates[0], _interval(language, rates[1], rates[2])),
        _row(language, "elo", elos[0], _interval(language, elos[1], elos[2])),
        _row(language, "margin", f"{standing.margin:+.1f}", "" if isinf(standing.margin_error) else error),
        "",
        _columns(*(say(language, f"arena.{word}") for word in ("seconds", "choices", "median", "most_of", "longest"))),
        *(_times(standing, side) for side in SIDES),
    ]


def _row(language: str, name: str, number: str, more: str = "") -> str:
    return f"{say(language, f'arena.{name}'):<{NAMES}}{number:>{NUMBERS}}   {more}".rstrip()


def _interval(language: str, low: str, high: str) -> str:
    return say(language, "arena.interval", {"low": low, "high": high})


def _percent(rate: float, language: str) -> str:
    return say(language, "arena.percent", {"number": f"{100 * rate:.1f}"})


def _signed(number: float) -> str:
    """Return a number rounded to an integer, with its sign.

    >>> _signed(12.3), _signed(float("-inf"))
    ('+12', '-∞')
    """
    return f"{'+' if number > 0 else '-'}∞" if isinf(number) else f"{number:+.0f}"


def _times(standing: MatchStanding, side: str) -> str:
    times = standing.times(side)
    name = f"{side} {standing.match.contender(side)}"
    return _columns(
        name, str(times.choices), *(f"{taken:.4f}" for taken in (times.median, times.percentile_95, times.maximum))
    )


def _columns(name: str, *cells: str) -> str:
    return f"{name:<{NAMES}}{''.join(cell.rjust(10) for cell in cells)}"


def _test(sprt: Sprt, language: str) -> list[str]:
    low, high = bounds()
    values = {"elo0": f"{sprt.elo0:g}", "elo1": f"{sprt.elo1:g}", "ratio": f"{sprt.ratio:.2f}"}
    line = say(language, "arena.test", {**values, "low": f"{low:.2f}", "high": f"{high:.2f}"})
    if sprt.accepted is None:
        return [line, say(language, "arena.undecided")]
    return [line, say(language, "arena.accepted", {"elo": f"{sprt.elo1 if sprt.accepted else sprt.elo0:g}"})]


def _faults(standing: MatchStanding, language: str) -> list[str]:
    if not standing.faults:
        return []
    lines = ["", say(language, "arena.faults", {"count": len(standing.faults)})]
    for number, fault in standing.faults[:MOST_FAULTS]:
        values = {
            "game": number,
            "side": fault.side,
            "bot": standing.match.contender(fault.side),
            "reason": fault.reason,
        }
        lines.append(say(language, "arena.fault", values))
    if (more := len(standing.faults) - MOST_FAULTS) > 0:
        lines.append(say(language, "arena.more_faults", {"count": more}))
    return lines
