"""A room that fails unexpectedly: logged by name, everybody told, read again from the store; other rooms go on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from world import Ear, FakeSocket, World, hello

from boardwalk.contract.parts import Meaning
from boardwalk.server.base.errors import MovedError, UnplayableError
from boardwalk.server.rooms.session import serve_socket
from boardwalk.server.store import StoreError

ILLEGAL = 10**6


class Visitor(FakeSocket):
    """Somebody who says hello and stays until the connection is closed, saying `more` when told to `go_on`."""

    def __init__(self, tokens: list[str], *more: dict[str, Any]) -> None:
        super().__init__(iter([]))
        self.go_on = asyncio.Event()
        self.gone = asyncio.Event()
        self._incoming = self._messages([hello(*tokens)], [json.dumps(message) for message in more])

    async def _messages(self, first: list[str], rest: list[str]) -> AsyncIterator[str]:
        for text in first:
            yield text
        await self.go_on.wait()
        for text in rest:
            yield text
        await self.gone.wait()

    async def receive(self) -> bytes | None:
        async for text in self._incoming:
            return None if self.closed else text.encode()
        return None

    def close(self, code: int = 1000) -> None:
        super().close(code)
        self.go_on.set()
        self.gone.set()

    def bye(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.told[-1])
        return message


async def settled(condition: Any) -> None:
    for _ in range(1000):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("waited in vain")


def test_a_room_that_another_process_has_written_to_is_read_again(world: World) -> None:
    """Nothing is played twice: the sender and all others are told to come back, and find what was stored."""

    async def scene() -> None:
        room, tokens = await world.room("fog_quoridor", True)
        other, _ = await world.room("box_world", True)
        first, second = room.match.view(0).legal[:2]
        player = Visitor(tokens, {"type": "act", "id": 1, "seat": 0, "frame": 0, "actions": [second]})
        watcher = Visitor([])
        tasks = [asyncio.create_task(serve_socket(one, room.name, world.rooms)) for one in (player, watcher)]  # type: ignore[arg-type]
        await settled(lambda: len(room.connections) == 2)
        assert await world.store.append(room.name, 1, 0, [(0, first)])
        player.go_on.set()
        await asyncio.gather(*tasks)
        for one in (player, watcher):
            assert one.bye()["type"] == "bye" and one.bye()["again"]
        assert room.name not in world.rooms.awake and other.name in world.rooms.awake
        woken = await world.rooms.open(room.name)
        assert woken is not None and woken.match.actions == [first]

    world.run(scene())
    assert world.errors.records == []


def test_a_change_of_a_room_that_another_process_has_changed_is_not_stored(world: World) -> None:
    async def scene() -> None:
        room, _ = await world.room("fog_quoridor", False)
        spec = msgspec.json.encode(room.state.spec)
        assert await world.store.save_room(room.name, spec, room.state.version)
        with pytest.raises(MovedError):
            await room.rename(0, "Ada")
        woken = await world.woken(room)
        assert woken.state.spec.seats[0].name != "Ada"

    world.run(scene())


def test_a_log_that_cannot_be_played_is_said_to_be_so(world: World) -> None:
    async def scene() -> None:
        room, tokens = await world.room("fog_quoridor", True)
        world.rooms._unload(room)
        assert await world.store.append(room.name, 1, 0, [(0, ILLEGAL)])
        with pytest.raises(UnplayableError, match=r"line 0 of this game's log can't be played.*/record"):
            await world.rooms.open(room.name)
        assert (await world.rooms.stored_record(room.name, tokens[0])).actions == [ILLEGAL]

    world.run(scene())


def test_a_message_that_makes_a_room_fail_has_it_read_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was stored before the failure is there; the sender and all others are told to come back."""

    async def scene() -> None:
        room, tokens = await world.room("fog_quoridor", True)
        legal = room.match.view(0).legal[0]
        player = Visitor(tokens, {"type": "act", "id": 1, "seat": 0, "frame": 0, "actions": [legal]})
        watcher = Visitor([])
        tasks = [asyncio.create_task(serve_socket(one, room.name, world.rooms)) for one in (player, watcher)]  # type: ignore[arg-type]
        await settled(lambda: len(room.connections) == 2)

        def fail(*_: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(room.sent, "advance", fail)
        player.go_on.set()
        await asyncio.gather(*tasks)
        for one in (player, watcher):
            assert one.bye()["type"] == "bye" and one.bye()["again"]
        woken = await world.rooms.open(room.name)
        assert woken is not None and woken is not room and woken.match.actions == [legal]

    world.run(scene())
    assert any("ZeroDivisionError" in line for line in world.errors.records)


def test_a_seat_is_left_out_once_the_store_is_back(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The room has begun and says so; that an open seat is left out is stored when that is possible (CF-18)."""

    async def scene() -> None:
        room, _ = await world.room("capture_the_flag", True)
        spec = msgspec.structs.replace(room.state.spec, seats=list(room.state.spec.seats), started=False)
        spec.vacate(0, "")
        waiting = await world.rooms.open(await world.rooms.create(spec))
        assert waiting is not None
        Ear(waiting, 1)

        async def away(*_: object, **more: object) -> bool:
            raise StoreError("away")

        with monkeypatch.context() as patch:
            patch.setattr(world.store, "append", away)
            await waiting.ready(1, True)
            assert waiting.state.phase == "playing" and waiting.match.actions == []
        await settled(lambda: waiting.match.actions)
        leave = waiting.state.table.game.event_for(Meaning.LEAVE)
        assert leave and waiting.match.actions[0] == waiting.match.position.event(leave, 0)

    world.run(scene())
    assert "an event after a change of the room was not stored: away" in world.errors.records
