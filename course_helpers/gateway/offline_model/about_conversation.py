"""Questions about the conversation itself: what was asked first, what was just said, how many messages there are."""

from __future__ import annotations

import re
from collections.abc import Callable

from course_helpers.gateway.offline_model.conversation import Conversation, sentences
from course_helpers.gateway.offline_model.topics import topic_said_in
from course_helpers.gateway.offline_model.words import alike, content

ORDINALS = {
    "first": 0,
    "second": 1,
    "third": 2,
    "fourth": 3,
    "fifth": 4,
    "last": -1,
    "previous": -1,
    "latest": -1,
}
WHICH = r"(?P<which>first|second|third|fourth|fifth|last|previous|latest)"
MY_MESSAGE = re.compile(
    rf"\bwhat (?:was|were|is) (?:the |my )(?:very )?{WHICH} (?P<what>question|message|request|thing(?= i))s?(?: (?:that )?i (?:asked|sent|said|wrote|told)(?: you)?)?\b"
    rf"|\bwhat (?:did|have) i (?:ask|say|tell|write|send|asked|said)(?: you)?(?: about)? (?:at (?:the )?)?(?P<which2>first|last|before that|previously|just now|at the (?:very )?(?:beginning|start))\b"
    r"|\bwhat (?:did|have) i (?:just |first |last )(?:ask|say|tell|said|asked)(?: you)?\b|\brepeat my (?P<which3>first|last) (?:question|message)\b|\bwhat did i (?:just )?(?:ask|say)(?: you)?\s*\?*$|\bhow did (?:this|our) conversation (?:start|begin)\b",
    re.IGNORECASE,
)
YOUR_MESSAGE = re.compile(
    r"\bwhat did you (?:just )?(?:say|tell me|answer|reply|recommend|suggest)(?: to me)?(?: just now| last| before)?\s*\??$|\b(?:repeat|say) (?:that|your last (?:answer|reply|message))(?: again)?(?:,? please)?\s*[.?!]*$|\bwhat was your (?P<which>first|last|previous) (?:answer|reply|message|response)\b|\bcome again\b|\bwhat was that\s*\?",
    re.IGNORECASE,
)
YOU_ABOUT = re.compile(
    r"\bwhat did you (?:say|tell me|recommend|suggest|mention) (?:about|for|on|regarding) (?P<topic>[^?]+)",
    re.IGNORECASE,
)
I_ABOUT = re.compile(
    r"\bwhat (?:did|have) i (?:say|tell you|said|told you|mention|mentioned) (?:about|regarding|on) (?P<topic>[^?]+)",
    re.IGNORECASE,
)
DID_I = re.compile(
    r"^(?:and |so )?(?:did|have) i (?:already |ever )?(?:mention|mentioned|told you|tell you|said|say|talked? about|asked?|brought up|bring up)(?: you)?(?: anything)?(?: about| of)? (?P<topic>[^?]+)",
    re.IGNORECASE,
)
HOW_MANY = re.compile(
    r"\bhow many (?P<what>messages|questions|times|turns)(?: in (?:total|all))? (?:have|did|were|has|are) ?(?P<who>i|you|we|there)?\b",
    re.IGNORECASE,
)
SO_FAR = re.compile(
    r"\bwhat (?:have|did) we (?:talked?|been talking|discuss(?:ed)?|spoken?|cover(?:ed)?|chat(?:ted)?)(?: about)?\b|\bwhat (?:is|was) (?:this|our) (?:conversation|chat) about\b|\b(?:list|which|what) (?:all )?(?:the |my )?questions (?:have |did )?i(?:'ve)? asked?\b",
    re.IGNORECASE,
)


def about_the_conversation(conversation: Conversation) -> str | None:
    for rule in RULES:
        if (answer := rule(conversation)) is not None:
            return answer
    return None


