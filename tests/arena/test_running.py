"""Running an arena: on several processes, stopped and continued, merged, and always with the same report."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path

import pytest
from mortal_players import Deadly, Mortal
from processes import gone

from boardwalk import arena
from boardwalk.arena.report import report
from boardwalk.arena.store import GAMES, Store, read_games
from boardwalk.arena.tournament import Arena
from boardwalk.contract.errors import BoardwalkError

BOTS = ["greedy", "random"]


def page(one: Arena) -> str:
    return report(one.table, one.settings, one.results)


def run(games: int = 20, *, cores: int = 1, table: str = "connect_four", **settings: object) -> Arena:
    one = Arena(table, BOTS, **settings)  # type: ignore[arg-type]
    one.run(games, cores=cores)
    return one


@pytest.mark.parametrize("table", ["connect_four", "capture_the_flag(players=1,ticks=20)", "robo_rally(rounds=3)"])
def test_the_report_depends_on_seeds_and_bots_alone(table: str, tmp_path: Path) -> None:
    """Not on the number of processes, the folder or the clock."""
    pages = [page(run(8, table=table, cores=cores, out=tmp_path / str(cores))) for cores in (1, 3)]
    assert pages[0] == pages[1] != page(run(8, table=table, seed=2))


def test_a_test_that_ends_counts_the_same_games_on_any_number_of_processes() -> None:
    sprt = arena.Sprt(elo0=-100, elo1=100)
    pages = []
    for cores in (1, 3):
        one = run(200, table="rowdy_racers(turns=60)", cores=cores, sprt=sprt)
        results = one.results
        assert results.verdict and results.verdict.accepted == "elo1"
        assert len(results.games) == 2 * results.verdict.rounds < 100
        pages.append(page(one))
    assert pages[0] == pages[1]


def test_a_run_continues_and_plays_no_game_twice(tmp_path: Path) -> None:
    run(6, out=tmp_path / "a")
    first = (tmp_path / "a" / GAMES).read_bytes()
    whole = run(20, out=tmp_path / "a")
    assert (tmp_path / "a" / GAMES).read_bytes().startswith(first), "what was finished is kept"
    assert page(whole) == page(run(20)) and whole.store.count == 20


def test_an_incomplete_line_is_played_again(tmp_path: Path) -> None:
    run(6, out=tmp_path)
    path = tmp_path / GAMES
    path.write_bytes(path.read_bytes()[:-40])
    again = run(6, out=tmp_path)
    assert [game.id for game in read_games(tmp_path)] == [game.id for game in again.results.games]
    assert page(again) == page(run(6))


COMMAND = [sys.executable, "-m", "boardwalk", "arena", "rowdy_racers", *BOTS, "--set", "turns=100", "--no-sprt"]


def children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_run_loses_nothing_finished_and_counts_nothing_twice(how: signal.Signals, tmp_path: Path) -> None:
    """Killed at least twice, then run to its end: every game is there once, as in a run that was not disturbed."""
    command = [*COMMAND, "--games", "120", "--cores", "2", "--out", str(tmp_path / "out")]
    kept: list[bytes] = []
    for kill in range(2):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        path = tmp_path / "out" / GAMES
        while process.poll() is None and (not path.exists() or path.read_bytes().count(b"\n") < 15 * (kill + 1)):
            time.sleep(0.01)
        assert process.poll() is None, process.communicate()[1]
        workers = [int(child) for child in children(process.pid)]
        process.send_signal(how)
        process.communicate()
        assert len(workers) >= 2 and all(gone(worker) for worker in workers), "they end with the arena"
        lines = path.read_bytes().split(b"\n")[:-1]
        assert lines[: len(kept)] == kept
        kept = lines
    assert len(kept) < 120, "it was killed before its end"
    subprocess.run(command, check=True, capture_output=True)
    ids = Counter(json.loads(line)["id"] for line in path.read_bytes().splitlines())
    assert len(ids) == 120 and set(ids.values()) == {1}
    whole = run(120, table="rowdy_racers(turns=100)")
    assert (tmp_path / "out" / "report.html").read_text() == page(whole)


def test_a_worker_that_dies_loses_nothing_and_counts_nothing_twice(tmp_path: Path) -> None:
    make = partial(Mortal, str(tmp_path / "grave"))
    played = Counter[str]()
    results = arena.run(
        "connect_four",
        ["mortal", "random"],
        12,
        cores=2,
        makers={"mortal": make},
        progress=lambda one: played.update([str(one.store.count)]),
    )
    assert (tmp_path / "grave").exists(), "a process was killed"
    assert [game.id for game in results.games] == [f"1.{number // 2 + 1}.{number % 2 + 1}" for number in range(12)]
    assert {game.end for game in results.games} == {"over"} and set(played.values()) == {1}
    undisturbed = arena.run("connect_four", ["mortal", "random"], 12, cores=1, makers={"mortal": make})
    assert [game.record for game in undisturbed.games] == [game.record for game in results.games]


def test_a_bot_that_kills_every_worker_ends_the_arena_with_a_sentence(tmp_path: Path) -> None:
    make = partial(Deadly, str(tmp_path / "grave"))
    with pytest.raises(BoardwalkError, match=r"the process that plays game 1\.1\.\d died 3 times"):
        arena.run("connect_four", ["deadly", "random"], 2, cores=2, makers={"deadly": make})


def test_a_folder_holds_one_arena(tmp_path: Path) -> None:
    run(2, out=tmp_path)
    for other, sentence in (
        (Arena("connect_four", ["random", "greedy"], out=tmp_path), r"\(bots: greedy random, not random greedy\)"),
        (Arena("connect_four", BOTS, seed=2, out=tmp_path), r"\(seed: 1, not 2\)"),
        (Arena("connect_four(cols=5)", BOTS, out=tmp_path), r"\(game: connect_four, not connect_four\(cols=5\)\)"),
    ):
        with pytest.raises(BoardwalkError, match=f"holds another arena {sentence}"):
            other.run(2, cores=1)


def test_two_runs_do_not_write_to_one_folder(tmp_path: Path) -> None:
    one = Arena("connect_four", BOTS, out=tmp_path)
    with one.store.open(), pytest.raises(BoardwalkError, match="is in use by another run"):
        Arena("connect_four", BOTS, out=tmp_path).run(2, cores=1)
    assert isinstance(Store(tmp_path, one.settings), Store)


def test_games_of_other_runs_are_added_once(tmp_path: Path) -> None:
    """Another seed is another set of deals, so its rounds are further rounds."""
    run(4, out=tmp_path / "a", seed=1)
    run(4, out=tmp_path / "b", seed=2)
    whole = Arena("connect_four", BOTS, seed=1, out=tmp_path / "a")
    for _ in range(2):
        results = whole.run(4, cores=1, add=[tmp_path / "b"])
        assert [(game.seed, game.id) for game in results.games] == [
            (seed, f"1.{round_number}.{order}") for seed in (1, 2) for round_number in (1, 2) for order in (1, 2)
        ]
    assert sum(row.tally.games for row in results.table()) == 16
    with pytest.raises(BoardwalkError, match="holds another arena"):
        Arena("connect_four", ["random", "random"]).run(2, cores=1, add=[tmp_path / "b"])


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BoardwalkError, match="file/out"):
        Arena("connect_four", BOTS, out=tmp_path / "file" / "out").run(2, cores=1)
