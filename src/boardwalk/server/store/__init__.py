"""Where rooms and the logs of their matches are kept: SQLite, or PostgreSQL for several processes.

The log is the truth: its key is (room, match, number), so a match can't fork whoever writes to it. Three parts work
behind `Store`: the `Writer`, one thread that commits in groups; a few reading threads; and, with PostgreSQL, a
`PgListener` which hears what other processes did and holds the rooms that this one drives.
"""

from boardwalk.server.store.rows import Entry, RoomRow, StoreError
from boardwalk.server.store.store import Store

__all__ = ["Entry", "RoomRow", "Store", "StoreError"]
