"""Bots: programs that play. A bot receives its seat's view and nothing else."""

from boardwalk.bots.bot import Bot, GreedyBot, RandomBot, bot_names, check_bot, make_bot, play

__all__ = ["Bot", "GreedyBot", "RandomBot", "bot_names", "check_bot", "make_bot", "play"]
