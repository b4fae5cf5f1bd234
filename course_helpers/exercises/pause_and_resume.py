"""Exercise 07: go on after a failure, from a past state, after a person's word, and one turn at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from random import Random
from threading import Barrier, BrokenBarrierError, Lock, Thread
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import MemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from langgraph.types import Command

from course_helpers.exercises.dialogue import Said, compare, counted, dialogue
from course_helpers.exercises.task import (
    Incorrect,
    NotAttempted,
    Task,
    call,
    described,
    named,
    not_begun,
    raised,
    safely,
    shortened,
)
from course_helpers.gateway.log import Request
from course_helpers.quiz import Choice, Question
from course_helpers.rehearsal import Service, said, thread
from course_helpers.session import recorded

LESSON = "07_pause_and_resume"
NAMES = ("Amara", "Bruno", "Chiara", "Dmitri", "Elif", "Farid", "Greta", "Hana", "Ines", "Jonas")
CITIES = ("Porto", "Oslo", "Lima", "Kyoto", "Tunis", "Quito", "Graz", "Hanoi", "Perth", "Accra")
QUESTIONS = ("Why is the sky blue?", "Why are there tides?", "Why are there seasons?")
HELD_BACK = 0.2  # seconds that a run waits for another one on its thread, which should not come
COMES = 1.0  # seconds that it waits for one on another thread, which should
GIVEN_UP = 3.0  # seconds after which a call counts as hanging

App = Any  # a compiled graph


def chat_app(before_the_model: Callable[[], None] = lambda: None) -> App:
    """A chat with one node. before_the_model: called in the node, once the thread has been read."""
    model = ChatOpenAI(model="gpt-4o-mini")

    def chat(state: MessagesState) -> dict[str, Any]:
        before_the_model()
        return {"messages": [model.invoke(state["messages"])]}

    builder = StateGraph(MessagesState)
    builder.add_node("chat", chat)
    builder.add_edge(START, "chat")
    return builder.compile(checkpointer=MemorySaver())


def weather_app(weather: Service) -> App:
    """An agent that may ask for the weather."""

    @tool
    def get_weather(city: str) -> str:
        """The weather in a city."""
        weather.needed()
        return f"12 degrees in {city}"

    model = ChatOpenAI(model="gpt-4o-mini").bind_tools([get_weather])

    def agent(state: MessagesState) -> dict[str, Any]:
        return {"messages": [model.invoke(state["messages"])]}

    builder = StateGraph(MessagesState)
    builder.add_node("agent", agent)
    builder.add_node("tools", ToolNode([get_weather]))
    builder.add_edge(START, "agent")
    builder.add_conditional_edges("agent", tools_condition)
    builder.add_edge("tools", "agent")
    return builder.compile(checkpointer=MemorySaver())


def fresh(random: Random) -> str:
    """An id that nobody can have seen before."""
    return f"t{random.randrange(10**9)}"


def stored(app: App, config: Any) -> list[Any]:
    """The messages of a thread as they are now."""
    return list(app.get_state(config).values.get("messages", []))


def texts(messages: Iterable[Any]) -> list[str]:
    return [message.text for message in messages]


def plain(answer: Any) -> str:
    """What was returned, for a message. A message's own text is a str of another class."""
    return described(str(answer) if isinstance(answer, str) else answer)


def expect_text(name: str, answer: Any) -> None:
    if answer is None:
        raise not_begun(name)
    if not isinstance(answer, str):
        raise Incorrect(f"{name} returned {described(answer)}; expected the reply's text, a str.")


# --- 7.1 -------------------------------------------------------------------------------------------------


