"""Exercise 01: carry a conversation by hand, and know what it costs."""

from __future__ import annotations

from decimal import Decimal
from math import isclose
from numbers import Real
from random import Random
from typing import Any

from course_helpers.exercises.dialogue import Talk, compare, counted, dialogue, system_texts
from course_helpers.exercises.task import Incorrect, Task, call, described, not_begun
from course_helpers.gateway.log import Request
from course_helpers.quiz import Choice, Question
from course_helpers.session import recorded

LESSON = "01_stateless_calls"
NAMES = ("Amara", "Bruno", "Chiara", "Dmitri", "Elif", "Farid", "Greta", "Hana", "Ines", "Jonas")
CITIES = ("Porto", "Oslo", "Lima", "Kyoto", "Tunis", "Quito", "Graz", "Hanoi", "Perth", "Accra")
SHOPS = ("a bookshop", "a bakery", "a planetarium", "a bicycle shop", "a library", "a museum")
FILLERS = (
    "Why is the sky blue?",
    "Can you break that down more simply?",
    "Why are there tides?",
    "Thank you.",
    "How does a rainbow form?",
    "Why are there seasons?",
    "What is a black hole?",
)
CLOSINGS = ("Clear skies!", "See you soon.", "Good reading!", "Ride safely.")
MILLION = 1_000_000


def small_talk(name: str, city: str) -> list[str]:
    """Four things to say; the last two can only be answered from the first two."""
    return [f"Hi, my name is {name}.", f"I live in {city}.", "Where do I live?", "What is my name?"]


def examine_chat(chat: Any, random: Random) -> str:
    names, cities = random.sample(NAMES, 2), random.sample(CITIES, 2)
    one, other = Talk(), Talk()
    first, *rest = small_talk(names[0], cities[0])
    one.compare(one.say(chat, first))
    for text in small_talk(names[1], cities[1])[:3]:  # somebody else, in between
        other.compare(other.say(chat, text))
    # Long enough for a history that is cut somewhere to show.
    for text in [*rest, *random.sample(FILLERS, len(FILLERS)), "What is my name?"]:
        one.compare(one.say(chat, text))
    return (
        f"Each of {one.turn} turns reached the model with all that was said before; "
        "a second conversation stayed apart."
    )


def examine_instructed_chat(chat: Any, random: Random) -> str:
    def instructions() -> str:
        return f"You work for {random.choice(SHOPS)} in {random.choice(CITIES)}."

    first, second = instructions(), instructions() + f' End every answer with "{random.choice(CLOSINGS)}"'
    texts, talk = small_talk(random.choice(NAMES), random.choice(CITIES)), Talk()
    texts = [*texts, *random.sample(FILLERS, 3)]  # long enough for a history that is cut to show
    for turn, text in enumerate(texts):
        wanted, old = (first, None) if turn < 2 else (second, first)
        request = talk.say(chat, text, wanted)
        check_instructions(request, wanted, talk.turn, old)
        talk.compare(request)
    check_braces(chat, random)
    return f"Each of {talk.turn} turns began with the instructions in force, once, and then held the whole conversation."


def check_instructions(request: Request, wanted: str, turn: int, old: str | None = None) -> None:
    """Raise Incorrect unless the request's only system message is `wanted` and stands first."""
    sent, start = system_texts(request), f"At turn {turn} the model was sent"
    if not sent:
        if any(wanted in text for _, text in dialogue(request)):
            role = next(role for role, text in dialogue(request) if wanted in text)
            raise Incorrect(f"{start} the instructions as {role!r}; expected a system message of their own.")
        raise Incorrect(f"{start} no system message. What did the model know of its instructions?")
    if len(sent) > 1:
        raise Incorrect(f"{start} {len(sent)} system messages; expected 1. Does the history hold them too?")
    if sent == [old] and old != wanted:
        raise Incorrect(f"{start} the old instructions after they had changed. Where are they kept?")
    if sent[0] != wanted:
        raise Incorrect(f"{start} {described(sent[0])} as instructions; expected {described(wanted)}.")
    place = next(i for i, m in enumerate(request.messages, 1) if m["role"] in ("system", "developer"))
    if place > 1:
        raise Incorrect(
            f"{start} the instructions at place {place} of {len(request.messages)}; expected first."
        )


def check_braces(chat: Any, random: Random) -> None:
    """What people write may hold braces: a template would read them as a variable."""
    wanted, text = "Reply with JSON: {answer}.", f"My name is {{{random.choice(NAMES)}}}."
    try:
        talk = Talk()
        for said in (text, "What is my name?"):  # at the second turn the braces stand in the history
            request = talk.say(chat, said, wanted)
            check_instructions(request, wanted, talk.turn)
            talk.compare(request)
    except Incorrect as error:
        raise Incorrect(f"{error} The text held braces: is it read as a template?") from error


