"""What the tests of guides and lessons share."""

from __future__ import annotations

from collections.abc import Callable

from boardwalk.contract import registry
from boardwalk.contract.game import Game

OWN = [name for name in registry.game_names() if registry.game(name).package.startswith("boardwalk.games.")]
GameWith = Callable[[dict[str, str]], Game]
