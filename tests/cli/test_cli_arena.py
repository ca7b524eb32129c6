"""The command `arena`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from command_line import Run


def test_an_arena_is_played_kept_and_replayed(run: Run, tmp_path: Path) -> None:
    command = ("arena", "connect_four", "easy", "random", "--games", "20", "--out", "out", "--cores", "1", "--no-sprt")
    status, out, err = run(*command)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert [line.split(":")[0] for line in lines[:10]] == [f"{count} of 20 games" for count in range(2, 21, 2)]
    assert re.match(r"easy +\d+ \[\d+, \d+\] +20 ", lines[11])
    assert lines[-1] == str(Path("out") / "report.html")
    games = [json.loads(line) for line in (tmp_path / "out" / "games.jsonl").read_text().splitlines()]
    assert len(games) == 20
    again = run(*command)
    assert again[1].splitlines()[-4:] == lines[-4:], "nothing is left to play"
    last = len(games[3]["record"]["actions"])
    status, out, _ = run("replay", f"out/games.jsonl:{games[3]['id']}", "--at", str(last))
    assert status == 0 and f"step {last} of {last}" in out
    assert run("replay", "out/games.jsonl:9.9.9")[2] == "boardwalk: out/games.jsonl: has no game 9.9.9\n"


def test_presets_options_and_parameters(run: Run, tmp_path: Path) -> None:
    run(
        *("arena", "connect_four", "hard:simulations=20", "easy", "easy", "--preset", "three in a ROW"),
        *("--set", "cols=6", "--games", "2", "--out", "out", "--cores", "1", "--mirror"),
    )
    settings = json.loads((tmp_path / "out" / "arena.json").read_text())
    assert settings["game"] == "connect_four(rows=4,cols=6,connect=3)"
    assert settings["bots"] == ["hard:simulations=20", "easy", "easy"]
    games = [json.loads(line) for line in (tmp_path / "out" / "games.jsonl").read_text().splitlines()]
    assert {tuple(sorted(game["players"])) for game in games} == {
        ("easy", "easy"),
        ("easy", "hard:simulations=20"),
        ("hard:simulations=20", "hard:simulations=20"),
    }


def test_a_default_folder_belongs_to_its_command(run: Run, tmp_path: Path) -> None:
    for bots in (["easy", "random"], ["random", "easy"], ["easy", "random"]):
        assert run("arena", "connect_four", *bots, "--games", "2", "--cores", "1")[0] == 0
    assert len(list((tmp_path / "arena").iterdir())) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["connect_four", "easy", "nobody"], "there is no bot 'nobody'; the bots are"),
        (["connect_four", "easy"], "an arena needs at least two bots"),
        (["box_world", "easy", "random"], "an arena needs a game with at least two sides"),
        (["connect_four", "easy", "random", "--preset", "Chess"], "--preset must be one of Classic"),
        (["connect_four", "easy", "x", "--bot-program", "x"], "--bot-program needs NAME=COMMAND"),
        (["connect_four", "easy", "random", "--elo0", "5", "--elo1", "5"], "elo0 must be less than elo1"),
        (["connect_four", "easy", "hard:colour=3"], "there is no parameter 'colour'"),
        (["connect_four", "easy", "hard:simulations=-3"], "simulations must be a whole number from 1 to 1000000000"),
    ],
)
def test_mistakes_are_named_before_the_first_game(
    run: Run, arguments: list[str], sentence: str, tmp_path: Path
) -> None:
    status, _, err = run("arena", *arguments)
    assert status == 2 and err.startswith(f"boardwalk: {sentence}")
    assert not (tmp_path / "arena").exists()


def test_a_program_by_name(run: Run, tmp_path: Path) -> None:
    perl = Path(__file__).parents[2] / "examples" / "arena_bot.pl"
    status, out, err = run(
        *("arena", "connect_four", "mine", "random", "--bot-program", f"mine={perl}", "--games", "2", "--cores", "1")
    )
    assert (status, err) == (0, "") and re.search(r"^mine +", out, re.MULTILINE)
