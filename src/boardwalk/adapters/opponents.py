"""Whoever plays the seats that the learner does not play."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy, deepcopy
from random import Random
from typing import SupportsInt, TypeAlias

from boardwalk.adapters.episode import Array, Episode, action_number
from boardwalk.bots import Bot, check_bot, make_bot
from boardwalk.bots.names import GREEDY, RANDOM
from boardwalk.core.errors import BoardwalkError

__all__ = ["GREEDY", "RANDOM", "Opponent", "Others", "check_opponent"]

Policy: TypeAlias = Callable[[Array, Array], SupportsInt]
Opponent: TypeAlias = str | Bot | Policy


def check_opponent(opponent: object, game: str) -> None:
    """A `BoardwalkError` unless it is the name of a bot that plays the game, a bot, or a function that can be one."""
    if isinstance(opponent, str):
        check_bot(opponent, game)
    elif not hasattr(opponent, "choose") and not callable(opponent):
        raise BoardwalkError(
            f"opponent must be a bot's name, a bot, or a function of observation and mask, not {opponent!r}"
        )


class Others:
    """The opponent at each seat but the learner's. Bots that were given by name are made anew for each game and
    follow from its seed; what the user has given is used as it is, and shared by copies."""

    def __init__(self, opponent: Opponent, game: str) -> None:
        check_opponent(opponent, game)
        self.opponent = opponent
        self._bots: dict[int, Bot] = {}

    def sit_down(self, episode: Episode) -> None:
        """Before a game begins."""
        if isinstance(self.opponent, str) and self.opponent != RANDOM:
            random = Random(episode.seed)
            seats = range(len(episode.table.seats))
            self._bots = {seat: make_bot(self.opponent, random.getrandbits(63)) for seat in seats}

    def act(self, episode: Episode) -> None:
        """The action of the seat to act."""
        seat, opponent = episode.to_act, self.opponent
        bot = self._bots.get(seat, opponent)
        if opponent == RANDOM:
            episode.act_at_random()
        elif hasattr(bot, "choose"):
            episode.act(seat, bot.choose(episode.view(seat)))
        else:
            assert callable(opponent)
            episode.act(seat, action_number(opponent(episode.observe(seat), episode.mask(seat))))

    def copy(self) -> Others:
        twin = copy(self)
        twin._bots = deepcopy(self._bots)
        return twin
