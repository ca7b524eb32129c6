"""The clients of the load test, in a process of their own: many rooms, one websocket for each seat, random actions.

They have to cost little beside the server that they measure. So they speak just enough of the websocket protocol
themselves, and read of a message only what they need.

The other side is `Clients`: `open` rooms, `play` at a rate for a time, and get back a `Played`.
"""

from __future__ import annotations

import asyncio
import gc
import json
import multiprocessing
import os
import random
import resource
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from time import monotonic, process_time
from typing import Any

import msgspec
import uvloop

VERSION = 2  # of the protocol
NOBODY = -2  # is to act once the game is over
ANSWER_SECONDS = 30.0  # to wait for answers that are outstanding at the end of a run
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10  # kinds of websocket frames


class Choice(msgspec.Struct):
    action: int


class Frame(msgspec.Struct):
    number: int


class Frames(msgspec.Struct):
    """What a client needs of a frames message."""

    frames: list[Frame]
    to_act: int
    choices: list[Choice]


class Refused(msgspec.Struct):
    why: str


class Welcome(msgspec.Struct):
    seats: list[int]


decode_frames = msgspec.json.Decoder(Frames).decode
decode_why = msgspec.json.Decoder(Refused).decode
decode_welcome = msgspec.json.Decoder(Welcome).decode


@dataclass
class Played:
    """What happened during one run. `actions` counts those acknowledged in the measured time, `times` has the response
    time of each that was sent in it, `cpu` is what the clients used meanwhile, in seconds."""

    actions: int = 0
    times: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    cpu: float = 0.0


# -- the protocol


def hello(token: str) -> bytes:
    return json.dumps({"type": "hello", "version": VERSION, "tokens": [token]}).encode()


def act(seat: int, action: int, frame: int) -> bytes:
    """An action that answers to the newest frame."""
    return b'{"type":"act","id":1,"seat":%d,"actions":[%d],"frame":%d}' % (seat, action, frame)


# -- websocket frames


def websocket_frame(data: bytes, kind: int = TEXT) -> bytes:
    """A frame from a client. The mask is 0, which leaves the data as they are."""
    size = len(data)
    length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2, "big")
    return bytes([0x80 | kind]) + length + bytes(4) + data


def split_frames(data: bytes) -> tuple[list[tuple[int, bytes]], bytes]:
    """The whole frames from a server, each as its kind and its content, and the bytes that are left over."""
    frames = []
    begin, size = 0, len(data)
    while size >= begin + 2:
        body, length = begin + 2, data[begin + 1]
        if length >= 126:
            body += 2 if length == 126 else 8
            length = int.from_bytes(data[begin + 2 : body], "big")
        if size < body + length:
            break
        frames.append((data[begin] & 15, data[body : body + length]))
        begin = body + length
    return frames, data[begin:]


class SeatSocket(asyncio.Protocol):
    """The connection of one seat, which keeps the newest choices and connects again when it is lost."""

    def __init__(self, room: Room, seat: int, token: str) -> None:
        self.room, self.seat, self.token = room, seat, token
        self.choices: list[Choice] = []
        self.to_act = NOBODY
        self.number = 0  # of the newest frame
        self.ready = asyncio.Event()  # there are frames
        self._transport: Any = None

    async def connect(self) -> None:
        self.ready.clear()
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self.room.players.port)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self.ready.wait()
        except TimeoutError:
            raise ConnectionError(f"no frames: {self.room.players.played.errors[-1:]}") from None

    async def connect_again(self) -> None:
        while True:
            await asyncio.sleep(random.uniform(0.5, 1.5))
            try:
                return await self.connect()
            except OSError as error:
                self.room.fail(str(error))

    def connection_made(self, transport: Any) -> None:
        self._transport, self._rest, self._open = transport, b"", False
        head = f"GET /ws/{self.room.name} HTTP/1.1\r\nHost: 127.0.0.1:{self.room.players.port}\r\n"
        head += "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        transport.write(f"{head}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode())

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        if not self.room.players.closing:
            self.room.fail(f"a connection was lost: {error}")
            self.room.players.start(self.connect_again())

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        if not self._open:
            head, found, rest = data.partition(b"\r\n\r\n")
            if not found:
                self._rest = data
                return
            if b" 101 " not in head[:20]:
                self.room.fail(f"no websocket: {head[:100]!r} {rest[:200]!r}")
                return
            self._open, data = True, rest
            self.send(hello(self.token))
        frames, self._rest = split_frames(data)
        for kind, content in frames:
            if kind == TEXT:
                self._take(content)
            elif kind == PING:
                self._write(websocket_frame(content, PONG))

    def _take(self, text: bytes) -> None:
        word = text[9:12]  # the first letters of the type
        if word == b"fra":
            new = decode_frames(text)
            self.choices, self.to_act = new.choices, new.to_act
            if new.frames:
                self.number = new.frames[-1].number
            self.ready.set()
            self.room.has_frames()
        elif word == b"wel":
            (self.seat,) = decode_welcome(text).seats
        elif word == b"don":
            self.room.answered(True)
        elif word == b"ref":
            self.room.fail(f"refused: {decode_why(text).why}")
            self.room.answered(False)
        elif word == b"bye":
            self.room.fail(f"bye: {decode_why(text).why}")

    def send(self, message: bytes) -> None:
        self._write(websocket_frame(message))

    def _write(self, data: bytes) -> None:
        if self._transport is not None:
            self._transport.write(data)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


