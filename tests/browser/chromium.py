"""Chromium: the machine's or one of the tests' own, how it is started, and what a page loads over the network."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import Any

from playwright.sync_api import Browser, Error, Page, Playwright, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run"),
)


INSTALL = ("apt-get update", "apt-get install -y --no-install-recommends chromium")


def find_chromium() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def start_chromium(playwright: Playwright) -> Browser:
    """The machine's, or else Playwright's own."""
    return playwright.chromium.launch(
        executable_path=find_chromium(), channel="chromium", headless=True, args=ARGUMENTS
    )


def starts() -> bool:
    with sync_playwright() as playwright:
        try:
            start_chromium(playwright).close()
        except Error:
            return False
        return True


def provide_chromium() -> None:
    """Where there is none: Playwright's own is fetched, or else Debian's installed."""
    if find_chromium() or starts():
        return
    root = os.geteuid() == 0
    command = [sys.executable, "-m", "playwright", "install", "--no-shell", "chromium"]
    fetched = subprocess.run(
        [*command, "--with-deps"] if root else command, stderr=subprocess.PIPE, text=True, check=False
    )
    if fetched.returncode == 0 and starts():
        return
    if root and shutil.which("apt-get"):
        for line in INSTALL:
            subprocess.run(line.split(), check=False)
    if not find_chromium():
        why = next(iter(fetched.stderr.splitlines()), "it does not start")
        raise FileNotFoundError(
            "The tests need Chromium or Chrome: install it (on Debian `apt install chromium`) and run again. "
            f"Playwright's own can't be used here: {why}"
        )


class Traffic:
    """Counts the requests of a page that go to the network, and the bytes that come back, headers included."""

    def __init__(self, page: Page) -> None:
        self.requests: dict[str, str] = {}
        self.kept: set[str] = set()
        self.bytes = 0
        self._session = page.context.new_cdp_session(page)
        self._session.on("Network.requestWillBeSent", self._sent)
        self._session.on("Network.requestServedFromCache", lambda event: self.kept.add(event["requestId"]))
        self._session.on("Network.responseReceived", self._received)
        self._session.on("Network.loadingFinished", self._finished)
        self._session.send("Network.enable")

    def _sent(self, event: dict[str, Any]) -> None:
        if not event["request"]["url"].startswith("data:"):
            self.requests[event["requestId"]] = event["request"]["url"]

    def _received(self, event: dict[str, Any]) -> None:
        if event["response"].get("fromDiskCache"):
            self.kept.add(event["requestId"])

    def _finished(self, event: dict[str, Any]) -> None:
        if event["requestId"] not in self.kept:
            self.bytes += event["encodedDataLength"]

    def measured(self) -> tuple[int, list[str]]:
        """The bytes and the addresses since the last call."""
        found = self.bytes, sorted(url for number, url in self.requests.items() if number not in self.kept)
        self.requests, self.bytes = {}, 0
        return found
