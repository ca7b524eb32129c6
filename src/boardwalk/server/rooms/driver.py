"""Actions in a room without a message from a client: moves of bots, clocks that run out, ticks of live games.

None of them happens while nobody is connected to the room.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from boardwalk.bots.names import EASY, RANDOM
from boardwalk.contract.errors import MoveError
from boardwalk.match import Match
from boardwalk.server.base.errors import MovedError, RefusedError
from boardwalk.server.base.settings import Settings
from boardwalk.server.rooms.bots import RoomBots, bot_seed, tick_actions
from boardwalk.server.rooms.clock import lost_on_time
from boardwalk.server.rooms.room import Room
from boardwalk.server.rooms.spec import Kind
from boardwalk.server.rooms.state import Due, Pair, due
from boardwalk.server.rooms.warming import Warming
from boardwalk.server.store import StoreError
from boardwalk.server.workers.pool import Pool

log = logging.getLogger("boardwalk")
RETRY = 2.0  # seconds until the next attempt when the store is away
AGAIN = 5.0  # … or when something failed


class Driver:
    """Drives one room. It has a task only while something is due; `moved` is called when another process owns the
    room."""

    def __init__(self, room: Room, settings: Settings, pool: Pool, warming: Warming, moved: Callable[[], None]) -> None:
        self._room, self._settings, self._moved = room, settings, moved
        self.bots = RoomBots(room, pool, warming)
        self._task: asyncio.Task[None] | None = None
        self._woken = False
        self._alarm: asyncio.TimerHandle | None = None

    def wake(self) -> None:
        """Check for due work after a change or a new connection, and again when the time of the seat to act is up."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if not self._room.connections or self._room.state.phase != "playing":
            return
        self._woken = True
        if seconds := self._room.deadline():
            self._alarm = asyncio.get_running_loop().call_later(seconds, self.wake)
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
            while self._woken:
                self._woken = False
                try:
                    while await self._one_step():
                        pass
                except StoreError:  # clients are told when they act
                    await asyncio.sleep(RETRY)
                    self._woken = True
                except MovedError:
                    self._moved()
                    return
                except Exception:
                    log.exception("the driver of a room failed", extra={"room": self._room.name})
                    await asyncio.sleep(AGAIN)
                    self._woken = True
        finally:
            self._task = None

    def _due(self) -> Due:
        room = self._room
        return due(room.state, room.match, bool(room.connections), room.runtime.now())

    async def _one_step(self) -> bool:
        """Do what is due. False if there is nothing to do until the room changes."""
        room, now = self._room, self._due()
        if now.tick:
            if now.first:
                await self._count_down()
            await asyncio.sleep(room.state.spec.tick_ms / 1000)
            return await self._tick() if room.connections else False
        if now.leave_out:
            async with room.lock:
                await room.leave_out_open_seats()
        if now.flags:
            return await self._play(lambda match: [lost_on_time(match, seat) for seat in self._due().flags[:1]])
        seats = self._due().seats
        if not seats:
            return False
        await asyncio.sleep(min(self._settings.bot_pause, *map(self.bots.seconds, seats)))
        choices = [choice for seat in seats if seat in self._due().seats and (choice := await self.bots.choose(seat))]
        return await self._play(lambda _: [(one.seat, one.action) for one in choices if one.request.is_unchanged()])

    async def _play(self, choose: Callable[[Match], list[Pair]]) -> bool:
        """Play this; False if it is not possible, because the room has changed meanwhile."""
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
        room, spec = self._room, self._room.state.spec
        seats = [seat for seat, one in enumerate(spec.seats) if one.kind is Kind.BOT]
        names = {seat: EASY if self.bots.thinks(seat) else self.bots.at(seat) for seat in seats}
        # interpreted, the easy bot could take longer than a tick: it idles
        quick = {seat: name for seat, name in names.items() if name == RANDOM or self.bots.is_loaded}
        chosen = {**room.take_inputs(), **self.bots.decided()}
        seed = bot_seed(spec.seed, spec.match, room.match.revision[1])
        pairs = await asyncio.to_thread(tick_actions, room.match.copy(), quick, chosen, seed)
        done = await self._play(lambda now: pairs)
        self.bots.think_ahead()
        return done