class Client:
    """Somebody who sends texts on one thread of their own, and sends again when a turn fails."""

    def __init__(self, send: Any, random: Random) -> None:
        self.send, self.random, self.name = send, random, named(send)
        self.provider = Service("the provider")
        self.app, self.config = chat_app(self.provider.needed), thread(fresh(random))
        self.transcript: list[Said] = []

    @property
    def turn(self) -> int:
        return (len(self.transcript) + 1) // 2

    def say(self, text: str, failures: int) -> str:
        """One turn that fails so many times before it goes well; returns its message id."""
        message_id = f"m{fresh(self.random)}"
        self.transcript.append(("user", text))
        for _ in range(failures):
            self.fail(text, message_id)
        with recorded() as calls:
            answer = call(self.send, self.app, self.config, text, message_id)
        if answer is None and not calls:
            raise not_begun(self.name)
        if len(calls) != 1:
            raise Incorrect(
                f"At turn {self.turn}, {self.told(failures)}, the model was called "
                f"{counted(len(calls), 'time')}; expected once."
            )
        try:
            compare(dialogue(calls[0]), self.transcript, self.turn)
        except Incorrect as error:
            raise Incorrect(f"{error} ({self.told(failures).capitalize()}.)") from None
        expect_text(self.name, answer)
        self.transcript.append(("assistant", calls[0].reply or ""))
        self.expect(answer)
        return message_id

    def fail(self, text: str, message_id: str) -> None:
        with self.provider.down():
            try:
                answer = self.send(self.app, self.config, text, message_id)
            except ConnectionError:
                return
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                raise Incorrect(raised(self.send, error)) from None
        if answer is None and not stored(self.app, self.config):
            raise not_begun(self.name)
        raise Incorrect(
            f"The provider was down and {self.name} returned {plain(answer)}; "
            "expected it to let the error through, the client tries again."
        )

    def told(self, failures: int) -> str:
        return f"after {counted(failures, 'failed attempt')}" if failures else "with nothing failing"

    def expect(self, answer: Any) -> None:
        if answer != self.transcript[-1][1]:
            raise Incorrect(
                f"At turn {self.turn} {self.name} returned {shortened(answer)!r}; "
                f"the model said {shortened(self.transcript[-1][1])!r}."
            )

    def say_again(self, text: str, message_id: str) -> None:
        """The reply got lost on its way: the same text and id once more, after all went well."""
        before = len(stored(self.app, self.config))
        with recorded() as calls:
            answer = call(self.send, self.app, self.config, text, message_id)
        if calls:
            raise Incorrect(
                "A turn went well, its reply got lost, and the client sent text and id again: "
                f"the model was called {counted(len(calls), 'time')}; expected the stored reply, without a call."
            )
        expect_text(self.name, answer)
        self.expect(answer)
        if len(stored(self.app, self.config)) != before:
            raise Incorrect(
                f"Sent again after it went well, a turn left {len(stored(self.app, self.config))} messages "
                f"in the thread; there were {before}."
            )


def examine_send(send: Any, random: Random) -> str:
    client, other = Client(send, random), Client(send, random)
    name, question = random.choice(NAMES), random.choice(QUESTIONS)
    client.say(f"My name is {name}.", 0)
    client.say(question, 2)
    other.say(question, 1)  # at the very start of a thread
    text = "What is my name?"
    message_id = client.say(text, 0)
    client.say_again(text, message_id)
    message_id = client.say(text, 1)  # the same words as a turn of their own
    client.say_again(text, message_id)
    return (
        f"Each of {client.turn} turns was said once, also after 2 failed attempts; "
        "a reply that got lost came from the thread, without a call."
    )


# --- 7.2 -------------------------------------------------------------------------------------------------


