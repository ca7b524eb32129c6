"""A real server as a process of its own, and a small client that keeps all it was ever sent."""

from __future__ import annotations

import itertools
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from postgres import PATIENCE, free_port
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

SETTINGS = {
    "bot_pause": 0.0,
    "countdown": 0.0,
    "rooms_a_minute": 100_000,
    "posts_a_minute": 100_000,
    "gets_a_minute": 100_000,
    "connections_an_address": 100_000,
    "messages_a_second": 100_000.0,
    "messages_at_once": 100_000,
    "messages_an_address_a_second": 100_000.0,
}
GAMES: dict[str, dict[str, Any]] = {  # every game, short
    "box_world": {"pack": "night_shift", "level": 5},
    "capture_the_flag": {"players": 1, "ticks": 12},
    "connect_four": {"rows": 4, "cols": 5},
    "fog_quoridor": {"turns": 20},
    "robo_rally": {"rounds": 2},
    "rowdy_racers": {"turns": 12, "failures": 1.0},
}


def wait_for(condition: Callable[[], bool]) -> None:
    """Until it holds; a failure if it never does."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"waited {PATIENCE} s in vain"
        time.sleep(0.05)


class Refused(Exception):  # noqa: N818  (the protocol's word)
    """The server refused something, and why."""


class Gone(Exception):  # noqa: N818
    """The connection is closed."""


def children(process: int) -> list[int]:
    """The processes that a process has started, by whichever of its threads, the oldest first."""
    found = []
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):
            found += map(int, path.read_text().split())
    return sorted(found)


def command_of(process: int) -> bytes:
    """The command line of a process; empty if it has ended."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


class Server:
    """`boardwalk serve` in a process of its own; a context manager. `kill` and `start` again as you like."""

    program = "from boardwalk.cli.app import main; main()"

    def __init__(self, store: str = "", *, workers: int = 1, **settings: object) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="boardwalk-server-"))
        self.store = store or f"sqlite:///{self.folder / 'games.db'}"
        self.workers = workers
        self.settings = SETTINGS | settings
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = self.folder / "log"
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        try:
            if self.process is not None:
                self.stop()
        finally:
            if self.process is not None:
                self.process.kill()
            shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        command = [sys.executable, "-c", self.program, "serve", "--port", str(self.port)]
        command += ["--store", self.store, "--workers", str(self.workers), "--log-level", "info"]
        settings = {"BOARDWALK_SETTINGS": json.dumps(self.settings)}
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                command, env=os.environ | settings, stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )
        deadline = time.monotonic() + PATIENCE
        while self.get("/healthz", missing=0)[0] != 200:
            assert self.process.poll() is None and time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.02)

    def stop(self) -> None:
        """End it as an administrator would; it ends in order."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(PATIENCE)
        self.process = None
        assert status == 0, f"it ended with {status}: {self.log.read_text()[-2000:]}"

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self.process is not None
        workers = self.workers_running()
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process = None
        wait_for(lambda: not any(map(is_running, workers)))

    def pause(self) -> None:
        """Let it hang, with its supervisor, which would replace it."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        assert self.process is not None
        for process in (self.process.pid, *self.workers_running()):
            os.kill(process, number)

    def workers_running(self) -> list[int]:
        """Its worker processes, the oldest first."""
        assert self.process is not None
        return [child for child in children(self.process.pid) if b"resource_tracker" not in command_of(child)]

    def lines(self) -> list[dict[str, Any]]:
        """The log. The first line of each start is for people."""
        lines = self.log.read_text().splitlines()
        return [json.loads(line) for line in lines if not line.startswith("Boardwalk is at")]

    def failures(self) -> list[dict[str, Any]]:
        return [line for line in self.lines() if line["level"] in ("error", "critical") or "error" in line]

    def memory(self) -> int:
        """Bytes of its workers that are in memory."""
        pages = [int(Path(f"/proc/{worker}/statm").read_text().split()[1]) for worker in self.workers_running()]
        return sum(pages) * os.sysconf("SC_PAGE_SIZE")

    def children(self, words: bytes) -> list[int]:
        """The processes that its workers have started with these words in their command, the oldest first."""
        found = [child for worker in self.workers_running() for child in children(worker)]
        return [child for child in found if words in command_of(child)]

    # -- HTTP

    def get(self, path: str, missing: int | None = None, key: str = "") -> tuple[int, bytes]:
        """The status and the body; `missing` in the place of the status when nobody answers. `key` is a player's."""
        return self._ask(urllib.request.Request(self.address + path, headers=_keyed(key)), missing)

    def post(self, path: str, body: object, key: str = "") -> tuple[int, bytes]:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **_keyed(key)}
        return self._ask(urllib.request.Request(self.address + path, data, headers), None)

    def _ask(self, request: urllib.request.Request, missing: int | None) -> tuple[int, bytes]:
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()
        except OSError:
            if missing is None:
                raise
            return missing, b""

    def ask(self, path: str, body: object = None, key: str = "") -> Any:
        """An answer that must be a good one."""
        status, data = self.get(path, key=key) if body is None else self.post(path, body, key)
        assert status < 300, (path, status, data)
        return json.loads(data)

    def make_room(self, game: str, seats: str, key: str = "", **more: object) -> tuple[str, dict[int, str]]:
        """A room and its maker's tokens. `seats` has a word for each: me, open, greedy or random."""
        wanted = [{"kind": one} if one in ("me", "open") else {"kind": "bot", "bot": one} for one in seats.split()]
        made = self.ask("/api/rooms", {"game": game, "options": GAMES.get(game, {}), "seats": wanted} | more, key)
        return made["room"], {int(seat): token for seat, token in made["tokens"].items()}

    def enter(self, room: str, *tokens: str) -> Client:
        client = Client(self, room, tokens)
        client.connect()
        return client


