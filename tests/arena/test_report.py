"""The report: one page with everything in it."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

import boardwalk
from boardwalk.arena.report import report, side_names
from boardwalk.arena.tournament import Arena
from boardwalk.draw import svg
from boardwalk.engine.rules import AUDIENCE
from boardwalk.match import Match, read_record

ODD = "./<b>&'bot"


class Page(HTMLParser):
    """Collects the tags and the visible text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.fixture(scope="module")
def arena() -> Arena:
    from test_games import MAKERS, First

    one = Arena("connect_four", ["easy", "cheat", ODD], mirror=True, makers={**MAKERS, ODD: First})
    one.run(4, cores=1)
    return one


@pytest.fixture(scope="module")
def text(arena: Arena) -> str:
    return report(arena.table, arena.settings, arena.results)


def test_nothing_is_loaded_from_elsewhere(text: str) -> None:
    page = Page(text)
    assert not [tag for tag, attributes in page.tags if {"src", "href"} & set(attributes)]
    assert not re.search(r"url\((?!#)|@import|fetch\(|XMLHttpRequest", text)


def test_names_and_reasons_are_text(text: str) -> None:
    page = Page(text)
    assert "b" not in {tag for tag, _ in page.tags} and ODD in page.words
    assert any("illegal action" in words for words in page.words)


def test_it_has_the_table_the_curves_the_matrix_the_seats_and_every_game(text: str, arena: Arena) -> None:
    page = Page(text)
    for title in ("Table", "Elo over the games", "Results", "Seats", "Length of games", "Games"):
        assert title in page.words
    charts = [attributes["aria-label"] for tag, attributes in page.tags if (attributes.get("class") == "chart")]
    assert charts == [
        "Elo over the games",
        "Between equals: wins by seat",
        "In all games: wins by seat",
        "Length of games",
    ]
    assert [words for words in page.words if re.fullmatch(r"\d+\.\d+\.\d+", words)] == [
        game.id for game in arena.results.games
    ]
    for chart in re.findall(r'<svg class="chart".*?</svg>', text, re.DOTALL):
        ElementTree.fromstring(chart)


def test_records_and_pictures_are_those_of_the_games(text: str, arena: Arena) -> None:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found
    data = json.loads(found[1])
    games = {f"{game.seed}:{game.id}": game for game in arena.results.games}
    assert data["records"].keys() == games.keys()
    for key, record in data["records"].items():
        assert read_record(json.dumps(record)) == games[key].record
    assert len(data["replays"]) == 6, "the first game of each line-up"
    key, replay = next(iter(data["replays"].items()))
    match = Match.from_record(games[key].record)
    assert replay["steps"] == list(range(len(match.steps)))
    for step, frame in zip(replay["steps"], replay["frames"], strict=True):
        picture = "".join(replay["elements"][number] for number in frame)
        assert picture == svg(arena.table.game.scene.scene(match.at(step), AUDIENCE), theme="page")


def test_times_are_only_there_if_asked_for(text: str, arena: Arena) -> None:
    assert "ms a move" not in text
    assert "ms a move" in report(arena.table, arena.settings, arena.results, times=True)


def test_an_arena_of_equals_has_no_ratings() -> None:
    one = Arena("connect_four", ["easy", "easy"])
    one.run(3, cores=1)
    page = Page(report(one.table, one.settings, one.results))
    assert "Between equals (3 games, " in " ".join(page.words) and "Elo over the games" not in page.words


def test_sides_are_named_by_their_seats() -> None:
    three = side_names(boardwalk.table("capture_the_flag"))
    assert three == ["Team 1 player a, b, c", "Team 2 player A, B, C"]
    assert side_names(boardwalk.table("capture_the_flag(players=1)")) == ["Team 1 player a", "Team 2 player A"]
    assert side_names(boardwalk.table("robo_rally")) == ["Alice", "Bob"]
