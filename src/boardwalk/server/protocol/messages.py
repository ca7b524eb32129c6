"""The messages of the websocket: typed, checked, each a JSON object with a `type`. `docs/protocol.md` explains them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from boardwalk.contract.parts import Result
from boardwalk.contract.scene import Choice, Piece, Scene

VERSION = 2  # of the protocol
BIGGEST = 8 * 1024  # bytes of a message from a client

Phase = Literal["waiting", "playing", "over"]
Whole = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]

# `tsType` is the page's type where it is narrower than Python's (`tools/protocol_types.py`).
SceneChange = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"tsType": "Partial<Scene>"})]
SeatKind = Annotated[str, msgspec.Meta(extra_json_schema={"tsType": '"person" | "bot" | "open"'})]
HintJson = Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"tsType": "Hint"})]


class Message(msgspec.Struct, tag_field="type", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """The base of all messages. `id` of a client's message comes back in the answer to it."""


class Phrase(msgspec.Struct, frozen=True):
    """Something short that people can say: a client sends its `key` and shows its `words`; an emote has a `picture`."""

    key: str
    words: str
    picture: str = ""


PHRASES = (
    Phrase("hello", "Hello"),
    Phrase("luck", "Good luck"),
    Phrase("played", "Well played"),
    Phrase("thanks", "Thanks"),
    Phrase("game", "Good game"),
    Phrase("oops", "Oops"),
    Phrase("nice", "Nice move"),
    Phrase("moment", "One moment"),
    Phrase("rematch", "Rematch?"),
    Phrase("bye", "Bye"),
    Phrase("smile", "smiles", "\N{SMILING FACE WITH SMILING EYES}"),
    Phrase("laugh", "laughs", "\N{FACE WITH TEARS OF JOY}"),
    Phrase("wow", "is amazed", "\N{FACE WITH OPEN MOUTH}"),
    Phrase("think", "is thinking", "\N{THINKING FACE}"),
    Phrase("sad", "is sad", "\N{CRYING FACE}"),
    Phrase("clap", "claps", "\N{CLAPPING HANDS SIGN}"),
)


# -- from a client


class Hello(Message, kw_only=True):
    """The first message of a connection: the tokens of the seats it holds in the room (none: a spectator), and whether
    it wants `ahead` messages."""

    version: int
    tokens: list[str] = []
    ahead: bool = False


class Act(Message, kw_only=True):
    """One or more actions of a seat, in order: all are carried out, or none. `frame` is the number of the newest frame
    that the seat had been sent: the position that it chose them for."""

    id: int = 0
    seat: int
    frame: int
    actions: list[int]


class Preview(Message, kw_only=True):
    """What the seat would see if it made these choices of a program (`Scene.slots`). Nothing changes; answered by a
    `preview`."""

    id: int = 0
    seat: int
    actions: list[int]


class Event(Message, kw_only=True):
    """Something a seat does besides acting, such as resigning."""

    id: int = 0
    seat: int
    name: str


class Undo(Message, kw_only=True):
    """Take the seat's last action back, where the game allows it. `frame` as in `Act`."""

    id: int = 0
    seat: int
    frame: int


class Redo(Message, kw_only=True):
    """Take the last undone action again. `frame` as in `Act`."""

    id: int = 0
    seat: int
    frame: int


class Ready(Message, kw_only=True):
    """The person at this seat is ready to begin, or to play again."""

    id: int = 0
    seat: int
    ready: bool = True


class Invite(Message, kw_only=True):
    """While the room waits: let a bot take an open seat, `other`; without a bot's name it is open again."""

    id: int = 0
    seat: int
    other: int
    bot: str = ""


class Rename(Message, kw_only=True):
    """Another name for the person at this seat."""

    id: int = 0
    seat: int
    name: str


class AskHint(Message, tag="hint", kw_only=True):
    """What to do at this seat now. Answered by a `hint`, or refused."""

    id: int = 0
    seat: int


