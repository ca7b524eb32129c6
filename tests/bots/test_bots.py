"""Bots: those of other packages can be seated by name, and for one that can't be used the error says why."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, fields
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import boardwalk
from boardwalk.bots import GreedyBot, RandomBot, bot_names, check_bot, make_bot, names
from boardwalk.bots.thinking import MediumBot, Parameters, checked
from boardwalk.contract.errors import MoveError, OptionError, UnknownBotError
from boardwalk.contract.options import fields as option_fields
from boardwalk.contract.search import AlphaBeta, Beginner, Budgets, Programs, Solved, Tasks, Tree, Turns
from boardwalk.match import View
from boardwalk.search import Analysis, Thinker

STRENGTHS = ("random", "beginner", "easy", "medium", "hard")
OUTSIDE = """
class Last:
    def __init__(self, seed):
        self.seed = seed

    def choose(self, view):
        return view.legal[-1]

class Walker(Last):
    games = ("fog_quoridor",)

number = 7
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with entry points for four bots: two work, one is not callable, one does not exist."""
    (tmp_path / "outside_bots.py").write_text(OUTSIDE)
    info = tmp_path / "outside_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: outside_bots\nVersion: 1.0\n")
    offered = {"last": "Last", "walker": "Walker", "number": "number", "missing": "Missing"}
    entries = "".join(f"{name} = outside_bots:{what}\n" for name, what in offered.items())
    (info / "entry_points.txt").write_text(f"[boardwalk.bots]\n{entries}")
    return tmp_path


@pytest.fixture
def offered(package: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(package)
    for cached in (names._entry_points, names._load):
        cached.cache_clear()
    yield
    for cached in (names._entry_points, names._load):
        cached.cache_clear()
    sys.modules.pop("outside_bots", None)


@pytest.mark.usefixtures("offered")
def test_bots_of_other_packages_are_found_by_name() -> None:
    assert bot_names() == (*STRENGTHS, "last", "missing", "number", "walker")
    assert bot_names("fog_quoridor") == (*STRENGTHS, "last", "walker")
    assert bot_names("box_world") == ("random", "easy", "last"), "searching bots are for several players"
    match = boardwalk.Match(boardwalk.table("fog_quoridor"), seed=1)
    boardwalk.play(match, {0: make_bot("last", 1), 1: make_bot("walker", 2)}, limit=6)
    assert len(match.actions) == 6


@pytest.mark.usefixtures("offered")
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("stockfish", "there is no bot 'stockfish'; the bots are random, easy, last"),
        ("walker", "the bot 'walker' does not play box_world; random, easy, last do"),
        ("number", "the bot 'number' can't be used: its entry point is no callable that takes a seed"),
        ("missing", "the bot 'missing' can't be used: AttributeError"),
    ],
)
def test_a_bot_that_cannot_be_seated_says_why(name: str, sentence: str) -> None:
    with pytest.raises(UnknownBotError, match=sentence):
        check_bot(name, "box_world")


def test_greedy_is_another_name_of_easy() -> None:
    check_bot("greedy", "fog_quoridor")
    assert isinstance(make_bot("greedy"), type(make_bot("easy")))
    assert "greedy" not in bot_names()


@pytest.mark.usefixtures("offered")
def test_environments_take_them_as_opponents() -> None:
    import boardwalk.learning.gymnasium as adapter

    env = adapter.BoardwalkEnv("fog_quoridor", opponent="walker")
    _, info = env.reset(seed=1)
    env.step(int(info["action_mask"].argmax()))
    envs = adapter.BoardwalkVectorEnv("fog_quoridor", 3, opponent="last")
    _, infos = envs.reset(seed=1)
    envs.step(infos["action_mask"].argmax(axis=1))
    with pytest.raises(UnknownBotError, match="'walker' does not play rowdy_racers"):
        adapter.BoardwalkEnv("rowdy_racers", opponent="walker")


def test_the_prompt_seats_them(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", ":".join([str(package), *sys.path]))
    command = [sys.executable, "-m", "boardwalk", "play", "fog_quoridor", "--seat", "last"]
    played = subprocess.run([*command, "--seat", "human"], input="", capture_output=True, text=True, check=False)
    assert (played.returncode, played.stdout[-4:]) == (0, "B> \n"), "the bot has acted, and the person is asked"
    refused = subprocess.run([*command, "--seat", "missing"], input="", capture_output=True, text=True, check=False)
    expected = "--seat must be one of human, random, beginner, easy, medium, hard, last, walker, not 'missing'"
    assert (refused.returncode, refused.stderr) == (2, f"boardwalk: {expected}\n")


def test_an_own_name_is_never_taken_by_another_package(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [EntryPoint("greedy", "outside_bots:Last", names.GROUP)]
    monkeypatch.setattr(names.metadata, "entry_points", lambda group: entries)
    names._entry_points.cache_clear()
    try:
        assert isinstance(make_bot("greedy"), GreedyBot)
    finally:
        names._entry_points.cache_clear()


def test_parameters_of_a_bot() -> None:
    """A budget in simulations is not cut by the clock; a time brings a budget in proportion."""
    match = boardwalk.Match(boardwalk.table("connect_four"), seed=1)
    view = match.view(0)
    hard = view.table.search.budgets.hard
    for parameters, budget, seconds in (
        ({}, hard, 0.2),
        ({"simulations": 50}, 50, None),
        ({"simulations": 3 * hard, "seconds": 1.0}, 3 * hard, 1.0),
        ({"seconds": 0.4}, 2 * hard, 0.4),
    ):
        made = make_bot("hard", 1, **parameters)
        assert (made._thinker_for(view).search.budgets.hard, made.seconds) == (budget, seconds)
    medium = make_bot("medium", 1, simulations=5, exploration=2.0)._thinker_for(view).search
    assert medium.budgets == Budgets(medium=5, hard=hard)
    assert medium.method == Tree(exploration=2.0)


@pytest.mark.parametrize(
    ("bot", "parameters", "sentence"),
    [
        ("hard", {"plies": 3}, "there is no parameter 'plies'; the parameters are simulations, seconds, "),
        ("easy", {"simulations": 3}, "the bot 'easy' takes no parameter 'simulations'"),
        ("hard", {"simulations": -3}, "simulations must be a whole number from 1 to 1000000000, not '-3'"),
        ("medium", {"simulations": 2.5}, "simulations must be a whole number from 1 to 1000000000, not '2.5'"),
        ("hard", {"seconds": "soon"}, "seconds must be a number from 0.001 to 86400, not 'soon'"),
        ("hard", {"greedy_share": float("nan")}, "greedy_share must be a number from 0 to 1, not 'nan'"),
        ("beginner", {"habit": 1.5}, "habit must be a number from 0 to 1, not '1.5'"),
    ],
)
def test_parameters_have_ranges(bot: str, parameters: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        make_bot(bot, 1, **parameters)
    assert str(caught.value).startswith(sentence)


def test_every_number_of_a_search_is_a_parameter_and_within_its_range() -> None:
    records = (Tree, AlphaBeta, Solved, Programs, Tasks, Turns, Budgets, Beginner)
    numbers = {field.name for record in records for field in fields(record)}
    assert {*option_fields(Parameters)} == numbers | {"worlds", "draw", "belief", "simulations", "seconds"}
    for game in map(boardwalk.game, boardwalk.game_names()):
        for search in game.search.variants():
            values = asdict(search.method) | asdict(search.budgets) | asdict(search.beginner)
            values |= {"worlds": search.worlds, "draw": search.draw, "belief": search.belief and search.belief.size}
            assert search.with_values(**checked(values)) == search


@pytest.mark.parametrize("bots", [{0: 3}, {0: "easy"}, [RandomBot()], 3])
def test_what_is_no_bot_cannot_play(bots: Any) -> None:
    with pytest.raises(UnknownBotError, match=r"make_bot\('easy'\)"):
        boardwalk.play(boardwalk.Match("connect_four", 1), bots)
    with pytest.raises(MoveError, match="there is no seat 2"):
        boardwalk.play(boardwalk.Match("connect_four", 1), {2: RandomBot()})


def test_a_bot_in_a_hurry_has_its_budget_and_less_time(monkeypatch: pytest.MonkeyPatch) -> None:
    view = boardwalk.Match(boardwalk.table("connect_four"), 1).view(0)
    given: list[Any] = []
    analyse = Thinker.analyse

    def noted(self: Thinker, view: View, simulations: int | None = None, seconds: float | None = None) -> Analysis:
        given.append((simulations, seconds))
        return analyse(self, view, simulations, seconds)

    monkeypatch.setattr(Thinker, "analyse", noted)
    for bot in (MediumBot(1), MediumBot(1, simulations=30)):
        bot.choose(view)
        for bot.hurry in (0.05, 5.0):
            bot.choose(view)
    medium = view.table.search.budgets.medium
    assert given == [(medium, 0.2), (medium, 0.05), (medium, 0.2), (30, None), (30, 0.05), (30, 5.0)]
