"""OpenAI's protocol: through its own client, through LangChain's, and with requests that no client sends."""

from __future__ import annotations

import http.client
import json
import threading
from urllib.parse import urlsplit

import openai
import pytest
from gateways import WEATHER, asks, chat, gateway, post, result, user
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langchain_core.exceptions import ContextOverflowError
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_openai import ChatOpenAI

from course_helpers.gateway import tokens
from course_helpers.gateway.prefix_cache import PrefixCache
from course_helpers.gateway.protocol import Answer


@pytest.fixture(scope="module")
def running():
    with gateway() as one:
        yield one


@pytest.fixture
def client(running):
    return openai.OpenAI(base_url=running.url, api_key=running.key, max_retries=0)


@pytest.fixture
def model(running):
    return ChatOpenAI(model="gpt-4o-mini", base_url=running.url, api_key=running.key, max_retries=0)


# Tools.


def test_tools_are_called_in_parallel_and_answered(client):
    messages = [user("call Oslo Rome")]
    answer = client.chat.completions.create(model="gpt-4o-mini", messages=messages, tools=[WEATHER])
    choice = answer.choices[0]
    assert choice.finish_reason == "tool_calls"
    assert choice.message.content is None
    assert [json.loads(call.function.arguments) for call in choice.message.tool_calls] == [
        {"city": "Oslo"},
        {"city": "Rome"},
    ]
    ids = [call.id for call in choice.message.tool_calls]
    assert len(set(ids)) == 2
    messages += [choice.message.model_dump(exclude_none=True), *map(result, ids)]
    again = client.chat.completions.create(model="gpt-4o-mini", messages=messages, tools=[WEATHER])
    assert again.choices[0].message.content == "ynnus"


def test_ids_are_the_same_in_every_run_and_new_in_every_answer():
    def ids(times):
        with gateway() as one:
            body = chat(user("call Oslo"), tools=[WEATHER])
            answers = [post(one, body)[1]["choices"][0]["message"] for _ in range(times)]
            return [answer["tool_calls"][0]["id"] for answer in answers]

    first, second = ids(2), ids(2)
    assert first == second
    assert first[0] != first[1]


def test_langchain_streams_tool_calls(model):
    bound = model.bind_tools([WEATHER])
    chunks = list(bound.stream("call Oslo Rome"))
    whole = sum(chunks[1:], chunks[0])
    assert [call["args"] for call in whole.tool_calls] == [{"city": "Oslo"}, {"city": "Rome"}]
    assert whole.usage_metadata == bound.invoke("call Oslo Rome").usage_metadata
    assert len(chunks) > 5


def test_the_log_tells_of_tools(running, model):
    model.bind_tools([WEATHER]).invoke("call Oslo")
    request = running.log.last()
    assert request.tools == ["weather"]
    assert request.tool_calls[0]["function"]["name"] == "weather"
    assert request.reply == ""


def test_count_is_langchains_for_every_kind_of_message(running, model):
    messages = [
        SystemMessage("Be kind."),
        HumanMessage("What is the weather?", name="ana"),
        AIMessage("", tool_calls=[{"name": "weather", "args": {"city": "Oslo"}, "id": "a"}]),
        ToolMessage("sunny", tool_call_id="a"),
        AIMessage([{"type": "text", "text": "It is"}, {"type": "text", "text": " sunny."}]),
        HumanMessage("Thanks <|endoftext|> 👩‍🚀 李小龍"),
    ]
    plain = [m for m in messages if "<|" not in m.text]
    usage = model.invoke(plain).usage_metadata
    assert usage["input_tokens"] == model.get_num_tokens_from_messages(plain)
    assert model.invoke(messages).usage_metadata["input_tokens"] > usage["input_tokens"]


def test_tools_cost_tokens(running):
    def prompt(**more):
        return post(running, chat(user("hi"), **more))[1]["usage"]["prompt_tokens"]

    assert prompt(tools=[WEATHER]) > prompt() + 20


# Structured answers.


def test_a_schema_is_filled(model):
    schema = {"title": "Person", "type": "object", "properties": {"name": {"type": "string"}}}
    assert model.with_structured_output(schema, method="json_schema").invoke("I am Ana") == {"name": "Ana"}


# Limits, stops, window.


def test_stop_cuts_before_the_mark(client):
    answer = client.chat.completions.create(model="m", messages=[user("edcba")], stop=["d", "zz"])
    assert answer.choices[0].message.content == "abc"
    assert answer.choices[0].finish_reason == "stop"


def test_the_newer_limit_goes_before_the_older(running):
    text = " ".join(["word"] * 30)
    answer = post(running, chat(user(text), max_tokens=20, max_completion_tokens=3))[1]
    assert answer["usage"]["completion_tokens"] == 3
    assert answer["choices"][0]["finish_reason"] == "length"
    assert (
        post(running, chat(user(text), max_tokens=3, max_completion_tokens=None))[1]["usage"][
            "completion_tokens"
        ]
        == 3
    )


OVERFLOW = (
    "Input tokens exceed the configured limit of 50 tokens. Your messages resulted in 107 tokens. "
    "Please reduce the length of the messages."
)


