"""What the background process compiles, in which order, and what it tells meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import boardwalk
from boardwalk.contract import compiling, registry
from boardwalk.engine import background
from boardwalk.engine.background import Progress, Wanted
from boardwalk.match import Match
from boardwalk.search import background_process, thinker
from boardwalk.search.background_process import Queue, everything

Report = Callable[[str, int, int], None]
TABLE = "connect_four"  # what compiles fastest


class Compiled:
    """Stands for compiling: notes what is compiled, and what is told meanwhile."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: list[tuple[str, bool]] = []
        self.reports: list[Progress] = []
        self.during: dict[str, Callable[[], object]] = {}  # by table: what happens while its rules are compiled
        monkeypatch.setattr(compiling, "prepare_all", lambda table, report: self.compile(table, False, report))
        monkeypatch.setattr(thinker, "prepare", lambda table, report: self.compile(table, True, report))
        monkeypatch.setattr(background, "report", self.reports.append)

    def compile(self, table: boardwalk.Table, search: bool, report: Report) -> None:
        if len(self.reports) > 100:
            pytest.fail("it never ends")
        report(table.game.title, 0, 2)
        self.during.pop(str(table), lambda: None)()
        report(table.game.title, 1, 2)
        self.done.append((str(table), search))


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Compiled:
    monkeypatch.setenv("BOARDWALK_CACHE", str(tmp_path))
    monkeypatch.setenv(background.VARIABLE, background.BACKGROUND)
    monkeypatch.setattr(background, "start", lambda **_: True)
    return Compiled(monkeypatch)


def test_what_is_asked_for_comes_before_the_rest_also_while_that_is_compiled(compiled: Compiled) -> None:
    rest = [Wanted("box_world"), Wanted("fog_quoridor"), Wanted("fog_quoridor", search=True)]
    background.ask(TABLE, search=True)
    compiled.during["box_world"] = lambda: background.ask("robo_rally")
    Queue([*rest]).run()
    assert compiled.done == [
        (TABLE, True),
        ("robo_rally", False),
        ("box_world", False),
        ("fog_quoridor", False),
        ("fog_quoridor", True),
    ]
    assert background.requests() == []


def test_what_is_asked_for_may_be_part_of_the_rest(compiled: Compiled) -> None:
    """Before or while it is compiled, with other requests or without."""
    background.ask("fog_quoridor")
    compiled.during["box_world"] = lambda: background.ask("box_world")
    compiled.during["fog_quoridor"] = lambda: background.ask(TABLE)
    Queue([Wanted("box_world"), Wanted("fog_quoridor"), Wanted(TABLE)]).run()
    assert compiled.done == [("fog_quoridor", False), (TABLE, False), ("box_world", False)]
    assert background.requests() == []


def test_a_request_that_fails_is_done_and_the_others_follow(compiled: Compiled) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    failing, unknown = background.ask(TABLE), background.ask("no_such_game(x=1)")
    compiled.during[TABLE] = fail
    Queue([Wanted("box_world")]).run()
    assert failing and failing.is_done
    assert unknown and unknown.is_done
    assert compiled.done == [("box_world", False)]


def test_it_tells_how_long_everything_takes(compiled: Compiled) -> None:
    wanted = background.ask("fog_quoridor")
    assert wanted
    Queue([Wanted("box_world"), Wanted("box_world", search=True)]).run()
    first, *_, last = compiled.reports
    assert (first.what, first.done, first.of) == ("Fog Quoridor", 0, 3)
    assert (last.what, last.done, last.of) == ("Box World", 2, 3)
    assert 0 < first.waits[wanted.path.name] < first.seconds
    assert 0 < last.seconds < first.seconds


def test_everything_is_the_rules_of_all_games_and_then_their_searches() -> None:
    names = [one.table for one in everything()]
    half = len(names) // 2
    assert names[:half] == names[half:]
    assert {name.partition("(")[0] for name in names} == set(registry.game_names())
    assert [one.search for one in everything()] == [False] * half + [True] * half


PROGRAM = """
import sys
import boardwalk
from boardwalk.contract.adaptive import Loading
from boardwalk.engine import background

Loading.by_itself = False
match = boardwalk.Match(sys.argv[1], seed=3)
match.act(match.to_act, match.view(match.to_act).legal[0])
wanted = background.ask(sys.argv[1])
assert "numba" not in sys.modules and not match.rules.compiled
while not wanted.is_done:
    background._child.wait()
assert match.rules.load() and match.rules.compiled
while not match.over:
    match.act(match.to_act, match.view(match.to_act).legal[0])
print(match.position.state.to_bytes().hex())
"""


def test_a_running_match_goes_on_with_what_the_process_has_compiled(tmp_path: Path) -> None:
    environment = os.environ | {"BOARDWALK_CACHE": str(tmp_path), background.VARIABLE: background.BACKGROUND}
    command = [sys.executable, "-c", PROGRAM, TABLE]
    state = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    match = Match(TABLE, seed=3, rules=boardwalk.table(TABLE).interpreted)
    while not match.over:
        match.act(match.to_act, match.view(match.to_act).legal[0])
    assert state == match.position.state.to_bytes().hex()
    assert (tmp_path / "background" / "log").read_text() == ""


def test_the_program_compiles_everything_if_it_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    queues: list[int] = []
    for name in ("lower_priority", "end_with_parent"):
        monkeypatch.setattr(background_process, name, lambda *_: None)
    monkeypatch.setattr(Queue, "run", lambda self: queues.append(len(self._rest)))
    for arguments in ([], [background.EVERYTHING]):
        monkeypatch.setattr(sys, "argv", ["background_process", *arguments])
        background_process.main()
    assert queues == [0, len([*everything()])]
