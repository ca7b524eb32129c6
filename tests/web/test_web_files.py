"""The page's files keep to the content security policy and a readable size; Biome and tsc check the code."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest

from boardwalk.contract import registry
from boardwalk.contract.parts import Meaning
from boardwalk.draw.palette import COMMON, THEMES, variable

WEB = Path(str(resources.files("boardwalk") / "web"))
SCRIPTS = sorted(WEB.glob("*/*.js"))
SHEETS = sorted(WEB.glob("css/*.css"))
LONGEST = 400  # lines of a module


def named(paths: list[Path]) -> list[pytest.ParameterSet]:
    return [pytest.param(path, id=path.name) for path in paths]


def test_the_page_has_its_parts() -> None:
    assert {"main.js", "board.js", "play.js", "replay.js", "setup.js", "home.js"} <= {path.name for path in SCRIPTS}
    assert SHEETS


@pytest.mark.parametrize("script", named(SCRIPTS))
def test_scripts_make_no_markup_from_text(script: Path) -> None:
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setAttribute\(\"style\""
    assert re.findall(forbidden, script.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", named(SCRIPTS + SHEETS))
def test_nothing_comes_from_other_hosts(path: Path) -> None:
    found = re.findall(r"https?://[^\s\"'`]+", path.read_text(encoding="utf-8"))
    assert set(found) <= {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("script", named(SCRIPTS))
def test_no_event_of_a_game_is_known_by_name(script: Path) -> None:
    """Except those that the room sends: `leave` is a message of the protocol too."""
    sent_by_rooms = (Meaning.LEAVE, Meaning.RETURN)
    events = {
        event.name for game in registry.games() for event in game.play.events if event.meaning not in sent_by_rooms
    }
    assert events
    words = set(re.findall(r"""["'`](\w+)["'`]""", script.read_text(encoding="utf-8")))
    assert words & events == set()


@pytest.mark.parametrize("script", named(SCRIPTS))
def test_modules_are_short(script: Path) -> None:
    assert len(script.read_text(encoding="utf-8").splitlines()) < LONGEST


def test_the_page_itself_keeps_to_the_policy() -> None:
    page = (WEB / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<style|\sstyle=|\son[a-z]+=|<script>", page) == []
    for path in re.findall(r'(?:src|href)="/static/([^"]+)"', page):
        assert (WEB / path).is_file(), f"index.html names {path}, which is not there"
    assert {f"css/{sheet.name}" for sheet in SHEETS} == set(re.findall(r'href="/static/(css/[^"]+)"', page))


@pytest.mark.parametrize("path", named(SCRIPTS + SHEETS))
def test_colours_that_are_asked_for_exist(path: Path) -> None:
    known = {variable(name) for theme in THEMES.values() for name in (*COMMON, *theme)}
    used = set(re.findall(r"var\((--bw-[a-z0-9-]+)[,)]", path.read_text(encoding="utf-8")))
    assert used <= known
