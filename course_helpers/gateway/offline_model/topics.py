"""The table of public facts that the lessons talk about: all that the model knows besides what it is sent."""

from __future__ import annotations

import re
from dataclasses import dataclass

OFFER = "Would you like an example?"


@dataclass(frozen=True)
class Topic:
    asked: re.Pattern[str]  # how people ask for it
    explanation: str
    simpler: str
    example: str

    def said_in(self, text: str) -> bool:
        """Whether an answer of ours in this text was about the topic."""
        return any(part in text for part in (self.explanation, self.simpler, self.example))


def _topic(asked: str, explanation: str, simpler: str, example: str) -> Topic:
    return Topic(re.compile(asked, re.IGNORECASE), explanation, simpler, example)


TOPICS = (
    _topic(
        r"\bsky\b.*\bblue\b|\bblue\b.*\bsky\b",
        "Sunlight holds all colours. Air molecules scatter its short, blue waves far more than the "
        "long, red ones, so blue light reaches your eye from every part of the sky.",
        "Sunlight is many colours mixed. The air throws the blue around the most, so you see blue "
        "wherever you look.",
        "At sunset the light crosses far more air: the blue is scattered away before it reaches you, "
        "and the sky turns red.",
    ),
    _topic(
        r"\btides?\b",
        "The Moon pulls the near side of the Earth more strongly than its far side. The sea bulges "
        "towards the Moon and away from it, and the Earth turns through both bulges each day.",
        "The Moon pulls the sea into two heaps. The Earth turns under them, so the water rises and falls.",
        "At full moon and new moon the Sun pulls along the same line, and the tide is highest: a spring"
        " tide.",
    ),
    _topic(
        r"\bseasons?\b|\bwhy\b.*\b(?:summer|winter)\b",
        "The Earth's axis is tilted by 23.4 degrees. In the half of the year in which your hemisphere "
        "leans towards the Sun, the light falls more steeply and the days are longer: it is summer.",
        "The Earth leans. When your side leans towards the Sun you get more light, and it is warm.",
        "In June the north leans towards the Sun: it is summer in Oslo and winter in Sydney.",
    ),
    _topic(
        r"\brainbows?\b",
        "A raindrop bends sunlight as it enters, reflects it at the back and bends it again as it "
        "leaves. Each colour leaves at a slightly different angle, so you see them side by side.",
        "Each drop is a tiny mirror that spreads sunlight into its colours.",
        "A garden hose shows it: stand with the Sun behind you and look at the fine spray.",
    ),
    _topic(
        r"\bblack holes?\b",
        "A black hole is a region where so much mass is packed together that nothing inside a certain "
        "distance, not even light, can get away.",
        "It is a place with gravity so strong that nothing gets out, light included.",
        "Sagittarius A*, in the middle of our galaxy, holds four million times the mass of the Sun.",
    ),
)


def topic_asked_for(text: str) -> Topic | None:
    return next((topic for topic in TOPICS if topic.asked.search(text)), None)


def topic_said_in(text: str) -> Topic | None:
    return next((topic for topic in TOPICS if topic.said_in(text)), None)
