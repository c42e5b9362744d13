"""Bots: programs that choose, given only what their seat may see."""

from bastide.bots.levels import LEVELS, SEARCHING, Bot, Budget, choose, make_bot
from bastide.bots.search import get_ready

__all__ = ["LEVELS", "SEARCHING", "Bot", "Budget", "choose", "get_ready", "make_bot"]
