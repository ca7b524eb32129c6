"""What the tests in a real browser share: Chromium, a server, and people in front of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

sys.path.append(str(Path(__file__).parents[1] / "server"))  # the server's own harness

from chromium import start_chromium
from harness import Server
from person import People, Person

from boardwalk import Match
from boardwalk.bots import make_bot, play
from boardwalk.contract import registry

# What is played here, besides each game's first preset: rules are compiled anew for boards of another size.
PLAYED: tuple[tuple[str, dict[str, object]], ...] = (
    *((name, {}) for name in registry.game_names()),
    ("box_world", {"level": 1}),
    ("capture_the_flag", {"players": 1}),
    ("robo_rally", {"board": "sprint"}),
)


def compile_rules(name: str, options: dict[str, object]) -> None:
    """Leaves the compiled rules where the server finds them, so that nobody in a test waits for a compiler."""
    game = registry.game(name)
    table = game.table(options or game.content.presets[0].options)
    play(Match(table, seed=1), {seat: make_bot("greedy", seat) for seat in range(len(table.seats))}, 2)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Only as long as a file's tests: while Playwright runs, nothing else in the process can run an event loop."""
    with sync_playwright() as playwright:
        running = start_chromium(playwright)
        yield running
        running.close()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One server for all; nothing may fail on it."""
    for name, options in PLAYED:
        compile_rules(name, options)
    with Server() as running:
        yield running
        assert not running.failures()


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    item.stash[FAILED] = report.failed
    return report


@pytest.fixture
def people(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[People]:
    """Makes people with a browser window each, who start on the front page. At the end nothing may have gone wrong in
    any window."""
    made: list[Person] = []

    def make(path: str | None = "/", *, at: Server = server, **options: Any) -> Person:
        person = Person(browser, at.address, **options)
        made.append(person)
        if path is not None:
            person.visit(path)
        return person

    yield make
    for number, person in enumerate(made, 1):
        if request.node.stash.get(FAILED, False):
            person.picture(f"failed-{request.node.name}-{number}")
        person.leave()
    for person in made:
        assert person.troubles() == []
