"""The `Bot` protocol, and the bots that do not search."""

from __future__ import annotations

from random import Random
from typing import Protocol

from boardwalk.match import View


class Bot(Protocol):
    """Anything that chooses an action from a view. The view has the seat's concealed position and the legal actions.

    A bot with a memory also has `watch(view)`, which is called with every view of its seat in order, from the deal to
    the one it chooses from, and `forget()`, after which the views start again from the deal."""

    def choose(self, view: View) -> int:
        """One of `view.legal`. Only called when it is the seat's turn."""
        ...


class RandomBot:
    """Chooses uniformly among the legal actions."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, view: View) -> int:
        return self._random.choice(view.legal)


class GreedyBot:
    """The bot `easy`: plays the game's own simple strategy `greedy`."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, view: View) -> int:
        return view.table.game.play.greedy(view.position, view.seat, view.legal, self._random)
