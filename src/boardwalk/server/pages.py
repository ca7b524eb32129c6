"""The addresses of the browser client: its pages, its files and its service worker."""

from __future__ import annotations

from pathlib import PurePosixPath

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response

from boardwalk.core import registry
from boardwalk.server.bodies import IMMUTABLE, respond
from boardwalk.server.site import HTML, TYPES, Head, Site
from boardwalk.server.store import StoreError

router = APIRouter(include_in_schema=False)
NOT_PAGES = ("/api/", "/static/", "/ws")
METHODS = ["GET", "HEAD"]


def is_page(request: Request) -> bool:
    """Whether somebody in front of a browser asks, and not a program."""
    path = request.scope["path"]
    return request.method in METHODS and not path.startswith(NOT_PAGES) and HTML in request.headers.get("accept", "")


async def page(request: Request) -> Response:
    """The page at an address; its script shows what is there, or that nothing is."""
    site: Site = request.app.state.site
    version = await site.newest()
    _, kind, *names = request.scope["path"].split("/")
    found = version.pages.get(kind)
    exists = found is not None and (not found.about or await _exists(request, found.about, names[0] if names else ""))
    return respond(request, version.page(kind, Head()), HTML, status=200 if exists else 404)


async def _exists(request: Request, about: str, name: str) -> bool:
    """Whether there is a game or room of that name; True if that is unknown now, or private."""
    if about == "game":
        return name in registry.game_names()
    if request.app.state.rooms.settings.password:
        return True
    try:
        return await request.app.state.store.load_room(name) is not None
    except StoreError:
        return True


@router.api_route("/static/{path:path}", methods=METHODS)
async def static_file(path: str, request: Request) -> Response:
    site: Site = request.app.state.site
    newest = await site.newest()
    version, _, path = path.partition("/")
    content = newest.files.get(path)
    if version != newest.name or content is None:
        raise HTTPException(404, "there is no such file; reload the page")
    return respond(request, content, TYPES[PurePosixPath(path).suffix], caching=IMMUTABLE)


@router.api_route("/sw.js", methods=METHODS)
async def service_worker(request: Request) -> Response:
    site: Site = request.app.state.site
    return respond(request, (await site.newest()).worker, TYPES[".js"])
