"""Every strength that searches takes a win at once where one action wins, in every game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from exhaustive import after

import boardwalk
from boardwalk import Match, Thinker, make_bot
from boardwalk.contract.game import Game, Position

# In RoboRally no single choice wins: a program is five of them. Capture the Flag is won by a whole team.
GAMES = [boardwalk.game(name) for name in ("rowdy_racers", "fog_quoridor", "connect_four")]


def wins(position: Position) -> set[int]:
    """The actions that win at once, by trying all."""
    rules, seat = position.table.rules, position.to_act
    ends = {action: after(position, action) for action in rules.legal(position)}
    return {action for action, end in ends.items() if end.over and rules.scores(end)[seat] == 1}


def wins_at_once(game: Game, count: int) -> Iterator[tuple[Match, set[int]]]:
    """Matches in which some actions win at once in any world that the seat can imagine; and those actions."""
    seed = 0
    while count:
        seed += 1
        match = Match(game.table(), seed)
        bots = {seat: make_bot("easy", seed + seat) for seat in range(2)}
        while not match.over:
            seat, rules = match.to_act, match.rules
            seen = match.view(seat).position
            worlds = [match.position, *(rules.determinized(seen, seat, number) for number in range(10))]
            winning = set.intersection(*(wins(world) for world in worlds))
            if winning:
                yield match, winning
                count -= 1
                break
            boardwalk.play(match, bots, limit=1)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_win_in_one_action_is_taken(game: Game) -> None:
    for match, winning in wins_at_once(game, 2):
        seat = match.to_act
        thinker = Thinker(match.table, seed=1)
        for number in range(len(match.steps)):
            thinker.watch(match.view(seat, number))
        for simulations in (match.table.search.budgets.medium, match.table.search.budgets.hard):
            found = thinker.analyse(match.view(seat), simulations)
            assert found.best in winning, f"{found.best} instead of {winning}"
