"""Starting the server from the command line, and the process that starts its workers and replaces them: the supervisor.

The supervisor serves nothing, so it takes notice also of a worker in which nothing in Python can run any more. A worker
whose event loop turns counts up a number in memory that both share; one that has not for a while is killed, and another
one takes its place at the same port: clients come back to it by themselves.
"""

from __future__ import annotations

import asyncio
import ctypes
import faulthandler
import ipaddress
import logging
import multiprocessing
import os
import re
import signal
import socket
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from multiprocessing.connection import wait
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.options import fields
from boardwalk.engine.user_dirs import data_folder
from boardwalk.server.base import monitoring
from boardwalk.server.base.limits import raise_file_limit
from boardwalk.server.base.monitoring import set_up_logging
from boardwalk.server.base.settings import VARIABLE, Settings
from boardwalk.server.protocol.http_protocol import COMMON
from boardwalk.server.store import Store
from boardwalk.server.store.engine import file_of, only_server, read_url

BEAT_SECONDS = 0.5
LOOK_SECONDS = 0.5
START_SECONDS = 60.0  # until a worker's loop turns
TRACE_SECONDS = 0.5  # for a hung worker to write its traceback
STOP_SECONDS = 15.0  # for a worker to end in order,
STALLED_SECONDS = 5.0  # if its loop turns
AGAIN_SECONDS = 1.0  # before a worker that has ended by itself is replaced
PR_SET_PDEATHSIG = 1
log = logging.getLogger("boardwalk")


def default_store() -> str:
    """A database in the user's data folder."""
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BoardwalkError(f"{folder}: {error.strerror}; choose another place with --store") from None
    return f"sqlite:///{folder / 'boardwalk.db'}"


def serve(
    host: str,
    port: int,
    store: str,
    workers: int,
    *,
    open_browser: bool,
    log_level: str,
    names: Sequence[str] = (),
    proxies: Sequence[str] = (),
    password: str = "",
) -> None:
    """Serve until stopped. Names, proxies and the password are added to those in the environment's settings."""
    settings = Settings.from_environment()
    settings = msgspec.structs.replace(
        settings,
        store=store or default_store(),
        log_level=fields(Settings)["log_level"].read(log_level),
        hosts=(*settings.hosts, *names),
        proxies=(*settings.proxies, *proxies),
        password=password or settings.password,
        thinkers=settings.thinking_processes(workers),
    )
    _check_names(settings)
    settings = msgspec.structs.replace(settings, hosts=(*settings.hosts, host, socket.gethostname()))
    if workers > 1 and not settings.store.startswith("postgres"):
        raise BoardwalkError("several workers need a PostgreSQL store: --store postgresql://…")
    file = file_of(read_url(settings.store))
    with only_server(file) if file else nullcontext():
        _serve(settings, host, port, workers, open_browser=open_browser)


def _serve(settings: Settings, host: str, port: int, workers: int, *, open_browser: bool) -> None:
    asyncio.run(_try_store(settings.store))
    port = port or _free_port(host)
    _check_port(host, port)
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0', '::1') else host}:{port}/"
    print(f"Boardwalk is at {address} (Ctrl+C stops it)", flush=True)
    os.environ[VARIABLE] = msgspec.json.encode(settings).decode()
    raise_file_limit()
    config = uvicorn.Config(
        "boardwalk.server.app:from_environment",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        http="boardwalk.server.protocol.http_protocol:HttpProtocol",
        forwarded_allow_ips=list(settings.proxies),
        **COMMON,
    )
    with tempfile.TemporaryDirectory(prefix="boardwalk-") as folder:
        if workers > 1:
            os.environ[monitoring.FOLDER] = folder
        set_up_logging(settings.log_level)
        if os.name != "posix":  # no fork, and no signals by which a worker could be ended
            serve_all = uvicorn.Server(config).run if workers == 1 else Multiprocess(config, [config.bind_socket()]).run
            serve_all()
            return
        supervisor = Supervisor(config, settings.hang_seconds, Path(folder))
        supervisor.start()
        if open_browser:
            threading.Thread(target=_open_when_ready, args=(address,), daemon=True).start()
        supervisor.run()


def _check_names(settings: Settings) -> None:
    for name in settings.hosts:
        if not re.fullmatch(r"[\w.-]+|\[?[0-9a-fA-F:.]+\]?", name):
            raise BoardwalkError(f"--name needs a host name such as games.example.org, not {name!r}")
    for proxy in settings.proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            raise BoardwalkError(f"--proxy needs an address such as 10.0.0.5 or 10.0.0.0/24, not {proxy!r}") from None
    for origin in settings.origins:
        if not re.fullmatch(r"https?://[^/\s]+", origin):
            raise BoardwalkError(f"an origin is like https://example.org, without a path; not {origin!r}")


async def _try_store(url: str) -> None:
    """Fail early if the store can't be opened."""
    await (await Store.open(url)).close()


def _free_port(host: str) -> int:
    with socket.socket() as probe:
        probe.bind((host, 0))
        port: int = probe.getsockname()[1]
        return port


def _check_port(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise BoardwalkError(
                f"{host}:{port} can't be listened on: {error.strerror}; choose another --port"
            ) from None


def _open_when_ready(address: str) -> None:
    """Open the page once the server answers. Without a browser there is still the printed address."""
    for _ in range(200):
        with suppress(urllib.error.URLError, OSError), urllib.request.urlopen(address + "healthz", timeout=1):
            with suppress(webbrowser.Error):
                webbrowser.open(address)
            return
        threading.Event().wait(0.1)


# -- the supervisor


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
