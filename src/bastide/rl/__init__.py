"""A learning environment: the same game, told in numbers, for PettingZoo, Gymnasium and OpenSpiel.

It needs the extra ``bastide[rl]``; without it, importing this package raises BastideError.
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
