"""Gold Rush: a game of its own, with its own base rules and no expansions."""

from __future__ import annotations

from bastide.expansions import gold_rush
from bastide.games.spec import GameSpec

GAME = GameSpec(
    name="gold_rush",
    base=(gold_rush.EXPANSION,),
    expansions=(),
    presets={"gold_rush": {"farmers": True, "max_players": 5}},
    default_preset="gold_rush",
)
