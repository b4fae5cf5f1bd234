"""Answers to exercise 02."""

from __future__ import annotations

from collections import deque
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, get_buffer_string
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
from langchain_openai import ChatOpenAI

from course_helpers.exercises.conversation_buffer import new_memory, say

SHARED: list[Any] = []

# --- 2.1 -------------------------------------------------------------------------------------------------


class Listed:
    def __init__(self, return_messages=True):
        self.return_messages = return_messages
        self.messages = []

    def save_context(self, inputs, outputs):
        self.messages += [HumanMessage(inputs["input"]), AIMessage(outputs["output"])]

    def load_memory_variables(self, variables):
        if self.return_messages:
            return {"history": list(self.messages)}
        names = {"human": "Human", "ai": "AI"}
        return {"history": "\n".join(f"{names[one.type]}: {one.text}" for one in self.messages)}


class Paired:
    def __init__(self, return_messages=True):
        self.as_text = not return_messages
        self.turns: deque[tuple[str, str]] = deque()

    def save_context(self, inputs, outputs):
        self.turns.append((inputs["input"], outputs["output"]))

    def load_memory_variables(self, variables):
        if self.as_text:
            return {"history": "\n".join(f"Human: {text}\nAI: {reply}" for text, reply in self.turns)}
        return {
            "history": [one for text, reply in self.turns for one in (HumanMessage(text), AIMessage(reply))]
        }


class WithLibrary(Listed):
    def load_memory_variables(self, variables):
        # The list itself, as LangChain's own class gives it.
        return {"history": self.messages if self.return_messages else get_buffer_string(self.messages)}


class OnTheClass(Listed):
    messages: list[Any] = []  # noqa: RUF012

    def __init__(self, return_messages=True):
        self.return_messages = return_messages


class DefaultList(Listed):
    def __init__(self, return_messages=True, messages=[]):  # noqa: B006
        self.return_messages = return_messages
        self.messages = messages


class HumanOnly(Listed):
    def save_context(self, inputs, outputs):
        self.messages.append(HumanMessage(inputs["input"]))


class Swapped(Listed):
    def save_context(self, inputs, outputs):
        self.messages += [AIMessage(inputs["input"]), HumanMessage(outputs["output"])]


class Newest(Listed):
    def save_context(self, inputs, outputs):
        self.messages = [HumanMessage(inputs["input"]), AIMessage(outputs["output"])]


class NoRepeats(Listed):
    def save_context(self, inputs, outputs):
        if inputs["input"] not in [one.text for one in self.messages]:
            super().save_context(inputs, outputs)


class Bare(Listed):
    def load_memory_variables(self, variables):
        return self.messages


class AlwaysText(Listed):
    def load_memory_variables(self, variables):
        return {"history": get_buffer_string(self.messages)}


class NeverText(Listed):
    def load_memory_variables(self, variables):
        return {"history": list(self.messages)}


class LineAfterEach(Listed):
    def load_memory_variables(self, variables):
        if self.return_messages:
            return {"history": list(self.messages)}
        names = {"human": "Human", "ai": "AI"}
        return {"history": "".join(f"{names[one.type]}: {one.text}\n" for one in self.messages)}


class TypesForNames(Listed):
    def load_memory_variables(self, variables):
        if self.return_messages:
            return {"history": list(self.messages)}
        return {"history": "\n".join(f"{one.type}: {one.text}" for one in self.messages)}


class OnlyOnce(Listed):
    def load_memory_variables(self, variables):
        loaded, self.messages = self.messages, []
        return {"history": loaded if self.return_messages else get_buffer_string(loaded)}


class Dicts(Listed):
    def load_memory_variables(self, variables):
        roles = {"human": "user", "ai": "assistant"}
        return {"history": [{"role": roles[one.type], "content": one.text} for one in self.messages]}


class Popping(Listed):
    def save_context(self, inputs, outputs):
        self.messages += [HumanMessage(inputs.pop("input")), AIMessage(outputs.pop("output"))]


class Misspelt(Listed):
    def save_context(self, inputs, outputs):
        self.messages += [HumanMessage(inputs["question"]), AIMessage(outputs["output"])]


class NoFlag(Listed):
    def __init__(self):
        self.return_messages = True
        self.messages = []


class OneMethod:
    def __init__(self, return_messages=True):
        self.messages = []

    def save_context(self, inputs, outputs):
        self.messages.append(inputs["input"])


class Unwritten:
    def __init__(self, return_messages=True):
        """return_messages: whether load_memory_variables gives messages, or one string."""

    def save_context(self, inputs, outputs):
        """Keep a turn."""

    def load_memory_variables(self, variables):
        """Nothing yet."""


class Endless(Listed):
    def save_context(self, inputs, outputs):
        while True:
            pass


# --- 2.2 -------------------------------------------------------------------------------------------------