class Say(Message, kw_only=True):
    """Something to the others of a channel: a phrase, by its key, or free text where the room has it. A spectator's
    `seat` is -3; `name` is how a spectator is called."""

    id: int = 0
    seat: int
    phrase: str = ""
    text: str = ""
    name: str = ""


class Allow(Message, kw_only=True):
    """From the person who made the room: whether people may say free text."""

    id: int = 0
    seat: int
    free_text: bool


class Leave(Message, kw_only=True):
    """Give the seat up: it is open again, or a bot takes it once the game has begun."""

    id: int = 0
    seat: int


class Ping(Message, kw_only=True):
    """Answered by a pong, to check the connection."""

    id: int = 0


# Those that have a `seat`.
OfSeat = Act | Preview | Event | Undo | Redo | Ready | Invite | Rename | AskHint | Say | Allow | Leave
FromClient = Hello | OfSeat | Ping


# -- from the server


class SeatInfo(msgspec.Struct, kw_only=True):
    """The public information about a seat. `kind`: "person", "bot", or "open" when it is free; `tone`: its
    colour as scenes number them, which the seats of a team share; `maker`: whether this person made the room."""

    name: str
    kind: SeatKind
    tone: int
    bot: str = ""
    ready: bool = False
    connected: bool = False
    maker: bool = False


class ChallengeInfo(msgspec.Struct, kw_only=True):
    """The challenge that a room is about. `day` is its number; `seat` the player's; `count` is that of a game which is
    over and won, of what `counted` names, lower is better; `par` is a good count, the fewest possible if `fewest`."""

    day: int
    title: str
    task: str
    seat: int
    counted: str
    par: int
    fewest: bool
    count: int | None = None


class EarlierInfo(msgspec.Struct, kw_only=True):
    """A game that was played in a room before: its number, and the names of those who won."""

    match: int
    winners: list[str]


class RoomTerms(msgspec.Struct, kw_only=True):
    """What was agreed on when the room was made, and everybody may know: `RoomSpec` stores it, `RoomInfo` tells it.
    `turn_seconds` is the time for a turn (0: no limit), or `bank_seconds` that of each seat for a whole game, to which
    `bonus_seconds` are added for each move; `listed` is whether the front page shows the room; `rated` is whether its
    games are rated; `free_text` is whether people may say more than phrases, which the maker of the room can change."""

    turn_seconds: Whole = 0
    bank_seconds: Whole = 0
    bonus_seconds: Whole = 0
    tick_ms: Whole = 0
    listed: bool = False
    rated: bool = False
    free_text: bool = False


class ClockInfo(msgspec.Struct, kw_only=True):
    """The seats' banks of time: the seconds that each has `left`, 0 once it has lost on time, and the seats whose time
    runs."""

    left: list[float]
    running: list[int]


class RoomInfo(RoomTerms, kw_only=True):
    """The public information about a room. `phase`: "waiting", "playing" or "over"; `match` counts its games from 1;
    `starts_in`: the seconds until the first tick of a live game, 0 once it has come; `earlier`: once the game is over,
    the other games of the room that can be looked at; `imported`: the room only shows an imported record; `warming`: a
    sentence on what the game waits for until it is compiled, such as `Hard is warming up: 12 s`, else empty."""

    room: str
    game: str
    title: str
    table: str
    phase: Phase
    match: int
    seats: list[SeatInfo]
    spectators: int = 0
    scores: list[int] | None = None
    clock: ClockInfo | None = None
    starts_in: float = 0.0
    undo: bool = False
    hints: bool = False
    events: list[str] = []
    challenge: ChallengeInfo | None = None
    earlier: list[EarlierInfo] = []
    imported: bool = False
    warming: str = ""


