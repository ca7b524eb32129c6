"""What each choice of a player leads to, also undo and redo, told before it is chosen, so that a client can show it
without waiting.

A client knows no rules: by itself it can show a move only when the server has answered. Where a game is played alone,
and neither chance nor secrets decide what happens, the server tells ahead what each choice leads to. The client shows
that at once, and the frame that the server sends then is the truth.

It is told one step ahead and no further. That takes about 0.1 ms and 240 bytes for each choice (Box World), spent after
the answer was sent, and only where a client asks for it. A second step would take the square of that. It would help
only those who press the next key before the answer to the last has come; their keys wait for it.
"""

from __future__ import annotations

from boardwalk.contract.errors import MoveError
from boardwalk.contract.game import Position, Table
from boardwalk.engine.rules import NOBODY
from boardwalk.match import Match, View
from boardwalk.match.match import REDO, UNDO
from boardwalk.server.protocol.messages import Ahead, AheadStep
from boardwalk.server.rooms.frame_diffs import difference

MOST_CHOICES = 8  # with more, it is not cheap


def can_look_ahead(table: Table, *, live: bool) -> bool:
    """Whether what a choice leads to is certain, and nothing that the player may not know."""
    return len(table.seats) == 1 and not table.game.play.chance and not table.game.hidden and not live


def look_ahead(match: Match, view: View, frame: int, *, undo: bool = False) -> Ahead | None:
    """What each choice of the seat that has this newest view leads to; None if it has none, or too many. With `undo`
    also what UNDO and REDO lead to, where they are possible."""
    few = view.acting and len(view.choices) <= MOST_CHOICES
    actions = [choice.action for choice in view.choices] if few else []
    steps = [step for action in actions if (step := _step(match, view, action, _applied(match, action)))]
    for action in (UNDO, REDO) if undo else ():
        if step := _step(match, view, action, _taken_back(match, view.seat, action)):
            steps.append(step)
    return Ahead(seat=view.seat, frame=frame, steps=steps) if steps else None


def _applied(match: Match, action: int) -> Position:
    position = match.position.copy()
    match.rules.apply(position, action)
    return position


def _taken_back(match: Match, seat: int, action: int) -> Position | None:
    """The position after an undo or redo; None if that is not possible, or the board goes on by itself after it."""
    try:
        change = match.attempt([(seat, action)])
    except MoveError:
        return None
    return change.after.position if action == UNDO or change.length == len(match.steps) + 1 else None


def _step(match: Match, view: View, action: int, position: Position | None) -> AheadStep | None:
    if position is None or position.state.to_act not in (view.seat, NOBODY):
        return None  # the board goes on by itself: that is several frames
    before = None if action == UNDO else view.position  # what is taken back is no news
    after = View.of(match.rules, position, view.seat, before, named=match.named)
    scene = difference(view.scene, after.scene)
    scene.pop("pieces", None)
    gone = {piece.id: piece for piece in view.scene.pieces}
    pieces = [piece for piece in after.scene.pieces if gone.pop(piece.id, None) != piece]
    return AheadStep(action=action, scene=scene, pieces=pieces, gone=list(gone), news=list(after.news))
