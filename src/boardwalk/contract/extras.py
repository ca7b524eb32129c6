"""Errors for missing optional packages, naming the extra to install."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from boardwalk.contract.errors import BoardwalkError


@contextmanager
def needs_extra(extra: str, what: str) -> Iterator[None]:
    """Turn a missing third-party module in this block into an error that names the extra which installs it.

    `what` is the subject of the sentence, such as "the server".
    """
    try:
        yield
    except ModuleNotFoundError as error:
        module = error.name or ""
        if module.partition(".")[0] == "boardwalk":  # a bug in this package; no extra would install it
            raise
        raise BoardwalkError(
            f"{what} needs the module {module}; install it with: pip install 'boardwalk-games[{extra}]'"
        ) from None
