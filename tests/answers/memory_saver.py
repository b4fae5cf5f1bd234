"""Answers to exercise 06."""

from __future__ import annotations

import json
import re
import uuid
from typing import Any

from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver, MemorySaver

from course_helpers.exercises.memory_saver import chat_builder, row_builder


def config_of(thread_id: Any) -> Any:
    return {"configurable": {"thread_id": thread_id}}


def human(text: Any) -> Any:
    return {"messages": [HumanMessage(text)]}


# --- 6.1 -------------------------------------------------------------------------------------------------


def saver_and_ids(builder, turns):
    app = builder.compile(checkpointer=MemorySaver())
    for thread_id, text in turns:
        app.invoke(human(text), config_of(thread_id))
    return app


def pairs_and_stream(builder, turns):
    app = builder.compile(InMemorySaver())
    for thread_id, text in turns:
        for _ in app.stream({"messages": [("user", text)]}, config=config_of(thread_id)):
            pass
    return app


def compiled_again_with_one_saver(builder, turns):
    saver = MemorySaver()
    for thread_id, text in turns:
        app = builder.compile(checkpointer=saver)
        app.invoke({"messages": {"role": "user", "content": text}}, config_of(thread_id), durability="exit")
    return app


def no_saver(builder, turns):
    app = builder.compile()
    for thread_id, text in turns:
        app.invoke(human(text), config_of(thread_id))
    return app


def no_thread_id(builder, turns):
    app = builder.compile(checkpointer=MemorySaver())
    for _, text in turns:
        app.invoke(human(text))
    return app


def one_thread_for_all(builder, turns):
    app = builder.compile(checkpointer=MemorySaver())
    for _, text in turns:
        app.invoke(human(text), config_of("main"))
    return app


def saver_in_the_loop(builder, turns):
    for thread_id, text in turns:
        app = builder.compile(checkpointer=MemorySaver())
        app.invoke(human(text), config_of(thread_id))
    return app


def new_id_each_turn(builder, turns):
    app = builder.compile(checkpointer=MemorySaver())
    for thread_id, text in turns:
        app.invoke(human(text), config_of(f"{thread_id}-{uuid.uuid4()}"))
    return app


def history_passed_in_as_well(builder, turns):
    app = builder.compile(checkpointer=MemorySaver())
    said: dict[str, list[Any]] = {}
    for thread_id, text in turns:
        said.setdefault(thread_id, []).append(("user", text))
        app.invoke({"messages": said[thread_id]}, config_of(thread_id))
    return app


def history_by_hand(builder, turns):
    app = builder.compile()
    said: dict[str, list[Any]] = {}
    for thread_id, text in turns:
        messages = [*said.get(thread_id, []), HumanMessage(text)]
        said[thread_id] = app.invoke({"messages": messages})["messages"]
    return app


def replies_returned(builder, turns):
    app = saver_and_ids(builder, turns)
    return [message.text for message in app.get_state(config_of(turns[0][0])).values["messages"]]


def the_class(builder, turns):
    app = builder.compile(checkpointer=MemorySaver)
    for thread_id, text in turns:
        app.invoke(human(text), config_of(thread_id))
    return app


def threads_suffixed(builder, turns):
    app = builder.compile(checkpointer=MemorySaver())
    for thread_id, text in turns:
        app.invoke(human(text), config_of(f"thread {thread_id}"))
    return app


def nothing_done(builder, turns):
    return None


# --- 6.2 -------------------------------------------------------------------------------------------------


def chat_by(thread_of: Any) -> Any:
    """A chat whose thread_id is thread_of(user, conversation)."""
    app = chat_builder().compile(checkpointer=MemorySaver())

    def chat(user, conversation, text):
        return app.invoke(human(text), config_of(thread_of(user, conversation)))["messages"][-1].text

    return chat


by_json = chat_by(lambda user, conversation: json.dumps({"user": user, "conversation": conversation}))
by_tuple = chat_by(lambda user, conversation: (user, conversation))
by_length = chat_by(lambda user, conversation: f"{len(user)}:{user}{conversation}")
IDS: dict[tuple[str, str], str] = {}
by_table = chat_by(lambda user, conversation: IDS.setdefault((user, conversation), str(uuid.uuid4())))

