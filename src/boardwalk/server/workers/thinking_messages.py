"""The messages between a server and the processes in which its bots think: MessagePack, each after its length.

A process is sent what one seat may see, as bytes of concealed states, and nothing else of a match.
"""

from __future__ import annotations

import struct
from typing import Any

import msgspec

LENGTH = struct.Struct("<I")


class Seen(msgspec.Struct, array_like=True):
    """What a seat knew after one step: the bytes of the concealed state, and the seat's own action if it took that
    step."""

    state: bytes
    action: int | None = None


class Ask(msgspec.Struct, tag=True, kw_only=True):
    """A question about a seat. `key` identifies who is asked: the same key is answered by the same bot or thinker,
    which has watched the views sent for it so far. `views` are those after the steps from number `first` on, the
    newest last; `now` replaces the newest as the view to choose from, if it differs (choices made before the turn, live
    games). With `whole` there are no earlier views to be had. `names` are the players' names. `seconds` is the limit of
    an analysis; a `bot` chooses an action instead, and has its own limit unless `seconds` is less."""

    number: int
    key: str
    game: str
    options: dict[str, Any]
    board: bytes
    names: tuple[str, ...]
    seat: int
    seed: int
    first: int
    views: list[Seen]
    now: Seen | None = None
    whole: bool = False
    bot: str = ""
    seconds: float = 0.0


class Began(msgspec.Struct, tag=True):
    """Everything is loaded and compiled; thinking begins."""

    number: int


class Chosen(msgspec.Struct, tag=True):
    """The action chosen. `watches` is whether the bot needs all views in order."""

    number: int
    action: int
    watches: bool


class Analysed(msgspec.Struct, tag=True):
    """The result of an analysis, as JSON."""

    number: int
    result: bytes
    watches: bool


class Lost(msgspec.Struct, tag=True):
    """The views before `first` are not known here (any more): ask again with all of them."""

    number: int


class Failed(msgspec.Struct, tag=True):
    """The bot has failed, and how."""

    number: int
    why: str


Answer = Chosen | Analysed | Lost | Failed
FromProcess = Began | Chosen | Analysed | Lost | Failed

_encoder = msgspec.msgpack.Encoder()
decode_ask = msgspec.msgpack.Decoder(Ask).decode
_answer_decoder: msgspec.msgpack.Decoder[FromProcess] = msgspec.msgpack.Decoder(FromProcess)
decode_answer = _answer_decoder.decode


def frame(message: Ask | FromProcess) -> bytes:
    """A message with its length before it."""
    data = _encoder.encode(message)
    return LENGTH.pack(len(data)) + data
