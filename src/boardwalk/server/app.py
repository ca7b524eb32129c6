"""The ASGI application: routes, security headers, logging, startup and shutdown."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from types import FrameType

from fastapi import FastAPI, HTTPException, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import PlainTextResponse, Response
from starlette.exceptions import HTTPException as StarletteHTTPException

from boardwalk import __version__
from boardwalk.contract.errors import BoardwalkError
from boardwalk.server.access.door import Door, content_policy
from boardwalk.server.access.peers import is_from_peer
from boardwalk.server.base import metrics
from boardwalk.server.base.limits import AddressSockets, RateLimit, address_of
from boardwalk.server.base.response_cache import ResponseCache
from boardwalk.server.base.responses import answer, refusal
from boardwalk.server.base.settings import Settings
from boardwalk.server.base.uvicorn_config import COMMON
from boardwalk.server.cluster.peers import Peers
from boardwalk.server.forward import Forward, peer_port, serve_peers
from boardwalk.server.http import editor, home, learn, levels, lobby, matches, pages, players
from boardwalk.server.http import rooms as room_routes
from boardwalk.server.http.site import Site
from boardwalk.server.rooms.rooms import Rooms
from boardwalk.server.rooms.session import serve_upgrade
from boardwalk.server.store import Store, StoreError

CLIENT_ERRORS = (  # which uvicorn logs as errors of the server; the second after a socket was refused with a response
    "Invalid UTF-8 sequence received from client",
    "ASGI callable returned without completing handshake",
)
SWITCH_INTERVAL = 0.0005  # seconds
GC_THRESHOLDS = (20_000, 20, 50)  # rooms hold many small objects and almost no cycles: collect rarely
FAREWELL_SECONDS = 2  # for clients to receive it before the process ends
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
log = logging.getLogger("boardwalk")


class JsonLines(logging.Formatter):
    """Each log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"time": round(record.created, 3), "level": record.levelname.lower(), "message": record.getMessage()}
        line |= {
            key: value for key in ("room", "path", "status", "ms") if (value := getattr(record, key, None)) is not None
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line)  # ASCII: no line breaks or escape sequences from what a client has sent


def set_up_logging(level: str) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    handler.addFilter(lambda record: not record.getMessage().startswith(CLIENT_ERRORS))
    for logger, lowest in ((log, level.upper()), (logging.getLogger("uvicorn"), "WARNING")):
        logger.handlers[:] = [handler]
        logger.setLevel(lowest)
        logger.propagate = False


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


def create_app(settings: Settings) -> FastAPI:
    """The server as an ASGI application."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        set_up_logging(settings.log_level)
        store = app.state.store = await Store.open(settings.store)
        gc.freeze()  # modules and the like stay: leave them out of collections
        gc.set_threshold(*GC_THRESHOLDS)
        sys.setswitchinterval(SWITCH_INTERVAL)  # the writer thread waits for the GIL several times in each commit
        async with _rooms(app, store, settings):
            log.info("serving")
            with _farewell_before_shutdown(app.state.rooms):
                yield
        app.state.cache.close()
        await store.close()
        log.info("stopped")

    app = FastAPI(
        title="Boardwalk",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.cache = ResponseCache(settings)
    app.state.site = Site()
    for module in (room_routes, editor, lobby, home, learn, levels, matches, players, pages):
        app.include_router(module.router)
    _add_errors(app)
    _add_pages(app)
    _add_middleware(app, settings)

    rate = settings.messages_an_address_a_second
    sockets = AddressSockets(settings.connections_an_address, rate, 2 * rate)

    @app.websocket("/ws/{room}")
    async def websocket(socket: WebSocket, room: str) -> None:
        client = socket.scope["extensions"]["boardwalk.socket"]
        client.serve_with(partial(serve_upgrade, client, socket.scope, room, app.state.rooms, sockets))

    return app


@asynccontextmanager
async def _rooms(app: FastAPI, store: Store, settings: Settings) -> AsyncIterator[None]:
    """The rooms of this process; where others share the store, also its port for them."""
    async with AsyncExitStack() as stack:
        peers = None
        if store.shared:
            address, listening = stack.enter_context(peer_port(settings.peer_host))
            peers = await Peers.join(store, address)
            await stack.enter_async_context(serve_peers(app, peers, listening, COMMON))
        app.state.rooms = Rooms(store, settings, peers)
        stack.push_async_callback(app.state.rooms.close)
        yield


def from_environment() -> FastAPI:
    """The application of a worker process, with the settings from its environment."""
    return create_app(Settings.from_environment())


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:  # the framework logs it
        return answer({"error": "something went wrong on the server"}, 500)

    @app.exception_handler(StoreError)
    async def away(request: Request, error: StoreError) -> Response:
        return answer({"error": str(error)}, 503)

    @app.exception_handler(BoardwalkError)
    async def refused(request: Request, error: BoardwalkError) -> Response:
        return refusal(error)

    @app.exception_handler(StarletteHTTPException)
    async def failed(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and pages.is_page(request):
            return await pages.page(request)
        return answer({"error": error.detail}, error.status_code)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        return answer({"error": f"{where or 'the request'}: {first['msg']}"}, 422)


def _add_pages(app: FastAPI) -> None:
    @app.get("/healthz", include_in_schema=False)
    async def healthz(request: Request) -> Response:
        await request.app.state.store.check_writable()
        return PlainTextResponse("ok\n")

    @app.get("/metrics", include_in_schema=False)
    async def show_metrics() -> Response:
        return PlainTextResponse(metrics.text())

    for kind in app.state.site.kinds():
        for path in (f"/{kind}", f"/{kind}/{{rest:path}}") if kind else ("/",):
            app.add_api_route(path, pages.page, methods=pages.METHODS, include_in_schema=False)


def _add_middleware(app: FastAPI, settings: Settings) -> None:
    app.add_middleware(Forward)
    app.add_middleware(Door, settings=settings, pages=app.state.site.kinds())
    posts, others = RateLimit(), RateLimit()

    def is_within_rate(request: Request) -> bool:
        if is_from_peer(request.scope):  # which has counted it
            return True
        rate, most = (posts, settings.posts_a_minute) if request.method == "POST" else (others, settings.gets_a_minute)
        return rate.allows(address_of(request.scope), most)

    @app.middleware("http")
    async def guard(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        started = time.perf_counter()
        length = request.headers.get("content-length", "")
        unknown = "transfer-encoding" in request.headers
        if unknown or (length and (not length.isdecimal() or int(length) > settings.upload_bytes)):
            response: Response = answer({"error": f"a request has at most {settings.upload_bytes} bytes"}, 413)
        elif not is_within_rate(request):
            response = answer({"error": "too many requests from your address; wait a minute"}, 429)
            response.headers["Retry-After"] = str(max(posts.retry_after, others.retry_after))
        else:
            response = await call_next(request)
        response.headers.update(HEADERS)
        response.headers["Content-Security-Policy"] = content_policy(request)
        path = request.scope["path"]
        spent = time.perf_counter() - started
        metrics.requests.labels(response.status_code).inc()
        metrics.seconds.observe(spent)
        log.info(
            request.method,
            extra={"path": path, "status": response.status_code, "ms": round(spent * 1000, 1)},
        )
        return response
