"""Answers to exercise 03."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from typing import Any

from langchain_core.messages import HumanMessage, SystemMessage, trim_messages

from course_helpers.exercises.conversation_window import play

# --- 3.1 -------------------------------------------------------------------------------------------------


def sliced(messages, k):
    return messages[-2 * k :] if k > 0 else []


def from_the_end(messages, k):
    return list(deque(messages, maxlen=2 * k))


def from_a_place(messages, k):
    first = max(len(messages) - 2 * k, 0)
    return [message for place, message in enumerate(messages) if place >= first]


def trimmed_by_number(messages, k):
    if k == 0:
        return []
    return trim_messages(messages, max_tokens=2 * k, token_counter=len, strategy="last")


def no_zero(messages, k):
    return messages[-2 * k :]


def messages_not_turns(messages, k):
    return messages[-k:] if k else []


def the_oldest(messages, k):
    return messages[: 2 * k]


def negative_place(messages, k):
    return messages[len(messages) - 2 * k :]


def reversed_order(messages, k):
    return messages[::-1][: 2 * k]


def store_cut(messages, k):
    del messages[: len(messages) - 2 * k if len(messages) > 2 * k else 0]
    return list(messages)


def popped(messages, k):
    while len(messages) > 2 * k:
        messages.pop(0)
    return messages


def same_list(messages, k):
    return messages


def same_list_while_short(messages, k):
    return messages if len(messages) <= 2 * k else messages[-2 * k :] if k else []


SHARED: list[Any] = []


def one_list_for_all(messages, k):
    SHARED.clear()
    SHARED.extend(sliced(messages, k))
    return SHARED


def remembered(messages, k):
    SHARED.extend(message for message in messages[-2:] if message not in SHARED)
    return SHARED[-2 * k :] if k else []


def one_more(messages, k):
    return messages[-2 * (k + 1) :]


def humans_only(messages, k):
    return [message for message in sliced(messages, k) if message.type == "human"]


def texts_changed(messages, k):
    for message in messages:
        message.content = message.content[:20]
    return sliced(messages, k)


def tuple_returned(messages, k):
    return tuple(sliced(messages, k))


def generated(messages, k):
    yield from sliced(messages, k)


def as_text(messages, k):
    return "\n".join(message.text for message in sliced(messages, k))


def nested(messages, k):
    return [messages[-2 * k :]]


def endless(messages, k):
    view = sliced(messages, k)
    while len(view) < 2 * k:
        pass
    return view


def index_error(messages, k):
    return [messages[-place] for place in range(2 * k, 0, -1)]


def nothing(messages, k):
    return None


# --- 3.2 -------------------------------------------------------------------------------------------------


def parted(messages):
    system = [message for message in messages[:1] if message.type == "system"]
    return system, messages[len(system) :]


def starts_of(messages):
    return [place for place, message in enumerate(messages) if message.type == "human"]


def backwards(messages, budget, count):
    system, talk = parted(messages)
    kept: list[Any] = []
    for place in reversed(starts_of(talk)):
        if kept and count([*system, *talk[place:]]) > budget:
            break
        kept = talk[place:]
    return [*system, *kept]


def forwards(messages, budget, count):
    system, talk = parted(messages)
    starts = starts_of(talk)
    for place in starts:
        if place == starts[-1] or count(system + talk[place:]) <= budget:
            return system + talk[place:]
    return system


def by_trim_messages(messages, budget, count):
    view = trim_messages(
        messages,
        max_tokens=budget,
        token_counter=count,
        strategy="last",
        include_system=True,
        start_on="human",
    )
    if any(message.type == "human" for message in view) or not messages:
        return view
    system, talk = parted(messages)
    starts = starts_of(talk)
    return [*system, *(talk[starts[-1] :] if starts else [])]


def half_turns(messages, budget, count):
    system, talk = parted(messages)
    while len(talk) > 1 and count([*system, *talk]) > budget:
        talk = talk[1:]
    return [*system, *talk]


def popped_from_the_store(messages, budget, count):
    while len(messages) > 1 and count(messages) > budget:
        messages.pop(0)
    return list(messages)


def bare_trim(messages, budget, count):
    return trim_messages(messages, max_tokens=budget, token_counter=count, strategy="last", start_on="human")


def trim_without_start(messages, budget, count):
    return trim_messages(
        messages, max_tokens=budget, token_counter=count, strategy="last", include_system=True
    )


def newest_not_kept(messages, budget, count):
    return trim_messages(
        messages,
        max_tokens=budget,
        token_counter=count,
        strategy="last",
        include_system=True,
        start_on="human",
    )


def the_oldest_fit(messages, budget, count):
    return trim_messages(messages, max_tokens=budget, token_counter=count, strategy="first")


def system_not_counted(messages, budget, count):
    system, talk = parted(messages)
    return [*system, *backwards(talk, budget, count)]


def system_not_kept(messages, budget, count):
    return backwards(parted(messages)[1], budget, count)


def system_last(messages, budget, count):
    system, talk = parted(messages)
    return [*backwards(talk, budget - (count(system) if system else 0), count), *system]


def strictly_less(messages, budget, count):
    return backwards(messages, budget - 1, count)


def each_turn_counted_alone(messages, budget, count):
    system, talk = parted(messages)
    ends = [*starts_of(talk), len(talk)]
    turns = [talk[one:other] for one, other in pairwise(ends)]
    kept, used = turns[-1:], sum(count([message]) for message in [*system, *(turns[-1:] or [[]])[0]])
    for turn in reversed(turns[:-1]):
        used += sum(count([message]) for message in turn)
        if used > budget:
            break
        kept = [turn, *kept]
    return [*system, *(message for turn in kept for message in turn)]


def gaps(messages, budget, count):
    system, talk = parted(messages)
    ends = [*starts_of(talk), len(talk)]
    kept = talk[ends[-2] :] if len(ends) > 1 else []
    for one, other in reversed(list(pairwise(ends[:-1]))):
        if count([*system, *talk[one:other], *kept]) <= budget:
            kept = [*talk[one:other], *kept]
    return [*system, *kept]


def newest_first(messages, budget, count):
    system, *_ = parted(messages)
    return [*system, *reversed(backwards(messages, budget, count)[len(system) :])]


def always_two(messages, budget, count):
    system, talk = parted(messages)
    starts = starts_of(talk)
    return [*system, *talk[starts[-2:][0] if starts else 0 :]]


def greeting_kept(messages, budget, count):
    view = backwards(messages, budget, count)
    return list(messages) if count(messages) <= budget else view


def own_count(messages, budget, count):
    return backwards(messages, budget, lambda view: sum(len(message.text) // 4 for message in view))


def one_message_counted(messages, budget, count):
    return [message for message in messages if count(message) <= budget]


def given_back(messages, budget, count):
    return messages


def breaks_on_nothing(messages, budget, count):
    if not messages:
        return messages[0]
    return backwards(messages, budget, count)


def question_made_up(messages, budget, count):
    return [*backwards(messages, budget, count)[:-1], HumanMessage("What is it?")]


def instructions_added(messages, budget, count):
    return [SystemMessage("Be brief."), *backwards(messages, budget, count)]


def instructions_changed(messages, budget, count):
    system, talk = parted(messages)
    view = backwards(messages, budget, count)
    return [SystemMessage("Be brief."), *view[1:]] if system and talk else view


def question_twice(messages, budget, count):
    return [*backwards(messages, budget, count), *messages[-1:]]


def dicts(messages, budget, count):
    roles = {"human": "user", "ai": "assistant", "system": "system"}
    view = strictly_less(messages, budget, count)
    return [{"role": roles[message.type], "content": message.text} for message in view]


def number_returned(messages, budget, count):
    return count(messages)


def stuck(messages, budget, count):
    system, talk = parted(messages)
    while count([*system, *talk]) > budget:  # the newest turn alone may be over it
        talk = talk[starts_of(talk)[1:2][0] if len(starts_of(talk)) > 1 else 0 :]
    return [*system, *talk[starts_of(talk)[0] if starts_of(talk) else 0 :]]


def unfitted(messages, budget, count):
    return None


# --- 3.3 -------------------------------------------------------------------------------------------------


def first_that_does(product):
    for k in range(len(product.talk) + 1):
        calls = play(product, k)
        if product.needs in calls[-1].reply and max(c.prompt_tokens for c in calls) <= product.most:
            return k
    return None


def largest_that_does(product):
    for k in reversed(range(len(product.talk))):
        calls = play(product, k)
        if all(request.prompt_tokens <= product.most for request in calls):
            return k if product.needs in calls[-1].reply else None
    return None


def reaches_back(product):
    told = next(place for place, text in enumerate(product.talk) if product.needs in text)
    k = len(product.talk) - 1 - told
    return k if max(request.prompt_tokens for request in play(product, k)) <= product.most else None


def k_that(good):
    def choose(product):
        return next((k for k in range(len(product.talk) + 1) if good(product, play(product, k))), None)

    return choose


def always(k):
    return lambda product: k


def never(product):
    for k in range(3):
        play(product, k)


def not_filled_in(product):
    return None


known_only = k_that(lambda product, calls: product.needs in calls[-1].reply)
cheap_only = k_that(lambda product, calls: max(c.prompt_tokens for c in calls) <= product.most)
last_prompt_only = k_that(
    lambda product, calls: product.needs in calls[-1].reply and calls[-1].prompt_tokens <= product.most
)
in_any_reply = k_that(
    lambda product, calls: (
        any(product.needs in c.reply for c in calls) and max(c.prompt_tokens for c in calls) <= product.most
    )
)
summed = k_that(
    lambda product, calls: (
        product.needs in calls[-1].reply and sum(c.prompt_tokens for c in calls) <= product.most
    )
)


def messages_for_turns(product):
    k = first_that_does(product)
    return None if k is None else 2 * k


def one_too_few(product):
    k = first_that_does(product)
    return None if k is None else k - 1


def never_gives_up(product):
    k = 0
    while True:
        calls = play(product, k)
        if product.needs in calls[-1].reply and max(c.prompt_tokens for c in calls) <= product.most:
            return k
        k += 1


def from_above(product):
    k = len(product.talk)
    while product.needs in play(product, k)[-1].reply:
        k -= 1
    return k


def below_zero(product):
    return play(product, -1)


def the_text(product):
    return str(first_that_does(product))


def the_calls(product):
    return play(product, 3)


def truth(product):
    return first_that_does(product) is not None


RIGHT = {
    "last_turns": [sliced, from_the_end, from_a_place, trimmed_by_number],
    "whole_turns": [backwards, forwards, by_trim_messages],
    "right_size": [first_that_does, largest_that_does, reaches_back],
}
WRONG = {
    "last_turns": [
        (no_zero, "What does a slice that starts at -0 hold?"),
        (messages_not_turns, "How many messages has a turn?"),
        (the_oldest, "the oldest ones; expected the newest"),
        (negative_place, "What if k is more than there is?"),
        (reversed_order, "in another order than they were said"),
        (store_cut, "store_cut changed the list that it was given"),
        (popped, "popped returned the list that it was given"),
        (same_list, "same_list returned the list that it was given; expected a new one"),
        (same_list_while_short, "returned the list that it was given; expected a new one"),
        (one_list_for_all, "A list that one_list_for_all had returned changed in a later call"),
        (remembered, "✗ 3.1 "),
        (one_more, "✗ 3.1 With k="),
        (humans_only, "✗ 3.1 With k="),
        (texts_changed, "changed messages in the list that it was given"),
        (tuple_returned, "expected a list of messages"),
        (generated, "expected a list of messages"),
        (as_text, "expected a list of messages"),
        (nested, "What nested returned cannot be sent"),
        (endless, "endless was still running after 2 seconds. Which loop does not end?"),
        (index_error, "index_error raised IndexError in line"),
        (nothing, "… 3.1 nothing still returns None"),
        (None, "The answer should be a function; it is None."),
    ],
    "whole_turns": [
        (half_turns, "opens with 'assistant'; expected a whole turn"),
        (popped_from_the_store, "changed the list that it was given"),
        (bare_trim, "was not sent the system message"),
        (trim_without_start, "opens with 'assistant'; expected a whole turn"),
        (newest_not_kept, "the newest turn is always kept"),
        (the_oldest_fit, "the newest turn is always kept"),
        (system_not_counted, "Is the system message counted in?"),
        (system_not_kept, "was not sent the system message"),
        (system_last, "expected once, first"),
        (strictly_less, "the model was sent 2 turns: "),
        (each_turn_counted_alone, "the model was sent 2 turns: "),
        (gaps, "with a gap in them; expected the newest"),
        (newest_first, "✗ 3.2 With a budget of"),
        (always_two, "the model was sent 2 turns: "),
        (greeting_kept, "opens with 'assistant'; expected a whole turn"),
        (own_count, "✗ 3.2 With a budget of"),
        (one_message_counted, "one_message_counted raised TypeError in line"),
        (given_back, "given_back returned the list that it was given"),
        (breaks_on_nothing, "breaks_on_nothing raised IndexError in line"),
        (question_made_up, "was not sent 'What is the number of my ticket?'"),
        (instructions_added, "was sent a system message that the talk does not have"),
        (instructions_changed, "was sent another system message than the one that opens the talk"),
        (question_twice, "was sent a message of the talk twice"),
        (dicts, "the model was sent 2 turns: "),
        (number_returned, "expected a list of messages"),
        (stuck, "stuck was still running after 2 seconds"),
        (unfitted, "… 3.2 unfitted still returns None"),
    ],
    "right_size": [
        (always(5), "For the ticket counter k=5: the prompt of turn"),
        (always(2), "For the order desk k=2: the prompt of turn 6 does not hold"),
        (lambda product: len(product.talk), "tokens; at most"),
        (always(0), "For the order desk k=0: the prompt of turn 6 does not hold"),
        (never, "never returned None; there is a k"),
        (known_only, "For the night line k=4: the prompt of turn"),
        (cheap_only, "For the order desk k=0: the prompt of turn 6 does not hold"),
        (last_prompt_only, "For the night line k=4: the prompt of turn"),
        (in_any_reply, "For the order desk k=0: the prompt of turn 6 does not hold"),
        (summed, "returned None; there is a k"),
        (messages_for_turns, "tokens; at most"),
        (one_too_few, "For the order desk k=4: the prompt of turn 6 does not hold"),
        (never_gives_up, "never_gives_up was still running after"),
        (from_above, "does not hold"),
        (below_zero, "below_zero raised ValueError in line"),
        (the_text, "expected k or None"),
        (the_calls, "expected k or None"),
        (truth, "expected k or None"),
        (not_filled_in, "… 3.3 not_filled_in still returns None"),
    ],
}
