"""What happens in a room without a message from a client: moves of bots, clocks that run out, ticks of live games.

Nothing of it happens while nobody is connected to the room.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from boardwalk.bots.names import EASY
from boardwalk.contract.errors import MoveError
from boardwalk.match import Match
from boardwalk.server.base.errors import MovedError, RefusedError
from boardwalk.server.base.settings import Settings
from boardwalk.server.rooms.bots import RoomBots, tick_actions
from boardwalk.server.rooms.questions import bot_seed
from boardwalk.server.rooms.room import Pair, Room
from boardwalk.server.rooms.spec import Kind
from boardwalk.server.store import StoreError
from boardwalk.server.workers.thinkers import ThinkingPool

log = logging.getLogger("boardwalk")
RETRY = 2.0  # seconds until the next attempt when the store is away
AGAIN = 5.0  # … or when something failed


class Driver:
    """Drives one room. It has a task only while something is due; `moved` is called when another process has the
    room."""

    def __init__(self, room: Room, settings: Settings, pool: ThinkingPool, moved: Callable[[], None]) -> None:
        self._room, self._settings, self._moved = room, settings, moved
        self.bots = RoomBots(room, pool)
        self._task: asyncio.Task[None] | None = None
        self._nudged = False
        self._alarm: asyncio.TimerHandle | None = None

    def nudge(self) -> None:
        """Something may be due now, since the room has changed or somebody has come."""
        room = self._room
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if not _may_be_due(room):
            return
        self._nudged = True
        if seconds := room.deadline():
            self._alarm = asyncio.get_running_loop().call_later(seconds, self.nudge)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.bots.close()

    async def _run(self) -> None:
        try:
            while self._nudged:
                self._nudged = False
                try:
                    while await self._one_step():
                        pass
                except StoreError:  # clients learn of it when they act
                    await asyncio.sleep(RETRY)
                    self._nudged = True
                except MovedError:
                    self._moved()
                    return
                except Exception:
                    log.exception("the driver of a room failed", extra={"room": self._room.name})
                    await asyncio.sleep(AGAIN)
                    self._nudged = True
        finally:
            self._task = None

    async def _one_step(self) -> bool:
        """Do what is due. False when there is nothing to do until something changes."""
        room = self._room
        if room.phase != "playing" or not room.connections:
            return False
        if room.live:
            if not room.has_ticked:
                await self._count_down()
            await asyncio.sleep(room.spec.tick_ms / 1000)
            return await self._tick() if room.connections else False
        if room.spec.seats[room.match.to_act].kind is Kind.OPEN:  # the store was away when it should have been left out
            async with room.lock:
                await room.leave_out_open_seats()
        due = [seat for seat in range(len(room.spec.seats)) if _is_due(room, seat)]
        if not due:
            return False
        await asyncio.sleep(self._settings.bot_pause)
        choices = [choice for seat in due if _is_due(room, seat) and (choice := await self.bots.choose(seat))]
        return await self._play(lambda _: [(one.seat, one.action) for one in choices if one.question.is_unchanged()])

    async def _play(self, choose: Callable[[Match], list[Pair]]) -> bool:
        """Whether it was possible. If not, the room has changed meanwhile."""
        try:
            await self._room.play_choice(choose)
        except (MoveError, RefusedError):
            return False
        return True

    # -- live games (CF-17)

    async def _count_down(self) -> None:
        """Before the first tick of a match everybody has the same time to look at the board. It is counted anew where
        another process takes the room over before that tick."""
        self._room.count_down(self._settings.countdown)
        await asyncio.sleep(self._settings.countdown)

    async def _tick(self) -> bool:
        """Each seat acts once: people by their newest input, or not at all; bots as they choose."""
        room = self._room
        seats = [seat for seat, one in enumerate(room.spec.seats) if one.kind is Kind.BOT]
        quick = {seat: EASY if self.bots.thinks(seat) else self.bots.at(seat) for seat in seats}
        chosen = room.inputs.take() | self.bots.decided()
        seed = bot_seed(room.spec.seed, room.number, room.match.mark[1])
        pairs = await asyncio.to_thread(tick_actions, room.match.copy(), quick, chosen, seed)
        done = await self._play(lambda now: pairs)
        self.bots.think_ahead()
        return done


def _may_be_due(room: Room) -> bool:
    """A quick answer for rooms of people without a clock, which is no once everything has happened."""
    if not room.connections or room.phase != "playing":
        return False
    return bool(room.live or room.spec.turn_seconds or any(seat.kind is not Kind.PERSON for seat in room.spec.seats))


def _is_due(room: Room, seat: int) -> bool:
    """Whether the driver acts for a seat now: it is a bot's, or its time is up."""
    kind = room.spec.seats[seat].kind
    if not (kind is Kind.BOT or (kind is Kind.PERSON and room.time_is_up)):
        return False
    return room.match.own(seat).to_act == seat
