"""How uvicorn is to talk to clients and to other workers, as arguments of its `Config`."""

from __future__ import annotations

from typing import Any

PROTOCOLS: dict[str, Any] = {
    "ws": "boardwalk.server.websocket:WebSocket",
    "log_config": None,
    "access_log": False,
    "timeout_graceful_shutdown": 10,
}
