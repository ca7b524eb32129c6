"""The state of a room as a value, its changes, and what is public of it. Nothing here waits, stores or sends.

A change of the match is planned without effect (`plan`), stored by the room, and then applied (`applied`)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from boardwalk.contract.game import Challenge, Position, Table
from boardwalk.contract.parts import Meaning
from boardwalk.match import Match, endings
from boardwalk.match.endings import Ending, ending_of, scores
from boardwalk.match.match import REDO, UNDO
from boardwalk.match.match import Change as MatchChange
from boardwalk.server.base.errors import RefusedError
from boardwalk.server.protocol.messages import ChallengeInfo, ClockInfo, Phase, RoomInfo, RoomTerms
from boardwalk.server.rooms.clock import Banks, Clock, is_public, may_act, time_entry
from boardwalk.server.rooms.spec import Kind, RoomSpec
from boardwalk.server.store.people import RatedMatch, SolvedChallenge, Standing
from boardwalk.server.store.transaction import StoredResult

TOUCH = 60.0  # seconds between updates of the time at which the store says the room was last used
LOG_A_STEP = 2  # entries of a log for each step that a match may have: undo adds entries and takes steps away
LONGEST_TABLE = 300  # characters of a game string in the public information
Pair = tuple[int, int]  # a seat and what it did, as the log has it


class RoomState(NamedTuple):
    """`spec` is stored, with its `version`. `position` is the newest of the match; it follows from the spec and the
    stored log, which has `logged` entries. Derived values are computed once a change. The rest is lost when the room
    leaves memory."""

    name: str
    table: Table
    spec: RoomSpec
    version: int
    position: Position
    logged: int
    phase: Phase
    challenge: Challenge | None
    driven: bool  # whether things happen in its games without a message: bots, a clock, ticks
    live: bool
    undo: bool  # whether moves can be taken back; not in rated games, whose result is stored once, nor from a bank
    clock: Clock | Banks | None  # None without a limit
    starts_at: float = 0.0  # when the countdown of a live game ends
    touch_at: float = 0.0  # when `touched` is updated next in the store


class Change(NamedTuple):
    """A possible change of the match: what is stored, and what follows from it. The log's `entries` are the `pairs` and
    the time that their seats have left. `touch`: whether the time of last use is stored too; `public`: whether the
    audience can see that anything has happened; `banks`: the seats' times after it, if they have any, which everybody
    is told if others of them run now, or if a move has earned its bonus (`tells_time`)."""

    pairs: tuple[Pair, ...]
    entries: tuple[Pair, ...]
    match: MatchChange
    results: tuple[StoredResult, ...]
    touch: bool
    public: bool
    banks: Banks | None
    tells_time: bool


class Due(NamedTuple):
    """The work that is due in a room without a message: a tick of a live game, the `first` one after a countdown; open
    seats to leave out; `flags` of seats that have used up their bank; `seats` to act for, those of bots and those whose
    time is up."""

    tick: bool = False
    first: bool = False
    leave_out: bool = False
    flags: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()


NOTHING = Due()


# -- making states


def opened(
    name: str,
    version: int,
    spec: RoomSpec,
    match: Match,
    logged: int,
    now: float,
    times: Mapping[int, float] = MappingProxyType({}),
) -> RoomState:
    """The state of a room that has been read from the store. `times`: the seconds that seats have left, as the log
    says."""
    make = match.table.game.content.challenge
    return RoomState(
        name=name,
        table=match.table,
        spec=spec,
        version=version,
        position=match.position,
        logged=logged,
        phase=phase_of(spec, match.position),
        challenge=make(spec.challenge) if make and spec.challenge else None,
        driven=is_driven(spec),
        live=spec.tick_ms > 0,
        undo=match.table.game.play.undo and not spec.rated and not spec.bank_seconds,
        clock=_clock_of(spec, match, now, times),
    )


def respecified(state: RoomState, spec: RoomSpec, match: Match, now: float) -> RoomState:
    """After a new spec was stored, which may begin a new match."""
    if begins_match(state, spec):
        running = bool(state.clock and state.clock.running)
        clock = _clock_of(spec, match, now)
        state = state._replace(logged=0, clock=clock and clock._replace(running=running))
    return state._replace(
        spec=spec,
        version=state.version + 1,
        position=match.position,
        phase=phase_of(spec, match.position),
        driven=is_driven(spec),
    )


def begins_match(state: RoomState, spec: RoomSpec) -> bool:
    return (spec.match, spec.started) != (state.spec.match, state.spec.started)


def phase_of(spec: RoomSpec, position: Position) -> Phase:
    if not spec.started:
        return "waiting"
    return "over" if position.over or spec.imported else "playing"


def is_driven(spec: RoomSpec) -> bool:
    clock = spec.turn_seconds or spec.bank_seconds
    return bool(spec.tick_ms or clock or any(seat.kind is not Kind.PERSON for seat in spec.seats))


def _clock_of(
    spec: RoomSpec, match: Match, now: float, times: Mapping[int, float] = MappingProxyType({})
) -> Clock | Banks | None:
    """The clock at the start of a match, and when the room is read: of a turn, the time that was left is not stored."""
    if spec.bank_seconds:
        seats = range(len(spec.seats))
        left = tuple(times.get(seat, float(spec.bank_seconds)) for seat in seats)
        acting = frozenset(seat for seat in seats if match.own(seat).to_act == seat) if spec.started else frozenset()
        return Banks(spec.bonus_seconds, left, acting, now)
    if not spec.turn_seconds:
        return None
    clock = Clock(spec.turn_seconds)
    return clock.restarted(now) if spec.started else clock


# -- changing the match


def plan(state: RoomState, match: Match, pairs: Sequence[Pair], most_steps: int, now: float, today: float) -> Change:
    """The change that these actions of seats make, all of them or none; a `BoardwalkError` if they are not possible.
    `today` is Unix time."""
    check_playing(state, after_the_end=state.undo)
    if state.spec.rated and any(action in (UNDO, REDO) for _, action in pairs):
        raise RefusedError("moves can't be taken back in a rated game")
    check_time(state, pairs, now)
    change = match.attempt(pairs)
    if change.length > most_steps or state.logged + len(pairs) > LOG_A_STEP * most_steps:
        raise RefusedError("this game is too long to go on")
    after = change.after.position
    public, clock, banks = state.clock is not None and is_public(change, match.rules), state.clock, None
    times: list[Pair] = []
    tells_time = False
    if isinstance(clock, Banks):
        banks = _banks_after(clock, change, pairs, public, now)
        times = [time_entry(seat, banks.left[seat]) for seat in sorted(clock.acting & {seat for seat, _ in pairs})]
        tells_time = public or banks.acting != clock.acting
    return Change(
        pairs=tuple(pairs),
        entries=(*pairs, *times),
        match=change,
        results=_results(state, after, today) if after.over else (),
        touch=now >= state.touch_at,
        public=public,
        banks=banks,
        tells_time=tells_time,
    )


def _banks_after(banks: Banks, change: MatchChange, pairs: Sequence[Pair], public: bool, now: float) -> Banks:
    """The seats' times after a change. A seat gets the bonus once its turn is over, or everybody has seen its move: an
    attempt that was refused in secret earns nothing."""
    after, table = change.after.position, change.after.position.table
    acting = may_act(after, change.after.ahead)
    out = [seat for seat, action in pairs if ending_of(table, action) is Ending.FLAG]
    acted = {seat for seat, action in pairs if 0 <= action < table.actions} & banks.acting
    return banks.changed(now, acting, moved=[seat for seat in acted if public or seat not in acting], out=out)


def applied(state: RoomState, change: Change, now: float) -> RoomState:
    """The state after a stored change. The caller commits it to the match too."""
    position, clock = change.match.after.position, state.clock
    if change.banks is not None and clock is not None:
        clock = change.banks._replace(at=now, running=clock.running)
    elif isinstance(clock, Clock) and change.public:
        clock = clock.restarted(now)
    return state._replace(
        position=position,
        logged=state.logged + len(change.entries),
        phase=phase_of(state.spec, position),
        clock=clock,
        touch_at=now + TOUCH if change.touch else state.touch_at,
    )


def _results(state: RoomState, position: Position, today: float) -> tuple[StoredResult, ...]:
    """The results that are stored with the action that ends a match in this position."""
    return (*_solved(state, position, today), *_rated(state, position, today))


def _solved(state: RoomState, position: Position, today: float) -> list[StoredResult]:
    one, spec = state.challenge, state.spec
    count = one.result(position) if one else None
    if one is None or count is None:
        return []
    seat = spec.seats[one.seat]
    who = seat.player or f"room:{state.name}"
    return [SolvedChallenge(spec.game, spec.challenge, who, seat.name, count, state.name, today)]


def _rated(state: RoomState, position: Position, today: float) -> list[StoredResult]:
    spec, tones = state.spec, state.table.tones
    scores = endings.scores(position.table.rules, position)
    standings = [
        Standing(seat, player, spec.seats[seat].name, tones[seat], scores[seat])
        for seat, player in enumerate(spec.players)
        if player
    ]
    if len({one.side for one in standings}) < 2 or len({one.player for one in standings}) < 2:
        return []
    return [RatedMatch(state.name, spec.match, spec.game, today, tuple(standings))]


# -- questions about a state


def check_playing(state: RoomState, *, after_the_end: bool = False) -> None:
    """A `RefusedError` unless the game is on, or `after_the_end` is allowed: undo can take the end back."""
    if state.phase == "waiting":
        raise RefusedError("the game has not begun")
    if state.phase == "over" and not after_the_end:
        raise RefusedError("the game is over")


def check_time(state: RoomState, pairs: Sequence[Pair], now: float) -> None:
    """A `RefusedError` if a seat acts that has used up its bank, or takes moves back: the time would have to go back
    too."""
    if not isinstance(state.clock, Banks):
        return
    if any(action in (UNDO, REDO) for _, action in pairs):
        raise RefusedError("moves can't be taken back in a game with a bank of time")
    up = state.clock.up(now)
    if any(seat in up and ending_of(state.table, action) is None for seat, action in pairs):
        raise RefusedError("your time is up")


def check_hint(state: RoomState, match: Match, seat: int) -> None:
    """A `RefusedError` if a seat can't have a hint now."""
    check_playing(state)
    if not state.spec.allows_hints:
        raise RefusedError("there are no hints in this room")
    if not state.live and match.own(seat).to_act != seat:
        raise RefusedError("it is not your turn")


