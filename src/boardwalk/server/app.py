"""The ASGI application: its areas, middleware, responses for errors, services, and its start and orderly shutdown."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import cache, partial
from types import FrameType
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import WebSocketRoute
from starlette.types import ExceptionHandler
from starlette.websockets import WebSocket

from boardwalk import __version__
from boardwalk.contract.adaptive import Loading
from boardwalk.contract.errors import BoardwalkError
from boardwalk.engine import background
from boardwalk.server.access import AccessChecks, Guard
from boardwalk.server.base import monitoring
from boardwalk.server.base.limits import AddressSockets
from boardwalk.server.base.monitoring import set_up_logging
from boardwalk.server.base.responses import ResponseCache, answer, refusal
from boardwalk.server.base.settings import SYSTEM, Runtime, Settings
from boardwalk.server.cluster import Forward, Peers, peer_port, serve_peers
from boardwalk.server.http import editor, games, learn, pages, people, rooms
from boardwalk.server.http.pages import Site
from boardwalk.server.http.routes import Routes, openapi
from boardwalk.server.rooms.rooms import Rooms
from boardwalk.server.rooms.session import serve_upgrade
from boardwalk.server.store import Store, StoreError

routes = Routes()
AREAS = (games.routes, rooms.routes, people.routes, learn.routes, editor.routes, routes)
SWITCH_INTERVAL = 0.0005  # seconds
GC_THRESHOLDS = (20_000, 20, 50)  # rooms hold many small objects and almost no cycles: collect rarely
FAREWELL_SECONDS = 2  # for clients to receive it before the process ends
log = logging.getLogger("boardwalk")


def create_app(settings: Settings, runtime: Runtime = SYSTEM) -> Starlette:
    """The server as an ASGI application."""
    site = Site()
    areas = (*AREAS, pages.routes, pages.page_routes(site))
    app = Starlette(
        routes=[*(route for area in areas for route in area.routes), _socket(settings, runtime)],
        middleware=[
            Middleware(Guard, settings=settings, now=runtime.now),
            Middleware(AccessChecks, settings=settings, pages=site.kinds(), now=runtime.now),
            Middleware(Forward),
        ],
        exception_handlers=ERRORS,
        lifespan=lifespan,
    )
    app.state.settings, app.state.runtime = settings, runtime
    app.state.cache = ResponseCache(settings)
    app.state.site = site
    return app


def from_environment() -> Starlette:
    """The application of a worker process, with the settings from its environment."""
    return create_app(Settings.from_environment())


def _socket(settings: Settings, runtime: Runtime) -> WebSocketRoute:
    """The websocket of a room."""
    rate = settings.messages_an_address_a_second
    sockets = AddressSockets(settings.connections_an_address, rate, 2 * rate, runtime.now)

    async def room(socket: WebSocket) -> None:
        client, rooms = socket.scope["extensions"]["boardwalk.socket"], socket.app.state.rooms
        client.serve_with(partial(serve_upgrade, client, socket.scope, socket.path_params["room"], rooms, sockets))

    return WebSocketRoute("/ws/{room}", room)


# -- the description of the API; health and metrics for operators


@routes.get("/api/openapi.json")
async def describe_api() -> dict[str, Any]:
    """All requests of this API, with the schemas of their parameters, bodies and answers, as OpenAPI."""
    return _description()


@cache
def _description() -> dict[str, Any]:
    return openapi("Boardwalk", __version__, AREAS)


@routes.get("/healthz")
async def healthz(request: Request) -> PlainTextResponse:
    """Health: whether the server can write to its store."""
    store: Store = request.app.state.store
    await store.check_writable()
    return PlainTextResponse("ok\n")


@routes.get("/metrics")
async def show_metrics() -> PlainTextResponse:
    """Counters of all workers, for Prometheus."""
    return PlainTextResponse(monitoring.text())


# -- errors


async def _broken(request: Request, error: Exception) -> Response:  # the framework logs it
    return answer({"error": "something went wrong on the server"}, 500)


async def _away(request: Request, error: Exception) -> Response:
    return answer({"error": str(error)}, 503)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, BoardwalkError)
    return refusal(error)


async def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and pages.is_page(request):
        return await pages.page(request)
    return answer({"error": error.detail}, error.status_code)


ERRORS: dict[type[Exception], ExceptionHandler] = {
    Exception: _broken,
    StoreError: _away,
    BoardwalkError: _refused,
    HTTPException: _failed,
}


# -- start and shutdown


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """The application while it serves."""
    settings: Settings = app.state.settings
    set_up_logging(settings.log_level)
    store = app.state.store = await Store.open(settings.store)
    gc.freeze()  # modules and the like stay: leave them out of collections
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_INTERVAL)  # the writer thread waits for the GIL several times in each commit
    Loading.by_itself = False  # it would stop the event loop: `Warming` loads in a thread
    async with _rooms(app, store, settings):
        log.info("serving")
        with _farewell_before_shutdown(app.state.rooms):
            yield
    Loading.by_itself = True
    background.stop()
    app.state.cache.close()
    await store.close()
    log.info("stopped")


@asynccontextmanager
async def _rooms(app: Starlette, store: Store, settings: Settings) -> AsyncIterator[None]:
    """The rooms of this process; where others share the store, also its port for them."""
    async with AsyncExitStack() as stack:
        peers = app.state.peers = None
        if store.shared:
            address, listening = stack.enter_context(peer_port(settings.peer_host))
            peers = app.state.peers = await Peers.join(store, address)
            await stack.enter_async_context(serve_peers(app, peers, listening))
        app.state.rooms = Rooms(store, settings, peers, app.state.runtime)
        stack.push_async_callback(app.state.rooms.close)
        yield


@contextmanager
def _farewell_before_shutdown(rooms: Rooms) -> Iterator[None]:
    """On SIGINT and SIGTERM send every client a farewell before the server's own handlers close the connections."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    tasks = []

    async def leave(number: int) -> None:
        rooms.close_connections()
        for _ in range(FAREWELL_SECONDS * 20):
            if not rooms.connections:
                break
            await asyncio.sleep(0.05)
        signal.raise_signal(number)

    def handle(number: int, frame: FrameType | None) -> None:
        restore()  # a second signal ends the process at once
        loop.call_soon_threadsafe(lambda: tasks.append(loop.create_task(leave(number))))

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    for number in before:
        signal.signal(number, handle)
    try:
        yield
    finally:
        restore()
