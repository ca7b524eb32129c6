"""Files of every kind, as other programs write them."""

from __future__ import annotations

from pathlib import Path

import pytest

import boardwalk
from boardwalk import Match
from boardwalk.files import find_kind, open_file

MARK = "\ufeff"  # the byte-order mark that some editors write at the start of a file
TEXTS = {
    ".brd": "format 1\n........\n...1....\n........\n..A..B..\n",
    ".prg": "format 1\nAlice Bob\nRFLFW LFWFR\n",
    ".boxes": "; Two steps\nWWWWW\nWU-FW\nWWWWW\n",
    ".maze": (Path(boardwalk.__file__).parent / "games/capture_the_flag/content/levels/garden.maze").read_text(),
}


@pytest.mark.parametrize("suffix", TEXTS)
def test_a_text_with_a_byte_order_mark_is_recognised_and_read(suffix: str) -> None:
    _, kind = find_kind("mine.txt", MARK + TEXTS[suffix])
    assert kind.suffix == suffix
    kind.read(MARK + TEXTS[suffix])


def test_records_and_positions_with_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    match = Match(boardwalk.table("box_world"), seed=1)
    match.act(0, match.view(0).legal[0])
    record, position = boardwalk.write_record(match.record()), boardwalk.write_position(match.position)
    assert boardwalk.read_record(MARK + record) == match.record()
    assert boardwalk.read_position(MARK + position).state == match.position.state
    assert Match.from_position(MARK + position, seed=1).position.state == match.position.state
    path = tmp_path / "mine.match"
    for text in (MARK + record, MARK + position):
        path.write_text(text, encoding="utf-8")
        opened = open_file(str(path.rename(path.with_suffix(".match" if "seed" in text else ".position"))))
        assert (opened.position or opened.match.position).state == match.position.state  # type: ignore[union-attr]
    path.write_text(MARK + record, encoding="utf-8")
    assert Match.load(path).record() == match.record()
