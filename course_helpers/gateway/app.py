"""The gateway's HTTP routes: OpenAI's chat completions, embeddings and models."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from course_helpers.gateway import embeddings, tokens
from course_helpers.gateway.errors import ApiError, too_long
from course_helpers.gateway.log import Request, RequestLog
from course_helpers.gateway.parsing import Parsed, parse_chat
from course_helpers.gateway.prefix_cache import PrefixCache
from course_helpers.gateway.protocol import Answer, Model
from course_helpers.gateway.streaming import stream_events
from course_helpers.gateway.upstream import Upstream

MODELS = ("gpt-4o-mini", "text-embedding-3-small")
ROUTES = "POST /v1/chat/completions, POST /v1/embeddings and GET /v1/models"
LARGEST_BODY = 50_000_000  # bytes


@dataclass
class Service:
    """What the routes work with.

    model answers; upstream answers in its place, if there is one (live mode). log keeps what was asked.
    key: the only bearer token that is taken. window: the most tokens of prompt and reply together, None for
    no limit; it may be changed while the server runs.
    """

    model: Model
    log: RequestLog
    key: str
    window: int | None = None
    upstream: Upstream | None = None
    cache: PrefixCache = field(default_factory=PrefixCache)
    _calls_given: Counter[str] = field(default_factory=Counter)

    def tool_call_id(self, seed: str) -> str:
        """An id that is the same in every run, and new even if the same request comes again."""
        digest = hashlib.sha1(seed.encode()).hexdigest()
        self._calls_given[digest] += 1
        return "call_" + hashlib.sha1(f"{digest} {self._calls_given[digest]}".encode()).hexdigest()[:24]


Handler = Callable[[HttpRequest], Awaitable[Response]]


def create_app(service: Service) -> Starlette:
    async def chat_completions(http: HttpRequest) -> Response:
        parsed = parse_chat(await body_of(http))
        prompt = tokens.count_messages(parsed.messages, parsed.tools)
        check_window(service, parsed, prompt)
        if service.upstream:
            return await service.upstream.chat(parsed, prompt, service.log)
        return answered(service, parsed, prompt)

    async def embed(http: HttpRequest) -> Response:
        return JSONResponse(await run_in_threadpool(embeddings.embeddings, await body_of(http)))

    async def models(http: HttpRequest) -> Response:
        cards = [{"id": name, "object": "model", "created": 0, "owned_by": "course"} for name in MODELS]
        return JSONResponse({"object": "list", "data": cards})

    def guarded(handler: Handler) -> Handler:
        """Only this session's clients get in, and whatever goes wrong inside becomes an answer."""

        async def handle(http: HttpRequest) -> Response:
            try:
                authorise(http, service.key)
                return await handler(http)
            except (ApiError, HTTPException, ClientDisconnect):
                raise
            except Exception as error:
                # Left to the server it would end as a traceback in the learner's notebook.
                problem = f"The course's model server failed: {error!r}. Please report it."
                raise ApiError(problem, status=500) from error

        return handle

    return Starlette(
        routes=[
            Route("/v1/chat/completions", guarded(chat_completions), methods=["POST"]),
            Route("/v1/embeddings", guarded(embed), methods=["POST"]),
            Route("/v1/models", guarded(models), methods=["GET"]),
        ],
        exception_handlers={
            ApiError: lambda _, error: error.response(),
            HTTPException: lambda _, error: unknown_route(error),
            ClientDisconnect: lambda _, __: Response(status_code=499),
        },
    )


async def body_of(http: HttpRequest) -> bytes:
    """The body, read as it comes, so that one too large is refused before it fills the memory."""
    body = bytearray()
    async for chunk in http.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            raise ApiError(f"The request is larger than {LARGEST_BODY:,} bytes.", status=413)
    return bytes(body)


