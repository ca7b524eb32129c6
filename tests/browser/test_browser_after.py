"""After the game: step through it, share it, keep it, play again."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

from harness import Server
from person import People, Person
from playwright.sync_api import expect

import boardwalk
from boardwalk.match import Match

NOTE_STEPS = """() => {
  window.steps = [];
  const place = document.querySelector(".step-place");
  const note = () => window.steps.push(place.textContent);
  new MutationObserver(note).observe(place, { characterData: true, subtree: true });
}"""


def finished(people: People, title: str, **options: object) -> Person:
    """Somebody who has just played a game to its end."""
    ada = people(permissions=["clipboard-read", "clipboard-write"])
    ada.choose_game(title, **options)
    ada.start()
    ada.play_on(random.Random(5))
    expect(ada.page.get_by_role("slider", name="Step")).to_be_visible()
    return ada


def at_step(person: Person, step: int, total: int) -> None:
    expect(person.page.locator(".step-place")).to_have_text(f"{step} of {total - 1}")


def test_the_slider_steps_through_the_game(people: People, server: Server) -> None:
    ada = finished(people, "Rowdy Racers", turns=4, failures=0)
    answer = server.ask(f"/api/rooms/{ada.room}/replay?seat=-3&first=0&count=200")
    frames, total = answer["frames"], answer["total"]
    assert total == len(frames) > 8
    statuses, status = [], ""
    for frame in frames:
        status = frame["scene"].get("status", status)
        statuses.append(status)
    at_step(ada, total - 1, total)
    end = ada.cells()
    slider = ada.page.get_by_role("slider", name="Step")
    slider.focus()
    slider.press("Home")
    at_step(ada, 0, total)
    seen = []
    for step in range(total):
        at_step(ada, step, total)
        expect(ada.page.locator("#status")).to_have_text(statuses[step])
        seen.append(ada.cells())
        slider.press("ArrowRight")
    assert seen[-1] == end
    assert len({tuple(cells.values()) for cells in seen}) > total / 2, "the board changes from step to step"
    box = slider.bounding_box()
    assert box
    ada.page.mouse.click(box["x"] + 2, box["y"] + box["height"] / 2)
    at_step(ada, 0, total)
    assert ada.cells() == seen[0]
    ada.press("Step forward")
    at_step(ada, 1, total)
    ada.press("Last step")
    at_step(ada, total - 1, total)
    ada.page.evaluate(NOTE_STEPS)
    ada.press("Play the game")
    ada.page.wait_for_function("total => window.steps.at(-1) === `${total - 1} of ${total - 1}`", arg=total)
    expect(ada.button("Play the game")).to_be_visible()
    assert ada.page.evaluate("window.steps") == [f"{step} of {total - 1}" for step in range(total)]


def test_the_link_to_a_replay_opens_for_anybody(people: People) -> None:
    ada = finished(people, "Fog Quoridor", turns=4)
    place = ada.page.locator(".step-place").inner_text()
    total = int(place.split(" of ")[1]) + 1
    ada.page.locator(".after").get_by_role("button", name="Copy link").click()
    ada.wait_for_toast("copied")
    link = ada.page.evaluate("navigator.clipboard.readText()")
    assert link == f"{ada.address}/replay/{ada.room}/1"
    eve = people(link)
    at_step(eve, 0, total)
    eve.page.keyboard.press("End")
    at_step(eve, total - 1, total)
    assert eve.cells() == ada.cells()
    assert eve.status == ada.status
    eve.page.keyboard.press("Home")
    for step in range(3):
        at_step(eve, step, total)
        eve.page.keyboard.press("ArrowRight")
    at_step(eve, 3, total)
    fog = eve.page.locator(".board .fog > *")
    expect(fog).to_have_count(0)
    both = [name for name in eve.cells().values() if "pawn" in name]
    assert len(both) == 2, "a replay opens with everything shown"
    eve.picture("replay-light")
    seen_by = eve.page.get_by_label("Seen by")
    assert seen_by.locator("option").all_inner_texts() == ["everything", "what A saw", "what B saw"]
    for player in "AB":
        seen_by.select_option(f"what {player} saw")
        expect(fog).not_to_have_count(0)
        expect(eve.page.locator(f"""[data-cell][aria-label*="{player}'s pawn"]""")).to_have_count(1)
    seen_by.select_option("everything")
    expect(fog).to_have_count(0)
    expect(eve.page.locator("[data-cell][aria-label*=pawn]")).to_have_count(2)
    assert [name for name in eve.cells().values() if "pawn" in name] == both


def test_the_record_is_a_file_that_can_be_checked(people: People, tmp_path: Path) -> None:
    ada = finished(people, "RoboRally", rounds=1)
    with ada.page.expect_download() as download:
        ada.page.get_by_role("button", name="Download record").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.name == f"robo_rally-{ada.room}.match"
    command = [sys.executable, "-c", "from boardwalk.cli.app import main; main()", "check", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "ok" in done.stdout
    broken = tmp_path / "broken.match"
    broken.write_bytes(path.read_bytes()[:-20])
    assert subprocess.run([*command[:-1], str(broken)], capture_output=True, check=False).returncode != 0


def test_a_record_from_a_file_is_looked_at_and_played_on(people: People, tmp_path: Path) -> None:
    """Also one that ends before the game does; a bad file is refused in a sentence."""
    table = boardwalk.table("fog_quoridor")
    match = Match(table, 5, names=("Ada", "Ben"))
    for action in (4, 4):
        match.play(action)
    for _ in range(6):
        match.play(match.view(match.to_act).legal[0])
    good, bad = tmp_path / "game.match", tmp_path / "bad.match"
    match.save(good)
    bad.write_text(good.read_text().replace('"actions": [4,4', '"actions": [4,99'))
    eve = people("/")
    eve.excuse("/api/records|422")
    chooser = eve.page.get_by_label("A file to play or to look at")
    chooser.set_input_files(bad)
    expect(eve.page.locator(".file-card .problem-note")).to_contain_text("action 2 of the record")
    chooser.set_input_files(good)
    eve.page.wait_for_url("**/replay/*")
    room = eve.room
    expect(eve.page.locator(".step-place")).to_have_text(f"0 of {len(match.steps) - 1}")
    eve.page.keyboard.press("End")
    expect(eve.page.locator("[data-cell][aria-label*=pawn]")).to_have_count(2)
    eve.page.get_by_label("Seen by").select_option("what Ada saw")
    expect(eve.page.locator(".board .fog > *")).not_to_have_count(0)
    eve.press("Analyse")
    expect(eve.page.get_by_label("Analysis", exact=True).first).to_be_visible()
    eve.visit(f"/r/{room}")  # there is nothing to play there
    eve.page.wait_for_url(f"**/replay/{room}")
    expect(eve.page.locator(".step-place")).to_be_visible()
    eve.page.keyboard.press("ArrowRight")
    expect(eve.page.locator(".step-place")).to_have_text(f"1 of {len(match.steps) - 1}")
    eve.press("Play on from here")
    eve.page.locator("dialog").get_by_role("button", name="Play", exact=True).click()
    eve.wait_for_phase("playing")


def test_an_earlier_game_at_a_table_stays_reachable(people: People) -> None:
    ada = finished(people, "Rowdy Racers", turns=2, failures=0)
    room, first = ada.room, ada.cells()
    assert ada.page.locator(".other-games").count() == 0
    ada.press("Play again")
    ada.wait_for_phase("playing")
    ada.play_on(random.Random(9))
    ada.result()
    link = ada.page.locator(".other-games").get_by_role("link", name=re.compile("^Game 1"))
    link.click()
    ada.page.wait_for_url(f"**/replay/{room}/1")
    expect(ada.page.locator(".step-place")).to_have_text(re.compile("^0 of "))
    ada.page.keyboard.press("End")
    expect(ada.page.locator(".step-place")).to_have_text(re.compile(r"^(\d+) of \1$"))
    assert ada.cells() == first
    ada.press("Analyse")
    expect(ada.page.locator(".analysis-note")).to_be_visible()
    ada.excuse("/api/rooms/|404")
    ada.visit(f"/replay/{room}/7")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("There is no such game.")


def test_play_again(people: People) -> None:
    chance = random.Random(6)
    ada = finished(people, "Rowdy Racers", turns=2, failures=0)
    room = ada.room
    ada.press("Play again")
    ada.wait_for_phase("playing")
    ada.wait_for_turn()
    expect(ada.page.locator(".after")).to_be_hidden()
    assert ada.room == room
    assert "3 actions left" in ada.status
    numbers = [frame["number"] for one in ada.heard if one["type"] == "frames" for frame in one["frames"]]
    assert numbers == sorted(numbers) and numbers[-1] > 0, "the numbers of frames go on from match to match"
    ada.act(chance)
    ada.wait_for_turn()
    ada.page.reload()
    ada.wait_for_turn()
    ada.play_on(chance)
    expect(ada.page.locator(".after .result")).to_be_visible()
    ada.page.get_by_role("link", name="New game").click()
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Rowdy Racers")
