"""Sites, by kind of feature, in all games: the role of its followers, and whether it can be completed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from bastide.games.rules import GAMES
from bastide.rules.model import Site


@cache
def sites() -> Mapping[str, Site]:
    """Return the sites of all expansions by kind of feature."""
    parts = [part for game in GAMES.values() for part in (*game.base, *game.expansions)]
    parts += [part for expansion in parts for option in expansion.options for _, part in option.brings]
    return {site.kind: site for part in parts for site in part.sites}
