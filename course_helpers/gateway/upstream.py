"""Live mode: the same requests, answered by a real model behind an OpenAI-compatible address."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx2
from starlette.responses import JSONResponse, Response, StreamingResponse

from course_helpers.gateway import tokens
from course_helpers.gateway.errors import ApiError
from course_helpers.gateway.log import Request, RequestLog
from course_helpers.gateway.parsing import Parsed
from course_helpers.gateway.streaming import DONE, sse

TIMEOUT = httpx2.Timeout(120, connect=10)  # seconds


@dataclass(frozen=True)
class Upstream:
    """An address that answers chat completions.

    model: the name that it knows the model by; it takes the place of the name that the lesson uses.
    key: sent to it and to nobody else; '' for a server that wants none.
    """

    url: str
    model: str
    key: str = ""

    async def chat(self, parsed: Parsed, prompt: int, log: RequestLog) -> Response:
        """Forward a chat request and hand back what comes, errors included. prompt: our own token count."""
        body = parsed.body | {"model": self.model}
        if parsed.stream:
            body["stream_options"] = {"include_usage": True}
        client = httpx2.AsyncClient(timeout=TIMEOUT)
        try:
            answer = await client.send(self._post(client, body), stream=True)
            if parsed.stream and answer.status_code == 200:
                events = _forwarded(client, answer, parsed, prompt, log)
                return StreamingResponse(events, media_type="text/event-stream")
            content = await answer.aread()
        except httpx2.HTTPError as error:
            await client.aclose()
            reason = str(error) or type(error).__name__
            raise ApiError(f"The model at {self.url} cannot be reached ({reason}).", status=502) from error
        except BaseException:
            await client.aclose()
            raise
        await client.aclose()
        return _in_one_piece(answer, content, parsed, prompt, log)

    def _post(self, client: httpx2.AsyncClient, body: dict[str, Any]) -> httpx2.Request:
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        return client.build_request(
            "POST", f"{self.url.rstrip('/')}/chat/completions", json=body, headers=headers
        )


def _in_one_piece(
    answer: httpx2.Response, content: bytes, parsed: Parsed, prompt: int, log: RequestLog
) -> Response:
    try:
        body = json.loads(content)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        problem = f"The model's server answered {answer.status_code} with something that is not JSON."
        raise ApiError(problem, status=answer.status_code if answer.status_code >= 400 else 502)
    if answer.status_code == 200:
        choices = body.get("choices") or [{}]
        heard = Heard(parsed, prompt)
        heard.take(choices[0].get("message") or {})
        heard.usage = body.get("usage")
        body["usage"] = heard.usage_or_own()
        log.add(heard.request())
    headers = {name: answer.headers[name] for name in ("retry-after",) if name in answer.headers}
    return JSONResponse(body, status_code=answer.status_code, headers=headers)


async def _forwarded(
    client: httpx2.AsyncClient, answer: httpx2.Response, parsed: Parsed, prompt: int, log: RequestLog
) -> AsyncIterator[str]:
    """The upstream's events as they come. Usage is added if it sent none; logged before the stream ends.

    A client that goes away closes this generator, and with it the connection: the model stops.
    """
    heard = Heard(parsed, prompt)
    envelope: dict[str, Any] = {"object": "chat.completion.chunk"}
    try:
        async for line in answer.aiter_lines():
            if not line.startswith("data:"):
                continue
            data = line.removeprefix("data:").strip()
            if data == "[DONE]":
                break
            event = _event(data)
            if event is None:
                continue
            envelope = {name: event.get(name) for name in ("id", "object", "created", "model")}
            for choice in event.get("choices") or []:
                heard.take(choice.get("delta") or {})
            heard.usage = event.get("usage") or heard.usage
            yield sse(event)
        if heard.usage is None:
            yield sse(envelope | {"choices": [], "usage": heard.usage_or_own()})
        log.add(heard.request())
        yield DONE
    except httpx2.HTTPError as error:
        # The status has been sent: an event is the only way left to say what happened.
        yield sse(ApiError(f"The model's server broke off ({error!r}).", status=502).body())
    finally:
        await answer.aclose()
        await client.aclose()


def _event(data: str) -> dict[str, Any] | None:
    try:
        event = json.loads(data)
    except ValueError:
        return None
    return event if isinstance(event, dict) else None


class Heard:
    """What an upstream has answered so far."""

    def __init__(self, parsed: Parsed, prompt: int) -> None:
        self.parsed, self.prompt = parsed, prompt
        self.text = ""
        self.calls: list[dict[str, Any]] = []
        self.usage: dict[str, Any] | None = None

    def take(self, part: dict[str, Any]) -> None:
        """A message, or a piece of one."""
        self.text += part.get("content") or ""
        for place, piece in enumerate(part.get("tool_calls") or []):
            index = piece.get("index", place)
            while len(self.calls) <= index:
                self.calls.append({"id": "", "type": "function", "function": {"name": "", "arguments": ""}})
            call, function = self.calls[index], piece.get("function") or {}
            call["id"] = piece.get("id") or call["id"]
            call["function"]["name"] += function.get("name") or ""
            call["function"]["arguments"] += function.get("arguments") or ""

    def usage_or_own(self) -> dict[str, Any]:
        """The upstream's usage, or our own count where it sent none."""
        if self.usage:
            return self.usage
        completion = tokens.count_reply(self.text, self.calls)
        return {
            "prompt_tokens": self.prompt,
            "completion_tokens": completion,
            "total_tokens": self.prompt + completion,
        }

    def request(self) -> Request:
        usage = self.usage_or_own()
        details = usage.get("prompt_tokens_details") or {}
        return Request(
            model=self.parsed.model,
            messages=self.parsed.messages,
            prompt_tokens=usage.get("prompt_tokens") or 0,
            completion_tokens=usage.get("completion_tokens") or 0,
            reply=self.text,
            cached_tokens=details.get("cached_tokens") or 0,
            tools=[tool["function"]["name"] for tool in self.parsed.tools],
            tool_calls=self.calls,
            approximate=self.usage is None,
        )
