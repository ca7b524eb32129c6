"""The process that starts the workers and replaces those that end or hang.

It serves nothing, so it takes notice also of a worker in which nothing in Python can run any more. A worker whose event
loop turns counts up a number in memory that both share; one that has not for a while is killed, and another one takes
its place at the same port: clients come back to it by themselves.
"""

from __future__ import annotations

import asyncio
import ctypes
import faulthandler
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from contextlib import suppress
from multiprocessing.connection import wait
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.config import STARTUP_FAILURE

from boardwalk.server.base import monitoring

BEAT_SECONDS = 0.5
LOOK_SECONDS = 0.5
START_SECONDS = 60.0  # until a worker's loop turns
TRACE_SECONDS = 0.5  # for a hung worker to write its traceback
STOP_SECONDS = 15.0  # for a worker to end in order,
STALLED_SECONDS = 5.0  # if its loop turns
AGAIN_SECONDS = 1.0  # before a worker that has ended by itself is replaced
PR_SET_PDEATHSIG = 1
log = logging.getLogger("boardwalk")


class Pulse:
    """Measures how long a worker's number has not changed. A pause of this process, as when the machine sleeps, is not
    counted: the worker may have been paused too."""

    def __init__(self, now: float) -> None:
        self.beat = 0
        self.silent = 0.0
        self._looked = now

    def look(self, beat: int, now: float) -> None:
        if beat != self.beat:
            self.beat, self.silent = beat, 0.0
        else:
            self.silent += min(now - self._looked, 2 * LOOK_SECONDS)
        self._looked = now


class WorkerServer(uvicorn.Server):
    """A worker's server; `beats[number]` is counted up while its event loop turns."""

    def __init__(self, config: uvicorn.Config, beats: Any, number: int) -> None:
        super().__init__(config)
        self._beats, self._number = beats, number

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        self._beat()
        await super().serve(sockets)

    def _beat(self) -> None:
        self._beats[self._number] += 1
        asyncio.get_running_loop().call_later(BEAT_SECONDS, self._beat)


def work(
    config: uvicorn.Config, sockets: list[socket.socket], beats: Any, number: int, trace: Path, replaced: int
) -> None:
    """The program of a worker process."""
    os.setpgid(0, 0)  # Ctrl-C is for the supervisor
    for one in (signal.SIGINT, signal.SIGTERM):  # uvicorn handles it first, and passes it on in the end
        signal.signal(one, lambda *_: sys.exit(0))
    signal.set_wakeup_fd(-1)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # also while nothing in Python can run
    threading.Thread(target=_end_with_supervisor, daemon=True).start()
    monitoring.workers_replaced.inc(replaced)
    with trace.open("w") as file:
        faulthandler.register(signal.SIGUSR1, file)
        WorkerServer(config, beats, number).run(sockets)


def _end_with_supervisor() -> None:
    supervisor = multiprocessing.parent_process()
    assert supervisor is not None
    supervisor.join()
    os._exit(1)


class _Worker:
    """A worker process as the supervisor sees it."""

    def __init__(self, context: Any, trace: Path, arguments: tuple[Any, ...]) -> None:
        self.pulse = Pulse(time.monotonic())
        self._trace = trace
        self.process = context.Process(target=work, args=arguments)
        self.process.start()

    def kill(self) -> str:
        """Kill it; returns the traceback that it could still write, if any."""
        assert self.process.pid is not None
        os.kill(self.process.pid, signal.SIGUSR1)
        self.process.join(TRACE_SECONDS)
        self.process.kill()
        self.process.join()
        return self._trace.read_text(errors="replace")


