"""Access checks: host, origin, invite word, limits."""
