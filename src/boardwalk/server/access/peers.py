"""Requests that another worker of this server passes on: how they are marked and recognised."""

from __future__ import annotations

from starlette.types import Scope

from boardwalk.server.base.limits import address_of
from boardwalk.server.store import Worker

PEER_SECRET = "x-boardwalk-peer"  # shows that a request was passed on by another worker, which has checked it
PEER_CLIENT = "x-boardwalk-client"  # the address of the client, as that worker knows it


def is_from_peer(scope: Scope) -> bool:
    """Whether another worker has passed this request on. It has checked it then."""
    return "from_peer" in scope


def peer_headers(worker: Worker, scope: Scope) -> dict[str, str]:
    """The headers that make another worker accept a request that is passed on."""
    return {PEER_SECRET: worker.secret, PEER_CLIENT: address_of(scope)}
