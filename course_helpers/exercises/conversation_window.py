"""Exercise 03: a window by hand, a window in tokens that keeps whole turns, and the right size for a product."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from langchain_openai import ChatOpenAI

from course_helpers.exercises.dialogue import Said, content, counted, dialogue
from course_helpers.exercises.stateless_calls import CITIES, FILLERS, NAMES, SHOPS, small_talk
from course_helpers.exercises.task import (
    Incorrect,
    Task,
    described,
    named,
    not_begun,
    patiently,
    safely,
    shortened,
)
from course_helpers.gateway.log import Request
from course_helpers.quiz import Choice, Question
from course_helpers.session import recorded

LESSON = "03_conversation_window"
ROLES = {"human": "user", "ai": "assistant", "system": "system"}
Count = Callable[[list[Any]], int]


def chat_model() -> ChatOpenAI:
    return ChatOpenAI(model="gpt-4o-mini")


def count_tokens(messages: list[Any]) -> int:
    """How many tokens a prompt of these messages has."""
    return chat_model().get_num_tokens_from_messages(messages)


def as_said(messages: list[BaseMessage]) -> list[Said]:
    """Messages as they look on the wire: (role, text)."""
    return [(ROLES.get(message.type, message.type), str(message.text)) for message in messages]


def sent_by(view: list[Any], name: str) -> Request:
    """The request that a view makes. Raises Incorrect if it makes none."""
    try:
        with recorded() as calls:
            chat_model().invoke(view)
    except Exception as error:
        seen = f"{type(error).__name__}: {shortened(safely(str, error), 100)}"
        raise Incorrect(f"What {name} returned cannot be sent: {seen}") from None
    return calls[0]


class Given:
    """A list that a check gives to an answer, and what it held then."""

    def __init__(self, messages: list[BaseMessage]) -> None:
        self.messages = messages
        self._held = list(messages)
        self._said = as_said(messages)

    def check(self, view: Any, name: str) -> None:
        """Raise Incorrect unless `view` is a list of its own and the list that was given is unchanged."""
        if not isinstance(view, list):
            raise Incorrect(f"{name} returned {described(view)}; expected a list of messages.")
        now = len(self.messages)
        if now != len(self._held):
            raise Incorrect(
                f"{name} changed the list that it was given: it held {counted(len(self._held), 'message')}, "
                f"now {now}. That list is the store."
            )
        same = all(one is other for one, other in zip(self.messages, self._held, strict=True))
        if not same or as_said(self.messages) != self._said:
            raise Incorrect(f"{name} changed messages in the list that it was given. That list is the store.")
        if view is self.messages:
            raise Incorrect(f"{name} returned the list that it was given; expected a new one.")


# --- 3.1 -------------------------------------------------------------------------------------------------


def window_of(store: list[Any], k: int) -> list[Any]:
    """The last k turns of a store that holds a person's text and its reply by turns."""
    return store[len(store) - min(2 * k, len(store)) :]


def examine_window(window: Any, random: Random) -> str:
    names, cities = random.sample(NAMES, 4), random.sample(CITIES, 4)
    fillers = random.sample(FILLERS, 3)
    sizes = (random.randint(3, 4), 0, 1, random.randint(20, 60))
    views: list[tuple[list[Any], list[Any]]] = []
    for k, name, city in zip(sizes, names, cities, strict=True):
        store: list[BaseMessage] = []
        for turn, text in enumerate([*small_talk(name, city), *fillers], 1):
            given = Given(store)
            view = patiently(window, store, k)
            if view is None and not views:
                raise not_begun(named(window))
            given.check(view, named(window))
            views.append((view, list(view)))
            request = sent_by([*view, HumanMessage(text)], named(window))
            check_window(dialogue(request)[:-1], as_said(store), k, turn)
            store += [HumanMessage(text), AIMessage(request.reply or "")]
    if any(len(view) != len(held) for view, held in views):
        raise Incorrect(f"A list that {named(window)} had returned changed in a later call; expected a new one.")
    return "Small windows, none, and one larger than the talk: each prompt held its last k turns, the store all."


