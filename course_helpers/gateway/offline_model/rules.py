"""What the model can do, one small function each.

A rule takes the conversation and gives an answer, or None to leave it to the next one. RULES is the order in
which they are tried. To add an ability, write a rule and put it where it belongs in the order.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from course_helpers.gateway.offline_model.about_conversation import about_the_conversation
from course_helpers.gateway.offline_model.conversation import Conversation, sentences
from course_helpers.gateway.offline_model.facts import PRONOUN, USER, facts_in
from course_helpers.gateway.offline_model.grammar import GREETING
from course_helpers.gateway.offline_model.knowledge import knowledge
from course_helpers.gateway.offline_model.lists import from_the_list
from course_helpers.gateway.offline_model.phrases import spoken
from course_helpers.gateway.offline_model.quoting import quoted_answer
from course_helpers.gateway.offline_model.recall import question_sentence, recall
from course_helpers.gateway.offline_model.style import identity
from course_helpers.gateway.offline_model.summary import summarise
from course_helpers.gateway.offline_model.tool_results import answer_from_results, from_earlier_results
from course_helpers.gateway.offline_model.topics import OFFER, topic_asked_for, topic_said_in

Rule = Callable[[Conversation], str | None]

SIMPLER = re.compile(
    r"\b(?:break (?:that|it|this) down|simpl(?:y|er|ify)|(?:in|use) (?:simple|plain) (?:words|terms))\b",
    re.IGNORECASE,
)
YES = re.compile(r"(?:yes|yeah|yep|sure|ok|okay|go on|please do)\b[\s,.!]*(?:please)?[\s.!]*", re.IGNORECASE)
NO = re.compile(r"(?:no|nope)\b[\s,.!]*(?:thanks|thank you)?[\s.!]*", re.IGNORECASE)
WHO_ARE_YOU = re.compile(
    r"\b(?:who|what) are you\b|\bwhat(?:'s| is) your name\b|\bintroduce yourself\b", re.IGNORECASE
)
HELLO = re.compile(rf"{GREETING}\b", re.IGNORECASE)
REQUEST = re.compile(
    r"(?:please |(?:can|could|would) you )*"
    r"(?:tell|write|give|list|describe|summari[sz]e|make|create|show|compare|translate|explain|plan|suggest)\b",
    re.IGNORECASE,
)
UNNAMED = "I am the offline model: rules that read, not a language model."
ASKS = re.compile(
    r"\W*(?:please )?(?:remind me|tell me|do you (?:know|remember)|what|who|when|where|which|how)\b",
    re.IGNORECASE,
)
THANKS = re.compile(r"\b(?:thanks|thank you)\b", re.IGNORECASE)


def nothing_asked(conversation: Conversation) -> str | None:
    """A request without a user message, or with an empty one."""
    return None if conversation.question else "I was sent no question."


def break_it_down(conversation: Conversation) -> str | None:
    """ "Can you break that down more simply?": only what came before tells what "that" is."""
    if not SIMPLER.search(conversation.question) or topic_asked_for(conversation.question):
        return None
    if conversation.last_answer is None:
        return "Break what down? Nothing came before this in what I was sent."
    topic = topic_said_in(conversation.last_answer)
    return topic.simpler if topic else f"I cannot put this more simply: {conversation.last_answer}"


def yes_or_no(conversation: Conversation) -> str | None:
    """A bare "yes" or "no": only the question that was asked tells what it means."""
    said_no = NO.fullmatch(conversation.question)
    if not (YES.fullmatch(conversation.question) or said_no):
        return None
    asked = sentences(conversation.last_answer or "")[-1:]
    if not asked or "?" not in asked[0]:
        word = "No" if said_no else "Yes"
        return f"{word} to what? I see no question of mine before it in what I was sent."
    if said_no:
        return "All right. What else would you like to know?"
    topic = topic_said_in(conversation.last_answer or "")
    return topic.example if topic and OFFER in asked[0] else "Good. Go ahead."


def who_are_you(conversation: Conversation) -> str | None:
    if not WHO_ARE_YOU.search(conversation.question):
        return None
    return identity(conversation.instructions) or UNNAMED


def explain(conversation: Conversation) -> str | None:
    """A question that the table of public facts answers."""
    topic = topic_asked_for(conversation.question)
    return f"{topic.explanation} {OFFER}" if topic else None


def acknowledge(conversation: Conversation) -> str | None:
    """Facts that the newest message states."""
    if conversation.question.rstrip().endswith("?"):
        return None
    told = [fact for fact in facts_in(conversation.question) if not fact.gone and fact.subject != PRONOUN]
    if not told:
        return None
    name = next((fact.value for fact in told if fact.subject == USER and fact.kind == "name"), None)
    hello = f"Hello {name}! Nice to meet you." if name else ""
    rest = [spoken(fact) for fact in told if (fact.subject, fact.kind) != (USER, "name")]
    noted = f"Noted: {', '.join(dict.fromkeys(rest))}." if rest else ""
    return f"{hello} {noted}".strip()


def quote(conversation: Conversation) -> str | None:
    """A question that no rule knows, answered with the sentence that answers it."""
    text = conversation.question
    if "?" not in text and not ASKS.match(text):
        return None
    question = question_sentence(text)
    return quoted_answer(question, knowledge(conversation)) or from_earlier_results(conversation, question)


def greet(conversation: Conversation) -> str | None:
    if not HELLO.match(conversation.question):
        return None
    name = knowledge(conversation).value(USER, "name")
    return f"Hello{f' {name.value}' if name else ''}! How can I help you?"


def welcome(conversation: Conversation) -> str | None:
    return "You're welcome." if THANKS.search(conversation.question) else None


def admit(conversation: Conversation) -> str | None:
    """The last rule: it always answers, and says what it cannot do."""
    if REQUEST.match(conversation.question):
        return "I cannot do that: I am rules that read, not a language model."
    if "?" in conversation.question:
        return "I don't know: nothing in what I was sent answers that."
    return "All right."


RULES: tuple[Rule, ...] = (
    summarise,
    answer_from_results,
    nothing_asked,
    break_it_down,
    yes_or_no,
    who_are_you,
    about_the_conversation,
    from_the_list,
    explain,
    recall,
    quote,
    acknowledge,
    greet,
    welcome,
    admit,
)
