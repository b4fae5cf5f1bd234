"""Answers to exercise 09."""

from __future__ import annotations

from itertools import accumulate, count
from typing import Any

import numpy
from langchain_core.messages import HumanMessage, RemoveMessage
from langchain_core.messages.utils import count_tokens_approximately
from langchain_openai import ChatOpenAI
from openai import BadRequestError

from course_helpers.exercises.context_overflow import INSTRUCTIONS

SORRY = "That is too long for me. Please say it in fewer words."


def model() -> ChatOpenAI:
    return ChatOpenAI(model="gpt-4o-mini")  # at the call: the course's model is started by then


def tokens(messages: Any) -> int:
    return model().get_num_tokens_from_messages(messages)


# --- 9.1 -------------------------------------------------------------------------------------------------


def by_loop(prompts, window):
    step = prompts[-1] - prompts[-2]
    return next(turn for turn in count(1) if prompts[0] + (turn - 1) * step >= window)


def by_division(prompts, window):
    step = prompts[1] - prompts[0]
    return max(1, -(-(window - prompts[0]) // step) + 1)


def by_numpy(prompts, window):
    step, start = numpy.polyfit(range(1, len(prompts) + 1), prompts, 1)
    return numpy.int64(max(1, numpy.ceil(round((window - start) / step, 6))))


def over_the_window_only(prompts, window):
    step = prompts[1] - prompts[0]
    return next(turn for turn in count(1) if prompts[0] + (turn - 1) * step > window)


def counted_from_zero(prompts, window):
    return by_loop(prompts, window) - 1


def added_up(prompts, window):
    step = prompts[1] - prompts[0]
    bills = accumulate(prompts[0] + turn * step for turn in count())
    return next(turn for turn, bill in enumerate(bills, 1) if bill >= window)


def window_over_first(prompts, window):
    return window // prompts[0] + 1


def window_over_step(prompts, window):
    return window // (prompts[1] - prompts[0]) + 1


def not_whole(prompts, window):
    return (window - prompts[0]) / (prompts[1] - prompts[0]) + 1


def in_words(prompts, window):
    return f"turn {by_loop(prompts, window)}"


def never_the_first(prompts, window):
    return max(2, by_loop(prompts, window))


def appends_to_what_it_got(prompts, window):
    while prompts[-1] < window:
        prompts.append(2 * prompts[-1] - prompts[-2])
    return next(turn for turn, prompt in enumerate(prompts, 1) if prompt >= window)


def endless(prompts, window):
    turn = 1
    while prompts[0] < window:
        turn += 1
    return turn


def needs_the_third(prompts, window):
    return by_loop([prompts[0], prompts[1], prompts[2]], window)


def no_turn(prompts, window):
    return None


# --- 9.2 -------------------------------------------------------------------------------------------------


def counted_by_model(messages, window, reserve):
    return tokens(messages) <= window - reserve


def counted_by_hand(messages, window, reserve):
    return not 3 + sum(4 + model().get_num_tokens(message.text) for message in messages) + reserve > window


def no_reserve(messages, window, reserve):
    return tokens(messages) < window


def strictly_less(messages, window, reserve):
    return tokens(messages) + reserve < window


def one_over(messages, window, reserve):
    return tokens(messages) + reserve <= window + 1


def text_alone(messages, window, reserve):
    return sum(model().get_num_tokens(message.text) for message in messages) + reserve <= window


def no_start_of_reply(messages, window, reserve):
    return sum(4 + model().get_num_tokens(message.text) for message in messages) + reserve <= window


def each_by_itself(messages, window, reserve):
    return sum(tokens([message]) for message in messages) + reserve <= window


def approximately(messages, window, reserve):
    return count_tokens_approximately(messages) + reserve <= window


def no_system(messages, window, reserve):
    return tokens([message for message in messages if message.type != "system"]) + reserve <= window


def letters(messages, window, reserve):
    return sum(len(message.text) for message in messages) // 4 + reserve <= window


def asks(messages, window, reserve):
    reply = model().invoke(messages)
    return reply.usage_metadata["input_tokens"] + reserve <= window


def the_other_way_round(messages, window, reserve):
    return tokens(messages) + reserve > window


def room_left(messages, window, reserve):
    return window - reserve - tokens(messages)


def takes_out(messages, window, reserve):
    while messages[1:]:
        messages.pop()
    return counted_by_hand(messages, window, reserve)


def always(messages, window, reserve):
    return True


def no_count(messages, window, reserve):
    return None


# --- 9.3 -------------------------------------------------------------------------------------------------


def send(app: Any, config: Any, text: str) -> str:
    return app.invoke({"messages": [HumanMessage(text)]}, config)["messages"][-1].text


def in_thread(app: Any, config: Any) -> list[Any]:
    return app.get_state(config).values.get("messages", [])


def guard(whole: Any, room: Any = lambda window, reserve: window - reserve, sorry: Any = SORRY) -> Any:
    """An ask() that counts whole(thread, question) and compares it with room(window, reserve)."""

    def ask(app, config, text, window, reserve):
        if tokens(whole(in_thread(app, config), HumanMessage(text))) > room(window, reserve):
            return sorry
        return send(app, config, text)

    return ask


everything = guard(lambda thread, question: [INSTRUCTIONS, *thread, question])


def counts_by_hand(app, config, text, window, reserve):
    texts = [INSTRUCTIONS.text, *(message.text for message in in_thread(app, config)), text]
    if reserve + 3 + sum(4 + model().get_num_tokens(each) for each in texts) > window:
        return f"Sorry, {len(text)} letters are too many."
    *_, last = app.stream({"messages": [("user", text)]}, config, stream_mode="values")
    return last["messages"][-1].text


def puts_in_and_takes_out(app, config, text, window, reserve):
    question = HumanMessage(text, id=f"q{len(in_thread(app, config))}")
    if tokens([INSTRUCTIONS, *in_thread(app, config), question]) + reserve <= window:
        return send(app, config, text)
    app.update_state(config, {"messages": [question]}, as_node="chatbot")
    app.update_state(config, {"messages": [RemoveMessage(question.id)]}, as_node="chatbot")
    return SORRY


no_instructions = guard(lambda thread, question: [*thread, question])
no_thread = guard(lambda thread, question: [INSTRUCTIONS, question])
no_question = guard(lambda thread, question: [INSTRUCTIONS, *thread])
no_room = guard(lambda t, q: [INSTRUCTIONS, *t, q], lambda window, reserve: window - 1)
too_careful = guard(lambda t, q: [INSTRUCTIONS, *t, q], lambda window, reserve: window - reserve - 1)
half = guard(lambda t, q: [INSTRUCTIONS, *t, q], lambda window, reserve: window // 2)
silent = guard(lambda t, q: [INSTRUCTIONS, *t, q], sorry=None)
blank = guard(lambda t, q: [INSTRUCTIONS, *t, q], sorry=" ")
refuses_in_a_message = guard(lambda t, q: [INSTRUCTIONS, *t, q], sorry=HumanMessage(SORRY))


def unguarded(app, config, text, window, reserve):
    return send(app, config, text)


def catches(app, config, text, window, reserve):
    try:
        return send(app, config, text)
    except BadRequestError:
        return SORRY


def leaves_it_in(app, config, text, window, reserve):
    if tokens([INSTRUCTIONS, *in_thread(app, config), HumanMessage(text)]) + reserve > window:
        app.update_state(config, {"messages": [HumanMessage(text)]}, as_node="chatbot")
        return SORRY
    return send(app, config, text)


def stores_its_refusal(app, config, text, window, reserve):
    if tokens([INSTRUCTIONS, *in_thread(app, config), HumanMessage(text)]) + reserve > window:
        app.update_state(config, {"messages": [("ai", SORRY)]}, as_node="chatbot")
        return SORRY
    return send(app, config, text)


def clears_the_thread(app, config, text, window, reserve):
    thread = in_thread(app, config)
    if tokens([INSTRUCTIONS, *thread, HumanMessage(text)]) + reserve > window:
        app.update_state(config, {"messages": [RemoveMessage(m.id) for m in thread]}, as_node="chatbot")
        return SORRY
    return send(app, config, text)


def shortens(app, config, text, window, reserve):
    return send(app, config, text[:100])


def past_the_graph(app, config, text, window, reserve):
    prompt = [INSTRUCTIONS, *in_thread(app, config), HumanMessage(text)]
    return model().invoke(prompt).text if tokens(prompt) + reserve <= window else SORRY


def raises(app, config, text, window, reserve):
    if tokens([INSTRUCTIONS, *in_thread(app, config), HumanMessage(text)]) + reserve > window:
        raise ValueError(SORRY)
    return send(app, config, text)


def expects_a_thread(app, config, text, window, reserve):
    thread = app.get_state(config).values["messages"]
    return SORRY if tokens([INSTRUCTIONS, *thread]) > window else send(app, config, text)


def whole_state(app, config, text, window, reserve):
    return app.invoke({"messages": [HumanMessage(text)]}, config)


def no_guard(app, config, text, window, reserve):
    return None


# --- 9.4 -------------------------------------------------------------------------------------------------


def by_polyfit(sizes, turn):
    return numpy.polyval(numpy.polyfit(list(sizes), list(sizes.values()), 2), turn)


def by_square(sizes, turn):
    last = max(sizes)
    return round(sizes[last] * (turn / last) ** 2)


def through_three_points(sizes, turn):
    total = 0.0
    for place, size in sizes.items():
        for other in sizes:
            if other != place:
                size *= (turn - other) / (place - other)
        total += size
    return total


def last_line(sizes, turn):
    (a, one), (b, other) = list(sizes.items())[-2:]
    return other + (other - one) * (turn - b) / (b - a)


def proportional(sizes, turn):
    return sizes[max(sizes)] * turn / max(sizes)


def exponential(sizes, turn):
    (a, one), (b, other) = list(sizes.items())[-2:]
    return other * (other / one) ** ((turn - b) / (b - a))


def cubic(sizes, turn):
    return sizes[max(sizes)] * (turn / max(sizes)) ** 3


def as_measured(sizes, turn):
    return sizes[max(sizes)]


def looked_up(sizes, turn):
    return sizes[turn]


def rounded_text(sizes, turn):
    return f"{by_polyfit(sizes, turn):,.0f}"


def not_a_number(sizes, turn):
    return float("nan")


def adds_the_turn(sizes, turn):
    sizes[turn] = by_polyfit(sizes, turn)
    return sizes[turn]


def no_size(sizes, turn):
    return None


RIGHT = {
    "predict_refusal": [by_loop, by_division, by_numpy],
    "count_first": [counted_by_model, counted_by_hand],
    "guard_thread": [everything, counts_by_hand, puts_in_and_takes_out],
    "predict_log": [by_polyfit, by_square, through_three_points],
}
WRONG = {
    "predict_refusal": [
        (over_the_window_only, "Where would the reply go?"),
        (counted_from_zero, "was answered. Is turn 1 counted as 1?"),
        (added_up, "does the window hold them all, or one at a time?"),
        (window_over_first, "the model refused turn"),
        (window_over_step, "the model refused turn"),
        (not_whole, "expected the number of a turn, a whole number"),
        (in_words, "expected the number of a turn, a whole number"),
        (never_the_first, "returned 2; the model refused turn 1"),
        (appends_to_what_it_got, "changed the list that it was given"),
        (endless, "endless was still running after 2 seconds"),
        (needs_the_third, "needs_the_third raised IndexError in line"),
        (no_turn, "… 9.1 no_turn still returns None"),
        (7, "The answer should be a function; it is the int 7."),
    ],
    "count_first": [
        (no_reserve, "no_reserve returned True; the model refused them"),
        (strictly_less, "strictly_less returned False; the model took them"),
        (one_over, "one_over returned True; the model refused them"),
        (text_alone, "text_alone returned True; the model refused them"),
        (no_start_of_reply, "no_start_of_reply returned True; the model refused them"),
        (each_by_itself, "each_by_itself returned False; the model took them"),
        (approximately, "approximately returned"),
        (no_system, "no_system returned True; the model refused them"),
        (letters, "letters returned True; the model refused them"),
        (asks, "asks called the model 1 time; expected an answer without a call"),
        (the_other_way_round, "the_other_way_round returned False; the model took them"),
        (room_left, "expected True or False"),
        (takes_out, "takes_out changed the list that it was given"),
        (always, "always returned True; the model refused them"),
        (no_count, "… 9.2 no_count still returns None"),
    ],
    "guard_thread": [
        (unguarded, "Expected unguarded to see that before it sends"),
        (catches, "Expected catches to see that before it sends"),
        (no_instructions, "reached the model, which refused it"),
        (no_thread, "reached the model, which refused it"),
        (no_question, "reached the model, which refused it"),
        (no_room, "reached the model, which refused it"),
        (too_careful, "A text that fits was not sent"),
        (half, "✗ 9.3 A text that fits was not sent"),
        (silent, "returned None; expected a sentence that says so"),
        (blank, "expected a sentence that says so"),
        (refuses_in_a_message, "expected a sentence that says so"),
        (leaves_it_in, "afterwards the thread holds 3 messages; expected the 2 from before"),
        (stores_its_refusal, "afterwards the thread holds 3 messages; expected the 2 from before"),
        (clears_the_thread, "afterwards the thread holds 0 messages; expected the 2 from before"),
        (shortens, "the model was called; expected no call"),
        (past_the_graph, "After a turn the thread holds 0 messages; expected 2"),
        (raises, "raises raised ValueError in line"),
        (expects_a_thread, "expects_a_thread raised KeyError in line"),
        (whole_state, "the model said"),
        (no_guard, "… 9.3 no_guard still returns None"),
    ],
    "predict_log": [
        (last_line, "As if each turn added the same"),
        (proportional, "As if each turn added the same"),
        (exponential, "As if it multiplied every few turns"),
        (cubic, "cubic predicts"),
        (as_measured, "That is what it had at the last measured turn"),
        (looked_up, "looked_up raised KeyError in line"),
        (rounded_text, "expected a number of bytes"),
        (not_a_number, "expected a number of bytes"),
        (adds_the_turn, "adds_the_turn changed the dict that it was given"),
        (no_size, "… 9.4 no_size still returns None"),
    ],
}
