"""The x-ray: its numbers are those of the saver, whichever saver it is."""

from __future__ import annotations

import os
import time
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, RemoveMessage
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, MessagesState, StateGraph

import course_helpers
from course_helpers.errors import CourseError
from course_helpers.xray import xray
from course_helpers.xray.layers import Thread
from course_helpers.xray.view import page, view

SECRET = 'the code is "7 Käse"'


@pytest.fixture(params=["InMemorySaver", "SqliteSaver", "PostgresSaver"])
def saver(request, tmp_path):
    """Each test below runs on each kind of saver; PostgreSQL only where TEST_DATABASE_URL names a server."""
    if request.param == "InMemorySaver":
        yield InMemorySaver()
    elif request.param == "SqliteSaver":
        with SqliteSaver.from_conn_string(str(tmp_path / "log.sqlite")) as saver:
            yield saver
    elif "TEST_DATABASE_URL" not in os.environ:
        pytest.skip("TEST_DATABASE_URL names no PostgreSQL server")
    else:
        with PostgresSaver.from_conn_string(os.environ["TEST_DATABASE_URL"]) as saver:
            saver.setup()
            for name in ("a", "b", "other", "long", "short"):
                saver.delete_thread(name)
            yield saver


@pytest.fixture
def app(saver):
    course_helpers.start(context_window=2_048)
    model = ChatOpenAI(model="gpt-4o-mini")

    def chatbot(state: MessagesState) -> dict[str, Any]:
        return {"messages": [model.invoke(state["messages"])]}

    return StateGraph(MessagesState).add_node(chatbot).add_edge(START, "chatbot").compile(checkpointer=saver)


def thread(name: str) -> dict[str, Any]:
    return {"configurable": {"thread_id": name}}


def say(app, text: str, name: str = "a") -> None:
    # As a tuple: a HumanMessage without an id is given one while it is being stored, and so has two sizes.
    app.invoke({"messages": [("human", text)]}, thread(name))


def versions_with(app, text: str, name: str = "a") -> int:
    """By the slow road: every version is loaded, and its messages and pending texts are read."""
    saved = app.checkpointer.list(thread(name))
    return sum(text in str(one.checkpoint["channel_values"]).replace("\\\\", "") for one in saved)


def test_shows_the_three_layers(app):
    say(app, "My name is Mira.")
    say(app, "What is my name?")
    looked = xray(app, thread("a"), "Mira")
    assert looked.prompt.messages == course_helpers.last_request().messages
    assert [message.type for message in looked.state] == ["human", "ai", "human", "ai"]
    assert len(looked.log.versions) == len(list(app.get_state_history(thread("a")))) == 6
    assert looked.found.versions == versions_with(app, "Mira")
    assert (looked.in_prompt, looked.in_state) == (True, True)
    assert "3 messages, 33 tokens of 2,048" in repr(looked)


def test_tells_where_a_removed_text_still_is(app):
    say(app, SECRET)
    say(app, "Why is the sky blue?")
    first = app.get_state(thread("a")).values["messages"][0]
    app.update_state(thread("a"), {"messages": [RemoveMessage(first.id)]})
    looked = xray(app, thread("a"), SECRET)
    assert not looked.in_state
    assert looked.found.versions == versions_with(app, SECRET) > 0


def test_counts_every_stored_row_and_byte(app, saver):
    if not isinstance(saver, InMemorySaver):
        pytest.skip("counts dict entries")
    say(app, "Hello.")
    say(app, "Hello.", "other")
    looked = xray(app, thread("a"))
    blobs = [blob for key, (_, blob) in saver.blobs.items() if key[0] == "a"]
    writes = [row for key, rows in saver.writes.items() if key[0] == "a" for row in rows.values()]
    assert looked.log.rows == 3 + len(blobs) + len(writes)
    assert looked.log.size == sum(map(len, blobs)) + sum(len(row[2][1]) for row in writes)


