"""Statistics of match results: win rates and Elo differences with 95 % confidence intervals, and sequential tests.

A *trial* is a game, or a pair of games with the same draws and the seats swapped. Its score is between 0 and 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, inf, log, log10, sqrt
from typing import Final

Z: Final = 1.959964
"""Standard errors to either side of a mean that cover 95 % of a normal distribution."""
ELO_SCALE: Final = 400.0
ERROR: Final = 0.05
"""Error rate of a sequential test for either hypothesis."""
UNSEEN: Final = 1e-3
"""Pseudocount of a score that has not occurred."""
HALVINGS: Final = 100
GAMES: Final = (0.0, 1.0)
PAIRS: Final = (0.0, 0.5, 0.5, 1.0)
"""Scores between equals, each as often as it is likely: prior observations for games and for pairs."""

Interval = tuple[float, float]


def wilson(mean: float, trials: float) -> Interval:
    """Return the Wilson score interval of a rate observed in a number of trials (Wilson 1927).

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


def effective_trials(scores: Sequence[float], prior: Sequence[float] = GAMES) -> float:
    """Return the number of Bernoulli trials with the same information as some scores.

    Draws and pairs have a smaller variance than single wins and losses, so they count for more than their number. The
    prior keeps a few equal scores from appearing certain.

    >>> effective_trials([1, 0, 1, 1])
    4.0
    >>> round(effective_trials([0.5, 1, 0.5, 0]), 1)
    6.0
    >>> round(effective_trials([0, 0.5, 1, 0.5], PAIRS), 1)
    8.0
    """
    every = [*scores, *prior]
    mean = mean_of(every)
    variance = mean_of([(score - mean) ** 2 for score in every])
    return len(scores) * mean * (1 - mean) / variance


def rate_interval(scores: Sequence[float], prior: Sequence[float] = GAMES) -> Interval:
    """Return the confidence interval of a mean score: the Wilson interval for the effective number of trials.

    >>> low, high = rate_interval([1, 1, 0.5, 1])
    >>> low < 0.875 < high
    True
    """
    return wilson(mean_of(scores), effective_trials(scores, prior)) if scores else (0.0, 1.0)


def mean_of(numbers: Sequence[float]) -> float:
    """Return the mean of some numbers, 0 if there are none."""
    return sum(numbers) / len(numbers) if numbers else 0.0


def error_of(numbers: Sequence[float]) -> float:
    """Return half the width of the confidence interval of a mean; infinite for fewer than two numbers.

    >>> round(error_of([1, 2, 3, 4]), 2)
    1.27
    """
    if len(numbers) < 2:
        return inf
    mean = mean_of(numbers)
    variance = sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1)
    return Z * sqrt(variance / len(numbers))


def elo_of(score: float) -> float:
    """Return the Elo difference that corresponds to a score.

    >>> round(elo_of(0.75)), elo_of(0.5), elo_of(1.0)
    (191, 0.0, inf)
    """
    if score <= 0:
        return -inf
    return inf if score >= 1 else ELO_SCALE * log10(score / (1 - score))


def score_of(elo: float) -> float:
    """Return the expected score for an Elo difference.

    >>> score_of(0), round(score_of(191), 2)
    (0.5, 0.75)
    """
    return 1 / (1 + 10 ** (-elo / ELO_SCALE))


def log_likelihood_ratio(counts: Mapping[float, int], elo0: float, elo1: float) -> float:
    """Return the generalized log-likelihood ratio of an Elo difference of ``elo1`` against one of ``elo0``.

    ``counts`` holds the number of trials with each possible score: 0, ½, 1 for games, 0, ¼, ½, ¾, 1 for pairs. Each
    hypothesis is represented by its maximum-likelihood distribution of scores.

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
    """Return the maximum-likelihood distribution with a given mean: share / (1 + t · distance)."""
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
    """Return the log-likelihood ratios at which a test accepts its first and its second hypothesis (Wald 1945).

    >>> low, high = bounds()
    >>> f"{low:.2f} {high:.2f}"
    '-2.94 2.94'
    """
    return log(error / (1 - error)), log((1 - error) / error)


def quantile(numbers: Sequence[float], share: float) -> float:
    """Return a quantile of some numbers, by the nearest-rank method; 0 if there are none.

    >>> quantile([4, 1, 3, 2], 0.5), quantile([4, 1, 3, 2], 0.95)
    (2, 4)
    """
    return sorted(numbers)[max(ceil(share * len(numbers)) - 1, 0)] if numbers else 0.0
