"""Games of an arena: openings, seats, what is kept, and how a bot forfeits."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import boardwalk
from boardwalk import arena
from boardwalk.arena.entrants import read_entrant
from boardwalk.arena.play import Played, deals, open_game, play_game
from boardwalk.arena.schedule import derived_seed
from boardwalk.arena.tournament import Arena
from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.game import Table
from boardwalk.match import Match


class First:
    """Takes the first legal action."""

    def __init__(self, table: Table, seat: int, seed: int) -> None:
        self.seat = seat

    def choose(self, match: Match) -> int:
        return match.view(self.seat).legal[0]

    def close(self, scores: Sequence[int] | None) -> str:
        return ""


class Broken(First):
    """Fails at its third choice."""

    made = 0

    def choose(self, match: Match) -> int:
        self.made += 1
        if self.made == 3:
            raise RuntimeError("no idea")
        return super().choose(match)


class Cheat(First):
    """Acts against the rules."""

    def choose(self, match: Match) -> int:
        return match.table.actions + 5


MAKERS = {"first": First, "broken": Broken, "cheat": Cheat}


def games_of(table: str, bots: Sequence[str], games: int, **settings: object) -> list[Played]:
    return arena.run(table, bots, games, cores=1, makers=MAKERS, **settings).games  # type: ignore[arg-type]


def deal(game: Played) -> object:
    """What both games of a round have in common: the seed, and the drawn actions."""
    return game.record.seed, game.record.actions[: game.opening], game.record.position


@pytest.mark.parametrize("table", ["rowdy_racers(turns=20)", "connect_four", "fog_quoridor(turns=20)"])
def test_the_games_of_a_round_have_the_same_deal_and_swapped_seats(table: str) -> None:
    games = games_of(table, ["greedy", "random"], 8)
    assert len(games) == 8
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.players == other.players[::-1] == tuple(one.record.names) and deal(one) == deal(other)
    assert len({str(deal(game)) for game in games}) == 4, "each round has another deal or opening"


def test_teams_swap_sides() -> None:
    one, other = games_of("capture_the_flag(players=2,ticks=5)", ["greedy", "random"], 2)
    assert one.record.names == ["greedy"] * 2 + ["random"] * 2 == other.record.names[::-1]
    assert len(one.scores) == 2 and len(one.times) == 4


def test_openings_are_drawn_only_where_the_deal_is_not() -> None:
    """Each seat takes its share; in RoboRally a seat programs a whole round at once."""
    assert deals(boardwalk.table("rowdy_racers")) and not deals(boardwalk.table("rowdy_racers(layout=twin_gates)"))
    assert games_of("rowdy_racers(turns=10)", ["greedy", "random"], 2)[0].opening == 0
    assert games_of("connect_four", ["greedy", "random"], 2)[0].opening == 4
    assert games_of("robo_rally(rounds=2)", ["greedy", "random"], 2)[0].opening == 0
    rally = open_game(boardwalk.table("robo_rally(rounds=20)"), 5, 2)
    assert [rally.steps[number].seat for number in range(1, 11)] == [0] * 5 + [1] * 5
    assert not open_game(boardwalk.table("connect_four"), 1, 2).over


def test_an_opening_never_ends_the_game() -> None:
    """Three in a row on a small board are soon there."""
    table = boardwalk.table("connect_four(rows=4,cols=5,connect=3)")
    openings = [open_game(table, seed, 3) for seed in range(50)]
    assert not any(match.over for match in openings)
    assert all(len(match.actions) == 6 for match in openings)


def test_kept_games_can_be_replayed() -> None:
    for game in games_of("rowdy_racers(turns=20)", ["greedy", "random"], 2):
        match = Match.from_record(game.record)
        assert match.over and match.scores == game.scores
        assert sum(each.moves for each in game.times) == len(match.actions) - game.opening
        assert all(each.total >= each.longest > 0 for each in game.times)


def test_a_game_without_an_end_is_broken_off() -> None:
    game = games_of("robo_rally", ["first", "first"], 1, limit=40)[0]
    assert (game.end, game.actions, game.scores) == ("limit", 40, (0, 0))


@pytest.mark.parametrize(
    ("bot", "reason"),
    [("broken", "RuntimeError: no idea"), ("cheat", "illegal action")],
)
def test_a_bot_that_fails_loses_that_game_and_no_other(bot: str, reason: str) -> None:
    games = games_of("connect_four", [bot, "random"], 4)
    assert len(games) == 4
    for game in games:
        side = game.players.index(bot)
        assert (game.end, game.forfeited_by, game.scores[side], game.scores[1 - side]) == ("forfeit", side, -1, 1)
        assert reason in game.forfeit and game.forfeit.startswith(("Red: ", "Yellow: "))
    rows = {row.name: row for row in arena.Results(games, [bot, "random"]).table()}
    assert rows[bot].forfeits == 4 and rows["random"].forfeits == 0


def test_of_three_sides_the_one_that_forfeits_loses() -> None:
    for game in games_of("robo_rally(robots=3,rounds=2)", ["cheat", "greedy", "random"], 6):
        assert dict(zip(game.players, game.scores, strict=True)) == {
            "cheat": -1,
            "greedy": 1,
            "random": 1,
        }


def test_bots_see_their_seat_only_and_the_same_seed_plays_the_same() -> None:
    one, other, more = (
        [game.record for game in games_of("fog_quoridor(turns=30)", ["greedy", "random"], 4, seed=seed)]
        for seed in (1, 1, 2)
    )
    assert one == other != more


def test_seeds_depend_on_every_part() -> None:
    seeds = {derived_seed(*parts) for parts in [(1, "deal", 1), (1, "deal", 2), (1, "bot", 1), (11, "deal"), (1, 1)]}
    assert len(seeds) == 5 and all(0 <= seed < 2**53 for seed in seeds)


def test_what_is_given_as_a_bot() -> None:
    plain = read_entrant("hard")
    assert (plain.name, plain.bot, plain.parameters, plain.program) == ("hard", "hard", {}, ())
    tuned = read_entrant("hard:simulations=2000,style=calm,deep=true")
    assert tuned.bot == "hard" and tuned.parameters == {"simulations": 2000, "style": "calm", "deep": True}
    assert read_entrant("./mine --fast 'a b'").program == (str(Path("mine").absolute()), "--fast", "a b")
    assert read_entrant("mine", {"mine": "python3 mine.py"}).program == ("python3", "mine.py")
    for wrong in ("hard:fast", "hard:=3", "", "a\nb", "./mine 'a"):
        with pytest.raises(BoardwalkError):
            read_entrant(wrong)


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        (["stockfish", "random"], "there is no bot 'stockfish'"),
        (["greedy:depth=3", "random"], "'greedy' takes no parameter 'depth'"),
        (["./nothing/here", "random"], "there is no program .*nothing/here' that can be run"),
    ],
)
def test_bots_are_checked_before_the_first_game(bots: list[str], sentence: str) -> None:
    with pytest.raises(BoardwalkError, match=sentence):
        Arena("connect_four", bots)


def test_a_game_for_one_has_no_arena() -> None:
    with pytest.raises(BoardwalkError, match="at least two sides"):
        Arena("box_world", ["greedy", "random"])


def test_a_job_needs_nothing_but_itself() -> None:
    """So that it can be sent to another process or machine."""
    import pickle

    one = Arena("connect_four(cols=5)", ["greedy", "random"])
    from boardwalk.arena.schedule import fixtures

    job = one._job(next(fixtures(one.line_ups, 2)))
    played = play_game(pickle.loads(pickle.dumps(job)))
    assert played.record.options == {"cols": 5} and played.id == "1.1.1"
