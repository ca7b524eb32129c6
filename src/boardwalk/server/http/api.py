"""All areas of the API, its description, health and metrics for operators, and the responses for errors."""

from __future__ import annotations

from functools import cache
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ExceptionHandler

from boardwalk import __version__
from boardwalk.contract.errors import BoardwalkError
from boardwalk.server.base import metrics
from boardwalk.server.base.responses import answer, refusal
from boardwalk.server.http import editor, games, learn, matches, pages, people, rooms
from boardwalk.server.http.routes import Routes, openapi
from boardwalk.server.store import Store, StoreError

routes = Routes()
AREAS = (games.routes, rooms.routes, matches.routes, people.routes, learn.routes, editor.routes, routes)


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
    return PlainTextResponse(metrics.text())


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
