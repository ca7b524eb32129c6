"""Players who keep a name: the player who sends a request, by the key that comes with it.

A key is a secret that the server made for a browser; the server keeps its hash only, which is the player's name in the
store. Nothing needs a key but rated games."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from starlette.requests import Request

from boardwalk.server.base.errors import RefusedError
from boardwalk.server.rooms.spec import NEEDS_KEY, hash_token, new_token
from boardwalk.server.store import Store

KEY_HEADER = "x-boardwalk-key"
PREFIX = "bw-"  # of keys, so that people recognize one
HASH_LENGTH = 32


class CurrentPlayer(NamedTuple):
    """The player who sends a request; both fields are empty for one who keeps no name."""

    player: str = ""
    name: str = ""


def new_key(random: Random) -> str:
    return PREFIX + new_token(random)


def player_id(key: str) -> str:
    return hash_token(key)[:HASH_LENGTH]


async def current_player(request: Request) -> CurrentPlayer:
    """The player who sends this request."""
    key = request.headers.get(KEY_HEADER, "")
    if not key:
        return CurrentPlayer()
    store: Store = request.app.state.store
    player = player_id(key)
    name = await store.player_name(player)
    return CurrentPlayer() if name is None else CurrentPlayer(player, name)


def check_rated(body: Any, seats: Sequence[str], who: CurrentPlayer) -> None:
    """A `RefusedError` if a new room can't be rated; `seats` are the kinds of all seats."""
    if not who.player:
        raise RefusedError(NEEDS_KEY)
    if len(seats) < 2 or seats.count("me") != 1:
        raise RefusedError("a rated game is for several players, each with a name that is kept")
    if body.start or body.seed is not None:
        raise RefusedError("a rated game starts as the rules say, with a seed that nobody knows")
    if body.hints:
        raise RefusedError("there are no hints in a rated game")
