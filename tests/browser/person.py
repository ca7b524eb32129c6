"""Somebody in front of a browser: starts games, plays them by clicking, and notes whatever goes wrong in the window."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, Response, WebSocket, expect

PATIENCE = 90_000  # ms to wait for anything, on a busy machine
SEED = 1
PICTURES = Path(__file__).parents[2] / "build" / "screenshots"
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

BLOCKED = (
    "Service Worker registration blocked"  # unless a test asks for it: answers that a worker gives can't be replaced
)

expect.set_options(timeout=PATIENCE)

# Something may be chosen, and it is known what; or the game is over.
READY = """() => {
  const { phase, busy } = document.getElementById("main").dataset;
  const open = document.querySelector("[data-action], [data-choice]:not([disabled])");
  const asking = document.querySelector(".tray[aria-busy]:not([hidden])");
  return phase === "over" || (phase === "playing" && busy === "false" && open !== null && asking === null);
}"""

# One of the choices, and where on the screen it is: there the choice itself must lie on top. A wall is touched beside
# its middle, where walls across and down meet. None where there is none (any more).
POINT = """(chance) => {
  const stage = document.querySelector(".stage")?.getBoundingClientRect();
  const visible = (node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    const [dx, dy] = [x + width / 2 - stage.x, y + height / 2 - stage.y];
    return node.dataset.choice || (dx > 0 && dy > 0 && dx < stage.width && dy < stage.height);
  };
  const all = [...document.querySelectorAll("[data-action], [data-choice]:not([disabled])")].filter(visible);
  if (!all.length) return null;
  const node = all[Math.floor(chance * all.length)];
  node.scrollIntoView({ block: "center", inline: "center" });
  const box = node.getBoundingClientRect();
  let x = box.x + box.width / 2, y = box.y + box.height / 2;
  const kind = node.classList.contains("wall-choice") ? "wall" : node.dataset.choice ? "button" : "cell";
  if (kind === "wall") {
    if (box.width > box.height) x -= box.width * 0.16;
    else y -= box.height * 0.16;
  }
  const top = document.elementFromPoint(x, y)?.closest("[data-action], [data-choice]");
  return { x, y, name: node.getAttribute("aria-label"), top: top === node, kind };
}"""

# Short messages go away by themselves: whoever looks late must still find them.
KEEP_TOASTS = """
window.toasts = [];
new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes) {
    if (target.id === "toasts") window.toasts.push(...[...addedNodes].map((node) => node.textContent));
  }
}).observe(document, { childList: true, subtree: true });
"""


class Person:
    def __init__(self, browser: Browser, address: str, **options: Any) -> None:
        self.address = address
        self.touch = bool(options.get("has_touch"))
        usual = {"viewport": DESKTOP, "base_url": address, "service_workers": "block"}
        self.context = browser.new_context(**usual | options)
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(KEEP_TOASTS)
        self.page: Page = self.context.new_page()
        self.heard: list[dict[str, Any]] = []  # everything that came over the websocket
        self._troubles: list[str] = []
        self._excuses: list[str] = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self._troubles.append(f"error: {error}"))
        self.page.on("requestfailed", self._failed)
        self.page.on("response", self._answered)
        self.page.on("websocket", self._listen)

    # -- what goes wrong

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and BLOCKED not in message.text:
            self._troubles.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _failed(self, request: Request) -> None:
        if "ERR_ABORTED" not in (request.failure or ""):  # the page was left before the answer came
            self._troubles.append(f"request: {request.url} {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._troubles.append(f"answer: {response.status} of {response.url}")
        if not response.url.startswith((self.address, "data:", "blob:")):
            self._troubles.append(f"content of another host: {response.url}")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.heard.append(json.loads(text)))

    def excuse(self, pattern: str) -> None:
        """What the test brings about itself: browsers log every refused request as an error."""
        self._excuses.append(pattern)

    def troubles(self) -> list[str]:
        return [one for one in self._troubles if not any(re.search(pattern, one) for pattern in self._excuses)]

    def leave(self) -> None:
        self.context.close()

    # -- getting about

    def visit(self, path: str) -> None:
        self.page.goto(path)

    def button(self, name: str, *, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def press(self, name: str) -> None:
        """A button, by its name."""
        where = self.button(name)
        where.tap() if self.touch else where.click()

    def choose_game(self, title: str, preset: str = "", *, seed: int | None = SEED, **options: object) -> None:
        """From the front page to the form, filled in. With a seed the same game is dealt in every run: in some races
        who drives at random is trapped after two actions. There is none in games with others."""
        self.press(f"Play {title}")
        expect(self.page.get_by_role("heading", level=1)).to_have_text(title)
        expect(self.page.locator(".setup-picture [class~=tile]").first).to_be_visible()
        if preset:
            self.page.locator(f'[data-preset="{preset}"]').click()
        if options or seed is not None:
            self.page.get_by_text("More options").click()
        if seed is not None:
            self.page.locator("#seed").fill(str(seed))
        for name, value in options.items():
            field = self.page.locator(f"#option-{name}")
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(str(value))
            else:
                field.fill(str(value))

    def start(self) -> str:
        """Presses Start; the room's name."""
        self.press("Start")
        self.page.wait_for_url("**/r/*")
        return self.room

    @property
    def room(self) -> str:
        return self.page.url.rsplit("/", 1)[1]

    @property
    def main(self) -> Locator:
        return self.page.locator("#main")

    @property
    def status(self) -> str:
        return self.page.locator("#status").inner_text()

    def news(self) -> list[str]:
        return self.page.locator("#news li").all_inner_texts()

    def wait_for_toast(self, words: str) -> None:
        """Until a short message with these words was shown on this page."""
        self.page.wait_for_function("words => window.toasts.some((toast) => toast.includes(words))", arg=words)

    def cells(self) -> dict[str, str]:
        """Every cell of the board by row and column, in the words that a screen reader says."""
        found: dict[str, str] = self.page.evaluate(
            "() => Object.fromEntries([...document.querySelectorAll('[role=grid] [data-cell]')]"
            ".map(cell => [cell.dataset.cell, cell.getAttribute('aria-label')]))"
        )
        return found

    def choices(self) -> list[str]:
        """What can be chosen now, by name."""
        found: list[str] = self.page.evaluate(
            "() => [...document.querySelectorAll('[data-action], [data-choice]:not([disabled])')]"
            ".map(one => one.getAttribute('aria-label')).sort()"
        )
        return found

    def shown(self) -> tuple[str, dict[str, str], list[str]]:
        """The position as this window shows it."""
        return self.status, self.cells(), self.choices()

    # -- playing

    def wait_for_phase(self, phase: str) -> None:
        expect(self.main).to_have_attribute("data-phase", phase)

    def wait_for_turn(self) -> None:
        """Until something may be chosen, or the game is over."""
        self.page.wait_for_function(READY)

    @property
    def over(self) -> bool:
        return self.main.get_attribute("data-phase") == "over"

    def act(self, chance: random.Random) -> str:
        """Points at any of the choices, on the board or beside it, and clicks or taps. What it was: cell, wall, button;
        nothing where there is no choice any more."""
        point = self.page.evaluate(POINT, chance.random())
        if point is None:
            return ""
        kind: str = point["kind"]
        aimed = self.touch and kind == "wall"
        assert aimed or point["top"], f"something lies over the choice {point['name']!r}"
        if not self.touch:
            self.page.mouse.click(point["x"], point["y"])
            return kind
        self.page.touchscreen.tap(point["x"], point["y"])
        if aimed and self.page.locator(".aim .confirm").is_visible():
            self.page.locator(".aim .confirm").tap()
        elif aimed:
            return "cell"  # a step lies there, which a finger takes first
        return kind

    def play_on(self, chance: random.Random, choices: int | None = None) -> None:
        """Plays to the end, or makes so many choices, and waits until it can go on."""
        made = 0
        self.wait_for_turn()
        while made != choices and not self.over:
            made += self.act(chance) != ""
            self.wait_for_turn()
        assert choices in (None, made), f"it was over after {made} choices"

    def result(self) -> str:
        """How it ended; told only when the last step has been shown."""
        self.page.wait_for_function("() => document.querySelector('.after:not([hidden]) .result')")
        busy, words = self.page.evaluate(
            "() => [document.getElementById('main').dataset.busy, document.querySelector('.result').textContent]"
        )
        assert busy == "false", "the result is told while steps are still being shown"
        told: str = words
        return told

    def violations(self) -> list[tuple[str, list[str]]]:
        """What axe-core finds wrong with the page for people who can't see or use it as others do."""
        found = Axe().run(self.page).response["violations"]
        return [(one["id"], [node["html"][:160] for node in one["nodes"]]) for one in found]

    # -- pictures

    def picture(self, name: str) -> None:
        """Kept as a file of the run."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}.png", animations="disabled")

    def scrolls_sideways(self) -> bool:
        wide: bool = self.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
        return wide


People = Callable[..., Person]  # makes somebody
