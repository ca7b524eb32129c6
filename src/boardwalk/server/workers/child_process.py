"""Processes for long computations. They are asked on standard input and answer on standard output."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

NICE = 10  # the server itself comes first
LONGEST_LINE = 2**20  # bytes, for those that answer in lines


async def start_child(program: str) -> asyncio.subprocess.Process:
    """Start a module as a process that finds the same packages as this one."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", program),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LONGEST_LINE,
        start_new_session=True,  # so that Linux does not count its CPU time as the server's (see `become_child`)
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )


def become_child() -> BinaryIO:
    """Set up this process as a child of the server. Returns its standard output, which `print` no longer writes to."""
    for number in (signal.SIGINT, signal.SIGTERM):  # sent to the whole process group; the server ends this process
        signal.signal(number, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    with suppress(OSError):  # where Linux groups processes by session, each group has a priority of its own
        Path("/proc/self/autogroup").write_text(str(NICE))
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return output
