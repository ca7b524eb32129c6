"""The program of a process in which bots think: `python -m boardwalk.server.workers.thinking_process`.

It reads questions from standard input and writes answers to standard output, one at a time. It keeps the bots of the
rooms it was asked about last. It ends when its input ends, also in the middle of a thought: so it never outlives the
server, however that ends.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import traceback
from collections import OrderedDict
from operator import index
from typing import Any, BinaryIO

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
from boardwalk.server.workers.child_process import become_child
from boardwalk.server.workers.thinking_messages import (
    LENGTH,
    Analysed,
    Answer,
    Ask,
    Began,
    Chosen,
    Failed,
    FromProcess,
    Lost,
    Seen,
    decode_ask,
    frame,
)

KEPT = 32  # bots that are kept; each may have a tree and tables of some MB
TABLES = 32
LONGEST_WHY = 4000  # characters of a traceback


class Player:
    """A bot or an adviser for a seat, and what it has been shown."""

    def __init__(self, table: Table, ask: Ask) -> None:
        board = table.layout.board.with_bytes(ask.board) if ask.board else table.layout.board
        self._blank = Position(table, board.frozen(), table.layout.state)
        self._named = table.with_names(ask.names)
        self._seat = ask.seat
        self._bot: Any = make_bot(ask.bot, ask.seed) if ask.bot else None
        self._adviser = None if ask.bot else Adviser(table, seed=ask.seed, seconds=ask.seconds)
        self._watch = getattr(self._adviser or self._bot, "watch", None)
        self.watches = self._adviser.watches if self._adviser else needs_views(self._bot, table)
        self.searches = bool(self._adviser) or isinstance(self._bot, ThinkingBot)
        self._shown = -1  # the number of the last step whose view it has
        self._before: Position | None = None  # what the seat knew after the step before that,
        self._newest: Position | None = None  # and after that step

    def knows(self, ask: Ask) -> bool:
        """Whether no view is missing between those that it has and those that are sent now."""
        return not self.watches or ask.whole or ask.first <= self._shown + 1

    def answer(self, ask: Ask) -> Answer:
        """The bot's choice or the advice, after it was shown the views that it has not seen yet."""
        for number, seen in enumerate(ask.views, ask.first):
            if number > self._shown:
                self._before = self._newest if number == self._shown + 1 else None
                view = self._view(seen)
                self._shown, self._newest = number, view.position
                if self.watches and self._watch:
                    self._watch(view)
        view = self._view(ask.now or ask.views[-1])
        if ask.seconds and isinstance(self._bot, ThinkingBot):
            self._bot.hurry = ask.seconds
        if self._adviser:
            return Analysed(ask.number, msgspec.json.encode(self._adviser.hint(view)), self.watches)
        return Chosen(ask.number, index(self._bot.choose(view)), self.watches)

    def _view(self, seen: Seen) -> View:
        blank = self._blank
        position = Position(blank.table, blank.board, blank.state.with_bytes(seen.state))
        news = announced(self._named, self._before, position, self._seat) if self._before else ()
        return View(self._seat, position, blank.table.rules, tuple(news), seen.action, self._named)


class Thinking:
    """Answers questions, and keeps the bots and tables used last."""

    def __init__(self, output: BinaryIO) -> None:
        self._output = output
        self._players: OrderedDict[str, Player] = OrderedDict()
        self._tables: OrderedDict[tuple[str, bytes], Table] = OrderedDict()
        self._loaded: set[Table] = set()  # those of them whose search is loaded

    def serve(self, questions: queue.SimpleQueue[Ask]) -> None:
        while True:
            ask = questions.get()
            try:
                answer = self._answer(ask)
            except Exception:  # a bot of another package may raise anything
                self._players.pop(ask.key, None)
                answer = Failed(ask.number, traceback.format_exc()[-LONGEST_WHY:])
            self._send(answer)

    def _send(self, message: FromProcess) -> None:
        self._output.write(frame(message))
        self._output.flush()

    def _answer(self, ask: Ask) -> Answer:
        player = self._players.pop(ask.key, None)
        if player is None:
            table = self._table(ask)
            if table.layout.per_game and not ask.board:
                return Lost(ask.number)
            player = Player(table, ask)
            if player.searches and table not in self._loaded:
                thinker.load(table)
                self._loaded.add(table)
        if not player.knows(ask):
            return Lost(ask.number)
        self._players[ask.key] = player  # now the newest
        if len(self._players) > KEPT:
            self._players.popitem(last=False)
        self._send(Began(ask.number))
        return player.answer(ask)

    def _table(self, ask: Ask) -> Table:
        key = ask.game, msgspec.json.encode(ask.options, order="sorted")
        if key not in self._tables:
            self._tables[key] = table = registry.game(ask.game).table(ask.options)
            prepare(table, lambda title, done, of: None)
            if len(self._tables) > TABLES:
                self._loaded.discard(self._tables.popitem(last=False)[1])
        self._tables.move_to_end(key)
        return self._tables[key]


def read_questions(source: BinaryIO, questions: queue.SimpleQueue[Ask]) -> None:
    """Read questions until the input ends, and end the process then, whatever it is doing."""
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        questions.put(decode_ask(source.read(LENGTH.unpack(head)[0])))
    os._exit(0)


def main() -> None:
    output = become_child()
    questions: queue.SimpleQueue[Ask] = queue.SimpleQueue()
    threading.Thread(target=read_questions, args=(sys.stdin.buffer, questions), daemon=True).start()
    Thinking(output).serve(questions)


if __name__ == "__main__":
    main()
