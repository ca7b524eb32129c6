"""What rooms play is compiled in the background, and loaded into this process, while they go on interpreted."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator

from boardwalk.contract import compiling
from boardwalk.contract.adaptive import AdaptiveRules
from boardwalk.contract.game import Table
from boardwalk.engine import background
from boardwalk.engine.background import Wanted
from boardwalk.search import thinker

EVERY = 1.0  # seconds between two looks at what is compiled
MOST_TABLES = 256  # that are looked after, the newest


class Warming:
    """The tables that are played in this process, and what is compiled of them."""

    def __init__(self) -> None:
        self._tables: OrderedDict[Table, Wanted | None] = OrderedDict()  # with what was asked for
        self._is_complete = False  # whether all games are compiled
        self._ready: set[Table] = set()  # tables whose search is compiled

    def add(self, table: Table) -> None:
        """This table is played from now on."""
        if isinstance(table.rules, AdaptiveRules):
            self._tables[table] = None
            if len(self._tables) > MOST_TABLES:
                self._tables.popitem(last=False)

    async def look(self) -> None:
        """Load what has been compiled, and have compiled what is missing. To be called every second: loading does not
        stop the event loop."""
        if self._tables or not self._is_complete:
            await asyncio.to_thread(self._look)

    def _look(self) -> None:
        for table in list(self._tables):
            if not table.rules.load(*compiling.match_rules(table)) and self._tables.get(table) is None:
                self._tables[table] = background.ask(str(table), everything=True)
        if not self._is_complete:
            background.start(everything=True)
            self._is_complete = background.has_finished()

    async def wait(self, table: Table) -> AsyncIterator[float]:
        """Wait until the search of a table is compiled; yields about once a second how many seconds that may still
        take, 0 if that is not known. If nothing compiles in the background, the process that searches does it."""
        if table in self._ready:
            return
        if not await asyncio.to_thread(_is_ready, table):
            rules, search = (background.ask(str(table), search=one, everything=True) for one in (False, True))
            while rules and search and not (rules.is_done and search.is_done):
                if not background.start(everything=True):
                    return  # the process that searches compiles
                progress = background.progress()
                yield progress.left(search) if progress else 0.0
                await asyncio.sleep(EVERY)
        self._ready.add(table)


def _is_ready(table: Table) -> bool:
    return compiling.is_compiled(table) and thinker.is_prepared(table)
