"""The browser client as the server sends it: compressed, named by its content; and a page for every address."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from harness import PATIENCE, Server

from boardwalk.contract import registry
from boardwalk.server.http.pages import WEB, Head, Site, Version

sys.path.append(str(Path(__file__).parents[3] / "tools"))

from bundles import esbuild, make_bundles

HTML = {"Accept": "text/html,application/xhtml+xml"}


@pytest.fixture(scope="module")
def site() -> Iterator[Server]:
    with Server() as running:
        yield running
        assert not running.failures()


def ask(server: Server, path: str, **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as connection:
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        return response.status, response.headers, response.read()


def addresses(server: Server) -> list[str]:
    """What the front page names."""
    return re.findall(r'(?:src|href)="(/static/[^"]+)"', ask(server, "/")[2].decode())


def test_files_named_by_their_content_are_kept_for_a_year(site: Server) -> None:
    found = addresses(site)
    assert any(path.endswith("pages/main.js") for path in found)
    for path in found:
        status, headers, body = ask(site, path)
        assert status == 200 and body, path
        assert headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert ask(site, path, if_none_match=headers["ETag"])[::2] == (304, b"")
    version = found[0].split("/")[2]
    assert {path.split("/")[2] for path in found} == {version}
    for path in (f"/static/{version}/nothing.js", "/static/0123/pages/main.js", "/static/pages/main.js", "/static/"):
        assert ask(site, path)[0] == 404, path


@pytest.mark.parametrize(
    "path",
    ["/", "/api/games", "/api/previews", "{0}/look/hedge.svg", "{0}/pages/main.js", "{0}/css/all.css"],
)
def test_what_is_sent_is_compressed_for_who_can_read_it(site: Server, path: str) -> None:
    path = path.format("/".join(addresses(site)[0].split("/")[:3]))
    _, plain, body = ask(site, path)
    _, packed, small = ask(site, path, accept_encoding="gzip, deflate")
    assert plain["Content-Encoding"] is None and packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(small) == body and len(small) < len(body) / 1.5
    assert plain["Vary"] == packed["Vary"] == "Accept-Encoding"


def test_the_style_sheet_has_the_colours_of_every_game(site: Server) -> None:
    sheet = ask(site, next(path for path in addresses(site) if path.endswith("css/all.css")))[2].decode()
    own = {colour for game in registry.games() for pair in game.theme.colours.values() for colour in pair}
    assert own and {colour for colour in own if colour not in sheet} == set()


def test_a_page_is_asked_for_each_time_and_sent_when_it_has_changed(site: Server) -> None:
    status, headers, body = ask(site, "/")
    assert status == 200 and headers["Cache-Control"] == "no-cache" and b"<main" in body
    assert ask(site, "/", if_none_match=headers["ETag"])[::2] == (304, b"")


def test_every_address_has_the_page_and_its_status(site: Server) -> None:
    room, _ = site.make_room("fog_quoridor", "me open")
    expected = {
        "/": 200,
        "/play/fog_quoridor": 200,
        f"/r/{room}": 200,
        f"/replay/{room}": 200,
        "/play/chess": 404,
        "/play": 404,
        "/r/nowhere": 404,
        "/replay/nowhere": 404,
        "/nowhere": 404,
        "/nowhere/at/all": 404,
        "/%ff": 404,
    }
    for path, status in expected.items():
        found, headers, body = ask(site, path, **HTML)
        assert (found, headers.get_content_type()) == (status, "text/html"), path
        assert b'<main id="main"' in body, path
    for path in ("/api/nowhere", "/static/nowhere"):
        found, headers, _ = ask(site, path, **HTML)
        assert (found, headers.get_content_type()) == (404, "application/json"), path


def table(page: str) -> dict[str, dict[str, str]]:
    """The table of pages in a page."""
    found = re.search(r'<script type="application/json" id="pages">(.*)</script>', page)
    assert found is not None
    return json.loads(found[1])  # type: ignore[no-any-return]


def test_a_page_names_the_scripts_that_it_needs(site: Server) -> None:
    page = ask(site, "/play/fog_quoridor", **HTML)[2].decode()
    preloaded = re.findall(r'<link rel="modulepreload" href="(/static/[^"]+)"', page)
    assert preloaded == [table(page)["play"]["module"]]
    assert all(ask(site, path)[0] == 200 for path in preloaded)


def test_every_page_has_its_module_and_class(site: Server) -> None:
    for row in table(ask(site, "/", **HTML)[2].decode()).values():
        status, _, module = ask(site, row["module"])
        assert status == 200 and f"export class {row['class']} " in module.decode(), row


def test_the_client_can_be_installed(site: Server) -> None:
    manifest = next(path for path in addresses(site) if path.endswith(".webmanifest"))
    folder = manifest.rsplit("/", 1)[0]
    status, headers, body = ask(site, manifest)
    assert (status, headers.get_content_type()) == (200, "application/manifest+json")
    icons = re.findall(rb'"src": "([^"]+)", "sizes": "([^"]+)"', body)
    assert {size for _, size in icons} == {b"any", b"192x192", b"512x512"} and b"maskable" in body
    for path, size in icons:
        status, headers, image = ask(site, f"{folder}/{path.decode()}")
        assert status == 200
        if headers.get_content_type() == "image/png":
            assert image[16:24] == 2 * int(size.split(b"x")[0]).to_bytes(4)
    status, headers, worker = ask(site, "/sw.js")
    assert status == 200 and headers["Cache-Control"] == "no-cache"
    version = folder.removeprefix("/static/")
    assert f'const VERSION = "{version}"' in worker.decode()
    kept = re.search(r"const FILES = \[(.*)\]", worker.decode())
    assert kept is not None
    for path in re.findall(r'"([^"]+)"', kept[1]):
        assert ask(site, f"{folder}/{path}")[0] == 200, f"the service worker keeps {path}, which is not there"


def test_an_edited_file_makes_another_version(tmp_path: Path) -> None:
    web = shutil.copytree(WEB, tmp_path / "web")
    site = Site(web)

    async def versions() -> list[str]:
        found = [(await site.newest()).name, (await site.newest()).name]
        script = web / "parts" / "dom.js"
        script.write_text(script.read_text() + "// edited\n")
        os.utime(script, (1, 1))
        newest = await site.newest()
        assert b"// edited" in newest.files["parts/dom.js"].body
        return [*found, newest.name]

    first, second, third = asyncio.run(versions())
    assert first == second != third


@pytest.fixture(scope="module")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Version:
    """The client as a wheel holds it."""
    assert esbuild(), "Node is needed: make node_modules/.package-lock.json"
    web = shutil.copytree(WEB, tmp_path_factory.mktemp("wheel") / "web")
    make_bundles(web / "dist")
    return asyncio.run(Site(web).newest())


def test_a_wheel_has_two_bundles_besides_what_they_share(bundled: Version) -> None:
    scripts = {path: body.body.decode() for path, body in bundled.files.items() if path.endswith(".js")}
    assert set(bundled.pages) == set(json.loads((WEB / "pages.json").read_text()))
    assert len({page.module for page in bundled.pages.values()}) == 2
    for kind, page in bundled.pages.items():
        assert re.search(rf"\bas {page.class_}\b", scripts[page.module]), kind
        preloaded = re.findall(r'modulepreload" href="/static/\w+/([^"]+)"', bundled.page(kind, Head()).body.decode())
        assert preloaded == [page.module, *page.needs] and set(preloaded) <= set(scripts), kind
    assert len(scripts) < 10 and sum(map(len, scripts.values())) < 250_000
    for path, script in scripts.items():
        used = re.findall(r'(?:from|import)\s*\(?"\./([^"]+)"', script)
        assert {f"{path.rpartition('/')[0]}/{name}" for name in used} <= set(scripts), path


def test_the_service_worker_keeps_what_the_front_page_needs(bundled: Version) -> None:
    kept = re.search(r"FILES ?= ?\[(.*?)\]", bundled.worker.body.decode())
    assert kept is not None
    paths = json.loads(f"[{kept[1]}]")
    front = bundled.pages[""]
    assert {front.module, *front.needs, "css/all.css", "parts/mode.js"} <= set(paths) <= set(bundled.files)
