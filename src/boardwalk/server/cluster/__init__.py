"""Which worker has a room."""
