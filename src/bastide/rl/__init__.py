"""Learning environments for PettingZoo, Gymnasium and OpenSpiel.

They need the extra ``bastide[rl]``; without it, importing this package raises BastideError.

In reading order:

`bastide_v0`: the PettingZoo environment
`gymnasium_env`: the Gymnasium environment, with bots in the other seats
`registration`: the Gymnasium ids
`vector_env`: the Gymnasium vector environment on the compiled simulator
`spiel`: the game and its states with OpenSpiel's methods
`openspiel`: the game registered with OpenSpiel
`policy`: a bot that plays by a trained policy
`options`: options that the environments share
`episode`: a game with its log and its generator
`rewards`: kinds of rewards
`rendering`: text and RGB arrays
`encoding`: action and observation spaces of a game
`window`: the part of the board that they cover
`actions`: the numbering of actions
`chance_outcomes`: the numbering of draws
`planes`: the board as a stack of planes
`graph`: the board as a graph
`scalars`: everything beside the board
`information_state`: what a seat did and saw since the start
`encoder_layout`: an encoding as a record for compiled code
`observation_kernel`: compiled observations and action masks
`step_kernel`: compiled steps of the vector environment
`compilation`: the compile cache of the kernels
`warmup`: compilation ahead of time
"""

from bastide.errors import BastideError, BeyondWindow

try:
    from bastide.rl import bastide_v0
    from bastide.rl.encoding import Encoding, make_encoding
    from bastide.rl.episode import Episode
    from bastide.rl.gymnasium_env import BastideEnv
    from bastide.rl.registration import register
except ImportError as reason:
    raise BastideError("extra_missing_rl", extra="bastide[rl]") from reason

register()

__all__ = ["BastideEnv", "BeyondWindow", "Encoding", "Episode", "bastide_v0", "make_encoding"]
