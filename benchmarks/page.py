"""How soon a page shows its first board, how heavy it is, and how many requests it makes, in Chromium.

    python benchmarks/page.py [--rounds 9] [--write]

starts `boardwalk serve` and opens the front page and the page of a room, with an empty cache (cold) and again with what
the browser has kept (warm). The time is from the start of the navigation until the first frame after a board is in the
page; the server has answered once before. Bytes are those over the network, headers included, until the page is quiet.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

import report
from load_server import Server

sys.path.append(str(Path(__file__).parents[1] / "tests" / "browser"))

from chromium import Traffic, start_chromium

GAME = "fog_quoridor"
SCREEN = {"width": 1280, "height": 800}
LIMIT = 60_000  # ms for anything

# Notes when the first frame with a board in it has been painted, in ms since the navigation began.
WATCH = """
new MutationObserver((_, watch) => {
  if (!document.querySelector(".board .tile")) return;
  watch.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.firstBoard = performance.now(); }));
}).observe(document, { childList: true, subtree: true });
"""


class Visit(NamedTuple):
    ms: float
    bytes: int
    requests: int


def visit(page: Page, traffic: Traffic, address: str) -> Visit:
    page.goto(address)
    page.wait_for_function("() => window.firstBoard")
    page.wait_for_load_state("networkidle")
    size, requests = traffic.measured()
    return Visit(page.evaluate("() => window.firstBoard"), size, len(requests))


def visits(browser: Browser, address: str, memory: dict[str, str]) -> Iterator[Visit]:
    """With an empty cache, and again; `memory` is what the browser remembers of earlier games."""
    context = browser.new_context(viewport=SCREEN)
    context.set_default_timeout(LIMIT)
    for key, value in memory.items():
        context.add_init_script(f"localStorage.setItem({json.dumps(key)}, {json.dumps(value)})")
    context.add_init_script(WATCH)
    page = context.new_page()
    traffic = Traffic(page)
    for _ in range(2):
        yield visit(page, traffic, address)
        page.goto("about:blank")
        traffic.measured()
    context.close()


def measure(browser: Browser, address: str, memory: dict[str, str], rounds: int) -> list[list[Visit]]:
    """The cold visits and the warm ones, after one that is not counted."""
    list(visits(browser, address, memory))
    found = [list(visits(browser, address, memory)) for _ in range(rounds)]
    return [list(column) for column in zip(*found, strict=True)]


def row(name: str, found: list[Visit]) -> list[str]:
    times = sorted(one.ms for one in found)
    middle = statistics.median(one.bytes for one in found)
    requests = statistics.median(one.requests for one in found)
    return [name, f"{statistics.median(times):.0f}", f"{times[-1]:.0f}", f"{middle / 1000:.0f}", f"{requests:.0f}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--write", action="store_true", help="write the table to README.md")
    chosen = parser.parse_args()
    body = []
    with Server() as server, sync_playwright() as playwright:
        browser = start_chromium(playwright)
        room, tokens = server.make_room(GAME, "me easy", options={})
        seated = {"boardwalk.rooms": json.dumps({room: {"tokens": list(tokens.values()), "when": 1}})}
        pages = {"the front page": ("/", {}), "the page of a room": (f"/r/{room}", seated)}
        for name, (path, memory) in pages.items():
            kinds = measure(browser, server.address + path, memory, chosen.rounds)
            for kind, found in zip(("cold", "warm"), kinds, strict=True):
                body.append(row(f"{name}, {kind}", found))
                print(*body[-1], sep="; ", flush=True)
        about = f"Chromium {browser.version}, {chosen.rounds} rounds."
        browser.close()
    head = ["page", "first board, ms", "slowest, ms", "kB", "requests"]
    text = f"{report.sentence(report.machine(['uvicorn', 'uvloop']))} {about}\n\n{report.table(head, body)}"
    if chosen.write:
        report.write("page", text)
    else:
        print(text)


if __name__ == "__main__":
    main()