user_only = chat_by(lambda user, conversation: user)
conversation_only = chat_by(lambda user, conversation: conversation)
one_for_all = chat_by(lambda user, conversation: "main")
dashed = chat_by(lambda user, conversation: f"{user}-{conversation}")
colon = chat_by(lambda user, conversation: f"{user}:{conversation}")
user_after = chat_by(lambda user, conversation: f"{conversation}/{user}")
double_colon = chat_by(lambda user, conversation: f"{user}::{conversation}")
sanitised = chat_by(lambda user, conversation: re.sub(r"\W", "_", repr((user, conversation))))
glued = chat_by(lambda user, conversation: user + conversation)
new_each_time = chat_by(lambda user, conversation: str(uuid.uuid4()))
lost = chat_by(lambda user, conversation: None)


def nobody_in_particular(user, conversation, text):
    return chat_builder().compile(checkpointer=MemorySaver()).invoke(human(text))["messages"][-1].text


def new_saver(user, conversation, text):
    app = chat_builder().compile(checkpointer=MemorySaver())
    return app.invoke(human(text), config_of(user + "/" + conversation))["messages"][-1].text


def whole_state(user, conversation, text):
    app = chat_builder().compile(checkpointer=MemorySaver())
    return app.invoke(human(text), config_of(user))


# --- 6.3 -------------------------------------------------------------------------------------------------


def play(n, turns, saver, thread_id="t", **how):
    app = row_builder(n).compile(checkpointer=saver)
    for _ in range(turns):
        app.invoke(human("Hello."), config_of(thread_id), **how)
    return app


def from_the_history(n, turns, saver):
    app = play(n, turns, saver)
    return turns * (n + 2), sum(1 for _ in app.get_state_history(config_of("t")))


def from_the_saver(n, turns, saver):
    play(n, turns, saver)
    return [n * turns + 2 * turns, len(list(saver.list(config_of("t"))))]


def one_a_node(n, turns, saver):
    return n * turns, from_the_history(n, turns, saver)[1]


def no_start(n, turns, saver):
    return (n + 1) * turns, from_the_history(n, turns, saver)[1]


def one_turn_predicted(n, turns, saver):
    return n + 2, from_the_history(n, turns, saver)[1]


def two_in_all(n, turns, saver):
    return n * turns + 2, from_the_history(n, turns, saver)[1]


def last_turn_measured(n, turns, saver):
    return (n + 2) * turns, from_the_history(n, turns, saver)[1] // turns


def predicted_only(n, turns, saver):
    return (n + 2) * turns


def not_measured(n, turns, saver):
    return (n + 2) * turns, (n + 2) * turns


def own_saver(n, turns, saver):
    return from_the_history(n, turns, MemorySaver())


def one_turn_played(n, turns, saver):
    return (n + 2) * turns, from_the_history(n, 1, saver)[1]


def thread_a_turn(n, turns, saver):
    for turn in range(turns):
        play(n, 1, saver, f"turn {turn}")
    return (n + 2) * turns, len(list(saver.list(None)))


def written_at_exit(n, turns, saver):
    play(n, turns, saver, durability="exit")
    return (n + 2) * turns, len(list(saver.list(None)))


def messages_counted(n, turns, saver):
    app = play(n, turns, saver)
    return (n + 2) * turns, len(app.get_state(config_of("t")).values["messages"])


def no_count(n, turns, saver):
    return None


# --- 6.4 -------------------------------------------------------------------------------------------------


def by_sorting(app, thread_id):
    rows = [
        (snapshot.metadata["step"], snapshot.metadata["source"], len(snapshot.values["messages"]))
        for snapshot in app.get_state_history(config_of(thread_id))
    ]
    return sorted(rows, key=lambda row: row[0])


def by_inserting(app, thread_id):
    rows: list[Any] = []
    for snapshot in app.get_state_history(config_of(thread_id)):
        meta = snapshot.metadata
        rows.insert(0, [meta["step"], meta["source"], len(snapshot.values.get("messages", []))])
    return rows


def newest_first(app, thread_id):
    return by_sorting(app, thread_id)[::-1]


def live_state_only(app, thread_id):
    return by_sorting(app, thread_id)[-1:]


def supersteps_only(app, thread_id):
    return [row for row in by_sorting(app, thread_id) if row[1] == "loop"]


def numbered_from_one(app, thread_id):
    return [(place, *row[1:]) for place, row in enumerate(by_sorting(app, thread_id), 1)]


def messages_of_today(app, thread_id):
    kept = len(app.get_state(config_of(thread_id)).values.get("messages", []))
    return [(*row[:2], kept) for row in by_sorting(app, thread_id)]


def messages_themselves(app, thread_id):
    history = reversed(list(app.get_state_history(config_of(thread_id))))
    return [(c.metadata["step"], c.metadata["source"], c.values["messages"]) for c in history]


