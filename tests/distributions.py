"""Builds the sdist and the wheel as a release does, and installs a wheel into environments of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements.lock"


def run(command: list[str | Path], folder: Path, env: Mapping[str, str] | None = None, text: str = "") -> str:
    """What the command prints. It must succeed."""
    ran = subprocess.run(
        [str(part) for part in command],
        cwd=folder, env=env or clean(), input=text, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, f"{command}: {ran.stdout[-2000:]}{ran.stderr[-4000:]}"
    return ran.stdout


def clean(*first: Path) -> dict[str, str]:
    """The environment of a process that finds only an installed Boardwalk, with these folders first on the path."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    path = os.pathsep.join((*map(str, first), kept["PATH"]))
    return kept | {"PATH": path, "BOARDWALK_COMPILE": "off"}  # compiling would outlast what is tested


def sdist(folder: Path) -> Path:
    run([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", folder], ROOT)
    return next(folder.glob("*.tar.gz"))


def wheel(source: Path, folder: Path) -> Path:
    """The wheel that is built from an sdist, with the installed esbuild."""
    with tarfile.open(source) as packed:
        packed.extractall(folder, filter="data")
    unpacked = next(path for path in folder.iterdir() if path.is_dir())
    (unpacked / "node_modules").symlink_to(ROOT / "node_modules")
    run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], unpacked)
    return next(folder.glob("*.whl"))


def environment(python: str | Path, folder: Path) -> Path:
    """The folder of programs of a new, empty virtual environment."""
    run([python, "-m", "venv", "--without-pip", folder], folder.parent)
    return folder / "bin"


def install(programs: Path, *what: str | Path) -> None:
    """Install by the pip of this environment, in the versions of the lock."""
    pip = [sys.executable, "-m", "pip", "--python", programs / "python", "install", "--quiet", "--no-compile"]
    run([*pip, "--no-require-hashes", "--constraint", LOCK, *what], ROOT)
