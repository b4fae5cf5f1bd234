"""The tree of a thread's checkpoints: where it forks, and where the thread is now."""

from __future__ import annotations

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import MemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from course_helpers import branches
from course_helpers.rehearsal import said, thread

CONFIG = thread("t")


def echo(state):
    return {"messages": [("ai", f"You said {state['messages'][-1].text}")]}


@pytest.fixture
def app():
    builder = StateGraph(MessagesState)
    builder.add_node("chat", echo)
    builder.add_edge(START, "chat")
    made = builder.compile(checkpointer=MemorySaver())
    made.invoke(said("one"), CONFIG)
    made.invoke(said("two"), CONFIG)
    return made


@pytest.fixture
def words(monkeypatch):
    """What a picture says in words."""
    told = []
    monkeypatch.setattr(branches, "show", lambda figure, description: told.append(description))
    return told


def fork(app):
    past = next(
        old
        for old in app.get_state_history(CONFIG)
        if old.next == ("chat",) and len(old.values["messages"]) == 3
    )
    message = HumanMessage("three", id=past.values["messages"][-1].id)
    app.invoke(None, app.update_state(past.config, {"messages": [message]}))


def test_a_thread_without_forks_is_one_branch(app, words):
    branches.draw(app.get_state_history(CONFIG))
    assert words == [
        "A tree of 6 checkpoints with 1 branch: "
        "one ends at step 4 with 'You said two' (blue: the thread is here now)."
    ]


def test_a_fork_is_a_second_branch_and_the_thread_is_on_it(app, words):
    fork(app)
    branches.draw(app.get_state_history(CONFIG))
    assert "8 checkpoints with 2 branches" in words[0]
    assert "step 4 with 'You said two' (orange)" in words[0]
    assert "step 5 with 'You said three' (blue" in words[0]


def test_a_branch_has_a_line_of_its_own(app):
    fork(app)
    states = sorted(app.get_state_history(CONFIG), key=branches.checkpoint_id)
    lanes = branches.lanes_of(states)
    assert sorted(lanes.values()) == [0] * 6 + [1] * 2
    assert {lanes[branches.checkpoint_id(state)] for state in states[-2:]} == {1}