def looked_up(memories, person, text):
    if person not in memories:
        memories[person] = new_memory()
    return say(memories[person], text)


def by_setdefault(memories, person, text):
    return say(memories.setdefault(person, new_memory()), text)


def tried(memories, person, text):
    try:
        memory = memories[person]
    except KeyError:
        memory = memories[person] = new_memory()
    return say(memory, text)


def own_buffer(memories, person, text):
    memory = memories.get(person) or Listed()
    memories[person] = memory
    return say(memory, text)


def one_for_all(memories, person, text):
    return say(memories.setdefault("memory", new_memory()), text)


def new_each_time(memories, person, text):
    memories[person] = new_memory()
    return say(memories[person], text)


def not_stored(memories, person, text):
    return say(memories.get(person, new_memory()), text)


def lower_case(memories, person, text):
    return say(memories.setdefault(person.lower(), new_memory()), text)


def stripped(memories, person, text):
    return say(memories.setdefault(person.strip(), new_memory()), text)


def by_length(memories, person, text):
    return say(memories.setdefault(len(person), new_memory()), text)


def kept_elsewhere(memories, person, text):
    if not SHARED:
        SHARED.append({})
    return say(SHARED[0].setdefault(person, new_memory()), text)


MADE_AT_IMPORT = new_memory()


def made_at_import(memories, person, text):
    return say(memories.setdefault(person, MADE_AT_IMPORT), text)


def the_memory(memories, person, text):
    memory = memories.setdefault(person, new_memory())
    say(memory, text)
    return memory


def asked_twice(memories, person, text):
    memory = memories.setdefault(person, new_memory())
    say(memory, text)
    return say(memory, text)


def no_model(memories, person, text):
    memories.setdefault(person, new_memory())
    return "All right."


def no_answer(memories, person, text):
    return None


def missing_person(memories, person, text):
    return say(memories[person], text)


# --- 2.3 -------------------------------------------------------------------------------------------------


def model() -> ChatOpenAI:
    return ChatOpenAI(model="gpt-4o-mini")


def in_a_list(memory, instructions, text):
    history = memory.load_memory_variables({})["talk"]
    reply = model().invoke([SystemMessage(instructions), *history, HumanMessage(text)]).text
    memory.save_context({"input": text}, {"output": reply})
    return reply


def by_template(memory, instructions, text):
    prompt = ChatPromptTemplate(
        [SystemMessage(instructions), MessagesPlaceholder("talk"), ("human", "{input}")]
    )
    reply = (prompt | model()).invoke({**memory.load_memory_variables({}), "input": text})
    memory.save_context({"input": text}, {"output": reply.text})
    return reply.text


def by_pairs(memory, instructions, text):
    messages = [("system", instructions), *memory.chat_memory.messages, ("user", text)]
    reply = model().invoke(messages).text
    memory.chat_memory.add_messages([HumanMessage(text), AIMessage(reply)])
    return reply


def transcript(memory, instructions, text):
    history = memory.load_memory_variables({})["talk"]
    return model().invoke(f"{instructions}\n{history}\nHuman: {text}\nAI:").text


def unsaved(memory, instructions, text):
    history = memory.load_memory_variables({})["talk"]
    return model().invoke([SystemMessage(instructions), *history, HumanMessage(text)]).text


def no_instructions(memory, instructions, text):
    return say_in_talk(memory, memory.load_memory_variables({})["talk"], text)


def say_in_talk(memory: Any, before: list[Any], text: str) -> str:
    reply = model().invoke([*before, HumanMessage(text)]).text
    memory.save_context({"input": text}, {"output": reply})
    return reply


def instructions_last(memory, instructions, text):
    history = memory.load_memory_variables({})["talk"]
    reply = model().invoke([*history, SystemMessage(instructions), HumanMessage(text)]).text
    memory.save_context({"input": text}, {"output": reply})
    return reply


def instructions_as_user(memory, instructions, text):
    history = memory.load_memory_variables({})["talk"]
    return say_in_talk(memory, [HumanMessage(instructions), *history], text)


def instructions_saved(memory, instructions, text):
    memory.chat_memory.add_message(SystemMessage(instructions))
    return say_in_talk(memory, memory.load_memory_variables({})["talk"], text)


def text_saved_first(memory, instructions, text):
    memory.chat_memory.add_message(HumanMessage(text))
    history = memory.load_memory_variables({})["talk"]
    return say_in_talk(memory, [SystemMessage(instructions), *history], text)


def only_the_text_saved(memory, instructions, text):
    history = memory.load_memory_variables({})["talk"]
    reply = model().invoke([SystemMessage(instructions), *history, HumanMessage(text)]).text
    memory.chat_memory.add_message(HumanMessage(text))
    return reply


def the_message(memory, instructions, text):
    history = memory.load_memory_variables({})["talk"]
    reply = model().invoke([SystemMessage(instructions), *history, HumanMessage(text)])
    memory.save_context({"input": text}, {"output": reply.text})
    return reply


