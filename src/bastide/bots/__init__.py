"""Bots: programs that choose, given only what their seat may see."""

from bastide.bots.compilation import get_ready
from bastide.bots.levels import LEVELS, SEARCHING, Bot, Budget, choose, make_bot

__all__ = ["LEVELS", "SEARCHING", "Bot", "Budget", "choose", "get_ready", "make_bot"]
