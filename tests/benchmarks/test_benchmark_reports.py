"""What the benchmark scripts write: tables between markers, medians and ratios of rounds."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import boardwalk


def test_a_text_is_written_between_its_markers(report: ModuleType, tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text(
        "# A\n<!-- cpu: begin -->\nold\n<!-- cpu: end -->\nB\n<!-- gpu: begin -->\nkept\n<!-- gpu: end -->\n"
    )
    for _ in range(2):
        report.write("cpu", "new\n", page)
    assert page.read_text() == (
        "# A\n<!-- cpu: begin -->\n\nnew\n\n<!-- cpu: end -->\nB\n<!-- gpu: begin -->\nkept\n<!-- gpu: end -->\n"
    )


def test_a_page_without_markers_is_left_alone(report: ModuleType, tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text("<!-- cpu: begin -->\nno end\n")
    with pytest.raises(SystemExit, match="has no place for cpu"):
        report.write("cpu", "new", page)
    assert page.read_text() == "<!-- cpu: begin -->\nno end\n"


def test_the_page_has_a_place_for_every_script(report: ModuleType) -> None:
    page = report.README.read_text()
    for name in ("compiling", "cpu", "first_minute", "first_step", "gpu", "load", "page", "solver"):
        assert page.index(f"<!-- {name}: begin -->\n") < page.index(f"<!-- {name}: end -->\n")


def test_a_table(report: ModuleType) -> None:
    assert report.table(["game", "rate"], [["one", "1,000"], ["two", "–"]]) == (
        "| game | rate |\n| --- | ---: |\n| one | 1,000 |\n| two | – |\n"
    )


@pytest.mark.parametrize(
    ("value", "text"), [(1_234_567.0, "1,230,000"), (123.4, "123"), (12.34, "12.3"), (0.5, "0.5"), (None, "–")]
)
def test_figures(report: ModuleType, value: float | None, text: str) -> None:
    assert report.figure(value) == text


def test_ratios_are_medians_of_rounds(cpu: ModuleType) -> None:
    """Each ratio is that of one round: a machine that was slow for a round was slow for both."""
    found = {
        "Box World": {"counts": "all", "one": [100.0, 50.0, 400.0], "all": [], "one_batch": 64},
        "Pgx go_9x9": {"counts": "some", "one": [10.0, 5.0, 20.0], "all": [], "one_batch": 1024},
    }
    assert cpu.ratio(found, "Box World", "Pgx go_9x9", "one") == 10
    machine = {"cpu": "a chip", "cores": 1, "date": "2025-01-01", "python": "3.11"}
    text = cpu.markdown({"machine": machine, "measures": found, "missing": ["X"], "rounds": 3, "seconds": 2.0})
    assert "| Box World | 100 | – | 64 | all |" in text
    assert "| Pgx go_9x9 | 10 | – | 1,024 | some |" in text
    assert "| times as fast as, one core each | Pgx go_9x9 |" in text
    assert "2025-01-01, a chip, 1 cores; python 3.11." in text
    assert "Not installed, so not measured: X." in text


def test_the_script_measures(cpu: ModuleType) -> None:
    command = [sys.executable, str(cpu.__file__), "--only", "Box World", "--seconds", "0.01", "--rounds", "2", "--json"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    result = json.loads(done.stdout)
    assert result["missing"] == [] and set(result["measures"]) == {"Box World"}
    rates = result["measures"]["Box World"]
    assert len(rates["one"]) == 2 and min(rates["one"]) > 0


def test_the_speed_of_a_search_is_measured_from_positions_of_play(script: Callable[[str], ModuleType]) -> None:
    search, table = script("search"), boardwalk.table("connect_four", {"rows": 4, "cols": 5, "connect": 3})
    match = search.reached(table, 1)
    assert not match.over and len(match.actions) in search.ACTIONS
    rate, middle, longest = search.measure(table, 2)
    assert rate > 0 and 0 < middle <= longest