def examine_fork(say_instead: Any, random: Random) -> str:
    name = named(say_instead)
    city, new_city = random.sample(CITIES, 2)
    old, new = f"I live in {city}.", f"I live in {new_city}."
    app, config, other = chat_app(), thread(fresh(random)), thread(fresh(random))
    talk = [old, f"My name is {random.choice(NAMES)}.", old, "Where do I live?", random.choice(QUESTIONS)]
    for text in talk:
        app.invoke(said(text), config)
    app.invoke(said(old), other)
    was = stored(app, config)
    kept = texts(was[:4])
    with recorded() as calls:
        answer = call(say_instead, app, config, old, new)
    if answer is None and not calls:
        if texts(stored(app, config)) == texts(was):
            raise not_begun(name)
        raise Incorrect("The state was changed, but the model was not called. Who runs the graph on from there?")
    check_fork(calls, kept, old, new, was)
    expect_text(name, answer)
    reply = calls[0].reply or ""
    if answer != reply:
        raise Incorrect(f"{name} returned {shortened(answer)!r}; the model said {shortened(reply)!r}.")
    now = texts(stored(app, config))
    if now != [*kept, new, reply]:
        raise Incorrect(
            f"The thread now ends with {shortened(now[-1] if now else '')!r} and holds "
            f"{counted(len(now), 'message')}; expected {len(kept) + 2}, ending with the new reply."
        )
    if not any(texts(old_state.values.get("messages", [])) == texts(was) for old_state in app.get_state_history(config)):
        raise Incorrect("The old branch is gone from the thread's history; expected it to stay.")
    if texts(stored(app, other))[:1] != [old]:
        raise Incorrect("Another thread was changed as well.")
    return "The thread went on from the right state with the new text; the old branch is still in its history."


def check_fork(calls: list[Request], kept: list[str], old: str, new: str, was: list[Any]) -> None:
    """Raise Incorrect unless one call held what came before, then the new text."""
    if len(calls) != 1:
        raise Incorrect(f"The model was called {counted(len(calls), 'time')}; expected one call.")
    sent = [text for _, text in dialogue(calls[0])]
    if sent == [*kept, new]:
        return
    start = f"The model was sent {counted(len(sent), 'message')}"
    if new not in sent:
        raise Incorrect(f"{start}, and {new!r} was not among them. Was a past state run on as it was?")
    if sent == [*kept, old, new]:
        raise Incorrect(f"{start}: {old!r}, and then {new!r}. Which of them takes the other's place?")
    if sent == [new]:
        raise Incorrect(f"{start}, the new text alone: {old!r} was said twice; the newest time counts.")
    if sent[: len(was)] == texts(was):
        raise Incorrect(f"{start}: the whole conversation, then the new text. Where did the run begin?")
    if len(sent) > len(kept) + 1 and sent[: len(kept)] == kept:
        raise Incorrect(f"{start}; expected {len(kept) + 1}. What was said after {old!r} is not part of it.")
    raise Incorrect(f"{start}; expected {len(kept) + 1}: what came before, then {new!r}.")


# --- 7.3 -------------------------------------------------------------------------------------------------


def examine_mend(mend: Any, random: Random) -> str:
    weather = Service("the weather service")
    app = weather_app(weather)
    empty, healthy, crashed, half = (thread(fresh(random)) for _ in range(4))
    name, cities = random.choice(NAMES), random.sample(CITIES, 2)
    app.invoke(said(f"My name is {name}. What's the weather in {cities[0]}?"), healthy)
    with weather.down(), suppress(ConnectionError):
        app.invoke(said(f"My name is {name}. What's the weather in {cities[0]} and {cities[1]}?"), crashed)
    app.update_state(half, {"messages": half_answered(name, cities, random)}, as_node="agent")
    with weather.down():
        for config, where in ((crashed, "after a crash"), (half, "where one call of three was answered")):
            check_mended(mend, app, config, where)
        for config, where in ((healthy, "where every call was answered"), (empty, "without messages")):
            check_untouched(mend, app, config, where)
    return (
        "Each open call got one error result, right behind its call; "
        "threads without open calls stayed as they were, and the talk went on."
    )


def half_answered(name: str, cities: list[str], random: Random) -> list[Any]:
    ids = [fresh(random) for _ in range(3)]
    calls = [{"name": "get_weather", "args": {"city": city}, "id": each} for city, each in zip([*cities, "Rome"], ids, strict=True)]
    return [
        HumanMessage(f"My name is {name}. What's the weather in {cities[0]}, {cities[1]} and Rome?"),
        AIMessage("", tool_calls=calls),
        ToolMessage("12 degrees", tool_call_id=ids[1]),
    ]


