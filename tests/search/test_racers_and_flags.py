"""Rowdy Racers and Capture the Flag: forced wins, proven by exhaustive search, and what rules for searches promise."""

from __future__ import annotations

from random import Random
from textwrap import dedent

import pytest
from exhaustive import values

import boardwalk
from boardwalk import Match, Thinker, View
from boardwalk.contract.game import Position, Table
from boardwalk.engine import entry
from boardwalk.games.capture_the_flag.files import distances
from boardwalk.games.capture_the_flag.search.maps import distance
from boardwalk.games.rowdy_racers import rules as racing

RACERS = boardwalk.game("rowdy_racers")
FLAGS = boardwalk.game("capture_the_flag")

FINISH_IN_THREE = """
    ........#2
    .......#..
    ......#..#
    ......#.#.
    .....A#...
    ......#...
    ..........
    ..........
    ...X......
    1.........
    """
ONE_WAY_OUT = """
    .........2
    ..........
    ..........
    ...###....
    ...#X#....
    ...#.#....
    ..........
    ....A.....
    ..........
    1.........
    """
MAZE = """\
###########
#hh  #  HH#
#hh     HH#
#    #    #
#jj     JJ#
###########
"""


def race(picture: str, turns: int) -> Position:
    """Player 1, on A, is to act, without power failures; the race is a draw after this many turns."""
    lines = dedent(picture).strip().split("\n")
    at = ["".join(lines).index(symbol) for symbol in "AX"]
    layout = "\n".join(line.translate(str.maketrans("AX", "..")) for line in lines)
    table = RACERS.table({"layout": layout, "failures": 0, "turns": turns})
    position = table.deal(1)
    table.rules.apply(position, 0)
    position.state.cell[0], position.state.cell[1] = at
    position.state.moves = racing.moves_of(position.board, position.state, 0)
    return position


def duel(a: str, other: str, flags: str, ticks: int) -> Position:
    """Team 1's only player is to act."""
    table = FLAGS.table({"maze": MAZE, "players": 1, "ticks": ticks})
    head = f"tick: 0\nto_act: a\nwinner: 0\nflags: {flags}\nrng: 1 1\n\n"
    return FLAGS.notation.read_position(table, f"{head}a free {a}\nA free {other}")


FORCED = {
    "the only way to the finish in one turn": race(FINISH_IN_THREE.replace("A#", ".#").replace("..#.#.", "..#A#."), 1),
    "the other is shut in": race(ONE_WAY_OUT, 2),
    "home with the flag": duel("3 4", "2 8", "stand a", 2),
    "home with the flag in two steps": duel("3 5", "2 9", "stand a", 3),
    "the thief must be captured": duel("3 7", "3 8", "A stand", 1),
}


@pytest.mark.parametrize("name", FORCED)
def test_forced_results_are_found(name: str) -> None:
    position = FORCED[name]
    worth = values(position)
    best = {action for action, value in worth.items() if value == max(worth.values())}
    assert best < worth.keys(), "any action would do"
    view = View.of(position.table.rules, position, 0)
    for simulations in (400, 4000):
        assert Thinker(position.table, seed=1).analyse(view, simulations).best in best


def estimates(position: Position) -> list[float]:
    rules = position.table.rules
    scratch = rules.search_scratch(position.board)
    return [rules.call("estimate", position, seat, scratch.argument) for seat in range(len(position.table.seats))]


def test_a_race_turned_round_is_worth_the_same_to_the_other() -> None:
    layout = boardwalk.table("rowdy_racers(layout=open_field)").deal(1)
    random = Random(4)
    last = layout.board.rows * layout.board.cols - 1
    for _ in range(50):
        position, turned = layout.copy(), layout.copy()
        for seat in range(2):
            cell = random.randrange(last + 1)
            debt, carried = random.randrange(4), random.randrange(3)
            for one, whose, where in ((position, seat, cell), (turned, 1 - seat, last - cell)):
                one.state.cell[whose], one.state.debt[whose], one.state.carried[whose] = where, debt, carried
        turned.state.player = 1 - position.state.player
        ones, others = estimates(position), estimates(turned)
        assert ones == others[::-1]
        assert ones[0] == -ones[1]
        assert -1 < ones[0] < 1


