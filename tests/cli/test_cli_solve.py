"""The command `solve`."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import Run

import boardwalk
from boardwalk.cli import solve as command
from boardwalk.contract.parts import Solution
from boardwalk.games.box_world.search import solver

LEVELS = "; Two steps\nU-F\n\n; No way\nU-BF\n"


def test_a_level_of_a_pack_is_solved_with_proof(run: Run) -> None:
    status, out, err = run("solve", "night_shift:2")
    assert (status, err) == (0, "")
    title, *solutions, verdict = out.splitlines()
    assert title == "Level 2 of 13: A cold start" and verdict == "  24 moves: the fewest possible"
    path = solutions[-1].split(": ")[1]
    match = boardwalk.Match(boardwalk.table("box_world(pack=night_shift,level=2)"))
    for action in boardwalk.game("box_world").notation.read_actions(match.position, path):
        match.act(0, action)
    assert match.over and len(path) == 24


def test_every_level_of_a_file_is_solved_or_proven_unsolvable(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.boxes").write_text(LEVELS)
    status, out, _ = run("solve", "mine.boxes")
    assert status == 1
    lines = out.splitlines()
    assert (
        lines[0] == "Level 1 of 2: Two steps" and lines[1].endswith(": dd") and lines[1].startswith("  2 moves after ")
    )
    assert lines[2:] == ["  2 moves: the fewest possible", "Level 2 of 2: No way", "  can't be solved"]
    assert run("solve", "mine.boxes:1")[0] == 0


def test_a_saved_match_is_solved_from_where_it_is(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.boxes").write_text(LEVELS)
    run("play", "box_world", "--set", "pack=mine.boxes", "--save", "mine.match", typed="d\nquit\n")
    assert run("solve", "mine.match")[1].splitlines()[-1] == "  1 move: the fewest possible"


def test_a_search_that_runs_out_of_time_says_what_it_knows(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 1000, 10))
    monkeypatch.setattr(command, "monotonic", lambda: next(clock))
    monkeypatch.setattr(solver, "EXPANSIONS", 5)
    status, out, _ = run("solve", "night_shift:13", "--memory", "1")
    assert status == 3 and out.splitlines()[-1].startswith("  no solution found; one has at least ")


def test_an_interrupted_search_prints_what_it_has_found(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(position: boardwalk.Position, memory: int) -> object:
        yield Solution((1, 1), 1, False)
        raise KeyboardInterrupt

    game = boardwalk.game("box_world")
    assert game.content.solver
    monkeypatch.setitem(game.content.solver.__dict__, "solve", interrupted)
    status, out, _ = run("solve", "first_steps:1")
    assert status == 130
    assert out.splitlines()[-1] == "  2 moves: the best known; at least 1 are needed"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nowhere",), "there is no file, game, pack or board 'nowhere'; those that ship are fiendish, "),
        (("nowhere.boxes",), "nowhere.boxes: No such file or directory"),
        (("night_shift:14",), "night_shift has levels 1 to 13, not 14"),
        (("night_shift:0",), "night_shift has levels 1 to 13, not 0"),
        (("fog_quoridor",), "there is no solver for fog_quoridor; there is for box_world"),
        (("bad.boxes",), "bad.boxes:1:2: unknown symbol 'x'"),
        (("night_shift", "--seconds", "0"), "--seconds must be a number, at least 0.01"),
    ],
)
def test_errors_are_one_sentence(run: Run, arguments: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    (tmp_path / "bad.boxes").write_text("UxF\n")
    status, out, err = run("solve", *arguments)
    assert (status, out) == (2, "")
    assert err.startswith(f"boardwalk: {sentence}") and err.count("\n") == 1


def test_a_board_is_solved_for_a_robot_alone_from_each_start(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.brd").write_text("format 1\n1x.B\n....\nA..x\n")
    status, out, err = run("solve", "mine.brd")
    assert (status, err) == (0, "")
    first, path, verdict, second, *_ = out.splitlines()
    assert (first, second) == ("Robot A alone", "Robot B alone")
    assert path.endswith(": FUB") and verdict == "  3 slots: the fewest possible"
    (tmp_path / "walled.brd").write_text("format 1\n1x\nxA\n")
    assert run("solve", "walled.brd")[:2] == (1, "Robot A alone\n  can't be solved\n")
