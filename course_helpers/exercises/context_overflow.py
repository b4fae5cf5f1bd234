"""Exercise 09: predict a refusal, count before sending, guard a thread, predict its log."""

from __future__ import annotations

import copy
import math
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from itertools import accumulate
from numbers import Integral, Real
from random import Random
from typing import Any

from langchain_core.exceptions import ContextOverflowError
from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage, SystemMessage
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import MemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, MessagesState, StateGraph

from course_helpers.exercises.dialogue import Said, compare, content, counted, dialogue
from course_helpers.exercises.memory_saver import ROLES, TOPICS, config_of, fresh_id
from course_helpers.exercises.stateless_calls import CITIES, NAMES, SHOPS
from course_helpers.exercises.task import Incorrect, Task, call, described, named, not_begun, shortened
from course_helpers.gateway.log import Request
from course_helpers.patience import Endless, in_time
from course_helpers.quiz import Choice, Question
from course_helpers.session import gateway, recorded
from course_helpers.xray.storage import storage_of

LESSON = "09_context_overflow"
INSTRUCTIONS = SystemMessage("You answer visitors of a planetarium. Be brief, and say so if you do not know.")
NEAR = 0.05  # how far a predicted size may be off


@contextmanager
def window_of(window: int | None) -> Iterator[None]:
    """Inside the block the model has this context window; afterwards the one that it had before."""
    service = gateway().service
    before, service.window = service.window, window
    try:
        yield
    finally:
        service.window = before


def patiently(function: Any, *arguments: Any, calls: Sequence[Request] = ()) -> Any:
    """call(), for an answer that may never come. calls: see in_time()."""
    try:
        return in_time(partial(call, function, *arguments), calls)
    except Endless as error:
        raise Incorrect(f"{named(function)} was still running {error}. Which loop does not end?") from None


def accepted(messages: Sequence[BaseMessage], window: int, reserve: int | None = None) -> AnyMessage | None:
    """The model's reply at this window, None if it refuses the prompt as too long."""
    with window_of(window):
        try:
            return ChatOpenAI(model="gpt-4o-mini", max_tokens=reserve).invoke(list(messages))  # type: ignore[call-arg]
        except ContextOverflowError:
            return None


def prompt_tokens(messages: Sequence[BaseMessage]) -> int:
    """How many tokens the model says that this prompt has."""
    with window_of(None):
        reply: Any = ChatOpenAI(model="gpt-4o-mini").invoke(list(messages))
    return int(reply.usage_metadata["input_tokens"])


# --- 9.1 -------------------------------------------------------------------------------------------------


def examine_refusal(predict: Any, random: Random) -> str:
    start = SystemMessage(
        f"You work for {random.choice(SHOPS)} in {random.choice(CITIES)}. " * random.randint(1, 3)
    )
    question = HumanMessage(random.choice(TOPICS))
    prompts = measured(start, question, 4)
    first, step = prompts[0], prompts[1] - prompts[0]
    far = random.randint(8, 12)
    for known, window in (
        (4, first + far * step - random.randint(5, step - 5)),  # somewhere between two prompts
        (3, first + far * step),  # a prompt that just fills it
        (2, first + far * step + 1),  # room for one token of reply
        (4, prompts[2] - random.randint(1, 5)),  # a turn that was measured
        (4, first - random.randint(1, 5)),  # the first
    ):
        given = prompts[:known]
        answer = patiently(predict, given, window)
        if answer is None:
            raise not_begun(named(predict))
        asked = f"{named(predict)}({prompts[:known]}, {window})"
        if given != prompts[:known]:
            raise Incorrect(f"{named(predict)} changed the list that it was given.")
        compare_turns(answer, refused_turn(start, question, window), prompts, window, asked)
    return "5 conversations were played to their refusal: each came at the predicted turn."


def measured(start: BaseMessage, question: BaseMessage, turns: int) -> list[int]:
    """Prompt tokens of the first turns of a conversation in which the question is asked each time."""
    talk, prompts = [start], []
    with window_of(None):
        for _ in range(turns):
            reply: Any = ChatOpenAI(model="gpt-4o-mini").invoke([*talk, question])
            prompts.append(int(reply.usage_metadata["input_tokens"]))
            talk += [question, reply]
    return prompts


