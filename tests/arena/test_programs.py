"""Programs in any language as players: what they are told, and that nothing they do harms the arena."""

from __future__ import annotations

import json
import multiprocessing
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from mortal_players import end_while_starting
from processes import gone

from boardwalk import arena
from boardwalk.arena import program
from boardwalk.arena.play import Played
from boardwalk.match import Match

PERL = Path(__file__).parents[2] / "examples" / "arena_bot.pl"

# Writes down every line that it is sent, and takes the last legal action by its text.
SCRIBE = """
import json, sys
with open(sys.argv[1], "a") as log:
    for line in sys.stdin:
        log.write(line)
        message = json.loads(line)
        if message["type"] == "choose":
            print(json.dumps({"action": message["legal"][-1]["text"]}), flush=True)
"""

ANSWER = "while read line; do case $line in *choose*) %s; esac; done"  # the shell's answer to every question


@pytest.fixture(autouse=True)
def quick_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "START_SECONDS", 20.0)


def shell(tmp_path: Path, text: str) -> str:
    """A program in the shell, as it is given to the arena."""
    script = tmp_path / "bot.sh"
    script.write_text(f"#!/bin/sh\n{text}\n")
    script.chmod(0o755)
    return str(script)


def against_random(bot: str, table: str = "connect_four", games: int = 2, **settings: object) -> list[Played]:
    return arena.run(table, [bot, "random"], games, cores=1, **settings).games  # type: ignore[arg-type]


def test_a_bot_in_perl_plays(tmp_path: Path) -> None:
    """The example in `examples`; the same seed gives the same games."""
    games, again = (against_random(str(PERL), "fog_quoridor(turns=20)", 4) for _ in range(2))
    assert [game.end for game in games] == ["over"] * 4
    assert [game.record for game in games] == [game.record for game in again]
    assert games[0].record.names == [str(PERL), "random"]


def told(tmp_path: Path, table: str) -> tuple[list[dict], Match]:
    """What a program was sent in one game, and that game."""
    script, log = tmp_path / "scribe.py", tmp_path / "log"
    script.write_text(SCRIBE)
    bot = f"{sys.executable} {script} {log}"
    game = against_random(bot, table, 1)[0]
    assert game.end == "over", game.forfeit
    lines = log.read_text().splitlines()
    first = next(number for number, line in enumerate(lines[1:], 1) if json.loads(line)["type"] == "game")
    return [json.loads(line) for line in lines[:first]], Match.from_record(game.record)


def test_a_program_is_told_what_its_seat_sees_and_nothing_else(tmp_path: Path) -> None:
    messages, match = told(tmp_path, "fog_quoridor(turns=20)")
    head, *middle, last = messages
    assert head == {
        "type": "game",
        "version": 1,
        "game": "fog_quoridor",
        "rules": match.table.game.version,
        "options": {"turns": 20},
        "seats": ["A", "B"],
        "teams": [0, 1],
        "seat": 0,
        "seed": head["seed"],
        "move_seconds": 2.0,
    }
    assert head["seed"] != match.seed, "the seed of the deal would give it away"
    views = [message for message in middle if message["type"] == "view"]
    assert [view["step"] for view in views] == list(range(len(views)))
    for view in views:
        seen = match.view(0, view["step"])
        game = match.table.game
        assert view["data"] == json.loads(json.dumps(game.notation.describe(seen.position)))
        assert (
            view["position"]
            == f"boardwalk {match.table} {game.version}\n\n{game.notation.write_position(seen.position)}"
        )
        assert (view["to_act"], view["news"]) == (seen.position.to_act, list(seen.news))
        step = match.steps[view["step"]]
        assert view["action"] == (step.action if step.seat == 0 else None)
    assert last == {"type": "over", "scores": list(match.scores)}


