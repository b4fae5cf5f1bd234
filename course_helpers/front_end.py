"""Whether a person is looking, or a program."""

from __future__ import annotations

import os
import sys


def somebody_is_there() -> bool:
    """Whether this code was run by a person at a Jupyter front end.

    A front end for people offers to pass on what they type; nbval, nbclient and other runners do not. The
    environment variable COURSE_HEADLESS says no in any case.
    """
    ipython = sys.modules.get("IPython")
    kernel = getattr(ipython.get_ipython(), "kernel", None) if ipython else None
    if kernel is None or os.environ.get("COURSE_HEADLESS"):
        return False
    return bool(kernel.get_parent("shell").get("content", {}).get("allow_stdin"))
