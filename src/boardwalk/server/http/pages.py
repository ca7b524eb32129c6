"""The addresses of the browser client: its pages, its files, its service worker, and pictures for links to rooms."""

from __future__ import annotations

from pathlib import PurePosixPath

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response

from boardwalk.contract import registry
from boardwalk.contract.errors import BoardwalkError, UnknownGameError
from boardwalk.server.access.door import host_of, is_secure
from boardwalk.server.base.bodies import IMMUTABLE, send_cached
from boardwalk.server.http import invitations
from boardwalk.server.http.rooms import kept_answer
from boardwalk.server.http.site import HTML, TYPES, Head, Site
from boardwalk.server.rooms.spec import read_spec

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
    head = await _head(request, found.about, names[0] if names else "") if found else None
    return send_cached(request, version.page(kind, head or Head()), HTML, status=200 if head else 404)


async def _head(request: Request, about: str, name: str) -> Head | None:
    """What the head of a page about a game or room says; None if there is no game or room of that name."""
    origin = f"{'https' if is_secure(request) else 'http'}://{host_of(request)}"
    url = origin + request.scope["path"]
    try:
        if about == "game":
            return invitations.game_head(registry.game(name), url)
        if about != "room" or request.app.state.rooms.settings.password:
            return Head()
        row = await request.app.state.store.load_room(name)
        return row and invitations.head(read_spec(row.data), url, f"{origin}/picture/{name}.png")
    except UnknownGameError:
        return Head() if about == "room" else None
    except BoardwalkError:  # it can't be read now, or not be played: the page says why
        return Head()


@router.api_route("/picture/{name}.png", methods=METHODS)
async def picture(name: str, request: Request) -> Response:
    """The board of a room, for those who preview a link to it."""
    row = await request.app.state.store.load_room(name)
    if row is None:
        raise HTTPException(404, "there is no such room")
    spec = read_spec(row.data)
    key = ("picture", name, spec.match, spec.seed)
    return await kept_answer(request, key, TYPES[".png"], lambda: invitations.picture(spec))


@router.api_route("/static/{path:path}", methods=METHODS)
async def static_file(path: str, request: Request) -> Response:
    site: Site = request.app.state.site
    newest = await site.newest()
    version, _, path = path.partition("/")
    content = newest.files.get(path)
    if version != newest.name or content is None:
        raise HTTPException(404, "there is no such file; reload the page")
    return send_cached(request, content, TYPES[PurePosixPath(path).suffix], caching=IMMUTABLE)


@router.api_route("/sw.js", methods=METHODS)
async def service_worker(request: Request) -> Response:
    site: Site = request.app.state.site
    return send_cached(request, (await site.newest()).worker, TYPES[".js"])
