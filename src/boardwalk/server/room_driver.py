"""What happens in a room without a message from a client: moves of bots, clocks that run out, ticks of live games.

Every process that has a room in memory runs a driver for it; only the one that holds the room's lock in the store acts.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from operator import index

from boardwalk.bots import make_bot
from boardwalk.bots.bot import GREEDY
from boardwalk.core.errors import MoveError
from boardwalk.match import Match
from boardwalk.server.room import Pair, Room
from boardwalk.server.room_spec import Kind, RefusedError
from boardwalk.server.settings import Settings
from boardwalk.server.store import StoreError

log = logging.getLogger("boardwalk")
RETRY = 2.0  # seconds between attempts to take the room's lock, or to reach a store that is away


async def drive(room: Room, settings: Settings) -> None:
    """Run a room until cancelled."""
    try:
        while True:
            busy = away = False
            try:
                busy = await room.store.drive(room.name) and await _one_step(room, settings)
            except StoreError:
                away = True  # clients learn of it when they act
            if not busy:
                await _wait(room, away)
    finally:
        with suppress(StoreError):
            await room.store.stop_driving(room.name)


async def _wait(room: Room, away: bool) -> None:
    """Wait until the room changes or its clock runs out."""
    pause = room.deadline() or None
    if room.store.shared or away:
        pause = min(pause or RETRY, RETRY)
    with suppress(TimeoutError):
        async with asyncio.timeout(pause):
            await room.changed.wait()
    room.changed.clear()


async def _one_step(room: Room, settings: Settings) -> bool:
    """Do what is due. False when there is nothing to do until something changes."""
    if room.phase != "playing":
        return False
    if room.live:
        await asyncio.sleep(room.spec.tick_ms / 1000)
        return await _tick(room)
    if room.spec.seats[room.match.to_act].kind is Kind.OPEN:  # the store was away when it should have been left out
        async with room.lock:
            await room.leave_out_open_seats()
    due = [seat for seat in range(len(room.spec.seats)) if _is_due(room, seat)]
    if not due:
        return False
    if room.presence.anybody:
        await asyncio.sleep(settings.bot_pause)
    match, mark, bots = room.match.copy(), room.match.mark, _bots(room)
    pairs = await asyncio.to_thread(lambda: [(seat, _choose(room.name, match, seat, bots)) for seat in due])
    return await _carried_out(room.play_choice(lambda now: pairs if now.mark == mark else []))


async def _carried_out(work: Awaitable[None]) -> bool:
    """Whether it was possible. If not, the room has changed meanwhile."""
    try:
        await work
    except (MoveError, RefusedError):
        return False
    return True


def _is_due(room: Room, seat: int) -> bool:
    """Whether the driver acts for a seat now: it is a bot's, or its time is up."""
    if not (room.spec.seats[seat].kind is Kind.BOT or (room.time_is_up and room.spec.seats[seat].kind is Kind.PERSON)):
        return False
    return room.match.view(seat).acting


def _bots(room: Room) -> dict[int, str]:
    """The bots' names by seat."""
    return {number: seat.bot for number, seat in enumerate(room.spec.seats) if seat.kind is Kind.BOT}


def _choose(room: str, match: Match, seat: int, bots: Mapping[int, str]) -> int:
    """An action of a seat, chosen by its bot from what it may know. A bot of another package may fail in any way: then
    the greedy bot makes this move. It also plays for people whose time is up."""
    view, name = match.view(seat), bots.get(seat, GREEDY)
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


# -- live games (CF-17)


async def _tick(room: Room) -> bool:
    """Each seat acts once: people by their newest input, or not at all; bots as they choose."""
    pairs = await asyncio.to_thread(_tick_pairs, room.name, room.match.copy(), _bots(room), room.inputs.take())
    return await _carried_out(room.play(pairs))


def _tick_pairs(room: str, match: Match, bots: Mapping[int, str], inputs: Mapping[int, int]) -> list[Pair]:
    idle = match.table.game.idle
    assert idle is not None
    pairs: list[Pair] = []
    acted: set[int] = set()
    while not match.over and match.to_act not in acted:
        seat = match.to_act
        acted.add(seat)
        if seat in bots:
            action = _choose(room, match, seat, bots)
        else:
            wanted = inputs.get(seat, idle)
            action = wanted if wanted in match.rules.legal(match.position) else idle
        match.act(seat, action)
        pairs.append((seat, action))
    return pairs
