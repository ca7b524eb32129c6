"""Addresses of stores that can't be opened are answered with one sentence."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from boardwalk.contract.errors import BoardwalkError
from boardwalk.server.store import Store, StoreError


def test_an_address_that_is_none_gets_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "novel.db").write_text("Call me Ishmael. " * 100)
    forms = "expected sqlite:///path, sqlite:// or postgresql://user:password@host:port/database"
    expected = {
        "": f"that is not the address of a store: {forms}",
        "rooms.db": f"that is not the address of a store: {forms}",
        "postgresql://a:b@host:port/x": f"that is not the address of a store: {forms}",
        "mysql://a:secret@host/x": f"games can't be stored in mysql: {forms}",
        f"sqlite:///{tmp_path}/no/rooms.db": f"the store sqlite:///{tmp_path}/no/rooms.db can't be opened: "
        "unable to open database file",
        f"sqlite:///{tmp_path}/novel.db": f"the store sqlite:///{tmp_path}/novel.db can't be opened: "
        "file is not a database",
        "postgresql://a:secret@127.0.0.1:1/x": "the store postgresql://a:***@127.0.0.1:1/x can't be opened: ",
        "postgres://a@127.0.0.1:1/x?what=1": "the store postgresql://a@127.0.0.1:1/x?what=1 can't be opened: ",
    }
    for address, sentence in expected.items():
        with pytest.raises(StoreError) as refused:
            asyncio.run(Store.open(address))
        said = str(refused.value)
        assert said.startswith(sentence) and "\n" not in said and "secret" not in said
        if sentence.endswith(": "):
            assert ("what" if "what" in address else "Connection refused") in said.removeprefix(sentence)
        else:
            assert said == sentence


def test_postgresql_without_its_driver_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BoardwalkError) as refused:
        asyncio.run(Store.open("postgresql://a:secret@127.0.0.1:1/x"))
    said = "a PostgreSQL store needs the module psycopg; install it with: pip install 'boardwalk-games[postgres]'"
    assert str(refused.value) == said
