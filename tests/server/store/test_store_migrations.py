"""A store made by an earlier version opens, with its data and with the tables that a new store has."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine, inspect

from boardwalk.server.rooms.spec import FORMAT, read_spec
from boardwalk.server.store import DamagedError, RoomRow, Store, StoreError
from boardwalk.server.store.engine import open_engine
from boardwalk.server.store.tables import metadata, rooms

SCHEMAS = Path(__file__).parent / "schemas"
"""Tables as commits from before the schema had numbers made them, by dialect."""
COMMITS = ["e650da1", "50a3d75"]
OWN = {"boardwalk_schema"}
LEASES = {"boardwalk_workers", "boardwalk_owners"}


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/rooms.db"
    address: str = request.getfixturevalue("postgres").new_database()
    return address


def empty(url: str) -> Engine:
    """The database before any table."""
    engine = open_engine(url)
    with engine.begin() as connection:
        for table in sorted(inspect(connection).get_table_names(), reverse=True):
            again = " CASCADE" if engine.dialect.name == "postgresql" else ""
            connection.exec_driver_sql(f"DROP TABLE {table}{again}")
    return engine


def run(engine: Engine, script: str) -> None:
    with engine.begin() as connection:
        for statement in filter(str.strip, script.split(";\n")):
            connection.exec_driver_sql(statement)


def shape(engine: Engine) -> dict[str, Any]:
    """What queries and the database's own checks can see of the tables."""
    schema = inspect(engine)
    return {
        table: {
            "columns": [(one["name"], str(one["type"]), one["nullable"]) for one in schema.get_columns(table)],
            "key": schema.get_pk_constraint(table)["constrained_columns"],
            "indexes": sorted((one["name"], tuple(one["column_names"])) for one in schema.get_indexes(table)),
            "references": [
                (one["constrained_columns"], one["referred_table"], one["options"].get("ondelete"))
                for one in schema.get_foreign_keys(table)
            ],
        }
        for table in sorted(set(schema.get_table_names()) - OWN)
    }


@pytest.mark.parametrize("commit", COMMITS)
def test_a_store_of_an_earlier_version_opens_with_its_data(url: str, commit: str) -> None:
    before = empty(url)
    run(before, (SCHEMAS / f"{commit}.{before.dialect.name}.sql").read_text())
    run(before, "INSERT INTO boardwalk_ratings VALUES ('g', 'glicko', 'p', 'Ann', 1600.5, 2, 3, 4, 5, 6)")
    with before.begin() as connection:
        connection.execute(rooms.insert().values(room="k7mqx2", version=3, data=b"{}", touched=7.5, writer=1))
    before.dispose()

    async def test() -> None:
        store = await Store.open(url)
        try:
            (rating,) = await store.best_players("g", 5)
            assert (rating["system"], rating["player"], rating["value"]) == ("glicko", "p", 1600.5)
            assert await store.load_room("k7mqx2") == RoomRow("k7mqx2", 3, b"{}", 7.5)
            assert await store.append("k7mqx2", 1, 0, [(0, 1)])
            assert store._engine.dialect.name != "postgresql" or await store.workers() == []
        finally:
            await store.close()

    asyncio.run(test())
    migrated = open_engine(url)
    found = shape(migrated)
    new = empty(url)
    open_engine(url).dispose()
    assert found == shape(new)
    new.dispose()
    migrated.dispose()


def test_steps_and_queries_agree_on_the_tables(url: str) -> None:
    made = open_engine(url)
    by_steps = {table: found for table, found in shape(made).items() if table not in LEASES}
    blank = empty(url)
    metadata.create_all(blank)
    assert by_steps == shape(blank)
    blank.dispose()
    made.dispose()


def test_a_step_that_fails_leaves_the_store_as_it_was(url: str) -> None:
    before = empty(url)
    run(before, (SCHEMAS / f"e650da1.{before.dialect.name}.sql").read_text())
    run(before, "ALTER TABLE boardwalk_ratings ADD COLUMN system VARCHAR")
    run(before, "CREATE TABLE boardwalk_schema (version INTEGER NOT NULL);\nINSERT INTO boardwalk_schema VALUES (3)")
    found = shape(before)
    with pytest.raises(StoreError, match=r"can't be opened: .*system"):
        open_engine(url)
    assert shape(before) == found
    before.dispose()


def test_a_store_of_a_newer_version_is_refused(url: str) -> None:
    engine = open_engine(url)
    run(engine, "UPDATE boardwalk_schema SET version = 99")
    said = "a newer version of Boardwalk has written to it: its schema has number 99, this version knows 5"
    with pytest.raises(StoreError, match=said):
        open_engine(url)
    engine.dispose()


def test_a_room_stored_by_a_newer_version_is_not_read_as_if_it_were_known() -> None:
    room: dict[str, object] = {"game": "box_world", "options": {}, "seed": 1, "seats": [], "defaults": []}
    assert read_spec(msgspec.json.encode(room)).format == FORMAT == 1
    with pytest.raises(DamagedError, match=r"^a newer version of Boardwalk has stored this room .format 2;"):
        read_spec(msgspec.json.encode({**room, "format": 2, "seats": "elsewhere"}))
