"""The random number generator of a game; its state is the field `rng: u32[2]` of every State.

A multiply-with-carry generator (multiplier 698769069, period about 2**61) whose two halves are combined by xor.
Intermediate results stay below 2**63, so that Python integers, NumPy and compiled code give the same numbers without
casts.
"""

import numpy as np

from boardwalk.engine.rules import rule

MULTIPLIER = 698769069
LOW = 0xFFFFFFFF
OTHERS = 0x6F7468657273  # added to a game's seed to seed the players that act at random in it


@rule
def draw(state):
    """32 random bits, 0 to 2**32 - 1."""
    low = state.rng[0]
    carry = state.rng[1]
    total = low * MULTIPLIER + carry
    state.rng[0] = total & LOW
    state.rng[1] = total >> 32
    return low ^ carry


@rule
def below(state, n):
    """A random whole number from 0 to n - 1, for n up to 2**31."""
    return (draw(state) * n) >> 32


def streams(seed: int, count: int = 1) -> np.ndarray:
    """The initial states of `count` independent streams for a seed, as an array for the rng fields of States."""
    z = np.uint64(seed % 2**64) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    # 0 < carry < multiplier excludes the two fixed points of the generator
    low = z & np.uint64(LOW)
    carry = (z >> np.uint64(32)) % np.uint64(MULTIPLIER - 2) + np.uint64(1)
    return np.stack([low, carry], axis=-1).astype(np.uint32)
