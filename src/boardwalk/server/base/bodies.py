"""Bodies of responses that are sent more than once: with an entity tag, and compressed once."""

from __future__ import annotations

import gzip
import hashlib
from typing import NamedTuple

from fastapi import Request
from fastapi.responses import Response

REVALIDATED = "no-cache"  # kept by the client, which asks each time whether it is still the newest
IMMUTABLE = "public, max-age=31536000, immutable"  # for addresses that name their content
LEAST_SAVED = 100  # bytes; below that compression is not worth the header


class CachedBody(NamedTuple):
    """`packed` is the body compressed by gzip, or empty if that does not make it smaller. The tag is a weak one: it
    names the content, whichever way that is encoded."""

    body: bytes
    packed: bytes
    etag: str

    @classmethod
    def of(cls, body: bytes) -> CachedBody:
        packed = gzip.compress(body, mtime=0)
        etag = f'W/"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
        return cls(body, packed if len(packed) + LEAST_SAVED < len(body) else b"", etag)

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return len(self.body) + len(self.packed)


def send_cached(
    request: Request, content: CachedBody, media_type: str, *, caching: str = REVALIDATED, status: int = 200
) -> Response:
    """The body as this client can read it; 304 without a body if the client has it already."""
    headers = {"ETag": content.etag, "Cache-Control": caching, "Vary": "Accept-Encoding"}
    if status == 200 and content.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if content.packed and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(content.packed, status, headers, media_type)
    return Response(content.body, status, headers, media_type)
