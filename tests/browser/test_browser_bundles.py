"""The page as a wheel holds it, bundled: it does what the modules do, with few requests."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import Traffic
from harness import Server
from person import People
from playwright.sync_api import expect

import boardwalk

sys.path.append(str(Path(__file__).parents[2] / "tools"))

from bundles import make_bundles


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of the package as a wheel would install it."""
    folder = tmp_path_factory.mktemp("wheel")
    package = Path(boardwalk.__file__).parent
    shutil.copytree(package, folder / "boardwalk", ignore=shutil.ignore_patterns("__pycache__"))
    make_bundles(folder / "boardwalk/web/dist")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder), prepend=":")
        with Server() as running:
            yield running
            assert not running.failures()


def test_every_page_opens_from_the_bundles(people: People, wheel: Server) -> None:
    ada = people(None, at=wheel)
    traffic = Traffic(ada.page)
    ada.visit("/")
    expect(ada.page.locator("article svg.board .tile").first).to_be_visible()
    _, requests = traffic.measured()
    assert 2 <= len([url for url in requests if url.endswith(".js")]) <= 6, requests
    ada.press("How to play Box World")
    expect(ada.page.get_by_role("heading", name="How to play Box World")).to_be_visible()
    ada.press("Close")
    ada.press("Play Box World")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Box World")
    ada.page.get_by_role("button", name=re.compile("^(Start|Play)")).first.click()
    expect(ada.page.locator("svg.board [data-cell]").first).to_be_visible()
    for path, words in {
        "/editor": "Make your own",
        "/learn/box_world": "Box World",
        "/players/box_world": "Box World",
    }.items():
        ada.visit(path)
        expect(ada.page.get_by_role("heading", level=1)).to_contain_text(words)
