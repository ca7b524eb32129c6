"""Middleware that decides what reaches the application: limits on size and rate, with security headers and the access
log (`Guard`); then the host names of the server, the origins that may open sockets, and the invite word
(`AccessChecks`)."""

from __future__ import annotations

import ipaddress
import logging
import re
import time
from collections.abc import Callable, Collection
from hmac import compare_digest
from urllib.parse import unquote

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from boardwalk.server.base import monitoring
from boardwalk.server.base.limits import OnceAMinute, RateLimit, address_of, is_from_peer
from boardwalk.server.base.responses import answer
from boardwalk.server.base.settings import SYSTEM, Settings

log = logging.getLogger("boardwalk")
LOCAL = ("localhost", "127.0.0.1", "::1")
EVERY_ADDRESS = {"0.0.0.0", "::"}
HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([0-9a-z._-]+))(?::[0-9]{1,5})?")
SUBPROTOCOL = "boardwalk"
PASSWORD_PREFIX = "password."  # of the subprotocol that carries it: browsers can't set a socket's headers
# Paths, by their first part, that need no invite word, besides the pages
OPEN = frozenset({"healthz", "static", "sw.js"})
READING = ("GET", "HEAD")
GUESSES_A_MINUTE = 20  # wrong invite words from one address
ALL_GUESSES_A_MINUTE = 200  # and from all together
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def host_of(connection: HTTPConnection) -> str:
    """The Host header, in lower case."""
    return connection.headers.get("host", "").lower()


def is_secure(connection: HTTPConnection) -> bool:
    """Whether the client reached the server, or a proxy named in the settings, by TLS."""
    return connection.scope["scheme"] in ("https", "wss")


