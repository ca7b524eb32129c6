"""Which worker owns a room, and how requests are forwarded to it."""
