"""What `make test` needs besides Python packages is found or fetched, or else one sentence says what to do."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

sys.path += [str(Path(__file__).parent / folder) for folder in ("browser", "server")]

import chromium
import postgres
import psycopg

MAKEFILE = Path(__file__).parents[1] / "Makefile"


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without the programs."""
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr(postgres, "DEBIAN", Path("nowhere"))


def test_postgresql_of_a_wheel_runs_where_the_machine_has_none(bare: None) -> None:
    assert postgres.programs().is_relative_to(postgres.wheel())
    with postgres.Postgres() as server, psycopg.connect(server.new_database()) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_no_postgresql_is_one_sentence(bare: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "wheel", lambda: Path("nowhere"))
    with pytest.raises(FileNotFoundError, match=r"^The tests need PostgreSQL.* install it .* and run again\.$"):
        postgres.programs()


def test_no_chromium_that_can_be_fetched_is_one_sentence(bare: None, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append(command)
        return subprocess.CompletedProcess(command, 1, stderr="Error: no network\nat …")

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(chromium, "starts", lambda: False)
    with pytest.raises(FileNotFoundError, match=r"^The tests need Chromium.* run again.* here: Error: no network$"):
        chromium.provide_chromium()
    assert [command[1:4] for command in ran] == [["-m", "playwright", "install"]]


def test_make_lists_its_targets() -> None:
    makefile = MAKEFILE.read_text(encoding="utf-8")
    targets = re.findall(r"^([a-z-]+):", makefile, re.MULTILINE)
    command = ["make", "--no-print-directory", "-f", MAKEFILE]  # these tests may be run by make themselves
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert [line.split()[1] for line in listed.splitlines()] == targets
    assert set(makefile.split(".PHONY: ")[1].split("\n")[0].split()) == set(targets)