def authorise(http: HttpRequest, key: str) -> None:
    """Only this session's own clients may call: the key is made anew at each start."""
    sent = http.headers.get("authorization", "")
    if not secrets.compare_digest(sent.encode(), f"Bearer {key}".encode()):
        message = "The course gateway takes the key that start() put into OPENAI_API_KEY. Pass no api_key."
        raise ApiError(message, code="invalid_api_key", status=401)


def unknown_route(error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    return ApiError(f"The course gateway has no such route. It answers {ROUTES}.", status=status).response()


def check_window(service: Service, parsed: Parsed, prompt: int) -> None:
    """Raise OpenAI's error if prompt and reserved reply do not fit. The refused request is logged."""
    if service.window is None:
        return
    reserved = parsed.limit or 0
    # Without a limit of its own the reply needs room too: at least one token.
    if prompt + max(reserved, 1) > service.window:
        service.log.add(request_of(parsed, prompt, 0, reply=None, approximate=service.upstream is not None))
        raise too_long(service.window, prompt, reserved)


def answered(service: Service, parsed: Parsed, prompt: int) -> Response:
    """The offline model's answer, in one piece or as a stream."""
    answer = service.model(parsed.request)
    room = None if service.window is None else service.window - prompt
    limits = [limit for limit in (parsed.limit, room) if limit is not None]
    text, finish_reason = cut(answer.text, parsed.stop, min(limits, default=None))
    calls = wire_calls(service, parsed, answer)
    if calls and finish_reason == "stop":
        finish_reason = "tool_calls"
    completion = tokens.count_reply(text, calls)
    cached = service.cache.cached_tokens(parsed.model, parsed.messages, parsed.tools, prompt)
    request = request_of(parsed, prompt, completion, reply=text, cached_tokens=cached, tool_calls=calls)
    service.log.add(request)
    envelope = {"id": f"chatcmpl-{uuid.uuid4().hex}", "created": int(time.time()), "model": parsed.model}
    message: dict[str, Any] = {
        "role": "assistant",
        "content": None if calls and not text else text,
        "refusal": None,
    }
    if calls:
        message["tool_calls"] = calls
    usage = usage_of(prompt, completion, cached)
    if parsed.stream:
        events = stream_events(envelope, message, finish_reason, usage)
        return StreamingResponse(events, media_type="text/event-stream")
    choice = {"index": 0, "message": message, "finish_reason": finish_reason, "logprobs": None}
    return JSONResponse(envelope | {"object": "chat.completion", "choices": [choice], "usage": usage})


def request_of(
    parsed: Parsed, prompt_tokens: int, completion_tokens: int, *, reply: str | None, **more: Any
) -> Request:
    """The log's entry for a request."""
    offered = [tool["function"]["name"] for tool in parsed.tools]
    return Request(
        parsed.model, parsed.messages, prompt_tokens, completion_tokens, reply, tools=offered, **more
    )


def cut(text: str, stop: tuple[str, ...], limit: int | None) -> tuple[str, str]:
    """The text before the first stop and within `limit` tokens, and OpenAI's word for why it ended."""
    places = [place for place in (text.find(mark) for mark in stop) if place >= 0]
    text = text[: min(places)] if places else text
    if limit is None:
        return text, "stop"
    ids = tokens.encode(text)
    if len(ids) <= limit:
        return text, "stop"
    return tokens.encoding().decode(ids[:limit], errors="ignore"), "length"


def wire_calls(service: Service, parsed: Parsed, answer: Answer) -> list[dict[str, Any]]:
    """The answer's tool calls as they go over the wire, each with an id."""
    seed = json.dumps(parsed.messages)
    return [
        {
            "id": service.tool_call_id(f"{seed} {place}"),
            "type": "function",
            "function": {"name": call.name, "arguments": json.dumps(call.arguments, ensure_ascii=False)},
        }
        for place, call in enumerate(answer.tool_calls)
    ]


def usage_of(prompt: int, completion: int, cached: int) -> dict[str, Any]:
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
        "prompt_tokens_details": {"cached_tokens": cached, "audio_tokens": 0},
    }
