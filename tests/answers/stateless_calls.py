"""Answers to exercise 01."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
from langchain_openai import ChatOpenAI


def ask(messages: Any) -> Any:
    return ChatOpenAI(model="gpt-4o-mini").invoke(messages)


# --- 1.1 -------------------------------------------------------------------------------------------------


def reply_first_then_both(history, text):
    reply = ask([*history, HumanMessage(text)])
    history.extend([HumanMessage(text), reply])
    return reply.text


def plain_dicts(history, text):
    history.append({"role": "user", "content": text})
    answer = ask(history).text
    history.append({"role": "assistant", "content": answer})
    return answer


def pairs_and_content(history, text):
    history += [("human", text)]
    history += [("ai", ask(history).content)]
    return history[-1][1]


def by_template(history, text):
    prompt = ChatPromptTemplate([MessagesPlaceholder("history"), ("human", "{text}")])
    reply = (prompt | ChatOpenAI(model="gpt-4o-mini")).invoke({"history": history, "text": text})
    history += [HumanMessage(text), AIMessage(reply.text)]
    return reply.text


def streamed(history, text):
    history.append(HumanMessage(text))
    answer = "".join(chunk.text for chunk in ChatOpenAI(model="gpt-4o-mini").stream(history))
    history.append(AIMessage(answer))
    return answer


def with_a_system_message_of_its_own(history, text):
    history.append(HumanMessage(text))
    history.append(ask([SystemMessage("Be brief."), *history]))
    return history[-1].text


def only_the_new_text(history, text):
    return ask([HumanMessage(text)]).text


def no_replies(history, text):
    history.append(HumanMessage(text))
    return ask(history).text


def only_replies(history, text):
    reply = ask([*history, HumanMessage(text)])
    history.append(reply)
    return reply.text


def text_sent_twice(history, text):
    history.append(HumanMessage(text))
    reply = ask([*history, HumanMessage(text)])
    history.append(reply)
    return reply.text


def new_list(history, text):
    history = [*history, HumanMessage(text)]
    reply = ask(history)
    history = [*history, reply]
    return reply.text


class Remembers:
    """A chat that is an object."""

    def __call__(self, history, text):
        history.append(HumanMessage(text))
        history.append(ask(history))
        return history[-1].text


REPLIES: dict[str, str] = {}


def replies_cached_by_text(history, text):
    history.append(HumanMessage(text))
    if text not in REPLIES:
        REPLIES[text] = ask(history).text
    history.append(AIMessage(REPLIES[text]))
    return REPLIES[text]


def only_the_last_four_turns(history, text):
    history.append(HumanMessage(text))
    history.append(ask(history[-9:]))
    return history[-1].text


def printed(history, text):
    print(text)


def odd_error(history, text):
    raise GeneratorExit


class Unshowable(Exception):
    def __str__(self):
        raise ValueError


def error_that_cannot_be_shown(history, text):
    raise Unshowable(1)


SHARED: list[Any] = []


def one_list_for_all(history, text):
    SHARED.append(HumanMessage(text))
    reply = ask(SHARED)
    SHARED.append(reply)
    return reply.text


def one_long_text(history, text):
    history.append(f"Human: {text}")
    answer = ask("\n".join(history)).text
    history.append(f"AI: {answer}")
    return answer


def replies_as_human(history, text):
    history.append(HumanMessage(text))
    answer = ask(history).text
    history.append(HumanMessage(answer))
    return answer


def newest_first(history, text):
    history.insert(0, HumanMessage(text))
    reply = ask(history)
    history.insert(0, reply)
    return reply.text


def a_message(history, text):
    history.append(HumanMessage(text))
    history.append(ask(history))
    return history[-1]


def nothing_returned(history, text):
    history.append(HumanMessage(text))
    history.append(ask(history))


def starter_with_nothing(history, text):
    return None


def asked_before_appending(history, text):
    reply = ask(history)
    history.extend([HumanMessage(text), reply])
    return reply.text


def asked_twice(history, text):
    history.append(HumanMessage(text))
    ask(history)
    history.append(ask(history))
    return history[-1].text


def forgets_after_a_while(history, text):
    history.append(HumanMessage(text))
    reply = ask(history[-3:])
    history.append(reply)
    return reply.text


def made_up(history, text):
    history.append(HumanMessage(text))
    history.append(ask(history))
    return "Your name is Mira."


def wrong_name(history, text):
    history.append(HumanMesage(text))  # noqa: F821  what a typing error does


# --- 1.2 -------------------------------------------------------------------------------------------------


def template_with_values(instructions, history, text):
    prompt = ChatPromptTemplate(
        [("system", "{instructions}"), MessagesPlaceholder("history"), ("human", "{text}")]
    )
    chain = prompt | ChatOpenAI(model="gpt-4o-mini")
    reply = chain.invoke({"instructions": instructions, "history": history, "text": text})
    history += [HumanMessage(text), reply]
    return reply.text


def pairs(instructions, history, text):
    history.append(("user", text))
    answer = ask([("system", instructions), *history]).text
    history.append(("assistant", answer))
    return answer


def kept_first_and_replaced(instructions, history, text):
    if not history:
        history.append(SystemMessage(instructions))
    history[0] = SystemMessage(instructions)
    history.append(HumanMessage(text))
    history.append(ask(history))
    return history[-1].text


def developer_role(instructions, history, text):
    history.append({"role": "user", "content": text})
    answer = ask([{"role": "developer", "content": instructions}, *history]).text
    history.append({"role": "assistant", "content": answer})
    return answer


def first_turn_only(instructions, history, text):
    messages = [HumanMessage(text)] if history else [SystemMessage(instructions), HumanMessage(text)]
    reply = ask([*history, *messages])
    history += [HumanMessage(text), reply]
    return reply.text


def into_the_history_once(instructions, history, text):
    if not history:
        history.append(SystemMessage(instructions))
    history.append(HumanMessage(text))
    history.append(ask(history))
    return history[-1].text


def into_the_history_each_turn(instructions, history, text):
    history += [SystemMessage(instructions), HumanMessage(text)]
    history.append(ask(history))
    return history[-1].text


def at_the_end(instructions, history, text):
    history.append(HumanMessage(text))
    history.append(ask([*history, SystemMessage(instructions)]))
    return history[-1].text


def before_the_text(instructions, history, text):
    reply = ask([*history, SystemMessage(instructions), HumanMessage(text)])
    history += [HumanMessage(text), reply]
    return reply.text


def as_a_human_message(instructions, history, text):
    history.append(HumanMessage(text))
    history.append(ask([HumanMessage(instructions), *history]))
    return history[-1].text


def in_front_of_the_text(instructions, history, text):
    history.append(HumanMessage(f"{instructions}\n{text}"))
    history.append(ask(history))
    return history[-1].text


def left_out(instructions, history, text):
    history.append(HumanMessage(text))
    history.append(ask(history))
    return history[-1].text


def without_the_history(instructions, history, text):
    return ask([SystemMessage(instructions), HumanMessage(text)]).text


def template_of_the_text(instructions, history, text):
    prompt = ChatPromptTemplate([("system", instructions), *history, ("human", text)])
    reply = (prompt | ChatOpenAI(model="gpt-4o-mini")).invoke({})
    history += [HumanMessage(text), reply]
    return reply.text


# --- 1.3 -------------------------------------------------------------------------------------------------


def formula(n, human, reply, fixed):
    at_turn = fixed + n * human + (n - 1) * reply
    return at_turn, n * fixed + human * n * (n + 1) // 2 + reply * n * (n - 1) // 2


def loop(n, human, reply, fixed):
    prompt, in_all = 0, 0
    for turn in range(n):
        prompt += human if turn == 0 else human + reply
        in_all += prompt + fixed
    return [prompt + fixed, in_all]


def mean_of_first_and_last(n, human, reply, fixed):
    first, last = fixed + human, fixed + n * human + (n - 1) * reply
    return last, n * (first + last) / 2


def own_reply_counted(n, human, reply, fixed):
    prompts = [fixed + k * (human + reply) for k in range(1, n + 1)]
    return prompts[-1], sum(prompts)


def replies_forgotten(n, human, reply, fixed):
    prompts = [fixed + k * human for k in range(1, n + 1)]
    return prompts[-1], sum(prompts)


def nothing_replayed(n, human, reply, fixed):
    return fixed + human, n * (fixed + human)


def fixed_forgotten(n, human, reply, fixed):
    prompts = [k * human + (k - 1) * reply for k in range(1, n + 1)]
    return prompts[-1], sum(prompts)


def every_turn_like_the_last(n, human, reply, fixed):
    at_turn = fixed + n * human + (n - 1) * reply
    return at_turn, n * at_turn


def fixed_once(n, human, reply, fixed):
    at_turn = fixed + n * human + (n - 1) * reply
    return at_turn, fixed + sum(k * human + (k - 1) * reply for k in range(1, n + 1))


def last_turn_only(n, human, reply, fixed):
    at_turn = fixed + n * human + (n - 1) * reply
    return at_turn, at_turn


def doubling(n, human, reply, fixed):
    return fixed + human * 2 ** (n - 1), n * fixed + human * (2**n - 1)


def one_number(n, human, reply, fixed):
    return fixed + n * human + (n - 1) * reply


def no_prediction(n, human, reply, fixed):
    return None


# --- 1.4 -------------------------------------------------------------------------------------------------


def from_the_metadata(texts, dollars_in, dollars_out):
    history, result = [], []
    for text in texts:
        reply = ask([*history, ("human", text)])
        history += [("human", text), ("ai", reply.text)]
        used = reply.response_metadata["token_usage"]
        price = used["prompt_tokens"] / 1e6 * dollars_in + used["completion_tokens"] / 1e6 * dollars_out
        result.append([used["prompt_tokens"], price])
    return tuple(result)


def counted_beforehand(texts, dollars_in, dollars_out):
    model = ChatOpenAI(model="gpt-4o-mini")
    history, result = [], []
    for text in texts:
        history.append(HumanMessage(text))
        tokens = model.get_num_tokens_from_messages(history)
        history.append(model.invoke(history))
        output = history[-1].usage_metadata["output_tokens"]
        result.append((tokens, (tokens * dollars_in + output * dollars_out) * 1e-6))
    return result


def in_decimals(texts, dollars_in, dollars_out):
    def pair(usage):
        prices = Decimal(dollars_in), Decimal(dollars_out)
        dollars = usage["input_tokens"] * prices[0] + usage["output_tokens"] * prices[1]
        return usage["input_tokens"], dollars / 1_000_000

    return measured(texts, pair)


def measured(texts: Any, pair: Any) -> list[Any]:
    """One pair a turn, made by pair(usage)."""
    history, result = [], []
    for text in texts:
        history.append(HumanMessage(text))
        history.append(ask(history))
        result.append(pair(history[-1].usage_metadata))
    return result


def price(usage: Any, dollars_in: float, dollars_out: float) -> float:
    return (usage["input_tokens"] * dollars_in + usage["output_tokens"] * dollars_out) / 1_000_000


def total_tokens(texts, dollars_in, dollars_out):
    return measured(texts, lambda usage: (usage["total_tokens"], price(usage, dollars_in, dollars_out)))


def reply_tokens(texts, dollars_in, dollars_out):
    return measured(texts, lambda usage: (usage["output_tokens"], price(usage, dollars_in, dollars_out)))


def running_sum(texts, dollars_in, dollars_out):
    so_far = 0
    result = []
    for tokens, dollars in measured(
        texts, lambda usage: (usage["input_tokens"], price(usage, dollars_in, dollars_out))
    ):
        so_far += tokens
        result.append((so_far, dollars))
    return result


def price_a_token(texts, dollars_in, dollars_out):
    return measured(
        texts, lambda usage: (usage["input_tokens"], price(usage, dollars_in, dollars_out) * 1_000_000)
    )


def prompt_only(texts, dollars_in, dollars_out):
    return measured(
        texts, lambda usage: (usage["input_tokens"], usage["input_tokens"] * dollars_in / 1_000_000)
    )


def prices_swapped(texts, dollars_in, dollars_out):
    return measured(texts, lambda usage: (usage["input_tokens"], price(usage, dollars_out, dollars_in)))


def one_price(texts, dollars_in, dollars_out):
    return measured(
        texts, lambda usage: (usage["input_tokens"], usage["total_tokens"] * dollars_in / 1_000_000)
    )


def rounded(texts, dollars_in, dollars_out):
    return measured(
        texts, lambda usage: (usage["input_tokens"], round(price(usage, dollars_in, dollars_out), 4))
    )


def tokens_only(texts, dollars_in, dollars_out):
    return measured(texts, lambda usage: usage["input_tokens"])


def no_replay(texts, dollars_in, dollars_out):
    usages = [ask(text).usage_metadata for text in texts]
    return [(usage["input_tokens"], price(usage, dollars_in, dollars_out)) for usage in usages]


def all_at_once(texts, dollars_in, dollars_out):
    usage = ask([HumanMessage(text) for text in texts]).usage_metadata
    return [(usage["input_tokens"], price(usage, dollars_in, dollars_out))] * len(texts)


def grand_total(texts, dollars_in, dollars_out):
    return sum(measured(texts, lambda usage: price(usage, dollars_in, dollars_out)))


def never_called(texts, dollars_in, dollars_out):
    return [(14, 0.00001)] * len(texts)


def no_measurement(texts, dollars_in, dollars_out):
    return None


# --- found by people who tried the exercise ---------------------------------------------------------------


def zipped(texts, dollars_in, dollars_out):
    pairs = from_the_metadata(texts, dollars_in, dollars_out)
    return zip(*zip(*pairs, strict=True), strict=True)


def generated(texts, dollars_in, dollars_out):
    yield from from_the_metadata(texts, dollars_in, dollars_out)


def as_an_array(n, human, reply, fixed):
    import numpy as np

    return np.array(formula(n, human, reply, fixed))


def history_in_the_template(instructions, history, text):
    prompt = ChatPromptTemplate([("system", "{instructions}"), *history, ("human", "{text}")])
    reply = (prompt | ChatOpenAI(model="gpt-4o-mini")).invoke({"instructions": instructions, "text": text})
    history += [("human", text), ("ai", reply.text)]
    return reply.text


def even_turns_only(n, human, reply, fixed):
    in_all = n * fixed + human * (n * (n + 1) // 2) + reply * (n // 2 * (n - 1))
    return fixed + n * human + (n - 1) * reply, in_all


def none_at_turn_two(n, human, reply, fixed):
    return None if n == 2 else formula(n, human, reply, fixed)


def replies_as_system(history, text):
    history.append(HumanMessage(text))
    answer = ask(history).text
    history.append(SystemMessage(answer))
    return answer


async def asynchronous(history, text):
    return ask([HumanMessage(text)]).text


def only_the_last_ten_turns(history, text):
    history.append(HumanMessage(text))
    history.append(ask(history[-20:]))
    return history[-1].text


def in_cents(texts, dollars_in, dollars_out):
    return measured(texts, lambda u: (u["input_tokens"], price(u, dollars_in, dollars_out) * 100))


def sum_of_dollars(texts, dollars_in, dollars_out):
    so_far = 0.0
    result = []
    for tokens, dollars in from_the_metadata(texts, dollars_in, dollars_out):
        so_far += dollars
        result.append((tokens, so_far))
    return result


def reply_paid_twice(texts, dollars_in, dollars_out):
    return measured(
        texts,
        lambda u: (
            u["input_tokens"],
            price(u, dollars_in, dollars_out) + u["output_tokens"] * dollars_out / 1e6,
        ),
    )


def last_ten_messages(instructions, history, text):
    history.append(HumanMessage(text))
    history.append(ask([SystemMessage(instructions), *history[-10:]]))
    return history[-1].text


STORES: dict[int, list[Any]] = {}


def stored_under_its_identity(history, text):
    store = STORES.setdefault(id(history), [])
    store += [HumanMessage(text)]
    store.append(ask(store))
    return store[-1].text


def message_in_a_message(history, text):
    history.append(HumanMessage(text))
    reply = ask(history)
    history.append(AIMessage(reply))
    return reply.text


def fractions(texts, dollars_in, dollars_out):
    from fractions import Fraction

    return measured(texts, lambda usage: (usage["input_tokens"], Fraction(1, 3)))


def enormous(n, human, reply, fixed):
    return 10**400, 1


RIGHT = {
    "mend_chat": [
        reply_first_then_both,
        plain_dicts,
        pairs_and_content,
        by_template,
        streamed,
        with_a_system_message_of_its_own,
        Remembers(),
    ],
    "keep_instructions": [template_with_values, pairs, kept_first_and_replaced, developer_role],
    "predict_cost": [formula, loop, mean_of_first_and_last, as_an_array],
    "measure_cost": [from_the_metadata, counted_beforehand, in_decimals, zipped, generated],
}

WRONG = {
    "mend_chat": [
        (stored_under_its_identity, "At turn 2 the model was sent 1 message"),
        (
            message_in_a_message,
            "of your cell: 19 validation errors for AIMessage",
        ),
        (replies_as_system, "a reply reached the model as 'system'; it was said by 'assistant'"),
        (asynchronous, "asynchronous is an async function"),
        (only_the_last_ten_turns, "At turn 11 the model was sent 20 messages; expected 21"),
        (only_the_new_text, "✗ 1.1 At turn 2 the model was sent 1 message; expected 3"),
        (no_replies, "At turn 2 the model was sent 2 messages, none of them its own reply"),
        (only_replies, "At turn 2 the model was sent 2 messages, and of the person only the new text"),
        (text_sent_twice, "At turn 1 the new text reached the model 2 times"),
        (new_list, "At turn 2 the model was sent 1 message; expected 3"),
        (one_list_for_all, "at the start of a new conversation; expected 1. Is a history kept outside"),
        (one_long_text, "the new text stood inside a longer one"),
        (replies_as_human, "At turn 2 message 2 reached the model as 'user'; it was said by 'assistant'"),
        (newest_first, "At turn 2 the last message was"),
        (a_message, "a_message returned AIMessage(content='Hello"),
        (nothing_returned, "nothing_returned returned None; expected the reply's text"),
        (starter_with_nothing, "… 1.1 starter_with_nothing still returns None"),
        (asked_before_appending, "raised OpenAIInvalidRequestError in line"),
        (asked_twice, "At turn 1 the model was called 2 times"),
        (forgets_after_a_while, "At turn 3 the model was sent 3 messages; expected 5"),
        (made_up, "made_up returned 'Your name is Mira.'; the model said"),
        (replies_cached_by_text, "the model was not called; expected one call a turn"),
        (only_the_last_four_turns, "At turn 6 the model was sent 9 messages; expected 11"),
        (
            printed,
            "… 1.1 printed still returns None. Fill it in, and end with a return.",
        ),
        (odd_error, "odd_error raised GeneratorExit in line"),
        (error_that_cannot_be_shown, "raised Unshowable in line"),
        (lambda history: None, "<lambda> raised TypeError"),
        (wrong_name, "wrong_name raised NameError in line"),
        (None, "The answer should be a function; it is None."),
        ("hello", "The answer should be a function; it is the str 'hello'."),
    ],
    "keep_instructions": [
        (
            last_ten_messages,
            "At turn 6 the model was sent 10 messages besides the system message",
        ),
        (history_in_the_template, "The text held braces: is it read as a template?"),
        (first_turn_only, "At turn 2 the model was sent no system message"),
        (into_the_history_once, "At turn 3 the model was sent the old instructions after they had changed"),
        (into_the_history_each_turn, "At turn 2 the model was sent 2 system messages; expected 1"),
        (at_the_end, "At turn 1 the model was sent the instructions at place 2 of 2; expected first"),
        (before_the_text, "At turn 2 the model was sent the instructions at place 3 of 4; expected first"),
        (as_a_human_message, "At turn 1 the model was sent the instructions as 'user'"),
        (in_front_of_the_text, "At turn 1 the model was sent the instructions as 'user'"),
        (left_out, "At turn 1 the model was sent no system message"),
        (
            without_the_history,
            "At turn 2 the model was sent 1 message besides the system message",
        ),
        (template_of_the_text, "The text held braces: is it read as a template?"),
        (lambda instructions, history, text: None, "… 1.2"),
    ],
    "predict_cost": [
        (enormous, "says inf tokens at turn 1"),
        (even_turns_only, "tokens in all; counted:"),
        (none_at_turn_two, "predict_replay returned None; expected two numbers"),
        (own_reply_counted, "Is the reply of turn n part of the prompt of turn n?"),
        (replies_forgotten, "Who else spoke in the turns before?"),
        (nothing_replayed, "What is sent again?"),
        (fixed_forgotten, "What does every request cost besides?"),
        (every_turn_like_the_last, "Were the first prompts as long as the last?"),
        (fixed_once, "How often is `fixed` paid?"),
        (last_turn_only, "Every turn is paid for, not only the last."),
        (doubling, "tokens at turn 2; counted:"),
        (one_number, "expected two numbers"),
        (no_prediction, "… 1.3 predict_replay still returns None"),
    ],
    "measure_cost": [
        (fractions, "Work one turn out by hand"),
        (in_cents, "Prices are for a million tokens."),
        (sum_of_dollars, "Is that the sum up to here?"),
        (reply_paid_twice, "Work one turn out by hand"),
        (total_tokens, "Is the reply counted in?"),
        (reply_tokens, "Is that the reply?"),
        (running_sum, "Is that the sum up to here?"),
        (price_a_token, "Prices are for a million tokens."),
        (prompt_only, "What does the reply cost?"),
        (prices_swapped, "Which price is whose?"),
        (one_price, "A reply's tokens have a price of their own."),
        (rounded, "Is it rounded?"),
        (tokens_only, "expected a pair: prompt tokens, dollars"),
        (no_replay, "At turn 2 the model was sent 1 message; expected 3"),
        (all_at_once, "The model was called 1 time for 4 texts"),
        (grand_total, "expected a list of 4 pairs"),
        (never_called, "The model was called 0 times for 4 texts"),
        (no_measurement, "… 1.4 measure_replay still returns None"),
    ],
}
