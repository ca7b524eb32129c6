"""A room: people and bots at one table, their match, and its spectators.

Only the room changes its match. A change is tried without effect (`Match.attempt`), stored, and only then made: what is
acknowledged is stored, and what is refused has changed nothing.

A room is in the memory of one process at a time, its owner. What the owner keeps of it is

- stored: `spec`, with `ready` and `version`. Only `_change` changes it.
- derived from the stored seed and log: `match`, with its undone steps and the choices made before a turn, `number`,
  `logged`, and the step for which the clock was started (`TurnClock`).
- lost when the room is dropped from memory, or when another process takes it over: the time left on the clock and of
  the countdown before the first tick of a live game, which start again then; the inputs of a live game that no tick
  has used; and who is connected.

An owner that has lost the room without noticing can't store anything: each entry of a log can be written once. It gets
a `MovedError` then and drops the room.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from boardwalk.bots.names import EASY
from boardwalk.contract.errors import BoardwalkError, MoveError
from boardwalk.contract.game import Meaning, Table
from boardwalk.engine.rules import AUDIENCE
from boardwalk.match import Match
from boardwalk.match.match import REDO, UNDO
from boardwalk.server.base.errors import MovedError, RefusedError
from boardwalk.server.protocol.messages import Message, Phase, Previewed, RoomChanged, RoomInfo, Welcome, encode
from boardwalk.server.rooms.clock import TurnClock
from boardwalk.server.rooms.frames import RoomFrames
from boardwalk.server.rooms.inputs import InputQueue
from boardwalk.server.rooms.outcome import Outcome
from boardwalk.server.rooms.spec import Kind, RoomSpec, new_token, read_spec
from boardwalk.server.store import RoomRow, Store, StoreError

if TYPE_CHECKING:
    from boardwalk.server.protocol.connection import Connection

log = logging.getLogger("boardwalk")
LONGEST_TABLE = 300  # characters of a game string that everybody is sent
TOUCH = 60.0  # seconds between updates of the time at which the store says the room was last used
LOG_A_STEP = 2  # entries of a log for each step that a match may have: undo adds entries and takes steps away
NOT_YOURS = "that seat is not yours"
MOVED_ON = "the game has moved on; choose again"
Pair = tuple[int, int]  # a seat and what it did, as the log has it


class Room:
    """A room in memory. All its methods run on one event loop; `lock` is held while the room or its match changes."""

    def __init__(self, row: RoomRow, table: Table, store: Store, most_steps: int) -> None:
        self.name = row.room
        self.most_steps = most_steps
        self.table = table
        self.store = store
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.last_used = time.monotonic()
        self.nudge: Callable[[], None] = lambda: None  # called when the room's driver may have something to do
        self.inputs = InputQueue()
        self._starts_at = 0.0  # when the countdown of a live game ends
        self._touch_at = 0.0  # when the store is told next that the room is used
        self._sent_phase = ""  # the phase in the last RoomChanged message
        text = str(table)
        self._table_text = text if len(text) <= LONGEST_TABLE else f"{table.game.name}(…)"
        self.version = row.version
        self.spec = read_spec(row.data)
        self.spec.check(table)
        self.outcome = Outcome(self)
        self.clock = TurnClock(self.spec.turn_seconds)
        self.frames = RoomFrames(self)
        self._new_match()

    # -- its state

    def _new_match(self) -> None:
        self.match = self.spec.new_match(self.table)
        self.number = self.spec.match
        self.logged = 0
        self.clock.new_match()
        self.inputs.clear()
        self.frames.new_match()

    @property
    def phase(self) -> Phase:
        if not self.spec.started:
            return "waiting"
        return "over" if self.match.over or self.spec.imported else "playing"

    @property
    def undo(self) -> bool:
        """Whether moves can be taken back. In rated games they can't: a match is booked once, at its end."""
        return self.table.game.undo and not self.spec.rated

    @property
    def live(self) -> bool:
        return self.spec.tick_ms > 0

    @property
    def spectators(self) -> int:
        return sum(not connection.seats for connection in self.connections)

    def info(self) -> RoomInfo:
        game = self.table.game
        present = {seat for connection in self.connections for seat in connection.seats}
        return RoomInfo(
            room=self.name,
            game=game.name,
            title=game.title,
            table=self._table_text,
            phase=self.phase,
            match=self.spec.match,
            seats=[self.spec.info(number, tone, number in present) for number, tone in enumerate(self.table.tones)],
            spectators=self.spectators,
            scores=list(self.match.scores) if self.match.over else None,
            turn_seconds=self.spec.turn_seconds,
            starts_in=max(self._starts_at - time.monotonic(), 0.0),
            tick_ms=self.spec.tick_ms,
            undo=self.undo,
            hints=self.spec.allows_hints,
            events=[event.name for event in game.events],
            listed=self.spec.listed,
            rated=self.spec.rated,
            challenge=self.outcome.challenge_info(),
            earlier=self.spec.earlier_info() if self.phase == "over" else [],
            imported=self.spec.imported,
        )

    # -- connections

    def enter(self, connection: Connection) -> None:
        self.connections.add(connection)
        if len(self.connections) == 1:
            self.clock.run()
        self.last_used = time.monotonic()
        self.nudge()

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.last_used = time.monotonic()
        if not self.connections:
            self.clock.stop()
        self.send_room()

    def send_room(self) -> None:
        """Send the room's information to all connections."""
        self._sent_phase = self.phase
        if self.connections:
            self.send(self.connections, RoomChanged(room=self.info()))

    def send(self, connections: Iterable[Connection], message: Message) -> None:
        """Send a message to these connections; it is encoded once."""
        data = encode(message)
        for connection in list(connections):
            connection.send_encoded(data)

    # -- the clock

    def deadline(self) -> float:
        """Seconds left for the seat to act; 0 without a clock, or while nobody is connected."""
        return self.clock.left if self.phase == "playing" else 0.0

    @property
    def time_is_up(self) -> bool:
        return self.phase == "playing" and self.clock.is_up

    # -- changes of the match

    async def play(self, pairs: Sequence[Pair]) -> None:
        """Carry out actions of seats, all of them or none; a `BoardwalkError` says which is not possible."""
        async with self.lock:
            await self._play(pairs)

    async def answer(self, seat: int, frame: int, actions: Sequence[int]) -> None:
        """Carry out what a seat chose when it saw this frame; refused if it has other choices by now."""
        async with self.lock:
            if self.phase != "waiting" and not self.frames.of(seat).answers(frame):
                raise RefusedError(MOVED_ON)
            await self._play([(seat, action) for action in actions])

    async def play_choice(self, choose: Callable[[Match], Sequence[Pair]]) -> None:
        """Carry out what `choose` returns for the match as it is once the lock is held: for bots and clocks."""
        async with self.lock:
            if self.phase == "playing":
                await self._play(choose(self.match))

    async def _play(self, pairs: Sequence[Pair]) -> None:
        self._check_playing(after_the_end=self.undo)
        if not pairs:
            return
        if self.spec.rated and any(action in (UNDO, REDO) for _, action in pairs):
            raise RefusedError("moves can't be taken back in a rated game")
        change = self.match.attempt(pairs)
        if change.length > self.most_steps or self.logged + len(pairs) > LOG_A_STEP * self.most_steps:
            raise RefusedError("this game is too long to go on")
        touch = time.monotonic() >= self._touch_at
        bookings = self.outcome.bookings(change.after.position)
        if not await self.store.append(self.name, self.number, self.logged, pairs, touch=touch, bookings=bookings):
            raise MovedError
        if touch:
            self._touch_at = time.monotonic() + TOUCH
        self.match.adopt(change)
        self.logged += len(pairs)
        self._after_change(pairs)

    def _after_change(self, pairs: Sequence[Pair]) -> None:
        """Send a new phase of the room, then the new frames, then acknowledge stored inputs."""
        self.clock.follow(self.match)
        if self.phase != self._sent_phase:
            self.send_room()
        self.frames.send()
        if self.live:
            self.inputs.acknowledge(pairs, self._has_tick(pairs))
            if self.match.over:
                self.inputs.clear()
        self.nudge()

    def check_hint(self, seat: int) -> None:
        """A `RefusedError` if a seat can't have a hint now."""
        self._check_playing()
        if not self.spec.allows_hints:
            raise RefusedError("there are no hints in this room")
        if not self.live and self.match.own(seat).to_act != seat:
            raise RefusedError("it is not your turn")

    def preview(self, seat: int, actions: Sequence[int], message_id: int) -> Previewed:
        """What a seat would see if it made these choices of a program."""
        self._check_playing()
        view, taken = self.match.preview(seat, actions)
        return Previewed(id=message_id, seat=seat, taken=taken, scene=view.scene, choices=list(view.choices))

    def queue_input(self, seat: int, action: int, connection: Connection, message_id: int) -> None:
        """In a live game: an action for the next tick, which replaces an earlier one of the same seat."""
        self._check_playing()
        self.inputs.add(seat, action, connection, message_id)

    def _check_playing(self, *, after_the_end: bool = False) -> None:
        """A `RefusedError` unless the game is on, or `after_the_end` is allowed: undo can take the end back."""
        if self.phase == "waiting":
            raise RefusedError("the game has not begun")
        if self.phase == "over" and not after_the_end:
            raise RefusedError("the game is over")

    @property
    def has_ticked(self) -> bool:
        """Whether there has been a tick in this match of a live game."""
        return any(seat >= 0 and action < self.table.actions for seat, action in self.match.steps)

    def count_down(self, seconds: float) -> None:
        """Tell everybody that the first tick comes in so many seconds."""
        self._starts_at = time.monotonic() + seconds
        if seconds:
            self.send_room()

    def _has_tick(self, stored: Sequence[Pair]) -> bool:
        """In a live game: whether there are actions among these entries of the log, and not only events."""
        return any(action < self.table.actions for _, action in stored)

    # -- changes of the room

    async def _change(self, change: Callable[[RoomSpec], None]) -> None:
        """Change the stored part of the room."""
        spec = msgspec.json.decode(msgspec.json.encode(self.spec), type=RoomSpec)
        change(spec)
        if not await self.store.save_room(self.name, msgspec.json.encode(spec), self.version):
            raise MovedError
        began = (spec.match, spec.started) != (self.spec.match, self.spec.started)
        self.spec, self.version = spec, self.version + 1
        self.match.names = tuple(spec.names)
        if began:
            self._new_match()
            self._follow_seats()
        self._check_seats()
        self.send_room()
        if began:
            with self._after_stored_change():
                await self.leave_out_open_seats()
            self._after_change([])
        self.nudge()

    async def join(self, name: str, seat: int | None, player: str = "") -> tuple[int, str]:
        """Take an open seat: its number and the token that opens it. `player` is who it is, if the name is kept."""
        token = new_token()
        async with self.lock:
            await self._change(lambda spec: spec.take(seat, name, token, player))
            number = self.spec.seat_of(token)
            assert number is not None
            if self.phase == "playing":
                with self._after_stored_change():
                    await self._try_event(number, Meaning.RETURN)
            return number, token

    async def ready(self, seat: int, ready: bool) -> None:
        """A person is ready; once everybody is, the game begins, or the next one."""

        def change(spec: RoomSpec) -> None:
            if self.phase == "playing":
                raise RefusedError("the game is on already")
            spec.make_ready(seat, ready, self._can_leave_out, self.table, self.match.scores)

        async with self.lock:
            await self._change(change)

    async def seat_bot(self, seat: int, bot: str) -> None:
        """While the room waits: put a bot on an open seat, or (without a bot's name) open the seat again."""

        def change(spec: RoomSpec) -> None:
            if self.phase != "waiting":
                raise RefusedError("the game is on already")
            spec.seat_bot(seat, bot)

        async with self.lock:
            await self._change(change)

    async def rename(self, seat: int, name: str) -> None:
        async with self.lock:
            await self._change(lambda spec: spec.rename(seat, name))

    async def give_up(self, seat: int, connection: Connection) -> None:
        """A person leaves for good: the seat is open again, or a bot takes it if the game has no event for leaving."""

        def change(spec: RoomSpec) -> None:
            stays_open = self.phase != "playing" or self.table.game.event_for(Meaning.LEAVE)
            spec.vacate(seat, "" if stays_open else EASY)

        async with self.lock:
            if connection.keys.get(seat) != self.spec.seats[seat].key:  # given up meanwhile, from another connection
                raise RefusedError(NOT_YOURS)
            if self.phase == "playing":
                await self._try_event(seat, Meaning.LEAVE)
            key = connection.keys.pop(seat)
            try:
                await self._change(change)
            except BoardwalkError:
                connection.keys[seat] = key
                raise
        connection.seats = tuple(held for held in connection.seats if held != seat)
        connection.views = self.views_of(connection.seats)
        self.frames.show(connection)
        self.send_room()

    @property
    def _can_leave_out(self) -> bool:
        """Whether the game can be played with seats left empty (CF-18)."""
        leave = self.table.game.event_for(Meaning.LEAVE)
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
        event = self.table.game.event_for(meaning)
        if event is None:
            return
        try:
            await self._play([(seat, self.match.position.event(event, seat))])
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

    def _follow_seats(self) -> None:
        """Tell the connections whose seats have changed with a new game which they hold now."""
        seat_of = {seat.key: number for number, seat in enumerate(self.spec.seats) if seat.key}
        for connection in self.connections:
            keys = {seat_of[key]: key for key in connection.keys.values() if key in seat_of}
            if keys != connection.keys and len(keys) == len(connection.keys):
                connection.keys, connection.seats = keys, tuple(sorted(keys))
                connection.views = self.views_of(connection.seats)
                connection.send(Welcome(seats=list(connection.seats), room=self.info()))

    def _check_seats(self) -> None:
        """Close connections whose seat was given up from elsewhere: their tokens are no longer valid."""
        for connection in list(self.connections):
            if any(self.spec.seats[seat].key != key for seat, key in connection.keys.items()):
                connection.seats = connection.views = ()
                connection.stop("you have given up a seat elsewhere; come in again", again=True)

    def views_of(self, seats: Sequence[int]) -> tuple[int, ...]:
        """The views that a connection with these seats is sent: one for each seat, or the audience's."""
        return tuple(seats) or (AUDIENCE,)
