"""Without a mouse: from the front page through a whole level, and a turn of a race; one always sees where one is."""

from __future__ import annotations

import random

import pytest
from person import People, Person
from playwright.sync_api import expect
from test_browser_games import GAMES

MOST_STOPS = 80
IN_SIGHT = """() => {
  const here = document.activeElement;
  const { x, y, width, height } = here.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + Math.min(height, innerHeight) / 2);
  return top !== null && ((here.ownerSVGElement ?? here).contains(top) || top.contains(here));
}"""


def tab_to(person: Person, selector: str) -> None:
    """Presses Tab until the focus is there, and looks whether that shows."""
    keyboard = person.page.keyboard
    for _ in range(MOST_STOPS):
        if person.page.evaluate("selector => document.activeElement.matches(selector)", selector):
            break
        keyboard.press("Tab")
    else:
        pytest.fail(f"no number of Tabs leads to {selector}")
    person.page.wait_for_function(IN_SIGHT)
    assert focus_shows(person), f"one does not see that the focus is on {selector}"


def focus_shows(person: Person) -> bool:
    """Whether the screen around what has the focus looks different without it."""
    page = person.page
    box = page.evaluate(
        "() => { document.activeElement.scrollIntoView({ block: 'center' });"
        " const box = document.activeElement.getBoundingClientRect();"
        " return { x: box.x - 6, y: box.y - 6, width: box.width + 12, height: box.height + 12 }; }"
    )
    with_focus = page.screenshot(clip=box, animations="disabled")
    page.evaluate("() => { window.focused = document.activeElement; window.focused.blur(); }")
    without = page.screenshot(clip=box, animations="disabled")
    page.evaluate("() => window.focused.focus()")
    return with_focus != without


def start_with_keys(person: Person, title: str, preset: str = "", **options: object) -> None:
    """From the front page into a game, with a preset and some options changed, in the order of the form."""
    keyboard = person.page.keyboard
    tab_to(person, f'button[aria-label="Play {title}"]')
    keyboard.press("Enter")
    expect(person.page.get_by_role("heading", level=1)).to_have_text(title)
    if preset:
        tab_to(person, f'[data-preset="{preset}"]')
        keyboard.press("Enter")
    tab_to(person, "details.more > summary")
    keyboard.press("Enter")
    for option, value in options.items():
        tab_to(person, f"#option-{option}")
        keyboard.press("Control+a")
        keyboard.type(str(value))
    tab_to(person, ".start-row button")
    keyboard.press("Enter")
    person.wait_for_phase("playing")
    person.wait_for_turn()


def test_a_level_of_box_world_with_keys_alone(people: People) -> None:
    ada = people()
    start_with_keys(ada, "Box World", level="3")
    keyboard = ada.page.keyboard
    first = ada.shown()
    keyboard.press("d")
    keyboard.press("ArrowRight")
    expect(ada.page.get_by_text("moves2")).to_be_visible()
    ada.wait_for_turn()
    pushed = ada.shown()
    keyboard.press("u")
    expect(ada.page.get_by_text("moves1")).to_be_visible()
    keyboard.press("y")
    expect(ada.page.get_by_text("moves2")).to_be_visible()
    ada.wait_for_turn()
    assert ada.shown() == pushed
    keyboard.press("r")
    expect(ada.page.get_by_text("moves0")).to_be_visible()
    ada.wait_for_turn()
    assert ada.shown() == first
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "d", "d", "s", "ArrowDown"):
        keyboard.press(key)
    ada.wait_for_phase("over")
    expect(ada.page.locator(".after .result")).to_be_visible()
    expect(ada.page.locator(".step-place")).to_have_text("10 of 10")  # two moves, the restart, and seven moves
    keyboard.press("Home")
    expect(ada.page.locator(".step-place")).to_have_text("0 of 10")
    keyboard.press("ArrowRight")
    expect(ada.page.locator(".step-place")).to_have_text("1 of 10")
    tab_to(ada, ".after .steps + .row button:first-child")  # Play again
    keyboard.press("Enter")
    ada.wait_for_phase("playing")
    ada.wait_for_turn()
    assert ada.shown() == first


