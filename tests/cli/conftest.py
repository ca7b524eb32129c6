"""The command line in this process, as a fixture."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from command_line import Run

from boardwalk.cli.app import main


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run the program with arguments and input; returns its exit status, output and errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOARDWALK_DATA", str(tmp_path / "data"))

    def call(*arguments: str, typed: str | io.StringIO = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["boardwalk", *arguments])
        monkeypatch.setattr("sys.stdin", typed if isinstance(typed, io.StringIO) else io.StringIO(typed))
        capsys.readouterr()
        status = 0
        try:
            main()
        except SystemExit as stop:
            status = int(stop.code or 0)
        output = capsys.readouterr()
        errors = "".join(
            line for line in output.err.splitlines(True) if not line.startswith(("Compiling ", "Generating; "))
        )
        return status, output.out, errors

    return call
