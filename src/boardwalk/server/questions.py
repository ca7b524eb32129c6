"""Questions to the thinking processes about a seat of a room, answered from what that seat may see."""

from __future__ import annotations

import asyncio
import hashlib
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardwalk.core.errors import BoardwalkError
from boardwalk.core.game import Position
from boardwalk.match import Match
from boardwalk.server.thinking_messages import Ask, Seen

if TYPE_CHECKING:
    from boardwalk.server.room import Room

MOST_VIEWS = 2000  # sent to a process that knows none of them, the newest ones
SLICE = 0.002  # seconds of gathering views before the event loop has its turn


class MovedOnError(BoardwalkError):
    """The match has ended or was taken back while a question about it waited."""


@dataclass
class Sent:
    """What has been sent about a seat: the process it was sent to, the last step, and whether every view is needed."""

    process: int = 0
    last: int = -1
    watches: bool = False


class SeatQuestion:
    """What a bot would do at a seat or, without a bot, what an analysis says about it; see `thinkers.Question`.

    In live games (`live`) it is asked as if it were the seat's turn."""

    def __init__(
        self, room: Room, seat: int, sent: Sent, *, bot: str = "", seconds: float = 0.0, live: bool = False
    ) -> None:
        self.room = room.name
        self.seat = seat
        self.bot = bot
        self.asked = b""  # the state that was asked about
        self._room, self._match, self._undos = room, room.match, room.match.mark[0]
        self._sent, self._seconds, self._live = sent, seconds, live

    @property
    def is_portable(self) -> bool:
        return not self._sent.watches

    async def ask(self, process: int, *, whole: bool) -> Ask:
        match, sent, spec = self._match, self._sent, self._room.spec
        new = whole or sent.process != process
        newest = match.mark[1]
        if not sent.watches and not whole:
            first = max(newest - 1, 0)
        else:
            first = max(newest + 1 - MOST_VIEWS, 0) if new else min(sent.last + 1, newest)
        views = await self._views(first)
        sent.process, sent.last = process, first + len(views) - 1
        self.asked = self.own_state(match)
        layout = match.table.layout
        return Ask(
            number=0,
            key=f"{self.room} {self._room.number} {self._undos} {self.seat} {self.bot}",
            game=spec.game,
            options=spec.options,
            board=match.position.board.to_bytes() if layout.per_game and new else b"",
            seat=self.seat,
            seed=bot_seed(spec.seed, self._room.number, self.seat),
            first=first,
            views=views,
            now=Seen(self.asked) if self.asked != views[-1].state else None,
            whole=whole or (new and sent.watches),
            bot=self.bot,
            seconds=self._seconds,
        )

    async def _views(self, first: int) -> list[Seen]:
        """What the seat knew after each step from number `first` on, gathered a slice at a time."""
        match = self._match
        views: list[Seen] = []
        pause_at = time.monotonic() + SLICE
        while first + len(views) <= match.mark[1]:
            if time.monotonic() > pause_at:
                await asyncio.sleep(0)
                pause_at = time.monotonic() + SLICE
            if self._room.match is not match or match.mark[0] != self._undos or match.over:
                raise MovedOnError("the game has moved on")
            number = first + len(views)
            by, action = match.steps[number]
            seen = match.rules.concealed(match.at(number), self.seat)
            views.append(Seen(seen.state.to_bytes(), action if by == self.seat else None))
        return views

    def own_state(self, match: Match) -> bytes:
        """What the seat knows now, its choices before its turn included."""
        own = match.own(self.seat)
        if self._live:
            own = own.copy()
            own.state.to_act = self.seat
        return match.rules.concealed(own, self.seat).state.to_bytes()

    def is_unchanged(self, match: Match) -> bool:
        """Whether the match is the one that was asked about, and the seat knows what it knew then."""
        return match is self._match and self.own_state(match) == self.asked

    def is_legal(self, action: int) -> bool:
        """Whether this action was possible in what was asked about."""
        table, board = self._match.table, self._match.position.board
        position = Position(table, board, table.layout.state.with_bytes(self.asked))
        return position.to_act == self.seat and action in self._match.rules.legal(position)


def bot_seed(seed: int, match: int, seat: int) -> int:
    """The seed of the bot at a seat. It follows from the room's, so that a game can be played again, but does not
    reveal it: the game's own random numbers follow from that."""
    text = f"bot {seed} {match} {seat}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little") >> 1
