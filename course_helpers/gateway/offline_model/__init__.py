"""The model that answers without a key: rules that read the messages they are sent.

It is not a language model. It answers from the messages of the request and from one table of public facts
(topics.py), and from nothing else: take a message away and it forgets what the message said.

conversation   the request, as the rules see it
rules          the abilities, one small function each, tried in order
statements     the ways in which people state facts, one line a kind (of pieces in grammar, vocabulary, words)
facts          the facts in a text
knowledge      all facts of a request, people kept apart; known: what holds; corrections: "actually, make it 4"
questions      what is asked for, one line a way of asking
recall         questions about people; phrases: how facts are told; quoting: the last resort
about_conversation, lists   what was said, and "the second one"
topics         the table of public facts
summary        summaries that can be read back
tool_use, tool_results   which tool, with which arguments; what it returned
schema, values  structured answers
style          what a system message may ask of every answer
"""

from __future__ import annotations

import json
from typing import Any

from course_helpers.gateway.offline_model.conversation import Conversation
from course_helpers.gateway.offline_model.facts import USER
from course_helpers.gateway.offline_model.knowledge import knowledge
from course_helpers.gateway.offline_model.rules import RULES
from course_helpers.gateway.offline_model.schema import fill
from course_helpers.gateway.offline_model.style import styled
from course_helpers.gateway.offline_model.tool_use import use_tools
from course_helpers.gateway.offline_model.values import Source
from course_helpers.gateway.protocol import Answer, ChatRequest


def answer(request: ChatRequest) -> Answer:
    """The answer to a chat request; the same request always gets the same one."""
    conversation = Conversation.of(request.messages)
    if request.schema is not None or request.json_object:
        return Answer(json.dumps(structured(request, conversation), ensure_ascii=False))
    calls = use_tools(request, conversation)
    if calls is not None:
        return calls
    answers = (rule(conversation) for rule in RULES)
    text = next(answer for answer in answers if answer is not None)
    return Answer(styled(text, conversation.instructions))


def structured(request: ChatRequest, conversation: Conversation) -> dict[str, Any]:
    """The object that a request for JSON gets: its schema filled, or all facts about the user."""
    known = knowledge(conversation)
    if request.schema is not None:
        # The newest first: of two values, a rule takes the one that it meets first.
        said = [message.text for message in reversed(conversation.messages) if message.role == "user"]
        return fill(request.schema, Source("\n".join(said), known))
    return {kind: known.values(USER, kind)[-1].value for kind in known.kinds() if known.values(USER, kind)}
