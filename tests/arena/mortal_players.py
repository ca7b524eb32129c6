"""Players that kill the process in which they play, and a process that is told to end at a bad moment."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from boardwalk.arena import program, workers
from boardwalk.contract.game import Table
from boardwalk.match import Match


class Mortal:
    """Takes the first legal action. The first process in which it plays is killed, in the middle of a game."""

    def __init__(self, grave: str, table: Table, seat: int, seed: int) -> None:
        self.grave, self.seat = Path(grave), seat

    def choose(self, match: Match) -> int:
        if len(match.actions) > 6:
            try:
                self.grave.touch(exist_ok=False)
            except FileExistsError:
                pass
            else:
                os.kill(os.getpid(), signal.SIGKILL)
        return match.view(self.seat).legal[0]

    def close(self, scores: Sequence[int] | None) -> str:
        return ""


class Deadly(Mortal):
    """Kills every process in which it plays."""

    def choose(self, match: Match) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("it lives")


def end_while_starting(command: list[str], pid: str) -> None:
    """A worker that is told to end when its program runs but is not yet known. The program's number is written down."""

    class Interrupted(subprocess.Popen[bytes]):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            Path(pid).write_text(str(self.pid))
            os.kill(os.getpid(), signal.SIGTERM)

    workers._start_worker()
    subprocess.Popen = Interrupted  # type: ignore[misc]
    program._start(command)
    signal.pause()
