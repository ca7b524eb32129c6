"""Reviews of finished matches: computed decision by decision in the pool, polled by clients, and kept."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict

import msgspec

from boardwalk.analysis.advice import Hint, Judgement, Summary, decisions, judged, summary
from boardwalk.server.base.errors import BusyError
from boardwalk.server.base.limits import BUSY, BUSY_WITH_YOURS, AddressCount
from boardwalk.server.rooms.bots import SeatRequest, SentHistory
from boardwalk.server.rooms.room import Room
from boardwalk.server.rooms.warming import Warming
from boardwalk.server.workers.pool import Pool, PoolError

log = logging.getLogger("boardwalk")
SECONDS_A_DECISION = 0.2
MOST_DECISIONS = 300  # only the first ones are judged
MOST_RUNNING, MOST_AN_ADDRESS = 256, 4  # at once; each has one request in the pool
KEPT = 64
UNWANTED = 30.0  # seconds without a request after which a review pauses

decode_hint = msgspec.json.Decoder(Hint).decode


class Review(msgspec.Struct, kw_only=True):
    """The decisions of a seat of a finished match: how many there are, how many have been judged so far, some of the
    judgements, and once it is done, the summary."""

    seat: int
    total: int
    judged: int
    done: bool
    decisions: list[Judgement]
    summary: Summary | None


class MatchReview:
    """The decisions of one seat of a finished match, as far as they have been judged."""

    def __init__(self, room: Room, seat: int, pool: Pool, warming: Warming) -> None:
        self._room, self._seat, self._pool, self._runtime = room.state, seat, pool, room.runtime
        self._warming = warming
        self._match = room.match.copy()
        self._steps = decisions(self._match, [seat])
        self._sent = SentHistory()
        self._wanted = self._runtime.now()
        self.judgements: list[Judgement] = []
        self.task: asyncio.Task[None] | None = None

    @property
    def done(self) -> bool:
        return len(self.judgements) == min(len(self._steps), MOST_DECISIONS)

    def state(self, first: int) -> Review:
        """The decisions judged so far, from the one of number `first` on, and once all are, the summary."""
        self._wanted = self._runtime.now()
        return Review(
            seat=self._seat,
            total=len(self._steps),
            judged=len(self.judgements),
            done=self.done,
            decisions=self.judgements[first:],
            summary=summary(self._match, self._seat, self.judgements) if self.done else None,
        )

    async def run(self, address: str) -> None:
        """Judge one decision after the other for a client of this address, while the review is requested."""
        try:
            while not self.done and self._runtime.now() - self._wanted < UNWANTED:
                self.judgements.append(await self._judge(self._steps[len(self.judgements)], address))
                await asyncio.sleep(0)
        except BusyError:  # the next request tries again
            pass
        except PoolError as error:
            log.error("a review failed: %s", error, extra={"room": self._room.name})
        finally:
            self.task = None

    async def _judge(self, step: int, address: str) -> Judgement:
        match, seat = self._match, self._seat
        view = match.view(seat, step - 1)
        advice = None
        if len(view.legal) > 1:
            async for _ in self._warming.wait(match.table):
                pass
            request = SeatRequest(
                self._room,
                match,
                seat,
                self._sent,
                address,
                self._runtime,
                step=step - 1,
                seconds=SECONDS_A_DECISION,
            )
            advice = decode_hint(await request.analysis(self._pool))
        return judged(step, view, match.steps[step].action, advice)


class Reviews:
    """The newest reviews of this process, those under way included."""

    def __init__(self, pool: Pool, warming: Warming) -> None:
        self._pool, self._warming = pool, warming
        self._addresses = AddressCount(MOST_AN_ADDRESS)
        self._reviews: OrderedDict[tuple[object, ...], MatchReview] = OrderedDict()

    def review(self, room: Room, seat: int, address: str) -> MatchReview:
        """The review of a seat of a room's finished match, resumed if it is not done; a `BusyError` if too many are
        under way."""
        key = room.name, room.state.spec.match, room.match.revision, seat
        review = self._reviews.get(key) or MatchReview(room, seat, self._pool, self._warming)
        if review.task is None and not review.done:
            if sum(one.task is not None for one in self._reviews.values()) >= MOST_RUNNING:
                raise BusyError(BUSY)
            if not self._addresses.acquire(address):
                raise BusyError(BUSY_WITH_YOURS)
            review.task = asyncio.get_running_loop().create_task(review.run(address))
            review.task.add_done_callback(lambda _: self._addresses.release(address))
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
