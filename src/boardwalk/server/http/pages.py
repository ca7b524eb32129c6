"""The addresses of the browser client: its pages, its files, its service worker; and link previews for games and rooms:
title, text, and a picture of the board.

Programs that preview links (chats, search engines) are no players and run no scripts. So previews are read from the
store without loading the room, and show the AUDIENCE's view of its first position. A server with an invite word gives
no previews to clients without it.
"""

from __future__ import annotations

from pathlib import PurePosixPath

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from boardwalk.contract import registry
from boardwalk.contract.errors import BoardwalkError, UnknownGameError
from boardwalk.contract.game import Game
from boardwalk.draw.png import card
from boardwalk.engine.rules import AUDIENCE
from boardwalk.server.access.checks import host_of, is_secure
from boardwalk.server.base.response_cache import IMMUTABLE, cached_bytes, send_cached
from boardwalk.server.http.routes import Routes
from boardwalk.server.http.site import HTML, TYPES, Head, Site
from boardwalk.server.rooms.spec import Kind, RoomSpec, read_spec

routes = Routes()
NOT_PAGES = ("/api/", "/static/", "/ws")


def page_routes(site: Site) -> Routes:
    """The routes of all kinds of pages."""
    found = Routes()
    for kind in site.kinds():
        for path in (f"/{kind}", f"/{kind}/{{rest:path}}") if kind else ("/",):
            found.page(path)(page)
    return found


def is_page(request: Request) -> bool:
    """Whether the client accepts HTML, at an address that may be a page's."""
    path, accepted = request.scope["path"], request.headers.get("accept", "")
    return request.method in ("GET", "HEAD") and not path.startswith(NOT_PAGES) and HTML in accepted


async def page(request: Request) -> Response:
    """The page at an address; its script shows the content, or that there is none."""
    site: Site = request.app.state.site
    version = await site.newest()
    _, kind, *names = request.scope["path"].split("/")
    found = version.pages.get(kind)
    head = await _head(request, found.about, names[0] if names else "") if found else None
    return send_cached(request, version.page(kind, head or Head()), HTML, status=200 if head else 404)


@routes.page("/picture/{name}.png")
async def picture(name: str, request: Request) -> Response:
    """The first position of a room's game, as the AUDIENCE sees it: a PNG of the size that link previews expect."""
    row = await request.app.state.store.load_room(name)
    if row is None:
        raise HTTPException(404, "there is no such room")
    spec = read_spec(row.data)
    key = ("picture", name, spec.match, spec.seed)
    return await cached_bytes(request, key, TYPES[".png"], lambda: _picture(spec))


def _picture(spec: RoomSpec) -> bytes:
    table = registry.game(spec.game).table(spec.options)
    return card(spec.new_match(table, table.interpreted).view(AUDIENCE, 0).scene)


@routes.page("/static/{path:path}")
async def static_file(path: str, request: Request) -> Response:
    site: Site = request.app.state.site
    newest = await site.newest()
    version, _, path = path.partition("/")
    content = newest.files.get(path)
    if version != newest.name or content is None:
        raise HTTPException(404, "there is no such file; reload the page")
    return send_cached(request, content, TYPES[PurePosixPath(path).suffix], caching=IMMUTABLE)


@routes.page("/sw.js")
async def service_worker(request: Request) -> Response:
    site: Site = request.app.state.site
    return send_cached(request, (await site.newest()).worker, TYPES[".js"])


# -- link previews


async def _head(request: Request, about: str, name: str) -> Head | None:
    """The metadata of a page about a game or room; None if there is no game or room of that name."""
    origin = f"{'https' if is_secure(request) else 'http'}://{host_of(request)}"
    url = origin + request.scope["path"]
    try:
        if about == "game":
            return _game_head(registry.game(name), url)
        if about != "room" or request.app.state.rooms.settings.password:
            return Head()
        row = await request.app.state.store.load_room(name)
        return row and _room_head(read_spec(row.data), url, f"{origin}/picture/{name}.png")
    except UnknownGameError:
        return Head() if about == "room" else None
    except BoardwalkError:  # the room can't be read or played now: the page says why
        return Head()


def _game_head(game: Game, url: str) -> Head:
    return Head(f"{game.title} · Boardwalk", game.summary, url)


def _room_head(spec: RoomSpec, url: str, image: str) -> Head:
    game = registry.game(spec.game)
    if spec.started:
        title = f"{game.title}: {_among(spec.names)}" if 1 < len(spec.names) <= 4 else game.title
        return Head(title, f"Look at the game. {game.summary}", url, image)
    people = [
        seat.name
        for seat, default in zip(spec.seats, spec.defaults, strict=True)
        if seat.kind is Kind.PERSON and seat.name != default
    ]
    title = (
        f"{_among(people)} invite{'s' if len(people) == 1 else ''} you to {game.title}"
        if people
        else f"You are invited to {game.title}"
    )
    return Head(title, f"{_wanted(spec)} {game.summary}", url, image)


def _wanted(spec: RoomSpec) -> str:
    """How many players a room waits for, in a sentence."""
    wanted = sum(seat.kind is Kind.OPEN for seat in spec.seats)
    if not wanted:
        return "Everybody is here."
    return "One more player is wanted." if wanted == 1 else f"{wanted} more players are wanted."


def _among(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
