"""Failures on demand: they come when they are ordered, and only then."""

from __future__ import annotations

from time import perf_counter

import pytest
from langgraph.checkpoint.memory import MemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from course_helpers.rehearsal import Service, at_once, error_of, overlap, said, thread


def test_a_service_is_down_inside_the_block_only():
    service = Service("the provider")
    service.needed()
    with service.down(), pytest.raises(ConnectionError, match="the provider is down"):
        service.needed()
    service.needed()


def test_a_service_is_up_again_after_an_error_in_the_block():
    service = Service("the provider")
    with pytest.raises(ZeroDivisionError), service.down():
        raise ZeroDivisionError
    service.needed()


@pytest.fixture
def app():
    builder = StateGraph(MessagesState)
    builder.add_node("chat", lambda state: {"messages": [("ai", f"{len(state['messages'])}")]})
    builder.add_edge(START, "chat")
    return builder.compile(checkpointer=MemorySaver())


def test_two_runs_read_before_either_writes(app):
    for name in map(str, range(20)):
        with overlap(app):
            ends = app.batch([said("one"), said("two")], thread(name))
        assert [end["messages"][-1].text for end in ends] == ["1", "1"]
        assert len(app.get_state(thread(name)).values["messages"]) == 2


def test_a_run_that_stays_alone_goes_on(app, monkeypatch):
    monkeypatch.setattr("course_helpers.rehearsal.PATIENCE", 0.05)
    started = perf_counter()
    with overlap(app):
        app.invoke(said("one"), thread("t"))
        app.invoke(said("two"), thread("t"))
    assert len(app.get_state(thread("t")).values["messages"]) == 4
    assert perf_counter() - started < 1


def test_results_stand_in_the_order_of_the_values():
    assert at_once(str.upper, "a", "b", "c") == ["A", "B", "C"]


def test_an_error_becomes_one_line():
    def fails(text):
        raise ValueError(text)

    assert error_of(fails, "first\nsecond") == "ValueError: first"
    assert error_of(fails, "") == "ValueError: "
    with pytest.raises(AssertionError):
        error_of(str, "no error")


def test_a_text_said_twice_is_two_messages():
    first, second = said("yes")["messages"][0], said("yes")["messages"][0]
    assert first is not second
    assert first.text == "yes"
    assert thread("t") == {"configurable": {"thread_id": "t"}}
