"""Which worker has a room, and how requests reach it."""
