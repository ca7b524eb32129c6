"""What a room tells of itself, and which rooms the front page shows."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from states import NOW, TODAY, new_room

from boardwalk.server.protocol.messages import RoomTerms
from boardwalk.server.rooms.rooms import LISTED_SECONDS, Listing, front_page
from boardwalk.server.rooms.state import LONGEST_TABLE, info, is_listed


class Listed:
    """A store of listed rooms."""

    def __init__(self) -> None:
        self.rooms: dict[str, bytes] = {}
        self.changes = 0

    async def list_rooms(self, found: Mapping[str, bytes], gone: Collection[str], before: float) -> None:
        assert before == TODAY - LISTED_SECONDS
        self.changes += 1
        self.rooms |= found
        for name in gone:
            del self.rooms[name]

    async def listed_rooms(self, since: float, most: int) -> list[bytes]:
        assert since == TODAY - LISTED_SECONDS
        return list(self.rooms.values())


def test_who_is_there_and_when_the_first_tick_comes() -> None:
    state, _ = new_room("rowdy_racers")
    told = info(state._replace(starts_at=NOW + 3), {1}, 2, NOW + 1)
    assert [seat.connected for seat in told.seats] == [False, True]
    assert (told.spectators, told.starts_in, told.scores) == (2, 2.0, None)
    assert info(state, (), 0, NOW).starts_in == 0


def test_the_terms_of_a_room_are_told_as_they_are_stored() -> None:
    terms = {"turn_seconds": 30, "bank_seconds": 0, "bonus_seconds": 0, "tick_ms": 60}
    terms |= {"listed": True, "rated": True, "free_text": True}
    assert terms.keys() == set(RoomTerms.__struct_fields__)
    state, _ = new_room("rowdy_racers", **terms)
    told = msgspec.structs.asdict(info(state, (), 0, NOW))
    assert {term: told[term] for term in terms} == terms


def test_a_long_table_is_not_sent_to_everybody() -> None:
    state, _ = new_room("rowdy_racers")
    assert info(state, (), 0, NOW).table == "rowdy_racers"

    class Long:
        def __getattr__(self, name: str) -> Any:
            return getattr(state.table, name)

        def __str__(self) -> str:
            return "x" * (LONGEST_TABLE + 1)

    assert info(state._replace(table=Long()), (), 0, NOW).table == "rowdy_racers(…)"  # type: ignore[arg-type]


def test_only_listed_rooms_with_somebody_there_are_on_the_front_page_until_they_are_over() -> None:
    hidden, _ = new_room("rowdy_racers")
    shown, _ = new_room("rowdy_racers", listed=True)
    assert is_listed(shown, True)
    assert not is_listed(hidden, True) and not is_listed(shown, False)
    assert not is_listed(shown._replace(phase="over"), True)


def test_the_front_page_has_tables_to_join_and_games_to_watch() -> None:
    waiting, _ = new_room("rowdy_racers", "person open", started=False)
    full, _ = new_room("rowdy_racers", started=False)
    playing, _ = new_room("rowdy_racers")
    rooms = {"a": waiting, "b": full, "c": playing}

    async def scene() -> None:
        store: Any = Listed()
        listing = Listing(store)
        await listing.update({}, TODAY)
        assert store.changes == 0
        told = {name: info(state._replace(name=name), (), 0, NOW) for name, state in rooms.items()}
        await listing.update(told, TODAY)
        tables, watch = await front_page(store, TODAY)
        assert [one.room for one in tables] == ["a"] and [one.room for one in watch] == ["c"]
        await listing.update({"b": told["b"]}, TODAY)
        assert [msgspec.json.decode(one)["room"] for one in store.rooms.values()] == ["b"]
        await listing.update({}, TODAY)
        assert not store.rooms

    asyncio.run(scene())