class Said(Message, kw_only=True):
    """Something that was said in the room: a `phrase`, by its key, or `text`. `number` counts what is said; `speaker`
    is the same for all that one person says, in the next game too. `seat` is -3 for a spectator."""

    number: int
    speaker: int
    seat: int
    name: str
    phrase: str = ""
    text: str = ""


class Welcome(Message, kw_only=True):
    """The answer to a hello; sent again when a new game begins, for which everybody has another seat. `seats` are those
    the connection holds; frames for each of them follow."""

    version: int = VERSION
    seats: list[int]
    room: RoomInfo


class Channel(Message, kw_only=True):
    """Follows a `welcome`: what was `said` last to this connection's channel, the `phrases` that can be said, and which
    `speakers` this connection has, one for each seat."""

    said: list[Said]
    speakers: list[int]
    phrases: tuple[Phrase, ...] = PHRASES


class RoomChanged(Message, tag="room", kw_only=True):
    """The room has changed: its connections, seats, or phase."""

    room: RoomInfo


class Frame(msgspec.Struct, kw_only=True):
    """One step of the match. `scene` holds the fields of the scene that differ from the frame before (all of them in
    the first); `news` are the announcements; `by` is the seat that acted, -1 for the board, -4 for the deal."""

    number: int
    by: int
    scene: SceneChange
    news: list[str] = []


class Frames(Message, kw_only=True):
    """What a seat (or the audience, seat -3) sees: the steps since the last such message. With `fresh` the first frame
    is whole, independent of earlier ones. `choices` is what the seat may do now; `acted` is how many actions of the
    seat are stored in this match; `deadline` counts seconds (0: none); `result` is what the newest frame has achieved,
    such as a finished level."""

    seat: int
    frames: list[Frame]
    fresh: bool = False
    to_act: int
    acting: list[int]
    choices: list[Choice] = []
    acted: int = 0
    deadline: float = 0.0
    result: Result | None = None


class AheadStep(msgspec.Struct, kw_only=True):
    """What an action, or -1 (undo) or -2 (redo), would lead to: the fields of the scene that would differ, except for
    `pieces`, of which it has those that would be new or changed, and the ids of those that would be gone."""

    action: int
    scene: SceneChange
    pieces: list[Piece]
    gone: list[str]
    news: list[str]


class Ahead(Message, kw_only=True):
    """What each choice of a seat leads to from this frame, where that is certain."""

    seat: int
    frame: int
    steps: list[AheadStep]


class Done(Message, kw_only=True):
    """The client's message with this id was carried out and is stored."""

    id: int


class Refused(Message, kw_only=True):
    """A client's message was not carried out, and why; nothing has changed. `id` is 0 when the message had none."""

    why: str
    id: int = 0


class HintGiven(Message, tag="hint", kw_only=True):
    """The answer to a client's `hint`: a `boardwalk.analysis.advice.Hint` about the position in this frame."""

    id: int
    seat: int
    frame: int
    hint: HintJson


class Previewed(Message, tag="preview", kw_only=True):
    """The answer to a client's `preview`: the scene with the first `taken` of its choices, which are those that are
    possible, and the choices that may follow."""

    id: int
    seat: int
    taken: int
    scene: Scene
    choices: list[Choice]


class Bye(Message, kw_only=True):
    """The server closes the connection, and why. With `again` the client should reconnect in a moment."""

    why: str
    again: bool = False


class Pong(Message, kw_only=True):
    id: int = 0


FromServer = (
    Welcome | Channel | Said | RoomChanged | Frames | Ahead | Previewed | Done | Refused | HintGiven | Bye | Pong
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


def encode(message: Message) -> bytes:
    return _encoder.encode(message)


def decode(data: bytes | str) -> FromClient:
    """A client's message; a `msgspec.DecodeError` says what is wrong with it."""
    try:
        return _decoder.decode(data)
    except RecursionError:
        raise msgspec.DecodeError("JSON is nested too deeply") from None
    except UnicodeError:
        raise msgspec.DecodeError("JSON is not valid UTF-8") from None
