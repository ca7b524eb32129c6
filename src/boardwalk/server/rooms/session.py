"""The websocket endpoint: reads a client's messages, carries them out and answers them."""

from __future__ import annotations

import asyncio
import logging

import msgspec
from starlette.types import Scope

from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.text import explained
from boardwalk.server.access import SUBPROTOCOL
from boardwalk.server.base import monitoring
from boardwalk.server.base.errors import RefusedError, UnplayableError
from boardwalk.server.base.limits import TOO_MANY_CONNECTIONS, AddressSockets, TokenBucket, address_of, admit
from boardwalk.server.protocol import messages
from boardwalk.server.protocol.messages import BIGGEST, VERSION, Hello, HintGiven, Pong, Refused
from boardwalk.server.protocol.websocket import WebSocket
from boardwalk.server.rooms.connections import NOT_YOURS, Connection
from boardwalk.server.rooms.room import Room
from boardwalk.server.rooms.rooms import Rooms
from boardwalk.server.rooms.state import check_hint
from boardwalk.server.store import StoreError
from boardwalk.server.workers.pool import PoolError

log = logging.getLogger("boardwalk")
FAILED = "something went wrong on the server"
TOO_MANY = "too many messages; slow down"
HELLO_SECONDS = 20.0
MOST_TOKENS = 64
MOST_ACTIONS = 64
OLD = f"this server speaks version {VERSION} of the protocol, you speak another; reload the page or update your client"


async def serve_upgrade(socket: WebSocket, scope: Scope, name: str, rooms: Rooms, open_sockets: AddressSockets) -> None:
    """Answer an upgrade request for the socket of a room: serve it, or relay it to the worker that owns the room."""
    if not _count(socket, scope, open_sockets):
        return
    try:
        peers = rooms.peers
        worker = await peers.elsewhere(name, scope) if peers else None
        if peers is not None and worker is not None:
            await peers.relay(socket, worker, scope)
        elif _accept(socket, scope):
            address = address_of(scope)
            await serve_socket(socket, name, rooms, open_sockets.bucket(address), address=address)
    except (StoreError, OSError) as error:
        why = str(error) if isinstance(error, StoreError) else "this room is moving to another server process"
        _dismiss(socket, scope, why)


def _count(socket: WebSocket, scope: Scope, open_sockets: AddressSockets) -> bool:
    """Count a socket of its address until its transport is closed, and its handshake as a message; False beyond a
    limit."""
    address = address_of(scope)
    if open_sockets.acquire(address):
        socket.lost.add_done_callback(lambda _: open_sockets.release(address))
        if open_sockets.bucket(address).take():
            return True
        _dismiss(socket, scope, TOO_MANY)
    elif open_sockets.refused.acquire(address):
        socket.lost.add_done_callback(lambda _: open_sockets.refused.release(address))
        _dismiss(socket, scope, TOO_MANY_CONNECTIONS)
    else:
        socket.abort()
    return False


def _accept(socket: WebSocket, scope: Scope) -> bool:
    return socket.accept(SUBPROTOCOL if SUBPROTOCOL in scope["subprotocols"] else None)


def _dismiss(socket: WebSocket, scope: Scope, why: str) -> None:
    """Pages can't read why a handshake failed: accept it, say why and close."""
    if _accept(socket, scope):
        Connection(socket).stop(why, again=True)


async def serve_socket(socket: WebSocket, name: str, rooms: Rooms, *limits: TokenBucket, address: str = "") -> None:
    """Serve one client of a room until either side closes the connection. `limits` apply besides its own."""
    settings = rooms.settings
    own_limit = TokenBucket(settings.messages_a_second, settings.messages_at_once, rooms.runtime.now)
    connection = Connection(socket, own_limit, *limits, address=address)
    monitoring.connections.inc()
    try:
        await _serve(connection, name, rooms)
    except BoardwalkError as error:
        connection.stop(str(error), again=not isinstance(error, UnplayableError))
    except Exception:
        log.exception("a connection failed")
        connection.stop(FAILED, again=True)
    finally:
        monitoring.connections.dec()
        connection.stop()


