"""How many notebooks run at once."""

from __future__ import annotations

import os


def workers(jobs: int = 4) -> int:
    """One a processor that this process may use, at most 4, and never more than there are jobs.

    A kernel takes 150 to 400 MB: a laptop with many processors should not run one on each.
    """
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(count, 4, jobs))
