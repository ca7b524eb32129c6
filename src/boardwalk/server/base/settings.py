"""The settings of a server, and the limits that keep it safe. `docs/server.md` explains each."""

from __future__ import annotations

import os

import msgspec

from boardwalk.contract.errors import BoardwalkError
from boardwalk.engine.threads import cores

VARIABLE = "BOARDWALK_SETTINGS"  # the environment variable with settings; passes them on to worker processes


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Passed from the command line to every worker process."""

    store: str = "sqlite://"
    origins: tuple[str, ...] = ()  # besides the server's own
    hosts: tuple[str, ...] = ()  # names the server is reached by, besides localhost
    proxies: tuple[str, ...] = ()  # addresses or networks whose X-Forwarded-For and X-Forwarded-Proto count
    password: str = ""  # the invite word, if any
    sleep_seconds: float = 60.0  # a room without connections is dropped from memory after this
    forget_days: float = 90.0  # an unused room is deleted from the store after this
    rooms_awake: int = 5_000
    rooms_a_minute: int = 60  # made by one address
    posts_a_minute: int = 1_200  # by one address: checking and previewing take time too
    gets_a_minute: int = 6_000  # all other requests of one address: a page with its files takes about 15
    slow_answers: int = 32  # previews, checks, demos and replays that are computed, or wait for it, at once
    slow_answers_an_address: int = 8
    spectators_a_room: int = 200
    connections_an_address: int = 100  # HTTP connections, and as many websockets; for each worker
    stall_seconds: float = 20.0  # a client that does not finish a request, or read its answer, is cut off after this
    messages_a_second: float = 20.0  # on one connection, in the long run; each action of a list counts
    messages_at_once: int = 120
    messages_an_address_a_second: float = 200.0  # on all connections of one address; twice as many in one second
    steps_a_match: int = 200_000  # each is kept in memory while the room is awake
    upload_bytes: int = 256 * 1024
    peer_host: str = "127.0.0.1"  # the address at which the other workers of a shared store reach this one
    bot_pause: float = 0.35  # seconds between the moves of a bot that people watch
    countdown: float = 3.0  # seconds before the first tick of a live game
    thinkers: int = 0  # processes in which bots think; 0: see `thinking_processes`
    think_seconds: float = 60.0  # a bot that has not chosen by then is taken to hang
    log_level: str = "info"

    @classmethod
    def from_environment(cls) -> Settings:
        """The settings in `$BOARDWALK_SETTINGS`, JSON such as `{"rooms_a_minute": 600}`."""
        try:
            return msgspec.json.decode(os.environ.get(VARIABLE) or "{}", type=cls)
        except msgspec.MsgspecError as error:
            raise BoardwalkError(f"{VARIABLE} is not right: {error}") from None

    def thinking_processes(self, workers: int = 1) -> int:
        """How many processes each of so many workers starts for its bots. One core is left to the workers: even with
        bots at a low priority, response times double where all cores are busy."""
        return self.thinkers or max((cores() - 1) // workers, 1)
