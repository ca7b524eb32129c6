"""Games, tables, positions and rules as Python shows them."""

from __future__ import annotations

from typing import Any

import pytest

import boardwalk
from boardwalk import EVERYTHING, Match, OptionError, RecordError
from boardwalk.engine.rules import AUDIENCE, BOARD, NOBODY

LONGEST = 160


@pytest.mark.parametrize("name", boardwalk.game_names())
def test_everything_at_a_table_shows_itself_in_one_short_line(name: str) -> None:
    match = Match(boardwalk.table(name), seed=1)
    views = [match.view(seat) for seat in (*range(len(match.table.seats)), AUDIENCE)]
    for thing in (match.table.game, match.table, match.rules, match.position, match, *views):
        shown = repr(thing)
        assert name in shown
        assert len(shown) < LONGEST and "\n" not in shown and " at 0x" not in shown, shown


def test_what_is_shown_of_a_position_is_whose_turn_it_is() -> None:
    match = Match(boardwalk.table("fog_quoridor(walls=open)"), seed=1)
    position, view = match.position, match.view(1)
    first, second = match.table.seats
    assert repr(match.table.game) == f"<Game fog_quoridor, version {match.table.game.version}>"
    assert repr(match.table) == "<Table fog_quoridor(walls=open)>"
    assert repr(match.table.interpreted) == "<Rules fog_quoridor(walls=open): interpreted>"
    assert repr(position) == f"<Position fog_quoridor(walls=open): {first} to act>"
    assert repr(view) == f"<View of {second}: {view.position!r}>"
    assert repr(match.view(AUDIENCE)).startswith("<View of the audience: ")
    match.public = True
    assert repr(match.view(EVERYTHING)).startswith("<View of everything: ")
    for to_act, text in ((BOARD, "the board to act"), (NOBODY, "over")):
        position.state.to_act = to_act
        assert repr(position) == f"<Position fog_quoridor(walls=open): {text}>"


def test_a_table_with_a_whole_file_among_its_options_is_shown_in_one_line() -> None:
    match = Match(boardwalk.table("box_world", {"pack": "U---------F\n\n" * 40}), seed=1)
    for thing in (match.table, match.position, match, match.view(0)):
        assert len(repr(thing)) < LONGEST and "…" in repr(thing)


@pytest.mark.parametrize("seed", ["x", 1.5, None, True, 2**64])
def test_a_seed_that_no_record_can_keep_deals_nothing(seed: Any) -> None:
    with pytest.raises(RecordError, match="a seed is a whole number of at most 64 bits, not "):
        boardwalk.table("connect_four").deal(seed)


def test_options_are_given_by_name() -> None:
    with pytest.raises(OptionError, match=r"expected options by name, such as {'walls': 'open'}, not 5"):
        boardwalk.table("fog_quoridor", 5)  # type: ignore[arg-type]
