"""The challenges of the next 400 days, against the engine: they can be played, are made from the day alone, differ from
day to day, and what their solutions claim is true."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from boardwalk.bots import check_bot, make_bot, play
from boardwalk.bots.seated import Seated
from boardwalk.contract import registry
from boardwalk.contract.game import Challenge, Game, Position
from boardwalk.games.box_world.search import solver
from boardwalk.games.fog_quoridor.content.challenge import mirrored
from boardwalk.games.robo_rally.search.solver import fastest_letters
from boardwalk.match import Match
from boardwalk.search.proof.driver import Prover

DAYS = range(today := datetime.now(UTC).date().toordinal(), today + 400)
GAMES = [game for game in registry.games() if game.content.challenge]


def made(game: Game, day: int) -> tuple[Challenge, Match]:
    """The challenge of a day, and the match that it begins with."""
    assert game.content.challenge is not None
    one = game.content.challenge(day)
    table = game.table(one.options)
    start = game.notation.read_position(table, one.start) if one.start else None
    return one, Match(table, one.seed, position=start)


def test_every_game_of_the_five_has_a_challenge() -> None:
    names = {"box_world", "capture_the_flag", "fog_quoridor", "robo_rally", "rowdy_racers"}
    assert {game.name for game in GAMES} >= names


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_challenges_of_400_days_can_be_played(game: Game) -> None:
    seen = set()
    for day in DAYS:
        one, match = made(game, day)
        assert one.title and one.task and one.counted and one.par > 0
        assert not match.over
        assert match.to_act == one.seat
        assert match.view(one.seat).legal
        assert one.result(match.position) is None
        others = len(match.table.seats) - 1
        assert bool(one.bot) == bool(others)
        if one.bot:
            check_bot(one.bot, game.name)
        assert one == game.content.challenge(day), "the same from the day alone"
        seen.add((str(match.table), one.seed, one.start))
    assert len(seen) == len(DAYS), "no challenge comes again"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_solutions_of_400_days_reach_par(game: Game) -> None:
    for day in DAYS:
        one, match = made(game, day)
        for action in one.solution:
            assert not match.over
            match.act(match.to_act, action)
        assert one.result(match.position) == one.par, date.fromordinal(day)


@pytest.mark.parametrize("day", DAYS[::40])
def test_par_is_the_fewest_moves_of_a_level_and_needs_a_push(day: int) -> None:
    one, match = made(registry.game("box_world"), day)
    assert solver.fewest(match.position) == one.par
    for action in one.solution:
        match.act(0, action)
    assert match.position.state.pushes > 0


@pytest.mark.parametrize("day", DAYS[::20])
def test_par_is_the_fewest_slots_of_a_floor(day: int) -> None:
    one, match = made(registry.game("robo_rally"), day)
    letters = fastest_letters(match.position)
    assert letters is not None
    assert len(letters) == one.par > 5, "more than one program"


PLIES = 9


@pytest.mark.parametrize("day", DAYS[::20])
def test_one_move_wins_at_quoridor_and_every_other_one_loses(day: int) -> None:
    one, match = made(registry.game("fog_quoridor"), day)
    start, prover = match.position, Prover(match.table, PLIES)
    legal = match.table.rules.legal(start)
    assert len(legal) > 10
    for action in legal:
        then = prover.after(start, action)
        winner = one.seat if action == one.solution[0] else 1 - one.seat
        assert prover.plies_to_win(then, winner) is not None


def test_no_two_of_400_positions_of_quoridor_are_the_same() -> None:
    """Nor do two differ only in who placed which wall."""
    game = registry.game("fog_quoridor")
    seen = set()
    for day in DAYS:
        one, match = made(game, day)
        told = game.notation.describe(match.position)
        walls = frozenset([*told["walls_A"], *told["walls_B"]])
        seen.add((one.seat, tuple(told["pawns"]), tuple(match.position.state.left.tolist()), walls))
    assert len(seen) == len(DAYS)


def opponent(match: Match, name: str, seed: int) -> Seated:
    """A bot at the second seat, with the budget of its strength and no clock, so that it plays the same every time."""
    return Seated(make_bot(name, seed, simulations=getattr(match.table.search.budgets, name)), 1)


def proven_days(name: str, count: int) -> list[int]:
    """Days whose solutions are games against the bot."""
    game = registry.game(name)
    assert game.content.challenge
    return [day for day in DAYS[::3] if game.content.challenge(day).bot_seed is not None][:: 120 // count][:count]


WEAK = {"capture_the_flag": ("random", "easy", "beginner"), "rowdy_racers": ("random", "beginner")}


@pytest.mark.parametrize("name", WEAK)
def test_the_hard_bot_has_lost_the_game_of_the_solution(name: str) -> None:
    """It chooses the same again, so it was beaten, by somebody who was shown no more than the player's views."""
    for day in proven_days(name, 3):
        one, match = made(registry.game(name), day)
        assert one.seat == 0 and one.bot == "hard" and one.bot_seed is not None
        bot = opponent(match, one.bot, one.bot_seed)
        for action in one.solution:
            if match.to_act == bot.seat:
                assert bot.choose(match) == action, date.fromordinal(day)
            match.act(match.to_act, action)


@pytest.mark.parametrize("name", WEAK)
def test_weak_players_do_not_even_beat_the_medium_bot(name: str) -> None:
    for day in proven_days(name, 12):
        for weak in WEAK[name]:
            one, match = made(registry.game(name), day)
            budget = {"simulations": match.table.search.budgets.beginner} if weak == "beginner" else {}
            play(match, {0: make_bot(weak, 0, **budget), 1: opponent(match, "medium", 0)}, 70)
            assert one.result(match.position) is None, date.fromordinal(day)


def test_a_prover_finds_the_shortest_win() -> None:
    table = registry.game("connect_four").table()
    position = table.deal(0)
    for action in (3, 0, 3, 0, 3, 1):
        table.rules.apply(position, action)
    prover = Prover(table, 5)
    assert prover.plies_to_win(position, position.to_act) == 1
    assert prover.plies_to_win(position, 1 - position.to_act) is None
    wins = prover.winning(position)
    assert min(wins, key=wins.__getitem__) == 3 and wins[3] == 0


def test_a_mirror_of_quoridor_keeps_what_is_between_cells() -> None:
    words = "e5 a1 a1h h8v left up b3v"
    assert mirrored(words) == "e5 i1 h1h a8v right up g3v"
    assert mirrored(mirrored(words)) == words


def lost(game: Game, day: int) -> Position:
    """The end of a challenge that the bot has won since the player resigned."""
    one, match = made(game, day)
    match.event(one.seat, "resign")
    return match.position


def test_a_lost_race_has_no_result() -> None:
    game = registry.game("rowdy_racers")
    assert game.content.challenge is not None
    assert game.content.challenge(DAYS[0]).result(lost(game, DAYS[0])) is None
