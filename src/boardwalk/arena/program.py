"""A program as a player: it reads lines of JSON from standard input and writes its answers to standard output.

`docs/arena.md` describes the messages. A program is started for each game and each seat. A program that ends, hangs,
sends invalid answers or floods its output loses that game only.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock
from typing import Any, NoReturn

import msgspec

from boardwalk.arena.player import ForfeitError
from boardwalk.contract.game import Table
from boardwalk.contract.positions import write_position
from boardwalk.contract.text import decode_json
from boardwalk.match import Match, View

VERSION = 1  # of the messages
START_SECONDS = 10.0  # added to the limit of the first answer, for programs that start slowly
END_SECONDS = 1.0  # how long a program may take to end after the game
LONGEST_LINE = 1 << 16
KEPT_STDERR = 1 << 16
CHUNK = 1 << 16


class Answer(msgspec.Struct):
    """A program's answer: an action by number, or by its text."""

    action: int | str


class Program:
    """Plays one seat by a program."""

    def __init__(self, command: Sequence[str], table: Table, seat: int, seed: int, move_seconds: float) -> None:
        self._table, self._seat, self._seconds = table, seat, move_seconds
        self._shown = 0  # how many steps of the match were sent
        self._unsent = bytearray()
        self._output = bytearray()
        self._stderr = bytearray()
        self._started = self._forfeited = False
        try:
            self._process = _start(command)
        except OSError as error:
            raise ForfeitError(f"the program can't be started: {error.strerror or error}") from None
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)
        self._send(
            type="game",
            version=VERSION,
            game=table.game.name,
            rules=table.game.version,
            options=table.options.changed(),
            seats=table.seats,
            teams=table.tones,
            seat=seat,
            seed=seed,
            move_seconds=move_seconds,
        )

    # -- playing

    def choose(self, match: Match) -> int:
        for number in range(self._shown, len(match.steps)):
            view = match.view(self._seat, number)
            own = match.steps[number].seat == self._seat
            self._show(number, view, match.steps[number].action if own else None)
        self._shown = len(match.steps)
        try:
            return self._read(self._ask(view), view)
        except ForfeitError:
            self._forfeited = True
            raise

    def _show(self, number: int, view: View, action: int | None) -> None:
        self._send(
            type="view",
            step=number,
            action=action,
            to_act=view.position.to_act,
            news=view.news,
            position=write_position(view.position),
            data=self._table.game.notation.describe(view.position),
        )

    def _ask(self, view: View) -> bytes:
        """Ask for an action, and wait for one line."""
        legal = [{"action": choice.action, "text": choice.text} for choice in view.choices]
        self._send(type="choose", legal=legal)
        self._exchange(0.0)
        if self._output:
            raise ForfeitError("it wrote a line before it was asked")
        limit = self._seconds + (0.0 if self._started else START_SECONDS)
        deadline = time.monotonic() + limit
        while b"\n" not in self._output:
            if len(self._output) > LONGEST_LINE:
                raise ForfeitError(f"its answer is longer than {LONGEST_LINE} bytes")
            left = deadline - time.monotonic()
            if left <= 0:
                raise ForfeitError(f"no answer within {limit:g} s")
            if not self._exchange(left):
                raise ForfeitError(f"the program ended ({self._ended()})")
        self._started = True
        line, _, rest = bytes(self._output).partition(b"\n")
        self._output[:] = rest
        return line

    def _read(self, line: bytes, view: View) -> int:
        try:
            answer = decode_json(line, Answer).action
        except msgspec.DecodeError:
            raise ForfeitError(f'expected {{"action": …}}, not {_shown(line)}') from None
        if isinstance(answer, str):
            answer = next((choice.action for choice in view.choices if choice.text == answer), -1)
        if answer not in view.legal:
            raise ForfeitError(f"illegal action: {_shown(line)}")
        return answer

    # -- the pipes

    def _send(self, **message: Any) -> None:
        self._unsent += msgspec.json.encode(message) + b"\n"

    def _exchange(self, seconds: float) -> bool:
        """Wait at most `seconds`, then write and read what is possible. False once the program has closed its
        output."""
        process = self._process
        assert process.stdin and process.stdout and process.stderr
        with selectors.DefaultSelector() as selector:
            for pipe in (process.stdout, process.stderr):
                if not pipe.closed:
                    selector.register(pipe, selectors.EVENT_READ)
            if self._unsent and not process.stdin.closed:
                selector.register(process.stdin, selectors.EVENT_WRITE)
            ready = {key.fileobj for key, _ in selector.select(seconds)}
        if process.stdin in ready:
            self._write()
        if process.stderr in ready and (read := _read_some(process.stderr)) is not None:
            self._stderr += read[: KEPT_STDERR - len(self._stderr)]
            if not read:
                process.stderr.close()
        if process.stdout in ready and (read := _read_some(process.stdout)) is not None:
            self._output += read
            return bool(read)
        return True

    def _write(self) -> None:
        assert self._process.stdin
        try:
            written = os.write(self._process.stdin.fileno(), self._unsent[:CHUNK])
            del self._unsent[:written]
        except BlockingIOError:
            pass
        except OSError:  # it no longer reads, but may still answer
            self._unsent.clear()
            with suppress(OSError):
                self._process.stdin.close()

    # -- the end

    def close(self, scores: Sequence[int] | None) -> str:
        self._unsent.clear()
        if scores is not None:
            self._send(type="over", scores=scores)
        deadline = time.monotonic() + (0.0 if self._forfeited or scores is None else END_SECONDS)
        stdin = self._process.stdin
        assert stdin
        while self._process.poll() is None and (left := deadline - time.monotonic()) > 0:
            if not self._unsent and not stdin.closed:
                stdin.close()
            if not self._exchange(min(left, 0.05)) and self._process.stdout:
                self._process.stdout.close()
                break
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, deadline - time.monotonic()))
        self._kill()
        self._drain()
        for pipe in (stdin, self._process.stdout, self._process.stderr):
            with suppress(OSError):
                assert pipe
                pipe.close()
        return self._stderr.decode(errors="replace")

    def _kill(self) -> None:
        _kill_group(self._process.pid)
        _running.discard(self._process.pid)
        self._process.wait()

    def _drain(self) -> None:
        """Keep the end of its standard error."""
        pipe = self._process.stderr
        while pipe and not pipe.closed and len(self._stderr) < KEPT_STDERR and (read := _read_some(pipe)):
            self._stderr += read[: KEPT_STDERR - len(self._stderr)]

    def _ended(self) -> str:
        try:
            status = self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        return f"signal {-status}" if status < 0 else f"exit status {status}"


_running: set[int] = set()  # the programs of this process
_starting = Lock()  # held while a program is started, until `_running` has it


def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    with _starting:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # so that its own children are ended with it
        )
        _running.add(process.pid)
    return process


def exit_with_programs() -> NoReturn:
    """End this process and all programs that it has started, with their children.

    It waits for a program that is just being started, so it must run in another thread than `_start`: in a signal
    handler, which interrupts the main thread, it could wait forever."""
    with _starting:
        for process in tuple(_running):
            _kill_group(process)
        os._exit(1)


def _kill_group(leader: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def _read_some(pipe: Any) -> bytes | None:
    """The bytes available now: empty at the end of the stream, None if there are none yet."""
    try:
        return os.read(pipe.fileno(), CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _shown(line: bytes) -> str:
    text = line[:80].decode(errors="replace")
    return repr(text + ("…" if len(line) > 80 else ""))
