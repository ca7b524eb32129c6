"""Starting a game: the server's own message stands beside what is wrong; files of one's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from harness import Server
from person import People
from playwright.sync_api import expect

BAD_BOARD = "format 1\n..1..\n.A?B.\n"
GOOD_BOARD = "format 1\n..1..\n.A.B.\n"
ON_TOP = """node => {
  const { x, y, width, height } = node.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) === node;
}"""
REFUSAL = r"\b422\b"  # browsers log it as an error


@pytest.mark.rule("RR-1")
def test_a_wrong_size_is_refused_with_the_reason_and_asked_for_again(people: People, server: Server) -> None:
    ada = people()
    ada.excuse(REFUSAL)
    ada.choose_game("Rowdy Racers", rows=10)
    rows, note = ada.page.locator("#option-rows"), ada.page.locator("#problem-rows")
    for typed, value in (("9", 9), ("65", 65), ("-3", -3), ("ten", "ten"), ("", "")):
        rows.fill(typed)
        status, body = server.post("/api/games/rowdy_racers/check", {"options": {"rows": value}})
        assert status == 422
        expect(note).to_be_visible()
        expect(note).not_to_be_empty()
        expect(note).to_have_text(json_error(body))
        expect(rows).to_have_attribute("aria-invalid", "true")
        above, below = rows.bounding_box(), note.bounding_box()
        assert above and below and 0 <= below["y"] - above["y"] - above["height"] < 40, "the reason stands beside it"
    ada.picture("form-refused")
    ada.press("Start")
    ada.wait_for_toast("rows")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Rowdy Racers")
    expect(note).to_be_visible()
    rows.fill("12")
    expect(note).to_be_hidden()
    expect(rows).not_to_have_attribute("aria-invalid", "true")
    ada.page.locator("#option-cols").fill("11")
    ada.start()
    ada.wait_for_turn()
    assert len(ada.cells()) == 12 * 11


def json_error(body: bytes) -> str:
    sentence: str = json.loads(body)["error"]
    return sentence


def test_a_pasted_board_is_checked_with_line_and_column(people: People) -> None:
    ada = people()
    ada.excuse(REFUSAL)
    ada.choose_game("RoboRally", rounds=1)
    ada.page.locator("#option-board").select_option(label="My own .brd file…")
    text = ada.page.get_by_label("Text of the .brd file")
    text.fill(BAD_BOARD)
    note = ada.page.locator("#problem-board")
    expect(note).to_contain_text("Line 3, column 3:")
    expect(ada.page.locator(".bad-line")).to_contain_text(".A?B.")
    ada.page.wait_for_function(ON_TOP, arg=note.element_handle())  # it can be read without scrolling
    ada.picture("form-bad-file")
    text.fill(GOOD_BOARD)
    expect(ada.page.get_by_text("Good.", exact=True)).to_be_visible()
    expect(note).to_be_hidden()
    ada.start()
    ada.wait_for_turn()
    assert len(ada.cells()) == 10
    assert "Alice" in ada.cells()["1,1"]


def test_an_uploaded_board_is_played(people: People, tmp_path: Path) -> None:
    """Beside the option, and from the front page, where the file says which game it is for."""
    bad, good = tmp_path / "bad.brd", tmp_path / "small.brd"
    bad.write_text(BAD_BOARD, encoding="utf-8")
    good.write_text(GOOD_BOARD, encoding="utf-8")
    ada = people()
    ada.excuse(REFUSAL)
    chooser = ada.page.get_by_label("A file to play")
    chooser.set_input_files(bad)
    expect(ada.page.locator(".file-card .problem-note")).to_contain_text("Line 3, column 3:")
    chooser.set_input_files(good)
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("RoboRally")
    expect(ada.page.locator(".setup-picture .tile")).to_have_count(10)
    own = ada.page.get_by_label("Choose a .brd file")
    own.set_input_files(bad)
    expect(ada.page.locator("#problem-board")).to_contain_text("Line 3, column 3:")
    own.set_input_files(good)
    expect(ada.page.locator("#problem-board")).to_be_hidden()
    ada.start()
    ada.wait_for_turn()
    assert len(ada.cells()) == 10


def test_presets_fill_the_form(people: People) -> None:
    ada = people()
    ada.choose_game("Rowdy Racers", "Original")
    failures = ada.page.locator("#option-failures")
    expect(failures).to_have_value("5")
    ada.page.locator('[data-preset="Grand tour"]').click()
    expect(failures).to_have_value("0.5")
    expect(ada.page.locator("#option-rows")).to_have_value("20")
    expect(ada.page.locator(".setup-picture .tile")).to_have_count(600)
    ada.picture("form-light")
    ada.page.emulate_media(color_scheme="dark")
    ada.picture("form-dark")
    assert ada.page.locator('[data-preset="Grand tour"]').get_attribute("aria-pressed") == "true"


def test_friends_on_one_screen_pass_it_on(people: People) -> None:
    """In a game with secrets a curtain falls between the turns."""
    ada = people()
    ada.choose_game("Fog Quoridor", turns=2)
    ada.page.get_by_role("radio", name="Friends on this screen").check()
    ada.start()
    ada.wait_for_turn()
    for column in "cg":
        ada.page.keyboard.press(column)
        curtain = ada.page.locator(".curtain")
        expect(curtain).to_be_visible()
        assert "pawn" not in "".join(ada.cells().values()) or ada.page.locator(".board.covered").count()
        curtain.get_by_role("button").click()
        expect(curtain).to_be_hidden()
        ada.wait_for_turn()
    pawns = [words for words in ada.cells().values() if "pawn" in words]
    assert len(pawns) == 1 and "A's pawn" in pawns[0]
