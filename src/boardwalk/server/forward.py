"""Passes requests and sockets on to the worker that has the room they are about."""

from __future__ import annotations

import re
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from boardwalk.server.base.responses import MOVED, answer
from boardwalk.server.cluster.peers import PEER_CLIENT, PEER_SECRET, Peers, peer_address, peer_headers
from boardwalk.server.protocol.http_protocol import COMMON
from boardwalk.server.rooms.rooms import Rooms
from boardwalk.server.store import StoreError, Worker

ROOM = re.compile(r"/api/rooms/([^/]{1,64})(?:/.*)?")
TRIES = 3  # workers to ask while a room moves
DROPPED = {"host", "connection", "content-length", "transfer-encoding", PEER_SECRET, PEER_CLIENT}


class Forward:
    """Middleware for HTTP requests about a room that another worker has."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = ROOM.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if found is None:
            await self.app(scope, receive, send)
            return
        rooms: Rooms = scope["app"].state.rooms
        request = Request(scope, receive)
        for attempt in range(TRIES):
            try:
                worker = await rooms.elsewhere(found[1], scope)
                if worker is None or rooms.peers is None:
                    await self.app(scope, _once_more(await request.body()) if attempt else receive, send)
                    return
                response = await self._ask(rooms.peers, worker, request)
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
    """A body that has been read, for the application to read."""

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


class _PeersOnly:
    """The application as the peer port serves it: to other workers, which know this worker's secret, and no others."""

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
