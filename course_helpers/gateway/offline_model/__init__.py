"""The model that answers without a key: rules that read the messages they are sent.

It is not a language model. It answers from the messages of the request and from one table of public facts
(topics.py), and from nothing else: take a message away and it forgets what the message said.

conversation   the request, as the rules see it
facts          what people say about themselves, and how they ask for it
topics         the table of public facts
rules          the abilities, one small function each, tried in order
style          what a system message may ask of every answer
"""

from __future__ import annotations

from course_helpers.gateway.offline_model.conversation import Conversation
from course_helpers.gateway.offline_model.rules import RULES
from course_helpers.gateway.offline_model.style import styled
from course_helpers.gateway.protocol import Answer, ChatRequest


def answer(request: ChatRequest) -> Answer:
    """The answer to a chat request; the same request always gets the same one."""
    conversation = Conversation.of(request.messages)
    answers = (rule(conversation) for rule in RULES)
    text = next(answer for answer in answers if answer is not None)
    return Answer(styled(text, conversation.instructions))
