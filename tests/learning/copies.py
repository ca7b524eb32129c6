"""The ways to copy an object, by name; each makes one that shares nothing that changes."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from typing import Any

import cloudpickle

COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy,
    "deepcopy": deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "cloudpickle": lambda thing: pickle.loads(cloudpickle.dumps(thing)),
}