def test_a_turn_of_rowdy_racers_with_keys_alone(people: People) -> None:
    """Through the game's own keys, by walking over the choices on the board, and by typing."""
    ada = people()
    start_with_keys(ada, "Rowdy Racers", failures="0", layout="open")
    keyboard = ada.page.keyboard
    expect(ada.page.locator("#status")).to_contain_text("3 actions left")
    keyboard.press("ArrowUp")
    expect(ada.page.locator("#status")).to_contain_text("2 actions left")
    ada.wait_for_turn()
    tab_to(ada, "[role=grid] [data-action]")
    chosen = ada.page.evaluate("document.activeElement.closest('[data-cell]').dataset.cell")
    keyboard.press("Enter")
    expect(ada.page.locator("#status")).to_contain_text("1 action left")
    assert "Player 1" in ada.cells()[chosen]
    ada.wait_for_turn()
    keyboard.press("/")
    tab_to(ada, "#typed")
    keyboard.type("e")
    keyboard.press("Enter")
    expect(ada.page.locator("#status")).to_contain_text("3 actions left")
    keyboard.press("Escape")


ON_CHOICE = "() => document.activeElement.matches('[data-action], [data-choice]:not([disabled])')"
ON_WALL = "() => document.activeElement.matches('.wall-choice')"


def act_with_keys(person: Person, chance: random.Random) -> None:
    """Goes to one of the next choices by Tab, from wall to wall by arrows, and presses Enter."""
    keyboard = person.page.keyboard
    for _ in range(chance.randint(1, 3)):
        for _ in range(MOST_STOPS):
            keyboard.press("Tab")
            if person.page.evaluate(ON_CHOICE) or person.over:
                break
    if person.page.evaluate(ON_WALL):
        keyboard.press(chance.choice(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Space"]))
    if person.page.evaluate(ON_CHOICE):
        keyboard.press("Enter")


# A live game, one with walls between cells and one with steps; touch alone plays others.
@pytest.mark.parametrize("title", ["Capture the Flag", "Fog Quoridor", "Rowdy Racers"])
def test_a_game_is_played_to_its_end_by_keyboard_alone(people: People, title: str) -> None:
    preset, options, _ = GAMES[title]
    ada = people()
    start_with_keys(ada, title, preset, **options)
    chance = random.Random(title)
    while not ada.over:
        act_with_keys(ada, chance)
        ada.wait_for_turn()
    ada.result()
    tab_to(ada, ".after button.primary")


def test_walking_over_the_board_cell_by_cell(people: People) -> None:
    """Shift and the arrows look around; a wall is found and placed with arrows, Space and Enter."""
    ada = people()
    start_with_keys(ada, "Fog Quoridor", turns="4")
    keyboard = ada.page.keyboard
    keyboard.press("e")
    expect(ada.page.locator("#status")).to_contain_text("Your turn")
    ada.wait_for_turn()
    tab_to(ada, "[role=grid] [data-action]")
    for way in ("ArrowUp", "ArrowLeft"):
        keyboard.press(f"Shift+{way}")
        assert focus_shows(ada)
    cell = ada.page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert cell.split(":")[0] in {f"{column}{line}" for column in "cdef" for line in "1234"}
    tab_to(ada, "[role=group] [data-action].wall-choice")
    wall = ada.page.evaluate("document.activeElement.getAttribute('aria-label')")
    keyboard.press("ArrowRight")
    beside = ada.page.evaluate("document.activeElement.getAttribute('aria-label')")
    keyboard.press("Space")
    turned = ada.page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert len({wall, beside, turned}) == 3 and turned[-1] != beside[-1]
    assert focus_shows(ada)
    keyboard.press("Enter")
    expect(ada.page.locator("#news")).to_contain_text(f"A places the {turned}")
