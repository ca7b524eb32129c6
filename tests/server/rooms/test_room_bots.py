"""Whose share of the pool the requests of a room are."""

from __future__ import annotations

import asyncio
from typing import Any

from world import Ear, FakeSocket, World, hello

from boardwalk.server.base.errors import BusyError
from boardwalk.server.rooms.room import Room
from boardwalk.server.rooms.session import serve_socket
from boardwalk.server.workers.pool import PoolRequest


class FullPool:
    """A pool that refuses everything and keeps who asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def answer(self, request: PoolRequest) -> Any:
        self.asked.append(request.address)
        raise BusyError("busy")

    async def close(self) -> None:
        pass


async def room_of(world: World, pool: FullPool, bot: int) -> Room:
    """A room with a bot of the pool at a seat."""
    world.rooms.pool = pool  # type: ignore[assignment]
    room, _ = await world.room("fog_quoridor", True)
    await room._change(lambda spec: spec.vacate(bot, "hard"))
    return room


def enter(room: Room, address: str, **view: int) -> Ear:
    ear = Ear(room, **view)
    ear.address = address
    return ear


def test_moves_of_bots_count_for_who_plays_there_and_has_come_first(world: World) -> None:
    """Spectators change nothing where somebody plays. A bot that is refused is played by the easy bot."""

    async def scene() -> None:
        pool = FullPool()
        room = await room_of(world, pool, 1)
        room.connections.clear()
        enter(room, "10.0.0.1")
        enter(room, "10.0.0.2", view=0)
        enter(room, "10.0.0.3", view=0)
        moves = 0
        while len(pool.asked) < 2:
            await asyncio.sleep(0.001)
            if room.match.to_act == 0 and not room.match.over:
                moves += 1
                await room.play([(0, room.match.view(0).legal[0])])
        assert set(pool.asked) == {"10.0.0.2"} and moves

    world.run(scene())
    (warning,) = world.errors.records
    assert "easy moves instead" in warning, "once a minute"


def test_moves_of_bots_that_are_watched_count_for_the_first_spectator(world: World) -> None:
    async def scene() -> None:
        pool = FullPool()
        room = await room_of(world, pool, 0)
        await room._change(lambda spec: spec.vacate(1, "hard"))
        enter(room, "10.0.0.1")
        enter(room, "10.0.0.2")
        while not pool.asked:
            await asyncio.sleep(0.001)
        assert set(pool.asked) == {"10.0.0.1"}

    world.run(scene())


class AskingSocket(FakeSocket):
    """It closes once it was refused something."""

    async def receive(self) -> bytes | None:
        if (data := await super().receive()) is None:
            while not any('"busy"' in text for text in self.told):
                await asyncio.sleep(0.001)
        return data


def test_a_hint_counts_for_the_address_that_asks(world: World) -> None:
    async def scene() -> None:
        world.rooms.pool = pool = FullPool()  # type: ignore[assignment]
        room, tokens = await world.room("fog_quoridor", True, hints=True)
        enter(room, "10.0.0.1", view=0)
        socket = AskingSocket(iter([hello(tokens[0]), '{"type": "hint", "id": 5, "seat": 0}']))
        await serve_socket(socket, room.name, world.rooms, address="10.0.0.9")  # type: ignore[arg-type]
        assert pool.asked == ["10.0.0.9"]

    world.run(scene())


class SilentPool(FullPool):
    """A pool that never answers."""

    waiting = 0

    async def answer(self, request: PoolRequest) -> Any:
        self.waiting += 1
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            self.waiting -= 1


def test_nothing_waits_for_a_live_game_that_is_over(world: World) -> None:
    async def scene() -> None:
        world.rooms.pool = pool = SilentPool()  # type: ignore[assignment]
        room, _ = await world.room("capture_the_flag", True, tick_ms=1)
        await room._change(lambda spec: spec.vacate(0, "hard"))
        enter(room, "10.0.0.1")
        while not pool.waiting:
            await asyncio.sleep(0.001)
        while not room.match.over:
            await asyncio.sleep(0.001)
        while pool.waiting:
            await asyncio.sleep(0.001)

    world.run(scene())
