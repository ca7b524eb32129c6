"""Search for bots, hints and analysis. It takes views, and uses only the rules of a game."""

from boardwalk.contract.game import Analysis, Judged, World
from boardwalk.search.thinker import Thinker, prepare

__all__ = ["Analysis", "Judged", "Thinker", "World", "prepare"]
