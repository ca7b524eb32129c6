"""The page's types of the protocol and the HTTP routes are those of the structs."""

from __future__ import annotations

from protocol_types import WRITTEN, protocol_types


def test_the_types_are_those_of_the_structs() -> None:
    assert WRITTEN.read_text(encoding="utf-8") == protocol_types(), "write them anew: make protocol-types"
