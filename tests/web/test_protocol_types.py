"""The page's types of the protocol are those of the messages."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "tools"))

from protocol_types import WRITTEN, protocol_types


def test_the_types_are_those_of_the_messages() -> None:
    assert WRITTEN.read_text(encoding="utf-8") == protocol_types(), "write them anew: make protocol-types"
