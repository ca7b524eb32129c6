"""Limits for each address, by a clock that the test sets."""

from __future__ import annotations

from boardwalk.server.base.limits import AddressCount, Networks, OnceAMinute, RateLimit, TokenBucket, admit


class Clock:
    now = 1000.0


def test_a_rate_is_counted_for_each_address_and_minute() -> None:
    clock = Clock()
    rate = RateLimit(lambda: clock.now)
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


def test_messages_are_limited_at_once_and_in_the_long_run() -> None:
    clock = Clock()
    buckets = [TokenBucket(2, 10, lambda: clock.now), TokenBucket(1, 4, lambda: clock.now)]
    assert admit(buckets, 4) and not admit(buckets), "the second has none left"
    clock.now += 3
    assert admit(buckets, 3) and not admit(buckets)
    clock.now += 100
    assert all(bucket.is_full for bucket in buckets) and not admit(buckets, 5)


def test_a_warning_is_due_once_a_minute() -> None:
    clock = Clock()
    warning = OnceAMinute(lambda: clock.now)
    assert [warning.is_due(), warning.is_due()] == [True, False]
    clock.now += 60
    assert warning.is_due()
