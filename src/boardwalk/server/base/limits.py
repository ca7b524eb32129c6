"""Limits: requests a minute, connections and queued items of each client address, and open files of the process."""

from __future__ import annotations

import ipaddress
import sys
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from typing import Generic, Protocol, TypeVar

from starlette.types import Scope

from boardwalk.server.base.errors import BusyError
from boardwalk.server.base.settings import SYSTEM

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

WINDOW = 60.0  # seconds in which requests are counted
MACOS_FILES = 10_240
REFUSALS_AN_ADDRESS = 10  # connections of one address that wait for a refusal; more are closed without one
TOO_MANY_CONNECTIONS = "too many connections from your address; close some"
FEW_BUCKETS = 1024
BUSY = "the server has too much of this to do; try again in a moment"
BUSY_WITH_YOURS = "the server is still busy with your other requests; try again in a moment"


def address_of(scope: Scope) -> str:
    """The client's address, as a proxy named in the settings has forwarded it."""
    return scope["client"][0] if scope.get("client") else ""


def is_from_peer(scope: Scope) -> bool:
    """Whether another worker of this server has forwarded this request; that worker has checked and counted it."""
    return "from_peer" in scope


@lru_cache(4096)
def counted_as(address: str) -> str:
    """The key under which an address is counted: an IPv6 client can use any address of its /64 network."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))


class RateLimit:
    """How many requests each address has made in the current minute."""

    def __init__(self, now: Callable[[], float] = SYSTEM.now) -> None:
        self._now = now
        self._counts: Counter[str] = Counter()
        self._ends = now() + WINDOW

    def allows(self, address: str, most: int) -> bool:
        """Count a request of this address; False, and nothing is counted, if its limit is reached."""
        if self.is_exhausted(address, most):
            return False
        self._counts[counted_as(address)] += 1
        return True

    def is_exhausted(self, address: str, most: int) -> bool:
        """Whether the limit is reached; nothing is counted."""
        if self._now() >= self._ends:
            self._counts = Counter()
            self._ends = self._now() + WINDOW
        return self._counts[counted_as(address)] >= most

    @property
    def retry_after(self) -> int:
        """Whole seconds until all addresses are counted from zero."""
        return max(int(self._ends - self._now()) + 1, 1)


class AddressCount:
    """How many connections each address has open, up to a limit. Each successful `acquire` needs one `release`."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: Counter[str] = Counter()

    def acquire(self, address: str) -> bool:
        """Count a connection; False, and nothing is counted, if the address is at its limit."""
        key = counted_as(address)
        if self._counts[key] >= self._most:
            return False
        self._counts[key] += 1
        return True

    def release(self, address: str) -> None:
        key = counted_as(address)
        self._counts[key] -= 1
        if self._counts[key] <= 0:
            del self._counts[key]


class TokenBucket:
    """A limit on messages: `burst` at once, and `rate` a second in the long run."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = SYSTEM.now) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._allowance, self._checked = burst, now()

    def take(self, count: int = 1) -> bool:
        """Take `count` tokens; False if there are too few."""
        now = self._now()
        self._allowance = min(self._burst, self._allowance + (now - self._checked) * self._rate)
        self._checked = now
        if self._allowance < count:
            return False
        self._allowance -= count
        return True

    @property
    def is_full(self) -> bool:
        return self._allowance + (self._now() - self._checked) * self._rate >= self._burst


def admit(buckets: Iterable[TokenBucket], count: int = 1) -> bool:
    """Take `count` messages or actions from every limit; False if one is exhausted."""
    return all(bucket.take(count) for bucket in buckets)


class AddressSockets(AddressCount):
    """The open sockets of each address, which share one limit on messages. `refused` counts those beyond the limit that
    wait for the refusal."""

    def __init__(self, most: int, rate: float, burst: float, now: Callable[[], float] = SYSTEM.now) -> None:
        super().__init__(most)
        self._now = now
        self.refused = AddressCount(REFUSALS_AN_ADDRESS)
        self._rate, self._burst = rate, burst
        self._buckets: dict[str, TokenBucket] = {}
        self._most_buckets = FEW_BUCKETS

    def bucket(self, address: str) -> TokenBucket:
        """The limit of an address. It outlives the address's sockets: to reconnect must not fill it again."""
        key = counted_as(address)
        if key not in self._buckets:
            if len(self._buckets) >= self._most_buckets:
                self._drop_full_buckets()
            self._buckets[key] = TokenBucket(self._rate, self._burst, self._now)
        return self._buckets[key]

    def _drop_full_buckets(self) -> None:
        """Remove idle, full buckets: a new one would be equal."""
        kept = {key: one for key, one in self._buckets.items() if key in self._counts or not one.is_full}
        self._buckets, self._most_buckets = kept, max(2 * len(kept), FEW_BUCKETS)


class Networks:
    """A set of addresses, given as addresses and networks such as `10.0.0.0/24`."""

    def __init__(self, networks: Iterable[str]) -> None:
        self._networks = [ipaddress.ip_network(one) for one in networks]

    def __contains__(self, address: str) -> bool:
        try:
            parsed = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(parsed in network for network in self._networks)


