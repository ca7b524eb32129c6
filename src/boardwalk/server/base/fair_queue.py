"""A fair queue: which request is served next when clients ask for more than the servers can do at once."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from boardwalk.server.base.errors import BusyError
from boardwalk.server.base.limits import counted_as

BUSY = "the server has too much of this to do; try again in a moment"
BUSY_WITH_YOURS = "the server is still busy with your other requests; try again in a moment"


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
