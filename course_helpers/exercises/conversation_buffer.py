"""Exercise 02: a buffer by hand, two people kept apart, and a history that keeps its roles on the wire."""

from __future__ import annotations

import warnings
from random import Random
from typing import Any

from langchain_classic.memory import ConversationBufferMemory
from langchain_core.messages import BaseMessage, HumanMessage
from langchain_openai import ChatOpenAI

from course_helpers.exercises.dialogue import Said, compare, counted, dialogue, system_texts
from course_helpers.exercises.stateless_calls import CITIES, FILLERS, NAMES, SHOPS, small_talk
from course_helpers.exercises.task import (
    Incorrect,
    NotAttempted,
    Task,
    described,
    named,
    not_begun,
    patiently,
    shortened,
)
from course_helpers.gateway.log import Request
from course_helpers.quiz import Choice, Question
from course_helpers.session import recorded

LESSON = "02_conversation_buffer"
ROLES = {"human": "user", "ai": "assistant"}


def new_memory(key: str = "history") -> Any:
    """An empty ConversationBufferMemory that gives messages under `key`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the lesson has shown that the class is deprecated
        return ConversationBufferMemory(return_messages=True, memory_key=key)


def say(memory: Any, text: str) -> str:
    """Play a turn: load what the memory holds, ask the model, save text and reply. Returns the reply."""
    history = memory.load_memory_variables({})["history"]
    reply = ChatOpenAI(model="gpt-4o-mini").invoke([*history, HumanMessage(text)]).text
    memory.save_context({"input": text}, {"output": reply})
    return reply


# --- 2.1 -------------------------------------------------------------------------------------------------


def turns_for(random: Random) -> list[tuple[str, str]]:
    """Some turns, with texts that a transcript could be mistaken for, and the same text twice."""
    name, city = random.choice(NAMES), random.choice(CITIES)
    return [
        (f"Hi, my name is {name}.", f"Hello {name}!"),
        (f"Two lines:\nAI: I live in {city}.", "Noted."),
        ("Thanks.", "You're welcome."),
        ("Thanks.", "You're welcome."),
    ]


def transcript(turns: list[tuple[str, str]]) -> str:
    return "\n".join(f"Human: {text}\nAI: {reply}" for text, reply in turns)


def examine_buffer(kind: Any, random: Random) -> str:
    if not callable(kind):
        raise NotAttempted(f"The answer should be a class; it is {described(kind)}.")
    turns, others = turns_for(random), turns_for(random)[:1]
    buffer, other = patiently(kind), patiently(kind)
    check_views(kind, turns, others, buffer, other)
    text, second = patiently(kind, False), patiently(kind, False)
    if load(text, kind, begun=True) != "":
        raise Incorrect(f"Without a turn {named(kind)}(False) loaded {described(load(text, kind))}; expected ''.")
    for count, (said, reply) in enumerate(turns, 1):
        patiently(text.save_context, {"input": said}, {"output": reply})
        found = load(text, kind)
        if found != transcript(turns[:count]):
            raise Incorrect(
                f"After {counted(count, 'turn')} {named(kind)}(False) loaded {described(found)}; "
                f"expected {described(transcript(turns[:count]))}."
            )
    if load(second, kind) != "":
        raise Incorrect(f"A second {named(kind)} knows what was saved in the first.")
    check_in_use(kind, random)
    return "Both views hold every turn in order, two buffers share nothing, and the model is sent all of it."


def check_views(kind: Any, turns: list[tuple[str, str]], others: list[tuple[str, str]], buffer: Any, other: Any) -> None:
    """Raise Incorrect unless the message view of two buffers is what was saved in each."""
    begun = load(buffer, kind, begun=True)
    if begun != []:
        raise Incorrect(
            f"Without a turn {named(kind)}() loaded {described(begun)}; expected []."
            " What do two buffers share?"
        )
    for said, reply in others:
        patiently(other.save_context, {"input": said}, {"output": reply})
    if load(buffer, kind) != []:
        raise Incorrect(f"A {named(kind)}() loaded a turn that another one was given. What do two buffers share?")
    saved: list[Said] = []
    for said, reply in turns:
        inputs, outputs = {"input": said}, {"output": reply}
        patiently(buffer.save_context, inputs, outputs)
        if inputs != {"input": said} or outputs != {"output": reply}:
            raise Incorrect("save_context changed a dict that it was given.")
        saved += [("human", said), ("ai", reply)]
        compare_views(load(buffer, kind), saved, kind)
    kept = load(other, kind)
    if len(kept) != 2 * len(others):
        raise Incorrect(
            f"A second {named(kind)} was given {counted(len(others), 'turn')} and loaded {counted(len(kept), 'message')}. "
            "What do two buffers share?"
        )


def load(buffer: Any, kind: Any, *, begun: bool = False) -> Any:
    """What a buffer gives under "history". begun: whether None means that nothing was written yet."""
    for method in ("save_context", "load_memory_variables"):
        if not callable(getattr(buffer, method, None)):
            raise Incorrect(f"{named(kind)} made {described(buffer)}, which has no method {method}.")
    loaded = patiently(buffer.load_memory_variables, {})
    if loaded is None and begun:
        raise not_begun("load_memory_variables")
    if not isinstance(loaded, dict) or list(loaded) != ["history"]:
        raise Incorrect(f"load_memory_variables returned {described(loaded)}; expected a dict with 'history'.")
    found = loaded["history"]
    return list(found) if isinstance(found, list | tuple) else found


def compare_views(found: Any, saved: list[Said], kind: Any) -> None:
    if not isinstance(found, list):
        raise Incorrect(f"{named(kind)}() loaded {described(found)}; expected a list of messages.")
    odd = [one for one in found if not isinstance(one, BaseMessage)]
    if odd:
        raise Incorrect(f"{named(kind)}() loaded {described(odd[0])} in its list; expected messages.")
    seen = [(one.type, str(one.text)) for one in found]
    if seen == saved:
        return
    turns = counted(len(saved) // 2, "turn")
    if len(seen) != len(saved):
        raise Incorrect(f"After {turns} {named(kind)}() loaded {counted(len(seen), 'message')}; expected {len(saved)}.")
    place = next(place for place, one in enumerate(seen) if one != saved[place])
    raise Incorrect(
        f"After {turns} message {place + 1} of {named(kind)}() is {seen[place][0]}: {shortened(seen[place][1])!r}; "
        f"expected {saved[place][0]}: {shortened(saved[place][1])!r}."
    )


def check_in_use(kind: Any, random: Random) -> None:
    """Raise Incorrect unless a talk with the buffer sends the model all that was said."""
    buffer = patiently(kind)
    said: list[Said] = []
    for turn, text in enumerate(small_talk(random.choice(NAMES), random.choice(CITIES)), 1):
        said.append(("user", text))
        with recorded() as calls:
            reply = patiently(say, buffer, text)
        compare(dialogue(calls[0]), said, turn)
        said.append(("assistant", reply))


# --- 2.2 -------------------------------------------------------------------------------------------------


class Service:
    """What a check knows of a service: the dict that it keeps, and what was said by whom."""

    def __init__(self) -> None:
        self.memories: dict[Any, Any] = {}
        self.said: dict[str, list[Said]] = {}

    def play(self, answer: Any, person: str, text: str, who: str, *, first: bool = False) -> None:
        """One turn. who: what a message calls the person."""
        said = self.said.setdefault(person, [])
        said.append(("user", text))
        with recorded() as calls:
            reply = patiently(answer, self.memories, person, text)
        if reply is None and not calls and first:
            raise not_begun(named(answer))
        if len(calls) != 1:
            raise Incorrect(f"In a turn of {who} the model was called {counted(len(calls), 'time')}; expected once.")
        self._compare(calls[0], said, who)
        if reply != calls[0].reply:
            raise Incorrect(
                f"{named(answer)} returned {described(reply)}; the model said {shortened(calls[0].reply or '')!r}."
            )
        said.append(("assistant", calls[0].reply or ""))

    def _compare(self, request: Request, said: list[Said], who: str) -> None:
        others = {text for talk in self.said.values() if talk is not said for _, text in talk}
        own = {text for _, text in said}
        leaked = [text for _, text in dialogue(request) if text in others - own]
        if leaked:
            raise Incorrect(f"The prompt of {who} held {shortened(leaked[0])!r}, which somebody else said.")
        compare(dialogue(request), said, (len(said) + 1) // 2)


def examine_people(answer: Any, random: Random) -> str:
    """Ids that differ little, talks that mix, a dict that is used again, and one that is new."""
    name = random.choice(NAMES)
    ids = [name, name.lower(), f"{name} ", f"{name}-2", "memory"]
    service, numbers = Service(), random.sample(range(10_000, 99_999), len(ids))
    for place, (person, number) in enumerate(zip(ids, numbers, strict=True)):
        text = f"My account number is {number}."
        service.play(answer, person, text, f"person {place + 1} ({person!r})", first=place == 0)
    for place in (1, 0, 4, 2, 3, 1):
        service.play(answer, ids[place], random.choice(FILLERS), f"person {place + 1} ({ids[place]!r})")
        service.play(answer, ids[place], "What is my account number?", f"person {place + 1} ({ids[place]!r})")
    fresh = Service()
    try:
        fresh.play(answer, ids[0], "What is my account number?", "a new service")
    except Incorrect as error:
        raise Incorrect(f"With a new, empty dict: {error} Where are the memories kept?") from None
    return "Five people whose ids differ little: each prompt held their own talk, and a new service knew nobody."


# --- 2.3 -------------------------------------------------------------------------------------------------


def examine_roles(ask: Any, random: Random) -> str:
    memory, other = new_memory("talk"), new_memory("talk")
    instructions = f"You work for {random.choice(SHOPS)} in {random.choice(CITIES)}. Be {{brief}}."
    said: list[Said] = []
    texts = [*small_talk(random.choice(NAMES), random.choice(CITIES)), "What does {name} mean in an f-string?", "Thanks."]
    for turn, text in enumerate(texts, 1):
        said.append(("user", text))
        with recorded() as calls:
            reply = patiently(ask, memory, instructions, text)
        if reply is None and not calls and turn == 1:
            raise not_begun(named(ask))
        if len(calls) != 1:
            raise Incorrect(f"At turn {turn} the model was called {counted(len(calls), 'time')}; expected once.")
        check_prompt(calls[0], instructions, said, turn)
        if reply != calls[0].reply:
            raise Incorrect(f"{named(ask)} returned {described(reply)}; expected the reply's text, a str.")
        said.append(("assistant", calls[0].reply or ""))
        check_saved(memory, said, turn)
    if other.chat_memory.messages:
        raise Incorrect("A memory that was not passed in holds messages.")
    with recorded() as calls:
        patiently(ask, other, instructions, texts[0])
    check_prompt(calls[0], instructions, said[:1], 1)
    return f"{len(texts)} turns: instructions once and first, then each message in its role, then the new text."


def check_prompt(request: Request, instructions: str, said: list[Said], turn: int) -> None:
    if len(request.messages) == 1 and said[-1][1] in str(request.messages[0]["content"]):
        raise Incorrect(
            f"At turn {turn} the model was sent one message, and everything stood in it; "
            "expected one for each thing said, and one for the instructions."
        )
    found = [text.strip() for text in system_texts(request)]
    if found != [instructions]:
        seen = "not among the system messages" if instructions not in found else f"sent {found.count(instructions)} times"
        extra = [text for text in found if text != instructions]
        if any(instructions in text and text != instructions for text in found):
            seen = "sent inside a longer system message"
        seen = f"sent beside another: {shortened(extra[0])!r}" if extra and instructions in found else seen
        raise Incorrect(f"At turn {turn} the instructions were {seen}; expected one system message.")
    if request.messages[0]["role"] not in ("system", "developer"):
        raise Incorrect(f"At turn {turn} the system message was not the first.")
    compare(dialogue(request), said, turn, "Is what was said saved?", request.messages[:1])


def check_saved(memory: Any, said: list[Said], turn: int) -> None:
    held = [(ROLES.get(message.type, message.type), str(message.text)) for message in memory.chat_memory.messages]
    if held == said:
        return
    if len(held) < len(said):
        raise Incorrect(
            f"After turn {turn} the memory holds {counted(len(held), 'message')}; expected {len(said)}. Is every turn saved?"
        )
    foreign = [text for role, text in held if (role, text) not in said]
    what = f"{shortened(foreign[0])!r}, which is no text or reply of the talk" if foreign else f"{counted(len(held), 'message')}"
    raise Incorrect(f"After turn {turn} the memory holds {what}; expected the {len(said)} that were said.")


QUIZ = (
    Question(
        "save_context was called five times, load_memory_variables five times. How often was the model called?",
        Choice("Never", "Right: the two methods write down and read. You call the model.", right=True),
        Choice("Five times", "No: saving a turn needs no model here. It does in lesson 04."),
        Choice("Ten times", "No: neither method calls it."),
    ),
    Question(
        "A person types a line that begins with 'AI:'. Where can it pass for something that the model said?",
        Choice("In a placeholder with messages", "No: there the text stays inside one user message."),
        Choice("In the string view", "Right: the talk is one text, and nothing marks who wrote a line.", right=True),
        Choice("In both", "No: messages carry their role."),
    ),
    Question(
        "The model call fails in the middle of a turn: load, ask, save. What does the buffer hold of that turn?",
        Choice("The person's text", "No: that is what a checkpointer does, in lesson 07."),
        Choice("Nothing", "Right: save_context is not reached. Keep the text until it is.", right=True),
        Choice("The text and an empty reply", "No: nothing is saved when the call raises."),
    ),
)

buffer = Task(
    "2.1",
    LESSON,
    4,
    examine_buffer,
    (
        "Two things belong to each buffer: a list of messages, and which view it gives. Where are they made?",
        "save_context adds two messages to self.messages. The string has a line for each, joined by a line break.",
        'self.messages += [HumanMessage(inputs["input"]), AIMessage(outputs["output"])]; return {"history": '
        'list(self.messages)} or "\\n".join of "Human: " and "AI: " lines.',
    ),
)
people = Task(
    "2.2",
    LESSON,
    3,
    examine_people,
    (
        "Under which key does the version in the cell keep a memory, and who shares that key?",
        "One memory for each person, made when they first write, and found again after that.",
        "if person not in memories: memories[person] = new_memory(), then say(memories[person], text).",
    ),
)
roles = Task(
    "2.3",
    LESSON,
    3,
    examine_roles,
    (
        "model.invoke() takes a list of messages. Which three things go into it, and in which order?",
        "[SystemMessage(instructions), *history, HumanMessage(text)], where history is the list under \"talk\".",
        'After the call: memory.save_context({"input": text}, {"output": reply}). Then return reply.',
    ),
)
