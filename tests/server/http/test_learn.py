"""Guides and lessons over HTTP: every answer follows from the request, and shows no more than the player may see."""

from __future__ import annotations

from typing import Any

import pytest
from harness import Server

from boardwalk.contract import registry
from boardwalk.tutorial import attempt, lessons_of


def play(server: Server, lesson: str, *actions: int, seen: int = -1) -> dict[str, Any]:
    found: dict[str, Any] = server.ask(f"/api/games/{lesson}?actions={','.join(map(str, actions))}&seen={seen}")
    return found


def action(lesson: dict[str, Any], text: str) -> int:
    """The number of a choice that is offered, by its text."""
    number: int = next(choice["action"] for choice in lesson["frames"]["choices"] if choice["text"] == text)
    return number


def test_a_lesson_is_played_move_by_move(server: Server) -> None:
    path = "box_world/lessons/2"
    lesson = play(server, path)
    assert (lesson["state"], lesson["left"], lesson["step"]) == ("open", 10, 0)
    assert lesson["frames"]["fresh"] and len(lesson["frames"]["frames"]) == 1
    taken: list[int] = []
    for move in "ddss":
        taken.append(action(lesson, move))
        lesson = play(server, path, *taken, seen=lesson["step"])
        assert not lesson["frames"]["fresh"] and len(lesson["frames"]["frames"]) == 1
        assert "rows" not in lesson["frames"]["frames"][0]["scene"], "the frame holds the difference only"
    assert (lesson["state"], lesson["left"]) == ("solved", 6)
    assert lesson["words"] == lessons_of(registry.game("box_world"))[1].file.success
    assert lesson["frames"]["choices"] == [] and lesson["frames"]["to_act"] == -2


def test_frames_end_with_the_step_that_reaches_the_goal(server: Server) -> None:
    """The other robot's later steps of that round are not sent."""
    game = registry.game("robo_rally")
    lesson = next(one for one in lessons_of(game) if one.name == "push_bob")
    actions = game.notation.read_actions(lesson.start().position, lesson.file.solution)
    tried = attempt(lesson, actions)
    assert tried.step < len(tried.match.steps) - 1
    answer = play(server, "robo_rally/lessons/7", *actions, seen=0)
    assert answer["step"] == tried.step == answer["frames"]["frames"][-1]["number"]


def test_a_program_is_previewed_before_it_is_sent(server: Server) -> None:
    path = "/api/games/robo_rally/lessons/2/preview?actions="
    whole = server.ask(f"{path}&more=3,0,5,0,5")
    assert whole["taken"] == 5
    assert any(overlay["kind"] == "route" for overlay in whole["scene"]["overlays"])
    assert server.ask(f"{path}&more=3,3")["taken"] == 1
    assert server.get("/api/games/robo_rally/lessons/99/preview")[0] == 404


def test_a_hidden_wall_is_not_sent_before_it_is_found(server: Server) -> None:
    path = "fog_quoridor/lessons/5"
    lesson = play(server, path)
    assert lesson["frames"]["frames"][0]["scene"]["edges"] == []
    up = action(lesson, "up")
    found = play(server, path, up, seen=lesson["step"])["frames"]["frames"][-1]["scene"]["edges"]
    assert [edge["kind"] for edge in found] == ["known"]


@pytest.mark.parametrize(
    ("path", "status", "why"),
    [
        ("box_world/lessons/99", 404, "there is no such lesson"),
        ("connect_four/lessons/1", 404, "there is no such lesson"),
        ("chess/lessons/1", 404, "there is no game 'chess'"),
        ("box_world/lessons/1?actions=0", 422, "not possible now"),
        ("box_world/lessons/1?actions=4000", 422, "not possible now"),
        ("box_world/lessons/1?actions=1;2", 422, "actions"),
        ("box_world/lessons/1?seen=x", 422, "seen"),
        ("chess/guide", 404, "there is no game 'chess'"),
    ],
)
def test_what_is_refused(server: Server, path: str, status: int, why: str) -> None:
    answered, body = server.get(f"/api/games/{path}")
    assert answered == status
    assert why in body.decode()


def test_a_game_without_files_has_its_summary_scene_and_keys(server: Server) -> None:
    guide = server.ask("/api/games/connect_four/guide")
    assert guide["goal"] == registry.game("connect_four").summary
    assert guide["boards"] == [] and guide["lessons"] == 0
    assert guide["scene"]["rows"] == 6
    assert guide["keys"]
    assert server.ask("/api/games/connect_four/lessons")["lessons"] == []
