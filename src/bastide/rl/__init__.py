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
`options`: the common options of the environments
`episode`: a game with its log and its generator
`rewards`: rewards of all seats
`rendering`: games as text or RGB arrays
`encoding`: the action and observation spaces of a game
`window`: the part of the board that these cover
`actions`: the numbering of actions
`chance_outcomes`: the numbering of draws
`planes`: the board as a stack of planes
`graph`: the board as a graph
`scalars`: everything beside the board as a vector
`information_state`: the history of a game as a seat observed it
`encoder_records`: what the kernels know of an encoding, and of an environment beside its game
`encoder_layout`: an encoding as such a record
`window_kernel`: compiled positions in the window
`action_kernel`: compiled action numbers and masks
`scalar_kernel`: compiled scalars
`observation_kernel`: compiled planes and observations
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
