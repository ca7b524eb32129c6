"""What the processes beside the one that plays have in common: a low priority, and that they end with it."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from pathlib import Path


def lower_priority(nice: int) -> None:
    """Let other processes come first: by this many steps of `nice`."""
    with suppress(OSError, AttributeError):
        os.nice(nice)
    with suppress(OSError):  # where Linux groups processes by session, each group has a priority of its own
        Path("/proc/self/autogroup").write_text(str(nice))


def end_with_parent() -> None:
    """End this process when its standard input ends, also in the middle of compiled code: the parent holds the other
    end of that pipe, and the system closes it however the parent ends."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_wait_for_end, daemon=True).start()


def _wait_for_end() -> None:
    while os.read(0, 1):  # not by `sys.stdin`, whose lock would be held when the interpreter shuts down
        pass
    os._exit(0)
