"""A line to a database which can be cut, or go silent, at the worst moment."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import Awaitable, Callable

COMMIT = b"COMMIT\0"


class Wire:
    """Passes on whatever comes to `port`; an asynchronous context manager."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.at_commit: Callable[[], Awaitable[bool]] | None = None
        """Called once, for a COMMIT: True lets it pass and loses the answer, False loses the commit itself."""
        self.commit = COMMIT
        """What is in the message that counts as a COMMIT."""
        self.spared = 0
        """How many COMMITs pass before that."""
        self.refuses = False
        """Whether new connections end at once."""
        self.flows = asyncio.Event()
        """While this is not set nothing moves, and nobody is told."""
        self.flows.set()
        self._lines: set[StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Wire:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.cut()
        await asyncio.gather(*self._tasks)

    def cut(self) -> None:
        """All connections end."""
        self.flows.set()
        for line in self._lines:
            line.transport.abort()

    async def _connect(self, reader: StreamReader, writer: StreamWriter) -> None:
        if self.refuses:
            writer.transport.abort()
            return
        server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self.target)
        lines = {writer, server_writer}
        self._lines |= lines
        lost = asyncio.Event()  # from now on no answer comes back
        pumps = (self._pump(reader, server_writer, lost, True), self._pump(server_reader, writer, lost, False))
        tasks = {asyncio.ensure_future(pump) for pump in pumps}
        self._tasks |= tasks
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for line in lines:
            line.transport.abort()
        self._lines -= lines

    async def _pump(self, reader: StreamReader, writer: StreamWriter, lost: asyncio.Event, to_server: bool) -> None:
        try:
            while data := await reader.read(65536):
                await self.flows.wait()
                if to_server and self.at_commit and self.commit in data:
                    if self.spared > 0:
                        self.spared -= 1
                    else:
                        ask, self.at_commit = self.at_commit, None
                        if not await ask():
                            return
                        lost.set()
                if not to_server and lost.is_set():
                    return  # the server has answered, so it is done
                writer.write(data)
                await writer.drain()
        except ConnectionError:
            pass
