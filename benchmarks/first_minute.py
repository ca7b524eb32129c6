"""What a newcomer waits for: from an empty folder and an empty home to a board, and through a first game.

    python benchmarks/first_minute.py [--write]

clones this checkout and runs `make play` in the clone, with an empty home folder, so that everything is downloaded and
nothing is compiled. Then Chromium opens the front page, begins a game and plays it to its end, against a bot that
plays at once and against one that needs compiled rules. At last the server is started a second time. Port 8000 must be
free. The time to download depends on the network, so installing is a row of its own.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket

from playwright.sync_api import Browser, sync_playwright

import report

sys.path.append(str(Path(__file__).parents[1] / "tests" / "browser"))

from chromium import start_chromium
from person import Person

ROOT = Path(__file__).parents[1]
GAME = "Fog Quoridor"
LIMIT = 1800  # seconds for anything
PORT = 8000


def wait_for(condition: Callable[[], object]) -> None:
    """Until it holds."""
    ends = time.monotonic() + LIMIT
    while not condition():
        if time.monotonic() > ends:
            raise SystemExit(f"nothing has happened for {LIMIT} s")
        time.sleep(0.02)


@contextmanager
def playing(folder: Path, home: Path) -> Iterator[None]:
    """`make play` in a folder."""
    environment = os.environ | {"HOME": str(home), "BROWSER": "true"}
    environment = {name: value for name, value in environment.items() if not name.startswith(("XDG_", "BOARDWALK_"))}
    process = subprocess.Popen(
        ["make", "play"], cwd=folder, env=environment, stdout=subprocess.DEVNULL, start_new_session=True
    )
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()
        wait_for(lambda: not listens())  # make ends before the server does


def listens() -> bool:
    """Whether a server listens on the port."""
    with socket() as one:
        return one.connect_ex(("127.0.0.1", PORT)) == 0


def board(browser: Browser) -> Person:
    """A visitor who has opened a game and sees its board."""
    visitor = Person(browser, f"http://localhost:{PORT}")
    visitor.visit("/")
    visitor.choose_game(GAME, seed=None)
    return visitor


def game(browser: Browser, bot: str) -> tuple[float, float]:
    """Seconds until the first answer of a bot, and until the end of a game against it."""
    visitor = board(browser)
    visitor.page.locator("#strength").select_option(bot)
    visitor.start()
    began = time.monotonic()
    chance = random.Random(1)
    visitor.page.set_default_timeout(LIMIT * 1000)
    visitor.play_on(chance, 1)
    answered = time.monotonic() - began
    visitor.play_on(chance)
    assert visitor.result()
    ended = time.monotonic() - began
    visitor.leave()
    return answered, ended


def rows(folder: Path, browser: Browser) -> Iterator[tuple[str, float]]:
    if listens():
        raise SystemExit(f"something listens on port {PORT} already")
    clone, home = folder / "boardwalk", folder / "home"
    home.mkdir()
    began = time.monotonic()
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    with playing(clone, home):
        wait_for((clone / ".venv" / ".server").exists)
        yield "installed", time.monotonic() - began
        began = time.monotonic()
        wait_for(listens)
        board(browser).leave()
        yield "from then to a board that can be played", time.monotonic() - began
        for bot in ("easy", "hard"):
            answered, ended = game(browser, bot)
            yield f"a game against {bot}: to its first answer", answered
            yield f"a game against {bot}: to its end", ended
    began = time.monotonic()
    with playing(clone, home):
        wait_for(listens)
        board(browser).leave()
        yield "a later start, to a board that can be played", time.monotonic() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the table to README.md")
    chosen = parser.parse_args()
    body = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = start_chromium(playwright)
        for name, seconds in rows(Path(folder), browser):
            body.append([name, f"{seconds:.1f}"])
            print(*body[-1], sep="; ", flush=True)
        browser.close()
    text = f"{report.sentence(report.machine())} {GAME}.\n\n{report.table(['what', 'seconds'], body)}"
    if chosen.write:
        report.write("first_minute", text)
    else:
        print(text)


if __name__ == "__main__":
    main()
