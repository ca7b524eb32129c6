"""One websocket connection: its seats, its rate limit, and a send queue so that a slow reader blocks nobody."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from boardwalk.server.messages import Bye, Message, encode

QUEUE = 500  # messages queued for a slow reader


class Connection:
    """A client. `seats` are those whose tokens it presented, `views` those whose frames it is sent."""

    def __init__(self, socket: WebSocket, rate: float, burst: int) -> None:
        self.socket = socket
        self.seats: tuple[int, ...] = ()
        self.views: tuple[int, ...] = ()
        self.keys: dict[int, str] = {}  # the hash of each seat's token when it was presented
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(QUEUE)
        self._rate, self._burst = rate, burst
        self._allowance, self._checked = float(burst), time.monotonic()

    def send(self, message: Message) -> None:
        self.send_encoded(encode(message))

    def send_encoded(self, data: str) -> None:
        """Queue a message; a client whose queue is full is disconnected and may reconnect."""
        try:
            self._queue.put_nowait(data)
        except asyncio.QueueFull:
            self.stop("you were too far behind", again=True)

    def stop(self, why: str = "", *, again: bool = False) -> None:
        """Close once the queue is sent, after a `bye` if a reason is given."""
        while self._queue.qsize() > QUEUE - 2:
            self._queue.get_nowait()
        if why:
            self._queue.put_nowait(encode(Bye(why=why, again=again)))
        self._queue.put_nowait(None)

    def within_rate(self) -> bool:
        """Whether one more message is within the rate limit (a token bucket)."""
        now = time.monotonic()
        self._allowance = min(self._burst, self._allowance + (now - self._checked) * self._rate)
        self._checked = now
        if self._allowance < 1:
            return False
        self._allowance -= 1
        return True

    async def write(self) -> None:
        """Send queued messages until `stop` or until the client is gone."""
        try:
            while (data := await self._queue.get()) is not None:
                await self.socket.send_text(data)  # a client that never reads fails the ping timeout
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass
        finally:
            if self.socket.client_state is WebSocketState.CONNECTED:
                with suppress(RuntimeError, OSError):
                    await self.socket.close()
