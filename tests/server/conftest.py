"""What the tests of the server share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from harness import Server
from postgres import Postgres
from world import World


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL that is up; who stops it starts it again."""
    with Postgres() as server:
        yield server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A server with a store of its own, for all tests that only play; nothing may fail on it."""
    with Server() as running:
        yield running
        assert not running.failures()


@pytest.fixture(scope="module")
def pair(postgres: Postgres) -> Iterator[tuple[Server, Server]]:
    """Two servers with one store; nothing may fail on them."""
    store = postgres.new_database()
    with Server(store) as one, Server(store) as other:
        yield one, other
        assert not one.failures() and not other.failures()


@pytest.fixture
def world() -> Iterator[World]:
    made = World()
    yield made
    made.close()