def examine_prediction(predict: Any, random: Random) -> str:
    for turns in (1, 2, 3, 2 * random.randint(2, 4), 2 * random.randint(15, 30) + 1):
        human, reply, fixed = random.randint(10, 40), random.randint(50, 90), random.randint(3, 9)
        answer = call(predict, turns, human, reply, fixed)
        if answer is None and turns == 1:
            raise not_begun("predict_replay")
        if not is_pair_of_numbers(answer):
            raise Incorrect(
                f"predict_replay returned {described(answer)}; "
                "expected two numbers: prompt tokens at turn n, prompt tokens in all."
            )
        check_prediction(answer, turns, human, reply, fixed)
    return (
        "Prompt tokens at turn n and in all agree with a count turn by turn, for short talks and long ones."
    )


def is_pair_of_numbers(answer: Any) -> bool:
    parts = as_list(answer)
    return parts is not None and len(parts) == 2 and all(is_number(part) for part in parts)


def as_list(answer: Any) -> list[Any] | None:
    """A row of values of any kind: list, tuple, array, zip. None if it is none."""
    if isinstance(answer, str | bytes | dict | set) or not hasattr(answer, "__iter__"):
        return None
    return list(answer)


def number(value: Any) -> float:
    """A number as a float; what is too large for one is infinite."""
    try:
        return float(value)
    except OverflowError:
        return float("inf")


def is_number(value: Any) -> bool:
    """Whether it is a number of any kind: int, float, Decimal, Fraction, numpy's."""
    return isinstance(value, Real | Decimal) and not isinstance(value, bool)


def check_prediction(answer: Any, turns: int, human: int, reply: int, fixed: int) -> None:
    """Raise Incorrect unless both numbers agree with a count turn by turn."""
    prompts = [fixed + turn * human + (turn - 1) * reply for turn in range(1, turns + 1)]
    at_turn, in_all = (number(part) for part in as_list(answer) or ())
    asked = f"predict_replay(n={turns}, human={human}, reply={reply}, fixed={fixed})"
    if not isclose(at_turn, prompts[-1]):
        reasons: dict[float, str] = {
            prompts[-1] + reply: "Is the reply of turn n part of the prompt of turn n?",
            prompts[-1] - (turns - 1) * reply: "Who else spoke in the turns before?",
            fixed + human: "What is sent again?",
            prompts[-1] - fixed: "What does every request cost besides?",
        }
        reason = reasons.get(at_turn, "Write down what is sent at turns 1, 2 and 3.")
        raise Incorrect(f"{asked} says {at_turn:.10g} tokens at turn {turns}; counted: {prompts[-1]}. {reason}")
    if not isclose(in_all, sum(prompts)):
        reasons = {
            turns * prompts[-1]: "Were the first prompts as long as the last?",
            prompts[-1]: "Every turn is paid for, not only the last.",
            sum(prompts) - (turns - 1) * fixed: "How often is `fixed` paid?",
        }
        reason = reasons.get(in_all, "Add up the prompts of turns 1 to n.")
        raise Incorrect(f"{asked} says {in_all:.10g} tokens in all; counted: {sum(prompts)}. {reason}")


def examine_measurement(measure: Any, random: Random) -> str:
    texts = small_talk(random.choice(NAMES), random.choice(CITIES))
    dollars_in, dollars_out = random.randint(10, 40) / 16, random.randint(50, 90) / 16
    with recorded() as calls:
        answer = call(measure, list(texts), dollars_in, dollars_out)
        rows = as_list(answer)  # here, because a generator makes its calls only now
    if answer is None and not calls:
        raise not_begun("measure_replay")
    if len(calls) != len(texts):
        times = counted(len(calls), "time")
        raise Incorrect(f"The model was called {times} for {len(texts)} texts; expected a call a text.")
    check_replay(texts, calls)
    if rows is None or len(rows) != len(texts):
        raise Incorrect(
            f"measure_replay returned {described(answer)}; expected a list of {len(texts)} pairs, one a turn."
        )
    for turn, pair in enumerate(rows, 1):
        if not is_pair_of_numbers(pair):
            raise Incorrect(f"Turn {turn} is {described(pair)}; expected a pair: prompt tokens, dollars.")
    rows = [[number(part) for part in as_list(pair) or ()] for pair in rows]
    for turn, pair in enumerate(rows, 1):
        check_tokens(pair[0], turn, calls)
    check_all_dollars(rows, calls, dollars_in, dollars_out)
    return "The prompt tokens and the dollars of each of 4 turns are those that the model reported."


def check_replay(texts: list[str], calls: list[Request]) -> None:
    said: list[tuple[str, str]] = []
    for turn, (text, request) in enumerate(zip(texts, calls, strict=True), 1):
        said.append(("user", text))
        compare(dialogue(request), said, turn)
        said.append(("assistant", request.reply or ""))


def check_tokens(tokens: Any, turn: int, calls: list[Request]) -> None:
    request = calls[turn - 1]
    if tokens == request.prompt_tokens:
        return
    reason = {
        request.prompt_tokens + request.completion_tokens: "Is the reply counted in?",
        request.completion_tokens: "Is that the reply?",
        sum(call.prompt_tokens for call in calls[:turn]): "Is that the sum up to here?",
    }.get(tokens, "The reply's usage_metadata tells.")
    raise Incorrect(
        f"At turn {turn}: {tokens} prompt tokens; the model reported {request.prompt_tokens}. {reason}"
    )


