"""Responses that take time: shared, cached within bounds, and refused when there are too many."""

from __future__ import annotations

import asyncio
import http.client
import json
import threading
from collections.abc import Callable, Coroutine
from contextlib import closing
from typing import Any

import pytest
from harness import PATIENCE, Server

from boardwalk.server.base import responses as module
from boardwalk.server.base.errors import BusyError
from boardwalk.server.base.limits import BUSY
from boardwalk.server.base.responses import ResponseCache, refusal
from boardwalk.server.base.settings import Settings


class Work:
    """Something to compute that lasts until it is let go, and counts how often it was begun."""

    def __init__(self, result: bytes = b"x", error: Exception | None = None) -> None:
        self.result, self.error = result, error
        self.begun = 0
        self.go = threading.Event()

    def __call__(self) -> bytes:
        self.begun += 1
        assert self.go.wait(PATIENCE)
        if self.error:
            raise self.error
        return self.result

    def let_go(self) -> Work:
        self.go.set()
        return self


def run(scene: Callable[[ResponseCache], Coroutine[Any, Any, None]], **settings: int) -> None:
    async def with_cache() -> None:
        cache = ResponseCache(Settings(**settings))  # type: ignore[arg-type]
        try:
            await scene(cache)
        finally:
            cache.close()

    asyncio.run(with_cache())


def test_requests_for_the_same_response_share_one_computation() -> None:
    async def scene(cache: ResponseCache) -> None:
        work = Work(b"answer")
        asked = [asyncio.create_task(cache.get("a", "key", work)) for _ in range(8)]
        await asyncio.sleep(0)
        asked[0].cancel()  # a client that leaves does not take the answer from the others
        work.go.set()
        results = await asyncio.gather(*asked[1:])
        assert {result.body for result in results} == {b"answer"} and work.begun == 1
        assert await cache.get("a", "key", work) == results[0] and work.begun == 1, "it is cached"

    run(scene, slow_answers=1)


def test_a_failure_is_not_cached() -> None:
    async def scene(cache: ResponseCache) -> None:
        work = Work(error=ZeroDivisionError()).let_go()
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                await cache.get("a", "key", work)
        assert work.begun == 2

    run(scene)


def test_too_much_work_is_refused_for_all_and_for_each_address() -> None:
    async def scene(cache: ResponseCache) -> None:
        work = Work()
        asked = [asyncio.create_task(cache.compute(address, work)) for address in ("a", "a", "b")]
        await asyncio.sleep(0)
        with pytest.raises(BusyError, match="your other requests"):
            await cache.compute("a", work)
        with pytest.raises(BusyError, match="too much of this"):
            await cache.compute("c", work)
        work.go.set()
        await asyncio.gather(*asked)
        assert await cache.compute("c", work) == b"x"

    run(scene, slow_answers=2, slow_answers_an_address=2)


def test_addresses_take_turns() -> None:
    """Who has left is passed over."""

    async def scene(cache: ResponseCache) -> None:
        order: list[str] = []
        first, left = Work(), Work()
        asked = [asyncio.create_task(cache.compute("a", first))]
        asked += [asyncio.create_task(cache.compute("a", lambda n=n: order.append(f"a{n}"))) for n in range(3)]  # type: ignore[misc]
        asked.append(asyncio.create_task(cache.compute("c", left)))
        asked.append(asyncio.create_task(cache.compute("b", lambda: order.append("b"))))
        await asyncio.sleep(0)
        asked[4].cancel()
        first.go.set()
        await asyncio.wait(asked)
        assert order == ["b", "a0", "a1", "a2"] and asked[4].cancelled() and not left.begun

    run(scene)


def test_the_least_recently_used_responses_are_dropped_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CACHED_BYTES", 100)
    monkeypatch.setattr(module, "LARGEST_CACHED", 50)

    async def scene(cache: ResponseCache) -> None:
        works = {key: Work(b"x" * size).let_go() for key, size in {"a": 50, "b": 50, "c": 50, "huge": 51}.items()}
        for key in ("a", "b", "a", "c", "huge", "a", "c", "b", "huge"):
            await cache.get("", key, works[key])
        assert {key: work.begun for key, work in works.items()} == {"a": 1, "b": 2, "c": 1, "huge": 2}

    run(scene)


def ask(server: Server, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as connection:
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        return response.status, {name.lower(): value for name, value in response.getheaders()}, response.read()


def test_what_does_not_change_is_not_sent_twice() -> None:
    with Server() as server:
        game = "/api/games/fog_quoridor"
        for path in ("/api/games", "/api/demos", f"{game}/rules", f"{game}/lessons"):
            status, headers, body = ask(server, path)
            assert status == 200 and body and headers["etag"], path
            status, again, nothing = ask(server, path, if_none_match=headers["etag"])
            assert (status, again["etag"], nothing) == (304, headers["etag"], b"")
            assert ask(server, path, if_none_match='"another"')[2] == body


def test_an_address_has_a_rate_of_gets() -> None:
    with Server(gets_a_minute=20) as server:
        statuses = [server.get("/api/games")[0] for _ in range(21)]
        assert set(statuses) == {200, 429} and statuses == sorted(statuses)
        status, headers, body = ask(server, "/")
        assert status == 429 and 1 <= int(headers["retry-after"]) <= 61
        assert "wait a minute" in json.loads(body)["error"]
        assert server.post("/api/games/box_world/check", {})[0] == 200, "posts are counted apart"


def test_a_busy_server_says_when_to_come_back() -> None:
    response = refusal(BusyError(BUSY))
    assert (response.status_code, response.headers["retry-after"]) == (503, "2")
    assert json.loads(response.body) == {"error": BUSY}
