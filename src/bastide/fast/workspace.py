"""The workspace of a search: preallocated records for candidates and rollouts."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple, Protocol, cast

import numpy as np
import numpy.typing as npt

from bastide.fast.evaluation import EVALUATION_DTYPE, EvaluationScratch
from bastide.fast.layout import (
    GAME_DTYPE,
    MAX_ACTIONS,
    FloatVector,
    GameRecord,
    IntMatrix,
    IntVector,
    RecordArray,
    RuleTables,
    record_dtype,
)
from bastide.fast.rule_tables import Array

MAX_CANDIDATES: Final = 8192
"""Candidates beyond this number are ignored."""
MAX_CHOICES: Final = 64
"""Legal actions in the piece phase."""
MAX_LENGTH: Final = 12
"""Limit on the number of actions in a candidate."""
SPARE_GAMES: Final = 6
"""Games to copy into: two to list candidates, two more for rollouts, and two where rules go beyond those of `turn`."""
OPTION_LISTS: Final = 2
"""Lists of options: for the first choice in a turn, and for those after it."""


class Candidates(Protocol):
    """The candidates for the current turn: a placement and a choice of a piece, or the rest of the turn."""

    count: Annotated[int, "i4"]
    first: Annotated[IntVector, "i8", MAX_CANDIDATES]
    """The next action."""
    second: Annotated[IntVector, "i8", MAX_CANDIDATES]
    """The action after it in the same turn, or -1."""
    lead: Annotated[FloatVector, "f8", MAX_CANDIDATES]
    """The static evaluation: the lead over the best of the other seats after the turn."""
    places: Annotated[IntVector, "i8", MAX_ACTIONS]
    """The legal placements."""
    pieces: Annotated[IntVector, "i8", MAX_CHOICES]
    """The legal actions after the current placement; -1 for those that have been evaluated."""
    gain: Annotated[FloatVector, "f8", MAX_CHOICES]
    """Per deployment: the value of the feature to the owner of the piece."""
    committed: Annotated[FloatVector, "f8", MAX_CHOICES]
    """Per deployment: the share of a follower that is not available afterwards."""


class Turns(Protocol):
    """The candidates for the current turn where rules go beyond those of `turn`."""

    count: Annotated[int, "i4"]
    action: Annotated[IntMatrix, "i8", MAX_CANDIDATES, MAX_LENGTH]
    """The actions for the rest of the turn; -1 after the last."""
    lead: Annotated[FloatVector, "f8", MAX_CANDIDATES]
    """The static evaluation: the lead over the best of the other seats after the last action."""


class Options(Protocol):
    """The distinct options of a choice."""

    count: Annotated[int, "i4"]
    action: Annotated[IntVector, "i8", MAX_ACTIONS]
    key: Annotated[IntVector, "i8", MAX_ACTIONS]
    """What options that are not distinct have in common, or -1 if there are no such."""
    lead: Annotated[FloatVector, "f8", MAX_ACTIONS]
    """The static evaluation after each of them, or the stakes of a placement while these are sorted by them."""


CANDIDATES_DTYPE: Final = record_dtype(Candidates)
TURNS_DTYPE: Final = record_dtype(Turns)
OPTIONS_DTYPE: Final = record_dtype(Options)


class SearchWorkspace(NamedTuple):
    """The rules, the weights and the scratch memory of a search. Each thread needs its own."""

    tables: RecordArray[RuleTables]
    spare: RecordArray[GameRecord]
    candidates: RecordArray[Candidates]
    turns: RecordArray[Turns]
    options: RecordArray[Options]
    scratch: RecordArray[EvaluationScratch]
    weights: FloatVector
    """The weights of the evaluation of candidates."""
    leaf_weights: FloatVector
    """The weights of the evaluation at the end of a rollout."""


def make_workspace(
    tables: Array, weights: npt.NDArray[np.float64], leaf_weights: npt.NDArray[np.float64]
) -> SearchWorkspace:
    """Return a new workspace."""
    return SearchWorkspace(
        tables,
        spare=np.zeros(SPARE_GAMES, GAME_DTYPE),
        candidates=np.zeros(1, CANDIDATES_DTYPE),
        turns=np.zeros(1, TURNS_DTYPE),
        options=np.zeros(OPTION_LISTS, OPTIONS_DTYPE),
        scratch=np.zeros(1, EVALUATION_DTYPE),
        weights=weights,
        leaf_weights=leaf_weights,
    )


def listed_candidates(workspace: SearchWorkspace) -> tuple[npt.NDArray[np.int64], list[float]]:
    """Return the candidates that were listed last, as rows of two actions, and their leads."""
    candidates = cast(Array, workspace.candidates)[0]
    count = int(candidates["count"])
    actions = np.stack([candidates["first"][:count], candidates["second"][:count]], axis=1)
    return actions, candidates["lead"][:count].tolist()


def listed_turns(workspace: SearchWorkspace) -> tuple[npt.NDArray[np.int64], list[float]]:
    """Return the turns that were listed last, as rows of actions that end with -1, and their leads."""
    turns = cast(Array, workspace.turns)[0]
    count = int(turns["count"])
    return turns["action"][:count].copy(), turns["lead"][:count].tolist()
