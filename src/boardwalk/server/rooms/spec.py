"""The stored part of a room besides its log: the game, the seats, and the number of its match."""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from enum import Enum
from random import Random

import msgspec

from boardwalk.bots import check_bot
from boardwalk.bots.names import ALIASES
from boardwalk.contract import positions
from boardwalk.contract.errors import TextError
from boardwalk.contract.game import Table
from boardwalk.contract.rules import Rules
from boardwalk.match import Match
from boardwalk.match.match import REDO, UNDO
from boardwalk.match.record import MatchRecord
from boardwalk.server.base.errors import RefusedError, UnplayableError
from boardwalk.server.protocol.messages import EarlierInfo, RoomTerms, SeatInfo, Whole
from boardwalk.server.rooms.clock import time_left
from boardwalk.server.store import DamagedError, Entry

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # without characters that are easily confused
LONGEST_NAME = 24
MOST_EARLIER = 50  # games of a room, besides the present one
FORMAT = 1  # of the stored `RoomSpec`: incremented when an earlier version would read it wrongly
NEEDS_KEY = "this game is rated, so keep a name first: the front page has a button for it"


class Kind(Enum):
    PERSON = "person"
    BOT = "bot"
    OPEN = "open"


class Seat(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The person or bot at a seat. `key` is the hash of a person's secret token; `player` identifies a person who keeps
    a name; `maker` is whether this person made the room. A bot's former name becomes its present one."""

    kind: Kind
    name: str
    bot: str = ""
    key: str = ""
    ready: bool = False
    player: str = ""
    maker: bool = False

    def __post_init__(self) -> None:
        self.bot = ALIASES.get(self.bot, self.bot)


class EarlierGame(msgspec.Struct, kw_only=True):
    """An earlier game of a room: what it does not share with the others. With its log, it can be shown."""

    match: Whole
    seed: Whole
    version: Whole
    seats: list[Seat]
    scores: list[int]


class RoomSpec(RoomTerms, kw_only=True):
    """The stored part of a room, with its terms. `format` is the `FORMAT` it was stored in. `defaults` are the seats'
    own names; `match` counts its games from 1; `started` is whether that game has begun; `version` is the rules' by
    which it is played (1 in rooms stored without one); `revealed` is whether the record of that game was given out
    before its end; `hints` is whether players may ask for hints (None: if there is one person at most); `start` is the
    text of the position that every game of the room starts from, if they are not dealt. `challenge` is the day whose
    challenge it is (0: none); `players` are the rated players of the present game, by seat, empty where there is none.
    `earlier` are the room's games before this one, the newest `MOST_EARLIER`; `imported` is whether the room shows an
    imported record, which may end before the game does."""

    game: str
    options: dict[str, object]
    seed: Whole
    seats: list[Seat]
    defaults: list[str]
    match: Whole = 1
    started: bool = False
    version: Whole = 1
    revealed: bool = False
    hints: bool | None = None
    start: str = ""
    challenge: Whole = 0
    players: list[str] = msgspec.field(default_factory=list)
    earlier: list[EarlierGame] = msgspec.field(default_factory=list)
    imported: bool = False
    format: Whole = FORMAT

    def check(self, table: Table) -> None:
        """An `UnplayableError` if the seats don't fit the table, or the match was begun under another version of the
        rules."""
        game, seats = table.game, len(table.seats)
        if not len(self.seats) == len(self.defaults) == seats:
            raise UnplayableError(
                f"the stored data of this room is damaged: the game has {seats} seats, the room has not"
            )
        if self.started and self.version != game.version:
            raise UnplayableError(
                f"this game was begun under version {self.version} of {game.title}'s rules; "
                f"this server plays version {game.version}"
            )

    def new_match(self, table: Table, rules: Rules | None = None) -> Match:
        """The present game before its first action, by the compiled rules unless others are given; an
        `UnplayableError` if it can't start from its position."""
        try:
            position = positions.read_position(self.start, table) if self.start else None
        except TextError as error:
            raise UnplayableError(f"this room's game can't start from its position: {error}") from None
        match = Match(table, self.seed, names=self.names, rules=rules, position=position)
        match.public = self.imported
        return match

    def of_match(self, match: int) -> RoomSpec | None:
        """The room as it was in an earlier game; None if that is not kept."""
        found = next((one for one in self.earlier if one.match == match), None)
        if found is None:
            return None
        then = {"match": match, "seed": found.seed, "version": found.version, "seats": found.seats}
        return msgspec.structs.replace(self, **then, started=True, revealed=False)

    def record(self, entries: Sequence[Entry]) -> MatchRecord:
        """The match as its log has it. No rules are needed: it can be made where the match can't be played."""
        actions: list[Entry] = []
        undone: list[Entry] = []
        for entry in entries:
            if time_left(entry.action) is not None:
                continue
            if entry.action == UNDO and actions:
                undone.append(actions.pop())
            elif entry.action == REDO and undone:
                actions.append(undone.pop())
            else:
                actions.append(entry)
                undone.clear()
        return MatchRecord(
            game=self.game,
            version=self.version,
            options=self.options,
            seed=self.seed,
            actions=[entry.action for entry in actions],
            seats=[entry.seat for entry in actions],
            names=self.names if self.names != self.defaults else [],
            position=self.start,
        )

    def seat_of(self, token: str) -> int | None:
        """The seat of a token, if there is one."""
        key = hash_token(token)
        for number, seat in enumerate(self.seats):
            if seat.key and hmac.compare_digest(seat.key, key):
                return number
        return None

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def has_open_seats(self) -> bool:
        return any(seat.kind is Kind.OPEN for seat in self.seats)

    @property
    def allows_hints(self) -> bool:
        if self.hints is not None:
            return self.hints
        return sum(seat.kind is Kind.PERSON for seat in self.seats) <= 1

    def take(self, seat: int | None, name: str, token: str, player: str = "") -> None:
        """Give an open seat, the first one if none is named, to the person with this token."""
        if self.rated and not player:
            raise RefusedError(NEEDS_KEY)
        if self.rated and any(one.player == player for one in self.seats):
            raise RefusedError("you have a seat in this rated game already")
        if seat is not None:
            self._check(seat)
        wanted = range(len(self.seats)) if seat is None else [seat]
        free = [number for number in wanted if self.seats[number].kind is Kind.OPEN]
        if not free:
            raise RefusedError("that seat is taken" if seat is not None else "all seats are taken; you can watch")
        shown = clean_name(name, self.defaults[free[0]])
        self.seats[free[0]] = Seat(kind=Kind.PERSON, name=shown, key=hash_token(token), player=player)

    def make_ready(
        self, seat: int, ready: bool, without_open: bool, table: Table, scores: Sequence[int], random: Random
    ) -> None:
        """A person is ready or not. Once everybody is, a game begins under the table's version of the rules, and from
        the second one on everybody has another seat; `without_open` if it can be played with open seats left out.
        `scores` are those of the game before; `random` gives the new seed."""
        self.seats[seat].ready = ready
        people = [one for one in self.seats if one.kind is Kind.PERSON]
        if not all(one.ready for one in people) or (self.has_open_seats and not without_open):
            return
        if self.started:
            self._keep_game(scores)
            self.match += 1
            if not self.challenge:  # the same each time
                self.seed = new_seed(random)
                self._rotate(seat_shift(table.tones))
        self.started, self.version, self.revealed = True, table.game.version, False
        self.note_players()
        for one in self.seats:
            one.ready = False

    def _keep_game(self, scores: Sequence[int]) -> None:
        """The present game becomes an earlier one. Its seats are kept without their secret keys."""
        seats = [Seat(kind=one.kind, name=one.name, bot=one.bot) for one in self.seats]
        kept = {"match": self.match, "seed": self.seed, "version": self.version}
        self.earlier.append(EarlierGame(**kept, seats=seats, scores=list(scores)))
        del self.earlier[:-MOST_EARLIER]

    def note_players(self) -> None:
        """Fix the rated players at the start of the game."""
        self.players = [one.player or (one.bot and f"bot:{one.bot}") for one in self.seats] if self.rated else []

    def _rotate(self, shift: int) -> None:
        """Move all people and bots on by `shift` seats, with tokens and chosen names."""
        moved = list(self.seats)
        for number, one in enumerate(self.seats):
            there = (number + shift) % len(self.seats)
            if one.name == self.defaults[number]:
                one.name = self.defaults[there]
            moved[there] = one
        self.seats = moved

    def seat_bot(self, seat: int, bot: str) -> None:
        """While the room waits: put a bot on an open seat, or (without a bot's name) open the seat again."""
        if self.started:
            raise RefusedError("the game is on already")
        self._check(seat)
        if self.seats[seat].kind is Kind.PERSON:
            raise RefusedError("that seat is taken")
        if bot:
            check_bot(bot, self.game)
        self.vacate(seat, bot)

    def vacate(self, seat: int, bot: str) -> None:
        """Open a seat, or give it to the bot that is named."""
        self.seats[seat] = Seat(kind=Kind.BOT if bot else Kind.OPEN, name=self.defaults[seat], bot=bot)

    def rename(self, seat: int, name: str) -> None:
        self.seats[seat].name = clean_name(name, self.defaults[seat])

    def _check(self, seat: int) -> None:
        if not 0 <= seat < len(self.seats):
            raise RefusedError(f"there is no seat {seat}")

    def info(self, number: int, tone: int, connected: bool) -> SeatInfo:
        seat = self.seats[number]
        kind = seat.kind.value
        return SeatInfo(
            name=seat.name,
            kind=kind,
            tone=tone,
            bot=seat.bot,
            ready=seat.ready,
            connected=connected,
            maker=seat.maker,
        )

    def earlier_info(self) -> list[EarlierInfo]:
        return [
            EarlierInfo(
                match=one.match,
                winners=[seat.name for seat, score in zip(one.seats, one.scores, strict=False) if score > 0],
            )
            for one in self.earlier
            if one.match != self.match
        ]


def seat_shift(tones: Sequence[int]) -> int:
    """The number of seats by which all move on for the next game: the smallest that keeps teams together and gives each
    a seat of another team; 0 if there is none."""
    count = len(tones)
    for shift in range(1, count):
        after: dict[int, set[int]] = {}
        for seat, tone in enumerate(tones):
            after.setdefault(tone, set()).add(tones[(seat + shift) % count])
        if all(len(new) == 1 and tone not in new for tone, new in after.items()):
            return shift
    return 0


class _Header(msgspec.Struct):
    """The part of a stored room that is read first."""

    format: Whole = FORMAT


def read_spec(data: bytes) -> RoomSpec:
    """The stored data of a room; a `DamagedError` if it can't be read."""
    try:
        stored = msgspec.json.decode(data, type=_Header).format
        if stored > FORMAT:
            raise DamagedError(
                f"a newer version of Boardwalk has stored this room (format {stored}; this server knows {FORMAT})"
            )
        return msgspec.json.decode(data, type=RoomSpec)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise DamagedError(f"the stored data of this room is damaged: {error}") from None


def is_entry(entry: Entry, number: int) -> bool:
    """Whether this can be the entry of that number of a log; databases may hold other types than their columns'."""
    return entry.number == number and isinstance(entry.seat, int) and isinstance(entry.action, int)


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def new_token(random: Random) -> str:
    return urlsafe_b64encode(random.randbytes(24)).decode()


def new_room_name(random: Random) -> str:
    return "".join(random.choice(LETTERS) for _ in range(6))


def new_seed(random: Random) -> int:
    return random.getrandbits(53)


def clean_name(name: str, default: str) -> str:
    """A name that is safe to show, of limited length."""
    return clean_text(name)[:LONGEST_NAME] or default


def clean_text(text: str) -> str:
    """A text that is safe to show: printable, in one line."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())