class Room:
    """A room and the sockets of its seats. At most one message of theirs is outstanding."""

    def __init__(self, players: Players, name: str, tokens: Sequence[str]) -> None:
        self.players, self.name = players, name
        self.sockets = [SeatSocket(self, seat, token) for seat, token in enumerate(tokens)]
        self.outstanding = False
        self._sent = self._heard = (
            0.0  # when the last action was sent, and when the last of what it caused was received
        )
        self._timer: asyncio.TimerHandle | None = None
        self._due: float | None = None  # when the next action should have been sent, if that has passed
        self._to_ready: list[SeatSocket] = []  # those that have yet to say that they are ready for the next game

    async def enter(self) -> None:
        for socket in self.sockets:
            await socket.connect()

    def begin(self) -> None:
        """Act at the players' rate until the end of the run."""
        if self._timer is not None:
            self._timer.cancel()  # of the run before, which would add to the rate of this one
        self.outstanding, self._sent, self._due = False, 0.0, None
        self._plan(monotonic() + random.uniform(0, self.players.pause))

    def _plan(self, due: float) -> None:
        self._timer = self.players.loop.call_later(max(due - monotonic(), 0), self._act_at, due)

    def _act_at(self, due: float) -> None:
        self._due = due
        if due < self.players.end and not self.outstanding:
            self._act()

    def _act(self) -> None:
        """Send an action of a seat that has choices; after the end of the game begin the next one."""
        self.finish()
        can_act = [socket for socket in self.sockets if socket.choices]
        if can_act:
            socket, due = random.choice(can_act), self._due
            assert due is not None
            self.outstanding, self._due, self._sent = True, None, monotonic()
            socket.send(act(socket.seat, random.choice(socket.choices).action, socket.number))
            self._plan(max(due + random.uniform(0.5, 1.5) * self.players.pause, self._sent))
        elif all(socket.to_act == NOBODY for socket in self.sockets) and not self._to_ready:
            self._to_ready = list(self.sockets)
            self._say_ready()
        # else the frames with the next choices are under way

    def _say_ready(self) -> None:
        self.outstanding = True
        socket = self._to_ready.pop()
        socket.send(b'{"type":"ready","id":1,"seat":%d}' % socket.seat)

    def has_frames(self) -> None:
        self._heard = monotonic()
        if self._due is not None and not self.outstanding:
            self._act_at(self._due)

    def answered(self, well: bool) -> None:
        self._heard = monotonic()
        self.outstanding = False
        if self._to_ready:
            self._say_ready()
            return
        if self._sent and well:
            self.players.count(self._heard)
        if self._due is not None:
            self._act_at(self._due)

    def fail(self, why: str) -> None:
        self.players.played.errors.append(why)
        if why.startswith("a connection"):
            self.outstanding = False

    def finish(self) -> None:
        """The response time of the last action: until its answer and all frames that it led to have arrived."""
        if self._sent:
            self.players.measure(self._sent, self._heard)
            self._sent = 0.0


