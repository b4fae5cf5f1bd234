"""Exercise 06: give a graph memory, keep conversations apart, count and read checkpoints."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from random import Random
from typing import Any

from langchain_core.messages import BaseMessage, HumanMessage
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import MemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from course_helpers.exercises.dialogue import Said, compare, counted, dialogue
from course_helpers.exercises.stateless_calls import CITIES, NAMES, small_talk
from course_helpers.exercises.task import (
    Incorrect,
    NotAttempted,
    Task,
    call,
    described,
    named,
    not_begun,
    safely,
    shortened,
)
from course_helpers.gateway.log import Request
from course_helpers.quiz import Choice, Question
from course_helpers.session import recorded

_used = count(1)
LESSON = "06_memory_saver"
ROLES = {"human": "user", "ai": "assistant"}
MARKS = ("-", "_", ":", "/", "|", ".", " ", "#", ",", "--", "__", "::")  # what people glue ids with
TOPICS = ("Why are there tides?", "Why is the sky blue?", "How does a rainbow form?", "Why are there seasons?")


def chatbot(state: MessagesState) -> dict[str, list[BaseMessage]]:
    """The node of the exercise's graph: asks the model, returns its reply."""
    return {"messages": [ChatOpenAI(model="gpt-4o-mini").invoke(state["messages"])]}


def chat_builder() -> Any:
    """A graph with one node, which asks the model; not compiled yet."""
    return StateGraph(MessagesState).add_node("chatbot", chatbot).add_edge(START, "chatbot")


def nothing(state: MessagesState) -> dict[str, Any]:
    return {}


def row_builder(nodes: int) -> Any:
    """A graph with `nodes` nodes in a row that change nothing; not compiled yet."""
    steps = [(f"node {place}", nothing) for place in range(1, nodes + 1)]
    return StateGraph(MessagesState).add_sequence(steps).add_edge(START, "node 1")


def config_of(thread_id: str) -> dict[str, Any]:
    return {"configurable": {"thread_id": thread_id}}


def fresh_id(random: Random) -> str:
    """A name that no earlier check has used: a learner's graph still knows the threads of those."""
    return f"{random.choice(NAMES).lower()}{random.randrange(10**6)}n{next(_used)}"


# --- 6.1 -------------------------------------------------------------------------------------------------


def examine_memory(play: Any, random: Random) -> str:
    one, other = fresh_id(random), fresh_id(random)
    names, cities = random.sample(NAMES, 2), random.sample(CITIES, 2)
    turns = [
        turn
        for texts in zip(small_talk(names[0], cities[0]), small_talk(names[1], cities[1]), strict=True)
        for turn in zip((one, other), texts, strict=True)
    ]
    with recorded() as calls:
        app = call(play, chat_builder(), list(turns))
    if app is None and not calls:
        raise not_begun(named(play))
    if len(calls) != len(turns):
        times = counted(len(calls), "time")
        raise Incorrect(f"The model was called {times} for {len(turns)} turns; expected one call a turn.")
    said: dict[str, list[Said]] = {one: [], other: []}
    for (thread_id, text), request in zip(turns, calls, strict=True):
        talk = said[thread_id]
        talk.append(("user", text))
        compare_thread(request, talk, said[other if thread_id == one else one], f"thread {thread_id!r}")
        talk.append(("assistant", request.reply or ""))
    for thread_id, talk in said.items():
        check_kept(app, thread_id, talk, named(play))
    return f"Two threads of {len(turns) // 2} turns each: every turn was sent its own thread, and all is kept."


def compare_thread(request: Request, talk: list[Said], elsewhere: list[Said], where: str) -> None:
    """Raise Incorrect unless the request held this conversation, and nothing of the other one."""
    sent = dialogue(request)
    turn = (len(talk) + 1) // 2
    foreign = [text for role, text in sent if (role, text) in elsewhere and (role, text) not in talk]
    if foreign:
        raise Incorrect(
            f"In {where}, turn {turn}, the model was sent {shortened(foreign[0])!r}, "
            "which was said in another conversation."
        )
    try:
        compare(sent, talk, turn, "Who keeps the state between two invokes, and under which id?")
    except Incorrect as error:
        raise Incorrect(f"In {where}: {error}") from None


