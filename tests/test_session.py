"""start(): its settings, and the one line that it prints."""

from __future__ import annotations

import pytest
from langchain_core.exceptions import ContextOverflowError
from langchain_openai import ChatOpenAI

import course_helpers
from course_helpers.errors import CourseError

OFFLINE = "Model: offline (rules that read, not a language model)."


@pytest.fixture(autouse=True)
def _back_to_default():
    yield
    course_helpers.start()


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({}, f"{OFFLINE} No key, no network."),
        ({"context_window": 2048}, f"{OFFLINE} Window: 2,048 tokens. No key, no network."),
        (
            {"price": (0.15, 0.60)},
            f"{OFFLINE} Price: $0.15 in, $0.60 out per million tokens. No key, no network.",
        ),
        (
            {"context_window": 8000, "price": [3, 15, 0.075]},
            f"{OFFLINE} Window: 8,000 tokens. Price: $3.00 in, $0.075 cached, $15.00 out per million tokens. "
            "No key, no network.",
        ),
    ],
)
def test_one_line_says_the_settings(capsys, settings, line):
    course_helpers.start(**settings)
    assert capsys.readouterr().out == f"{line}\n"


@pytest.mark.parametrize("window", [0, -1, 2.5, "2048", True])
def test_a_window_is_a_number_of_tokens(window):
    with pytest.raises(CourseError, match="Give a whole number"):
        course_helpers.start(context_window=window)


@pytest.mark.parametrize(
    "price", [0.15, (1,), (1, 2, 3, 4), ("1", "2"), (1, -2), (True, 1), (1, float("nan"))]
)
def test_a_price_is_two_numbers_or_three(price):
    with pytest.raises(CourseError, match="is no price"):
        course_helpers.start(price=price)


def test_the_newest_settings_hold():
    model = ChatOpenAI(model="gpt-4o-mini")
    course_helpers.start(context_window=20)
    with pytest.raises(ContextOverflowError):
        model.invoke("word " * 30)
    course_helpers.start()
    assert model.invoke("word " * 30).text


def test_dollars():
    model = ChatOpenAI(model="gpt-4o-mini")
    course_helpers.start(price=(2, 8, 0.5))
    for _ in range(2):
        usage = model.invoke("word " * 1_100).usage_metadata
    request = course_helpers.last_request()
    assert request.cached_tokens == usage["input_token_details"]["cache_read"] == 1_024
    fresh = usage["input_tokens"] - 1_024
    expected = (fresh * 2 + 1_024 * 0.5 + usage["output_tokens"] * 8) / 1_000_000
    assert course_helpers.dollars(request) == pytest.approx(expected)


def test_dollars_need_a_price():
    course_helpers.start()
    ChatOpenAI(model="gpt-4o-mini").invoke("hi")
    with pytest.raises(CourseError, match="No price is known"):
        course_helpers.dollars(course_helpers.last_request())
