"""The bots of one room: which of them choose in this process and which in the pool. The pool is sent the views of a
bot's seat and nothing else.

`random`, and `easy` where it is a compiled rule of the game, take microseconds, less than it takes to ask another
process: they choose in a thread of this one. All others may search, be interpreted or be of another package.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import msgspec

from boardwalk.bots import make_bot
from boardwalk.bots.names import EASY, RANDOM, SEARCHING
from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.game import Play, Position
from boardwalk.match import Match, View
from boardwalk.match.endings import ended_seats
from boardwalk.server.base import monitoring
from boardwalk.server.base.errors import BusyError
from boardwalk.server.base.limits import OnceAMinute
from boardwalk.server.base.settings import Runtime
from boardwalk.server.rooms.clock import Banks
from boardwalk.server.rooms.room import Room
from boardwalk.server.rooms.spec import Kind
from boardwalk.server.rooms.state import RoomState
from boardwalk.server.rooms.warming import Warming
from boardwalk.server.workers.messages import Analysed, BotRequest, Chosen, SeenStep
from boardwalk.server.workers.pool import HangError, Pool, PoolError, PoolRequest

log = logging.getLogger("boardwalk")
HINT_SECONDS = 1.0
HASTE = 0.05  # a bot that has no more seconds than this for its decision is replaced by the easy bot
TICK_SHARE = 0.7  # the share of a live game's tick that all its thinking bots together may take
MOST_VIEWS = 2000  # the newest views, sent to a process that has none of them
SLICE = 0.002  # seconds of collecting views before the event loop runs again


class MovedOnError(BoardwalkError):
    """The match has ended or was taken back while a request about it waited."""


@dataclass
class SentHistory:
    """The views of a seat that have been sent: to which process, up to which step, and whether the bot needs every
    view."""

    process: int = 0
    last: int = -1
    watches: bool = False


class SeatRequest(PoolRequest):
    """A request for a move of a bot or, without a bot, for an analysis, about the view after step `step` of a
    finished match."""

    def __init__(
        self,
        state: RoomState,
        match: Match,
        seat: int,
        sent: SentHistory,
        address: str,
        runtime: Runtime,
        *,
        step: int = -1,
        bot: str = "",
        seconds: float = 0.0,
    ) -> None:
        super().__init__(address, state.name)
        self._now = runtime.now
        self.match, self.seat, self.sent = match, seat, sent
        self.asked = b""  # the position that the request is about
        self._undos, self._step = match.revision[0], step
        spec = state.spec
        self._about = BotRequest(
            key=f"{state.name} {spec.match} {match.revision[0]} {seat} {bot or seconds}",
            game=spec.game,
            options=spec.options,
            board=b"",
            names=match.names,
            seat=seat,
            seed=bot_seed(spec.seed, spec.match, seat) + (match.revision[1] if bot == EASY else 0),
            first=0,
            views=[],
            bot=bot,
            seconds=seconds,
        )

    @property
    def bot(self) -> str:
        """The name of the bot that is to move; empty for an analysis."""
        return self._about.bot

    @property
    def process(self) -> int:
        return self.sent.process

    @property
    def is_portable(self) -> bool:
        return not self.sent.watches

    @property
    def newest(self) -> int:
        """The number of the last step that the seat's view shows."""
        return self._step

    async def message(self, process: int, *, whole: bool) -> BotRequest:
        match, sent = self.match, self.sent
        new = whole or sent.process != process or self.bot == EASY  # which remembers nothing
        if not sent.watches and not whole:
            first = max(self.newest - 1, 0)
        else:
            first = max(self.newest + 1 - MOST_VIEWS, 0) if new else min(sent.last + 1, self.newest)
        views = await self._views(first)
        sent.process, sent.last = process, first + len(views) - 1
        self.asked = self.own_state()
        return msgspec.structs.replace(
            self._about,
            board=match.position.board.to_bytes() if match.table.layout.per_game and new else b"",
            first=first,
            views=views,
            now=SeenStep(self.asked) if self.asked != views[-1].state else None,
            whole=whole or (new and sent.watches),
        )

    async def analysis(self, pool: Pool) -> bytes:
        """The answer to a request without a bot, as JSON."""
        answer = await pool.answer(self)
        assert isinstance(answer, Analysed)
        self.sent.watches = answer.watches
        return answer.result

    async def _views(self, first: int) -> list[SeenStep]:
        """The seat's views after each step from number `first` on, collected a slice at a time."""
        match = self.match
        views: list[SeenStep] = []
        pause_at = self._now() + SLICE
        while first + len(views) <= self.newest:
            if self._now() > pause_at:
                await asyncio.sleep(0)
                pause_at = self._now() + SLICE
            self.check()
            number = first + len(views)
            by, action = match.steps[number]
            seen = match.rules.concealed(match.at(number), self.seat)
            views.append(SeenStep(seen.state.to_bytes(), action if by == self.seat else None))
        return views

    def check(self) -> None:
        """Hook: a `MovedOnError` if the answer is no longer needed."""

    def own_state(self) -> bytes:
        """The concealed state of the seat at the step that the request is about."""
        match = self.match
        return match.rules.concealed(match.at(self.newest), self.seat).state.to_bytes()

    def is_legal(self, action: int) -> bool:
        """Whether this action is legal in the position that the request is about."""
        table, board = self.match.table, self.match.position.board
        position = Position(table, board, table.layout.state.with_bytes(self.asked))
        return position.to_act == self.seat and action in self.match.rules.legal(position)


