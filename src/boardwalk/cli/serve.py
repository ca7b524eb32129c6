"""The commands `serve`, `backup` and `restore`: a server and its store."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from boardwalk.contract.extras import needs_extra

StoreAddress = Annotated[str, typer.Option(help="The database: sqlite:///FILE or postgresql://…")]


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on.")] = 8000,
    store: StoreAddress = "",
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes; more than one needs PostgreSQL.")] = 1,
    open_: Annotated[bool, typer.Option("--open/--no-open", help="Open it in a browser.")] = False,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "warning",
    name: Annotated[
        list[str] | None, typer.Option(metavar="HOST", help="A host name that the server is reached by.")
    ] = None,
    proxy: Annotated[
        list[str] | None, typer.Option(metavar="ADDRESS", help="A proxy whose X-Forwarded-… headers count.")
    ] = None,
    password: Annotated[
        str, typer.Option(envvar="BOARDWALK_PASSWORD", help="An invite word that every player needs.")
    ] = "",
) -> None:
    """Serve Boardwalk to browsers."""
    with needs_extra("server", "the server"):
        from boardwalk.server.run import serve as start

    start(
        host,
        port,
        store,
        workers,
        open_browser=open_,
        log_level=log_level,
        names=name or (),
        proxies=proxy or (),
        password=password,
    )


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; an earlier one is replaced.")],
    store: StoreAddress = "",
) -> None:
    """Write a whole copy of a server's SQLite store to a file, also while the server runs."""
    with needs_extra("server", "a server's store"):
        from boardwalk.server.run import default_store
        from boardwalk.server.store.backup import back_up

    print(f"{file}: rooms backed up: {back_up(store or default_store(), file)}")


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `boardwalk backup` wrote.")],
    store: StoreAddress = "",
    force: Annotated[bool, typer.Option("--force", help="Overwrite a store that has rooms.")] = False,
) -> None:
    """Replace a server's SQLite store by a backup, while the server is stopped."""
    with needs_extra("server", "a server's store"):
        from boardwalk.server.run import default_store
        from boardwalk.server.store.backup import restore as restore_store

    print(f"{file}: rooms restored: {restore_store(store or default_store(), file, force=force)}")
