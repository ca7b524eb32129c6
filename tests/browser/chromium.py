"""The system's Chromium: where it is, how it is started, and what a page loads over the network."""

from __future__ import annotations

import shutil
from typing import Any

from playwright.sync_api import Page

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run"),
)


def find_chromium() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


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
