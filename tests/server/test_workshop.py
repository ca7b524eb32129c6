"""The editor's jobs wait for each other, and only so many of them."""

from __future__ import annotations

import asyncio

import pytest

from boardwalk.server.base.response_cache import BUSY, BUSY_WITH_YOURS
from boardwalk.server.workers import workshop
from boardwalk.server.workers.workshop import AN_ADDRESS, MOST_WAITING, Job, Report, Workshop

SMALL = Job("robo_rally", "board", text="format 1\n1\nA\n")


async def first(shop: Workshop, address: str) -> Report:
    async for report in shop.run(address, SMALL):
        return report
    raise AssertionError("no report")


async def crowd(addresses: list[str]) -> list[Report]:
    """What each is told at once while somebody else's job runs; those who wait are not told anything."""
    shop = Workshop()
    async with shop._turn:
        asked = [asyncio.ensure_future(first(shop, address)) for address in addresses]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        told = [task.result() for task in asked if task.done()]
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
    assert shop._waiting == 0
    return told


def test_an_address_may_only_wait_for_a_few_jobs() -> None:
    told = asyncio.run(crowd(["10.0.0.1"] * (AN_ADDRESS + 3)))
    assert [report.error for report in told] == [BUSY_WITH_YOURS] * 3 and all(report.done for report in told)


def test_only_so_many_jobs_may_wait() -> None:
    told = asyncio.run(crowd([f"10.0.0.{number}" for number in range(MOST_WAITING + 2)]))
    assert [report.error for report in told] == [BUSY] * 2


def test_a_job_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "PREPARE_SECONDS", 0.01)

    async def run() -> list[Report]:
        shop = Workshop()
        reports = [report async for report in shop.run("10.0.0.1", SMALL)]
        assert shop._process is None
        return reports

    (report,) = asyncio.run(run())
    assert report.done and "too long" in report.error
