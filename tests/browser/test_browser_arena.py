"""The arena's report in a browser: games can be stepped through and their records downloaded."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from boardwalk.arena.report import report
from boardwalk.arena.tournament import Arena
from boardwalk.match import Match


def test_a_game_is_stepped_through_and_downloaded(browser: Browser, tmp_path: Path) -> None:
    arena = Arena("connect_four", ["easy", "random"])
    arena.run(2, cores=1)
    file = tmp_path / "report.html"
    file.write_text(report(arena.table, arena.settings, arena.results), encoding="utf-8")
    page = browser.new_page()
    mistakes: list[str] = []
    page.on("pageerror", lambda error: mistakes.append(str(error)))
    page.goto(file.as_uri())
    page.click("button[data-replay]")
    discs = page.locator("dialog .picture [data-id]")
    last = len(arena.results.games[0].record.actions)
    assert (page.text_content("dialog output"), discs.count()) == ("step 0", 0)
    for _ in range(last):
        page.click("dialog button[data-step='1']")
    assert (page.text_content("dialog output"), discs.count()) == (f"step {last}", last)
    page.click("dialog form button")
    with page.expect_download() as download:
        page.locator("button[data-record]").nth(1).click()
    assert download.value.suggested_filename == "1-1.1.2.match"
    assert Match.load(download.value.path()).record() == arena.results.games[1].record
    assert mistakes == []
    page.close()
