"""What the prompt and the commands do while something is compiled in the background."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

import pytest

import boardwalk
from boardwalk.bots.thinking import ThinkingBot
from boardwalk.cli import common
from boardwalk.cli.prompt import Prompt, Quit, Session
from boardwalk.contract import compiling
from boardwalk.engine import background
from boardwalk.engine.background import Progress, Wanted
from boardwalk.search import thinker

TABLE = "connect_four"


class Compiler:
    """Stands for the background process: each look at it is one step of its work."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
        self.asked: list[Wanted] = []
        self.done: list[str] = []  # in the order in which it happens
        self._left = self._steps = steps
        monkeypatch.setattr(common, "LOOK_SECONDS", 0.0)
        monkeypatch.setattr(background, "is_running", lambda: self._left > 0)
        monkeypatch.setattr(background, "ask", self._ask)
        monkeypatch.setattr(background, "progress", self._progress)
        monkeypatch.setattr(Wanted, "is_done", property(lambda wanted: self._left < 2))
        monkeypatch.setattr(compiling, "is_compiled", lambda table: self._left == 0)
        monkeypatch.setattr(thinker, "is_prepared", lambda table: self._left == 0)
        monkeypatch.setattr(compiling, "prepare", self._note("rules"))
        monkeypatch.setattr(thinker, "prepare", self._note("search"))

    def _note(self, what: str) -> Callable[..., None]:
        return lambda table, progress: self.done.append(what)

    def _ask(self, table: str, *, search: bool = False) -> Wanted:
        self.asked.append(Wanted(table, search))
        self._left = self._steps
        return self.asked[-1]

    def _progress(self) -> Progress | None:
        self._left -= 1
        return Progress("…", 0, 2, 99.0, {self.asked[-1].path.name: 12.4}) if self._left > 0 else None


def test_a_command_waits_for_the_process_that_compiles_already(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    compiler = Compiler(monkeypatch, steps=4)
    table = boardwalk.table(TABLE)
    assert common.ready(table, search=True) is table
    assert compiler.asked == [Wanted(TABLE), Wanted(TABLE, search=True)]
    assert compiler.done == ["rules", "search"]  # which find everything compiled, or do the rest
    assert capsys.readouterr().err == "Compiling the bots of Connect Four (once): about 12 s left\n"


def test_without_it_a_command_compiles_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = Compiler(monkeypatch, steps=0)
    common.ready(boardwalk.table(TABLE), search=True)
    assert (compiler.asked, compiler.done) == ([], ["rules", "search"])


@pytest.mark.parametrize(("bot", "asked"), [("easy", [False]), ("hard", [False, True])])
def test_the_prompt_shows_the_board_and_then_asks_for_what_its_bots_need(
    monkeypatch: pytest.MonkeyPatch, bot: str, asked: list[bool]
) -> None:
    monkeypatch.setattr(compiling, "is_compiled", lambda table: False)
    seen: list[bool] = []

    def ask(table: str, *, search: bool = False) -> None:
        assert "A>" not in sink.getvalue() and "Your turn" in sink.getvalue()
        seen.append(search)

    monkeypatch.setattr(background, "ask", ask)
    sink = StringIO()
    match = boardwalk.Match(TABLE, 1, names=["A", "B"])
    with pytest.raises(Quit):
        Session(Prompt(StringIO("moves\nquit\n"), sink), match, ["human", bot]).play()
    assert seen == asked


def test_a_bot_that_searches_waits_for_its_search_and_no_other_bot_does(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[bool] = []
    monkeypatch.setattr("boardwalk.cli.prompt.ready", lambda table, *, search: waits.append(search))
    monkeypatch.setattr(ThinkingBot, "choose", lambda self, view: view.legal[0])
    match = boardwalk.Match(TABLE, 1)
    session = Session(Prompt(StringIO(), StringIO()), match, ["medium", "easy"])
    session.step(0)
    assert waits == [True]
    session.step(1)
    assert waits == [True]
