"""Whole races compared with the reference implementation, and what clients, bots and learners see of them."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from rowdy_racers_positions import COMPASS, GAME, Model, legal, play, race, told

from boardwalk.contract.errors import MoveError
from boardwalk.contract.game import Position
from boardwalk.engine.random import streams
from boardwalk.engine.rules import AUDIENCE, BOARD
from boardwalk.games.rowdy_racers import rules, setup
from boardwalk.games.rowdy_racers.files import LARGEST, SMALLEST
from boardwalk.games.rowdy_racers.rules import view

CROWDED = """\
..*......2
..*.##....
....*.....
.*....*...
....*.*...
...*......
.*..##.*..
..........
..*..*....
1.........
"""

TABLES: list[dict[str, object]] = [
    {"failures": 0.5},
    {"failures": 0, "layout": CROWDED},
    {"failures": 1, "layout": CROWDED, "turns": 60},
]
SEEDS = range(8)


def random_race(table: dict[str, object], seed: int, busy: bool) -> list[Position]:
    """The positions of a random race. A busy player picks up and uses what it can most of the time."""
    made = GAME.table(table)
    random, interpreted = Random(seed), made.interpreted
    positions = [made.deal(seed, interpreted)]
    while not positions[-1].over and len(positions) < 300:
        after = positions[-1].copy()
        choices = interpreted.legal(after) or [0]
        items = [action for action in choices if action in (rules.PICK, rules.USE)]
        interpreted.apply(after, random.choice(items if items and busy and random.random() < 0.7 else choices))
        positions.append(after)
    return positions


def action_between(before: Position, after: Position) -> str:
    """Which action led from one position to the next."""
    found = []
    for action in before.table.interpreted.legal(before):
        tried = before.copy()
        before.table.interpreted.apply(tried, action)
        if tried.state == after.state:
            found.append(GAME.notation.write_action(before, action))
    return found[0]


@pytest.mark.rule(
    "RR-15", "RR-16", "RR-17", "RR-18", "RR-20", "RR-23", "RR-26", "RR-28", "RR-31", "RR-32", "RR-33", "RR-34"
)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("table", TABLES, ids=["sparse", "crowded", "dark"])
def test_a_second_telling_of_the_rules_agrees_at_every_step(table: dict[str, object], seed: int) -> None:
    positions = random_race(table, seed, busy=True)
    model = Model(told(positions[0]))
    for before, after in pairwise(positions):
        if before.to_act == BOARD:
            new = {square for square, turns in told(after)["no power"].items() if turns == 3}
            model.begin_turn({(int(row), int(col)) for row, col in (square.split(",") for square in new)})
        else:
            assert legal(before) == model.legal()
            model.act(action_between(before, after))
        seen, expected = told(after), model.told()
        if seen["ending"] == "time up":
            expected["ending"] = "time up"
        assert {name: seen[name] for name in expected} == expected


def test_these_races_hold_all_that_matters() -> None:
    """The random races cover all kinds of events; otherwise the comparison would prove little."""
    seen: Counter[str] = Counter()
    for table in TABLES:
        for before, after in (pair for seed in SEEDS for pair in pairwise(random_race(table, seed, busy=True))):
            old, new = before.state, after.state
            player = old.player
            exploded = sum(kind == rules.EXPLODED for kind in new.grenade) - sum(
                k == rules.EXPLODED for k in old.grenade
            )
            dark = rules.turns_dark(new, new.cell[player]) > 0
            seen["explosion in the dark" if dark else "explosion"] += exploded
            seen["turn ended by the dark"] += dark and not exploded and old.actions > 1 and new.to_act == BOARD
            seen["skipped turn"] += old.to_act == BOARD and new.player != player
            seen["part of a turn lost"] += old.to_act == BOARD and old.debt[player] > 0 and new.player == player
            seen["used"] += new.carried[player] < old.carried[player]
            seen[GAME.notation.describe(after)["ending"]] += after.over
    assert (
        min(seen[name] for name in ("explosion", "turn ended by the dark", "skipped turn", "part of a turn lost")) > 9
    )
    assert min(seen[name] for name in ("explosion in the dark", "finished", "trapped", "time up")) > 0, seen


@pytest.mark.parametrize("seed", range(6))
def test_no_grenade_gets_lost_and_nothing_overlaps(seed: int) -> None:
    for position in random_race({"failures": 1, "layout": CROWDED}, seed, busy=True):
        now = told(position)
        lying = [*now["inactive"], *now["active"], *now["exploded"]]
        assert len(lying) + sum(racer["carries"] for racer in now["racers"]) == position.board.grenades
        solid = [racer["square"] for racer in now["racers"]] + [s for racer in now["racers"] for s in racer["trail"]]
        assert len(set(solid)) == len(solid), "trails and racers share no square"
        assert not set(solid) & set(now["walls"])
        assert not {racer["square"] for racer in now["racers"]} & set(now["active"]) or now["ending"] == "finished"
        assert all(racer["debt"] <= 4 and racer["carries"] <= 6 for racer in now["racers"])
        assert set(now["used"]) <= {racer["square"] for racer in now["racers"]}


@pytest.mark.rule("RR-25")
@pytest.mark.parametrize("seed", range(4))
def test_a_guess_puts_the_hidden_grenades_where_they_could_lie(seed: int) -> None:
    for position in random_race({"failures": 1, "layout": CROWDED}, seed, busy=True)[::5]:
        if position.over:
            continue
        interpreted = position.table.interpreted
        for seat in (0, 1):
            seen = interpreted.concealed(position, seat)
            guess = interpreted.determinized(seen, seat, seed)
            assert interpreted.concealed(guess, seat).state == seen.state
            active = told(guess)["active"]
            assert len(active) == len(told(position)["active"])
            assert not set(active) & set(told(guess)["walls"])
            assert not set(active) & {racer["square"] for racer in told(guess)["racers"]}


@pytest.mark.rule("RR-25")
def test_guesses_cover_all_squares_that_could_hold_a_grenade_and_no_others() -> None:
    layout = CROWDED.replace("....##....", "...###....")
    shut = layout.splitlines()
    shut[2:5] = ["###.*.....", "#.#...*...", "###.*.*..."]
    table = GAME.table({"failures": 0, "layout": "\n".join(shut) + "\n"})
    position = table.deal(1, table.interpreted)
    taken = next(square for square in range(100) if position.state.grenade[square] == rules.INACTIVE)
    position.state.grenade[taken] = rules.NONE  # it is hidden now
    guessed = Counter()
    for seed in range(1500):
        guess = table.interpreted.determinized(table.interpreted.concealed(position, 0), 0, seed)
        guessed.update(told(guess)["active"])
    now = told(position)
    floor = {(row, col) for row in range(1, 11) for col in range(1, 11)} - set(now["walls"]) - set(now["inactive"])
    assert set(guessed) == floor - {(10, 1), (1, 10), (4, 2)}, "not under a racer, not where walls shut nobody in"
    assert max(guessed.values()) < 6 * min(guessed.values())


@pytest.mark.parametrize("where", ["...\n.A.\n...", "#.#\n#A#\n###"])
def test_pick_takes_each_legal_action_equally_often(where: str) -> None:
    position = race(where, carried="1 0")
    table = position.table
    pick = table.interpreted.bind(rules.pick)
    position.state.array["rng"] = streams(3)
    mask = np.zeros(rules.ACTIONS, np.uint8).data
    taken = Counter(pick(position.board, position.state, mask) for _ in range(4000))
    actions = table.interpreted.legal(position)
    assert sorted(taken) == actions
    assert all(abs(count - 4000 / len(actions)) < 140 for count in taken.values())


@pytest.mark.parametrize(("rows", "cols"), [(10, 10), (10, 12), (11, 15), (10, 16), (13, 33), (64, 63), (12, 64)])
def test_planes_show_every_square_of_grids_of_all_widths(rows: int, cols: int) -> None:
    table = GAME.table({"rows": rows, "cols": cols, "failures": 2})
    position = table.deal(4, table.interpreted)
    board, state = position.board, position.state
    for _ in range(3):
        rules.fail_power(board, state)
    chance, cells = Random(5), rows * cols
    for square in range(cells):
        state.grenade[square] = chance.choice((rules.NONE, rules.INACTIVE, rules.USED, rules.ACTIVE, rules.EXPLODED))
    state.cell[0], state.cell[1], *trail = chance.sample(range(cells), 6)
    for i, square in enumerate(trail):
        state.trail[i % 2, i // 2] = square
    seen = dict(zip(rules.PLANES, table.interpreted.encoded(position, 1).reshape(-1, cells).tolist(), strict=True))
    lying = {rules.INACTIVE: 1, rules.USED: 2}
    assert seen["wall"] == [int(board.square[square] == rules.WALL) for square in range(cells)]
    assert seen["no power"] == [rules.turns_dark(state, square) for square in range(cells)]
    assert set(seen["no power"]) == {0, 1, 2, 3}
    assert seen["inactive grenade"] == [lying.get(state.grenade[square], 0) for square in range(cells)]
    assert seen["exploded grenade"] == [int(state.grenade[square] == rules.EXPLODED) for square in range(cells)]
    sparse = {
        "own racer": {state.cell[1]: 1},
        "other racer": {state.cell[0]: 1},
        "own trail": {trail[1]: 3, trail[3]: 2},
        "other trail": {trail[0]: 3, trail[2]: 2},
        "own finish": {board.start[0]: 1},
    }
    for name, shown in sparse.items():
        assert {square: value for square, value in enumerate(seen[name]) if value} == shown


def test_rows_are_told_without_dividing() -> None:
    for cols in range(SMALLEST, LARGEST + 1):
        share = (1 << view.WHOLE) // cols + 1
        assert all((square * share) >> view.WHOLE == square // cols for square in range(LARGEST * cols))


def test_planes_show_what_the_seat_may_know_from_its_side() -> None:
    position = race("aA*o\nb.!+\n..#.\n.Xx.", "1...\n..3.", carried="2 1", to_act="player 1", under1="*")
    position.state.debt[1] = 2
    own, other = (
        dict(zip(rules.PLANES, position.table.interpreted.encoded(position, seat), strict=True)) for seat in (0, 1)
    )
    assert own["wall"][4, 4] == 1 and own["wall"].sum() == 1
    assert own["own racer"][2, 3] == other["other racer"][2, 3] == 1
    assert own["other racer"][5, 3] == other["own racer"][5, 3] == 1
    assert (own["own trail"][2, 2], own["own trail"][3, 2]) == (3, 2)
    assert other["own trail"][5, 4] == 3 and (own["other trail"] == other["own trail"]).all()
    assert (own["no power"][2, 2], own["no power"][3, 4]) == (1, 3)
    assert own["inactive grenade"][2, 3] == own["inactive grenade"][2, 4] == 1
    assert own["inactive grenade"][3, 4] == 2 and own["inactive grenade"].sum() == 4, "no active one"
    assert own["exploded grenade"][3, 5] == 1
    assert own["own finish"][0, 9] == other["own finish"][9, 0] == 1
    numbers = {name: int(own[name].min()) for name in rules.PLANES[rules.NUMBER_PLANES :]}
    assert numbers == {
        "own grenades": 2,
        "other grenades": 1,
        "own debt": 0,
        "other debt": 2,
        "actions left": 3,
        "has moved": 0,
        "own turn": 1,
    }
    assert other["own debt"].min() == 2 and other["own turn"].max() == 0


@pytest.mark.rule("RR-11")
@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("ne", [1]),
        ("NE, n", [1, 0]),
        ("e e pick", [2, 2, 8]),
        ("up right down left", [0, 2, 4, 6]),
        ("north-east south west", [1, 4, 6]),
        ("north west northwest", [0, 6, 7]),
        ("8 9 6 3 2 1 4 7", [0, 1, 2, 3, 4, 5, 6, 7]),
        ("pick up", [8]),
        ("Pick-up use", [8, 9]),
        ("p u x", [8, 9, 10]),
        ("end the turn", [10]),
        ("end turn", [10]),
        ("n end", [0, 10]),
    ],
)
def test_actions_are_read_as_people_type_them(text: str, actions: list[int]) -> None:
    assert GAME.notation.read_actions(race(), text) == actions


HELP = "type n, ne, e, se, s, sw, w or nw to move, pick, use, or end"


@pytest.mark.parametrize(("text", "sentence"), [("fly", f"'fly' is not an action; {HELP}"), ("  ", HELP)])
def test_what_is_no_action_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(MoveError) as refused:
        GAME.notation.read_actions(race(), text)
    assert str(refused.value) == sentence


def test_the_scene_shows_racers_trails_walls_and_grenades() -> None:
    position = race("aA*.\nb.#+\n..X.", "1", under1="!")
    scene = GAME.scene.scene(position.table.interpreted.concealed(position, 0), 0)
    assert (scene.theme, scene.status) == ("rowdy_racers", "Your turn, Player 1: 3 actions left")
    assert scene.tile(3, 4).kind == "wall"
    assert (scene.tile(9, 0).kind, scene.tile(9, 0).tone) == ("start", 0)
    assert (scene.tile(0, 9).kind, scene.tile(0, 9).tone) == ("start", 1)
    pieces = {piece.id: (piece.shape, piece.row, piece.col, piece.char) for piece in scene.pieces}
    assert pieces == {
        "racer1": ("racer", 2, 3, "1"),
        "racer2": ("racer", 4, 4, "2"),
        "grenade23": ("grenade", 2, 3, "!"),
        "grenade24": ("grenade", 2, 4, "*"),
        "grenade35": ("spent", 3, 5, "+"),
    }
    overlays = [(over.kind, over.row, over.col, over.tone, over.strength) for over in scene.overlays]
    assert overlays == [("dark", 2, 2, -1, 1), ("trail", 2, 2, 0, 3), ("trail", 3, 2, 0, 2)]
    assert [(fact.label, fact.value, fact.tone) for fact in scene.panel] == [
        ("turn", "1", -1),
        ("actions left", "3", 0),
        ("grenades carried", "0 of 6", 0),
        ("grenades carried", "0 of 6", 1),
    ]


def test_the_scene_draws_racers_over_what_they_stand_on() -> None:
    scene = GAME.scene.scene(race("A..", under1="*"), 0)
    assert [piece.id for piece in scene.pieces] == ["grenade22", "racer1", "racer2"]


@pytest.mark.parametrize(
    ("position", "status"),
    [
        (race(), "Player 1's turn: 3 actions left"),
        (race(actions=1, moved="yes"), "Player 1's turn: 1 action left"),
        (race(actions=1), "Player 1 has one action left and must move"),
        (race(to_act="board", actions=0, player=2), "Player 2's turn begins"),
        (play(race(), "resign"), "Player 1 resigns: Player 2 wins"),
        (play(race("###\n#A#\n###", to_act="board", actions=0), "board"), "Player 1 is trapped: Player 2 wins"),
        (play(race(racers="2,9 5,5"), "ne"), "Player 1 reaches the finish and wins"),
        (play(race(limit=1), "n end"), "A draw: the race ends after 1 turn"),
    ],
)
def test_the_status_says_whose_turn_it_is_or_how_it_ended(position: Position, status: str) -> None:
    assert GAME.scene.scene(position, AUDIENCE).status == status
    assert GAME.scene.scene(position, 1).status == status


def test_the_status_speaks_to_who_is_in_turn() -> None:
    assert GAME.scene.scene(race(actions=2), 0).status == "Your turn, Player 1: 2 actions left"
    assert GAME.scene.scene(race(actions=1), 0).status == "You have one action left and must move"


def test_choices_have_keys_and_squares_of_their_own() -> None:
    position = race("...\n.A.\n...", under1="*", moved="yes")
    choices = [GAME.scene.choice(position, action) for action in position.table.interpreted.legal(position)]
    assert [choice.text for choice in choices] == [*COMPASS, "pick", "end"]
    assert len({choice.cell for choice in choices[:8]}) == 8
    assert choices[1].cell == (2, 4) and choices[-1].cell is None
    keys = [key for choice in map(GAME.scene.choice, [position] * 11, range(11)) for key in choice.keys]
    assert len(set(keys)) == len(keys)


BOARD_TURN = {"to_act": "board", "actions": 0}


@pytest.mark.parametrize(
    ("before", "action", "news"),
    [
        (race("A..", under1="*"), "pick", ["Player 1 picks up a grenade"]),
        (race("A..", carried="1 0"), "use", ["Player 1 lays a grenade"]),
        (race("Ao."), "e", ["A grenade explodes under Player 1, who loses 3 actions"]),
        (race("Ao.", ".1"), "e", ["A grenade explodes under Player 1, who loses 4 actions"]),
        (race("A..", ".1"), "e", ["No power here: Player 1's turn ends"]),
        (race("A..", ".1", actions=1), "e", []),
        (race("A.."), "e", []),
        (race("A.+"), "e", []),
        (race("A+."), "e", []),
        (race(racers="2,9 5,5"), "ne", ["Player 1 reaches the finish and wins"]),
        (race(debt="3 0", **BOARD_TURN), "board", ["Player 1 is blinded and skips the turn"]),
        (race(debt="1 0", **BOARD_TURN), "board", ["Player 1 is still blinded and has 2 actions"]),
        (race("A", "2", **BOARD_TURN), "board", ["Player 1 starts without power and has 2 actions"]),
        (
            race(failures=100, debt="1 0", **BOARD_TURN),
            "board",
            ["The power fails in places", "Player 1 is still blinded and has 1 action"],
        ),
        (race(**BOARD_TURN), "board", []),
    ],
)
def test_what_happened_is_announced(before: Position, action: str, news: list[str]) -> None:
    after = play(before, action)
    conceal = before.table.interpreted.concealed
    for seat in (0, 1, AUDIENCE):
        assert GAME.scene.announce(conceal(before, seat), conceal(after, seat), seat) == news


# -- the greedy bot


def greedy(position: Position, seed: int = 1) -> str:
    interpreted = position.table.interpreted
    seen = interpreted.concealed(position, position.to_act)
    action = GAME.play.greedy(seen, position.to_act, interpreted.legal(seen), Random(seed))
    return GAME.notation.write_action(position, action)


def test_greedy_takes_the_finish() -> None:
    assert greedy(race(racers="2,9 5,5")) == "ne"
    assert greedy(race(racers="1,9 5,5", under1="*")) == "e"
    assert greedy(race(racers="5,5 9,1", player=2)) == "s"


def test_greedy_goes_round_walls_and_avoids_the_dark_and_traps() -> None:
    assert greedy(race("..##\n.A#.\n....")) in {"n", "se"}
    assert greedy(race("...\n.A.\n...", "..3")) in {"n", "e", "se"}
    assert greedy(race(".###\n##.#\n.A.#\n..##")) in {"nw", "w", "sw", "s"}


def test_greedy_lays_a_grenade_in_the_others_way_and_picks_one_up() -> None:
    assert greedy(race(racers="6,5 3,8", carried="1 0")) == "use"
    assert greedy(race(racers="3,8 6,5", carried="1 0")) != "use"
    assert greedy(race("...\n.A.\n...", under1="*", racers="4,4 1,10")) == "pick"


def test_greedy_moves_even_if_every_way_is_long() -> None:
    assert greedy(race("####\n#A.#\n#..#\n####")) in {"e", "se", "s"}


def test_greedy_beats_chance() -> None:
    table = GAME.table({"failures": 1, "turns": 100})
    interpreted = table.interpreted
    points = 0
    for seed in range(12):
        random, position, seat = Random(seed), table.deal(seed, interpreted), seed % 2
        while not position.over:
            choices = interpreted.legal(position) or [0]
            action = random.choice(choices)
            if position.to_act == seat:
                action = GAME.play.greedy(interpreted.concealed(position, seat), seat, choices, random)
            interpreted.apply(position, action)
        points += interpreted.scores(position)[seat]
    assert points >= 10


def test_races_without_a_limit_end() -> None:
    """Random races end by a finish or a trap long before the conformance tests would give up."""
    lengths = []
    for seed in range(6):
        positions = random_race({"failures": 1}, seed, busy=False)
        lengths.append(positions[-1].over)
    assert sum(lengths) >= 4


def test_capacities_hold_every_size() -> None:
    for rows, cols in ((10, 10), (10, 11), (16, 16), (32, 32), (33, 32), (64, 64)):
        table = GAME.table({"rows": rows, "cols": cols})
        assert len(table.layout.board.square) == min(size for size in setup.CAPACITIES if size >= rows * cols)
        assert 32 * table.layout.state.dark.shape[1] >= rows * cols
