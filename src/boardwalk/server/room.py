"""A room: one table of people and bots, its match, and everybody who looks on.

A room is the only thing that changes its match. Whatever changes it goes one way: tried on a copy of the match, stored,
then made the match; so that what is acknowledged is stored, and what is refused has changed nothing.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from boardwalk.bots.bot import GREEDY
from boardwalk.core.errors import BoardwalkError, MoveError
from boardwalk.core.game import Meaning, Table
from boardwalk.core.rules import AUDIENCE
from boardwalk.match import Match
from boardwalk.match.match import Step
from boardwalk.server import presence
from boardwalk.server.frame_diffs import FrameDiffs
from boardwalk.server.messages import Done, Message, Refused, RoomChanged, RoomInfo, encode
from boardwalk.server.room_spec import Kind, RefusedError, RoomSpec, UnplayableError, new_token
from boardwalk.server.store import RoomRow, Store, StoreError

if TYPE_CHECKING:
    from boardwalk.server.connection import Connection

log = logging.getLogger("boardwalk")
LONGEST_TABLE = 300  # characters of a game string that everybody is sent
PATIENCE = 3  # ticks in which what a seat wants may still be taken up
TRIES = 20  # times that another process may be quicker before one gives up
Pair = tuple[int, int]  # a seat and what it did, as the log has it


@dataclass
class Wish:
    """What somebody at a seat of a live game wants to do, and who is to be told once that is stored."""

    seat: int
    action: int
    connection: Connection
    number: int
    ticks: int = 0


class Room:
    """A room that is awake. All its methods run on one event loop; `lock` is held while it changes."""

    def __init__(self, row: RoomRow, table: Table, store: Store, most_steps: int) -> None:
        self.name = row.room
        self.most_steps = most_steps
        self.table = table
        self.store = store
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.presence = presence.Presence(self.name, store, self.connections)
        self.last_used = time.monotonic()
        self.changed = asyncio.Event()  # set whenever there may be something for the room's driver to do
        self.inputs: dict[int, int] = {}  # in a live game: what each seat wants to do next
        self.wishes: list[Wish] = []
        self._deadline = 0.0
        self._told_phase = ""  # what everybody was last told
        self._clocked: Step | None = None  # the step with which the clock was last set
        text = str(table)
        self._table_text = text if len(text) <= LONGEST_TABLE else f"{table.game.name}(…)"
        self.version = row.version
        self.spec = msgspec.json.decode(row.data, type=RoomSpec)
        self.spec.check_version(table.game)
        self._new_match()

    # -- what it is like

    def _new_match(self) -> None:
        self.match = Match(self.table, self.spec.seed, names=self.spec.names)
        self.number = self.spec.match
        self.logged = 0
        self._frame_diffs: dict[int, FrameDiffs] = {}

    @property
    def phase(self) -> str:
        if not self.spec.started:
            return "waiting"
        return "over" if self.match.over else "playing"

    @property
    def live(self) -> bool:
        return self.spec.tick_ms > 0

    def info(self) -> RoomInfo:
        game, present = self.table.game, self.presence.seats
        return RoomInfo(
            room=self.name,
            game=game.name,
            title=game.title,
            table=self._table_text,
            phase=self.phase,
            match=self.spec.match,
            seats=[self.spec.info(number, tone, number in present) for number, tone in enumerate(self.table.tones)],
            spectators=self.presence.spectators,
            scores=list(self.match.scores) if self.phase == "over" else None,
            turn_seconds=self.spec.turn_seconds,
            tick_ms=self.spec.tick_ms,
            undo=game.undo,
            events=[event.name for event in game.events],
        )

    def deadline(self) -> float:
        """Seconds left for the seat to act; 0 without a clock."""
        return max(self._deadline - time.monotonic(), 0.01) if self._deadline and self.phase == "playing" else 0.0

    @property
    def time_is_up(self) -> bool:
        return self.phase == "playing" and 0 < self._deadline <= time.monotonic()

    # -- who is here

    def enter(self, connection: Connection) -> None:
        self.connections.add(connection)
        self.last_used = time.monotonic()

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.last_used = time.monotonic()
        self.tell_room()

    def tell_room(self) -> None:
        """Everybody is told what the room is like now."""
        self._told_phase = self.phase
        self._send(self.connections, RoomChanged(room=self.info()))
        self.presence.tell()

    def show(self, connection: Connection) -> None:
        """Somebody who has just come gets the newest picture of each of its seats, whole."""
        if self.phase == "waiting":
            return
        for seat in connection.views:
            self._diffs_of(seat).update(self.match, self.deadline())
            connection.send(self._diffs_of(seat).whole(self.match, self.deadline()))

    def tell_match(self) -> None:
        """Everybody gets what has happened, as its seats see it."""
        if self.phase == "waiting":
            return
        for seat in {seat for connection in self.connections for seat in connection.views}:
            watching = [connection for connection in self.connections if seat in connection.views]
            message = self._diffs_of(seat).update(self.match, self.deadline())
            if message:
                self._send(watching, message)

    def _diffs_of(self, seat: int) -> FrameDiffs:
        if seat not in self._frame_diffs:
            self._frame_diffs[seat] = FrameDiffs(seat, live=self.live)
        return self._frame_diffs[seat]

    def _send(self, connections: Iterable[Connection], message: Message) -> None:
        data = encode(message)
        for connection in list(connections):
            connection.send_encoded(data)

    # -- what changes the match

    async def play(self, pairs: Sequence[Pair]) -> None:
        """Carry out what seats do, in order; a `BoardwalkError` names the first that is not possible.

        Those before it have been carried out then."""
        async with self.lock:
            await self._play(lambda match: pairs)

    async def play_choice(self, choose: Callable[[Match], Sequence[Pair]]) -> None:
        """Carry out what `choose` makes of the match as it is by then: for bots and clocks."""
        async with self.lock:
            if self.phase == "playing":
                await self._play(choose)

    async def _play(self, choose: Callable[[Match], Sequence[Pair]]) -> None:
        for _ in range(TRIES):
            if self.phase != "playing" and not (self.phase == "over" and self.table.game.undo):
                raise RefusedError("the game has not begun" if self.phase == "waiting" else "the game is over")
            trial, done, failure = self.match.copy(), [], None
            for seat, action in choose(trial):
                try:
                    trial.play(action, seat)
                    done.append((seat, action))
                except BoardwalkError as error:
                    failure = error
                    break
            if done:
                if len(trial.steps) > self.most_steps:
                    raise RefusedError("this game is too long to go on")
                if not await self.store.append(self.name, self.number, self.logged, done):
                    await self._catch_up()
                    continue
                self.match, self.logged = trial, self.logged + len(done)
                self._after_change(done)
            if failure:
                raise failure
            return
        raise RefusedError("too many others were quicker; try again")

    def set_clock(self) -> None:
        """The clock starts anew with every step, and with nothing else."""
        if self._clocked is not self.match.steps[-1]:
            self._clocked = self.match.steps[-1]
            self._deadline = time.monotonic() + self.spec.turn_seconds if self.spec.turn_seconds else 0.0

    def _after_change(self, pairs: Sequence[Pair]) -> None:
        """Everybody is told: first of a new phase of the room, then of what has happened in the match."""
        self.set_clock()
        if self.match.over:
            for seat in self.spec.seats:
                seat.ready = False
        if self.phase != self._told_phase:
            self.tell_room()
        self.tell_match()
        self._answer_wishes(pairs)
        self.changed.set()

    async def want(self, seat: int, action: int, connection: Connection, number: int) -> None:
        """In a live game: what a seat wants to do in the next tick. The newest counts."""
        if self.phase != "playing":
            raise RefusedError("the game has not begun" if self.phase == "waiting" else "the game is over")
        self.inputs[seat] = action
        self.wishes.append(Wish(seat, action, connection, number))
        if self.store.shared:
            await self.store.send(self.name, presence.encode(presence.Wanted({seat: action})))

    def _answer_wishes(self, pairs: Sequence[Pair]) -> None:
        """Who wanted what is stored now is told so; who has waited too long for it is told that as well."""
        ticked = any(action < self.table.actions for _, action in pairs)
        waiting = []
        for wish in self.wishes:
            wish.ticks += ticked
            if (wish.seat, wish.action) in pairs:
                wish.connection.send(Done(id=wish.number))
            elif wish.ticks >= PATIENCE or self.phase != "playing":
                wish.connection.send(Refused(id=wish.number, why="that was not possible when your turn came"))
            else:
                waiting.append(wish)
        self.wishes = waiting

    async def catch_up(self) -> None:
        """Another process has changed the room: take over what it stored."""
        async with self.lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        row = await self.store.load_room(self.name)
        if row and row.version != self.version:
            before = (self.spec.match, self.spec.started)
            spec = msgspec.json.decode(row.data, type=RoomSpec)
            spec.check_version(self.table.game)
            self.spec, self.version = spec, row.version
            if (self.spec.match, self.spec.started) != before:
                self._new_match()
            self.match.names = tuple(self.spec.names)
            self._check_seats()
            self.tell_room()
        self._after_change(await self.read_log())

    async def read_log(self) -> list[Pair]:
        """Play what the log holds beyond what is known; an `UnplayableError` if that is not possible."""
        if not self.spec.started:
            return []
        entries = await self.store.entries(self.name, self.number, self.logged)
        match = self.match.copy()  # bots may be thinking about the one there is
        for entry in entries:
            try:
                match.play(entry.action, entry.seat)
            except BoardwalkError as error:
                raise UnplayableError(f"line {entry.number} of this game's log can't be played: {error}") from None
        self.match, self.logged = match, self.logged + len(entries)
        return [(entry.seat, entry.action) for entry in entries]

    # -- what changes the room

    async def _change(self, change: Callable[[RoomSpec], None]) -> None:
        """Change the stored part of the room; if another process was quicker, once more on what it made of it."""
        for _ in range(TRIES):
            spec = msgspec.json.decode(msgspec.json.encode(self.spec), type=RoomSpec)
            change(spec)
            if await self.store.save_room(self.name, msgspec.json.encode(spec), self.version):
                began = (spec.match, spec.started) != (self.spec.match, self.spec.started)
                self.spec, self.version = spec, self.version + 1
                self.match.names = tuple(spec.names)
                self._check_seats()
                if began:
                    self._new_match()
                self.tell_room()
                if began:
                    with self._after_stored_change():
                        await self.leave_out_open_seats()
                    self._after_change([])
                self.changed.set()
                return
            await self._catch_up()
        raise RefusedError("too many others were quicker; try again")

    async def join(self, name: str, seat: int | None) -> tuple[int, str]:
        """Take an open seat: its number and the token that opens it."""
        token = new_token()
        async with self.lock:
            await self._change(lambda spec: spec.take(seat, name, token))
            number = self.spec.seat_of(token)
            assert number is not None
            if self.phase == "playing":
                with self._after_stored_change():
                    await self._try_event(number, Meaning.RETURN)
            return number, token

    async def ready(self, seat: int, ready: bool) -> None:
        """A person is ready; once everybody is, the game begins, or the next one."""

        async with self.lock:
            if self.phase == "playing":
                raise RefusedError("the game is on already")
            version = self.table.game.version
            await self._change(lambda spec: spec.make_ready(seat, ready, self._can_leave_out, version))

    async def seat_bot(self, seat: int, bot: str) -> None:
        """While the room waits: a bot takes an open seat, or gives it up again (without a bot's name)."""
        async with self.lock:
            if self.phase != "waiting":
                raise RefusedError("the game is on already")
            await self._change(lambda spec: spec.seat_bot(seat, bot))

    async def rename(self, seat: int, name: str) -> None:
        async with self.lock:
            await self._change(lambda spec: spec.rename(seat, name))

    async def give_up(self, seat: int, connection: Connection) -> None:
        """A person leaves for good: the seat is open again, or a bot plays on where the game does not know leaving."""
        async with self.lock:
            bot = GREEDY if self.phase == "playing" and not self.table.game.event_meaning(Meaning.LEAVE) else ""
            if self.phase == "playing" and not bot:
                await self._try_event(seat, Meaning.LEAVE)
            key = connection.keys.pop(seat)
            try:
                await self._change(lambda spec: spec.vacate(seat, bot))
            except BoardwalkError:
                connection.keys[seat] = key
                raise
        connection.seats = tuple(held for held in connection.seats if held != seat)
        connection.views = self.views_of(connection.seats)
        self.show(connection)
        self.tell_room()

    @property
    def _can_leave_out(self) -> bool:
        """Whether the game can be played with seats left empty (CF-18)."""
        leave = self.table.game.event_meaning(Meaning.LEAVE)
        return leave is not None and any(seat.kind is not Kind.OPEN for seat in self.spec.seats)

    async def leave_out_open_seats(self) -> None:
        """Seats that nobody has taken when the game begins are left out; doing so twice does no harm. The caller holds
        the lock, or nobody else knows the room yet."""
        if self.phase == "playing" and self.spec.has_open_seats and self._can_leave_out:
            for number, seat in enumerate(self.spec.seats):
                if seat.kind is Kind.OPEN:
                    await self._try_event(number, Meaning.LEAVE)

    async def _try_event(self, seat: int, meaning: Meaning) -> None:
        """An event that follows from a change of the room; where the game has none that means this, or does not allow
        it now, nothing happens."""
        event = self.table.game.event_meaning(meaning)
        if event is None:
            return
        try:
            await self._play(lambda match: [(seat, match.position.event(event, seat))])
        except (MoveError, RefusedError):
            return

    @contextmanager
    def _after_stored_change(self) -> Iterator[None]:
        """The change of the room is stored and stays, also if an event that follows from it can't be stored now. The
        driver tries again for open seats."""
        try:
            yield
        except StoreError as error:
            log.warning("an event after a change of the room was not stored: %s", error, extra={"room": self.name})

    def _check_seats(self) -> None:
        """Who holds the token of a seat that was given up holds nothing any more."""
        for connection in list(self.connections):
            if any(self.spec.seats[seat].key != key for seat, key in connection.keys.items()):
                connection.seats = connection.views = ()
                connection.stop("you have given up a seat elsewhere; come in again", again=True)

    def views_of(self, seats: Sequence[int]) -> tuple[int, ...]:
        """What a connection that holds these seats is shown: each of them, or what everybody may see."""
        return tuple(seats) or (AUDIENCE,)