@pytest.mark.parametrize("way", ["invoke", "stream"])
def test_too_long_is_langchains_overflow_error(way):
    with gateway(window=50) as one:
        model = ChatOpenAI(model="gpt-4o-mini", base_url=one.url, api_key=one.key)
        with pytest.raises(ContextOverflowError) as caught:
            list(model.stream("word " * 99)) if way == "stream" else model.invoke("word " * 99)
        assert isinstance(caught.value, openai.BadRequestError)
        assert OVERFLOW in str(caught.value)
        assert caught.value.body == {
            "message": OVERFLOW,
            "type": "invalid_request_error",
            "param": "messages",
            "code": "context_length_exceeded",
        }
        refused = one.log.last()
        assert (refused.reply, refused.prompt_tokens, refused.completion_tokens) == (None, 107, 0)


def test_the_reply_counts_in_the_window():
    with gateway(window=50) as one:
        body = chat(user("word " * 30))
        prompt = post(one, body)[1]["usage"]["prompt_tokens"]
        assert post(one, body | {"max_tokens": 50 - prompt})[0] == 200
        status, answer = post(one, body | {"max_tokens": 51 - prompt})
        assert status == 400
        assert (
            f"resulted in 51 tokens ({prompt} in the messages, {51 - prompt} in the completion)"
            in (answer["error"]["message"])
        )
        # Without a limit the reply takes the room that is left, and says that it was cut.
        filled = post(one, chat(user("word " * 38)))[1]
        assert filled["usage"]["total_tokens"] == 50
        assert filled["choices"][0]["finish_reason"] == "length"


def test_a_full_window_leaves_no_room_for_a_reply():
    body = chat(user("hi"))
    with gateway() as one:
        prompt = post(one, body)[1]["usage"]["prompt_tokens"]
    with gateway(window=prompt) as one:
        assert post(one, body)[0] == 400
    with gateway(window=prompt + 1) as one:
        assert post(one, body)[1]["usage"]["completion_tokens"] == 1


# Prompt caching.


def test_a_shared_beginning_is_cached_from_1024_tokens_in_steps_of_128():
    with gateway() as one:

        def cached(*texts):
            details = post(one, chat(*map(user, texts)))[1]["usage"]["prompt_tokens_details"]
            return details["cached_tokens"]

        long, other = "word " * 1_100, "other " * 1_100
        assert cached(long) == 0
        assert cached(long) == 1_024
        assert cached(long, "more " * 300) == 1_024
        assert cached(long, "more " * 300, "again") == 1_408  # whole steps only
        assert cached(other) == 0
        assert cached("x " + long) == 0  # the beginning changed
        assert cached("word " * 900) == 0  # too short, though all of it was sent before
        assert one.log.last().cached_tokens == 0


def test_another_model_or_other_tools_share_nothing():
    cache = PrefixCache()
    messages = [user("word " * 1_100)]
    assert cache.cached_tokens("a", messages, [], 1_106) == 0
    assert cache.cached_tokens("b", messages, [], 1_106) == 0
    assert cache.cached_tokens("a", messages, [WEATHER], 1_150) == 0
    assert cache.cached_tokens("a", messages, [], 1_106) == 1_024


# Wrong input.

HI = user("hi")


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (chat(result("a")), "must be a response to a preceding message with 'tool_calls'"),
        (chat(asks("a"), result("b")), "must be a response to a preceding message"),
        (chat(asks("a"), HI), "did not have response messages: a"),
        (chat(asks("a", "b"), result("a"), HI), "did not have response messages: b"),
        (chat(asks("a")), "did not have response messages: a"),
        (chat(asks("a"), result("a"), result("a")), "must be a response to a preceding message"),
        (chat({"role": "tool", "content": "x"}), "tool_call_id"),
        (chat({"role": "user", "content": "x", "tool_calls": asks("a")["tool_calls"]}), "only allowed in"),
        (chat({"role": "assistant", "content": None}), "expected a string or text parts"),
        (chat({"role": "assistant", "tool_calls": []}), "expected a list of calls"),
        (chat({"role": "assistant", "tool_calls": [{"id": "a"}]}), "expected an id and a function"),
        (chat(HI, tools=[]), "at least one tool"),
        (chat(HI, tools=[{}]), "tools of type 'function'"),
        (chat(HI, tools=[{"type": "function", "function": {"name": "a b"}}]), "letters, digits"),
        (chat(HI, tools=[WEATHER, WEATHER]), "must be unique: weather"),
        (chat(HI, tools=[{"type": "function", "function": {"name": "f", "parameters": []}}] * 1), None),
        (
            chat(
                HI, tools=[{"type": "function", "function": {"name": "f", "parameters": {"type": "array"}}}]
            ),
            "must be of type 'object'",
        ),
        (chat(HI, tool_choice="auto"), "only allowed when 'tools' are specified"),
        (chat(HI, tools=[WEATHER], tool_choice="maybe"), "Invalid value for 'tool_choice'"),
        (
            chat(HI, tools=[WEATHER], tool_choice={"type": "function", "function": {"name": "x"}}),
            "Tool choice 'x' not found",
        ),
        (chat(HI, response_format={"type": "json_object"}), "must contain the word 'json'"),
        (chat(HI, response_format={"type": "xml"}), "supported are"),
        (chat(HI, response_format={"type": "json_schema"}), "supported are"),
        (chat(HI, response_format={"type": "json_schema", "json_schema": {"schema": {}}}), "name"),
        (
            chat(HI, response_format={"type": "json_schema", "json_schema": {"name": "n", "schema": {}}}),
            "must be of type 'object'",
        ),
        (chat(HI, stop=["a"] * 5), "at most 4"),
        (chat(HI, stop=[""]), "Invalid 'stop'"),
        (chat(HI, stop=3), "Invalid 'stop'"),
        (chat(HI, stream="yes"), "expected a boolean"),
        (chat(HI, logprobs=True), "does not know 'logprobs'"),
        (chat(HI, max_completion_tokens=-1), "at least 1"),
        (b'{"model": "m", "messages": NaN}', "could not parse"),
        (b"[" * 100_000, "could not parse"),
        (b'{"model": "m", "messages": [{"role": "user", "content": ' + b"[" * 5_000, "could not parse"),
    ],
)
def test_wrong_requests_say_what_is_wrong(running, body, says):
    status, answer = post(running, body)
    if says is None:  # an empty schema is one without parameters
        assert status == 200
        return
    assert status == 400
    assert says in answer["error"]["message"]
    assert answer["error"]["type"] == "invalid_request_error"
    assert post(running, chat(HI))[0] == 200


