"""The clock and the source of randomness of rooms and their connections.

The system's by default. A simulation passes its own, on an event loop with a simulated clock: then the same seed gives
the same run."""

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
