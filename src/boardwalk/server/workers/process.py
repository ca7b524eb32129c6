"""The program of a process of the pool: `python -m boardwalk.server.workers.process`.

It reads requests from standard input and writes replies to standard output, one request at a time. It ends when its
input ends, also in the middle of compiled code: so it never outlives the server, however that ends.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
import traceback
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from operator import index
from time import monotonic
from typing import Any, BinaryIO

import msgspec

from boardwalk.analysis.advice import Adviser
from boardwalk.bots import make_bot, needs_views
from boardwalk.bots.names import EASY
from boardwalk.bots.thinking import ThinkingBot
from boardwalk.contract import registry
from boardwalk.contract.adaptive import AdaptiveRules
from boardwalk.contract.compiling import prepare
from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.game import Position, Solver, Table
from boardwalk.contract.parts import Solution
from boardwalk.engine.child import lower_priority
from boardwalk.match import View
from boardwalk.match.view import announced
from boardwalk.search import thinker
from boardwalk.server.workers.messages import (
    LENGTH,
    Analysed,
    BotRequest,
    Cancel,
    Chosen,
    Failed,
    Finished,
    Job,
    JobReport,
    NeedsHistory,
    Progress,
    Reply,
    SeenStep,
    Started,
    Work,
    decode_work,
    frame,
)

NICE = 10  # the server itself comes first
LONGEST_WHY = 4000  # characters of a traceback

MOST_BOTS = 32  # that are kept; each may have a tree and tables of some MB
MOST_TABLES = 32
MEMORY = 256 * 2**20  # bytes of a solver
PAUSE = 0.25  # seconds between two reports on a job
UNTRIED = "not tried: the time was up"

Handlers = Mapping[type, Callable[[Any], Iterator[Reply | None]]]


class Inbox:
    """The requests from the server."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self.work: queue.SimpleQueue[Work] = queue.SimpleQueue()
        self.cancelled = 0  # the number of the request that was cancelled last

    def read(self) -> None:
        """Read until the input ends; then end the process, even in the middle of its work."""
        while len(head := self._source.read(LENGTH.size)) == LENGTH.size:
            message = decode_work(self._source.read(LENGTH.unpack(head)[0]))
            if isinstance(message, Cancel):
                self.cancelled = message.number
            else:
                self.work.put(message)
        os._exit(0)


def serve(inbox: Inbox, output: BinaryIO, handlers: Handlers) -> None:
    """Answer one request after the other."""
    while True:
        work = inbox.work.get()
        for reply in _replies(work, inbox, handlers):
            output.write(frame(reply))
            output.flush()


def _replies(work: Work, inbox: Inbox, handlers: Handlers) -> Iterator[Reply]:
    try:
        for reply in handlers[type(work)](work):
            if inbox.cancelled == work.number:
                yield Finished()
                return
            if reply is not None:
                yield reply
    except Exception:  # a bot from another package may raise anything
        yield Failed(traceback.format_exc()[-LONGEST_WHY:])


def set_up() -> BinaryIO:
    """Set up this process as one of the pool. Returns its standard output, which `print` no longer writes to."""
    for number in (signal.SIGINT, signal.SIGTERM):  # sent to the whole process group; the server ends this process
        signal.signal(number, signal.SIG_IGN)
    lower_priority(NICE)
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return output


# -- bots and analyses. They receive the views of their seats and nothing else.


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
                prepare(table, lambda title, done, of: None)
                thinker.load(table)
                self._loaded.add(table)
        if not bot.knows(request):
            yield NeedsHistory()
            return
        yield Started()
        yield bot.answer(request)
        if request.bot == EASY:  # it has nothing to remember
            return
        self._bots[request.key] = bot  # now the newest; a bot that has failed is forgotten
        if len(self._bots) > MOST_BOTS:
            self._bots.popitem(last=False)

    def _table(self, request: BotRequest) -> Table:
        key = request.game, msgspec.json.encode(request.options, order="sorted")
        if key not in self._tables:
            self._tables[key] = table = registry.game(request.game).table(request.options)
            if not isinstance(table.rules, AdaptiveRules):  # they would be compiled when the bot chooses
                prepare(table, lambda title, done, of: None)
            if len(self._tables) > MOST_TABLES:
                self._loaded.discard(self._tables.popitem(last=False)[1])
        self._tables.move_to_end(key)
        return self._tables[key]


# -- solving and generating files for the editor


def job_replies(job: Job) -> Iterator[Reply | None]:
    """The replies to a job. It yields None as often as it can be cancelled. What it loads and compiles comes before
    `Started`, so that it does not count as working time."""
    try:
        yield from (generate if job.difficulty else solve)(job)
    except BoardwalkError as error:
        yield Progress(JobReport(error=str(error)))
    yield Finished()


def solve(job: Job) -> Iterator[Reply | None]:
    """Solve each problem of a file, with a report for each progress of the solver. The problems share the time: those
    later in the file get what earlier ones leave."""
    game = registry.game(job.game)
    solver = game.content.solver
    assert solver
    table = game.table({**solver.options, job.option: job.text})
    prepare(table, lambda title, done, of: None)
    problems = solver.problems(table)
    for _, position in problems[:1]:
        next(solver.solve(position, MEMORY), None)  # compiles what it needs
    yield Started()
    ends = monotonic() + job.seconds
    for number, (title, position) in enumerate(problems):
        now = told = monotonic()
        if now >= ends:
            yield Progress(JobReport(problem=number, title=title, verdict=UNTRIED, final=True))
            continue
        own_end = now + (ends - now) / (len(problems) - number)
        found = Solution(None, 0, False)
        for found in solver.solve(position, MEMORY):
            now = monotonic()
            if now >= own_end:
                break
            if now - told >= PAUSE:
                told = now
                yield Progress(_report(solver, title, position, found, number))
            else:
                yield None
        yield Progress(_report(solver, title, position, found, number, final=True))


def _report(
    solver: Solver, title: str, position: Position, found: Solution, number: int, *, final: bool = False
) -> JobReport:
    words = [position.table.game.notation.write_action(position, action) for action in found.actions or ()]
    return JobReport(
        problem=number,
        title=title,
        solved=found.actions is not None,
        proven=found.proven,
        verdict=found.verdict(solver.unit),
        solution=("" if all(len(word) == 1 for word in words) else " ").join(words),
        about=solver.explain(position, found) if final else "",
        final=final,
    )


def generate(job: Job) -> Iterator[Reply | None]:
    """A new file of the game's generator."""
    game = registry.game(job.game)
    kind = next(kind for kind in game.content.files if kind.option == job.option)
    assert kind.generator
    next(kind.generator.texts(None, kind.generator.difficulties[0], 0))  # an easy one: it compiles what they need
    yield Started()
    yield Progress(JobReport(text=next(kind.generator.texts(None, job.difficulty, job.seed))))


# -- the program


def main() -> None:
    output, inbox = set_up(), Inbox(sys.stdin.buffer)
    threading.Thread(target=inbox.read, daemon=True).start()
    serve(inbox, output, {BotRequest: BotServer().replies, Job: job_replies})


if __name__ == "__main__":
    main()
