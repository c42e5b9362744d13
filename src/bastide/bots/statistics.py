"""What the results of many games say: win rates and differences in Elo with their intervals, and when to stop.

A *trial* is a game, or a pair of games with the same draws and the seats swapped; its score is between 0 and 1. All
intervals hold with a probability of about 95 %. These are plain functions of numbers: nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, inf, log, log10, sqrt
from typing import Final

Z: Final = 1.959964
"""So many standard errors to either side hold 95 % of a normal distribution."""
ELO_SCALE: Final = 400.0
ERROR: Final = 0.05
"""How often a sequential test may accept the wrong one of its two hypotheses."""
UNSEEN: Final = 1e-3
"""How often a result counts as seen that was never seen: no result is impossible."""
HALVINGS: Final = 100
GAMES: Final = (0.0, 1.0)
PAIRS: Final = (0.0, 0.5, 0.5, 1.0)
"""What equals score in games, and in pairs of games, when every case comes as often as it is likely."""

Interval = tuple[float, float]


def wilson(mean: float, trials: float) -> Interval:
    """Return the interval of a rate that was seen in a number of trials (Wilson 1927).

    >>> low, high = wilson(0.8, 10)
    >>> f"{low:.3f} {high:.3f}"
    '0.490 0.943'
    """
    if not trials:
        return 0.0, 1.0
    square = Z * Z / trials
    centre = mean + square / 2
    reach = Z * sqrt(mean * (1 - mean) / trials + square / (4 * trials))
    low, high = (centre - reach) / (1 + square), (centre + reach) / (1 + square)
    return min(max(low, 0.0), mean), max(min(high, 1.0), mean)


def plain_trials(scores: Sequence[float], thought: Sequence[float] = GAMES) -> float:
    """Return how many games that can only be won or lost would tell as much as these scores do.

    Draws vary less than victories and defeats, and pairs less than single games, so such scores tell more than their
    number. The scores of a few trials between equals are thought in, lest a few equal scores seem to be certain.

    >>> plain_trials([1, 0, 1, 1])
    4.0
    >>> round(plain_trials([0.5, 1, 0.5, 0]), 1)
    6.0
    >>> round(plain_trials([0, 0.5, 1, 0.5], PAIRS), 1)
    8.0
    """
    every = [*scores, *thought]
    mean = mean_of(every)
    variance = mean_of([(score - mean) ** 2 for score in every])
    return len(scores) * mean * (1 - mean) / variance


def rate_interval(scores: Sequence[float], thought: Sequence[float] = GAMES) -> Interval:
    """Return the interval of the mean of scores between 0 and 1: Wilson's, for as many plain games as they are worth.

    >>> low, high = rate_interval([1, 1, 0.5, 1])
    >>> low < 0.875 < high
    True
    """
    return wilson(mean_of(scores), plain_trials(scores, thought)) if scores else (0.0, 1.0)


def mean_of(numbers: Sequence[float]) -> float:
    """Return the mean of some numbers; nothing at all has the mean 0."""
    return sum(numbers) / len(numbers) if numbers else 0.0


def error_of(numbers: Sequence[float]) -> float:
    """Return how far the true mean may be from the mean of some numbers, to either side; infinite if they are too few.

    >>> round(error_of([1, 2, 3, 4]), 2)
    1.27
    """
    if len(numbers) < 2:
        return inf
    mean = mean_of(numbers)
    variance = sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1)
    return Z * sqrt(variance / len(numbers))


def elo_of(score: float) -> float:
    """Return the difference in Elo of two players, one of whom scores so much against the other.

    >>> round(elo_of(0.75)), elo_of(0.5), elo_of(1.0)
    (191, 0.0, inf)
    """
    if score <= 0:
        return -inf
    return inf if score >= 1 else ELO_SCALE * log10(score / (1 - score))


def score_of(elo: float) -> float:
    """Return what one player scores against another, given their difference in Elo.

    >>> score_of(0), round(score_of(191), 2)
    (0.5, 0.75)
    """
    return 1 / (1 + 10 ** (-elo / ELO_SCALE))


def log_likelihood_ratio(counts: Mapping[float, int], elo0: float, elo1: float) -> float:
    """Return the logarithm of how much better a difference of ``elo1`` explains some scores than one of ``elo0``.

    The counts say how often each score was seen that there could be: 0, ½, 1 for games, 0, ¼, ½, ¾, 1 for pairs. Of all
    distributions with the mean that a difference in Elo asks for, the one is taken that explains the counts best.

    >>> counts = {0: 40, 0.5: 20, 1: 60}
    >>> round(log_likelihood_ratio(counts, 0, 10), 2)
    0.63
    """
    trials = sum(counts.values())
    if not trials:
        return 0.0
    weight = {score: max(count, UNSEEN) for score, count in counts.items()}
    whole = sum(weight.values())
    shares = {score: each / whole for score, each in weight.items()}
    under0, under1 = (_best_with_mean(shares, score_of(elo)) for elo in (elo0, elo1))
    return trials * sum(share * log(under1[score] / under0[score]) for score, share in shares.items())


def _best_with_mean(shares: Mapping[float, float], mean: float) -> dict[float, float]:
    """Return the distribution with a given mean under which some shares are likeliest: share / (1 + t · distance)."""
    low, high = -1 / (max(shares) - mean), 1 / (mean - min(shares))
    for _ in range(HALVINGS):
        t = (low + high) / 2
        if sum(share * (score - mean) / (1 + t * (score - mean)) for score, share in shares.items()) > 0:
            low = t
        else:
            high = t
    t = (low + high) / 2
    return {score: share / (1 + t * (score - mean)) for score, share in shares.items()}


def bounds(error: float = ERROR) -> Interval:
    """Return below which ratio a sequential test accepts its first hypothesis, and above which its second (Wald 1945).

    >>> low, high = bounds()
    >>> f"{low:.2f} {high:.2f}"
    '-2.94 2.94'
    """
    return log(error / (1 - error)), log((1 - error) / error)


def quantile(numbers: Sequence[float], share: float) -> float:
    """Return the least of some numbers that at least such a share of them does not exceed; of none, 0.

    >>> quantile([4, 1, 3, 2], 0.5), quantile([4, 1, 3, 2], 0.95)
    (2, 4)
    """
    return sorted(numbers)[max(ceil(share * len(numbers)) - 1, 0)] if numbers else 0.0
