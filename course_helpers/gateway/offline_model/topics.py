"""The table of public facts that the lessons talk about: all that the model knows besides what it is sent."""

from __future__ import annotations

import re
from dataclasses import dataclass

from course_helpers.gateway.offline_model.conversation import sentences

OFFER = "Would you like an example?"


@dataclass(frozen=True)
class Topic:
    name: str
    asked: re.Pattern[str]  # how people ask for it
    explanation: str
    simpler: str
    example: str

    def said_in(self, text: str) -> bool:
        """Whether an answer of ours in this text was about the topic."""
        return any(part in text for part in (self.explanation, self.simpler, self.example))


def _topic(name: str, asked: str, explanation: str, simpler: str, example: str) -> Topic:
    return Topic(name, re.compile(asked, re.IGNORECASE), explanation, simpler, example)


TOPICS = (
    _topic(
        "the blue sky",
        r"\bsky\b.*\bblue\b|\bblue\b.*\bsky\b",
        "Sunlight holds all colours. Air molecules scatter its short, blue waves far more than the "
        "long, red ones, so blue light reaches your eye from every part of the sky.",
        "Sunlight is many colours mixed. The air throws the blue around the most, so you see blue "
        "wherever you look.",
        "At sunset the light crosses far more air: the blue is scattered away before it reaches you, "
        "and the sky turns red.",
    ),
    _topic(
        "tides",
        r"\btides?\b",
        "The Moon pulls the near side of the Earth more strongly than its far side. The sea bulges "
        "towards the Moon and away from it, and the Earth turns through both bulges each day.",
        "The Moon pulls the sea into two heaps. The Earth turns under them, so the water rises and falls.",
        "At full moon and new moon the Sun pulls along the same line, and the tide is highest: a spring"
        " tide.",
    ),
    _topic(
        "the seasons",
        r"\bseasons?\b|\bwhy\b.*\b(?:summer|winter)\b",
        "The Earth's axis is tilted by 23.4 degrees. In the half of the year in which your hemisphere "
        "leans towards the Sun, the light falls more steeply and the days are longer: it is summer.",
        "The Earth leans. When your side leans towards the Sun you get more light, and it is warm.",
        "In June the north leans towards the Sun: it is summer in Oslo and winter in Sydney.",
    ),
    _topic(
        "rainbows",
        r"\brainbows?\b",
        "A raindrop bends sunlight as it enters, reflects it at the back and bends it again as it "
        "leaves. Each colour leaves at a slightly different angle, so you see them side by side.",
        "Each drop is a tiny mirror that spreads sunlight into its colours.",
        "A garden hose shows it: stand with the Sun behind you and look at the fine spray.",
    ),
    _topic(
        "black holes",
        r"\bblack holes?\b",
        "A black hole is a region where so much mass is packed together that nothing inside a certain "
        "distance, not even light, can get away.",
        "It is a place with gravity so strong that nothing gets out, light included.",
        "Sagittarius A*, in the middle of our galaxy, holds four million times the mass of the Sun.",
    ),
    _topic(
        "the phases of the Moon",
        r"\bphases? of the moon\b|\bmoon(?:'s)? phases?\b|\bwhy does the moon change\b",
        "The Sun always lights one half of the Moon. As the Moon goes round the Earth in 29.5 days, we see "
        "more or less of that half: from new moon to full moon and back.",
        "Half of the Moon is always bright. We see that half from different sides, so it seems to grow and shrink.",
        "At half moon, the Sun, the Moon and the Earth make a right angle at the Moon.",
    ),
    _topic(
        "eclipses",
        r"\beclipses?\b",
        "In a solar eclipse the Moon passes between the Sun and the Earth and its shadow falls on us. In a "
        "lunar eclipse the Earth passes between the Sun and the Moon and its shadow falls on the Moon.",
        "An eclipse is a shadow: the Moon's on the Earth, or the Earth's on the Moon.",
        "A lunar eclipse can be seen from half of the Earth at once, a total solar one only from a narrow track.",
    ),
    _topic(
        "the speed of light",
        r"\bspeed of light\b|\bhow fast is light\b|\bhow fast does light\b",
        "Light travels 299,792,458 metres a second in a vacuum. Nothing that carries information is faster.",
        "Light covers about 300,000 kilometres in a second, more than seven times round the Earth.",
        "Sunlight needs about eight minutes and twenty seconds to reach us.",
    ),
    _topic(
        "thunder and lightning",
        r"\blightning\b|\bthunder\b",
        "Ice and water that collide in a cloud separate electric charge. When the voltage is high enough, a "
        "current jumps: lightning. It heats the air so fast that the air expands with a bang: thunder.",
        "Lightning is a giant spark. Thunder is the bang of the air that it heats.",
        "Sound takes about three seconds for a kilometre: count the seconds between flash and bang, and divide by three.",
    ),
    _topic(
        "photosynthesis",
        r"\bphotosynthesis\b|\bhow do plants (?:make|get) (?:their )?food\b",
        "Plants use the energy of light to make sugar out of carbon dioxide and water. Oxygen is left over and "
        "goes into the air.",
        "A leaf makes sugar out of air, water and light, and gives off oxygen.",
        "In bright light a water plant gives off small bubbles: that is oxygen.",
    ),
    _topic(
        "gravity",
        r"\bgravity\b|\bwhy do (?:things|objects|apples) fall\b",
        "Masses attract each other. The pull grows with both masses and falls with the square of their distance. "
        "Near the ground it makes everything fall faster by 9.8 metres a second, each second.",
        "Everything that has mass pulls on everything else; the Earth is so heavy that its pull is what we feel.",
        "On the Moon the pull is one sixth of ours: a stone falls slowly there, and a jump is high.",
    ),
    _topic(
        "salt in the sea",
        r"\b(?:sea|ocean|seawater)\b.*\bsalt|\bsalt\w*\b.*\b(?:sea|ocean|seawater)\b",
        "Rain dissolves salts out of rock, and rivers carry them to the sea. Water evaporates from there and "
        "the salt stays behind, so over a long time it has built up to about 35 grams in a litre.",
        "Rivers bring a little salt, the Sun takes only the water away, and the salt stays.",
        "The Dead Sea has no way out, and nearly ten times as much salt as the ocean.",
    ),
    _topic(
        "the planets",
        r"\b(?:list|name|what are|which are|tell me)\b.*\bplanets\b",
        "The planets, from the Sun outwards:\n1. Mercury\n2. Venus\n3. Earth\n4. Mars\n5. Jupiter\n6. Saturn\n"
        "7. Uranus\n8. Neptune\n",
        "Four small ones of rock are near the Sun, four giants are farther out.",
        "Jupiter is the largest: it has more mass than all the others together.",
    ),
    _topic(
        "science fiction novels",
        r"\b(?:recommend|suggest|name|list|good)\b.*\b(?:sci-?fi|science[- ]fiction)\b",
        "Three old ones:\n1. Frankenstein by Mary Shelley (1818)\n2. The War of the Worlds by H. G. Wells (1898)\n"
        "3. Brave New World by Aldous Huxley (1932)\n",
        "Three old novels: one about a made man, one about Martians, one about a world without choice.",
        "Frankenstein tells of a student who makes a living being and leaves it alone.",
    ),
    _topic(
        "classic novels",
        r"\b(?:recommend|suggest|name|list)\b.*\b(?:books?|novels?|classics?)\b",
        "Three classics:\n1. Pride and Prejudice by Jane Austen (1813)\n2. Moby-Dick by Herman Melville (1851)\n"
        "3. The Time Machine by H. G. Wells (1895)\n",
        "Three old novels: one about marriage, one about a whale, one about the far future.",
        "Moby-Dick begins with three words: Call me Ishmael.",
    ),
)


def topic_asked_for(text: str) -> Topic | None:
    """The topic that the first sentence that names one asks for."""
    return next((topic for one in sentences(text) for topic in TOPICS if topic.asked.search(one)), None)


def topic_said_in(text: str) -> Topic | None:
    return next((topic for topic in TOPICS if topic.said_in(text)), None)
