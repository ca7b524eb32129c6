"""Whose turn it is: addresses, then their rooms, and nobody kept out by the crowd of another."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from boardwalk.server.base.errors import BusyError
from boardwalk.server.base.limits import FairQueue


class One(NamedTuple):
    address: str
    room: str
    number: int = 0


def queue(*items: One, most: int = 1000, most_an_address: int = 1000) -> FairQueue[One]:
    made: FairQueue[One] = FairQueue(most, most_an_address)
    for item in items:
        assert made.put(item) is None
    return made


def take(of: FairQueue[One]) -> One | None:
    found = of.take(lambda item: True)
    return found and found[0]


def served_by_one(of: FairQueue[One]) -> list[One]:
    """The order in which a single server serves all."""
    order = []
    while item := take(of):
        order.append(item)
        of.done(item)
    return order


def test_addresses_take_turns_then_their_rooms() -> None:
    crowd = [One("a", f"a{room}", number) for number in range(2) for room in range(3)]
    guests = [One("b", "b0"), One("c", "c0"), One("c", "c1")]
    order = [(item.room, item.number) for item in served_by_one(queue(*crowd, *guests))]
    assert order[:6] == [("a0", 0), ("b0", 0), ("c0", 0), ("a1", 0), ("c1", 0), ("a2", 0)]
    assert order[6:] == [("a0", 1), ("a1", 1), ("a2", 1)]


def test_a_guest_is_next_however_many_rooms_another_address_has() -> None:
    """Also a guest who comes while a request of the others is being served, and comes again after each answer."""
    of = queue(*(One("crowd", f"room {number}") for number in range(40)))
    for _ in range(5):
        running = take(of)
        assert running and running.address == "crowd"
        of.put(One("guest", "mine"))
        of.done(running)
        mine = take(of)
        assert mine and mine.address == "guest"
        of.done(mine)


def test_the_address_that_is_served_least_comes_first() -> None:
    """With several servers: slow requests of one address do not add up to all of them."""
    of = queue(*(One("slow", f"room {number}") for number in range(9)))
    running = [take(of), take(of)]
    of.put(One("quick", "x"))
    of.put(One("quick", "y"))
    running += [take(of), take(of)]
    assert [item.address for item in running if item] == ["slow", "slow", "quick", "quick"]


def test_the_addresses_of_an_ipv6_network_are_one() -> None:
    network = [One(f"2001:db8:0:1::{number:x}", f"room {number}") for number in range(3)]
    order = served_by_one(queue(*network, One("2001:db8:0:2::1", "other")))
    assert [item.room for item in order] == ["room 0", "other", "room 1", "room 2"]
    of = queue(*network, most_an_address=3)
    with pytest.raises(BusyError, match="your other requests"):
        of.put(One("2001:db8:0:1:ffff::", "one more"))


def test_a_room_is_served_one_item_at_a_time_whoever_asks() -> None:
    of = queue(One("a", "room", 1), One("a", "room", 2), One("b", "room", 3), One("b", "other", 4))
    first, second = take(of), take(of)
    assert first and second and (first.number, second.number) == (1, 4)
    assert take(of) is None
    of.done(first)
    third = take(of)
    assert third and third.number == 2
    of.done(third)
    assert take(of) == One("b", "room", 3)


def test_an_item_without_a_server_does_not_hold_the_others() -> None:
    of = queue(One("a", "x"), One("a", "y"), One("b", "z"))
    servers = {"x": None, "y": None, "z": 7}
    assert of.take(lambda item: servers[item.room]) == (One("b", "z"), 7)
    assert of.take(lambda item: servers[item.room]) is None
    assert of.take(lambda item: {"y": 8}.get(item.room)) == (One("a", "y"), 8)
    assert len(of) == 1 and of.addresses == 1


def test_an_address_holds_only_so_many_those_being_served_included() -> None:
    of = queue(One("a", "x"), One("a", "y"), most_an_address=2)
    running = take(of)
    assert running
    with pytest.raises(BusyError, match="your other requests"):
        of.put(One("a", "z"))
    of.put(One("b", "z"))
    of.done(running)
    of.put(One("a", "z"))
    of.remove(One("a", "y"))
    of.put(One("a", "y"))


def test_a_full_queue_makes_room_for_who_has_less() -> None:
    """18 jobs from nine addresses do not keep a tenth out; only where all have as little is it refused."""
    of = queue(*(One(f"10.0.0.{number % 9}", f"job {number}") for number in range(18)), most=18)
    displaced = [of.put(One(f"guest {number}", "mine")) for number in range(9)]
    assert sorted(item.address for item in displaced if item) == [f"10.0.0.{number}" for number in range(9)]
    assert len(of) == 18 and of.addresses == 18
    with pytest.raises(BusyError, match="too much"):
        of.put(One("one more", "mine"))
    with pytest.raises(BusyError, match="too much"):
        of.put(One("10.0.0.1", "another"))
    assert len(served_by_one(of)) == 18


def test_what_displaced_and_removed_items_held_is_free_again() -> None:
    of = queue(One("a", "x"), One("a", "y"), One("a", "z"), most=3, most_an_address=3)
    assert of.put(One("b", "w")) == One("a", "z")
    of.remove(One("b", "w"))
    of.put(One("a", "z"))
    assert of.clear() == [One("a", "x"), One("a", "y"), One("a", "z")]
    assert len(of) == 0 and take(of) is None
    for room in "xyz":
        of.put(One("a", room))
