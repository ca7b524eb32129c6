"""The settings of a server, and the limits that keep it safe; `docs/server.md` explains each. Also what a server takes
from the system it runs on: the clock and the source of randomness."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from boardwalk.contract.errors import BoardwalkError, OptionError
from boardwalk.contract.options import fields
from boardwalk.contract.text import decode_json, explained, shown
from boardwalk.engine.threads import cores

VARIABLE = "BOARDWALK_SETTINGS"  # the environment variable with settings; passes them on to worker processes


Share = Annotated[int, Meta(ge=1, le=10**6)]  # limits for one client, or for all together
Rate = Annotated[float, Meta(ge=0.01, le=10**6)]  # a second


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Passed from the command line to every worker process."""

    store: str = "sqlite://"
    origins: tuple[str, ...] = ()  # besides the server's own
    hosts: tuple[str, ...] = ()  # host names of the server, besides localhost
    proxies: tuple[str, ...] = ()  # addresses or networks whose X-Forwarded-For and X-Forwarded-Proto count
    password: str = ""  # the invite word, if any
    # A room without connections is dropped from memory after this,
    sleep_seconds: Annotated[float, Meta(ge=0.1, le=86_400)] = 60.0
    # and one that is not used is deleted from the store after this.
    forget_days: Annotated[float, Meta(ge=0.1, le=36_500)] = 90.0
    rooms_awake: Annotated[int, Meta(ge=1, le=10**6)] = 5_000
    rooms_a_minute: Annotated[int, Meta(ge=0, le=10**6)] = 60  # made by one address
    posts_a_minute: Share = 1_200  # by one address: checking and previewing take time too
    gets_a_minute: Share = 6_000  # all other requests of one address: loading a page takes about 15
    slow_answers: Share = 32  # previews, checks, demos and replays being computed or waiting for it
    slow_answers_an_address: Share = 8
    spectators_a_room: Annotated[int, Meta(ge=0, le=10**6)] = 200
    connections_an_address: Share = 100  # HTTP connections, and as many websockets; for each worker
    # A client that does not finish a request, or read its answer, is cut off after this.
    stall_seconds: Annotated[float, Meta(ge=1, le=3_600)] = 20.0
    messages_a_second: Rate = 20.0  # on one connection, in the long run; each action of a list counts
    messages_at_once: Share = 120
    messages_an_address_a_second: Rate = 200.0  # on all connections of one address; twice as many in one second
    steps_a_match: Annotated[int, Meta(ge=1, le=10**7)] = 200_000  # each is kept in memory while the room is awake
    upload_bytes: Annotated[int, Meta(ge=1024, le=2**30)] = 256 * 1024
    peer_host: str = "127.0.0.1"  # the address at which other workers on a shared store reach this one
    bot_pause: Annotated[float, Meta(ge=0, le=60)] = 0.35  # seconds between the moves of a bot that people watch
    countdown: Annotated[float, Meta(ge=0, le=3_600)] = 3.0  # seconds before the first tick of a live game
    thinkers: Annotated[int, Meta(ge=0, le=1_000)] = 0  # processes in which bots think; 0: see `thinking_processes`
    think_seconds: Annotated[float, Meta(ge=0.1, le=3_600)] = 60.0  # a bot that has not chosen by then is hung
    hang_seconds: Annotated[float, Meta(ge=2, le=3_600)] = 30.0  # a worker whose loop has not turned by then is hung
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Settings:
        """The settings with these values, and defaults for the rest; an `OptionError` if one is not allowed."""
        known = fields(cls)
        for name in values:
            if name not in known:
                raise OptionError(name, f"there is no setting {shown(name)}; the settings are {', '.join(known)}")
        return cls(**{name: known[name].read(value) for name, value in values.items()})

    @classmethod
    def from_environment(cls) -> Settings:
        """The settings in `$BOARDWALK_SETTINGS`, JSON such as `{"rooms_a_minute": 600}`."""
        try:
            return cls.of(decode_json(os.environ.get(VARIABLE) or "{}", dict[str, Any]))
        except msgspec.DecodeError as error:
            example = '{"rooms_a_minute": 600}'
            raise BoardwalkError(
                f"{VARIABLE} is not right: expected JSON such as {example}; {explained(error)}"
            ) from None
        except OptionError as error:
            raise BoardwalkError(f"{VARIABLE} is not right: {error}") from None

    def thinking_processes(self, workers: int = 1) -> int:
        """Pool processes per worker. One core is left to the workers: even with bots at a low priority, response times
        double when all cores are busy."""
        return self.thinkers or max((cores() - 1) // workers, 1)


class Runtime(NamedTuple):
    """`now` counts seconds from any point, for what lasts; `time` is Unix time, for what is stored; `random` is where
    seeds, tokens and names of rooms come from."""

    now: Callable[[], float] = time.monotonic
    time: Callable[[], float] = time.time
    random: random.Random = random.SystemRandom()


SYSTEM = Runtime()
