"""Limits: requests a minute and connections of each client address, and open files of the process."""

from __future__ import annotations

import ipaddress
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache

from starlette.types import Scope

from boardwalk.server.base.runtime import SYSTEM

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

WINDOW = 60.0  # seconds in which requests are counted
MACOS_FILES = 10_240
REFUSALS_AN_ADDRESS = 10  # connections of one address that wait for a refusal; more are closed without one
TOO_MANY_CONNECTIONS = "too many connections from your address; close some"
FEW_BUCKETS = 1024


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