def open_calls(messages: list[Any]) -> list[str]:
    """The ids of the calls that have no result."""
    answered = {message.tool_call_id for message in messages if message.type == "tool"}
    calls = [one for message in messages if message.type == "ai" for one in message.tool_calls]
    return [one["id"] for one in calls if one["id"] not in answered]


def check_mended(mend: Any, app: App, config: Any, where: str) -> None:
    before = stored(app, config)
    open_before, results_before = open_calls(before), [m for m in before if m.type == "tool"]
    call(mend, app, config)
    after = stored(app, config)
    if texts(after) == texts(before):
        raise NotAttempted(f"{named(mend)} left a thread {where} as it was: {counted(len(open_before), 'open call')}.")
    if [m.id for m in after[: len(before)]] != [m.id for m in before]:
        raise Incorrect(
            f"In a thread {where}, messages that were there are gone or changed; expected only new ones, at the end."
        )
    left = open_calls(after)
    if left:
        raise Incorrect(
            f"In a thread {where}, {len(left)} of {counted(len(open_before), 'open call')} still had no result."
        )
    results = [m for m in after if m.type == "tool"][len(results_before) :]
    if len(results) != len(open_before) or {m.tool_call_id for m in results} != set(open_before):
        raise Incorrect(
            f"In a thread {where}, {counted(len(results), 'result')} came in for "
            f"{counted(len(open_before), 'open call')}; expected one each."
        )
    if any(m.status != "error" for m in results):
        raise Incorrect(f"In a thread {where}, a result has the status {results[0].status!r}; the tool failed.")
    check_goes_on(app, config, where)


def check_goes_on(app: App, config: Any, where: str) -> None:
    """The next turn has to work, and to bring the model all that is stored."""
    try:
        with recorded() as calls:
            app.invoke(said("What is my name?"), config)
    except Exception as error:
        line = shortened(safely(str, error), 150)
        raise Incorrect(f"In a thread {where}, the next turn was refused: {line}") from None
    if len(calls) != 1:
        raise Incorrect(
            f"In a thread {where}, the next turn called the model {counted(len(calls), 'time')}; expected once. "
            "What did the graph still have to do?"
        )


def check_untouched(mend: Any, app: App, config: Any, where: str) -> None:
    before = stored(app, config)
    with recorded() as calls:
        call(mend, app, config)
    after = stored(app, config)
    if texts(after) != texts(before) or calls:
        raise Incorrect(
            f"A thread {where} had {counted(len(before), 'message')} and now has {len(after)}; nothing was to mend."
        )


# --- 7.4 -------------------------------------------------------------------------------------------------


