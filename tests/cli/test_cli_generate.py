"""The command `generate`."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import Run

import boardwalk

GENERATORS = [
    (game.name, kind)
    for game in map(boardwalk.game, boardwalk.game_names())
    for kind in game.content.files
    if kind.generator
]


@pytest.mark.parametrize(("name", "kind"), GENERATORS, ids=[name for name, _ in GENERATORS])
def test_what_is_generated_is_a_file_that_can_be_read(run: Run, name: str, kind: boardwalk.FileKind) -> None:
    path = f"mine{kind.suffix}"
    assert run("generate", name, "--seed", "5", "--out", path) == (0, "", "")
    assert run("check", path) == (0, f"{path}: ok\n", "")
    assert run("generate", name, "--seed", "5")[1] == Path(path).read_text()


@pytest.mark.parametrize(("name", "kind"), GENERATORS, ids=[name for name, _ in GENERATORS])
def test_several_go_to_a_folder(run: Run, name: str, kind: boardwalk.FileKind, tmp_path: Path) -> None:
    status, out, err = run("generate", name, "--seed", "5", "--count", "2", "--out", ".")
    assert (status, err) == (0, "")
    assert kind.generator
    assert len(out.splitlines()) == (1 if kind.generator.joined else 2)
    for path in out.splitlines():
        kind.read(Path(path).read_text())


def test_levels_form_a_pack(run: Run) -> None:
    out = run("generate", "box_world", "--seed", "2", "--count", "3", "--size", "6x7")[1]
    levels = boardwalk.game("box_world").table({"pack": out}).layout.notes
    assert [(len(level.rows), len(level.rows[0])) for level in levels] == [(6, 7)] * 3


def test_a_seed_is_named_if_none_is_given(run: Run) -> None:
    _, out, err = run("generate", "box_world")
    option, seed, *_ = err.split()
    assert run("generate", "box_world", option, seed) == (0, out, "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess",), "there is no game 'chess'"),
        (("fog_quoridor",), "nothing can be generated for fog_quoridor; it can for box_world"),
        (("box_world", "--size", "8"), "--size must be rows x columns, such as 8x10, not '8'"),
        (("box_world", "--size", "8x1"), "a generated level has from "),
        (("box_world", "--difficulty", "mean"), "--difficulty must be one of gentle, "),
        (("box_world", "--count", "0"), "--count must be a whole number, at least 1"),
        (("box_world", "--seed", "1", "--out", "no/such.boxes"), "no/such.boxes: No such file"),
    ],
)
def test_errors_are_one_sentence(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    status, out, err = run("generate", *arguments)
    assert (status, out) == (2, "")
    assert err.splitlines()[-1].startswith(f"boardwalk: {sentence}")
