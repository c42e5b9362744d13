"""The compiled simulator: tens of thousands of random games a second, with the same rules as the engine.

It supports the base game in all editions and with all options except the hand, the three rivers, and the expansions
Inns & Cathedrals and The Abbot. Other rules raise BadRules. It needs the extra ``bastide[fast]``; without it, importing
this package raises BastideError.

In reading order:

`batch`: many games simulated together, the public interface
`entry_points`: the compiled functions that `batch` calls
`support`: which rulesets are supported
`layout`: the record types of games and rules
`rule_tables`: a ruleset as lookup tables
`feature_points`: the points of features, tabulated
`conversion`: engine states to game records and back
`bit_fields`: packed pieces, tiles, spots and sets
`rng`: the random number generator of a game
`features`: the features of the board as a union-find
`rivers`: legal placements of river tiles
`placement`: legal placements and laying tiles
`pieces`: legal deployments and moving pieces
`scoring`: scoring during the game and at its end
`turn`: the turn, from one decision to the next
`actions`: listing, checking and applying the engine's actions
`playouts`: random playouts
`game_copy`: copying game records
`evaluation`: static evaluation of a position
`workspace`: the preallocated memory of a search
`candidates`: whole turns with their static evaluation
`rollouts`: evaluation of candidates by greedy rollouts
`compilation`: compilation with Numba and its cache
`warmup`: compilation ahead of time
"""

from bastide.fast.batch import Batch
from bastide.fast.support import check

__all__ = ["Batch", "check"]