def every_thread(app, thread_id):
    return [
        (c.metadata["step"], c.metadata["source"], len(c.checkpoint["channel_values"].get("messages", [])))
        for c in reversed(list(app.checkpointer.list(None)))
    ]


def dicts(app, thread_id):
    return [snapshot.metadata for snapshot in app.get_state_history(config_of(thread_id))]


def not_reversible(app, thread_id):
    return [snapshot.metadata["step"] for snapshot in reversed(app.get_state_history(config_of(thread_id)))]


def as_text(app, thread_id):
    return "\n".join(str(row) for row in by_sorting(app, thread_id))


def generated(app, thread_id):
    return (row for row in by_sorting(app, thread_id))


def at_least_one(app, thread_id):
    return by_sorting(app, thread_id) or [(-1, "input", 0)]


def thread_id_in_the_open(app, thread_id):
    return list(app.get_state_history(thread_id))


def no_past(app, thread_id):
    return None


RIGHT = {
    "give_memory": [saver_and_ids, pairs_and_stream, compiled_again_with_one_saver],
    "keep_apart": [by_json, by_tuple, by_length, by_table],
    "count_checkpoints": [from_the_history, from_the_saver],
    "read_past": [by_sorting, by_inserting],
}
WRONG = {
    "give_memory": [
        (no_saver, "turn 2 the model was sent 1 message; expected 3: all that was said before"),
        (no_thread_id, "no_thread_id raised ValueError in line"),
        (one_thread_for_all, "which was said in another conversation"),
        (saver_in_the_loop, "Who keeps the state between two invokes, and under which id?"),
        (new_id_each_turn, "Who keeps the state between two invokes, and under which id?"),
        (history_passed_in_as_well, "At turn 2 the model was sent 4 messages; expected 3"),
        (
            history_by_hand,
            "get_state on what history_by_hand returned raised ValueError: No checkpointer set",
        ),
        (replies_returned, "expected the compiled graph"),
        (the_class, "the_class raised"),
        (threads_suffixed, "get_state finds 0 messages in thread"),
        (nothing_done, "… 6.1 nothing_done still returns None"),
        (None, "The answer should be a function; it is None."),
    ],
    "keep_apart": [
        (user_only, "one user, two conversations. Is the user the thread?"),
        (conversation_only, "two users who chose the same name. Is the conversation alone the thread?"),
        (one_for_all, "✗ 6.2 In conversation"),
        (dashed, "Do two different pairs make one thread_id?"),
        (colon, "Do two different pairs make one thread_id?"),
        (user_after, "Do two different pairs make one thread_id?"),
        (double_colon, "Do two different pairs make one thread_id?"),
        (sanitised, "Do two different pairs make one thread_id?"),
        (glued, "Do two different pairs make one thread_id?"),
        (new_each_time, "the model was sent 1 message; expected 3"),
        (lost, "✗ 6.2 In conversation"),
        (nobody_in_particular, "nobody_in_particular raised ValueError in line"),
        (new_saver, "Who keeps the state between two invokes, and under which id?"),
        (whole_state, "expected the reply's text"),
        (lambda user, conversation, text: None, "… 6.2"),
    ],
    "count_checkpoints": [
        (one_a_node, "What is written besides one for each node?"),
        (no_start, "An invoke writes one more"),
        (one_turn_predicted, "Is that one turn?"),
        (two_in_all, "How often does a text come in?"),
        (last_turn_measured, "Is that one turn?"),
        (predicted_only, "expected two whole numbers"),
        (not_measured, "the saver holds nothing"),
        (own_saver, "the saver holds nothing"),
        (one_turn_played, "the saver saw 1 invoke that wrote an input; expected"),
        (thread_a_turn, "expected all turns in one"),
        (written_at_exit, "6.3 written_at_exit(n=1, turns=1, …): "),
        (messages_counted, "the saver holds"),
        (no_count, "… 6.3 no_count still returns None"),
    ],
    "read_past": [
        (newest_first, "the newest; expected the oldest first"),
        (live_state_only, "returned 1 row; the thread has"),
        (supersteps_only, "the thread has"),
        (numbered_from_one, "Row 1 of"),
        (messages_of_today, "Row 1 of"),
        (messages_themselves, "Row 1 of"),
        (every_thread, "the thread has"),
        (dicts, "expected triples: step, source, number of messages"),
        (not_reversible, "not_reversible raised TypeError in line"),
        (as_text, "expected a list of triples"),
        (generated, "expected a list of triples"),
        (at_least_one, "For a thread that was never used at_least_one returned"),
        (thread_id_in_the_open, "thread_id_in_the_open raised"),
        (no_past, "… 6.4 no_past still returns None"),
    ],
}