def test_a_mirrored_maze_is_worth_the_same_to_the_other_team() -> None:
    table = boardwalk.table("capture_the_flag(maze=courtyard,players=2)")
    cols = table.layout.cols
    assert all(row == row[::-1].translate(str.maketrans("hHjJ", "HhJj")) for row in table.layout.notes.rows)
    random = Random(4)
    floor = [cell for cell, exits in enumerate(table.layout.board.exits) if exits]
    for _ in range(50):
        position, mirrored = table.deal(1), table.deal(1)
        mirrored.state.tick, mirrored.state.to_act = 2, 2  # then the other team comes first (CF-17)
        for seat in range(4):
            cell, jailed = random.choice(floor), random.random() < 0.3
            row, col = divmod(cell, cols)
            for one, whose, where in ((position, seat, cell), (mirrored, (seat + 2) % 4, row * cols + cols - 1 - col)):
                one.state.cell[whose], one.state.status[whose] = where, jailed
        for flag in range(2):
            if random.random() < 0.5:
                carrier = 2 * (1 - flag) + random.randrange(2)
                position.state.carrier[flag], mirrored.state.carrier[1 - flag] = carrier, (carrier + 2) % 4
        ones, others = estimates(position), estimates(mirrored)
        assert ones == others[2:] + others[:2]
        assert ones[0] == ones[1] == -ones[2] == -ones[3]
        assert -1 < ones[0] < 1


@pytest.mark.parametrize("maze", ["courtyard", "garden", "promenade"])
def test_distances_between_cells_are_exact_or_lower_bounds(maze: str) -> None:
    """In the largest of these mazes the distances between any two cells would take too much memory."""
    table = FLAGS.table({"maze": maze})
    scratch = table.rules.search_scratch(table.layout.board)
    random, board = Random(2), table.layout.board
    floor = [cell for cell, exits in enumerate(board.exits) if exits]
    exact = len(scratch.apart) > 1
    assert exact == (maze != "promenade")
    for start in random.sample(floor, 5):
        truth = distances(table.layout.notes.rows, (start,))
        for cell in random.sample(floor, 100):
            found = distance(board, scratch, start, cell)
            assert found == truth[cell] if exact else found <= truth[cell]


def rollout(table: Table, position: Position) -> int:
    scratch = table.rules.search_scratch(position.board)
    choose = table.rules.bind(entry.call_rollout)
    return int(choose(position.board.argument, position.state.argument, position.to_act, scratch.argument))


def test_playouts_take_what_wins() -> None:
    finish = race(FINISH_IN_THREE.replace("A#", ".#").replace(".#..#\n", ".#A.#\n"), 1)
    assert RACERS.notation.write_action(finish, rollout(finish.table, finish)) == "ne"
    home = duel("3 4", "2 8", "stand a", 2)
    assert FLAGS.notation.write_action(home, rollout(home.table, home)) == "left"


def test_a_racer_remembers_where_it_saw_a_grenade_laid() -> None:
    """An active grenade can't be seen (RR-25), but who watched it being left knows where it is."""
    layout = dedent(ONE_WAY_OUT).strip().translate(str.maketrans("AX#", "...")).replace("1....", "1*...")
    match = Match(RACERS.table({"layout": layout, "failures": 1}), seed=3)
    thinker, easy = Thinker(match.table, seed=1), boardwalk.make_bot("easy", 2)
    laid: list[int] = []
    while not laid or match.to_act != 1:
        assert not match.over, "nobody has laid a grenade"
        view = match.view(match.to_act)
        wanted = [action for action in (racing.USE, racing.PICK) if action in view.legal]
        match.act(view.seat, 2 if not match.actions else wanted[0] if wanted else easy.choose(view))
        grenades = match.position.state.grenade
        laid = [square for square in range(len(grenades)) if grenades[square] == racing.ACTIVE]
    for number in range(len(match.steps)):
        thinker.watch(match.view(1, number))
    (world,) = thinker.analyse(match.view(1), 20).worlds
    assert world.share == 1
    assert [world.position.state.grenade[square] for square in laid] == [racing.ACTIVE] * len(laid)