def _keyed(key: str) -> dict[str, str]:
    return {"X-Boardwalk-Key": key} if key else {}


class Client:
    """Plays by the protocol and nothing else."""

    def __init__(self, server: Server, room: str, tokens: Sequence[str] = ()) -> None:
        self.server, self.name, self.tokens = server, room, list(tokens)
        self.raw: list[str] = []
        self.seats: list[int] = []
        self.room: dict[str, Any] = {}
        self.scenes: dict[int, dict[str, Any]] = {}
        self.numbers: dict[int, int] = {}
        self.turn: dict[int, dict[str, Any]] = {}  # the newest frames message of each seat
        self.news: list[str] = []
        self.answers: dict[int, dict[str, Any]] = {}
        self.bye: dict[str, Any] | None = None
        self.headers: dict[str, str] = {}  # of the handshake
        self._ids = itertools.count(1)
        self._socket: ClientConnection | None = None

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._socket is not None:
            self._socket = None
            with suppress(ConnectionClosed, OSError):
                self._opened.__exit__(None, None, None)

    # -- the connection

    def connect(self, *, hello: bool = True) -> None:
        self.close()
        self.bye, self.turn, self.room = None, {}, {}
        address = self.server.address.replace("http", "ws", 1) + f"/ws/{self.name}"
        try:
            self._opened = connect(
                address,
                additional_headers=self.headers,
                max_size=None,
                max_queue=None,
                compression=None,
                open_timeout=PATIENCE,
                ping_interval=None,
            )
            self._socket = self._opened.__enter__()
        except (OSError, InvalidHandshake, ConnectionClosed, EOFError) as error:
            raise Gone(str(error)) from None
        if hello:
            self.send(type="hello", version=2, tokens=self.tokens)
            self.until(lambda: self.room)
            views = self.seats or [-3]
            self.until(lambda: self.room["phase"] == "waiting" or all(seat in self.turn for seat in views))

    def come_back(self) -> None:
        """Connect again, however long it takes: after a moment, then two, four, …"""
        pause, deadline = 0.05, time.monotonic() + PATIENCE
        while True:
            try:
                return self.connect()
            except Gone:
                assert time.monotonic() < deadline, f"the server stays away: {self.bye}"
                time.sleep(pause * random.uniform(0.5, 1.0))
                pause = min(pause * 2, 1.0)

    def send(self, **message: object) -> None:
        self.send_raw(json.dumps(message))

    def send_raw(self, data: str | bytes) -> None:
        assert self._socket is not None
        try:
            self._socket.send(data)
        except (ConnectionClosed, OSError) as error:
            with suppress(Gone):
                while self.receive():  # what the server had said by then
                    pass
            raise Gone(str(error)) from None

    def receive(self, timeout: float = PATIENCE) -> dict[str, Any] | None:
        """The next message, taken into account; None if there is none in time."""
        assert self._socket is not None
        try:
            text = self._socket.recv(timeout)
        except TimeoutError:
            return None
        except (ConnectionClosed, OSError) as error:
            raise Gone(str(error)) from None
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        self._take(message)
        return message

    def _take(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "welcome":
                self.seats, self.room = message["seats"], message["room"]
                self.turn = {seat: turn for seat, turn in self.turn.items() if seat in (self.seats or [-3])}
            case "room":
                self.room = message["room"]
            case "frames":
                seat = message["seat"]
                if message["fresh"]:
                    self.scenes[seat] = {}
                for frame in message["frames"]:
                    self.scenes[seat] = self.scenes[seat] | frame["scene"]
                    self.numbers[seat] = frame["number"]
                    self.news += frame["news"]
                self.turn[seat] = message
            case "done" | "refused":
                self.answers[message.get("id", 0)] = message
            case "bye":
                self.bye = message

    def until(self, condition: Callable[[], Any], timeout: float = PATIENCE) -> Any:
        """Receive until something holds, and what it is."""
        deadline = time.monotonic() + timeout
        while not (found := condition()):
            left = deadline - time.monotonic()
            assert left > 0, f"waited {timeout} s in vain; last: {self.raw[-3:]}"
            self.receive(left)
        return found

    def quiet(self) -> None:
        """Receive all that is under way."""
        self.ping()

    def ping(self) -> None:
        number = next(self._ids)
        self.send(type="ping", id=number)
        while True:
            message = self.receive()
            assert message is not None, "no pong"
            if message["type"] == "pong" and message["id"] == number:
                return

    def ask(self, type: str, **fields: object) -> None:
        """Send something that is answered; `Refused` with the reason if it is."""
        number = next(self._ids)
        if type in ("act", "undo", "redo"):
            fields.setdefault("frame", self.numbers.get(int(str(fields["seat"])), 0))
        self.send(type=type, id=number, **fields)
        answer = self.until(lambda: self.answers.pop(number, None))
        if answer["type"] == "refused":
            raise Refused(answer["why"])

    # -- playing

    def act(self, seat: int, *actions: int) -> None:
        self.ask("act", seat=seat, actions=list(actions))

    @property
    def over(self) -> bool:
        return all(turn["to_act"] == -2 for turn in self.turn.values()) and bool(self.turn)

    def choices(self, seat: int) -> list[int]:
        return [choice["action"] for choice in self.turn[seat]["choices"]]

    def ready_seats(self) -> list[int]:
        return [seat for seat in self.seats if seat in self.turn and self.turn[seat]["choices"]]

    def play_on(self, chance: random.Random) -> None:
        """Random choices for all seats held, to the end of the game."""
        while self.until(lambda: self.over or self.ready_seats()) is not True:
            seat = self.ready_seats()[0]
            self.turn[seat]["choices"], choices = [], self.choices(seat)
            self.act(seat, chance.choice(choices))
