"""What choices lead to is told ahead where it is certain and no secret, and it is what happens then."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from harness import Client, Server

import boardwalk
from boardwalk import Match
from boardwalk.contract import registry
from boardwalk.match.match import REDO, UNDO
from boardwalk.server.protocol.messages import AheadStep
from boardwalk.server.rooms.frames import MOST_CHOICES, FrameDiffs, can_look_ahead, look_ahead


def shown_ahead(scene: dict[str, Any], step: AheadStep) -> dict[str, Any]:
    """The scene after a step, as a client makes it."""
    told = msgspec.to_builtins(step)
    pieces = {piece["id"]: piece for piece in scene["pieces"] if piece["id"] not in told["gone"]}
    pieces |= {piece["id"]: piece for piece in told["pieces"]}
    return scene | told["scene"] | {"pieces": pieces}


def scene_of(view: FrameDiffs) -> dict[str, Any]:
    assert view.view is not None
    found: dict[str, Any] = msgspec.to_builtins(view.view.scene)
    return found


@pytest.mark.parametrize("options", ["", "(pack=night_shift,level=8)"])
def test_what_is_told_ahead_is_what_happens(options: str) -> None:
    chance = random.Random(5)
    match = Match(boardwalk.table(f"box_world{options}"), seed=1)
    view = FrameDiffs(0)
    view.update(match, 0.0)
    for _ in range(60):
        assert view.view is not None
        told = look_ahead(match, view.view, view.number)
        assert told is not None and (told.seat, told.frame) == (0, view.number)
        assert [step.action for step in told.steps] == list(view.view.legal)
        before, step = scene_of(view), chance.choice(told.steps)
        match.act(0, step.action)
        message = view.update(match, 0.0)
        assert message is not None
        after = scene_of(view)
        assert shown_ahead(before, step) == after | {"pieces": {piece["id"]: piece for piece in after["pieces"]}}
        assert step.news == message.frames[-1].news
        if match.over:
            break


def test_what_undo_and_redo_lead_to_is_told_ahead() -> None:
    """Also at the end of a level, and never where it is not possible."""
    match = Match(boardwalk.table("box_world(pack=first_steps,level=1)"), seed=1)
    view = FrameDiffs(0)
    view.update(match, 0.0)

    def told() -> dict[int, AheadStep]:
        assert view.view is not None
        message = look_ahead(match, view.view, view.number, undo=True)
        return {step.action: step for step in message.steps} if message else {}

    assert not {UNDO, REDO} & told().keys()
    right = next(choice.action for choice in match.view(0).choices if "ArrowRight" in choice.keys)
    for _ in range(5):
        match.act(0, right)
        view.update(match, 0.0)
    assert match.over and told().keys() == {UNDO}
    for action, change in ((UNDO, match.undo), (UNDO, match.undo), (REDO, match.redo), (UNDO, match.undo)):
        before, step, revision = scene_of(view), told()[action], match.revision
        assert match.revision == revision, "nothing has changed"
        change()
        message = view.update(match, 0.0)
        assert message is not None
        after = scene_of(view)
        assert shown_ahead(before, step) == after | {"pieces": {piece["id"]: piece for piece in after["pieces"]}}
        assert step.news == (message.frames[-1].news if action == REDO else [])
    assert look_ahead(match, match.view(0), 0) and UNDO not in {
        step.action
        for step in look_ahead(match, match.view(0), 0).steps  # type: ignore[union-attr]
    }, "unless the room has undo"


def test_only_what_is_certain_and_no_secret_is_told() -> None:
    looking = {game.name for game in registry.games() if can_look_ahead(game.table({}), live=False)}
    assert looking == {"box_world"}
    for game in registry.games():
        if game.hidden or game.play.chance:
            assert not can_look_ahead(game.table({}), live=False), game.name
    assert not can_look_ahead(boardwalk.table("box_world"), live=True)


def test_nothing_is_told_to_who_is_not_in_turn_or_has_many_choices() -> None:
    match = Match(boardwalk.table("fog_quoridor(walls=open)"), seed=1)
    for seat in (0, 1):
        match.act(seat, match.view(seat).legal[0])
    first = match.view(0)
    assert len(first.choices) > MOST_CHOICES and look_ahead(match, first, 0) is None
    assert look_ahead(match, match.view(1), 0) is None


def test_it_is_told_to_clients_that_ask_for_it() -> None:
    with Server() as server:
        room, tokens = server.make_room("box_world", "me")
        told = []
        for ahead in (False, True):
            client = Client(server, room, tokens.values())
            client.connect(hello=False)
            client.send(type="hello", version=2, tokens=client.tokens, ahead=ahead)
            client.until(lambda client=client: 0 in client.turn)  # type: ignore[misc]
            client.act(0, client.choices(0)[0])
            client.send(type="ping", id=99)
            client.until(lambda client=client: '"pong"' in client.raw[-1])  # type: ignore[misc]
            kinds = [msgspec.json.decode(text)["type"] for text in client.raw]
            told.append(kinds.count("ahead"))
            if ahead:
                assert kinds.index("done") < len(kinds) - kinds[::-1].index("ahead") - 1, "the answer comes first"
            client.close()
        assert told[0] == 0 and told[1] == 2
        assert not server.failures()