class BusyRoom(Room):
    """A room in which a person answers a bot at once and begins the next game when one ends, so that the bot has always
    something to think about. Nothing of it is measured."""

    def has_frames(self) -> None:
        if not self.outstanding:
            self._act()

    def answered(self, well: bool) -> None:
        self.outstanding = False
        if self._to_ready:
            self._say_ready()
        else:
            self._act()

    def _act(self) -> None:
        (socket,) = self.sockets
        if socket.choices:
            self.outstanding = True
            message = act(socket.seat, random.choice(socket.choices).action, socket.number)
            socket.choices = []
            socket.send(message)
        elif socket.to_act == NOBODY:
            self._to_ready = [socket]
            self._say_ready()


class Players:
    """All rooms of this process."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.loop = asyncio.get_running_loop()
        self.rooms: list[Room] = []
        self.busy: list[Room] = []  # whose bots think while the others are measured
        self.closing = False
        self.played = Played()
        self.pause = 1.0  # seconds between two actions in a room, in the mean
        self.first = self.end = 0.0
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Any) -> None:
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def open(self, rooms: Sequence[tuple[str, Sequence[str]]], busy: bool) -> None:
        for name, tokens in rooms:
            room = BusyRoom(self, name, tokens) if busy else Room(self, name, tokens)
            (self.busy if busy else self.rooms).append(room)
            await room.enter()

    async def play(self, rate: float, first: float, end: float) -> Played:
        """Act at this total rate until the monotonic time `end`, and measure from `first` on."""
        self.played, self.first, self.end = Played(), first, end
        self.pause = len(self.rooms) / rate
        for room in self.rooms:
            room.begin()
        await asyncio.sleep(first - monotonic())
        used = process_time()
        await asyncio.sleep(end - monotonic())
        self.played.cpu = process_time() - used
        deadline = monotonic() + ANSWER_SECONDS
        while any(room.outstanding for room in self.rooms) and monotonic() < deadline:
            await asyncio.sleep(0.01)
        for room in self.rooms:
            if room.outstanding:
                self.played.errors.append("no answer")
            room.finish()
        return self.played

    def count(self, heard: float) -> None:
        self.played.actions += self.first <= heard < self.end

    def measure(self, sent: float, heard: float) -> None:
        if self.first <= sent < self.end:
            self.played.times.append(max(heard - sent, 0.0))

    async def close(self) -> None:
        self.closing = True
        for task in self._tasks:
            task.cancel()
        for room in (*self.rooms, *self.busy):
            for socket in room.sockets:
                socket.close()
        await asyncio.sleep(0.1)


def _serve(port: int, pipe: Connection, cores: Collection[int]) -> None:
    """The process: carries out `(name, arguments)` of methods of `Players` until it is told to close."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if cores:
        os.sched_setaffinity(0, cores)
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:

        async def make() -> Players:
            return Players(port)

        players = runner.run(make())
        name = ""
        while name != "close":
            name, arguments = pipe.recv()
            pipe.send(runner.run(getattr(players, name)(*arguments)))


class Clients:
    """The process of the clients, as the load test sees it; a context manager."""

    def __init__(self, port: int, cores: Collection[int] = ()) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, self._theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(port, self._theirs, cores), daemon=True)

    def __enter__(self) -> Clients:
        self._process.start()
        self._theirs.close()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.is_alive():
            self._pipe.send(("close", ()))
            self._process.join(30)

    def open(self, rooms: Sequence[tuple[str, Sequence[str]]], *, busy: bool = False) -> None:
        """Connect a client to each seat of these rooms, given by their names and tokens; `busy` ones are played all the
        time and not measured."""
        self._pipe.send(("open", (rooms, busy)))
        self._result()

    def play(self, rate: float, first: float, end: float) -> None:
        """Act at this total rate until the monotonic time `end`, and measure from `first` on; `played` waits for it."""
        self._pipe.send(("play", (rate, first, end)))

    def played(self) -> Played:
        result = self._result()
        assert isinstance(result, Played)
        return result

    def _result(self) -> object:
        try:
            return self._pipe.recv()
        except EOFError:
            raise SystemExit("the clients have ended") from None