def test_half_a_character_does_not_bring_it_down(running):
    status, answer = post(running, b'{"model": "m", "messages": [{"role": "user", "content": "a\\ud800b"}]}')
    assert status == 200
    assert answer["choices"][0]["message"]["content"] == "b?a"


def test_a_request_that_breaks_off_is_survived(running):
    parts = urlsplit(running.url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=5)
    connection.putrequest("POST", "/v1/chat/completions")
    connection.putheader("Authorization", f"Bearer {running.key}")
    connection.putheader("Content-Length", "1000")
    connection.endheaders()
    connection.send(b'{"model"')
    connection.close()
    assert post(running, chat(HI))[0] == 200


def test_a_body_too_large_is_refused(running, monkeypatch):
    monkeypatch.setattr("course_helpers.gateway.app.LARGEST_BODY", 1_000)
    status, answer = post(running, chat(user("x" * 2_000)))
    assert status == 413
    assert "larger than 1,000 bytes" in answer["error"]["message"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    ["model", "messages", "tools", "tool_choice", "response_format", "stop", "n", "max_tokens", "stream"]
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(FIELDS, JSON, max_size=4), st.booleans())
def test_nothing_that_is_sent_brings_it_down(running, fields, usable):
    body = (chat(HI) if usable else {}) | fields
    body.pop("stream", None)
    status, answer = post(running, body)
    assert status in (200, 400)
    assert status == 200 or answer["error"]["message"]


# The client's other calls.


def test_streams_through_the_official_client(client):
    stream = client.chat.completions.create(model="m", messages=[user("cba " * 40)], stream=True)
    chunks = list(stream)
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert text == ("cba " * 40)[::-1]
    assert chunks[-1].usage.completion_tokens == tokens.count_text(text)
    assert chunks[-2].choices[0].finish_reason == "stop"


def test_raw_responses_and_parsing(client):
    raw = client.chat.completions.with_raw_response.create(model="m", messages=[HI])
    assert raw.status_code == 200
    assert raw.parse().choices[0].message.content == "ih"


def test_the_async_client(running):
    import asyncio

    async def ask():
        async with openai.AsyncOpenAI(base_url=running.url, api_key=running.key) as client:
            answers = await asyncio.gather(
                *(client.chat.completions.create(model="m", messages=[user(str(n))]) for n in range(10, 30))
            )
            return [answer.choices[0].message.content for answer in answers]

    assert asyncio.run(ask()) == [str(n)[::-1] for n in range(10, 30)]


def test_fifty_at_once_get_their_own_answers(running):
    answers: dict[int, str] = {}

    def ask(number):
        body = chat(user(f"number {number}"))
        answers[number] = post(running, body)[1]["choices"][0]["message"]["content"]

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {number: f"number {number}"[::-1] for number in range(50)}


def test_broken_arguments_in_the_history_are_history(running):
    broken = asks("a")
    broken["tool_calls"][0]["function"]["arguments"] = "{broken"
    assert post(running, chat(HI, broken, result("a")))[0] == 200


def test_a_model_may_speak_and_call_at_once():
    from course_helpers.gateway.protocol import ToolCall

    with gateway(lambda request: Answer("One moment.", (ToolCall("weather", {"city": "Oslo"}),))) as one:
        message = post(one, chat(HI, tools=[WEATHER]))[1]["choices"][0]["message"]
        assert message["content"] == "One moment."
        assert message["tool_calls"][0]["function"]["arguments"] == '{"city": "Oslo"}'
