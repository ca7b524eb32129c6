"""The command line, as a user calls it."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_line import Run

import boardwalk
from boardwalk.contract import compiling
from boardwalk.games import robo_rally
from boardwalk.games.robo_rally import report

BOARD = "format 1\n........\n...1....\n........\n..A..B..\n........\n"
PROGRAM = "format 1\nAlice Bob\nRFLFW LFWFR\nFWLWB LRLRL\n"
LEVEL = "; Two steps\nWWWWW\nWU-FW\nWWWWW\n"


def test_games_are_listed(run: Run) -> None:
    status, out, _ = run("games", "--options")
    assert status == 0
    for name in boardwalk.game_names():
        assert re.search(rf"^{name} ", out, re.MULTILINE)
    assert "rows of the grid" in out or "rows" in out


def test_a_level_is_played_from_piped_input(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.boxes").write_text(LEVEL)
    status, out, err = run(
        "play", "box_world", "--set", "pack=mine.boxes", "--save", "mine.match", typed="d\nfly\nundo\nredo\nd\n"
    )
    assert (status, err) == (0, "")
    assert "Two steps" in out and "'f'" in out and "Done in 2 moves" in out
    record = json.loads((tmp_path / "mine.match").read_text())
    assert record["actions"] == [1, 1] and record["game"] == "box_world"


@pytest.mark.rule("RR-1")
def test_a_wrong_size_is_refused_with_the_reason_and_asked_again(run: Run) -> None:
    number = boardwalk.game_names().index("rowdy_racers") + 1
    typed = f"{number}\nown\nnine\n9\n12\n65\n15\n" + "\n" * 12 + "show\nquit\n"
    status, out, _ = run("play", typed=typed)
    assert status == 0
    for wrong in ("nine", "9"):
        assert f"rows must be a whole number from 10 to 64, not '{wrong}'." in out
    assert "cols must be a whole number from 10 to 64, not '65'." in out
    board = out[out.rindex("Type help for help") :]
    assert sum(bool(re.match(r"\s*\d+ ", line)) or line.count(" ") > 10 for line in board.splitlines()) >= 12


def test_a_whole_game_against_a_bot_and_its_replay(run: Run, tmp_path: Path) -> None:
    status, out, err = run(
        "play", "rowdy_racers(turns=30)", "--seat", "random", "--seat", "greedy", "--seed", "4", "--save", "a.match"
    )
    assert (status, err) == (0, "")
    assert re.search(r"^winner: ", out, re.MULTILINE)
    status, again, _ = run("replay", "a.match")
    assert status == 0
    last = int(re.findall(r"step \d+ of (\d+)", again)[-1])
    assert again.count("step ") == last + 1
    status, one, _ = run("replay", "a.match", "--at", "3")
    assert status == 0 and one.startswith(f"step 3 of {last}\n") and one.strip() in again
    assert run("replay", "a.match", "--at", str(last + 1))[::2] == (
        2,
        f"boardwalk: --at must be from 0 to {last}, the steps of this match, not {last + 1}\n",
    )


def test_a_saved_game_goes_on(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.boxes").write_text(LEVEL)
    run("play", "box_world", "--set", "pack=mine.boxes", "--save", "mine.match", typed="d\nquit\n")
    status, out, err = run("play", "--load", "mine.match", typed="d\n")
    assert (status, err) == (0, "") and "Done in 2 moves" in out


@pytest.mark.rule("RB-20")
def test_a_program_file_is_run_and_reported(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.brd").write_text(BOARD)
    (tmp_path / "a.prg").write_text(PROGRAM)
    status, out, err = run("run", "a.brd", "a.prg")
    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == "winner: Alice" and "Alice: flags 1 of 1" in out and "Bob: no flags of 1" in out
    status, traced, _ = run("run", "a.brd", "a.prg", "--trace")
    assert traced.endswith(out) and "slot 1" in traced
    status, data, _ = run("run", "a.brd", "a.prg", "--json")
    assert json.loads(data)["winner"] == "Alice"
    (tmp_path / "short.prg").write_text("".join(PROGRAM.splitlines(True)[:3]))
    assert run("run", "a.brd", "short.prg")[1].splitlines()[-1] == "winner: none"


def test_a_program_that_wins_names_the_winner(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.brd").write_text("format 1\n1\nA\n")
    (tmp_path / "a.prg").write_text("format 1\nZoe\nFWFWF\n")
    assert run("run", "a.brd", "a.prg")[1].splitlines()[-1] == "winner: Zoe"


@pytest.mark.rule("RB-22")
def test_a_game_saved_as_a_program_file_replays_exactly(run: Run, tmp_path: Path) -> None:
    seats = ("--seat", "greedy", "--seat", "greedy", "--seed", "1")
    run("play", "robo_rally", *seats, "--save", "a.prg")
    run("play", "robo_rally", *seats, "--save", "a.match")
    board = Path(robo_rally.__file__).parent / "content/levels" / "first_shift.brd"
    status, out, err = run("run", str(board), "a.prg")
    assert (status, err) == (0, "")
    winner = re.findall(r"^winner: (.*)$", run("play", "robo_rally", *seats)[1], re.MULTILINE)
    assert out.splitlines()[-1] == f"winner: {winner[0]}" and winner[0] != "none"
    end = boardwalk.Match.load(tmp_path / "a.match").position
    assert report.summary(end) == out.splitlines()


WRITABLE = [
    (name, kind.suffix) for name in boardwalk.game_names() for kind in boardwalk.game(name).content.files if kind.write
]


@pytest.mark.parametrize(("name", "suffix"), WRITABLE)
def test_what_is_played_can_be_saved_as_the_games_own_file(run: Run, name: str, suffix: str) -> None:
    run("play", name, "--save", f"a{suffix}", typed="quit\n")
    assert run("check", f"a{suffix}") == (0, f"a{suffix}: ok\n", "")


def test_check_says_ok_or_where(run: Run, tmp_path: Path) -> None:
    (tmp_path / "good.brd").write_text(BOARD)
    (tmp_path / "bad.brd").write_text("format 1\n..A?\n?.\n")
    (tmp_path / "level.txt").write_text(LEVEL)
    (tmp_path / "letter.txt").write_text("Dear Ada,\n")
    (tmp_path / "bytes.brd").write_bytes(b"format 1\n..\xff\n")
    status, out, err = run("check", "good.brd", "bad.brd", "level.txt", "letter.txt", "none.brd", "bytes.brd")
    assert status == 2
    assert out == "good.brd: ok\nlevel.txt: ok\n"
    lines = err.splitlines()
    assert lines[0].startswith("bad.brd:2:4: unknown symbol '?'")
    assert lines[1].startswith("bad.brd:3:1: unknown symbol '?'")
    assert lines[2] == "bad.brd:3:3: this row has 2 squares; expected 4 as in the first row"
    assert lines[3].startswith("letter.txt:1:1: expected a file of a known kind")
    assert lines[4] == "none.brd: No such file or directory"
    assert lines[5] == "bytes.brd:2:3: expected text in UTF-8"
    assert run("check", "good.brd")[0] == 0


@pytest.mark.parametrize("name", boardwalk.game_names())
def test_every_game_can_be_shown(run: Run, tmp_path: Path, name: str) -> None:
    status, out, err = run("show", name)
    assert (status, err) == (0, "") and len(out.splitlines()) > 3
    assert run("show", name, "--svg", "a.svg") == (0, "", "")
    assert ElementTree.parse(tmp_path / "a.svg").getroot().tag.endswith("svg")


def test_files_can_be_shown(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.brd").write_text(BOARD)
    (tmp_path / "look_only.brd").write_text("format 1\n.>.\n")
    (tmp_path / "a.prg").write_text(PROGRAM)
    assert run("show", "a.brd")[0] == 0
    assert run("show", "look_only.brd")[0] == 0
    assert run("show", "a.prg")[::2] == (2, "boardwalk: a.prg: a RoboRally program has no picture of its own\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "chess"], "there is no game 'chess'; the games are " + ", ".join(boardwalk.game_names())),
        (["play", "box_world", "--set", "pack"], "--set needs option=value, not 'pack'"),
        (["play", "box_world", "--seat", "ghost"], "--seat must be one of human, random, easy, not 'ghost'"),
        (
            ["play", "box_world", "--seat", "greedy", "--seat", "greedy"],
            "Box World has 1 seat here; --seat was given 2 times",
        ),
        (
            ["play", "capture_the_flag", "--preset", "chess"],
            "--preset must be one of Three a side, Duel, Five a side, Short, not 'chess'",
        ),
        (["play", "box_world", "--save", "no/such/a.match"], "no/such/a.match: No such file or directory"),
        (["play", "--preset", "Duel"], "name a game to use --preset, --set, --seat, --seed or --save"),
        (["show", "."], ".: Is a directory"),
        (["solve", "."], ".: Is a directory"),
        (["generate", "box_world", "--size", "1x1"], "a generated level has from 5 to 64 rows, not 1"),
        (["generate", "box_world", "--out", "no/such/a.boxes"], "no/such/a.boxes: No such file or directory"),
        (["play", "rowdy_racers", "--set", "rows=9"], "rows must be a whole number from 10 to 64, not '9'"),
        (["play", "rowdy_racers(rows"], "expected option=value at 'rows' in the game string"),
        (["play", "--load", "none.match"], "none.match: No such file or directory"),
        (["show", "none.brd"], "none.brd: No such file or directory"),
        (["show", "box_world", "--seat", "2"], "--seat must be 1, not 2"),
        (["replay", "none.match"], "none.match: No such file or directory"),
        (["play", "box_world", "--seed", "x"], "--seed must be a whole number"),
        (["play", "box_world", "--seed", "9" * 5000], "--seed must be a whole number"),
        (["serve", "--port", "70000"], "--port must be a whole number from 0 to 65535"),
        (["bench", "--seconds", "nan"], "--seconds must be a number, at least 0.05"),
        (["dance"], "No such command 'dance'"),
        (["show"], "Missing argument 'GAME|FILE'"),
        (["show", "box_world", "--svg", "no/such/folder.svg"], "no/such/folder.svg: No such file or directory"),
    ],
)
def test_errors_are_one_sentence_and_status_2(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str], sentence: str
) -> None:
    """Arguments are checked before anything is compiled."""
    monkeypatch.setattr(compiling, "prepare", lambda *_: pytest.fail("compiled before its arguments were checked"))
    assert run(*arguments) == (2, "", f"boardwalk: {sentence}\n")


def test_a_preset_is_played_and_its_options_can_be_changed(run: Run) -> None:
    arguments = ("play", "robo_rally", "--preset", "sorting hall", "--set", "rounds=9", "--save", "a.match")
    assert run(*arguments, typed="quit\n")[0] == 0
    expected = {**boardwalk.game("robo_rally").content.presets[0].options, "rounds": 9}
    assert boardwalk.Match.load("a.match").table.options.changed() == expected


def test_a_game_is_saved_elsewhere_if_its_file_can_no_longer_be_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.boxes").write_text(LEVEL)
    arguments = ("play", "box_world", "--set", "pack=mine.boxes", "--save", "kept/a.match")
    (tmp_path / "kept").mkdir()

    class Removing(io.StringIO):
        """What is typed; the folder is removed once the game has begun."""

        def readline(self, size: int = -1) -> str:  # type: ignore[override]
            if (tmp_path / "kept").exists():
                (tmp_path / "kept").rmdir()
            return super().readline(size)

    status, out, err = run(*arguments, typed=Removing("d\nquit\nno/such/b.match\nb.match\n"))
    assert (status, err) == (0, "") and out.count("The game is not saved: ") == 2
    assert json.loads((tmp_path / "b.match").read_text())["actions"] == [1]
    (tmp_path / "kept").mkdir()
    status, out, err = run(*arguments, typed=Removing("d\n"))
    assert (status, err) == (0, ""), "without an answer there is no other file"


def test_a_file_of_games_without_an_id_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_text('{"id": "1.1.0", "seed": 1}\n')
    sentence = "games.jsonl holds many games: name one as games.jsonl:ID"
    assert run("replay", "games.jsonl") == (2, "", f"boardwalk: {sentence}\n")


def test_the_shell_completes_games_bots_and_presets(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setenv("_BOARDWALK_COMPLETE", "complete_bash")

    def completed(*words: str) -> list[str]:
        monkeypatch.setenv("COMP_WORDS", " ".join(("boardwalk", *words)))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        return run()[1].split("\n")[:-1]

    assert completed("play", "ro") == ["robo_rally", "rowdy_racers"]
    assert {"human", "easy", "hard"} <= {*completed("play", "fog_quoridor", "--seat", "")}
    assert completed("play", "capture_the_flag", "--preset", "Du") == ["Duel"]
    assert completed("arena", "fog_quoridor", "me") == ["medium"]


def test_an_unknown_setting_of_the_server_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWALK_SETTINGS", '{"rooms": 5}')
    status, _, err = run("serve")
    assert status == 2 and err.startswith(
        "boardwalk: BOARDWALK_SETTINGS is not right: there is no setting 'rooms'; the "
    )


def test_a_wrong_file_given_as_an_option_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.boxes").write_text("U-\n-F?\n")
    status, _, err = run("play", "box_world", "--set", "pack=bad.boxes")
    assert status == 2 and err.startswith("boardwalk: bad.boxes:2:3: ")


def test_bench_reports_every_game(run: Run) -> None:
    status, out, _ = run("bench", "--json", "--seconds", "0.05", "--game", "box_world")
    assert status == 0
    row = json.loads(out)["games"]["box_world"]
    assert row["actions_a_second"] > 0 and row["state_bytes"] > 0 and row["compile_seconds"] > 0
    assert "box_world" in run("bench", "--seconds", "0.05", "--game", "box_world")[1]
