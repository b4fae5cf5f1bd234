"""Failures on demand: they come when they are ordered, and only then."""

from __future__ import annotations

from threading import Lock
from time import perf_counter

import pytest

from course_helpers.rehearsal import Service, at_once, error_of, said, thread


def test_a_service_is_down_inside_the_block_only():
    service = Service("the provider")
    service.needed()
    with service.down(), pytest.raises(ConnectionError, match="the provider is down"):
        service.needed()
    service.needed()


def test_a_service_is_up_again_after_an_error_in_the_block():
    service = Service("the provider")
    with pytest.raises(ZeroDivisionError), service.down():
        raise ZeroDivisionError
    service.needed()


def test_two_callers_overlap():
    service, lock, inside, most = Service("s"), Lock(), [], []

    def caller(name):
        with lock:
            inside.append(name)
        service.needed()
        with lock:
            most.append(len(inside))
            inside.remove(name)

    with service.overlap():
        at_once(caller, "a", "b")
    assert most[0] == 2


def test_a_caller_who_stays_alone_goes_on(monkeypatch):
    monkeypatch.setattr("course_helpers.rehearsal.PATIENCE", 0.05)
    service, started = Service("s"), perf_counter()
    with service.overlap():
        service.needed()
        service.needed()
    assert perf_counter() - started < 1


def test_results_stand_in_the_order_of_the_values():
    assert at_once(str.upper, "a", "b", "c") == ["A", "B", "C"]


def test_an_error_becomes_one_line():
    def fails(text):
        raise ValueError(text)

    assert error_of(fails, "first\nsecond") == "ValueError: first"
    assert error_of(fails, "") == "ValueError: "
    with pytest.raises(AssertionError):
        error_of(str, "no error")


def test_a_text_said_twice_is_two_messages():
    first, second = said("yes")["messages"][0], said("yes")["messages"][0]
    assert first is not second
    assert first.text == "yes"
    assert thread("t") == {"configurable": {"thread_id": "t"}}
