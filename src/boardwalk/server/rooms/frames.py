"""The frames of each view, as differences between scenes: those sent, those to send next, and previews of a player's
choices (looking ahead).

Frames are numbered separately for each seat, and the numbers only grow. A step that changes nothing in a seat's view
and announces nothing to it, such as an attempt of another player that was refused in secret, is no frame for that seat:
nothing is sent, and no number is skipped.

A client knows no rules: by itself it can show a move only when the server has answered. Where a game is played alone,
and neither chance nor secrets decide what happens, the server sends ahead what each choice leads to, also undo and
redo. The client shows that at once; the frame that the server sends then is authoritative. Only one step is sent ahead.
That takes about 0.1 ms and 240 bytes for each choice (Box World), after the answer was sent, and only for clients that
ask for it. A second step would take the square of that, and would help only players who press the next key before the
answer to the last has arrived; their keys wait for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from operator import attrgetter
from typing import Any

from boardwalk.contract.errors import MoveError
from boardwalk.contract.game import Position, Table
from boardwalk.contract.scene import Choice, Scene
from boardwalk.engine.rules import AUDIENCE, NOBODY
from boardwalk.match import Match, View
from boardwalk.match.match import REDO, UNDO
from boardwalk.match.view import announced
from boardwalk.server.protocol.messages import Ahead, AheadStep, Frame, Frames

FIELDS = Scene.__struct_fields__
values_of = attrgetter(*FIELDS)
MOST_FRAMES = 400  # after more steps than this only the newest is sent, whole
MOST_CHOICES = 8  # looking ahead at more would be slow


def difference(old: Scene | None, new: Scene) -> dict[str, Any]:
    """The fields of a scene that differ from the one before; all of them where there is none."""
    if old is None:
        return dict(zip(FIELDS, values_of(new), strict=True))
    fields = zip(FIELDS, values_of(old), values_of(new), strict=True)
    return {name: now for name, was, now in fields if was is not now and was != now}


def frames_between(match: Match, seat: int, first: int, last: int) -> list[Frame]:
    """The frames `first` to `last` of a finished match: the first whole, each other as the difference from the one
    before."""
    frames = []
    scene: Scene | None = None
    for number in range(first, last + 1):
        view = match.view(seat, number)
        changed = difference(scene, view.scene)
        frames.append(Frame(number=number, by=match.steps[number].seat, scene=changed, news=list(view.news)))
        scene = view.scene
    return frames


def _ready_after(ready: frozenset[int] | None, by: int, to_act: int) -> frozenset[int] | None:
    """The seats that are ready after a step that is not the newest, from those that were before it."""
    if ready is None or to_act < 0:
        return None
    return ready if by == to_act else ready | {by}


class FrameDiffs:
    """The view of one seat, or of the audience, as sent so far to all connections that have it.

    `number` is the number of its last frame. The first frame gets the number `first`, so that the frames of a new match
    can continue the numbers of the match before."""

    def __init__(self, seat: int, *, live: bool = False, first: int = 0) -> None:
        self.seat = seat
        self.number = first - 1
        self._live = live
        self._revision = -1, -1  # the revision of the last step that was processed
        self._view: View | None = None
        self._by = -1  # who took the step that the view shows
        self._before: Position | None = None  # concealed, after the last step, without choices before the turn
        self._own_steps = 0  # of this seat, up to the last step that was processed
        self._acted = 0  # how often the seat has acted in this match, choices before its turn included
        self._to_act = NOBODY  # as last sent, like
        self._acting = False
        self._choices: tuple[Choice, ...] = ()
        self._offered_since = first  # the earliest frame from which on these choices were offered

    @property
    def answerable(self) -> range:
        """The frames that an action may answer, since it is about the present choices: from then on they have not
        changed, and the seat has not acted. Empty before the first `update`."""
        return range(self._offered_since, self.number + 1)

    @property
    def view(self) -> View | None:
        """The newest view; None before the first `update`."""
        return self._view

    def _begin(self, match: Match) -> None:
        """Start from the newest step that is a frame for this seat; earlier ones are not needed."""
        number = len(match.steps) - 1
        view = match.view(self.seat, number)
        while number and not view.news:
            before = match.view(self.seat, number - 1)
            if before.position.state != view.position.state:
                break
            number, view = number - 1, before
        self._revision = match.revision
        self._own_steps = match.steps.taken_by(self.seat)
        self._view = replace(view, position=view.position.with_ready(match.ready))
        self._by = match.steps[number].seat
        self._before = self._known(match)
        self.number += 1
        self._offered_since = self.number

    def _known(self, match: Match) -> Position:
        """The concealed position after the newest step, without the seat's choices before its turn."""
        return match.rules.concealed(match.position, self.seat).with_ready(match.ready)

    def _view_after(self, match: Match, number: int, newest: bool) -> View:
        """The view after step `number`, derived from the view one step earlier: cheaper than `Match.view`."""
        assert self._before is not None
        position = match.own(self.seat) if newest else match.at(number)
        ready = match.ready if newest else _ready_after(self._before.ready, match.steps[number].seat, position.to_act)
        view = View.of(match.rules, position.with_ready(ready), self.seat, self._before, named=match.named)
        has_chosen_ahead = newest and position is not match.position
        self._before = self._known(match) if has_chosen_ahead else view.position
        return view

    def update(self, match: Match, deadline: float) -> Frames | None:
        """The steps since the last update, and the choices that the seat has now; None if nothing has changed for this
        seat."""
        revision = match.revision
        if self._revision[0] != revision[0]:  # something has been undone, or nothing has been processed yet
            self._begin(match)
            self._note_choices(match)
            return self.whole(deadline)
        frames = self._new_frames(match, revision)
        if not frames and self._to_act == match.to_act and self._acted == self._own_steps + match.queued(self.seat):
            return None
        self._note_choices(match)
        if len(frames) > MOST_FRAMES:
            return self.whole(deadline)
        return self._message(frames, deadline)

    def _new_frames(self, match: Match, revision: tuple[int, int]) -> list[Frame]:
        """The frames up to the match's revision that this seat has not been sent. In live games all steps of a tick are
        one frame."""
        frames: list[Frame] = []
        news: list[str] = []
        read, last = self._revision[1], revision[1]
        for number in range(read + 1, last + 1):
            by = match.steps[number].seat
            self._own_steps += by == self.seat
            view = self._view_after(match, number, number == last)
            news += view.news
            if self._live and number < last:
                continue
            if self._view is None or news or view.position.state != self._view.position.state:
                frames.append(self._show(view, by, news))
                news = []
        if read == last and (frame := self._chosen_ahead(match)):
            frames.append(frame)
        self._revision = revision
        return frames

    def _chosen_ahead(self, match: Match) -> Frame | None:
        """The frame for choices made before the turn: the seat's own, or that another is ready."""
        assert self._view is not None
        was, ready, own = self._view.position, match.ready, match.own(self.seat)
        if own is match.position and ready == was.ready:
            return None
        view = View.of(match.rules, own.with_ready(ready), self.seat, named=match.named)
        news = announced(match.named, view.position.with_ready(was.ready), view.position, self.seat)
        self._before = self._known(match)
        if view.position.state == was.state and not news and view.scene == self._view.scene:
            self._view = view
            return None
        by = next(iter((ready or frozenset()) - (was.ready or frozenset())), self.seat)
        return self._show(view, by, list(news))

    def _show(self, view: View, by: int, news: list[str]) -> Frame:
        """Make this the newest view: a frame with the next number, as the difference from the one before."""
        before = self._view.scene if self._view else None
        self.number += 1
        self._view, self._by = view, by
        return Frame(number=self.number, by=by, scene=difference(before, view.scene), news=news)

    def whole(self, deadline: float) -> Frames:
        """The newest frame, whole, for a new connection. `update` must have been called."""
        view = self._view
        assert view is not None
        frame = Frame(number=self.number, by=self._by, scene=difference(None, view.scene), news=list(view.news))
        message = self._message([frame], deadline)
        message.fresh = True
        return message

    def _note_choices(self, match: Match) -> None:
        """Store the choices of the seat, and since which frame it has had them."""
        view = self._view
        assert view is not None
        if self._live and self.seat != AUDIENCE and not match.over:
            view = view.in_turn()
        acted = self._own_steps + match.queued(self.seat)
        if acted != self._acted or view.choices != self._choices:
            self._offered_since = self.number
        self._acted, self._choices = acted, view.choices
        self._acting, self._to_act = view.acting, match.to_act

    def _message(self, frames: list[Frame], deadline: float) -> Frames:
        return Frames(
            seat=self.seat,
            frames=frames,
            to_act=self._to_act,
            acting=[self.seat] if self._acting else [],
            choices=list(self._choices),
            acted=self._acted,
            deadline=deadline,
            result=self._view.table.game.play.result(self._view.position) if self._view else None,
        )


