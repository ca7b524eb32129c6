"""Small games of every kind for the tests of the interfaces."""

from __future__ import annotations

from typing import Any

import numpy as np

Options = dict[str, Any]

# For each game several option sets of one capacity, so that its rules are compiled once.
OPTIONS: dict[str, list[Options]] = {
    "box_world": [{}, {"pack": "night_shift"}],
    "capture_the_flag": [{"players": 1, "ticks": 25}, {"players": 2, "players_2": 1, "ticks": 12}],
    "connect_four": [{}, {"rows": 4, "cols": 5, "connect": 3, "first": "yellow"}],
    "fog_quoridor": [{"turns": 24}, {"walls": "open", "fog": "off", "turns": 16}],
    "robo_rally": [{"rounds": 3}, {"board": "roundabout", "robots": 3, "rounds": 2}],
    "rowdy_racers": [{"failures": 1.0, "turns": 20}, {"layout": "open_field", "turns": 12}],
}
GAMES = sorted(OPTIONS)
ALL = [(name, options) for name in GAMES for options in OPTIONS[name]]
SEVERAL = [name for name in GAMES if name != "box_world"]  # games with more than one seat


def first_legal(observation: np.ndarray, mask: np.ndarray) -> Any:
    """A policy for one game or for many: the first legal action."""
    return mask.argmax(axis=-1)


class Chooser:
    """Random legal actions, the same ones for the same seed."""

    def __init__(self, seed: int = 0) -> None:
        self._random = np.random.default_rng(seed)

    def __call__(self, mask: np.ndarray) -> int:
        return int(self._random.choice(np.flatnonzero(mask)))

    def many(self, masks: np.ndarray) -> np.ndarray:
        return (self._random.random(masks.shape) * masks).argmax(axis=1)
