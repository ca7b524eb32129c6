"""The worker processes that share a database, which of them owns a room, and how requests are forwarded to it.

A room is in the memory of one worker at a time, its owner, which has a lease on it in the store. Requests and sockets
that arrive at another worker are passed on to the owner's peer port. A room without an owner goes to the worker that
rendezvous hashing prefers: all workers agree on it without talking to each other, and rooms are spread evenly.
"""

from __future__ import annotations

import asyncio
import hashlib
import http.client
import re
import socket
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from hmac import compare_digest

import uvicorn
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from boardwalk.server.base.errors import MovedError
from boardwalk.server.base.limits import address_of, is_from_peer
from boardwalk.server.base.responses import MOVED, answer
from boardwalk.server.protocol.http_protocol import COMMON
from boardwalk.server.protocol.websocket import WebSocket
from boardwalk.server.store import Store, StoreError, Worker

PEER_SECRET = "x-boardwalk-peer"  # marks a request forwarded by another worker, which has checked it
PEER_CLIENT = "x-boardwalk-client"  # the client's address, as that worker has seen it
ROOM = re.compile(r"/api/rooms/([^/]{1,64})(?:/.*)?")
TRIES = 3  # workers to try while a room moves
DROPPED = {"host", "connection", "content-length", "transfer-encoding", PEER_SECRET, PEER_CLIENT}
BEAT = 1.0  # seconds between renewals of this worker's leases
THREADS = 8
TIMEOUT = 10.0  # seconds for a forwarded request
OWN_HEADERS = {
    "connection",
    "keep-alive",
    "transfer-encoding",
    "upgrade",
    "te",
    "trailer",
    "content-length",
    "date",
    "server",
}


def peer_headers(worker: Worker, scope: Scope) -> dict[str, str]:
    """The headers by which another worker accepts a forwarded request."""
    return {PEER_SECRET: worker.secret, PEER_CLIENT: address_of(scope)}


def preferred(room: str, workers: Sequence[Worker]) -> Worker:
    """The worker that should own a room without an owner (rendezvous hashing)."""
    return max(workers, key=lambda worker: hashlib.blake2b(f"{worker.name} {room}".encode(), digest_size=8).digest())


def peer_address(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def host_and_port(worker: Worker) -> tuple[str, int]:
    host, _, port = worker.address.rpartition(":")
    return host.strip("[]"), int(port)


class Peers:
    """This worker among the others. Make one with `await Peers.join(…)`; call `renew` every BEAT."""

    def __init__(self, store: Store, me: Worker) -> None:
        self._store, self.me = store, me
        self._workers: Sequence[Worker] = [me]
        self._held: set[str] = set()  # rooms that this worker has claimed
        self._relayed: dict[str, set[WebSocket]] = {}  # sockets that are relayed, by the name of the worker
        self._gone: set[str] = set()  # those of them whose lease had lapsed at the last beat
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="peers")

    @classmethod
    async def join(cls, store: Store, address: str) -> Peers:
        """Register this process under the address of its peer port."""
        peers = cls(store, await store.register(address))
        peers._workers = await store.workers()
        return peers

    async def renew(self) -> bool:
        """Renew this worker's leases and update the list of workers. False if the leases had expired: rooms may have
        new owners."""
        kept = await self._store.renew()
        self._workers = await self._store.workers() or [self.me]
        gone = self._relayed.keys() - {worker.name for worker in self._workers}
        for name in gone & self._gone:  # after two beats: a busy machine may be late by one
            for relayed in self._relayed[name]:
                relayed.close()
        self._gone = gone
        return kept

    async def relay(self, socket: WebSocket, worker: Worker, scope: Scope) -> None:
        """Relay a socket to another worker until either side closes, or until that worker's lease expires: it may hang,
        and its clients must reconnect to reach the new owner of the room."""
        relayed = self._relayed.setdefault(worker.name, set())
        relayed.add(socket)
        try:
            await socket.relay(host_and_port(worker), peer_headers(worker, scope))
        finally:
            relayed.discard(socket)
            if not relayed:
                self._relayed.pop(worker.name, None)

    async def leave(self) -> None:
        """Give up all leases, so that other workers can take the rooms at once."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        await self._store.unregister()

    async def elsewhere(self, room: str, scope: Scope) -> Worker | None:
        """The worker to forward a request about a room to, its owner or the one that should own it; None if that is
        this worker."""
        if room in self._held or is_from_peer(scope):
            return None
        owner = await self._store.owner(room) or preferred(room, self._workers)
        if owner.name == self.me.name:  # unless another worker with a different list of workers is quicker
            owner = await self._store.claim(room) or self.me
        return None if owner.name == self.me.name else owner

    async def claim(self, room: str) -> bool:
        """Take the lease on a room; False if there is no such room, a `MovedError` if another worker has it."""
        owner = await self._store.claim(room)
        if owner is not None and owner.name != self.me.name:
            raise MovedError
        if owner is not None:
            self._held.add(room)
        return owner is not None

    async def release(self, room: str) -> None:
        """Give the lease on a room up."""
        await self._store.release(room)
        self._held.discard(room)

    async def lost(self, rooms: Iterable[str]) -> list[str]:
        """Those of these rooms that this worker no longer owns."""
        mine = await self._store.owned()
        return [room for room in rooms if room not in mine]

    def is_mine(self, secret: str) -> bool:
        return compare_digest(secret.encode(), self.me.secret.encode())

    async def ask(
        self, worker: Worker, method: str, target: str, headers: Mapping[str, str], body: bytes
    ) -> tuple[int, dict[str, str], bytes]:
        """Forward a request: the status, headers and body of the answer. A `StoreError` if the worker can't be
        reached."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, _ask, worker, method, target, headers, body)


