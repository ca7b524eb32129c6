"""Storage of rooms and of the logs of their matches: SQLite, or PostgreSQL for several processes.

The log is authoritative: its primary key is (room, match, number), so concurrent writers can't fork a match. `Store`
has three parts: the `Writer`, one thread that commits in groups; a pool of reading threads; and, with PostgreSQL, the
`Leases`, by which each room has one owner among the processes.
"""

from boardwalk.server.store.store import Store
from boardwalk.server.store.tables import DamagedError, Entry, RoomRow, StoreError, Worker

__all__ = ["DamagedError", "Entry", "RoomRow", "Store", "StoreError", "Worker"]
