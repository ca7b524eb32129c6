"""With fingers alone, on a phone's screen upright and on its side: strokes, the pad, zoom and overview, aimed walls."""

from __future__ import annotations

import random
from contextlib import suppress
from json import dumps
from typing import Any

import pytest
from fingers import HANDHELD, PHONE_ON_ITS_SIDE, drag, middle, pinch, swipe, too_small
from person import PHONE, People, Person
from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect
from test_browser_games import GAMES

WAYS = {"right": (90, 0), "left": (-90, 0), "up": (0, -90), "down": (0, 90)}

# Whether the board, the own piece's surroundings and the controls are on the screen, and nothing lies over the board.
FITS = """() => {
  const shown = (node) => node.checkVisibility();
  const inside = (node) => {
    const box = node.getBoundingClientRect();
    return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
  };
  const controls = [...document.querySelectorAll("#status, .stage, .hand > :not([hidden])")].filter(shown);
  const board = document.querySelector(".stage .board").getBoundingClientRect();
  const corners = [[0.02, 0.02], [0.98, 0.02], [0.02, 0.98], [0.98, 0.98], [0.5, 0.5]];
  const covered = corners
    .map(([x, y]) => document.elementFromPoint(board.left + x * board.width, board.top + y * board.height))
    .filter((node) => node && !node.closest(".stage"));
  return {
    outside: controls.filter((node) => !inside(node)).map((node) => node.className || node.id),
    covered: covered.map((node) => node.className),
    sideways: document.documentElement.scrollWidth > innerWidth,
  };
}"""
FITTING = {"outside": [], "covered": [], "sideways": False}


def assert_fits(person: Person) -> None:
    """Everything is in sight, once the page has settled."""
    fitting = dumps(FITTING, separators=(",", ":"))
    with suppress(TooLate):  # then the assertion says what is not
        person.page.wait_for_function(f"fitting => JSON.stringify(({FITS})()) === fitting", arg=fitting)
    assert person.page.evaluate(FITS) == FITTING


def window_of(person: Person) -> list[float]:
    """The visible part of the board, in its units, once it rests."""
    person.wait_for_turn()
    person.page.evaluate("window.lastWindow = ''")
    person.page.wait_for_function(
        "() => { const now = document.querySelector('.stage .board').getAttribute('viewBox');"
        " const rests = window.lastWindow === now; window.lastWindow = now; return rests; }",
        polling=150,
    )
    found: str = person.page.evaluate("window.lastWindow")
    return [float(value) for value in found.split()]


def tap(person: Person, x: float, y: float) -> None:
    person.page.touchscreen.tap(x, y)


def start(people: People, title: str, preset: str = "", **options: Any) -> Person:
    ada = people(**HANDHELD)
    ada.choose_game(title, preset, **options)
    ada.start()
    ada.wait_for_turn()
    return ada


def test_strokes_and_the_pad_make_steps(people: People) -> None:
    """A whole level of Box World: strokes, buttons of the pad, and several strokes before the first is answered."""
    ada = start(people, "Box World", level=3)
    expect(ada.page.locator("#typed")).to_be_hidden()
    assert ada.page.locator(".pad [data-step]").count() == 4
    swipe(ada, *WAYS["right"])
    expect(ada.page.get_by_text("moves1")).to_be_visible()
    ada.page.locator('.pad [data-step="6"]').tap()
    expect(ada.page.get_by_text("moves2")).to_be_visible()
    for _ in range(3):
        swipe(ada, *WAYS["right"])
    expect(ada.page.get_by_text("moves5")).to_be_visible()
    ada.wait_for_turn()
    swipe(ada, *WAYS["down"])
    swipe(ada, *WAYS["down"])
    ada.wait_for_phase("over")
    assert ada.result() in ("You win", "Solved!")
    assert too_small(ada) == []