class Desk:
    """A refund desk: the learner's graph, with what was paid and who was told."""

    def __init__(self, build: Any) -> None:
        self.paid: list[int] = []
        self.told: list[Any] = []

        @tool
        def refund(order: int) -> str:
            """Refund an order."""
            self.paid.append(order)
            return f"Order {order} is refunded."

        model = ChatOpenAI(model="gpt-4o-mini").bind_tools([refund], parallel_tool_calls=False)

        def agent(state: MessagesState) -> dict[str, Any]:
            return {"messages": [model.invoke(state["messages"])]}

        builder = StateGraph(MessagesState)
        builder.add_node("agent", agent)
        builder.add_node("tools", ToolNode([refund]))
        builder.add_edge(START, "agent")
        builder.add_edge("tools", "agent")
        app = call(build, builder, self.told.append, MemorySaver())
        if app is None:
            raise not_begun(named(build))
        if not hasattr(app, "get_state"):
            raise Incorrect(f"{named(build)} returned a {type(app).__name__}; expected a compiled graph.")
        if not getattr(app, "checkpointer", None):
            raise Incorrect("The graph has no checkpointer. Where should a paused run wait?")
        self.app = app

    def run(self, turn: Any, config: Any, what: str) -> None:
        """Raise Incorrect if the learner's graph raises."""
        try:
            self.app.invoke(turn, config)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            line = shortened(safely(str, error), 150)
            raise Incorrect(f"{what}: the graph raised {type(error).__name__}: {line}") from None

    def request(self, order: int, config: Any) -> None:
        """Somebody asks for a refund: the graph has to pause, with nothing paid and the team told once."""
        paid = len(self.paid)
        self.run(said(f"Please refund order {order}."), config, "A refund was asked for")
        state = self.app.get_state(config)
        if len(self.paid) > paid:
            raise Incorrect(f"Order {order} was refunded before anybody was asked.")
        if state.next and not state.interrupts:
            raise Incorrect(
                f"The run stopped before {' and '.join(state.next)!r} and handed nothing out; "
                "expected an interrupt with the call's arguments."
            )
        if not state.interrupts:
            raise Incorrect("A refund was asked for, and the run ended without a pause. Where is the interrupt?")
        value = state.interrupts[0].value
        if value != {"order": order}:
            raise Incorrect(f"The pause hands out {described(value)}; expected the call's arguments, {{'order': {order}}}.")
        self.expect_told(order, "at the pause")

    def expect_told(self, order: int, when: str) -> None:
        """notify has to have got the call's arguments, once for each refund."""
        arguments = {"order": order}
        times = self.told.count(arguments)
        if times > 1:
            raise Incorrect(
                f"notify was called {times} times for order {order}, counted {when}; expected once. "
                "What runs again when a node resumes?"
            )
        odd = [told for told in self.told if not isinstance(told, dict) or "order" not in told]
        if odd:
            raise Incorrect(f"notify got {described(odd[0])}; expected the call's arguments, {arguments}.")
        if times == 0:
            raise Incorrect("The run is paused, and notify was not called: who knows that a decision waits?")

    def decide(self, yes: bool, order: int, config: Any) -> None:
        paid = list(self.paid)
        word = "yes" if yes else "no"
        with recorded() as calls:
            self.run(Command(resume=yes), config, f"A person said {word}")
        expected = [*paid, order] if yes else paid
        if self.paid != expected:
            times = len(self.paid) - len(paid)
            raise Incorrect(
                f"A person said {word}, and order {order} was refunded {counted(times, 'time')}; "
                f"expected {'once' if yes else 'not at all'}."
            )
        self.expect_told(order, f"after the {word}")
        messages = stored(self.app, config)
        if open_calls(messages):
            raise Incorrect(f"A person said {word}, and the model's call has no result in the thread.")
        if not calls or messages[-1].type != "ai":
            raise Incorrect(f"A person said {word}, and the model was not asked again. How does it tell the customer?")


def examine_approval(build: Any, random: Random) -> str:
    desk = Desk(build)
    one, other = thread(fresh(random)), thread(fresh(random))
    orders = random.sample(range(100, 1000), 3)
    name = random.choice(NAMES)
    desk.run(said(f"My name is {name}."), one, "Somebody said their name")
    if desk.app.get_state(one).interrupts or desk.told:
        raise Incorrect("Somebody only said their name, and the run paused or the team was told. Which messages need a decision?")
    if texts(stored(desk.app, one))[:1] != [f"My name is {name}."] or len(stored(desk.app, one)) != 2:
        raise Incorrect(f"After one turn without a tool the thread holds {counted(len(stored(desk.app, one)), 'message')}; expected 2.")
    desk.request(orders[0], one)
    desk.request(orders[1], other)  # two decisions wait at the same time
    desk.decide(False, orders[1], other)
    desk.decide(True, orders[0], one)
    desk.request(orders[2], other)
    desk.decide(True, orders[2], other)
    try:
        desk.app.invoke(said("What is my name?"), one)
    except Exception as error:
        raise Incorrect(f"The turn after the decision was refused: {shortened(safely(str, error), 150)}") from None
    return "3 refunds paused and waited for a decision, 2 were paid, once each; the team was told once a refund."


# --- 7.5 -------------------------------------------------------------------------------------------------


