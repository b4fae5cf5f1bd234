"""Answers to exercise 07."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from threading import Lock, RLock

from langchain_core.messages import AIMessage, HumanMessage, RemoveMessage, ToolMessage
from langgraph.graph import END
from langgraph.prebuilt import tools_condition
from langgraph.types import Command, interrupt


def thread(thread_id):
    return {"configurable": {"thread_id": thread_id}}


def said(text, **more):
    return {"messages": [HumanMessage(text, **more)]}


def stored(app, config):
    return app.get_state(config).values.get("messages", [])


def last_text(result):
    return result["messages"][-1].text


# --- 7.1 -------------------------------------------------------------------------------------------------


def none_if_known(app, config, text, message_id):
    known = any(message.id == message_id for message in stored(app, config))
    return last_text(app.invoke(None if known else said(text, id=message_id), config))


def by_next(app, config, text, message_id):
    state = app.get_state(config)
    ids = [message.id for message in state.values.get("messages", [])]
    if message_id in ids and not state.next:
        return state.values["messages"][ids.index(message_id) + 1].text
    return last_text(app.invoke(said(text, id=message_id), config))


def dicts(app, config, text, message_id):
    messages = app.get_state(config).values.get("messages") or []
    if message_id in {message.id for message in messages} and messages[-1].type == "ai":
        return messages[-1].content
    turn = {"messages": {"role": "user", "content": text, "id": message_id}}
    return app.invoke(turn, config)["messages"][-1].content


def naive(app, config, text, message_id):
    return last_text(app.invoke(said(text), config))


def id_alone(app, config, text, message_id):
    return last_text(app.invoke(said(text, id=message_id), config))


def one_id_for_all(app, config, text, message_id):
    return last_text(app.invoke(said(text, id="message"), config))


def hash_as_id(app, config, text, message_id):
    return last_text(app.invoke(said(text, id=hashlib.sha256(text.encode()).hexdigest()), config))


def none_whenever_next(app, config, text, message_id):
    return last_text(app.invoke(None if app.get_state(config).next else said(text), config))


def always_none(app, config, text, message_id):
    return last_text(app.invoke(None, config))


def same_text_is_same_turn(app, config, text, message_id):
    known = any(m.type == "human" and m.text == text for m in stored(app, config))
    return last_text(app.invoke(None if known else said(text), config))


def swallowed(app, config, text, message_id):
    try:
        return last_text(app.invoke(said(text, id=message_id), config))
    except ConnectionError:
        return "Sorry, try again."


def a_thread_for_each_turn(app, config, text, message_id):
    return last_text(app.invoke(said(text, id=message_id), thread(message_id)))


def thread_deleted_first(app, config, text, message_id):
    if app.get_state(config).next:
        app.checkpointer.delete_thread(config["configurable"]["thread_id"])
    return last_text(app.invoke(said(text, id=message_id), config))


def message_returned(app, config, text, message_id):
    return app.invoke(said(text, id=message_id), config)["messages"][-1]


def nothing(*arguments):
    return None


def odd(app, config, *rest):
    raise SystemExit(3)


# --- 7.2 -------------------------------------------------------------------------------------------------


def past_state(app, config, old):
    return next(
        past
        for past in app.get_state_history(config)
        if past.next == ("chat",) and past.values["messages"][-1].text == old
    )


def updated(app, config, old, new):
    past = past_state(app, config, old)
    message = past.values["messages"][-1].model_copy(update={"content": new})
    fork = app.update_state(past.config, {"messages": message})
    return last_text(app.invoke(None, fork))


def said_where_the_turn_began(app, config, old, new):
    history = list(app.get_state_history(config))
    place = history.index(past_state(app, config, old))
    before = next(past for past in history[place:] if past.next == ())
    return last_text(app.invoke(said(new), before.config))


def run_by_the_thread(app, config, old, new):
    past = past_state(app, config, old)
    app.update_state(past.config, said(new, id=past.values["messages"][-1].id))
    return last_text(app.invoke(None, config))


def without_the_id(app, config, old, new):
    past = past_state(app, config, old)
    return last_text(app.invoke(None, app.update_state(past.config, said(new))))


def on_the_newest_state(app, config, old, new):
    return last_text(app.invoke(said(new), config))


def oldest_time(app, config, old, new):
    past = [
        past
        for past in app.get_state_history(config)
        if past.next == ("chat",) and past.values["messages"][-1].text == old
    ][-1]
    return last_text(
        app.invoke(None, app.update_state(past.config, said(new, id=past.values["messages"][-1].id)))
    )


def replayed(app, config, old, new):
    return last_text(app.invoke(None, past_state(app, config, old).config))


def not_run(app, config, old, new):
    past = past_state(app, config, old)
    app.update_state(past.config, said(new, id=past.values["messages"][-1].id))


def replaced_in_place(app, config, old, new):
    message = next(m for m in reversed(stored(app, config)) if m.text == old)
    app.update_state(config, said(new, id=message.id), as_node="__start__")
    return last_text(app.invoke(None, config))


def started_over(app, config, old, new):
    messages = stored(app, config)
    place = max(place for place, message in enumerate(messages) if message.text == old)
    app.checkpointer.delete_thread(config["configurable"]["thread_id"])
    return last_text(app.invoke({"messages": [*messages[:place], HumanMessage(new)]}, config))


def on_another_thread(app, config, old, new):
    past = past_state(app, config, old)
    turn = {"messages": [*past.values["messages"][:-1], HumanMessage(new)]}
    return last_text(app.invoke(turn, thread("elsewhere")))


def state_returned(app, config, old, new):
    past = past_state(app, config, old)
    return app.invoke(None, app.update_state(past.config, said(new, id=past.values["messages"][-1].id)))


# --- 7.3 -------------------------------------------------------------------------------------------------


def open_calls(messages):
    answered = {message.tool_call_id for message in messages if isinstance(message, ToolMessage)}
    calls = [call for message in messages if isinstance(message, AIMessage) for call in message.tool_calls]
    return [call for call in calls if call["id"] not in answered]


def error_for(call, status="error"):
    return ToolMessage("Error: no answer.", name=call["name"], tool_call_id=call["id"], status=status)


def of_the_last_call(app, config):
    messages = stored(app, config)
    done = set()
    for message in reversed(messages):
        if message.type == "tool":
            done.add(message.tool_call_id)
            continue
        missing = [call for call in getattr(message, "tool_calls", []) if call["id"] not in done]
        if missing:
            app.update_state(config, {"messages": [error_for(call) for call in missing]}, as_node="tools")
        return


def one_by_one(app, config):
    for call in open_calls(stored(app, config)):
        app.update_state(config, {"messages": [error_for(call)]})


def nothing_mended(app, config):
    return None


def only_the_first(app, config):
    for call in open_calls(stored(app, config))[:1]:
        app.update_state(config, {"messages": [error_for(call)]})


def every_call_of_the_last(app, config):
    messages = stored(app, config)
    calls = [call for message in messages if message.type == "ai" for call in message.tool_calls]
    if open_calls(messages):
        app.update_state(config, {"messages": [error_for(call) for call in calls]})


def status_forgotten(app, config):
    calls = open_calls(stored(app, config))
    if calls:
        app.update_state(config, {"messages": [error_for(call, "success") for call in calls]})


def call_removed(app, config):
    messages = stored(app, config)
    if open_calls(messages):
        drop = [RemoveMessage(m.id) for m in messages if m.type == "tool" or getattr(m, "tool_calls", [])]
        app.update_state(config, {"messages": drop})


def tried_again(app, config):
    app.invoke(None, config)


def an_apology(app, config):
    if open_calls(stored(app, config)):
        app.update_state(config, {"messages": [AIMessage("Sorry, that failed.")]})


def always_something(app, config):
    messages = stored(app, config)
    results = [error_for(call) for call in open_calls(messages)]
    app.update_state(config, {"messages": results or [AIMessage("All is well.")]})


def values_without_get(app, config):
    messages = app.get_state(config).values["messages"]
    calls = open_calls(messages)
    if calls:
        app.update_state(config, {"messages": [error_for(call) for call in calls]})


def made_up_ids(app, config):
    calls = open_calls(stored(app, config))
    if calls:
        results = [ToolMessage("Error", tool_call_id=call["name"], status="error") for call in calls]
        app.update_state(config, {"messages": results})


# --- 7.4 -------------------------------------------------------------------------------------------------


def last_call(state):
    return state["messages"][-1].tool_calls[0]


def refusal(call):
    return ToolMessage("Error: a person said no.", tool_call_id=call["id"], status="error")


def with_nodes(builder, checkpointer, first, **nodes):
    """The graph with nodes between the agent and the tools; they lead on by themselves."""
    for name, node in nodes.items():
        builder.add_node(name, node)
    builder.add_conditional_edges("agent", tools_condition, {"tools": first, END: END})
    return builder.compile(checkpointer=checkpointer)


def decide(state):
    call = last_call(state)
    if interrupt(call["args"]):
        return Command(goto="tools")
    return Command(goto="agent", update={"messages": [refusal(call)]})


def two_nodes(builder, notify, checkpointer):
    def tell(state):
        notify(last_call(state)["args"])
        return Command(goto="decide")

    return with_nodes(builder, checkpointer, "tell", tell=tell, decide=decide)


def a_key_for_each_call(builder, notify, checkpointer):
    told = set()

    def ask(state):
        call = last_call(state)
        if call["id"] not in told:
            told.add(call["id"])
            notify(call["args"])
        return decide(state)

    return with_nodes(builder, checkpointer, "ask", ask=ask)


def told_on_the_edge(builder, notify, checkpointer):
    def route(state):
        for call in state["messages"][-1].tool_calls:
            notify(call["args"])
            return "decide"
        return END

    builder.add_node("decide", decide)
    builder.add_conditional_edges("agent", route, ["decide", END])
    return builder.compile(checkpointer=checkpointer)


def not_asked(builder, notify, checkpointer):
    return with_nodes(builder, checkpointer, "tools")


def told_twice(builder, notify, checkpointer):
    def ask(state):
        notify(last_call(state)["args"])
        return decide(state)

    return with_nodes(builder, checkpointer, "ask", ask=ask)


def told_afterwards(builder, notify, checkpointer):
    def ask(state):
        call = last_call(state)
        yes = interrupt(call["args"])
        notify(call["args"])
        if yes:
            return Command(goto="tools")
        return Command(goto="agent", update={"messages": [refusal(call)]})

    return with_nodes(builder, checkpointer, "ask", ask=ask)


def with_tell(decide):
    """An answer that differs from two_nodes in how it decides."""

    def build(builder, notify, checkpointer):
        def tell(state):
            notify(last_call(state)["args"])
            return Command(goto="decide")

        return with_nodes(builder, checkpointer, "tell", tell=tell, decide=decide)

    return build


def no_ends_the_run(state):
    return Command(goto="tools" if interrupt(last_call(state)["args"]) else END)


def no_is_ignored(state):
    interrupt(last_call(state)["args"])
    return Command(goto="tools")


def no_leaves_the_call_open(state):
    return Command(goto="tools" if interrupt(last_call(state)["args"]) else "agent")


def the_whole_call(state):
    interrupt(last_call(state))
    return Command(goto="tools")


def a_question(state):
    interrupt("Refund it?")
    return Command(goto="tools")


def the_word_yes(state):
    call = last_call(state)
    if interrupt(call["args"]) == "yes":
        return Command(goto="tools")
    return Command(goto="agent", update={"messages": [refusal(call)]})


def no_is_told_by_hand(state):
    call = last_call(state)
    if interrupt(call["args"]):
        return Command(goto="tools")
    return Command(goto=END, update={"messages": [refusal(call)]})


def asked_behind_the_tools(builder, notify, checkpointer):
    def ask(state):
        call = [m for m in state["messages"] if m.type == "ai"][-1].tool_calls[0]
        notify(call["args"])
        interrupt(call["args"])

    builder.add_node("ask", ask)
    builder.add_edge("tools", "ask")
    builder.add_conditional_edges("agent", tools_condition)
    return builder.compile(checkpointer=checkpointer)


def every_turn_asks(builder, notify, checkpointer):
    builder.add_node("decide", decide)
    builder.add_edge("agent", "decide")
    return builder.compile(checkpointer=checkpointer)


def even_talk_is_told(builder, notify, checkpointer):
    def tell(state):
        calls = state["messages"][-1].tool_calls
        notify(calls[0]["args"] if calls else {})
        return Command(goto="decide" if calls else END)

    builder.add_node("tell", tell)
    builder.add_node("decide", decide)
    builder.add_edge("agent", "tell")
    return builder.compile(checkpointer=checkpointer)


def stopped_before_the_tools(builder, notify, checkpointer):
    builder.add_conditional_edges("agent", tools_condition)
    return builder.compile(checkpointer=checkpointer, interrupt_before=["tools"])


def no_checkpointer(builder, notify, checkpointer):
    return two_nodes(builder, notify, None)


def not_compiled(builder, notify, checkpointer):
    return builder


def told_of_the_call(builder, notify, checkpointer):
    def tell(state):
        notify(last_call(state))
        return Command(goto="decide")

    return with_nodes(builder, checkpointer, "tell", tell=tell, decide=decide)


# --- 7.5 -------------------------------------------------------------------------------------------------

LOCKS = {}
R_LOCKS = defaultdict(RLock)
GUARD = Lock()
ONE_LOCK = Lock()


def play(app, thread_id, text):
    return last_text(app.invoke(said(text), thread(thread_id)))


def set_default(app, thread_id, text):
    with LOCKS.setdefault(thread_id, Lock()):
        return play(app, thread_id, text)


def guarded_dict(app, thread_id, text):
    with GUARD:
        lock = R_LOCKS[thread_id]
    lock.acquire()
    try:
        return play(app, thread_id, text)
    finally:
        lock.release()


def unlocked(app, thread_id, text):
    return play(app, thread_id, text)


def lock_of_its_own(app, thread_id, text):
    with Lock():
        return play(app, thread_id, text)


def one_lock_for_all(app, thread_id, text):
    with ONE_LOCK:
        return play(app, thread_id, text)


NOT_RELEASED = defaultdict(Lock)


def not_released(app, thread_id, text):
    lock = NOT_RELEASED[thread_id]
    lock.acquire()
    reply = play(app, thread_id, text)
    lock.release()
    return reply


READ_LOCKS = defaultdict(Lock)


def only_reading_locked(app, thread_id, text):
    with READ_LOCKS[thread_id]:
        app.get_state(thread(thread_id))
    return play(app, thread_id, text)


BUSY = defaultdict(Lock)


def refused_when_busy(app, thread_id, text):
    if not BUSY[thread_id].acquire(blocking=False):
        raise RuntimeError("409 busy")
    try:
        return play(app, thread_id, text)
    finally:
        BUSY[thread_id].release()


def lock_for_each_text(app, thread_id, text):
    with LOCKS.setdefault((thread_id, text), Lock()):
        return play(app, thread_id, text)


def swallows_errors(app, thread_id, text):
    with LOCKS.setdefault(thread_id, Lock()):
        try:
            return play(app, thread_id, text)
        except ConnectionError:
            return "Sorry."


def a_thread_for_each_text(app, thread_id, text):
    return play(app, f"{thread_id} {text}", text)


def result_returned(app, thread_id, text):
    with LOCKS.setdefault(thread_id, Lock()):
        return app.invoke(said(text), thread(thread_id))


RIGHT = {
    "send_once": [none_if_known, by_next, dicts],
    "fork_thread": [updated, said_where_the_turn_began, run_by_the_thread],
    "mend_thread": [of_the_last_call, one_by_one],
    "ask_first": [two_nodes, a_key_for_each_call, told_on_the_edge],
    "lock_thread": [set_default, guarded_dict],
}

WRONG = {
    "send_once": [
        (naive, "the new text reached the model 3 times; expected once. (After 2 failed attempts.)"),
        (id_alone, "the client sent text and id again: the model was called 1 time"),
        (one_id_for_all, "At turn 2 the last message was 'Hello"),
        (hash_as_id, "expected the stored reply, without a call"),
        (none_whenever_next, "expected the stored reply, without a call"),
        (always_none, "always_none raised EmptyInputError"),
        (same_text_is_same_turn, "returned the str 'Your name is"),
        (swallowed, "expected it to let the error through"),
        (a_thread_for_each_turn, "At turn 2 the model was sent 1 message; expected 3"),
        (thread_deleted_first, "At turn 2 the model was sent 1 message; expected 3"),
        (message_returned, "expected the reply's text, a str"),
        (nothing, "… 7.1 nothing still returns None"),
        (odd, "odd raised SystemExit"),
        (None, "The answer should be a function"),
    ],
    "fork_thread": [
        (without_the_id, "Which of them takes the other's place?"),
        (on_the_newest_state, "the whole conversation, then the new text. Where did the run begin?"),
        (oldest_time, "the newest time counts"),
        (replayed, "Was a past state run on as it was?"),
        (not_run, "the model was not called"),
        (replaced_in_place, "is not part of it"),
        (started_over, "The old branch is gone"),
        (on_another_thread, "expected 6, ending with the new reply"),
        (state_returned, "expected the reply's text, a str"),
        (nothing, "… 7.2 nothing still returns None"),
        (odd, "odd raised SystemExit"),
    ],
    "mend_thread": [
        (nothing_mended, "… 7.3 nothing_mended left a thread after a crash as it was: 2 open calls"),
        (only_the_first, "1 of 2 open calls still had no result"),
        (every_call_of_the_last, "3 results came in for 2 open calls; expected one each"),
        (status_forgotten, "has the status 'success'"),
        (call_removed, "are gone or changed"),
        (tried_again, "tried_again raised ConnectionError"),
        (an_apology, "2 of 2 open calls still had no result"),
        (always_something, "nothing was to mend"),
        (values_without_get, "raised KeyError"),
        (made_up_ids, "2 of 2 open calls still had no result"),
    ],
    "ask_first": [
        (not_asked, "was refunded before anybody was asked"),
        (told_twice, "What runs again when a node resumes?"),
        (told_afterwards, "notify was not called"),
        (with_tell(no_ends_the_run), "A person said no, and the model's call has no result"),
        (with_tell(no_is_ignored), "expected not at all"),
        (with_tell(no_leaves_the_call_open), "A person said no: the graph raised"),
        (with_tell(the_whole_call), "expected the call's arguments"),
        (with_tell(a_question), "The pause hands out the str 'Refund it?'"),
        (with_tell(the_word_yes), "A person said yes, and order"),
        (with_tell(no_is_told_by_hand), "the model was not asked again"),
        (asked_behind_the_tools, "was refunded before anybody was asked"),
        (every_turn_asks, "Somebody said their name: the graph raised IndexError"),
        (even_talk_is_told, "Somebody only said their name"),
        (stopped_before_the_tools, "The run stopped before 'tools' and handed nothing out"),
        (no_checkpointer, "The graph has no checkpointer"),
        (not_compiled, "not_compiled returned a StateGraph; expected a compiled graph"),
        (told_of_the_call, "notify got the dict"),
        (nothing, "… 7.4 nothing still returns None"),
        (odd, "odd raised SystemExit"),
    ],
    "lock_thread": [
        (unlocked, "runs had read it and not yet written"),
        (lock_of_its_own, "3 turns at once on one thread left"),
        (one_lock_for_all, "one had to wait for the other. Whose lock is it?"),
        (not_released, "still hung after"),
        (only_reading_locked, "3 turns at once on one thread left"),
        (refused_when_busy, "refused_when_busy raised RuntimeError"),
        (lock_for_each_text, "3 turns at once on one thread left"),
        (swallows_errors, "expected the error to get through"),
        (a_thread_for_each_text, "is empty. Which thread_id"),
        (result_returned, "expected the reply's text, a str"),
        (nothing, "… 7.5 nothing still returns None"),
        (None, "The answer should be a function"),
    ],
}
