"""The outermost middleware: limits on the size of requests and on the rate of each address, security headers, metrics,
and the access log."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from boardwalk.server.access.checks import content_policy
from boardwalk.server.base import metrics
from boardwalk.server.base.limits import RateLimit, address_of, is_from_peer
from boardwalk.server.base.responses import answer
from boardwalk.server.base.runtime import SYSTEM
from boardwalk.server.base.settings import Settings

log = logging.getLogger("boardwalk")
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}


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
    metrics.requests.labels(status).inc()
    metrics.seconds.observe(seconds)
    log.info(scope["method"], extra={"path": scope["path"], "status": status, "ms": round(seconds * 1000, 1)})
