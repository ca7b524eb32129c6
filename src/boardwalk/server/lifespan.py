"""The start and the orderly shutdown of a server process."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from types import FrameType

from starlette.applications import Starlette

from boardwalk.server.base.logs import set_up_logging
from boardwalk.server.base.settings import Settings
from boardwalk.server.cluster.peers import Peers, peer_port, serve_peers
from boardwalk.server.rooms.rooms import Rooms
from boardwalk.server.store import Store

SWITCH_INTERVAL = 0.0005  # seconds
GC_THRESHOLDS = (20_000, 20, 50)  # rooms hold many small objects and almost no cycles: collect rarely
FAREWELL_SECONDS = 2  # for clients to receive it before the process ends
log = logging.getLogger("boardwalk")


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """The application while it serves."""
    settings: Settings = app.state.settings
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
