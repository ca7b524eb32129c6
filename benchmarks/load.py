"""Load test of one server with many rooms: response times, and the highest rate of actions it sustains.

    python benchmarks/load.py --rooms 500 --seconds 20

starts `boardwalk serve` (SQLite, one worker), makes rooms with two seats each, connects a client to every seat and
plays about one action per second in each room, at random times. The response time of an action ends when every seat of
the room has received the new scene. Then the rate is raised until the 99th percentile reaches 100 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import json
import os
import random
import resource
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

import report

LIMIT = 0.1  # limit of the 99th percentile of response times, in seconds
HELD = 0.95  # the share of the requested rate that must be achieved
STEP_SECONDS = 6.0
SETTLE = 2.0  # seconds before measuring
OPTIONS: dict[str, dict[str, object]] = {
    "rowdy_racers": {"failures": 1.0},
    "fog_quoridor": {"turns": 1000},
    "robo_rally": {},
    "capture_the_flag": {"players": 1},
}
MANY = 10**6
SETTINGS = {
    "rooms_a_minute": MANY,
    "posts_a_minute": MANY,
    "rooms_awake": MANY,
    "messages_a_second": float(MANY),
    "messages_at_once": MANY,
}


class Choice(msgspec.Struct):
    action: int


class Frames(msgspec.Struct):
    """What a client needs of the newest frames message."""

    to_act: int
    choices: list[Choice]


decode = msgspec.json.Decoder(Frames).decode


def say(*words: object) -> None:
    print(*words, file=sys.stderr, flush=True)


class Server:
    """A process of `boardwalk serve` with its own temporary folder."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.folder = tempfile.TemporaryDirectory(prefix="boardwalk-load-")

    def __enter__(self) -> Server:
        command = [sys.executable, "-c", "from boardwalk.cli import main; main()", "serve", "--port", str(self.port)]
        command += ["--store", f"sqlite:///{self.folder.name}/games.db"]
        self.process = subprocess.Popen(
            command, env=os.environ | {"BOARDWALK_SETTINGS": json.dumps(SETTINGS)}, stdout=subprocess.DEVNULL
        )
        while True:
            with contextlib.suppress(OSError):
                if self.ask("GET", "/healthz")[0] == 200:
                    return self
            if self.process.poll() is not None:
                raise SystemExit("the server did not start")
            time.sleep(0.05)

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(60)
        self.folder.cleanup()

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
        headers = {"Content-Type": "application/json"}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, json.loads(data) if data.startswith(b"{") else data

    def memory(self) -> int:
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def cpu(self) -> float:
        """CPU seconds used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@dataclass
class Room:
    """A room and the two clients that play in it."""

    name: str
    tokens: list[str]
    sockets: list[ClientConnection] = field(default_factory=list)
    newest: list[str] = field(default_factory=lambda: ["", ""])
    heard: list[float] = field(default_factory=lambda: [0.0, 0.0])
    free: asyncio.Event = field(default_factory=asyncio.Event)
    readers: list[asyncio.Task[None]] = field(default_factory=list)

    async def enter(self, port: int) -> None:
        for seat, token in enumerate(self.tokens):
            address = f"ws://127.0.0.1:{port}/ws"
            client = connect(address, compression=None, max_size=None, ping_interval=None, open_timeout=60)
            self.sockets.append(await client.__aenter__())
            self.readers.append(asyncio.create_task(self._read(seat)))
            hello = {"type": "hello", "version": 1, "room": self.name, "tokens": [token]}
            await self.sockets[seat].send(json.dumps(hello))
        while not all(self.newest):
            await asyncio.sleep(0.01)
        self.free.set()

    async def leave(self) -> None:
        for client in self.sockets:
            await client.close()
        await asyncio.gather(*self.readers, return_exceptions=True)

    async def _read(self, seat: int) -> None:
        async for text in self.sockets[seat]:
            assert isinstance(text, str)
            kind = text[9:13]
            if kind == "fram":
                self.newest[seat] = text
                self.heard[seat] = time.perf_counter()
            elif kind == "done" or kind == "refu":
                self.free.set()
            elif kind == 'bye"':
                raise SystemExit(f"the server said goodbye: {text}")

    async def act(self) -> float | None:
        """Send an action of a seat that may act and return the time of sending; start a new game and return None if the
        game is over."""
        await self.free.wait()
        for seat in (0, 1):
            choices = decode(self.newest[seat]).choices
            if choices:
                self.free.clear()
                action = random.choice(choices).action
                sent = time.perf_counter()
                await self.sockets[seat].send(f'{{"type":"act","id":1,"seat":{seat},"actions":[{action}]}}')
                return sent
        for seat in (0, 1):
            self.free.clear()
            await self.sockets[seat].send(f'{{"type":"ready","seat":{seat}}}')
            await self.free.wait()
        return None

    def took(self, sent: float) -> float:
        """Seconds from sending until the last seat received its newest frames."""
        return max(self.heard) - sent


class Load:
    """All rooms, and the generator of load."""

    def __init__(self, server: Server, game: str) -> None:
        self.server, self.game = server, game
        self.rooms: list[Room] = []

    async def open(self, count: int) -> None:
        seats = [{"kind": "me"}, {"kind": "me"}]
        body = {"game": self.game, "options": OPTIONS.get(self.game, {}), "seats": seats}
        for number in range(count):
            status, made = await asyncio.to_thread(self.server.ask, "POST", "/api/rooms", body)
            if status != 201:
                raise SystemExit(f"no room: {made}")
            room = Room(made["room"], [made["tokens"]["0"], made["tokens"]["1"]])
            await room.enter(self.server.port)
            self.rooms.append(room)
            if number % 100 == 99:
                say(f"{number + 1} rooms")

    async def close(self) -> None:
        for room in self.rooms:
            await room.leave()

    async def run(self, rate: float, seconds: float) -> dict[str, float]:
        """Play actions at this total rate over all rooms; returns the measurements."""
        times: list[float] = []
        begin = time.perf_counter() + SETTLE
        end = begin + seconds
        pause = len(self.rooms) / rate

        async def play(room: Room) -> None:
            due = time.perf_counter() + random.uniform(0, pause)
            while due < end:
                await asyncio.sleep(due - time.perf_counter())
                sent = await room.act()
                await room.free.wait()
                due = max(due + random.uniform(0.5, 1.5) * pause, time.perf_counter())
                if sent is not None and begin < sent < end:
                    while due < end and not max(room.heard) > sent:
                        await asyncio.sleep(0.001)
                    await asyncio.sleep(min(max(due - time.perf_counter(), 0), pause / 4))  # for the other seat
                    times.append(room.took(sent))

        used: list[float] = []
        asyncio.get_running_loop().call_later(SETTLE, lambda: used.extend((self.server.cpu(), time.process_time())))
        await asyncio.gather(*map(play, self.rooms))
        spent = time.perf_counter() - begin
        times.sort()
        return {
            "asked": rate,
            "actions_a_second": len(times) / seconds,
            "p50_ms": times[len(times) // 2] * 1000,
            "p99_ms": times[int(len(times) * 0.99)] * 1000,
            "worst_ms": times[-1] * 1000,
            "server_cpu": (self.server.cpu() - used[0]) / spent,
            "clients_cpu": (time.process_time() - used[1]) / spent,
        }


def table(rows: list[dict[str, float]]) -> str:
    head = " asked/s  actions/s   p50 ms   p99 ms  worst ms  server CPU  clients"
    lines = [
        f"{row['asked']:8.0f} {row['actions_a_second']:10.0f} {row['p50_ms']:8.1f} {row['p99_ms']:8.1f} "
        f"{row['worst_ms']:9.1f} {row['server_cpu']:11.0%} {row['clients_cpu']:8.0%}"
        for row in rows
    ]
    return "\n".join([head, *lines])


def markdown(result: dict[str, Any]) -> str:
    """The measurements as Markdown for README.md."""
    head = ("asked/s", "actions/s", "p50, ms", "p99, ms", "server CPU", "clients' CPU")
    rows = [
        [
            f"{row['asked']:.0f}",
            f"{row['actions_a_second']:.0f}",
            f"{row['p50_ms']:.1f}",
            f"{row['p99_ms']:.1f}",
            f"{row['server_cpu']:.0%}",
            f"{row['clients_cpu']:.0%}",
        ]
        for row in result["runs"]
    ]
    about = report.sentence(report.machine(["uvicorn", "websockets", "sqlalchemy", "uvloop"]))
    return (
        f"{about} {result['rooms']} rooms of {result['game']}, one worker, SQLite; the clients share the cores. Times"
        f" are from sending an action to every seat of the room having the new scene.\n\n{report.table(head, rows)}\n"
        f"Memory: {result['bytes_a_room'] / 1024:.0f} KiB a room. Highest rate held with p99 under"
        f" {LIMIT * 1000:.0f} ms: {result['highest_rate_held']:.0f} actions a second.\n"
    )


async def measure(rooms: int, seconds: float, game: str, search: bool) -> dict[str, Any]:
    with Server() as server:
        load = Load(server, game)
        await load.open(1)  # warm-up: compiles the rules and loads all modules
        before = server.memory()
        await load.open(rooms - 1)
        say(f"{rooms} rooms, each acting about once a second, for {seconds:.0f} s")
        rows = [await load.run(rooms, seconds)]
        say(table(rows))
        each = (server.memory() - before) / max(rooms - 1, 1)
        held = rows[0] if _holds(rows[0]) else None
        rate = float(rooms)
        while search and held is rows[-1]:
            rate *= 1.25
            rows.append(await load.run(rate, STEP_SECONDS))
            say(table(rows[-1:]).splitlines()[1])
            held = rows[-1] if _holds(rows[-1]) else held
        await load.close()
    return {
        "game": game,
        "rooms": rooms,
        "seconds": seconds,
        "runs": rows,
        "bytes_a_room": each,
        "highest_rate_held": held["actions_a_second"] if held else 0.0,
    }


def _holds(row: dict[str, float]) -> bool:
    return row["p99_ms"] < LIMIT * 1000 and row["actions_a_second"] > HELD * row["asked"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20.0, help="of the first run, at one action a second and room")
    parser.add_argument("--game", choices=sorted(OPTIONS), default="rowdy_racers")
    parser.add_argument("--no-search", action="store_true", help="don't look for the highest rate")
    parser.add_argument("--json", action="store_true", help="print data")
    parser.add_argument("--write", action="store_true", help="put the table into README.md")
    chosen = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with contextlib.suppress(ImportError):
        import uvloop

        asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    result = asyncio.run(measure(chosen.rooms, chosen.seconds, chosen.game, not chosen.no_search))
    if chosen.json:
        print(json.dumps(result, indent=1))
        return
    if chosen.write:
        report.write("load", markdown(result))
    print(table(result["runs"]))
    print(f"memory: {result['bytes_a_room'] / 1024:.0f} KiB a room")
    print(f"highest rate held with p99 under {LIMIT * 1000:.0f} ms: {result['highest_rate_held']:.0f} actions a second")


if __name__ == "__main__":
    main()
