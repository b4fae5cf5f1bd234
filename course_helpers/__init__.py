"""Helpers for the course "Short-Term Memory for LLM Agents".

A lesson needs four names from here: start(), last_request(), recorded() and dollars(). They are imported
when they are first used, so that `python -m course_helpers --help` answers on a machine where nothing is
installed. This file and __main__.py keep to syntax that any Python can read: an old one must get as far as
the line that says it is too old.
"""

MYPY = False
if MYPY:
    from course_helpers.session import dollars as dollars
    from course_helpers.session import last_request as last_request
    from course_helpers.session import recorded as recorded
    from course_helpers.session import start as start

__all__ = ["dollars", "last_request", "recorded", "start"]


def __getattr__(name):  # type: ignore[no-untyped-def]
    if name in __all__:
        from course_helpers import session

        return getattr(session, name)
    raise AttributeError("module 'course_helpers' has no attribute %r" % name)  # noqa: UP031


def __dir__():  # type: ignore[no-untyped-def]
    return __all__
