"""Limits for each address, by a clock that the test sets."""

from __future__ import annotations

import pytest

from boardwalk.server.base import limits
from boardwalk.server.base.limits import AddressCount, Networks, OnceAMinute, RateLimit


class Clock:
    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(limits, "time", clock)
    return clock


def test_a_rate_is_counted_for_each_address_and_minute(clock: Clock) -> None:
    rate = RateLimit()
    assert [rate.allows("192.0.2.1", 2) for _ in range(3)] == [True, True, False]
    assert rate.is_exhausted("192.0.2.1", 2) and not rate.is_exhausted("192.0.2.2", 2)
    assert rate.allows("192.0.2.2", 2)
    clock.now += 30
    assert not rate.allows("192.0.2.1", 2) and rate.retry_after == 31
    clock.now += 30
    assert rate.allows("192.0.2.1", 2)


def test_connections_are_counted_until_released() -> None:
    count = AddressCount(2)
    assert count.acquire("192.0.2.1") and count.acquire("192.0.2.1")
    assert not count.acquire("192.0.2.1") and count.acquire("192.0.2.2")
    count.release("192.0.2.1")
    assert count.acquire("192.0.2.1") and not count.acquire("192.0.2.1")


def test_addresses_of_one_ipv6_network_count_as_one() -> None:
    count = AddressCount(1)
    assert count.acquire("2001:db8::1") and not count.acquire("2001:db8::ffff:1")
    assert count.acquire("2001:db8:0:1::1"), "another /64"
    assert count.acquire("::ffff:192.0.2.1") and not count.acquire("192.0.2.1")
    assert count.acquire("::ffff:192.0.2.2"), "mapped addresses are not one network"
    assert count.acquire("") and not count.acquire(""), "without an address, as over a Unix socket"


def test_an_address_is_found_in_networks() -> None:
    proxies = Networks(["127.0.0.1", "10.0.0.0/24", "2001:db8::/32"])
    assert all(one in proxies for one in ("127.0.0.1", "10.0.0.77", "2001:db8::5"))
    assert not any(one in proxies for one in ("127.0.0.2", "10.0.1.1", "", "localhost", "::1"))


def test_a_warning_is_due_once_a_minute(clock: Clock) -> None:
    warning = OnceAMinute()
    assert [warning.is_due(), warning.is_due()] == [True, False]
    clock.now += 60
    assert warning.is_due()
