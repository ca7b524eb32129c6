"""Lines at the prompt: a move from a cell to a cell may be given cell by cell."""

from __future__ import annotations

from io import StringIO
from typing import Any, NamedTuple

import pytest

import boardwalk
from boardwalk.cli.prompt import Prompt, Session
from boardwalk.contract.scene import Choice, Scene, Tile


class Seen(NamedTuple):
    """What the prompt reads of a view."""

    scene: Scene
    choices: tuple[Choice, ...]


BOARD = Scene(
    "steel", 3, 3, (Tile("floor", ".", "floor"),), (0,) * 9, "", row_labels=("3", "2", "1"), col_labels=("a", "b", "c")
)
MOVES = (
    Choice(0, "a1a2", "a1 to a2", cell=(1, 0), start=(2, 0)),
    Choice(1, "a1b2", "a1 to b2", cell=(1, 1), start=(2, 0)),
    Choice(2, "c1b2", "c1 to b2", cell=(1, 1), start=(2, 2)),
    Choice(3, "c3", "drop at c3", cell=(0, 2)),
)
SEEN: Any = Seen(BOARD, MOVES)


@pytest.fixture
def session() -> Session:
    return Session(Prompt(StringIO(), StringIO()), boardwalk.Match(boardwalk.table("connect_four"), 1), ["human"] * 2)


def test_a_cell_says_where_one_can_go_from_there_and_the_next_is_the_move(session: Session) -> None:
    assert session.by_cells(SEEN, "a1") == ""
    assert session.prompt.sink.getvalue() == "From a1 to a2, b2.\n"  # type: ignore[attr-defined]
    assert session.by_cells(SEEN, "b2") == "a1b2"
    assert session.by_cells(SEEN, "b2") == "b2", "nothing is picked any more"


def test_another_start_may_be_picked_instead(session: Session) -> None:
    assert session.by_cells(SEEN, "a1") == session.by_cells(SEEN, "C1 ") == ""
    assert session.by_cells(SEEN, "b2") == "c1b2"


@pytest.mark.parametrize("line", ["a1a2", "c3", "b1", "resign now"])
def test_other_lines_stay_as_they_are_and_put_the_start_back(session: Session, line: str) -> None:
    session.by_cells(SEEN, "a1")
    assert session.by_cells(SEEN, line) == line
    assert session.by_cells(SEEN, "a2") == "a2"


def test_a_move_with_the_name_of_a_cell_comes_first(session: Session) -> None:
    seen: Any = Seen(BOARD, (*MOVES, Choice(4, "a1", "drop at a1", cell=(2, 0))))
    assert session.by_cells(seen, "a1") == "a1"
