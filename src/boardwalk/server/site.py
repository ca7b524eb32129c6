"""The browser client as the server sends it: joined into few files, compressed, and named by its content.

All files of one version are at `/static/{version}/…`, where the version is a hash of them all, so browsers may keep
them for a year. Relative addresses between them (imports, `import()`, drawings) hold within a version. The pages name
the newest version and are asked for each time.

The client's source stays as it is written, many small files without a build step: it is read when the first page is
asked for, and again when a file has changed, so that a reload shows an edited file.
"""

from __future__ import annotations

import asyncio
import hashlib
import html
import re
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from boardwalk.core import registry
from boardwalk.draw import css
from boardwalk.draw.sprite import sprite
from boardwalk.server.bodies import Body
from boardwalk.server.modules import MAIN, SHARED, join

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
STYLES = "css/all.css"
SHEET_LINKS = re.compile(r'(?:<link rel="stylesheet" href="[^"]+">\s*)+')
CLASSIC_SCRIPT = re.compile(r'<script src="/static/js/([\w-]+)\.js">')
PAGE_ROW = re.compile(r'^  (?:"(\w*)"|(\w+)): \["\./([\w-]+)\.js", "\w+"(?:, "(\w+)")?\],', re.MULTILINE)


class Page(NamedTuple):
    """A kind of page: the module that shows it, and what the second part of its address names: "game", "room" or
    nothing that the server could check."""

    module: str
    about: str


class Head(NamedTuple):
    """What a page's head says of it to those who only read that, such as previews of links."""

    title: str = "Boardwalk"
    description: str = "Grid games to play alone, beside a friend or over a link."
    url: str = ""
    image: str = ""


class Version:
    """The client's files at one time, by their path below `/static/{version}/`."""

    def __init__(self, sources: dict[str, bytes]) -> None:
        index = sources.pop("index.html").decode()
        worker = sources.pop("sw.js").decode()
        scripts = {Path(path).stem: sources.pop(path).decode() for path in list(sources) if path.startswith("js/")}
        sheets = [sources.pop(path) for path in re.findall(r'href="/static/(css/[^"]+)"', index)]
        self.pages = _pages(scripts[MAIN])
        classic = {name: scripts.pop(name) for name in CLASSIC_SCRIPT.findall(index)}
        joined = classic | join(scripts, self.pages[FRONT].module)
        files = sources | {f"js/{name}.js": text.encode() for name, text in joined.items()}
        themes = [game.theme.name for game in registry.games()]  # loading the games also registers their colours
        files[STYLES] = b"".join([css().encode(), *sheets])
        files |= {f"look/{theme}.svg": sprite(theme).encode() for theme in themes}
        whole = hashlib.blake2b(index.encode() + worker.encode(), digest_size=8)
        for path, data in sorted(files.items()):
            whole.update(path.encode() + b"\0" + data)
        self.name = whole.hexdigest()
        self.files = {path: Body.of(data) for path, data in files.items() if Path(path).suffix in TYPES}
        self.worker = Body.of(worker.replace("{version}", self.name).encode())
        self._index = SHEET_LINKS.sub(f'<link rel="stylesheet" href="/static/{STYLES}">\n    ', index)
        self._index = self._index.replace("/static/", f"/static/{self.name}/")

    def page(self, kind: str, head: Head) -> Body:
        """The HTML of a page; it has the scripts of its kind loaded beside the main one."""
        modules = []
        if kind in self.pages and kind != FRONT:
            modules = [SHARED, self.pages[kind].module]
        links = [f'<link rel="modulepreload" href="/static/{self.name}/js/{module}.js">' for module in modules]
        if head.url:
            said = {"title": head.title, "description": head.description, "url": head.url, "image": head.image}
            tags = {"og:site_name": "Boardwalk", "og:type": "website"}
            tags |= {f"og:{name}": value for name, value in said.items() if value}
            links += [f'<meta property="{name}" content="{html.escape(value)}">' for name, value in tags.items()]
        text = self._index.replace("<title>Boardwalk</title>", f"<title>{html.escape(head.title)}</title>")
        text = text.replace(Head().description, html.escape(head.description))
        return Body.of(text.replace("</head>", "".join(f"  {link}\n  " for link in links) + "</head>").encode())


def _pages(main: str) -> dict[str, Page]:
    """The table of pages in the main script, by the first part of their address."""
    return {quoted or bare: Page(module, about) for quoted, bare, module, about in PAGE_ROW.findall(main)}


class Site:
    """The newest version of the client's files."""

    def __init__(self, folder: Path = WEB) -> None:
        self._folder = folder
        self._read: tuple[object, Version] | None = None
        self._lock = asyncio.Lock()

    def kinds(self) -> list[str]:
        """The first parts of the addresses of all pages."""
        return list(_pages((self._folder / f"js/{MAIN}.js").read_text(encoding="utf-8")))

    async def newest(self) -> Version:
        """The version of the files as they are now."""
        async with self._lock:
            found = self._state()
            if self._read is None or self._read[0] != found:
                self._read = found, await asyncio.to_thread(self._load)
            return self._read[1]

    def _paths(self) -> list[Path]:
        return sorted(path for path in self._folder.rglob("*.*") if path.suffix in (*TYPES, ".html"))

    def _state(self) -> list[tuple[Path, int, int]]:
        return [(path, found.st_mtime_ns, found.st_size) for path in self._paths() for found in [path.stat()]]

    def _load(self) -> Version:
        return Version({path.relative_to(self._folder).as_posix(): path.read_bytes() for path in self._paths()})
