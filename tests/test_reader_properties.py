"""The offline model never states what it was not sent, comes to an end, and is quick."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from course_helpers.gateway.offline_model import answer
from course_helpers.gateway.protocol import ChatRequest, Message, Tool

# statement with a marked value, and a question that it answers
FACTS = [
    ("My name is Zorblat.", "What is my name?", "Zorblat"),
    ("I live in Zorblat.", "Where do I live?", "Zorblat"),
    ("I work for Zorblat.", "Where do I work?", "Zorblat"),
    ("I work as a zorblat.", "What do I do?", "zorblat"),
    ("My favourite dish is zorblat.", "What is my favourite dish?", "zorblat"),
    ("I'm allergic to zorblat.", "What am I allergic to?", "zorblat"),
    ("I prefer zorblat.", "What do I prefer?", "zorblat"),
    ("I hate zorblat.", "What do I hate?", "zorblat"),
    ("My order number is Z-4711.", "What is my order number?", "Z-4711"),
    ("The deadline is 17 November.", "When is the deadline?", "17 November"),
    ("My budget is 4711 euros.", "What is my budget?", "4711"),
    ("My sister Zorblat lives in Rome.", "What is my sister's name?", "Zorblat"),
    ("My dog is called Zorblat.", "What is my dog called?", "Zorblat"),
    ("We use Postgres.", "Which database do we use?", "Postgres"),
    ("We decided to paint it zorblat.", "What did we decide?", "zorblat"),
    ("I keep my zither in the zorblat.", "Where do I keep my zither?", "zorblat"),
    ("I bought a trombone for 4711 crowns.", "How much did I pay for the trombone? What did I buy?", "4711"),
    ("I drive a Zorblat.", "What do I drive?", "Zorblat"),
    ("Tom works at Zorblat.", "Where does Tom work?", "Zorblat"),
]
FILLERS = [
    "Why is the sky blue?",
    "thanks",
    "I like long walks.",
    "My cousin Bea lives in Bern.",
    "yes",
    "Our meeting is on Monday.",
    "That is interesting.",
]


def ask(texts):
    return answer(ChatRequest(tuple(Message("user", text) for text in texts))).text


@pytest.mark.parametrize(("statement", "question", "value"), FACTS)
@settings(max_examples=15, deadline=None)
@given(fillers=st.lists(st.sampled_from(FILLERS), max_size=5), data=st.data())
def test_removing_the_message_removes_the_fact(statement, question, value, fillers, data):
    place = data.draw(st.integers(0, len(fillers)))
    texts = [*fillers[:place], statement, *fillers[place:], question]
    if "trombone" not in statement:
        assert value in ask(texts)
    del texts[place]
    assert value not in ask(texts)


WORDS = st.sampled_from(
    [
        "I",
        "my",
        "is",
        "the",
        "sister",
        "lives",
        "in",
        "Rome",
        "not",
        "actually",
        "name",
        "4",
        "what",
        ",",
        ".",
        "?",
        "and",
        "no",
        '"',
        ":",
        "she",
        "you",
        "'",
        "-",
    ]
)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["system", "user", "assistant"]), st.lists(WORDS, max_size=25)),
        min_size=1,
        max_size=6,
    )
)
def test_always_answers_and_always_the_same(turns):
    messages = tuple(Message(role, " ".join(words)) for role, words in turns)
    tools = (
        Tool(
            "lookup_order", "Look up an order.", {"type": "object", "properties": {"id": {"type": "string"}}}
        ),
    )
    for request in (ChatRequest(messages), ChatRequest(messages, tools=tools)):
        first = answer(request)
        assert first.text or first.tool_calls
        assert first == answer(request)


@pytest.mark.parametrize(
    "text",
    [
        "a" * 100_000,
        "my " * 30_000,
        "my sister " * 10_000,
        "I live in " * 10_000,
        "(" * 50_000,
        "1. " * 30_000,
        '"' * 50_001,
        "- a, b and c\n" * 5_000,
        "Actually, " * 10_000,
        "What is my " * 9_000 + "?",
        "the deadline for the the the " * 3_000,
        "summary: " * 10_000,
    ],
    ids=lambda text: text[:12],
)
def test_a_long_message_does_not_take_long(text):
    began = time.perf_counter()
    ask([text, "What is my name?"])
    ask([text])
    assert time.perf_counter() - began < 4  # 0.5 s a message on a quiet machine; the tests share theirs


def test_a_long_conversation_does_not_take_long():
    texts = [f"My gadget {number} is number {number} and I like it." for number in range(300)]
    ask([*texts, "What is my name?"])
    began = time.perf_counter()
    ask([*texts, "Where do I live?"])
    assert time.perf_counter() - began < 0.2