class OnceAMinute:
    """Throttle a repeated warning to once a minute: a line for each refused connection would let a flood fill the
    log."""

    def __init__(self, now: Callable[[], float] = SYSTEM.now) -> None:
        self._now, self._next = now, 0.0

    def is_due(self) -> bool:
        if self._now() < self._next:
            return False
        self._next = self._now() + WINDOW
        return True


def file_limit() -> int:
    """How many files, connections included, this process may have open."""
    if resource is None:
        return sys.maxsize
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


def raise_file_limit() -> None:
    """Raise the limit of open files as far as the system lets this process, and the workers that it will start."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (hard, MACOS_FILES):  # macOS reports an infinite hard limit, and refuses to set one
        with suppress(ValueError, OSError):
            if soft != resource.RLIM_INFINITY:
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return


# -- a fair queue: which request is served next when clients ask for more than the servers can do at once


class Item(Protocol):
    """A queued item of the client at this address, for a room or another unit of that client's work."""

    @property
    def address(self) -> str: ...

    @property
    def room(self) -> str: ...


T = TypeVar("T", bound=Item)
S = TypeVar("S")


class FairQueue(Generic[T]):
    """Serves addresses in turn, the rooms of an address in turn, and the items of a room in the order of their arrival.

    The next address is the one with the fewest items being served; among equals, the one that was served longest ago. A
    room has at most one item being served. An address holds at most `most_an_address` items, those being served
    included. At most `most` items wait; beyond that the address with the most of them loses one, so that no crowd of
    items keeps another address out."""

    def __init__(self, most: int, most_an_address: int) -> None:
        self._most, self._most_an_address = most, most_an_address
        self._waiting: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()  # by address and room
        self._held: Counter[str] = Counter()  # by address: items that wait or are being served
        self._served: Counter[str] = Counter()  # by address: items that are being served
        self._busy: set[str] = set()  # rooms with an item that is being served
        self._count = 0

    def __len__(self) -> int:
        """How many items wait."""
        return self._count

    @property
    def addresses(self) -> int:
        """How many addresses have items that wait."""
        return len(self._waiting)

    def put(self, item: T) -> T | None:
        """Queue an item; a `BusyError` if there are too many. Returns the item that it displaced, if any."""
        address = counted_as(item.address)
        if self._held[address] >= self._most_an_address:
            raise BusyError(BUSY_WITH_YOURS)
        displaced = self._displaced_by(address) if self._count >= self._most else None
        self._waiting.setdefault(address, OrderedDict()).setdefault(item.room, deque()).append(item)
        self._held[address] += 1
        self._count += 1
        return displaced

    def _displaced_by(self, address: str) -> T:
        """Remove the last item of the address with the most items that wait; a `BusyError` if that is this one."""
        waiting = {one: sum(map(len, rooms.values())) for one, rooms in self._waiting.items()}
        longest = max(waiting, key=lambda one: waiting[one], default=address)
        if waiting.get(longest, 0) <= waiting.get(address, 0) + 1:
            raise BusyError(BUSY)
        item = next(reversed(self._waiting[longest].values()))[-1]
        self.remove(item)
        return item

    def take(self, server_for: Callable[[T], S | None]) -> tuple[T, S] | None:
        """The next item that `server_for` has a server for, and that server; `done` must follow. None if there is
        none."""
        for address in sorted(self._waiting, key=lambda one: self._served[one]):
            for room, items in self._waiting[address].items():
                if room not in self._busy and (server := server_for(items[0])) is not None:
                    item = items[0]
                    self._withdraw(item)
                    self._busy.add(room)
                    self._served[address] += 1
                    return item, server
        return None

    def done(self, item: T) -> None:
        """An item has been served: its address and its room may be served again."""
        address = counted_as(item.address)
        self._busy.discard(item.room)
        self._drop(self._served, address)
        self._drop(self._held, address)
        if address in self._waiting:
            self._waiting.move_to_end(address)
            if item.room in self._waiting[address]:
                self._waiting[address].move_to_end(item.room)

    def remove(self, item: T) -> bool:
        """Remove a queued item; False if it was not queued."""
        address = counted_as(item.address)
        if address not in self._waiting or item not in self._waiting[address].get(item.room, ()):
            return False
        self._withdraw(item)
        self._drop(self._held, address)
        return True

    def clear(self) -> list[T]:
        """Remove all items that wait."""
        items = [item for rooms in self._waiting.values() for items in rooms.values() for item in items]
        for item in items:
            self.remove(item)
        return items

    def _withdraw(self, item: T) -> None:
        address = counted_as(item.address)
        rooms = self._waiting[address]
        rooms[item.room].remove(item)
        if not rooms[item.room]:
            del rooms[item.room]
        if not rooms:
            del self._waiting[address]
        self._count -= 1

    @staticmethod
    def _drop(counts: Counter[str], address: str) -> None:
        counts[address] -= 1
        if counts[address] <= 0:
            del counts[address]
