"""The compiled simulator: tens of thousands of random games a second, by the same rules as the engine.

It plays the base game with all its editions and options but the hand, the river, inns and cathedrals, and the abbot,
and refuses other rules. It needs the extra ``bastide[fast]``; without it, importing this package raises BastideError.

In reading order:

`batch`: many games simulated together, the public interface
`entry_points`: the compiled functions that `batch` calls
`support`: which rulesets are supported
`layout`: the records of games and rules
`rule_tables`: a ruleset compiled into its record
`feature_points`: the points of features, tabulated for `rule_tables`
`conversion`: states of the engine to game records and back
`bit_fields`: packed pieces, tiles and sets
`rng`: random numbers
`features`: the features of the board as a union-find
`placement`: laying tiles
`pieces`: deploying pieces
`scoring`: scoring features and fields
`turn`: the turn, from one decision to the next
`actions`: listing, checking and applying the engine's actions
`playouts`: random playouts
`game_copy`: copying game records
`evaluation`: static evaluation of a position
`workspace`: preallocated memory of a search
`candidates`: whole turns with their static evaluation
`rollouts`: evaluation of candidates by greedy rollouts
`compilation`: compilation with Numba and its cache
`warmup`: compilation ahead of time
"""

from bastide.fast.batch import Batch
from bastide.fast.support import check

__all__ = ["Batch", "check"]