def check_window(sent: list[Said], store: list[Said], k: int, turn: int) -> None:
    """Raise Incorrect unless what was sent before the new text is the last k turns of the store."""
    wanted = window_of(store, k)
    if sent == wanted:
        return
    start = f"With k={k} the prompt of turn {turn} held {len(sent)} of {counted(len(store), 'stored message')}"
    expected = f"expected {len(wanted)}: {'no turn' if k == 0 else counted(len(wanted) // 2, 'turn')}"
    foreign = [text for role, text in sent if (role, text) not in store]
    if foreign:
        raise Incorrect(
            f"With k={k} the prompt of turn {turn} held {shortened(foreign[0])!r}, which is not in the list."
        )
    if k == 0:
        raise Incorrect(f"{start}; {expected}. What does a slice that starts at -0 hold?")
    if sent == store[-k:]:
        raise Incorrect(f"{start}; {expected}. How many messages has a turn?")
    if sent == store[: len(wanted)]:
        raise Incorrect(f"{start}, the oldest ones; expected the newest.")
    if sorted(sent) == sorted(wanted):
        raise Incorrect(f"{start}, in another order than they were said.")
    if len(wanted) == len(store) > len(sent):
        raise Incorrect(f"{start}; {expected}. What if k is more than there is?")
    raise Incorrect(f"{start}; {expected}, the last.")


# --- 3.2 -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """A talk, and the budget it is to be fitted into. turns: how many of the newest fit."""

    messages: list[BaseMessage]
    budget: int
    count: Count
    unit: str
    turns: int


def turns_of(messages: list[BaseMessage]) -> list[list[BaseMessage]]:
    """The talk by turns: a human message, and what follows up to the next."""
    turns: list[list[BaseMessage]] = []
    for message in messages:
        if message.type == "human":
            turns.append([message])
        elif turns:
            turns[-1].append(message)
    return turns


def newest(messages: list[BaseMessage], turns: int) -> list[BaseMessage]:
    """The system message, if there is one, and that many of the newest turns."""
    system = [message for message in messages[:1] if message.type == "system"]
    return [*system, *(message for turn in turns_of(messages)[-turns:] for message in turn)]


def count_messages(messages: list[Any]) -> int:
    return len(_listed(messages))


def count_prompt(messages: list[Any]) -> int:
    return count_tokens(_listed(messages))


def _listed(messages: Any) -> list[Any]:
    if not isinstance(messages, list | tuple):
        raise TypeError(f"count takes a list of messages, not {described(messages)}")
    return list(messages)


def made_talk(random: Random) -> tuple[list[BaseMessage], list[BaseMessage]]:
    """A talk of five turns and a question, and a system message for it. The third turn is a long one."""
    name, city = random.choice(NAMES), random.choice(CITIES)
    many = ", ".join(random.sample(CITIES, 8))
    number = random.randrange(1_000, 9_999)
    talk: list[BaseMessage] = [
        HumanMessage(f"Hi, my name is {name}."),
        AIMessage(f"Hello {name}!"),
        HumanMessage(f"I live in {city}."),
        AIMessage("Noted."),
        HumanMessage(f"These are the towns that I have been to so far: {many}."),
        AIMessage(f"Noted. {random.choice(CITIES)} comes next?"),
        HumanMessage(f"My ticket has the number {number}."),
        AIMessage(f"Noted: {number}."),
        AIMessage("Anything else?"),  # a turn may hold more than one reply
        HumanMessage("No."),
        AIMessage("All right."),
        HumanMessage("What is the number of my ticket?"),
    ]
    instructions = f"You work for {random.choice(SHOPS)} in {random.choice(CITIES)}. Be brief, and be friendly."
    return talk, [SystemMessage(instructions)]


