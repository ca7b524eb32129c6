"""The bots of one room: which of them choose in this process, and which in the pool.

`random`, and `easy` where it is a rule of the game, take microseconds, less than it takes to ask another process: they
choose in a thread of this one. All others may search, compile or be of another package.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import NamedTuple

from boardwalk.bots import make_bot
from boardwalk.bots.names import EASY, RANDOM
from boardwalk.contract.game import Play
from boardwalk.match import Match, View
from boardwalk.server.base import metrics
from boardwalk.server.base.errors import BusyError
from boardwalk.server.rooms.room import Room
from boardwalk.server.rooms.seat_requests import MovedOnError, SentHistory, TurnRequest, bot_seed
from boardwalk.server.rooms.spec import Kind
from boardwalk.server.workers.messages import Chosen
from boardwalk.server.workers.pool import HangError, Pool, PoolError

log = logging.getLogger("boardwalk")
HINT_SECONDS = 1.0
TICK_SHARE = 0.7  # of a live game's tick: what all its thinking bots together may take


class BotChoice(NamedTuple):
    """What a bot has chosen, for the match it has seen and as long as its seat knows nothing else."""

    seat: int
    action: int
    request: TurnRequest


class RoomBots:
    """Has the bots of a room choose; one that fails is replaced by the easy bot for that move, one that hangs for the
    rest of the match."""

    def __init__(self, room: Room, pool: Pool) -> None:
        self._room, self._pool = room, pool
        self._match = room.match
        self._sent: dict[tuple[int, int, str], SentHistory] = {}  # by undos, seat and bot
        self._hung: set[int] = set()  # seats whose bot hangs
        self._live: dict[int, asyncio.Task[None]] = {}  # by seat, in live games: what is being thought about
        self._decided: dict[int, int] = {}  # by seat, in live games: what was decided since the last tick

    def at(self, seat: int) -> str:
        """The name of the bot that plays a seat; people whose time is up are played by the easy bot."""
        one = self._room.state.spec.seats[seat]
        return one.bot if one.kind is Kind.BOT and seat not in self._hung else EASY

    def thinks(self, seat: int) -> bool:
        """Whether the bot at a seat is asked in another process."""
        bot = self.at(seat)
        return bot != RANDOM and not (bot == EASY and self._room.state.table.game.play.greedy is Play.greedy)

    def sent(self, seat: int, bot: str) -> SentHistory:
        """What has been sent about a seat of the present match."""
        if self._match is not self._room.match:
            self._match = self._room.match
            self._sent.clear()
            self._hung.clear()
        return self._sent.setdefault((self._match.mark[0], seat, bot), SentHistory())

    @property
    def _address(self) -> str:
        """Whose share of the pool the moves of bots are: of the player who has been connected longest, or of the first
        spectator where nobody plays. Who comes later changes nothing for the others."""
        first = min(self._room.connections, key=lambda one: (not one.seats, one.number), default=None)
        return first.address if first else ""

    async def choose(self, seat: int) -> BotChoice | None:
        """What the bot at a seat does now; None if the game has moved on meanwhile."""
        room = self._room
        sent, bot = self.sent(seat, self.at(seat)), self.at(seat)
        request = TurnRequest(room, seat, sent, self._address, bot=bot)
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
        seed = bot_seed(room.state.spec.seed, room.state.spec.match, seat) + room.match.mark[1]
        name = RANDOM if bot == RANDOM else EASY
        return BotChoice(seat, await asyncio.to_thread(quick_choice, view, name, seed), request)

    async def _ask(self, request: TurnRequest) -> int | None:
        """The action that a process answers with; None if the bot has failed or chose what is not legal."""
        try:
            answer = await self._pool.answer(request)
        except HangError as error:
            self._hung.add(request.seat)
            self._complain(request.seat, f"is replaced for the rest of the game: {error}")
            return None
        except (PoolError, BusyError) as error:
            self._complain(request.seat, f"failed: {error}")
            return None
        assert isinstance(answer, Chosen)
        request.sent.watches = answer.watches
        if not request.is_legal(answer.action):
            self._complain(request.seat, f"chose {answer.action}, which is not legal")
            return None
        return answer.action

    def _complain(self, seat: int, what: str) -> None:
        metrics.bot_failures.inc()
        bot, room = self._room.state.spec.seats[seat].bot, self._room.name
        log.error("the bot %s %s; easy moves instead", bot, what, extra={"room": room})

    async def hint(self, seat: int, address: str) -> bytes:
        """A hint for a seat that may act now, as JSON; a `MovedOnError` if it knows something else by then."""
        request = TurnRequest(self._room, seat, self.sent(seat, ""), address, seconds=HINT_SECONDS)
        hint = await request.analysis(self._pool)
        if not request.is_unchanged():
            raise MovedOnError("the game has moved on")
        return hint

    # -- live games (CF-17)

    def decided(self) -> dict[int, int]:
        """What thinking bots have decided since the last tick. A bot that is late is played by the easy bot meanwhile:
        a tick waits for nobody."""
        taken, self._decided = self._decided, {}
        return taken

    def think_ahead(self) -> None:
        """Have each thinking bot that is not at it yet decide about the present position, for a later tick."""
        if self._room.match.over:
            for task in self._live.values():  # they wait for the pool, and count for the share of their address
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
    """The actions of one tick of a live game, in which each seat acts once: as chosen where that is possible, else bots
    as those of this process choose, and people not at all. The match is played on by them."""
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
