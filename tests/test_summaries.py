"""Summaries: what survives, what is lost, and that LangChain's own prompts get them."""

from __future__ import annotations

import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_helpers.gateway import tokens
from course_helpers.gateway.offline_model import answer
from course_helpers.gateway.protocol import ChatRequest, Message

RICH = "Summarise the conversation above: key facts, decisions and preferences."
BARE = "Summarise the conversation concisely."
SAID = (
    "Hi, I'm Ana and I live in Porto.",
    "I work as a nurse and I'm allergic to nuts.",
    "We decided to use FastAPI.",
    "I prefer short answers.",
    "The deadline is 3 April.",
    "Why are there tides?",
)


def ask(*messages):
    return answer(ChatRequest(tuple(messages))).text


def summary(*texts, order=RICH, before=()):
    return ask(*before, *(Message("user", text) for text in texts), Message("user", order))


QUESTIONS = {
    "What is my name?": "Ana",
    "Where do I live?": "Porto",
    "What do I do for a living?": "nurse",
    "What am I allergic to?": "nuts",
    "Which framework did we choose?": "FastAPI",
    "What do I prefer?": "short answers",
    "When is the deadline?": "3 April",
}


@pytest.mark.parametrize(("question", "value"), QUESTIONS.items())
def test_what_a_summary_says_is_known_again(question, value):
    text = summary(*SAID)
    assert value in ask(
        Message("system", f"Summary of the conversation so far: {text}"), Message("user", question)
    )


def test_a_bare_order_keeps_less():
    text = summary(*SAID, order=BARE)
    assert "Ana" in text
    assert "tides" in text
    assert not any(lost in text for lost in ("FastAPI", "nuts", "short answers", "3 April"))


def test_an_old_summary_is_carried_on_and_corrected():
    old = Message("system", f"Summary of the conversation so far: {summary(*SAID)}")
    text = summary("I moved to Oslo.", "We use Redis.", before=[old])
    assert "Oslo" in text
    assert "Porto" not in text
    assert "Redis" in text
    assert "Ana" in text
    assert text.count("FastAPI") <= 2


def test_small_talk_is_lost():
    assert "weather" not in summary("Hi, I'm Ana.", "Lovely weather, the birds are singing.")


@pytest.mark.parametrize(("order", "limit"), [(RICH, 120), (BARE, 40), (f"{RICH} In at most 25 words.", 25)])
def test_is_bounded(order, limit):
    facts = [f"My gadget{number} is model{number} of the long series." for number in range(60)]
    text = summary("I'm Ana.", *facts, order=order)
    assert tokens.count_text(text) <= limit


def test_sentences_are_counted():
    assert summary(*SAID, order="Summarise this in two sentences, with the key facts.").count(".") == 2


def test_nothing_said_is_nothing_to_summarise():
    assert ask(Message("user", RICH)) == "Nothing has been said yet."


def test_langchains_summary_memory():
    import course_helpers

    course_helpers.start()
    from langchain_openai import ChatOpenAI

    with warnings.catch_warnings(record=True):  # the class is deprecated, and that is said in lesson 04
        from langchain_classic.memory import ConversationSummaryMemory

        memory = ConversationSummaryMemory(llm=ChatOpenAI(model="gpt-4o-mini"))
        memory.save_context({"input": "Hi, I'm Ana and I live in Porto."}, {"output": "Hello Ana!"})
        first = memory.buffer
        memory.save_context({"input": "I moved to Oslo."}, {"output": "Noted."})
    assert "Ana" in first
    assert "Porto" in first
    assert "Ana" in memory.buffer
    assert "Oslo" in memory.buffer
    assert "Porto" not in memory.buffer


def test_langchains_middleware():
    import course_helpers

    course_helpers.start()
    from langchain.agents import create_agent
    from langchain.agents.middleware import SummarizationMiddleware
    from langchain_openai import ChatOpenAI

    model = ChatOpenAI(model="gpt-4o-mini")
    middleware = SummarizationMiddleware(model=model, trigger=("messages", 4), keep=("messages", 2))
    agent = create_agent(model, middleware=[middleware])
    messages = []
    for text in ("Hi, I'm Ana and I live in Porto.", "I'm allergic to nuts.", "Why are there tides?"):
        messages = agent.invoke({"messages": [*messages, ("human", text)]})["messages"]
    final = agent.invoke({"messages": [*messages, ("human", "Where do I live?")]})["messages"]
    assert "Porto" in final[-1].text
    assert len(final) < 6


NAMES = st.sampled_from(["Amara", "Bruno", "Chiara", "Dmitri", "Elif"])
CITIES = st.sampled_from(["Porto", "Oslo", "Lima", "Kyoto", "Tunis"])
TOOLS = st.sampled_from(["FastAPI", "Postgres", "Redis", "Django", "Kafka"])


@given(NAMES, CITIES, TOOLS)
def test_round_trip(name, city, tool):
    text = summary(f"I'm {name}.", f"I live in {city}.", f"We decided to use {tool}.")
    again = ask(Message("system", f"Summary: {text}"), Message("user", RICH))
    for value in (name, city, tool):
        assert value in text
        assert value in again