def test_is_the_same_in_every_run(app):
    tables = []
    for name in ("a", "b"):
        say(app, "My name is Mira.", name)
        tables.append(repr(xray(app, thread(name), "Mira")).replace("thread b", "thread a"))
    assert tables[0] == tables[1]


def test_keeps_threads_apart_that_say_the_same(app):
    say(app, "My name is Mira.", "long")
    say(app, "Why is the sky blue?", "long")
    say(app, "Why is the sky blue?", "short")
    assert len(xray(app, thread("long")).prompt.messages) == 3
    assert len(xray(app, thread("short")).prompt.messages) == 1


def test_shows_a_prompt_that_was_refused(app):
    say(app, "Hello.")
    with pytest.raises(Exception, match="exceed the configured limit"):
        say(app, "word " * 3_000)
    looked = xray(app, thread("a"))
    assert looked.prompt.reply is None
    assert "refused" in repr(looked)
    assert xray(app, thread("a"), turn=1).prompt.reply is not None


def test_goes_back_to_a_turn(app):
    for text in ("My name is Mira.", "Why is the sky blue?", "What is my name?"):
        say(app, text)
    looked = xray(app, thread("a"), turn=2)
    assert (len(looked.state), len(looked.prompt.messages), looked.turns) == (4, 3, 3)
    for turn in (0, 4, -1):
        with pytest.raises(CourseError, match="has 3 turns"):
            xray(app, thread("a"), turn=turn)


def test_an_unknown_thread_is_empty_and_stays_unknown(app, saver):
    looked = xray(app, thread("nobody"), "Mira")
    assert (looked.turns, looked.prompt, len(looked.state), looked.log.rows) == (0, None, 0, 0)
    assert "empty" in repr(looked)
    assert "nobody" not in getattr(saver, "storage", {})


@pytest.mark.parametrize("config", [None, {}, {"configurable": {}}, {"configurable": {"thread_id": ""}}])
def test_asks_for_the_thread(app, config):
    with pytest.raises(CourseError, match="Which thread"):
        xray(app, config)


def test_asks_for_a_checkpointer_and_a_text(app):
    with pytest.raises(CourseError, match="no checkpointer"):
        xray(app.copy({"checkpointer": None}), thread("a"))
    with pytest.raises(CourseError, match="no text to look for"):
        xray(app, thread("a"), "")


def long_thread(saver, turns: int):
    def talk(state: MessagesState) -> dict[str, Any]:
        return {"messages": [AIMessage("word " * 50)]}

    graph = StateGraph(MessagesState).add_node(talk).add_edge(START, "talk")
    app = graph.compile(checkpointer=saver)
    for number in range(turns):
        app.invoke(
            {"messages": [HumanMessage(f"turn {number} " + "word " * 50)]}, thread("long"), durability="exit"
        )
    return app


def test_is_quick_with_a_thousand_messages(saver):
    app = long_thread(saver, 500)
    started = time.perf_counter()
    looked = xray(app, thread("long"), "turn 499 ")
    seconds = time.perf_counter() - started
    assert (len(looked.state), looked.turns, looked.in_state) == (1_000, 500, True)
    assert seconds < 0.9, seconds  # 0.1 s, with SqliteSaver 0.25 s, where nothing else runs


def test_the_view_follows_slider_and_search(app):
    for text in ("My name is Mira <b>.", "What is my name?"):
        say(app, text)
    one = Thread(app, thread("a"))
    box = view(one, one.at())
    (slider, wanted), chosen, layers = box.children[0].children, box.children[1], box.children[2]
    assert "turn 2 of 2" in layers.value
    assert "3 messages, " in layers.value
    slider.value = 1
    assert "turn 1 of 2" in layers.value
    assert "1 message, " in layers.value
    chosen.value = "My name is Mira <b>."
    assert wanted.value == "My name is Mira <b>."
    assert "in the log in 6 versions" in layers.value
    assert "<b>." not in layers.value


def test_the_view_of_a_long_thread_stays_small(saver):
    app = long_thread(saver, 100)
    assert len(page(Thread(app, thread("long")).at())) < 40_000
