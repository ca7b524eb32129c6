"""Runs before all tests: the programs of the machine that they need are there, or a person hears of it at once."""

import sys
from pathlib import Path

sys.path += [str(Path(__file__).parent / folder) for folder in ("browser", "server")]

from chromium import provide_chromium
from postgres import programs

if __name__ == "__main__":
    try:
        programs()
        provide_chromium()
    except FileNotFoundError as missing:
        sys.exit(str(missing))