class Overlap:
    """Holds a run back after it has read the thread, until a second one comes or so many seconds have passed."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.barrier, self.lock, self.seconds = Barrier(2), Lock(), seconds
        self.inside = self.most = 0
        self.down = False

    def __call__(self) -> None:
        if self.down:
            raise ConnectionError("the provider is down")
        with self.lock:
            self.inside += 1
            self.most = max(self.most, self.inside)
        with suppress(BrokenBarrierError):
            self.barrier.wait(self.seconds)
        with self.lock:
            self.inside -= 1


def together(function: Any, calls: list[tuple[Any, ...]]) -> list[Any]:
    """Call function(*arguments) for all at once; results in order, an exception as itself.

    Raises Incorrect if one of them is not done after GIVEN_UP seconds.
    """
    results: list[Any] = [None] * len(calls)

    def run(place: int) -> None:
        try:
            results[place] = function(*calls[place])
        except BaseException as error:  # noqa: BLE001  told by the caller
            results[place] = error

    threads = [Thread(target=run, args=(place,), daemon=True) for place in range(len(calls))]
    for one in threads:
        one.start()
    for one in threads:
        one.join(GIVEN_UP)
    if any(one.is_alive() for one in threads):
        raise Incorrect(
            f"{named(function)} still hung after {GIVEN_UP:.0f} seconds. Is a lock given back when a turn fails?"
        )
    return results


def examine_lock(send: Any, random: Random) -> str:
    name = named(send)
    if not callable(send):
        call(send)
    check_one_thread(send, random, name)
    check_two_threads(send, random)
    check_after_an_error(send, random, name)
    return "3 turns at once on one thread were all kept; two threads ran side by side; a failed turn held up nobody."


def check_one_thread(send: Any, random: Random, name: str) -> None:
    overlap, thread_id = Overlap(HELD_BACK), fresh(random)
    app = chat_app(overlap)
    spoken = [f"My name is {random.choice(NAMES)}.", f"I live in {random.choice(CITIES)}.", random.choice(QUESTIONS)]
    with recorded() as calls:
        answers = together(send, [(app, thread_id, text) for text in spoken])
    for answer in answers:
        if isinstance(answer, BaseException):
            raise Incorrect(raised(send, answer))
    if all(answer is None for answer in answers) and not calls:
        raise not_begun(name)
    messages = stored(app, thread(thread_id))
    if not messages:
        raise Incorrect(f"The thread {thread_id!r} is empty. Which thread_id did {name} use?")
    if len(messages) != 2 * len(spoken):
        raise Incorrect(
            f"{len(spoken)} turns at once on one thread left {counted(len(messages), 'message')}; expected "
            f"{2 * len(spoken)}. At some moment {counted(overlap.most, 'run')} had read it and not yet written."
        )
    replies = {dialogue(one)[-1][1]: one.reply for one in calls}
    for text, answer in zip(spoken, answers, strict=True):
        expect_text(name, answer)
        if answer != replies.get(text):
            raise Incorrect(f"To {text!r} {name} returned {shortened(answer)!r}; the model said {shortened(str(replies.get(text)))!r}.")


def check_two_threads(send: Any, random: Random) -> None:
    overlap = Overlap(COMES)
    app = chat_app(overlap)
    answers = together(send, [(app, fresh(random), random.choice(QUESTIONS)) for _ in range(2)])
    for answer in answers:
        if isinstance(answer, BaseException):
            raise Incorrect(raised(send, answer))
    if overlap.most < 2:
        raise Incorrect("Two people on two threads: one had to wait for the other. Whose lock is it?")


def check_after_an_error(send: Any, random: Random, name: str) -> None:
    overlap, thread_id = Overlap(), fresh(random)
    app = chat_app(overlap)
    overlap.down = True
    (answer,) = together(send, [(app, thread_id, "Why are there tides?")])
    if not isinstance(answer, ConnectionError):
        if isinstance(answer, BaseException):
            raise Incorrect(raised(send, answer))
        raise Incorrect(f"The provider was down and {name} returned {plain(answer)}; expected the error to get through.")
    overlap.down = False
    (answer,) = together(send, [(app, thread_id, "Why is the sky blue?")])
    if isinstance(answer, BaseException):
        raise Incorrect(raised(send, answer))


QUIZ = (
    Question(
        "A node raised. You send the same text again, as a new message. What is the model sent?",
        Choice("The text once: the failed turn was rolled back", "No: its input was a checkpoint already."),
        Choice(
            "The text twice",
            "Right: it was kept, and the new one was added. None as input, or the same id, says it once.",
            right=True,
        ),
        Choice("Nothing: the thread is locked by the failed run", "No: nothing locks a thread but you."),
    ),
    Question(
        "Someone stops the program between a tool call and its result. What does the next turn meet?",
        Choice("The tool runs first, then the turn", "No: a new input starts at the beginning of the graph."),
        Choice(
            "The provider's 400, until the call has a result",
            "Right: put an error result behind the call before the new text goes in.",
            right=True,
        ),
        Choice(
            "An empty thread: an unfinished superstep is dropped",
            "No: the call was written in a superstep of its own.",
        ),
    ),
    Question(
        "A node writes an invoice, then calls interrupt. A person says yes. How many invoices are there?",
        Choice("One: the node goes on behind the interrupt", "No: it runs again from its first line."),
        Choice("Two", "Right: write it behind the interrupt, or in a node of its own.", right=True),
        Choice("None until the person says yes", "No: the first run went as far as the interrupt."),
    ),
    Question(
        "You run invoke(None, ...) from a checkpoint of last week. Where does the answer come from?",
        Choice("From the checkpoint: it is stored there", "No: that checkpoint is from before the answer."),
        Choice(
            "From a new call of the model",
            "Right: it is paid for again, and the thread goes on from the new branch.",
            right=True,
        ),
        Choice("From the thread's newest state", "No: the config names an older one."),
    ),
)
send_once = Task(
    "7.1",
    LESSON,
    3,
    examine_send,
    (
        "Print [message.id for message in app.get_state(config).values.get('messages', [])] after a failure.",
        "If the thread already holds a message with this id, there is nothing new to say.",
        "Give the message id=message_id; if that id is stored, invoke with None. On a finished turn, None "
        "calls nothing and returns what is stored.",
    ),
)
fork_thread = Task(
    "7.2",
    LESSON,
    2,
    examine_fork,
    (
        "app.get_state_history(config) gives the newest state first; each has values, next and config.",
        "The state you want is waiting for the node chat, and `old` is the last message in it.",
        "update_state(past.config, ...) with a HumanMessage that has the old one's id returns a config; "
        "invoke None with it.",
    ),
)
mend_thread = Task(
    "7.3",
    LESSON,
    3,
    examine_mend,
    (
        "Which ids do the tool_calls of the stored AI messages have, and which tool_call_ids have results?",
        'A result is ToolMessage(text, tool_call_id=..., status="error"), one for each id without a result.',
        "If there are any, app.update_state(config, {'messages': results}); the call is still last, so they "
        "land right behind it.",
    ),
)
ask_first = Task(
    "7.4",
    LESSON,
    4,
    examine_approval,
    (
        "Three things lie between the model and the tools: tell the team, wait, and act on the answer.",
        "What stands before an interrupt in its node runs twice; notify needs a node of its own. A no has to "
        "answer the call as well.",
        "Nodes tell and decide; tools_condition leads to tell; decide returns Command(goto='tools') or "
        "Command(goto='agent', update={'messages': [ToolMessage(..., tool_call_id=call['id'])]}).",
    ),
)
lock_thread = Task(
    "7.5",
    LESSON,
    2,
    examine_lock,
    (
        "What has to be inside the lock: reading the thread, the model's call, writing? invoke does all.",
        "Every call for one thread_id must get the same lock, so keep the locks outside the function.",
        "with locks.setdefault(thread_id, Lock()): return app.invoke(...)",
    ),
)
TASKS = (send_once, fork_thread, mend_thread, ask_first, lock_thread)
