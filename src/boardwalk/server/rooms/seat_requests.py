"""Requests to the pool about a seat of a room, which hold what that seat may see."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass

import msgspec

from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.game import Position
from boardwalk.match import Match
from boardwalk.server.base.runtime import Runtime
from boardwalk.server.rooms.room import Room
from boardwalk.server.rooms.state import RoomState
from boardwalk.server.workers.messages import Analysed, BotRequest, SeenStep
from boardwalk.server.workers.pool import Pool, PoolRequest

MOST_VIEWS = 2000  # sent to a process that knows none of them, the newest ones
SLICE = 0.002  # seconds of gathering views before the event loop has its turn


class MovedOnError(BoardwalkError):
    """The match has ended or was taken back while a request about it waited."""


@dataclass
class SentHistory:
    """What has been sent of a seat's views: to which process, up to which step, and whether every view is needed."""

    process: int = 0
    last: int = -1
    watches: bool = False


class SeatRequest(PoolRequest):
    """A request for a move of a bot or, without a bot, for an analysis, about the view after step `step` of a
    finished match."""

    def __init__(
        self,
        state: RoomState,
        match: Match,
        seat: int,
        sent: SentHistory,
        address: str,
        runtime: Runtime,
        *,
        step: int = -1,
        bot: str = "",
        seconds: float = 0.0,
    ) -> None:
        super().__init__(address, state.name)
        self._now = runtime.now
        self.match, self.seat, self.sent = match, seat, sent
        self.asked = b""  # the state that was asked about
        self._undos, self._step = match.mark[0], step
        spec = state.spec
        self._about = BotRequest(
            key=f"{state.name} {spec.match} {match.mark[0]} {seat} {bot or seconds}",
            game=spec.game,
            options=spec.options,
            board=b"",
            names=match.names,
            seat=seat,
            seed=bot_seed(spec.seed, spec.match, seat),
            first=0,
            views=[],
            bot=bot,
            seconds=seconds,
        )

    @property
    def process(self) -> int:
        return self.sent.process

    @property
    def is_portable(self) -> bool:
        return not self.sent.watches

    @property
    def newest(self) -> int:
        """The number of the last step that the seat's view shows."""
        return self._step

    async def message(self, process: int, *, whole: bool) -> BotRequest:
        match, sent = self.match, self.sent
        new = whole or sent.process != process
        if not sent.watches and not whole:
            first = max(self.newest - 1, 0)
        else:
            first = max(self.newest + 1 - MOST_VIEWS, 0) if new else min(sent.last + 1, self.newest)
        views = await self._views(first)
        sent.process, sent.last = process, first + len(views) - 1
        self.asked = self.own_state()
        return msgspec.structs.replace(
            self._about,
            board=match.position.board.to_bytes() if match.table.layout.per_game and new else b"",
            first=first,
            views=views,
            now=SeenStep(self.asked) if self.asked != views[-1].state else None,
            whole=whole or (new and sent.watches),
        )

    async def analysis(self, pool: Pool) -> bytes:
        """The answer to a request without a bot, as JSON."""
        answer = await pool.answer(self)
        assert isinstance(answer, Analysed)
        self.sent.watches = answer.watches
        return answer.result

    async def _views(self, first: int) -> list[SeenStep]:
        """What the seat knew after each step from number `first` on, gathered a slice at a time."""
        match = self.match
        views: list[SeenStep] = []
        pause_at = self._now() + SLICE
        while first + len(views) <= self.newest:
            if self._now() > pause_at:
                await asyncio.sleep(0)
                pause_at = self._now() + SLICE
            self.check()
            number = first + len(views)
            by, action = match.steps[number]
            seen = match.rules.concealed(match.at(number), self.seat)
            views.append(SeenStep(seen.state.to_bytes(), action if by == self.seat else None))
        return views

    def check(self) -> None:
        """Hook: a `MovedOnError` if nobody needs an answer any more."""

    def own_state(self) -> bytes:
        """What the seat knows at the step that is asked about."""
        match = self.match
        return match.rules.concealed(match.at(self.newest), self.seat).state.to_bytes()

    def is_legal(self, action: int) -> bool:
        """Whether this action was possible in what was asked about."""
        table, board = self.match.table, self.match.position.board
        position = Position(table, board, table.layout.state.with_bytes(self.asked))
        return position.to_act == self.seat and action in self.match.rules.legal(position)


class TurnRequest(SeatRequest):
    """A request about the present turn of a seat; in live games, as if it were the seat's turn."""

    def __init__(
        self, room: Room, seat: int, sent: SentHistory, address: str, *, bot: str = "", seconds: float = 0.0
    ) -> None:
        super().__init__(room.state, room.match, seat, sent, address, room.runtime, bot=bot, seconds=seconds)
        self._room = room

    @property
    def newest(self) -> int:
        return self.match.mark[1]

    def check(self) -> None:
        if self._room.match is not self.match or self.match.mark[0] != self._undos or self.match.over:
            raise MovedOnError("the game has moved on")

    def own_state(self) -> bytes:
        own = self.match.own(self.seat)
        if self._room.state.live:
            own = own.copy()
            own.state.to_act = self.seat
        return self.match.rules.concealed(own, self.seat).state.to_bytes()

    def is_unchanged(self) -> bool:
        """Whether the match is still played, and the seat knows what it knew when it was asked about."""
        return self._room.match is self.match and self.own_state() == self.asked


def bot_seed(seed: int, match: int, seat: int) -> int:
    """The seed of the bot at a seat. It follows from the room's, so that a game can be played again, but does not
    reveal it: the game's own random numbers follow from that."""
    text = f"bot {seed} {match} {seat}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little") >> 1
