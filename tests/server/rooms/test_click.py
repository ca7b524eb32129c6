"""A click takes a short way through the server, and enters the room once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parents[3] / "tools" / "trace_click.py"
MOST = 12


def test_a_click_takes_at_most_twelve_hand_offs_and_enters_the_room_once() -> None:
    """In a process of its own: the tool traces all calls, and a server sets up its process."""
    traced = subprocess.run([sys.executable, TOOL], capture_output=True, text=True, check=True)
    found = [line.split(maxsplit=1)[1] for line in traced.stdout.splitlines()]
    assert "rooms.room → store.append" in found and "rooms.room → match.commit" in found, "it was stored and made"
    assert len(found) <= MOST, traced.stdout
    assert [line for line in found if "→ rooms.room." in line] == ["rooms.session → rooms.room.handle"]
