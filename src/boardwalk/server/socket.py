"""The websocket endpoint: reads a client's messages, carries them out and answers them."""

from __future__ import annotations

import asyncio
import logging

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from boardwalk.core.errors import BoardwalkError
from boardwalk.match.match import REDO, UNDO
from boardwalk.server import messages, metrics
from boardwalk.server.connection import Connection
from boardwalk.server.door import SUBPROTOCOL
from boardwalk.server.messages import BIGGEST, VERSION, Done, Hello, Pong, Refused, Welcome
from boardwalk.server.room import Room
from boardwalk.server.room_spec import UnplayableError
from boardwalk.server.rooms import Rooms

log = logging.getLogger("boardwalk")
FAILED = "something went wrong on the server"
HELLO_SECONDS = 20.0
MOST_TOKENS = 64
MOST_ACTIONS = 64


async def serve_socket(socket: WebSocket, rooms: Rooms) -> None:
    """Serve one client until either side closes the connection."""
    offered = socket.scope.get("subprotocols", ())
    await socket.accept(subprotocol=SUBPROTOCOL if SUBPROTOCOL in offered else None)
    connection = Connection(socket, rooms.settings.messages_a_second, rooms.settings.messages_at_once)
    writer = asyncio.create_task(connection.write())
    metrics.connections.inc()
    try:
        await _serve(connection, rooms)
    except WebSocketDisconnect:
        pass
    except BoardwalkError as error:
        connection.stop(str(error), again=not isinstance(error, UnplayableError))
    except Exception:
        log.exception("a connection failed")
        connection.stop(FAILED, again=True)
    finally:
        metrics.connections.dec()
        connection.stop()
        await writer


async def _serve(connection: Connection, rooms: Rooms) -> None:
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            hello = await _read(connection)
    except TimeoutError:
        connection.stop("say hello first", again=True)
        return
    if hello is None:
        return
    room = await _enter(connection, hello, rooms)
    if room is None:
        return
    try:
        while (message := await _read(connection)) is not None:
            await _answer(connection, room, message, rooms)
    finally:
        room.leave(connection)


async def _read(connection: Connection) -> messages.FromClient | None:
    """The next valid message; invalid ones are refused. None when the connection must be closed."""
    while True:
        incoming = await connection.socket.receive()
        if incoming["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(incoming.get("code", 1005))
        data = incoming.get("text") or incoming.get("bytes") or b""
        metrics.messages.inc()
        if not connection.within_rate():
            connection.stop("too many messages; slow down", again=True)
            return None
        if len(data) > BIGGEST:
            connection.stop(f"a message has at most {BIGGEST} bytes")
            return None
        try:
            return messages.decode(data)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            metrics.refusals.inc()
            connection.send(Refused(why=f"that is no message of this protocol: {error}"[:300]))


async def _enter(connection: Connection, hello: messages.FromClient, rooms: Rooms) -> Room | None:
    if not isinstance(hello, Hello):
        connection.stop("say hello first")
        return None
    if hello.version != VERSION:
        connection.stop(f"this server speaks version {VERSION} of the protocol")
        return None
    if len(hello.tokens) > MOST_TOKENS:
        connection.stop(f"show at most {MOST_TOKENS} tokens")
        return None
    room = await rooms.open(hello.room)
    if room is None:
        connection.stop("there is no such room")
        return None
    if len(room.connections) >= rooms.settings.connections_a_room:
        connection.stop("this room is full", again=True)
        return None
    seats = sorted({seat for token in hello.tokens if (seat := room.spec.seat_of(token)) is not None})
    connection.seats, connection.views = tuple(seats), room.views_of(seats)
    connection.keys = {seat: room.spec.seats[seat].key for seat in seats}
    room.enter(connection)
    connection.send(Welcome(seats=seats, room=room.info()))
    room.show(connection)
    room.send_room()
    return room


async def _answer(connection: Connection, room: Room, message: messages.FromClient, rooms: Rooms) -> None:
    number = getattr(message, "id", 0)
    try:
        if isinstance(message, messages.Ping):
            connection.send(Pong(id=number))
        elif isinstance(message, Hello):
            connection.send(Refused(why="you have said hello already"))
        elif message.seat not in connection.seats:
            connection.send(Refused(id=number, why="that seat is not yours"))
        else:
            async with rooms.resets_if_broken(room):
                later = await _carry_out(connection, room, message)
            if not later:
                connection.send(Done(id=number))
    except BoardwalkError as error:
        metrics.refusals.inc()
        connection.send(Refused(id=number, why=str(error)))
    except Exception:  # logged, and the room has been reset
        connection.stop(FAILED, again=True)


async def _carry_out(connection: Connection, room: Room, message: messages.FromClient) -> bool:
    """Carry out a message of a seat. True if it is acknowledged later."""
    match message:
        case messages.Act(seat=seat, actions=actions):
            if not 1 <= len(actions) <= MOST_ACTIONS:
                raise BoardwalkError(f"send 1 to {MOST_ACTIONS} actions at once")
            if any(not 0 <= action < room.table.actions for action in actions):
                raise BoardwalkError("there is no such action")
            if room.live:
                await room.queue_input(seat, actions[-1], connection, message.id)
                return True
            await room.play([(seat, action) for action in actions])
        case messages.Event(seat=seat, name=name):
            event = room.table.game.event(name)
            if event is None:
                raise BoardwalkError(f"{room.table.game.title} has no such event")
            await room.play([(seat, room.match.position.event(event, seat))])
        case messages.Undo(seat=seat):
            await room.play([(seat, UNDO)])
        case messages.Redo(seat=seat):
            await room.play([(seat, REDO)])
        case messages.Ready(seat=seat, ready=ready):
            await room.ready(seat, ready)
        case messages.Invite(other=other, bot=bot):
            await room.seat_bot(other, bot)
        case messages.Rename(seat=seat, name=name):
            await room.rename(seat, name)
        case messages.Leave(seat=seat):
            await room.give_up(seat, connection)
    metrics.actions.inc()
    return False