def test_diagonal_strokes(people: People) -> None:
    """Where a game has diagonal steps the pad has them, and a stroke aslant is one."""
    ada = start(people, "Rowdy Racers", failures=0)
    assert ada.page.locator(".pad [data-step]").count() == 8
    swipe(ada, 70, -70)
    expect(ada.page.locator("#status")).to_contain_text("2 actions left")
    assert "Player 1" in ada.cells()["8,1"]


def test_what_can_be_done_where_one_stands_is_in_the_middle_of_the_pad(people: People) -> None:
    """A lesson of Capture the Flag: three steps, and the flag under the own feet."""
    ada = people("/learn/capture_the_flag/1", **HANDHELD)
    middle_of_pad = ada.page.locator('.pad [data-step="5"]')
    for _ in range(3):
        ada.wait_for_turn()
        expect(middle_of_pad).to_have_count(0)
        ada.page.locator('.pad [data-step="6"]').tap()
    ada.wait_for_turn()
    expect(middle_of_pad).to_have_accessible_name("take the flag")
    assert too_small(ada) == []
    middle_of_pad.tap()
    expect(ada.page.locator(".after[data-state=solved] .result")).to_have_text("Solved!")


def test_a_board_that_nearly_fits_is_shown_whole(people: People) -> None:
    """Ten cells across are a little smaller than 40 pixels each: what is tapped reaches beyond its cell."""
    ada = start(people, "Rowdy Racers", "Quick race")
    assert window_of(ada)[:2] == [0, 0]
    expect(ada.page.locator(".overview")).to_be_hidden()
    assert too_small(ada) == []
    assert ada.page.evaluate(FITS) == FITTING


def test_the_overview_gives_nothing_away_when_the_screen_changes_hands(people: People) -> None:
    """On its side the board does not fit, and the overview shows where the own pawn is."""
    ada = people("/play/fog_quoridor", **HANDHELD | {"viewport": PHONE_ON_ITS_SIDE})
    expect(ada.page.locator(".setup-picture .tile").first).to_be_visible()
    ada.page.get_by_role("radio", name="Friends on this screen").check()
    ada.start()
    ada.wait_for_turn()
    expect(ada.page.locator(".overview")).to_be_visible()
    ada.page.keyboard.press("c")
    expect(ada.page.locator(".curtain")).to_be_visible()
    expect(ada.page.locator(".overview")).to_be_hidden()
    ada.press("I am B: show the board")
    ada.wait_for_turn()
    expect(ada.page.locator(".overview")).to_be_visible()


def test_a_large_board_opens_near_the_own_piece(people: People) -> None:
    """The great maze: cells can be hit, an overview shows the rest, and fingers move and zoom the board."""
    ada = start(people, "Box World", "The great maze")
    first = window_of(ada)
    assert too_small(ada) == []
    assert_fits(ada)
    expect(ada.page.locator(".overview")).to_be_visible()
    ada.picture("great-maze-phone")

    drag(ada, -120, -160)
    moved = window_of(ada)
    assert moved[0] > first[0] + 80 and moved[1] > first[1] + 120 and moved[2:] == first[2:]
    expect(ada.page.get_by_text("moves0")).to_be_attached()

    box = ada.page.locator(".overview svg").bounding_box()
    assert box is not None
    tap(ada, box["x"] + box["width"] * 0.95, box["y"] + box["height"] * 0.95)
    far = window_of(ada)
    assert far[0] > moved[0] + 200 and far[1] > moved[1] + 200

    pinch(ada, 100, 250)
    near = window_of(ada)
    assert near[2] < far[2] * 0.6
    ada.press("Whole board")
    whole = window_of(ada)
    assert whole[0] == whole[1] == 0 and whole[2] > first[2] * 2

    tap(ada, *middle(ada))  # too small to be hit: goes near
    assert window_of(ada)[2] == pytest.approx(first[2], rel=0.01)
    expect(ada.page.get_by_text("moves0")).to_be_attached()

    ada.page.locator('.pad [data-step="2"]').tap()
    expect(ada.page.get_by_text("moves1")).to_be_attached()
    back = window_of(ada)
    assert back[0] == pytest.approx(first[0]) and abs(back[1] - first[1]) <= 41  # the own piece is in sight again


