"""The search settings of races."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from boardwalk.contract.search import Belief, Budgets, Search, Tree, Turns
from boardwalk.engine.records import Record
from boardwalk.games.rowdy_racers import search

# Playouts go on to the finish on all but large grids. Half of the simulations take the other for one who does not
# remember where grenades lie, the rest for one who does.
SEARCH = Search(
    Tree(playout=60, random_share=0.0, exploration=1.2, greedy_share=0.5),
    Budgets(medium=400, hard=25_000),
    worlds=8,
    belief=Belief(64),
)

# Where the power fails often, so much is chance that playouts tell little. There a learned judgement is better: it
# knows, for instance, when to stay at home and keep the other out of the own start. It is used on the grids and with
# the failures that it has learned from.
OFTEN = search.CHANCES[3]
WHERE_POWER_FAILS_OFTEN = replace(
    SEARCH, method=Turns(greedy_share=0.7), budgets=Budgets(medium=400, hard=500), lower_strengths=SEARCH
)
WEIGHTS = "outlook.npz"


@cache
def _weights() -> dict[str, Any]:
    with (resources.files(__package__) / WEIGHTS).open("rb") as file, np.load(file) as arrays:
        return dict(arrays)


def learned(cells: int) -> Record:
    """The working memory of a search on a grid of this size, with the learned weights."""
    scratch: Record = search.SearchScratch.new(cells=cells)
    for name, values in _weights().items():
        scratch.array[name][0] = values
    return scratch
