"""`Match`: the single authority over a game being played. It validates, applies and logs actions, and makes views."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

from boardwalk.contract import positions, registry
from boardwalk.contract.errors import BoardwalkError, MoveError, RecordError, StepError, TextError, from_file
from boardwalk.contract.game import Position, Table
from boardwalk.contract.rules import Rules
from boardwalk.contract.scene import EVERYTHING
from boardwalk.contract.seeds import checked_seed
from boardwalk.contract.text import shown
from boardwalk.engine.random import streams
from boardwalk.engine.rules import AUDIENCE
from boardwalk.match.history import History, Step, Tail
from boardwalk.match.record import MatchRecord, read_record, write_record
from boardwalk.match.stepper import Stepper
from boardwalk.match.view import View

UNDO, REDO = -1, -2  # entries of a log that are not actions
Undone = tuple[Step, "Undone"] | None  # a linked list, the most recently undone action first


class End(NamedTuple):
    """The end of a match: its steps from some number on, and all else that changes."""

    position: Position
    steps: Tail
    undos: int
    undone: Undone
    ahead: dict[int, list[int]]

    @property
    def revision(self) -> tuple[int, int]:
        return self.undos, self.steps.first + len(self.steps.seats) - 1


class Change(NamedTuple):
    """A possible change of a match: its end before and after."""

    before: End
    after: End

    @property
    def length(self) -> int:
        """How many steps the match has afterwards, the deal included."""
        return self.after.revision[1] + 1


class Match(Stepper):
    """One game being played. The board's own steps follow an action at once, each logged as a separate step.

    >>> from boardwalk import Match, table
    >>> Match("fog_quoridor(walls=open)", seed=7)
    <Match fog_quoridor(walls=open) seed=7: 0 actions, A to act>
    >>> Match(table("box_world", {"level": 2}), seed=7, names=["Ada"])
    <Match box_world(level=2) seed=7: 0 actions, Ada to act>

    `table` may be a game string. The seed and the names are what a record can keep; a `RecordError` for others.

    It starts with the deal of its seed, or with a copy of `position`; then later random numbers come from the
    position's own random stream, or from the seed if the position has none."""

    def __init__(
        self,
        table: Table | str,
        seed: int | None = None,
        *,
        names: Sequence[str] = (),
        rules: Rules | None = None,
        position: Position | None = None,
    ) -> None:
        if not isinstance(table, Table):
            table = registry.table(table)
        self.seed = secrets.randbits(53) if seed is None else checked_seed(seed)
        self.start = ""  # the text of the position it started from, if it was not dealt
        self.public = False  # whether everything may be shown before the game is over, for matches that nobody plays
        rules = rules or table.rules
        if position is None:
            position = table.deal(self.seed, rules)
        else:
            self.start = positions.write_position(position)
            position = _own_copy(position, table, self.seed)
        self.steps = History(rules, position)
        self._undos = 0
        self._undone: Undone = None  # the actions that `redo` can apply again
        self._last_seen: dict[
            int, tuple[tuple[int, int], Position]
        ] = {}  # for each seat: last revision viewed, concealed position
        super().__init__(table, position, rules)
        self.names = names

    @classmethod
    def from_position(cls, text: str, seed: int | None = None, *, names: Sequence[str] = ()) -> Match:
        """A match that starts from a position text, as written by `write_position`; or a `TextError`."""
        position = positions.read_position(text)
        return cls(position.table, seed, names=names, position=position)

    def __repr__(self) -> str:
        state = "over" if self.over else f"{self.names[self.to_act]} to act"
        count = len(self.actions)
        start = " from a position" if self.start else ""
        return f"<Match {self.table.brief} seed={self.seed}{start}: {count} action{'s' * (count != 1)}, {state}>"

    def _stepped(self, seat: int, action: int) -> None:
        self.steps.add(seat, action, self.position)

    # -- reading

    @property
    def actions(self) -> list[int]:
        """The actions of all seats in order, events included."""
        return self.steps.actions

    @property
    def revision(self) -> tuple[int, int]:
        """Identifies the newest step: how often something was undone, and its number. After an undo another step may
        have the same number, but never the same revision."""
        return self._undos, len(self.steps) - 1

    def at(self, number: int) -> Position:
        """A copy of the full position after step `number` (0 is the deal, -1 the newest step)."""
        number = self._step_number(number)
        return self.position.copy() if number == len(self.steps) - 1 else self.steps.at(number)

    def view(self, seat: int, number: int = -1) -> View:
        """The view of a seat, or the AUDIENCE, after step `number`; a `MoveError` for a seat that does not exist.
        With EVERYTHING nothing is concealed: a `MoveError` unless the game is over, or the match `public`."""
        if seat == EVERYTHING:
            if not self.over and not self.public:
                raise MoveError("the game is not over yet")
        elif seat != AUDIENCE:
            self.check_seat(seat)
        number = self._step_number(number)
        newest = number == len(self.steps) - 1
        ahead = self._chosen_ahead(seat) if newest else None
        before = self._seen_before(seat, number)  # first, since reading forwards is cheaper
        position = ahead or (self.position if newest else self.steps.at(number))
        by, action = self.steps[number]
        if newest and (ready := self.ready) is not None:
            # The news are about this step, not about choices that were made before a turn.
            position, before = position.with_ready(ready), before and before.with_ready(ready - {by})
        own = action if by == seat and not ahead else None
        view = View.of(self.rules, position, seat, before, own, self.named)
        if not ahead:
            self._last_seen[seat] = (self._undos, number), view.position
        return view

    def _step_number(self, number: int) -> int:
        """The number of a step that may be counted from the end; a `StepError` if there is no such step."""
        try:
            return range(len(self.steps))[number]
        except (IndexError, TypeError):
            last = len(self.steps) - 1
            raise StepError(f"the steps of this match have the numbers 0 to {last}, not {shown(number)}") from None

    def _seen_before(self, seat: int, number: int) -> Position | None:
        """The concealed position one step before `number`."""
        if not number:
            return None
        revision, seen = self._last_seen.get(seat, (None, self.position))
        if revision == (self._undos, number - 1):
            return seen
        before = self.at(number - 1)
        return before if seat == EVERYTHING else self.rules.concealed(before, seat)

    def copy(self) -> Self:
        """An independent copy with the same history, to try actions without changing this match, or for another
        thread: threads must not share a match, not even to read it."""
        twin = super().copy()
        twin.steps = self.steps.copy()
        twin._last_seen = dict(self._last_seen)
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """All of it, with undone actions and choices before a turn. The undone actions are a list here: deeply nested
        tuples can't be pickled."""
        return vars(self) | {"_undone": _in_a_row(self._undone), "_last_seen": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._undone = None
        for step in reversed(state["_undone"]):
            self._undone = step, self._undone

    # -- changing

    def act(self, seat: int, action: int | str) -> None:
        super().act(seat, action)
        self._undone = None

    def event(self, seat: int, name: str) -> None:
        super().event(seat, name)
        self._undone = None

    def play(self, action: int | str, seat: int | None = None) -> None:
        """Play one entry of a log: the number of an action or event, UNDO or REDO. An action may be given as text."""
        if action == UNDO:
            self.undo(seat)
        elif action == REDO:
            self.redo(seat)
        else:
            super().play(action, seat)

    def undo(self, seat: int | None = None) -> None:
        """Take back the last action and the board's steps after it; a `MoveError` if that is not allowed, or if the
        action was not taken by `seat`, where one is given. Choices made before a turn are dropped: they may not be
        legal after another action."""
        if not self.table.game.play.undo:
            raise MoveError(f"nothing can be undone in {self.table.game.title}")
        last = self.steps.last_action(len(self.steps))
        if not last:
            raise MoveError("there is nothing to undo")
        step = self.steps[last]
        if seat not in (None, step.seat):
            raise MoveError(f"only {self.names[step.seat]} can take back the last action")
        self._undos += 1
        self._undone = step, self._undone
        self._ahead.clear()
        self.steps.cut(last)
        self.position = self.steps.at(-1)

    def redo(self, seat: int | None = None) -> None:
        """Apply the last undone action again; a `MoveError` if there is none, or it is not an action of `seat`."""
        if self._undone is None:
            raise MoveError("there is nothing to redo")
        step, rest = self._undone
        if seat not in (None, step.seat):
            raise MoveError(f"only {self.names[step.seat]} can redo the last action")
        self._undone = rest
        self._step(*step)
        self._run_board()

    # -- changing, in two stages

    def attempt(self, pairs: Sequence[tuple[int, int | str]]) -> Change:
        """Try entries of a log, each a seat and what `play` takes: all of them or none. The match stays as it is until
        `commit` is called with the result. A `MoveError` for the first entry that is not possible."""
        first = len(self.steps)
        for _, action in pairs:
            if action == UNDO:
                first = self.steps.last_action(first) or first
        before = self._end(first)
        self.position = self.position.copy()
        self._ahead = self._copy_ahead()
        try:
            for seat, action in pairs:
                self.play(action, seat)
            return Change(before, self._end(first))
        finally:
            self._set_end(before)

    def commit(self, change: Change) -> None:
        """Make a change that was attempted; a `MoveError` if the match has changed since."""
        if change.before.position is not self.position or change.before.revision != self.revision:
            raise MoveError("the match has changed since this was attempted")
        self._set_end(change.after)

    def _end(self, first: int) -> End:
        return End(self.position, self.steps.tail(first), self._undos, self._undone, self._ahead)

    def _set_end(self, end: End) -> None:
        self.position, steps, self._undos, self._undone, self._ahead = end
        self.steps.replace_tail(steps)

    # -- as a record

    def record(self) -> MatchRecord:
        game = self.table.game
        return MatchRecord(
            game=game.name,
            version=game.version,
            options=self.table.options.changed(),
            seed=self.seed,
            actions=self.actions,
            names=list(self.names) if self.names != self.table.seats else [],
            position=self.start,
        )

    @classmethod
    def from_record(cls, record: MatchRecord, *, rules: Rules | None = None) -> Match:
        """Replay a record, validating each action; a `RecordError` if it can't be played."""
        if not isinstance(record, MatchRecord):
            raise RecordError(f"expected a record, such as that of read_record(text), not {shown(record)}")
        game = registry.game(record.game)
        if record.version != game.version:
            raise RecordError(
                f"the record is of version {record.version} of {game.title}'s rules; "
                f"this program plays version {game.version}"
            )
        laid = rules.table if rules else None
        table = laid if isinstance(laid, Table) else game.table(record.options)
        position = None
        if record.position:
            try:
                position = positions.read_position(record.position, table)
            except TextError as error:
                raise RecordError(f"the record's position, line {error.line}: {error.what}") from None
        match = cls(table, record.seed, names=record.names, rules=rules, position=position)
        if len(record.seats) not in (0, len(record.actions)):
            raise RecordError(f"the record names {len(record.seats)} seats for {len(record.actions)} actions")
        match.play_on(record.actions, record.seats)
        return match

    def play_on(self, actions: Iterable[int | str], seats: Sequence[int] = ()) -> None:
        """Play a record's actions, events included; a `RecordError` names the first that is not legal. `seats` are the
        seats of the actions, if some chose before their turn."""
        for number, action in enumerate(actions, 1):
            try:
                if isinstance(action, int) and action < 0:
                    raise self._illegal(action)
                self.play(action, seats[number - 1] if seats else None)
            except BoardwalkError as error:
                raise RecordError(f"action {number} of the record: {error}") from None

    def save(self, path: Path | str) -> None:
        Path(path).write_text(write_record(self.record()), encoding="utf-8")

    @classmethod
    def load(cls, path: Path | str) -> Match:
        with from_file(str(path)):
            return cls.from_record(read_record(Path(path).read_text(encoding="utf-8")))


def _in_a_row(undone: Undone) -> list[Step]:
    found = []
    while undone is not None:
        step, undone = undone
        found.append(step)
    return found


def _own_copy(position: Position, table: Table, seed: int) -> Position:
    """A copy of a position at this table, with a random stream from the seed if it has none."""
    if position.table.options != table.options or position.table.game is not table.game:
        raise RecordError(f"a position of {position.table.brief} can't be played at a table of {table.brief}")
    own = Position(table, position.board.copy(), position.state.copy())
    if not any(own.state.rng):
        own.state.array["rng"] = streams(seed)
    return own
