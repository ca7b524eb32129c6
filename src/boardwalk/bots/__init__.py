"""Bots: programs that play. A bot receives its seat's views and nothing else."""

from boardwalk.bots.bot import Bot, GreedyBot, RandomBot
from boardwalk.bots.names import bot_names, check_bot, make_bot
from boardwalk.bots.seated import Seated, needs_views, play

__all__ = ["Bot", "GreedyBot", "RandomBot", "Seated", "bot_names", "check_bot", "make_bot", "needs_views", "play"]
