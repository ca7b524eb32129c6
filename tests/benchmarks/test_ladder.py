"""The script that plays the ladders: in pieces, resumed, merged, and written as tables."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from boardwalk.contract import registry
from boardwalk.contract.errors import BoardwalkError
from boardwalk.match import Match


@pytest.fixture
def ladder(script: Callable[[str], ModuleType]) -> ModuleType:
    return script("ladder")


@pytest.fixture
def run(ladder: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def call(*arguments: str) -> None:
        monkeypatch.setattr(sys, "argv", ["ladder.py", "--cores", "1", *arguments])
        ladder.main()

    return call


FEW = ("--only", "connect_four", "--rows", "easy-beginner", "beginner-random", "equals-easy")


@pytest.fixture
def pages(ladder: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """The two files that the tables are written to; counts are written beside them."""
    readme, page = tmp_path / "README.md", tmp_path / "ladders.md"
    for file, name in ((readme, "ladder"), (page, "ladders")):
        file.write_text(f"<!-- {name}: begin -->\n<!-- {name}: end -->\n")
    write = ladder.report.write
    monkeypatch.setattr(ladder.report, "write", lambda name, text, path=readme: write(name, text, path))
    monkeypatch.setattr(ladder, "PAGE", page)
    monkeypatch.setattr(ladder, "COUNTS", tmp_path / "counts.jsonl")
    return readme, page


def test_pieces_are_resumed_merged_and_written(
    run: Callable[..., None], ladder: ModuleType, pages: tuple[Path, Path], tmp_path: Path
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    run("--out", str(here), *FEW, "--games", "2")
    run("--out", str(here), *FEW, "--games", "4")
    run("--out", str(there), *FEW, "--games", "4", "--seed", "2")
    readme, page = pages
    for _ in range(2):
        run("--out", str(here), "--games", "0", "--merge", str(there), "--write")
        rows = {row.name: row.results(here) for row in ladder.rows() if str(row.table) == "connect_four"}
        assert {name: len(results.games) for name, results in rows.items() if results.games} == {
            "easy-beginner": 8,
            "beginner-random": 8,
            "equals-easy": 8,
        }
    text = page.read_text()
    assert "## Connect Four\n\n### Classic\n\n`connect_four`\n" in text
    assert "| easy | beginner | 8 |" in text and "| random | – | – | – | – | 0 [0, 0] |" in text
    assert "| two of easy | 8 |" in text
    assert "| preset | hard against |" in readme.read_text()


def test_counts_stay_when_the_games_are_gone(
    run: Callable[..., None], ladder: ModuleType, pages: tuple[Path, Path], tmp_path: Path
) -> None:
    """Games of another seed are added, the same ones played again are not, and rows are forgotten on demand."""
    first, again, more = tmp_path / "first", tmp_path / "again", tmp_path / "more"
    run("--out", str(first), *FEW, "--games", "6", "--write")
    page = pages[1]
    tables, counts = page.read_text(), ladder.COUNTS.read_text()
    assert '"row":"connect_four easy-beginner"' in counts
    run("--out", str(tmp_path / "nothing"), "--games", "0", "--write")
    assert page.read_text() == tables and ladder.COUNTS.read_text() == counts
    run("--out", str(again), *FEW, "--games", "2", "--write")
    assert page.read_text() == tables
    run("--out", str(more), *FEW, "--games", "2", "--seed", "2", "--write")
    assert "| easy | beginner | 8 |" in page.read_text() and "| beginner | random | 8 |" in page.read_text()
    run("--out", str(more), "--rows", "easy-beginner", "--games", "0", "--forget", "--write")
    assert "| easy | beginner | 2 |" in page.read_text() and "| beginner | random | 8 |" in page.read_text()


def test_a_damaged_count_is_named(ladder: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "counts.jsonl"
    path.write_text('{"row": 1}\n')
    with pytest.raises(BoardwalkError, match=r"counts\.jsonl:1: not a count of games: "):
        ladder.ladder_counts.read(path)


def test_every_aim_has_its_row(ladder: ModuleType) -> None:
    """The presets that have a figure to reach, by game: against easy, medium and OpenSpiel."""
    found: dict[str, set[str]] = {}
    for row in ladder.rows():
        if row.aim:
            found.setdefault(row.table.game.name, set()).add(row.name)
    peers = {"openspiel", "openspiel-slow"}
    assert found == {
        "rowdy_racers": {"hard-easy", "hard-medium", *peers},
        "fog_quoridor": {"hard-easy", "hard-medium", *peers},
        "robo_rally": {"hard-easy", "hard-medium", *peers},
        "capture_the_flag": {"hard-easy", "hard-medium"},
    }
    folders = [row.folder for row in ladder.rows()]
    assert len(set(folders)) == len(folders)


def test_a_preset_that_favours_a_seat_says_so(ladder: ModuleType) -> None:
    """Where one seat wins too often between two of the hard bot, in enough games to be sure, players are told."""
    kept = ladder.ladder_counts.read(ladder.COUNTS)
    unfair = set()
    for row in ladder.rows():
        if row.name == "equals-hard":
            seats = row.results(Path("nowhere"), kept).seats(equals=True)
            if any(seat.games >= 50 and seat.win_share.low > ladder.UNFAIR for seat in seats):
                unfair.add(row)
    assert unfair, "the presets of Rowdy Racers are known to be unfair"
    for row in unfair:
        preset = row.table.game.content.preset(row.preset)
        assert preset and "between equals" in preset.note, str(row)


def test_a_run_ends_when_its_time_is_up(run: Callable[..., None], ladder: ModuleType, tmp_path: Path) -> None:
    run("--out", str(tmp_path), *FEW, "--minutes", "0")
    assert not any(row.results(tmp_path).games for row in ladder.rows())


@pytest.mark.parametrize("table", ["connect_four", "fog_quoridor(turns=10)", "rowdy_racers(turns=5)"])
def test_openspiel_plays_through_the_adapter(script: Callable[[str], ModuleType], table: str) -> None:
    match = Match(registry.table(table), seed=1)
    make = script("openspiel_player").OpenSpielPlayer
    players = [make(0.02, match.table, seat, seat) for seat in (0, 1)]
    for _ in range(6):
        if not match.over:
            match.act(match.to_act, players[match.to_act].choose(match))
    assert len(match.actions) >= 5
