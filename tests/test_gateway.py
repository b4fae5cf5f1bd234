"""The gateway, through the clients that lessons use and with requests that no client sends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import urllib.error
import urllib.request

import openai
import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langchain_openai import ChatOpenAI

import course_helpers
from course_helpers.errors import CourseError
from course_helpers.gateway import tokens
from course_helpers.gateway.log import Request, RequestLog
from course_helpers.gateway.protocol import Answer
from course_helpers.gateway.server import Gateway


@pytest.fixture(autouse=True)
def _model(capsys):
    course_helpers.start()


@pytest.fixture
def model():
    return ChatOpenAI(model="gpt-4o-mini")


def post(body: bytes, path: str = "/chat/completions", key: str | None = None):
    """(status, parsed answer) of a bare HTTP request."""
    headers = {"Authorization": f"Bearer {key or os.environ['OPENAI_API_KEY']}"}
    request = urllib.request.Request(os.environ["OPENAI_BASE_URL"] + path, data=body, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_answers_and_counts(model):
    reply = model.invoke("Hi, my name is Ana.")
    assert "Ana" in reply.text
    assert reply.usage_metadata["input_tokens"] == model.get_num_tokens_from_messages(
        [HumanMessage("Hi, my name is Ana.")]
    )
    assert reply.usage_metadata["output_tokens"] == tokens.count_text(reply.text)


def test_keeps_nothing_between_calls(model):
    model.invoke("Hi, my name is Ana.")
    assert "Ana" not in model.invoke("What is my name?").text


def test_the_log_holds_what_was_sent(model):
    sent = [HumanMessage("Hi, my name is Ana."), AIMessage("Hello!"), HumanMessage("What is my name?")]
    reply = model.invoke(sent)
    request = course_helpers.last_request()
    assert [(m["role"], m["content"]) for m in request.messages] == [
        ("user", "Hi, my name is Ana."),
        ("assistant", "Hello!"),
        ("user", "What is my name?"),
    ]
    assert request.reply == reply.text
    assert request.prompt_tokens == reply.usage_metadata["input_tokens"]


@pytest.mark.parametrize(
    "text", ["Why is the sky blue?", "Hi, my name is Zoë 👩‍🚀.", "Hi, my name is 李小龍."]
)
def test_a_stream_is_the_same_answer_in_pieces(model, text):
    chunks = list(model.stream(text))
    whole = model.invoke(text)
    assert "".join(chunk.text for chunk in chunks) == whole.text
    assert sum(bool(chunk.text) for chunk in chunks) > 1
    assert (
        sum((chunk.usage_metadata or {}).get("input_tokens", 0) for chunk in chunks)
        == whole.usage_metadata["input_tokens"]
    )


def test_a_reply_limit_is_kept(model):
    reply = model.bind(max_tokens=5).invoke("Why is the sky blue?")
    assert reply.usage_metadata["output_tokens"] == 5
    assert reply.response_metadata["finish_reason"] == "length"


def test_recordings_may_overlap(model):
    with course_helpers.recorded() as outer:
        model.invoke("one")
        with course_helpers.recorded() as inner:
            model.invoke("two")
        model.invoke("three")
    model.invoke("four")
    assert [request.messages[0]["content"] for request in outer] == ["one", "two", "three"]
    assert [request.messages[0]["content"] for request in inner] == ["two"]


def test_the_log_forgets_the_oldest():
    log = RequestLog(kept=2)
    for number in range(3):
        log.add(Request(str(number), [], 0, 0, ""))
    assert log.last().model == "2"
    assert len(log._requests) == 2


def test_many_calls_at_once(model):
    names = [f"Ana{number}" for number in range(30)]
    replies = model.batch([f"Hi, my name is {name}." for name in names])
    assert all(name in reply.text for name, reply in zip(names, replies, strict=True))


async def _ainvoke(model):
    return await model.ainvoke("Hi, my name is Ana.")


def test_async_client(model):
    import asyncio

    assert "Ana" in asyncio.run(_ainvoke(model)).text


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "could not parse"),
        (b"{", "could not parse"),
        (b"\xff\xfe", "could not parse"),
        (b"[]", "JSON object"),
        (b"{}", "model parameter"),
        (b'{"model": 1}', "model parameter"),
        (b'{"model": "m"}', "'messages' must be a list"),
        (b'{"model": "m", "messages": []}', "'messages' must be a list"),
        (b'{"model": "m", "messages": ["hi"]}', "must be an object"),
        (b'{"model": "m", "messages": [{"role": "boss", "content": "hi"}]}', "Invalid value: 'boss'"),
        (b'{"model": "m", "messages": [{"content": "hi"}]}', "Invalid value: None"),
        (b'{"model": "m", "messages": [{"role": ["user"], "content": "hi"}]}', "Invalid value"),
        (b'{"model": "m", "messages": [{"role": "user"}]}', "expected a string or text parts"),
        (b'{"model": "m", "messages": [{"role": "user", "content": 7}]}', "expected a string or text parts"),
        (b'{"model": "m", "messages": [{"role": "user", "content": [{"type": "image_url"}]}]}', "text parts"),
        (b'{"model": "m", "messages": [{"role": "user", "content": "hi", "name": 3}]}', "name"),
        (b'{"model": "m", "messages": [{"role": "user", "content": "hi"}], "n": 2}', "'n' must be 1"),
        (b'{"model": "m", "messages": [{"role": "user", "content": "hi"}], "max_tokens": 0}', "at least 1"),
        (b'{"model": "m", "messages": [{"role": "user", "content": "hi"}], "max_tokens": "x"}', "at least 1"),
    ],
)
def test_wrong_requests_get_openais_error_shape(body, says):
    status, answer = post(body)
    assert status == 400
    assert says in answer["error"]["message"]
    assert answer["error"]["type"] == "invalid_request_error"
    assert post(b'{"model": "m", "messages": [{"role": "user", "content": "hi"}]}')[0] == 200


def test_other_routes_say_what_there_is():
    status, answer = post(b"{}", path="/responses")
    assert status == 404
    assert "chat/completions" in answer["error"]["message"]


def test_only_this_sessions_key_is_taken(model):
    assert post(b"{}", key="sk-somebody-elses")[0] == 401
    assert post(b"{}", key="naïve")[0] == 401
    with pytest.raises(openai.AuthenticationError, match="Pass no api_key"):
        ChatOpenAI(model="gpt-4o-mini", api_key="sk-mine", max_retries=0).invoke("hi")


def test_models_are_listed():
    assert [card.id for card in openai.OpenAI().models.list()] == ["gpt-4o-mini", "text-embedding-3-small"]


def test_a_failure_inside_is_an_error_for_the_client_not_the_end_of_the_server(capsys):
    def fails(request):
        if "fail" in request.messages[-1].text:
            raise RuntimeError("broken rule")
        return Answer("fine")

    gateway = Gateway(fails)
    try:
        client = openai.OpenAI(base_url=gateway.url, api_key=gateway.key, max_retries=0)
        with pytest.raises(openai.InternalServerError, match="broken rule"):
            client.chat.completions.create(model="m", messages=[{"role": "user", "content": "fail"}])
        answer = client.chat.completions.create(model="m", messages=[{"role": "user", "content": "hi"}])
        assert answer.choices[0].message.content == "fine"
    finally:
        gateway.stop()
    assert not gateway.running
    assert threading.active_count() < 50


def test_start_twice_keeps_the_server_and_what_it_was_sent(model):
    model.invoke("hi")
    url = os.environ["OPENAI_BASE_URL"]
    course_helpers.start()
    assert os.environ["OPENAI_BASE_URL"] == url
    assert course_helpers.last_request().messages[0]["content"] == "hi"


def run(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **environment},
    )


def test_a_shells_settings_do_not_lead_past_the_gateway():
    """A key, a proxy and tracing in the environment: the call still ends at the gateway."""
    done = run(
        "import os, course_helpers\n"
        "course_helpers.start()\n"
        "from langchain_openai import ChatOpenAI\n"
        "print(ChatOpenAI(model='gpt-4o-mini').invoke('Hi, my name is Ana.').text)\n"
        "print('sk-real' in os.environ['OPENAI_API_KEY'], os.environ['LANGSMITH_TRACING'])\n",
        OPENAI_API_KEY="sk-real",
        OPENAI_API_BASE="http://127.0.0.1:9/v1",
        OPENAI_BASE_URL="http://127.0.0.1:9/v1",
        OPENAI_PROXY="http://127.0.0.1:9",
        HTTP_PROXY="http://127.0.0.1:9",
        http_proxy="http://127.0.0.1:9",
        ALL_PROXY="http://127.0.0.1:9",
        LANGSMITH_TRACING="true",
        LANGSMITH_API_KEY="ls-real",
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[1:] == ["Hello Ana! Nice to meet you.", "False false"]


def test_before_start_one_line_says_what_to_do():
    done = run(
        "import course_helpers\n"
        "for ask in (course_helpers.last_request, course_helpers.recorded):\n"
        "    try: ask()\n"
        "    except Exception as error: print(type(error).__name__, error._render_traceback_())\n"
    )
    assert (
        done.stdout.count(
            "CourseError ['No model is running yet. Run the cell with course_helpers.start() first.']"
        )
        == 2
    )


def test_before_the_first_call_one_line_says_so(monkeypatch):
    gateway = Gateway(lambda request: Answer("fine"))
    monkeypatch.setattr("course_helpers.session._gateway", gateway)
    with pytest.raises(CourseError, match="has not been called yet"):
        course_helpers.last_request()
    gateway.stop()


def test_start_is_quick_beside_langchain():
    """Under 0.5 s on a quiet machine; twice that here, where other tests run at the same time."""
    done = run(
        "import langchain_openai, time, course_helpers\n"
        "began = time.perf_counter()\n"
        "course_helpers.start()\n"
        "print(time.perf_counter() - began)\n"
    )
    assert float(done.stdout.splitlines()[-1]) < 1
