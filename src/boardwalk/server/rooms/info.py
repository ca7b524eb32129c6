"""The public information about a room: for its connections, over HTTP, and on the front page for listed rooms."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from boardwalk.match.endings import scores
from boardwalk.server.protocol.messages import ChallengeInfo, ClockInfo, RoomInfo, RoomTerms
from boardwalk.server.rooms.clock import Banks
from boardwalk.server.rooms.state import RoomState
from boardwalk.server.store import Store

LONGEST_TABLE = 300  # characters of a game string in the public information
EVERY = 4.0  # seconds between two updates of the front page
SHOWN = 15.0  # seconds for which an update is valid
MOST = 60  # rooms on the front page


def info(state: RoomState, present: Collection[int], spectators: int, now: float, warming: str = "") -> RoomInfo:
    """The public information about a room; `present` are the connected seats, `warming` is what it waits for."""
    spec, game, table = state.spec, state.table.game, str(state.table)
    return RoomInfo(
        room=state.name,
        game=game.name,
        title=game.title,
        table=table if len(table) <= LONGEST_TABLE else f"{game.name}(…)",
        phase=state.phase,
        match=spec.match,
        seats=[spec.info(number, tone, number in present) for number, tone in enumerate(state.table.tones)],
        spectators=spectators,
        scores=list(scores(state.table.rules, state.position)) if state.position.over else None,
        clock=_clock(state, now),
        starts_in=max(state.starts_at - now, 0.0),
        undo=state.undo,
        hints=spec.allows_hints,
        events=[event.name for event in game.play.events],
        challenge=_challenge(state),
        earlier=spec.earlier_info() if state.phase == "over" else [],
        imported=spec.imported,
        warming=warming,
        **{term: getattr(spec, term) for term in RoomTerms.__struct_fields__},
    )


def _clock(state: RoomState, now: float) -> ClockInfo | None:
    clock = state.clock
    if not isinstance(clock, Banks):
        return None
    runs = clock.running and state.phase == "playing"
    return ClockInfo(
        left=[round(clock.of(seat, now), 3) for seat in range(len(clock.left))],
        running=[seat for seat in sorted(clock.acting) if clock.left[seat]] if runs else [],
    )


def _challenge(state: RoomState) -> ChallengeInfo | None:
    one = state.challenge
    if one is None:
        return None
    return ChallengeInfo(
        day=state.spec.challenge,
        title=one.title,
        task=one.task,
        seat=one.seat,
        counted=one.counted,
        par=one.par,
        fewest=one.fewest,
        count=one.result(state.position),
    )


# -- the front page


def is_listed(state: RoomState, present: bool) -> bool:
    """Whether the front page shows a room. Tables without connections are not shown, nor games that are over."""
    return state.spec.listed and present and state.phase != "over"


class Listing:
    """Writes the listed rooms that this process has in memory to the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._listed: set[str] = set()

    async def update(self, rooms: Mapping[str, RoomInfo], today: float) -> None:
        """These rooms are listed now, by name. `today` is Unix time, here and in `front_page`."""
        found = {name: msgspec.json.encode(one) for name, one in rooms.items()}
        gone = self._listed - found.keys()
        if found or gone:
            await self._store.list_rooms(found, gone, today - SHOWN)
        self._listed = {*found}


async def front_page(store: Store, today: float) -> tuple[list[RoomInfo], list[RoomInfo]]:
    """The tables to join and the games to watch."""
    data = await store.listed_rooms(today - SHOWN, MOST)
    rooms = [msgspec.json.decode(one, type=RoomInfo) for one in data]
    tables = [room for room in rooms if room.phase == "waiting" and any(seat.kind == "open" for seat in room.seats)]
    return tables, [room for room in rooms if room.phase == "playing"]
