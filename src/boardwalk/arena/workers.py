"""Workers that play games: this process, a pool of processes, or a Ray cluster.

Each of them takes jobs and returns futures. A job whose worker died is not lost: on a `BrokenWorkersError` it must be
submitted again.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, Protocol

from boardwalk.arena.play import Job, Played, play_game
from boardwalk.arena.program import exit_with_programs
from boardwalk.contract.extras import needs_extra
from boardwalk.engine.threads import cores


class Workers(Protocol):
    """Plays jobs, `at_once` of them at the same time."""

    at_once: int

    def submit(self, job: Job) -> Future[Played]: ...

    def died(self, error: BaseException) -> bool:
        """Whether this error of a future means that its worker died. The workers are then ready for more jobs."""
        ...


class Here:
    """Plays in this process, one game after the other."""

    at_once = 1

    def submit(self, job: Job) -> Future[Played]:
        future: Future[Played] = Future()
        try:
            future.set_result(play_game(job))
        except Exception as error:
            future.set_exception(error)
        return future

    def died(self, error: BaseException) -> bool:
        return False


def _start_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the arena, which ends its workers
    # in a thread: the signal may interrupt the start of a program
    signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=exit_with_programs).start())
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A worker would wait for jobs forever if the arena was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    exit_with_programs()


class Pool:
    """A pool of processes on this machine. If one of them dies, all are started anew."""

    def __init__(self, processes: int) -> None:
        self.at_once = processes
        self._executor = self._start()

    def _start(self) -> ProcessPoolExecutor:
        # Not by fork: this process may have threads, and compiled code that runs in them.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.at_once, mp_context=context, initializer=_start_worker)

    def submit(self, job: Job) -> Future[Played]:
        try:
            return self._executor.submit(play_game, job)
        except BrokenProcessPool:
            self._executor.shutdown(wait=False)
            self._executor = self._start()
            return self._executor.submit(play_game, job)

    def died(self, error: BaseException) -> bool:
        return isinstance(error, BrokenProcessPool)

    def close(self) -> None:
        processes = list((self._executor._processes or {}).values())
        self._executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:  # unfinished games are discarded
            process.terminate()
        for process in processes:
            process.join()


class Cluster:
    """Workers on a Ray cluster, where Boardwalk must be installed. Ray runs the task of a worker that died again."""

    def __init__(self, address: str, at_once: int | None) -> None:
        with needs_extra("cluster", "an arena on a cluster"):
            import ray
        self._ray: Any = ray
        local = address == "local"
        ray.init(
            address=None if local else address,
            num_cpus=at_once if local else None,
            include_dashboard=False if local else None,
            log_to_driver=False,
            configure_logging=False,
        )
        self.at_once = at_once or max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._play = ray.remote(num_cpus=1, max_retries=RETRIES)(play_game)

    def submit(self, job: Job) -> Future[Played]:
        future: Future[Played] = self._play.remote(job).future()
        return future

    def died(self, error: BaseException) -> bool:
        exceptions = self._ray.exceptions
        return isinstance(error, exceptions.WorkerCrashedError | exceptions.NodeDiedError | exceptions.ObjectLostError)

    def close(self) -> None:
        self._ray.shutdown()


RETRIES = 3  # of a task on a cluster whose worker died, before it is an error here


@contextmanager
def workers(processes: int | None, cluster: str = "") -> Iterator[Workers]:
    """The workers to use: on a cluster if its address is given, else `cores` processes (by default one for each core);
    a single one is this process itself."""
    if cluster:
        on_cluster = Cluster(cluster, processes)
        try:
            yield on_cluster
        finally:
            on_cluster.close()
        return
    count = processes or cores()
    if count == 1:
        yield Here()
        return
    pool = Pool(count)
    try:
        yield pool
    finally:
        pool.close()
