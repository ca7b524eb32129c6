"""The map of levels: what is solved and how well, what comes next, and progress as a file."""

from __future__ import annotations

import json
from pathlib import Path

from person import People, Person
from playwright.sync_api import expect


def solve_walk(ada: Person) -> None:
    """The first level: walk five cells to the right."""
    for _ in range(5):
        ada.wait_for_turn()
        ada.page.keyboard.press("ArrowRight")
    expect(ada.page.locator(".finish .result")).to_have_text("Solved!")


def pack_note(ada: Person, title: str) -> str:
    note = ada.page.locator(".pack", has=ada.page.get_by_role("heading", name=title, exact=True)).locator(".pack-note")
    return note.inner_text()


def keep(person: Person, **settings: object) -> None:
    """Have the browser remember this."""
    for name, value in settings.items():
        person.page.evaluate(
            "([name, text]) => localStorage.setItem(name, text)", [f"boardwalk.{name}", json.dumps(value)]
        )


def test_levels_are_played_from_their_map(people: People, tmp_path: Path) -> None:
    ada = people(reduced_motion="reduce")
    ada.press("Play Box World")
    ada.page.get_by_role("link", name="Map of levels").click()
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Box World: levels")
    first = ada.page.locator(".level").first
    expect(first).to_have_attribute("data-next", "true")
    expect(first.locator(".board .tile").first).to_be_attached()
    assert pack_note(ada, "First steps") == "0 of 18 solved · 0 of 54 ★"
    ada.press("Begin with First steps 1")
    ada.page.wait_for_url("**/r/*")
    solve_walk(ada)
    expect(ada.page.locator(".finish")).to_contain_text("5 moves, 0 pushes: the fewest moves possible.")
    expect(ada.page.get_by_role("img", name="3 stars of 3")).to_be_visible()
    expect(ada.page.locator(".party")).to_have_count(0)
    assert ada.violations() == []
    ada.picture("level-solved")
    room = ada.room
    ada.press("Next level")
    ada.page.wait_for_url(lambda url: "/r/" in url and room not in url)
    expect(ada.page.locator("#status")).to_contain_text("Around the walls")

    # Lessons and challenges are taken along as well.
    keep(ada, lessons={"box_world": ["push"]}, solved={"box_world": {"739571": 9, "739572": 5}})
    ada.visit("/levels/box_world")
    expect(ada.button("Go on with First steps 2")).to_be_visible()
    assert pack_note(ada, "First steps") == "1 of 18 solved · 3 of 54 ★"
    expect(ada.page.locator(".level").first).to_have_attribute(
        "aria-label", "1. Walk to the finish, solved in 5 moves, fewest moves: 5"
    )
    assert ada.violations() == []
    ada.picture("levels")
    with ada.page.expect_download() as download:
        ada.press("Save progress as a file")
    path = tmp_path / "progress.json"
    download.value.save_as(path)

    # On another machine somebody has done the second level, and the first in more moves.
    ((key, counts),) = json.loads(path.read_text())["results"]["box_world"].items()
    assert counts == {"moves": 5, "pushes": 0}
    ben = people("/levels/box_world")
    other = {"box_world": {key: {"moves": 6, "pushes": 0}, "other": {"moves": 1}}}
    keep(ben, results=other, lessons={"box_world": ["walk"]}, solved={"box_world": {"739571": 7, "739572": 6}})
    ben.page.reload()
    expect(ben.page.locator(".level").first.get_by_role("img", name="2 stars of 3")).to_be_visible()
    ben.page.get_by_label("Progress file").set_input_files(path)
    ben.wait_for_toast("3 results are new or better")
    expect(ben.page.locator(".level").first.get_by_role("img", name="3 stars of 3")).to_be_visible()
    kept = json.loads(ben.page.evaluate("localStorage.getItem('boardwalk.results')"))
    assert kept == {"box_world": {key: counts, "other": {"moves": 1}}}
    assert json.loads(ben.page.evaluate("localStorage.getItem('boardwalk.lessons')")) == {"box_world": ["walk", "push"]}
    solved = json.loads(ben.page.evaluate("localStorage.getItem('boardwalk.solved')"))
    assert solved == {"box_world": {"739571": 7, "739572": 5}}, "the better of each day"
    held = json.loads(path.read_text())
    odd = {"__proto__": {"1": 1}, "box_world": {"x": 1, "739573": -1, "739574": "2"}}
    path.write_text(json.dumps({**held, "lessons": {"box_world": [3]}, "challenges": odd}))
    ben.page.get_by_label("Progress file").set_input_files(path)
    ben.wait_for_toast("Nothing in it is better than what is here")
    ben.visit("/learn/box_world")
    expect(ben.button("Save progress as a file")).to_be_visible()
    ben.visit("/levels/box_world")
    path.write_text("[]")
    ben.page.get_by_label("Progress file").set_input_files(path)
    ben.wait_for_toast("That file is no progress of Boardwalk.")
