"""Work that never ends is given up, and all other work is left alone."""

from __future__ import annotations

import itertools
import threading

import pytest

from course_helpers.patience import Endless, in_time


def forever():
    while True:
        pass


def test_a_result_and_an_error_come_through():
    assert in_time(lambda: 42) == 42
    with pytest.raises(ZeroDivisionError):
        in_time(lambda: 1 / 0)


def test_a_loop_is_given_up_and_ends():
    before = threading.active_count()
    with pytest.raises(Endless, match=r"after 0\.2 seconds"):
        in_time(forever, seconds=0.2)
    assert threading.active_count() == before


def test_calls_count_as_a_sign_of_life_up_to_a_number():
    calls: list[int] = []

    def busy():
        for number in itertools.count():
            calls.append(number)
            threading.Event().wait(0.01)

    with pytest.raises(Endless, match="after 60 calls of the model"):
        in_time(busy, calls, most_calls=60, seconds=0.2)
    assert len(calls) > 60