def test_walls_are_aimed_and_confirmed(people: People) -> None:
    ada = start(people, "Fog Quoridor", "Open walls", turns=6)
    tap(ada, *middle(ada, '[data-action][data-action="4"]'))
    ada.wait_for_turn()
    confirm = ada.page.locator(".aim .confirm")
    tap(ada, *middle(ada, '[data-cell="4,2"]'))
    expect(confirm).to_be_visible()
    assert_fits(ada)
    assert too_small(ada) == []
    ada.picture("aim-phone")
    names = [confirm.inner_text()]
    for button in ("Move it up", "Move it to the right", "Turn it"):
        ada.press(button)
        names.append(confirm.inner_text())
    assert len(set(names)) == 4 and names[2][-1] != names[3][-1]
    assert ada.page.locator(".wall-choice.lit").count() == 1
    ada.press("Cancel")
    expect(confirm).to_be_hidden()
    assert ada.page.locator(".wall-choice.lit").count() == 0
    tap(ada, *middle(ada, '[data-cell="4,6"]'))
    wall = confirm.inner_text().removeprefix("Confirm ")
    confirm.tap()
    expect(ada.page.locator("#news")).to_contain_text(f"A places the {wall}")


# The steps that the pad offers: the digit and the middle of each button.
STEPS = """() => [...document.querySelectorAll(".pad [data-step]:not([aria-disabled])")]
  .map((node) => [Number(node.dataset.step), node.getBoundingClientRect()])
  .filter(([digit, box]) => box.width > 0)
  .map(([digit, box]) => [digit, box.x + box.width / 2, box.y + box.height / 2])"""


# One with a pad of steps, one without, and one with a tray of programs; the keyboard alone plays others.
@pytest.mark.parametrize("title", ["Box World", "Connect Four", "RoboRally"])
def test_a_game_is_played_to_its_end_by_touch_alone(people: People, title: str) -> None:
    """Taps on the board and beside it, buttons of the pad and strokes, the phone upright and on its side."""
    preset, options, _ = GAMES[title]
    chance = random.Random(title)
    ada = start(people, title, preset, **options)
    for screen in (PHONE_ON_ITS_SIDE, PHONE):
        ada.page.set_viewport_size(screen)
        window_of(ada)
        assert_fits(ada)
        assert too_small(ada) == [], screen
        ada.picture(f"{title.lower().replace(' ', '-')}-touch-{screen['width']}")
    while not ada.over:
        steps = ada.page.evaluate(STEPS)  # at once: a tick may take them away
        if chance.random() < 0.5 and steps:
            digit, x, y = chance.choice(steps)
            if chance.random() < 0.5:
                tap(ada, x, y)
            else:
                swipe(ada, ((digit - 1) % 3 - 1) * 90, (1 - (digit - 1) // 3) * 90)
        else:
            ada.act(chance)
        ada.wait_for_turn()
    ada.result()
    assert not ada.scrolls_sideways()
    assert too_small(ada) == []


def test_a_drag_with_the_mouse_moves_a_large_board(people: People) -> None:
    """On a desktop's screen a large board is whole at first; wheel and drag go near, and a drag is no click."""
    ada = people()
    ada.choose_game("Box World", "The great maze")
    ada.start()
    ada.wait_for_turn()
    whole = window_of(ada)
    x, y = middle(ada)
    ada.page.mouse.move(x, y)
    ada.page.mouse.wheel(0, -600)
    near = window_of(ada)
    assert near[2] < whole[2] * 0.5
    ada.page.mouse.down()
    ada.page.mouse.move(x + 150, y + 150, steps=5)
    ada.page.mouse.up()
    moved = window_of(ada)
    assert moved[0] < near[0] - 20 and moved[1] < near[1] - 20
    expect(ada.page.get_by_text("moves0")).to_be_attached()
    ada.press("Whole board")
    assert window_of(ada) == whole
