"""The games in the interfaces that learning researchers use, each with a package of its own: docs/learning.md."""