class SentViews:
    """What has been sent to the connections of a room. Each view, a seat's or the audience's, has frames and numbers of
    its own. `answerable` has the frames of each that an action may answer."""

    def __init__(self, *, live: bool) -> None:
        self._live = live
        self._views: dict[int, FrameDiffs] = {}
        self._first = 0  # the number of the first frame of each view in this match
        self.answerable: dict[int, range] = {}

    def new_match(self) -> None:
        """Frames are numbered on from those of the match before, so that a late action can't be taken for one of this.
        Seats have changed, so the numbers of all of them go on from the highest."""
        self._first = max((diffs.number + 1 for diffs in self._views.values()), default=self._first)
        self._views, self.answerable = {}, {}

    def of(self, seat: int) -> FrameDiffs:
        """The frames of a view."""
        if seat not in self._views:
            self._views[seat] = FrameDiffs(seat, live=self._live, first=self._first)
        return self._views[seat]

    def newest(self, seat: int, match: Match, deadline: float) -> Frames:
        """The newest frame of a view, whole, for a new connection."""
        self.advance([seat], match, deadline)
        return self.of(seat).whole(deadline)

    def advance(self, seats: Iterable[int], match: Match, deadline: float) -> list[tuple[int, Frames]]:
        """The steps since the last call, as each of these views shows them, where it shows anything."""
        sent = []
        for seat in seats:
            diffs = self.of(seat)
            if message := diffs.update(match, deadline):
                sent.append((seat, message))
            self.answerable[seat] = diffs.answerable
        return sent


# -- looking ahead


def can_look_ahead(table: Table, *, live: bool) -> bool:
    """Whether the results of choices are certain and reveal nothing that is hidden from the player."""
    return len(table.seats) == 1 and not table.game.play.chance and not table.game.hidden and not live


def look_ahead(match: Match, view: View, frame: int, *, undo: bool = False) -> Ahead | None:
    """The result of each choice of the seat that has this newest view; None if it has none, or too many. With `undo`
    also of UNDO and REDO, where they are possible."""
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
    before = None if action == UNDO else view.position  # undo announces nothing
    after = View.of(match.rules, position, view.seat, before, named=match.named)
    scene = difference(view.scene, after.scene)
    scene.pop("pieces", None)
    gone = {piece.id: piece for piece in view.scene.pieces}
    pieces = [piece for piece in after.scene.pieces if gone.pop(piece.id, None) != piece]
    return AheadStep(action=action, scene=scene, pieces=pieces, gone=list(gone), news=list(after.news))
