"""Who may talk to the server: host, origin, invite word."""
