"""The settings of a server: each has its range, and what is wrong is said in one sentence."""

from __future__ import annotations

import msgspec
import pytest

from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.options import fields
from boardwalk.server.base.settings import VARIABLE, Settings

JSON = 'expected JSON such as {"rooms_a_minute": 600}'
FREE = ("store", "origins", "hosts", "proxies", "password", "peer_host", "log_level")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ('{"rooms_awake": -5}', "rooms_awake must be a whole number from 1 to 1000000, not '-5'"),
        ('{"stall_seconds": 0}', "stall_seconds must be a number from 1 to 3600, not '0'"),
        ('{"stall_seconds": "soon"}', "stall_seconds must be a number from 1 to 3600, not 'soon'"),
        ('{"think_seconds": 1e400}', f"{JSON}; number out of range"),
        ('{"log_level": "loud"}', "log_level must be one of debug, info, warning, error, not 'loud'"),
        ('{"hosts": "a"}', "hosts must be a list of texts, not 'a'"),
        ('{"rooms": 5}', f"there is no setting 'rooms'; the settings are {', '.join(fields(Settings))}"),
        ("[]", f"{JSON}; expected an object, got a list"),
        ("[" * 9999, f"{JSON}; expected an object, got a list"),
    ],
)
def test_what_is_not_allowed_is_named(monkeypatch: pytest.MonkeyPatch, given: str, sentence: str) -> None:
    monkeypatch.setenv(VARIABLE, given)
    with pytest.raises(BoardwalkError) as caught:
        Settings.from_environment()
    assert str(caught.value) == f"{VARIABLE} is not right: {sentence}"


def test_every_number_has_a_range_that_its_default_is_in() -> None:
    for name, option in fields(Settings).items():
        if name in FREE:
            continue
        assert option.meta.ge is not None and option.meta.le is not None, name
        assert option.meta.ge <= option.default <= option.meta.le
        for wrong in (option.meta.ge - 1, option.meta.le + 1, None, "x"):
            with pytest.raises(BoardwalkError, match=f"^{name} must be "):
                Settings.of({name: wrong})


def test_settings_come_through_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(hosts=("a", "b"), stall_seconds=2.5, rooms_awake=7, password="ñ")
    monkeypatch.setenv(VARIABLE, msgspec.json.encode(settings).decode())
    assert Settings.from_environment() == settings
    monkeypatch.delenv(VARIABLE)
    assert Settings.from_environment() == Settings()