def _mine(conversation: Conversation) -> str | None:
    match = MY_MESSAGE.search(conversation.question)
    if not match:
        return None
    said = conversation.said_by("user")
    questions_only = (
        match["what"] == "question" if match["what"] else bool(re.search(r"\bask", match[0], re.IGNORECASE))
    )
    if questions_only:
        said = [sentence for text in said for sentence in sentences(text) if sentence.endswith("?")] or said
    asked = match[0].lower()
    which = next((name for name in ORDINALS if re.search(rf"\b{name}\b", asked)), "last")
    if re.search(r"\b(?:beginning|start|begin)\b", asked):
        which = "first"
    place = ORDINALS[which]
    noun = "question" if questions_only else "message"
    if not said:
        return f"I see no {noun} of yours before this one in what I was sent."
    if place >= len(said):
        return f"I see only {len(said)} {noun}{'s' * (len(said) != 1)} of yours before this one in what I was sent."
    verb = "asked" if questions_only else "said"
    return f'You {verb}: "{said[place]}"'


def _yours(conversation: Conversation) -> str | None:
    match = YOUR_MESSAGE.search(conversation.question)
    if not match:
        return None
    said = conversation.said_by("assistant")
    if not said:
        return "I have said nothing before this in what I was sent."
    return f'I said: "{said[0] if match["which"] == "first" else said[-1]}"'


def _you_about(conversation: Conversation) -> str | None:
    match = YOU_ABOUT.search(conversation.question)
    if not match:
        return None
    found = _holding(match["topic"], conversation.said_by("assistant"))
    return (
        f'I said: "{found[-1]}"'
        if found
        else f"I see nothing that I said about {match['topic'].strip(' ?')} in what I was sent."
    )


def _i_about(conversation: Conversation) -> str | None:
    match = I_ABOUT.search(conversation.question)
    if not match:
        return None
    found = _holding(match["topic"], conversation.said_by("user"))
    if not found:
        return f"I see nothing that you said about {match['topic'].strip(' ?')} in what I was sent."
    return "You said: " + " Then: ".join(f'"{text}"' for text in found[-2:])


def _did_i(conversation: Conversation) -> str | None:
    match = DID_I.search(conversation.question)
    if not match:
        return None
    topic = re.sub(r"^(?:that|my|the|a|an) ", "", match["topic"].strip())
    found = _holding(topic, conversation.said_by("user"))
    return f'Yes, you said: "{found[-1]}"' if found else "No: I see nothing of that in what I was sent."


def _how_many(conversation: Conversation) -> str | None:
    match = HOW_MANY.search(conversation.question)
    if not match or not re.search(
        r"\b(?:sent?|asked?|said|say|written?|exchanged?|so far|here|conversation|had|made)\b",
        conversation.question,
        re.IGNORECASE,
    ):
        return None
    if re.search(r"\btimes\b", match["what"]):
        return None
    mine, yours = conversation.said_by("user"), conversation.said_by("assistant")
    if match["what"].lower() == "questions":
        asked = [sentence for text in mine for sentence in sentences(text) if sentence.endswith("?")]
        return f"In what I was sent, you asked {_counted(len(asked), 'question')} before this one."
    if match["what"].lower() == "turns":
        return f"In what I was sent, there are {_counted(len(mine), 'turn')} before this one."
    who = (match["who"] or "").lower()
    if who == "i":
        return f"In what I was sent, you wrote {_counted(len(mine), 'message')} before this one."
    if who == "you":
        return f"In what I was sent, I wrote {_counted(len(yours), 'message')}."
    return f"In what I was sent, there are {_counted(len(mine) + len(yours), 'message')} before this one."


def _so_far(conversation: Conversation) -> str | None:
    if not SO_FAR.search(conversation.question):
        return None
    said = conversation.said_by("user")
    if not said:
        return "Nothing yet: this is the first message that I was sent."
    return "You said: " + " Then: ".join(f'"{text}"' for text in said[-8:])


def _holding(topic: str, texts: list[str]) -> list[str]:
    """The sentences that hold every word of a topic."""
    wanted = content(topic)
    if not wanted:
        return []
    found = []
    for text in texts:
        for sentence in sentences(text):
            have = content(sentence)
            about = topic_said_in(text)
            if all(any(alike(word, other) for other in have) for word in wanted) or (
                about and about.asked.search(topic)
            ):
                found.append(sentence if not about else text)
    return list(dict.fromkeys(found))


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


RULES: tuple[Callable[[Conversation], str | None], ...] = (
    _mine,
    _you_about,
    _yours,
    _i_about,
    _did_i,
    _how_many,
    _so_far,
)
