"""The maker of daily challenges: pools are extended, not made anew, and what is wrong in one is found."""

from __future__ import annotations

from importlib import import_module
from itertools import count, islice
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import msgspec
import pytest

from boardwalk.contract.challenge_pool import pool
from boardwalk.games.capture_the_flag.content.challenge import maze
from boardwalk.games.capture_the_flag.files import read_maze
from boardwalk.games.fog_quoridor.content.challenge import mirrored

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def maker(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    return import_module("make_challenges")


def entries(game: str) -> list[dict[str, Any]]:
    return list(pool(f"boardwalk.games.{game}.content"))


@pytest.mark.parametrize("mixed", [False, True])
def test_a_pool_keeps_what_it_has(maker: ModuleType, tmp_path: Path, mixed: bool) -> None:
    def more(have: list[dict[str, int]]) -> Any:
        return ({"number": number} for number in count(len(have)))

    path = tmp_path / "challenges.json"
    made = maker.Maker(more, lambda entry: entry["number"] != 3, mixed=mixed)
    for wanted in (2, 5, 4):
        maker.extend(made, path, wanted)
    found = [entry["number"] for entry in msgspec.json.decode(path.read_bytes())]
    assert sorted(found) == list(range(5)) and (found != list(range(5))) == mixed
    assert maker.check(made, path) == 1


def test_further_positions_have_other_pawns(maker: ModuleType) -> None:
    have = entries("fog_quoridor")
    pawns = {entry["board"][0] for entry in have}
    for entry in islice(maker.more_positions(have), 1):
        assert entry["board"][0] not in pawns and mirrored(entry["board"][0]) not in pawns
        assert maker.is_right_position(entry)
        first, _, rest = entry["line"].partition(" ")
        other = "a1h" if first != "a1h" else "b1h"
        assert not maker.is_right_position({**entry, "line": f"{other} {rest}"})


def test_further_floors_differ(maker: ModuleType) -> None:
    have = entries("robo_rally")
    (entry,) = islice(maker.more_floors(have), 1)
    assert entry["board"] not in [one["board"] for one in have]
    assert maker.is_right_floor(entry)
    assert not maker.is_right_floor({**entry, "letters": entry["letters"] + "F"})


def test_an_escape_that_was_solved_is_played(maker: ModuleType) -> None:
    """The solved pursuit is right about the game: whoever follows it gets home in time."""
    pursuit = maker.pursuit_of(read_maze(maze(2)))
    for cells in islice(pursuit.escapes(Random(1)), 5):
        one = maker.challenge_of("capture_the_flag", {"maze": 2, "cells": cells, "par": 1, "game": "", "bot": 0})
        table = maker.boardwalk.game("capture_the_flag").table(one.options)
        for seed in range(3):
            match = maker.first(one, table)
            maker.play(match, {0: maker.Runner(pursuit), 1: maker.make_bot("easy", seed)}, 200)
            ticks = one.result(match.position)
            assert ticks is not None and ticks <= 36


@pytest.mark.parametrize("game", ["capture_the_flag", "rowdy_racers"])
def test_a_game_that_the_bot_would_not_play_is_found(maker: ModuleType, game: str) -> None:
    entry = entries(game)[0]
    is_right = maker.MAKERS[game].is_right
    assert is_right(entry)
    assert not is_right({**entry, "par": entry["par"] + 1})
    longest = entry["game"][:-2] + entry["game"][-1]
    assert not is_right({**entry, "game": longest})
