"""The schema of the store, made by numbered SQL files in `steps/`; `boardwalk_schema` has the number of the last one.

A step is never changed once it is committed: a new table or column is a new file. `NNNN_name.sql` runs on every
database, `NNNN_name.postgresql.sql` on PostgreSQL only. The tables in `rows.py` and `results.py` say the same for
queries; a test compares both.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sqlalchemy import Connection, func, inspect, select

from boardwalk.server.store.rows import StoreError

STEPS = Path(__file__).parent / "steps"
TYPES = {
    "sqlite": {"bytes": "BLOB", "double": "DOUBLE", "clustered": " WITHOUT ROWID"},
    "postgresql": {"bytes": "BYTEA", "double": "DOUBLE PRECISION", "clustered": ""},
}
MIGRATING = 0x626F617264  # the advisory lock: two processes may start at once


def migrate(connection: Connection) -> None:
    """Run the steps that the database lacks, in the caller's transaction: all or none."""
    dialect = connection.dialect.name
    if dialect == "postgresql":  # in SQLite the transaction holds the only write lock
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
    done, newest = _version(connection), max(_steps())
    if done > newest:
        raise StoreError(
            f"a newer version of Boardwalk has written to it: its schema has number {done}, this version knows {newest}"
        )
    for number in range(done + 1, newest + 1):
        for statement in _statements(_steps()[number], dialect):
            connection.exec_driver_sql(statement)
    if done < newest:
        connection.exec_driver_sql("DELETE FROM boardwalk_schema")
        connection.exec_driver_sql(f"INSERT INTO boardwalk_schema (version) VALUES ({newest})")


@cache
def _steps() -> dict[int, Path]:
    return {int(path.name[:4]): path for path in STEPS.glob("*.sql")}


def _statements(path: Path, dialect: str) -> list[str]:
    only = path.suffixes[:-1]
    if only and only != [f".{dialect}"]:
        return []
    text = path.read_text(encoding="utf-8").format(**TYPES[dialect])
    return [statement for statement in text.split(";\n") if statement.strip()]


def _version(connection: Connection) -> int:
    """The number of the last step that was run. Databases from before there were version numbers are recognized by
    their tables."""
    schema = inspect(connection)
    if schema.has_table("boardwalk_schema"):
        return int(connection.exec_driver_sql("SELECT version FROM boardwalk_schema").scalar_one())
    connection.exec_driver_sql("CREATE TABLE boardwalk_schema (version INTEGER NOT NULL)")
    if schema.has_table("boardwalk_ratings"):
        columns = {column["name"] for column in schema.get_columns("boardwalk_ratings")}
        return 4 if "system" in columns else 3
    return 2 if schema.has_table("boardwalk_health") else int(schema.has_table("boardwalk_rooms"))
