"""The browser client as the server sends it: joined, compressed, named by its content; and a page for every address."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from harness import PATIENCE, Server

from boardwalk.core import registry
from boardwalk.core.errors import BoardwalkError
from boardwalk.server.modules import join
from boardwalk.server.site import WEB, Site

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
    assert any(path.endswith("js/main.js") for path in found)
    for path in found:
        status, headers, body = ask(site, path)
        assert status == 200 and body, path
        assert headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert ask(site, path, if_none_match=headers["ETag"])[::2] == (304, b"")
    version = found[0].split("/")[2]
    assert {path.split("/")[2] for path in found} == {version}
    for path in (f"/static/{version}/nothing.js", "/static/0123/js/main.js", "/static/js/main.js", "/static/"):
        assert ask(site, path)[0] == 404, path


@pytest.mark.parametrize(
    "path", ["/", "/api/games", "/api/previews", "/api/look/hedge.svg", "js/main.js", "css/all.css"]
)
def test_what_is_sent_is_compressed_for_who_can_read_it(site: Server, path: str) -> None:
    path = next((one for one in addresses(site) if one.endswith(path)), path)
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


def test_a_page_names_the_scripts_that_it_needs(site: Server) -> None:
    named = ask(site, "/play/fog_quoridor", **HTML)[2].decode()
    preloaded = re.findall(r'<link rel="modulepreload" href="(/static/[^"]+)"', named)
    assert [path.rsplit("/", 1)[1] for path in preloaded] == ["shared.js", "setup.js"]
    assert all(ask(site, path)[0] == 200 for path in preloaded)
    assert "modulepreload" not in ask(site, "/")[2].decode()


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
        script = web / "js" / "dom.js"
        script.write_text(script.read_text() + "// edited\n")
        os.utime(script, (1, 1))
        newest = await site.newest()
        assert b"// edited" in newest.files["js/main.js"].body
        return [*found, newest.name]

    first, second, third = asyncio.run(versions())
    assert first == second != third


# -- joining modules

SOURCES = {
    "main": """
import { show } from "./dom.js";
const PAGES = ["./front.js", "./one.js", "./two.js"];
show(PAGES[0]);
""",
    "dom": """
export const NAME = 7;
export function show(what) {
  log.push(what);
}
""",
    "front": """
import * as dom from "./dom.js";
export class Front {
  name = dom.NAME;
}
""",
    "board": """
import {
  NAME as of,
  show,
} from "./dom.js";
export const board = () => show(of);
""",
    "one": """
import { board } from "./board.js";
export async function one() {
  board();
}
""",
    "two": """
import { board } from "./board.js";
import { NAME } from "./dom.js";
board();
export const two = NAME + 1;
""",
    "unused": "export const unused = 1;\n",
}


def test_modules_are_joined_by_who_needs_them() -> None:
    files = join(SOURCES, "front")
    assert set(files) == {"main", "shared", "front", "one", "two"}
    held = {name: re.findall(r"^// -- (\w+)\.js$", text, re.MULTILINE) for name, text in files.items()}
    assert held == {"main": ["dom", "front", "main"], "shared": ["board"], "front": [], "one": ["one"], "two": ["two"]}


RUN = """
globalThis.log = [];
await import("./main.js");
const { Front } = await import("./front.js");
const { one } = await import("./one.js");
const { two } = await import("./two.js");
await one();
console.log(JSON.stringify([log, new Front().name, two]));
"""


def test_joined_modules_do_what_they_did(tmp_path: Path) -> None:
    """By node where it is installed; elsewhere the order holds at least, and the browser tests do the rest."""
    node = shutil.which("node")
    for name, text in join(SOURCES, "front").items():
        (tmp_path / f"{name}.js").write_text(text)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "run.js").write_text(RUN)
    assert join(SOURCES, "front")["two"].startswith(
        'import { $dom } from "./main.js";\nimport { $board } from "./shared.js";'
    )
    if node:
        done = subprocess.run([node, "run.js"], cwd=tmp_path, capture_output=True, text=True, check=True)
        assert done.stdout == '[["./front.js",7,7],7,8]\n'


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("dom", "export let changing = 1;\n", "can't be joined"),
        ("dom", "export default 1;\n", "can't be joined"),
        ("dom", 'import "./board.js";\n', "can't be joined"),
        ("dom", 'import { board } from "./board.js";\n', "import each other: one -> board -> dom -> board"),
        ("one", 'import { x } from "./nothing.js";\n', "one.js imports nothing.js, which is not there"),
        ("main", 'const PAGES = ["./front.js", "./gone.js"];\n', "no module gone.js"),
    ],
)
def test_what_cant_be_joined_is_said(name: str, text: str, why: str) -> None:
    with pytest.raises(BoardwalkError, match=re.escape(why)):
        join(SOURCES | {name: text}, "front")
