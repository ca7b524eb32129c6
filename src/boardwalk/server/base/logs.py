"""The server's log: one line of JSON for each record."""

from __future__ import annotations

import json
import logging

CLIENT_ERRORS = (  # which uvicorn logs as errors of the server; the second after a socket was refused with a response
    "Invalid UTF-8 sequence received from client",
    "ASGI callable returned without completing handshake",
)


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
