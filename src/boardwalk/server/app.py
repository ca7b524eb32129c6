"""The server put together: routes, safety headers, logs, start and stop."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from importlib import resources
from pathlib import Path
from types import FrameType

import msgspec
from fastapi import FastAPI, HTTPException, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, PlainTextResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException as StarletteHTTPException

from boardwalk import __version__
from boardwalk.core.errors import BoardwalkError
from boardwalk.server import http, metrics
from boardwalk.server.rooms import Rooms
from boardwalk.server.settings import Settings
from boardwalk.server.socket import serve_socket
from boardwalk.server.store import Store, StoreError

SETTINGS = "BOARDWALK_SETTINGS"  # how worker processes are told
CLIENTS_MISTAKES = ("Invalid UTF-8 sequence received from client",)  # which uvicorn takes for errors of ours
SWITCH = 0.0005  # seconds
GARBAGE = (20_000, 20, 50)  # rooms hold many small objects and make next to no cycles: collect rarely
GOODBYE = 2  # seconds in which people may hear it
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
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
        return json.dumps(line)  # in ASCII: a line is a line and moves no cursor, whatever a client asked for


def set_up_logging(level: str) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    handler.addFilter(lambda record: not record.getMessage().startswith(CLIENTS_MISTAKES))
    for logger, lowest in ((log, level.upper()), (logging.getLogger("uvicorn"), "WARNING")):
        logger.handlers[:] = [handler]
        logger.setLevel(lowest)
        logger.propagate = False


@contextmanager
def _goodbye_before_the_end(rooms: Rooms) -> Iterator[None]:
    """Whoever handles the signals that end the process closes connections at once: people hear of it first."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    tasks = []

    async def leave(number: int) -> None:
        rooms.say_goodbye()
        for _ in range(GOODBYE * 20):
            if not rooms.connections:
                break
            await asyncio.sleep(0.05)
        signal.raise_signal(number)

    def handle(number: int, frame: FrameType | None) -> None:
        restore()  # who asks twice does not want to wait
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
        store = await Store.open(settings.store)
        app.state.store, app.state.rooms = store, Rooms(store, settings)
        gc.freeze()  # what is there now stays: no need to look through it again and again
        gc.set_threshold(*GARBAGE)
        sys.setswitchinterval(SWITCH)  # the writer's thread waits for the loop's so many times in each commit
        log.info("serving")
        with _goodbye_before_the_end(app.state.rooms):
            yield
        await app.state.rooms.close()
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
    app.include_router(http.router)
    _add_errors(app)
    _add_pages(app)
    _add_middleware(app, settings)

    @app.websocket("/ws")
    async def websocket(socket: WebSocket) -> None:
        await serve_socket(socket, app.state.rooms)

    return app


def from_environment() -> FastAPI:
    """For worker processes, which get their settings through the environment."""
    return create_app(msgspec.json.decode(os.environ[SETTINGS], type=Settings))


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:  # it is logged as well
        return http.answer({"error": "something went wrong on the server"}, 500)

    @app.exception_handler(StoreError)
    async def away(request: Request, error: StoreError) -> Response:
        return http.answer({"error": str(error)}, 503)

    @app.exception_handler(BoardwalkError)
    async def refused(request: Request, error: BoardwalkError) -> Response:
        return http.refusal(error)

    @app.exception_handler(StarletteHTTPException)
    async def failed(request: Request, error: HTTPException) -> Response:
        return http.answer({"error": error.detail}, error.status_code)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        return http.answer({"error": f"{where or 'the request'}: {first['msg']}"}, 422)


def _add_pages(app: FastAPI) -> None:
    web = Path(str(resources.files("boardwalk") / "web"))

    @app.get("/healthz", include_in_schema=False)
    async def healthz(request: Request) -> Response:
        await request.app.state.store.ping()
        return PlainTextResponse("ok\n")

    @app.get("/metrics", include_in_schema=False)
    async def show_metrics() -> Response:
        return PlainTextResponse(metrics.text())

    async def page() -> Response:
        return FileResponse(web / "index.html", headers={"Cache-Control": "no-cache"})

    for path in ("/", "/play/{game}", "/r/{room}", "/replay/{room}"):
        app.add_api_route(path, page, include_in_schema=False)
    app.mount("/static", StaticFiles(directory=web), name="static")


def _add_middleware(app: FastAPI, settings: Settings) -> None:
    posts = http.Limit()

    @app.middleware("http")
    async def guard(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        started = time.perf_counter()
        length = request.headers.get("content-length", "")
        unknown = "transfer-encoding" in request.headers
        if unknown or (length and (not length.isdecimal() or int(length) > settings.upload_bytes)):
            response: Response = http.answer({"error": f"a request has at most {settings.upload_bytes} bytes"}, 413)
        elif request.method == "POST" and not posts.allows(request, settings.posts_a_minute):
            response = http.answer({"error": "too many requests from your address; wait a minute"}, 429)
        else:
            response = await call_next(request)
        response.headers.update(HEADERS)
        if request.url.path.startswith("/static"):
            response.headers["Cache-Control"] = "no-cache"
        spent = time.perf_counter() - started
        metrics.requests.labels(response.status_code).inc()
        metrics.seconds.observe(spent)
        log.info(
            request.method,
            extra={"path": request.url.path, "status": response.status_code, "ms": round(spent * 1000, 1)},
        )
        return response
