"""Starting the server from the command line."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import re
import socket
import tempfile
import threading
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from pathlib import Path

import msgspec
import uvicorn
from uvicorn.supervisors import Multiprocess

from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.options import fields
from boardwalk.engine.user_dirs import data_folder
from boardwalk.server.base import monitoring
from boardwalk.server.base.limits import raise_file_limit
from boardwalk.server.base.monitoring import set_up_logging
from boardwalk.server.base.settings import VARIABLE, Settings
from boardwalk.server.protocol.http_protocol import COMMON
from boardwalk.server.store import Store
from boardwalk.server.store.engine import file_of, only_server, read_url
from boardwalk.server.supervisor import Supervisor


def default_store() -> str:
    """A database in the user's data folder."""
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BoardwalkError(f"{folder}: {error.strerror}; choose another place with --store") from None
    return f"sqlite:///{folder / 'boardwalk.db'}"


def serve(
    host: str,
    port: int,
    store: str,
    workers: int,
    *,
    open_browser: bool,
    log_level: str,
    names: Sequence[str] = (),
    proxies: Sequence[str] = (),
    password: str = "",
) -> None:
    """Serve until stopped. Names, proxies and the password are added to those in the environment's settings."""
    settings = Settings.from_environment()
    settings = msgspec.structs.replace(
        settings,
        store=store or default_store(),
        log_level=fields(Settings)["log_level"].read(log_level),
        hosts=(*settings.hosts, *names),
        proxies=(*settings.proxies, *proxies),
        password=password or settings.password,
        thinkers=settings.thinking_processes(workers),
    )
    _check_names(settings)
    settings = msgspec.structs.replace(settings, hosts=(*settings.hosts, host, socket.gethostname()))
    if workers > 1 and not settings.store.startswith("postgres"):
        raise BoardwalkError("several workers need a PostgreSQL store: --store postgresql://…")
    file = file_of(read_url(settings.store))
    with only_server(file) if file else nullcontext():
        _serve(settings, host, port, workers, open_browser=open_browser)


def _serve(settings: Settings, host: str, port: int, workers: int, *, open_browser: bool) -> None:
    asyncio.run(_try_store(settings.store))
    port = port or _free_port(host)
    _check_port(host, port)
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0', '::1') else host}:{port}/"
    print(f"Boardwalk is at {address} (Ctrl+C stops it)", flush=True)
    os.environ[VARIABLE] = msgspec.json.encode(settings).decode()
    raise_file_limit()
    config = uvicorn.Config(
        "boardwalk.server.app:from_environment",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        http="boardwalk.server.protocol.http_protocol:HttpProtocol",
        forwarded_allow_ips=list(settings.proxies),
        **COMMON,
    )
    with tempfile.TemporaryDirectory(prefix="boardwalk-") as folder:
        if workers > 1:
            os.environ[monitoring.FOLDER] = folder
        set_up_logging(settings.log_level)
        if os.name != "posix":  # no fork, and no signals by which a worker could be ended
            serve_all = uvicorn.Server(config).run if workers == 1 else Multiprocess(config, [config.bind_socket()]).run
            serve_all()
            return
        supervisor = Supervisor(config, settings.hang_seconds, Path(folder))
        supervisor.start()
        if open_browser:
            threading.Thread(target=_open_when_ready, args=(address,), daemon=True).start()
        supervisor.run()


def _check_names(settings: Settings) -> None:
    for name in settings.hosts:
        if not re.fullmatch(r"[\w.-]+|\[?[0-9a-fA-F:.]+\]?", name):
            raise BoardwalkError(f"--name needs a host name such as games.example.org, not {name!r}")
    for proxy in settings.proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            raise BoardwalkError(f"--proxy needs an address such as 10.0.0.5 or 10.0.0.0/24, not {proxy!r}") from None
    for origin in settings.origins:
        if not re.fullmatch(r"https?://[^/\s]+", origin):
            raise BoardwalkError(f"an origin is like https://example.org, without a path; not {origin!r}")


async def _try_store(url: str) -> None:
    """Fail early if the store can't be opened."""
    await (await Store.open(url)).close()


def _free_port(host: str) -> int:
    with socket.socket() as probe:
        probe.bind((host, 0))
        port: int = probe.getsockname()[1]
        return port


def _check_port(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise BoardwalkError(
                f"{host}:{port} can't be listened on: {error.strerror}; choose another --port"
            ) from None


def _open_when_ready(address: str) -> None:
    """Open the page once the server answers. Without a browser there is still the printed address."""
    for _ in range(200):
        with suppress(urllib.error.URLError, OSError), urllib.request.urlopen(address + "healthz", timeout=1):
            with suppress(webbrowser.Error):
                webbrowser.open(address)
            return
        threading.Event().wait(0.1)
