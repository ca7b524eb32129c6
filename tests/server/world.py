"""The rooms of a server within the test's own process, with sockets that are none."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from typing import Any

import msgspec
from harness import GAMES

from boardwalk.contract import registry
from boardwalk.engine.rules import AUDIENCE
from boardwalk.server.base.settings import SYSTEM, Runtime, Settings
from boardwalk.server.protocol.messages import FromServer
from boardwalk.server.rooms.connections import Connection
from boardwalk.server.rooms.room import Room
from boardwalk.server.rooms.rooms import Rooms
from boardwalk.server.rooms.session import serve_socket
from boardwalk.server.rooms.spec import Kind, RoomSpec, Seat, hash_token
from boardwalk.server.store import Store

SERVER_MESSAGES = msgspec.json.Decoder(FromServer)


class FakeSocket:
    """A websocket that says what it is given and keeps what it is told."""

    def __init__(self, messages: Iterator[str | bytes]) -> None:
        self.messages = messages
        self.told: list[str] = []
        self.closed = False

    async def receive(self) -> bytes | None:
        await asyncio.sleep(0)
        data = None if self.closed else next(self.messages, None)
        return data.encode() if isinstance(data, str) else data

    def send(self, message: bytes) -> None:
        if not self.closed:
            self.told.append(message.decode())

    def close(self, code: int = 1000) -> None:
        self.closed = True


class Ear(Connection):
    """Somebody at a view of a room, who keeps what is sent."""

    def __init__(self, room: Room, view: int = AUDIENCE) -> None:
        socket = FakeSocket(iter([]))
        super().__init__(socket)  # type: ignore[arg-type]
        self.heard = socket.told
        room.enter(self, () if view == AUDIENCE else (token(room.state.spec.game, view),))

    @property
    def frames(self) -> list[str]:
        """What is sent of the match."""
        return [text for text in self.heard if '"type":"frames"' in text]


def token(game: str, seat: int) -> str:
    return f"token-{game}-{seat}"


class Errors(logging.Handler):
    """What is logged as going wrong."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(self.format(record))


class World:
    """`Rooms` on an event loop of their own."""

    def __init__(self, runtime: Runtime = SYSTEM, **settings: Any) -> None:
        self.loop = asyncio.new_event_loop()
        self.errors = Errors()
        logging.getLogger("boardwalk").addHandler(self.errors)
        self.loop.set_exception_handler(lambda _, context: self.errors.records.append(str(context)))
        limits = Settings(
            store="sqlite://",
            bot_pause=0.0,
            messages_a_second=1e9,
            messages_at_once=10**9,
            **{"countdown": 0.0} | settings,
        )
        self.store = self.run(Store.open(limits.store))
        self.rooms = self.run(self._open_rooms(limits, runtime))
        self.sent = 0

    async def _open_rooms(self, limits: Settings, runtime: Runtime) -> Rooms:
        return Rooms(self.store, limits, runtime=runtime)

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    def close(self) -> None:
        self.run(self.rooms.close())
        self.run(self.store.close())
        self.loop.close()
        logging.getLogger("boardwalk").removeHandler(self.errors)

    async def room(self, game: str, started: bool, **more: Any) -> tuple[Room, list[str]]:
        seats = registry.game(game).table(GAMES[game]).seats
        tokens = [token(game, number) for number in range(len(seats))]
        people = [
            Seat(kind=Kind.PERSON, name=name, key=hash_token(token)) for name, token in zip(seats, tokens, strict=True)
        ]
        spec = RoomSpec(
            game=game, options=GAMES[game], seed=1, seats=people, defaults=[""] * len(people), started=started, **more
        )
        room = await self.rooms.open(await self.rooms.create(spec))
        assert room is not None
        return room, tokens

    async def woken(self, room: Room) -> Room:
        """The room as it is when it is read from the store again."""
        other = await self.rooms.read(room.name)
        assert other is not None
        return other

    async def converse(self, socket: FakeSocket, room: str) -> None:
        await serve_socket(socket, room, self.rooms)  # type: ignore[arg-type]
        for text in socket.told:
            SERVER_MESSAGES.decode(text)

    def count(self, messages: Iterator[str | bytes]) -> Iterator[str | bytes]:
        for message in messages:
            self.sent += 1
            yield message


def hello(*tokens: str) -> str:
    return json.dumps({"type": "hello", "version": 2, "tokens": tokens})
