"""The pages and files of the browser client, compressed and named by their content; and link previews for games and
rooms: title, text, and a picture of the board.

All files of one version are at `/static/{version}/…`, where the version is a hash of them all, so browsers may keep
them for a year. Relative addresses between them (imports, drawings) hold within a version. The pages name the newest
version and are asked for each time.

A checkout's modules are sent as they are written: they are read when the first page is asked for, and again when a file
has changed, so that a reload shows an edited file. A wheel may bring `dist`, the same modules bundled into a few files
by `tools/bundles.py`: then these are sent instead. The style sheets are joined either way.

Programs that preview links (chats, search engines) are no players and run no scripts. So previews are read from the
store without loading the room, and show the AUDIENCE's view of its first position. A server with an invite word gives
no previews to clients without it.
"""

from __future__ import annotations

import asyncio
import hashlib
import html
import re
from importlib import resources
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from boardwalk.contract import registry
from boardwalk.contract.errors import BoardwalkError, UnknownGameError
from boardwalk.contract.game import Game
from boardwalk.draw import css
from boardwalk.draw.png import card
from boardwalk.draw.sprite import sprite
from boardwalk.engine.rules import AUDIENCE
from boardwalk.server.access import host_of, is_secure
from boardwalk.server.base.responses import IMMUTABLE, CachedBody, cached_bytes, send_cached
from boardwalk.server.http.routes import Routes
from boardwalk.server.rooms.spec import Kind, RoomSpec, read_spec

WEB = Path(str(resources.files("boardwalk") / "web"))
FRONT = ""  # the first part of the front page's address
TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
HTML = "text/html"
INDEX, PAGES, WORKER, BUNDLES = "index.html", "pages.json", "sw.js", "dist/"
STYLES = "css/all.css"
SHEET_LINKS = re.compile(r'(?:<link rel="stylesheet" href="[^"]+">\s*)+')
NAMED = re.compile(r'(?:src|href)="/static/([^"]+)"')
routes = Routes()
NOT_PAGES = ("/api/", "/static/", "/ws")


class Page(msgspec.Struct, frozen=True, omit_defaults=True):
    """A kind of page, a row of `pages.json`: the module that shows it, the name of its class, what the second part of
    its address names ("game", "room", or a name that the server does not check), and what a bundle imports."""

    module: str
    class_: str = msgspec.field(name="class")
    about: str = ""
    needs: tuple[str, ...] = ()


class Head(NamedTuple):
    """The metadata of a page, for link previews."""

    title: str = "Boardwalk"
    description: str = "Grid games to play alone, beside a friend or over a link."
    url: str = ""
    image: str = ""


class Version:
    """The client's files at one time, by their path below `/static/{version}/`."""

    def __init__(self, sources: dict[str, bytes]) -> None:
        index, worker = sources.pop(INDEX).decode(), sources.pop(WORKER).decode()
        self.pages = _pages(sources.pop(PAGES))
        named = NAMED.findall(index)
        sheets = [sources.pop(path) for path in named if path.endswith(".css")]
        files = {path: data for path, data in sources.items() if Path(path).suffix in TYPES}
        themes = [game.theme.name for game in registry.games()]  # loading the games also registers their colours
        files[STYLES] = b"".join([css().encode(), *sheets])
        files |= {f"look/{theme}.svg": sprite(theme).encode() for theme in themes}
        whole = hashlib.blake2b(index.encode() + worker.encode(), digest_size=8)
        for path, data in sorted(files.items()):
            whole.update(path.encode() + b"\0" + data)
        self.name = whole.hexdigest()
        self.files = {path: CachedBody.of(data) for path, data in files.items()}
        shell = [path for path in [STYLES, *named, *self._scripts(FRONT)] if path in files]
        worker = worker.replace('"{files}"', ", ".join(f'"{path}"' for path in dict.fromkeys(shell)))
        self.worker = CachedBody.of(worker.replace("{version}", self.name).encode())
        index = SHEET_LINKS.sub(f'<link rel="stylesheet" href="/static/{STYLES}">\n    ', index)
        index = index.replace("/static/", f"/static/{self.name}/")
        self._index = index.replace(' id="pages"></script>', f' id="pages">{self._table()}</script>')

    def _scripts(self, kind: str) -> list[str]:
        page = self.pages[kind]
        return [page.module, *page.needs]

    def _table(self) -> str:
        """The pages as the client's main script reads them."""
        rows = {
            kind: msgspec.structs.replace(page, module=f"/static/{self.name}/{page.module}", needs=())
            for kind, page in self.pages.items()
        }
        return msgspec.json.encode(rows).decode().replace("<", r"\u003c")

    def page(self, kind: str, head: Head) -> CachedBody:
        """The HTML of a page; it loads the scripts of its kind beside the main one."""
        scripts = self._scripts(kind) if kind in self.pages else []
        links = [f'<link rel="modulepreload" href="/static/{self.name}/{script}">' for script in scripts]
        if head.url:
            said = {"title": head.title, "description": head.description, "url": head.url, "image": head.image}
            tags = {"og:site_name": "Boardwalk", "og:type": "website"}
            tags |= {f"og:{name}": value for name, value in said.items() if value}
            links += [f'<meta property="{name}" content="{html.escape(value)}">' for name, value in tags.items()]
        text = self._index.replace("<title>Boardwalk</title>", f"<title>{html.escape(head.title)}</title>")
        text = text.replace(Head().description, html.escape(head.description))
        return CachedBody.of(text.replace("</head>", "".join(f"  {link}\n  " for link in links) + "</head>").encode())


def _pages(table: bytes) -> dict[str, Page]:
    """The table of pages, by the first part of their address."""
    return msgspec.json.decode(table, type=dict[str, Page])


class Site:
    """The newest version of the client's files."""

    def __init__(self, folder: Path = WEB) -> None:
        self._folder = folder
        self._read: tuple[object, Version] | None = None
        self._lock = asyncio.Lock()

    def kinds(self) -> list[str]:
        """The first parts of the addresses of all pages."""
        return list(_pages((self._folder / PAGES).read_bytes()))

    async def newest(self) -> Version:
        """The version of the files as they are now."""
        async with self._lock:
            found = self._state()
            if self._read is None or self._read[0] != found:
                self._read = found, await asyncio.to_thread(self._load)
            return self._read[1]

    def _paths(self) -> list[Path]:
        return sorted(path for path in self._folder.rglob("*.*") if path.suffix in (*TYPES, ".html", ".json"))

    def _state(self) -> list[tuple[Path, int, int]]:
        return [(path, found.st_mtime_ns, found.st_size) for path in self._paths() for found in [path.stat()]]

    def _load(self) -> Version:
        found = {path.relative_to(self._folder).as_posix(): path.read_bytes() for path in self._paths()}
        bundles = {path.removeprefix(BUNDLES): data for path, data in found.items() if path.startswith(BUNDLES)}
        if bundles:  # instead of all modules
            found = {path: data for path, data in found.items() if not path.endswith(".js")} | bundles
        return Version(found)


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