def cases(random: Random) -> list[Case]:
    talk, system = made_talk(random)
    greeting: list[BaseMessage] = [AIMessage("Welcome! What can I do for you?")]
    found = []
    for messages, turns, spare in (
        (talk, 3, 0),  # to the very token
        (talk, 3, 1),
        (talk, 4, 2),
        (talk, 5, 4),
        # With a system message trim_messages counts a request's frame twice: some tokens are spare.
        ([*system, *talk], 2, 3),
        ([*system, *talk], 4, 3),  # one turn more would fit beside no system message
        ([*system, *talk], 3, 25),  # the long turn does not fit, an older one would
        (talk, 6, 500),
        ([*greeting, *talk], 6, 500),
        ([*system, *greeting, *talk], 3, 3),
        (talk[-1:], 1, 50),
    ):
        budget = count_prompt(newest(messages, turns)) + spare
        found.append(Case(messages, budget, count_prompt, "tokens", turns))
    too_much = count_prompt(talk[-1:]) - random.randint(1, 4)
    found += [Case(talk, too_much, count_prompt, "tokens", 1), Case([*system, *talk], 1, count_prompt, "tokens", 1)]
    found += [Case([*system, *talk], 7, count_messages, "messages", 3), Case(talk, 5, count_messages, "messages", 2)]
    return found


def examine_fit(fit: Any, random: Random) -> str:
    made = cases(random)
    for place, case in enumerate(made):
        given = Given(list(case.messages))
        view = patiently(fit, given.messages, case.budget, case.count)
        if view is None and place == 0:
            raise not_begun(named(fit))
        given.check(view, named(fit))
        check_fit(view, case, named(fit))
    for few in ([], made[4].messages[:1]):
        view = patiently(fit, list(few), 50, count_prompt)
        if not isinstance(view, list) or as_said_or_none(view) != as_said(few):
            wanted = "[]" if not few else "that message alone"
            what = "an empty list" if not few else "a system message and no turn"
            raise Incorrect(f"For {what} {named(fit)} returned {described(view)}; expected {wanted}.")
    return f"{len(made)} talks: each prompt held the newest whole turns that fit, after the system message."


def as_said_or_none(view: list[Any]) -> list[Said] | None:
    try:
        return as_said(view)
    except Exception:
        return None


def check_fit(view: list[Any], case: Case, name: str) -> None:
    """Raise Incorrect unless the view, sent, is the system message and the newest turns that fit."""
    wanted = newest(case.messages, case.turns)
    start = f"With a budget of {case.budget} {case.unit}"
    question = as_said(case.messages)[-1]
    if not view:
        raise Incorrect(f"{start} {name} returned an empty list; the newest turn is always kept.")
    request = sent_by(view, name)
    sent = [(message["role"], content(message)) for message in request.messages]
    if sent == as_said(wanted):
        return
    if question not in sent:
        raise Incorrect(
            f"{start} the model was not sent {question[1]!r}; the newest turn is always kept "
            f"({case.count([case.messages[-1]])} {case.unit} by itself)."
        )
    has_system = wanted[0].type == "system"
    instructions = [place for place, (role, _) in enumerate(sent) if role == "system"]
    if has_system and not instructions:
        raise Incorrect(f"{start} the model was not sent the system message that opens the talk.")
    if has_system and instructions != [0]:
        places = ", ".join(str(place + 1) for place in instructions)
        raise Incorrect(f"{start} the system message was sent at place {places}; expected once, first.")
    if instructions and not has_system:
        raise Incorrect(f"{start} the model was sent a system message that the talk does not have.")
    if has_system and sent[0] != as_said(wanted)[0]:
        raise Incorrect(
            f"{start} the model was sent another system message than the one that opens the talk."
        )
    talk = sent[len(instructions) :]
    if talk[0][0] != "user":
        raise Incorrect(f"{start} the talk that was sent opens with {talk[0][0]!r}; expected a whole turn.")
    check_size(talk, wanted, case, start)


