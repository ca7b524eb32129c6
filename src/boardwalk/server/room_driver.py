"""What happens in a room by itself: bots move, clocks run out, ticks come.

Every process that has a room awake runs a driver for it, and only the one that holds the room's lock in the store acts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from contextlib import suppress

from boardwalk.bots import Bot, make_bot
from boardwalk.core.errors import BoardwalkError
from boardwalk.match import Match
from boardwalk.server.room import Pair, Room
from boardwalk.server.room_spec import Kind
from boardwalk.server.settings import Settings
from boardwalk.server.store import StoreError

LOOK_AGAIN = 2.0  # seconds after which a driver looks again whether the room is its to drive, or the storage back


async def drive(room: Room, settings: Settings) -> None:
    """Run a room until cancelled."""
    try:
        while True:
            busy = away = False
            try:
                busy = await room.store.drive(room.name) and await _one_step(room, settings)
            except StoreError:
                away = True  # people are told when they act
            if not busy:
                await _wait(room, away)
    finally:
        with suppress(BoardwalkError):
            await room.store.stop_driving(room.name)


async def _wait(room: Room, away: bool) -> None:
    """Until the room changes or its clock runs out."""
    pause = room.deadline() or None
    if room.store.shared or away:
        pause = min(pause or LOOK_AGAIN, LOOK_AGAIN)
    with suppress(TimeoutError):
        async with asyncio.timeout(pause):
            await room.changed.wait()
    room.changed.clear()


async def _one_step(room: Room, settings: Settings) -> bool:
    """Whatever is due. False when there is nothing to do until something changes."""
    if room.phase != "playing":
        return False
    if room.live:
        await asyncio.sleep(room.spec.tick_ms / 1000)
        return await _tick(room)
    due = [seat for seat in range(len(room.spec.seats)) if _is_due(room, seat)]
    if not due:
        return False
    if room.presence.anybody:
        await asyncio.sleep(settings.bot_pause)
    match = room.match
    pairs = await asyncio.to_thread(_choices, match, due, _names(room))
    return await _carried_out(room.play_choice(lambda now: pairs if now.steps[-1] is match.steps[-1] else []))


async def _carried_out(work: Awaitable[None]) -> bool:
    """Whether it could be done. If not, a person or another process was quicker: then the room has changed."""
    try:
        await work
    except StoreError:
        raise
    except BoardwalkError:
        return False
    return True


def _is_due(room: Room, seat: int) -> bool:
    """Whether the driver acts for a seat now: it is a bot's, or its time is up."""
    if not (room.spec.seats[seat].kind is Kind.BOT or (room.time_is_up and room.spec.seats[seat].kind is Kind.PERSON)):
        return False
    return room.match.view(seat).acting


def _names(room: Room) -> dict[int, str]:
    return {number: seat.bot or "greedy" for number, seat in enumerate(room.spec.seats)}


def _choices(match: Match, seats: Sequence[int], names: dict[int, str]) -> list[Pair]:
    """One action for each of these seats, chosen from what it may know."""
    return [(seat, make_bot(names[seat]).choose(match.view(seat))) for seat in seats]


# -- live games (CF-17)


async def _tick(room: Room) -> bool:
    """Each seat acts once: people as they last asked, or not at all; bots as they choose."""
    bots = {number: make_bot(seat.bot) for number, seat in enumerate(room.spec.seats) if seat.kind is Kind.BOT}
    inputs, room.inputs = room.inputs, {}
    pairs = await asyncio.to_thread(_tick_pairs, room.match.copy(), bots, inputs)
    return await _carried_out(room.play(pairs))


def _tick_pairs(match: Match, bots: dict[int, Bot], inputs: dict[int, int]) -> list[Pair]:
    idle = match.table.game.idle
    assert idle is not None
    pairs: list[Pair] = []
    acted: set[int] = set()
    while not match.over and match.to_act not in acted:
        seat = match.to_act
        acted.add(seat)
        if seat in bots:
            action = bots[seat].choose(match.view(seat))
        else:
            wanted = inputs.get(seat, idle)
            action = wanted if wanted in match.rules.legal(match.position) else idle
        match.act(seat, action)
        pairs.append((seat, action))
    return pairs
