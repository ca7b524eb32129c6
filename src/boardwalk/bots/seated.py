"""`Seated`: feeds a bot the views of its seat of a match."""

from __future__ import annotations

from collections.abc import Mapping

from boardwalk.bots.bot import Bot
from boardwalk.bots.thinking import ThinkingBot
from boardwalk.contract.errors import UnknownBotError
from boardwalk.contract.game import Table
from boardwalk.contract.text import shown
from boardwalk.match import Match


class Seated:
    """A bot at a seat of a match. If the bot has a method `watch` it is shown the views it has not seen yet, in order
    and from the deal on, before it chooses. After an undo it must `forget` and is shown all views again."""

    def __init__(self, bot: Bot, seat: int) -> None:
        if not callable(getattr(bot, "choose", None)):
            raise UnknownBotError(f"a bot is what make_bot('easy') returns, or has a method `choose`; not {shown(bot)}")
        self.bot = bot
        self.seat = seat
        self._undos: int | None = None
        self._seen = 0  # the number of steps shown to it

    def choose(self, match: Match) -> int:
        """The bot's action; it must be its turn, or it may choose before its turn."""
        self.catch_up(match)
        return self.bot.choose(match.view(self.seat))

    def catch_up(self, match: Match) -> None:
        """Show the bot the views since its last choice."""
        if not needs_views(self.bot, match.table):
            return
        watch = self.bot.watch  # type: ignore[attr-defined]
        undos, newest = match.revision
        if undos != self._undos:
            self._undos, self._seen = undos, 0
            self.bot.forget()  # type: ignore[attr-defined]
        # while the seat chooses before its turn, its view of the newest step shows choices that no step has made
        end = newest + 1 if match.to_act == self.seat or match.over else newest
        for number in range(self._seen, end):
            watch(match.view(self.seat, number))
        self._seen = max(self._seen, end)


def needs_views(bot: object, table: Table) -> bool:
    """Whether a bot needs every view of its seat: if it has `watch`; the built-in ones only in games for which they
    keep a belief."""
    return hasattr(bot, "watch") and (table.search.belief is not None or not isinstance(bot, ThinkingBot))


def play(match: Match, bots: Mapping[int, Bot | Seated], limit: int = 100_000) -> None:
    """Play the bots' actions while it is a bot's turn, at most `limit` actions. A bot with a memory is shown the match
    from the deal on, unless it is `Seated` already.

    >>> from boardwalk import Match, make_bot, play
    >>> match = Match("fog_quoridor", seed=1)
    >>> play(match, {0: make_bot("easy", seed=1), 1: make_bot("random", seed=2)})
    >>> match.over
    True
    """
    if not isinstance(bots, Mapping):
        raise UnknownBotError(f"expected bots by seat, such as {{0: make_bot('easy')}}, not {shown(bots)}")
    for seat in bots:
        match.check_seat(seat)
    seated = {seat: bot if isinstance(bot, Seated) else Seated(bot, seat) for seat, bot in bots.items()}
    for _ in range(limit):
        seat = match.to_act
        if seat not in seated:
            return
        match.act(seat, seated[seat].choose(match))
