"""One process compiles in the background: asked by files, ended with the process that started it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from boardwalk.engine import background
from boardwalk.engine.background import Progress, Wanted

WAITING = """
import sys, threading
from boardwalk.engine.child import end_with_parent

end_with_parent()
print(*sys.argv[1:], flush=True)
threading.Event().wait()
"""
PARENT = """
import os, sys, threading
from boardwalk.engine import background

background.PROGRAM = "waiting_compiler"
background.ask("connect_four")
forked = os.fork() if "fork" in sys.argv else 1
if forked:
    print(background._child is not None, forked, flush=True)
    threading.Event().wait()
os.close(1)
sys.stdin.read()
"""


def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition; the time is that of a hung test."""
    ends = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < ends, "that never became true"
        time.sleep(0.02)


@pytest.fixture
def waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of its own, and a background process that does nothing until it ends."""
    (tmp_path / "waiting_compiler.py").write_text(WAITING)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("BOARDWALK_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv(background.VARIABLE, background.BACKGROUND)
    monkeypatch.setattr(background, "PROGRAM", "waiting_compiler")
    yield tmp_path / "cache"
    background.stop()


def parent(*arguments: str) -> subprocess.Popen[str]:
    """Another process that asks for something to be compiled."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", PARENT, *arguments]
    return subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def test_the_first_to_ask_starts_the_process_and_others_only_ask(waiting: Path) -> None:
    assert not background.is_running()
    wanted = background.ask("connect_four", everything=True)
    assert wanted == Wanted("connect_four")
    assert background.is_running()
    started = background._child
    assert background.ask("box_world", search=True) == Wanted("box_world", search=True)
    assert background._child is started
    with parent() as other:
        assert other.stdout is not None
        assert other.stdout.readline().split()[0] == "False"
        other.kill()
    until(lambda: (waiting / "background" / "log").read_text() == "--everything\n")
    assert background.is_running()
    background.stop()
    assert not background.is_running()
    assert not wanted.is_done


@pytest.mark.parametrize("how", ["", "fork"])
def test_the_process_ends_with_the_one_that_started_it(waiting: Path, how: str) -> None:
    """Also while a fork of that one lives on. Then another one can start its own."""
    with parent(how) as other:
        assert other.stdout is not None
        has_child, forked = other.stdout.readline().split()
        assert has_child == "True"
        assert background.is_running()
        other.send_signal(signal.SIGKILL)
        other.wait()
        until(lambda: not background.is_running())
        if how:
            os.kill(int(forked), 0)  # it is still there; it ends when its input does
    background.ask("connect_four")
    assert background._child is not None
    assert background.is_running()


def test_a_process_that_fails_is_started_again_but_not_forever(waiting: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "PROGRAM", "no_such_compiler")
    monkeypatch.setattr(background, "_failures", 0)
    for _ in range(background.MOST_FAILURES):
        assert background.ask("connect_four")
        assert background._child is not None and not background.has_finished()
        assert background._child.wait() == 1
    assert background.ask("connect_four") is None
    assert background.has_finished() and background._child is None
    assert "no_such_compiler" in (waiting / "background" / "log").read_text()


@pytest.mark.parametrize("how", [background.OFF, background.FIRST])
def test_it_can_be_switched_off(waiting: Path, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    monkeypatch.setenv(background.VARIABLE, how)
    assert background.ask("connect_four") is None
    background.start(everything=True)
    assert background._child is None
    assert not waiting.exists()


def test_without_a_cache_nothing_compiles_in_the_background(waiting: Path) -> None:
    waiting.touch()  # no folder can be made here, not even by root
    assert background.ask("connect_four") is None
    assert not background.start(everything=True)
    assert background.progress() is None
    assert background._child is None


def test_what_was_asked_for_last_comes_first_and_rules_before_searches(
    waiting: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "start", lambda **_: True)
    asked = [("a", False), ("b", True), ("c", False), ("d", True), ("a", False)]
    for second, (table, search) in enumerate(asked):
        wanted = background.ask(table, search=search)
        assert wanted
        os.utime(wanted.path, (second, second))
    (waiting / "background" / "wanted" / "torn.json").write_text("{")
    assert [one.table for one in background.requests()] == ["a", "c", "d", "b"]
    assert len([*(waiting / "background" / "wanted").iterdir()]) == 4


def test_how_far_it_is_can_be_read_while_it_runs(waiting: Path) -> None:
    wanted = background.ask("connect_four")
    assert wanted
    report = Progress("the rules of Connect Four", 3, 40, 120.0, {wanted.path.name: 30.0}, at=time.time() + 10**6)
    background.report(report)
    assert background.progress() == report
    assert str(report).startswith("3 of 40, about 10001")
    assert report.left(wanted) > 10**6 > report.left(Wanted("box_world"))
    report.at = time.time() - 10**6
    assert (report.left(wanted), report.left(Wanted("box_world"))) == (0.0, 0.0)
    assert str(report) == "3 of 40, about 1 s left"
    background.stop()
    assert background.progress() is None
