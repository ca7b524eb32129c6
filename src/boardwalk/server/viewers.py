"""What each seat's watchers have been sent, and what they are to be sent next: frames as differences of scenes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from boardwalk.core.rules import AUDIENCE
from boardwalk.core.scene import Scene
from boardwalk.match import Match, View
from boardwalk.match.match import Frame as MatchFrame
from boardwalk.server.messages import Frame, Frames

FIELDS = Scene.__struct_fields__
MOST_FRAMES = 400  # more at once than this are not shown one by one


def difference(old: Scene | None, new: Scene) -> dict[str, Any]:
    """The fields of a scene that differ from the one before; all of them where there is none."""
    return {name: getattr(new, name) for name in FIELDS if old is None or getattr(old, name) != getattr(new, name)}


def frames_between(
    match: Match, seat: int, first: int, last: int, before: Scene | None
) -> tuple[list[Frame], Scene | None]:
    """The frames `first` to `last` as a seat sees them, each as the difference from the one before."""
    frames = []
    scene = before
    for number in range(first, last + 1):
        view = match.view(seat, number)
        frames.append(
            Frame(
                number=number, by=match.frames[number].seat, scene=difference(scene, view.scene), news=list(view.news)
            )
        )
        scene = view.scene
    return frames, scene


class Viewer:
    """One seat's (or the audience's) picture of the match, as all connections that see it have it."""

    def __init__(self, seat: int, *, live: bool = False) -> None:
        self.seat = seat
        self._live = live
        self._scene: Scene | None = None
        self._last: MatchFrame | None = None
        self._number = -1

    def fresh(self, match: Match, deadline: float) -> Frames:
        """The newest frame, whole: for somebody who has just come. The viewer is up to date then."""
        number = len(match.frames) - 1
        view = match.view(self.seat, number)
        frame = Frame(
            number=number, by=match.frames[number].seat, scene=difference(None, view.scene), news=list(view.news)
        )
        return self._message(match, view, [frame], True, deadline)

    def update(self, match: Match, deadline: float) -> Frames:
        """What has happened since the last update, step by step, and what the seat may do now."""
        last = len(match.frames) - 1
        continues = 0 <= self._number <= last and match.frames[self._number] is self._last
        if not continues or last - self._number > MOST_FRAMES:
            return self.fresh(match, deadline)
        frames, view = self._steps(match, self._number + 1, last)
        return self._message(match, view, frames, False, deadline)

    def _steps(self, match: Match, first: int, last: int) -> tuple[list[Frame], View]:
        """The frames since the last update, and the newest view. Live, all that happened in a tick is one frame."""
        if first > last:
            view = match.view(self.seat, last)  # what this seat has chosen ahead shows in the newest picture
            changed = difference(self._scene, view.scene)
            return ([Frame(number=last, by=self.seat, scene=changed)] if changed else []), view
        frames: list[Frame] = []
        news: list[str] = []
        scene = self._scene
        for number in range(first, last + 1):
            view = match.view(self.seat, number)
            news += view.news
            if not self._live or number == last:
                changed = difference(scene, view.scene)
                frames.append(Frame(number=number, by=match.frames[number].seat, scene=changed, news=news))
                scene, news = view.scene, []
        return frames, view

    def _message(self, match: Match, view: View, frames: list[Frame], fresh: bool, deadline: float) -> Frames:
        last = len(match.frames) - 1
        self._scene, self._number, self._last = view.scene, last, match.frames[last]
        if self._live and self.seat != AUDIENCE and not match.over:
            view = _as_if_acting(view)
        return Frames(
            seat=self.seat,
            frames=frames,
            fresh=fresh,
            to_act=match.to_act,
            acting=[self.seat] if view.acting else [],
            choices=list(view.choices),
            deadline=deadline,
        )


def _as_if_acting(view: View) -> View:
    """In a live game everybody may act at any time: what a seat could do were it its turn."""
    position = view.position.copy()
    position.state.to_act = view.seat
    return replace(view, position=position)
