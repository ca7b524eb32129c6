"""The messages between a server and the processes of its pool: MessagePack, each after its length.

A process is asked one request at a time; the last of the replies is a `LastReply`.
"""

from __future__ import annotations

import struct
from typing import Any

import msgspec

LENGTH = struct.Struct("<I")


class SeenStep(msgspec.Struct, array_like=True):
    """What a seat knew after one step: the bytes of the concealed state, and the seat's own action if it took that
    step."""

    state: bytes
    action: int | None = None


class BotRequest(msgspec.Struct, tag=True, kw_only=True):
    """A request for a seat's move or, without a `bot`, for an analysis. It holds what that seat may see and nothing
    else of the match.

    The same `key` reaches the same bot or analysis, which has been shown the views sent for it so far. `views` are
    those after the steps from number `first` on, the newest last; `now` replaces the newest as the view to choose from,
    if it differs (choices made before the turn, live games). With `whole` no earlier views exist. `names` are the
    players' names. `seconds` limits an analysis, and a bot if it is less than the bot's own limit."""

    number: int = 0
    key: str
    game: str
    options: dict[str, Any]
    board: bytes
    names: tuple[str, ...]
    seat: int
    seed: int
    first: int
    views: list[SeenStep]
    now: SeenStep | None = None
    whole: bool = False
    bot: str = ""
    seconds: float = 0.0


class Job(msgspec.Struct, tag=True, kw_only=True):
    """A file to solve, given as the value of an option, or with a difficulty, a file to generate. The pool sets the
    seconds."""

    number: int = 0
    game: str
    option: str
    text: str = ""
    difficulty: str = ""
    seed: int = 0
    seconds: float = 0.0


class Cancel(msgspec.Struct, tag=True):
    """Cancel a request. The reply is `Finished`, soon."""

    number: int


class Started(msgspec.Struct, tag=True):
    """Everything is loaded and compiled; the work begins."""


class Chosen(msgspec.Struct, tag=True):
    """The action chosen. `watches` is whether the bot needs all views in order."""

    action: int
    watches: bool


class Analysed(msgspec.Struct, tag=True):
    """The result of an analysis, as JSON."""

    result: bytes
    watches: bool


class NeedsHistory(msgspec.Struct, tag=True):
    """The views before `first` are missing here: send the request again with all of them."""


class JobReport(msgspec.Struct, omit_defaults=True):
    """What is known of a problem so far, or a generated text, or why there is none."""

    problem: int = 0
    title: str = ""
    solved: bool = False
    proven: bool = False
    verdict: str = ""
    solution: str = ""
    about: str = ""
    final: bool = False
    text: str = ""
    error: str = ""
    done: bool = False


class Progress(msgspec.Struct, tag=True):
    """A report on a job that goes on."""

    report: JobReport


class Finished(msgspec.Struct, tag=True):
    """The end of a job."""


class Failed(msgspec.Struct, tag=True):
    """A bot or a job has failed, and how."""

    why: str


Work = BotRequest | Job
LastReply = Chosen | Analysed | NeedsHistory | Finished | Failed
Reply = Started | Progress | LastReply

_encoder = msgspec.msgpack.Encoder()
_work_decoder: msgspec.msgpack.Decoder[Work | Cancel] = msgspec.msgpack.Decoder(Work | Cancel)
_reply_decoder: msgspec.msgpack.Decoder[Reply] = msgspec.msgpack.Decoder(Reply)
decode_work, decode_reply = _work_decoder.decode, _reply_decoder.decode


def frame(message: Work | Cancel | Reply) -> bytes:
    """A message with its length before it."""
    data = _encoder.encode(message)
    return LENGTH.pack(len(data)) + data