def check_kept(app: Any, thread_id: str, talk: list[Said], name: str) -> None:
    """Raise Incorrect unless the compiled graph that was returned holds the whole thread."""
    if not callable(getattr(app, "get_state", None)):
        raise Incorrect(f"{name} returned {described(app)}; expected the compiled graph.")
    try:
        messages = app.get_state(config_of(thread_id)).values.get("messages", [])
        kept = [(ROLES.get(message.type, message.type), str(message.text)) for message in messages]
    except Exception as error:
        seen = f"{type(error).__name__}: {shortened(safely(str, error), 200)}"
        raise Incorrect(f"get_state on what {name} returned raised {seen}") from None
    if kept != talk:
        raise Incorrect(
            f"After the last turn get_state finds {counted(len(kept), 'message')} in thread {thread_id!r}; "
            f"expected {len(talk)}: every text and every reply."
        )


# --- 6.2 -------------------------------------------------------------------------------------------------


def examine_isolation(chat: Any, random: Random) -> str:
    ada, bob = (fresh_id(random) for _ in range(2))
    trip, work = (f"{word}{random.randrange(10**6)}" for word in ("trip", "work"))
    name, city = random.choice(NAMES), random.choice(CITIES)
    topics = random.sample(TOPICS, 2)
    said: dict[tuple[str, str], list[Said]] = {}
    for key, text in (
        ((ada, trip), f"Hi, my name is {name}."),
        ((bob, trip), "What is my name?"),  # the same conversation's name, somebody else
        ((ada, work), "What did I ask first?"),  # the same person, another conversation
        ((ada, trip), "What is my name?"),
        ((bob, trip), f"I live in {city}."),
        ((ada, work), topics[0]),
        ((bob, trip), "Where do I live?"),
        ((ada, work), "Can you break that down more simply?"),
    ):
        say(chat, key, text, said)
    for mark in ("", *MARKS):  # pairs that look the same once they are glued together, either way round
        for one, other in (
            ((f"{ada}{mark}x", trip), (ada, f"x{mark}{trip}")),
            ((f"x{mark}{bob}", work), (bob, f"{work}{mark}x")),
        ):
            say(chat, one, f"Note number {len(said)}: {topics[1]}", said)  # tells whose it is
            say(chat, other, "What did I ask first?", said)
    return (
        f"{len(said)} conversations, some of one user and some of the same name: "
        "each was sent its own turns and no other's."
    )


def say(chat: Any, key: tuple[str, str], text: str, said: dict[tuple[str, str], list[Said]]) -> None:
    """Play one turn; raise Incorrect unless the model was sent this conversation alone."""
    with recorded() as calls:
        answer = call(chat, *key, text)
    if answer is None and not calls:
        raise not_begun(named(chat))
    if len(calls) != 1:
        raise Incorrect(f"The model was called {counted(len(calls), 'time')} in a turn; expected one call.")
    user, conversation = key
    where = f"conversation {shortened(conversation)!r} of user {shortened(user)!r}"
    talk = said.setdefault(key, [])
    talk.append(("user", text))
    for other, theirs in said.items():
        if other != key:
            check_foreign(calls[0], talk, theirs, key, other)
    compare_thread(calls[0], talk, [], where)
    reply = calls[0].reply or ""
    if answer != reply:
        raise Incorrect(
            f"{named(chat)} returned {described(answer)}; expected the reply's text: {shortened(reply)!r}."
        )
    talk.append(("assistant", reply))


def check_foreign(
    request: Request, talk: list[Said], theirs: list[Said], key: tuple[str, str], other: tuple[str, str]
) -> None:
    """Raise Incorrect if the request opened with another conversation, and say whose."""
    sent = dialogue(request)
    if not theirs or sent[: len(theirs)] != theirs or talk[: len(theirs)] == theirs:
        return
    place = f"conversation {other[1]!r} of user {other[0]!r}"
    start = f"In conversation {key[1]!r} of user {key[0]!r} the model was sent {place}"
    if _glued(key) == _glued(other):
        raise Incorrect(f"{start}. Do two different pairs make one thread_id?")
    if other[0] == key[0]:
        raise Incorrect(f"{start}: one user, two conversations. Is the user the thread?")
    if other[1] == key[1]:
        raise Incorrect(f"{start}: two users who chose the same name. Is the conversation alone the thread?")
    raise Incorrect(f"{start}. What does the thread_id depend on?")


def _glued(key: tuple[str, str]) -> str:
    """The letters of a user and a conversation: the same for pairs that glue to the same thread_id."""
    return "".join(sorted(letter for letter in "".join(key) if letter.isalnum()))