def check_all_dollars(rows: list[Any], calls: list[Request], dollars_in: float, dollars_out: float) -> None:
    """Raise Incorrect unless every turn's dollars are its own."""
    so_far = 0.0
    for turn, (pair, request) in enumerate(zip(rows, calls, strict=True), 1):
        own = request.prompt_tokens * dollars_in + request.completion_tokens * dollars_out
        so_far += own / MILLION
        dollars = pair[1]
        if turn > 1 and isclose(dollars, so_far, rel_tol=1e-6):
            raise Incorrect(
                f"At turn {turn}: {dollars:.6g} dollars; expected {own / MILLION:.6g}. Is that the sum up to here?"
            )
        check_dollars(dollars, turn, request, dollars_in, dollars_out)


def check_dollars(dollars: Any, turn: int, request: Request, dollars_in: float, dollars_out: float) -> None:
    prompt, reply = request.prompt_tokens * dollars_in, request.completion_tokens * dollars_out
    expected = (prompt + reply) / MILLION
    if isclose(dollars, expected, rel_tol=1e-6):
        return
    reasons = (
        *(((prompt + reply) / 10**power, "Prices are for a million tokens.") for power in range(6)),
        (prompt / MILLION, "What does the reply cost?"),
        (reply / MILLION, "What does the prompt cost?"),
        (
            (request.prompt_tokens * dollars_out + request.completion_tokens * dollars_in) / MILLION,
            "Which price is whose?",
        ),
        (
            (request.prompt_tokens + request.completion_tokens) * dollars_in / MILLION,
            "A reply's tokens have a price of their own.",
        ),
    )
    rounded = any(isclose(dollars, round(expected, digits), rel_tol=1e-9) for digits in range(2, 10))
    unknown = "Is it rounded?" if rounded else "Work one turn out by hand: tokens times price, twice, added up."
    reason = next((text for value, text in reasons if isclose(dollars, value, rel_tol=1e-6)), unknown)
    raise Incorrect(f"At turn {turn}: {dollars:.6g} dollars; expected {expected:.6g}. {reason}")


QUIZ = (
    Question(
        "You call model.invoke twice on one ChatOpenAI object. What does the second call know of the first?",
        Choice(
            "Nothing", "Right: the object holds the model's name and address, not what was said.", right=True
        ),
        Choice("The last message", "No: a request holds what you pass in, and nothing else."),
        Choice(
            "All of it, until the program ends", "No: nothing is kept in the object, or on the other side."
        ),
    ),
    Question(
        "A chat has had 10 turns, with instructions in a system message. How often are they sent at turn 11?",
        Choice("Not at all: the model has had them", "No: a request without them is answered without them."),
        Choice(
            "Once, in front of the history",
            "Right: they belong to the call, so each call brings them.",
            right=True,
        ),
        Choice(
            "11 times, once for each turn", "That is what happens when each turn puts them into the history."
        ),
    ),
    Question(
        "A conversation is replayed in full. It goes on for twice as many turns. What happens to the cost?",
        Choice("Each turn costs the same, so it doubles", "No: turn 20 sends more than turn 10 did."),
        Choice(
            "The newest turn costs about twice as much, the whole about four times",
            "Right: linear a turn, quadratic in total.",
            right=True,
        ),
        Choice(
            "It grows exponentially", "No: every turn adds about the same number of tokens to the prompt."
        ),
    ),
)
mend_chat = Task(
    "1.1",
    LESSON,
    3,
    examine_chat,
    (
        "Print course_helpers.last_request().messages after the second turn. What is missing?",
        "The model must be sent the whole list, and the list must gain two messages a turn.",
        "history.append(HumanMessage(text)), then model.invoke(history), then append the reply as well.",
    ),
)
keep_instructions = Task(
    "1.2",
    LESSON,
    3,
    examine_instructed_chat,
    (
        "How many system messages does the third request hold? The history need not hold any.",
        "The instructions belong to the call: put them in front of the history when you send it.",
        "model.invoke([SystemMessage(instructions), *history]) after the new text is in the history.",
    ),
)
predict_cost = Task(
    "1.3",
    LESSON,
    2,
    examine_prediction,
    (
        "At turn 3 the prompt holds three texts of the person and two replies.",
        "At turn n: fixed + n texts + (n - 1) replies. In all: that for every turn from 1 to n, added up.",
        "in_all = sum(fixed + k * human + (k - 1) * reply for k in range(1, n + 1))",
    ),
)
measure_cost = Task(
    "1.4",
    LESSON,
    2,
    examine_measurement,
    (
        "Carry a history as in 1.1, and look at each reply's usage_metadata.",
        "usage_metadata has input_tokens and output_tokens; a price is in dollars for a million of them.",
        'dollars = (usage["input_tokens"] * dollars_in + usage["output_tokens"] * dollars_out) / 1_000_000',
    ),
)
TASKS = (mend_chat, keep_instructions, predict_cost, measure_cost)
