"""`boardwalk compile` compiles several games side by side, each in a process of its own."""

from __future__ import annotations

import subprocess

import pytest
import typer

from boardwalk.cli import games
from boardwalk.contract import compiling, registry
from boardwalk.search import thinker

NAMES = ["box_world", "connect_four"]


def test_each_game_is_compiled_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "cores", lambda: 2)
    asked: list[str] = []

    def watched(name: str) -> int:
        asked.append(name)
        return one(name)

    one = games._compile_one
    monkeypatch.setattr(games, "_compile_one", watched)
    games.compile(NAMES)
    assert sorted(asked) == NAMES
    for game in map(registry.game, NAMES):
        for values in (game.content.presets[0].options, game.content.simulation):
            table = game.table(values)
            assert compiling.is_compiled(table)
            assert thinker.is_prepared(table)


def test_what_a_process_says_is_said_and_its_failure_is_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = subprocess.Popen

    def broken(command: list[str], **more: object) -> subprocess.Popen[str]:
        program = "import sys; sys.exit('no memory')"
        return begun([command[0], "-c", program], **more)  # type: ignore[call-overload,no-any-return]

    monkeypatch.setattr(games, "cores", lambda: 2)
    monkeypatch.setattr(subprocess, "Popen", broken)
    with pytest.raises(typer.Exit) as stopped:
        games.compile(NAMES)
    assert stopped.value.exit_code == 1
    assert capsys.readouterr().err == "no memory\n" * 2
