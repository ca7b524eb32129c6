"""Bots by strength, and how they are shown what they must see."""

from __future__ import annotations

from random import Random

import pytest

import boardwalk
from boardwalk import Match, Seated, View, make_bot
from boardwalk.bots.thinking import BeginnerBot, MediumBot, ThinkingBot

SEVERAL = [game.name for game in map(boardwalk.game, boardwalk.game_names()) if game.players[1] > 1]


def results(one: str, other: str, pairs: int) -> list[int]:
    """The scores of a bot in Connect Four: pairs of games from the same opening with seats swapped."""
    table, scores = boardwalk.table("connect_four"), []
    for number in range(2 * pairs):
        random, match, seat = Random(number // 2), Match(table, seed=1), number % 2
        for _ in range(2):
            match.act(match.to_act, random.choice(match.view(match.to_act).legal))
        boardwalk.play(match, {seat: make_bot(one, number), 1 - seat: make_bot(other, number)})
        scores.append(match.scores[seat])
    return scores


@pytest.mark.parametrize(
    ("one", "other", "pairs", "least"),
    [
        ("beginner", "random", 15, 14),
        ("easy", "beginner", 15, 10),
        ("medium", "easy", 8, 8),
        ("medium", "beginner", 6, 8),
        ("hard", "random", 2, 4),
    ],
)
def test_a_game_without_rules_for_search_has_bots_of_every_strength(
    one: str, other: str, pairs: int, least: int
) -> None:
    """Wins minus losses, from fixed seeds: Connect Four has no rule that helps a search."""
    scores = results(one, other, pairs)
    assert sum(scores) >= least, scores


@pytest.mark.parametrize("game", SEVERAL)
@pytest.mark.parametrize("bot", [BeginnerBot, MediumBot])
def test_the_same_seed_and_views_make_the_same_choices(game: str, bot: type[ThinkingBot]) -> None:
    """With a budget in simulations; by name, bots also have a time limit, which a busy machine may reach."""
    actions = []
    for _ in range(2):
        match = Match(boardwalk.game(game).table(boardwalk.game(game).content.simulation), seed=3)
        budget = getattr(match.table.search.of(bot.strength).budgets, bot.strength)
        bots = {seat: bot(seat, simulations=budget) for seat in range(len(match.table.seats))}
        boardwalk.play(match, bots, limit=6)
        actions.append(match.actions)
    assert actions[0] == actions[1]


def test_a_beginner_of_habit_acts_as_easy_does() -> None:
    """`easy` in a duel with one way to go takes it; a beginner without the habit looks around."""
    table = boardwalk.table("capture_the_flag(maze=courtyard,players=1)")
    match = Match(table, seed=1)
    match.play_on([2, 5] * 2)
    view = match.view(match.to_act)
    easy = {boardwalk.make_bot("easy", seed).choose(view) for seed in range(40)}
    chosen = {
        habit: {BeginnerBot(seed, simulations=20, habit=habit).choose(view) for seed in range(40)}
        for habit in (0.0, 1.0)
    }
    assert chosen[1.0] <= easy < {*view.legal}
    assert chosen[0.0] - easy


def test_a_beginner_takes_a_win_that_it_sees() -> None:
    match = Match(boardwalk.table("connect_four"), seed=1)
    match.play_on([3, 0, 3, 0, 3, 1])
    assert {BeginnerBot(seed).choose(match.view(0)) for seed in range(20)} == {3}


class Recorder:
    """Keeps what it is shown."""

    def __init__(self) -> None:
        self.watched: list[View] = []
        self.forgot = 0

    def watch(self, view: View) -> None:
        self.watched.append(view)

    def forget(self) -> None:
        self.watched.clear()
        self.forgot += 1

    def choose(self, view: View) -> int:
        assert view.position.state == self.watched[-1].position.state
        return view.legal[0]


def test_a_seated_bot_is_shown_every_view_once_and_in_order() -> None:
    match, recorder = Match(boardwalk.table("rowdy_racers"), seed=1), Recorder()
    boardwalk.play(match, {0: Seated(recorder, 0), 1: make_bot("easy", 2)}, limit=20)
    shown = len(recorder.watched)
    assert recorder.forgot == 1 and shown > 15
    for number, view in enumerate(recorder.watched):
        expected, step = match.view(0, number), match.steps[number]
        assert view.position.state == expected.position.state
        assert view.action == (step.action if step.seat == 0 else None)


def test_after_an_undo_a_seated_bot_starts_afresh() -> None:
    match, recorder = Match(boardwalk.table("box_world"), seed=1), Recorder()
    seated = Seated(recorder, 0)
    for _ in range(3):
        match.act(0, seated.choose(match))
    assert len(recorder.watched) == 3
    match.undo()
    seated.choose(match)
    assert (recorder.forgot, len(recorder.watched)) == (2, 3)


def test_who_chooses_before_its_turn_is_not_shown_steps_that_are_not_taken() -> None:
    match, recorder = Match(boardwalk.game("robo_rally").table(), seed=1), Recorder()
    seated = Seated(recorder, 1)
    assert match.to_act == 0
    for _ in range(2):
        seated.catch_up(match)
        match.act(1, match.view(1).legal[0])
    assert all(view.action is None for view in recorder.watched), "nothing that it chose has been a step yet"
    while match.to_act == 0:
        match.act(0, match.view(0).legal[0])
    seated.catch_up(match)
    assert [view.action for view in recorder.watched if view.action is not None] == [
        step.action for step in match.steps if step.seat == 1
    ]
    assert len(recorder.watched) == len(match.steps)


def test_a_table_for_two_may_be_searched_in_its_own_way() -> None:
    duel = boardwalk.table("capture_the_flag", {"maze": "courtyard", "players": 1})
    teams = boardwalk.table("capture_the_flag")
    assert duel.search is duel.game.search.two_players and teams.search is teams.game.search
    budgets = [boardwalk.Thinker(table).search.budgets.hard for table in (duel, teams)]
    assert budgets == [duel.search.budgets.hard, teams.search.budgets.hard] and budgets[0] != budgets[1]
    assert boardwalk.table("fog_quoridor").search is boardwalk.game("fog_quoridor").search, "none for tables for two"