class Supervisor:
    """Runs as many workers as `config` says, with the settings in the environment, until it is told to stop.

    One worker is forked, which starts it at once. Several are started anew, since they share their metrics in files,
    about which `prometheus_client` decides when it is imported."""

    def __init__(self, config: uvicorn.Config, hang_seconds: float, folder: Path) -> None:
        self._config, self._hang_seconds, self._folder = config, hang_seconds, folder
        self._context: Any = multiprocessing.get_context("fork" if config.workers == 1 else "spawn")
        self._beats = self._context.RawArray("Q", config.workers)
        self._sockets = [config.bind_socket()]
        self._workers: list[_Worker] = []
        self._replaced = 0
        self._has_served = False
        self._told = 0  # the signal to stop
        self._waking, self._woken = socket.socketpair()

    def start(self) -> None:
        """Start the workers, and be told by SIGTERM and SIGINT from now on."""
        for one in (self._waking, self._woken):
            one.setblocking(False)
        signal.set_wakeup_fd(self._waking.fileno(), warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._tell)
        self._workers = [self._start(number, 0) for number in range(self._config.workers)]

    def run(self) -> None:
        """Keep the workers alive until SIGTERM or SIGINT. A `KeyboardInterrupt` after the latter; a `SystemExit` if no
        worker can start."""
        try:
            while not self._told:
                self._wait()
                for number, worker in enumerate(self._workers):
                    self._look(number, worker)
        finally:
            self._stop()
        if self._told == signal.SIGINT:
            raise KeyboardInterrupt

    def _tell(self, number: int, frame: FrameType | None) -> None:
        self._told = number

    def _wait(self) -> None:
        """Wait until a worker has ended, a signal has come, or it is time to look at the workers."""
        wait([self._woken, *(worker.process.sentinel for worker in self._workers)], LOOK_SECONDS)
        with suppress(BlockingIOError):
            self._woken.recv(64)

    def _start(self, number: int, replaced: int) -> _Worker:
        self._beats[number] = 0
        trace = self._folder / f"trace-{number}"
        arguments = (self._config, self._sockets, self._beats, number, trace, replaced)
        return _Worker(self._context, trace, arguments)

    def _look(self, number: int, worker: _Worker) -> None:
        """Replace a worker if it has ended or hangs."""
        worker.pulse.look(self._beats[number], time.monotonic())
        code = worker.process.exitcode
        if code == STARTUP_FAILURE and not self._has_served:
            raise SystemExit(code)  # so would the next one; what is wrong has been logged
        if code is not None:
            log.error("worker %d has ended (%d); it is replaced", worker.process.pid, code)
            time.sleep(AGAIN_SECONDS)
        elif worker.pulse.beat == 0:
            if worker.pulse.silent < max(START_SECONDS, self._hang_seconds):
                return
            log.error("worker %d does not start; it is replaced", worker.process.pid)
            worker.kill()
        else:
            self._has_served = True
            if worker.pulse.silent < self._hang_seconds:
                return
            where = worker.kill()
            sentence = "worker %d hung: its event loop had not turned for %.0f s; it is replaced. It was here: %s"
            log.error(sentence, worker.process.pid, worker.pulse.silent, where)
        if not self._told:
            self._replaced += 1
            self._workers[number] = self._start(number, self._replaced if len(self._workers) == 1 else 1)

    def _stop(self) -> None:
        """Have all workers end, at the latest after `STOP_SECONDS`, and those that hang sooner."""
        for one in self._sockets:
            one.close()
        for worker in self._workers:
            worker.process.terminate()
            worker.pulse = Pulse(time.monotonic())
        until = time.monotonic() + STOP_SECONDS
        while any(worker.process.exitcode is None for worker in self._workers):
            running = [worker for worker in self._workers if worker.process.exitcode is None]
            wait([worker.process.sentinel for worker in running], LOOK_SECONDS)
            for number, worker in enumerate(self._workers):
                worker.pulse.look(self._beats[number], time.monotonic())
                late = worker.pulse.silent > STALLED_SECONDS or time.monotonic() > until
                if late and worker.process.exitcode is None:
                    where = worker.kill()
                    log.error("worker %d does not end; it is killed: %s", worker.process.pid, where)
