"""The offline model: what it reads, and that it reads it from nowhere else."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_helpers.gateway.offline_model import answer
from course_helpers.gateway.offline_model.rules import RULES
from course_helpers.gateway.offline_model.topics import OFFER, TOPICS, topic_asked_for
from course_helpers.gateway.parsing import parse_chat
from course_helpers.gateway.protocol import Message


def reply(messages) -> str:
    """The model's answer to messages as they are on the wire."""
    return answer(parse_chat(json.dumps({"model": "m", "messages": messages}).encode()).request).text


def talk(*texts: str, system: str = "") -> list[str]:
    """The model's answers to texts said in one conversation."""
    messages = [{"role": "system", "content": system}] if system else []
    answers = []
    for text in texts:
        messages.append({"role": "user", "content": text})
        answers.append(reply(messages))
        messages.append({"role": "assistant", "content": answers[-1]})
    return answers


def last(*texts: str, system: str = "") -> str:
    return talk(*texts, system=system)[-1]


@pytest.mark.parametrize(
    ("said", "asked", "answer"),
    [
        ("Hi, my name is Ana.", "What is my name?", "Your name is Ana."),
        ("hi, I'm Sam", "What's my name?", "Your name is Sam."),
        ("Hello! I am Mary Jane Watson.", "who am i?", "Your name is Mary Jane Watson."),
        ("my name is lena", "Do you remember my name?", "Your name is lena."),
        ("Please call me Bo.", "What is my name?", "Your name is Bo."),
        ("My name is O’Brien.", "What is my name?", "Your name is O'Brien."),
        ("My name is Ana and I live in Porto.", "Where do I live?", "You live in Porto."),
        ("My name is Ana and I live in Porto.", "What is my name?", "Your name is Ana."),
        ("I work as a nurse.", "What do I do?", "You work as a nurse."),
        ("I work for Lumen.", "Where do I work?", "You work for Lumen."),
        ("I'm allergic to nuts.", "What am I allergic to?", "You are allergic to nuts."),
        ("My favorite color is teal.", "What is my favourite colour?", "Your favourite colour is teal."),
        ("My dog is called Rex.", "What is my dog's name?", "Your dog is Rex."),
        ("My sister's name is Eva.", "What's my sister called?", "Your sister is Eva."),
        (
            "Order 7 is late. My order number is A-17.",
            "What is my order number?",
            "Your order number is A-17.",
        ),
    ],
)
def test_recalls_what_it_is_sent(said, asked, answer):
    assert last(said, asked) == answer
    assert last(said, "Why is the sky blue?", asked) == answer
    assert last(asked).startswith("I don't know")


def test_the_newest_statement_wins():
    assert last("My name is Ana.", "Sorry, my name is Eva.", "What is my name?") == "Your name is Eva."
    assert last("I live in Porto.", "I moved to Oslo.", "Where do I live?") == "You live in Oslo."


def test_others_are_kept_apart():
    assert last("My name is Ana. My sister's name is Eva.", "What is my name?") == "Your name is Ana."


@pytest.mark.parametrize(
    "said",
    [
        "I am German.",
        "I am tired.",
        "My name is hard to spell.",
        "My name is not Bob.",
        'He said "my name is Bob".',
        "Is my name Bob?",
        "What if my name is Bob?",
    ],
)
def test_is_not_misled(said):
    assert last(said, "What is my name?") == "I don't know your name: it is not in what I was sent."


def test_what_the_assistant_said_is_no_evidence():
    messages = [
        {"role": "assistant", "content": "My name is Bob."},
        {"role": "user", "content": "What is my name?"},
    ]
    assert reply(messages).startswith("I don't know")


def test_reads_system_messages_about_the_user():
    assert last("What is my name?", system="The user's name is Ana.") == "Your name is Ana."
    assert last("What is my plan?", system="The customer's plan is Gold.") == "Your plan is Gold."


ASKED = [
    "Why is the sky blue?",
    "What causes tides?",
    "Why are there seasons?",
    "How does a rainbow form?",
    "What is a black hole?",
    "Why does the Moon have phases? The phases of the Moon puzzle me.",
    "What is an eclipse?",
    "How fast is light?",
    "What makes thunder?",
    "Explain photosynthesis",
    "How does gravity work?",
    "Why is the sea salty?",
    "List the planets",
    "Recommend some science fiction",
    "Recommend three books",
]


