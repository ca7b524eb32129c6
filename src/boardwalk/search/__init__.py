"""Search: what bots, hints and analysis think with. It is given views, and knows games by their rules alone."""

from boardwalk.contract.game import Analysis, Judged, World
from boardwalk.search.thinker import Thinker, prepare

__all__ = ["Analysis", "Judged", "Thinker", "World", "prepare"]
