"""The workspace of a search: preallocated records in which candidates are listed and rollouts are played."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple, Protocol, cast

import numpy as np
import numpy.typing as npt

from bastide.fast.evaluation import EVALUATION_DTYPE, EvaluationScratch
from bastide.fast.layout import (
    GAME_DTYPE,
    MOST_ACTIONS,
    FloatVector,
    GameRecord,
    IntVector,
    RecordArray,
    RuleTables,
    record_dtype,
)
from bastide.fast.rule_tables import Array

MOST_CANDIDATES: Final = 8192
"""Candidates beyond this number are ignored."""
MOST_CHOICES: Final = 64
"""Choices of a piece and its segment once a tile is laid."""
SPARE_GAMES: Final = 4
"""Games to copy into: two for candidates, two more for rollouts."""


class Candidates(Protocol):
    """The candidates for the current turn: a placement and a choice of a piece, or what is left of the turn."""

    count: Annotated[int, "i4"]
    first: Annotated[IntVector, "i8", MOST_CANDIDATES]
    """The next action."""
    second: Annotated[IntVector, "i8", MOST_CANDIDATES]
    """The action after it in the same turn, or -1."""
    lead: Annotated[FloatVector, "f8", MOST_CANDIDATES]
    """The lead over the best of the other seats after the turn, by static evaluation."""
    places: Annotated[IntVector, "i8", MOST_ACTIONS]
    pieces: Annotated[IntVector, "i8", MOST_CHOICES]
    more: Annotated[FloatVector, "f8", MOST_CHOICES]
    """Per choice of a piece: the value that it adds compared with passing."""
    bound: Annotated[FloatVector, "f8", MOST_CHOICES]
    """Per choice of a piece: the share of a follower that it binds; 0 if the follower returns at once."""


CANDIDATES_DTYPE: Final = record_dtype(Candidates)


class SearchWorkspace(NamedTuple):
    """The rules, the weights and the scratch memory of a search; each thread needs its own."""

    tables: RecordArray[RuleTables]
    spare: RecordArray[GameRecord]
    candidates: RecordArray[Candidates]
    scratch: RecordArray[EvaluationScratch]
    weights: FloatVector
    """The weights by which candidates are compared."""
    leaf_weights: FloatVector
    """The weights by which the ends of rollouts are evaluated."""


def make_workspace(
    tables: Array, weights: npt.NDArray[np.float64], leaf_weights: npt.NDArray[np.float64]
) -> SearchWorkspace:
    """Return a new workspace for a search by some rules."""
    return SearchWorkspace(
        tables,
        spare=np.zeros(SPARE_GAMES, GAME_DTYPE),
        candidates=np.zeros(1, CANDIDATES_DTYPE),
        scratch=np.zeros(1, EVALUATION_DTYPE),
        weights=weights,
        leaf_weights=leaf_weights,
    )


def listed_candidates(workspace: SearchWorkspace) -> tuple[npt.NDArray[np.int64], list[float]]:
    """Return the candidates that were listed last: the actions of each, a row of two, and its lead."""
    listed = cast(Array, workspace.candidates)[0]
    count = int(listed["count"])
    return np.stack([listed["first"][:count], listed["second"][:count]], axis=1), listed["lead"][:count].tolist()
