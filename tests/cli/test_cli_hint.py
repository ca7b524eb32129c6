"""`boardwalk hint`, `boardwalk analyse`, and `hint` at the prompt."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import Run

from boardwalk import Match
from boardwalk.bots import make_bot, play
from boardwalk.contract import registry
from boardwalk.contract.positions import write_position
from boardwalk.games.box_world.search import solver


def saved(path: Path, table: str, actions: int, bot: str = "easy", **options: object) -> Match:
    match = Match(registry.game(table).table(options), seed=3)
    play(match, {seat: make_bot(bot, seat) for seat in range(len(match.table.seats))}, actions)
    match.save(path)
    return match


@pytest.mark.parametrize("game", ["rowdy_racers", "fog_quoridor"])
def test_a_hint_names_the_best_actions_and_the_course(run: Run, tmp_path: Path, game: str) -> None:
    match = saved(tmp_path / "a.match", game, 6)
    status, output, errors = run("hint", "a.match")
    assert (status, errors) == (0, "")
    title, first, *rest = output.splitlines()
    assert title == f"{match.table.game.title}: {match.names[match.to_act]}"
    text = first.split()[0]
    assert (
        match.table.game.notation.read_actions(match.view(match.to_act).position, text)[0]
        in match.view(match.to_act).legal
    )
    assert any(line.startswith("expected: ") for line in rest)
    assert run("hint", "a.match")[1] == output, "the same again"


def test_a_hint_as_data(run: Run, tmp_path: Path) -> None:
    match = saved(tmp_path / "a.match", "fog_quoridor", 6)
    seat = match.to_act
    status, output, _ = run("hint", "a.match", "--json", "--seat", str(seat + 1), "--seconds", "0.01")
    data = json.loads(output)
    assert status == 0 and data["seat"] == seat and data["actions"][0]["action"] in match.view(seat).legal
    values = [one["value"] for one in data["actions"]]
    assert all(-1 <= value <= 1 for value in values)
    assert data["worlds"] and data["worlds"][0]["scene"]["rows"] == 9, "what it believes of the hidden walls"


def test_a_hint_for_a_position(run: Run, tmp_path: Path) -> None:
    match = Match(registry.game("rowdy_racers").table({"failures": 0}), seed=3)
    play(match, {seat: make_bot("easy", seat) for seat in (0, 1)}, 6)
    (tmp_path / "a.position").write_text(write_position(match.position))
    status, output, errors = run("hint", "a.position")
    assert (status, errors) == (0, "") and output.startswith("Rowdy Racers: ")


@pytest.mark.rule("BW-15")
def test_a_hint_in_box_world_follows_a_shortest_solution(run: Run, tmp_path: Path) -> None:
    saved(tmp_path / "a.match", "box_world", 2)
    output = run("hint", "a.match")[1]
    assert "the fewest possible" in output and "can be solved" in output


@pytest.mark.rule("BW-15")
def test_a_hint_in_box_world_names_the_move_that_lost_the_level(run: Run, tmp_path: Path) -> None:
    match = Match(registry.game("box_world").table({"pack": "night_shift", "level": 5}), seed=1)
    bot = make_bot("random", 1)
    while not solver.solve(solver.problem(match.position)).unsolvable:
        play(match, {0: bot}, 1)
    lost = len(match.actions)
    match.act(0, match.view(0).legal[0])
    match.save(tmp_path / "a.match")
    output = run("hint", "a.match")[1]
    label = match.table.game.scene.choice(match.at(lost - 1), match.actions[lost - 1]).label
    assert f"This level can no longer be solved. Move {lost} ({label}) lost it." in output
    assert "can't be solved" in output


def test_what_is_not_possible(run: Run, tmp_path: Path) -> None:
    match = saved(tmp_path / "over.match", "rowdy_racers", 1000, "random", turns=2)
    assert match.over
    waits = 2 - saved(tmp_path / "a.match", "rowdy_racers", 2).to_act  # the number of the other seat
    for arguments, sentence in (
        (["hint", "over.match"], "the game is over"),
        (["hint", "a.match", "--seat", "3"], "--seat must be from 1 to 2, not 3"),
        (["hint", "a.match", "--seat", str(waits)], "it is not this seat's turn"),
        (["hint", "none.match"], "none.match: No such file or directory"),
        (["analyse", "a.match", "--seat", "0"], "--seat must be from 1 to 2, not 0"),
    ):
        status, _, errors = run(*arguments)
        assert status == 2 and sentence in errors, (arguments, errors)


def test_each_decision_of_a_match_is_judged(run: Run, tmp_path: Path) -> None:
    match = saved(tmp_path / "a.match", "rowdy_racers", 10, "random")
    status, output, errors = run("analyse", "a.match", "--json")
    report = json.loads(output)
    assert (status, errors) == (0, "")
    own = [number for number, step in enumerate(match.steps) if step.seat >= 0]
    assert [one["step"] for one in report["decisions"]] == own
    for one in report["decisions"]:
        assert one["seat"] == match.steps[one["step"]].seat
        assert (one["verdict"] == "best") <= (one["did"] == one["best"] and one["loss"] == 0)
        assert one["loss"] is None or 0 <= one["loss"] <= 2
    assert [one["decisions"] for one in report["summary"]] == [
        sum(match.steps[number].seat == seat for number in own) for seat in (0, 1)
    ]
    assert sum(one["verdict"] != "best" for one in report["decisions"]) >= 3, "random moves are rarely the best"


def test_a_review_as_text(run: Run, tmp_path: Path) -> None:
    match = saved(tmp_path / "a.match", "rowdy_racers", 6, "random")
    status, output, _ = run("analyse", "a.match", "--seat", "1", "--seconds-a-step", "0.01")
    assert status == 0
    steps = [line for line in output.splitlines() if line.startswith("step ")]
    assert len(steps) == sum(step.seat == 0 for step in match.steps)
    assert output.splitlines()[-1].startswith(f"{match.names[0]}: {len(steps)} decisions: ")
    saved(tmp_path / "b.match", "connect_four", 1, "random")
    output = run("analyse", "b.match", "--seconds-a-step", "0.01")[1]
    assert "\nRed: 1 decision: " in output and "\nYellow: 0 decisions: " in output


def test_hint_at_the_prompt(run: Run) -> None:
    status, output, _ = run("play", "rowdy_racers", "--seed", "1", typed="hint\nquit\n")
    assert status == 0 and "expected: " in output
