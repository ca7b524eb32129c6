"""How the tests call the command line."""

from collections.abc import Callable

Run = Callable[..., tuple[int, str, str]]  # arguments, and what is typed; the exit status, output and errors
