"""Players that are programs. A bot is given its seat's view and nothing else."""

from boardwalk.bots.bot import BOTS, Bot, GreedyBot, RandomBot, make_bot, play

__all__ = ["BOTS", "Bot", "GreedyBot", "RandomBot", "make_bot", "play"]