def content_policy(connection: HTTPConnection) -> str:
    """The content security policy. It names the server's own socket: not every browser counts that as 'self'."""
    host = host_of(connection)
    own = f" {'wss' if is_secure(connection) else 'ws'}://{host}" if HOST.fullmatch(host) else ""
    return (
        f"default-src 'self'; img-src 'self' data:; connect-src 'self'{own}; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


class AccessChecks:
    """Middleware that refuses requests and sockets before any of them reaches the application."""

    def __init__(
        self, app: ASGIApp, settings: Settings, pages: Collection[str], now: Callable[[], float] = SYSTEM.now
    ) -> None:
        """`pages` are the first parts of the addresses of pages; that of the front page is empty."""
        self.app = app
        self._open = OPEN.union(pages)
        self._names = {*LOCAL, *(name.lower().strip("[]") for name in settings.hosts)}
        self._origins = {origin.lower() for origin in settings.origins}
        self._password = settings.password.encode()
        self._guesses, self._all_guesses = RateLimit(now), RateLimit(now)
        self._warning = OnceAMinute(now)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = None
        if scope["type"] in ("http", "websocket") and not is_from_peer(scope):
            refused = self._refusal(HTTPConnection(scope))
        if refused is None:
            await self.app(scope, receive, send)
            return
        status, why = refused
        if scope["type"] == "websocket":  # requests are logged by the application
            log.info("a socket was refused: %s", why, extra={"path": scope["path"], "status": status})
        response = answer({"error": why}, status)
        if status == 401:
            response.headers["WWW-Authenticate"] = "Bearer"
        await response(scope, receive, send)

    def _refusal(self, connection: HTTPConnection) -> tuple[int, str] | None:
        """The status and the sentence to refuse with, if any."""
        host = HOST.fullmatch(host_of(connection))
        if host is None:
            return 400, "the request has no valid Host header"
        name = (host[1] or host[2]).removesuffix(".")
        if not self._answers_to(name):
            return 421, f"this server is not called {name[:100]!r}; its operator can add the name with --name"
        if connection.scope["type"] == "websocket" and not self._is_welcome_page(connection):
            return 403, "sockets are open to this server's own pages only, and this page is from another origin"
        return self._password_refusal(connection) if self._password and not self._is_open(connection) else None

    def _answers_to(self, name: str) -> bool:
        """Against DNS rebinding: a page whose own name was made to resolve to this server shows in the Host header."""
        if name in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return not self._names.isdisjoint(EVERY_ADDRESS)  # listening on all addresses; only names can be rebound

    def _is_welcome_page(self, connection: HTTPConnection) -> bool:
        """Browsers always send an Origin with a socket; other clients send none."""
        origin = connection.headers.get("origin")
        if origin is None:
            return True
        own = f"{'https' if is_secure(connection) else 'http'}://{host_of(connection)}"
        return origin.lower() in {own, *self._origins}

    def _is_open(self, connection: HTTPConnection) -> bool:
        """Whether this path needs no invite word: the pages, which ask for it, and responses that reveal nothing of a
        room or player."""
        if connection.scope["type"] != "http" or connection.scope["method"] not in READING:
            return False
        path: str = connection.scope["path"]
        first = path.removeprefix("/").partition("/")[0]
        return path == "/" if not first else first in self._open

    def _password_refusal(self, connection: HTTPConnection) -> tuple[int, str] | None:
        """The right word is accepted even after too many wrong ones, which may come from another client."""
        given, address = _given_password(connection), address_of(connection.scope)
        if given is None:
            return 401, "this server asks for an invite word"
        if compare_digest(given.encode(), self._password):
            return None
        monitoring.wrong_words.inc()
        if self._guesses.allows(address, GUESSES_A_MINUTE) and self._all_guesses.allows("", ALL_GUESSES_A_MINUTE):
            return 401, "that is not the invite word of this server"
        if self._warning.is_due():
            log.warning("many wrong invite words, now from %s (for a minute others are not logged)", address)
        return 429, "too many wrong invite words; wait a minute"


def _given_password(connection: HTTPConnection) -> str | None:
    """The invite word, which clients send percent-encoded."""
    scheme, _, word = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return unquote(word.strip(), errors="replace")
    for protocol in connection.scope.get("subprotocols", ()):
        if protocol.startswith(PASSWORD_PREFIX):
            return unquote(protocol.removeprefix(PASSWORD_PREFIX), errors="replace")
    return None


class Guard:
    """Middleware around all others."""

    def __init__(self, app: ASGIApp, settings: Settings, now: Callable[[], float] = SYSTEM.now) -> None:
        self.app = app
        self._settings = settings
        self._posts, self._others = RateLimit(now), RateLimit(now)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        request = HTTPConnection(scope)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers["Content-Security-Policy"] = content_policy(request)
                _note(scope, message["status"], time.perf_counter() - started)
            await send(message)

        app = self._refusal(request) or self.app
        await app(scope, receive, send_guarded)

    def _refusal(self, request: HTTPConnection) -> Response | None:
        """The response to a request that is too large, or beyond the rate limit."""
        length = request.headers.get("content-length", "")
        most = self._settings.upload_bytes
        if "transfer-encoding" in request.headers or (length and (not length.isdecimal() or int(length) > most)):
            return answer({"error": f"a request has at most {most} bytes"}, 413)
        if is_from_peer(request.scope):  # which has counted it
            return None
        if request.scope["method"] == "POST":
            rate, allowed = self._posts, self._settings.posts_a_minute
        else:
            rate, allowed = self._others, self._settings.gets_a_minute
        if rate.allows(address_of(request.scope), allowed):
            return None
        response = answer({"error": "too many requests from your address; wait a minute"}, 429)
        response.headers["Retry-After"] = str(max(self._posts.retry_after, self._others.retry_after))
        return response


def _note(scope: Scope, status: int, seconds: float) -> None:
    monitoring.requests.labels(status).inc()
    monitoring.seconds.observe(seconds)
    log.info(scope["method"], extra={"path": scope["path"], "status": status, "ms": round(seconds * 1000, 1)})
