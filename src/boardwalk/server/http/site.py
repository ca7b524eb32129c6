"""The browser client as the server sends it: compressed, and named by its content.

All files of one version are at `/static/{version}/…`, where the version is a hash of them all, so browsers may keep
them for a year. Relative addresses between them (imports, drawings) hold within a version. The pages name the newest
version and are asked for each time.

A checkout's modules are sent as they are written: they are read when the first page is asked for, and again when a file
has changed, so that a reload shows an edited file. A wheel may bring `dist`, the same modules bundled into a few files
by `tools/bundles.py`: then these are sent instead. The style sheets are joined either way.
"""

from __future__ import annotations

import asyncio
import hashlib
import html
import re
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import msgspec

from boardwalk.contract import registry
from boardwalk.draw import css
from boardwalk.draw.sprite import sprite
from boardwalk.server.base.response_cache import CachedBody

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