async def _serve(connection: Connection, name: str, rooms: Rooms) -> None:
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            hello = await _read(connection)
    except TimeoutError:
        connection.stop("say hello first", again=True)
        return
    if hello is None:
        return
    room = await _enter(connection, hello, name, rooms)
    if room is None:
        return
    try:
        while (message := await _read(connection)) is not None:
            await _answer(connection, room, message, rooms)
    finally:
        if connection.hinting is not None:
            connection.hinting.cancel()
        room.leave(connection)


async def _read(connection: Connection) -> messages.FromClient | None:
    """The next valid message; invalid ones are refused. None when the connection is closed, or must be closed."""
    while (data := await connection.socket.receive()) is not None:
        monitoring.messages.inc()
        if not admit(connection.limits):
            connection.stop(TOO_MANY, again=True)
            return None
        if len(data) > BIGGEST:
            connection.stop(f"a message has at most {BIGGEST} bytes")
            return None
        try:
            return messages.decode(data)
        except msgspec.DecodeError as error:
            monitoring.refusals.inc()
            connection.send(Refused(why=f"that is no message of this protocol: {explained(error)}"[:300]))
    return None


async def _enter(connection: Connection, hello: messages.FromClient, name: str, rooms: Rooms) -> Room | None:
    if not isinstance(hello, Hello):
        connection.stop("say hello first")
        return None
    if hello.version != VERSION:
        connection.stop(OLD)
        return None
    if len(hello.tokens) > MOST_TOKENS:
        connection.stop(f"show at most {MOST_TOKENS} tokens")
        return None
    room = await rooms.open(name)
    if room is None:
        connection.stop("there is no such room")
        return None
    try:
        room.enter(connection, hello.tokens, ahead=hello.ahead)
    except RefusedError as error:
        connection.stop(str(error))
        return None
    return room


async def _answer(connection: Connection, room: Room, message: messages.FromClient, rooms: Rooms) -> None:
    number = getattr(message, "id", 0)
    try:
        if isinstance(message, messages.Ping):
            connection.send(Pong(id=number))
        elif isinstance(message, Hello):
            connection.send(Refused(why="you have said hello already"))
        else:
            await _carry_out(connection, room, message, rooms)
    except Exception as error:
        if rooms.reset_if_broken(room, error):  # and its connections with it
            connection.stop(FAILED, again=True)
        else:
            monitoring.refusals.inc()
            connection.send(Refused(id=number, why=str(error)))


async def _carry_out(connection: Connection, room: Room, message: messages.OfSeat, rooms: Rooms) -> None:
    """Carry out a message of a seat. It is answered at once or, in live games and for hints, later."""
    match message:
        case messages.AskHint(seat=seat):
            if seat not in connection.seats:
                raise RefusedError(NOT_YOURS)
            if connection.hinting is not None:
                raise RefusedError("you have asked for a hint already")
            check_hint(room.state, room.match, seat)
            connection.hinting = asyncio.ensure_future(_give_hint(connection, room, message, rooms))
            return
        case messages.Act(actions=actions) if len(actions) != 1:
            if not 1 <= len(actions) <= MOST_ACTIONS:
                raise RefusedError(f"send 1 to {MOST_ACTIONS} actions at once")
            if not admit(connection.limits, len(actions) - 1):
                raise RefusedError(TOO_MANY)
    await room.handle(connection, message)


async def _give_hint(connection: Connection, room: Room, message: messages.AskHint, rooms: Rooms) -> None:
    """Answer a request for a hint; meanwhile the client's other messages are carried out."""
    try:
        hint = msgspec.Raw(await rooms.hint(room, message.seat, connection.address))
        frame = room.sent.of(message.seat).number  # another seat may have become ready meanwhile
        connection.send(HintGiven(id=message.id, seat=message.seat, frame=frame, hint=hint))
        monitoring.actions.inc()
    except PoolError as error:
        log.error("a hint failed: %s", error, extra={"room": room.name})
        connection.send(Refused(id=message.id, why="there is no hint now; try again in a moment"))
    except BoardwalkError as error:
        connection.send(Refused(id=message.id, why=str(error)))
    finally:
        connection.hinting = None
