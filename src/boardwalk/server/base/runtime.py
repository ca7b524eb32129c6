"""Time and chance, as the rooms and their connections are given them.

The system's by default. Who runs a server in a simulation passes others, on an event loop with a clock of its own: then
the same seed makes the same run."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import NamedTuple


class Runtime(NamedTuple):
    """`now` counts seconds from any point, for what lasts; `time` is Unix time, for what is stored; `random` is where
    seeds, tokens and names of rooms come from."""

    now: Callable[[], float] = time.monotonic
    time: Callable[[], float] = time.time
    random: random.Random = random.SystemRandom()


SYSTEM = Runtime()
