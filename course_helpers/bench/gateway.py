"""What a call of the course's model costs in time, against the same client without HTTP.

The peer is the same OpenAI client with the gateway's app called in this process: what differs is the network
and the server, not the model nor the client.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable

import httpx2
import openai
from openai.types.chat import ChatCompletionUserMessageParam

from course_helpers.gateway import offline_model
from course_helpers.gateway.app import Service, create_app
from course_helpers.gateway.log import RequestLog
from course_helpers.gateway.server import Gateway

CALLS, WARM_UP, AT_ONCE = 300, 30, 50
MODEL = "gpt-4o-mini"


def run() -> None:
    """Measure and print a table. All numbers are milliseconds."""
    gateway = Gateway(offline_model.answer)
    try:
        print(f"{'':34}{'median':>9}{'p95':>9}")
        client = openai.OpenAI(base_url=gateway.url, api_key=gateway.key)
        _row("a call, over HTTP", _timed(lambda: _call(client)))
        _row("the same, app in this process", asyncio.run(_in_process()))
        _row("streamed: until the first token", _timed(lambda: _first_token(client)))
        _row(f"{AT_ONCE} calls at once, each", asyncio.run(_at_once(gateway)))
    finally:
        gateway.stop()


def _row(name: str, seconds: list[float]) -> None:
    p95 = statistics.quantiles(seconds, n=20)[-1]
    print(f"{name:34}{statistics.median(seconds) * 1000:9.1f}{p95 * 1000:9.1f}")


def _timed(call: Callable[[], None]) -> list[float]:
    for _ in range(WARM_UP):
        call()
    return [_seconds(call) for _ in range(CALLS)]


def _seconds(call: Callable[[], None]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def _call(client: openai.OpenAI) -> None:
    client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": "Hi, I'm Ana."}])


def _first_token(client: openai.OpenAI) -> None:
    question: ChatCompletionUserMessageParam = {"role": "user", "content": "Why is the sky blue?"}
    with client.chat.completions.create(model=MODEL, messages=[question], stream=True) as stream:
        for chunk in stream:
            if chunk.choices and chunk.choices[0].delta.content:
                return


async def _seconds_of(call: Callable[[], Awaitable[object]]) -> float:
    began = time.perf_counter()
    await call()
    return time.perf_counter() - began


async def _in_process() -> list[float]:
    service = Service(offline_model.answer, RequestLog(), "key")
    transport = httpx2.ASGITransport(app=create_app(service))
    async with httpx2.AsyncClient(transport=transport) as http:
        client = openai.AsyncOpenAI(base_url="http://in-process/v1", api_key="key", http_client=http)

        async def call() -> None:
            await client.chat.completions.create(
                model=MODEL, messages=[{"role": "user", "content": "Hi, I'm Ana."}]
            )

        for _ in range(WARM_UP):
            await call()
        return [await _seconds_of(call) for _ in range(CALLS)]


async def _at_once(gateway: Gateway) -> list[float]:
    async with openai.AsyncOpenAI(base_url=gateway.url, api_key=gateway.key) as client:

        async def call() -> None:
            await client.chat.completions.create(
                model=MODEL, messages=[{"role": "user", "content": "Hi, I'm Ana."}]
            )

        await asyncio.gather(*(call() for _ in range(AT_ONCE)))  # opens the connections
        return list(await asyncio.gather(*(_seconds_of(call) for _ in range(AT_ONCE))))
