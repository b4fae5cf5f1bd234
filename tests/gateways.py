"""Gateways for tests, with models that say what the test wants."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from course_helpers.gateway.protocol import Answer, ChatRequest, ToolCall
from course_helpers.gateway.server import Gateway
from course_helpers.gateway.upstream import Upstream

WEATHER = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "The weather in a city.",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    },
}


def scripted(request: ChatRequest) -> Answer:
    """Calls the tool that the newest message names, once for each city; else says the text backwards."""
    newest = request.messages[-1]
    if newest.role == "user" and request.tools and newest.text.startswith("call "):
        cities = newest.text.removeprefix("call ").split()
        return Answer(tool_calls=tuple(ToolCall("weather", {"city": city}) for city in cities))
    if request.schema:
        return Answer(json.dumps({"name": "Ana"}))
    return Answer(newest.text[::-1])


@contextmanager
def gateway(
    model: Any = scripted, upstream: Upstream | None = None, window: int | None = None
) -> Iterator[Gateway]:
    running = Gateway(model, upstream, window)
    try:
        yield running
    finally:
        running.stop()


def post(running: Gateway, body: Any, path: str = "/chat/completions") -> tuple[int, Any]:
    """(status, parsed answer) of a bare HTTP request. body: bytes, or anything that JSON can hold."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {running.key}", "Content-Type": "application/json"}
    request = urllib.request.Request(running.url + path, data=data, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def chat(*messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A request's body. A message given as a text is the user's."""
    return {"model": "gpt-4o-mini", "messages": list(messages), **more}


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def asks(*ids: str) -> dict[str, Any]:
    """An assistant message that calls `weather` once for each id."""
    function = {"name": "weather", "arguments": '{"city": "Oslo"}'}
    calls = [{"id": call_id, "type": "function", "function": function} for call_id in ids]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def result(call_id: str, text: str = "sunny") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": call_id, "content": text}
