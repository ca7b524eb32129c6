"""Follow one click through the server and print its hand-offs in order.

    python tools/trace_click.py [GAME]

A hand-off is a call from one module of the server into another, or into `Match.attempt` and `Match.commit`, which try
and make the change. The store counts as one module, and so does a loop: `×3` is the same call for three messages.
The server is a real one, in this process; two clients play over websockets.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import sys
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import uvicorn
from websockets.sync.client import ClientConnection, connect

import boardwalk
from boardwalk.server.app import create_app
from boardwalk.server.base.settings import Settings
from boardwalk.server.protocol.http_protocol import COMMON

ROOT = str(Path(boardwalk.__file__).parent) + "/"
CHANGES = ("attempt", "commit")
SESSION = "rooms.session"  # what it calls, and what is called then, follows from the click


class HandOff(NamedTuple):
    """A call from one module into another."""

    caller: str
    module: str
    function: str

    def __str__(self) -> str:
        return f"{self.caller} → {self.module}.{self.function}"


class Tracer:
    """Notes the hand-offs of all threads started after it, while it is `on`."""

    def __init__(self) -> None:
        self.on = False
        self.found: Counter[HandOff] = Counter()  # in the order in which they first happened
        self._begun: set[FrameType] = set()  # coroutines: when they go on, they are not called again

    def note(self, frame: FrameType, event: str, _: Any) -> None:
        if event != "call" or (module := _module(frame)) is None:
            return
        if frame.f_code.co_flags & inspect.CO_COROUTINE:
            if frame in self._begun:
                return
            self._begun.add(frame)
        if not self.on:
            return
        callers = list(_modules(frame.f_back))
        if SESSION not in callers:
            return
        hand_off = HandOff(callers[0], module, frame.f_code.co_name)
        if callers[0] != module and (module != "match" or hand_off.function in CHANGES):
            self.found[hand_off] += 1


def _modules(frame: FrameType | None) -> Iterator[str]:
    """The modules of a frame, of its caller and so on."""
    while frame is not None:
        if module := _module(frame):
            yield module
        frame = frame.f_back


def _module(frame: FrameType) -> str | None:
    """The module of the server that a frame runs in, or `match`."""
    path = frame.f_code.co_filename
    if not path.startswith(ROOT):
        return None
    first, *rest = path[len(ROOT) :].removesuffix(".py").split("/")
    if first == "match":
        return first
    if first != "server":
        return None
    return "store" if rest[0] == "store" else ".".join(rest)


@contextmanager
def served() -> Iterator[str]:
    """A server with a store in memory, in a thread of its own: its address."""
    config = uvicorn.Config(create_app(Settings(log_level="error")), port=0, **COMMON)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()))
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


class Player:
    """A client at one seat, which knows the newest frames that it was sent."""

    def __init__(self, line: ClientConnection, seat: int, token: str) -> None:
        self.newest: dict[str, Any] = {}
        self._line, self._seat = line, seat
        self._send(type="hello", version=2, tokens=[token])

    def _send(self, **message: Any) -> None:
        self._line.send(json.dumps(message))

    def _read_until(self, kind: str) -> None:
        while (message := json.loads(self._line.recv()))["type"] != kind:
            if message["type"] == "frames":
                self.newest = message

    def catch_up(self) -> None:
        """Read all that has been sent."""
        self._send(type="ping", id=1)
        self._read_until("pong")

    def click(self) -> None:
        """Make the first of the choices there are, and read what comes of it."""
        frame, action = self.newest["frames"][-1]["number"], self.newest["choices"][0]["action"]
        self._send(type="act", id=1, seat=self._seat, frame=frame, actions=[action])
        self._read_until("done")


def traced_click(game: str) -> Counter[HandOff]:
    """The hand-offs of the second click in a game of two people, which finds everything compiled and cached."""
    tracer = Tracer()
    threading.setprofile(tracer.note)
    with ExitStack() as stack:
        stack.callback(threading.setprofile, None)
        address = stack.enter_context(served())
        body = json.dumps({"game": game, "seats": [{"kind": "me"}, {"kind": "me"}]}).encode()
        request = urllib.request.Request(f"http://{address}/api/rooms", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            room = json.load(answer)
        players = [
            Player(stack.enter_context(connect(f"ws://{address}/ws/{room['room']}")), int(seat), token)
            for seat, token in room["tokens"].items()
        ]
        for traced in (False, True):
            for player in players:
                player.catch_up()
            acting = next(player for player in players if player.newest["acting"])
            tracer.on = traced
            acting.click()
            tracer.on = False
    return tracer.found


def main() -> None:
    found = traced_click(*sys.argv[1:2] or ["rowdy_racers"])
    for number, (hand_off, times) in enumerate(found.items(), 1):
        print(f"{number:3d}  {hand_off}" + (f"  ×{times}" if times > 1 else ""))


if __name__ == "__main__":
    main()
