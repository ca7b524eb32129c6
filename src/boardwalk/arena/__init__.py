"""The arena: bots play each other under equal conditions; ratings with confidence intervals compare them.

`run` plays; `Results` has the games; `report` writes them as a page. See `docs/arena.md`.
"""

from boardwalk.arena.play import Played
from boardwalk.arena.ratings import Rating
from boardwalk.arena.results import Results, Tally, share
from boardwalk.arena.sprt import Sprt, Verdict
from boardwalk.arena.tournament import Arena, run

__all__ = ["Arena", "Played", "Rating", "Results", "Sprt", "Tally", "Verdict", "run", "share"]
