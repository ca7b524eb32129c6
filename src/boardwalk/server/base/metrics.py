"""Metrics in the Prometheus format, summed over all workers."""

from __future__ import annotations

import os
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # where several workers share their counters

connections = Gauge("boardwalk_connections", "Websockets that are open", multiprocess_mode="livesum")
rooms = Gauge("boardwalk_rooms_awake", "Rooms in memory", multiprocess_mode="livesum")
messages = Counter("boardwalk_messages", "Messages from clients")
actions = Counter("boardwalk_carried_out", "Messages that were carried out and stored")
refusals = Counter("boardwalk_refusals", "Messages that were refused")
requests = Counter("boardwalk_requests", "HTTP requests", ["status"])
workers_replaced = Counter("boardwalk_workers_replaced", "Workers that ended or hung and were replaced")
wrong_words = Counter("boardwalk_wrong_words", "Wrong invite words")
seconds = Histogram("boardwalk_request_seconds", "Time an HTTP request took")
pool_processes = Gauge("boardwalk_pool_processes", "Processes of the pool", multiprocess_mode="livesum")
pool_waiting = Gauge("boardwalk_pool_waiting", "Requests that wait for a process", multiprocess_mode="livesum")
pool_waited_seconds = Histogram("boardwalk_pool_waited_seconds", "Time a request waited for a process", ["kind"])
pool_seconds = Histogram("boardwalk_pool_seconds", "Time a process took to answer a request", ["kind"])
bot_failures = Counter("boardwalk_bot_failures", "Moves that the easy bot made because another bot failed")


def text() -> str:
    """All metrics, summed over all workers."""
    if FOLDER not in os.environ:
        return generate_latest().decode()
    folder = os.environ[FOLDER]
    for worker in {int(path.stem.rsplit("_", 1)[1]) for path in Path(folder).glob("gauge_live*.db")}:
        if _has_ended(worker):
            mark_process_dead(worker, folder)  # type: ignore[no-untyped-call]
    registry = CollectorRegistry()
    MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
    return generate_latest(registry).decode()


def _has_ended(process: int) -> bool:
    if os.name != "posix":  # elsewhere signal 0 is not a mere test
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False
