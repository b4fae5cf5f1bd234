"""A reply as server-sent events: what a client gets with `stream: true`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from course_helpers.gateway import tokens

CHUNK_TOKENS = 4
DONE = "data: [DONE]\n\n"


def stream_events(
    envelope: dict[str, Any], message: dict[str, Any], finish_reason: str, usage: dict[str, Any]
) -> Iterator[str]:
    """The role, the text in pieces, the tool calls in pieces, why it ended, the usage.

    envelope: id, created and model. message: the assistant message that an answer in one piece would hold.
    The usage always comes: LangChain asks OpenAI for it, but no other address.
    """

    def event(delta: dict[str, Any], finish: str | None = None) -> str:
        choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
        return sse(envelope | {"object": "chat.completion.chunk", "choices": [choice]})

    calls = message.get("tool_calls", [])
    yield event({"role": "assistant", "content": None if calls and not message["content"] else ""})
    for piece in pieces(message["content"] or ""):
        yield event({"content": piece})
    for index, call in enumerate(calls):
        head = {"name": call["function"]["name"], "arguments": ""}
        yield event(
            {"tool_calls": [{"index": index, "id": call["id"], "type": "function", "function": head}]}
        )
        for piece in pieces(call["function"]["arguments"]):
            yield event({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
    yield event({}, finish_reason)
    yield sse(envelope | {"object": "chat.completion.chunk", "choices": [], "usage": usage})
    yield DONE


def pieces(text: str) -> Iterator[str]:
    """The text in pieces of a few tokens, never cut inside a character."""
    encoding = tokens.encoding()
    waiting: list[int] = []
    for token in encoding.encode(text, disallowed_special=()):
        waiting.append(token)
        if len(waiting) >= CHUNK_TOKENS and "�" not in (piece := encoding.decode(waiting)):
            yield piece
            waiting = []
    if waiting:
        yield encoding.decode(waiting)


def sse(data: dict[str, Any]) -> str:
    return f"data: {json.dumps(data)}\n\n"
