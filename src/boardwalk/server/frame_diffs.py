"""The frames of each seat's view, as differences between scenes: what has been sent and what is to be sent next.

Frames are numbered separately for each seat. A step that changes nothing in a seat's view and announces nothing to it,
such as an attempt of another player that was refused in secret, is no frame for that seat: nothing is sent, and no
number is skipped.
"""

from __future__ import annotations

from typing import Any

from boardwalk.core.game import Position
from boardwalk.core.rules import AUDIENCE, NOBODY
from boardwalk.core.scene import Scene
from boardwalk.match import Match, View
from boardwalk.match.match import Step
from boardwalk.server.messages import Frame, Frames

FIELDS = Scene.__struct_fields__
MOST_FRAMES = 400  # after more steps than this only the newest is sent, whole


def difference(old: Scene | None, new: Scene) -> dict[str, Any]:
    """The fields of a scene that differ from the one before; all of them where there is none."""
    if old is None:
        return {name: getattr(new, name) for name in FIELDS}
    changed = {}
    for name in FIELDS:
        was, now = getattr(old, name), getattr(new, name)
        if was is not now and was != now:
            changed[name] = now
    return changed


def frames_between(match: Match, seat: int, first: int, last: int) -> list[Frame]:
    """The frames `first` to `last` of a finished match: the first whole, each other as the difference from the one
    before."""
    frames = []
    scene: Scene | None = None
    for number in range(first, last + 1):
        view = match.view(seat, number)
        frames.append(_frame(match, view, number, number, scene))
        scene = view.scene
    return frames


def _frame(match: Match, view: View, number: int, shown: int, before: Scene | None) -> Frame:
    by = match.steps[number].seat
    return Frame(number=shown, by=by, scene=difference(before, view.scene), news=list(view.news))


class FrameDiffs:
    """The view of one seat, or of the audience, as sent so far to all connections that have it."""

    def __init__(self, seat: int, *, live: bool = False) -> None:
        self.seat = seat
        self._live = live
        self._number = -1  # the number of the last step that was processed, and
        self._last: Step | None = None  # the step itself: after an undo another one may have its number
        self._view: View | None = None
        self._by = -1  # who took the step that the view shows
        self._before: Position | None = None  # the concealed position at that step, to derive the next announcements
        self._shown = 0  # the number of this seat's last frame
        self._to_act = NOBODY  # as last sent

    def _begin(self, match: Match) -> None:
        """Start from the newest step that is a frame for this seat; earlier ones are not needed."""
        number = last = len(match.steps) - 1
        view = match.view(self.seat, number)
        while number and not view.news:
            before = match.view(self.seat, number - 1)
            if before.position.state != view.position.state:
                break
            number, view = number - 1, before
        self._number, self._last = last, match.steps[last]
        self._view, self._by, self._shown = view, match.steps[number].seat, 0
        self._before = None if self._chooses_ahead(match) else view.position

    def _chooses_ahead(self, match: Match) -> bool:
        """Whether the newest view may show choices that the seat has made before its turn."""
        if self.seat == AUDIENCE or self.seat == match.to_act:
            return False
        return match.table.game.chosen_ahead(match.position, self.seat, ()) is not None

    def _view_after(self, match: Match, number: int) -> View:
        """The view after step `number`, derived from the view one step earlier: cheaper than `Match.view`."""
        newest = number == len(match.steps) - 1
        ahead = newest and self._chooses_ahead(match)
        if self._before is None or ahead:
            view = match.view(self.seat, number)
        else:
            position = match.position if newest else match.at(number)
            view = View.of(match.rules, position, self.seat, self._before)
        self._before = None if ahead else view.position
        return view

    def update(self, match: Match, deadline: float) -> Frames | None:
        """What has happened since the last update, step by step, and what the seat may do now; None if nothing has
        for this seat."""
        fresh = not (0 <= self._number < len(match.steps) and match.steps[self._number] is self._last)
        if fresh:
            self._begin(match)
            return self.whole(match, deadline)
        before, to_act = self._view, self._to_act
        frames = self._new_frames(match)
        view = self._view
        assert view is not None
        if len(frames) > MOST_FRAMES:
            return self.whole(match, deadline)
        if not frames and before is not None and before.choices == view.choices and to_act == match.to_act:
            return None
        return self._message(match, view, frames, deadline)

    def _new_frames(self, match: Match) -> list[Frame]:
        """The frames that this seat has not been sent. In live games all steps of a tick are one frame."""
        frames: list[Frame] = []
        news: list[str] = []
        last = len(match.steps) - 1
        for number in range(self._number + 1, last + 1):
            view = self._view_after(match, number)
            news += view.news
            if self._live and number < last:
                continue
            if self._view is None or news or view.position.state != self._view.position.state:
                self._shown += 1
                frame = _frame(match, view, number, self._shown, self._view.scene if self._view else None)
                frame.news, news = news, []
                frames.append(frame)
                self._view, self._by = view, frame.by
        if self._number == last:
            # choices made before the turn show in the newest view only
            view = match.view(self.seat, last)
            if self._view is None or view.position.state != self._view.position.state:
                before = self._view.scene if self._view else None
                frames.append(Frame(number=self._shown, by=self.seat, scene=difference(before, view.scene)))
                self._view, self._by = view, self.seat
        self._number, self._last = last, match.steps[last]
        return frames

    def whole(self, match: Match, deadline: float) -> Frames:
        """The newest frame, whole, for a new connection. `update` must have been called."""
        view = self._view
        assert view is not None
        frame = Frame(number=self._shown, by=self._by, scene=difference(None, view.scene), news=list(view.news))
        message = self._message(match, view, [frame], deadline)
        message.fresh = True
        return message

    def _message(self, match: Match, view: View, frames: list[Frame], deadline: float) -> Frames:
        self._to_act = match.to_act
        if self._live and self.seat != AUDIENCE and not match.over:
            view = view.in_turn()
        return Frames(
            seat=self.seat,
            frames=frames,
            to_act=match.to_act,
            acting=[self.seat] if view.acting else [],
            choices=list(view.choices),
            deadline=deadline,
        )
