"""The user's folders: the cache folder for files that can be recreated, the data folder for those that can't."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def cache_folder() -> Path:
    """`$BOARDWALK_CACHE` or the user's cache folder."""
    return Path(os.environ.get("BOARDWALK_CACHE") or platformdirs.user_cache_dir("boardwalk"))


def data_folder() -> Path:
    """`$BOARDWALK_DATA` or the user's data folder."""
    return Path(os.environ.get("BOARDWALK_DATA") or platformdirs.user_data_dir("boardwalk"))
