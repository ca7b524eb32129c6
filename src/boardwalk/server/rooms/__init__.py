"""Rooms: people and bots at one table, their match, and its spectators."""
