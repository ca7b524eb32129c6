"""Arguments of `uvicorn.Config` that the port for clients and the port for other workers have in common."""

from __future__ import annotations

from typing import Any

COMMON: dict[str, Any] = {
    "ws": "boardwalk.server.protocol.websocket:WebSocket",
    "log_config": None,
    "access_log": False,
    "timeout_graceful_shutdown": 10,
}
