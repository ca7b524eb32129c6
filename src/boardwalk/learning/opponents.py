"""The players of the seats that the learner does not play."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from copy import copy, deepcopy
from random import Random
from typing import SupportsInt, TypeAlias

from boardwalk.bots import Bot, Seated, check_bot, make_bot, needs_views
from boardwalk.bots.names import EASY, GREEDY, RANDOM
from boardwalk.bots.thinking import ThinkingBot
from boardwalk.contract.errors import BoardwalkError, MoveError
from boardwalk.contract.game import Position, Table
from boardwalk.learning.episode import Array, Episode, action_number
from boardwalk.match import Match

__all__ = ["EASY", "GREEDY", "RANDOM", "Followed", "Opponent", "Others", "check_memory", "check_opponent"]

Policy: TypeAlias = Callable[[Array, Array], SupportsInt]
Opponent: TypeAlias = str | Bot | Policy


def check_opponent(opponent: object, game: str) -> None:
    """A `BoardwalkError` unless it is the name of a bot that plays the game, a bot, or a function that chooses
    actions."""
    if isinstance(opponent, str):
        check_bot(opponent, game)
    elif not hasattr(opponent, "choose") and not callable(opponent):
        raise BoardwalkError(
            f"opponent must be a bot's name, a bot, or a function of observation and mask, not {opponent!r}"
        )


class Others:
    """The opponent at each seat but the learner's. Bots given by name are made anew for each game, from its seed; a bot
    or function given by the user is shared by games and copies."""

    def __init__(self, opponent: Opponent, table: Table) -> None:
        check_opponent(opponent, table.game.name)
        self.opponent = opponent
        self._bots: dict[int, Seated] = {}
        self._match: Match | None = None  # the game so far, if the bots need every view

    def sit_down(self, episode: Episode) -> None:
        """Before a game begins."""
        if self.opponent == RANDOM or not (isinstance(self.opponent, str) or hasattr(self.opponent, "choose")):
            return
        random = Random(episode.seed)
        for seat in range(len(episode.table.seats)):
            seed = random.getrandbits(63)
            bot = make_bot(self.opponent, seed) if isinstance(self.opponent, str) else self.opponent
            self._bots[seat] = Seated(bot, seat)
        check_memory(self.opponent, episode.table)
        watches = needs_views(self._bots[0].bot, episode.table)
        self._match = Match(episode.table, episode.seed) if watches else None

    def act(self, episode: Episode) -> None:
        """The action of the seat to act."""
        seat, opponent = episode.to_act, self.opponent
        if opponent == RANDOM:
            episode.act_at_random()
        elif seat in self._bots:
            if self._match:
                self._match.play_on(episode.actions[len(self._match.actions) :])
                episode.act(seat, self._bots[seat].choose(self._match))
            else:
                episode.act(seat, self._bots[seat].bot.choose(episode.view(seat)))
        else:
            assert callable(opponent)
            episode.act(seat, action_number(opponent(episode.observe(seat), episode.mask(seat))))

    def copy(self) -> Others:
        twin = copy(self)
        twin._match = self._match and self._match.copy()
        if isinstance(self.opponent, str):
            twin._bots = {seat: _copied(seated) for seat, seated in self._bots.items()}
        return twin


def _copied(seated: Seated) -> Seated:
    """A bot that will make the same choices. The state of the built-in ones follows from their seed and the views of
    the game, which are replayed to the copy."""
    if isinstance(seated.bot, ThinkingBot):
        return Seated(type(seated.bot)(seated.bot.seed), seated.seat)
    return deepcopy(seated)


def check_memory(opponent: Opponent, table: Table, games: int = 1) -> None:
    """A `BoardwalkError` if one bot with a memory would have to play several seats or games."""
    if not isinstance(opponent, str) and needs_views(opponent, table) and (games > 1 or len(table.seats) > 2):
        raise BoardwalkError(
            "a bot with a memory plays one seat of one game; give it by name, so that each has its own"
        )


class Followed:
    """The games of a batch as matches, for bots with a memory, which need every view."""

    def __init__(self, table: Table, opponent: Opponent, games: int, seed: int) -> None:
        self._table, self._opponent = table, opponent
        self._matches: list[Match | None] = [None] * games
        self._bots: list[dict[int, Seated]] = [{} for _ in range(games)]
        self._random = Random(seed)

    def stepped(self, row: int, action: int, position: Position) -> None:
        """An action was played in a game and has led to this position, which may be the start of the next game."""
        match = self._matches[row]
        assert match is not None
        with suppress(MoveError):  # an illegal action of the learner, which was replaced
            match.act(match.to_act, action)
        if match.position.state != position.state:
            self.begin(row, position)

    def begin(self, row: int, position: Position) -> None:
        """A game begins in this position."""
        self._matches[row] = Match(self._table, 0, position=position)
        self._bots[row] = {}
        for seat in range(len(self._table.seats)):
            seed = self._random.getrandbits(63)
            bot = make_bot(self._opponent, seed) if isinstance(self._opponent, str) else self._opponent
            self._bots[row][seat] = Seated(bot, seat)  # type: ignore[arg-type]

    def choose(self, row: int) -> int:
        """The action of the bot at the seat to act in a game."""
        match = self._matches[row]
        assert match is not None
        return self._bots[row][match.to_act].choose(match)
