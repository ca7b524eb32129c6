"""Bots and analyses in a process of the pool. They receive the views of their seats and nothing else."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from operator import index
from typing import Any

import msgspec

from boardwalk.analysis.advice import Adviser
from boardwalk.bots import make_bot, needs_views
from boardwalk.bots.thinking import ThinkingBot
from boardwalk.contract import registry
from boardwalk.contract.compiling import prepare
from boardwalk.contract.game import Position, Table
from boardwalk.match import View
from boardwalk.match.view import announced
from boardwalk.search import thinker
from boardwalk.server.workers.messages import Analysed, BotRequest, Chosen, NeedsHistory, Reply, SeenStep, Started

MOST_BOTS = 32  # that are kept; each may have a tree and tables of some MB
MOST_TABLES = 32


class LoadedBot:
    """A bot or an adviser for a seat, and the views it has received."""

    def __init__(self, table: Table, request: BotRequest) -> None:
        board = table.layout.board.with_bytes(request.board) if request.board else table.layout.board
        self._blank = Position(table, board.frozen(), table.layout.state)
        self._named = table.with_names(request.names)
        self._seat = request.seat
        self._bot: Any = make_bot(request.bot, request.seed) if request.bot else None
        self._adviser = None if request.bot else Adviser(table, seed=request.seed, seconds=request.seconds)
        self._watch = getattr(self._adviser or self._bot, "watch", None)
        self.watches = self._adviser.watches if self._adviser else needs_views(self._bot, table)
        self.searches = bool(self._adviser) or isinstance(self._bot, ThinkingBot)
        self._shown = -1  # the number of the last step whose view it has
        self._before: Position | None = None  # what the seat knew after the step before that,
        self._newest: Position | None = None  # and after that step

    def knows(self, request: BotRequest) -> bool:
        """Whether no view is missing between those it has received and those sent now."""
        return not self.watches or request.whole or request.first <= self._shown + 1

    def answer(self, request: BotRequest) -> Chosen | Analysed:
        """The bot's choice or the advice, after it was shown the views that it has not seen yet."""
        for number, seen in enumerate(request.views, request.first):
            if number > self._shown:
                self._before = self._newest if number == self._shown + 1 else None
                view = self._view(seen)
                self._shown, self._newest = number, view.position
                if self.watches and self._watch:
                    self._watch(view)
        view = self._view(request.now or request.views[-1])
        if request.seconds and isinstance(self._bot, ThinkingBot):
            self._bot.hurry = request.seconds
        if self._adviser:
            return Analysed(msgspec.json.encode(self._adviser.hint(view)), self.watches)
        return Chosen(index(self._bot.choose(view)), self.watches)

    def _view(self, seen: SeenStep) -> View:
        blank = self._blank
        position = Position(blank.table, blank.board, blank.state.with_bytes(seen.state))
        news = announced(self._named, self._before, position, self._seat) if self._before else ()
        return View(self._seat, position, blank.table.rules, tuple(news), seen.action, self._named)


class BotServer:
    """Answers requests about seats, and keeps the bots and tables used last."""

    def __init__(self) -> None:
        self._bots: OrderedDict[str, LoadedBot] = OrderedDict()
        self._tables: OrderedDict[tuple[str, bytes], Table] = OrderedDict()
        self._loaded: set[Table] = set()  # those of them whose search is loaded

    def replies(self, request: BotRequest) -> Iterator[Reply]:
        bot = self._bots.pop(request.key, None)
        if bot is None:
            table = self._table(request)
            if table.layout.per_game and not request.board:
                yield NeedsHistory()
                return
            bot = LoadedBot(table, request)
            if bot.searches and table not in self._loaded:
                thinker.load(table)
                self._loaded.add(table)
        if not bot.knows(request):
            yield NeedsHistory()
            return
        yield Started()
        yield bot.answer(request)
        self._bots[request.key] = bot  # now the newest; a bot that has failed is forgotten
        if len(self._bots) > MOST_BOTS:
            self._bots.popitem(last=False)

    def _table(self, request: BotRequest) -> Table:
        key = request.game, msgspec.json.encode(request.options, order="sorted")
        if key not in self._tables:
            self._tables[key] = table = registry.game(request.game).table(request.options)
            prepare(table, lambda title, done, of: None)
            if len(self._tables) > MOST_TABLES:
                self._loaded.discard(self._tables.popitem(last=False)[1])
        self._tables.move_to_end(key)
        return self._tables[key]