def check_size(talk: list[Said], wanted: list[BaseMessage], case: Case, start: str) -> None:
    """Raise Incorrect for whole turns that are not the right ones."""
    said = [pair for pair in as_said(case.messages) if pair[0] != "system"]
    number = sum(role == "user" for role, _ in talk)
    turns = counted(number, "turn")
    if len(set(talk)) < len(talk):
        raise Incorrect(f"{start} the model was sent a message of the talk twice.")
    if talk != said[len(said) - len(talk) :]:
        gap = all(pair in said for pair in talk) and sorted(talk, key=said.index) == talk
        what = "with a gap in them" if gap else "in another order than they were said"
        raise Incorrect(f"{start} the model was sent {turns} {what}; expected the newest, as they were said.")
    size, best = case.count(newest(case.messages, number)), case.count(wanted)
    if size > max(case.budget, best):
        besides = " Is the system message counted in?" if wanted[0].type == "system" else ""
        raise Incorrect(f"{start} the model was sent {turns}: {size} {case.unit}.{besides}")
    more = counted(case.turns, "turn")
    raise Incorrect(f"{start} the model was sent {turns}: {size} {case.unit}; {more} make {best}.")


# --- 3.3 -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Product:
    """What a product asks of its memory, with a talk that is typical of it.

    talk: what one person says, turn by turn; the last text asks for something told before. needs: what the
    last reply must hold. most: prompt tokens that no turn may exceed.
    """

    name: str
    talk: tuple[str, ...]
    needs: str
    most: int


def play(product: Product, k: int) -> list[Request]:
    """Hold the product's talk with a window of k turns. Returns one request a turn, oldest first."""
    if not isinstance(k, int) or isinstance(k, bool) or k < 0:
        raise ValueError(f"k={k!r} is no number of turns")
    model = chat_model()
    store: list[BaseMessage] = []
    with recorded() as calls:
        for text in product.talk:
            reply = model.invoke([*window_of(store, k), HumanMessage(text)]).text
            store += [HumanMessage(text), AIMessage(reply)]
    return calls


def largest(calls: list[Request]) -> int:
    return max(request.prompt_tokens for request in calls)


def products(random: Random) -> list[tuple[Product, int | None]]:
    """Four products, each with the smallest k that does, None if none does."""
    found: list[tuple[Product, int | None]] = []
    for name, thing, before, between, spare in (
        ("order desk", "order number", 0, 5, 30),
        ("ticket counter", "ticket number", 3, 2, 0),  # one k only
        ("night line", "case number", 3, 4, -1),  # no k
        ("front desk", "room number", 1, 6, 3),
    ):
        number = str(random.randrange(10_000, 99_999))
        early = ["Why is the sky blue?", "Can you break that down more simply?", "Why are there tides?"]
        later = [f"I live in {random.choice(CITIES)}.", *random.sample(FILLERS, 3), "I prefer tea to coffee.", "Thank you."]
        if before > 2:  # long turns first, short ones then: the last prompt is not the largest
            later = [f"I live in {random.choice(CITIES)}.", "Thank you.", "I prefer tea to coffee.", "All right."]
        told, asked = f"My {thing} is {number}.", f"What is my {thing}?"
        # The fact, `between` turns, the question: it stands between + 1 turns back.
        talk = (*early[:before], told, *later[: between - 1], asked)
        most = largest(play(Product(name, talk, number, 0), between)) + spare
        found.append((Product(name, talk, number, most), between if spare >= 0 else None))
    return found


def examine_choice(choose: Any, random: Random) -> str:
    for place, (product, smallest) in enumerate(products(random)):
        with recorded() as calls:
            k = patiently(choose, product, calls=calls, most_calls=60 * len(product.talk), seconds=30)  # a real model is slower
        if k is None and not calls and place == 0:
            raise not_begun(named(choose))
        if k is not None and (not isinstance(k, int) or isinstance(k, bool) or k < 0):
            raise Incorrect(f"For the {product.name} {named(choose)} returned {described(k)}; expected k or None.")
        if k is not None:
            check_choice(play(product, k), product, k)
        elif smallest is not None:
            raise Incorrect(
                f"For the {product.name} {named(choose)} returned None; there is a k with which the number "
                f"is known and no prompt exceeds {product.most} tokens."
            )
    return "Four products: the number is known within the budget where that can be, and None where it cannot."


