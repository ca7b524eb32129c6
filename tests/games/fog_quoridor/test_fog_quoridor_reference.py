"""Random games compared with the reference implementation: every offer, refusal, sight and result."""

from __future__ import annotations

from random import Random

import pytest
from quoridor_reference import CELLS, Reference, text_of, wall_text

import boardwalk
from boardwalk.contract.game import Position, Table
from boardwalk.games.fog_quoridor.notation import describe

TABLES = {
    (walls, fog): boardwalk.table("fog_quoridor", {"walls": walls, "fog": fog})
    for walls in ("hidden", "open")
    for fog in ("on", "off")
}


def agree(position: Position, reference: Reference) -> None:
    told = describe(position)
    assert told["to_act"] == ("nobody" if reference.player is None else "AB"[reference.player])
    assert told["turns"] == (reference.turns if None not in reference.pawns else reference.pawns.count(None) * -1)
    assert told["pawns"] == [text_of(pawn) if pawn else "-" for pawn in reference.pawns]
    assert told["last_turn"] == (reference.last and not position.over)
    assert told["result"] == (reference.result or "none")
    assert set(told["refused"]) == {wall_text(wall) for wall in reference.refused}
    for player, name in enumerate("AB"):
        assert set(told[f"walls_{name}"]) == {wall_text(wall) for wall in reference.walls[player]}
        assert told["walls_left"][player] == 10 - len(reference.walls[player])
        known = {frozenset({text_of(cell) for cell in edge}) for edge in reference.known[player]}
        assert {frozenset(edge.split("-")) for edge in told[f"known_{name}"]} == known
        jumps = {frozenset({text_of(cell) for cell in edge}) for edge in reference.no_jump[player]}
        assert {frozenset(edge.split("-")) for edge in told[f"jumps_{name}"]} == jumps
        seen = {cell for cell in CELLS if told["sees"][9 - cell[1]][cell[0] - 1] in (name.lower(), "*")}
        assert seen == reference.sees(player)
    if "scores" in told:
        for column, line in CELLS:
            assert told["scores"][9 - line][column - 1] == reference.score((column, line))


def play(table: Table, seed: int, chance_of_a_wall: float, limit: int) -> tuple[int, int, str]:
    """Play a random game on both; returns the number of refusals and of turns, and the result."""
    rules, random = table.interpreted, Random(seed)
    position = table.deal(seed, rules)
    options = table.options.changed()
    reference = Reference(open_walls="walls" in options, fog="fog" not in options, limit=limit)
    refusals = 0
    while True:
        agree(position, reference)
        if position.over:
            return refusals, reference.turns, str(reference.result)
        texts = {table.game.notation.write_action(position, action): action for action in rules.legal(position)}
        assert set(texts) == reference.offered()
        steps = sorted(text for text in texts if len(text) != 3)
        walls = sorted(text for text in texts if len(text) == 3)
        wall = walls and (not steps or random.random() < chance_of_a_wall)
        move = random.choice(walls if wall else steps)
        if not wall and random.random() < 0.5:  # move towards the goal, so that games end and pawns meet
            move = {0: "up", 1: "down"}[position.to_act] if None not in reference.pawns else "e1"
            move = move if move in texts else random.choice(steps)
        rules.apply(position, texts[move])
        refusals += reference.play(move)


@pytest.mark.rule("FQ-3", "FQ-4", "FQ-5", "FQ-6", "FQ-7", "FQ-11", "FQ-12", "FQ-16", "FQ-18", "FQ-19", "FQ-20")
@pytest.mark.parametrize("key", TABLES, ids="-".join)
@pytest.mark.parametrize("seed", range(3))
def test_every_offer_refusal_and_sight_of_random_games_is_what_the_plain_rules_say(
    key: tuple[str, str], seed: int
) -> None:
    refusals, turns, result = play(TABLES[key], seed, (0.7, 0.4, 0.3)[seed], 200)
    assert turns > 10
    assert result in ("A wins", "B wins", "draw")
    if key[0] == "hidden":
        assert refusals > 0
    elif key[1] == "off":
        assert refusals == 0  # without secrets nothing is refused


@pytest.mark.rule("FQ-20", "FQ-21")
@pytest.mark.parametrize("seed", range(6))
def test_short_games_end_as_the_plain_rules_say(seed: int) -> None:
    table = boardwalk.table("fog_quoridor(turns=18)")
    _, turns, _ = play(table, seed, 0.05 * seed, 18)
    assert turns <= 18