def braces_read(memory, instructions, text):
    prompt = ChatPromptTemplate([("system", instructions), MessagesPlaceholder("talk"), ("human", text)])
    reply = (prompt | model()).invoke(memory.load_memory_variables({})).text
    memory.save_context({"input": text}, {"output": reply})
    return reply


def text_read(memory, instructions, text):
    prompt = ChatPromptTemplate([SystemMessage(instructions), MessagesPlaceholder("talk"), ("human", text)])
    reply = (prompt | model()).invoke(memory.load_memory_variables({})).text
    memory.save_context({"input": text}, {"output": reply})
    return reply


def wrong_key(memory, instructions, text):
    return say_in_talk(
        memory, [SystemMessage(instructions), *memory.load_memory_variables({})["history"]], text
    )


def history_in_the_system_message(memory, instructions, text):
    memory_text = get_buffer_string(memory.load_memory_variables({})["talk"])
    return say_in_talk(memory, [SystemMessage(f"{instructions}\n{memory_text}")], text)


def saved_twice(memory, instructions, text):
    history = memory.load_memory_variables({})["talk"]
    reply = say_in_talk(memory, [SystemMessage(instructions), *history], text)
    memory.save_context({"input": text}, {"output": reply})
    return reply


def nothing(memory, instructions, text):
    pass


RIGHT = {
    "buffer": [Listed, Paired, WithLibrary],
    "people": [looked_up, by_setdefault, tried, own_buffer],
    "roles": [in_a_list, by_template, by_pairs],
}
WRONG = {
    "buffer": [
        (OnTheClass, "What do two buffers share?"),
        (DefaultList, "What do two buffers share?"),
        (HumanOnly, "After 1 turn HumanOnly() loaded 1 message; expected 2."),
        (Swapped, "message 1 of Swapped() is ai: "),
        (Newest, "After 2 turns Newest() loaded 2 messages; expected 4."),
        (NoRepeats, "After 4 turns NoRepeats() loaded 6 messages; expected 8."),
        (Bare, "expected a dict with 'history'"),
        (AlwaysText, "AlwaysText() loaded the str ''; expected []"),
        (NeverText, "NeverText(False) loaded the list []; expected ''"),
        (LineAfterEach, "After 1 turn LineAfterEach(False) loaded the str"),
        (TypesForNames, "After 1 turn TypesForNames(False) loaded the str 'human: "),
        (OnlyOnce, "After 2 turns OnlyOnce() loaded 2 messages; expected 4."),
        (Dicts, "loaded the dict {'role': 'user'"),
        (Popping, "save_context changed a dict that it was given"),
        (Misspelt, "save_context raised KeyError"),
        (NoFlag, "NoFlag raised TypeError"),
        (OneMethod, "which has no method load_memory_variables"),
        (Unwritten, "… 2.1 load_memory_variables still returns None"),
        (Endless, "save_context was still running after 2 seconds"),
        (None, "The answer should be a class; it is None."),
    ],
    "people": [
        (one_for_all, "which somebody else said"),
        (new_each_time, "expected 3: all that was said before"),
        (not_stored, "expected 3: all that was said before"),
        (lower_case, "which somebody else said"),
        (stripped, "which somebody else said"),
        (by_length, "which somebody else said"),
        (kept_elsewhere, "Where are the memories kept?"),
        (made_at_import, "✗ 2.2 "),
        (the_memory, "the_memory returned"),
        (asked_twice, "the model was called 2 times; expected once"),
        (no_model, "the model was called 0 times; expected once"),
        (no_answer, "… 2.2 no_answer still returns None"),
        (missing_person, "missing_person raised KeyError"),
        (None, "The answer should be a function; it is None."),
    ],
    "roles": [
        (transcript, "the model was sent one message, and everything stood in it"),
        (unsaved, "After turn 1 the memory holds 0 messages; expected 2. Is every turn saved?"),
        (no_instructions, "✗ 2.3 At turn 1 the "),
        (instructions_last, "At turn 2 the system message was not the first"),
        (instructions_as_user, "the instructions were not among the system messages"),
        (instructions_saved, "✗ 2.3 After turn 1 the memory holds 'You work for"),
        (text_saved_first, "the new text reached the model 2 times; expected once"),
        (only_the_text_saved, "After turn 1 the memory holds 1 message; expected 2"),
        (the_message, "the_message returned AIMessage("),
        (braces_read, "✗ 2.3 braces_read raised "),
        (text_read, "text_read raised KeyError"),
        (wrong_key, "wrong_key raised KeyError in line"),
        (
            history_in_the_system_message,
            "✗ 2.3 At turn 2 the instructions were sent inside a longer system message",
        ),
        (saved_twice, "After turn 1 the memory holds 4 messages; expected the 2 that were said"),
        (nothing, "… 2.3 nothing still returns None"),
    ],
}
