"""The ASGI application: its routes, middleware and services."""

from __future__ import annotations

from functools import partial

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from boardwalk.server.access.checks import AccessChecks
from boardwalk.server.access.guard import Guard
from boardwalk.server.base.limits import AddressSockets
from boardwalk.server.base.response_cache import ResponseCache
from boardwalk.server.base.runtime import SYSTEM, Runtime
from boardwalk.server.base.settings import Settings
from boardwalk.server.cluster.peers import Forward
from boardwalk.server.http import api, pages
from boardwalk.server.http.site import Site
from boardwalk.server.lifespan import lifespan
from boardwalk.server.rooms.session import serve_upgrade


def create_app(settings: Settings, runtime: Runtime = SYSTEM) -> Starlette:
    """The server as an ASGI application."""
    site = Site()
    areas = (*api.AREAS, pages.routes, pages.page_routes(site))
    app = Starlette(
        routes=[*(route for area in areas for route in area.routes), _socket(settings, runtime)],
        middleware=[
            Middleware(Guard, settings=settings, now=runtime.now),
            Middleware(AccessChecks, settings=settings, pages=site.kinds(), now=runtime.now),
            Middleware(Forward),
        ],
        exception_handlers=api.ERRORS,
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
