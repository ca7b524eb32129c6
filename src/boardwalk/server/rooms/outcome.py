"""What the end of a room's match counts for: a challenge solved, ratings changed."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from boardwalk.contract.challenge import Challenge
from boardwalk.contract.game import Position
from boardwalk.server.protocol.messages import ChallengeInfo
from boardwalk.server.store.results import Booking, RatedMatch, SolvedChallenge, Standing

if TYPE_CHECKING:
    from boardwalk.server.rooms.room import Room


class Outcome:
    """Rates the matches of one room."""

    def __init__(self, room: Room) -> None:
        self._room = room
        make = room.table.game.challenge
        self._challenge: Challenge | None = make(room.spec.challenge) if make and room.spec.challenge else None

    def challenge_info(self) -> ChallengeInfo | None:
        one, match = self._challenge, self._room.match
        if one is None:
            return None
        return ChallengeInfo(
            day=self._room.spec.challenge,
            title=one.title,
            task=one.task,
            seat=one.seat,
            counted=one.counted,
            par=one.par,
            fewest=one.fewest,
            count=one.result(match.position),
        )

    def bookings(self, position: Position) -> list[Booking]:
        """What to store with the action that leads to this position."""
        if not position.over:
            return []
        return [*self._solved(position), *self._rated(position)]

    def _solved(self, position: Position) -> list[Booking]:
        room, one = self._room, self._challenge
        count = one.result(position) if one else None
        if one is None or count is None:
            return []
        seat, day = room.spec.seats[one.seat], room.spec.challenge
        who = seat.player or f"room:{room.name}"
        return [SolvedChallenge(room.spec.game, day, who, seat.name, count, room.name, time.time())]

    def _rated(self, position: Position) -> list[Booking]:
        room, spec = self._room, self._room.spec
        scores = position.table.rules.scores(position)
        standings = [
            Standing(seat, player, spec.seats[seat].name, room.table.tones[seat], scores[seat])
            for seat, player in enumerate(spec.players)
            if player
        ]
        sides = [one.side for one in standings]
        if len({*sides}) < 2 or len({one.player for one in standings}) < 2:
            return []
        return [RatedMatch(room.name, room.number, spec.game, time.time(), tuple(standings))]
