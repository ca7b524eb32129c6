"""The games, one folder each. A new folder that offers a `GAME` is a new game."""
