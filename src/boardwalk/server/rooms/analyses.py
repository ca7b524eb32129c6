"""Reviews of finished matches: computed decision by decision in the thinking processes, polled by clients, and kept."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from typing import Any

import msgspec

from boardwalk.analysis.advice import Hint, Judgement, decisions, judged, summary
from boardwalk.server.base.errors import BusyError
from boardwalk.server.base.response_cache import BUSY
from boardwalk.server.rooms.questions import SeatQuestion, Sent
from boardwalk.server.rooms.room import Room
from boardwalk.server.workers.thinkers import ThinkingError, ThinkingPool
from boardwalk.server.workers.thinking_messages import Analysed

log = logging.getLogger("boardwalk")
SECONDS_A_DECISION = 0.2
MOST_DECISIONS = 300  # that are judged, the first ones
MOST_RUNNING = 4
KEPT = 64
UNWANTED = 30.0  # seconds without a request after which a review pauses

decode_hint = msgspec.json.Decoder(Hint).decode


class MatchReview:
    """The decisions of one seat of a finished match, as far as they have been judged."""

    def __init__(self, room: Room, seat: int, pool: ThinkingPool) -> None:
        self._room, self._seat, self._pool = room, seat, pool
        self._match = room.match.copy()
        self._steps = decisions(self._match, [seat])
        self._sent = Sent()
        self._wanted = time.monotonic()
        self.judgements: list[Judgement] = []
        self.task: asyncio.Task[None] | None = None

    @property
    def done(self) -> bool:
        return len(self.judgements) == min(len(self._steps), MOST_DECISIONS)

    def state(self, first: int) -> dict[str, Any]:
        """The decisions judged so far, from the one of number `first` on, and once all are, the summary."""
        self._wanted = time.monotonic()
        return {
            "seat": self._seat,
            "total": len(self._steps),
            "judged": len(self.judgements),
            "done": self.done,
            "decisions": self.judgements[first:],
            "summary": summary(self._match, self._seat, self.judgements) if self.done else None,
        }

    async def run(self) -> None:
        """Judge one decision after the other, as long as somebody wants to know. Other rooms have their turns."""
        try:
            while not self.done and time.monotonic() - self._wanted < UNWANTED:
                self.judgements.append(await self._judge(self._steps[len(self.judgements)]))
                await asyncio.sleep(0)
        except ThinkingError as error:  # the next request tries again
            log.error("a review failed: %s", error, extra={"room": self._room.name})
        finally:
            self.task = None

    async def _judge(self, step: int) -> Judgement:
        match, seat = self._match, self._seat
        view = match.view(seat, step - 1)
        advice = None
        if len(view.legal) > 1:
            question = SeatQuestion(self._room, match, seat, self._sent, step=step - 1, seconds=SECONDS_A_DECISION)
            answer = await self._pool.answer(question)
            assert isinstance(answer, Analysed)
            self._sent.watches = answer.watches
            advice = decode_hint(answer.result)
        return judged(step, view, match.steps[step].action, advice)


class Analyses:
    """The newest reviews of this process, those under way included."""

    def __init__(self, pool: ThinkingPool) -> None:
        self._pool = pool
        self._reviews: OrderedDict[tuple[object, ...], MatchReview] = OrderedDict()

    def review(self, room: Room, seat: int, address: str) -> MatchReview:
        """The review of a seat of a room's finished match, which goes on if it is not done; a `BusyError` if too many
        are under way."""
        key = room.name, room.number, room.match.mark, seat
        review = self._reviews.get(key) or MatchReview(room, seat, self._pool)
        if review.task is None and not review.done:
            if sum(one.task is not None for one in self._reviews.values()) >= MOST_RUNNING:
                raise BusyError(BUSY)
            review.task = asyncio.get_running_loop().create_task(review.run())
        self._reviews[key] = review
        self._reviews.move_to_end(key)
        if len(self._reviews) > KEPT:
            oldest = next((old for old, one in self._reviews.items() if one.task is None), None)
            if oldest is not None:
                del self._reviews[oldest]
        return review

    async def close(self) -> None:
        tasks = [review.task for review in self._reviews.values() if review.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
