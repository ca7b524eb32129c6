"""Screenshots of every page: light and dark, on a desktop and on a phone.

    python tests/browser/pictures.py build/pictures [PART …]

writes `NAME-SCREEN-COLOURS.png` for each; with parts of names only those.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

sys.path.append(str(Path(__file__).parents[1] / "server"))

from harness import GAMES, Server
from person import DESKTOP, PHONE, Person

from boardwalk.core import registry
from boardwalk.learn import lessons_of
from conftest import ARGUMENTS, find_chromium

SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": DESKTOP},
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
}
COLOURS = ("light", "dark")
STILL = 600  # ms after which nothing that was loaded moves any more
WAIT = 30_000  # ms for a page; one that is not there by then is shown as it is

Page = Callable[[Person], None]


def visit(path: str, wait_for: str = "") -> Page:
    """The page at an address, once something is there."""

    def show(person: Person) -> None:
        person.visit(path)
        person.page.locator(wait_for or "#main > *").first.wait_for(timeout=WAIT)

    return show


def play(name: str) -> Page:
    """A game that has just been started with its first preset."""

    def show(person: Person) -> None:
        visit(f"/play/{name}", ".setup-picture .tile")(person)
        person.press("Start")
        person.page.wait_for_url("**/r/*", timeout=WAIT)
        person.page.locator('[role="grid"]').wait_for(timeout=WAIT)

    return show


def waiting(person: Person) -> None:
    """A room whose maker waits for a friend."""
    visit("/play/fog_quoridor", ".setup-picture .tile")(person)
    person.page.get_by_role("radio", name="Friends by link").check()
    person.press("Start")
    person.page.wait_for_url("**/r/*", timeout=WAIT)
    person.page.locator('#main[data-phase="waiting"]').wait_for(timeout=WAIT)


def finished(server: Server, name: str) -> str:
    """A room whose game bots have played to its end."""
    seats = len(registry.game(name).table(GAMES[name]).seats)
    room, _ = server.make_room(name, " ".join(["easy"] * seats))
    return room


def over(server: Server, name: str) -> Page:
    room = finished(server, name)

    def show(person: Person) -> None:
        visit(f"/r/{room}")(person)
        person.page.locator('#main[data-phase="over"]').wait_for(timeout=WAIT)

    return show


def replay(server: Server, name: str) -> Page:
    room = finished(server, name)

    def show(person: Person) -> None:
        visit(f"/r/{room}")(person)
        person.page.locator('#main[data-phase="over"]').wait_for(timeout=WAIT)
        visit(f"/replay/{room}", ".board .tile")(person)

    return show


def how_to_play(name: str) -> Page:
    def show(person: Person) -> None:
        visit(f"/play/{name}", ".setup-picture .tile")(person)
        person.page.keyboard.press("?")
        person.page.locator("dialog[open]").wait_for(timeout=WAIT)

    return show


def pages(server: Server) -> Iterator[tuple[str, Page]]:
    """Every page, by the name of its picture."""
    names = registry.game_names()
    yield "home", visit("/", ".preview .tile")
    yield "missing", visit("/nowhere")
    yield "missing-room", visit("/r/nowhere")
    yield "waiting", waiting
    for name in names:
        yield f"set-up-{name}", visit(f"/play/{name}", ".setup-picture .tile")
        yield f"how-to-play-{name}", how_to_play(name)
        yield f"learn-{name}", visit(f"/learn/{name}")
        for lesson in lessons_of(registry.game(name))[:1]:
            yield f"lesson-{name}-{lesson.name}", visit(f"/learn/{name}/1", ".stage .tile")
        yield f"play-{name}", play(name)
        yield f"over-{name}", over(server, name)
        yield f"replay-{name}", replay(server, name)
        if registry.game(name).levels:
            yield f"levels-{name}", visit(f"/levels/{name}", ".level .tile")
    yield "editor", visit("/editor", ".editor-card .tile")
    for kind in server.ask("/api/editor"):
        yield (
            f"editor-{kind['kind']}",
            visit(f"/editor/{kind['game']}/{kind['kind']}", ".verdict:not(:empty), textarea"),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Screenshots of every page.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("parts", nargs="*", help="parts of names; all pages by default")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    with Server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        for name, show in pages(server):
            if chosen.parts and not any(part in name for part in chosen.parts):
                continue
            for (screen, options), colours in product(SCREENS.items(), COLOURS):
                person = Person(browser, server.address, color_scheme=colours, **options)
                person.page.set_default_timeout(WAIT)
                path = chosen.folder / f"{name}-{screen}-{colours}.png"
                try:
                    show(person)
                except Exception as error:  # the picture shows what there is instead
                    print(f"{path}: {str(error).splitlines()[0]}", file=sys.stderr)
                person.page.wait_for_timeout(STILL)
                person.page.screenshot(path=path, animations="disabled")
                person.leave()
                print(path)
        browser.close()


if __name__ == "__main__":
    main()