def test_it_is_asked_with_the_legal_actions_after_the_views(tmp_path: Path) -> None:
    messages, match = told(tmp_path, "connect_four")
    asked = [number for number, message in enumerate(messages) if message["type"] == "choose"]
    for number in asked:
        before = messages[number - 1]
        view = match.view(0, before["step"])
        assert before["type"] == "view" and before["to_act"] == 0
        expected = [{"action": choice.action, "text": choice.text} for choice in view.choices]
        assert messages[number]["legal"] == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("exit 3", "the program ended (exit status 3)"),
        ("read line; kill -9 $$", "the program ended (signal 9)"),
        ("exec >&-; sleep 60", "it closed its output"),
        ("sleep 60", "no answer within 0.3 s"),
        ("exec <&-; sleep 60", "no answer within 0.3 s"),
        (ANSWER % "echo nonsense", "not 'nonsense'"),
        (ANSWER % "echo '{\"action\":9999}'", "illegal action"),
        (ANSWER % 'echo \'{"action":"up"}\'', "illegal action"),
        (ANSWER % "echo '[1]'", "not '[1]'"),
        (ANSWER % "while :; do printf xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done", "longer than"),
        (ANSWER % 'printf \'{"action":3}\\n{"action":3}\\n\'', "before it was asked"),
    ],
)
def test_whatever_a_program_does_it_loses_that_game_only(
    text: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = "no answer" in reason
    monkeypatch.setattr(program, "START_SECONDS", 0.0 if late else 20.0)
    seconds = 0.3 if late else 20.0
    bot = shell(tmp_path, text)
    games = against_random(bot, opening=0, move_seconds=seconds)
    assert len(games) == 2
    for game in games:
        side = game.players.index(bot)
        assert game.end == "forfeit" and game.scores[side] == -1, game.forfeit
        assert reason in game.forfeit


def test_a_program_that_hangs_is_ended_with_its_children(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pid = tmp_path / "pid"
    bot = shell(tmp_path, f"sleep 1000 & echo $! > {pid}; wait")
    for seconds in (0.5, 10.0, 300.0):  # a busy machine may not get to the first line of the program sooner
        monkeypatch.setattr(program, "START_SECONDS", seconds)
        against_random(bot, move_seconds=0.5, games=1)
        if pid.exists() and pid.read_text():
            break
    assert gone(int(pid.read_text()))


def test_what_it_writes_to_standard_error_is_kept(tmp_path: Path) -> None:
    bot = shell(tmp_path, "echo first thoughts >&2; exit 1")
    against_random(bot, out=tmp_path / "out", games=2)
    files = sorted((tmp_path / "out" / "stderr").iterdir())
    assert [file.name for file in files] == ["1-1.1.1-seat1.txt", "1-1.1.2-seat2.txt"]
    assert files[0].read_text() == "first thoughts\n"


def test_a_flood_on_standard_error_does_not_block_or_fill_the_disk(tmp_path: Path) -> None:
    text = f"{sys.executable} -c 'import sys; sys.stderr.write(\"x\" * 3000000)'; exec {PERL}"
    games = against_random(shell(tmp_path, text), out=tmp_path / "out", games=1)
    assert games[0].end == "over"
    kept = list((tmp_path / "out" / "stderr").iterdir())
    assert [file.stat().st_size for file in kept] == [program.KEPT_STDERR] * 2


def test_no_pipe_or_process_is_left_behind(tmp_path: Path) -> None:
    def open_files() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    bot = shell(tmp_path, "exit 1")
    against_random(bot, games=1)
    before = open_files()
    against_random(bot, games=10)
    assert open_files() == before


def test_a_program_ends_with_the_arena(tmp_path: Path) -> None:
    """Also one that hangs: Ctrl-C ends the workers, and they end their programs."""
    pid = tmp_path / "pid"
    bot = shell(tmp_path, f"echo $$ >> {pid}; exec sleep 1000")
    command = [sys.executable, "-m", "boardwalk", "arena", "connect_four", bot, "random", "--move-seconds", "1000"]
    arguments = ["--cores", "2", "--out", str(tmp_path / "out")]
    running = subprocess.Popen([*command, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while running.poll() is None and not (pid.exists() and pid.read_text().endswith("\n")):
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    assert running.wait() == 130
    assert all(gone(int(line)) for line in pid.read_text().split())


def test_a_program_that_is_just_being_started_ends_with_its_worker(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    worker = multiprocessing.get_context("spawn").Process(target=end_while_starting, args=(["sleep", "1000"], str(pid)))
    worker.start()
    worker.join()
    assert worker.exitcode == 1
    assert gone(int(pid.read_text()))
