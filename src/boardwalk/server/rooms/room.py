"""A room: people and bots at one table, their match, and its spectators.

Only the room changes its state (`RoomState`, a value) and its match. A change is planned without effect (`plan`),
stored, and only then made (`applied`) and sent: what is acknowledged is stored, and what is refused has changed
nothing.

A room is in the memory of one process at a time, its owner. An owner that has lost the room without noticing can't
store anything: each entry of a log can be written once. It gets a `MovedError` then and drops the room.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

import msgspec

from boardwalk.bots.names import EASY
from boardwalk.contract.errors import BoardwalkError, MoveError
from boardwalk.contract.parts import Meaning
from boardwalk.match import Match
from boardwalk.match.match import REDO, UNDO
from boardwalk.server.base import monitoring
from boardwalk.server.base.errors import MovedError, RefusedError
from boardwalk.server.base.settings import Runtime, Settings
from boardwalk.server.protocol import messages
from boardwalk.server.protocol.messages import Done, Previewed, Refused, RoomChanged, RoomInfo, Welcome, encode
from boardwalk.server.rooms.connections import NOT_YOURS, Connection, Input, Inputs
from boardwalk.server.rooms.frames import SentViews, can_look_ahead, look_ahead
from boardwalk.server.rooms.spec import Kind, RoomSpec, new_token
from boardwalk.server.rooms.state import (
    Pair,
    RoomState,
    applied,
    begins_match,
    can_leave_out,
    check_playing,
    info,
    plan,
    respecified,
)
from boardwalk.server.rooms.talk import Talk, allow
from boardwalk.server.store import Store, StoreError

log = logging.getLogger("boardwalk")
CONNECTIONS_A_SEAT = 8  # of one person, for tabs and devices; beyond it the oldest is closed
MOVED_ON = "the game has moved on; choose again"
NONE = range(0)


class Room:
    """A room in memory. All its methods run on one event loop; `lock` is held while its state changes. `wake` is called
    with its name when its driver may have something to do."""

    def __init__(
        self,
        state: RoomState,
        match: Match,
        store: Store,
        settings: Settings,
        runtime: Runtime,
        wake: Callable[[str], None] = lambda name: None,
    ) -> None:
        self.name = state.name
        self.state = state
        self.match = match
        self.sent = SentViews(live=state.live)
        self.inputs = Inputs()
        self.talk = Talk(runtime.now)
        self.connections: set[Connection] = set()
        self.lock = asyncio.Lock()
        self.last_used = runtime.now()
        self.runtime = runtime
        self.warming = ""  # what the match waits for until it is compiled, as a sentence
        self._store, self._settings, self._wake = store, settings, wake
        self._looks_ahead = can_look_ahead(state.table, live=state.live)

    def info(self) -> RoomInfo:
        present = {seat for connection in self.connections for seat in connection.seats}
        return info(self.state, present, self._spectators, self.runtime.now(), self.warming)

    # -- connections

    @property
    def _spectators(self) -> int:
        return sum(not connection.seats for connection in self.connections)

    def enter(self, connection: Connection, tokens: Sequence[str] = (), *, ahead: bool = False) -> None:
        """Connect a client, to the seats of these tokens or as a spectator; a `RefusedError` if there are too many
        spectators."""
        spec = self.state.spec
        seats = {seat for token in tokens if (seat := spec.seat_of(token)) is not None}
        if not seats and self._spectators >= self._settings.spectators_a_room:
            raise RefusedError("too many people watch this room; try again later")
        for seat in seats:
            held = sorted((one for one in self.connections if seat in one.seats), key=lambda one: one.number)
            for oldest in held[: max(len(held) + 1 - CONNECTIONS_A_SEAT, 0)]:
                oldest.stop("you have opened this game too often elsewhere")
        connection.hold({seat: spec.seats[seat].key for seat in seats})
        connection.ahead = ahead
        self.connections.add(connection)
        self.last_used = now = self.runtime.now()
        if len(self.connections) == 1 and self.state.clock:
            self.state = self.state._replace(clock=self.state.clock.started(now))
        self._wake_driver()
        self._welcome(connection)
        self._show(connection)
        self.send_room()

    def _welcome(self, connection: Connection) -> None:
        connection.send(Welcome(seats=list(connection.seats), room=self.info()))
        connection.send(self.talk.channel(connection))

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.last_used = now = self.runtime.now()
        if not self.connections and self.state.clock:
            self.state = self.state._replace(clock=self.state.clock.stopped(now))
        self.send_room()

    def send_room(self) -> None:
        """Send the room's information to all connections."""
        if self.connections:
            self._send(self.connections, RoomChanged(room=self.info()))

    def _send(self, connections: Iterable[Connection], message: messages.Message) -> None:
        """Send a message to these connections; it is encoded once."""
        data = encode(message)
        for connection in list(connections):
            connection.send_encoded(data)

    def _show(self, connection: Connection) -> None:
        """Send a connection the newest frame of each of its views, whole."""
        if self.state.phase != "waiting":
            for seat in connection.views:
                connection.send(self.sent.newest(seat, self.match, self.deadline()))
            self._send_ahead_soon()

    def _send_frames(self) -> None:
        """Send each connection the steps since the last call, as its seats see them."""
        watching: dict[int, list[Connection]] = {}
        for connection in self.connections:
            for seat in connection.views:
                watching.setdefault(seat, []).append(connection)
        for seat, message in self.sent.advance(watching, self.match, self.deadline()):
            self._send(watching[seat], message)
        self._send_ahead_soon()

    def _send_ahead_soon(self) -> None:
        """Send what the choices lead to, after the answer to the message that led here."""
        if self._looks_ahead and any(connection.ahead for connection in self.connections):
            asyncio.get_running_loop().call_soon(self._send_ahead)

    def _send_ahead(self) -> None:
        listening = [connection for connection in self.connections if connection.ahead]
        for seat in {seat for connection in listening for seat in connection.seats}:
            sent = self.sent.of(seat)
            if sent.view and (message := look_ahead(self.match, sent.view, sent.number, undo=self.state.undo)):
                self._send([connection for connection in listening if seat in connection.seats], message)

    def deadline(self) -> float:
        """Seconds left for the seat to act; 0 without a clock, or while nobody is connected."""
        clock = self.state.clock
        return clock.remaining(self.runtime.now()) if clock and self.state.phase == "playing" else 0.0

    def _wake_driver(self) -> None:
        if self.state.driven:
            self._wake(self.name)

    # -- messages

    async def handle(self, connection: Connection, message: messages.OfSeat) -> None:
        """Carry out a message of a seat, or of a spectator, and answer it; a `BoardwalkError` if that can't be done."""
        seat = message.seat
        if seat not in (connection.views if isinstance(message, messages.Say) else connection.seats):
            raise RefusedError(NOT_YOURS)
        match message:
            case messages.Act(actions=actions, frame=frame):
                if any(not 0 <= action < self.state.table.actions for action in actions):
                    raise RefusedError("there is no such action")
                if self.state.live:
                    self.queue(Input(seat, actions[-1], connection, message.id))
                    return
                await self._answer(seat, frame, actions)
            case messages.Undo(frame=frame) | messages.Redo(frame=frame):
                await self._answer(seat, frame, [UNDO if isinstance(message, messages.Undo) else REDO])
            case messages.Preview(actions=actions):
                self._send([connection], self._preview(seat, actions, message.id))
                return
            case messages.Event(name=name):
                event = self.state.table.game.event(name)
                if event is None:
                    raise RefusedError(f"{self.state.table.game.title} has no such event")
                await self.play([(seat, self.match.position.event(event, seat))])
            case messages.Ready(ready=ready):
                await self.ready(seat, ready)
            case messages.Invite(other=other, bot=bot):
                async with self.lock:
                    await self._change(lambda spec: spec.seat_bot(other, bot))
            case messages.Rename(name=name):
                await self.rename(seat, name)
            case messages.Say():
                self._send(*self.talk.say(connection, message, self.state.spec, self.connections))
            case messages.Allow():
                async with self.lock:
                    await self._change(partial(allow, message))
            case messages.Leave():
                await self.give_up(seat, connection)
        monitoring.actions.inc()
        self._send([connection], Done(id=message.id))

    def _preview(self, seat: int, actions: Sequence[int], message_id: int) -> Previewed:
        """The view of a seat if it made these choices of a program."""
        check_playing(self.state)
        view, taken = self.match.preview(seat, actions)
        return Previewed(id=message_id, seat=seat, taken=taken, scene=view.scene, choices=list(view.choices))

    def tell_warming(self, sentence: str, *, stops_clock: bool) -> None:
        """Tell all connections what the match waits for; nothing, if it is empty. Meanwhile the clock may stop."""
        clock, waits = self.state.clock, bool(sentence)
        if clock and stops_clock and clock.running == waits and self.connections:
            now = self.runtime.now()
            self.state = self.state._replace(clock=clock.stopped(now) if waits else clock.started(now))
        if sentence != self.warming:
            self.warming = sentence
            self.send_room()

    # -- changes of the match

    async def play(self, pairs: Sequence[Pair]) -> None:
        """Carry out actions of seats, all of them or none; a `BoardwalkError` says which is not possible."""
        async with self.lock:
            await self._commit(pairs)

    async def _answer(self, seat: int, frame: int, actions: Sequence[int]) -> None:
        """Carry out what a seat chose when it saw this frame; refused if it has other choices by now."""
        async with self.lock:
            if self.state.phase != "waiting" and frame not in self.sent.answerable.get(seat, NONE):
                raise RefusedError(MOVED_ON)
            await self._commit([(seat, action) for action in actions])

    async def play_choice(self, choose: Callable[[Match], Sequence[Pair]]) -> None:
        """Carry out what `choose` returns for the current match, with the lock held: for bots and clocks."""
        async with self.lock:
            if self.state.phase == "playing" and (pairs := choose(self.match)):
                await self._commit(pairs)

    async def _commit(self, pairs: Sequence[Pair]) -> None:
        """Plan a change of the match, store it, apply it, and send the new frames."""
        state, runtime = self.state, self.runtime
        change = plan(state, self.match, pairs, self._settings.steps_a_match, runtime.now(), runtime.time())
        if not await self._store.append(
            self.name, state.spec.match, state.logged, change.entries, touch=change.touch, results=change.results
        ):
            raise MovedError
        self.match.commit(change.match)
        self.state = applied(self.state, change, runtime.now())
        if self.state.phase != state.phase or change.tells_time:
            self.send_room()
        self._send_frames()
        if self.state.live:
            self._settle_inputs(change.pairs)
        self._wake_driver()

    # -- live games

    def queue(self, one: Input) -> None:
        """An action for the next tick, which replaces an earlier one of the same seat."""
        check_playing(self.state)
        self.inputs = self.inputs.added(one)

    def take_inputs(self) -> Mapping[int, int]:
        """The newest input of each seat, for a tick."""
        taken, self.inputs = self.inputs.newest, self.inputs.taken()
        return taken

    def _settle_inputs(self, stored: Sequence[Pair], *, over: bool = False) -> None:
        """Answer the inputs that are stored, and those that have expired."""
        ticked = any(action < self.state.table.actions for _, action in stored)
        over = over or self.state.position.over
        self.inputs, done, expired = self.inputs.settled(stored, ticked=ticked, over=over)
        for one in done:
            self._send([one.connection], Done(id=one.message_id))
        for one in expired:
            self._send([one.connection], Refused(id=one.message_id, why="that was not possible when your turn came"))

    def count_down(self, seconds: float) -> None:
        """Announce the seconds until the first tick to all connections."""
        self.state = self.state._replace(starts_at=self.runtime.now() + seconds)
        if seconds:
            self.send_room()

    # -- changes of the room

    async def _change(self, change: Callable[[RoomSpec], None]) -> None:
        """Change the stored part of the room."""
        spec = msgspec.json.decode(msgspec.json.encode(self.state.spec), type=RoomSpec)
        change(spec)
        if not await self._store.save_room(self.name, msgspec.json.encode(spec), self.state.version):
            raise MovedError
        began = begins_match(self.state, spec)
        if began:
            self.match = spec.new_match(self.state.table)
        self.match.names = tuple(spec.names)
        self.state = respecified(self.state, spec, self.match, self.runtime.now())
        if began:
            self.sent.new_match()
            self._settle_inputs([], over=True)
            self._follow_seats()
        self._check_seats()
        self.send_room()
        if began:
            with self._after_stored_change():
                await self.leave_out_open_seats()
            self._send_frames()
        self._wake_driver()

    async def join(self, name: str, seat: int | None, player: str = "") -> tuple[int, str]:
        """Take an open seat: its number and the token that opens it. `player` is who it is, if the name is kept."""
        token = new_token(self.runtime.random)
        async with self.lock:
            await self._change(lambda spec: spec.take(seat, name, token, player))
            number = self.state.spec.seat_of(token)
            assert number is not None
            if self.state.phase == "playing":
                with self._after_stored_change():
                    await self._try_event(number, Meaning.RETURN)
            return number, token

    async def ready(self, seat: int, ready: bool) -> None:
        """Mark a person as ready; once everybody is, the game begins, or the next one."""

        def change(spec: RoomSpec) -> None:
            if self.state.phase == "playing":
                raise RefusedError("the game is on already")
            spec.make_ready(
                seat, ready, can_leave_out(self.state), self.state.table, self.match.scores, self.runtime.random
            )

        async with self.lock:
            await self._change(change)

    async def rename(self, seat: int, name: str) -> None:
        async with self.lock:
            await self._change(lambda spec: spec.rename(seat, name))

    async def give_up(self, seat: int, connection: Connection) -> None:
        """A person gives up the seat: it is open again, or a bot takes it if the game has no event for leaving."""

        def change(spec: RoomSpec) -> None:
            stays_open = self.state.phase != "playing" or self.state.table.game.event_for(Meaning.LEAVE)
            spec.vacate(seat, "" if stays_open else EASY)

        async with self.lock:
            if connection.keys.get(seat) != self.state.spec.seats[seat].key:  # meanwhile, by another connection
                raise RefusedError(NOT_YOURS)
            if self.state.phase == "playing":
                await self._try_event(seat, Meaning.LEAVE)
            key = connection.keys.pop(seat)
            try:
                await self._change(change)
            except BoardwalkError:
                connection.keys[seat] = key
                raise
        connection.hold({held: connection.keys[held] for held in connection.seats if held != seat})
        self._show(connection)
        self.send_room()

    async def leave_out_open_seats(self) -> None:
        """Leave out the seats that are open when the game begins; idempotent. The caller holds the lock, or the room is
        not shared yet."""
        state = self.state
        if state.phase == "playing" and state.spec.has_open_seats and can_leave_out(state):
            for number, seat in enumerate(state.spec.seats):
                if seat.kind is Kind.OPEN:
                    await self._try_event(number, Meaning.LEAVE)

    async def _try_event(self, seat: int, meaning: Meaning) -> None:
        """Play the event that follows from a change of the room, if the game has one of this meaning and allows it
        now."""
        event = self.state.table.game.event_for(meaning)
        if event is None:
            return
        try:
            await self._commit([(seat, self.match.position.event(event, seat))])
        except (MoveError, RefusedError):
            return

    @contextmanager
    def _after_stored_change(self) -> Iterator[None]:
        """The change of the room is stored and remains, even if an event that follows from it can't be stored now. The
        driver tries again for open seats."""
        try:
            yield
        except StoreError as error:
            log.warning("an event after a change of the room was not stored: %s", error, extra={"room": self.name})

    def _follow_seats(self) -> None:
        """Tell the connections whose seats have changed with a new game which they hold now."""
        seat_of = {seat.key: number for number, seat in enumerate(self.state.spec.seats) if seat.key}
        for connection in self.connections:
            keys = {seat_of[key]: key for key in connection.keys.values() if key in seat_of}
            if keys != connection.keys and len(keys) == len(connection.keys):
                connection.hold(keys)
                self._welcome(connection)

    def _check_seats(self) -> None:
        """Close connections whose seat was given up from elsewhere: their tokens are no longer valid."""
        for connection in list(self.connections):
            if any(self.state.spec.seats[seat].key != key for seat, key in connection.keys.items()):
                connection.hold({})
                connection.stop("you have given up a seat elsewhere; come in again", again=True)
