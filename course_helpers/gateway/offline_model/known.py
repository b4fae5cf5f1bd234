"""What is known from a request: the facts that hold, the sentences that may be quoted, the people spoken of."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from course_helpers.gateway.offline_model.facts import MANY, USER, Fact
from course_helpers.gateway.offline_model.words import alike, content


@dataclass
class Statement:
    """A sentence that may be quoted as an answer. amended: what was said later to correct it."""

    text: str
    place: int  # of its message
    people: tuple[str, ...] = ()
    about_user: bool = True
    amended: list[str] = field(default_factory=list)
    by: str = "user"  # or "system"


@dataclass
class Knowledge:
    facts: list[Fact] = field(default_factory=list)
    origins: list[tuple[str, int]] = field(default_factory=list)  # of each fact: the sentence, its message
    doubts: list[tuple[str, int]] = field(default_factory=list)  # sentences that correct something unread
    reading: tuple[str, int] = ("", -1)  # the sentence that is read just now, its message
    statements: list[Statement] = field(default_factory=list)
    names: dict[str, set[str]] = field(default_factory=dict)  # relation -> names, "sister" -> {"eva"}
    people: dict[str, None] = field(default_factory=dict)  # everybody who was spoken of, in that order

    def add(self, fact: Fact) -> None:
        self.facts.append(fact)
        self.origins.append(self.reading)

    def remove(self, index: int) -> None:
        del self.facts[index], self.origins[index]

    def doubt(self, fact: Fact) -> list[str]:
        """The sentence that stated a fact and a later one that seems to correct it in a way no rule reads; [] for none."""
        index = max(place for place, one in enumerate(self.facts) if one == fact)
        text, place = self.origins[index]
        for statement in self.statements:
            if statement.text == text and statement.amended:
                return [text, *statement.amended]
        about = content(f"{text} {fact.value} {fact.kind}")
        for later, at in self.doubts:
            close = at > place and not any(place < other < at for _, other in self.origins)
            if at > place and (close or any(alike(one, other) for one in about for other in content(later))):
                return [text, later]
        return []

    def values(self, subject: str, kind: str) -> list[Fact]:
        """What holds now of a kind: one fact, or all of a kind of which one can have many. Oldest first."""
        subjects = self.same(subject)
        found: list[Fact] = []
        for fact in self.facts:
            if fact.kind != kind or not (fact.subject == subject or fact.subject in subjects):
                continue
            if fact.gone:
                found = [one for one in found if not within(fact.value, one.value)]
            elif kind in MANY:
                found = [one for one in found if one.value.lower() != fact.value.lower()] + [fact]
            else:
                found = [fact]
        return found

    def value(self, subject: str, kind: str) -> Fact | None:
        found = self.values(subject, kind)
        return found[-1] if found else None

    def same(self, subject: str) -> set[str]:
        """The ways in which a person is spoken of: {"sister", "eva"}."""
        subjects = {subject}
        for relation, names in self.names.items():
            if relation == subject:
                subjects |= names
            elif subject in names and len(names) == 1:
                subjects.add(relation)
            elif subject in names:
                subjects |= {relation} if len(names) == 1 else set()
        return subjects

    def taken_back(self, subject: str, kind: str) -> list[Fact]:
        """What was said of a kind and then taken back: "I no longer work for Acme"."""
        subjects = self.same(subject)
        return [fact for fact in self.facts if fact.gone and fact.kind == kind and fact.subject in subjects]

    def kinds(self, subject: str = USER) -> list[str]:
        return list(dict.fromkeys(fact.kind for fact in self.facts if fact.subject in self.same(subject)))


def within(part: str, whole: str) -> bool:
    """Whether a text holds another, as whole words."""
    return re.search(rf"(?<!\w){re.escape(part.lower().strip())}(?!\w)", whole.lower()) is not None