def _ask(
    worker: Worker, method: str, target: str, headers: Mapping[str, str], body: bytes
) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(*host_and_port(worker), timeout=TIMEOUT)
    try:
        connection.request(method, target, body, dict(headers))
        answer = connection.getresponse()
        kept = {name: value for name, value in answer.getheaders() if name.lower() not in OWN_HEADERS}
        return answer.status, kept, answer.read()
    except (OSError, http.client.HTTPException):
        raise StoreError("this room is moving to another server process; try again in a moment") from None
    finally:
        connection.close()


# -- requests


class Forward:
    """Middleware that forwards HTTP requests about a room to the worker that owns it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = ROOM.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if found is None:
            await self.app(scope, receive, send)
            return
        peers: Peers | None = scope["app"].state.peers
        request = Request(scope, receive)
        for attempt in range(TRIES):
            try:
                worker = await peers.elsewhere(found[1], scope) if peers else None
                if worker is None or peers is None:
                    await self.app(scope, _once_more(await request.body()) if attempt else receive, send)
                    return
                response = await self._ask(peers, worker, request)
            except StoreError as error:
                response = answer({"error": str(error)}, 503)
            if MOVED not in response.headers:
                break
        await response(scope, receive, send)

    async def _ask(self, peers: Peers, worker: Worker, request: Request) -> Response:
        headers = {name: value for name, value in request.headers.items() if name not in DROPPED}
        headers |= peer_headers(worker, request.scope)
        target = request.scope["raw_path"].decode("latin-1") + (f"?{request.url.query}" if request.url.query else "")
        status, answered, body = await peers.ask(worker, request.method, target, headers, await request.body())
        return Response(body, status, answered)


def _once_more(body: bytes) -> Receive:
    """Replay a body that has been read to the application."""

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


class _PeersOnly:
    """The application at the peer port: only for other workers, which have this worker's secret."""

    def __init__(self, app: ASGIApp, peers: Peers) -> None:
        self._app, self._peers = app, peers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = HTTPConnection(scope).headers
        if self._peers.is_mine(headers.get(PEER_SECRET, "")):
            scope["from_peer"], scope["client"] = True, (headers.get(PEER_CLIENT, ""), 0)
            await self._app(scope, receive, send)
        else:
            await answer({"error": "this port is for other workers of this server"}, 403)(scope, receive, send)


@contextmanager
def peer_port(host: str) -> Iterator[tuple[str, socket.socket]]:
    """A free port of this worker's own on which others reach it, with its address."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as listening:
        listening.bind((host, 0))
        yield peer_address(host, listening.getsockname()[1]), listening


@asynccontextmanager
async def serve_peers(app: ASGIApp, peers: Peers, listening: socket.socket) -> AsyncIterator[None]:
    """Serve the application to other workers. uvicorn needs a second server for that, since all workers share the first
    one's port."""
    settings = uvicorn.Config(
        _PeersOnly(app, peers),
        **COMMON,
        http="boardwalk.server.protocol.http_protocol:PeerProtocol",
        lifespan="off",
        proxy_headers=False,
    )
    settings.load()
    server = uvicorn.Server(settings)
    server.lifespan = settings.lifespan_class(settings)
    await server.startup(sockets=[listening])

    try:
        yield
    finally:
        await server.shutdown(sockets=[listening])
