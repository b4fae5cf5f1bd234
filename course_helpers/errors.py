"""The one error that a learner can mend."""

from __future__ import annotations


class CourseError(Exception):
    """Something that the person at the keyboard can put right.

    The message is one line: what happened, then what to do. On the command line it is all that is printed
    (exit code 2); in a notebook it stands where the traceback would.
    """

    def _render_traceback_(self) -> list[str]:
        # IPython asks an exception for this before it renders a traceback of its own.
        return [str(self)]
