"""Whether the newest message wants a tool, and with which arguments: told by the tool's own name, words and schema."""

from __future__ import annotations

import re
from typing import Any

from course_helpers.gateway.offline_model.about_conversation import about_the_conversation
from course_helpers.gateway.offline_model.conversation import Conversation, sentences
from course_helpers.gateway.offline_model.grammar import NAMED
from course_helpers.gateway.offline_model.knowledge import knowledge
from course_helpers.gateway.offline_model.known import Knowledge
from course_helpers.gateway.offline_model.questions import asked_for
from course_helpers.gateway.offline_model.schema import arguments, fill
from course_helpers.gateway.offline_model.tool_results import spaced
from course_helpers.gateway.offline_model.values import PLACE_WORDS, Source
from course_helpers.gateway.offline_model.words import alike, content
from course_helpers.gateway.protocol import Answer, ChatRequest, Tool, ToolCall

# Words in names and descriptions of tools that say nothing of what they are for.
THANKS = re.compile(r"\W*(?:thanks|thank you|cheers|great|perfect)\b[^?]*$", re.IGNORECASE)
COMMON = """get fetch look lookup find retrieve return query call tool function use data info information given current user
new by id value result string list handle perform do run execute"""
SAVES = re.compile(r"\b(?:save|store|remember|memor(?:y|ise|ize)|note)", re.IGNORECASE)
REMEMBER = re.compile(r"\b(?:remember|don't forget|keep in mind|note(?: down)?|save|store)\b", re.IGNORECASE)
CALCULATES = re.compile(r"\b(?:calculat|comput|arithmetic|math|multiply|add)", re.IGNORECASE)
SUM = re.compile(r"\d\s*(?:[-+*/x×^]|plus|minus|times|divided by|multiplied by)\s*\d", re.IGNORECASE)
ORDER = re.compile(
    r"^(?:(?:please|can you|could you|would you|now|then|and|ok|hey|hi|i (?:want|need|would like|'d like)(?: you)? to|let's)\b[\s,]*)*(?P<verb>[a-z]+)",
    re.IGNORECASE,
)


def use_tools(request: ChatRequest, conversation: Conversation) -> Answer | None:
    """The calls that the newest message asks for, a question for what is missing, or None for neither."""
    if not request.tools or request.tool_choice == "none":
        return None
    if request.tool_choice == "auto" and (
        THANKS.match(conversation.question) or about_the_conversation(conversation)
    ):
        return None
    pending = conversation.messages[-1].role == "tool"
    if conversation.messages[-1].role not in ("user", "tool"):
        return _forced(request, conversation) if request.tool_choice == "required" else None
    text = conversation.question
    known = knowledge(conversation)
    if request.force or (request.tool_choice == "required" and not pending):
        return _forced(request, conversation)
    wanted = wanted_tools(request.tools, text)
    if pending:
        wanted = [tool for tool in wanted if tool.name not in _called(conversation)]
    calls: list[ToolCall] = []
    for tool in wanted:
        found, missing = _calls(tool, text, known)
        if missing and not calls:
            names = " and ".join(f"the {spaced(name)}" for name in missing)
            return Answer(f"I need {names} for that. What is it?") if not pending else None
        calls += found
    if not calls:
        return None
    return Answer(tool_calls=tuple(calls if request.parallel else calls[:1]))


def wanted_tools(tools: tuple[Tool, ...], text: str) -> list[Tool]:
    """The tools that a message wants, in the order in which it names them."""
    scored = [(score(tool, text), place, tool) for place, tool in enumerate(tools)]
    best = [(points, place, tool) for points, place, tool in scored if points >= 1]
    if not best:
        return []
    top = max(points for points, _, _ in best)
    # Two tools only where the message has a part for each: "look up order 7 and email the result to Bo".
    parts = re.split(r"\s*(?:,|;|\band then\b|\bthen\b|\band\b|\.)\s+", text)
    chosen: list[Tool] = []
    for part in parts:
        in_part = [(score(tool, part), -place, tool) for _, place, tool in best if score(tool, part) >= 1]
        if in_part:
            tool = max(in_part, key=lambda row: row[:2])[2]
            if tool not in chosen:
                chosen.append(tool)
    return chosen or [next(tool for points, _, tool in best if points == top)]


