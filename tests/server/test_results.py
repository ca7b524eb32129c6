"""Ratings, and how they are stored: with the last action of a match, exactly once."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from test_store import every, on, opened, shareable, url

from boardwalk.server.store import Store
from boardwalk.server.store.backup import back_up, restore
from boardwalk.server.store.people import START, RatedMatch, Rating, SolvedChallenge, Standing, rated

__all__ = ["url"]


def ended(match: int = 1, first: str = "ann", second: str = "bob", score: int = 1) -> RatedMatch:
    standings = (Standing(0, first, first.title(), 0, score), Standing(1, second, second.title(), 1, -score))
    return RatedMatch("room", match, "chess", float(match), standings)


def test_a_duel_of_two_new_players_is_rated_by_glicko_2() -> None:
    won, lost = rated([START["duel"]] * 2, [0, 1], [1, -1])
    assert won.value == pytest.approx(1662.31, abs=0.02)
    assert lost.value == pytest.approx(1337.69, abs=0.02)
    assert won.deviation == pytest.approx(290.32, abs=0.02)
    drawn = rated([Rating(1700, 60), Rating(1500, 60)], [0, 1], [0, 0])
    assert drawn[0].value < 1700 and drawn[1].value > 1500


def test_more_than_two_are_rated_by_openskill_and_a_team_rises_together() -> None:
    first, second, third = rated([START["many"]] * 3, [0, 1, 2], [1, -1, -1])
    assert first.value > 1500 > second.value
    assert second.value == pytest.approx(third.value)
    one, two, three, four = rated([START["many"]] * 4, [0, 0, 1, 1], [-1, -1, 1, 1])
    assert one.value == two.value < 1500 < three.value == four.value


@every
def test_a_result_is_stored_with_its_action_or_not_at_all(url: str) -> None:
    async def test(store: Store) -> None:
        assert await store.append("room", 1, 0, [(0, 5)])
        assert not await store.append("room", 1, 0, [(0, 5)], results=[ended()]), "somebody was first"
        assert await store.best_players("chess", 10) == []
        assert await store.append("room", 1, 1, [(1, 7)], results=[ended()])
        assert not await store.append("room", 1, 1, [(1, 7)], results=[ended()])
        rows = await store.best_players("chess", 10)
        assert [(row["player"], row["games"], row["won"]) for row in rows] == [("ann", 1, 1), ("bob", 1, 0)]
        assert len(await store.results_of("ann", 10)) == 2, "both seats of one match"

    on(url, test, "room")


@shareable
def test_results_of_two_processes_for_one_player_are_both_counted(url: str) -> None:
    async def test(store: Store) -> None:
        async with opened(url) as other:
            for match in range(1, 21):
                each = (store, other)[match % 2]
                assert await each.append("room", match, 0, [(0, 1)], results=[ended(match, score=(-1) ** match)])
            jobs = [
                (store, other)[match % 2].append("room", match, 0, [(0, 1)], results=[ended(match)])
                for match in range(21, 41)
            ]
            assert all(await asyncio.gather(*jobs))
        rows = await store.best_players("chess", 10)
        assert {row["player"]: row["games"] for row in rows} == {"ann": 40, "bob": 40}

    on(url, test, "room")


@every
def test_the_best_result_of_a_challenge_stays_and_names_follow(url: str) -> None:
    def solved(who: str, count: int) -> SolvedChallenge:
        return SolvedChallenge("chess", 7, who, who.title(), count, "room", time.time())

    async def test(store: Store) -> None:
        for number, one in enumerate([solved("ann", 9), solved("bob", 8), solved("ann", 7), solved("ann", 12)]):
            assert await store.append("room", 1, number, [(0, 1)], results=[one])
        rows = await store.best_solved(7, 10)
        assert [(row["name"], row["count"], row["place"], row["players"]) for row in rows] == [
            ("Ann", 7, 1, 2),
            ("Bob", 8, 2, 2),
        ]
        assert len(await store.best_solved(7, 1)) == 1
        assert await store.best_solved(8, 10) == []
        await store.name_player("ann", "Anna")
        assert [row["name"] for row in await store.best_solved(7, 1)] == ["Anna"]
        assert await store.player_name("ann") == "Anna"
        assert await store.player_name("bob") is None

    on(url, test, "room")


@every
def test_listed_rooms_are_forgotten_when_gone_or_not_seen_for_long(url: str) -> None:
    async def test(store: Store) -> None:
        await store.list_rooms({"room": b"1", "other": b"2", "missing": b"3"}, [], 0.0)
        assert sorted(await store.listed_rooms(0.0, 10)) == [b"1", b"2"]
        await store.list_rooms({"room": b"4"}, ["other"], 0.0)
        assert await store.listed_rooms(0.0, 10) == [b"4"]
        await store.list_rooms({}, [], time.time() + 1)
        assert await store.listed_rooms(0.0, 10) == []

    on(url, test, "room", "other")


def test_a_backup_has_players_and_ratings(tmp_path: Path) -> None:
    async def write() -> None:
        async with opened(f"sqlite:///{tmp_path}/a.db", "room") as store:
            await store.name_player("ann", "Ann")
            await store.append("room", 1, 0, [(0, 1)], results=[ended()])

    async def read() -> None:
        async with opened(f"sqlite:///{tmp_path}/b.db") as store:
            assert await store.player_name("ann") == "Ann"
            assert len(await store.best_players("chess", 10)) == 2

    asyncio.run(write())
    back_up(f"sqlite:///{tmp_path}/a.db", tmp_path / "copy.db")
    restore(f"sqlite:///{tmp_path}/b.db", tmp_path / "copy.db", force=False)
    asyncio.run(read())
