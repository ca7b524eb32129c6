"""The editor: boards painted by mouse, keyboard and finger, checked by the engine, tried, shared and kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from harness import Server
from person import PHONE, People, Person
from playwright.sync_api import Locator, expect

from boardwalk import game
from boardwalk.contract.compiling import prepare
from boardwalk.contract.level_files import LevelFiles

BOXES = "/editor/box_world/boxes"
SMALLEST = 40  # pixels of what is tapped
LEVEL = "; Mine\nWWWWWWWW\nW-BBB--W\nW-U-B-HF\nW------W\nWWWWWWWW\n"
TAPPED = ".editor :is(button, select, input:not(.off), summary)"
TOO_SMALL = """([tapped, least]) => [...document.querySelectorAll(tapped)]
  .filter((node) => node.checkVisibility())
  .map((node) => [node.textContent || node.getAttribute("aria-label"), node.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < least || box.width < least))
  .map(([name]) => name)"""


@pytest.fixture(scope="module", autouse=True)
def _compiled(server: Server) -> None:
    """Nobody in a test waits for the compiler: a level alone, and a board for one robot."""
    prepare(game("box_world").table({"pack": LEVEL}), lambda *_: None)
    prepare(game("robo_rally").table({"board": "sprint", "robots": 1}), lambda *_: None)


def open_editor(person: Person, path: str = BOXES) -> None:
    person.visit(path)
    expect(person.page.locator(".sheet .tile").first).to_be_visible()
    expect(person.page.locator(".verdict")).to_have_text("All right: it can be played.")


def cell(person: Person, row: int, col: int) -> Locator:
    return person.page.locator(f'.sheet [data-cell="{row},{col}"]')


def middle(person: Person, row: int, col: int) -> tuple[float, float]:
    place = cell(person, row, col)
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(person: Person, start: tuple[int, int], end: tuple[int, int]) -> None:
    mouse = person.page.mouse
    mouse.move(*middle(person, *start))
    mouse.down()
    mouse.move(*middle(person, *end), steps=2)
    mouse.up()


def paint_with(person: Person, name: str) -> None:
    person.page.get_by_role("radio", name=name, exact=True).click()


def read(person: Person) -> str:
    """The file, downloaded."""
    with person.page.expect_download() as download:
        person.press("Download")
    return Path(download.value.path()).read_text(encoding="utf-8")


def violations(person: Person) -> list[tuple[str, Any]]:
    found = Axe().run(person.page).response["violations"]
    return [(one["id"], [node["html"][:160] for node in one["nodes"]]) for one in found]


def test_a_level_is_painted_solved_shared_and_tried(people: People) -> None:
    ada = people(None)
    open_editor(ada)
    paint_with(ada, "box")
    drag(ada, (1, 2), (1, 4))
    title = ada.page.get_by_label("Title")
    title.fill("Mine")
    title.blur()
    assert read(ada) == LEVEL
    assert "box" in (cell(ada, 1, 3).get_attribute("aria-label") or "")

    paint_with(ada, "floor")
    cell(ada, 2, 2).click()  # where the player stands
    mistakes = ada.page.locator(".mistake-list li")
    expect(mistakes).to_contain_text("The level has no player")
    expect(ada.page.locator(".mistakes rect")).to_have_count(1)
    expect(ada.button("Try it")).to_be_disabled()
    ada.picture("editor-mistake")
    mistakes.get_by_role("button").click()
    expect(cell(ada, 0, 0)).to_be_focused()
    ada.press("Undo")
    expect(mistakes).to_have_count(0)
    expect(ada.page.locator(".mistakes rect")).to_have_count(0)

    ada.press("Ask the solver")
    expect(ada.page.locator(".answers .good")).to_contain_text("5 moves: the fewest possible")
    ada.page.get_by_text("Show the solution").click()
    expect(ada.page.locator(".answers code")).to_have_text("ddddd")
    ada.picture("editor-solved")
    assert violations(ada) == []

    ada.press("Share a link")
    expect(ada.page.get_by_label("Link to share")).to_be_visible()
    link = ada.page.get_by_label("Link to share").input_value()
    ben = people(None)
    ben.visit(link)
    expect(ben.page.get_by_role("heading", level=1)).to_have_text("Mine")
    expect(ben.page.locator(".shared .tile").first).to_be_visible()
    assert violations(ben) == []
    ben.press("Edit")
    expect(ben.page.get_by_label("Title")).to_have_value("Mine")
    ben.page.go_back()
    ben.visit(link)
    ben.press("Play")
    expect(ben.page.locator(".setup-picture .tile").first).to_be_visible()

    ada.press("Try it")
    ada.page.wait_for_url("**/r/*")
    ada.wait_for_turn()
    assert "box" in ada.cells()["1,2"] and "player" in ada.cells()["2,2"]
    for _ in range(5):
        ada.page.keyboard.press("d")
    expect(ada.page.locator("#status")).to_contain_text("Done in 5 moves")
    ada.visit(BOXES)
    expect(ada.page.get_by_label("Title")).to_have_value("Mine")


def test_tools_sizes_and_several_levels(people: People) -> None:
    ada = people(None)
    open_editor(ada)
    ada.press("Frame")
    drag(ada, (1, 1), (3, 6))
    assert read(ada).splitlines()[1:] == ["WWWWWWWW", "WWWWWWWW", "WWU-B-WF", "WWWWWWWW", "WWWWWWWW"]
    ada.press("Undo")
    ada.press("Rectangle")
    drag(ada, (3, 6), (3, 5))
    ada.press("Fill")
    paint_with(ada, "hole")
    cell(ada, 1, 1).click()
    assert read(ada).splitlines()[1:] == ["WWWWWWWW", "WHHHHHHW", "WHUHBHHF", "WHHHHWWW", "WWWWWWWW"]
    ada.press("Undo")
    cell(ada, 2, 4).click(button="right")
    ada.press("More columns")
    ada.press("More rows")
    lines = read(ada).splitlines()[1:]
    assert lines == ["WWWWWWWWW", "W-------W", "W-U---H-F", "W----WWWW", "W----WWWW", "WWWWWWWWW"]
    ada.press("Fewer columns")
    ada.press("Add a copy of this one")
    paint_with(ada, "player")
    ada.press("Brush")
    cell(ada, 1, 1).click()
    first, second = read(ada).split("\n\n")
    assert "W-U---HF" in first and "WU-----W" in second and second.count("U") == 1
    paint_with(ada, "wall")
    cell(ada, 1, 1).click()
    expect(ada.page.locator(".mistake-list li")).to_contain_text("No. 2, row 1, column 1")
    ada.press("Remove this one")
    expect(ada.page.locator(".mistake-list li")).to_have_count(0)
    ada.page.get_by_label("Start from").select_option("from night_shift")
    ada.press("Start from it")
    expect(ada.page.get_by_label("Which one")).to_contain_text("13 of 13")
    ada.page.get_by_label("Start from").select_option("make gentle")
    ada.press("Start from it")
    expect(ada.page.get_by_label("Which one").locator("option")).to_have_count(1)
    ada.press("Undo")
    expect(ada.page.get_by_label("Which one").locator("option")).to_have_count(13)


def test_a_board_by_keyboard_alone(people: People) -> None:
    ada = people(None)
    open_editor(ada, "/editor/robo_rally/brd#from=sprint")
    expect(ada.page.get_by_label("Start from")).to_be_visible()
    keys = ada.page.keyboard
    cell(ada, 0, 0).focus()
    before = read(ada).splitlines()
    cell(ada, 0, 0).focus()
    keys.press("ArrowDown")
    belt = [one.get_attribute("aria-label") for one in ada.page.get_by_role("radio").all()].index("belt to the north")
    assert belt == 10
    for key in ("9", "Space"):  # the ninth is flag 4: there are gaps before it, a mistake
        keys.press(key)
    expect(ada.page.locator(".mistake-list li")).to_contain_text("Flag 4 without flag 3")
    keys.press("Delete")
    expect(ada.page.locator(".mistake-list li")).to_have_count(0)
    ada.page.get_by_role("radio", name="flag 4").focus()
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    expect(ada.page.get_by_role("radio", name="belt to the north", exact=True)).to_be_focused()
    keys.press("r")
    expect(ada.page.get_by_role("radio", name="belt to the east", exact=True)).to_be_focused()
    cell(ada, 1, 0).focus()
    keys.press("Space")
    keys.press("Shift+ArrowRight")
    keys.press("r")
    expect(cell(ada, 1, 1)).to_be_focused()
    expect(cell(ada, 1, 1)).to_have_attribute("aria-label", "row 2, column 2: belt to the south")
    after = read(ada).splitlines()
    assert after[2] == ">v" + before[2][2:] and after[:2] == before[:2] and after[3:] == before[3:]
    ada.page.keyboard.press("Control+z")
    expect(cell(ada, 1, 1)).to_have_attribute("aria-label", "row 2, column 2: belt to the east")


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_on_a_phone(people: People, colours: str) -> None:
    ada = people(None, viewport=PHONE, has_touch=True, is_mobile=True, color_scheme=colours)
    ada.visit("/editor")
    expect(ada.page.locator(".editor-card .tile").first).to_be_visible()
    assert violations(ada) == [] and not ada.scrolls_sideways()
    ada.page.get_by_role("link", name="Capture the Flag maze").tap()
    expect(ada.page.locator(".verdict")).to_have_text("All right: it can be played.")
    box = cell(ada, 1, 1).bounding_box()
    assert box and min(box["width"], box["height"]) >= SMALLEST - 0.5
    assert ada.page.evaluate(TOO_SMALL, [TAPPED, SMALLEST]) == []
    ada.page.get_by_role("radio", name="wall", exact=True).tap()
    cell(ada, 1, 1).tap()
    expect(cell(ada, 1, 1)).to_have_attribute("aria-label", "row 2, column 2: wall")
    session = ada.context.new_cdp_session(ada.page)
    for kind, place in (("touchStart", (3, 1)), ("touchMove", (3, 3)), ("touchMove", (3, 5)), ("touchEnd", None)):
        points = [dict(zip("xy", middle(ada, *place), strict=True))] if place else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    for col in range(1, 6):
        expect(cell(ada, 3, col)).to_have_attribute("aria-label", f"row 4, column {col + 1}: wall")
    ada.press("Undo")
    expect(cell(ada, 3, 3)).to_have_attribute("aria-label", "row 4, column 4: floor")
    ada.press("Erase")
    for row, col in ((2, 0), (0, 4)):  # of the border
        cell(ada, row, col).tap()
    mistakes = ada.page.locator(".mistake-list li")
    expect(mistakes).to_have_count(2)
    expect(mistakes.nth(0)).to_contain_text("Row 1, column 5: The border is open here")
    expect(mistakes.nth(1)).to_contain_text("Row 3, column 1: The border is open here")
    expect(ada.page.locator(".mistakes rect")).to_have_count(2)
    mistakes.nth(1).get_by_role("button").tap()
    expect(cell(ada, 2, 0)).to_be_focused()
    ada.page.get_by_label("Start from").select_option("make small")
    ada.press("Start from it")
    expect(ada.page.get_by_label("Rows", exact=True)).to_have_value("20")
    expect(ada.page.locator(".verdict")).to_have_text("All right: it can be played.")
    assert violations(ada) == [] and not ada.scrolls_sideways()
    ada.picture(f"editor-phone-{colours}")


def test_from_the_set_up_and_as_text(people: People) -> None:
    ada = people("/play/robo_rally")
    ada.page.get_by_text("More options").click()
    ada.page.locator("#option-board").select_option("crossroads")
    ada.page.get_by_role("link", name="Open in the editor").click()
    expect(ada.page.locator(".sheet .tile").first).to_be_visible()
    assert read(ada) == LevelFiles(game("robo_rally").package, ".brd", "board").text("crossroads")
    ada.visit("/editor/robo_rally/prg")
    text = ada.page.get_by_label("RoboRally program")
    text.fill("format 1\nAda Ben\nFBLRU FFLRU\n")
    expect(ada.page.locator(".mistake-list li")).to_contain_text("Line 3, column 8")
    text.fill("format 1\nAda Ben\nFBLRU FBLRU\n")
    expect(ada.page.locator(".verdict")).to_have_text("All right.")
    assert violations(ada) == []
    ada.visit(f"{BOXES}#shared=broken")
    expect(ada.page.get_by_role("alert")).to_contain_text("This link is incomplete")
