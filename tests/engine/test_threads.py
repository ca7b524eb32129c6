"""Compiled code on several cores, also after a fork."""

from __future__ import annotations

import os
import signal

from boardwalk.engine.threads import run_all

SECONDS = 30  # after which a child that waits for threads it does not have is ended


def test_a_forked_process_starts_threads_of_its_own() -> None:
    calls = [lambda: 1, lambda: 2]
    assert run_all(calls) == [1, 2]
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        os._exit(0 if run_all(calls) == [1, 2] else 1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0, "the child waited for its parent's threads"
    assert run_all(calls) == [1, 2]
