"""What operators see: metrics in the Prometheus format, summed over all workers, and the log, one line of JSON for each
record."""

from __future__ import annotations

import json
import logging
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
CLIENT_ERRORS = (  # which uvicorn logs as errors of the server; the second after a socket was refused with a response
    "Invalid UTF-8 sequence received from client",
    "ASGI callable returned without completing handshake",
)


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


class JsonLines(logging.Formatter):
    """Each log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"time": round(record.created, 3), "level": record.levelname.lower(), "message": record.getMessage()}
        line |= {
            key: value for key in ("room", "path", "status", "ms") if (value := getattr(record, key, None)) is not None
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line)  # ASCII: no line breaks or escape sequences from what a client has sent


def set_up_logging(level: str) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    handler.addFilter(lambda record: not record.getMessage().startswith(CLIENT_ERRORS))
    for logger, lowest in ((logging.getLogger("boardwalk"), level.upper()), (logging.getLogger("uvicorn"), "WARNING")):
        logger.handlers[:] = [handler]
        logger.setLevel(lowest)
        logger.propagate = False