class TurnRequest(SeatRequest):
    """A request about the present turn of a seat; in live games, as if it were the seat's turn."""

    def __init__(
        self, room: Room, seat: int, sent: SentHistory, address: str, *, bot: str = "", seconds: float = 0.0
    ) -> None:
        super().__init__(room.state, room.match, seat, sent, address, room.runtime, bot=bot, seconds=seconds)
        self._room = room

    @property
    def newest(self) -> int:
        return self.match.revision[1]

    def check(self) -> None:
        if self._room.match is not self.match or self.match.revision[0] != self._undos or self.match.over:
            raise MovedOnError("the game has moved on")

    def own_state(self) -> bytes:
        own = self.match.own(self.seat)
        if self._room.state.live:
            own = own.copy()
            own.state.to_act = self.seat
        return self.match.rules.concealed(own, self.seat).state.to_bytes()

    def is_unchanged(self) -> bool:
        """Whether the match goes on and the seat's view is still the one that was sent."""
        return self._room.match is self.match and self.own_state() == self.asked


class BotChoice(NamedTuple):
    """A bot's choice, valid while the seat's view is unchanged."""

    seat: int
    action: int
    request: TurnRequest


class RoomBots:
    """Lets the bots of a room choose. One that fails is replaced by the easy bot for that move; one that hangs, for the
    rest of the match."""

    def __init__(self, room: Room, pool: Pool, warming: Warming) -> None:
        self._room, self._pool, self._warming = room, pool, warming
        self._match = room.match
        self._sent: dict[tuple[int, int, str], SentHistory] = {}  # by undos, seat and bot
        self._hung: set[int] = set()  # seats whose bot hangs
        self._warning = OnceAMinute(room.runtime.now)
        self._live: dict[int, asyncio.Task[None]] = {}  # by seat, in live games: the decisions being computed
        self._decided: dict[int, int] = {}  # by seat, in live games: the decisions made since the last tick

    def at(self, seat: int) -> str:
        """The name of the bot that plays a seat; people whose time is up are played by the easy bot."""
        one = self._room.state.spec.seats[seat]
        return one.bot if one.kind is Kind.BOT and seat not in self._hung and self.seconds(seat) > HASTE else EASY

    def seconds(self, seat: int) -> float:
        """The time in which the bot at a seat should decide now, pause included; infinite without a bank of time."""
        clock = self._room.state.clock
        return clock.share(seat) if isinstance(clock, Banks) else inf

    def thinks(self, seat: int) -> bool:
        """Whether the bot at a seat runs in the pool."""
        bot = self.at(seat)
        is_rule = self._room.state.table.game.play.greedy is Play.greedy
        return bot != RANDOM and not (bot == EASY and is_rule and self.is_loaded)

    @property
    def is_loaded(self) -> bool:
        """Whether the machine code of the easy bot's rule is loaded, if it has one: it takes microseconds then."""
        table = self._room.state.table
        return table.layout.scratch is None or table.rules.runs_compiled("greedy")

    async def _warm_up(self, who: str, request: TurnRequest) -> None:
        """Wait until the search of the room's table is compiled, and tell the room how long that takes. A
        `MovedOnError` if the match goes on without it."""
        try:
            async for seconds in self._warming.wait(self._room.state.table):
                left = f": {seconds:.0f} s" if seconds >= 1 else ""
                self._room.tell_warming(f"{who} is warming up{left}", stops_clock=bool(request.bot))
                request.check()
        finally:
            self._room.tell_warming("", stops_clock=bool(request.bot))

    def sent(self, seat: int, bot: str) -> SentHistory:
        """The history sent for a bot at a seat of the present match."""
        if self._match is not self._room.match:
            self._match = self._room.match
            self._sent.clear()
            self._hung.clear()
        return self._sent.setdefault((self._match.revision[0], seat, bot), SentHistory())

    @property
    def _address(self) -> str:
        """The address whose share of the pool pays for the moves of bots: that of the player who has been connected
        longest, else of the first spectator. Later connections do not change it."""
        first = min(self._room.connections, key=lambda one: (not one.seats, one.number), default=None)
        return first.address if first else ""

    async def choose(self, seat: int) -> BotChoice | None:
        """The choice of the bot at a seat now; None if the position has changed meanwhile."""
        room = self._room
        sent, bot, share = self.sent(seat, self.at(seat)), self.at(seat), self.seconds(seat)
        request = TurnRequest(room, seat, sent, self._address, bot=bot, seconds=0.0 if share == inf else share)
        if seat in ended_seats(room.match.position) and (idle := room.state.table.game.play.idle) is not None:
            request.asked = request.own_state()
            return BotChoice(seat, idle, request)
        if self.thinks(seat):
            try:
                action = await self._ask(request)
            except MovedOnError:
                return None
            if action is not None:
                return BotChoice(seat, action, request)
        view = room.match.view(seat)
        if not view.acting:
            return None
        request.asked = view.position.state.to_bytes()
        seed = bot_seed(room.state.spec.seed, room.state.spec.match, seat) + room.match.revision[1]
        name = RANDOM if bot == RANDOM else EASY
        return BotChoice(seat, await asyncio.to_thread(quick_choice, view, name, seed), request)

    async def _ask(self, request: TurnRequest) -> int | None:
        """The action from the pool; None if the bot has failed or its action is not legal."""
        if (bot := self.at(request.seat)) in SEARCHING:
            await self._warm_up(bot.capitalize(), request)
        try:
            answer = await self._pool.answer(request)
        except HangError as error:
            self._hung.add(request.seat)
            self._complain(request.seat, f"is replaced for the rest of the game: {error}")
            return None
        except PoolError as error:
            self._complain(request.seat, f"failed: {error}")
            return None
        except BusyError as error:
            monitoring.bot_failures.inc()
            if self._warning.is_due():  # a line for each move would let a flood of the pool fill the log
                log.warning("easy moves instead of the bots of a room: %s", error, extra={"room": request.room})
            return None
        assert isinstance(answer, Chosen)
        request.sent.watches = answer.watches
        if not request.is_legal(answer.action):
            self._complain(request.seat, f"chose {answer.action}, which is not legal")
            return None
        return answer.action

    def _complain(self, seat: int, what: str) -> None:
        monitoring.bot_failures.inc()
        bot, room = self._room.state.spec.seats[seat].bot, self._room.name
        log.error("the bot %s %s; easy moves instead", bot, what, extra={"room": room})

    async def hint(self, seat: int, address: str) -> bytes:
        """A hint for a seat that may act now, as JSON; a `MovedOnError` if its view changes meanwhile."""
        request = TurnRequest(self._room, seat, self.sent(seat, ""), address, seconds=HINT_SECONDS)
        await self._warm_up("The hint", request)
        hint = await request.analysis(self._pool)
        if not request.is_unchanged():
            raise MovedOnError("the game has moved on")
        return hint

    # -- live games (CF-17)

    def decided(self) -> dict[int, int]:
        """The decisions of thinking bots since the last tick. The easy bot replaces a bot that is late: ticks don't
        wait."""
        taken, self._decided = self._decided, {}
        return taken

    def think_ahead(self) -> None:
        """Start a decision, for a later tick, for every thinking bot that has none running."""
        if self._room.match.over:
            for task in self._live.values():  # they wait for the pool, and count against the share of their address
                task.cancel()
            return
        spec = self._room.state.spec
        thinking = [seat for seat, one in enumerate(spec.seats) if one.kind is Kind.BOT and self.thinks(seat)]
        for seat in thinking:
            if seat not in self._live:
                seconds = TICK_SHARE * spec.tick_ms / 1000 / len(thinking)  # a room's requests are answered in turn
                self._live[seat] = asyncio.get_running_loop().create_task(self._think_ahead(seat, seconds))

    async def _think_ahead(self, seat: int, seconds: float) -> None:
        match, bot = self._room.match, self.at(seat)
        try:
            sent = self.sent(seat, bot)
            action = await self._ask(TurnRequest(self._room, seat, sent, self._address, bot=bot, seconds=seconds))
            if action is not None and match is self._room.match:
                self._decided[seat] = action
        except MovedOnError:
            pass
        finally:
            del self._live[seat]

    async def close(self) -> None:
        for task in list(self._live.values()):
            task.cancel()
        await asyncio.gather(*self._live.values(), return_exceptions=True)


def quick_choice(view: View, bot: str, seed: int) -> int:
    """The choice of a bot that chooses in this process."""
    return make_bot(bot, seed).choose(view)


def tick_actions(match: Match, bots: Mapping[int, str], chosen: Mapping[int, int], seed: int) -> list[tuple[int, int]]:
    """Play one tick of a live game, in which each seat acts once, and return its actions: the chosen one if it is
    legal, else a quick choice for bots, and idling for people."""
    idle = match.table.game.play.idle
    assert idle is not None
    pairs: list[tuple[int, int]] = []
    acted: set[int] = set()
    while not match.over and match.to_act not in acted:
        seat = match.to_act
        acted.add(seat)
        action = chosen.get(seat, -1)
        if action not in match.rules.legal(match.position):
            action = quick_choice(match.view(seat), bots[seat], seed + len(acted)) if seat in bots else idle
        match.act(seat, action)
        pairs.append((seat, action))
    return pairs


def bot_seed(seed: int, match: int, seat: int) -> int:
    """The seed of the bot at a seat. It follows from the room's, so that a game can be played again, but does not
    reveal it: the game's own random numbers follow from that."""
    text = f"bot {seed} {match} {seat}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little") >> 1