def check_choice(calls: list[Request], product: Product, k: int) -> None:
    """Raise Incorrect unless the fact reached the model when it was asked for, and no prompt was too long."""
    turns = len(product.talk)
    told = next(turn for turn, text in enumerate(product.talk, 1) if product.needs in text)
    start = f"For the {product.name} k={k}"
    if not any(product.needs in text for _, text in dialogue(calls[-1])):
        raise Incorrect(
            f"{start}: the prompt of turn {turns} does not hold {product.needs}, told at turn {told}."
        )
    if largest(calls) > product.most:
        turn = next(turn for turn, request in enumerate(calls, 1) if request.prompt_tokens == largest(calls))
        raise Incorrect(
            f"{start}: the prompt of turn {turn} had {largest(calls)} tokens; at most {product.most} are allowed."
        )


QUIZ = (
    Question(
        "A window memory with k=3 has seen 10 turns. How many messages does it load, and how many does it hold?",
        Choice("It loads 3 and holds 20", "No: k counts turns, and a turn has two messages."),
        Choice("It loads 6 and holds 20", "Right: the view is cut, the store is not.", right=True),
        Choice("It loads 6 and holds 6", "That is what ConversationTokenBufferMemory would do: it cuts the store."),
    ),
    Question(
        "A name was told in turn 1 and has scrolled out. Where does making the memory larger bring it back?",
        Choice(
            "With the window's k, not with the token buffer's limit",
            "Right: the window still holds the message; the token buffer has dropped it.",
            right=True,
        ),
        Choice("With both", "No: what the token buffer has dropped is nowhere any more."),
        Choice("With neither", "No: the window's store holds every message."),
    ),
    Question(
        "max_token_limit=500. What has at most 500 tokens?",
        Choice("The prompt", "No: system message and question come on top."),
        Choice("The prompt and the reply together", "No: the limit knows neither question nor reply."),
        Choice("The messages that are kept after a turn", "Right: they are counted when a turn is saved.", right=True),
    ),
    Question(
        "Your model reads 128,000 tokens. Which k is right for an order desk?",
        Choice("As many turns as fit", "No: each is paid for at every call."),
        Choice(
            "As few as reach back to what people ask for",
            "Right: measure how far back that is, and what the prompt then costs.",
            right=True,
        ),
        Choice("5, the default", "No: a default knows nothing of your product."),
    ),
)
last_turns = Task(
    "3.1",
    LESSON,
    3,
    examine_window,
    (
        "A turn has two messages. Which slice of the list holds the last k turns?",
        "messages[-2 * k :] is right for every k but one. Which, and what does it hold then?",
        "return messages[-2 * k :] if k > 0 else []",
    ),
)
whole_turns = Task(
    "3.2",
    LESSON,
    4,
    examine_fit,
    (
        "Put the system message aside. Then find the places at which a human message stands: turns start there.",
        "Start with the newest turn alone and try one more, as long as count([*system, *turns]) is within the budget.",
        "starts = [i for i, m in enumerate(messages) if m.type == 'human']; walk it backwards, stop at the "
        "first start from which [*system, *messages[start:]] is over the budget.",
    ),
)
right_size = Task(
    "3.3",
    LESSON,
    3,
    examine_choice,
    (
        "Play the talk with one k, and print the prompt tokens of each call and the last reply.",
        "Two conditions for one k: product.needs is in calls[-1].reply, and no call's prompt_tokens is over product.most.",
        "Try every k from 0 to len(product.talk); return the first for which both hold, None after the loop.",
    ),
)
TASKS = (last_turns, whole_turns, right_size)