def refused_turn(start: BaseMessage, question: BaseMessage, window: int) -> int:
    """Play the conversation at this window; the number of the turn that the model refused."""
    talk, turn = [start, question], 1
    while (reply := accepted(talk, window)) is not None:
        talk += [reply, question]
        turn += 1
    return turn


def compare_turns(answer: Any, refused: int, prompts: list[int], window: int, asked: str) -> None:
    """Raise Incorrect unless the answer is the turn that was refused."""
    if not isinstance(answer, Integral) or isinstance(answer, bool):
        raise Incorrect(
            f"{asked} returned {described(answer)}; expected the number of a turn, a whole number."
        )
    if answer == refused:
        return
    first, step = prompts[0], prompts[1] - prompts[0]
    reached = first + (refused - 1) * step
    bill = list(accumulate(first + turn * step for turn in range(refused)))
    if answer in (sum(total < window for total in bill) + 1, sum(total <= window for total in bill) + 1):
        reason = "The prompts so far were added up: does the window hold them all, or one at a time?"
    elif answer == refused + 1 and reached == window:
        reason = f"Its prompt has {reached} tokens. Where would the reply go?"
    elif answer == refused - 1 and refused > 1:
        reason = (
            f"Turn {answer}, with {reached - step} tokens of prompt, was answered. Is turn 1 counted as 1?"
        )
    else:
        reason = f"Its prompt has {reached} tokens."
    raise Incorrect(f"{asked} returned {answer}; the model refused turn {refused}. {reason}")


# --- 9.2 -------------------------------------------------------------------------------------------------


def examine_count(fits: Any, random: Random) -> str:
    asked = 0
    for messages in prompts_to_count(random):
        reserve = random.randint(2, 80)
        just = prompt_tokens(messages) + reserve
        for window in (just + random.randint(20, 60), just - reserve + 1, just - 1, just, just - reserve - 2):
            check_fits(fits, messages, window, reserve)
            asked += 1
    return f"{asked} prompts: each one that the model took, and each that it refused by a token, was told before."


def prompts_to_count(random: Random) -> list[list[BaseMessage]]:
    """Prompts of several kinds: short, with instructions, not English, a long conversation."""
    name, city, number = random.choice(NAMES), random.choice(CITIES), random.randrange(10**9, 10**10)
    greeting = HumanMessage(f"Hi, my name is {name} and I live in {city}.")
    talk = [greeting, AIMessage(f"Hello {name}! Nice to meet you."), HumanMessage(random.choice(TOPICS))]
    odd = HumanMessage(f"नमस्ते, मेरा नाम {name} है। {number} €, {city}!")
    return [
        [greeting],
        [SystemMessage(f"You work for {random.choice(SHOPS)} in {city}."), *talk],
        [*talk[:2], odd],
        [*talk[:2] * random.randint(5, 9), odd, AIMessage("Noted."), talk[2]],
    ]


def check_fits(fits: Any, messages: list[BaseMessage], window: int, reserve: int) -> None:
    """Raise Incorrect unless fits() says what the model does, without asking it."""
    given = copy.deepcopy(messages)
    name = named(fits)
    with recorded() as calls, window_of(None):
        answer = patiently(fits, given, window, reserve, calls=calls)
    if answer is None:
        raise not_begun(name)
    if calls:
        raise Incorrect(
            f"{name} called the model {counted(len(calls), 'time')}; expected an answer without a call."
        )
    if given != messages:
        raise Incorrect(f"{name} changed the list that it was given.")
    if not isinstance(answer, bool):
        raise Incorrect(f"{name} returned {described(answer)}; expected True or False.")
    with recorded() as calls:
        taken = accepted(messages, window, reserve) is not None
    if answer == taken:
        return
    prompt = calls[-1].prompt_tokens
    did = "took" if taken else "refused"
    raise Incorrect(
        f"For {counted(len(messages), 'message')}, window {window} and reserve {reserve} {name} returned {answer}; "
        f"the model {did} them: {prompt} tokens of prompt and {reserve} reserved make {prompt + reserve}."
    )


