"""The compiled simulator: tens of thousands of random games a second, with the same rules as the engine.

It plays every ruleset of the engine; rules that a program declares itself raise BadRules if they contain what the
simulator does not know. It needs the extra ``bastide[fast]``; without it, importing this package raises BastideError.

In reading order:

`batch`: many games simulated together, the public interface
`entry_points`: the compiled functions that `batch` calls
`support`: which rulesets are supported
`layout`: the record types of games and rules
`rule_tables`: a ruleset as lookup tables
`feature_points`: the points of features, tabulated
`conversion`: engine states to game records and back
`names`: columns, features, pieces and marks by number
`action_kinds`: kinds of actions by number
`steps`: the steps of the turn sheet by number
`bit_fields`: packed pieces, tiles, spots and sets
`rng`: the random number generator of a game
`bag`: the tiles left, by stage
`features`: the features of the board as a union-find
`fits`: rotations in which a tile matches its neighbours
`rivers`: legal placements of river tiles
`placement`: legal placements and laying tiles
`pieces`: legal deployments and moving pieces
`scoring`: scoring in the base game, and what all scoring shares
`turn`: the turn of the base game, from one decision to the next
`options`: legal actions that are stored
`rounds`: rounds of the table
`majorities`: who holds some features
`expansions`: the functions of the expansions
`ballistics`: the flight of a token
`awards`: completed features, their values, and who gets them
`turn_steps`: the steps of the turn that all games share
`final_steps`: the steps of the final scoring that all games share
`turn_sheet`: the turn of all other rules, step by step
`calls`: calls of the turn sheet by its address
`turn_address`: that address
`actions`: listing, checking and applying the engine's actions
`playouts`: random playouts
`game_copy`: copying game records
`evaluation`: static evaluation of a position
`workspace`: the preallocated memory of a search
`candidates`: whole turns with their static evaluation
`rollouts`: evaluation of candidates by greedy rollouts
`sheet_evaluation`: static evaluation where rules go beyond those of `turn`
`sheet_candidates`: whole turns there
`sheet_rollouts`: evaluation of these by greedy rollouts
`compilation`: compilation with Numba and its cache
`interpreted`: the same functions in plain Python, for debuggers
`warmup`: compilation ahead of time
"""

from bastide.fast.batch import Batch
from bastide.fast.support import check

__all__ = ["Batch", "check"]
