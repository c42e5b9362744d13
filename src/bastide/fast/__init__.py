"""The compiled simulator: tens of thousands of random games a second, the same game as the engine's.

It plays the base game with all its editions and options but the hand, the river, inns and cathedrals, and the abbot,
and says so if it is asked for more. It needs the extra ``bastide[fast]``; without it, importing this package raises
BastideError.
"""

from bastide.fast.batch import Batch
from bastide.fast.support import check

__all__ = ["Batch", "check"]