# --- 6.3 -------------------------------------------------------------------------------------------------


def examine_count(measure: Any, random: Random) -> str:
    several = random.randint(3, 6)
    for nodes, turns in ((1, 1), (several, 1), (several + 1, random.randint(2, 4))):
        saver, expected = MemorySaver(), (nodes + 2) * turns
        answer = call(measure, nodes, turns, saver)
        asked = f"{named(measure)}(n={nodes}, turns={turns}, …)"
        held = len(list(saver.list(None)))
        if answer is None and not held:
            raise not_begun(named(measure))
        if not is_pair_of_counts(answer):
            raise Incorrect(f"{asked} returned {described(answer)}; expected two whole numbers.")
        check_held(saver, nodes, turns, asked)
        predicted, measured = answer
        if measured != held:
            reason = {held // turns: "Is that one turn?", 1: "Is that the live state alone?"}.get(measured, "")
            raise Incorrect(f"{asked} measured {measured}; the saver holds {held}. {reason}".strip())
        if predicted != expected:
            reason = {
                nodes * turns: "What is written besides one for each node?",
                (nodes + 1) * turns: "An invoke writes one more: compare the log of a graph with one node.",
                nodes + 2: "Is that one turn?",
                nodes * turns + 2: "How often does a text come in?",
            }.get(predicted, "Look at the log of a small graph, row by row.")
            raise Incorrect(f"{asked} predicts {predicted}; measured: {expected}. {reason}")
    return "Prediction and measurement agree, for one node and for several, for one turn and for more."


def is_pair_of_counts(answer: Any) -> bool:
    return (
        isinstance(answer, tuple | list)
        and len(answer) == 2
        and all(isinstance(part, int) and not isinstance(part, bool) for part in answer)
    )


def check_held(saver: MemorySaver, nodes: int, turns: int, asked: str) -> None:
    """Raise Incorrect unless the saver holds `turns` invokes of `nodes` nodes in a row, in one thread."""
    stored = list(saver.list(None))
    if not stored:
        raise Incorrect(f"After {asked} the saver holds nothing. Is the graph compiled with it, and invoked?")
    threads = {checkpoint.config["configurable"]["thread_id"] for checkpoint in stored}
    inputs = sum(checkpoint.metadata["source"] == "input" for checkpoint in stored)
    if len(threads) > 1:
        raise Incorrect(f"{asked} used {len(threads)} threads; expected all turns in one.")
    if inputs != turns:
        raise Incorrect(
            f"{asked}: the saver saw {counted(inputs, 'invoke')} that wrote an input; expected {turns}."
        )
    if len(stored) != (nodes + 2) * turns:
        raise Incorrect(
            f"{asked}: the graph wrote {len(stored)} checkpoints; one with {counted(nodes, 'node')} in a row "
            f"writes {(nodes + 2) * turns}. Is it `row_builder(n)`, with nothing else changed?"
        )


# --- 6.4 -------------------------------------------------------------------------------------------------


def examine_past(past: Any, random: Random) -> str:
    nodes = random.randint(2, 4)
    app = row_builder(nodes).compile(checkpointer=MemorySaver())
    one, other, unknown = (fresh_id(random) for _ in range(3))
    for thread_id, turns in ((one, random.randint(2, 3)), (other, 1)):
        for _ in range(turns):
            app.invoke({"messages": [HumanMessage(random.choice(TOPICS))]}, config_of(thread_id))
    for thread_id in (one, other):
        answer = call(past, app, thread_id)
        if answer is None:
            raise not_begun(named(past))
        check_past(answer, rows_of(app, thread_id), rows_of(app, other if thread_id == one else one), past)
    answer = call(past, app, unknown)
    if not isinstance(answer, tuple | list) or len(answer):
        raise Incorrect(
            f"For a thread that was never used {named(past)} returned {described(answer)}; expected []."
        )
    return "Every checkpoint of a thread, oldest first, with its step, source and number of messages."


def rows_of(app: Any, thread_id: str) -> list[tuple[int, str, int]]:
    """A thread's checkpoints, oldest first: step, source, number of messages."""
    history = list(app.get_state_history(config_of(thread_id)))
    return [(c.metadata["step"], c.metadata["source"], len(c.values["messages"])) for c in reversed(history)]


def check_past(answer: Any, rows: list[tuple[int, str, int]], elsewhere: Any, past: Any) -> None:
    """Raise Incorrect unless the answer is `rows`."""
    name = named(past)
    if not isinstance(answer, tuple | list):
        raise Incorrect(f"{name} returned {described(answer)}; expected a list of triples.")
    for row in answer:
        if not isinstance(row, tuple | list) or isinstance(row, Mapping) or len(row) != 3:
            raise Incorrect(
                f"{name} returned a list with {described(row)}; expected triples: step, source, "
                "number of messages."
            )
    seen = [tuple(row) for row in answer]
    if seen == rows:
        return
    if seen == elsewhere:
        raise Incorrect(f"{name} returned the past of another thread.")
    if seen == rows[::-1]:
        raise Incorrect(f"{name} begins with step {seen[0][0]}, the newest; expected the oldest first.")
    if len(seen) != len(rows):
        raise Incorrect(
            f"{name} returned {counted(len(seen), 'row')}; the thread has {counted(len(rows), 'checkpoint')}."
        )
    place, (got, wanted) = next(
        (place, pair) for place, pair in enumerate(zip(seen, rows, strict=True), 1) if pair[0] != pair[1]
    )
    raise Incorrect(f"Row {place} of {len(rows)} is {described(got)}; expected {wanted}.")


QUIZ = (
    Question(
        "A graph is compiled without a checkpointer and invoked twice. What does the second invoke know?",
        Choice("Only what is passed in", "Right: the state lives for one invoke.", right=True),
        Choice("All of it: add_messages appends", "No: it appends to an empty list each time."),
        Choice(
            "All of it, if both get the same thread_id", "No: without a saver nobody looks at a thread_id."
        ),
    ),
    Question(
        "What is a superstep?",
        Choice("One call of the model", "No: a node need not call a model, or may call it twice."),
        Choice(
            "One round: all nodes that are due run, then their updates are applied",
            "Right: and after it a checkpoint is written.",
            right=True,
        ),
        Choice("One turn of the conversation", "No: a turn of N nodes in a row has N + 1, and an input."),
    ),
    Question(
        "Your process restarts, with MemorySaver in it. A user goes on under the same thread_id. What happens?",
        Choice("An error: the thread is unknown", "No: an unknown thread is a new one, without a word."),
        Choice("The talk goes on: the thread_id is the same", "No: the id is a name; what it named is gone."),
        Choice(
            "The thread is empty, and the model is sent the new text alone",
            "Right: the memory was in the saver object.",
            right=True,
        ),
    ),
    Question(
        "get_state returns 4 messages. Where are the older versions of the state?",
        Choice("Nowhere: each turn overwrites the last", "No: each superstep adds a checkpoint."),
        Choice(
            "In the checkpoint log, which get_state_history reads",
            "Right: the live state is only the newest of them.",
            right=True,
        ),
        Choice("In the model", "No: it keeps nothing between two calls."),
    ),
)
give_memory = Task(
    "6.1",
    LESSON,
    3,
    examine_memory,
    (
        "What stands between two invokes if `compile()` is called with nothing?",
        "Compile once, before the loop, with a MemorySaver; each invoke names its thread.",
        'app.invoke({"messages": [HumanMessage(text)]}, {"configurable": {"thread_id": thread_id}})',
    ),
)
keep_apart = Task(
    "6.2",
    LESSON,
    3,
    examine_isolation,
    (
        "Which two things together name a conversation? The thread_id depends on both.",
        "Glued with a dash, the pairs ('a-b', 'c') and ('a', 'b-c') are one string. What keeps them apart?",
        "thread_id = repr((user, conversation)), or an id of your own for each pair, kept in a dict.",
    ),
)
count_checkpoints = Task(
    "6.3",
    LESSON,
    2,
    examine_count,
    (
        "Look at the log of one node: which rows has one turn?",
        "An invoke writes one for the input, one for __start__ and one for each node. Then turns.",
        "Measure: len(list(app.get_state_history(config))). Predict: (n + 2) for each turn.",
    ),
)
read_past = Task(
    "6.4",
    LESSON,
    2,
    examine_past,
    (
        "app.get_state_history(config) gives the checkpoints, newest first.",
        'Each has .metadata["step"], .metadata["source"] and .values.',
        'len(checkpoint.values["messages"]) is the third; reversed(list(…)) turns the order round.',
    ),
)
TASKS = (give_memory, keep_apart, count_checkpoints, read_past)
