"""Screenshots of every page: light and dark, on a desktop and on a phone; games in play also on a phone on its side.

    python tests/browser/pictures.py build/pictures [PART …]

writes `NAME-SCREEN-COLOURS.png` for each, and `NAME-SCREEN-COLOURS-whole.png` for pages that scroll; with parts of
names, such as `play-middle` or `box_world*phone-dark`, only those.
"""

from __future__ import annotations

import argparse
import sys
from fnmatch import fnmatch
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

sys.path.append(str(Path(__file__).parents[1] / "server"))

from chromium import start_chromium
from every_page import WAIT, Page, pages
from harness import Server
from person import DESKTOP, PHONE, Person

ON_ITS_SIDE = "side"
SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": DESKTOP},
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
    ON_ITS_SIDE: {
        "viewport": {"width": PHONE["height"], "height": PHONE["width"]},
        "has_touch": True,
        "is_mobile": True,
    },
}
COLOURS = ("light", "dark")
STILL = 600  # ms after which nothing that was loaded moves any more
SCROLLS = 40  # pixels beyond the screen

BEYOND = "document.documentElement.scrollHeight - innerHeight"


class Photographer:
    def __init__(self, folder: Path, parts: list[str], browser: Browser, server: Server) -> None:
        self.folder = folder
        self.parts = parts
        self.browser = browser
        self.server = server

    def wants(self, name: str) -> bool:
        """Whether the name of a picture has one of the parts."""
        return not self.parts or any(fnmatch(name, f"*{part}*") for part in self.parts)

    def wants_page(self, name: str) -> bool:
        """Whether any picture of a page is wanted."""
        return any(self.wants(f"{name}-{screen}-{colours}") for screen, colours in product(SCREENS, COLOURS))

    def take(self, page: Page) -> None:
        for screen, colours in product(SCREENS, COLOURS):
            name = f"{page.name}-{screen}-{colours}"
            if self.wants(name) and (page.in_play or screen != ON_ITS_SIDE):
                self.take_one(page, name, {"color_scheme": colours, **SCREENS[screen]})

    def take_one(self, page: Page, name: str, options: dict[str, Any]) -> None:
        person = Person(self.browser, self.server.address, **options)
        person.page.set_default_timeout(WAIT)
        try:
            page.show(person)
        except Exception as error:  # the picture shows what there is instead
            print(f"{name}: {str(error).splitlines()[0]}", file=sys.stderr)
        person.page.wait_for_timeout(STILL)
        person.page.screenshot(path=self.folder / f"{name}.png", animations="disabled")
        if person.page.evaluate(BEYOND) > SCROLLS:
            person.page.screenshot(path=self.folder / f"{name}-whole.png", animations="disabled", full_page=True)
        person.leave()
        print(self.folder / f"{name}.png", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Screenshots of every page.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("parts", nargs="*", help="parts of names; all pages by default")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    with Server() as server, sync_playwright() as playwright:
        browser = start_chromium(playwright)
        photographer = Photographer(chosen.folder, chosen.parts, browser, server)
        for page in pages(server, photographer.wants_page):
            photographer.take(page)
        browser.close()


if __name__ == "__main__":
    main()
