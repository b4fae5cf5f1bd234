"""Live mode: a second gateway, or a server that misbehaves, in the place of the real model."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import openai
import pytest
from gateways import WEATHER, chat, gateway, post, scripted, user
from langchain_core.exceptions import ContextOverflowError
from langchain_openai import ChatOpenAI

from course_helpers.errors import CourseError
from course_helpers.gateway import live
from course_helpers.gateway.upstream import Upstream


def not_asked(request):
    raise AssertionError("the offline model was asked")


@pytest.fixture(scope="module")
def real():
    """What answers: it stands for a provider."""
    with gateway(scripted) as one:
        yield one


@pytest.fixture
def running(real):
    with gateway(not_asked, Upstream(real.url, "real-model", real.key)) as one:
        yield one


@pytest.fixture
def model(running):
    return ChatOpenAI(model="gpt-4o-mini", base_url=running.url, api_key=running.key, max_retries=0)


def test_the_upstream_answers_under_its_own_name(real, running, model):
    reply = model.invoke("abc")
    assert reply.text == "cba"
    assert real.log.last().model == "real-model"
    assert running.log.last().model == "gpt-4o-mini"
    assert running.log.last().prompt_tokens == real.log.last().prompt_tokens
    assert not running.log.last().approximate


def test_streams_through(real, running, model):
    chunks = list(model.stream("cba " * 30))
    assert "".join(chunk.text for chunk in chunks) == ("cba " * 30)[::-1]
    assert sum(bool(chunk.text) for chunk in chunks) > 5
    assert running.log.last().reply == ("cba " * 30)[::-1]
    assert running.log.last().completion_tokens == real.log.last().completion_tokens


@pytest.mark.parametrize("way", ["invoke", "stream"])
def test_tools_pass_through(running, model, way):
    bound = model.bind_tools([WEATHER])
    if way == "invoke":
        reply = bound.invoke("call Oslo Rome")
    else:
        chunks = list(bound.stream("call Oslo Rome"))
        reply = sum(chunks[1:], chunks[0])
    assert [call["args"]["city"] for call in reply.tool_calls] == ["Oslo", "Rome"]
    logged = running.log.last().tool_calls
    assert [json.loads(call["function"]["arguments"])["city"] for call in logged] == ["Oslo", "Rome"]


def test_the_lessons_window_holds(real):
    with gateway(not_asked, Upstream(real.url, "m", real.key), window=50) as one:
        model = ChatOpenAI(model="gpt-4o-mini", base_url=one.url, api_key=one.key)
        before = real.log.last()
        with pytest.raises(ContextOverflowError):
            model.invoke("word " * 60)
        assert real.log.last() is before  # refused here: nothing was paid
        assert one.log.last().approximate


def test_the_upstreams_errors_are_the_clients(real):
    with gateway(not_asked, Upstream(real.url, "m", "wrong key")) as one:
        model = ChatOpenAI(model="gpt-4o-mini", base_url=one.url, api_key=one.key, max_retries=0)
        with pytest.raises(openai.AuthenticationError):
            model.invoke("abc")
        with pytest.raises(openai.AuthenticationError):
            list(model.stream("abc"))
        assert one.log.last() is None


@contextmanager
def server(status: int, body: bytes, kind: str = "application/json", headers: tuple = ()):
    """A server that answers every request the same; yields its address and what it was sent."""
    seen = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            length = int(self.headers.get("Content-Length", 0))
            seen.append((self.path, dict(self.headers), json.loads(self.rfile.read(length))))
            self.send_response(status)
            self.send_header("Content-Type", kind)
            for name, value in headers:
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args):
            pass

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=httpd.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{httpd.server_port}/v1", seen
    finally:
        httpd.shutdown()
        httpd.server_close()


def event(**data):
    return f"data: {json.dumps(data)}\n\n".encode()


PIECE = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m"}


def test_a_stream_without_usage_gets_our_count_marked_approximate():
    delta = {"index": 0, "delta": {"role": "assistant", "content": "hello"}, "finish_reason": "stop"}
    body = b": a comment\n\n" + event(**PIECE, choices=[delta]) + b"data: [DONE]\n\n"
    with (
        server(200, body, "text/event-stream") as (url, seen),
        gateway(not_asked, Upstream(url, "m")) as one,
    ):
        model = ChatOpenAI(model="gpt-4o-mini", base_url=one.url, api_key=one.key)
        chunks = list(model.stream("hi"))
        usage = next(chunk.usage_metadata for chunk in chunks if chunk.usage_metadata)
        assert (usage["input_tokens"], usage["output_tokens"]) == (8, 1)
        assert one.log.last().approximate
        path, headers, sent = seen[0]
        assert path == "/v1/chat/completions"
        assert sent["stream_options"] == {"include_usage": True}
        assert "Authorization" not in headers


def test_an_answer_without_usage_gets_our_count():
    choice = {"index": 0, "message": {"role": "assistant", "content": "hello"}, "finish_reason": "stop"}
    body = json.dumps({**PIECE, "object": "chat.completion", "choices": [choice]}).encode()
    with server(200, body) as (url, _), gateway(not_asked, Upstream(url, "m")) as one:
        assert post(one, chat(user("hi")))[1]["usage"]["prompt_tokens"] == 8
        assert one.log.last().approximate


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (429, b'{"error": {"message": "slow down"}}', 429),
        (500, b'{"error": {"message": "oh"}}', 500),
        (503, b"<html>busy</html>", 503),
        (200, b"<html>login</html>", 502),
        (200, b"[]", 502),
    ],
)
def test_what_a_server_says_reaches_the_client(status, body, expected):
    with (
        server(status, body, headers=[("Retry-After", "3")]) as (url, _),
        gateway(not_asked, Upstream(url, "m")) as one,
    ):
        seen, answer = post(one, chat(user("hi")))
        assert seen == expected
        assert answer["error"]["message"]
        seen, answer = post(one, chat(user("hi"), stream=True)) if status != 200 else (expected, answer)
        assert seen == expected


def test_a_stream_that_breaks_off_is_an_error():
    body = event(**PIECE, choices=[{"index": 0, "delta": {"content": "hel"}, "finish_reason": None}])
    with (
        server(200, body, "text/event-stream", headers=[("Content-Length", "5000")]) as (url, _),
        gateway(not_asked, Upstream(url, "m")) as one,
    ):
        model = ChatOpenAI(model="gpt-4o-mini", base_url=one.url, api_key=one.key, max_retries=0)
        with pytest.raises(openai.APIError):
            list(model.stream("hi"))


def test_a_server_that_is_not_there_is_named():
    with gateway(not_asked, Upstream("http://127.0.0.1:9/v1", "m")) as one:
        status, answer = post(one, chat(user("hi")))
        assert status == 502
        assert "http://127.0.0.1:9/v1 cannot be reached" in answer["error"]["message"]


def test_a_client_that_leaves_stops_the_stream(real):
    with gateway(not_asked, Upstream(real.url, "m", real.key)) as one:

        async def leave():
            async with openai.AsyncOpenAI(base_url=one.url, api_key=one.key) as client:
                stream = await client.chat.completions.create(
                    model="m", messages=[user("word " * 5_000)], stream=True
                )
                async for _ in stream:
                    break
                await stream.close()

        asyncio.run(leave())
        assert post(one, chat(user("abc")))[1]["choices"][0]["message"]["content"] == "cba"


# Settings.


@pytest.fixture
def env_file(tmp_path, monkeypatch):
    for name in ("COURSE_MODEL", "COURSE_BASE_URL", "COURSE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    path = tmp_path / ".env"

    def write(text):
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return live.upstream(path)

    return write


def test_a_file_names_the_model(env_file):
    found = env_file("COURSE_MODEL=gpt-x\nCOURSE_API_KEY='sk-1'\nCOURSE_BASE_URL=https://host.example/v1/\n")
    assert found == Upstream("https://host.example/v1/", "gpt-x", "sk-1")
    assert live.shown(found) == "gpt-x at host.example"
    assert env_file("\ufeffCOURSE_MODEL = gpt-x\nCOURSE_API_KEY=a$b\n").key == "a$b"


@pytest.mark.parametrize("text", ["", "COURSE_MODEL=\nCOURSE_API_KEY=sk-1\n", "OPENAI_API_KEY=sk-1\n", "#\n"])
def test_without_a_model_it_stays_offline(env_file, text):
    assert env_file(text) is None


def test_the_environment_goes_before_the_file(env_file, monkeypatch):
    monkeypatch.setenv("COURSE_MODEL", "")
    assert env_file("COURSE_MODEL=gpt-x\nCOURSE_API_KEY=sk-1\n") is None
    monkeypatch.setenv("COURSE_MODEL", "other")
    assert env_file("COURSE_MODEL=gpt-x\nCOURSE_API_KEY=sk-1\n").model == "other"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("COURSE_MODEL=m\n", "COURSE_API_KEY is not set"),
        ("COURSE_MODEL=m\nCOURSE_BASE_URL=host/v1\n", "has to be an address"),
        ("COURSE_MODEL=m\nCOURSE_BASE_URL=http://host.example/v1\nCOURSE_API_KEY=k\n", "not sent over plain"),
        ("COURSE_MODEL=m\nCOURSE_API_KEY=schlüssel\n", "that no key has"),
        (b"COURSE_MODEL=\xff\xfe\n", "Save it as UTF-8"),
    ],
)
def test_settings_that_cannot_work_say_why(env_file, text, says):
    with pytest.raises(CourseError, match=says) as caught:
        env_file(text)
    assert "schlüssel" not in str(caught.value)


def test_a_local_server_needs_no_key(env_file):
    assert env_file("COURSE_MODEL=m\nCOURSE_BASE_URL=http://localhost:11434/v1\n").key == ""


PROGRAM = """\
import course_helpers
course_helpers.start()
from langchain_openai import ChatOpenAI
print(ChatOpenAI(model="gpt-4o-mini").invoke("Hi, my name is Ana.").text)
"""


def run(**environment: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "COURSE_MODEL": "", **environment},
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_a_key_alone_never_makes_a_paid_call():
    with server(200, b"{}") as (url, seen):
        lines = run(
            OPENAI_API_KEY="sk-real", COURSE_API_KEY="sk-real", OPENAI_BASE_URL=url, COURSE_BASE_URL=url
        )
    assert lines[0] == "Model: offline (rules that read, not a language model). No key, no network."
    assert seen == []


def test_with_a_model_named_it_is_asked_and_the_key_is_not_printed(real):
    lines = run(COURSE_MODEL="real", COURSE_BASE_URL=real.url, COURSE_API_KEY=real.key)
    assert lines == [
        "Model: live (real at 127.0.0.1). Each call is sent there and may cost money.",
        ".anA si eman ym ,iH",
    ]
