"""Who is let in: the names the server answers to, the pages that may open sockets, proxies, and the invite word."""

from __future__ import annotations

import http.client
import json
import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest
from harness import Server
from postgres import PATIENCE
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

NAME = "games.example.org"
WORD = "open (sesame) ñ"
ENCODED = "open%20%28sesame%29%20%C3%B1"


@pytest.fixture(scope="module")
def named() -> Iterator[Server]:
    """A server with a name, behind a proxy on this machine."""
    with Server(hosts=[NAME], proxies=["127.0.0.1"], origins=["https://friend.example"], rooms_a_minute=3) as running:
        yield running
        assert not running.failures()


@pytest.fixture(scope="module")
def guarded() -> Iterator[Server]:
    """A server with an invite word, which can't be told who forwards to it."""
    with Server(password=WORD, rooms_a_minute=5) as running:
        yield running
        assert not running.failures()


def ask(
    server: Server, path: str, body: object = None, **headers: str
) -> tuple[int, dict[str, object], http.client.HTTPMessage]:
    """The status, the answer and its headers. A header's name is written with underscores."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    data = None if body is None else json.dumps(body)
    sent = {"Content-Type": "application/json"} | {name.replace("_", "-"): text for name, text in headers.items()}
    connection.request("GET" if data is None else "POST", path, data, sent)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    is_json = answer.headers.get_content_type() == "application/json"
    found = json.loads(text) if is_json else {}
    return answer.status, found if isinstance(found, dict) else {}, answer.headers


def socket_status(server: Server, host: str = "", origin: str | None = None, **headers: str) -> int:
    """101 if a socket is accepted, else the status it is refused with, always with a sentence."""
    host = host or f"127.0.0.1:{server.port}"
    sent = {name.replace("_", "-"): text for name, text in headers.items()}
    subprotocols = [Subprotocol(one) for one in sent.pop("protocols", "").split()] or None
    try:
        with connect(
            f"ws://{host}/ws/abcdef",
            sock=socket.create_connection(("127.0.0.1", server.port)),
            origin=None if origin is None else Origin(origin),
            additional_headers=sent,
            subprotocols=subprotocols,
            open_timeout=PATIENCE,
        ):
            return 101
    except InvalidStatus as error:
        assert json.loads(error.response.body or b"")["error"]
        return error.response.status_code


# -- names


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1", 200),
        ("localhost:8000", 200),
        ("LOCALHOST", 200),
        ("localhost.", 200),
        ("[::1]:8000", 200),
        (NAME, 200),
        (f"{NAME}:443", 200),
        ("evil.example", 421),
        (f"{NAME}.evil.example", 421),
        (f"evil.{NAME}", 421),
        ("192.0.2.1", 421),
        ("", 400),
        ("a b", 400),
        ("localhost;x", 400),
        ("localhost:80:80", 400),
        ("[", 400),
    ],
)
def test_only_the_names_of_the_server_are_answered(named: Server, host: str, status: int) -> None:
    for path in ("/", "/healthz", "/api/games", "/sw.js"):
        found, body, headers = ask(named, path, host=host)
        assert found == status, (path, body)
        assert status == 200 or body["error"]
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_a_name_that_is_not_the_servers_is_said(named: Server) -> None:
    sentence = "this server is not called 'evil.example'; its operator can add the name with --name"
    assert ask(named, "/api/games", host="evil.example:80")[1] == {"error": sentence}
    assert socket_status(named, "evil.example", "http://evil.example") == 421, "DNS rebinding"


def test_a_server_on_all_addresses_answers_to_any_of_them() -> None:
    with Server(hosts=["0.0.0.0"]) as server:
        assert ask(server, "/healthz", host="192.168.1.5:8000")[0] == 200
        assert ask(server, "/healthz", host="evil.example")[0] == 421


# -- pages


@pytest.mark.parametrize(
    ("origin", "forwarded", "status"),
    [
        (None, "", 101),
        (f"http://{NAME}", "", 101),
        (f"https://{NAME}", "https", 101),
        ("https://friend.example", "", 101),
        (f"https://{NAME}", "", 403),
        (f"http://{NAME}", "https", 403),
        (f"http://{NAME}:81", "", 403),
        (f"ftp://{NAME}", "", 403),
        ("http://friend.example", "", 403),
        ("http://evil.example", "", 403),
        (f"http://{NAME}.evil.example", "", 403),
        (NAME, "", 403),
        ("http://[", "", 403),
        ("null", "", 403),
        ("", "", 403),
    ],
)
def test_only_the_servers_own_pages_open_sockets(
    named: Server, origin: str | None, forwarded: str, status: int
) -> None:
    more = {"x_forwarded_proto": forwarded} if forwarded else {}
    assert socket_status(named, NAME, origin, **more) == status


def test_the_content_policy_names_this_very_host(named: Server) -> None:
    def allowed(**headers: str) -> str:
        policy = ask(named, "/", **headers)[2]["Content-Security-Policy"]
        return next(part for part in policy.split("; ") if part.startswith("connect-src"))

    assert allowed(host=NAME) == f"connect-src 'self' ws://{NAME}"
    assert allowed(host=NAME, x_forwarded_proto="https") == f"connect-src 'self' wss://{NAME}"
    assert allowed(host="localhost:8000") == "connect-src 'self' ws://localhost:8000"
    assert allowed(host="localhost; script-src *") == "connect-src 'self'"


# -- proxies


ROOM = {"game": "box_world", "seats": [{"kind": "me"}]}


def test_addresses_count_from_a_named_proxy(named: Server) -> None:
    for client in ("192.0.2.1", "192.0.2.2"):
        statuses = [ask(named, "/api/rooms", ROOM, x_forwarded_for=client)[0] for _ in range(4)]
        assert statuses == [201, 201, 201, 429]
    statuses = [ask(named, "/api/rooms", ROOM, x_forwarded_for=f"198.51.100.{n}, 192.0.2.3")[0] for n in range(4)]
    assert statuses == [201, 201, 201, 429], "what the client itself claims does not count"


def test_addresses_from_others_do_not_count(guarded: Server) -> None:
    word = {"authorization": f"Bearer {ENCODED}"}
    statuses = [ask(guarded, "/api/rooms", ROOM, x_forwarded_for=f"192.0.2.{n}", **word)[0] for n in range(8)]
    assert statuses.count(429) >= 3 and set(statuses) <= {201, 429}
    own = f"127.0.0.1:{guarded.port}"
    assert socket_status(guarded, own, f"https://{own}", x_forwarded_proto="https", **word) == 403
    assert socket_status(guarded, own, f"http://{own}", x_forwarded_proto="https", **word) == 101


# -- the invite word


def test_everything_that_a_client_can_ask_needs_the_invite_word(guarded: Server) -> None:
    word = {"authorization": f"Bearer {ENCODED}"}
    described = ask(guarded, "/api/openapi.json", **word)[1]["paths"]
    assert isinstance(described, dict) and len(described) > 30
    del described["/healthz"]
    for path, methods in {**described, "/picture/abcdef.png": {"get": {}}}.items():
        for method in methods:
            status, said, headers = ask(guarded, path, {} if method == "post" else None)
            assert (status, said["error"]) == (401, "this server asks for an invite word"), path
            assert headers["WWW-Authenticate"] == "Bearer"
    wrong = ask(guarded, "/api/games", authorization="Bearer open")
    assert (wrong[0], wrong[1]["error"]) == (401, "that is not the invite word of this server")
    assert ask(guarded, "/api/rooms/abcdef", **word)[0] == 404
    assert ask(guarded, "/metrics", **word)[0] == 200
    assert socket_status(guarded) == 401
    assert socket_status(guarded, protocols="boardwalk password.open") == 401
    assert socket_status(guarded, protocols=f"boardwalk password.{ENCODED}") == 101
    assert socket_status(guarded, **word) == 101
    for path in ("/", "/r/abcdef", "/healthz", "/sw.js"):
        assert ask(guarded, path)[0] == 200


# -- the command line


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--name", "https://x.org/"], "--name needs a host name such as games.example.org, not 'https://x.org/'"),
        (["--proxy", "front"], "--proxy needs an address such as 10.0.0.5 or 10.0.0.0/24, not 'front'"),
    ],
)
def test_wrong_options_are_one_sentence(arguments: list[str], sentence: str) -> None:
    command = [sys.executable, "-c", "from boardwalk.cli.app import main; main()", "serve", "--port", "0"]
    done = subprocess.run(
        [*command, "--store", "sqlite://", *arguments], capture_output=True, text=True, timeout=PATIENCE
    )
    assert (done.returncode, done.stderr) == (2, f"boardwalk: {sentence}\n")
