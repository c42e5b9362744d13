"""Bots: programs that choose, given only what their seat may see."""

from bastide.bots.levels import LEVELS, Choose, choose

__all__ = ["LEVELS", "Choose", "choose"]
