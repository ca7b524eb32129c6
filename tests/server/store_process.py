"""Processes that share a store with the tests: run as a program, it forks them, so that each starts at once.

Each line on its input starts one: `write URL SEED`, `race URL ROOM UNTIL` or `own URL ROOM`; `kill` ends them all with
SIGKILL, `wait` waits until they have ended. What they print goes to one output, a line at a time.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from boardwalk.server.store import Store

ROOMS = [f"room{number}" for number in range(12)]


def say(*words: object) -> None:
    """One line, in one piece: a process that is killed prints all of it or nothing."""
    os.write(1, (json.dumps(words) + "\n").encode())


async def write(url: str, seed: str) -> None:
    """Append to many rooms at once until killed, and say what was acknowledged."""
    store = await Store.open(url)
    chance = random.Random(seed)

    async def play(room: str) -> None:
        end = len(await store.entries(room, 1))
        while True:
            actions = [chance.randrange(1_000_000) for _ in range(chance.randint(1, 4))]
            if await store.append(room, 1, end, [(number % 2, action) for number, action in enumerate(actions)]):
                say("stored", room, end, actions)
                end += len(actions)

    say("ready")
    await asyncio.gather(*map(play, ROOMS))


async def race(url: str, room: str, until: str) -> None:
    """Append to a match that others append to, and say which numbers were ours."""
    store = await Store.open(url)
    end, won = 0, []
    while end < int(until):
        if await store.append(room, 1, end, [(0, os.getpid())]):
            won.append(end)
            end += 1
        else:
            end += len(await store.entries(room, 1, end))
    await store.close()
    say("won", os.getpid(), won)


async def own(url: str, room: str) -> None:
    """Own a room until killed."""
    store = await Store.open(url)
    await store.register("127.0.0.1:1")
    say(*(await store.claim(room) or ()))
    await asyncio.Event().wait()


def main() -> None:
    running: list[int] = []
    for line in sys.stdin:
        name, *arguments = line.split()
        if name in ("kill", "wait"):
            for process in running:
                if name == "kill":
                    os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)
            running.clear()
            say("ended")
        elif process := os.fork():
            running.append(process)
        else:
            asyncio.run(globals()[name](*arguments))
            os._exit(0)


class Processes:
    """The program, as the tests use it; a context manager."""

    def __enter__(self) -> Processes:
        pipe = subprocess.PIPE
        self._program = subprocess.Popen([sys.executable, Path(__file__)], stdin=pipe, stdout=pipe, text=True)
        return self

    def __exit__(self, *_: object) -> None:
        self.end("kill")
        self._program.communicate(timeout=120)

    def start(self, *words: object) -> None:
        """Fork a process; `hear` what it says."""
        assert self._program.stdin is not None
        print(*words, file=self._program.stdin, flush=True)

    def hear(self) -> list[Any]:
        """The next line that one of them says."""
        assert self._program.stdout is not None
        said: list[Any] = json.loads(self._program.stdout.readline())
        return said

    def end(self, how: str) -> list[list[Any]]:
        """`kill` them, or `wait` for them; all that they said before they ended."""
        self.start(how)
        return list(iter(self.hear, ["ended"]))


if __name__ == "__main__":
    main()
