"""Rooms are read from the store a slice at a time, and dropped from memory and read again without races."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import msgspec
import pytest
from world import Ear, World

from boardwalk.match import Match
from boardwalk.server.rooms import stored
from boardwalk.server.rooms.room import Room
from boardwalk.server.store import Entry

NEVER_MS = 10**9
LENGTH = 40


async def long_room(world: World) -> Room:
    """A room with a log of LENGTH entries."""
    room, _ = await world.room("box_world", True)
    for _ in range(LENGTH // 2):
        await room.play([(0, room.match.view(0).legal[0])])
        await room.play([(0, -1)])
    assert room.state.logged == LENGTH
    return room


@pytest.fixture
def slices(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Slices of one entry each; for each slice the number of the turn of the event loop, which `ticking` counts."""
    taken: list[int] = []
    play_slice = stored._play_slice

    def play(
        match: Match, entries: Iterator[Entry], played: int, times: dict[int, float], now: Callable[[], float]
    ) -> int:
        taken.append(Turns.number)
        return play_slice(match, entries, played, times, now)

    monkeypatch.setattr(stored, "SLICE", -1.0)
    monkeypatch.setattr(stored, "PORTION", 7)
    monkeypatch.setattr(stored, "_play_slice", play)
    yield taken


class Turns:
    number = 0


async def ticking() -> None:
    while True:
        Turns.number += 1
        await asyncio.sleep(0)


def test_other_rooms_have_their_turn_after_each_slice_of_a_log(world: World, slices: list[int]) -> None:
    async def scene() -> None:
        room = await long_room(world)
        slices.clear()
        ticker = asyncio.get_running_loop().create_task(ticking())
        woken = await world.woken(room)
        ticker.cancel()
        assert woken.state.logged == LENGTH and woken.match.revision == room.match.revision
        assert len(slices) >= LENGTH and len(set(slices)) == len(slices), "the loop has had a turn between any two"

    world.run(scene())


def test_rooms_that_are_read_at_once_share_the_turns(world: World, slices: list[int]) -> None:
    async def scene() -> None:
        names = [(await long_room(world)).name for _ in range(3)]
        for name in names:
            world.rooms._unload(world.rooms.awake[name])
        slices.clear()
        ticker = asyncio.get_running_loop().create_task(ticking())
        rooms = await asyncio.gather(*(world.rooms.open(name) for name in names))
        ticker.cancel()
        assert [room.state.logged for room in rooms if room] == [LENGTH] * 3
        assert len(set(slices)) == len(slices), "one slice in each turn, whichever room it is of"

    world.run(scene())


async def driven_room(world: World) -> Room:
    """A room without connections whose driver has not ended yet."""
    room, _ = await world.room("capture_the_flag", True, tick_ms=NEVER_MS)
    await start_driver(room)
    return room


async def start_driver(room: Room) -> None:
    watcher = Ear(room)
    await asyncio.sleep(0)
    room.leave(watcher)


def test_rooms_that_wake_at_once_are_not_more_than_there_may_be(world: World) -> None:
    async def scene() -> None:
        most = 2
        rooms = [await driven_room(world) for _ in range(6)]
        for room in rooms[most:]:
            world.rooms._unload(room)
        world.rooms.settings = msgspec.structs.replace(world.rooms.settings, rooms_awake=most)
        for _ in range(3):
            await asyncio.gather(*(world.rooms.open(room.name) for room in rooms))
            assert len(world.rooms.awake) <= most
            for room in world.rooms.awake.values():
                await start_driver(room)
        assert set(world.rooms.awake) == set(world.rooms._drivers)

    world.run(scene())


def test_a_room_is_released_before_it_is_claimed_again(world: World) -> None:
    """Else it would be awake without a lease, and another process could take it too."""
    done: list[str] = []

    async def claim(name: str) -> bool:
        done.append("claim")
        return True

    async def release(name: str) -> None:
        await asyncio.sleep(0)
        done.append("release")

    async def scene() -> None:
        room = await driven_room(world)
        world.rooms.peers = SimpleNamespace(claim=claim, release=release)  # type: ignore[assignment]
        world.rooms._unload(room)
        await asyncio.sleep(0)
        woken = await world.rooms.open(room.name)
        assert woken is not None and woken is not room
        assert done == ["release", "claim"]
        world.rooms.peers = None

    world.run(scene())


def test_a_room_that_was_dropped_does_not_drive_on(world: World) -> None:
    async def scene() -> None:
        room = await driven_room(world)
        Ear(room)
        driver = world.rooms._drivers[room.name]
        world.rooms._unload(room)
        await asyncio.gather(*world.rooms._releasing.values())
        room._wake_driver()  # as an action does that was being stored
        assert driver._task is None

    world.run(scene())