def can_leave_out(state: RoomState) -> bool:
    """Whether the game can be played with seats left empty (CF-18)."""
    leaves = state.table.game.event_for(Meaning.LEAVE) is not None
    return leaves and any(seat.kind is not Kind.OPEN for seat in state.spec.seats)


def due(state: RoomState, match: Match, present: bool, now: float) -> Due:
    """The work that is due now; none while nobody is `present`."""
    if not (state.driven and present and state.phase == "playing"):
        return NOTHING
    if state.live:
        return Due(tick=True, first=not has_ticked(match))
    seats, clock = state.spec.seats, state.clock
    acted_for = (Kind.BOT, Kind.PERSON) if isinstance(clock, Clock) and clock.is_up(now) else (Kind.BOT,)
    out = endings.ended_seats(match.position)
    return Due(
        leave_out=seats[match.to_act].kind is Kind.OPEN,  # the store was unavailable when it should have been left out
        flags=clock.up(now) if isinstance(clock, Banks) else (),
        seats=tuple(
            number
            for number, seat in enumerate(seats)
            if (seat.kind in acted_for or number in out) and match.own(number).to_act == number
        ),
    )


def has_ticked(match: Match) -> bool:
    """Whether there has been a tick in a match of a live game: an action among its steps, and not only events."""
    return any(seat >= 0 and action < match.table.actions for seat, action in match.steps)


# -- the public information


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


def is_listed(state: RoomState, present: bool) -> bool:
    """Whether the front page shows a room. Tables without connections are not shown, nor games that are over."""
    return state.spec.listed and present and state.phase != "over"
