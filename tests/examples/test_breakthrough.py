"""The game in one file: it is short, keeps the contract, and is played by bots, in batches and at the prompt."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

import pytest
from one_file_game import FILE, installed

import boardwalk
from boardwalk import testing
from boardwalk.batch import Batch
from boardwalk.cli.prompt import Prompt, Quit, Session
from boardwalk.contract import registry
from boardwalk.contract.game import Table
from boardwalk.tutorial import guide_of, lessons_of

KNOWN = (registry._loaders, registry._load, registry.games)  # what the registry remembers


@pytest.fixture
def table(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """The game as another package's, found by its entry point."""
    for folder in installed(tmp_path_factory.mktemp("site")):
        monkeypatch.syspath_prepend(folder)
    for known in KNOWN:
        known.cache_clear()
    yield boardwalk.table("breakthrough")
    for known in KNOWN:
        known.cache_clear()


def test_it_has_fewer_than_a_hundred_lines() -> None:
    assert len(FILE.read_text(encoding="utf-8").splitlines()) < 100


def test_it_keeps_the_contract(table: Table) -> None:
    testing.check_contract(table)
    for seed in range(3):
        assert testing.check_game(table, seed).over


def test_it_has_no_rulebook_guide_or_lessons(table: Table) -> None:
    assert not table.game.has_rulebook
    assert guide_of(table.game) is None and lessons_of(table.game) == ()


def test_the_hard_bot_beats_one_that_plays_at_random(table: Table) -> None:
    match = boardwalk.Match(table, seed=1)
    boardwalk.play(match, {0: boardwalk.make_bot("random", 1), 1: boardwalk.make_bot("hard", 2, simulations=400)})
    assert match.scores == (-1, 1)


def test_batches_play_it(table: Table) -> None:
    played = Batch(table, 16, seed=1).play(1600)
    assert played.finished > 16


def test_at_the_prompt_a_move_can_be_given_cell_by_cell(table: Table) -> None:
    sink = StringIO()
    prompt = Prompt(StringIO("a5\na4\nb2b3\nc4\nquit\n"), sink)
    session = Session(prompt, boardwalk.Match(table, 1), ["human", "human"])
    with pytest.raises(Quit):
        session.play()
    assert "From a5 to a4, b4." in sink.getvalue()
    assert "'c4' is no move" in sink.getvalue()
    assert session.match.position.state.pawn[18] and session.match.position.state.pawn[13]
    assert len(session.match.actions) == 2
