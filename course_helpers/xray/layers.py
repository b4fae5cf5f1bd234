"""The three layers of a thread: the prompt, the live state, the checkpoint log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AnyMessage, convert_to_openai_messages

from course_helpers import session
from course_helpers.errors import CourseError
from course_helpers.front_end import somebody_is_there
from course_helpers.gateway import tokens
from course_helpers.gateway.log import Request
from course_helpers.xray.storage import Found, Log, Storage, Version, storage_of


@dataclass(frozen=True)
class XRay:
    """One look at a thread, as it was after a turn.

    thread_id: the thread. turn: which turn is looked at, of `turns`. prompt: the request that the model was
    last sent in that turn, None if it was not sent one since start(). window: the model's context window in
    tokens, None for no limit. state: the messages of the live state, oldest first. state_tokens: what they
    cost if all are sent. log: what is stored for the thread, all turns. text: what is looked for; found:
    where it stands in the log.
    """

    thread_id: str
    turn: int
    turns: int
    prompt: Request | None
    window: int | None
    state: Sequence[AnyMessage]
    state_tokens: int
    log: Log
    text: str | None = None
    found: Found | None = None

    @property
    def in_prompt(self) -> bool:
        """Whether the text that is looked for was in the prompt."""
        texts = [text_of(message) for message in (self.prompt.messages if self.prompt else [])]
        return any(self.text is not None and self.text in text for text in texts)

    @property
    def in_state(self) -> bool:
        """Whether the text that is looked for is in the live state's messages."""
        return any(self.text is not None and self.text in str(message.text) for message in self.state)

    def __repr__(self) -> str:
        from course_helpers.xray.table import table

        return table(self)


class Thread:
    """A thread of a graph, to be looked at turn by turn."""

    def __init__(self, app: Any, config: Any, key: str = "messages") -> None:
        saver = getattr(app, "checkpointer", None)
        if saver is None or isinstance(saver, bool):
            problem = "This graph has no checkpointer, so there is no thread to look at."
            raise CourseError(f"{problem} Compile it with one: builder.compile(checkpointer=...).")
        thread_id = ((config or {}).get("configurable") or {}).get("thread_id")
        if thread_id in (None, ""):
            raise CourseError('Which thread? Give its config: {"configurable": {"thread_id": "..."}}.')
        self.app, self.key, self.thread_id = app, key, str(thread_id)
        self.storage: Storage = storage_of(saver, self.thread_id)
        self.log = self.storage.log()
        self.turns = turns_of(self.log.versions)

    def at(self, turn: int | None = None, text: str | None = None) -> XRay:
        """The thread as it was after a turn: 1 is the first, None the newest.

        Raises CourseError for a turn that the thread does not have.
        """
        last = len(self.turns)
        turn = last if turn is None else turn
        if turn != last and turn not in range(1, last + 1):
            raise CourseError(f"The thread {self.thread_id!r} has {last} turns; there is no turn {turn}.")
        state = self._messages(turn)
        return XRay(
            thread_id=self.thread_id,
            turn=turn,
            turns=last,
            prompt=prompt_of(state, session.requests(), newest=turn == last),
            window=session.context_window(),
            state=state,
            state_tokens=tokens.count_messages(convert_to_openai_messages(list(state))) if state else 0,
            log=self.log,
            text=text,
            found=None if text is None else self.storage.find(text),
        )

    def _messages(self, turn: int) -> list[AnyMessage]:
        if not self.turns:
            return []
        where = {"thread_id": self.thread_id, "checkpoint_id": self.turns[turn - 1][-1].checkpoint_id}
        values = self.app.get_state({"configurable": where}).values
        found = values.get(self.key, []) if isinstance(values, dict) else getattr(values, self.key, [])
        return list(found)


def xray(
    app: Any, config: Any, find: str | None = None, *, turn: int | None = None, key: str = "messages"
) -> XRay | None:
    """Look at a thread: what the model was last sent, the live state, and the checkpoint log.

    app: a compiled graph with InMemorySaver, SqliteSaver or PostgresSaver. config: names the thread, as for
    invoke. find: a text; each layer then says whether it holds it. turn: a past turn, 1 for the first.
    key: the channel that holds the messages.
    In Jupyter this shows a view with a slider over the turns and returns None; anywhere else the XRay is
    returned, which prints as a table of the same numbers. Raises CourseError for a graph or a thread that
    cannot be looked at.
    """
    if find is not None and (not isinstance(find, str) or not find):
        raise CourseError(f"find={find!r} is no text to look for. Give a str such as 'Mira'.")
    thread = Thread(app, config, key)
    looked = thread.at(turn, find)
    if somebody_is_there():
        from course_helpers.xray.view import show

        show(thread, looked)
        return None
    return looked


def turns_of(versions: Sequence[Version]) -> list[list[Version]]:
    """The versions of a thread, turn by turn: a turn begins where an input comes in.

    `durability="exit"` writes the last version of an invoke alone: there a gap in the steps tells.
    """
    turns: list[list[Version]] = []
    for version in versions:
        if not turns or version.source == "input" or version.step > turns[-1][-1].step + 1:
            turns.append([])
        turns[-1].append(version)
    return turns


def prompt_of(state: Sequence[AnyMessage], requests: Sequence[Request], *, newest: bool) -> Request | None:
    """The request that was sent last for the newest reply in this state, None if there is none.

    A request carries no thread_id, so it is told by what it led to: its reply is that message, and what it
    ends with stands before it. Of several that fit, the one that has most in common with this thread.
    newest: whether this is the state of now: then a prompt that was refused after that reply counts too.
    """
    known = {str(message.text) for message in state}
    places = [place for place, message in enumerate(state) if message.type == "ai"]
    reply = state[places[-1]] if places else None

    def led_to_reply(request: Request) -> bool:
        if reply is None or request.reply is None:
            return False
        calls = {call["id"] for call in request.tool_calls}
        same = request.reply == str(reply.text) and calls == {call["id"] for call in reply.tool_calls}  # type: ignore[union-attr]
        return same and (bool(calls) or ends_with_one_of(request, known))

    def refused(request: Request) -> bool:
        return (
            newest
            and request.reply is None
            and bool(state)
            and text_of(request.messages[-1]) == str(state[-1].text)
        )

    def likeness(place: int) -> tuple[bool, int, int]:
        texts = [text_of(message) for message in requests[place].messages]
        common = sum(text in known for text in texts)
        return requests[place].reply is None, 2 * common - len(texts), place

    fitting = [place for place, request in enumerate(requests) if led_to_reply(request) or refused(request)]
    return requests[max(fitting, key=likeness)] if fitting else None


def ends_with_one_of(request: Request, known: set[str]) -> bool:
    return any(text_of(message) in known for message in request.messages[-1:])


def text_of(message: dict[str, Any]) -> str:
    """The text of a message on the wire."""
    content = message.get("content") or ""
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content)
