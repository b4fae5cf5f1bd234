"""What checks of conversations share: compare what reached the model with what was said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from course_helpers.exercises.task import Incorrect, call, described, named, not_begun, shortened
from course_helpers.gateway.log import Request
from course_helpers.session import recorded

Said = tuple[str, str]  # (role on the wire, text)
SYSTEM_ROLES = ("system", "developer")


def content(message: dict[str, Any]) -> str:
    """A wire message's text, whether it was sent as a string or in parts."""
    text = message["content"]
    return text if isinstance(text, str) else "".join(part["text"] for part in text)


def dialogue(request: Request) -> list[Said]:
    """What a request holds besides system messages."""
    return [
        (message["role"], content(message))
        for message in request.messages
        if message["role"] not in SYSTEM_ROLES
    ]


def system_texts(request: Request) -> list[str]:
    return [content(message) for message in request.messages if message["role"] in SYSTEM_ROLES]


class Talk:
    """One conversation that a check holds with a learner's chat function.

    transcript: what was really said so far, as (role, text): the texts given and the replies that the model
    sent. history: the list that the learner's function keeps.
    """

    def __init__(self) -> None:
        self.history: list[Any] = []
        self._earlier: list[list[Any]] = []
        self.transcript: list[Said] = []

    @property
    def turn(self) -> int:
        """The number of the newest turn."""
        return (len(self.transcript) + 1) // 2

    def say(self, chat: Any, text: str, *before: Any) -> Request:
        """Play one turn with chat(*before, history, text); returns the one request that it made.

        Raises NotAttempted or Incorrect if no single reply came of it.
        """
        self.transcript.append(("user", text))
        with recorded() as calls:
            answer = call(chat, *before, self.history, text)
        name = named(chat)
        if answer is None and len(calls) == 0 and self.turn == 1:
            raise not_begun(name)
        if len(calls) != 1:
            times = "not called" if not calls else f"called {len(calls)} times"
            raise Incorrect(f"At turn {self.turn} the model was {times}; expected one call a turn.")
        if not isinstance(answer, str):
            raise Incorrect(f"{name} returned {described(answer)}; expected the reply's text, a str.")
        reply = calls[0].reply or ""
        if answer != reply:
            raise Incorrect(
                f"At turn {self.turn} {name} returned {shortened(answer)!r}; "
                f"the model said {shortened(reply)!r}."
            )
        self.transcript.append(("assistant", reply))
        # A new list with what the old one holds: what is kept elsewhere under its identity is not found again.
        self._earlier.append(self.history)  # kept alive, so that its identity is not given to the next
        self.history = list(self.history)
        return calls[0]

    def compare(self, request: Request) -> None:
        """Raise Incorrect unless the request held everything said so far, in order, once."""
        question = "Does the list that was passed in grow?"
        system = [message for message in request.messages if message["role"] in SYSTEM_ROLES]
        compare(dialogue(request), self.transcript[:-1], self.turn, question, system)


def compare(
    sent: list[Said],
    said: list[Said],
    turn: int,
    question: str = "",
    system: Sequence[dict[str, Any]] = (),
) -> None:
    """Raise Incorrect with the most telling difference between what was sent and what was said.

    question: what to ask somebody who sent the new text alone. system: the request's system messages.
    """
    if sent == said:
        return
    texts = [text for _, text in sent]
    newest = said[-1][1]
    besides = " besides the system message" if system else ""
    start = f"At turn {turn} the model was sent {counted(len(sent), 'message')}{besides}"
    if not sent or newest not in texts:
        glued = any(newest in text for text in texts)
        if glued:
            raise Incorrect(
                f"{start}; the new text stood inside a longer one. Each thing said is a message of its own."
            )
        raise Incorrect(f"{start}, and the new text {shortened(newest)!r} was not among them.")
    if texts.count(newest) > [text for _, text in said].count(newest):
        raise Incorrect(
            f"At turn {turn} the new text reached the model {texts.count(newest)} times; expected once."
        )
    if turn > 1 and len(sent) == 1:
        raise Incorrect(
            f"{start}; expected {len(said)}: all that was said before, then the new text. {question}".strip()
        )
    if turn == 1 and len(sent) > 1:
        raise Incorrect(
            f"{start} at the start of a new conversation; expected 1. "
            "Is a history kept outside the list that is passed in?"
        )
    if texts[-1] != newest:
        raise Incorrect(
            f"At turn {turn} the last message was {shortened(texts[-1])!r}; expected the new text."
        )
    replies = [text for role, text in said if role == "assistant"]
    if texts == [text for role, text in said if role == "user"] and any(
        text in content(message) for text in replies for message in system
    ):
        raise Incorrect(
            f"At turn {turn} a reply reached the model as 'system'; it was said by 'assistant'."
        )
    if texts == [text for role, text in said if role == "user"]:
        raise Incorrect(f"{start}, none of them its own reply. What did the model say in between?")
    if texts == [text for role, text in said if role == "assistant"] + [newest]:
        raise Incorrect(f"{start}, and of the person only the new text. What did they say before?")
    if texts == [text for _, text in said]:
        place = next(index for index, pair in enumerate(sent) if pair != said[index])
        raise Incorrect(
            f"At turn {turn} message {place + 1} reached the model as {sent[place][0]!r}; "
            f"it was said by {said[place][0]!r}."
        )
    if len(sent) != len(said):
        raise Incorrect(f"{start}; expected {len(said)}: all that was said before, then the new text.")
    place = next(index for index, pair in enumerate(sent) if pair != said[index])
    raise Incorrect(
        f"At turn {turn} message {place + 1} was {shortened(sent[place][1])!r}; "
        f"expected {shortened(said[place][1])!r}."
    )


def counted(number: int, noun: str) -> str:
    """ "1 message", "3 messages"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
