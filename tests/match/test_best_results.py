"""Best results: what is stored, what is not, and that nothing is lost if the file is corrupt or can't be written."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from boardwalk.contract.parts import Result
from boardwalk.engine.user_dirs import data_folder
from boardwalk.match import best_results


def counts(moves: int, pushes: int) -> dict[str, int]:
    return {"moves": moves, "pushes": pushes}


def level(key: str, moves: int, pushes: int) -> Result:
    return Result(key, "A level", counts(moves, pushes))


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A separate data folder, not created yet."""
    folder = tmp_path / "data"
    monkeypatch.setenv("BOARDWALK_DATA", str(folder))
    return folder


@pytest.mark.rule("BW-15")
def test_the_fewest_moves_are_kept_and_of_those_the_fewest_pushes() -> None:
    assert best_results.best("box_world", "a") is None
    assert best_results.note("box_world", level("a", 14, 3)) == (None, counts(14, 3))
    assert best_results.note("box_world", level("a", 15, 0)) == (counts(14, 3), counts(14, 3))
    assert best_results.note("box_world", level("a", 14, 4)) == (counts(14, 3), counts(14, 3))
    assert best_results.note("box_world", level("a", 14, 3)) == (counts(14, 3), counts(14, 3))
    assert best_results.note("box_world", level("a", 14, 2)) == (counts(14, 3), counts(14, 2))
    assert best_results.note("box_world", level("a", 12, 9)) == (counts(14, 2), counts(12, 9))
    assert best_results.best("box_world", "a") == counts(12, 9)


@pytest.mark.rule("BW-15")
def test_results_are_kept_by_game_and_key(data: Path) -> None:
    best_results.note("box_world", level("a", 5, 1))
    best_results.note("box_world", level("b", 6, 1))
    best_results.note("another", level("a", 7, 1))
    assert [
        best_results.best(*at) for at in [("box_world", "a"), ("box_world", "b"), ("another", "a"), ("another", "b")]
    ] == [
        counts(5, 1),
        counts(6, 1),
        counts(7, 1),
        None,
    ]
    assert [entry.name for entry in data.iterdir()] == ["best.json"]


def test_a_result_that_counts_something_else_takes_the_place_of_the_old_one() -> None:
    best_results.note("another", Result("a", "", {"slots": 9}))
    assert best_results.note("another", Result("a", "", {"rounds": 9})) == ({"slots": 9}, {"rounds": 9})


def test_the_folder_without_the_environment_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BOARDWALK_DATA")
    assert data_folder().name == "boardwalk"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "it ends too early"),
        (b'{"box_world": {"a": {"moves": 4', "it ends too early"),
        (b"[]", "expected an object, got a list"),
        (b'{"box_world": {"a": {"moves": -1, "pushes": 0}}}', "expected a whole number >= 0"),
    ],
)
def test_a_broken_file_is_set_aside_with_one_message(
    data: Path, caplog: pytest.LogCaptureFixture, text: bytes, why: str
) -> None:
    data.mkdir()
    (data / "best.json").write_bytes(text)
    (data / "best.broken-1.json").write_bytes(b"an older one")
    with caplog.at_level(logging.WARNING):
        assert best_results.note("box_world", level("a", 3, 1)) == (None, counts(3, 1))
        assert best_results.best("box_world", "a") == counts(3, 1)
    path = data / "best.json"
    assert caplog.messages == [f"{path} held no best results ({why}); it is set aside as best.broken-2.json"]
    assert (data / "best.broken-2.json").read_bytes() == text
    assert (data / "best.broken-1.json").read_bytes() == b"an older one"


def test_bytes_that_are_no_text_are_set_aside(data: Path, caplog: pytest.LogCaptureFixture) -> None:
    data.mkdir()
    (data / "best.json").write_bytes(b'{"\xff": 1}')
    assert best_results.best("box_world", "a") is None
    assert len(caplog.messages) == 1 and (data / "best.broken-1.json").read_bytes() == b'{"\xff": 1}'


def test_a_file_that_can_not_be_read_is_left_alone(data: Path, caplog: pytest.LogCaptureFixture) -> None:
    (data / "best.json").mkdir(parents=True)
    assert best_results.note("box_world", level("a", 3, 1)) == (None, counts(3, 1))
    assert caplog.messages == [f"best results can't be read from {data / 'best.json'}: Is a directory"]
    assert (data / "best.json").is_dir()


def test_a_broken_file_that_can_not_be_set_aside_is_left_alone(
    data: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    data.mkdir()
    (data / "best.json").write_bytes(b"broken")
    refuse(monkeypatch)
    assert best_results.note("box_world", level("a", 3, 1)) == (None, counts(3, 1))
    assert len(caplog.messages) == 1 and "can't be set aside: No space left" in caplog.messages[0]
    assert (data / "best.json").read_bytes() == b"broken"


def test_a_result_that_can_not_be_written_changes_nothing(
    data: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    best_results.note("box_world", level("a", 9, 1))
    refuse(monkeypatch)
    assert best_results.note("box_world", level("a", 3, 1)) == (counts(9, 1), counts(3, 1))
    assert caplog.messages == [f"best results can't be kept in {data / 'best.json'}: No space left"]
    assert [entry.name for entry in data.iterdir()] == ["best.json"]
    assert best_results.best("box_world", "a") == counts(9, 1)


def refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every replacement of a file fail."""

    def replace(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left")

    monkeypatch.setattr(Path, "replace", replace)