@pytest.mark.parametrize("topic", TOPICS)
def test_follow_ups_need_what_came_before(topic):
    question = ASKED[TOPICS.index(topic)]
    assert talk(question, "Can you break that down more simply?") == [
        f"{topic.explanation} {OFFER}",
        topic.simpler,
    ]
    assert talk(question, "yes") == [f"{topic.explanation} {OFFER}", topic.example]
    assert last(question, "no thanks") == "All right. What else would you like to know?"


def test_follow_ups_alone_mean_nothing():
    assert last("Can you break that down more simply?").startswith("Break what down?")
    assert last("yes").startswith("Yes to what?")
    assert last("My name is Ana.", "yes").startswith("Yes to what?")


def test_topics_do_not_answer_for_each_other():
    for topic in TOPICS:
        assert [other for other in TOPICS if other.said_in(topic.explanation)] == [topic]
    assert topic_asked_for("What is my favourite colour?") is None


def test_follows_the_newest_system_message():
    system = 'You are Juno, a guide. End every answer with "Clear skies!"'
    assert last("Who are you?", system=system) == "I am Juno, a guide. Clear skies!"
    assert last("Who are you?") == "I am the offline model: rules that read, not a language model."
    assert last("Hi, my name is Ana.", system="Answer in capital letters.") == "HELLO ANA! NICE TO MEET YOU."
    assert last("Why are there tides?", system="Answer in one sentence.").count(".") == 1
    assert (
        last("thanks", system="Begin every answer with 'Dear customer,'") == "Dear customer, You're welcome."
    )


def test_says_what_it_cannot_do():
    assert last("Tell me a joke").startswith("I cannot do that")
    assert last("What is the capital of France?").startswith("I don't know")


def test_answers_a_request_without_a_question():
    assert reply([{"role": "system", "content": "Be kind."}]) == "I was sent no question."
    assert reply([{"role": "user", "content": "  "}]) == "I was sent no question."
    assert reply([{"role": "user", "content": [{"type": "text", "text": "Hi, I'm Sam"}]}]).startswith(
        "Hello Sam"
    )


WORDS = st.text(max_size=120)


@given(st.lists(st.tuples(st.sampled_from(["system", "user", "assistant"]), WORDS), min_size=1, max_size=8))
def test_always_answers_and_always_the_same(turns):
    messages = [{"role": role, "content": text} for role, text in turns]
    said = reply(messages)
    assert said
    assert said == reply(messages)


NAMES = st.sampled_from(["Amara", "Bruno", "Chiara", "Dmitri", "Elif"])
FILLERS = st.sampled_from(["Why is the sky blue?", "thanks", "I live in Oslo.", "Who are you?", "yes"])


@given(NAMES, st.lists(FILLERS, max_size=5), st.data())
def test_removing_the_message_removes_the_fact(name, fillers, data):
    place = data.draw(st.integers(0, len(fillers)))
    texts = [*fillers[:place], f"My name is {name}.", *fillers[place:], "What is my name?"]
    messages = [{"role": "user", "content": text} for text in texts]
    assert reply(messages) == f"Your name is {name}."
    del messages[place]
    assert name not in reply(messages)


def test_every_rule_is_reached():
    """No rule stands in the shadow of an earlier one."""
    from course_helpers.gateway.offline_model.conversation import Conversation

    examples = {
        "summarise": ["Summarise our conversation."],
        "answer_from_results": [],
        "nothing_asked": [""],
        "break_it_down": ["simpler please"],
        "yes_or_no": ["no"],
        "who_are_you": ["Who are you?"],
        "about_the_conversation": ["What did I ask first?"],
        "from_the_list": ["How much is the second one?"],
        "explain": ["Why is the sky blue?"],
        "recall": ["What is my name?"],
        "quote": ["We met in a tiny bar.", "Where did we meet?"],
        "acknowledge": ["My name is Ana."],
        "greet": ["Good morning!"],
        "welcome": ["Thank you."],
        "admit": ["Well."],
    }
    assert list(examples) == [rule.__name__ for rule in RULES]
    examples.pop("answer_from_results")  # needs a tool's result: test_tool_use.py
    for name, texts in examples.items():
        conversation = Conversation.of([Message("user", text) for text in texts])
        assert next(rule for rule in RULES if rule(conversation) is not None).__name__ == name
