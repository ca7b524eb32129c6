"""Looks after processes that a test has started, by their ids."""

from __future__ import annotations

import time
from pathlib import Path

PATIENCE = 600.0  # seconds, on a busy machine


def gone(pid: int) -> bool:
    """Whether a process ends at last."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        state = Path(f"/proc/{pid}/stat")
        if not state.exists() or state.read_text().split()[2] == "Z":
            return True
        time.sleep(0.05)
    return False