def score(tool: Tool, text: str) -> float:
    """How much a message speaks of what a tool does. 1 is enough to call it."""
    have = content(text)
    if SAVES.search(tool.name):
        states = bool(REMEMBER.search(text)) and not text.rstrip().endswith("?")
        return 2.0 if states else 0.0
    if CALCULATES.search(f"{tool.name} {tool.description}") and SUM.search(text):
        return 2.0
    found = asked_for(text)
    name = [word for word in content(spaced(tool.name)) if word not in _COMMON]
    says = [word for word in content(tool.description) if word not in _COMMON]
    properties = tool.parameters.get("properties")
    parameters = [
        word
        for key in (properties if isinstance(properties, dict) else {})
        for word in content(spaced(key))
        if word not in _COMMON
    ]
    in_name = [word for word in name if any(alike(word, other) for other in have)]
    in_words = [word for word in says if any(alike(word, other) for other in have)]
    in_parameters = [word for word in parameters if any(alike(word, other) for other in have)]
    points = 1.0 * bool(in_name) + 0.5 * len(in_words) + 0.25 * len(in_parameters)
    if found is not None and found.kind in (
        "name",
        "home",
        "job",
        "employer",
        "age",
        "birthday",
        "allergy",
        "like",
    ):
        return 0.0  # a question about the person, not for a tool
    asks = (
        text.rstrip().endswith("?")
        or _orders(text)
        or bool(re.search(r"\b(?:need|want|please|show|check|like to)\b", text, re.IGNORECASE))
    )
    return points if asks and (in_name or len(in_words) >= 2) else 0.0


_COMMON = frozenset((*content(COMMON), *COMMON.split()))


def _orders(text: str) -> bool:
    return any(
        (match := ORDER.match(sentence))
        and match["verb"].lower()
        not in ("i", "my", "the", "we", "it", "he", "she", "they", "that", "this", "there")
        for sentence in sentences(text)
    )


def _calls(tool: Tool, text: str, known: Knowledge) -> tuple[list[ToolCall], list[str]]:
    found, missing = arguments(tool.parameters, Source(text, known))
    if missing:
        return [], missing
    several = _several(tool, text)
    if several:
        name, values = several
        return [ToolCall(tool.name, {**found, name: value}) for value in values], []
    return [ToolCall(tool.name, found)], []


def _several(tool: Tool, text: str) -> tuple[str, list[Any]] | None:
    """ "The weather in Oslo and Rome", "orders 7, 8 and 9": the argument that has several values."""
    properties = tool.parameters.get("properties")
    for name, part in (properties if isinstance(properties, dict) else {}).items():
        if not isinstance(part, dict) or part.get("type") not in ("string", "integer"):
            continue
        label = spaced(name).split()
        if any(word in PLACE_WORDS for word in label):
            match = re.search(
                rf"\b(?:in|at|to|for|of)\s+(?P<all>{NAMED}(?:(?:,| and|, and| or)\s+(?:in |for )?{NAMED})+)",
                text,
            )
            if match:
                return name, [
                    re.sub(r"^(?:in|for) ", "", one)
                    for one in re.split(r",\s*(?:and\s+)?|\s+and\s+|\s+or\s+", match["all"])
                ]
        elif label[-1] in ("id", "number", "order", "ticket"):
            match = re.search(
                r"(?P<all>#?[A-Z]{0,6}-?\d[\w-]*(?:(?:,| and|, and)\s+#?[A-Z]{0,6}-?\d[\w-]*)+)", text
            )
            if match:
                values = [one.lstrip("#") for one in re.split(r",\s*(?:and\s+)?|\s+and\s+", match["all"])]
                return name, [int(one) for one in values if one.isdigit()] if part[
                    "type"
                ] == "integer" else values
    return None


def _called(conversation: Conversation) -> set[str]:
    """The tools that have been called since the newest user message."""
    start = (
        max(place for place, message in enumerate(conversation.messages) if message.role == "user")
        if any(m.role == "user" for m in conversation.messages)
        else 0
    )
    return {call.name for message in conversation.messages[start:] for call in message.tool_calls}


def _forced(request: ChatRequest, conversation: Conversation) -> Answer:
    """A call that has to be made, with arguments that validate whatever is known."""
    text = conversation.question
    wanted = (
        [tool for tool in request.tools if tool.name == request.force]
        or wanted_tools(request.tools, text)
        or [request.tools[0]]
    )
    known = knowledge(conversation)
    calls = []
    for tool in wanted[:1] if request.force or not request.parallel else wanted:
        found, missing = _calls(tool, text, known)
        calls += (
            found
            if not missing
            else [ToolCall(tool.name, fill({"type": "object", **tool.parameters}, Source(text, known)))]
        )
    return Answer(tool_calls=tuple(calls if request.parallel else calls[:1]))
