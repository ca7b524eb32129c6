"""Routes made of a handler's annotations: what they read, what they refuse, and how they are described."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Meta
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.types import Message

from boardwalk.server.app import AREAS, ERRORS
from boardwalk.server.base.responses import Encoded
from boardwalk.server.http.routes import Body, Routes, openapi

JSON = {"content-type": "application/json"}
Whole = Annotated[int, Meta(ge=0)]
toys = Routes("/toys")


class Part(Body, kw_only=True, frozen=True):
    name: Annotated[str, Meta(max_length=5)]


class Toy(Body, kw_only=True, frozen=True):
    size: Whole = 0
    weight: int | None = None
    parts: tuple[Part, ...] = ()
    more: dict[str, Any] = msgspec.field(default_factory=dict)


class Made(msgspec.Struct, kw_only=True):
    toy: int
    size: int


@toys.post("/{toy}", 201)
async def make(toy: int, body: Toy) -> Made:
    """Make a toy."""
    return Made(toy=toy, size=body.size)


@toys.get("/{toy}/{rest:path}")
async def show(
    toy: int, rest: str, request: Request, first: Annotated[int, Meta(ge=0)], last: int = 9
) -> Encoded[Made]:
    """Show a toy."""
    shown = {"method": request.method, "toy": toy, "rest": rest, "first": first, "last": last}
    return Encoded(json.dumps(shown))


def ask(method: str, target: str, body: bytes = b"", headers: dict[str, str] = JSON) -> tuple[int, Any]:
    """The status and the data of the answer of an application that has the toys' routes."""
    app = Starlette(routes=list(toys.routes), exception_handlers=ERRORS)
    path, _, query = target.partition("?")
    scope = {"type": "http", "method": method, "path": path, "query_string": query.encode()}
    scope["headers"] = [(name.encode(), value.encode()) for name, value in headers.items()]
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    return sent[0]["status"], json.loads(b"".join(message.get("body", b"") for message in sent[1:]))


def test_a_handler_is_given_what_its_annotations_name() -> None:
    assert ask("POST", "/toys/3", b'{"size": 4}') == (201, {"toy": 3, "size": 4})
    shown = {"method": "GET", "toy": 3, "rest": "a/b", "first": 1, "last": 9}
    assert ask("GET", "/toys/3/a/b?first=1") == (200, shown)
    assert ask("GET", "/toys/3/a/b?first=1&last=-2&other=x")[1]["last"] == -2


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"", "the request: expected JSON"),
        (b"{", "the request: expected JSON; it ends too early"),
        (b"[]", "the request: expected an object, got a list"),
        (b'{"colour": 1}', "the request: there is no field colour"),
        (b'{"size": 1.0}', "size: expected a whole number, got a number"),
        (b'{"size": true}', "size: expected a whole number, got true or false"),
        (b'{"size": "1"}', "size: expected a whole number, got a text"),
        (b'{"size": -1}', "size: expected a whole number >= 0"),
        (b'{"weight": 1.0}', "weight: expected a whole number or null, got a number"),
        (b'{"parts": [{"name": "a"}, {}]}', "parts[1]: the field name is missing"),
        (b'{"parts": [{"name": "abcdef"}]}', "parts[0].name: expected a text of length <= 5"),
        (b'{"parts": [{"name": "\\ud800"}]}', "the request: expected JSON"),
        (b'{"more": {"a": NaN}}', "the request: expected JSON"),
        (b'{"more": {"a": 1e999}}', "more: number out of range"),
    ],
)
def test_a_wrong_body_is_refused_in_a_sentence(body: bytes, sentence: str) -> None:
    status, data = ask("POST", "/toys/3", body)
    assert status == 422 and data["error"].startswith(sentence), data


@pytest.mark.parametrize("body", [b"\xff", b'{"more": {"a": "\xed\xa0\x80"}}', b'{"more": {"a": ' + b"[" * 100_000])
def test_a_body_that_is_no_text_or_nested_too_deeply_is_refused(body: bytes) -> None:
    assert ask("POST", "/toys/3", body)[0] == 400


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonp"])
def test_a_body_that_a_form_of_another_page_could_send_is_refused(kind: str) -> None:
    status, data = ask("POST", "/toys/3", b"{}", {"content-type": kind})
    assert (status, data) == (422, {"error": "the request: expected a body of the type application/json"})
    for accepted in ("application/json", "application/json; charset=utf-8", "application/vnd.toy+json"):
        assert ask("POST", "/toys/3", b"{}", {"content-type": accepted})[0] == 201


@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        ("/toys/x/a?first=1", "toy: expected a whole number, got a text"),
        ("/toys/3/a", "first: this parameter is missing"),
        ("/toys/3/a?first=", "first: expected a whole number, got a text"),
        ("/toys/3/a?first=-1", "first: expected a whole number >= 0"),
    ],
)
def test_a_wrong_parameter_is_refused_in_a_sentence(target: str, sentence: str) -> None:
    assert ask("GET", target) == (422, {"error": sentence})


def test_other_methods_are_refused() -> None:
    assert ask("HEAD", "/toys/3/a?first=1")[0] == ask("PUT", "/toys/3")[0] == 405


def test_the_description_has_schemas_of_parameters_bodies_and_answers() -> None:
    told = openapi("Toys", "1", [toys])
    made, shown = told["paths"]["/toys/{toy}"]["post"], told["paths"]["/toys/{toy}/{rest}"]["get"]
    assert made["requestBody"]["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Toy"}
    for answer in (made["responses"]["201"], shown["responses"]["200"]):
        assert answer["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Made"}
    assert {(one["name"], one["in"], one["required"]) for one in shown["parameters"]} == {
        ("toy", "path", True),
        ("rest", "path", True),
        ("first", "query", True),
        ("last", "query", False),
    }
    toy = told["components"]["schemas"]["Toy"]
    assert toy["properties"]["size"]["minimum"] == 0 and toy["additionalProperties"] is False


def test_every_request_of_the_api_has_a_schema_of_its_answer() -> None:
    for area in AREAS:
        for one in area.operations:
            assert one.answer is not None or one.media_type.startswith("text/plain"), one.path
            assert one.about, one.path