# --- 9.3 -------------------------------------------------------------------------------------------------


def chat_app(reserve: int) -> Any:
    """A compiled chat whose node sends INSTRUCTIONS, then the thread, and reserves `reserve` tokens."""
    model = ChatOpenAI(model="gpt-4o-mini", max_tokens=reserve)  # type: ignore[call-arg]

    def chatbot(state: MessagesState) -> dict[str, Any]:
        return {"messages": [model.invoke([INSTRUCTIONS, *state["messages"]])]}

    builder = StateGraph(MessagesState).add_node(chatbot).add_edge(START, "chatbot")
    return builder.compile(checkpointer=MemorySaver())


class Guarded:
    """A thread that a check talks to through a learner's ask()."""

    def __init__(self, ask: Any, reserve: int, window: int, random: Random) -> None:
        self.ask, self.reserve, self.window = ask, reserve, window
        self.app, self.config = chat_app(reserve), config_of(fresh_id(random))
        self.name = named(ask)

    def messages(self) -> list[AnyMessage]:
        return list(self.app.get_state(self.config).values.get("messages", []))

    def needs(self, text: str) -> int:
        """What the next prompt and its reserved reply come to if this text is said."""
        return prompt_tokens([INSTRUCTIONS, *self.messages(), HumanMessage(text)]) + self.reserve

    def text_for(self, needed: int) -> str:
        """A text with which the next prompt and its reserve come to just so many tokens."""
        text = "Thank you for the tour:"
        while (missing := needed - self.needs(text)) > 0:
            text += " tide" * missing
        return text

    def say(self, text: str) -> tuple[Any, list[Request]]:
        """What ask() returned, and the requests that it made. Raises Incorrect for what it raised."""
        with recorded() as calls, window_of(self.window):
            try:
                answer = patiently(
                    self.ask, self.app, self.config, text, self.window, self.reserve, calls=calls
                )
            except Incorrect:
                if any(request.reply is None for request in calls):
                    self._refused(calls)
                raise
        if any(request.reply is None for request in calls):
            self._refused(calls)
        return answer, calls

    def _refused(self, calls: list[Request]) -> None:
        prompt = next(request.prompt_tokens for request in calls if request.reply is None)
        raise Incorrect(
            f"A prompt of {prompt} tokens reached the model, which refused it: with {self.reserve} reserved it is "
            f"over the window of {self.window}. Expected {self.name} to see that before it sends."
        )

    def fits(self, text: str) -> None:
        """Say a text that fits. Raises Incorrect unless it is asked with the whole thread, and answered."""
        before, needed = self.messages(), self.needs(text)
        answer, calls = self.say(text)
        if answer is None and not calls:
            raise not_begun(self.name)
        if not calls:
            raise Incorrect(
                f"A text that fits was not sent: with it, prompt and reserve are {needed} tokens of {self.window}."
            )
        if len(calls) != 1:
            raise Incorrect(f"The model was called {len(calls)} times in a turn; expected one call.")
        said: list[Said] = [(ROLES.get(message.type, message.type), str(message.text)) for message in before]
        said.append(("user", text))
        compare(dialogue(calls[0]), said, (len(said) + 1) // 2, "Does the text go through the graph?")
        if content(calls[0].messages[0]) != INSTRUCTIONS.text:
            raise Incorrect("The model was not sent INSTRUCTIONS first. Does the text go through the graph?")
        reply = calls[0].reply or ""
        if answer != reply:
            raise Incorrect(f"{self.name} returned {described(answer)}; the model said {shortened(reply)!r}.")
        if len(self.messages()) != len(before) + 2:
            raise Incorrect(
                f"After a turn the thread holds {counted(len(self.messages()), 'message')}; "
                f"expected {len(before) + 2}: the text and its reply are new."
            )

    def too_long(self, text: str) -> None:
        """Say a text that does not fit. Raises Incorrect unless the thread and the model are left alone."""
        before, needed = self.messages(), self.needs(text)
        answer, calls = self.say(text)
        where = f"A text with which prompt and reserve are {needed} tokens, window {self.window}"
        if calls:
            raise Incorrect(f"{where}: the model was called; expected no call.")
        if not isinstance(answer, str) or not answer.strip():
            raise Incorrect(
                f"{where}: {self.name} returned {described(answer)}; expected a sentence that says so."
            )
        state = self.app.get_state(self.config)
        after = list(state.values.get("messages", []))
        if after != before or state.next:
            waiting = f", and waits for {', '.join(state.next)}" if state.next else ""
            raise Incorrect(
                f"{where}: afterwards the thread holds {counted(len(after), 'message')}{waiting}; "
                f"expected the {len(before)} from before, unchanged."
            )


def examine_guard(ask: Any, random: Random) -> str:
    name, city = random.choice(NAMES), random.choice(CITIES)
    window, reserve = random.randint(300, 400), random.randint(30, 50)
    thread = Guarded(ask, reserve, window, random)
    thread.fits(f"Hi, my name is {name}.")
    thread.too_long(thread.text_for(window + random.randint(60, 120)))
    thread.fits("What is my name?")
    thread.fits(f"I live in {city}.")
    thread.too_long(thread.text_for(window + 1))
    thread.fits("Where do I live?")
    thread.fits(thread.text_for(window))
    new = Guarded(ask, reserve, window, random)  # a first text that is too long
    new.too_long(new.text_for(window + random.randint(1, 9)))
    new.fits(random.choice(TOPICS))
    return "3 texts that were too long left the model and the thread alone; all that fitted, to the token, was answered."


# --- 9.4 -------------------------------------------------------------------------------------------------


def examine_log(predict: Any, random: Random) -> str:
    for question, reply in ((random.randint(5, 20), random.randint(20, 60)), (random.randint(80, 120), 10)):
        sizes = log_sizes("tide " * question, "moon " * reply, 48)
        known = {turn: sizes[turn] for turn in (8, 16, 24)}
        for turn in (random.randint(30, 40), 48):
            given = dict(known)
            answer = patiently(predict, given, turn)
            if answer is None:
                raise not_begun(named(predict))
            if given != known:
                raise Incorrect(f"{named(predict)} changed the dict that it was given.")
            compare_sizes(answer, known, turn, sizes[turn], named(predict))
    return (
        f"Two logs were written, up to turn 48: each predicted size is within {NEAR:.0%} of the measured one."
    )


def log_sizes(question: str, reply: str, turns: int) -> dict[int, int]:
    """{turn: bytes of the log} of a thread with SqliteSaver. No model: the reply is always the same."""

    def answer(state: MessagesState) -> dict[str, Any]:
        return {"messages": [AIMessage(reply, id=f"reply {len(state['messages']):03}")]}

    builder = StateGraph(MessagesState).add_node(answer).add_edge(START, "answer")
    sizes = {}
    with closing(sqlite3.connect(":memory:", check_same_thread=False)) as connection:
        saver = SqliteSaver(connection)
        app: Any = builder.compile(checkpointer=saver)
        for turn in range(1, turns + 1):
            text = HumanMessage(question, id=f"question {turn:03}")
            app.invoke({"messages": [text]}, config_of("log"))
            if turn % 8 == 0 or turn >= 30:
                sizes[turn] = storage_of(saver, "log").log().size
    return sizes


def compare_sizes(answer: Any, known: dict[int, int], turn: int, size: int, name: str) -> None:
    """Raise Incorrect unless the answer is near the measured size."""
    if not isinstance(answer, Real) or isinstance(answer, bool) or not math.isfinite(answer):
        raise Incorrect(f"{name} returned {described(answer)}; expected a number of bytes.")
    if abs(float(answer) - size) <= NEAR * size:
        return
    (_, early), (before, middle), (last, newest) = known.items()
    guesses = {
        "As if each turn added the same. What does each version of the state hold?": (
            newest * turn / last,
            newest + (newest - middle) * (turn - last) / (last - before),
            newest + (newest - early) * (turn - last) / (last - next(iter(known))),
        ),
        "As if it multiplied every few turns. Do the three sizes do that?": (
            newest * (newest / middle) ** ((turn - last) / (last - before)),
            newest * (newest / early) ** ((turn - last) / (last - next(iter(known)))),
        ),
        "That is what it had at the last measured turn.": (newest,),
    }
    reasons = [
        reason
        for reason, values in guesses.items()
        if any(math.isclose(answer, v, rel_tol=1e-3) for v in values)
    ]
    reason = reasons[0] if reasons else "Twice as many turns: how many times the bytes?"
    raise Incorrect(f"{name} predicts {answer:,.0f} bytes after turn {turn}; measured: {size:,}. {reason}")


QUIZ = (
    Question(
        "The window has 1,000 tokens, the prompt 900, max_tokens is 200. What happens?",
        Choice(
            "The reply is cut after 100 tokens", "No: that happens without max_tokens. Here 200 are reserved."
        ),
        Choice("The request is refused", "Right: 900 + 200 is more than 1,000.", right=True),
        Choice("It is answered if the reply is short", "No: what is reserved counts, used or not."),
    ),
    Question(
        "A turn was refused because its text is too long. The person sends a short one. What is the model sent?",
        Choice("The short text with the turns before the long one", "No: nobody took the long one out."),
        Choice("The short text alone", "No: the thread is still there."),
        Choice(
            "The long text again, with the short one behind it: refused",
            "Right: a failed turn keeps its input.",
            right=True,
        ),
    ),
    Question(
        "A conversation becomes three times as long. What happens to the bytes of a log that keeps every version?",
        Choice(
            "About 9 times as many",
            "Right: three times as many versions, each up to three times as long.",
            right=True,
        ),
        Choice("Three times as many", "No: that is the live state."),
        Choice("It grows exponentially", "No: doubling the turns does not square it."),
    ),
    Question(
        "Which of these is model behaviour, and not plumbing?",
        Choice("A prompt over the window gets a 400", "No: the server counts, whatever the model."),
        Choice("The prompt of turn 50 has 2,854 tokens", "No: that was counted on the wire."),
        Choice(
            "A fact in the middle of a long prompt is found less often",
            "Right: it takes a real model to see that.",
            right=True,
        ),
    ),
)
predict_refusal = Task(
    "9.1",
    LESSON,
    3,
    examine_refusal,
    (
        "By how much does the prompt grow from one turn to the next? It goes on like that.",
        "Refused is the first turn whose prompt leaves no room for one token of reply.",
        "Start with turn 1 and prompts[0]; while prompt < window, go to the next turn and add the step.",
    ),
)
count_first = Task(
    "9.2",
    LESSON,
    2,
    examine_count,
    (
        "Which method of ChatOpenAI counts a list of messages without a call?",
        "Approximate counters are off for Hindi and digits, and text alone has no frames. Then the rule of the lesson.",
        "prompt = model.get_num_tokens_from_messages(messages); it fits if prompt + reserve is at most the window.",
    ),
)
guard_thread = Task(
    "9.3",
    LESSON,
    3,
    examine_guard,
    (
        "When is the text in the state? Look before that.",
        "get_state(config) has the thread. What else is in the prompt that the node sends?",
        "Count [INSTRUCTIONS, *messages of the thread, question]; over window - reserve, return before app.invoke. "
        'A new thread has no messages yet: .values.get("messages", []).',
    ),
)
predict_log = Task(
    "9.4",
    LESSON,
    2,
    examine_log,
    (
        "Divide the size at the last turn by that at half as many turns. Is it 2, or 4?",
        "The log grows with the square of the turn. Three points are enough for a·turn² + b·turn + c.",
        "numpy.polyfit(turns, sizes, 2) finds the three numbers, numpy.polyval(them, turn) puts the turn in.",
    ),
)
TASKS = (predict_refusal, count_first, guard_thread, predict_log)
