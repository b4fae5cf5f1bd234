"""Starts the gateway in a thread of this process, and stops it."""

from __future__ import annotations

import asyncio
import secrets
import socket
from threading import Thread

import uvicorn

from course_helpers.gateway import tokens
from course_helpers.gateway.app import Service, create_app
from course_helpers.gateway.log import RequestLog
from course_helpers.gateway.protocol import Model
from course_helpers.gateway.upstream import Upstream

HOST = "127.0.0.1"


class Gateway:
    """A running gateway.

    url: for OPENAI_BASE_URL. key: for OPENAI_API_KEY; made anew for each gateway. log: what it was sent.
    service: its settings; the window may be changed while it runs.
    """

    def __init__(self, model: Model, upstream: Upstream | None = None, window: int | None = None) -> None:
        self.log = RequestLog()
        self.key = f"course-{secrets.token_urlsafe(24)}"
        # The protocol has to be named: without it asyncio leaves Nagle's algorithm on and a call takes 48 ms.
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.bind((HOST, 0))
        listener.listen(128)  # from here on a client that connects waits, instead of being refused
        self.url = f"http://{HOST}:{listener.getsockname()[1]}/v1"
        self.service = Service(model, self.log, self.key, window, upstream)
        config = uvicorn.Config(
            create_app(self.service), log_config=None, access_log=False, lifespan="off", ws="none"
        )
        self._server = uvicorn.Server(config)
        self._thread = Thread(target=self._serve, args=(listener,), name="course-gateway", daemon=True)
        self._thread.start()

    def _serve(self, listener: socket.socket) -> None:
        tokens.encoding()  # here, so that start() does not wait for it
        asyncio.run(self._server.serve(sockets=[listener]))

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    def stop(self) -> None:
        """Close the port and end the thread. Calls under way are finished first."""
        self._server.should_exit = True
        self._thread.join(timeout=5)
