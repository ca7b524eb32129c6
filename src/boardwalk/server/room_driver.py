"""What happens in a room without a message from a client: moves of bots, clocks that run out, ticks of live games.

Nothing of it happens while nobody is connected to the room.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from operator import index

from boardwalk.bots import make_bot
from boardwalk.bots.names import GREEDY
from boardwalk.core.errors import MoveError
from boardwalk.match import Match, View
from boardwalk.server.room import Pair, Room
from boardwalk.server.room_spec import Kind, MovedError, RefusedError
from boardwalk.server.settings import Settings
from boardwalk.server.store import StoreError

log = logging.getLogger("boardwalk")
RETRY = 2.0  # seconds until the next attempt when the store is away
AGAIN = 5.0  # … or when something failed


class Driver:
    """Drives one room. It has a task only while something is due; `moved` is called when another process has the
    room."""

    def __init__(self, room: Room, settings: Settings, moved: Callable[[], None]) -> None:
        self._room, self._settings, self._moved = room, settings, moved
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
            await asyncio.sleep(room.spec.tick_ms / 1000)
            return await self._tick()
        if room.spec.seats[room.match.to_act].kind is Kind.OPEN:  # the store was away when it should have been left out
            async with room.lock:
                await room.leave_out_open_seats()
        due = [seat for seat in range(len(room.spec.seats)) if _is_due(room, seat)]
        if not due:
            return False
        await asyncio.sleep(self._settings.bot_pause)
        match, bots = room.match, _bots(room)
        mark, views = match.mark, [match.view(seat) for seat in due]
        pairs = await asyncio.to_thread(
            lambda: [(view.seat, _choose(room.name, view, bots)) for view in views if view.acting]
        )
        # Another match may have begun meanwhile, and have come to the same mark.
        return await self._play(lambda now: pairs if now is match and now.mark == mark else [])

    async def _play(self, choose: Callable[[Match], list[Pair]]) -> bool:
        """Whether it was possible. If not, the room has changed meanwhile."""
        try:
            await self._room.play_choice(choose)
        except (MoveError, RefusedError):
            return False
        return True

    # -- live games (CF-17)

    async def _tick(self) -> bool:
        """Each seat acts once: people by their newest input, or not at all; bots as they choose."""
        room = self._room
        pairs = await asyncio.to_thread(_tick_pairs, room.name, room.match.copy(), _bots(room), room.inputs.take())
        return await self._play(lambda now: pairs)


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


def _bots(room: Room) -> dict[int, str]:
    """The bots' names by seat."""
    return {number: seat.bot for number, seat in enumerate(room.spec.seats) if seat.kind is Kind.BOT}


def _choose(room: str, view: View, bots: Mapping[int, str]) -> int:
    """An action of a seat, chosen by its bot from what it may know. A bot of another package may fail in any way: then
    the greedy bot makes this move. It also plays for people whose time is up."""
    name = bots.get(view.seat, GREEDY)
    try:
        action = index(make_bot(name).choose(view))
        if action in view.legal:
            return action
        log.error("the bot %s chose %d, which is not legal; greedy moves instead", name, action, extra={"room": room})
    except Exception:
        if name == GREEDY:
            raise
        log.exception("the bot %s failed; greedy moves instead", name, extra={"room": room})
    return make_bot(GREEDY).choose(view)


def _tick_pairs(room: str, match: Match, bots: Mapping[int, str], inputs: Mapping[int, int]) -> list[Pair]:
    idle = match.table.game.idle
    assert idle is not None
    pairs: list[Pair] = []
    acted: set[int] = set()
    while not match.over and match.to_act not in acted:
        seat = match.to_act
        acted.add(seat)
        if seat in bots:
            action = _choose(room, match.view(seat), bots)
        else:
            wanted = inputs.get(seat, idle)
            action = wanted if wanted in match.rules.legal(match.position) else idle
        match.act(seat, action)
        pairs.append((seat, action))
    return pairs
