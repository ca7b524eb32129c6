"""The worker processes that share a database, and which of them has a room.

A room is in the memory of one worker at a time, its owner, which has a lease on it in the store. Requests and sockets
that arrive at another worker are passed on to the owner's peer port. A room without an owner goes to the worker that
rendezvous hashing prefers: all workers agree on it without talking to each other, and rooms are spread evenly.
"""

from __future__ import annotations

import asyncio
import hashlib
import http.client
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from hmac import compare_digest

from starlette.types import Scope

from boardwalk.server.base.errors import MovedError
from boardwalk.server.base.limits import address_of
from boardwalk.server.protocol.websocket import WebSocket
from boardwalk.server.store import Store, StoreError, Worker

PEER_SECRET = "x-boardwalk-peer"  # shows that a request was passed on by another worker, which has checked it
PEER_CLIENT = "x-boardwalk-client"  # the address of the client, as that worker knows it
BEAT = 1.0  # seconds between renewals of this worker's leases
THREADS = 8
TIMEOUT = 10.0  # seconds for a request that is passed on
OWN_HEADERS = {
    "connection",
    "keep-alive",
    "transfer-encoding",
    "upgrade",
    "te",
    "trailer",
    "content-length",
    "date",
    "server",
}


def peer_headers(worker: Worker, scope: Scope) -> dict[str, str]:
    """The headers that make another worker accept a request that is passed on."""
    return {PEER_SECRET: worker.secret, PEER_CLIENT: address_of(scope)}


def preferred(room: str, workers: Sequence[Worker]) -> Worker:
    """The worker that is to own a room which no worker has (rendezvous hashing)."""
    return max(workers, key=lambda worker: hashlib.blake2b(f"{worker.name} {room}".encode(), digest_size=8).digest())


def peer_address(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def host_and_port(worker: Worker) -> tuple[str, int]:
    host, _, port = worker.address.rpartition(":")
    return host.strip("[]"), int(port)


class Peers:
    """This worker among the others. Make one with `await Peers.join(…)`; call `renew` every BEAT."""

    def __init__(self, store: Store, me: Worker) -> None:
        self._store, self.me = store, me
        self._workers: Sequence[Worker] = [me]
        self._relayed: dict[str, set[WebSocket]] = {}  # sockets that are relayed, by the name of the worker
        self._gone: set[str] = set()  # those of them whose lease had lapsed at the last beat
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="peers")

    @classmethod
    async def join(cls, store: Store, address: str) -> Peers:
        """Register this process under the address of its peer port."""
        peers = cls(store, await store.register(address))
        peers._workers = await store.workers()
        return peers

    async def renew(self) -> bool:
        """Renew this worker's leases and see who else is there. False if they had lapsed: others may have rooms."""
        kept = await self._store.renew()
        self._workers = await self._store.workers() or [self.me]
        gone = self._relayed.keys() - {worker.name for worker in self._workers}
        for name in gone & self._gone:  # for two beats: a busy machine may be late by one
            for socket in self._relayed[name]:
                socket.close()
        self._gone = gone
        return kept

    async def relay(self, socket: WebSocket, worker: Worker, headers: Mapping[str, str]) -> None:
        """Relay a socket to another worker until either side closes, or until the worker's lease lapses: it may hang,
        and its clients must connect again to reach the one that takes the room over."""
        relayed = self._relayed.setdefault(worker.name, set())
        relayed.add(socket)
        try:
            await socket.relay(host_and_port(worker), headers)
        finally:
            relayed.discard(socket)
            if not relayed:
                self._relayed.pop(worker.name, None)

    async def leave(self) -> None:
        """Give up all leases, so that other workers can take the rooms at once."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        await self._store.unregister()

    async def elsewhere(self, room: str) -> Worker | None:
        """The worker that has a room, or is to have it; None if it is this one."""
        owner = await self._store.owner(room) or preferred(room, self._workers)
        if owner.name == self.me.name:  # unless another worker, which knows of other workers, is quicker
            owner = await self._store.claim(room) or self.me
        return None if owner.name == self.me.name else owner

    async def claim(self, room: str) -> bool:
        """Take the lease on a room; False if there is no such room, a `MovedError` if another worker has it."""
        owner = await self._store.claim(room)
        if owner is not None and owner.name != self.me.name:
            raise MovedError
        return owner is not None

    async def release(self, room: str) -> None:
        """Give the lease on a room up."""
        await self._store.release(room)

    async def lost(self, rooms: Iterable[str]) -> list[str]:
        """Those of these rooms that this worker has no longer."""
        mine = await self._store.owned()
        return [room for room in rooms if room not in mine]

    def is_mine(self, secret: str) -> bool:
        return compare_digest(secret.encode(), self.me.secret.encode())

    async def ask(
        self, worker: Worker, method: str, target: str, headers: Mapping[str, str], body: bytes
    ) -> tuple[int, dict[str, str], bytes]:
        """Pass a request on: the status, headers and body of the answer. A `StoreError` if the worker is not there."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, _ask, worker, method, target, headers, body)


def _ask(
    worker: Worker, method: str, target: str, headers: Mapping[str, str], body: bytes
) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(*host_and_port(worker), timeout=TIMEOUT)
    try:
        connection.request(method, target, body, dict(headers))
        answer = connection.getresponse()
        kept = {name: value for name, value in answer.getheaders() if name.lower() not in OWN_HEADERS}
        return answer.status, kept, answer.read()
    except (OSError, http.client.HTTPException):
        raise StoreError("this room is moving to another server process; try again in a moment") from None
    finally:
        connection.close()
